// What the checks of the doctor share; each is one function.
#ifndef TAC_DOCTOR_CHECKS_H
#define TAC_DOCTOR_CHECKS_H

#include "doctor.h"
#include "system/machine.h"

typedef struct tac_patient {
    const tac_doctor_case *c;
    int64_t period; // ns
    int workers, priority;
    int spins;       // never sleeps
    int knows_cores; // the system lists its cores
    int is_virtual;  // runs under a hypervisor
    tac_core_set online, isolated;
    tac_core_set open;     // online, and on which it was started where somebody chose some
    tac_core_set chosen;   // of the workers: named by the rig, or as they would be chosen
    tac_core_set rest;     // online and not chosen: for helpers and interrupts
    char chosen_text[128]; // "core 1", "cores 2-3"
} tac_patient;

// Sentences of a finding. The state starts as good; a later call replaces an earlier one.
void tac_found(tac_finding *f, tac_health h, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void tac_meaning(tac_finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tac_fix(tac_finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tac_unknown(tac_finding *f, const char *because, ...) __attribute__((format(printf, 2, 3)));

// "250 ns", "12.5 us", "3 ms"
const char *tac_doctor_time(char *text, size_t size, int64_t ns);

typedef void tac_doctor_check(const tac_patient *p, tac_finding *f);

#endif

// An FMU from its archive, described and checked: what commands begin with.
#ifndef TAC_MOCKUP_OPENED_H
#define TAC_MOCKUP_OPENED_H

#include "binary.h"
#include "fmu_archive.h"
#include "mockup.h"

typedef struct tac_opened {
    const char *path;
    tac_fmu_archive *archive;
    tac_mockup mockup;
    const char *platform; // of this machine, NULL: none is there
    tac_findings found;
} tac_opened;

// Opens and checks; false with a line when there is nothing that could be described.
bool tac_opened_read(tac_opened *o, const char *path, tac_diag *diag);

// Whether it can take part in a co-simulation here; else the first reason in a line.
bool tac_opened_can_run(const tac_opened *o, tac_diag *diag);

// One finding as it is said: "x.fmu:modelDescription.xml:12: ...".
void tac_opened_say(const tac_opened *o, const tac_finding *f, char *text, size_t size);

#endif

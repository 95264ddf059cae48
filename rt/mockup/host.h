// What both uses of an FMU begin with: the archive unpacked, values that were given, its signals, an instance. And how the
// process ends and speaks: an FMU may close, redirect or write to every descriptor that a program usually has.
#ifndef TAC_MOCKUP_HOST_H
#define TAC_MOCKUP_HOST_H

#include "coupling.h"
#include "opened.h"

typedef struct tac_mockup_host {
    const char *path;    // as it was given: of the FMU, or of a file that couples it
    const char *command; // "tactus fmu-run", in front of lines
    const char *folder;
    bool logs_all, quiet;
    bool has_run; // code of the FMU
    tac_cosim_page *page;
    int lines;             // descriptor for lines
    const char *set[1024]; // NAME=VALUE (n_set)
    int n_set;
    tac_fmu_file *file; // NULL: by name
    tac_opened opened;
    tac_coupling coupling;
    tac_session session;
    tac_diag diag;
} tac_mockup_host;

// Reads the file and the archive. False with a line in diag.
bool tac_host_read(tac_mockup_host *h);

// Couples it to signals, unpacks it and makes an instance; from here on its code has run. False with a line.
bool tac_host_load(tac_mockup_host *h, const tac_coupled_signal *signal, int n, bool all_outputs);

// Shortest step of communication that is a whole number of steps of length dt and fits what the FMU says of its own.
// unit: so many steps are the least. False with a line when the FMU, or what was asked for by rate (0: nothing), has none.
bool tac_host_choose_step(tac_mockup_host *h, double dt, int64_t unit, double rate, int64_t *steps);

void tac_host_say(const tac_mockup_host *h, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// For who waits: whether calls now may take as long as those of the start.
void tac_host_starts(const tac_mockup_host *h, bool starts);

_Noreturn void tac_host_leave(const tac_mockup_host *h, int code);

#endif

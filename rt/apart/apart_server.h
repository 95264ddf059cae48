// Compiled sub-models for an executive in another process: attaches to the segment that the executive made for them and
// answers its questions. docs/subsystems.md, "In a process of its own".
#ifndef TAC_APART_SERVER_H
#define TAC_APART_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "part/part_file.h"

typedef struct tac_apart_server tac_apart_server;

typedef enum tac_apart_meeting {
    TAC_APART_MET,
    TAC_APART_NOBODY, // no such instance, or one that has ended
    TAC_APART_REFUSED // with a line
} tac_apart_meeting;

// Attaches if the instance is there, and makes what others served before it. From then on this thread, and those that it
// starts, keep off the executive's cores. The objects (n) stay the caller's.
tac_apart_meeting tac_apart_attach(tac_apart_server **to, const char *instance, const char *process,
                                   const tac_part_file *object, int n, tac_diag *diag);

typedef enum tac_apart_place {
    TAC_APART_OFF,   // off the executive's cores
    TAC_APART_MOVED, // as well, on cores that this process was kept from: it had no other
    TAC_APART_ON     // the machine has no other
} tac_apart_place;
tac_apart_place tac_apart_where(const tac_apart_server *s);

// Answers until *stop is set, the instance ends, or something is wrong, with a line in diag; false then. Sleeps between
// the cycles of the executive. Runs with the kernel's float mode.
bool tac_apart_serve(tac_apart_server *s, const _Atomic int *stop, tac_diag *diag);

// Whether what was served was left over by a run that died, and has given way to that of one that lives: no step was
// answered.
bool tac_apart_was_left_over(const tac_apart_server *s);

// Questions that were answered, and that were none.
void tac_apart_served(const tac_apart_server *s, int64_t *steps, int64_t *bad);

void tac_apart_leave(tac_apart_server *s); // NULL is fine

#endif

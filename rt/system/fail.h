// How functions of rt/ fail: they return 0, or NULL, with one line in the caller's diagnosis, which
// is empty before. The first line stays. Which exit code follows is decided in rt/command.
#ifndef TAC_FAIL_H
#define TAC_FAIL_H

#include "diag.h"

// The line; returns 0.
int tac_diag_say(tac_diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The line of something that failed with this errno; returns 0. Memory is told apart from all else.
int tac_diag_say_errno(tac_diag *diag, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The line of something that there is not enough memory for; returns 0.
int tac_diag_say_memory(tac_diag *diag, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// A diagnosis of functions that read one thing and write another.
typedef enum tac_failure_kind {
    TAC_FAILED_INPUT,  // what was asked for or read
    TAC_FAILED_OUTPUT, // what was to be written
} tac_failure_kind;

typedef struct tac_failure {
    tac_diag diag; // its no_memory goes before the kind
    tac_failure_kind kind;
} tac_failure;

// The line in why is about an output; returns 0.
static inline int tac_failed_output(tac_failure *why)
{
    why->kind = TAC_FAILED_OUTPUT;
    return 0;
}

#endif

// Whoever calls the library: the floating-point mode that it computes in, and how it is told what is wrong.
#ifndef TAC_LIBRARY_CALLER_H
#define TAC_LIBRARY_CALLER_H

#include "diag.h"
#include "tactus.h"
#include "text_mode.h"

// Sets the mode in which the program reads, computes and prints.
static inline tac_text_mode tac_enter_library(void)
{
    return tac_set_text_mode();
}

// Gives the caller back what was before, flags included: tac_restore_text_mode leaves those that were raised.
static inline void tac_leave_library(tac_text_mode was)
{
    tac_restore_text_mode(was);
    _mm_setcsr(was.mxcsr);
}

// Puts a code and its line into the error of a caller, who may have none. Returns NULL.
void *tac_library_fail(tactus_error *error, int code, const char *line);

// The code of something that failed with a line in why.
int tac_library_code(const tac_diag *why, int otherwise);

#endif

// Exit codes of the program. exit.c has them in words for help; tests/guard/exit_codes.py compares
// manual pages with them.
#ifndef TAC_EXIT_H
#define TAC_EXIT_H

#include <stdio.h>

#include "fail.h"

typedef enum tac_exit {
    TAC_EXIT_OK = 0,
    TAC_EXIT_DIFFERENT = 1, // a replay or comparison found a difference
    TAC_EXIT_INPUT = 2,     // bad command line or model; one line on standard error says which
    TAC_EXIT_DIVERGED = 3,  // the simulation could not go on; results so far are kept
    TAC_EXIT_OUTPUT = 4,    // an output file cannot be written
    TAC_EXIT_MEMORY = 5,    // not enough memory for the model
    TAC_EXIT_SAFE = 6,     // a real-time run entered the safe state, or the instance asked is in it
    TAC_EXIT_DOUBT = 7,    // simulated to the end, but results are in doubt; one line says why
    TAC_EXIT_GONE = 8,     // the instance is dead, or ended while it was needed
    TAC_EXIT_LATE = 9,     // the instance lives, and publishes nothing: stopped, hung or too slow
    TAC_EXIT_CLAMPED = 10, // done, but a value was beyond its range and was clamped
    TAC_EXIT_FMU = 11,     // an FMU crashed, hung, failed, or gave a number that is none
    TAC_EXIT_SIGNAL = 128, // plus the number of the signal that stopped the program
} tac_exit;

// For something that failed with a line in why.
static inline tac_exit tac_exit_of(const tac_diag *why, tac_exit otherwise)
{
    return why->no_memory ? TAC_EXIT_MEMORY : otherwise;
}

static inline tac_exit tac_exit_of_failure(const tac_failure *why)
{
    return tac_exit_of(&why->diag,
                       why->kind == TAC_FAILED_OUTPUT ? TAC_EXIT_OUTPUT : TAC_EXIT_INPUT);
}

// Prints a line for every exit code.
void tac_print_exit_codes(FILE *out);

#endif

// Command-line arguments of one command, walked one by one.
//
// Options are long, take their value as the next argument or after '=', and may stand before or
// after the plain arguments; "--" ends them. Every error is one line that names the argument, what
// was expected and, for a misspelled option, the nearest one that exists.
#ifndef TAC_ARGS_H
#define TAC_ARGS_H

#include <stdint.h>

#include "units.h"

typedef struct tac_option {
    const char *name;  // without the dashes
    const char *value; // placeholder of its value in the help, NULL when it takes none
    const char *help;
} tac_option;

// What tac_args_next found when it is not the index of an option.
enum {
    TAC_ARG_END = -1,   // no argument is left
    TAC_ARG_PLAIN = -2, // a plain argument: value
    TAC_ARG_BAD = -3,   // error says what is wrong
};

typedef struct tac_args {
    const char *command;      // as it stands in messages: "tactus sim"
    const tac_option *option; // (n_option)
    int n_option;             // at most 32
    int argc;
    char **argv;
    int at;            // next argument
    int plain_only;    // "--" was seen
    const char *name;  // of the option found
    const char *value; // of the option or the plain argument, NULL when it has none
    char error[512];
} tac_args;

// Index of the next option, or one of the constants above.
int tac_args_next(tac_args *a);

// The value as a number from low to high (SI, or with a unit of the quantity), as a whole number,
// or as the index of one of n words. Return 0 and set error when it is none.
int tac_args_real(tac_args *a, tac_quantity quantity, double low, double high, double *x);
int tac_args_whole(tac_args *a, long long low, long long high, long long *x);
int tac_args_word(tac_args *a, const char *const *word, int n, int *index);

// The value as A:B, two whole numbers, A not negative and B not before A. Likewise.
int tac_args_window(tac_args *a, int64_t *from, int64_t *until);

// Sets error to one line "command: ..." and returns 0.
int tac_args_fail(tac_args *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

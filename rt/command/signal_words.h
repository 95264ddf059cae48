// What the commands signals, get, set, dump and top share: attaching, and signals as text.
#ifndef TAC_PEEK_H
#define TAC_PEEK_H

#include <stddef.h>

#include "args.h"
#include "command.h"
#include "io/tactus_io.h"

// A signal as named on the command line: NAME or NAME[ELEMENT], elements counted from 0.
typedef struct tac_pick {
    int signal;
    int element; // -1: all
    tac_io_signal about;
} tac_pick;

// Attaches and waits for a first frame; NULL and an error in a.
tac_io *tac_peek_attach(tac_args *a, const char *instance, int mode);

// Finds a signal; 0 and an error in a, with the nearest name.
int tac_peek_find(tac_args *a, const tac_io *io, const char *text, tac_pick *out);

// "1.5", or "[1 2 3]" for an array; cut with "..." when it does not fit.
void tac_peek_values(const tac_io *io, int signal, char *out, size_t size);

// Collects the plain arguments into word (n at least least, at most most) and options through take,
// which returns 0 on an error; what says what is missing. Returns how many words, -1 and an error.
typedef int tac_peek_option(void *context, tac_args *a, int found);
int tac_peek_words(tac_args *a, const char **word, int least, int most, const char *what,
                   tac_peek_option *take, void *context);

#endif

// What the commands signals, get, set, dump and top share: attaching, and signals as text.
#ifndef TAC_SIGNAL_WORDS_H
#define TAC_SIGNAL_WORDS_H

#include <stddef.h>

#include "args.h"
#include "command.h"
#include "io/tactus_io.h"

// Messages of commands about an instance.
#define TAC_NO_INSTANCE "no instance given"
#define TAC_SURPLUS "'%s' is one argument too many"

// A signal as named on the command line: NAME, or one of its values as NAME.z or NAME[ELEMENT], counted from 0.
typedef struct tac_signal_word {
    int signal;
    int element; // -1: all
    tac_io_signal about;
} tac_signal_word;

// Attaches and waits for a first frame; NULL and an error in a.
tac_io *tac_signal_words_attach(tac_args *a, const char *instance, int mode);

// Finds a signal; 0 and an error in a, with the nearest name.
int tac_signal_words_find(tac_args *a, const tac_io *io, const char *text, tac_signal_word *out);

// "1.5", or "[1 2 3]" for an array; cut with "..." when it does not fit.
void tac_signal_words_values(const tac_io *io, int signal, char *out, size_t size);

#endif

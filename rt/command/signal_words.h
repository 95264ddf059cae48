// What the commands signals, get, set, dump, top and ctl share: attaching, how it is with an instance, signals as text.
#ifndef TAC_SIGNAL_WORDS_H
#define TAC_SIGNAL_WORDS_H

#include <stddef.h>

#include "args/args.h"
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

// How it is with an instance, as commands say it: OK for one that starts, runs or pauses; others are named in a line on
// standard error, or are not: SAFE, LATE, GONE.
tac_exit tac_condition_say(const char *command, const tac_io_health *health);
tac_exit tac_condition_exit(const tac_io_health *health);

// Attaches and waits for a first frame; NULL, an error in a and the exit code in *code.
tac_io *tac_signal_words_attach(tac_args *a, const char *instance, int mode, tac_exit *code);

// Says how it is with the instance of values that were just shown, and how old they are unless it is well.
tac_exit tac_signal_words_condition(const tac_args *a, const tac_io *io);

// Finds a signal; 0 and an error in a, with the nearest name.
int tac_signal_words_find(tac_args *a, const tac_io *io, const char *text, tac_signal_word *out);

// "1.5", or "[1 2 3]" for an array; cut with "..." when it does not fit.
void tac_signal_words_values(const tac_io *io, int signal, char *out, size_t size);

#endif

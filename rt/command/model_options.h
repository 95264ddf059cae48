// How a model is read: the options that `sim`, `check`, `tree` and `run` share.
#ifndef TAC_MODEL_OPTIONS_H
#define TAC_MODEL_OPTIONS_H

#include "args.h"
#include "bounds.h"
#include "given.h"

typedef struct tac_model_options {
    const char *method;  // a word of the table of methods; NULL: as in the file
    tac_texts parameter; // NAME=VALUE
    int bounds;          // times, 0: once
} tac_model_options;

// A table for a syntax whose settings have a tac_model_options.
enum { TAC_N_MODEL_OPTION = 3 };
extern const tac_option tac_model_option[TAC_N_MODEL_OPTION];

// The option about bounds alone, for other settings.
#define TAC_OPTION_BOUNDS(settings, member)                                                \
    "raise-bounds", "N", "let files ask for N times the memory and work they may (1 GiB)", \
        TAC_ARG_WHOLE(settings, member, 1, TAC_MOST_BOUNDS)

// What is given for the model; the texts stay the options'.
tac_given tac_model_options_given(const tac_model_options *o);

#endif

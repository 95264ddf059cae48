// How a model is read: the options that `sim`, `check`, `tree` and `run` share.
#ifndef TAC_MODEL_OPTIONS_H
#define TAC_MODEL_OPTIONS_H

#include "args/args.h"
#include "bounds.h"
#include "given.h"
#include "simulation/simulation.h"

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

// An object that the models of logs need, for any settings.
#define TAC_OPTION_PART                                                      \
    "part", "FILE", "an object that the log's model needs; may be repeated", \
        TAC_ARG_OWN(tac_take_part)
bool tac_take_part(tac_args *a, void *settings);

// What is given for the model; the texts stay the options'.
tac_given tac_model_options_given(const tac_model_options *o);

// ---- of `sim`, for methods that are not for real time: what they integrate and do after a step ------------------

typedef struct tac_offline_settings {
    int coordinates, impulses, projections, reactions; // -1: as in the file
} tac_offline_settings;

// A table for a syntax whose settings have a tac_offline_settings.
enum { TAC_N_OFFLINE_OPTION = 4 };
extern const tac_option tac_offline_option[TAC_N_OFFLINE_OPTION];

extern const tac_offline_settings tac_offline_unset;

// Settings replace those of the file. False, and the error of a with what to do, when one was given to a method
// without it.
bool tac_offline_apply(tac_args *a, const tac_offline_settings *set, tac_simulation *s);

// Holds an input at a value, by a text NAME=VALUE. False, and the error of a, when the model has none of that name, or the
// value is no number.
bool tac_command_apply_input(tac_simulation *s, tac_args *a, const char *text);

#endif

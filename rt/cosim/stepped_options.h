// Options of `tactus sim` about FMUs that are stepped with the model.
#ifndef TAC_COSIM_STEPPED_OPTIONS_H
#define TAC_COSIM_STEPPED_OPTIONS_H

#include "args/args.h"
#include "stepped.h"

typedef struct tac_stepped_options {
    tac_texts path, set;
    const char *table;
    double timeout;
} tac_stepped_options;

enum { TAC_N_STEPPED_OPTION = 4 };
extern const tac_option tac_stepped_option[TAC_N_STEPPED_OPTION];

// Whether the options go together, also with a run whose error is asked for: there is none with another step beside one
// with FMUs. Else sets the error of a.
bool tac_stepped_options_check(const tac_stepped_options *o, bool asks_error, tac_args *a);

// As tac_stepped takes them; they stay the caller's.
tac_stepped_settings tac_stepped_options_settings(const tac_stepped_options *o);

#endif

#include "stepped_options.h"

#include <string.h>

enum { MOST_FMUS = 16 };

const tac_option tac_stepped_option[TAC_N_STEPPED_OPTION] = {
    {"fmu", "FILE",
     "an FMU, or a YAML file that couples one, is stepped with the model: it reads sensors and "
     "writes inputs; may be repeated",
     TAC_ARG_TEXTS(tac_stepped_options, path)},
    {"fmu-set", "VARIABLE=VALUE",
     "a parameter or start value of it; of the second FMU 2:VARIABLE=VALUE; may be repeated",
     TAC_ARG_TEXTS(tac_stepped_options, set)},
    {"fmu-csv", "FILE", "outputs of FMUs at the end of every communication step",
     TAC_ARG_TEXT(tac_stepped_options, table)},
    {"fmu-timeout", "TIME",
     "one call of an FMU that takes longer has it killed (default: none does)",
     TAC_ARG_REAL(tac_stepped_options, timeout, TAC_Q_TIME, 1e-3, 1e6)},
};

bool tac_stepped_options_check(const tac_stepped_options *o, bool asks_error, tac_args *a)
{
    for (int i = 0; i < o->set.n; i++) {
        if (strlen(o->set.text[i]) > 580) {
            return tac_args_fail(a,
                                 "--fmu-set '%.40s...' is too long; put it into a file "
                                 "(docs/fmi.md)",
                                 o->set.text[i]);
        }
    }
    if (o->path.n > 0 && asks_error) {
        return tac_args_fail(a, "the error of a run with FMUs is not measured; leave out --error, "
                                "--estimate, --max-error and --error-check always");
    }
    if (o->path.n > MOST_FMUS) {
        return tac_args_fail(a, "more than %d FMUs", MOST_FMUS);
    }
    return o->path.n > 0 || (o->set.n == 0 && !o->table && !(o->timeout > 0.0)) ||
           tac_args_fail(a, "options of FMUs, and no --fmu FILE");
}

tac_stepped_settings tac_stepped_options_settings(const tac_stepped_options *o)
{
    return (tac_stepped_settings){.path = o->path.text,
                                  .n = o->path.n,
                                  .set = o->set.text,
                                  .n_set = o->set.n,
                                  .table = o->table,
                                  .timeout = o->timeout};
}

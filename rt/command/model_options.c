#include "model_options.h"

#include <string.h>

#include "command.h"

_Static_assert((int)TAC_MOST_TEXTS <= (int)TAC_MOST_GIVEN, "as many as may be given");

// A line of its own in a log.
static bool is_line(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ') {
            return false;
        }
    }
    return true;
}

static bool check_parameter(tac_args *a, void *settings)
{
    (void)settings;
    size_t name = strcspn(a->value, "=");
    return (name > 0 && a->value[name] == '=' && is_line(a->value)) ||
           tac_args_fail(a, "--parameter needs NAME=VALUE, not '%s'", a->value);
}

const tac_option tac_model_option[TAC_N_MODEL_OPTION] = {
    {TAC_OPTION_METHOD(tac_model_options, method)},
    {"parameter", "NAME=VALUE", "give a parameter of the model another value; may be repeated",
     TAC_ARG_TEXTS(tac_model_options, parameter), .take = check_parameter},
    {TAC_OPTION_BOUNDS(tac_model_options, bounds)},
};

tac_given tac_model_options_given(const tac_model_options *o)
{
    return (tac_given){o->parameter.text, o->parameter.n, o->bounds};
}

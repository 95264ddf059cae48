#include "command.h"

#include <stdio.h>

int tac_command_fail(int code, const char *line)
{
    fprintf(stderr, "%s\n", line);
    return code;
}

int tac_command_model(tac_args *a, const char **path)
{
    if (*path) {
        return tac_args_fail(a, "one model at a time, not '%s' and '%s'", *path, a->value);
    }
    *path = a->value;
    return 1;
}

int tac_command_has_model(tac_args *a, const char *path)
{
    return path ? 1 : tac_args_fail(a, "no model file given; try '%s --help'", a->command);
}

#include "command.h"

#include <stdio.h>
#include <sys/stat.h>

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

int tac_command_spares(tac_args *a, const char *input, const char *output)
{
    struct stat in, out;
    if (!output || stat(input, &in) != 0 || stat(output, &out) != 0 || !S_ISREG(in.st_mode) ||
        in.st_dev != out.st_dev || in.st_ino != out.st_ino) {
        return 1;
    }
    return tac_args_fail(a, "'%s' is read and would be overwritten; choose another name", output);
}

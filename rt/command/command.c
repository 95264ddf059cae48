#include "command.h"

#include <stdio.h>
#include <string.h>
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

static int is_same_file(const char *one, const char *other)
{
    struct stat x, y;
    return stat(one, &x) == 0 && stat(other, &y) == 0 && S_ISREG(x.st_mode) &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

int tac_command_spares(tac_args *a, const char *input, const char *output)
{
    return !output || !is_same_file(input, output) ||
           tac_args_fail(a, "'%s' is read and would be overwritten; choose another name", output);
}

int tac_command_spares_model(tac_args *a, const tac_model_file *f, const char *output)
{
    for (int i = 0; i < f->n_file; i++) {
        if (!tac_command_spares(a, f->file_name[i], output)) {
            return 0;
        }
    }
    return 1;
}

// A device takes all that is written; a file that is not there yet is made by its name.
static int collide(const char *one, const char *other)
{
    struct stat s;
    return is_same_file(one, other) ||
           (strcmp(one, other) == 0 && (strcmp(one, "-") == 0 || stat(one, &s) != 0));
}

int tac_command_apart(tac_args *a, const char *const *output, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            if (output[i] && output[k] && collide(output[i], output[k])) {
                return tac_args_fail(a, "two kinds of results cannot both write to '%s'",
                                     output[i]);
            }
        }
    }
    return 1;
}

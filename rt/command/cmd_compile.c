// tactus compile: a model as a shared object, which other models take as a part.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "model_options.h"
#include "printable.h"
#include "reach.h"
#include "simulation/compile.h"
#include "simulation/describe.h"
#include "system/own_library.h"

#define TEMPLATE "tactus-part.so"

typedef struct settings {
    const char *path, *out, *header;
    tac_texts parameter;
} settings;

static const tac_option options[] = {
    {"out", "FILE", "the object to write, such as corner.so", TAC_ARG_TEXT(settings, out)},
    {"header", "FILE", "write a C header with its inputs and outputs as well",
     TAC_ARG_TEXT(settings, header)},
    {"parameter", "NAME=VALUE", "give a parameter of the model another value; may be repeated",
     TAC_ARG_TEXTS(settings, parameter)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = "no model given; try '%s --help'",
    .surplus = "one model at a time, not '%2$s' and '%1$s'",
};

static int compile(const settings *set)
{
    tac_simulation s = {0};
    tac_diag diag = {0};
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    char template[TAC_OWN_LIBRARY_SIZE];
    const tac_given given = {set->parameter.text, set->parameter.n, 0};
    int code = TAC_EXIT_OK;
    if (!tac_own_library(TEMPLATE, template, &diag)) {
        return tac_command_fail(TAC_EXIT_INPUT, diag.text);
    }
    bool is_read = tac_simulation_read_given(&s, set->path, NULL, &given);
    tac_command_tell(s.notes);
    if (!is_read || !tac_simulation_prepare(&s) || !tac_simulation_start(&s)) {
        code = tac_command_fail(tac_exit_of(&s.diag, TAC_EXIT_INPUT), s.diag.text);
    } else if (!tac_compile(&s, template, set->out, set->header, &why)) {
        code = tac_command_fail(tac_exit_of_failure(&why), why.diag.text);
    } else {
        printf("%s: %d bod%s, needs no compiler\n", TAC_SHOWN(set->out), s.file->desc.n_body,
               s.file->desc.n_body == 1 ? "y" : "ies");
        tac_lock lock = tac_find_lock(s.work, &s.state); // nobody can ask an object for it
        tac_print_lock(stdout, s.file, &lock);
    }
    tac_simulation_close(&s);
    return code;
}

static int run_compile(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (!set.out) {
        return tac_command_fail(TAC_EXIT_INPUT,
                                "tactus compile: no file to write; add '--out FILE'");
    }
    const tac_given given = {set.parameter.text, set.parameter.n, 0};
    const char *const output[] = {set.out, set.header};
    if (!tac_command_apart(a, output, 2) ||
        !tac_command_spares_all(a, set.path, &given, output, 2)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    size_t letters = strlen(set.out);
    bool is_file = strncmp(set.out, "/dev/", 5) != 0;
    if (is_file && (letters < 4 || strcmp(set.out + letters - 3, ".so") != 0)) {
        return tac_command_fail(TAC_EXIT_INPUT,
                                "tactus compile: inclusions know an object by a name that ends in "
                                "'.so'; write '--out NAME.so'");
    }
    return compile(&set);
}

const tac_command tac_command_compile = {
    .name = "compile",
    .arguments = "MODEL --out FILE [options]",
    .summary = "a model as a shared object that others take as a part",
    .syntax = &syntax,
    .run = run_compile,
};

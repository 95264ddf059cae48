// tactus types: what a model file may have: types of joints, forces and sensors, and their keys.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "printable.h"
#include "types/schema.h"
#include "types/tables.h"
#include "words.h"

typedef struct settings {
    const char *word;   // of a type, NULL: all
    const char *manual; // a section, NULL: not for the manual
    bool schema;
} settings;

static const tac_option options[] = {
    {"schema", NULL, "print the JSON schema of model files, for editors",
     TAC_ARG_FLAG(settings, schema)},
    {"manual", "SECTION",
     "print tables of the manual: joints, forces, sensors, variables, or a map",
     TAC_ARG_TEXT(settings, manual)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 0,
    .most = 1,
    .plain = TAC_ARG_AT(settings, word, const char *),
    .surplus = "one type at a time, not '%2$s' and '%1$s'",
};

enum { MOST_TYPES = 128 };

static int unknown(tac_args *a, const char *what, const char *word, const char *const *known, int n)
{
    const char *nearest = tac_nearest_word(word, known, n);
    (void)(nearest ? tac_args_fail(a, "unknown %s '%s'; did you mean '%s'?", what, TAC_SHOWN(word),
                                   nearest)
                   : tac_args_fail(a, "unknown %s '%s'; 'tactus types' lists them", what,
                                   TAC_SHOWN(word)));
    return tac_command_fail(TAC_EXIT_INPUT, a->error);
}

static int print_section(tac_args *a, const char *section)
{
    const char *known[TAC_N_TYPE_GROUP + TAC_N_MAP + 1] = {[TAC_N_TYPE_GROUP] = "variables"};
    if (strcmp(section, known[TAC_N_TYPE_GROUP]) == 0) {
        tac_print_tunable();
        return TAC_EXIT_OK;
    }
    for (int i = 0; i < TAC_N_MAP; i++) {
        known[TAC_N_TYPE_GROUP + 1 + i] = tac_model_maps[i].word;
        if (strcmp(section, tac_model_maps[i].word) == 0) {
            tac_print_map(&tac_model_maps[i]);
            return TAC_EXIT_OK;
        }
    }
    for (int i = 0; i < TAC_N_TYPE_GROUP; i++) {
        known[i] = tac_type_groups[i].section;
        if (strcmp(section, known[i]) == 0) {
            tac_print_manual(&tac_type_groups[i]);
            return TAC_EXIT_OK;
        }
    }
    return unknown(a, "section", section, known, TAC_N_TYPE_GROUP + TAC_N_MAP + 1);
}

static int print_word(tac_args *a, const char *word)
{
    if (tac_print_type(word)) {
        return TAC_EXIT_OK;
    }
    const char *known[MOST_TYPES];
    int n = 0;
    for (int g = 0; g < TAC_N_TYPE_GROUP; g++) {
        for (int i = 0; i < tac_type_groups[g].count() && n < MOST_TYPES; i++) {
            known[n++] = tac_type_groups[g].type(i)->word;
        }
    }
    for (int i = 0; i < TAC_N_MAP && n < MOST_TYPES; i++) {
        known[n++] = tac_model_maps[i].word;
    }
    return unknown(a, "type", word, known, n);
}

static int run(tac_args *a)
{
    settings s = {.word = NULL};
    if (!tac_args_read(a, &syntax, &s)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (s.schema) {
        return tac_print_schema(stdout)
                   ? TAC_EXIT_OK
                   : tac_command_fail(TAC_EXIT_MEMORY, "tactus types: out of memory");
    }
    if (s.manual) {
        return print_section(a, s.manual);
    }
    if (s.word) {
        return print_word(a, s.word);
    }
    tac_print_types();
    return TAC_EXIT_OK;
}

const tac_command tac_command_types = {
    .name = "types",
    .arguments = "[TYPE] [options]",
    .summary = "show types of joints, forces and sensors, and their keys",
    .syntax = &syntax,
    .run = run,
};

// tactus fmu: a model as a functional mock-up unit, which tools of others simulate.
#include <stdio.h>

#include "command/command.h"
#include "command/model_options.h"
#include "fmu/fmu_export.h"
#include "format/number.h"
#include "printable.h"
#include "system/own_library.h"

#define TEMPLATE "tactus-fmu.so"

typedef struct settings {
    const char *path, *out;
    tac_model_options model;
    double dt;          // 0: as in the model
    int order, version; // 0: as in the model; FMI 2
} settings;

static const char *const versions[] = {"2", "3"};

static const tac_option options[] = {
    {"out", "FILE", "the FMU to write, such as crane.fmu", TAC_ARG_TEXT(settings, out)},
    {"fmi", "2|3", "version of FMI (default 2)", TAC_ARG_NUMBER(settings, version, versions)},
    {"dt", "TIME", "step (default: as in the model)",
     TAC_ARG_REAL(settings, dt, TAC_Q_TIME, 1e-9, 1e3)},
    {"order", "2|3|4|6", "order of accuracy (default: as in the model)",
     TAC_ARG_WHOLE(settings, order, 2, 6)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_model_option, TAC_N_MODEL_OPTION, offsetof(settings, model)}},
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = TAC_NO_MODEL,
    .surplus = TAC_TWO_MODELS,
};

// What was given, as libtactus takes it: the texts and the memory of those that are made here.
typedef struct texts {
    const char *text[TAC_MOST_TEXTS + 4]; // (n)
    int n;
    char method[64], step[64], order[32], bounds[32];
} texts;

static void list_given(texts *t, const settings *set)
{
    char number[TAC_NUMBER_SIZE];
    *t = (texts){.n = 0};
    for (int i = 0; i < set->model.parameter.n; i++) {
        t->text[t->n++] = set->model.parameter.text[i];
    }
    if (set->model.method) {
        (void)snprintf(t->method, sizeof t->method, "solver.method=%s", set->model.method);
        t->text[t->n++] = t->method;
    }
    if (set->dt > 0.0) {
        tac_number_print(set->dt, number);
        (void)snprintf(t->step, sizeof t->step, "solver.step=%s", number);
        t->text[t->n++] = t->step;
    }
    if (set->order > 0) {
        (void)snprintf(t->order, sizeof t->order, "solver.order=%d", set->order);
        t->text[t->n++] = t->order;
    }
    if (set->model.bounds > 0) {
        (void)snprintf(t->bounds, sizeof t->bounds, "solver.bounds=%d", set->model.bounds);
        t->text[t->n++] = t->bounds;
    }
}

// Reads the model and gives it what was asked for.
static int load(tac_simulation *s, const settings *set, tac_args *a)
{
    const tac_given given = tac_model_options_given(&set->model);
    if (!tac_simulation_read_given(s, set->path, NULL, &given)) {
        return tac_is_rig_file(set->path)
                   ? tac_command_fail(TAC_EXIT_INPUT, "tactus fmu: this is a rig; give its model, "
                                                      "and what the rig says of it as options")
                   : tac_command_refuse(&s->diag, TAC_EXIT_INPUT);
    }
    if (s->notes) {
        return tac_command_fail(TAC_EXIT_INPUT,
                                "tactus fmu: this is a robot's file; give the model "
                                "that 'tactus import' makes of it");
    }
    tac_command_apply_method(s, set->model.method);
    s->options.dt = set->dt > 0.0 ? set->dt : s->options.dt;
    s->options.order = set->order > 0 ? set->order : s->options.order;
    if ((set->order > 0 && !tac_command_takes(a, s->method, TAC_KEY_ORDER)) ||
        !tac_command_spares_model(a, s->file, set->out)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    return tac_simulation_prepare(s) && tac_simulation_start(s)
               ? TAC_EXIT_OK
               : tac_command_refuse(&s->diag, TAC_EXIT_INPUT);
}

static int export(const tac_simulation *s, const settings *set)
{
    texts given;
    tac_fmu_about about;
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    char template[TAC_OWN_LIBRARY_SIZE];
    if (!tac_own_library(TEMPLATE, template, &why.diag)) {
        return tac_command_fail(TAC_EXIT_INPUT, why.diag.text);
    }
    list_given(&given, set);
    tac_fmi_version version = set->version == TAC_FMI_3 ? TAC_FMI_3 : TAC_FMI_2;
    if (!tac_fmu_export(s, version, given.text, given.n, template, set->out, &about, &why)) {
        return tac_command_fail(tac_exit_of_failure(&why), why.diag.text);
    }
    printf("%s: FMI %d.0 for co-simulation, %d inputs, %d parameters, %d outputs, step %.9g s\n",
           TAC_SHOWN(set->out), (int)version, about.n[TAC_VALUE_INPUT],
           about.n[TAC_VALUE_PARAMETER], about.n[TAC_VALUE_SENSOR], s->options.dt);
    return TAC_EXIT_OK;
}

static int run_fmu(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (!set.out) {
        return tac_command_fail(TAC_EXIT_INPUT, "tactus fmu: no file to write; add '--out FILE'");
    }
    tac_simulation s = {0};
    int code = load(&s, &set, a);
    code = code == TAC_EXIT_OK ? export(&s, &set) : code;
    tac_simulation_close(&s);
    return code;
}

const tac_command tac_command_fmu = {
    .name = "fmu",
    .arguments = "MODEL --out FILE [options]",
    .summary = "a model as an FMU for co-simulation in other tools",
    .syntax = &syntax,
    .run = run_fmu,
};

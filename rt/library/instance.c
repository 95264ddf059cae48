// Instances: made, started, set, stepped.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caller.h"
#include "handle.h"
#include "instance.h"
#include "observe.h"

int tac_instance_say(tactus *t, int code, const char *line)
{
    (void)snprintf(t->text, sizeof t->text, "%s", line);
    return code;
}

// ---- making --------------------------------------------------------------------------------------

static int take_values(tactus *t)
{
    for (int kind = 0; kind < TACTUS_KINDS; kind++) {
        int n = t->model->values.n[kind];
        t->value[kind] = calloc((size_t)n + 1, sizeof *t->value[kind]);
        if (!t->value[kind]) {
            return 0;
        }
        for (int i = 0; i < n; i++) {
            t->value[kind][i] = t->model->values.about[kind][i].value;
        }
    }
    t->given = malloc(t->sim.state.size);
    return t->given != NULL;
}

static int prepare(tactus *t)
{
    if (!tac_simulation_prepare(&t->sim)) {
        return tac_library_code(&t->sim.diag, TACTUS_WRONG);
    }
    if (!take_values(t)) {
        return TACTUS_MEMORY;
    }
    memcpy(t->given, t->sim.state.data, t->sim.state.size);
    t->sim.input = t->value[TACTUS_INPUT];
    return TACTUS_OK;
}

tactus *tactus_new(const tactus_model *model, tactus_error *error)
{
    tactus *t = calloc(1, sizeof *t);
    if (!t) {
        return tac_library_fail(error, TACTUS_MEMORY, "not enough memory for an instance");
    }
    t->model = model;
    tac_simulation_like(&t->sim, &model->base);
    tac_text_mode was = tac_enter_library();
    int code = prepare(t);
    tac_leave_library(was);
    const char *why = t->sim.diag.text;
    (void)tac_library_fail(error, code,
                           code == TACTUS_OK ? ""
                           : *why            ? why
                                             : "not enough memory for an instance");
    if (code != TACTUS_OK) {
        tactus_free(t);
        return NULL;
    }
    return t;
}

void tactus_free(tactus *t)
{
    if (!t) {
        return;
    }
    tac_simulation_close(&t->sim);
    for (int kind = 0; kind < TACTUS_KINDS; kind++) {
        free(t->value[kind]);
    }
    free(t->given);
    free(t);
}

// ---- starting ------------------------------------------------------------------------------------

void tac_instance_sense(tactus *t)
{
    tac_sense(t->sim.model, &t->sim.state, &t->sim.report, t->value[TACTUS_SENSOR]);
}

int tactus_start(tactus *t)
{
    tac_simulation *s = &t->sim;
    t->text[0] = '\0';
    if (s->options.is_static && t->tuned) {
        return tac_instance_say(t, TACTUS_WRONG,
                                "'start: static' finds the rest that the file's own parameters "
                                "have; set parameters after the start, or give them in the file");
    }
    tac_text_mode was = tac_enter_library();
    s->diag = (tac_diag){0};
    memcpy(s->state.data, t->given, s->state.size);
    t->doubts = (tac_doubts){0};
    t->started = tac_simulation_start(s);
    if (t->started) {
        tac_instance_sense(t);
    }
    tac_leave_library(was);
    return t->started ? TACTUS_OK
                      : tac_instance_say(t, tac_library_code(&s->diag, TACTUS_WRONG), s->diag.text);
}

// ---- values --------------------------------------------------------------------------------------

// Whether there are n values of a kind from the first one on; says what is wrong.
static int has_range(const tactus *t, int kind, int first, int n, char *line, size_t size)
{
    int all = tactus_count(t->model, kind);
    if (first >= 0 && n >= 0 && first <= all && n <= all - first) {
        return 1;
    }
    (void)snprintf(line, size, "values %d to %lld of kind %d are asked for, there are %d", first,
                   (long long)first + n - 1, kind, all);
    return 0;
}

// Whether a value may be set; says what is wrong.
static int fits(tactus *t, int kind, int index, double value)
{
    const tac_value_about *about = &t->model->values.about[kind][index];
    char line[256];
    if (isfinite(value) && value >= about->least) {
        return 1;
    }
    (void)snprintf(line, sizeof line, "'%.100s' cannot be %g; it takes finite numbers%s",
                   about->name, value,
                   about->least > 0.0    ? " above zero"
                   : about->least == 0.0 ? " from zero on"
                                         : "");
    (void)tac_instance_say(t, TACTUS_WRONG, line);
    return 0;
}

void tac_instance_put(tactus *t, int kind, int i, double x)
{
    if (kind == TACTUS_PARAMETER && x != t->value[kind][i]) {
        (void)tac_simulation_tune(&t->sim, tac_values_parameter(&t->model->values, i), x);
        t->tuned = true;
    }
    t->value[kind][i] = x;
}

int tactus_set(tactus *t, int kind, int first, int n, const double *value)
{
    char line[128];
    t->text[0] = '\0';
    if (kind != TACTUS_INPUT && kind != TACTUS_PARAMETER) {
        return tac_instance_say(t, TACTUS_WRONG, "inputs and parameters can be set, nothing else");
    }
    if (!has_range(t, kind, first, n, line, sizeof line)) {
        return tac_instance_say(t, TACTUS_WRONG, line);
    }
    tac_text_mode was = tac_enter_library();
    int good = 1;
    for (int i = 0; i < n && good; i++) {
        good = fits(t, kind, first + i, value[i]);
    }
    for (int i = 0; i < n && good; i++) {
        tac_instance_put(t, kind, first + i, value[i]);
    }
    tac_leave_library(was);
    return good ? TACTUS_OK : TACTUS_WRONG;
}

int tactus_get(const tactus *t, int kind, int first, int n, double *value)
{
    char line[128];
    if (!has_range(t, kind, first, n, line, sizeof line)) {
        return TACTUS_WRONG;
    }
    if (n > 0) {
        memcpy(value, t->value[kind] + first, (size_t)n * sizeof *value);
    }
    return TACTUS_OK;
}

const double *tactus_values(const tactus *t, int kind)
{
    return kind >= 0 && kind < TACTUS_KINDS ? t->value[kind] : NULL;
}

// ---- stepping ------------------------------------------------------------------------------------

int tactus_step(tactus *t, int64_t n)
{
    int code = TACTUS_OK;
    t->text[0] = '\0';
    if (!t->started || n < 0) {
        return tac_instance_say(t, TACTUS_WRONG,
                                t->started ? "a number of steps is not negative"
                                           : "not started; tactus_start comes before steps");
    }
    tac_text_mode was = tac_enter_library();
    for (int64_t k = 0; k < n && code == TACTUS_OK; k++) {
        if (tac_simulation_step(&t->sim).code != TAC_OK) {
            code = tac_instance_say(t, TACTUS_FAILED, t->sim.diag.text);
        } else {
            (void)tac_doubts_add(&t->doubts, &t->sim);
        }
    }
    tac_instance_sense(t);
    tac_leave_library(was);
    return code;
}

int64_t tactus_steps(const tactus *t)
{
    return *t->sim.state.step;
}

double tactus_time(const tactus *t)
{
    tac_text_mode was = tac_enter_library();
    double time = tac_simulation_time(&t->sim);
    tac_leave_library(was);
    return time;
}

// ---- in words ------------------------------------------------------------------------------------

const char *tactus_text(const tactus *t)
{
    return t->text;
}

int tactus_doubt(const tactus *t, char *line, size_t size)
{
    char said[TAC_DOUBT_TEXT];
    tac_text_mode was = tac_enter_library();
    tac_doubts_describe(&t->doubts, &t->sim, said, sizeof said);
    tac_leave_library(was);
    if (line && size > 0) {
        (void)snprintf(line, size, "%s", said);
    }
    return *said != '\0';
}

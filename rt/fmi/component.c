#include "component.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmu/payload.h"
#include "held.h"
#include "log_line.h"
#include "own_payload.h"
#include "steps.h"

const tac_fmi_host *tac_fmi_host_of(const tac_fmi_component *c)
{
    return &c->host;
}

const char *tac_fmi_name(const tac_fmi_component *c)
{
    return c->name;
}

// ---- coming and going ----------------------------------------------------------------------------

// Loads the model that the binary carries. False with the line.
static bool load(tac_fmi_component *c, const tac_fmu_payload *p, char *line, size_t size)
{
    tactus_error error = {.text = ""};
    tactus_file *file = calloc((size_t)p->n_file, sizeof *file);
    const char **given = calloc((size_t)p->n_given + 1, sizeof *given);
    for (int i = 0; i < p->n_file && file; i++) {
        const tac_fmu_text *text = &p->text[2 * i];
        file[i] = (tactus_file){text[0].bytes, text[1].bytes, text[1].size};
    }
    for (int i = 0; i < p->n_given && given; i++) {
        given[i] = p->text[2 * p->n_file + i].bytes;
    }
    if (file && given) {
        c->model = tactus_load_files(file, p->n_file, given, p->n_given, &error);
        c->instance = c->model ? tactus_new(c->model, &error) : NULL;
    }
    free(file);
    free(given);
    (void)snprintf(line, size, "%s", *error.text ? error.text : "not enough memory");
    return c->instance != NULL;
}

// The state that the instance has before anything is set.
static bool keep_pristine(tac_fmi_component *c)
{
    c->size = tactus_state_size(c->model);
    c->pristine = malloc(c->size);
    return c->pristine && tactus_save(c->instance, c->pristine, c->size) == TACTUS_OK;
}

static bool build(tac_fmi_component *c, const tac_fmu_payload *p, char *line, size_t size)
{
    tac_diag diag = {0};
    if (p->version != c->host.version) {
        (void)snprintf(line, size, "this FMU is one of FMI %d; take the functions of that version",
                       (int)p->version);
        return false;
    }
    if (!c->host.token || strcmp(p->token, c->host.token) != 0) {
        (void)snprintf(line, size,
                       "the token of this FMU is %s, not '%.80s'; take the modelDescription.xml "
                       "that belongs to it",
                       p->token, c->host.token ? c->host.token : "");
        return false;
    }
    if (!load(c, p, line, size)) {
        return false;
    }
    bool good = keep_pristine(c) && tac_own_list(c->model, c->host.version, &c->list, &diag);
    (void)snprintf(line, size, "%s", *diag.text ? diag.text : "not enough memory");
    return good;
}

tac_fmi_component *tac_fmi_open(const tac_fmi_host *host)
{
    char line[1100] = "not enough memory";
    tac_fmu_payload payload;
    tac_fmu_text *text = tac_own_payload(&payload, line, sizeof line);
    tac_fmi_component *c = calloc(1, sizeof *c);
    if (c) {
        *c = (tac_fmi_component){.host = *host,
                                 .name = strdup(host->name ? host->name : ""),
                                 .state = TAC_FMI_INSTANTIATED,
                                 .dirty = true,
                                 .categories = TAC_FMI_LOG_ERROR | TAC_FMI_LOG_WARNING};
    }
    bool good = c && c->name && text && build(c, &payload, line, sizeof line);
    free(text);
    if (good) {
        return c;
    }
    if (c) {
        tac_fmi_log_line(c, TAC_FMI_ERROR, line);
    }
    tac_fmi_close(c);
    return NULL;
}

void tac_fmi_close(tac_fmi_component *c)
{
    if (!c) {
        return;
    }
    tac_fmu_list_close(&c->list);
    tactus_free(c->instance);
    tactus_unload(c->model);
    free(c->pristine);
    free(c->name);
    free(c);
}

// ---- states --------------------------------------------------------------------------------------

static tac_fmi_status fail(tac_fmi_component *c, const char *line)
{
    c->state = c->host.version == TAC_FMI_3 ? TAC_FMI_TERMINATED : TAC_FMI_FAILED;
    tac_fmi_log_line(c, TAC_FMI_ERROR, line);
    return TAC_FMI_ERROR;
}

tac_fmi_status tac_fmi_refuse(tac_fmi_component *c, const char *format, ...)
{
    char line[1100];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return fail(c, line);
}

static const char *state_name(tac_fmi_state state)
{
    switch (state) {
    case TAC_FMI_INSTANTIATED:
        return "is instantiated";
    case TAC_FMI_INITIALIZING:
        return "is in initialization mode";
    case TAC_FMI_STEPPING:
        return "is in step mode";
    case TAC_FMI_TERMINATED:
        return "is terminated";
    case TAC_FMI_FAILED:
        return "has failed; reset it";
    case TAC_FMI_ANY:
        break;
    }
    return "";
}

bool tac_fmi_may(tac_fmi_component *c, unsigned states, const char *function)
{
    if (states & c->state) {
        return true;
    }
    (void)tac_fmi_refuse(c, "%s cannot be called while the instance %s", function,
                         state_name(c->state));
    return false;
}

tac_fmi_status tac_fmi_set_up(tac_fmi_component *c, double start, bool has_stop, double stop)
{
    if (start != 0.0) {
        return tac_fmi_refuse(c, "sources and drives of the model begin at 0 s; start there");
    }
    c->is_set_up = true;
    c->has_stop = has_stop;
    c->stop = stop;
    return TAC_FMI_OK;
}

tac_fmi_status tac_fmi_enter_initialization(tac_fmi_component *c)
{
    if (!c->is_set_up) {
        return tac_fmi_refuse(c, "the experiment is not set up");
    }
    c->state = TAC_FMI_INITIALIZING;
    return TAC_FMI_OK;
}

// Finds the start with what was set.
static bool start(tac_fmi_component *c)
{
    if (c->dirty && tactus_start(c->instance) != TACTUS_OK) {
        (void)fail(c, tactus_text(c->instance));
        return false;
    }
    c->dirty = false;
    return true;
}

tac_fmi_status tac_fmi_exit_initialization(tac_fmi_component *c)
{
    if (!start(c)) {
        return TAC_FMI_ERROR;
    }
    c->state = TAC_FMI_STEPPING;
    return TAC_FMI_OK;
}

tac_fmi_status tac_fmi_terminate(tac_fmi_component *c)
{
    char line[600];
    if (tactus_doubt(c->instance, line, sizeof line)) {
        tac_fmi_log_line(c, TAC_FMI_WARNING, line);
    }
    c->state = TAC_FMI_TERMINATED;
    return TAC_FMI_OK;
}

tac_fmi_status tac_fmi_reset(tac_fmi_component *c)
{
    (void)tactus_restore(c->instance, c->pristine, c->size);
    c->state = TAC_FMI_INSTANTIATED;
    c->dirty = true;
    c->is_set_up = c->has_stop = false;
    return TAC_FMI_OK;
}

tac_fmi_state tac_fmi_state_of(const tac_fmi_component *c)
{
    return c->state;
}

// ---- values --------------------------------------------------------------------------------------

// Values that n references have together; 0 and the line when one of them is none. `input` also takes no outputs.
static bool count_values(tac_fmi_component *c, const unsigned *reference, size_t n, bool input,
                         size_t *all)
{
    *all = 0;
    for (size_t i = 0; i < n; i++) {
        const tac_fmu_variable *v = tac_fmu_find(&c->list, reference[i]);
        if (!v && reference[i] != 0) {
            (void)tac_fmi_refuse(c, "there is no variable with the value reference %u",
                                 reference[i]);
            return false;
        }
        if (input && (!v || v->kind == TAC_VALUE_SENSOR)) {
            (void)tac_fmi_refuse(c, "'%s' is calculated and cannot be set", v ? v->name : "time");
            return false;
        }
        *all += v ? (size_t)v->n : 1;
    }
    return true;
}

static bool has_outputs(const tac_fmi_component *c, const unsigned *reference, size_t n)
{
    bool has = false;
    for (size_t i = 0; i < n; i++) {
        const tac_fmu_variable *v = tac_fmu_find(&c->list, reference[i]);
        has = has || (v && v->kind == TAC_VALUE_SENSOR);
    }
    return has;
}

static bool counts_fit(tac_fmi_component *c, const unsigned *reference, size_t n, bool input,
                       size_t n_value)
{
    size_t all;
    if (!count_values(c, reference, n, input, &all)) {
        return false;
    }
    if (all != n_value) {
        (void)tac_fmi_refuse(c, "these variables have %zu values, not %zu", all, n_value);
    }
    return all == n_value;
}

tac_fmi_status tac_fmi_get(tac_fmi_component *c, const unsigned *reference, size_t n, double *value,
                           size_t n_value)
{
    if (!counts_fit(c, reference, n, false, n_value)) {
        return TAC_FMI_ERROR;
    }
    if (has_outputs(c, reference, n)) {
        if (c->state == TAC_FMI_INSTANTIATED) {
            return tac_fmi_refuse(c, "outputs are known from initialization mode on");
        }
        if (c->state == TAC_FMI_INITIALIZING && !start(c)) {
            return TAC_FMI_ERROR;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const tac_fmu_variable *v = tac_fmu_find(&c->list, reference[i]);
        if (v) {
            (void)tactus_get(c->instance, (int)v->kind, v->first, v->n, value);
            value += v->n;
        } else {
            *value++ = tac_fmi_time(c);
        }
    }
    return TAC_FMI_OK;
}

tac_fmi_status tac_fmi_set(tac_fmi_component *c, const unsigned *reference, size_t n,
                           const double *value, size_t n_value)
{
    if (!counts_fit(c, reference, n, true, n_value)) {
        return TAC_FMI_ERROR;
    }
    for (size_t i = 0; i < n; i++) { // of one value each, all before the first is taken
        const tac_fmu_variable *v = tac_fmu_find(&c->list, reference[i]);
        if (!tac_fmi_takes(v, value[i])) {
            char line[256];
            (void)snprintf(
                line, sizeof line, "'%.150s' takes finite numbers%s, not this one", v->name,
                v->kind == TAC_VALUE_PARAMETER && v->least == 0.0 ? " from zero on" : "");
            tac_fmi_log_line(c, TAC_FMI_DISCARD, line);
            return TAC_FMI_DISCARD;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const tac_fmu_variable *v = tac_fmu_find(&c->list, reference[i]);
        (void)tactus_set(c->instance, (int)v->kind, v->first, 1, &value[i]);
    }
    c->dirty = c->dirty || (n > 0 && c->state != TAC_FMI_STEPPING);
    return TAC_FMI_OK;
}

// ---- time ----------------------------------------------------------------------------------------

double tac_fmi_time(const tac_fmi_component *c)
{
    return tactus_time(c->instance);
}

tac_fmi_status tac_fmi_do_step(tac_fmi_component *c, double t, double h)
{
    char line[300];
    int64_t n = tac_fmi_count_steps(c, t, h, line, sizeof line);
    if (n < 0) {
        return fail(c, line);
    }
    int code = tactus_step(c->instance, n);
    if (code != TACTUS_OK) {
        return fail(c, tactus_text(c->instance));
    }
    return TAC_FMI_OK;
}

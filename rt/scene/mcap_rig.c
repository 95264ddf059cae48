#include "mcap_rig.h"

#include <stdlib.h>
#include <string.h>

#include "scene_text.h"

// ---- names ---------------------------------------------------------------------------------------

// One more behind n; the list where it is NULL without memory.
static void *one_more(tac_mcap_rig *r, void *list, int n, size_t item)
{
    void *more = (n & (n + 1)) == 0 ? realloc(list, (size_t)(2 * n + 2) * item) : list;
    r->no_memory = r->no_memory || !more;
    return more ? more : list;
}

// A signal begins with each new prefix; ".x" and "[1]" are values of it.
static void take_name(void *to, const char *prefix, const char *text)
{
    tac_mcap_rig *r = to;
    bool again = r->n_signal > 0 && strcmp(r->signal[r->n_signal - 1].name, prefix) == 0;
    if (!again) {
        r->signal = one_more(r, r->signal, r->n_signal, sizeof *r->signal);
    }
    r->value = one_more(r, r->value, r->n_value, sizeof *r->value);
    if (r->no_memory) {
        return;
    }
    if (!again) {
        r->signal[r->n_signal] = (tac_mcap_signal){.first = r->n_value};
        (void)snprintf(r->signal[r->n_signal++].name, sizeof r->signal->name, "%s", prefix);
    }
    tac_mcap_value *v = &r->value[r->n_value++];
    *v = (tac_mcap_value){.unit = ""};
    (void)snprintf(v->name, sizeof v->name, "%.*s", (int)strcspn(text + strspn(text, ".["), "]"),
                   text + strspn(text, ".["));
    r->signal[r->n_signal - 1].n++;
}

static void take_unit(void *to, const char *unit)
{
    tac_mcap_rig *r = to;
    if (!r->no_memory && r->n_value > 0) {
        (void)snprintf(r->value[r->n_value - 1].unit, sizeof r->value->unit, "%s", unit);
    }
}

static void take_numbers(void *to, const double *x, int n)
{
    tac_mcap_rig *r = to;
    for (int i = 0; i < n && r->at < r->n_value; i++) {
        r->x[r->at++] = x[i];
    }
}

static int take_end(void *to)
{
    return !((tac_mcap_rig *)to)->no_memory;
}

static tac_row_sink sink_of(tac_mcap_rig *r)
{
    return (tac_row_sink){r, take_name, take_numbers, take_end, take_unit, NULL};
}

// ---- schemas -------------------------------------------------------------------------------------

typedef struct message {
    tac_mcap_rig *r;
    const tac_mcap_signal *signal;
    const tac_export_cycle *cycle;
    const tac_export_event *event;
} message;

static const char *name_of(const tac_mcap_value *v)
{
    return *v->name ? v->name : "value";
}

static void open_schema(tac_json *j)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "object");
    tac_json_open(j, "properties", '{');
}

static void put_text_schema(tac_json *j, const char *name)
{
    tac_json_open(j, name, '{');
    tac_json_text(j, "type", "string");
    tac_json_close(j, '}');
}

static void close_schema(tac_json *j)
{
    tac_json_close(j, '}');
    tac_json_close(j, '}');
}

static void put_signal_schema(tac_json *j, void *context)
{
    const message *g = context;
    open_schema(j);
    for (int k = 0; k < g->signal->n; k++) {
        const tac_mcap_value *v = &g->r->value[g->signal->first + k];
        tac_put_value_schema(j, name_of(v), v->unit);
    }
    close_schema(j);
}

static void put_cycle_schema(tac_json *j, void *context)
{
    static const char *const member[][2] = {
        {"cycle", ""},      {"step", ""},    {"wake", "s"},        {"step_time", "s"},
        {"slack", "s"},     {"held", "s"},   {"phase_error", "s"}, {"cpu", "s"},
        {"iterations", ""}, {"skipped", ""}, {"flags", ""},        {"missed", ""}};
    (void)context;
    open_schema(j);
    for (size_t i = 0; i < sizeof member / sizeof *member; i++) {
        tac_put_value_schema(j, member[i][0], member[i][1]);
    }
    put_text_schema(j, "cause");
    close_schema(j);
}

static void put_event_schema(tac_json *j, void *context)
{
    (void)context;
    open_schema(j);
    tac_put_value_schema(j, "step", "");
    put_text_schema(j, "event");
    put_text_schema(j, "item");
    tac_put_value_schema(j, "value", "");
    close_schema(j);
}

// ---- messages ------------------------------------------------------------------------------------

static void put_signal(tac_json *j, void *context)
{
    const message *g = context;
    tac_json_open(j, NULL, '{');
    for (int k = g->signal->first; k < g->signal->first + g->signal->n; k++) {
        tac_json_real(j, name_of(&g->r->value[k]), g->r->x[k]);
    }
    tac_json_close(j, '}');
}

static void put_cycle(tac_json *j, void *context)
{
    const tac_export_cycle *c = ((const message *)context)->cycle;
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "cycle", c->index);
    tac_json_whole(j, "step", c->step);
    tac_json_real(j, "wake", c->wake);
    tac_json_real(j, "step_time", c->step_time);
    tac_json_real(j, "slack", c->slack);
    tac_json_real(j, "held", c->held);
    tac_json_real(j, "phase_error", c->phase_error);
    tac_json_real(j, "cpu", c->cpu);
    tac_json_whole(j, "iterations", c->iterations);
    tac_json_whole(j, "skipped", c->skipped);
    tac_json_whole(j, "flags", c->flags);
    tac_json_whole(j, "missed", c->cause != 0);
    tac_json_text(j, "cause", c->cause_name);
    tac_json_close(j, '}');
}

static void put_event(tac_json *j, void *context)
{
    const tac_export_event *v = ((const message *)context)->event;
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "step", v->step);
    tac_json_text(j, "event", v->what);
    tac_json_text(j, "item", v->item);
    tac_json_real(j, "value", v->value);
    tac_json_close(j, '}');
}

static bool send(const message *g, int channel, uint64_t time,
                 void (*write)(tac_json *j, void *context))
{
    tac_mcap_rig *r = g->r;
    message copy = *g;
    if (!tac_json_fill(&r->text, write, &copy)) {
        r->mcap->no_memory = true;
        return false;
    }
    return tac_mcap_put(r->mcap, channel, time, r->text.text, (size_t)r->text.n);
}

// ---- as part of a file ---------------------------------------------------------------------------

static int add_channel(tac_mcap_rig *r, const char *topic, message *g,
                       void (*schema)(tac_json *j, void *context))
{
    return tac_json_fill(&r->text, schema, g)
               ? tac_mcap_add_channel(r->mcap, topic, topic + 1, r->text.text)
               : -1;
}

static bool add_signals(tac_mcap_rig *r, const tac_simulation *s)
{
    const tac_row_sink sink = sink_of(r);
    if (!r->rig->signals.header) {
        return true;
    }
    bool good = r->rig->signals.header(r->rig->signals.context, &sink, s) && !r->no_memory;
    r->x = calloc((size_t)r->n_value + 1, sizeof *r->x);
    for (int i = 0; i < r->n_signal && good && r->x; i++) {
        char topic[192];
        message g = {.r = r, .signal = &r->signal[i]};
        (void)snprintf(topic, sizeof topic, "/signals/%s", r->signal[i].name);
        r->signal[i].channel = add_channel(r, topic, &g, put_signal_schema);
        good = r->signal[i].channel >= 0;
    }
    return good && r->x;
}

bool tac_mcap_rig_open(tac_mcap_rig *r, tac_mcap *mcap, const tac_export_rig *rig,
                       const tac_simulation *s)
{
    *r = (tac_mcap_rig){.mcap = mcap, .rig = rig, .cycles = -1, .events = -1};
    message g = {.r = r};
    if (rig->has_clock) {
        r->cycles = add_channel(r, "/cycles", &g, put_cycle_schema);
        r->events = add_channel(r, "/events", &g, put_event_schema);
    }
    return add_signals(r, s) && (!rig->has_clock || (r->cycles >= 0 && r->events >= 0));
}

bool tac_mcap_rig_row(tac_mcap_rig *r, const tac_simulation *s, uint64_t time)
{
    const tac_row_sink sink = sink_of(r);
    r->at = 0;
    bool good = r->n_signal == 0 || r->rig->signals.row(r->rig->signals.context, &sink, s);
    for (int i = 0; i < r->n_signal && good; i++) {
        const message g = {.r = r, .signal = &r->signal[i]};
        good = send(&g, r->signal[i].channel, time, put_signal);
    }
    return good;
}

bool tac_mcap_rig_cycle(tac_mcap_rig *r, const tac_export_cycle *c, uint64_t time)
{
    const message g = {.r = r, .cycle = c};
    return r->cycles < 0 || send(&g, r->cycles, time, put_cycle);
}

bool tac_mcap_rig_event(tac_mcap_rig *r, const tac_export_event *v, uint64_t time)
{
    const message g = {.r = r, .event = v};
    return r->events < 0 || send(&g, r->events, time, put_event);
}

void tac_mcap_rig_close(tac_mcap_rig *r)
{
    free(r->signal);
    free(r->value);
    free(r->x);
    free(r->text.text);
    *r = (tac_mcap_rig){0};
}

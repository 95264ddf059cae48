#include "export_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = 1, EVENTS = 2 }; // tables of a file

// ---- signals -------------------------------------------------------------------------------------

static void name_below(void *to, const char *prefix, const char *text)
{
    const tac_row_sink *t = to;
    char below[160];
    (void)snprintf(below, sizeof below, "signals/%.140s", prefix);
    t->name(t->to, below, text);
}

static void unit_below(void *to, const char *unit)
{
    const tac_row_sink *t = to;
    t->unit(t->to, unit);
}

static int no_end(void *to)
{
    (void)to;
    return 1;
}

bool tac_export_signal_names(const tac_export_rig *r, const tac_row_sink *t,
                             const tac_simulation *s)
{
    tac_row_sink inner = *t;
    const tac_row_sink below = {&inner, name_below, NULL, no_end, unit_below, NULL};
    return !r->signals.header || r->signals.header(r->signals.context, &below, s);
}

bool tac_export_signals(const tac_export_rig *r, const tac_row_sink *t, const tac_simulation *s)
{
    tac_row_sink row = *t;
    row.end_row = no_end;
    return !r->signals.header || r->signals.row(r->signals.context, &row, s);
}

// ---- cycles --------------------------------------------------------------------------------------

bool tac_export_clock_names(tac_table_file *file, const tac_export_rig *r)
{
    static const char *const cycle[][2] = {
        {"t", "s"},      {"cycle", ""}, {"step", ""},         {"wake", "s"}, {"step_time", "s"},
        {"slack", "s"},  {"held", "s"}, {"phase_error", "s"}, {"cpu", "s"},  {"iterations", ""},
        {"skipped", ""}, {"flags", ""}, {"cause", ""}};
    static const char *const event[][2] = {
        {"t", "s"}, {"step", ""}, {"what", ""}, {"item", ""}, {"value", ""}};
    tac_row_sink t;
    if (!r->has_clock || !tac_table_beside(file, CYCLES, &t)) {
        return true;
    }
    for (size_t i = 0; i < sizeof cycle / sizeof *cycle; i++) {
        tac_row_sink_column(&t, "cycles/", cycle[i][0], cycle[i][1]);
    }
    tac_row_sink_note(&t, "causes", r->causes);
    bool good = tac_row_sink_end_row(&t) && tac_table_beside(file, EVENTS, &t);
    for (size_t i = 0; i < sizeof event / sizeof *event; i++) {
        tac_row_sink_column(&t, "events/", event[i][0], event[i][1]);
    }
    return good && tac_row_sink_end_row(&t);
}

bool tac_export_cycle_row(tac_table_file *file, const tac_export_cycle *c, double at)
{
    tac_row_sink t;
    if (!tac_table_beside(file, CYCLES, &t)) {
        return true;
    }
    const double row[] = {at,         (double)c->index, (double)c->step, c->wake, c->step_time,
                          c->slack,   c->held,          c->phase_error,  c->cpu,  c->iterations,
                          c->skipped, c->flags,         c->cause};
    tac_row_sink_numbers(&t, row, sizeof row / sizeof *row);
    return tac_row_sink_end_row(&t);
}

// ---- events --------------------------------------------------------------------------------------

// The number of a word, 1 for the first; 0 of none, and of those for which there is no room.
static int number_of(tac_export_words *w, const char *word)
{
    enum { MOST = 32768 }; // bytes: an attribute of HDF5 has up to 64 KiB
    size_t length = strlen(word);
    int n = 0;
    for (const char *at = w->text; at && *at; at = strchr(at, '\n') + 1) {
        n++;
        if (strncmp(at, word, length) == 0 && at[length] == '\n') {
            return n;
        }
    }
    char *more = length > 0 && w->size + length + 2 < MOST && !strchr(word, '\n')
                     ? realloc(w->text, w->size + length + 2)
                     : NULL;
    if (!more) {
        return 0;
    }
    (void)snprintf(more + w->size, length + 2, "%s\n", word);
    w->text = more;
    w->size += length + 1;
    return ++w->n;
}

bool tac_export_event_row(tac_table_file *file, tac_clock_tables *k, const tac_export_event *v,
                          double at)
{
    tac_row_sink t;
    if (!tac_table_beside(file, EVENTS, &t)) {
        return true;
    }
    const double row[] = {at, (double)v->step, number_of(&k->what, v->what),
                          number_of(&k->item, v->item), v->value};
    tac_row_sink_numbers(&t, row, sizeof row / sizeof *row);
    return tac_row_sink_end_row(&t);
}

void tac_export_clock_words(tac_table_file *file, const tac_clock_tables *k)
{
    tac_row_sink t;
    if (k->what.n > 0 && tac_table_beside(file, EVENTS, &t)) {
        tac_row_sink_note(&t, "events", k->what.text);
        tac_row_sink_note(&t, "event_items", k->item.text ? k->item.text : "");
    }
}

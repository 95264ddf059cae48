#include "reach.h"

#include <math.h>

#include "base/curve.h"
#include "element/source.h"
#include "model/source.h"
#include "model/tables.h"

// Before and after an instant, by a part of it.
static const double beside = 1e-12;

// Of the size of a source: what it goes on by between these two is less.
static const double is_jump = 1e-6;

// m/s or rad/s: rounding of tables that are level or straight.
static const double is_kink = 1e-9;

// ---- jumps of sources --------------------------------------------------------------------------

typedef struct jump_search {
    const tac_source_desc *of;
    double factor;
    tac_source_jump *most;
} jump_search;

static double value_at(const tac_source_desc *of, double t)
{
    const tac_source_at when = {.t = t};
    return tac_source_type_of(of->kind)->value(of, &when);
}

static void look_for_jump(void *context, double t)
{
    const jump_search *s = context;
    double before = t - beside * fabs(t), after = t + beside * fabs(t);
    double from = value_at(s->of, before), to = value_at(s->of, after);
    double by = fabs(s->factor * (to - from));
    double size = fabs(s->factor) * fmax(fabs(s->of->c[0]), fabs(s->of->c[1]));
    bool is_one = t > 0.0 && by > is_jump * size;
    if (is_one && by > s->most->by) {
        *s->most = (tac_source_jump){by, t};
    }
}

// Of a table that begins again where it did not end.
static void look_at_round(const tac_source_desc *of, const tac_table_desc *t, double factor,
                          tac_source_jump *most)
{
    double by = fabs(factor * of->c[1] * (t->y[t->n - 1] - t->y[0])), size = 0.0;
    double round = t->x[t->n - 1] - t->x[0], first = t->x[0] - floor(t->x[0] / round) * round;
    for (int k = 0; k < t->n; k++) {
        size = fmax(size, fabs(factor * of->c[1] * t->y[k]));
    }
    if (by > is_jump * size && by > most->by) {
        *most = (tac_source_jump){by, first > 0.0 ? first : round};
    }
}

static void find_jumps(const tac_source_desc *source, const int *term, const tac_table_desc *table,
                       int i, double factor, tac_source_jump *most)
{
    const tac_source_desc *of = &source[i];
    const tac_source_type *type = tac_source_type_of(of->kind);
    jump_search s = {of, factor, most};
    if (type->corners && of->table == TAC_NONE) { // tables have none
        type->corners(of, NULL, look_for_jump, &s);
    }
    if (of->table != TAC_NONE && of->repeats) {
        look_at_round(of, &table[of->table], factor, most);
    }
    for (int k = 0; k < of->n_term; k++) {
        find_jumps(source, term, table, term[of->first_term + k], factor * of->c[1], most);
    }
}

tac_source_jump tac_find_source_jump(const tac_source_desc *source, const int *term,
                                     const tac_table_desc *table, int i)
{
    tac_source_jump most = {0.0, 0.0};
    find_jumps(source, term, table, i, 1.0, &most);
    return most;
}

// ---- values at the start -------------------------------------------------------------------------

size_t tac_source_scratch(const tac_model *m)
{
    return (size_t)m->signals.n_source * sizeof(tac_signal) +
           3 * (size_t)tac_history_count(m) * sizeof(double);
}

void tac_find_start_values(const tac_model *m, const double *input, void *scratch, double *value)
{
    tac_signal *at = scratch;
    double *history = (double *)(void *)(at + m->signals.n_source);
    for (int i = 0; i < 3 * tac_history_count(m); i++) {
        bool block = i >= 3 * m->signals.n_input;
        history[i] = block ? 0.0 : input ? input[i / 3] : m->signals.input0[i / 3];
    }
    tac_signals(m, 0.0, 0.0, 1.0, history, at);
    for (int i = 0; i < m->signals.n_source; i++) {
        value[i] = at[i].x;
    }
}

// ---- corners of drives -------------------------------------------------------------------------

typedef struct corner_search {
    const tac_model *m;
    const tac_source_desc *of;
    double factor, until;
    int joint;
    bool turns;
    tac_drive_corners *found;
} corner_search;

static void look_at_corner(void *context, double t)
{
    const corner_search *s = context;
    const tac_source_over step = {.t0 = t - beside * fabs(t),
                                  .t1 = t + beside * fabs(t),
                                  .table = s->m->signals.table,
                                  .term = s->m->signals.source_term};
    double by = fabs(s->factor * tac_source_type_of(s->of->kind)->kick(s->of, &step));
    if (t > 0.0 && t < s->until && by > is_kink) {
        s->found->n++;
        if (by > s->found->by) {
            s->found->by = by;
            s->found->time = t;
            s->found->joint = s->joint;
            s->found->turns = s->turns;
        }
    }
}

static void find_corners(corner_search *s, int source, double factor)
{
    const tac_source_desc *of = &s->m->signals.source[source];
    const tac_source_type *type = tac_source_type_of(of->kind);
    tac_table_desc table = {0};
    if (of->table != TAC_NONE) {
        const tac_curve *t = &s->m->signals.table[of->table];
        table = (tac_table_desc){t->n, t->x, t->y, t->cubic};
    }
    s->of = of;
    s->factor = factor;
    if (type->corners && type->kick) {
        type->corners(of, &table, look_at_corner, s);
    }
    for (int k = 0; k < of->n_term; k++) {
        find_corners(s, s->m->signals.source_term[of->first_term + k], factor * of->c[1]);
    }
}

tac_drive_corners tac_find_drive_corners(const tac_model *m, double until)
{
    tac_drive_corners found = {.joint = TAC_NONE};
    for (int i = 0; i < m->n_joint; i++) {
        const tac_element *e = &m->element[m->element_first[TAC_JOINTS] + i];
        for (int k = 0; k < e->n_row; k++) {
            corner_search s = {.m = m,
                               .until = until,
                               .joint = e->index,
                               .turns = tac_row_turns(&e->rows[k]),
                               .found = &found};
            if (e->rows[k].drive != TAC_NONE) {
                find_corners(&s, e->rows[k].drive, 1.0);
            }
        }
    }
    return found;
}

// ---- tables ------------------------------------------------------------------------------------

tac_table_beyond tac_find_table_beyond(const tac_model *m, int table)
{
    const tac_curve *t = &m->signals.table[table];
    tac_overshoot most = tac_curve_overshoot(t);
    double low = t->y[0], high = t->y[0];
    for (int i = 1; i < t->n; i++) {
        low = fmin(low, t->y[i]);
        high = fmax(high, t->y[i]);
    }
    return (tac_table_beyond){most.by, most.at, high - low};
}

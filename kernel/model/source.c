// Functions of time with their first and second derivative, evaluated once per step, and their
// means over it.
#include "source.h"

#include "element/source.h"

// At t, which is so much before the last of the inputs.
static void signals_at(const tac_model *m, double t, double ahead, double dt, const double *history,
                       tac_signal *out)
{
    const tac_source_at when = {
        t, ahead, dt, history, m->signals.table, m->signals.source_term, out, m->laws.roads.road};
    for (int i = 0; i < m->signals.n_source; i++) {
        const tac_source_desc *s = &m->signals.source[i];
        const tac_source_type *type = tac_source_type_of(s->kind);
        out[i] = type->never_changes ? (tac_signal){s->c[0], 0.0, 0.0} : type->at(s, &when);
    }
}

// Values alone.
static void values_at(const tac_model *m, double t, double ahead, double dt, const double *history,
                      tac_signal *out)
{
    const tac_source_at when = {
        t, ahead, dt, history, m->signals.table, m->signals.source_term, out, m->laws.roads.road};
    for (int i = 0; i < m->signals.n_source; i++) {
        const tac_source_desc *s = &m->signals.source[i];
        const tac_source_type *type = tac_source_type_of(s->kind);
        out[i].x = type->never_changes ? s->c[0] : type->value(s, &when);
    }
}

void tac_signals(const tac_model *m, double end, double ahead, double dt, const double *history,
                 tac_signal *out)
{
    signals_at(m, end - ahead, ahead, dt, history, out);
}

void tac_step_signals(const tac_model *m, const tac_signal_span *of, double dt,
                      const tac_inputs *inputs, const tac_signal *end, tac_signal *mean,
                      tac_signal *push)
{
    double length = of->end - of->start;
    tac_source_over step = {.t0 = of->start,
                            .t1 = of->end,
                            .middle = 0.5 * (of->start + of->end),
                            .length = length,
                            .whole = length > 0.75 * dt,
                            .input_mean = inputs->mean,
                            .table = m->signals.table,
                            .term = m->signals.source_term,
                            .mean = mean,
                            .road = m->laws.roads.road};
    values_at(m, of->start, of->ahead, dt, inputs->history, push);
    for (int i = 0; i < m->signals.n_source; i++) {
        const tac_signal last = end[i]; // which may lie where the mean will
        const tac_source_type *type = tac_source_type_of(m->signals.source[i].kind);
        if (type->never_changes) {
            mean[i] = push[i] = last;
            continue;
        }
        step.first = push[i].x;
        step.last = last.x;
        double start = push[i].x, x = type->mean(&m->signals.source[i], &step);
        mean[i] = (tac_signal){x, (last.x - start) / length, 0.0};
        push[i] = (tac_signal){2.0 * x - start, last.xd, last.xdd};
    }
}

double tac_largest_of_source(const tac_model *m, int source)
{
    const tac_source_desc *s = &m->signals.source[source];
    const tac_source_type *type = tac_source_type_of(s->kind);
    const tac_source_bounds from = {m->signals.table, m->signals.input0};
    if (type->never_changes) {
        return fabs(s->c[0]);
    }
    if (type->largest) {
        return type->largest(s, &from);
    }
    double by = s->n_term > 0 ? 0.0 : 1.0;
    for (int k = 0; k < s->n_term; k++) {
        by += tac_largest_of_source(m, m->signals.source_term[s->first_term + k]);
    }
    return fabs(s->c[0]) + fabs(s->c[1]) * by;
}

void tac_add_kicks(const tac_model *m, double start, double end, tac_signal *scratch,
                   tac_signal *of)
{
    const tac_source_over step = {.t0 = start,
                                  .t1 = end,
                                  .length = end - start,
                                  .table = m->signals.table,
                                  .term = m->signals.source_term};
    for (int i = 0; i < m->signals.n_source; i++) {
        const tac_source_desc *s = &m->signals.source[i];
        const tac_source_type *type = tac_source_type_of(s->kind);
        double kick = type->kick ? type->kick(s, &step) : 0.0;
        for (int k = 0; k < s->n_term; k++) {
            kick += s->c[1] * scratch[m->signals.source_term[s->first_term + k]].x;
        }
        scratch[i].x = kick;
        of[i].xdd += kick / step.length;
    }
}

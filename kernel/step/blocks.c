#include "blocks.h"

#include "element/block.h"
#include "observe.h"

// The number that a block reads of a sensor where the step begins.
static double sense(const tac_workspace *w, const tac_state *s, const tac_source_desc *of)
{
    int which = of->sensor / (w->m->signals.n_sensor / w->m->sums.beside);
    tac_sense_some(w->m, s, &w->step.report[which], of->sensor, 1, w->step.sensed);
    return w->step.sensed[of->column];
}

void tac_run_blocks(tac_workspace *w, const tac_state *s, int64_t step)
{
    const tac_model *m = w->m;
    tac_signal *signal = w->step.signal;
    const tac_source_at when = {.t = w->step.end,
                                .dt = w->o.dt,
                                .history = w->step.input,
                                .table = m->signals.table,
                                .term = m->signals.source_term,
                                .before = signal};
    tac_block_at now = {.dt = w->o.dt,
                        .begins = step == 0,
                        .before = signal,
                        .table = m->signals.table,
                        .term = m->signals.source_term};
    for (int i = 0; i < m->signals.n_source; i++) {
        const tac_source_desc *of = &m->signals.source[i];
        const tac_source_type *type = tac_source_type_of(of->kind);
        if (type->run) {
            now.sensed = type->senses ? sense(w, s, of) : 0.0;
            double *u = w->step.input + 3 * of->input;
            const double *before = s->input + 3 * of->input;
            u[0] = type->run(of, &now, s->block + of->memory, w->step.block + of->memory);
            u[1] = step > 0 ? before[0] : u[0];
            u[2] = step > 0 ? before[1] : u[0];
        }
        signal[i] = type->never_changes ? (tac_signal){of->c[0], 0.0, 0.0} : type->at(of, &when);
    }
}

// Before and after the stages: signals in, results taken over.
#include "state_io.h"

#include "blocks.h"
#include "feature/flexible/flexible_layers.h"
#include "model/flexible.h"
#include "workspace/layers.h"
#include "workspace/multirate_data.h"
#include "workspace/single_access.h"
#include "workspace/stage_numbers.h"

// ---- couplers ----------------------------------------------------------------------------------

void tac_begin_couplers(const tac_model *m, const tac_state *s)
{
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        double *of = s->coupled + 2 * (i - m->couplers.first_term);
        of[0] = m->element[i].lead;
        of[1] = m->element[i].length;
    }
}

// A coordinate, or the table of it, where a state is.
static double value_in(const tac_model *m, const tac_state *s, const tac_element *of)
{
    tac_element e = *of;
    tac_pose pose[2] = {tac_state_pose(m, s, of, 0), tac_state_pose(m, s, of, 1)};
    tac_slot slot[2];
    double phi, phi_t;
    e.length = 0.0;
    e.lead = 1.0;
    e.rows[0].drive = TAC_NONE;
    tac_rows_position(&e, &pose[0], &pose[1], NULL,
                      of->angle == TAC_NONE ? 0.0 : s->angle[of->angle], &slot[0], &slot[1], &phi,
                      &phi_t);
    return phi;
}

static void set_term(const tac_workspace *w, int element, const double *of)
{
    const tac_grouping *g = w->plan->g;
    int cell = g->element_cell[element];
    double *fields = w->fields.element + (size_t)(cell * TAC_ELEMENT_FIELDS * g->lanes);
    for (int l = 0; l < g->lanes; l++) {
        if (w->plan->cell[cell].element[l] == element) {
            fields[E_LEAD * g->lanes + l] = of[0];
            fields[E_LENGTH * g->lanes + l] = of[1];
        }
    }
}

// In every workspace of the step, which numbers elements by copies.
static void set_terms(tac_workspace *w, const double *coupled)
{
    const tac_model *m = w->m;
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        set_term(w, i, coupled + 2 * ((i - m->couplers.first_term) / m->copies));
    }
    w->momenta.made = 0;
}

// Which has terms of the whole.
static void set_multirate_terms(const tac_multirate *multirate, const double *coupled)
{
    const tac_model *own = multirate->of->m;
    for (int i = own->couplers.first_term; i < own->n_element; i++) {
        int of =
            multirate->of->element[i] - multirate->space->substeps.whole->m->couplers.first_term;
        set_term(multirate->space, i, coupled + 2 * of);
    }
}

void tac_latch_couplers(tac_workspace *w, const tac_state *s)
{
    const tac_model *m = w->m;
    bool changed = false;
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        int at = 2 * (i - m->couplers.first_term);
        double factor = m->couplers.term[e->index].factor, more = factor - s->coupled[at];
        double *now = w->coupled + at, was[2] = {now[0], now[1]};
        now[0] = factor;
        now[1] = s->coupled[at + 1];
        if (more != 0.0) {
            w->coupled[at - 2 * e->follows + 1] += more * value_in(m, s, e);
        }
        changed = changed || more != 0.0 || was[0] != now[0] || was[1] != now[1];
    }
    if (changed) {
        set_terms(w, w->coupled);
        for (int k = 0; k < w->sequences.n; k++) {
            set_terms(w->sequences.space[k], w->coupled);
        }
        if (w->sequences.twin) {
            set_terms(w->sequences.twin, w->coupled);
        }
        for (int k = 0; k < w->n_multirate; k++) {
            set_multirate_terms(&w->multirate[k], w->coupled);
        }
    }
}

// ---- states ------------------------------------------------------------------------------------

// Inputs and signals at the end of the step that leads to the given index.
void tac_latch(tac_workspace *w, const tac_state *s, const double *input, int64_t step)
{
    const tac_model *m = w->m;
    w->step.from = s;
    for (int i = 0; i < m->signals.n_input; i++) {
        double now = input ? input[i] : m->signals.input0[i];
        double *u = w->step.input + 3 * i;
        u[2] = step > 0 ? s->input[3 * i + 1] : now;
        u[1] = step > 0 ? s->input[3 * i] : now;
        u[0] = now;
    }
    w->step.start = (double)(step - 1) * w->o.dt;
    w->step.end = (double)step * w->o.dt;
    if (m->signals.n_block > 0) {
        tac_run_blocks(w, s, step);
    }
    if (m->signals.n_source > 0) {
        tac_signals(m, w->step.end, 0.0, w->o.dt, w->step.input, w->step.signal);
        if (step > 0 && m->signals.kicks) {
            tac_add_kicks(m, w->step.start, w->step.end, w->step.push, w->step.signal);
        }
        tac_latch_span(w, &(tac_signal_span){w->step.start, w->step.end, w->o.dt}, w, 0);
    }
    if (m->couplers.n_term > 0) {
        tac_latch_couplers(w, s);
    }
}

void tac_latch_span(const tac_workspace *whole, const tac_signal_span *of, tac_workspace *to,
                    int copy)
{
    int first = copy * whole->m->signals.n_source;
    const tac_signal *end = to->step.signal + first;
    tac_signal *push = to->step.push + first;
    tac_step_signals(whole->m, of, whole->o.dt,
                     &(tac_inputs){whole->step.input, whole->step.input_mean}, end,
                     to->step.mean + first, push);
    for (int i = 0; i < whole->m->signals.n_source && whole->o.acceleration == TAC_PROJECTION;
         i++) {
        push[i] = end[i];
    }
}

void tac_load_state(tac_workspace *w, const tac_state *s)
{
    const vec3 zero = {0.0, 0.0, 0.0};
    for (int i = 0; i < w->m->n_body; i++) {
        tac_place_body(w, i, s->body[i].r, s->body[i].p);
        tac_set_body_vec3(w, i, B_V, s->body[i].v);
        tac_set_body_vec3(w, i, B_W, s->body[i].w);
        tac_set_body_vec3(w, i, B_ACC, zero);
        tac_set_body_vec3(w, i, B_WD, zero);
    }
    tac_load_flexible(w, s);
}

void tac_commit_inputs(const tac_workspace *w)
{
    for (int i = 0; i < 3 * tac_history_count(w->m); i++) {
        w->step.to.input[i] = w->step.input[i];
    }
    for (int i = 0; i < w->m->signals.n_block_memory; i++) {
        w->step.to.block[i] = w->step.block[i];
    }
    for (int i = 0; i < 2 * w->m->couplers.n_term; i++) {
        w->step.to.coupled[i] = w->coupled[i];
    }
}

void tac_commit(tac_workspace *w, tac_state *s)
{
    w->step.to = *s;
    tac_all_bodies(w, TAC_BODIES_COMMIT);
    tac_call_stage(w, TAC_ELEMENTS_COMMIT, 0, w->plan->g->n_cell);
    tac_commit_inputs(w);
}

// Before and after the stages: signals in, results taken over.
#include "state_io.h"

#include "flexible.h"
#include "stages.h"
#include "stages/layers.h"
#include "stages/single_access.h"

// Inputs and signals at the end of the step that leads to the given index.
void tac_latch(tac_workspace *w, const tac_state *s, const double *input, int64_t step)
{
    const tac_model *m = w->m;
    w->step.from = s;
    for (int i = 0; i < m->n_input; i++) {
        double now = input ? input[i] : m->input0[i];
        double *u = w->step.input + 3 * i;
        u[2] = step > 0 ? s->input[3 * i + 1] : now;
        u[1] = step > 0 ? s->input[3 * i] : now;
        u[0] = now;
    }
    w->step.start = (double)(step - 1) * w->o.dt;
    w->step.end = (double)step * w->o.dt;
    tac_signals(m, w->step.end, 0.0, w->o.dt, w->step.input, w->step.signal);
    tac_latch_span(w, &(tac_signal_span){w->step.start, w->step.end, w->o.dt}, w, 0);
}

void tac_latch_span(const tac_workspace *whole, const tac_signal_span *of, tac_workspace *to,
                    int copy)
{
    int first = copy * whole->m->n_source;
    const tac_signal *end = to->step.signal + first;
    tac_signal *push = to->step.push + first;
    tac_step_signals(whole->m, of, whole->o.dt, whole->step.input, end, to->step.mean + first,
                     push);
    for (int i = 0; i < whole->m->n_source && whole->o.acceleration == TAC_PROJECTION; i++) {
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
    for (int i = 0; i < 3 * w->m->n_input; i++) {
        w->step.to.input[i] = w->step.input[i];
    }
}

void tac_commit(tac_workspace *w, tac_state *s)
{
    w->step.to = *s;
    tac_all_bodies(w, TAC_BODIES_COMMIT);
    tac_call_stage(w, TAC_ELEMENTS_COMMIT, 0, w->plan->g->n_cell);
    tac_commit_inputs(w);
}

// Before and after the stages: signals in, results taken over.
#include "index3.h"

// Inputs and signals at the end of the step that leads to the given index.
void tac_latch(tac_work *w, const tac_state *s, const double *input, int64_t step)
{
    const tac_model *m = w->m;
    w->from = s;
    for (int i = 0; i < m->n_input; i++) {
        double now = input ? input[i] : m->input0[i];
        double *u = w->input + 3 * i;
        u[2] = step > 0 ? s->input[3 * i + 1] : now;
        u[1] = step > 0 ? s->input[3 * i] : now;
        u[0] = now;
    }
    w->end = (double)step * w->o.dt;
    tac_signals(m, w->end, 0.0, w->o.dt, w->input, w->signal);
}

void tac_load_state(tac_work *w, const tac_state *s)
{
    const vec3 zero = {0.0, 0.0, 0.0};
    for (int i = 0; i < w->m->n_body; i++) {
        tac_place_body(w, i, s->body[i].r, s->body[i].p);
        tac_set_body_vec3(w, i, B_V, s->body[i].v);
        tac_set_body_vec3(w, i, B_W, s->body[i].w);
        tac_set_body_vec3(w, i, B_ACC, zero);
        tac_set_body_vec3(w, i, B_WD, zero);
    }
}

void tac_commit_inputs(const tac_work *w)
{
    for (int i = 0; i < 3 * w->m->n_input; i++) {
        w->to.input[i] = w->input[i];
    }
}

void tac_all_bodies(tac_work *w, tac_stage *stage)
{
    const int *first = w->plan->g->block_body;
    for (int k = 0; k < w->plan->g->n_block; k++) {
        stage(w, first[k], first[k + 1]);
    }
}

void tac_commit(tac_work *w, tac_state *s)
{
    w->to = *s;
    tac_all_bodies(w, w->stages->bodies->commit);
    w->stages->elements->commit(w, 0, w->plan->g->n_cell);
    tac_commit_inputs(w);
}

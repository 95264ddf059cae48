#include "formulated.h"

#include <stdlib.h>
#include <string.h>

static void lay_out(formulated *t)
{
    const tac_model *m = t->p.m;
    tac_arena counting = {NULL, 0};
    tac_formulation_layout(&t->f, m, &counting);
    t->block = aligned_block(counting.used);
    memset(t->block, 0, counting.used);
    tac_arena a = {t->block, 0};
    tac_formulation_layout(&t->f, m, &a);
}

bool formulated_open(formulated *t, const tac_desc *d, bool momenta, tac_coordinate_set of)
{
    tac_options o = options_with(1e-3, 3);
    o.lanes = 1;
    o.penalty = 1e9;
    *t = (formulated){0};
    prepared_open(&t->p, d, &o);
    if (t->p.method->start(t->p.w, &t->p.s, NULL, &t->p.started).code != TAC_OK) {
        prepared_close(&t->p);
        return false;
    }
    lay_out(t);
    tac_formulation_init(&t->f, t->p.w->space, momenta, of);
    for (int i = 0; i < 3 * t->p.m->signals.n_input; i++) {
        t->inputs[i] = t->p.m->signals.input0[i / 3];
    }
    tac_formulation_at(&t->f, 0.0, 0.0, o.dt, t->inputs);
    memcpy(t->f.angle, t->p.s.angle, (size_t)t->p.m->n_angle * sizeof *t->f.angle);
    for (int i = 0; i < t->p.m->n_body; i++) {
        const tac_body_state *b = &t->p.s.body[i];
        t->f.pose[i] = (tac_pose){b->r, rotation(b->p), b->p, b->v, b->w};
    }
    t->y = calloc((size_t)tac_formulation_most(t->p.m), sizeof *t->y);
    t->yd = calloc((size_t)tac_formulation_most(t->p.m), sizeof *t->yd);
    tac_formulation_read(&t->f, t->y);
    return true;
}

void formulated_close(formulated *t)
{
    prepared_close(&t->p);
    free(t->block);
    free(t->y);
    free(t->yd);
}

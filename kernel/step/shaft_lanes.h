// Angular momentum of shafts about their axes, which the bodies that carry them turn: -w x h beside -w x J w
// (docs/equations.md, "Shafts").
#ifndef TAC_SHAFT_LANES_H
#define TAC_SHAFT_LANES_H

#include "workspace/fields_lane.h"
#include "workspace/single_access.h"

TAC_INLINE void add_to_lane(vec3v *sum, int l, vec3 a)
{
    sum->x = lane_put(sum->x, l, lane_get(sum->x, l) + a.x);
    sum->y = lane_put(sum->y, l, lane_get(sum->y, l) + a.y);
    sum->z = lane_put(sum->z, l, lane_get(sum->z, l) + a.z);
}

// Angular momentum of the shafts on a cell of bodies at the step's start, and its rate; body axes.
typedef struct shaftsv {
    vec3v momentum, rate;
} shaftsv;

TAC_STATIC shaftsv shafts_at_start(const tac_workspace *w, int cell)
{
    const tac_body_tables *of = &w->m->bodies;
    lane zero = lane_set(0.0);
    shaftsv sum = {{zero, zero, zero}, {zero, zero, zero}};
    for (int l = 0; l < L; l++) {
        int body = w->plan->body[cell].body[l];
        for (int k = of->shaft_first[body]; k < of->shaft_first[body + 1]; k++) {
            const tac_element *e = &w->m->element[of->shaft_of[k]];
            const tac_body_state *s = &w->step.from->body[e->body[1]];
            vec3 u = scale3(of->mass[e->body[1]], col3(e->R[0], 2));
            add_to_lane(&sum.momentum, l, scale3(s->v.x, u));
            add_to_lane(&sum.rate, l, scale3(s->a.x, u));
        }
    }
    return sum;
}

// The same while a start finds rates.
TAC_STATIC vec3v momentum_of_shafts(const tac_workspace *w, int cell)
{
    const tac_body_tables *of = &w->m->bodies;
    lane zero = lane_set(0.0);
    vec3v sum = {zero, zero, zero};
    for (int l = 0; l < L; l++) {
        int body = w->plan->body[cell].body[l];
        for (int k = of->shaft_first[body]; k < of->shaft_first[body + 1]; k++) {
            const tac_element *e = &w->m->element[of->shaft_of[k]];
            double rate = tac_body_vec3(w, e->body[1], B_V).x;
            add_to_lane(&sum, l, scale3(of->mass[e->body[1]] * rate, col3(e->R[0], 2)));
        }
    }
    return sum;
}

// Shafts turn on as they do where the step starts, which is as near as its own rule.
TAC_STATIC void predict_shafts(const tac_workspace *w, int cell, lane dt, double *b)
{
    shaftsv of = shafts_at_start(w, cell);
    store3(b + B_SPIN_MEAN * L, axpy3v(0.5 * dt, of.rate, of.momentum));
    store3(b + B_SPIN_END * L, axpy3v(dt, of.rate, of.momentum));
    store3(b + B_GYRO0 * L, add3v(field3(b, B_GYRO0), cross3v(field3(b, B_W0), of.momentum)));
}

#endif

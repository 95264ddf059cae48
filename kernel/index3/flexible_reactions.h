// Reactions on flexible bodies, on vector lanes.
#ifndef TAC_FLEXIBLE_REACTIONS_H
#define TAC_FLEXIBLE_REACTIONS_H

#include "stages/flexible_lane.h"

// What an element tells bodies, from a field on.
TAC_INLINE vec3v told_by(const tac_workspace *w, const tac_flex_side *s, int f)
{
    int step = field_step(w);
    const double *p = reactions_in(w, s->scratch) + f * step;
    return (vec3v){fetch(p, &s->told), fetch(p + step, &s->told), fetch(p + 2 * step, &s->told)};
}

// Three numbers of an element's Jacobian from p on.
TAC_INLINE vec3v slot_part(const double *p, const tac_flex_side *s, int step)
{
    return (vec3v){fetch(p, &s->slot), fetch(p + step, &s->slot), fetch(p + 2 * step, &s->slot)};
}

TAC_INLINE void add_flexv(const tac_flex_cell *c, const flexv *more, flexv *to)
{
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        to->six[j] = to->six[j] + more->six[j];
    }
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        to->mode[j] = to->mode[j] + more->mode[j];
    }
}

TAC_INLINE lane mass_of(const tac_flex_cell *c)
{
    return lane_load(c->inertia);
}

TAC_INLINE vec3v gravity_of(const tac_workspace *w)
{
    vec3 g = w->m->gravity;
    return (vec3v){lane_set(g.x), lane_set(g.y), lane_set(g.z)};
}

// Adds all reactions along where the factors were made.
TAC_INLINE void add_reactions(const tac_workspace *w, const tac_flex_cell *c, flexv *to)
{
    for (int i = 0; i < c->n_side; i++) {
        const tac_flex_side *s = &c->side[i];
        add_push(c, &c->map[s->interface], &c->own->A, told_by(w, s, SIDE_FORCE),
                 told_by(w, s, SIDE_TORQUE), to);
    }
}

#endif

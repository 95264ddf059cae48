// Laws of a cell, for all methods: what they are asked, how easily their rows move, what they carry
// from step to step (element/law.h).
#ifndef TAC_LAW_CELLS_H
#define TAC_LAW_CELLS_H

#include "element/sided.h"
#include "elementary.h"
#include "extrapolate.h"
#include "model/law.h"
#include "model/law_lane.h"
#include "model/welds.h"
#include "workspace/fields_lane.h"
#include "workspace/single_access.h"

// Whether the law of a cell has sides; joints have no law.
TAC_INLINE int has_sides(const tac_cell *c)
{
    return (c->like->law_flags & TAC_LAW_SIDES) != 0;
}

// Whether it acts against the mean rate of its row.
TAC_INLINE int resists(const tac_cell *c)
{
    return (c->like->law_flags & TAC_LAW_RESISTS) != 0;
}

// Whether it is taken over the step for what it carries.
TAC_INLINE int remembers(const tac_cell *c)
{
    return (c->like->law_flags & TAC_LAW_MEMORY) != 0;
}

// Whether its rows are no coordinates, and it is told their mean rates.
TAC_INLINE int slides(const tac_cell *c)
{
    return (c->like->law_flags & TAC_LAW_SLIDES) != 0;
}

// Whether it is a part of the mass.
TAC_INLINE int is_inertia(const tac_cell *c)
{
    return (c->like->law_flags & TAC_LAW_INERTIA) != 0;
}

// Whether what resists has a mean: not at the start, and what is combined has none.
TAC_INLINE int resists_by_mean(const tac_workspace *w, const tac_cell *c)
{
    return resists(c) && !w->start.is_on && w->sequences.n == 0;
}

// What an element carries in the state that a step starts from, where sequences are combined in that of the longest: what a contact presses with, or the force of the rows of a
// joint that hold displacements and that no drive moves.
TAC_INLINE double held_force(const tac_workspace *w, const tac_element *joint)
{
    const tac_state *s = w->sequences.n > 0 ? &tac_longest(w)->substeps.state : w->step.from;
    double sum = 0.0;
    if (!tac_holds(joint)) {
        return pick(s->lambda[joint->row] < 0.0, -s->lambda[joint->row], 0.0);
    }
    for (int k = 0; k < joint->n_row; k++) {
        const tac_row *r = &joint->rows[k];
        double lambda = s->lambda[joint->row + k];
        bool is_angle = r->kind == ROW_DOT || r->kind == ROW_ANGLE || r->kind == ROW_TURN;
        sum += is_angle || r->drive != TAC_NONE ? 0.0 : lambda * lambda;
    }
    return sqrt(sum);
}

// Adds to limits of frictions what their joints and contacts carry; at a start that is not known yet.
TAC_STATIC void load_numbers(const tac_workspace *w, const tac_cell *c, lane *number)
{
    const tac_model *m = w->m;
    const tac_law_type *type = c->like->law;
    for (int l = 0; l < L && type->limited && !w->start.is_on; l++) {
        int loader = m->element[c->element[l]].loader, copy = tac_copy_of(m, c->element[l]);
        double force = loader < 0 ? 0.0 : held_force(w, &m->element[m->copies * loader + copy]);
        lane *limit = &number[type->limited - 1];
        double by = lane_get(number[type->by_load - 1], l);
        *limit = lane_put(*limit, l, lane_get(*limit, l) + by * force);
    }
}

// Numbers of the laws of a cell, over the step or of an instant, and at its end.
TAC_INLINE void move_cell(const tac_workspace *w, const tac_cell *c, const tac_signal *over,
                          const tac_signal *end, tac_law_ask *q)
{
    move_law(w->m, q, over, end);
    if (w->m->laws.loaded) {
        load_numbers(w, c, q->numbers.number);
        load_numbers(w, c, q->last);
    }
}

// Asks the laws of a cell, with the signals of the step's end, and numbers of an instant or over the step.
TAC_INLINE void ask_cell(const tac_workspace *w, const tac_cell *c, const tac_signal *number,
                         tac_law_ask *q, tac_sig *end)
{
    ask_laws(w->m, c->like, c->element, c->n, q);
    move_cell(w, c, number, w->step.signal, q);
    ask_sources(q, w->step.signal, end);
}

TAC_INLINE void get_field(const tac_workspace *w, const tac_cell *c, int f, lane *of)
{
    const double *row = row_at(w, c, 0);
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        of[k] = field(row, f);
    }
}

TAC_INLINE void keep_energy(const tac_workspace *w, const tac_cell *c, lane energy)
{
    for (int l = 0; l < c->n; l++) {
        w->shares.energy[c->element[l]] = lane_get(energy, l);
    }
}

// ---- how easily rows move ----------------------------------------------------------------------

// The same with all that is welded to their bodies.
TAC_STATIC void with_welds(const tac_workspace *w, const tac_cell *c, lane *of)
{
    int n = c->like->n_row;
    for (int lane_at = 0; lane_at < L; lane_at++) {
        const tac_element *e = &w->m->element[c->element[lane_at]];
        const tac_weld *weld = tac_weld_of(w->m, c->element[lane_at]);
        mat3 A[2];
        for (int side = 0; side < 2; side++) {
            int body = e->body[side];
            A[side] = body == w->m->n_body ? rotation((quat){1.0, 0.0, 0.0, 0.0})
                                           : rotation(tac_body_quat(w, body, B_P));
        }
        for (int k = 0; k < n; k++) {
            tac_slot row[2];
            for (int side = 0; side < 2; side++) {
                const double *a = slots_at(w, c, side) + 3 * k * L + lane_at;
                const double *l = a + TAC_TO_LINEAR(n) * L;
                row[side].a = (vec3){a[0], a[L], a[2 * L]};
                row[side].l =
                    k < c->n_linear ? (vec3){l[0], l[L], l[2 * L]} : (vec3){0.0, 0.0, 0.0};
            }
            double alone = lane_get(of[k], lane_at);
            of[k] = lane_put(of[k], lane_at, tac_mobility_with_welds(weld, A, row, alone));
        }
    }
}

// Phi_q M^-1 Phi_q^T of each row alone, where the bodies are now: a lever may start at its dead
// centre.
TAC_INLINE void mobilities(const tac_workspace *w, const tac_cell *c, lane *of)
{
    int n = c->like->n_row;
    for (int k = 0; k < n; k++) {
        of[k] = lane_set(0.0);
    }
    for (int side = 0; side < 2; side++) {
        const double *J = slots_at(w, c, side);
        lane mass_inv = fetch(w->fields.body + B_MASS_INV * L, &c->body[side]);
        mat3v J_inv = fetch_symmetric(w->fields.body + B_J_INV * L, &c->body[side]);
        for (int k = 0; k < n; k++) {
            vec3v a = field3(J, 3 * k);
            of[k] = plus_dot3v(of[k], a, mul3v(J_inv, a));
            if (k < c->n_linear) {
                vec3v l = field3(J, 3 * k + TAC_TO_LINEAR(n));
                of[k] = plus_dot3v(of[k], l, scale3v(mass_inv, l));
            }
        }
    }
    if (w->m->light_laws) {
        with_welds(w, c, of);
    }
}

// Compliance of a row that is free.
TAC_INLINE lane freest(const tac_workspace *w, const double *row)
{
    return lane_load(w->pace.h) * field(row, R_W) * tac_free_times;
}

// Sets C of a row whose law has this stiffness; without any, and in a start, the row is free.
TAC_INLINE void put_compliance(const tac_workspace *w, double *row, lane stiffness)
{
    lane most = freest(w, row);
    lane_mask held = lane_less(lane_set(1.0), stiffness * most);
    put(row, R_C, w->start.is_on ? most : lane_pick(held, 1.0 / stiffness, most));
}

// ---- what laws carry ---------------------------------------------------------------------------

// Memory of the state that a step starts from; of combined sequences that of the longest, of a
// start nothing but how easily the rows move.
TAC_INLINE void read_memory(const tac_workspace *w, const tac_cell *c, const tac_asked *q,
                            const tac_law_step *step, lane *z0)
{
    const tac_state *s = w->sequences.n > 0 ? &tac_longest(w)->substeps.state : w->step.from;
    int n = q->type->n_state;
    if (w->start.is_on && q->on->start) {
        q->on->start(&q->self, step, z0);
        return;
    }
    for (int k = 0; k < n; k++) {
        z0[k] = lane_set(0.0);
        for (int l = 0; l < L && !w->start.is_on; l++) {
            const double *z = tac_memory_of(s, &w->m->element[c->element[l]]);
            z0[k] = lane_put(z0[k], l, z[k]);
        }
    }
}

// Memory of the end, which goes into the next state.
TAC_INLINE void write_memory(const tac_workspace *w, const tac_cell *c, const tac_asked *q,
                             const lane *z1)
{
    for (int l = 0; l < c->n; l++) {
        double *z = w->shares.memory + w->m->element[c->element[l]].memory;
        for (int k = 0; k < q->type->n_state; k++) {
            z[k] = lane_get(z1[k], l);
        }
    }
}

// Time from the memory that is read on: none at a start, and none where sequences are combined.
TAC_INLINE lane passes(const tac_workspace *w)
{
    lane dt = lane_load(w->pace.dt);
    return w->sequences.n > 0 || w->start.is_on ? lane_set(0.0) : dt;
}

// The compliance in series is that of the step that made the state: a sub-step, or the longest
// sequence's. The start and what is combined have the law itself.
TAC_INLINE lane limiting_h(const tac_workspace *w)
{
    lane zero = lane_set(0.0);
    if (w->start.is_on) {
        return zero;
    }
    return w->sequences.n == 0 ? lane_load(w->pace.h)
                               : lane_set(pick(w->sequences.longest, tac_longest(w)->h, 0.0));
}

// ---- what has sides and rests ------------------------------------------------------------------

// Slope of the damper that a law with sides is to velocities once it has been closed for more than
// three steps: velocities that change their sign with every step are not seen by damping within the
// step, and nothing that the step does not resolve would ever come to rest. With y = h w K of the
// limited law, 0 to 1, it takes y^3 / (1 + y^3) of the rate: nothing from what the step resolves.
// An impact lasts between half a period of the law's own, 2 pi / w0 with y = (w0 dt / 2)^2, and a
// whole one, pi / sqrt(y) steps; four times as long where it carries fifteen times the mass of its
// row.
TAC_INLINE lane resting_damper(const tac_law_mean *law, lane y, lane run)
{
    const double periods = 4.0, least = periods * periods * TAC_PI * TAC_PI;
    lane_mask rests = lane_less(lane_set(3.0), run) & lane_less(lane_set(least), run * run * y) &
                      lane_less(lane_set(0.5), law->closed);
    return lane_pick(rests, y * y * law->limited, lane_set(0.0));
}

// ---- what iterations leave ---------------------------------------------------------------------

TAC_INLINE tac_friction_share *left_share(const tac_workspace *w, const tac_cell *c, int element)
{
    int first = resists(c) ? tac_first_friction(w->m) : w->m->n_joint - w->m->laws.n_friction;
    return &w->shares.friction[element - first];
}

// Of all sub-steps of a sequence the largest.
TAC_INLINE void keep_left(const tac_workspace *w, const tac_cell *c, lane met, lane left)
{
    for (int l = 0; l < c->n; l++) {
        tac_friction_share *share = left_share(w, c, c->element[l]);
        double m = lane_get(met, l), f = lane_get(left, l);
        share->met = pick(share->met > m, share->met, m);
        share->left = pick(share->left > f, share->left, f);
    }
}

// What is left of a law that does not say so itself, where a model has some that do.
TAC_INLINE void tell_left(const tac_workspace *w, const tac_cell *c, const tac_asked *q, lane rate,
                          lane lack)
{
    int some = w->m->n_left > w->m->laws.n_friction && !w->start.is_on && w->sequences.n == 0;
    if (q->on->left && some) {
        keep_left(w, c, lane_set(0.0), q->on->left(&q->self, rate, lack));
    }
}

#endif

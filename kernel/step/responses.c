#include "responses.h"

#include "workspace/layers.h"
#include "workspace/single_access.h"
#include "workspace/stage_numbers.h"

void tac_clear_pushes(tac_workspace *w)
{
    tac_all_bodies(w, TAC_BODIES_POSITION);
    for (int row = 0; row < w->m->n_row; row++) {
        *tac_row_field(w, row, R_ADD) = 0.0;
    }
}

void tac_push_along(tac_workspace *w, const tac_element *e, const tac_slot slot[2], double mu)
{
    const tac_model *m = w->m;
    for (int side = 0; side < 2; side++) {
        int i = e->body[side];
        if (i < m->n_body) {
            tac_slot s = slot[side];
            vec3 l = axpy3(mu * m->bodies.mass_inv[i], s.l, tac_body_vec3(w, i, B_X));
            vec3 a = axpy3(mu, mul3(m->bodies.J_inv[i], s.a), tac_body_vec3(w, i, B_X + 3));
            tac_set_body_vec3(w, i, B_X, l);
            tac_set_body_vec3(w, i, B_X + 3, a);
        }
    }
}

static vec3 strided(const double *p, int stride)
{
    return (vec3){p[0], p[stride], p[2 * stride]};
}

void tac_response_of(const tac_workspace *w, int body, vec3 *l, vec3 *a)
{
    const tac_model *m = w->m;
    int lanes = w->plan->g->lanes;
    vec3 force = {0.0, 0.0, 0.0}, torque = force;
    *l = *a = force;
    if (body == m->n_body) {
        return;
    }
    for (int s = m->bodies.slot_first[body]; s < m->bodies.slot_first[body + 1]; s++) {
        int row = m->bodies.slot_row[s], of = m->rows.row_element[row];
        const tac_element *e = &m->element[of];
        if (row == e->row) {
            const double *told = tac_told_by(w, of, e->body[1] == body) + SIDE_FORCE * lanes;
            force = add3(force, strided(told, lanes));
            torque = add3(torque, strided(told + 3 * lanes, lanes));
        }
    }
    double h = w->pace.h[0];
    *l = axpy3(-h * m->bodies.mass_inv[body], force, tac_body_vec3(w, body, B_X));
    *a = axpy3(-h, mul3(m->bodies.J_inv[body], torque), tac_body_vec3(w, body, B_X + 3));
}

void tac_take_responses(tac_workspace *w)
{
    for (int i = 0; i < w->m->n_body; i++) {
        vec3 l, a;
        tac_response_of(w, i, &l, &a);
        tac_set_body_vec3(w, i, B_X, l);
        tac_set_body_vec3(w, i, B_X + 3, a);
    }
}

double tac_moved_energy(const tac_workspace *w)
{
    double sum = 0.0;
    for (int i = 0; i < w->m->n_body; i++) {
        vec3 l, a;
        tac_response_of(w, i, &l, &a);
        sum += w->m->bodies.mass[i] * dot3(l, l) + dot3(a, mul3(w->m->bodies.J[i], a));
    }
    return sum;
}

// Flexible bodies as elements see them: pose, rates, accelerations and unknowns of their interfaces.
#include "flexible_interfaces.h"

#include <string.h>

void tac_set_flex_motion(tac_workspace *w, int body, const tac_motion *at)
{
    const mat3 A = rotation(at->p);
    const double value[] = {at->r.x,  at->r.y,  at->r.z, A.x.x,   A.x.y,    A.x.z,    A.y.x,
                            A.y.y,    A.y.z,    A.z.x,   A.z.y,   A.z.z,    at->p.e0, at->p.e1,
                            at->p.e2, at->p.e3, at->v.x, at->v.y, at->v.z,  at->w.x,  at->w.y,
                            at->w.z,  at->a.x,  at->a.y, at->a.z, at->wd.x, at->wd.y, at->wd.z};
    _Static_assert(B_WD + 3 - B_R == sizeof value / sizeof *value, "from place to acceleration");
    tac_set_body(w, body, B_R, value, B_WD + 3 - B_R);
}

// ---- interfaces as elements see them -----------------------------------------------------------

void tac_set_flex_pose(tac_workspace *w, int interface, int field, const tac_pose *at)
{
    const mat3 *A = &at->A;
    const double value[] = {at->r.x,  at->r.y,  at->r.z,  A->x.x,  A->x.y, A->x.z,
                            A->y.x,   A->y.y,   A->y.z,   A->z.x,  A->z.y, A->z.z,
                            at->p.e0, at->p.e1, at->p.e2, at->p.e3};
    tac_set_interface(w, interface, field, value, 16);
}

void tac_set_flex_interfaces(tac_workspace *w, tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    tac_pose body = tac_body_pose(w, f->body);
    for (int k = 0; k < f->modes->n_interface; k++) {
        tac_map_interface(f->modes, k, b->q, &b->now[k]);
        tac_pose at = tac_mapped_pose(&b->now[k], f->modes->n_four, &body, b->qd);
        tac_set_flex_pose(w, f->interface + k, B_R, &at);
        tac_set_interface_vec3(w, f->interface + k, B_V, at.v);
        tac_set_interface_vec3(w, f->interface + k, B_W, at.w);
    }
}

void tac_set_flex_rates(tac_workspace *w, const tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    tac_motion now = tac_flex_motion(w, f->body);
    mat3 A = tac_body_rotation(w, f->body);
    for (int k = 0; k < f->modes->n_interface; k++) {
        const tac_interface_map *at = &b->now[k];
        vec3 move, turn;
        tac_interface_rates(at, f->modes->n_four, b->qd, &move, &turn);
        vec3 v = add3(now.v, mul3(A, add3(cross3(now.w, at->s), move)));
        tac_set_interface_vec3(w, f->interface + k, B_V, v);
        tac_set_interface_vec3(w, f->interface + k, B_W, tmul3(at->R, add3(now.w, turn)));
    }
}

// x of the linear problem at the interfaces, with what accelerations have besides.
void tac_set_flex_unknown(tac_workspace *w, const tac_flex_body *b, bool quad)
{
    const tac_flexible *f = b->of;
    vec3 spin = tac_body_vec3(w, f->body, B_W);
    for (int k = 0; k < f->modes->n_interface; k++) {
        vec3 l, a, l2 = {0.0, 0.0, 0.0}, a2 = l2;
        tac_flex_at(b, &b->map[k], b->x, &l, &a);
        if (quad) {
            tac_interface_quad(&b->map[k], f->modes->n_four, &b->A, spin, b->qd, &l2, &a2);
        }
        tac_set_interface_vec3(w, f->interface + k, B_X, add3(l, l2));
        tac_set_interface_vec3(w, f->interface + k, B_X + 3, add3(a, a2));
    }
}

// Accelerations of the body as those of its interfaces; factors are of where it is.
void tac_set_flex_accelerations(tac_workspace *w, const tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    tac_motion now = tac_flex_motion(w, f->body);
    vec3 own = tmul3(b->A, now.a);
    double a[TAC_FLEX_SIZE] = {own.x, own.y, own.z, now.wd.x, now.wd.y, now.wd.z};
    memcpy(a + 6, b->qdd, 4 * (size_t)f->modes->n_four * sizeof *a);
    for (int k = 0; k < f->modes->n_interface; k++) {
        vec3 l, t, l2, t2;
        tac_flex_at(b, &b->map[k], a, &l, &t);
        tac_interface_quad(&b->map[k], f->modes->n_four, &b->A, now.w, b->qd, &l2, &t2);
        tac_set_interface_vec3(w, f->interface + k, B_ACC, add3(l, l2));
        tac_set_interface_vec3(w, f->interface + k, B_WD, add3(t, t2));
    }
}

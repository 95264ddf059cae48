#include "interface_map.h"

#include "flexible.h"

void tac_map_interface(const tac_modes *k, int interface, const double *q, tac_interface_map *to)
{
    double sum[8];
    to->shape = k->shape + (size_t)(24 * k->n_four * interface);
    sum_rows(6, 6, to->shape, k->n_four, q, sum);
    to->shift = (vec3){sum[0], sum[1], sum[2]};
    to->s = add3(k->s[interface], to->shift);
    to->u = scale3(0.5, (vec3){sum[3], sum[4], sum[5]});
    to->share = 1.0 / (1.0 + dot3(to->u, to->u));
    to->p = unitq((quat){1.0, to->u.x, to->u.y, to->u.z});
    to->R = rotation(to->p);
}

tac_pose tac_mapped_pose(const tac_interface_map *i, int n_four, const tac_pose *body,
                         const double *qd)
{
    vec3 move, turn;
    tac_interface_rates(i, n_four, qd, &move, &turn);
    vec3 v = add3(cross3(body->w, i->s), move);
    quat p = mulq(body->p, i->p);
    return (tac_pose){add3(body->r, mul3(body->A, i->s)), rotation(p), p,
                      add3(body->v, mul3(body->A, v)), tmul3(i->R, add3(body->w, turn))};
}

void tac_interface_quad(const tac_interface_map *i, int n_four, const mat3 *A, vec3 w,
                        const double *qd, vec3 *l, vec3 *a)
{
    vec3 moving, turning;
    tac_interface_rates(i, n_four, qd, &moving, &turning);
    // u' is (I + u~)^-1 (1 + u.u) turning / 2: along u both have the same part, turning . u = Psi q' . u / (1 + u.u)
    vec3 slower = scale3(-dot3(i->u, turning), turning);
    *l = mul3(*A, add3(cross3(w, cross3(w, i->s)), scale3(2.0, cross3(w, moving))));
    *a = tmul3(i->R, add3(slower, cross3(w, turning)));
}

// Loads on bodies, on vector lanes.
#ifndef TAC_LOADS_H
#define TAC_LOADS_H

#include "workspace/side_sums.h"

// What two sets of signals differ by, NULL: none.
TAC_INLINE double signal_value(const tac_signal *signal, const tac_signal *less, int source)
{
    double x = source == TAC_NONE ? 0.0 : signal[source].x;
    return source == TAC_NONE || !less ? x : x - less[source].x;
}

TAC_INLINE vec3 signals3(const tac_signal *signal, const tac_signal *less, const int source[3])
{
    return (vec3){signal_value(signal, less, source[0]), signal_value(signal, less, source[1]),
                  signal_value(signal, less, source[2])};
}

// Loads of the bodies of a cell: force (world), torque about the centre of mass (body axes). With values of sources, or with what
// they are above others.
TAC_STATIC void add_loads(const tac_workspace *w, int cell, const tac_signal *all,
                          const tac_signal *above, vec3v *f, vec3v *n)
{
    const tac_model *m = w->m;
    for (int l = 0; l < L; l++) {
        int i = w->plan->body[cell].body[l];
        int first = tac_copy_of(m, i) * m->signals.n_source;
        const tac_signal *signal = all + first, *less = above ? above + first : NULL;
        const double *p = body_at(w, cell) + B_A * L + l;
        mat3 A = {
            {p[0], p[L], p[2 * L]}, {p[3 * L], p[4 * L], p[5 * L]}, {p[6 * L], p[7 * L], p[8 * L]}};
        for (int k = m->bodies.load_first[i]; k < m->bodies.load_first[i + 1]; k++) {
            const tac_load_desc *load = &m->laws.load[m->bodies.load_of[k]];
            vec3 force = signals3(signal, less, load->force),
                 torque = signals3(signal, less, load->torque);
            vec3 fb, nb; // both in body axes
            if (load->in_body) {
                mat3 R = rotation(load->at.q);
                fb = mul3(R, force);
                nb = mul3(R, torque);
            } else {
                fb = tmul3(A, force);
                nb = tmul3(A, torque);
            }
            vec3 fw = load->in_body || w->turns_loads ? mul3(A, fb) : force;
            vec3 nn = add3(nb, cross3(load->at.s, fb));
            f->x = lane_put(f->x, l, lane_get(f->x, l) + fw.x);
            f->y = lane_put(f->y, l, lane_get(f->y, l) + fw.y);
            f->z = lane_put(f->z, l, lane_get(f->z, l) + fw.z);
            n->x = lane_put(n->x, l, lane_get(n->x, l) + nn.x);
            n->y = lane_put(n->y, l, lane_get(n->y, l) + nn.y);
            n->z = lane_put(n->z, l, lane_get(n->z, l) + nn.z);
        }
    }
}

#endif

#include "power.h"

#include "model/flexible.h"
#include "plain_rows.h"
#include "signals.h"

static double power_of_load(const tac_model *m, const tac_state *s, const tac_load_desc *l)
{
    tac_pose at = tac_state_pose_of(m, s, l->at.body, l->at.interface);
    double f[3], n[3];
    for (int k = 0; k < 3; k++) {
        f[k] = tac_signal_at(m, s, l->force[k]).x;
        n[k] = tac_signal_at(m, s, l->torque[k]).x;
    }
    vec3 force = {f[0], f[1], f[2]}, torque = {n[0], n[1], n[2]};
    if (l->in_body) {
        mat3 X = mulm3(at.A, rotation(l->at.q));
        force = mul3(X, force);
        torque = mul3(X, torque);
    }
    vec3 w = mul3(at.A, at.w), v = add3(at.v, cross3(w, mul3(at.A, l->at.s)));
    return dot3(force, v) + dot3(torque, w);
}

static double power_of_actuator(const tac_model *m, const tac_state *s, int spring)
{
    tac_slot sb[TAC_MAX_ROWS];
    double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS];
    tac_plain_rows(m, s, &m->element[m->element_first[TAC_SPRINGS] + spring], sb, x, xd);
    return tac_signal_at(m, s, m->spring[spring].actuator).x * xd[0];
}

double tac_power_of(const tac_model *m, const tac_state *s)
{
    double sum = 0.0;
    for (int i = 0; i < m->n_load; i++) {
        sum += power_of_load(m, s, &m->load[i]);
    }
    for (int i = 0; i < m->n_spring; i++) {
        sum += m->spring[i].actuator != TAC_NONE ? power_of_actuator(m, s, i) : 0.0;
    }
    return sum;
}

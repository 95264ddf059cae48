#include "work.h"

#include "elementary.h"
#include "model/flexible.h"
#include "plain_rows.h"

static vec3 constant(const tac_model *m, const int source[3])
{
    double x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = source[k] == TAC_NONE ? 0.0 : m->source[source[k]].c[0];
    }
    return (vec3){x[0], x[1], x[2]};
}

static tac_pushed pushed_at(const tac_model *m, const tac_state *s, const tac_load_desc *l)
{
    tac_pose at = tac_state_pose_of(m, s, l->at.body, l->at.interface);
    vec3 force = constant(m, l->force), torque = constant(m, l->torque);
    if (l->in_body) {
        mat3 X = mulm3(at.A, rotation(l->at.q));
        force = mul3(X, force);
        torque = mul3(X, torque);
    }
    return (tac_pushed){add3(at.r, mul3(at.A, l->at.s)), at.p, force, torque};
}

// World axes.
static vec3 rotation_between(quat from, quat to)
{
    quat q = mulq(to, conjq(from));
    q = q.e0 < 0.0 ? scaleq(-1.0, q) : q;
    vec3 v = {q.e1, q.e2, q.e3};
    double sine = norm3(v);
    return scale3(sine > 1e-8 ? 2.0 * tac_atan2(sine, q.e0) / sine : 2.0, v);
}

double tac_work_of_loads(const tac_model *m, const tac_state *s, bool begins, tac_pushed *last)
{
    double sum = 0.0;
    for (int i = 0; i < m->n_load; i++) {
        tac_pushed now = pushed_at(m, s, &m->load[i]), *was = &last[i];
        if (!begins) {
            vec3 force = add3(was->force, now.force), torque = add3(was->torque, now.torque);
            sum += 0.5 * dot3(force, sub3(now.r, was->r)) +
                   0.5 * dot3(torque, rotation_between(was->p, now.p));
        }
        *was = now;
    }
    return sum;
}

double tac_stored_by_actuators(const tac_model *m, const tac_state *s)
{
    double sum = 0.0;
    for (int i = 0; i < m->n_spring; i++) {
        int actuator = m->spring[i].actuator;
        if (actuator != TAC_NONE) {
            tac_slot sb[TAC_MAX_ROWS];
            double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS];
            tac_plain_rows(m, s, &m->element[m->element_first[TAC_SPRINGS] + i], sb, x, xd);
            sum -= m->source[actuator].c[0] * x[0];
        }
    }
    return sum;
}

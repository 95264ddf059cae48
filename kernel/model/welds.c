#include "welds.h"

static int group_of(const tac_model *m, int body)
{
    while (m->weld[body].group != body) {
        body = m->weld[body].group = m->weld[m->weld[body].group].group;
    }
    return body;
}

static void join(const tac_model *m)
{
    for (int i = 0; i <= m->n_body; i++) {
        m->weld[i] = (tac_weld){.group = i};
    }
    for (int i = 0; i < m->n_joint; i++) {
        if (m->joint_kind[i] == TAC_FIXED) {
            int a = group_of(m, m->element[i].body[0]), b = group_of(m, m->element[i].body[1]);
            m->weld[a < b ? a : b].group = a < b ? b : a; // ground is the last
        }
    }
    for (int i = 0; i <= m->n_body; i++) {
        m->weld[i].group = group_of(m, i);
    }
}

// Mass, centre and inertia of a group, axes of ground.
static void sum_up(const tac_model *m, int group, double *mass, vec3 *c, mat3 *J)
{
    vec3 zero = {0.0, 0.0, 0.0};
    *mass = 0.0;
    *c = zero;
    *J = (mat3){zero, zero, zero};
    for (int i = 0; i < m->n_body; i++) {
        double part = m->weld[i].group == group ? m->mass[i] : 0.0;
        *mass += part;
        *c = add3(*c, scale3(part, m->r0[i]));
    }
    *c = scale3(1.0 / *mass, *c);
    for (int i = 0; i < m->n_body; i++) {
        vec3 s = sub3(m->r0[i], *c), *const row[3] = {&J->x, &J->y, &J->z};
        mat3 A = rotation(m->p0[i]);
        for (int k = 0; k < 3 && m->weld[i].group == group; k++) {
            vec3 axis = {k == 0, k == 1, k == 2};
            vec3 own = mul3(A, mul3(m->J[i], tmul3(A, axis)));
            vec3 away = sub3(scale3(dot3(s, s), axis), scale3(dot3(s, axis), s));
            *row[k] = add3(*row[k], add3(own, scale3(m->mass[i], away)));
        }
    }
}

static bool is_alone(const tac_model *m, int body)
{
    bool alone = true;
    for (int i = 0; i < m->n_body && alone; i++) {
        alone = i == body || m->weld[i].group != m->weld[body].group;
    }
    return alone;
}

void tac_fill_welds(tac_model *m)
{
    join(m);
    for (int i = 0; i < m->n_body; i++) {
        tac_weld *of = &m->weld[i];
        if (of->group == m->n_body) {
            continue;
        }
        of->mass_inv = m->mass_inv[i];
        of->J_inv = m->J_inv[i];
        if (!is_alone(m, i)) {
            double mass;
            vec3 c;
            mat3 J, A = rotation(m->p0[i]), inverse;
            sum_up(m, of->group, &mass, &c, &J);
            inverse = tac_inverse3(J);
            mat3 turned = {tmul3(A, mul3(inverse, (vec3){A.x.x, A.y.x, A.z.x})),
                           tmul3(A, mul3(inverse, (vec3){A.x.y, A.y.y, A.z.y})),
                           tmul3(A, mul3(inverse, (vec3){A.x.z, A.y.z, A.z.z}))};
            of->mass_inv = 1.0 / mass;
            of->J_inv = turned; // symmetric
            of->lever = tmul3(A, sub3(m->r0[i], c));
        }
    }
}

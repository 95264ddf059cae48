#include "heavy_chain.h"

#include <math.h>

int add_heavy_chain(mechanism *m, const heavy_chain *c)
{
    vec3 at = origin;
    int first = m->d.n_body;
    m->d.gravity.z = -9.81;
    for (int i = 0; i < c->n; i++) {
        double angle = i % 2 ? c->down : c->up;
        double mass = i % c->every == c->every - 1 ? c->heavy : 1.0, J = mass * c->inertia;
        vec3 half = {0.5 * cos(angle), 0.0, 0.5 * sin(angle)};
        int body = add_body(m, mass, (vec3){J, J, J}, add3(at, half), about(1, -angle));
        m->body[body].v.x = c->speed;
        add_joint(m, TAC_SPHERICAL, i > 0 ? body - 1 : TAC_GROUND, body, (spot){at, upright});
        at = add3(at, scale3(2.0, half));
    }
    return first;
}

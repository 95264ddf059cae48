#include "rods.h"

#include <string.h>

int add_rod(mechanism *m, const point_rod *r, int flex, const rod_state *s)
{
    int body = add_body(m, r->mass, (vec3){r->J[0], r->J[1], r->J[2]}, s->r, s->p);
    m->body[body].v = s->v;
    m->body[body].w = s->w;
    m->body[body].flex = flex;
    m->body[body].q = s->q;
    m->body[body].qd = s->qd;
    return body;
}

rod_state state_of(const prepared *r, int body)
{
    const tac_body_state *b = &r->s.body[body];
    rod_state s = {.r = b->r, .v = b->v, .w = b->w, .p = b->p};
    memcpy(s.q, r->s.mode + 3 * ROD_MODES * body, sizeof s.q);
    memcpy(s.qd, r->s.mode + 3 * ROD_MODES * body + ROD_MODES, sizeof s.qd);
    return s;
}

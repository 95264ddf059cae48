// Our side: default options, one worker, index-3 of orders 2, 3 and 4, canonical of orders 2, 4 and 6, modular, which also
// goes without its correction of positions.
#include <stdlib.h>

#include "contender.h"
#include "mechanism.h"

enum { INDEX3, CANONICAL, MODULAR, MODULAR_RATES };

const contender tactus_contenders[] = {
    {TACTUS, "Tactus order 2", 2, 0, INDEX3},
    {TACTUS, "Tactus order 3", 3, 0, INDEX3},
    {TACTUS, "Tactus order 4", 4, 0, INDEX3},
    {TACTUS, "Tactus canonical 2", 2, 0, CANONICAL},
    {TACTUS, "Tactus canonical 4", 4, 0, CANONICAL},
    {TACTUS, "Tactus canonical 6", 6, 0, CANONICAL},
    {TACTUS, "Tactus modular", 4, 0, MODULAR},
    {TACTUS, "Tactus modular, velocities", 4, 0, MODULAR_RATES},
};
const int n_tactus_contenders = sizeof tactus_contenders / sizeof *tactus_contenders;
const contender *const tactus_closest = &tactus_contenders[2];

typedef struct run {
    const outline *o;
    tac_simulation s;
} run;

static void finish(void *p)
{
    if (p) {
        tac_simulation_close(&((run *)p)->s);
    }
    free(p);
}

static void *begin(const contender *c, const mechanism *m, const outline *o, double dt, char *why)
{
    run *r = calloc(1, sizeof *r);
    if (!r) {
        return NULL;
    }
    r->o = o;
    const char *const method[] = {[INDEX3] = "index3",
                                  [CANONICAL] = "canonical",
                                  [MODULAR] = "modular",
                                  [MODULAR_RATES] = "modular"};
    tac_corrections corrections =
        c->choice == MODULAR_RATES ? TAC_CORRECT_VELOCITIES : TAC_CORRECT_BOTH;
    if (!mechanism_simulate(m, dt, method[c->choice], c->order, corrections, &r->s, why)) {
        finish(r);
        return NULL;
    }
    return r;
}

static int advance(void *p, double t)
{
    tac_simulation *s = &((run *)p)->s;
    (void)t;
    return tac_step(s->method, s->work, &s->state, s->input).code == TAC_OK;
}

static void positions(void *p, double *out)
{
    const run *r = p;
    for (int i = 0; i < r->o->n_body; i++) {
        vec3 x = r->s.state.body[r->o->body[i].body].r;
        out[3 * i] = x.x;
        out[3 * i + 1] = x.y;
        out[3 * i + 2] = x.z;
    }
}

const contender_class tactus_class = {begin, advance, positions, finish};

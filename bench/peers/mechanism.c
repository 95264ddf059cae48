#include "mechanism.h"

#include <stdio.h>

#define CHAIN(n, horizon, file)                                   \
    {                                                             \
        "chain-spherical", n, file, horizon, 0.1, n == 8 ? 20 : 0 \
    }

const mechanism_case mechanism_cases[] = {
    {"m1_spatial_double_pendulum", 0, "m1_spatial_double_pendulum", 3.0, 0.1, 0},
    {"m2_four_bar", 0, "m2_four_bar", 0.9, 0.1, 20}, // all links in line at 1.0137 s
    {"m4_closed_loop_4", 0, "m4_closed_loop_4", 3.0, 0.1, 0},
    {"m9_spinning_top", 0, "m9_spinning_top", 2.0, 0.1, 0},
    // From 0.5 ms; between 0.25 and 0.06 ms the share that the canonical step gives its dampers changes.
    {"p3_hexapod", 0, "p3_hexapod", 0.5, 0.1, 200},
    {"ring", 127, NULL, 0.5, 0.1, 0},
    CHAIN(8, 2.0, "m3_chain_8"),
    CHAIN(16, 1.0, NULL),
    CHAIN(32, 1.0, "m3_chain_32"),
    CHAIN(64, 1.0, NULL),
    CHAIN(128, 1.0, "m3_chain_128"),
    CHAIN(256, 0.5, NULL),
    CHAIN(512, 0.3, NULL),
    CHAIN(1024, 0.3, NULL),
};
const int n_mechanism_cases = sizeof mechanism_cases / sizeof *mechanism_cases;

static void name_it(mechanism *m, const mechanism_case *c)
{
    *m = (mechanism){.of = c};
    snprintf(m->label, sizeof m->label, c->bodies ? "%s %d" : "%s", c->name, c->bodies);
    snprintf(m->path, sizeof m->path, c->bodies ? "%s" : "config/models/%s.yaml", c->name);
    if (c->bodies) {
        m->source = tac_family_write(tac_family_find(c->name), c->bodies, m->text);
    }
}

int mechanism_simulate(const mechanism *m, double dt, const char *method, int order,
                       tac_corrections corrections, tac_simulation *s, char why[WHY_SIZE])
{
    int ok = tac_simulation_read_from(s, m->path, m->of->bodies ? &m->source : NULL);
    if (ok) {
        tac_simulation_take_method(s, tac_method_of_word(method));
    }
    s->options.dt = dt;
    s->options.order = order;
    s->options.corrections = corrections;
    ok = ok && tac_simulation_prepare(s) && tac_simulation_start(s);
    if (!ok) {
        snprintf(why, WHY_SIZE, "%.*s", WHY_SIZE - 1, s->diag.text);
    }
    return ok;
}

int mechanism_open(mechanism *m, const mechanism_case *c, char why[WHY_SIZE])
{
    tac_simulation s;
    name_it(m, c);
    int good = mechanism_simulate(m, 1e-3, "index3", 2, TAC_CORRECT_BOTH, &s, why) &&
               outline_make(&m->outline, &s.file->desc, &s.state, why);
    for (int i = 0; i < m->outline.n_body && good; i++) {
        outline_body *b = &m->outline.body[i];
        snprintf(b->name, sizeof b->name, "%s", s.file->body_name[b->body]);
    }
    tac_simulation_close(&s);
    return good;
}

void mechanism_close(mechanism *m)
{
    outline_free(&m->outline);
}

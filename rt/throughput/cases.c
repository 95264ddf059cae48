#include "cases.h"

#include <stdio.h>

#include "simulation/shipped.h"

const char *const tac_bench_models[TAC_BENCH_MODELS] = {
    "m2_four_bar", "p1_andrews",         "p2_n_four_bar_1", "p2_n_four_bar_2", "p2_n_four_bar_40",
    "p3_hexapod",  "p4_double_wishbone", "p6_ur5e",         "vehicle"};

static bool open_source(tac_simulation *s, const char *path, const tac_file_source *source,
                        const tac_given *given, const tac_case_options *o)
{
    bool good = tac_simulation_read_given(s, path, source, given);
    if (good && o->method) {
        tac_simulation_take_method(s, o->method);
    }
    s->options.lanes = o->lanes;
    s->options.order = o->order ? o->order : s->options.order;
    s->options.dt = source ? 1e-3 : s->options.dt;
    return good && tac_simulation_prepare(s) && tac_simulation_start(s);
}

bool tac_bench_open_model(tac_simulation *s, const char *name, const tac_case_options *o)
{
    char path[TAC_SHIPPED_SIZE], file[64];
    const tac_given bounds = {.bounds = o->given.bounds};
    snprintf(file, sizeof file, "models/%s.yaml", name);
    bool good = open_source(s, tac_shipped(file, path), NULL, &bounds, o);
    s->path = name; // the other one ends here
    return good;
}

bool tac_bench_open_family(tac_simulation *s, const tac_family *f, int n, const tac_case_options *o)
{
    char text[TAC_FAMILY_SIZE];
    const tac_file_source source = tac_family_write(f, n, text);
    const tac_given bounds = {.bounds = o->given.bounds};
    return open_source(s, f->name, &source, &bounds, o);
}

bool tac_bench_open_file(tac_simulation *s, const char *path, const tac_case_options *o)
{
    return open_source(s, path, NULL, &o->given, o);
}

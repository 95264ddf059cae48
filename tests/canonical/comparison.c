// program: canonical.comparison
// All methods on all models with a reference solution, as a markdown page.
//
//   canonical.comparison [--markdown FILE] [--root DIR] [CASE ...]
//
// The text of the page is tests/canonical/page.md; a line "@tables" in it is where the tables go.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "accuracy/compare.h"
#include "accuracy/page.h"
#include "methods.h"

typedef struct compared {
    const char *label, *model;
    double horizon, dt; // s; the first of three steps, each half of the one before
    int planar;         // 1: loads along z are undetermined
    int conservative;   // 1: the total energy is constant
} compared;

// Up to where errors shrink with the step; M2 and P2 through all singular positions.
static const compared cases[] = {
    {"M1", "m1_spatial_double_pendulum", 10, 4e-3, 0, 1},
    {"M2", "m2_four_bar", 20, 4e-3, 1, 1},
    {"M3-8", "m3_chain_8", 7, 4e-3, 0, 1},
    {"M3-32", "m3_chain_32", 5, 4e-3, 0, 1},
    {"M4", "m4_closed_loop_4", 10, 4e-3, 1, 1},
    {"M5", "m5_closed_loop_8", 10, 4e-3, 1, 1},
    {"M6", "m6_double_loop_8", 10, 4e-3, 1, 1},
    {"M7", "m7_two_triangles", 20, 4e-3, 1, 1},
    {"M8", "m8_slider_crank", 5, 4e-3, 1, 0},
    {"M9", "m9_spinning_top", 5, 4e-3, 0, 1},
    {"P1", "p1_andrews", 0.03, 20e-6, 1, 0},
    {"P2-1", "p2_n_four_bar_1", 20, 4e-3, 1, 1},
    {"P2-2", "p2_n_four_bar_2", 10, 4e-3, 1, 1},
    {"P3", "p3_hexapod", 1, 4e-3, 0, 0},
    {"P4", "p4_double_wishbone", 1, 4e-3, 0, 0},
    {"P6", "p6_ur5e", 0.5, 4e-3, 0, 1},
};
enum { N_CASE = sizeof cases / sizeof *cases, N_DT = 3 };

typedef struct variant {
    const char *word;
    int order;
    tac_projections projections; // of methods that are not for real time
} variant;

static const variant variants[] = {
    {"index3", 2, 0},
    {"index3", 3, 0},
    {"index3", 4, 0},
    {"canonical", 2, 0},
    {"canonical", 4, 0},
    {"canonical", 6, 0},
    {"modular", 4, 0},
    {"hdca", 4, TAC_PROJECT_POSITIONS},
    {"dca", 4, TAC_PROJECT_BOTH},
};
enum { N_VARIANT = sizeof variants / sizeof *variants };

// Options of a step; NULL if the method has no such.
static const tac_method *method_of(const variant *v, const compared *c, double dt, tac_options *o)
{
    const tac_method *method = tac_method_of_word(v->word);
    *o = tac_default_options();
    o->dt = dt;
    o->order = method->is_offline ? o->order : v->order;
    o->offline.projections = v->projections;
    trial t;
    if (trial_read(&t, TAC_SOURCE_DIR, c->model)) {
        o->iterations = tac_method_iterations(method, &t.file->desc);
    }
    trial_close(&t);
    return method;
}

enum { BATCHES = 40, BATCH = 64 };

// Of a step, in microseconds: the least disturbed of some batches.
static double cost_of(const compared *c, const tac_method *method, const tac_options *o,
                      const char *root)
{
    trial t;
    double least = HUGE_VAL;
    int good = trial_read(&t, root, c->model);
    t.o = *o;
    t.method = method;
    good = good && trial_start(&t);
    for (int k = 0; k < BATCHES && good; k++) {
        double before = t.cpu;
        good = trial_to(&t, trial_time(&t) + BATCH * o->dt);
        least = fmin(least, (t.cpu - before) / BATCH);
    }
    trial_close(&t);
    return 1e6 * least;
}

static void run_variant(const compared *c, const variant *v, const char *root)
{
    tac_options o;
    difference d[N_DT];
    const tac_method *method = method_of(v, c, c->dt, &o);
    int finest = -1;
    page_print("| %s | %d |", v->word, v->order);
    for (int k = 0; k < N_DT; k++) {
        o.dt = c->dt / (1 << k);
        d[k] =
            compare(&(comparison){root, c->model, NULL, c->horizon, c->dt, c->planar, &o, method});
        finest = d[k].good ? k : finest;
        page_print(" %s |", cell("%.1e", d[k].states, d[k].good));
    }
    for (int k = 1; k < N_DT; k++) {
        int both = d[k - 1].good && d[k].good;
        page_print(" %s |", cell("%.2f", order_between(d[k - 1].states, d[k].states), both));
    }
    const difference *f = &d[finest < 0 ? 0 : finest];
    page_print(" %s | %s | %s | %s |", cell("%.1e", f->loads, finest >= 0 && f->loads >= 0.0),
               cell("%.1e", f->drift, finest >= 0 && c->conservative),
               cell("%.0e", f->position, finest >= 0), cell("%.0e", f->velocity, finest >= 0));
    page_print(" %s |\n",
               cell("%.2f", finest < 0 ? 0.0 : cost_of(c, method, &o, root), finest >= 0));
}

static void run_case(const compared *c, const char *root)
{
    page_print("\n**%s**, %g s, steps of %g, %g and %g ms\n", c->label, c->horizon, 1e3 * c->dt,
               0.5e3 * c->dt, 0.25e3 * c->dt);
    page_table("method|order|states|half|quarter|observed|next|reactions|drift|position|velocity|"
               "us per step");
    for (int k = 0; k < N_VARIANT; k++) {
        run_variant(c, &variants[k], root);
    }
}

int main(int argc, char **argv)
{
    const char *root = TAC_SOURCE_DIR, *markdown = NULL;
    int first = 1;
    if (argc > first + 1 && strcmp(argv[first], "--markdown") == 0) {
        markdown = argv[first + 1];
        first += 2;
    }
    char path[4096], line[1024];
    snprintf(path, sizeof path, "%s/tests/canonical/page.md", root);
    FILE *text = fopen(path, "r");
    if (!text || !page_open(markdown)) {
        perror(text ? markdown : path);
        return 2;
    }
    while (fgets(line, sizeof line, text)) {
        int here = strcmp(line, "@tables\n") == 0;
        if (!here) {
            page_print("%s", line);
        }
        for (int i = 0; i < N_CASE && here; i++) {
            int wanted = first >= argc;
            for (int k = first; k < argc; k++) {
                wanted |= strcmp(argv[k], cases[i].label) == 0;
            }
            if (wanted) {
                run_case(&cases[i], root);
            }
        }
    }
    fclose(text);
    page_close();
    return 0;
}

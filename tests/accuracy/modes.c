// Accelerations at the end of the step: mass-orthogonal projection as in [004] section 3.4 against
// the index-1 solve, judged by a solution of order 4 at a sixteenth of the step.
//
// Noise is what a force sensor or an accelerometer shows from step to step: the root mean square of
// the signal's second difference over that of the accurate signal at the same instants; 1 is ideal.
#include <math.h>
#include <stdlib.h>

#include "observe.h"
#include "page.h"
#include "section.h"
#include "trial.h"

#define FINER 16 // steps of the accurate solution per step

typedef struct mode_case {
    const char *label, *model;
    double horizon; // s; M2 ends before its first singular configuration, where loads are lost
    int planar;     // 1: loads along z are undetermined and not compared
} mode_case;

static const mode_case cases[] = {
    {"M1", "m1_spatial_double_pendulum", 3, 0},
    {"M2", "m2_four_bar", 0.9, 1},
    {"M4", "m4_closed_loop_4", 3, 1},
    {"M7", "m7_two_triangles", 3, 1},
    {"M8", "m8_slider_crank", 3, 1},
    {"P4", "p4_double_wishbone", 1, 0},
};
enum { N_CASE = sizeof cases / sizeof *cases };
static const double steps[] = {4e-3, 1e-3};

// One row of samples: force of the first joint, specific force at the last body, accelerations of
// all bodies.
enum { FORCE = 0, ACCELEROMETER = 3, ACCELERATIONS = 6 };

typedef struct record {
    int n, width;
    double *value; // (n, width)
} record;

static void put3(double *out, vec3 a)
{
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
}

static void sample(const trial *t, int planar, double *out)
{
    double load[6];
    int last = t->file->desc.n_body - 1;
    tac_joint_reaction(t->model, &t->state, 0, load);
    put3(&out[FORCE], (vec3){load[0], load[1], planar ? 0.0 : load[2]});
    vec3 specific = sub3(t->state.body[last].a, t->file->desc.gravity);
    put3(&out[ACCELEROMETER], tmul3(rotation(t->state.body[last].p), specific));
    for (int i = 0; i <= last; i++) {
        put3(&out[ACCELERATIONS + 6 * i], t->state.body[i].a);
        put3(&out[ACCELERATIONS + 6 * i + 3], t->state.body[i].wd);
    }
}

// Samples every stride steps; n is 0 when the run fails.
static record run_case(const mode_case *c, const char *root, const tac_options *o, int stride)
{
    trial t;
    record r = {0};
    int good = trial_open(&t, root, c->model, o);
    if (good) {
        r.width = ACCELERATIONS + 6 * t.file->desc.n_body;
        r.n = (int)floor(c->horizon / (o->dt * stride) + 0.5);
        r.value = malloc((size_t)r.n * (size_t)r.width * sizeof *r.value);
    }
    for (int k = 0; k < r.n && good; k++) {
        good = trial_to(&t, (k + 1) * stride * o->dt);
        sample(&t, c->planar, &r.value[(size_t)k * (size_t)r.width]);
    }
    r.n = good ? r.n : 0;
    trial_close(&t);
    return r;
}

static double difference_of(const record *a, const record *b, int first, int last)
{
    double worst = 0.0;
    for (int k = 0; k < a->n; k++) {
        for (int j = first; j < last; j++) {
            double y = b->value[k * b->width + j];
            keep_worst(&worst, fabs(a->value[k * a->width + j] - y) / (1.0 + fabs(y)));
        }
    }
    return worst;
}

// Root mean square of the second difference of three columns.
static double roughness(const record *r, int first)
{
    double sum = 0.0;
    for (int k = 1; k < r->n - 1; k++) {
        for (int j = first; j < first + 3; j++) {
            const double *y = &r->value[k * r->width + j];
            double second = y[-r->width] - 2.0 * y[0] + y[r->width];
            sum += second * second;
        }
    }
    return sqrt(sum / (r->n - 2));
}

static void compare_modes(const mode_case *c, const char *root, double dt)
{
    static const char *const name[] = {[TAC_INDEX1] = "index-1", [TAC_PROJECTION] = "projection"};
    tac_options o = trial_options(dt / FINER, 4);
    record exact = run_case(c, root, &o, FINER);
    double noise[2][2];
    for (int mode = TAC_PROJECTION; mode >= TAC_INDEX1; mode--) {
        o = trial_options(dt, 2);
        o.acceleration = (tac_acceleration_mode)mode;
        record r = run_case(c, root, &o, 1);
        if (r.n == 0 || r.n != exact.n) {
            page_judge(0, "%s cannot be run at %g ms", c->label, 1e3 * dt);
            break;
        }
        noise[mode][0] = roughness(&r, FORCE) / roughness(&exact, FORCE);
        noise[mode][1] = roughness(&r, ACCELEROMETER) / roughness(&exact, ACCELEROMETER);
        page_print("| %s | %g | %s | %.1e | %.1e | %.3f | %.3f |\n", c->label, 1e3 * dt, name[mode],
                   difference_of(&r, &exact, FORCE, FORCE + 3),
                   difference_of(&r, &exact, ACCELERATIONS, r.width), noise[mode][0],
                   noise[mode][1]);
        free(r.value);
    }
    free(exact.value);
}

void modes_section(const char *root)
{
    page_table("case|step, ms|accelerations by|force of first joint|accelerations|force noise|"
               "accelerometer noise");
    for (int i = 0; i < N_CASE; i++) {
        for (int k = 0; k < 2; k++) {
            compare_modes(&cases[i], root, steps[k]);
        }
    }
}

// How many instructions does one step of a model take, and is it the same number for all data?
//   bench-instructions [--order 2|3|4|6] [--method WORD] [--carriers on|off]
//                      [--steps N] [--follow N] MODEL
//
// Runs under valgrind's callgrind, which counts what happens in a step; bench/instructions.py starts
// it and compares the counts. The model is simulated with one lane and with four (valgrind knows no
// AVX-512), as given and with other speeds, forces and parameters; of every simulation N steps are
// counted, spread over its duration, and each leaves a dump that names it. Uncounted steps take about 20 us per
// body under callgrind, so that a simulation is followed for N steps of a body in all. Without callgrind it only
// steps.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <valgrind/callgrind.h>

#include "build.h"
#include "methods.h"
#include "simulation/simulation.h"
#include "system/exit.h"
#include "tune.h"

typedef struct plan {
    int order, steps;         // order 0: as the model says
    int follow;               // steps of all bodies together
    const tac_method *method; // NULL: as the model says
    bool by_rows;             // without carriers
    const char *path;
} plan;

// What differs from the model as given.
typedef struct variant {
    const char *name;
    double speed;   // added to velocities, m/s and rad/s
    double gravity; // factor
    double tuned;   // factor of all parameters that may change between steps
    double input;   // added to inputs, another part of it in every step
} variant;

static const variant variants[] = {
    {"as given", 0.0, 1.0, 1.0, 0.0},
    {"other speeds", 0.1, 1.0, 1.0, 0.0},
    {"other forces", -0.05, 0.8, 1.01, 1e-4},
};

enum {
    N_VARIANTS = sizeof variants / sizeof *variants,
    N_SIMULATIONS = 2 * N_VARIANTS, // with one lane, with four
};

// Numbers between -1 and 1 that look unordered.
static double scatter(int i)
{
    return (double)(i * 7919 % 2001 - 1000) / 1000.0;
}

static void change_speeds(tac_simulation *s, double size)
{
    for (int i = 0; i < s->file->desc.n_body; i++) {
        vec3 *v = &s->state.body[i].v, *w = &s->state.body[i].w;
        v->x += size * scatter(6 * i);
        v->y += size * scatter(6 * i + 1);
        v->z += size * scatter(6 * i + 2);
        w->x += size * scatter(6 * i + 3);
        w->y += size * scatter(6 * i + 4);
        w->z += size * scatter(6 * i + 5);
    }
}

static void change_parameters(tac_simulation *s, double factor)
{
    const tac_desc *d = &s->file->desc;
    const struct {
        tac_subject subject;
        int n;
    } kinds[] = {{TAC_SPRING, d->n_spring},     {TAC_BUSHING, d->n_bushing},
                 {TAC_FRICTION, d->n_friction}, {TAC_CONTACT, d->n_contact},
                 {TAC_LAW, d->n_law},           {TAC_SOURCE, d->n_source}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (int i = 0; i < kinds[k].n; i++) {
            for (int f = 0; tac_parameter_name(d, (tac_parameter){kinds[k].subject, i, f}); f++) {
                tac_parameter p = {kinds[k].subject, i, f};
                double value;
                if (tac_parameter_get(s->model, p, &value).code == TAC_OK) {
                    tac_parameter_set(s->model, p, factor * value);
                }
            }
        }
    }
}

static int build(tac_simulation *s, const plan *p, int lanes, const variant *v)
{
    if (!tac_simulation_read(s, p->path)) {
        return 0;
    }
    if (p->method) {
        tac_simulation_take_method(s, p->method);
    }
    s->options.carriers = p->by_rows ? TAC_CARRIERS_OFF : s->options.carriers;
    s->options.lanes = lanes;
    s->options.order = p->order ? p->order : s->options.order;
    s->file->desc.gravity = scale3(v->gravity, s->file->desc.gravity);
    if (!tac_simulation_prepare(s)) {
        return 0;
    }
    change_speeds(s, v->speed);
    change_parameters(s, v->tuned);
    return tac_simulation_start(s);
}

static int step(tac_simulation *s, const variant *v)
{
    for (int i = 0; i < s->file->desc.n_input; i++) {
        s->input[i] = s->file->desc.input[i].value + v->input * scatter((int)*s->state.step + i);
    }
    return tac_simulation_step(s).code == TAC_OK;
}

// One step whose instructions are dumped under a name, after what was collected before it.
static int counted_step(tac_simulation *s, const variant *v)
{
    char name[64];
    snprintf(name, sizeof name, "lanes %d, %s, step %lld", s->options.lanes, v->name,
             (long long)*s->state.step + 1);
    CALLGRIND_DUMP_STATS_AT("between");
    int ok = step(s, v); // callgrind collects inside of tac_step
    CALLGRIND_DUMP_STATS_AT(name);
    return ok;
}

// Uncounted steps before the next counted one.
static int apart(const tac_simulation *s, const plan *p)
{
    double steps = s->duration / s->options.dt;
    double most = (double)p->follow / (double)s->file->desc.n_body;
    return (int)((steps < most ? steps : most) / p->steps);
}

// Steps of a simulation that was built, the first of them counted.
static tac_exit simulate(tac_simulation *s, const plan *p, const variant *v)
{
    int ok = 1;
    for (int n = 0; ok && n < p->steps; n++) {
        ok = counted_step(s, v);
        for (int k = n + 1 < p->steps ? apart(s, p) : 0; ok && k > 0; k--) {
            ok = step(s, v);
        }
    }
    if (!ok) {
        fprintf(stderr, "%s: %s\n", v->name, s->diag.text);
    }
    return ok ? TAC_EXIT_OK : TAC_EXIT_DIVERGED;
}

// All are built before the first step: callgrind translates the program anew when instrumentation is switched on.
static tac_exit simulate_all(tac_simulation *s, const plan *p)
{
    for (int i = 0; i < N_SIMULATIONS; i++) {
        if (!build(&s[i], p, i < N_VARIANTS ? 1 : 4, &variants[i % N_VARIANTS])) {
            fprintf(stderr, "%s: %s\n", variants[i % N_VARIANTS].name, s[i].diag.text);
            return tac_exit_of(&s[i].diag, TAC_EXIT_INPUT);
        }
    }
    CALLGRIND_START_INSTRUMENTATION;
    tac_exit code = TAC_EXIT_OK;
    for (int i = 0; code == TAC_EXIT_OK && i < N_SIMULATIONS; i++) {
        code = simulate(&s[i], p, &variants[i % N_VARIANTS]);
    }
    return code;
}

// 0: not understood.
static int read_plan(plan *p, int argc, char **argv)
{
    const struct {
        const char *name;
        int *value;
    } options[] = {{"--order", &p->order}, {"--steps", &p->steps}, {"--follow", &p->follow}};
    int i = 1;
    for (; i + 2 < argc; i += 2) {
        size_t k = 0;
        while (k < sizeof options / sizeof *options && strcmp(argv[i], options[k].name) != 0) {
            k++;
        }
        if (strcmp(argv[i], "--method") == 0) {
            p->method = tac_method_of_word(argv[i + 1]);
        } else if (strcmp(argv[i], "--carriers") == 0) {
            p->by_rows = strcmp(argv[i + 1], "off") == 0;
        } else if (k == sizeof options / sizeof *options) {
            return 0;
        } else {
            *options[k].value = atoi(argv[i + 1]);
        }
    }
    p->path = argv[argc - 1];
    return i == argc - 1 && p->steps > 0 && p->follow >= 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--compiler") == 0) { // what the counts depend on
        printf("%s; %s\n", TAC_COMPILER, TAC_BUILD_FLAGS);
        return TAC_EXIT_OK;
    }
    plan p = {.steps = 6, .follow = 10000};
    if (!read_plan(&p, argc, argv)) {
        fputs("usage: bench-instructions --compiler | [--order 2|3|4|6] [--method WORD]"
              " [--carriers on|off] [--steps N] [--follow N] MODEL\n",
              stderr);
        return TAC_EXIT_INPUT;
    }
    static tac_simulation s[N_SIMULATIONS];
    tac_exit code = simulate_all(s, &p);
    for (int i = 0; i < N_SIMULATIONS; i++) {
        tac_simulation_close(&s[i]);
    }
    return code;
}

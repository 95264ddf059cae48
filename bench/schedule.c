// What do the stages of a step cost, and does the cost model of the schedule say the same?
//   bench-schedule [--lanes 1|4|8] [--method WORD] [--write FILE] MODEL ...
//
// Steps of every model, at its own order and, of small ones, at order 4, are walked with a clock
// around each stage and each item of the phases that are no stages. A least-squares fit over all
// models gives new prices, printed or written as they stand in kernel/method/index3/prices.c, or, with --method canonical or
// modular, in that of the method: of its own stages, and models that it refuses are left out; then, for every model,
// the measured time of a step stands beside the estimate of the prices in use. Last comes the price of
// a barrier: phases of little work shared by two threads, then models that two threads are estimated
// to win with.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method/canonical/prices.h"
#include "method/modular/prices.h"
#include "methods.h"
#include "simulation/simulation.h"
#include "step/cost.h"
#include "step/extrapolate.h"
#include "step/twin_sequences.h"
#include "step/walk.h"
#include "system/exit.h"
#include "team/stepper.h"
#include "team/team.h"
#include "timing.h"
#include "workspace/layers.h"

enum { STEPS = 1500, WARM_UP = 50, BARRIERS = 10, MOST_MODELS = 128, N = TAC_COST_SIZES };

// Kinds of costs: those of index-3, then what other methods have as stages of their own.
enum { OWN = TAC_N_COST, KINDS = OWN + TAC_MOST_STAGES - TAC_INDEX3_STAGES };

// Sizes and shortest time of each kind within a step of one model.
typedef struct sample {
    const char *name, *path;
    int order;
    double size[KINDS][N], ns[KINDS];
    double step, estimate;
} sample;

static sample all[MOST_MODELS];
static int n_model;
static const tac_method *method; // NULL for index-3
static double now_ns[KINDS];     // of the current step
static double now_size[KINDS][N];
static double clock_ns; // cost of looking at the clock

// ---- stages with a clock around them -----------------------------------------------------------

static double since(int64_t begin)
{
    return (double)(timing_now() - begin) - clock_ns;
}

static void book(const tac_workspace *w, int kind, int sized_as, double ns, int first, int last)
{
    double size[N];
    now_ns[kind] += ns;
    tac_cost_sizes(w, sized_as, first, last, size);
    for (int k = 0; k < N; k++) {
        now_size[kind][k] += size[k];
    }
}

// Visits what a step computes.
static void timed(tac_workspace *w, int stage, int first, int last, void *context)
{
    (void)context;
    int64_t begin = timing_now();
    int own = stage >= TAC_INDEX3_STAGES, sized_as = w->stage[stage].sized_as;
    tac_call_stage(w, stage, first, last);
    book(w, own ? OWN + stage - TAC_INDEX3_STAGES : stage, sized_as, since(begin), first, last);
}

// ---- steps -------------------------------------------------------------------------------------

static void walk_phase(const tac_phase *phase);

static void walk_list(const tac_workspace *sub, int first)
{
    for (int p = first; p < sub->list.n; p++) {
        walk_phase(&sub->list.phase[p]);
    }
}

// As one worker does.
static void walk_sequences(const tac_workspace *w)
{
    if (w->sequences.twin) {
        walk_list(w->sequences.twin, 0);
    }
    for (int k = 0; k < w->sequences.n; k++) {
        int done = w->sequences.twin ? tac_twin_substeps(w, k) : 0;
        walk_list(w->sequences.space[k], tac_sequence_phase(w->sequences.space[k], done));
    }
}

// All items of a phase at once.
static void walk_phase(const tac_phase *phase)
{
    const tac_work *work = phase->work;
    const tac_visitor visitor = {timed, NULL, true, true};
    int last = phase->first + phase->n;
    if (work->walk == TAC_LISTS) {
        walk_sequences(work->space);
    } else if (work->walk != TAC_NO_WALK) {
        tac_walk_phase(work, work->up, visitor, phase->first, last);
    } else if (work->stage != TAC_NO_STAGE) {
        timed(work->space, work->stage, phase->first, last, NULL);
    } else {
        int64_t begin = timing_now();
        phase->run(phase->work, phase->first, last);
        book(work->space, work->cost, work->cost, since(begin), phase->first, last);
    }
}

static int walk_step(tac_simulation *s)
{
    const tac_phase *list;
    int n = s->method->phases(s->work, &list);
    memset(now_ns, 0, sizeof now_ns);
    memset(now_size, 0, sizeof now_size);
    int64_t begin = timing_now();
    s->method->begin(s->work, &s->state, s->input, 0);
    now_ns[TAC_COST_STEP] = since(begin);
    for (int i = 0; i < n; i++) {
        walk_phase(&list[i]);
    }
    begin = timing_now();
    tac_status status = s->method->end(s->work, &s->state);
    now_ns[TAC_COST_STEP] += since(begin);
    tac_cost_sizes(s->work->space, TAC_COST_STEP, 0, 1, now_size[TAC_COST_STEP]);
    return status.code == TAC_OK;
}

static double estimate(const tac_simulation *s)
{
    const tac_schedule one = tac_simulation_schedule(s, 1);
    return tac_schedule_forecast(&one).work;
}

static int measure(tac_simulation *s, sample *a)
{
    for (int i = -WARM_UP; i < STEPS; i++) {
        if (!walk_step(s)) {
            return 0;
        }
        for (int k = 0; k < KINDS; k++) {
            a->ns[k] = i <= 0 || now_ns[k] < a->ns[k] ? now_ns[k] : a->ns[k];
        }
    }
    memcpy(a->size, now_size, sizeof a->size);
    for (int i = 0; i < STEPS; i++) {
        int64_t begin = timing_now();
        (void)tac_step(s->method, s->work, &s->state, s->input);
        double ns = since(begin);
        a->step = i == 0 || ns < a->step ? ns : a->step;
    }
    a->estimate = estimate(s);
    return 1;
}

static int open_model(tac_simulation *s, const char *path, int lanes, int order)
{
    int ok = tac_simulation_read(s, path);
    s->options.lanes = lanes;
    s->options.order = order ? order : s->options.order;
    if (ok && method) {
        tac_simulation_take_method(s, method);
    }
    ok = ok && tac_simulation_prepare(s) && tac_simulation_start(s);
    if (!ok) {
        fprintf(stderr, "%s\n", s->diag.text);
    }
    return ok;
}

static int measure_model(const char *path, int lanes, int order)
{
    tac_simulation s;
    int ok = open_model(&s, path, lanes, order);
    if (ok && measure(&s, &all[n_model])) {
        const char *slash = strrchr(path, '/');
        all[n_model].order = s.options.order;
        all[n_model].path = path;
        all[n_model++].name = slash ? slash + 1 : path;
    } else if (ok) {
        fprintf(stderr, "%s: the model fails\n", path);
        ok = 0;
    }
    tac_simulation_close(&s);
    return ok || method; // which may refuse it
}

// ---- the fit -----------------------------------------------------------------------------------

// Solves the normal equations over the sizes in use; the others get 0.
static void solve(double A[N][N], const double *b, const int *used, double *x)
{
    double M[N][N + 1];
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < N; k++) {
            M[i][k] = used[i] && used[k] ? A[i][k] : i == k;
        }
        M[i][i] *= 1.0 + 1e-9;
        M[i][N] = used[i] ? b[i] : 0.0;
    }
    for (int p = 0; p < N; p++) {
        for (int i = 0; i < N; i++) {
            double factor = M[i][p] / M[p][p];
            for (int k = p; i != p && k <= N; k++) {
                M[i][k] -= factor * M[p][k];
            }
        }
    }
    for (int i = 0; i < N; i++) {
        x[i] = M[i][N] / M[i][i];
    }
}

// Least error relative to the whole step over all models, so that what matters in a step is met best;
// no price below zero. Returns 0 if no model has the stage.
static int fit(int kind, double *x)
{
    double A[N][N] = {{0}}, b[N] = {0};
    int used[N] = {0}, any = 0, again = 1;
    for (int j = 0; j < n_model; j++) {
        const double *f = all[j].size[kind];
        double y = all[j].ns[kind], weight = 1.0 / (all[j].step * all[j].step);
        for (int i = 0; i < N && y > 0.0; i++) {
            used[i] |= f[i] > 0.0;
            any |= f[i] > 0.0;
            b[i] += weight * f[i] * y;
            for (int k = 0; k < N; k++) {
                A[i][k] += weight * f[i] * f[k];
            }
        }
    }
    while (any && again) {
        again = 0;
        solve(A, b, used, x);
        int least = 0;
        for (int i = 1; i < N; i++) {
            least = x[i] < x[least] ? i : least;
        }
        if (x[least] < 0.0) {
            used[least] = 0;
            again = 1;
        }
    }
    return any;
}

// Mean relative error of prices over the models that have the stage.
static double error_of(int kind, const double *x)
{
    double sum = 0.0;
    int n = 0;
    for (int j = 0; j < n_model; j++) {
        double y = 0.0;
        for (int i = 0; i < N; i++) {
            y += x[i] * all[j].size[kind][i];
        }
        if (all[j].ns[kind] > 0.0 && all[j].size[kind][0] > 0.0) {
            sum += fabs(y / all[j].ns[kind] - 1.0);
            n++;
        }
    }
    return n > 0 ? sum / n : 0.0;
}

// What has a price, as it is written after TAC_.
static const char *const names[TAC_N_COST] = {
    [TAC_UNITS_FACTOR] = "UNITS_FACTOR",
    [TAC_UNITS_FORWARD] = "UNITS_FORWARD",
    [TAC_UNITS_BACKWARD] = "UNITS_BACKWARD",
    [TAC_ELEMENTS_PREDICT] = "ELEMENTS_PREDICT",
    [TAC_ELEMENTS_NEWTON] = "ELEMENTS_NEWTON",
    [TAC_ELEMENTS_AGAIN] = "ELEMENTS_AGAIN",
    [TAC_ELEMENTS_POSITION] = "ELEMENTS_POSITION",
    [TAC_ELEMENTS_VELOCITY] = "ELEMENTS_VELOCITY",
    [TAC_ELEMENTS_ACCELERATION] = "ELEMENTS_ACCELERATION",
    [TAC_ELEMENTS_RESIDUAL] = "ELEMENTS_RESIDUAL",
    [TAC_ELEMENTS_COMMIT] = "ELEMENTS_COMMIT",
    [TAC_ELEMENTS_LOAD] = "ELEMENTS_LOAD",
    [TAC_ELEMENTS_PUSH] = "ELEMENTS_PUSH",
    [TAC_ELEMENTS_PUSH_NEWTON] = "ELEMENTS_PUSH_NEWTON",
    [TAC_ELEMENTS_PUSH_OWN] = "ELEMENTS_PUSH_OWN",
    [TAC_ELEMENTS_PUSH_INDEX1] = "ELEMENTS_PUSH_INDEX1",
    [TAC_BODIES_PREDICT] = "BODIES_PREDICT",
    [TAC_BODIES_NEWTON] = "BODIES_NEWTON",
    [TAC_BODIES_AGAIN] = "BODIES_AGAIN",
    [TAC_BODIES_POSITION] = "BODIES_POSITION",
    [TAC_BODIES_VELOCITY] = "BODIES_VELOCITY",
    [TAC_BODIES_INDEX1] = "BODIES_INDEX1",
    [TAC_BODIES_PROJECTION] = "BODIES_PROJECTION",
    [TAC_BODIES_UPDATE_NEWTON] = "BODIES_UPDATE_NEWTON",
    [TAC_BODIES_UPDATE_OWN] = "BODIES_UPDATE_OWN",
    [TAC_BODIES_UPDATE_POSITION] = "BODIES_UPDATE_POSITION",
    [TAC_BODIES_UPDATE_VELOCITY] = "BODIES_UPDATE_VELOCITY",
    [TAC_BODIES_UPDATE_ACCELERATION] = "BODIES_UPDATE_ACCELERATION",
    [TAC_BODIES_CHECK] = "BODIES_CHECK",
    [TAC_BODIES_COMMIT] = "BODIES_COMMIT",
    [TAC_COST_STEP] = "COST_STEP",
    [TAC_COST_LATCH] = "COST_LATCH",
    [TAC_COST_COMBINE] = "COST_COMBINE",
    [TAC_COST_MOMENTUM] = "COST_MOMENTUM",
};

static const char *const names_of_canonical[TAC_CANONICAL_STAGES - TAC_INDEX3_STAGES] = {
    [TAC_MOMENTA_ELEMENTS_PLACE - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_PLACE",
    [TAC_MOMENTA_ELEMENTS_BEGIN - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_BEGIN",
    [TAC_MOMENTA_ELEMENTS_CLOSE - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_CLOSE",
    [TAC_MOMENTA_ELEMENTS_CLOSE_AGAIN - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_CLOSE_AGAIN",
    [TAC_MOMENTA_ELEMENTS_PUSH - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_PUSH",
    [TAC_MOMENTA_ELEMENTS_VELOCITY - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_VELOCITY",
    [TAC_MOMENTA_ELEMENTS_ACCELERATION - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_ACCELERATION",
    [TAC_MOMENTA_ELEMENTS_POSITION - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_POSITION",
    [TAC_MOMENTA_ELEMENTS_RATES - TAC_INDEX3_STAGES] = "MOMENTA_ELEMENTS_RATES",
    [TAC_MOMENTA_BODIES_PLACE - TAC_INDEX3_STAGES] = "MOMENTA_BODIES_PLACE",
    [TAC_MOMENTA_BODIES_BEGIN - TAC_INDEX3_STAGES] = "MOMENTA_BODIES_BEGIN",
    [TAC_MOMENTA_BODIES_MODERATE - TAC_INDEX3_STAGES] = "MOMENTA_BODIES_MODERATE",
    [TAC_MOMENTA_BODIES_MOVE - TAC_INDEX3_STAGES] = "MOMENTA_BODIES_MOVE",
    [TAC_MOMENTA_BODIES_VELOCITY - TAC_INDEX3_STAGES] = "MOMENTA_BODIES_VELOCITY",
    [TAC_MOMENTA_BODIES_GUESS - TAC_INDEX3_STAGES] = "MOMENTA_BODIES_GUESS",
};

static const char *const names_of_modular[TAC_MODULAR_STAGES - TAC_INDEX3_STAGES] = {
    [TAC_MODULAR_ELEMENTS_STAGE - TAC_INDEX3_STAGES] = "MODULAR_ELEMENTS_STAGE",
    [TAC_MODULAR_ELEMENTS_LAST - TAC_INDEX3_STAGES] = "MODULAR_ELEMENTS_LAST",
    [TAC_MODULAR_ELEMENTS_CLOSE - TAC_INDEX3_STAGES] = "MODULAR_ELEMENTS_CLOSE",
    [TAC_MODULAR_ELEMENTS_SETTLE - TAC_INDEX3_STAGES] = "MODULAR_ELEMENTS_SETTLE",
    [TAC_MODULAR_ELEMENTS_END - TAC_INDEX3_STAGES] = "MODULAR_ELEMENTS_END",
    [TAC_MODULAR_ELEMENTS_PUSH - TAC_INDEX3_STAGES] = "MODULAR_ELEMENTS_PUSH",
    [TAC_MODULAR_BODIES_BEGIN - TAC_INDEX3_STAGES] = "MODULAR_BODIES_BEGIN",
    [TAC_MODULAR_BODIES_SECOND - TAC_INDEX3_STAGES] = "MODULAR_BODIES_SECOND",
    [TAC_MODULAR_BODIES_THIRD - TAC_INDEX3_STAGES] = "MODULAR_BODIES_THIRD",
    [TAC_MODULAR_BODIES_FOURTH - TAC_INDEX3_STAGES] = "MODULAR_BODIES_FOURTH",
    [TAC_MODULAR_BODIES_CLOSE - TAC_INDEX3_STAGES] = "MODULAR_BODIES_CLOSE",
    [TAC_MODULAR_BODIES_SETTLE - TAC_INDEX3_STAGES] = "MODULAR_BODIES_SETTLE",
    [TAC_MODULAR_BODIES_MEASURE - TAC_INDEX3_STAGES] = "MODULAR_BODIES_MEASURE",
};

// The file of a method's prices.
typedef struct price_list {
    const tac_method *method;
    const char *prices, *size, *offset; // as they are written
    const char *const *name;
    const double (*price)[N];
    int first, n; // kinds
} price_list;

static const price_list lists[] = {
    {NULL, "tac_price", "TAC_N_COST", "", names, tac_price, 0, TAC_N_COST},
    {&tac_canonical, "tac_canonical_price", "TAC_CANONICAL_STAGES - TAC_INDEX3_STAGES",
     " - TAC_INDEX3_STAGES", names_of_canonical, tac_canonical_price, OWN,
     TAC_CANONICAL_STAGES - TAC_INDEX3_STAGES},
    {&tac_modular, "tac_modular_price", "TAC_MODULAR_STAGES - TAC_INDEX3_STAGES",
     " - TAC_INDEX3_STAGES", names_of_modular, tac_modular_price, OWN,
     TAC_MODULAR_STAGES - TAC_INDEX3_STAGES},
};

// What stages and the rest that methods share are priced here, over what they took: own stages stand beside them in the
// ns of the machine that their prices are from.
static double scale_of(const price_list *list)
{
    double priced = 0.0, taken = 0.0;
    for (int j = 0; j < n_model; j++) {
        for (int kind = 0; kind < TAC_N_COST; kind++) {
            taken += all[j].ns[kind] / all[j].step;
            for (int k = 0; k < N; k++) {
                priced += tac_price[kind][k] * all[j].size[kind][k] / all[j].step;
            }
        }
    }
    return list->first < OWN ? 1.0 : priced / taken;
}

// Kinds that no model has keep their price.
static void print_list(FILE *out, const price_list *list)
{
    fprintf(out,
            "// Prices of the stages in ns, measured and written by ./dev prices; see "
            "step/cost.h. Behind them\n"
            "// their mean error and that of those before them.\n"
            "#include \"prices.h\"\n\n// clang-format off\n"
            "const double %s[%s][TAC_COST_SIZES] = {\n",
            list->prices, list->size);
    double scale = scale_of(list);
    for (int i = 0; i < list->n; i++) {
        double x[N];
        if (!list->name[i]) {
            continue;
        }
        memcpy(x, list->price[i], sizeof x);
        int known = fit(list->first + i, x);
        double by = known ? scale : 1.0;
        fprintf(out, "    [TAC_%s%s] = {%.3g, %.3g, %.3g, %.3g},", list->name[i], list->offset,
                by * x[0], by * x[1], by * x[2], by * x[3]);
        if (known) {
            fprintf(out, " // %.0f %%; %.0f %%", 100.0 * error_of(list->first + i, x),
                    100.0 * error_of(list->first + i, list->price[i]));
        }
        fputc('\n', out);
    }
    fputs("};\n", out);
}

static void print_prices(FILE *out)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (lists[i].method == method) {
            print_list(out, &lists[i]);
        }
    }
}

static void print_estimates(void)
{
    printf("%-32s %5s %12s %12s %8s\n", "us per step", "order", "measured", "estimated", "ratio");
    for (int j = 0; j < n_model; j++) {
        printf("%-32s %5d %12.2f %12.2f %8.2f\n", all[j].name, all[j].order, 1e-3 * all[j].step,
               1e-3 * all[j].estimate, all[j].estimate / all[j].step);
    }
}

// ---- barriers ----------------------------------------------------------------------------------

// Some microseconds of work that nothing can shorten.
static void work(tac_work *w, int first, int last)
{
    (void)w;
    for (int i = first; i < last; i++) {
        for (volatile int k = 0; k < 2000; k++) {
        }
    }
}

static void *serve(void *team)
{
    tac_team_serve(team, 1, &tac_real_clock, 0, 1);
    return NULL;
}

// Time of a phase of two items, shared, less half of the time it takes alone: of every step of ten such
// phases in which the other thread was there. Returns the number of steps.
static int time_barriers(tac_team *t, double *ns, int most, double *alone)
{
    int n = 0;
    int64_t end = timing_now() + 1000000000;
    while (n < most && timing_now() < end) {
        int64_t taken = tac_team_taken(t), begin = timing_now();
        work(NULL, 0, BARRIERS);
        double x = since(begin) / BARRIERS;
        begin = timing_now();
        (void)tac_team_step(t, 0, NULL, NULL);
        ns[n] = since(begin) / BARRIERS - x;
        *alone = *alone == 0.0 || x < *alone ? x : *alone;
        n += taken == tac_team_taken(t);
    }
    return n;
}

static void print_barrier(void)
{
    static tac_phase phase[BARRIERS];
    static double ns[10 * STEPS];
    double alone = 0.0;
    pthread_t thread;
    for (int i = 0; i < BARRIERS; i++) {
        phase[i] = (tac_phase){.name = "work", .run = work, .n = 2};
    }
    const tac_team_options o = {.members = 2, .wait_limit_ns = 1000000000};
    size_t size = tac_team_size(&o, BARRIERS);
    tac_team *t =
        tac_team_init(&o, phase, BARRIERS, aligned_alloc(64, (size + 63) / 64 * 64), size);
    if (!t || pthread_create(&thread, NULL, serve, t) != 0) {
        fputs("no memory or threads\n", stderr);
        return;
    }
    timing_pin(pthread_self(), 0);
    timing_pin(thread, 1);
    int n = time_barriers(t, ns, 10 * STEPS, &alone);
    tac_team_quit(t);
    pthread_join(thread, NULL);
    free(t);
    if (n == 0) {
        puts("barrier of two threads: the second one had no core of its own");
        return;
    }
    timing_sort(ns, (size_t)n);
    printf("barrier of two threads: tenth %.0f ns, median %.0f ns of %d, beside %.0f ns of work\n",
           ns[n / 10], ns[n / 2], n * BARRIERS, alone);
}

// Shortest step of two threads; 0 when they are not to be had.
static double time_shared(tac_simulation *s)
{
    tac_stepper p;
    double least = 0.0;
    if (tac_stepper_open(&p, s, 2, 0)) {
        timing_pin(pthread_self(), 0);
        timing_pin(p.worker[1].thread, 1);
        for (int i = -WARM_UP; i < STEPS; i++) {
            int64_t taken = tac_team_taken(p.team), begin = timing_now();
            int ok = tac_stepper_step(&p, 0).code == TAC_OK && taken == tac_team_taken(p.team);
            double ns = since(begin);
            least = ok && i >= 0 && (least == 0.0 || ns < least) ? ns : least;
        }
    }
    tac_stepper_close(&p);
    return least;
}

// What is left of a shared step when its longest stretches are taken off, per barrier. Prices are
// scaled to the measured step of one thread.
static void print_shared(int lanes)
{
    printf("%-32s %5s %12s %12s %8s %12s\n", "two threads, us per step", "order", "one", "two",
           "barriers", "ns each");
    for (int j = 0; j < n_model; j++) {
        tac_simulation s;
        if (open_model(&s, all[j].path, lanes, all[j].order)) {
            const tac_schedule two = tac_simulation_schedule(&s, 2);
            const tac_forecast f = tac_schedule_forecast(&two);
            double scale = all[j].step / f.work, ns = f.barriers > 0 ? time_shared(&s) : 0.0;
            if (ns > 0.0) {
                printf("%-32s %5d %12.2f %12.2f %8d %12.0f\n", all[j].name, all[j].order,
                       1e-3 * all[j].step, 1e-3 * ns, f.barriers,
                       (ns - scale * (f.time - f.barriers * two.barrier)) / f.barriers);
            }
        }
        tac_simulation_close(&s);
    }
}

static int write_prices(const char *path)
{
    FILE *out = fopen(path, "w");
    if (out) {
        print_prices(out);
    }
    if (!out || fclose(out) != 0) {
        perror(path);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    int first = 1, lanes = 0;
    const char *path = NULL;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2) {
        lanes = strcmp(argv[first], "--lanes") == 0 ? atoi(argv[first + 1]) : lanes;
        path = strcmp(argv[first], "--write") == 0 ? argv[first + 1] : path;
        method =
            strcmp(argv[first], "--method") == 0 ? tac_method_of_word(argv[first + 1]) : method;
    }
    method = method == &tac_index3 ? NULL : method;
    int ok = argc > first;
    if (!ok) {
        fputs("usage: bench-schedule [--lanes 1|4|8] [--method WORD] [--write FILE] MODEL ...\n",
              stderr);
    }
    for (int i = 0; i < 1000; i++) {
        int64_t begin = timing_now();
        double ns = (double)(timing_now() - begin);
        clock_ns = i == 0 || ns < clock_ns ? ns : clock_ns;
    }
    for (int i = first; i < argc && n_model + 1 < MOST_MODELS; i++) {
        ok = measure_model(argv[i], lanes, 0) && ok;
        // what only extrapolation does; sub-steps beside each other are no matter of large models
        if (n_model > 0 && all[n_model - 1].path == argv[i] && all[n_model - 1].step < 5e4 &&
            method != &tac_modular) {
            (void)measure_model(argv[i], lanes, 4);
        }
    }
    if (n_model > 0) {
        ok = path ? write_prices(path) && ok : (print_prices(stdout), ok);
        print_estimates();
        print_barrier();
        print_shared(lanes);
    }
    return ok ? TAC_EXIT_OK : TAC_EXIT_INPUT;
}

// Is a step as short as promised?
//   bench-speed [--case NAME] [--slack F]
//   NAME: bounds of mechanisms whose name begins so ("chain-spherical 1024", "ring", "vehicle")
//   F: for a slower or faster machine: times may be F times as long, gains F times smaller
// Exit code 1 when a bound is missed; 2 for a wrong command line.
//
// Absolute bounds are meant for a processor of today with AVX2 or more, ratios for any with two cores
// of its own. What the machine cannot show (one core, narrow vectors) is not judged.
//
// All mechanisms take turns, again and again. Each turn builds the mechanism anew, so that the luck of
// its pages changes, and times it with one and with two workers right after each other, in an order
// that changes too. The shortest step of all rounds counts: what else the machine does only adds to it,
// and it falls to what the program takes. A time that is once below its bound stays below. A ratio of
// two shortest times is judged because both fall to a limit, unlike medians, which move with the
// machine; but while one of the two has never been left alone the ratio may be too good as well as
// too bad. Therefore there are LEAST_ROUNDS before anything is believed, all mechanisms are measured to
// the end, and all bounds have to hold after the same round. That ends the run; otherwise it goes
// on for MOST_ROUNDS rounds or LONGEST_S seconds, and what does not hold then is missed.
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args/args.h"
#include "lanes.h"
#include "latency/environment.h"
#include "system/clock.h"
#include "system/exit.h"
#include "team/step_time.h"
#include "throughput/cases.h"

enum { LEAST_ROUNDS = 5, MOST_ROUNDS = 25, LONGEST_S = 90, WARM_UP = 20 };
enum { MOST_BOUNDS = 128, MOST_SUBJECTS = 2 * MOST_BOUNDS, NAME_SIZE = 48 };

static const double turn_s = 0.1; // of one mechanism with one number of workers

typedef enum kind {
    STEP,    // us per step
    BODY,    // us per step and body
    GROWTH,  // time per body, divided by that of `than` bodies
    MOMENTA, // time by canonical, divided by that by index-3
    GAIN     // time with one worker, divided by that with two
} kind;

typedef struct promise {
    const char *name; // of a family or of a model that comes with the program
    int bodies;       // of a family
    int lanes;        // 0: as the program chooses
    kind kind;
    double bound; // at most; of a gain at least
    int than;
} promise;

// Besides these: wherever the plan takes two workers, they are not slower than one.
static const promise promises[] = {
    {"chain-spherical", 1024, 0, BODY, 0.25, 0},
    {"chain-spherical", 1024, 4, BODY, 0.25, 0},
    {"chain-spherical", 4096, 0, GROWTH, 1.3, 128},
    {"chain-spherical", 256, 0, GAIN, 1.7, 0},
    {"chain-spherical", 512, 0, GAIN, 1.7, 0},
    {"chain-spherical", 1024, 0, GAIN, 1.7, 0},
    {"chain-spherical", 4096, 0, GAIN, 1.7, 0},
    {"chain-revolute", 256, 0, GAIN, 1.7, 0},
    {"chain-revolute", 512, 0, GAIN, 1.7, 0},
    {"chain-revolute", 1024, 0, GAIN, 1.7, 0},
    {"m2_four_bar", 0, 0, STEP, 4.0, 0},
    {"p3_hexapod", 0, 0, STEP, 25.0, 0},
    {"ring", 127, 0, STEP, 90.0, 0}, // 128 joints
    {"vehicle", 0, 0, STEP, 50.0, 0},
    {"chain-spherical", 1024, 0, MOMENTA, 0.64, 0},
    {"m2_four_bar", 0, 0, MOMENTA, 0.65, 0},
};

// A mechanism that is timed.
typedef struct subject {
    const char *name;
    const tac_family *family; // NULL: a model
    int bodies, lanes;
    const tac_method *method;
    int workers;  // 2: with one and with two
    double us[2]; // shortest step so far with one worker, with two
} subject;

typedef struct judged {
    promise p;
    const subject *of, *than; // than: of GROWTH and MOMENTA
} judged;

typedef struct bench {
    const char *wanted;
    double slack;
    int cores;
    subject subject[MOST_SUBJECTS];
    judged judged[MOST_BOUNDS];
    int n_subject, n_judged;
    tac_diag diag;
    bool diverged; // a mechanism could not go on
} bench;

// ---- what is judged ----------------------------------------------------------------------------

static const char *label(const promise *p, char text[NAME_SIZE])
{
    int n = snprintf(text, NAME_SIZE, p->bodies ? "%s %d" : "%s", p->name, p->bodies);
    if (p->lanes) {
        snprintf(text + n, NAME_SIZE - (size_t)n, ", %d lanes", p->lanes);
    }
    return text;
}

static int is_wanted(const bench *b, const promise *p)
{
    char text[NAME_SIZE];
    return !b->wanted || strncmp(label(p, text), b->wanted, strlen(b->wanted)) == 0;
}

// Why this machine cannot show it; NULL when it can.
static const char *hindrance(const bench *b, const promise *p)
{
    return p->kind == GAIN && b->cores < 2             ? "one core"
           : p->lanes && p->lanes > tac_widest_lanes() ? "no such vectors"
                                                       : NULL;
}

// The mechanism among those that are timed, added when it is new; timed with two workers for a gain.
static const subject *subject_for(bench *b, const promise *p, int bodies, const tac_method *method)
{
    int k = 0, workers = p->kind == GAIN ? 2 : 1;
    while (k < b->n_subject &&
           (strcmp(b->subject[k].name, p->name) != 0 || b->subject[k].bodies != bodies ||
            b->subject[k].lanes != p->lanes || b->subject[k].method != method)) {
        k++;
    }
    subject *s = &b->subject[k];
    if (k == b->n_subject) {
        *s = (subject){p->name, tac_family_find(p->name), bodies, p->lanes, method,
                       1,       {HUGE_VAL, HUGE_VAL}};
        b->n_subject++;
    }
    s->workers = workers > s->workers ? workers : s->workers;
    return s;
}

static void add(bench *b, const promise *p)
{
    if (!is_wanted(b, p)) {
        return;
    }
    if (b->n_judged == MOST_BOUNDS) {
        fputs("bench-speed: more bounds than MOST_BOUNDS\n", stderr);
        exit(TAC_EXIT_MEMORY);
    }
    judged *j = &b->judged[b->n_judged++];
    *j = (judged){.p = *p};
    if (!hindrance(b, p)) {
        bool momenta = p->kind == MOMENTA;
        j->of = subject_for(b, p, p->bodies, momenta ? &tac_canonical : &tac_index3);
        j->than = momenta             ? subject_for(b, p, p->bodies, &tac_index3)
                  : p->kind == GROWTH ? subject_for(b, p, p->than, &tac_index3)
                                      : NULL;
    }
}

static bool open_subject(tac_simulation *s, const char *name, int bodies, int lanes,
                         const tac_method *method)
{
    const tac_family *f = tac_family_find(name);
    const tac_case_options o = {.method = method, .lanes = lanes};
    return f ? tac_bench_open_family(s, f, bodies, &o) : tac_bench_open_model(s, name, &o);
}

// Promises that two workers are not slower, if the plan takes them for this mechanism.
static bool add_if_shared(bench *b, const char *name, int bodies)
{
    const promise p = {name, bodies, 0, GAIN, 1.0, 0};
    if (!is_wanted(b, &p)) {
        return true;
    }
    tac_simulation s;
    bool good = open_subject(&s, name, bodies, 0, &tac_index3);
    if (good) {
        const tac_schedule two = tac_simulation_schedule(&s, 2);
        if (tac_schedule_workers(&two) == 2) {
            add(b, &p);
        }
    }
    b->diag = s.diag;
    tac_simulation_close(&s);
    return good;
}

static bool add_all(bench *b)
{
    bool good = true;
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        add(b, &promises[i]);
    }
    for (const tac_family *f = tac_families; f < tac_families + TAC_FAMILIES; f++) {
        for (int n = f->least; n <= f->most && good; n = tac_family_next(f, n)) {
            good = add_if_shared(b, f->name, n);
        }
    }
    for (int i = 0; i < TAC_BENCH_MODELS && good; i++) {
        good = add_if_shared(b, tac_bench_models[i], 0);
    }
    return good;
}

// ---- measuring ---------------------------------------------------------------------------------

static bool take_turn(bench *b, subject *s, int round)
{
    tac_simulation sim;
    tac_bench_times t;
    bool good = open_subject(&sim, s->name, s->bodies, s->lanes, s->method);
    b->diag = sim.diag;
    for (int k = 0; k < s->workers && good; k++) {
        int two = s->workers == 2 && (round + k) % 2 == 1;
        good = tac_bench_time(&sim, NULL, 1 + two, WARM_UP, turn_s, TAC_BENCH_STEPS, &t, &b->diag);
        b->diverged = !good;
        s->us[two] = good ? fmin(s->us[two], t.min) : s->us[two];
    }
    tac_simulation_close(&sim);
    return good;
}

static double measured(const judged *j)
{
    const subject *s = j->of;
    switch (j->p.kind) {
    case BODY:
        return s->us[0] / s->bodies;
    case GROWTH:
        return s->us[0] / s->bodies / (j->than->us[0] / j->than->bodies);
    case MOMENTA:
        return s->us[0] / j->than->us[0];
    case GAIN:
        return s->us[0] / s->us[1];
    case STEP:
        break;
    }
    return s->us[0];
}

static double bound_of(const bench *b, const promise *p)
{
    return p->kind == GAIN ? p->bound / b->slack : p->bound * b->slack;
}

static int holds(const bench *b, const judged *j)
{
    double bound = bound_of(b, &j->p);
    return !j->of || (j->p.kind == GAIN ? measured(j) >= bound : measured(j) <= bound);
}

static int n_missed(const bench *b)
{
    int n = 0;
    for (int i = 0; i < b->n_judged; i++) {
        n += !holds(b, &b->judged[i]);
    }
    return n;
}

// Returns the number of rounds in *rounds.
static bool measure(bench *b, int *rounds, double *seconds)
{
    bool good = true;
    int64_t begin = tac_real_clock.now(NULL);
    int more = b->n_subject > 0;
    *seconds = 0.0;
    for (*rounds = 0; more && good; (*rounds)++) {
        for (int i = 0; i < b->n_subject && good; i++) {
            good = take_turn(b, &b->subject[i], *rounds);
        }
        int done = *rounds + 1;
        *seconds = 1e-9 * (double)(tac_real_clock.now(NULL) - begin);
        int in_time = done < MOST_ROUNDS && *seconds * (done + 1) / done < LONGEST_S;
        more = done < LEAST_ROUNDS || (in_time && n_missed(b) > 0);
    }
    return good;
}

// ---- verdict -----------------------------------------------------------------------------------

static void print_judged(const bench *b, const judged *j)
{
    static const char *const what[] = {[STEP] = "us per step",
                                       [BODY] = "us per step and body",
                                       [GROWTH] = "per body, against %d",
                                       [MOMENTA] = "canonical over index-3",
                                       [GAIN] = "two workers against one"};
    char text[NAME_SIZE], of[NAME_SIZE], value[16] = "-";
    const char *why = hindrance(b, &j->p);
    snprintf(of, sizeof of, what[j->p.kind], j->p.than);
    if (j->of) {
        snprintf(value, sizeof value, "%.3f", measured(j));
    }
    printf("%-29s %-25s %9s  %s %-7.3g %s", label(&j->p, text), of, value,
           j->p.kind == GAIN ? "at least" : "at most ", bound_of(b, &j->p),
           why           ? "not judged: "
           : holds(b, j) ? "holds"
                         : "MISSED");
    printf("%s", why ? why : "");
    if (j->of && j->p.kind == GAIN) {
        printf(" (%.2f us, %.2f us)", j->of->us[0], j->of->us[1]);
    }
    putchar('\n');
}

static int judge(const bench *b, int rounds, double seconds)
{
    int missed = n_missed(b);
    printf("shortest step of %d rounds, %.0f s%s\n", rounds, seconds,
           b->slack == 1.0 ? "" : "; bounds with slack");
    for (int i = 0; i < b->n_judged; i++) {
        print_judged(b, &b->judged[i]);
    }
    printf("%d of %d bounds missed\n", missed, b->n_judged);
    return missed ? TAC_EXIT_DIFFERENT : TAC_EXIT_OK;
}

// ---- arguments ---------------------------------------------------------------------------------

static const tac_option options[] = {
    {"case", "NAME", "bounds of mechanisms whose name begins so only", TAC_ARG_TEXT(bench, wanted)},
    {"slack", "F", "times may be F times as long, gains F times smaller",
     TAC_ARG_REAL(bench, slack, TAC_Q_NUMBER, 1e-9, 1e9)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .surplus = "'%s' is no option",
};

int main(int argc, char **argv)
{
    static bench b = {.slack = 1.0};
    tac_environment e;
    cpu_set_t cores;
    int rounds;
    double seconds;
    tac_args a = {.command = "bench-speed", .argc = argc, .argv = argv, .at = 1};
    if (!tac_args_read(&a, &syntax, &b)) {
        fprintf(stderr, "%s\n", a.error);
        return TAC_EXIT_INPUT;
    }
    b.cores = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
    tac_environment_read(&e, 0);
    tac_environment_print(&e, stdout);
    if (!add_all(&b) || !measure(&b, &rounds, &seconds)) {
        fprintf(stderr, "%s\n", b.diag.text);
        return tac_exit_of(&b.diag, b.diverged ? TAC_EXIT_DIVERGED : TAC_EXIT_INPUT);
    }
    if (b.n_judged == 0) {
        fprintf(stderr, "bench-speed: --case %s: no bound is of a mechanism that begins so\n",
                b.wanted);
        return TAC_EXIT_INPUT;
    }
    return judge(&b, rounds, seconds);
}

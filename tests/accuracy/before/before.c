// program: accuracy.before
// test: accuracy.before accuracy cost=20 -- tests/accuracy/before/errors.csv quick
// test: accuracy.before_all full -- tests/accuracy/before/errors.csv all
// Errors against the references today, and at revision 035036c, before rotations and contacts were changed.
//
//   accuracy.before FILE quick | all    fails where an error is larger than the file says
//   accuracy.before FILE measure        lines of the file with the errors of this program
//
// A line of the file is a run and its errors (compare.h, criterion.h). How the file was made says its head.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy/compare.h"
#include "accuracy/criterion.h"

// Errors are the same on every machine. The page shows two figures of them: a hundredth is at most one unit of the second.
#define MARGIN 0.01

// What rounding leaves of 1e4 steps (references.c, orders.c): no smaller error is compared.
#define FLOOR 1e-9

enum { STATES, REACTIONS, ENERGIES, CRITERION, N_ERROR };
static const char *const error_name[N_ERROR] = {"states", "reactions", "energies", "criterion"};

// A cell is "-", an error, or "error>today's" where today's is larger, for the cause at the end of the line.
typedef struct cell_text {
    char text[32];
} cell_text;

typedef struct run {
    char part[16], model[64]; // quick or slow
    double horizon, grid, dt; // s, ms, ms
    int planar, order;
    cell_text error[N_ERROR];
    char cause[32];
} run;

static int read_run(run *r, const char *line)
{
    cell_text *e = r->error;
    return sscanf(line,
                  "%15[^,],%63[^,],%lf,%lf,%d,%d,%lf,%31[^,],%31[^,],%31[^,],%31[^,],%31[^\n]",
                  r->part, r->model, &r->horizon, &r->grid, &r->planar, &r->order, &r->dt,
                  e[STATES].text, e[REACTIONS].text, e[ENERGIES].text, e[CRITERION].text,
                  r->cause) == 12;
}

static int is_asked(const run *r, int what)
{
    return strcmp(r->error[what].text, "-") != 0;
}

// 0 if the run fails.
static int solve(const run *r, double error[N_ERROR])
{
    if (is_asked(r, CRITERION)) {
        error[CRITERION] = criterion_score(TAC_SOURCE_DIR, r->model, 1e-3 * r->dt, r->order).rms;
        return isfinite(error[CRITERION]);
    }
    tac_options o = trial_options(1e-3 * r->dt, r->order);
    difference d = compare(&(comparison){.root = TAC_SOURCE_DIR,
                                         .model = r->model,
                                         .horizon = r->horizon,
                                         .grid = 1e-3 * r->grid,
                                         .planar = r->planar,
                                         .o = &o});
    error[STATES] = d.states;
    error[REACTIONS] = d.loads;
    error[ENERGIES] = d.energies;
    return d.good;
}

static int is_at_most(double error, double before)
{
    return error <= fmax(before * (1.0 + MARGIN), FLOOR);
}

// An exception that is none any more is a failure as well: the file says what is so.
static int holds(const run *r, int what, double error)
{
    char *today = strchr(r->error[what].text, '>');
    double before = atof(r->error[what].text);
    int good = today ? !is_at_most(error, before) && is_at_most(error, atof(today + 1))
                     : is_at_most(error, before);
    if (today || !good) {
        printf("%s %s, %g s, order %d, %g ms: %s %.3e, before %.3e%s%s\n",
               good ? "exception" : "FAIL", r->model, r->horizon, r->order, r->dt, error_name[what],
               error, before, today ? ", cause: " : "", today ? r->cause : "");
    }
    return good;
}

static void print_run(const run *r, const double *error)
{
    printf("%s,%s,%g,%g,%d,%d,%g", r->part, r->model, r->horizon, r->grid, r->planar, r->order,
           r->dt);
    for (int what = 0; what < N_ERROR; what++) {
        if (is_asked(r, what)) {
            printf(",%.3e", error[what]);
        } else {
            printf(",-");
        }
    }
    printf(",-\n");
    fflush(stdout);
}

typedef enum mode { QUICK, ALL, MEASURE, N_MODE } mode;
static const char *const mode_name[N_MODE] = {"quick", "all", "measure"};

// Returns 0 if one of the errors is not what the file says; n counts them.
static int run_holds(const run *r, mode m, int *n)
{
    double error[N_ERROR];
    int good = solve(r, error);
    if (!good) {
        printf("FAIL %s, order %d, %g ms: cannot be run\n", r->model, r->order, r->dt);
    } else if (m == MEASURE) {
        print_run(r, error);
    } else {
        for (int what = 0; what < N_ERROR; what++) {
            *n += is_asked(r, what);
            good &= !is_asked(r, what) || holds(r, what, error[what]);
        }
    }
    return good;
}

int main(int argc, char **argv)
{
    int m = 0, failed = 0, n = 0;
    FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
    while (argc == 3 && m < N_MODE && strcmp(argv[2], mode_name[m]) != 0) {
        m++;
    }
    if (!file || m == N_MODE) {
        fprintf(stderr, "usage: accuracy.before FILE quick|all|measure\n");
        return 2;
    }
    char line[512];
    run r;
    while (fgets(line, sizeof line, file)) {
        int wanted = read_run(&r, line) && (m != QUICK || strcmp(r.part, "quick") == 0);
        failed += wanted && !run_holds(&r, (mode)m, &n);
    }
    fclose(file);
    if (m != MEASURE) {
        printf("%d errors compared with those of 035036c, %d runs failed\n", n, failed);
    }
    return failed > 0 || (m != MEASURE && n == 0);
}

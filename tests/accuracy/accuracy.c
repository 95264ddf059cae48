// Accuracy of the solver against independent reference solutions, as a markdown table.
//
//   accuracy [--quick] [--markdown FILE] [--root DIR] [CASE ...]
//
// Every case runs with the default options at three step sizes. The method is of second order: the
// program fails when a case shows less between its two smallest steps while its error is still
// above the floor of rounding, or when a case cannot be run at all.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "run.h"

#define REQUIRED_ORDER 1.9 // 2 less the next term of the error expansion

#ifndef TAC_SOURCE_DIR
#define TAC_SOURCE_DIR "."
#endif

typedef struct arguments {
    int quick;
    const char *markdown; // NULL: standard output only
    const char *root;
    char **label; // cases asked for; none means all        (n_label)
    int n_label;
} arguments;

static arguments parse(int argc, char **argv)
{
    arguments a = {.root = TAC_SOURCE_DIR, .label = argv};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            a.quick = 1;
        } else if (strcmp(argv[i], "--markdown") == 0 && i + 1 < argc) {
            a.markdown = argv[++i];
        } else if (strcmp(argv[i], "--root") == 0 && i + 1 < argc) {
            a.root = argv[++i];
        } else if (argv[i][0] == '-') {
            fprintf(stderr,
                    "usage: accuracy [--quick] [--markdown FILE] [--root DIR] [CASE ...]\n");
            exit(2);
        } else {
            a.label[a.n_label++] = argv[i];
        }
    }
    return a;
}

static int chosen(const arguments *a, const accuracy_case *c)
{
    for (int i = 0; i < a->n_label; i++) {
        if (strcmp(a->label[i], c->label) == 0) {
            return 1;
        }
    }
    return a->n_label == 0 && (!a->quick || c->quick);
}

// Binary logarithm to 1e-4: exponent, then one bit per squaring of the mantissa.
static double log_2(double x)
{
    int exponent;
    double m = 2.0 * frexp(x, &exponent), log = exponent - 1, bit = 0.5;
    for (int i = 0; i < 14; i++, bit *= 0.5) {
        m *= m;
        if (m >= 2.0) {
            m *= 0.5;
            log += bit;
        }
    }
    return log;
}

// Order seen between two step sizes, the second half of the first; 0 when there is none to see.
static double order(double coarse, double fine)
{
    return coarse > 0.0 && fine > 0.0 && coarse < HUGE_VAL ? log_2(coarse / fine) : 0.0;
}

// Cells of the table; a negative number stands for "not in the reference".
static void cell(char *text, size_t size, const char *format, double x, int shown)
{
    snprintf(text, size, shown ? format : "-", x);
}

static void print_row(FILE *out, const accuracy_case *c, int i, const accuracy_result *r)
{
    char orders[2][16], loads[16], energies[16], drift[16];
    cell(orders[0], 16, "%.2f", i ? order(r[i - 1].states, r[i].states) : 0.0, i > 0);
    cell(orders[1], 16, "%.2f", i ? order(r[i - 1].loads, r[i].loads) : 0.0,
         i > 0 && r[i].loads >= 0.0);
    cell(loads, 16, "%.1e", r[i].loads, r[i].loads >= 0.0);
    cell(energies, 16, "%.1e", r[i].energies, r[i].energies >= 0.0);
    cell(drift, 16, "%.1e", r[i].drift, c->conservative);
    fprintf(out, "| %s | %g | %g | %.1e | %s | %s | %s | %s | %s | %.0e | %.0e | %.3f |\n",
            c->label, c->horizon, 1e3 * c->dt / (1 << i), r[i].states, orders[0], loads, orders[1],
            energies, drift, r[i].position, r[i].velocity, r[i].wall);
    fflush(out);
}

static void print_head(FILE *out)
{
    fprintf(out, "Differences are max |a - b| / (1 + |b|) over the reference's rows; drift is the "
                 "change of the total energy over the largest kinetic energy; residuals are the "
                 "worst of any step; wall time is that of all steps on one thread.\n\n"
                 "| case | horizon, s | step, ms | states | order | reactions | order | energies "
                 "| drift | position | velocity | wall, s |\n"
                 "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n");
    fflush(out);
}

// Runs a case and says whether it shows the order it should.
static int run_case(const accuracy_case *c, const char *root, FILE *const out[2])
{
    accuracy_result r[N_STEP_SIZE];
    for (int i = 0; i < N_STEP_SIZE; i++) {
        r[i] = accuracy_run(c, c->dt / (1 << i), root);
        if (!r[i].good) {
            return 0;
        }
        for (int k = 0; k < 2 && out[k]; k++) {
            print_row(out[k], c, i, r);
        }
    }
    const accuracy_result *fine = &r[N_STEP_SIZE - 1];
    if (fine->states > c->floor && order(fine[-1].states, fine->states) < REQUIRED_ORDER) {
        fprintf(stderr, "%s: order below %g at an error of %.1e\n", c->label, REQUIRED_ORDER,
                fine->states);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    arguments a = parse(argc, argv);
    FILE *out[2] = {stdout, NULL};
    if (a.markdown && !(out[1] = fopen(a.markdown, "w"))) {
        perror(a.markdown);
        return 2;
    }
    for (int k = 0; k < 2 && out[k]; k++) {
        print_head(out[k]);
    }
    int failed = 0, run = 0;
    for (int i = 0; i < n_accuracy_case; i++) {
        if (chosen(&a, &accuracy_cases[i])) {
            run++;
            failed += !run_case(&accuracy_cases[i], a.root, out);
        }
    }
    if (out[1]) {
        fclose(out[1]);
    }
    return failed > 0 || run == 0;
}

// What a user may turn: the penalty, the Newton iterations and their tangent.
#include <math.h>

#include "compare.h"
#include "page.h"
#include "section.h"

#define NEAR_BEST 2.0 // the default penalty may cost this factor in error

typedef struct setting {
    const char *label, *model;
    double horizon, dt; // s
    int planar;
} setting;

static const setting penalty_cases[] = {
    {"M2", "m2_four_bar", 10, 4e-3, 1},
    {"M3-128", "m3_chain_128", 6, 10e-3, 0},
    {"P2-2", "p2_n_four_bar_2", 10, 4e-3, 1},
};
static const setting iteration_cases[] = {
    {"M3-128", "m3_chain_128", 6, 10e-3, 0},
    {"M9", "m9_spinning_top", 5, 4e-3, 0},
    {"P1", "p1_andrews", 0.03, 20e-6, 1},
};
enum { N_CASE = 3 };

static difference run_setting(const setting *s, const char *root, const tac_options *o)
{
    return compare(&(comparison){root, s->model, NULL, s->horizon, s->dt, s->planar, o, NULL});
}

// The four last cells of a row, or when the run ended.
static void print_result(const difference *d)
{
    if (d->good) {
        page_print("%.2e | %.0e | %.0e | %.0e |\n", d->states, d->increment, d->position,
                   d->velocity);
    } else {
        page_print("diverged at %.3g s | - | - | - |\n", d->time);
    }
}

static void penalties(const char *root)
{
    const double standard = tac_default_options().penalty;
    page_table("case|step, ms|penalty|states|increment|position|velocity");
    for (int i = 0; i < N_CASE; i++) {
        const setting *s = &penalty_cases[i];
        double best = HUGE_VAL, ours = HUGE_VAL, beta = 1e3;
        for (int k = 3; k <= 11; k++, beta *= 10.0) {
            tac_options o = trial_options(s->dt, 2);
            o.penalty = beta;
            difference d = run_setting(s, root, &o);
            page_print("| %s | %g | 1e%d | ", s->label, 1e3 * s->dt, k);
            print_result(&d);
            best = d.good && d.states < best ? d.states : best;
            ours = d.good && beta == standard ? d.states : ours;
        }
        page_judge(ours <= NEAR_BEST * best,
                   "%s: error %.2e with the default penalty, %.2e with the best one, required "
                   "within a factor of %g",
                   s->label, ours, best, NEAR_BEST);
    }
}

static void iterations(const char *root)
{
    page_table("case|step, ms|iterations|states|increment|position|velocity");
    for (int i = 0; i < N_CASE; i++) {
        for (int n = 1; n <= 6; n++) {
            const setting *s = &iteration_cases[i];
            tac_options o = trial_options(s->dt, 2);
            o.iterations = n;
            difference d = run_setting(s, root, &o);
            page_print("| %s | %g | %d | ", s->label, 1e3 * s->dt, n);
            print_result(&d);
        }
    }
}

// Iterations through singular configurations, which reactions along the step's start overshoot: no number of them may
// do harm.
static void passages(const char *root)
{
    static const setting cases[] = {
        {"P2-1", "p2_n_four_bar_1", 20, 2e-3, 1},
        {"P2-2", "p2_n_four_bar_2", 20, 2e-3, 1},
    };
    static const double most[][5] = {{[2] = 3e-3, [3] = 1e-7, [4] = 1e-8},
                                     {[2] = 2e-2, [3] = 1e-2, [4] = 1e-4}};
    page_table("case|step, ms|order|iterations|states|increment|position|velocity");
    for (int i = 0; i < 2; i++) {
        for (int order = 2; order <= 4; order++) {
            double worst = 0.0;
            for (int k = 0; k < 4; k++) {
                static const int number[] = {3, 6, 12, 20};
                tac_options o = trial_options(cases[i].dt, order);
                o.iterations = number[k];
                difference d = run_setting(&cases[i], root, &o);
                page_print("| %s | %g | %d | %d | ", cases[i].label, 1e3 * cases[i].dt, order,
                           number[k]);
                print_result(&d);
                worst = d.good ? fmax(worst, d.states) : HUGE_VAL;
            }
            page_judge(worst <= most[i][order],
                       "%s, order %d: error %.2e with any of these, required %.0e", cases[i].label,
                       order, worst, most[i][order]);
        }
    }
}

// Errors of both tangents side by side.
static void tangents(const char *root)
{
    static const setting cases[] = {
        {"M1", "m1_spatial_double_pendulum", 2, 10e-3, 0},
        {"M2", "m2_four_bar", 10, 4e-3, 1},
        {"M2", "m2_four_bar", 10, 1e-3, 1},
        {"M3-128", "m3_chain_128", 6, 10e-3, 0},
        {"M9", "m9_spinning_top", 5, 4e-3, 0},
        {"P1", "p1_andrews", 0.03, 20e-6, 1},
        {"P2-2", "p2_n_four_bar_2", 10, 4e-3, 1},
    };
    page_table("case|step, ms|tangent|iterations|states|increment|position|velocity");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int k = 0; k < 4; k++) {
            tac_options o = trial_options(cases[i].dt, 2);
            o.tangent = k % 2 ? TAC_TANGENT_FIRST : TAC_TANGENT_FULL;
            o.iterations = k < 2 ? 3 : 4;
            difference d = run_setting(&cases[i], root, &o);
            page_print("| %s | %g | %s | %d | ", cases[i].label, 1e3 * cases[i].dt,
                       k % 2 ? "first" : "full", o.iterations);
            print_result(&d);
        }
    }
}

// Cells: error with the default penalty, then with absolute ones.
static void absolute(const setting *s, const char *root)
{
    static const double alpha[] = {0.0, 1e6, 1e9};
    page_print("| %s | %g |", s->label, 1e3 * s->dt);
    for (int k = 0; k < 3; k++) {
        tac_options o = trial_options(s->dt, 2);
        o.alpha = alpha[k];
        difference d = run_setting(s, root, &o);
        page_print(" %s |",
                   d.good ? cell("%.1e", d.states, 1) : cell("diverged at %.3g s", d.time, 1));
    }
    page_print("\n");
}

void penalty_section(const char *root)
{
    penalties(root);
    iterations(root);
    passages(root);
    tangents(root);
    page_table("case|step, ms|penalty 1e7|alpha 1e6|alpha 1e9");
    for (int k = 0; k < 4; k++) {
        static const double dt[] = {10e-3, 1e-3, 0.1e-3, 0.02e-3};
        absolute(&(setting){"M1", "m1_spatial_double_pendulum", 2, dt[k], 0}, root);
    }
    for (int k = 0; k < 4; k++) {
        static const double dt[] = {20e-6, 10e-6, 5e-6, 1e-6};
        absolute(&(setting){"P1", "p1_andrews", 0.03, dt[k], 1}, root);
    }
}

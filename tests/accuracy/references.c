// All models against their reference solutions at halved steps: the method is of second order.
//
// Horizons are the full length of the references, except where 4 ms would leave the range in which
// errors shrink with the square of the step: M2 after ten singular passages, M3-8 when its motion
// has amplified a disturbance by 1e4. Both are shown to their end as well.
#include "compare.h"
#include "page.h"
#include "section.h"

#define REQUIRED_ORDER 1.9 // 2 less the next term of the error expansion

// Errors of the states below which no order is expected any more.
#define FLOOR 1e-9          // rounding over 1e4 steps, with the condition number of redundant loops
#define FLOOR_SINGULAR 1e-6 // the same through configurations in which the loop equations lose rank
#define NOT_JUDGED 1e300

#define STEP 4e-3     // s
#define STEP_P1 20e-6 // its crank turns at 1100 rad/s

enum { MAX_STEP_SIZE = 4 };

typedef struct reference_case {
    const char *label;
    const char *model; // stem of the model file and of the reference file
    double horizon;    // s
    double dt;         // s, the first step size, which hits the rows; each next one is half of it
    int n_dt;          // step sizes
    double floor;      // state error below which rounding and penalty hide the order
    int planar;        // 1: loads along z are undetermined
    int conservative;  // 1: the total energy is constant
} reference_case;

// label, model, horizon, step, step sizes, floor, planar, conservative
static const reference_case cases[] = {
    {"M1", "m1_spatial_double_pendulum", 10, STEP, 3, FLOOR, 0, 1},
    {"M2", "m2_four_bar", 20, STEP, 3, FLOOR_SINGULAR, 1, 1},
    {"M2, to its end", "m2_four_bar", 30, STEP, 4, FLOOR_SINGULAR, 1, 1},
    {"M3-2", "m3_chain_2", 10, STEP, 3, FLOOR, 0, 1},
    {"M3-8", "m3_chain_8", 7, STEP, 3, FLOOR, 0, 1},
    {"M3-8, to its end", "m3_chain_8", 10, STEP, 4, NOT_JUDGED, 0, 1},
    {"M3-32", "m3_chain_32", 5, STEP, 3, FLOOR, 0, 1},
    {"M3-128", "m3_chain_128", 6, STEP, 3, FLOOR, 0, 1},
    {"M4", "m4_closed_loop_4", 10, STEP, 3, FLOOR, 1, 1},
    {"M5", "m5_closed_loop_8", 10, STEP, 3, FLOOR, 1, 1},
    {"M6", "m6_double_loop_8", 10, STEP, 3, FLOOR, 1, 1},
    {"M7", "m7_two_triangles", 20, STEP, 3, FLOOR, 1, 1},
    {"M8", "m8_slider_crank", 5, STEP, 3, FLOOR, 1, 0},
    {"M9", "m9_spinning_top", 5, STEP, 3, FLOOR, 0, 1},
    {"P1", "p1_andrews", 0.03, STEP_P1, 3, FLOOR, 1, 0},
    {"P2-1", "p2_n_four_bar_1", 20, STEP, 3, FLOOR_SINGULAR, 1, 1},
    {"P2-2", "p2_n_four_bar_2", 20, STEP, 3, FLOOR_SINGULAR, 1, 1},
    {"P2-40", "p2_n_four_bar_40", 20, STEP, 3, FLOOR_SINGULAR, 1, 1},
    {"P3", "p3_hexapod", 1, STEP, 3, FLOOR, 0, 0},
    {"P4", "p4_double_wishbone", 1, STEP, 3, FLOOR, 0, 0},
    {"P6", "p6_ur5e", 0.5, STEP, 3, FLOOR, 0, 1},
};
enum { N_CASE = sizeof cases / sizeof *cases };

static void print_row(const reference_case *c, int i, const difference *d)
{
    const difference *r = &d[i], *last = &d[i - (i > 0)];
    page_print("| %s | %g | %g | %.1e | %s | %s | %s | %s | %s | %.0e | %.0e | %.3f |\n", c->label,
               c->horizon, 1e3 * c->dt / (1 << i), r->states,
               cell("%.2f", order_between(last->states, r->states), i > 0),
               cell("%.1e", r->loads, r->loads >= 0.0),
               cell("%.2f", order_between(last->loads, r->loads), i > 0 && r->loads >= 0.0),
               cell("%.1e", r->energies, r->energies >= 0.0),
               cell("%.1e", r->drift, c->conservative), r->position, r->velocity, r->cpu);
}

// Whether one quantity shows the order it should; a negative error is "not in the reference".
static int converges(const reference_case *c, const char *what, double coarse, double fine)
{
    double order = order_between(coarse, fine);
    if (fine >= 0.0 && fine > c->floor && order < REQUIRED_ORDER) {
        page_judge(0, "%s shows order %.3f in the %s at an error of %.1e", c->label, order, what,
                   fine);
        return 0;
    }
    return 1;
}

// Says whether a case shows the order it should between all its steps; the cases with a fourth step
// are there to show where it begins, and are judged at the end.
static int run_case(const reference_case *c, const char *root)
{
    difference d[MAX_STEP_SIZE];
    for (int i = 0; i < c->n_dt; i++) {
        tac_options o = trial_options(c->dt / (1 << i), 2);
        d[i] = compare(&(comparison){root, c->model, NULL, c->horizon, c->dt, c->planar, &o, NULL});
        if (!d[i].good) {
            page_judge(0, "%s cannot be run at %g ms", c->label, 1e3 * o.dt);
            return 0;
        }
        print_row(c, i, d);
    }
    int good = 1;
    for (int i = c->n_dt > 3 ? c->n_dt - 1 : 1; i < c->n_dt; i++) {
        good &= converges(c, "states", d[i - 1].states, d[i].states);
        good &= converges(c, "reactions", d[i - 1].loads, d[i].loads);
    }
    const difference *fine = &d[c->n_dt - 1]; // M2's energies show 1.899 between 4 and 2 ms
    return good & converges(c, "energies", fine[-1].energies, fine->energies);
}

void references_section(const char *root)
{
    int good = 0;
    page_table("case|horizon, s|step, ms|states|order|reactions|order|energies|drift|position|"
               "velocity|CPU, s");
    for (int i = 0; i < N_CASE; i++) {
        good += run_case(&cases[i], root);
    }
    page_judge(
        good == N_CASE,
        "%d of %d cases have order %g or more in states and reactions between all their steps "
        "(of four, the last two) and in energies between the last two, or are below their "
        "floor of rounding",
        good, N_CASE, REQUIRED_ORDER);
}

// What a step is estimated to cost: sizes counted by hand, the sum over all stages, small models.
#include <criterion/criterion.h>
#include <math.h>

#include "lanes.h"
#include "prepared.h"
#include "schedule.h"
#include "step/cost.h"

static const tac_tangent tangents[] = {TAC_TANGENT_FULL, TAC_TANGENT_FIRST};

// n links of 1 m on ball joints, the first one on ground.
static void open_chain(prepared *r, mechanism *m, int n, const tac_options *o)
{
    mechanism_clear(m);
    for (int i = 0; i < n; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){i + 0.5, 0.0, 0.0}, upright);
        add_joint(m, TAC_SPHERICAL, i == 0 ? TAC_GROUND : i - 1, i, (spot){{i, 0.0, 0.0}, upright});
    }
    prepared_open(r, &m->d, o);
}

static void expect_sizes(const prepared *r, int kind, int n, const double *expected)
{
    double size[TAC_COST_SIZES];
    tac_cost_sizes(r->w->space, kind, 0, n, size);
    for (int k = 0; k < TAC_COST_SIZES; k++) {
        cr_expect_eq(size[k], expected[k], "kind %d, size %d: %g, not %g", kind, k, size[k],
                     expected[k]);
    }
}

Test(cost, sizes_of_a_double_pendulum_are_those_counted_by_hand)
{
    prepared r;
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 2);
    o.lanes = 1;
    open_chain(&r, m, 2, &o);
    // two ball joints of 3 rows, no rotations, no laws; three places where bodies carry joints
    expect_sizes(&r, TAC_ELEMENTS_NEWTON, 2, (double[]){2.0, 6.0, 0.0, 0.0});
    expect_sizes(&r, TAC_BODIES_NEWTON, 2, (double[]){2.0, 3.0, 0.0, 0.0});
    // fronts: first link 6 rows of which 3 go, second link 3 rows, both together 3 rows that go
    expect_sizes(&r, TAC_UNITS_FACTOR, 3, (double[]){3.0, 108.0 + 54.0 + 27.0, 22.5, 0.0});
    expect_sizes(&r, TAC_UNITS_FORWARD, 3, (double[]){3.0, 24.0 + 3.0, 12.0, 0.0});
    expect_sizes(&r, TAC_COST_STEP, 1, (double[]){1.0, 2.0, 6.0, 0.0});
    prepared_close(&r);
    mechanism_free(m);
}

// Price of a stage over everything there is.
static double priced(const prepared *r, int kind, int n)
{
    double size[TAC_COST_SIZES], sum = 0.0;
    tac_cost_sizes(r->w->space, kind, 0, n, size);
    for (int k = 0; k < TAC_COST_SIZES; k++) {
        sum += size[k] * tac_price[kind][k];
    }
    return sum;
}

// Prices of a list of stages that ends with TAC_NO_STAGE, over everything there is.
static double sum_of(const prepared *r, const int *stage)
{
    const tac_grouping *g = r->w->space->plan->g;
    double sum = 0.0;
    for (; *stage != TAC_NO_STAGE; stage++) {
        int units = *stage < TAC_METHOD_STAGES, elements = *stage < TAC_BODIES_PREDICT;
        sum += priced(r, *stage, units ? g->n_unit : elements ? g->n_cell : g->n_body_cell);
    }
    return sum;
}

// A step as [004] has it, stage by stage.
static double step_by_hand(const prepared *r, int iterations, tac_tangent tangent)
{
    static const int predict[] = {TAC_BODIES_PREDICT, TAC_ELEMENTS_PREDICT, TAC_NO_STAGE},
                     first[] = {TAC_ELEMENTS_NEWTON, TAC_UNITS_FACTOR, TAC_NO_STAGE},
                     again[] = {TAC_ELEMENTS_AGAIN, TAC_UNITS_FORWARD, TAC_NO_STAGE},
                     newton[] = {TAC_BODIES_NEWTON,        TAC_ELEMENTS_LOAD,
                                 TAC_UNITS_BACKWARD,       TAC_ELEMENTS_PUSH_NEWTON,
                                 TAC_BODIES_UPDATE_NEWTON, TAC_NO_STAGE},
                     velocity[] = {TAC_ELEMENTS_VELOCITY,      TAC_BODIES_VELOCITY,
                                   TAC_ELEMENTS_LOAD,          TAC_UNITS_FACTOR,
                                   TAC_UNITS_BACKWARD,         TAC_ELEMENTS_PUSH,
                                   TAC_BODIES_UPDATE_VELOCITY, TAC_NO_STAGE},
                     acceleration[] = {TAC_ELEMENTS_ACCELERATION,
                                       TAC_BODIES_INDEX1,
                                       TAC_ELEMENTS_LOAD,
                                       TAC_UNITS_FORWARD,
                                       TAC_UNITS_BACKWARD,
                                       TAC_ELEMENTS_PUSH_INDEX1,
                                       TAC_BODIES_UPDATE_ACCELERATION,
                                       TAC_NO_STAGE},
                     end[] = {TAC_ELEMENTS_RESIDUAL, TAC_ELEMENTS_COMMIT, TAC_BODIES_CHECK,
                              TAC_BODIES_COMMIT, TAC_NO_STAGE};
    double sum = priced(r, TAC_COST_STEP, 1) + sum_of(r, predict);
    for (int k = 0; k < iterations; k++) {
        int is_again = k > 0 && tangent == TAC_TANGENT_FIRST;
        sum += sum_of(r, is_again ? again : first) + sum_of(r, newton);
    }
    return sum + sum_of(r, velocity) + sum_of(r, acceleration) + sum_of(r, end);
}

Test(cost, work_of_a_step_is_the_sum_of_its_stages)
{
    mechanism *m = mechanism_new();
    const int sizes[] = {1, 2, 7, 40, 300}; // one block and several
    for (int k = 0; k < 5; k++) {
        for (int t = 0; t < 2; t++) {
            prepared r;
            tac_options o = options_with(1e-3, 3);
            o.tangent = tangents[t];
            open_chain(&r, m, sizes[k], &o);
            const tac_schedule s = {r.method, r.w, 1, TAC_BARRIER_NS};
            tac_forecast f = tac_schedule_forecast(&s);
            double by_hand = step_by_hand(&r, 3, tangents[t]);
            // ends of split joints are priced as halves of whole ones, and what is left besides
            double bound = r.w->space->plan->g->n_block > 1 ? 0.005 : 1e-12;
            cr_expect(fabs(f.work - by_hand) <= bound * by_hand, "%d bodies: %g, by hand %g",
                      sizes[k], f.work, by_hand);
            cr_expect_eq(f.time, f.work);
            prepared_close(&r);
        }
    }
    mechanism_free(m);
}

Test(cost, every_phase_of_every_option_has_a_price)
{
    mechanism *m = mechanism_new();
    for (int order = 2; order <= 4; order++) {
        for (int lanes = 1; lanes <= tac_widest_lanes(); lanes = lanes == 1 ? 4 : 2 * lanes) {
            prepared r;
            tac_options o = options_with(1e-3, 3);
            o.order = order;
            o.lanes = lanes;
            open_chain(&r, m, 150, &o);
            const tac_phase *list;
            int n = r.method->phases(r.w, &list);
            for (int p = 0; p < n; p++) {
                for (int i = list[p].first; i < list[p].first + list[p].n; i++) {
                    double cost = r.method->cost(r.w, &list[p], i);
                    cr_expect(cost >= 0.0 && isfinite(cost), "%s, item %d", list[p].name, i);
                }
            }
            prepared_close(&r);
        }
    }
    mechanism_free(m);
}

Test(cost, estimating_leaves_the_work_as_it_was)
{
    mechanism *m = mechanism_new();
    prepared a, b;
    tac_options o = options_with(1e-3, 3);
    open_chain(&a, m, 200, &o);
    prepared_start(&b, &m->d, &o);
    a.method->start(a.w, &a.s, NULL, &a.started);
    for (int i = 0; i < 5; i++) {
        const tac_schedule s = {a.method, a.w, 4, TAC_BARRIER_NS};
        (void)tac_schedule_forecast(&s);
        prepared_run(&a, 1);
        prepared_run(&b, 1);
    }
    cr_expect_arr_eq(a.s.data, b.s.data, a.s.size);
    prepared_close(&a);
    prepared_close(&b);
    mechanism_free(m);
}

// ---- when a second worker pays ---------------------------------------------------------------------

static int workers_of_chain(mechanism *m, int n)
{
    prepared r;
    tac_options o = options_with(1e-3, 3);
    open_chain(&r, m, n, &o);
    const tac_schedule s = {r.method, r.w, 64, TAC_BARRIER_NS};
    int workers = tac_schedule_workers(&s);
    prepared_close(&r);
    return workers;
}

Test(cost, small_mechanisms_stay_with_one_worker)
{
    mechanism *m = mechanism_new();
    for (int n = 1; n <= 64; n += n < 8 ? 1 : 8) { // a four-bar has 3 bodies, a vehicle 17
        cr_expect_eq(workers_of_chain(m, n), 1, "%d bodies", n);
    }
    mechanism_free(m);
}

Test(cost, a_thousand_bodies_are_shared)
{
    mechanism *m = mechanism_new();
    int two = workers_of_chain(m, 1024), four = workers_of_chain(m, 2048);
    cr_expect_gt(two, 1);
    cr_expect_geq(four, two);
    mechanism_free(m);
}

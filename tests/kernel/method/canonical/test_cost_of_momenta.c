// What a canonical step is estimated to cost: its own stages with their own prices, as many as its options make.
#include <criterion/criterion.h>
#include <math.h>

#include "method/canonical/prices.h"
#include "prepared.h"
#include "schedule.h"
#include "step/cost.h"

// n links of 1 m on ball joints, the first one on ground.
static mechanism *chain(int n)
{
    mechanism *m = mechanism_new();
    for (int i = 0; i < n; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){i + 0.5, 0.0, 0.0}, upright);
        add_joint(m, TAC_SPHERICAL, i == 0 ? TAC_GROUND : i - 1, i, (spot){{i, 0.0, 0.0}, upright});
    }
    return m;
}

static void open_canonical(prepared *r, const mechanism *m, int order, int iterations)
{
    tac_options o = options_with(1e-3, iterations);
    o.order = order;
    prepared_start_with(r, &tac_canonical, &m->d, &o);
}

static double work_of(const mechanism *m, int order, int iterations)
{
    prepared r;
    open_canonical(&r, m, order, iterations);
    const tac_schedule s = {r.method, r.w, 1, TAC_BARRIER_NS};
    double work = tac_schedule_forecast(&s).work;
    prepared_close(&r);
    return work;
}

// A stage over everything there is, with the sizes of `like`.
static double priced(const prepared *r, int stage, int like)
{
    const tac_grouping *g = r->w->space->plan->g;
    int units = like < TAC_METHOD_STAGES, elements = like < TAC_BODIES_PREDICT;
    const double *price = stage < TAC_INDEX3_STAGES
                              ? tac_price[stage]
                              : tac_canonical_price[stage - TAC_INDEX3_STAGES];
    double size[TAC_COST_SIZES], sum = 0.0;
    tac_cost_sizes(r->w->space, like, 0,
                   units      ? g->n_unit
                   : elements ? g->n_cell
                              : g->n_body_cell,
                   size);
    for (int k = 0; k < TAC_COST_SIZES; k++) {
        sum += size[k] * price[k];
    }
    return sum;
}

static double close_by_hand(const prepared *r)
{
    return priced(r, TAC_MOMENTA_ELEMENTS_CLOSE, TAC_ELEMENTS_AGAIN) +
           priced(r, TAC_UNITS_FORWARD, TAC_UNITS_FORWARD) +
           priced(r, TAC_UNITS_BACKWARD, TAC_UNITS_BACKWARD) +
           priced(r, TAC_MOMENTA_ELEMENTS_PUSH, TAC_ELEMENTS_PUSH_NEWTON) +
           priced(r, TAC_BODIES_UPDATE_ACCELERATION, TAC_BODIES_UPDATE_ACCELERATION) +
           priced(r, TAC_MOMENTA_BODIES_MOVE, TAC_BODIES_UPDATE_NEWTON);
}

Test(cost_of_momenta, an_iteration_costs_its_stages_and_no_factors)
{
    static const int sizes[] = {1, 2, 7, 40};
    for (int i = 0; i < 4; i++) {
        mechanism *m = chain(sizes[i]);
        prepared r;
        open_canonical(&r, m, 2, 2);
        double by_hand = close_by_hand(&r), work = 0.0;
        for (int n = 1; n < 6; n++) {
            double more = work_of(m, 2, n + 1);
            work = work_of(m, 2, n);
            cr_expect_float_eq(more - work, by_hand, 1e-9 * more, "%d bodies: %g, by hand %g",
                               sizes[i], more - work, by_hand);
        }
        cr_expect_gt(by_hand, 0.0);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// Of 3 and 6 sub-steps, two and three of which begin with rows and factors of their own.
Test(cost_of_momenta, an_order_costs_its_sub_steps)
{
    mechanism *m = chain(7);
    double plain = work_of(m, 2, 2), fourth = work_of(m, 4, 2), sixth = work_of(m, 6, 2);
    cr_expect_gt(fourth, 3.0 * plain);
    cr_expect_lt(fourth, 5.0 * plain);
    cr_expect_gt(sixth, 6.0 * plain);
    cr_expect_lt(sixth, 9.0 * plain);
    mechanism_free(m);
}

// Every own stage that works on cells has a price: none is for nothing.
Test(cost_of_momenta, every_stage_has_a_price)
{
    for (int stage = TAC_INDEX3_STAGES; stage < (int)TAC_MOMENTA_ENDS_PLACE; stage++) {
        double sum = 0.0;
        for (int k = 0; k < TAC_COST_SIZES; k++) {
            double price = tac_canonical_price[stage - TAC_INDEX3_STAGES][k];
            cr_expect(price >= 0.0 && isfinite(price));
            sum += price;
        }
        cr_expect_gt(sum, 0.0, "stage %d", stage);
    }
}

// What the stages of the index-3 method cost: an estimate for schedules, never a promise.
//
// Every stage has a price per item (a cell of bodies or elements, a unit of the tree) and per unit of
// work inside of it: rows, vector operations of an elimination. Prices are nanoseconds on the machine
// they were measured on, kept in price.inc and measured anew by `./dev prices`. Only their ratios to
// each other and to the price of a barrier matter: they decide who computes what, never what is
// computed.
//
// The cost of an item of a phase is found by running the phase with stages that add up prices in
// place of those that compute, so that it follows the list of phases by itself. A sweep over blocks
// leaves to later phases what waits for blocks outside of its stretch: a stretch is priced as it is in a
// step, a block both ways but without what lies above the blocks, so that equal blocks cost the same.
#ifndef TAC_COST_H
#define TAC_COST_H

#include "index3.h"

// All stages of tac_stages, as LIST(group, name).
// clang-format off
#define TAC_STAGE_LIST(LIST)                                                        \
    LIST(elements, predict) LIST(elements, newton) LIST(elements, again)            \
    LIST(elements, position) LIST(elements, velocity) LIST(elements, acceleration)  \
    LIST(elements, residual) LIST(elements, commit) LIST(elements, load)            \
    LIST(elements, push) LIST(elements, push_newton) LIST(elements, push_index1)    \
    LIST(bodies, predict) LIST(bodies, newton) LIST(bodies, position)               \
    LIST(bodies, velocity) LIST(bodies, index1) LIST(bodies, projection)            \
    LIST(bodies, update_newton) LIST(bodies, update_position)                       \
    LIST(bodies, update_velocity) LIST(bodies, update_acceleration)                 \
    LIST(bodies, check) LIST(bodies, commit)                                        \
    LIST(units, factor) LIST(units, forward) LIST(units, backward)

// Those for split joints: of one end, and of both together. They have no prices of their own.
#define TAC_END_LIST(LIST)                                                                \
    LIST(predict) LIST(newton) LIST(again) LIST(velocity) LIST(acceleration) LIST(load)    \
    LIST(residual) LIST(push) LIST(push_newton)
#define TAC_SPLIT_LIST(LIST)                                                                  \
    LIST(newton) LIST(position) LIST(velocity) LIST(acceleration) LIST(residual)             \
    LIST(push_newton) LIST(push_index1)
// clang-format on

#define TAC_STAGE_NUMBER(group, name) TAC_COST_##group##_##name,
typedef enum tac_cost_kind {
    TAC_STAGE_LIST(TAC_STAGE_NUMBER)
    // what is no stage on lanes
    TAC_COST_STEP,  // before the first and after the last phase
    TAC_COST_LATCH, // begin and combination of sub-steps
    TAC_COST_COMBINE,
    TAC_COST_MOMENTUM,
    TAC_N_COST
} tac_cost_kind;
#undef TAC_STAGE_NUMBER

enum { TAC_COST_SIZES = 4 };

// Sizes that the price of a stage over items first .. last - 1 is made of, and the prices.
//   elements   cells, rows, rows that measure rotations, force laws
//   bodies     cells, joints and force elements on them
//   units      units; vector operations of leaves and joined nodes with a node per lane; of wide ones
//   others     1, bodies, rows; or items
void tac_cost_sizes(const tac_work *w, tac_cost_kind kind, int first, int last,
                    double size[TAC_COST_SIZES]);
extern const double tac_price[TAC_N_COST][TAC_COST_SIZES]; // ns

// The stage that a phase is, or what else it is; TAC_N_COST for a phase that runs several stages.
tac_cost_kind tac_cost_kind_of(const tac_phase *phase);

// Cost of one item of a phase, of begin and end together for phase NULL; ns.
double tac_index3_cost(const tac_work *w, const tac_phase *phase, int item);

// Cost of a stretch after those of all phases before it have been asked for, in the order of a step.
double tac_index3_stretch(const tac_work *w, const tac_phase *phase, int first, int last);

// Block of a body, see plan.h; TAC_NONE above the blocks.
int tac_index3_subtree(const tac_work *w, int body);

#endif

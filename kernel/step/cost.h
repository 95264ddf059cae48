// What the stages of a step cost: an estimate for schedules, never a promise. Stages of other methods have prices of
// their own, and the sizes of the stage of index-3 that runs over the same items.
//
// Every stage has a price per item (a cell of bodies or elements, a unit of the tree) and per unit of
// work inside of it: rows, vector operations of an elimination. Prices are nanoseconds on the machine
// they were measured on, kept in prices.c and measured anew by `./dev prices`. Only their ratios to
// each other and to the price of a barrier matter: they decide who computes what, never what is
// computed.
//
// The cost of an item of a phase is found on the walk that the step takes through it (step/walk.h), by
// adding up prices instead of computing. A sweep over blocks leaves to later phases what waits for
// blocks outside of its stretch: a stretch is priced as it is in a step, a block both ways but without
// what lies above the blocks, so that equal blocks cost the same.
#ifndef TAC_COST_H
#define TAC_COST_H

#include "prices.h"

// Sizes that the price of a stage over items first .. last - 1 is made of, and the prices.
//   elements   cells, rows, rows that measure rotations, force laws
//   bodies     cells, joints and force elements on them
//   units      units; vector operations of leaves and joined nodes with a node per lane; of wide ones
//   others     1, bodies, rows; or items
void tac_cost_sizes(const tac_workspace *w, int kind, int first, int last,
                    double size[TAC_COST_SIZES]);

// Prices of a stage of the index-3 method; of ends of joints and split cells those of whole cells.
const double *tac_index3_price(int stage);

// Of a stage over items first .. last - 1, with what sub-models apart do in it; and before and after the phases; ns.
double tac_stage_cost(const tac_workspace *w, int stage, int first, int last);
double tac_step_cost(const tac_workspace *w);

// Cost of one item of a phase, of begin and end together for phase NULL; ns.
double tac_index3_cost(const tac_work *work, const tac_phase *phase, int item);

// Cost of a stretch after those of all phases before it have been asked for, in the order of a step.
double tac_index3_stretch(const tac_work *work, const tac_phase *phase, int first, int last);

// Block of a body, see plan.h; TAC_NONE above the blocks.
int tac_index3_subtree(const tac_work *work, int body);

#endif

#include "stages.h"

#include "bodies.h"
#include "elements.h"
#include "joint_ends.h"
#include "lanes.h"
#include "prices.h"
#include "step/cost.h"

enum { TABLES = 3 };

static tac_stage *const *const tables[TAC_WIDTHS][TABLES] = {
    {tac_modular_elements_1, tac_modular_bodies_1, tac_modular_ends_1},
    {tac_modular_elements_4, tac_modular_bodies_4, tac_modular_ends_4},
    {tac_modular_elements_8, tac_modular_bodies_8, tac_modular_ends_8},
};

// The stage of index-3 that runs over the same items of a block.
static int alike(int stage)
{
    static const unsigned char like[TAC_MOST_STAGES] = {
        [TAC_MODULAR_ELEMENTS_STAGE] = TAC_ELEMENTS_NEWTON,
        [TAC_MODULAR_ELEMENTS_LAST] = TAC_ELEMENTS_NEWTON,
        [TAC_MODULAR_ELEMENTS_CLOSE] = TAC_ELEMENTS_POSITION,
        [TAC_MODULAR_ELEMENTS_SETTLE] = TAC_ELEMENTS_VELOCITY,
        [TAC_MODULAR_ELEMENTS_END] = TAC_ELEMENTS_ACCELERATION,
        [TAC_MODULAR_ELEMENTS_PUSH] = TAC_ELEMENTS_PUSH_INDEX1,
        [TAC_MODULAR_BODIES_BEGIN] = TAC_BODIES_PREDICT,
        [TAC_MODULAR_BODIES_SECOND] = TAC_BODIES_UPDATE_NEWTON,
        [TAC_MODULAR_BODIES_THIRD] = TAC_BODIES_UPDATE_NEWTON,
        [TAC_MODULAR_BODIES_FOURTH] = TAC_BODIES_UPDATE_NEWTON,
        [TAC_MODULAR_BODIES_CLOSE] = TAC_BODIES_UPDATE_POSITION,
        [TAC_MODULAR_BODIES_SETTLE] = TAC_BODIES_UPDATE_VELOCITY,
        [TAC_MODULAR_BODIES_MEASURE] = TAC_BODIES_INDEX1,
        [TAC_MODULAR_ENDS_STAGE] = TAC_ENDS_NEWTON,
        [TAC_MODULAR_ENDS_LAST] = TAC_ENDS_NEWTON,
        [TAC_MODULAR_ENDS_CLOSE] = TAC_ENDS_VELOCITY,
        [TAC_MODULAR_ENDS_SETTLE] = TAC_ENDS_VELOCITY,
        [TAC_MODULAR_ENDS_END] = TAC_ENDS_ACCELERATION,
        [TAC_MODULAR_SPLIT_STAGE] = TAC_SPLIT_ACCELERATION,
        [TAC_MODULAR_SPLIT_LAST] = TAC_SPLIT_ACCELERATION,
        [TAC_MODULAR_SPLIT_CLOSE] = TAC_SPLIT_POSITION,
        [TAC_MODULAR_SPLIT_SETTLE] = TAC_SPLIT_VELOCITY,
        [TAC_MODULAR_SPLIT_END] = TAC_SPLIT_ACCELERATION,
        [TAC_MODULAR_SPLIT_PUSH] = TAC_SPLIT_PUSH_INDEX1,
    };
    return like[stage];
}

// Ends of joints are priced as halves of whole cells.
static const double *price_of(int stage)
{
    static const unsigned char whole[TAC_MOST_STAGES] = {
        [TAC_MODULAR_ENDS_STAGE] = TAC_MODULAR_ELEMENTS_STAGE,
        [TAC_MODULAR_ENDS_LAST] = TAC_MODULAR_ELEMENTS_LAST,
        [TAC_MODULAR_ENDS_CLOSE] = TAC_MODULAR_ELEMENTS_CLOSE,
        [TAC_MODULAR_ENDS_SETTLE] = TAC_MODULAR_ELEMENTS_SETTLE,
        [TAC_MODULAR_ENDS_END] = TAC_MODULAR_ELEMENTS_END,
    };
    if (stage >= TAC_MODULAR_SPLIT_STAGE) {
        return tac_index3_price(alike(stage));
    }
    return tac_modular_price[(whole[stage] ? whole[stage] : stage) - TAC_INDEX3_STAGES];
}

void tac_set_modular_stages(tac_workspace *w)
{
    int width = 0;
    while (tac_widths[width] != w->plan->g->lanes) {
        width++;
    }
    for (int stage = TAC_INDEX3_STAGES; stage < TAC_MODULAR_STAGES; stage++) {
        for (int k = 0; k < TABLES; k++) {
            tac_stage *run = tables[width][k][stage];
            w->stage[stage].run = run ? run : w->stage[stage].run;
        }
        w->stage[stage].first = w->stage[alike(stage)].first;
        w->stage[stage].sized_as = alike(stage);
        w->stage[stage].price = price_of(stage);
    }
}

#include "stages.h"

#include "bodies.h"
#include "coupler_laws.h"
#include "curved_laws.h"
#include "elements.h"
#include "joint_ends.h"
#include "lanes.h"
#include "prices.h"
#include "step/cost.h"

enum { TABLES = 3 };

static tac_stage *const *const tables[TAC_WIDTHS][TABLES] = {
    {tac_canonical_elements_1, tac_canonical_bodies_1, tac_canonical_ends_1},
    {tac_canonical_elements_4, tac_canonical_bodies_4, tac_canonical_ends_4},
    {tac_canonical_elements_8, tac_canonical_bodies_8, tac_canonical_ends_8},
};

// The stage of index-3 that runs over the same items of a block.
static int alike(int stage)
{
    static const unsigned char like[TAC_MOST_STAGES] = {
        [TAC_MOMENTA_ELEMENTS_PLACE] = TAC_ELEMENTS_VELOCITY,
        [TAC_MOMENTA_ELEMENTS_BEGIN] = TAC_ELEMENTS_PREDICT,
        [TAC_MOMENTA_ELEMENTS_CLOSE] = TAC_ELEMENTS_AGAIN,
        [TAC_MOMENTA_ELEMENTS_CLOSE_AGAIN] = TAC_ELEMENTS_AGAIN,
        [TAC_MOMENTA_ELEMENTS_PUSH] = TAC_ELEMENTS_PUSH_NEWTON,
        [TAC_MOMENTA_ELEMENTS_VELOCITY] = TAC_ELEMENTS_NEWTON,
        [TAC_MOMENTA_ELEMENTS_ACCELERATION] = TAC_ELEMENTS_ACCELERATION,
        [TAC_MOMENTA_ELEMENTS_POSITION] = TAC_ELEMENTS_POSITION,
        [TAC_MOMENTA_ELEMENTS_RATES] = TAC_ELEMENTS_VELOCITY,
        [TAC_MOMENTA_BODIES_PLACE] = TAC_BODIES_UPDATE_POSITION,
        [TAC_MOMENTA_BODIES_BEGIN] = TAC_BODIES_PREDICT,
        [TAC_MOMENTA_BODIES_MODERATE] = TAC_BODIES_UPDATE_NEWTON,
        [TAC_MOMENTA_BODIES_MOVE] = TAC_BODIES_UPDATE_NEWTON,
        [TAC_MOMENTA_BODIES_VELOCITY] = TAC_BODIES_VELOCITY,
        [TAC_MOMENTA_BODIES_GUESS] = TAC_BODIES_VELOCITY,
        [TAC_MOMENTA_ENDS_PLACE] = TAC_ENDS_VELOCITY,
        [TAC_MOMENTA_ENDS_CLOSE] = TAC_ENDS_AGAIN,
        [TAC_MOMENTA_ENDS_VELOCITY] = TAC_ENDS_NEWTON,
        [TAC_MOMENTA_SPLIT_PLACE] = TAC_SPLIT_POSITION,
        [TAC_MOMENTA_SPLIT_CLOSE] = TAC_SPLIT_NEWTON,
        [TAC_MOMENTA_SPLIT_PUSH] = TAC_SPLIT_PUSH_NEWTON,
        [TAC_MOMENTA_UNITS_REFRESH] = TAC_UNITS_FACTOR,
        [TAC_MOMENTA_ELEMENTS_LEFT] = TAC_ELEMENTS_AGAIN,
        [TAC_MOMENTA_ELEMENTS_LET_GO] = TAC_ELEMENTS_PUSH_NEWTON,
        [TAC_MOMENTA_ELEMENTS_PROJECT] = TAC_ELEMENTS_POSITION,
        [TAC_MOMENTA_ENDS_PROJECT] = TAC_ENDS_VELOCITY,
        [TAC_MOMENTA_SPLIT_PROJECT] = TAC_SPLIT_POSITION,
        [TAC_MOMENTA_BODIES_TAUT] = TAC_BODIES_POSITION,
        [TAC_MOMENTA_BODIES_LET_GO] = TAC_BODIES_UPDATE_NEWTON,
        [TAC_MOMENTA_BODIES_PROJECT] = TAC_BODIES_UPDATE_POSITION,
    };
    return like[stage];
}

// Ends of joints are priced as halves of whole cells; what is left of split cells and renewed factors as in index-3.
static const double *price_of(int stage)
{
    static const unsigned char whole[TAC_MOST_STAGES] = {
        [TAC_MOMENTA_ENDS_PLACE] = TAC_MOMENTA_ELEMENTS_PLACE,
        [TAC_MOMENTA_ENDS_CLOSE] = TAC_MOMENTA_ELEMENTS_CLOSE,
        [TAC_MOMENTA_ENDS_VELOCITY] = TAC_MOMENTA_ELEMENTS_VELOCITY,
    };
    if (stage >= TAC_MOMENTA_SPLIT_PLACE) {
        return tac_index3_price(alike(stage));
    }
    return tac_canonical_price[(whole[stage] ? whole[stage] : stage) - TAC_INDEX3_STAGES];
}

void tac_set_canonical_stages(tac_workspace *w)
{
    int width = 0;
    while (tac_widths[width] != w->plan->g->lanes) {
        width++;
    }
    for (int stage = TAC_INDEX3_STAGES; stage < TAC_CANONICAL_STAGES; stage++) {
        for (int k = 0; k < TABLES; k++) {
            tac_stage *run = tables[width][k][stage];
            w->stage[stage].run = run ? run : w->stage[stage].run;
        }
        w->stage[stage].first = w->stage[alike(stage)].first;
        w->stage[stage].sized_as = alike(stage);
        w->stage[stage].price = price_of(stage);
    }
    w->stage[TAC_MOMENTA_UNITS_REFRESH].run = tac_refresh_units;
    w->couple = tac_couple_canonical;
}

// A plane: rising along x by its slope and along y by its bank.
#include "element/road.h"

enum { SLOPE, BANK };

static void at(const tac_road *of, const tac_road_point *where, double *memory,
               tac_road_surface *out)
{
    (void)memory;
    const double *number = of->of.number;
    *out = tac_level_road(of, where);
    out->height = number[SLOPE] * where->x + number[BANK] * where->y;
    out->slope_x = number[SLOPE];
    out->slope_y = number[BANK];
}

static const tac_key keys[] = {
    {.name = "slope",
     .help = "rise per length along x",
     .kind = TAC_KEY_NUMBER,
     .at = TAC_ROAD_NUMBER(SLOPE)},
    {.name = "bank",
     .help = "rise per length along y, to the left",
     .kind = TAC_KEY_NUMBER,
     .at = TAC_ROAD_NUMBER(BANK)},
    TAC_FRICTION_FACTOR_KEY,
    TAC_ENVELOPE_KEY(1),
};

const tac_road_type tac_flat_road = {
    .type = {.word = "flat",
             .called = "a flat road",
             .help = "a plane",
             .placing = TAC_PLACED_AS_ROAD,
             TAC_KEYS(keys)},
    .at = at,
};

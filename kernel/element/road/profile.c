// Height over x as a table, one for both tracks or one for each; level beyond its ends.
#include "base/pick.h"
#include "element/road.h"

enum { BLEND };
enum { LEFT, RIGHT };

static tac_track track_at(const tac_curve *t, double x)
{
    double first = t->x[0], last = t->x[t->n - 1];
    int inside = (x >= first) & (x <= last);
    tac_curve_value v = tac_curve_eval(t, pick(x < first, first, pick(x > last, last, x)));
    return (tac_track){v.y, pick(inside, v.dy, 0.0), pick(inside, v.ddy, 0.0)};
}

static void at(const tac_road *of, const tac_road_point *where, double *memory,
               tac_road_surface *out)
{
    (void)memory;
    const int *table = of->of.table;
    tac_track left = track_at(&of->table[table[LEFT]], where->x), right = left;
    if (table[RIGHT] != TAC_NONE) {
        right = track_at(&of->table[table[RIGHT]], where->x);
    }
    *out = tac_road_of_tracks(of, where, left, right, of->of.number[BLEND]);
}

static const tac_key keys[] = {
    {.name = "left",
     .help = "table of height over x, of both tracks or of the left one, which has y above zero",
     .kind = TAC_KEY_TABLE,
     .otherwise = TAC_NEEDED,
     .at = TAC_ROAD_TABLE(LEFT)},
    {.name = "right",
     .help = "table of the right track, where it is another one",
     .kind = TAC_KEY_TABLE,
     .at = TAC_ROAD_TABLE(RIGHT)},
    TAC_BLEND_KEY(BLEND),
    TAC_FRICTION_FACTOR_KEY,
    TAC_ENVELOPE_KEY(1),
};

const tac_road_type tac_profile_road = {
    .type = {.word = "profile",
             .called = "a profile",
             .help = "height over x as a table, level beyond its ends",
             .placing = TAC_PLACED_AS_ROAD,
             TAC_KEYS(keys)},
    .at = at,
};

// A sum of sines over x, amplitude sin(2 pi wave_number x + phase), of both tracks or of one.
#include "base/pick.h"
#include "element/road.h"
#include "waves.h"

enum { BLEND };

static void at(const tac_road *of, const tac_road_point *where, double *memory,
               tac_road_surface *out)
{
    (void)memory;
    tac_track left = {0.0, 0.0, 0.0}, right = left;
    for (int i = 0; i + TAC_WAVE_NUMBERS <= of->of.n_data; i += TAC_WAVE_NUMBERS) {
        const double *w = of->of.data + i;
        tac_track one = tac_wave_at(w, where->x);
        double on_left = pick(w[TAC_WAVE_TRACK] != 2.0, 1.0, 0.0);
        double on_right = pick(w[TAC_WAVE_TRACK] != 1.0, 1.0, 0.0);
        tac_add_track(&left, on_left, one);
        tac_add_track(&right, on_right, one);
    }
    *out = tac_road_of_tracks(of, where, left, right, of->of.number[BLEND]);
}

static const tac_key keys[] = {
    {.name = "waves",
     .help = "list of `{wave_number, amplitude, phase, track}`: turns per length, half of what it "
             "swings by, at x = 0, and `both`, `left` or `right`",
     .kind = TAC_KEY_LIST,
     .as = "wave",
     .otherwise = TAC_NEEDED},
    TAC_BLEND_KEY(BLEND),
    TAC_FRICTION_FACTOR_KEY,
    TAC_ENVELOPE_KEY(1),
};

const tac_road_type tac_sines_road = {
    .type = {.word = "sines",
             .called = "a road of sines",
             .help = "a sum of sines over x",
             .placing = TAC_PLACED_AS_ROAD,
             TAC_KEYS(keys)},
    .at = at,
    .data = TAC_ROAD_WAVES,
};

// Rectangles over any other road, in its x and y or along and beside its reference line: each changes friction by a factor
// and lifts the surface, fully inside and not at all beyond its edge.
#include "base/pick.h"
#include "element/road.h"

// From 0 at an end less half an edge to 1 at half an edge more, with the slope of that.
typedef struct ramp {
    double w, dw;
} ramp;

static ramp rising(double s, double edge)
{
    double raw = s / edge + 0.5, t = pick(raw < 0.0, 0.0, pick(raw > 1.0, 1.0, raw));
    return (ramp){t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t) / edge};
}

static ramp inside(double s, double from, double to, double edge)
{
    ramp a = rising(s - from, edge), b = rising(to - s, edge);
    return (ramp){a.w * b.w, a.dw * b.w - a.w * b.dw};
}

static void put_patch(const double *p, const tac_road_point *where, const tac_road_surface *under,
                      tac_road_surface *out)
{
    int line = p[TAC_PATCH_LINE] != 0.0;
    double edge = p[TAC_PATCH_EDGE];
    ramp a = inside(pick(line, under->u, where->x), p[TAC_PATCH_FROM], p[TAC_PATCH_TO], edge);
    ramp b = inside(pick(line, under->v, where->y), p[TAC_PATCH_RIGHT], p[TAC_PATCH_LEFT], edge);
    double a_x = pick(line, under->u_x, 1.0), a_y = pick(line, under->u_y, 0.0);
    double b_x = pick(line, under->v_x, 0.0), b_y = pick(line, under->v_y, 1.0);
    double w = a.w * b.w, h = p[TAC_PATCH_HEIGHT];
    out->height += h * w;
    out->slope_x += h * (a.dw * b.w * a_x + a.w * b.dw * b_x);
    out->slope_y += h * (a.dw * b.w * a_y + a.w * b.dw * b_y);
    out->friction *= 1.0 + w * (p[TAC_PATCH_FACTOR] - 1.0);
}

static void at(const tac_road *of, const tac_road_point *where, double *memory,
               tac_road_surface *out)
{
    tac_road_surface under;
    tac_road_at(of->under, where, memory, &under);
    *out = under;
    out->friction *= of->of.factor;
    for (int i = 0; i + TAC_PATCH_NUMBERS <= of->of.n_data; i += TAC_PATCH_NUMBERS) {
        put_patch(of->of.data + i, where, &under, out);
    }
}

static const tac_key keys[] = {
    {.name = "over",
     .help = "the road that they lie on, which is listed before; its place is theirs",
     .kind = TAC_KEY_ROAD,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_road_desc, over)},
    {.name = "patches",
     .help =
         "list of `{x: [from, to], y: [from, to], friction, height, edge}`, or with `u` and `v` "
         "along and beside the reference line of a `crg`",
     .kind = TAC_KEY_LIST,
     .as = "patch",
     .otherwise = TAC_NEEDED},
    TAC_FRICTION_FACTOR_KEY,
    TAC_ENVELOPE_KEY(1),
};

const tac_road_type tac_patches_road = {
    .type = {.word = "patches",
             .called = "a road of patches",
             .help = "rectangles with other friction and height on another road",
             .placing = TAC_PLACED_NOWHERE,
             TAC_KEYS(keys)},
    .at = at,
    .n_memory = 1,
    .data = TAC_ROAD_PATCHES,
};

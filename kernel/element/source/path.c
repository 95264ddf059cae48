// What lies between a vehicle and a path: x and y of the path are tables over its station.
//
// The station nearest to the vehicle is carried on and follows it by Gauss-Newton, three times per step; at the
// begin the nearest point of the table is where that starts. A path that ends where it begins goes round; outside of
// the table another one goes on straight.
#include <math.h>

#include "element/block.h"
#include "elementary.h"

enum { ITERATIONS = 3 };
#define CLOSED 1e-6 // by its length: how far the end of a path that goes round lies from its begin

// Place of the path at a station, with its derivatives by that.
typedef struct place {
    double x, y, dx, dy, ddx, ddy;
} place;

static place place_at(const tac_curve *along_x, const tac_curve *along_y, double s)
{
    int n = along_x->n;
    double at = tac_hold_within(s, along_x->x[0], along_x->x[n - 1]), over = s - at;
    tac_curve_value x = tac_curve_eval(along_x, at), y = tac_curve_eval(along_y, at);
    double inside = pick(over == 0.0, 1.0, 0.0);
    return (place){x.y + over * x.dy, y.y + over * y.dy, x.dy, y.dy,
                   inside * x.ddy,    inside * y.ddy};
}

// How long a path is that goes round; 0 of another one.
static double round_of(const tac_curve *along_x, const tac_curve *along_y)
{
    double first = along_x->x[0], last = along_x->x[along_x->n - 1], length = last - first;
    const place a = place_at(along_x, along_y, first), b = place_at(along_x, along_y, last);
    double x = b.x - a.x, y = b.y - a.y, most = CLOSED * length;
    return pick(x * x + y * y <= most * most, length, 0.0);
}

// The station within the table, where the path goes round.
static double within(const tac_curve *along_x, double length, double s)
{
    double turns =
        pick(length > 0.0, floor((s - along_x->x[0]) / pick(length > 0.0, length, 1.0)), 0.0);
    return s - turns * length;
}

static double nearest_point(const tac_curve *along_x, const tac_curve *along_y, double x, double y)
{
    double least = HUGE_VAL, s = along_x->x[0];
    for (int k = 0; k < along_x->n; k++) {
        place p = place_at(along_x, along_y, along_x->x[k]);
        double far = (x - p.x) * (x - p.x) + (y - p.y) * (y - p.y);
        s = pick(far < least, along_x->x[k], s);
        least = pick(far < least, far, least);
    }
    return s;
}

static double gives(const tac_source_desc *of, const place *p, double s, const double at[3])
{
    double speed = sqrt(p->dx * p->dx + p->dy * p->dy), along = of->c[0];
    tac_sincos_pair h = tac_sincos(at[2]);
    double x = at[0] + along * h.cos - p->x, y = at[1] + along * h.sin - p->y;
    // offset to the left; heading between -pi and pi
    const double all[] = {s, (p->dx * y - p->dy * x) / speed,
                          tac_atan2(p->dx * h.sin - p->dy * h.cos, p->dx * h.cos + p->dy * h.sin),
                          (p->dx * p->ddy - p->dy * p->ddx) / (speed * speed * speed)};
    return all[of->repeats];
}

static double run(const tac_source_desc *of, const tac_block_at *now, const double *memory,
                  double *next)
{
    const tac_curve *along_x = &now->table[of->table], *along_y = &now->table[of->steps];
    const int *term = now->term + of->first_term;
    const double at[3] = {now->before[term[0]].x, now->before[term[1]].x, now->before[term[2]].x};
    double length = round_of(along_x, along_y);
    double s = now->begins ? nearest_point(along_x, along_y, at[0], at[1]) : memory[0];
    for (int k = 0; k < ITERATIONS; k++) {
        place p = place_at(along_x, along_y, s);
        double square = p.dx * p.dx + p.dy * p.dy;
        s = within(along_x, length, s + ((at[0] - p.x) * p.dx + (at[1] - p.y) * p.dy) / square);
    }
    next[0] = s;
    place ahead = place_at(along_x, along_y, within(along_x, length, s + of->c[0]));
    return gives(of, &ahead, s, at);
}

static int one(const tac_source_desc *of)
{
    (void)of;
    return 1;
}

static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "path";
    return of->n_term == 3 ? NULL : "'path' has a pose: [x, y, heading]";
}

static const char *const words[] = {"station", "offset", "heading", "curvature"};

static const tac_key keys[] = {
    {.name = "path",
     .help = "`[x, y, heading]` of a vehicle, sources in m, m and rad; a path that ends where it "
             "begins goes round",
     .kind = TAC_KEY_TERMS,
     .otherwise = TAC_NEEDED},
    {.name = "along_x",
     .help = "table of x of the path over its station, m",
     .kind = TAC_KEY_TABLE,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, table)},
    {.name = "along_y",
     .help = "table of y likewise, over the same stations",
     .kind = TAC_KEY_TABLE,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, steps)},
    {.name = "preview",
     .help = "how far ahead it looks, along the heading and along the path",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_source_desc, c[0])},
    {.name = "gives",
     .help = "nearest station, m; offset to the left of the path, m; heading against the path, "
             "rad; curvature of the path, 1/m, above zero to the left",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(words),
     .at = offsetof(tac_source_desc, repeats)},
};

const tac_source_type tac_path_source = {
    .type = {.word = "path",
             .called = "a path",
             .help =
                 "where a vehicle is on a path, how far beside it, and how the path bends ahead",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    TAC_IS_BLOCK,
    .run = run,
    .n_memory = one,
    .wrong = wrong,
};

// OpenCRG: heights on a curved grid, along a reference line and beside it, with bank and slope of the line. docs/roads.md
// has what of the standard is read.
//
// The line is a chain of points; the normals at its points are across the chords of their neighbours, and two of them bound
// an interval. A point lies at the height that heights of the grid have between four of its corners, and what bank and the
// line's own height add. Which interval it is in is found by halving a range, with as many halvings as the widest range
// needs: around the one that the memory has, or that of the square of the plan where the point is, which is made once. Where
// the line crosses itself a square has the first of its branches.
#include <math.h>

#include "base/pick.h"
#include "element/road.h"
#include "elementary.h"

// Behind the numbers of the grid (element_types.h) lie places of the columns, then rows of heading, bank, slope and heights.
static int rows_of(const tac_road_desc *of)
{
    return (int)of->data[TAC_GRID_ROWS];
}

static int columns_of(const tac_road_desc *of)
{
    return (int)of->data[TAC_GRID_COLUMNS];
}

static const double *places_of(const tac_road_desc *of)
{
    return of->data + TAC_GRID_NUMBERS;
}

static const double *row_of(const tac_road_desc *of, int k)
{
    return places_of(of) + columns_of(of) + (size_t)k * (size_t)(TAC_GRID_HEIGHTS + columns_of(of));
}

// ---- what is made --------------------------------------------------------------------------------

// The line's x, y, z, each of all rows; then the plan: its numbers, then the first and last interval of every square.
enum { PLAN_X, PLAN_Y, PLAN_SIDE, PLAN_WIDE, PLAN_HIGH, PLAN_HALVINGS, PLAN_NUMBERS };

typedef struct line {
    int n; // points
    double *x, *y, *z, *plan, *square;
} line;

static line line_of(const tac_road_desc *of, double *made)
{
    int n = rows_of(of);
    return (line){n, made, made + n, made + 2 * n, made + 3 * n, made + 3 * n + PLAN_NUMBERS};
}

static int most_squares(const tac_road_desc *of)
{
    return 4 * rows_of(of) + 16;
}

static size_t size(const tac_road_desc *of)
{
    return 3 * (size_t)rows_of(of) + PLAN_NUMBERS + 2 * (size_t)most_squares(of);
}

// Sums of steps from the start; with an end, those from both sides, each counting the less the farther it has come.
static void make_line(const tac_road_desc *of, line *l)
{
    const double *g = of->data;
    double d = g[TAC_GRID_INCREMENT];
    for (int k = 1; k < l->n; k++) {
        tac_sincos_pair a = tac_sincos(row_of(of, k)[TAC_GRID_HEADING]);
        l->x[k] = d * a.cos;
        l->y[k] = d * a.sin;
        l->z[k] = d * row_of(of, k)[TAC_GRID_SLOPE];
    }
    double *const axis[] = {l->x, l->y, l->z};
    const double start[] = {g[TAC_GRID_X], g[TAC_GRID_Y], g[TAC_GRID_Z]};
    const double end[] = {g[TAC_GRID_END_X], g[TAC_GRID_END_Y], g[TAC_GRID_END_Z]};
    for (int i = 0; i < 3; i++) {
        bool both = g[i < 2 ? TAC_GRID_HAS_END : TAC_GRID_HAS_END_Z] != 0.0;
        double *x = axis[i], off = end[i];
        for (int k = l->n - 1; k > 0 && both; k--) { // where it would be from the end on
            off -= x[k];
        }
        double last = start[i], from_end = off;
        for (int k = 1; k < l->n; k++) {
            double w = (double)k / (l->n - 1), by = x[k];
            from_end += by;
            last += by;
            last = both ? (1.0 - w) * last + w * from_end : last;
            x[k] = last;
        }
        x[0] = start[i];
    }
}

// ---- the plan ------------------------------------------------------------------------------------

static double largest_of(double a, double b)
{
    return a > b ? a : b;
}

// Half of what the road is wide, and some more, so that wheels beside it find it as well.
static double reach_of(const tac_road_desc *of)
{
    double right = places_of(of)[0], left = places_of(of)[columns_of(of) - 1];
    return largest_of(fabs(right), fabs(left)) * 1.1 + 1.0;
}

typedef struct box {
    double x0, y0, x1, y1;
} box;

static void widen(box *b, double x, double y)
{
    b->x0 = x < b->x0 ? x : b->x0;
    b->y0 = y < b->y0 ? y : b->y0;
    b->x1 = x > b->x1 ? x : b->x1;
    b->y1 = y > b->y1 ? y : b->y1;
}

// Direction of the chord of the neighbours of point k.
static void along_at(const line *l, int k, double *x, double *y)
{
    int a = k > 0 ? k - 1 : 0, b = k + 1 < l->n ? k + 1 : l->n - 1;
    *x = l->x[b] - l->x[a];
    *y = l->y[b] - l->y[a];
}

// What interval k covers: between the normals at both of its points.
static box box_of(const line *l, int k, double reach)
{
    box b = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = k; i <= k + 1; i++) {
        double tx, ty;
        along_at(l, i, &tx, &ty);
        double inv = reach / sqrt(largest_of(tx * tx + ty * ty, 1e-300));
        widen(&b, l->x[i] - inv * ty, l->y[i] + inv * tx);
        widen(&b, l->x[i] + inv * ty, l->y[i] - inv * tx);
    }
    return b;
}

static void lay_out(const tac_road_desc *of, line *l, double reach)
{
    box all = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int k = 0; k + 1 < l->n; k++) {
        box b = box_of(l, k, reach);
        widen(&all, b.x0, b.y0);
        widen(&all, b.x1, b.y1);
    }
    double w = all.x1 - all.x0, h = all.y1 - all.y0, most = most_squares(of);
    double side = sqrt(w * h / most) + (w + h) / most;
    while ((floor(w / side) + 1.0) * (floor(h / side) + 1.0) > most) {
        side *= 1.1;
    }
    const double plan[PLAN_NUMBERS] = {
        all.x0, all.y0, side, floor(w / side) + 1.0, floor(h / side) + 1.0, 0.0};
    for (int i = 0; i < PLAN_NUMBERS; i++) {
        l->plan[i] = plan[i];
    }
    for (int i = 0; i < (int)(plan[PLAN_WIDE] * plan[PLAN_HIGH]); i++) {
        l->square[2 * i] = l->square[2 * i + 1] = -1.0;
    }
}

static int index_in(double x, double n)
{
    double i = floor(x);
    return (int)pick(i < 0.0, 0.0, pick(i < n, i, n - 1.0));
}

// A square that an interval of a later branch covers as well stays with the first.
static void mark(double *square, int k, double gap)
{
    bool is_new = square[0] < 0.0;
    square[0] = is_new ? k : square[0];
    square[1] = is_new || k - square[1] <= gap ? k : square[1];
}

static void mark_all(const tac_road_desc *of, line *l, double reach)
{
    const double *p = l->plan;
    int wide = (int)p[PLAN_WIDE];
    double gap = 4.0 + 2.0 * p[PLAN_SIDE] / of->data[TAC_GRID_INCREMENT];
    for (int k = 0; k + 1 < l->n; k++) {
        box b = box_of(l, k, reach);
        int x0 = index_in((b.x0 - p[PLAN_X]) / p[PLAN_SIDE], p[PLAN_WIDE]);
        int x1 = index_in((b.x1 - p[PLAN_X]) / p[PLAN_SIDE], p[PLAN_WIDE]);
        int y0 = index_in((b.y0 - p[PLAN_Y]) / p[PLAN_SIDE], p[PLAN_HIGH]);
        int y1 = index_in((b.y1 - p[PLAN_Y]) / p[PLAN_SIDE], p[PLAN_HIGH]);
        for (int y = y0; y <= y1; y++) {
            for (int x = x0; x <= x1; x++) {
                mark(l->square + 2 * (y * wide + x), k, gap);
            }
        }
    }
}

static void take_over(double *square, int to, int from)
{
    if (square[2 * to] < 0.0) {
        square[2 * to] = square[2 * from];
        square[2 * to + 1] = square[2 * from + 1];
    }
}

// Squares without a road have the range of one beside them.
static void fill_rest(line *l)
{
    int wide = (int)l->plan[PLAN_WIDE], n = wide * (int)l->plan[PLAN_HIGH];
    for (int i = 1; i < n; i++) {
        take_over(l->square, i, i % wide ? i - 1 : i - wide);
        take_over(l->square, i, i >= wide ? i - wide : i - 1);
    }
    for (int i = n - 2; i >= 0; i--) {
        take_over(l->square, i, i + 1);
        take_over(l->square, i, i + wide < n ? i + wide : i + 1);
    }
}

// Intervals around one that a caller remembers: those within 1 m, which 100 m/s take in ten steps of 1 ms.
static double window_of(const tac_road_desc *of)
{
    double n = ceil(1.0 / of->data[TAC_GRID_INCREMENT]) + 1.0;
    return n < 1e6 ? n : 1e6;
}

static void make(const tac_road_desc *of, double *made)
{
    line l = line_of(of, made);
    double reach = reach_of(of), widest = 2.0 * window_of(of);
    make_line(of, &l);
    lay_out(of, &l, reach);
    mark_all(of, &l, reach);
    fill_rest(&l);
    for (int i = 0; i < (int)(l.plan[PLAN_WIDE] * l.plan[PLAN_HIGH]); i++) {
        widest = largest_of(widest, l.square[2 * i + 1] - l.square[2 * i] + 2.0);
    }
    double halvings = 0.0;
    for (double n = 1.0; n <= widest; n *= 2.0) {
        halvings += 1.0;
    }
    l.plan[PLAN_HALVINGS] = halvings;
}

// ---- queries -------------------------------------------------------------------------------------

// Where a point is in an interval: parts of the way before and behind it, 0 to 1 inside.
typedef struct within {
    int k;
    double before, behind;
    double before_x, before_y, behind_x, behind_y; // their slopes
} within;

static within in_interval(const line *l, int k, double x, double y)
{
    double ax, ay, bx, by;
    along_at(l, k, &ax, &ay);
    along_at(l, k + 1, &bx, &by);
    double cx = l->x[k + 1] - l->x[k], cy = l->y[k + 1] - l->y[k];
    double a = 1.0 / (ax * cx + ay * cy), b = 1.0 / (bx * cx + by * cy);
    return (within){k,
                    a * (ax * (x - l->x[k]) + ay * (y - l->y[k])),
                    b * (bx * (l->x[k + 1] - x) + by * (l->y[k + 1] - y)),
                    a * ax,
                    a * ay,
                    -b * bx,
                    -b * by};
}

// The last interval of a range whose first normal lies behind the point.
static within find(const line *l, double low, double high, double x, double y)
{
    double last = l->n - 2.0;
    int a = (int)pick(low > 0.0, pick(low < last, low, last), 0.0);
    int b = (int)pick(high < last, pick(high > 0.0, high, 0.0), last);
    for (int i = 0; i < (int)l->plan[PLAN_HALVINGS]; i++) {
        int k = (a + b + 1) / 2;
        double tx, ty;
        along_at(l, k, &tx, &ty);
        int behind = (x - l->x[k]) * tx + (y - l->y[k]) * ty >= 0.0;
        a = pick_index(behind, k, a);
        b = pick_index(behind, b, pick_index(k - 1 > a, k - 1, a));
    }
    return in_interval(l, a, x, y);
}

static within find_on_plan(const line *l, double x, double y)
{
    const double *p = l->plan;
    int i = index_in((x - p[PLAN_X]) / p[PLAN_SIDE], p[PLAN_WIDE]);
    int k = index_in((y - p[PLAN_Y]) / p[PLAN_SIDE], p[PLAN_HIGH]);
    const double *square = l->square + 2 * (k * (int)p[PLAN_WIDE] + i);
    return find(l, square[0] - 1.0, square[1] + 1.0, x, y);
}

static within find_interval(const tac_road *of, const line *l, double x, double y,
                            const double *memory)
{
    within by_plan = find_on_plan(l, x, y);
    if (!memory) {
        return by_plan;
    }
    double near = *memory, window = window_of(&of->of);
    within by_memory = find(l, near - window, near + window, x, y);
    int known = (near >= 0.0) & (by_memory.before >= 0.0) & (by_memory.behind >= 0.0);
    return known ? by_memory : by_plan;
}

// Column before a place, and how far it is to the next.
static int column_at(const double *places, int n, double v, double *part)
{
    int low = 0, high = n - 2;
    for (int width = 1; width < n; width *= 2) {
        int k = (low + high + 1) / 2;
        int behind = places[k] <= v;
        low = pick_index(behind, k, low);
        high = pick_index(behind, high, pick_index(k - 1 > low, k - 1, low));
    }
    *part = (v - places[low]) / (places[low + 1] - places[low]);
    return low;
}

// Height of a row at a place, with its slope along v.
typedef struct across {
    double z, slope;
} across;

static across height_of(const line *l, const tac_road_desc *of, int k, int column, double part,
                        double v)
{
    const double *row = row_of(of, k), *h = row + TAC_GRID_HEIGHTS + column;
    const double *p = places_of(of) + column;
    double bank = row[TAC_GRID_BANK];
    return (across){h[0] + part * (h[1] - h[0]) + bank * v + l->z[k],
                    (h[1] - h[0]) / (p[1] - p[0]) + bank};
}

// Where normals meet: the parts of the way are nothing together there.
static const double least_sum = 1e-9;

static void put_line(const tac_road_desc *of, const line *l, const within *i, double x, double y,
                     tac_road_surface *out)
{
    double cx = l->x[i->k + 1] - l->x[i->k], cy = l->y[i->k + 1] - l->y[i->k];
    double inv = 1.0 / sqrt(cx * cx + cy * cy), sum = i->before + i->behind;
    sum = pick(fabs(sum) > least_sum, sum, least_sum);
    double d = of->data[TAC_GRID_INCREMENT], by = d / (sum * sum);
    out->v = inv * (cx * (y - l->y[i->k]) - cy * (x - l->x[i->k]));
    out->v_x = -inv * cy;
    out->v_y = inv * cx;
    out->u = of->data[TAC_GRID_U] + d * (i->k + i->before / sum);
    out->u_x = by * (i->behind * i->before_x - i->before * i->behind_x);
    out->u_y = by * (i->behind * i->before_y - i->before * i->behind_y);
}

// Beyond the sides and the ends heights stay as they are there.
static void at(const tac_road *of, const tac_road_point *where, double *memory,
               tac_road_surface *out)
{
    line l = line_of(&of->of, of->made);
    within i = find_interval(of, &l, where->x, where->y, memory);
    int n = columns_of(&of->of);
    const double *places = places_of(&of->of), right = places[0], left = places[n - 1];
    *out = tac_level_road(of, where);
    put_line(&of->of, &l, &i, where->x, where->y, out);
    double raw = (out->u - of->of.data[TAC_GRID_U]) / of->of.data[TAC_GRID_INCREMENT] - i.k,
           s = pick(raw > 0.0, pick(raw < 1.0, raw, 1.0), 0.0);
    double v = pick(out->v > right, pick(out->v < left, out->v, left), right), part;
    int column = column_at(places, n, v, &part);
    across a = height_of(&l, &of->of, i.k, column, part, v);
    across b = height_of(&l, &of->of, i.k + 1, column, part, v);
    double along =
        pick((raw >= 0.0) & (raw <= 1.0), (b.z - a.z) / of->of.data[TAC_GRID_INCREMENT], 0.0);
    double beside =
        pick((out->v >= right) & (out->v <= left), a.slope + s * (b.slope - a.slope), 0.0);
    out->height = a.z + s * (b.z - a.z);
    out->slope_x = along * out->u_x + beside * out->v_x;
    out->slope_y = along * out->u_y + beside * out->v_y;
    if (memory) {
        *memory = i.k;
    }
}

// ---- what cannot be ------------------------------------------------------------------------------

static bool is_within(const double *x, int n, double most)
{
    bool is = true;
    for (int i = 0; i < n; i++) {
        is = is && fabs(x[i]) <= most;
    }
    return is;
}

// Neither turns back on itself, nor is led to an end that is somewhere else.
static const char *wrong_line(const tac_road_desc *of)
{
    const double *g = of->data;
    double x = g[TAC_GRID_X], y = g[TAC_GRID_Y], d = g[TAC_GRID_INCREMENT];
    for (int k = 1; k < rows_of(of); k++) {
        double heading = row_of(of, k)[TAC_GRID_HEADING];
        double turn = k > 1 ? heading - row_of(of, k - 1)[TAC_GRID_HEADING] : 0.0;
        if (tac_sincos(turn).cos < 0.5) {
            return "the reference line turns by more than 60 degrees in one interval; give it more "
                   "of them";
        }
        tac_sincos_pair a = tac_sincos(heading);
        x += d * a.cos;
        y += d * a.sin;
    }
    double length = d * (rows_of(of) - 1), off_x = x - g[TAC_GRID_END_X];
    double off_y = y - g[TAC_GRID_END_Y];
    bool leads =
        g[TAC_GRID_HAS_END] == 0.0 || off_x * off_x + off_y * off_y <= 0.01 * length * length;
    return leads ? NULL : "the headings do not lead to the end of the reference line; leave it out";
}

static const char *wrong(const tac_road_desc *of, const char **key)
{
    const double *g = of->data, largest = 1e7, steepest = 1e3, farthest = 1e5;
    int n = of->n_data >= TAC_GRID_NUMBERS ? columns_of(of) : 0;
    *key = "file";
    bool ok = n >= 2 && rows_of(of) >= 2 && is_within(g, TAC_GRID_NUMBERS, largest) &&
              g[TAC_GRID_INCREMENT] > 1e-4 && g[TAC_GRID_INCREMENT] <= farthest &&
              is_within(places_of(of), n, farthest);
    for (int k = 0; ok && k < rows_of(of); k++) {
        ok = is_within(row_of(of, k), 1, 1e6) && is_within(row_of(of, k) + 1, 2, steepest) &&
             is_within(row_of(of, k) + TAC_GRID_HEIGHTS, n, largest);
    }
    return ok ? wrong_line(of) : "a number is larger than any road has; look for a wrong one";
}

static const tac_key keys[] = {
    {.name = "file",
     .help = "OpenCRG, text (LRFI, LDFI) or binary (KRBI, KDBI)",
     .kind = TAC_KEY_TEXT,
     .otherwise = TAC_NEEDED},
    TAC_FRICTION_FACTOR_KEY,
    TAC_ENVELOPE_KEY(4),
};

const tac_road_type tac_crg_road = {
    .type = {.word = "crg",
             .called = "an OpenCRG road",
             .help = "a curved grid of heights from a file",
             .placing = TAC_PLACED_AS_ROAD,
             TAC_KEYS(keys)},
    .at = at,
    .n_memory = 1,
    .data = TAC_ROAD_GRID,
    .wrong = wrong,
    .size = size,
    .make = make,
};

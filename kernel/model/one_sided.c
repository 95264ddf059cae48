#include "one_sided.h"

#include "base/pick.h"

// ---- which laws --------------------------------------------------------------------------------

static bool has_corners(const tac_table_desc *t)
{
    bool straight = true;
    for (int i = 2; i < t->n && straight; i++) {
        double before = (t->y[i - 1] - t->y[0]) / (t->x[i - 1] - t->x[0]);
        double behind = (t->y[i] - t->y[i - 1]) / (t->x[i] - t->x[i - 1]);
        straight = before == behind;
    }
    return !t->cubic && !straight;
}

bool tac_spring_is_one_sided(const tac_desc *d, const tac_spring_desc *s)
{
    bool has_table = s->spring_table >= 0 && s->spring_table < d->n_table;
    return has_table && has_corners(&d->table[s->spring_table]);
}

// ---- the part that has sides -------------------------------------------------------------------

// Force against growing u of the limited law: its mean from u0 to u1, slope of that by u1, and at u1.
typedef struct side {
    double mean, slope, end, end_slope, energy;
    int closed;
} side;

static double larger(double a, double b)
{
    return pick(a > b, a, b);
}

// k u for u > 0.
static side pressed(double k, double hw, double u0, double u1)
{
    double stiffness = k / (1.0 + hw * k);
    double a = larger(u0, 0.0), b = larger(u1, 0.0), d = u1 - u0;
    int both = (u0 > 0.0) & (u1 > 0.0), one = (u0 > 0.0) != (u1 > 0.0);
    double share = pick(one, (b - a) / pick(one, d, 1.0), pick(both, 1.0, 0.0)); // of the path
    double gain = pick(both, 1.0, pick(u1 > 0.0, share * (2.0 - share), share * share));
    return (side){.mean = 0.5 * stiffness * (a + b) * share,
                  .slope = 0.5 * stiffness * gain,
                  .end = stiffness * b,
                  .end_slope = stiffness,
                  .energy = 0.5 * stiffness * b * b,
                  .closed = u1 > 0.0};
}

// Of a limited table: slope as the model asks for it, and as it is felt.
typedef struct point {
    double y, slope, limited, energy;
    int segment;
} point;

// A linear table behind a compliance is a linear table: its points are (x + hw y, y).
static point on_rising(const tac_curve *t, double hw, double u)
{
    int low = 0, high = t->n - 1;
    for (int k = 0; k < t->search; k++) {
        int mid = (low + high) / 2;
        int right = u >= t->x[mid] + hw * t->y[mid], found = mid == low;
        low = pick_index(right, mid, low);
        high = pick_index(right | found, high, mid);
    }
    // from its end that is nearer to u
    double left = u - (t->x[low] + hw * t->y[low]);
    double right = u - (t->x[low + 1] + hw * t->y[low + 1]);
    int from_right = fabs(right) < fabs(left);
    double y0 = pick(from_right, t->y[low + 1], t->y[low]);
    double energy = pick(from_right, t->E[low + 1], t->E[low]);
    double slope = (t->y[low + 1] - t->y[low]) / (t->x[low + 1] - t->x[low]);
    double in = pick(from_right, right, left) / (1.0 + hw * slope), y = y0 + slope * in;
    return (point){y, slope, slope / (1.0 + hw * slope),
                   energy + 0.5 * in * (y0 + y) + 0.5 * hw * y * y, low};
}

// Where the force falls a compliance would make it fall faster, and turn the table back in the end. There the
// way is as long as it takes for a slope of a quarter of 1 / hw.
static double length_of(const tac_curve *t, double hw, int segment)
{
    double x = t->x[segment + 1] - t->x[segment], y = t->y[segment + 1] - t->y[segment];
    return pick(y < 0.0, larger(x, -4.0 * hw * y), x + hw * y);
}

// An end of a segment as it is felt: where it lies, and its potential.
typedef struct segment_end {
    double at, energy;
} segment_end;

// The point at u from the end of a segment that is nearer to it, if it lies there; else what it was.
static point if_there(const tac_curve *t, double hw, int segment, segment_end left,
                      segment_end right, double u, int there, point was)
{
    double y0 = t->y[segment], y1 = t->y[segment + 1], rise = y1 - y0;
    int from_right = fabs(u - right.at) < fabs(u - left.at);
    double limited = rise / length_of(t, hw, segment), in = u - pick(from_right, right.at, left.at);
    double from = pick(from_right, y1, y0), y = from + limited * in;
    double energy = pick(from_right, right.energy, left.energy) + 0.5 * in * (from + y);
    double slope = rise / (t->x[segment + 1] - t->x[segment]);
    return (point){pick(there, y, was.y), pick(there, slope, was.slope),
                   pick(there, limited, was.limited), pick(there, energy, was.energy),
                   pick_index(there, segment, was.segment)};
}

// The end after one, over a segment upwards or (sign -1) downwards.
static segment_end end_behind(const tac_curve *t, double hw, int segment, segment_end from,
                              double sign)
{
    double half = 0.5 * sign * length_of(t, hw, segment);
    return (segment_end){from.at + 2.0 * half,
                         from.energy + half * (t->y[segment] + t->y[segment + 1])};
}

// A table with falling force: its segments as long as they are felt, from the point with the least force on.
static point on_falling(const tac_curve *t, double hw, double u)
{
    int least = 0;
    for (int i = 1; i < t->n; i++) {
        least = pick_index(fabs(t->y[i]) < fabs(t->y[least]), i, least);
    }
    segment_end right = {t->x[least] + hw * t->y[least], 0.5 * hw * t->y[least] * t->y[least]};
    segment_end left = right;
    point p = {0.0, 0.0, 0.0, 0.0, 0};
    // both ways at once, whatever the point in the middle is, in as many instructions
    for (int i = 0; i < t->n - 1; i++) {
        int up = least + i < t->n - 1, down = least - 1 - i >= 0;
        int above = pick_index(up, least + i, t->n - 2), below = pick_index(down, least - 1 - i, 0);
        segment_end next = end_behind(t, hw, above, right, 1.0);
        p = if_there(t, hw, above, right, next, u, up & ((u >= right.at) | (i == 0)), p);
        right = (segment_end){pick(up, next.at, right.at), pick(up, next.energy, right.energy)};
        next = end_behind(t, hw, below, left, -1.0);
        int there = down & ((u < left.at) | ((least == t->n - 1) & (i == 0)));
        p = if_there(t, hw, below, next, left, u, there, p);
        left = (segment_end){pick(down, next.at, left.at), pick(down, next.energy, left.energy)};
    }
    return p;
}

static point on_table(const tac_curve *t, double hw, double u)
{
    return t->falls ? on_falling(t, hw, u) : on_rising(t, hw, u);
}

static side tabled(const tac_curve *t, double hw, double u0, double u1)
{
    point a = on_table(t, hw, u0), b = on_table(t, hw, u1), rest = on_table(t, hw, 0.0);
    double d = u1 - u0, average = 0.5 * (a.y + b.y);
    // along one segment the average is exact
    int bent = (a.segment != b.segment) & (fabs(d) > 1e-9 * (t->x[t->n - 1] - t->x[0]));
    double by = pick(bent, d, 1.0), quotient = (b.energy - a.energy) / by;
    double mean = pick(bent, quotient, average);
    return (side){.mean = mean,
                  .slope = pick(bent, (b.y - mean) / by, 0.5 * b.limited),
                  .end = b.y,
                  .end_slope = larger(b.limited, 0.0),
                  .energy = b.energy - rest.energy,
                  .closed = fabs(b.slope) > t->flattest};
}

// ---- laws --------------------------------------------------------------------------------------

static tac_signal signal_of(const tac_signal *signal, int source)
{
    return source == TAC_NONE ? (tac_signal){0.0, 0.0, 0.0} : signal[source];
}

// As spring() of law.c; signals half a step before the end count for the mean.
static tac_law_mean spring(const tac_model *m, const tac_spring_desc *s, const tac_signal *signal,
                           const tac_law_step *step)
{
    tac_signal x0 = signal_of(signal, s->x0), actuator = signal_of(signal, s->actuator);
    double half = 0.5 * step->dt, u = step->x - x0.x, d = u - step->u0;
    side table = tabled(&m->table[s->spring_table], step->h * step->w, step->u0, u);
    double rate = d / step->dt + x0.xd - half * x0.xdd;
    tac_law_mean law = {
        .force = 0.5 * s->k * (step->u0 + u) + s->c * rate + table.mean -
                 (actuator.x - half * actuator.xd),
        .slope = 0.5 * s->k + s->c / step->dt + table.slope,
        .end = s->k * u + s->c * step->xd + table.end - actuator.x,
        .energy = 0.5 * s->k * u * u + table.energy,
        .k = s->k,
        .c = s->c,
        .limited = table.end_slope,
        .u = u,
        .rest = x0.xd,
        .closed = table.closed,
    };
    if (s->damper_table != TAC_NONE) {
        tac_curve_value mean = tac_curve_eval(&m->table[s->damper_table], rate);
        tac_curve_value end = tac_curve_eval(&m->table[s->damper_table], step->xd);
        law.force += mean.y;
        law.slope += mean.dy / step->dt;
        law.end += end.y;
        law.c += end.dy;
    }
    return law;
}

// Presses with k u (1 + damping ud) on the penetration u, never pulls, with the mean rate for the mean. u grows against x.
static tac_law_mean contact(const tac_contact_desc *c, const tac_signal *signal,
                            const tac_law_step *step)
{
    tac_signal plane = signal_of(signal, c->offset);
    double u = c->radius + plane.x - step->x, d = u - step->u0;
    side pressure = pressed(c->k, step->h * step->w, step->u0, u);
    double gain = larger(1.0 + c->damping * d / step->dt, 0.0);
    double more = pick(gain > 0.0, c->damping / step->dt, 0.0);
    return (tac_law_mean){
        .force = -pressure.mean * gain,
        .slope = pressure.slope * gain + pressure.mean * more,
        .end = -pressure.end * larger(1.0 + c->damping * (plane.xd - step->xd), 0.0),
        .energy = pressure.energy,
        .limited = pressure.end_slope,
        .u = u,
        .rest = plane.xd,
        .closed = pressure.closed,
    };
}

tac_law_mean tac_mean_law(const tac_model *m, const tac_element *e, const tac_signal *signal,
                          const tac_law_step *step)
{
    return e->what == TAC_CONTACTS ? contact(&m->contact[e->index], signal, step)
                                   : spring(m, &m->spring[e->index], signal, step);
}

double tac_steepest_slope(const tac_model *m, const tac_element *e)
{
    if (e->what == TAC_CONTACTS) {
        return m->contact[e->index].k;
    }
    return tac_curve_steepest(&m->table[m->spring[e->index].spring_table]);
}

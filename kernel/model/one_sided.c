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
    return !d->contacts_at_end && has_table && has_corners(&d->table[s->spring_table]);
}

bool tac_contact_is_one_sided(const tac_desc *d)
{
    return !d->contacts_at_end;
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

// A linear table behind a compliance is a linear table: its points are (x + hw y, y).
typedef struct point {
    double y, slope, energy;
    int segment;
} point;

static point on_table(const tac_curve *t, double hw, double u)
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
    return (point){y, slope, energy + 0.5 * in * (y0 + y) + 0.5 * hw * y * y, low};
}

// Where force falls fast the sum of both would turn back.
static double bearable(const tac_curve *t, double hw)
{
    return pick(hw * t->flattest > -0.5, hw, 0.0);
}

static side tabled(const tac_curve *t, double hw, double u0, double u1)
{
    hw = bearable(t, hw);
    point a = on_table(t, hw, u0), b = on_table(t, hw, u1), rest = on_table(t, hw, 0.0);
    double d = u1 - u0, average = 0.5 * (a.y + b.y);
    double slope = b.slope / (1.0 + hw * b.slope);
    // along one segment the average is exact
    int bent = (a.segment != b.segment) & (fabs(d) > 1e-9 * (t->x[t->n - 1] - t->x[0]));
    double by = pick(bent, d, 1.0), quotient = (b.energy - a.energy) / by;
    double mean = pick(bent, quotient, average);
    return (side){.mean = mean,
                  .slope = pick(bent, (b.y - mean) / by, 0.5 * slope),
                  .end = b.y,
                  .end_slope = larger(slope, 0.0),
                  .energy = b.energy - rest.energy,
                  .closed = b.slope > t->flattest};
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

// As contact() of law.c, with the mean rate for the mean. The penetration grows against x.
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
    const tac_curve *t = &m->table[m->spring[e->index].spring_table];
    double steepest = 0.0;
    for (int i = 1; i < t->n; i++) {
        steepest = larger(steepest, (t->y[i] - t->y[i - 1]) / (t->x[i] - t->x[i - 1]));
    }
    return steepest;
}

double tac_limited_slope(const tac_model *m, const tac_element *e, double hw, double u)
{
    if (e->what == TAC_CONTACTS) {
        return pressed(m->contact[e->index].k, hw, u, u).end_slope;
    }
    return tabled(&m->table[m->spring[e->index].spring_table], hw, u, u).end_slope;
}

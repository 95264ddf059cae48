// A tyre that touches a plane at a point (docs/equations.md, "Tyres"): a spring along the normal, forces
// of the slip that the carcass has taken up by the Magic Formula, and moments.
//
// Transient slip. The carcass is deflected by u along and w across, with lengths of relaxation sigma:
//   u' + |Vx| / sigma_x u = -Vsx,  kappa = u / sigma_x      w' + |Vx| / sigma_y w = Vsy,  tan alpha = w / sigma_y
// by the trapezoidal rule, exact in what it carries. So nothing is divided by the speed, and the slope by the rate never
// exceeds what the carcass is as a spring.
//
// Energy. Formulas know nothing of it: a wheel that is driven, or a carcass that unwinds under another load, would be
// given more than the tyre has. What is too much brakes the spin (keep_passive).
//
// Standstill. Below a speed the tyre is a spring that is damped by q d Vs, and its deflection has a limit, some
// times that of the largest force: without it a wheel that slides to rest would throw its car back.
//
// The six rows are those of a wheel on a plane (model/row_geometry.h), whose lever is about the rolling
// radius: what Fx has another lever by is a moment about the axis.
#include "element/tyre.h"
#include "base/lane_elementary.h"
#include "element/law.h"
#include "element_types.h"
#include "magic_formula.h"
#include "tmeasy.h"
#include "tyre_vertical.h"

enum { SIDE, PRESSURE, GRIP_X, GRIP_Y, ROAD };
enum { NORMAL, ALONG, ACROSS, LEANS, SPINS, TURNS };
// What the tyre carries: deflections of the carcass and their rates, slips, N along the normal at rest, J that the carcass
// stores, with the mean over the step and the W that it takes up.
enum {
    DEFLECTED,
    ASIDE,
    DEFLECTED_RATE,
    ASIDE_RATE,
    KAPPA,
    TAN_ALPHA,
    ELASTIC,
    STRETCHED,
    STORED,
    STORED_RATE,
    N_STATE
};
// Values of rows that are no coordinates.
enum { LEVER = ALONG, FRICTION = ACROSS, SINE = SPINS, COSINE = TURNS };

static const double slow = 2.0; // m/s: below it a tyre begins to be a spring
static const double walking =
    0.5; // m/s: below it moments fade that change their sign with the direction
static const double damped = 0.3;        // of the critical one, with the nominal load, at rest
static const double held = 1.5;          // most deflection at rest, in those of the largest force
static const double unwound = 1.2;       // the same where a slip that was turns back
static const double least_load = 0.01;   // of the nominal one: below it forces fall with the load
static const double least_length = 0.01; // of relaxation, in radii
static const double most_force =
    2.5; // of the nominal load, that the load has of forces in the plane
static const double standing = 10.0; // rad/s: spin below which little is taken from it
static const double upright = 0.05;  // least cosine of the inclination
static const double weight = 9.81;   // m/s^2 by which the nominal load is a mass

// One tyre per lane, where the step ends.
typedef struct rolling {
    lane c[TAC_TYRE_N];
    lane mirror;                                    // -1: on the other side than that of the file
    lane pressure, spin, Vx, speed, Vsx, Vsy, slow; // slow: 1 at rest, 0 from a speed on
    lane_mask touches;
    lane load, share; // that of the formula, and what the forces have of those at it
    lane elastic, by_deflection, damping, energy; // of the spring, along the row
    lane zero, one;
} rolling;

static lane at_most(lane x, lane most)
{
    return lane_pick(lane_less(most, x), most, x);
}

static lane between(lane x, lane least, lane most)
{
    return at_most(law_larger(x, least), most);
}

static void find_coefficients(const tac_law_self *s, rolling *o)
{
    const double *first = law_table(s, 0, 0)->y;
    bool same = true;
    for (int l = 1; l < TAC_LANES; l++) {
        same = same && law_table(s, 0, l)->y == first;
    }
    for (int k = 0; k < TAC_TYRE_N; k++) {
        o->c[k] = lane_set(first[k]);
        for (int l = 1; l < TAC_LANES && !same; l++) {
            o->c[k] = lane_put(o->c[k], l, law_table(s, 0, l)->y[k]);
        }
    }
}

// Pressure in parts of the nominal one.
static lane pressure_of(const tac_law_self *s, const lane *c, lane one)
{
    lane zero = lane_set(0.0), own = c[INFLPRES], nominal = c[NOMPRES];
    lane p = s->number[PRESSURE];
    own = lane_pick(lane_less(zero, own), own, nominal);
    p = between(lane_pick(lane_less(zero, p), p, own), c[PRESMIN], c[PRESMAX]);
    lane_mask counts = lane_less(zero, nominal);
    return lane_pick(counts, p / lane_pick(counts, nominal, one), one);
}

static void find_speeds(const tac_law_step *step, rolling *o)
{
    const lane *x = step->x1, *v = step->v1;
    o->spin = v[SPINS];
    o->Vx = v[ALONG] + x[LEVER] * o->spin;
    o->Vsy = v[ACROSS];
    o->speed = lane_abs(o->Vx);
}

// The spring along the normal, and the slip that its load leaves.
static void find_load(const tac_law_step *step, rolling *o, tac_law_force *out)
{
    const lane *c = o->c, *x = step->x1, *v = step->v1;
    lane cosine = law_larger(x[COSINE], lane_set(upright));
    lane deflection = tac_tyre_free_radius(c, o->spin) - x[NORMAL];
    o->touches = lane_less(o->zero, deflection) & lane_less(lane_set(upright), x[COSINE]);
    deflection = lane_pick(o->touches, deflection, o->zero);
    lane most = most_force * c[FNOMIN];
    tac_tyre_spring of = tac_tyre_carries(c, deflection, o->pressure, o->spin,
                                          between(step->pushed[ALONG], -most, most),
                                          between(step->pushed[ACROSS], -most, most));
    lane factor = law_larger(of.factor, lane_set(0.1)), damping = c[VERTICAL_DAMPING];
    lane Fz = factor * of.elastic - damping * v[NORMAL] / cosine;
    lane_mask pushes = o->touches & lane_less(o->zero, Fz);
    Fz = lane_pick(pushes, Fz, o->zero);
    out->f[NORMAL] = -Fz;
    out->fx[NORMAL] = lane_pick(pushes, factor * of.by_deflection / cosine, o->zero);
    out->fv[NORMAL] = lane_pick(pushes, damping / cosine, o->zero);
    o->energy = lane_pick(o->touches, of.energy, o->zero);
    o->elastic = lane_pick(o->touches, of.elastic / cosine, o->zero);
    lane least = law_larger(least_load * c[FNOMIN], c[FZMIN]);
    o->load = between(Fz, least, law_larger(c[FZMAX], least));
    o->share = Fz / o->load;
    // in the air it does not slip, and springs back as if it rolled slowly
    lane radius = tac_tyre_rolling_radius(c, Fz, o->pressure, o->spin);
    o->Vsx = lane_pick(o->touches, o->Vx - radius * o->spin, o->zero);
    o->Vsy = lane_pick(o->touches, o->Vsy, o->zero);
    o->speed = lane_pick(o->touches, o->speed, law_larger(o->speed, lane_set(slow)));
    lane part = at_most(o->speed / slow, o->one);
    o->slow = 1.0 - part * part * (3.0 - 2.0 * part);
}

// One direction of the carcass at the end of a step.
typedef struct carcass {
    lane deflection, rate; // m, m/s
    lane length;           // of relaxation, m
    lane stiffness;        // N/m
    lane damped;           // slip that stands for the damping
    lane slip;             // deflection by the length, and that
    lane by_rate;          // how much the slip grows with the velocity that deflects
} carcass;

// V deflects it: -Vsx along, Vsy across.
static carcass deflect(const tac_law_step *step, const rolling *o, int state, lane V,
                       lane stiffness, lane length, lane peak)
{
    carcass d;
    lane dt = step->passed, half = 0.5 * dt, u0 = step->z0[state];
    lane least = law_larger(least_length * o->c[UNLOADED_RADIUS], half * o->speed);
    d.length = law_larger(length, least);
    lane C = d.stiffness = law_larger(lane_abs(stiffness), lane_set(1e-6)) / d.length;
    lane fades = o->speed / d.length;
    lane a = 1.0 + half * fades;
    lane u = (u0 + half * (step->z0[state + DEFLECTED_RATE] + V)) / a;
    lane_mask unwinds = lane_less(V * u, o->zero); // what has slipped does not spring back
    lane most = peak / C *
                lane_pick(unwinds, lane_set(unwound), held / law_larger(o->slow, lane_set(1e-9)));
    d.deflection = between(u, -most, most);
    d.rate = V - fades * d.deflection;
    lane_mask stays = lane_less(most, lane_abs(u)) & lane_less(o->zero, d.rate * u);
    d.rate = lane_pick(stays, o->zero, d.rate);
    lane damping = o->slow * 2.0 * damped * lane_sqrt(C * o->c[FNOMIN] / weight) / C;
    d.damped = damping * V / d.length;
    d.slip = d.deflection / d.length + d.damped;
    d.by_rate = (half / a + damping) / d.length;
    return d;
}

static tac_tyre_slip slip_of(const tac_law_self *s, const tac_law_step *step, const rolling *o)
{
    lane rolls = o->mirror * (1.0 - o->slow); // a wheel that stands pushes nothing by leaning
    lane lean = rolls * step->x1[LEANS], least = o->c[CAMMIN], most = o->c[CAMMAX];
    lane_mask within = lane_less(least, lean) & lane_less(lean, most);
    tac_tyre_slip slip = {.gamma = between(lean, least, most),
                          .load = o->load,
                          .pressure = o->pressure,
                          .speed = o->Vx,
                          .direction = between(o->Vx / walking, -o->one, o->one),
                          .grip_x = s->number[GRIP_X] * step->x1[FRICTION],
                          .grip_y = s->number[GRIP_Y] * step->x1[FRICTION]};
    lane sine, cosine;
    lane_sincos(slip.gamma, &sine, &cosine);
    slip.sine = lane_pick(within, rolls * step->x1[SINE], sine);
    for (int l = 0; l < TAC_LANES; l++) {
        int version = (int)lane_get(o->c[OLD], l);
        slip.old |= version == 1;
        slip.recent |= version == 0;
        slip.simple |= version == 2;
    }
    return slip;
}

// Forces and moments on the wheel as rows have them, which count against it.
static void put_forces(const tac_law_step *step, const rolling *o, const tac_tyre_forces *f,
                       tac_law_force *out)
{
    const lane *x = step->x1;
    lane cosine = law_larger(x[COSINE], lane_set(upright)), share = o->share;
    lane sideways = share * o->mirror, Fx = share * f->Fx, My = share * f->My;
    out->f[ALONG] = -Fx;
    out->f[ACROSS] = -(sideways * f->Fy);
    out->f[LEANS] = -(sideways * f->Mx);
    out->f[SPINS] = -(My / cosine - Fx * (x[NORMAL] - x[LEVER]));
    out->f[TURNS] = -(sideways * f->Mz - My * x[SINE] / cosine);
    for (int row = ALONG; row < TAC_LAW_ROWS; row++) {
        out->fx[row] = out->fv[row] = o->zero;
    }
}

// Energy of a carcass that a force stretches, no farther than it is deflected: what leans pushes without that.
static lane stretched(lane force, const carcass *of)
{
    lane by = at_most(lane_abs(force) / of->stiffness, lane_abs(of->deflection));
    return 0.5 * of->stiffness * by * by;
}

// What the carcass stores is that of its forces without damping, however far it has slipped. Its rate is the mean one of the
// step, and what is told is what that comes to by trapezoids. Leaves the energy, and memory if it is asked for; returns the
// rate.
static lane carry(const tac_law_step *step, const rolling *o, const carcass *along,
                  const carcass *across, const tac_tyre_slip *slip, const tac_tyre_forces *f,
                  lane *energy)
{
    lane *z = step->z1;
    lane x = o->share * (f->Fx - f->by_kappa * along->damped);
    lane y = o->share * (f->Fy - f->by_alpha * o->mirror * across->damped);
    lane now = stretched(x, along) + stretched(y, across);
    lane before = step->z0[STRETCHED], dt = law_larger(step->passed, lane_set(1e-9));
    lane_mask passes = lane_less(o->zero, step->passed);
    lane rate = lane_pick(passes, (now - before) / dt, o->zero);
    lane stored = lane_pick(passes, 0.5 * (now + before), now);
    *energy = o->energy + stored;
    if (z) {
        z[DEFLECTED] = along->deflection;
        z[ASIDE] = across->deflection;
        z[DEFLECTED_RATE] = along->rate;
        z[ASIDE_RATE] = across->rate;
        z[KAPPA] = slip->kappa;
        z[TAN_ALPHA] = o->mirror * slip->tan_alpha;
        z[ELASTIC] = o->elastic;
        z[STRETCHED] = now;
        z[STORED] = stored;
        z[STORED_RATE] = rate;
    }
    return rate;
}

// Takes from the spin what the wheel would be given beyond what spring and carcass give back.
static void keep_passive(const tac_law_step *step, const rolling *o, lane stored_rate,
                         tac_law_force *out)
{
    const lane *v = step->v1;
    lane taken = o->elastic * v[NORMAL] - stored_rate;
    for (int row = 0; row < TAC_LAW_ROWS; row++) {
        taken = taken + out->f[row] * v[row];
    }
    lane given = law_above_zero(-taken);
    out->f[SPINS] = out->f[SPINS] + given * o->spin / (o->spin * o->spin + standing * standing);
}

// Lanes of TMeasy have theirs; those of the Magic Formula are computed where there are some.
static void find_loaded(const rolling *o, const tac_tyre_slip *slip, tac_tyre_loaded *out)
{
    lane_mask simple = lane_less(lane_set(1.5), o->c[OLD]);
    if (slip->old || slip->recent) {
        tac_tyre_load(o->c, slip, out);
    }
    if (slip->simple) {
        tac_tyre_loaded of = *out;
        tac_tmeasy_load(o->c, slip, &of);
        if (slip->old || slip->recent) {
            of.Kx = lane_pick(simple, of.Kx, out->Kx);
            of.Ky = lane_pick(simple, of.Ky, out->Ky);
            of.peak_x = lane_pick(simple, of.peak_x, out->peak_x);
            of.peak_y = lane_pick(simple, of.peak_y, out->peak_y);
            of.length_x = lane_pick(simple, of.length_x, out->length_x);
            of.length_y = lane_pick(simple, of.length_y, out->length_y);
        }
        *out = of;
    }
}

static void find_forces(const rolling *o, const tac_tyre_slip *slip, const tac_tyre_loaded *loaded,
                        tac_tyre_forces *out)
{
    lane_mask simple = lane_less(lane_set(1.5), o->c[OLD]);
    if (slip->old || slip->recent) {
        tac_magic_formula(o->c, slip, loaded, out);
    }
    if (slip->simple) {
        tac_tyre_forces of;
        tac_tmeasy(o->c, slip, &of);
        if (slip->old || slip->recent) {
            of.Fx = lane_pick(simple, of.Fx, out->Fx);
            of.Fy = lane_pick(simple, of.Fy, out->Fy);
            of.Mx = lane_pick(simple, of.Mx, out->Mx);
            of.My = lane_pick(simple, of.My, out->My);
            of.Mz = lane_pick(simple, of.Mz, out->Mz);
            of.by_kappa = lane_pick(simple, of.by_kappa, out->by_kappa);
            of.by_alpha = lane_pick(simple, of.by_alpha, out->by_alpha);
        }
        *out = of;
    }
}

static void at_end(const tac_law_self *s, const tac_law_step *step, tac_law_force *out)
{
    rolling o;
    tac_tyre_loaded loaded = {0};
    tac_tyre_forces forces;
    o.zero = lane_set(0.0);
    o.one = lane_set(1.0);
    find_coefficients(s, &o);
    lane other = lane_abs(s->number[SIDE] - o.c[RIGHT]);
    o.mirror = 1.0 - 2.0 * other;
    o.pressure = pressure_of(s, o.c, o.one);
    find_speeds(step, &o);
    find_load(step, &o, out);
    tac_tyre_slip slip = slip_of(s, step, &o);
    find_loaded(&o, &slip, &loaded);
    lane more = law_larger(o.share, o.one); // than at FZMAX: the carcass itself is as stiff
    carcass along = deflect(step, &o, DEFLECTED, -o.Vsx, more * loaded.Kx, more * loaded.length_x,
                            more * loaded.peak_x);
    carcass across = deflect(step, &o, ASIDE, o.Vsy, more * loaded.Ky, more * loaded.length_y,
                             more * loaded.peak_y);
    slip.kappa = between(along.slip, o.c[KPUMIN], o.c[KPUMAX]);
    slip.tan_alpha = between(o.mirror * across.slip, o.c[TAN_ALPMIN], o.c[TAN_ALPMAX]);
    find_forces(&o, &slip, &loaded, &forces);
    put_forces(step, &o, &forces, out);
    out->fv[ALONG] = law_above_zero(forces.by_kappa) * o.share * along.by_rate;
    out->fv[ACROSS] = law_above_zero(-forces.by_alpha) * o.share * across.by_rate;
    lane stored_rate = carry(step, &o, &along, &across, &slip, &forces, &out->energy);
    keep_passive(step, &o, stored_rate, out);
}

// Without a memory: on a carcass that is not deflected.
static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane zero = lane_set(0.0), z[TAC_LAW_STATES], pushed[TAC_LAW_ROWS];
    for (int k = 0; k < TAC_LAW_STATES; k++) {
        z[k] = zero;
    }
    for (int k = 0; k < TAC_LAW_ROWS; k++) {
        pushed[k] = zero;
    }
    const tac_law_step step = {
        .dt = zero, .passed = zero, .x1 = i->x, .v1 = i->v, .pushed = pushed, .z0 = z};
    at_end(s, &step, out);
}

#if TAC_LANES == 1
#define LANES tac_tyre_lanes_1
#elif TAC_LANES == 4
#define LANES tac_tyre_lanes_4
#else
#define LANES tac_tyre_lanes_8
#endif

extern const tac_law_lanes tac_tyre_lanes_1, tac_tyre_lanes_4, tac_tyre_lanes_8;
const tac_law_lanes LANES = {.at = at, .at_end = at_end};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)number;
    const double *c = table[0]->y;
    double nominal = c[FNOMIN], R0 = c[UNLOADED_RADIUS];
    tac_law_bounds b = {.limit = HUGE_VAL};
    if (row == NORMAL) { // of three times the load for which it is made
        b.stiffest = 2.0 * nominal * (c[Q_FZ1] + 0.2 * c[Q_FZ2]) / R0;
        b.most_damping = c[VERTICAL_DAMPING];
    }
    double length = least_length * R0, K = nominal * fabs(c[row == ALONG ? PKX1 : PKY1]);
    double own = c[row == ALONG ? LONGITUDINAL_STIFFNESS : LATERAL_STIFFNESS];
    if (row == ALONG || row == ACROSS) {
        b.stiffest = own > 0.0 ? own : 0.1 * K / length;
        b.most_damping = 2.0 * damped * sqrt(b.stiffest * nominal / weight);
    }
    return b;
}

// W: all that it is given less what spring and carcass store.
static double taken(const double *number, const double *source, const double *z,
                    const double *force, const double *rate)
{
    (void)number;
    (void)source;
    double sum = z[ELASTIC] * rate[NORMAL] - z[STORED_RATE];
    for (int row = 0; row < TAC_LAW_ROWS; row++) {
        sum += force[row] * rate[row];
    }
    return sum;
}

static double lever(const tac_law_desc *l, const tac_table_desc *table)
{
    return 0.97 * table[l->table[0]].y[UNLOADED_RADIUS];
}

static const tac_law_type law = {.word = "tyre",
                                 .n_row = TAC_LAW_ROWS,
                                 .n_number = 5,
                                 .n_table = 1,
                                 TAC_LAW_PLACES,
                                 .n_state = N_STATE,
                                 .flags = TAC_LAW_IMPLICIT | TAC_LAW_GIVES,
                                 .bounds = bounds,
                                 .taken = taken,
                                 .on = {&tac_tyre_lanes_1, &tac_tyre_lanes_4, &tac_tyre_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

static const char *const sides[] = {"left", "right"};

#define GRIP(called, text, k)                                                                   \
    {                                                                                           \
        .name = (called), .help = (text), .kind = TAC_KEY_NUMBER, .quantity = TAC_Q_NUMBER,     \
        .range = TAC_FROM_ZERO, .value = 1.0, .at = TAC_LAW_NUMBER(k), .flags = TAC_KEY_TUNABLE \
    }

static const tac_key keys[] = {
    {.name = "file",
     .help = "property file, .tir: Magic Formula 6.1 or 5.2; or `tmeasy`",
     .kind = TAC_KEY_TYRE,
     .at = TAC_LAW_TABLE(0)},
    {.name = "tmeasy",
     .help = "a map of few numbers in place of a file",
     .kind = TAC_KEY_TYRE,
     .as = "map",
     .at = TAC_LAW_TABLE(0)},
    {.name = "side",
     .help = "of the vehicle where it is mounted: on the other one than that of the file it is "
             "mirrored",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(sides),
     .at = TAC_LAW_NUMBER(SIDE),
     .flags = TAC_KEY_IN_NUMBER},
    {.name = "pressure",
     .help = "of the air in it, default that of the file",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_PRESSURE,
     .range = TAC_FROM_ZERO,
     .at = TAC_LAW_NUMBER(PRESSURE),
     .flags = TAC_KEY_TUNABLE},
    GRIP("LMUX", "scale of the friction along, beside that of the file", GRIP_X),
    GRIP("LMUY", "the same across", GRIP_Y),
    {.name = "road",
     .help = "road in place of the plane",
     .kind = TAC_KEY_ROAD,
     .at = TAC_LAW_NUMBER(ROAD),
     .flags = TAC_KEY_IN_NUMBER},
};

const tac_force_type tac_tyre_type = {
    .type = {.word = "tyre",
             .called = "a tyre",
             .help = "of a wheel, the second body, on the plane `z = 0` of the file as it moves "
                     "with the first: `at` is the wheel's centre, `axis` its axis to the left; "
                     "of `frames` the first has the plane and the second the axis, both as z",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .any_coordinate = true,
    .on_road = true,
    .lever = lever,
    .law = &law,
};
#endif

// What a tyre does to its wheel where it touches, in contact axes, and its slip.
#include "element/tyre.h"
#include "elementary.h"
#include "query/plain_rows.h"
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {
    {"Fx", "N", 0},      {"Fy", "N", 0},        {"Fz", "N", 0},   {"Mx", "N*m", 0},
    {"My", "N*m", 0},    {"Mz", "N*m", 0},      {"kappa", "", 0}, {"alpha", "rad", 0},
    {"gamma", "rad", 0}, {"deflection", "m", 0}};

enum { KAPPA = 4, TAN_ALPHA = 5 }; // of what it carries (element/law/tyre.c)

static double free_radius(const double *c, double spin)
{
    double R0 = c[UNLOADED_RADIUS], turning = R0 * spin / c[LONGVL];
    return R0 * (c[Q_RE0] + c[Q_V1] * turning * turning);
}

// The moment about the axis of the wheel has that of Fx besides, and a part of My lies along the normal.
static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    tac_slot sb[TAC_MAX_ROWS];
    double x[TAC_MAX_ROWS], v[TAC_MAX_ROWS];
    const tac_element *e = tac_sensed_element(m, d);
    const double *f = s->lambda + e->row, *z = tac_memory_of(s, e);
    const double *c = m->signals.table[m->laws.law[e->index].table[0]].y;
    tac_plain_rows(m, s, e, sb, x, v);
    double sine = x[4], cosine = x[5] > 0.05 ? x[5] : 0.05, Fx = -f[1];
    double My = (-f[4] + Fx * (x[0] - x[1])) * cosine, R = free_radius(c, v[4]);
    double deflection = R > x[0] ? R - x[0] : 0.0;
    const double all[] = {Fx,       -f[2],
                          -f[0],    -f[3],
                          My,       -f[5] + My * sine / cosine,
                          z[KAPPA], tac_atan2(z[TAN_ALPHA], 1.0),
                          x[3],     deflection};
    for (int k = 0; k < 10; k++) {
        out[k] = all[k] + 0.0; // no negative zeros
    }
}

const tac_sensor_type tac_tyre_sensor = {
    .type = {.word = "tyre",
             .called = "a tyre sensor",
             .help =
                 "forces and moments of a tyre on its wheel where it touches: x forwards in the "
                 "road, y to the left, z its normal; the slip that the tyre has, its "
                 "inclination and deflection",
             .placing = TAC_PLACED_AT_FORCE,
             .of_tyre = true},
    TAC_COLUMNS(columns),
    .measure = measure,
};

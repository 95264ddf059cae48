// Component of twice the vector part of Euler parameters, of three angles.
//
// q = q_z o q_y o q_x turns about z, then about the new y, then about the new x. Its sign is the one with e0 > 0, which
// a turn by less than half of one keeps.
#include "element/source.h"
#include "elementary.h"

// Half of a turn about an axis, with its derivatives.
typedef struct turning {
    quat q, qd, qdd;
} turning;

static quat about(int axis, double cosine, double sine)
{
    return (quat){cosine, axis == 0 ? sine : 0.0, axis == 1 ? sine : 0.0, axis == 2 ? sine : 0.0};
}

static turning turning_about(int axis, const tac_signal *angle)
{
    tac_sincos_pair p = tac_sincos(0.5 * angle->x);
    double rate = 0.5 * angle->xd, grows = 0.5 * angle->xdd;
    return (turning){
        about(axis, p.cos, p.sin), about(axis, -rate * p.sin, rate * p.cos),
        about(axis, -grows * p.sin - rate * rate * p.cos, grows * p.cos - rate * rate * p.sin)};
}

static quat sum(quat a, quat b)
{
    return (quat){a.e0 + b.e0, a.e1 + b.e1, a.e2 + b.e2, a.e3 + b.e3};
}

static turning after(turning a, turning b)
{
    quat mixed = mulq(a.qd, b.qd);
    return (turning){mulq(a.q, b.q), sum(mulq(a.qd, b.q), mulq(a.q, b.qd)),
                     sum(sum(mulq(a.qdd, b.q), mulq(a.q, b.qdd)), sum(mixed, mixed))};
}

static double component(quat q, int i)
{
    return i == 0 ? q.e1 : i == 1 ? q.e2 : q.e3;
}

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const int *term = when->term + of->first_term;
    turning x = turning_about(0, &when->before[term[0]]);
    turning y = turning_about(1, &when->before[term[1]]);
    turning z = turning_about(2, &when->before[term[2]]);
    turning all = after(z, after(y, x));
    double twice = pick(all.q.e0 < 0.0, -2.0, 2.0);
    int i = of->repeats;
    return (tac_signal){twice * component(all.q, i), twice * component(all.qd, i),
                        twice * component(all.qdd, i)};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return at(of, when).x;
}

static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    (void)of;
    return 0.5 * (s->first + s->last);
}

static double largest(const tac_source_desc *of, const tac_source_bounds *from)
{
    (void)of;
    (void)from;
    return 2.0;
}

static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "turned";
    return of->n_term == 3 ? NULL : "'turned' has three angles: [roll, pitch, yaw]";
}

static const char *const axes[] = {"x", "y", "z"};

static const tac_key keys[] = {
    {.name = "turned",
     .help = "`[roll, pitch, yaw]`, rad",
     .kind = TAC_KEY_TERMS,
     .otherwise = TAC_NEEDED},
    {.name = "axis",
     .help = "which component",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(axes),
     .at = offsetof(tac_source_desc, repeats)},
};

const tac_source_type tac_turn_type = {
    .type = {.word = "turned",
             .called = "a turned source",
             .help =
                 "component of twice the vector part of the Euler parameters of three angles, as "
                 "`pose` joints take them",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = mean,
    .largest = largest,
    .wrong = wrong,
};

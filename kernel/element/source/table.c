// c0 + c1 table(t); outside the table its end value, or the table again.
#include "element/source.h"

// A time within the table, and how many tables are over before it; beyond 1e15 of them none is.
typedef struct round {
    double t, over;
} round_of;

static round_of in_round(const tac_curve *table, double t)
{
    double first = table->x[0], last = table->x[table->n - 1];
    double n = (t - first) / (last - first), over = floor(pick(fabs(n) < 1e15, n, 0.0));
    return (round_of){tac_hold_within(t - over * (last - first), first, last), over};
}

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const tac_curve *table = &when->table[of->table];
    const double *c = of->c, t = pick(of->repeats, in_round(table, when->t).t, when->t);
    double first = table->x[0], last = table->x[table->n - 1];
    double inside = pick((t >= first) & (t <= last), c[1], 0.0);
    tac_curve_value v = tac_curve_eval(table, pick(t < first, first, pick(t > last, last, t)));
    return (tac_signal){c[0] + c[1] * v.y, inside * v.dy, inside * v.ddy};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return at(of, when).x;
}

// Of a table that repeats: as below where both ends of the step are in one, else from the integral.
static double repeated_mean(const tac_source_desc *of, const tac_source_over *s)
{
    const tac_curve *table = &s->table[of->table];
    const double *c = of->c;
    int n = table->n;
    round_of from = in_round(table, s->t0), to = in_round(table, s->t1);
    tac_curve_value a = tac_curve_eval(table, from.t), b = tac_curve_eval(table, to.t);
    tac_curve_value m = tac_curve_eval(table, 0.5 * (from.t + to.t));
    double over = to.over - from.over, all = tac_curve_eval(table, table->x[n - 1]).Y;
    int one = (over == 0.0) & (a.segment == b.segment) & (to.t > from.t);
    double area =
        pick(one, (to.t - from.t) * ((a.y + b.y + 4.0 * m.y) / 6.0), over * all + (b.Y - a.Y));
    return c[0] + c[1] * (area / s->length);
}

// Exact for cubics: within a segment from three values, else from the table's integral.
static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    if (of->repeats) {
        return repeated_mean(of, s);
    }
    const tac_curve *table = &s->table[of->table];
    const double *c = of->c;
    double first = table->x[0], last = table->x[table->n - 1];
    double from = tac_hold_within(s->t0, first, last), to = tac_hold_within(s->t1, first, last);
    tac_curve_value a = tac_curve_eval(table, from), b = tac_curve_eval(table, to);
    tac_curve_value m = tac_curve_eval(table, 0.5 * (from + to));
    double length = to - from, before = tac_hold_within(first, s->t0, s->t1) - s->t0;
    double after = s->t1 - tac_hold_within(last, s->t0, s->t1);
    int one = (a.segment == b.segment) & (length > 0.0);
    double area = pick(one, length * ((a.y + b.y + 4.0 * m.y) / 6.0), b.Y - a.Y);
    int inside = (before == 0.0) & (after == 0.0);
    double all = pick(inside, 0.0, before * table->y[0] + after * table->y[table->n - 1]);
    return c[0] + c[1] * ((area + all) / s->length);
}

// Its ends, and corners of a linear one; of one that repeats those of the first rounds, where they are at steps in all.
static void corners(const tac_source_desc *of, const tac_table_desc *t, tac_corner_seen *seen,
                    void *context)
{
    enum { ROUNDS = 3 };
    double round = t->x[t->n - 1] - t->x[0];
    for (int k = 0; k < t->n; k++) {
        bool is_end = k == 0 || k == t->n - 1;
        bool is_corner = !is_end && !t->cubic &&
                         (t->y[k] - t->y[k - 1]) * (t->x[k + 1] - t->x[k]) !=
                             (t->y[k + 1] - t->y[k]) * (t->x[k] - t->x[k - 1]);
        for (int i = 0; (is_end || is_corner) && i < (of->repeats ? ROUNDS : 1); i++) {
            seen(context, t->x[k] + i * round);
        }
    }
}

// Of a table that repeats, where it begins again.
static double repeated_kick(const tac_source_desc *of, const tac_source_over *s)
{
    const tac_curve *table = &s->table[of->table];
    round_of before = in_round(table, s->t0), after = in_round(table, s->t1);
    int wraps = before.over != after.over, cubic = table->cubic;
    double from = pick(cubic, table->x[table->n - 1], before.t);
    double to = pick(cubic, table->x[0], after.t);
    double change = tac_curve_eval(table, to).dy - tac_curve_eval(table, from).dy;
    return of->c[1] * pick((cubic == 0) | wraps, change, 0.0);
}

// Slopes of a linear table jump at its points, those of a cubic one at its ends alone.
static double kick(const tac_source_desc *of, const tac_source_over *s)
{
    if (of->repeats) {
        return repeated_kick(of, s);
    }
    const tac_curve *table = &s->table[of->table];
    double first = table->x[0], last = table->x[table->n - 1], from, to;
    if (table->cubic) {
        int ends = (last >= s->t0) & (last < s->t1); // there it still has its rate
        from = pick(ends, tac_curve_eval(table, last).dy, 0.0);
        to = pick(tac_is_within(first, s), tac_curve_eval(table, first).dy, 0.0);
    } else {
        double t0 = tac_hold_within(s->t0, first, last), t1 = tac_hold_within(s->t1, first, last);
        from = pick((s->t0 >= first) & (s->t0 <= last), tac_curve_eval(table, t0).dy, 0.0);
        to = pick((s->t1 >= first) & (s->t1 <= last), tac_curve_eval(table, t1).dy, 0.0);
    }
    return of->c[1] * (to - from);
}

static double largest(const tac_source_desc *of, const tac_source_bounds *from)
{
    return fabs(of->c[0]) + fabs(of->c[1]) * from->table[of->table].peak;
}

static const tac_key keys[] = {
    {.name = "table",
     .help = "over time",
     .kind = TAC_KEY_TABLE,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, table)},
    {.name = "scale",
     .help = "what it is multiplied by, of any unit",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .value = 1.0,
     .at = offsetof(tac_source_desc, c[1])},
    {.name = "offset",
     .help = "added to it",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[0])},
    {.name = "periodic",
     .help =
         "`true`: it begins again after its last point, which is the first one of the next round",
     .kind = TAC_KEY_TRUTH,
     .at = offsetof(tac_source_desc, repeats)},
};

const tac_source_type tac_table_type = {
    .type = {.word = "table",
             .called = "a table",
             .help =
                 "offset + scale times a table, which keeps its end values outside or begins again",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = mean,
    .largest = largest,
    .corners = corners,
    .kick = kick,
};

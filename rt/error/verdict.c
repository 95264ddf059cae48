#include "verdict.h"

#include <math.h>

#include "doubt.h"

double tac_promised_order(const tac_simulation *s)
{
    return tac_simulation_has_one_order(s) ? 4.0 : (double)s->options.order;
}

// ---- against what --------------------------------------------------------------------------------

typedef struct scales {
    double way;   // m, the largest that any body goes along an axis; 0: none moves
    double apart; // m, for bodies against each other; 0: they need none of their own
} scales;

static scales find_scales(const tac_halving *h, const tac_simulation *s)
{
    scales of = {0.0, 0.0};
    for (int i = 0; i < h->n_body; i++) {
        vec3 way = sub3(h->high[i], h->low[i]);
        if (s->file->desc.body[i].shaft) {
            continue;
        }
        of.way = fmax(of.way, fmax(way.x, fmax(way.y, way.z)));
    }
    double least = tac_limit_value(TAC_LIMIT_ERROR_NO_MOTION);
    double length = fmax(tac_model_length(s->model), h->extent);
    of.way = of.way > least * length ? of.way : 0.0;
    of.apart = h->extent > 0.0 && of.way > 2.0 * h->extent ? 2.0 * h->extent : 0.0;
    return of;
}

static double position_of(const scales *of, double place, double apart)
{
    double whole = of->way > 0.0 ? place / of->way : 0.0;
    return of->apart > 0.0 ? fmax(whole, apart / of->apart) : whole;
}

static double size_of(const scales *of, const double gap[TAC_GAP_POSES])
{
    return fmax(position_of(of, gap[TAC_GAP_PLACE], gap[TAC_GAP_APART]), gap[TAC_GAP_ANGLE]);
}

static tac_error_part part_of(const tac_halving *h, const tac_gap *gap, double value)
{
    return (tac_error_part){value, gap->body, (double)gap->step * h->dt};
}

static void find_parts(const tac_halving *h, const scales *of, double by, tac_error *e)
{
    const tac_gap *gap = h->half_gap;
    double place = gap[TAC_GAP_PLACE].value, apart = gap[TAC_GAP_APART].value;
    double position = position_of(of, place, apart), whole = position_of(of, place, 0.0);
    bool against = position > whole;
    e->position = part_of(h, &gap[against ? TAC_GAP_APART : TAC_GAP_PLACE], by * position);
    e->off = by * (against ? apart : place);
    e->extent = h->extent;
    e->angle = part_of(h, &gap[TAC_GAP_ANGLE], by * gap[TAC_GAP_ANGLE].value);
    double least = tac_limit_value(TAC_LIMIT_ERROR_NO_MOTION);
    double length = fmax(of->way, h->extent);
    bool turns = h->fastest_spin * length > least * h->fastest_speed && h->fastest_spin > 0.0;
    bool goes = h->fastest_speed > least * h->fastest_spin * length && h->fastest_speed > 0.0;
    double speed = goes ? gap[TAC_GAP_SPEED].value / h->fastest_speed : 0.0;
    double spin = turns ? gap[TAC_GAP_SPIN].value / h->fastest_spin : 0.0;
    e->rate = part_of(h, &gap[spin > speed ? TAC_GAP_SPIN : TAC_GAP_SPEED], by * fmax(speed, spin));
    e->size = fmax(e->position.value, e->angle.value);
}

// ---- how it falls --------------------------------------------------------------------------------

// log2 of the ratio of both differences at the same instants of the first bins; 0 without twice the step, or where
// nothing differs.
static double seen_order(const tac_halving *h, const scales *of, int n_bin)
{
    double half = 0.0, twice = 0.0;
    for (int b = 0; b < n_bin; b++) {
        half = fmax(half, size_of(of, h->half_even[b]));
        twice = fmax(twice, size_of(of, h->twice_gap[b]));
    }
    return half > 0.0 && twice > 0.0 ? log2(twice / half) : 0.0;
}

double tac_step_for(const tac_error *e, double dt, double bound)
{
    double power = fmin(e->promised, 3.0);
    if (e->order > 0.0) {
        power = fmin(power, e->order);
    }
    if (power < tac_limit_value(TAC_LIMIT_ERROR_POWER) || !(e->size > 0.0)) {
        return 0.0;
    }
    return dt * pow(0.5 * bound / e->size, 1.0 / power);
}

// ---- how it grows --------------------------------------------------------------------------------

enum { EIGHTHS = 8 };

// How the error comes to be above the limit of trust.
typedef struct growth {
    int bin;     // the first one where it is; -1: none is
    int begin;   // and the last one where it was TAC_LIMIT_ERROR_GROWTH times smaller; -1: none
    double grew; // by which factor between them
    double
        most; // share of that, as logarithms, in the eighth of the time between that has the largest
    double stays; // share of the bins from there on in which it stays about as large
} growth;

// The largest size up to a bin, never zero.
static double up_to(const tac_halving *h, const scales *of, int last)
{
    double most = 1e-16;
    for (int b = 0; b <= last; b++) {
        most = fmax(most, size_of(of, h->half_bin[b]));
    }
    return most;
}

static int bins_made(const tac_halving *h)
{
    return h->step > 0 ? tac_halving_bin(h, h->step) + 1 : 0;
}

static void find_evenness(const tac_halving *h, const scales *of, growth *g)
{
    double begin = up_to(h, of, g->begin), before = begin, most = 0.0;
    for (int k = 1; k <= EIGHTHS; k++) {
        double now = up_to(h, of, g->begin + (g->bin - g->begin) * k / EIGHTHS);
        most = fmax(most, log(now / before));
        before = now;
    }
    g->grew = before / begin;
    g->most = most / log(g->grew);
}

static growth find_growth(const tac_halving *h, const scales *of, double by)
{
    growth g = {.bin = -1, .begin = -1};
    int n = bins_made(h), large = 0;
    double limit = tac_limit_value(TAC_LIMIT_ERROR_TRUST) / by;
    for (int b = 0; b < n; b++) {
        double size = size_of(of, h->half_bin[b]);
        g.bin = g.bin < 0 && size > limit ? b : g.bin;
        large += g.bin >= 0 && size > limit / 3.0;
    }
    if (g.bin < 0) {
        return g;
    }
    g.stays = (double)large / (n - g.bin);
    double small = up_to(h, of, g.bin) / tac_limit_value(TAC_LIMIT_ERROR_GROWTH), most = 0.0;
    for (int b = 0; b < g.bin; b++) {
        most = fmax(most, size_of(of, h->half_bin[b]));
        g.begin = most <= small ? b : g.begin;
    }
    if (g.begin >= 0) {
        find_evenness(h, of, &g);
    }
    return g;
}

// It grows by itself, evenly, and faster than with any power of time; and is not over at once.
static bool is_sensitive(const tac_halving *h, const growth *g)
{
    int bins = g->bin - g->begin;
    int64_t steps = g->bin < 0 || g->begin < 0
                        ? 0
                        : tac_halving_bin_end(h, g->bin) - tac_halving_bin_end(h, g->begin);
    return g->begin >= 0 && bins >= EIGHTHS && steps >= 2 * EIGHTHS && 2 * bins <= g->bin &&
           g->most < tac_limit_value(TAC_LIMIT_ERROR_EVENT) && g->stays > 0.8;
}

// ---- the verdict ---------------------------------------------------------------------------------

static void follow_growth(const tac_halving *h, const growth *g, tac_error *e)
{
    int64_t steps = tac_halving_bin_end(h, g->bin) - tac_halving_bin_end(h, g->begin);
    double rate = log(g->grew) / ((double)steps * h->dt); // lambda, 1/s
    e->doubling = log(2.0) / rate;
    e->gains = e->promised * log(2.0) / rate;
    e->until = tac_limit_value(TAC_LIMIT_ERROR_HORIZON) / rate;
}

static tac_error_kind kind_of(const tac_halving *h, const tac_simulation *s, const growth *g,
                              const tac_error *e)
{
    bool falls = e->order == 0.0 || e->order >= tac_limit_value(TAC_LIMIT_ERROR_POWER);
    if (e->size <= tac_limit_value(TAC_LIMIT_ERROR_NOTHING)) {
        return TAC_ERROR_ROUNDING;
    }
    if (is_sensitive(h, g)) {
        return TAC_ERROR_SENSITIVE;
    }
    if (!falls && e->size < tac_limit_value(TAC_LIMIT_ERROR_ROUNDING)) {
        return TAC_ERROR_ROUNDING;
    }
    if (!falls && e->from >= 0.0) {
        return TAC_ERROR_UNRESOLVED;
    }
    bool sided = tac_model_unilateral(s->model) > 0 && h->twice_goes;
    return sided && e->order < fmin(e->promised, 2.0) - 0.25 ? TAC_ERROR_SIDES : TAC_ERROR_FALLS;
}

// Of rounding the larger difference is the safer one.
static void raise_to_twice(const tac_halving *h, const scales *of, tac_error *e)
{
    for (int b = 0; b < bins_made(h); b++) {
        const double *gap = h->twice_gap[b];
        double position = position_of(of, gap[TAC_GAP_PLACE], gap[TAC_GAP_APART]);
        e->position.value = fmax(e->position.value, position);
        e->angle.value = fmax(e->angle.value, gap[TAC_GAP_ANGLE]);
    }
    e->size = fmax(e->position.value, e->angle.value);
}

tac_error tac_find_error(const tac_halving *h, const tac_simulation *s)
{
    tac_error e = {.promised = tac_promised_order(s), .from = -1.0};
    double share = exp2(e.promised), by = share / (share - 1.0);
    scales of = find_scales(h, s);
    e.compared = (double)h->step * h->dt;
    find_parts(h, &of, by, &e);
    if (of.way == 0.0 && e.angle.value == 0.0 && h->fastest_spin == 0.0) {
        return e;
    }
    growth g = find_growth(h, &of, by);
    e.order = seen_order(h, &of, g.bin >= EIGHTHS ? g.bin : bins_made(h));
    if (g.bin >= 0) {
        int64_t first = g.bin > 0 ? tac_halving_bin_end(h, g.bin - 1) : 0;
        e.from = (double)first * h->dt;
    }
    e.kind = kind_of(h, s, &g, &e);
    if (e.kind == TAC_ERROR_SENSITIVE) {
        follow_growth(h, &g, &e);
    }
    if (e.kind == TAC_ERROR_ROUNDING) {
        raise_to_twice(h, &of, &e);
    }
    return e;
}

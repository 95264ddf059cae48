#include "gaps.h"

#include <math.h>
#include <stdlib.h>

#include "kinks.h"

// A table at a time: linear between points, its ends beyond them.
static double value_at(const tac_table_desc *t, double x)
{
    int low = 0, high = t->n - 1;
    if (x <= t->x[0] || x >= t->x[high]) {
        return x <= t->x[0] ? t->y[0] : t->y[high];
    }
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        low = t->x[middle] <= x ? middle : low;
        high = t->x[middle] <= x ? high : middle;
    }
    double part = (x - t->x[low]) / (t->x[high] - t->x[low]);
    return t->y[low] + part * (t->y[high] - t->y[low]);
}

static double range_of(const tac_table_desc *t)
{
    double low = t->y[0], high = t->y[0];
    for (int k = 1; k < t->n; k++) {
        low = fmin(low, t->y[k]);
        high = fmax(high, t->y[k]);
    }
    return high - low;
}

// The farthest point of a table from the line between its values at multiples of h.
static tac_gap_of_table gap_of(const tac_table_desc *t, double h, double end)
{
    tac_gap_of_table most = {0.0, 0.0, TAC_NONE};
    double range = range_of(t);
    for (int k = 1; k + 1 < t->n && t->x[k] < end && range > 0.0; k++) {
        double from = floor(t->x[k] / h) * h, part = (t->x[k] - from) / h;
        double a = value_at(t, from), b = value_at(t, from + h);
        double share = fabs(t->y[k] - (a + part * (b - a))) / range;
        if (t->x[k] > 0.0 && share > most.share) {
            most = (tac_gap_of_table){share, t->x[k + 1] - t->x[k - 1], TAC_NONE};
        }
    }
    return most;
}

// Whether laws and loads take the mean of a source over a step (element/source.h): those of methods do whose Newton
// iterations close joints. Others read sources at instants.
static bool takes_means(const tac_method *method)
{
    return method->takes->closes == TAC_CLOSES_BY_NEWTON;
}

tac_gap_of_table tac_find_table_gap(const tac_model_file *file, const tac_method *method, double dt,
                                    double end)
{
    const tac_desc *d = &file->desc;
    tac_gap_of_table most = {0.0, 0.0, TAC_NONE};
    int *steps = calloc((size_t)d->n_source + 1, sizeof *steps);
    if (steps) {
        tac_steps_of_sources(d, takes_means(method), steps);
    }
    for (int i = 0; i < d->n_source && steps; i++) {
        const tac_source_desc *of = &d->source[i];
        bool reads = of->table != TAC_NONE && of->c[1] != 0.0 && steps[i] > 0;
        tac_gap_of_table one = {0.0, 0.0, TAC_NONE};
        if (reads) {
            one = gap_of(&d->table[of->table], 0.5 * dt / steps[i], end);
        }
        if (one.share > most.share) {
            most = one;
            most.source = i;
        }
    }
    free(steps);
    return most;
}

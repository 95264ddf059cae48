#include "plot_band.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const tac_export_rig no_rig = {.has_clock = false};

static bool open_samples(tac_plot_samples *k, int n_line, int most)
{
    *k = (tac_plot_samples){.most = most, .n_line = n_line, .stride = 1};
    k->at = calloc((size_t)most * (size_t)n_line + 1, sizeof *k->at);
    return k->at != NULL;
}

bool tac_plot_band_open(tac_plot_band *b, const tac_simulation *s, const size_t *column, int n_line,
                        int most)
{
    b->column = column;
    return open_samples(&b->run, n_line, most) && open_samples(&b->half, n_line, most) &&
           tac_plot_row_open(&b->row, s, &no_rig);
}

void tac_plot_band_close(tac_plot_band *b)
{
    free(b->run.at);
    free(b->half.at);
    tac_plot_row_close(&b->row);
    *b = (tac_plot_band){.by = 0.0};
}

static double *sample_of(const tac_plot_samples *k, int point)
{
    return k->at + (size_t)point * (size_t)k->n_line;
}

// Two become one, whose first row stays.
static void thin_out(tac_plot_samples *k)
{
    for (int i = 1; i < k->most / 2; i++) {
        memcpy(sample_of(k, i), sample_of(k, 2 * i), (size_t)k->n_line * sizeof *k->at);
    }
    k->n = k->most / 2;
    k->stride *= 2;
}

// Where this row goes; NULL: it is in the point of one before.
static double *next_sample(tac_plot_samples *k)
{
    bool due = k->n == 0 || k->rows == k->stride;
    if (due && k->n == k->most) {
        thin_out(k);
    }
    k->rows = due ? 1 : k->rows + 1;
    return due ? sample_of(k, k->n++) : NULL;
}

static void put(const tac_plot_band *b, const double *value, double *to)
{
    for (int line = 0; line < b->run.n_line && to; line++) {
        to[line] = value[b->column[line]];
    }
}

void tac_plot_band_take(tac_plot_band *b, const double *value)
{
    bool first = b->run.n == 0;
    put(b, value, next_sample(&b->run));
    if (first) { // both begin with the same state
        put(b, value, next_sample(&b->half));
    }
}

void tac_plot_band_take_half(tac_plot_band *b, const tac_simulation *half)
{
    double *to = next_sample(&b->half);
    if (to) {
        tac_plot_row_take(&b->row, half, &no_rig);
        put(b, b->row.value, to);
    }
}

double tac_plot_band_at(const tac_plot_band *b, int point, int line)
{
    const double none = (double)NAN;
    return b->by > 0.0 && point < b->run.n && point < b->half.n
               ? b->by * fabs(sample_of(&b->run, point)[line] - sample_of(&b->half, point)[line])
               : none;
}

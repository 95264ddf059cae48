#include "source_past.h"

#include <math.h>
#include <string.h>

enum { MOST_BYTES = 2 << 20, MOST_VALUES = 1 << 22, PATIENCE = 1 << 16 };

typedef struct past {
    tac_io *io;
    const tac_source *source;
    uint64_t first, per_bin; // frame of the first bin, frames of each
    uint32_t n_bin;
    double *time, *least, *most; // of the bin at hand
    double *at;                  // of the next bin
} past;

static uint64_t newest_of(tac_io *io)
{
    tac_io_frame frame = {0};
    if (tac_io_read(io) == TAC_IO_OK) {
        tac_io_get_frame(io, &frame);
    }
    return frame.number;
}

static void begin_bin(past *p, double time)
{
    const uint32_t n = p->source->n_value;
    p->time[p->n_bin++] = time;
    p->least = p->at;
    p->most = p->at + n;
    p->at += (size_t)2 * n;
    for (uint32_t k = 0; k < n; k++) {
        p->least[k] = (double)INFINITY;
        p->most[k] = -(double)INFINITY;
    }
}

static void widen(const past *p)
{
    uint32_t k = 0;
    for (int i = 0; i < p->source->n_signal; i++) {
        uint32_t last = p->source->first[i + 1];
        for (int e = 0; k < last; e++, k++) {
            double x = tac_io_value(p->io, i, e);
            p->least[k] = fmin(p->least[k], x);
            p->most[k] = fmax(p->most[k], x);
        }
    }
}

static void read_bins(past *p, uint64_t newest, uint32_t most_bin)
{
    tac_io_frame frame = {0};
    uint64_t bin = 0, lost = 0;
    for (int n = 0; n < PATIENCE && frame.number < newest; n++) {
        if (tac_io_history_next(p->io, TAC_IO_POLL, 0.0, &lost) != TAC_IO_OK) {
            break;
        }
        tac_io_get_frame(p->io, &frame);
        uint64_t its = (frame.number - p->first) / p->per_bin;
        if (p->n_bin == 0 || its > bin) {
            if (p->n_bin == most_bin) {
                break;
            }
            bin = its;
            begin_bin(p, frame.time);
        }
        widen(p);
    }
}

static uint32_t count_bins(uint32_t n_value)
{
    size_t fits = MOST_BYTES / (((size_t)2 * n_value + 1) * sizeof(double));
    return fits < TAC_PAST_BINS ? (uint32_t)fits : TAC_PAST_BINS;
}

// Bins go where the largest number of them would have its place; what is behind them is moved up.
static tac_message *fill(past *p, uint64_t newest, uint32_t bins)
{
    const uint32_t n = p->source->n_value;
    size_t row = (size_t)2 * n * sizeof(double);
    tac_message *m = tac_message_new(sizeof(tac_past_head) + bins * (sizeof(double) + row));
    if (!m) {
        return NULL;
    }
    p->time = (double *)(void *)(m->bytes + sizeof(tac_past_head));
    p->at = p->time + bins;
    read_bins(p, newest, bins);
    memmove(p->time + p->n_bin, p->time + bins, p->n_bin * row);
    m->size = sizeof(tac_past_head) + p->n_bin * (sizeof(double) + row);
    *(tac_past_head *)(void *)m->bytes =
        (tac_past_head){.kind = TAC_PAST, .source = p->source->id, .n_bin = p->n_bin, .n_value = n};
    return m;
}

tac_message *tac_source_past(const tac_source *s)
{
    tac_io_error unwanted;
    past p = {.source = s};
    if (s->playback || !s->io || s->n_value == 0 ||
        !(p.io = tac_io_attach(s->name, TAC_IO_READ, NULL, &unwanted))) {
        return NULL;
    }
    tac_message *m = NULL;
    (void)tac_io_history_open(p.io, &unwanted);
    uint64_t depth = tac_io_history_depth(p.io), newest = newest_of(p.io);
    uint64_t most = MOST_VALUES / s->n_value + 1;
    depth = depth < most ? depth : most;
    uint32_t bins = count_bins(s->n_value);
    tac_io_info info;
    tac_io_get_info(p.io, &info);
    if (depth > 0 && newest > 0 && bins > 0 && info.generation == s->generation) {
        p.first = newest > depth ? newest - depth + 1 : 1;
        p.per_bin = (newest - p.first) / bins + 1;
        tac_io_history_seek(p.io, p.first);
        m = fill(&p, newest, bins);
    }
    tac_io_detach(p.io);
    return m;
}

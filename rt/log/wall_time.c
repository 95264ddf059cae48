#include "wall_time.h"

#include <stdlib.h>

#include "cycle_words.h"
#include "system/fail.h"
#include "tools.h"

#define SECOND INT64_C(1000000000)

void tac_log_wall_anchor(tac_log_wall_time *w, const tac_log *l)
{
    *w = (tac_log_wall_time){.substeps = 1};
    for (size_t i = 0; i < l->n_note; i++) {
        const tac_log_note_row *n = &l->note[i];
        w->n_set += n->kind == TAC_LOG_CLOCK_STEP;
        if (n->kind != TAC_LOG_CLOCK || w->n_set > 0) {
            continue;
        }
        const tac_wall_anchor a = tac_log_note_anchor_of(n);
        if (!w->is_known || a.uncertainty < w->anchor.uncertainty) {
            w->anchor = a;
        }
        w->is_known = true;
    }
}

// ---- steps ---------------------------------------------------------------------------------------

// Of a step that follows the moment, or comes before the first.
static int64_t monotonic_of(const tac_log_wall_time *w, const tac_log_moment *m, int64_t step)
{
    return m->monotonic + (step - m->step) * w->period / w->substeps;
}

static int add(tac_log_wall_time *w, int64_t step, int64_t monotonic)
{
    if (w->n > 0 && monotonic_of(w, &w->moment[w->n - 1], step) == monotonic) {
        return 1;
    }
    if (w->n == w->capacity) {
        size_t capacity = w->capacity ? 2 * w->capacity : 16;
        tac_log_moment *bigger = realloc(w->moment, capacity * sizeof *bigger);
        if (!bigger) {
            return 0;
        }
        w->moment = bigger;
        w->capacity = capacity;
    }
    w->moment[w->n++] = (tac_log_moment){step, monotonic};
    return 1;
}

static int read_cycles(tac_log_wall_time *w, tac_log *l, tac_diag *diag)
{
    tac_log_cursor c;
    int ok = 1;
    int64_t last = -1;
    tac_log_cursor_open(&c, l);
    for (const uint64_t *row; ok && (row = tac_log_cursor_next(&c, TAC_LOG_CYCLE));) {
        tac_cycle y;
        tac_log_cycle_get(row, &y);
        if (c.step > last) { // paused cycles make none
            ok = add(w, c.step, y.release);
            last = c.step;
        }
    }
    return tac_log_cursor_end(&c, diag) &&
           (ok || tac_diag_say_memory(diag, "not enough memory for the times of its steps"));
}

static void read_period(tac_log_wall_time *w, const tac_log *l)
{
    uint64_t word[2] = {0, 1};
    const tac_log_item *item = tac_log_find(&l->header, "clock");
    if (item && item->size == sizeof word) {
        tac_log_get_words(item->bytes, word, 2);
    }
    w->period = word[0] < (uint64_t)3600 * SECOND ? (int64_t)word[0] : 0;
    w->substeps = word[1] > 0 && word[1] <= 1000 ? (int64_t)word[1] : 1;
}

int tac_log_wall_open(tac_log_wall_time *w, tac_log *l, tac_time_scale scale, tac_diag *diag)
{
    tac_log_wall_anchor(w, l);
    read_period(w, l);
    if (!w->is_known) {
        return tac_diag_say(diag, "it does not know the time of day: it has no whole note of it");
    }
    if (scale == TAC_TIME_TAI && w->anchor.tai_offset == 0) {
        return tac_diag_say(diag,
                            "it does not know TAI: the kernel of the machine that recorded it "
                            "was not told the leap seconds; take utc");
    }
    if (!read_cycles(w, l, diag)) {
        return 0;
    }
    return w->n > 0 || tac_diag_say(diag, "its steps have no time of day: it was not run against "
                                          "the clock");
}

void tac_log_wall_close(tac_log_wall_time *w)
{
    free(w->moment);
    w->moment = NULL;
    w->n = w->capacity = 0;
}

int64_t tac_log_wall_of(tac_log_wall_time *w, int64_t step, tac_time_scale scale)
{
    if (w->at >= w->n || w->moment[w->at].step > step) {
        w->at = 0;
    }
    while (w->at + 1 < w->n && w->moment[w->at + 1].step <= step) {
        w->at++;
    }
    int64_t utc = tac_wall_utc(&w->anchor, monotonic_of(w, &w->moment[w->at], step));
    return utc + (scale == TAC_TIME_TAI ? w->anchor.tai_offset * SECOND : 0);
}

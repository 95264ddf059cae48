#include "results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "cycle_words.h"
#include "events.h"
#include "format.h"
#include "signals.h"

static void put_report(tac_report *r, const uint64_t *word)
{
    double value[6];
    memcpy(value, word, sizeof value);
    *r = (tac_report){.increment = value[0],
                      .position = value[1],
                      .velocity = value[2],
                      .acceleration = value[3],
                      .kinetic = value[4],
                      .potential = value[5]};
}

static void set_parameter(tac_simulation *s, size_t k, uint64_t value)
{
    if (k < tac_log_parameter_count(&s->file->desc)) {
        (void)tac_parameter_set(s->model, tac_log_parameter(&s->file->desc, k),
                                tac_log_real(value));
    }
}

// The checkpoint that a block opens with.
static void set_parameters(tac_simulation *s, const tac_log_block *b, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        set_parameter(s, k, b->parameter[k]);
    }
}

// What the simulation was built to is the start, up to the bits of the recorded state.
static int export_start(const tac_log *l, tac_simulation *s, const tac_log_window *window,
                        tac_export *out)
{
    if ((l->n_block > 0 && l->block[0].frame.first > 0) || !tac_log_is_inside(window, 0)) {
        return 1;
    }
    tac_log_get_words(tac_log_find(&l->header, "state")->bytes, s->state.data,
                      l->header.shape.n_state);
    return tac_export_row(out, s);
}

typedef struct clock_of_rows {
    tac_log_wall_time *wall; // NULL: nobody asked
    tac_time_scale scale;
} clock_of_rows;

static void date_row(const clock_of_rows *k, int64_t step, tac_export *out)
{
    if (k->wall) {
        out->date.ns = tac_log_wall_of(k->wall, step, k->scale);
    }
}

static int export_step(const tac_log *l, tac_simulation *s, const uint64_t *row, tac_export *out)
{
    const tac_log_shape *shape = &l->header.shape;
    if (row[TAC_LOG_AT_HOW] >> 32 & TAC_LOG_FAILED) {
        return 1;
    }
    memcpy(s->state.data, row + TAC_LOG_STEP_WORDS + shape->n_input, 8 * shape->n_state);
    put_report(&s->report, row + TAC_LOG_AT_REPORT);
    return tac_export_row(out, s);
}

static double seconds(int64_t ns)
{
    return (double)ns * 1e-9;
}

// Whatever a log holds, the difference is a number.
static double between(int64_t from, int64_t until)
{
    return seconds((int64_t)((uint64_t)until - (uint64_t)from));
}

static int export_cycle(const tac_log *l, const tac_simulation *s, const uint64_t *row,
                        tac_export *out)
{
    tac_cycle c;
    tac_log_cycle_get(row, &c);
    const tac_cause cause = c.cause < TAC_N_CAUSE ? c.cause : TAC_ON_TIME;
    const tac_export_cycle done = {.index = c.index,
                                   .step = c.step,
                                   .wake = between(c.release, c.wake),
                                   .step_time = between(c.step_start, c.step_end),
                                   .slack = seconds(tac_log_period(&l->header)) -
                                            between(c.release, c.publish),
                                   .held = seconds(c.held),
                                   .phase_error = seconds(c.phase_error),
                                   .cpu = c.cpu < 0 ? (double)NAN : seconds(c.cpu),
                                   .iterations = c.iterations,
                                   .skipped = c.skipped,
                                   .flags = c.flags,
                                   .cause = (int)cause,
                                   .cause_name = tac_cause_name(cause)};
    return tac_export_cycle_done(out, s, &done);
}

static int export_event(const tac_log *l, const tac_simulation *s, const tac_log_cursor *c,
                        tac_log_kind kind, const uint64_t *row, tac_export *out)
{
    char item[TAC_LOG_ITEM];
    tac_export_event event;
    tac_log_event_tell(&l->header, kind, row, item, &event);
    event.step = c->step;
    return tac_export_happened(out, s, &event);
}

static int export_beside(const tac_log *l, const tac_simulation *s, const tac_log_cursor *c,
                         tac_log_kind kind, const uint64_t *row, tac_export *out)
{
    return kind == TAC_LOG_CYCLE ? export_cycle(l, s, row, out)
           : kind == TAC_LOG_EVENT || kind == TAC_LOG_RESTORE
               ? export_event(l, s, c, kind, row, out)
               : 1;
}

static int export_rows(tac_log *l, tac_simulation *s, const tac_log_window *window,
                       const clock_of_rows *k, tac_export *out, tac_diag *diag)
{
    tac_log_cursor c;
    size_t block = 0;
    tac_log_cursor_open(&c, l);
    date_row(k, 0, out);
    int ok = export_start(l, s, window, out);
    for (const uint64_t *row; ok && (row = tac_log_cursor_next(&c, TAC_LOG_N_KIND));) {
        tac_log_kind kind = (tac_log_kind)c.block.kind[c.at - 1];
        if (block != c.next_block) {
            block = c.next_block;
            set_parameters(s, &c.block, l->header.shape.n_parameter);
        }
        if (kind == TAC_LOG_EVENT && row[0] == TAC_LOG_PARAMETER) {
            set_parameter(s, (size_t)row[1], row[3]);
        } else if (kind == TAC_LOG_STEP && tac_log_is_inside(window, c.step)) {
            date_row(k, c.step, out);
            ok = export_step(l, s, row, out);
        }
        if (ok && out->rig.has_clock && tac_log_is_inside(window, c.step)) {
            ok = export_beside(l, s, &c, kind, row, out);
        }
    }
    if (!tac_log_cursor_end(&c, diag)) {
        return 0;
    }
    return ok || tac_diag_say(diag, "not all could be written");
}

int tac_log_export_results(tac_log *l, const tac_log_window *window, tac_log_wall_time *wall,
                           tac_time_scale scale, tac_export *out, tac_diag *diag)
{
    const clock_of_rows k = {wall, scale};
    tac_simulation s;
    if (!l->header.shape.full) {
        return tac_diag_say(
            diag, "the log holds checkpoints only; 'tactus replay' with the same options computes "
                  "the rest");
    }
    int built = tac_log_header_build(&l->header, 0, &s);
    char *layout = built ? tac_log_layout_text(&s) : NULL;
    int fits = layout && s.state.size == 8 * l->header.shape.n_state &&
               strcmp(layout, tac_log_text(&l->header, "layout")) == 0;
    int ok = fits && export_rows(l, &s, window, &k, out, diag);
    if (!built) {
        *diag = s.diag;
    } else if (!layout) {
        (void)tac_diag_say_memory(diag, "not enough memory");
    } else if (!fits) {
        (void)tac_diag_say(diag, "this program lays the state out differently");
    }
    free(layout);
    tac_simulation_close(&s);
    return ok;
}

#include "stimulus_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "log/format.h"
#include "log/layout.h"
#include "log/tools.h"
#include "system/fail.h"

static bool take_names(tac_stimulus *s, const tac_log_layout *l, tac_diag *diag)
{
    if (l->n_input == 0) {
        return tac_diag_say(diag, "%s: its model has no inputs", s->path);
    }
    if (l->n_input != s->log.header.shape.n_input) {
        return tac_diag_say(diag, "%s: its layout does not fit its inputs", s->path);
    }
    s->column = calloc(l->n_input, sizeof *s->column);
    if (!s->column) {
        return tac_diag_say_memory(diag, "%s: not enough memory", s->path);
    }
    for (size_t i = 0; i < l->n_input; i++) {
        (void)snprintf(s->column[i].name, sizeof s->column[i].name, "%s", l->input[i]);
    }
    s->n_column = (int)l->n_input;
    s->is_si = true;
    return true;
}

// The step of the recorded run, a word of its first state.
static bool take_step(tac_stimulus *s, const tac_log_layout *l, tac_diag *diag)
{
    const tac_log_item *state = tac_log_find(&s->log.header, "state");
    for (size_t i = 0; i < l->n_array; i++) {
        if (strcmp(l->array[i].name, "dt") == 0 && state && 8 * l->array[i].at + 8 <= state->size) {
            s->time_factor = tac_log_real(tac_log_get(state->bytes + 8 * l->array[i].at, 8));
            return s->time_factor > 0.0 && isfinite(s->time_factor);
        }
    }
    return tac_diag_say(diag, "%s: it does not say the length of its steps", s->path);
}

bool tac_stimulus_log_open(tac_stimulus *s, tac_diag *diag)
{
    tac_log_layout layout;
    if (!tac_log_open(&s->log, s->path, diag)) {
        return false;
    }
    int got = tac_log_layout_read(&layout, tac_log_text(&s->log.header, "layout"));
    if (got <= 0) {
        return got < 0 ? tac_diag_say_memory(diag, "%s: not enough memory", s->path)
                       : tac_diag_say(diag, "%s: its layout cannot be read", s->path);
    }
    bool good = take_names(s, &layout, diag) && take_step(s, &layout, diag);
    tac_log_layout_free(&layout);
    return good || tac_diag_say(diag, "%s: it does not say the length of its steps", s->path);
}

static bool differs(const double *a, const double *b, int n)
{
    return memcmp(a, b, (size_t)n * sizeof *a) != 0;
}

// The inputs of a step as a row, unless they are those of the row before and this is not the last one.
static bool take_step_row(tac_stimulus *s, const uint64_t *input, int64_t step, bool is_last,
                          tac_diag *diag)
{
    double *row = tac_stimulus_add(s, (double)step * s->time_factor, diag);
    if (!row) {
        return false;
    }
    for (int k = 0, n = 0; k < s->n_column; k++) {
        if (s->column[k].wanted) {
            row[n] = tac_log_real(input[k]);
            if (!isfinite(row[n++])) {
                return tac_diag_say(diag, "%s: '%s' is no finite number in step %lld", s->path,
                                    s->column[k].name, (long long)step);
            }
        }
    }
    if (s->n_row > 1 && !is_last && !differs(row, row - s->n, s->n)) {
        s->n_row--;
    }
    return true;
}

bool tac_stimulus_log_read(tac_stimulus *s, tac_diag *diag)
{
    tac_log_cursor c;
    int64_t step = 0;
    bool good = true;
    tac_log_cursor_open(&c, &s->log);
    for (const uint64_t *row; good && (row = tac_log_cursor_next(&c, TAC_LOG_STEP)); step++) {
        good = take_step_row(s, row + TAC_LOG_STEP_WORDS, step, step + 1 == s->log.steps, diag);
    }
    if (!tac_log_cursor_end(&c, diag) || !good) {
        return false;
    }
    return s->n_row > 0 || tac_diag_say(diag, "%s: it holds no steps", s->path);
}

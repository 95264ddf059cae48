#include "tools.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "cycle_words.h"
#include "layout.h"
#include "signals.h"
#include "system/fail.h"
#include "writer.h"

// ---- cursor --------------------------------------------------------------------------------------

void tac_log_cursor_open(tac_log_cursor *c, tac_log *l)
{
    *c = (tac_log_cursor){.log = l};
}

static void drop(tac_log_cursor *c)
{
    free(c->block.kind);
    c->block.kind = NULL;
}

int tac_log_cursor_end(tac_log_cursor *c, tac_diag *diag)
{
    drop(c);
    if (c->failed && c->log->no_memory) {
        (void)tac_diag_say_memory(diag, "not enough memory to unpack a block");
    } else if (c->failed) {
        (void)tac_diag_say(diag, "a block cannot be unpacked");
    }
    return !c->failed;
}

static int load_next(tac_log_cursor *c)
{
    drop(c);
    if (c->next_block == c->log->n_block) {
        return 0;
    }
    if (!tac_log_load(c->log, c->next_block++, &c->block)) {
        c->block.kind = NULL;
        c->failed = 1;
        return 0;
    }
    c->at = 0;
    c->step = c->block.first;
    memset(c->row, 0, sizeof c->row);
    return 1;
}

const uint64_t *tac_log_cursor_next(tac_log_cursor *c, tac_log_kind kind)
{
    while ((c->block.kind && c->at < c->block.n) || load_next(c)) {
        if (c->at == c->block.n) {
            continue; // an empty block
        }
        tac_log_kind found = (tac_log_kind)c->block.kind[c->at++];
        const tac_log_table *t = &c->block.table[found];
        const uint64_t *row = t->row + c->row[found]++ * t->words;
        c->step += found == TAC_LOG_STEP;
        if (found == kind || kind == TAC_LOG_N_KIND) {
            return row;
        }
    }
    return NULL;
}

int tac_log_cursor_pair(tac_log_cursor *a, tac_log_cursor *b, tac_log_pair *p)
{
    p->a = tac_log_cursor_next(a, TAC_LOG_STEP);
    p->b = tac_log_cursor_next(b, TAC_LOG_STEP);
    while (p->a && p->b && a->step != b->step) {
        p->alone = 1;
        if (a->step < b->step) {
            p->a = tac_log_cursor_next(a, TAC_LOG_STEP);
        } else {
            p->b = tac_log_cursor_next(b, TAC_LOG_STEP);
        }
    }
    p->alone |= !p->a != !p->b;
    return p->a && p->b;
}

// ---- check ---------------------------------------------------------------------------------------

int tac_log_check(tac_log *l, uint64_t *chain, tac_diag *diag)
{
    const tac_log_shape *s = &l->header.shape;
    tac_log_cursor c;
    tac_log_cursor_open(&c, l);
    *chain = 0;
    int ok = 1;
    for (const uint64_t *row; ok && (row = tac_log_cursor_next(&c, TAC_LOG_STEP));) {
        const uint64_t *state = row + TAC_LOG_STEP_WORDS + s->n_input;
        *chain = tac_log_chain(*chain, row[TAC_LOG_AT_HASH]);
        ok = !s->full || tac_log_hash(state, 8 * s->n_state) == row[TAC_LOG_AT_HASH];
    }
    int64_t step = c.step;
    if (!tac_log_cursor_end(&c, diag)) {
        return 0;
    }
    if (!ok) {
        return tac_diag_say(diag, "state and hash of step %" PRId64 " do not agree", step);
    }
    if (tac_log_is_complete(l) && *chain != l->end.chain) {
        return tac_diag_say(diag, "the hashes of the steps do not agree with the end");
    }
    return 1;
}

// ---- compare -------------------------------------------------------------------------------------

// Whether a header item decides the run. Who recorded where does not.
static int matters(const char *name)
{
    static const char *const aside[] = {"created",   "schedule", "build", "compiler", "flags",
                                        "cpu",       "part",     "shape", "clock",    "signals",
                                        "recording", "piece",    "speed"};
    int decides = strncmp(name, "rig/", 4) != 0;
    for (size_t k = 0; k < sizeof aside / sizeof *aside; k++) {
        decides &= strcmp(name, aside[k]) != 0;
    }
    return decides;
}

// The first of one header's items that matters and the other has not, or has otherwise.
static const char *differing_item(const tac_log_header *a, const tac_log_header *b)
{
    for (size_t i = 0; i < a->n; i++) {
        const tac_log_item *x = &a->item[i], *y = tac_log_find(b, x->name);
        if (matters(x->name) &&
            (!y || x->size != y->size || memcmp(x->bytes, y->bytes, x->size) != 0)) {
            return x->name;
        }
    }
    return NULL;
}

static void name_signal(const tac_log *l, size_t word, tac_log_diff *d)
{
    tac_log_layout layout;
    if (tac_log_layout_read(&layout, tac_log_text(&l->header, "layout")) > 0) {
        tac_log_layout_name(&layout, word, d->signal, sizeof d->signal, &d->whole);
    }
    tac_log_layout_free(&layout);
}

// Whether words of the same position mean the same.
static int same_layout(const tac_log_header *a, const tac_log_header *b)
{
    return a->shape.n_input == b->shape.n_input && a->shape.n_state == b->shape.n_state &&
           strcmp(tac_log_text(a, "layout"), tac_log_text(b, "layout")) == 0;
}

static void compare_states(const tac_log *l, const uint64_t *a, const uint64_t *b, size_t n,
                           tac_log_diff *d)
{
    for (size_t w = 0; w < n; w++) {
        if (a[w] != b[w]) {
            d->a = a[w];
            d->b = b[w];
            name_signal(l, w, d);
            return;
        }
    }
}

static void compare_rows(const tac_log *a, const tac_log *b, const uint64_t *x, const uint64_t *y,
                         tac_log_diff *d)
{
    const tac_log_shape *s = &a->header.shape, *t = &b->header.shape;
    size_t at = TAC_LOG_STEP_WORDS;
    if (x[TAC_LOG_AT_HOW] == y[TAC_LOG_AT_HOW] && x[TAC_LOG_AT_HASH] == y[TAC_LOG_AT_HASH]) {
        return;
    }
    d->differ = 1;
    if (s->full && t->full) {
        compare_states(a, x + at + s->n_input, y + at + t->n_input, s->n_state, d);
    }
}

int tac_log_compare(tac_log *a, tac_log *b, tac_log_diff *d, tac_diag *diag)
{
    const char *item = differing_item(&a->header, &b->header);
    *d = (tac_log_diff){.item = item ? item : differing_item(&b->header, &a->header)};
    if (!same_layout(&a->header, &b->header)) {
        return tac_diag_say(diag, "the states of the logs have different layouts");
    }
    tac_log_cursor c, e;
    tac_log_cursor_open(&c, a);
    tac_log_cursor_open(&e, b);
    tac_log_pair pair = {.alone = 0};
    while (!d->differ && tac_log_cursor_pair(&c, &e, &pair)) {
        d->step = c.step;
        d->steps++;
        compare_rows(a, b, pair.a, pair.b, d);
    }
    if (!d->differ && pair.alone) {
        d->differ = 3;
    }
    int ok = tac_log_cursor_end(&c, diag);
    return tac_log_cursor_end(&e, diag) && ok;
}

// ---- export --------------------------------------------------------------------------------------

int tac_log_is_inside(const tac_log_window *w, int64_t step)
{
    return step >= w->from && (w->until < 0 || step <= w->until);
}

int tac_log_export_timing(tac_log *l, const tac_log_window *window, tac_csv *out, tac_diag *diag)
{
    static const char *const column[] = {
        "cycle",       "step",       "release_ns", "wake_ns",        "latch_ns", "step_start_ns",
        "step_end_ns", "publish_ns", "held_ns",    "phase_error_ns", "cpu_ns",   "increment",
        "position",    "velocity",   "iterations", "skipped",        "flags",    "cause"};
    tac_log_cursor c;
    tac_log_cursor_open(&c, l);
    for (size_t i = 0; i < sizeof column / sizeof *column; i++) {
        tac_csv_text(out, "", column[i]);
    }
    int ok = tac_csv_end_row(out);
    for (const uint64_t *row; ok && (row = tac_log_cursor_next(&c, TAC_LOG_CYCLE));) {
        tac_cycle y;
        tac_log_cycle_get(row, &y);
        if (!tac_log_is_inside(window, c.step)) {
            continue;
        }
        const int64_t whole[] = {y.index, y.step,        y.release,  y.wake,
                                 y.latch, y.step_start,  y.step_end, y.publish,
                                 y.held,  y.phase_error, y.cpu};
        for (int i = 0; i < 11; i++) {
            char text[24];
            snprintf(text, sizeof text, "%" PRId64, whole[i]);
            tac_csv_text(out, "", text);
        }
        const double real[] = {y.increment,          y.position,        y.velocity,
                               (double)y.iterations, (double)y.skipped, (double)y.flags,
                               (double)y.cause};
        tac_csv_numbers(out, real, 7);
        ok = tac_csv_end_row(out);
    }
    if (!tac_log_cursor_end(&c, diag)) {
        return 0;
    }
    return ok || tac_diag_say(diag, "not all could be written");
}

#include "tools.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "cycle_words.h"
#include "layout.h"
#include "signals.h"
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

// ---- copy ----------------------------------------------------------------------------------------

typedef struct copy {
    tac_log *l;
    const char *path;
    tac_log_file file;
    tac_log_end end;
} copy;

static int no_memory(tac_failure *why)
{
    return tac_diag_say_memory(&why->diag, "tactus: not enough memory");
}

static int cannot_unpack(copy *c, tac_failure *why)
{
    return c->l->no_memory ? no_memory(why)
                           : tac_diag_say(&why->diag, "a block cannot be unpacked");
}

static int cannot_write(const copy *c, tac_failure *why)
{
    if (c->file.error == ENOMEM) {
        return no_memory(why);
    }
    (void)tac_diag_say(&why->diag, "tactus: '%s' cannot be written: %s", c->path,
                       strerror(c->file.error));
    return tac_failed_output(why);
}

// Packs one block again and follows its hashes.
static int copy_block(copy *c, size_t i, tac_failure *why)
{
    tac_log_block b;
    const tac_log_shape *s = &c->l->header.shape;
    tac_log_frame frame = c->l->block[i].frame;
    if (!tac_log_load(c->l, i, &b)) {
        return cannot_unpack(c, why);
    }
    const tac_log_table *t = &b.table[TAC_LOG_STEP];
    for (size_t r = 0; r < t->n; r++) {
        c->end.chain = tac_log_chain(c->end.chain, t->row[r * t->words + TAC_LOG_AT_HASH]);
    }
    c->end.steps += (int64_t)t->n;
    c->end.cycles += (int64_t)b.table[TAC_LOG_CYCLE].n;
    size_t size = tac_log_block_size(s, &b);
    unsigned char *raw = malloc(size);
    if (raw) {
        tac_log_block_put(s, &b, raw);
    }
    int ok =
        raw ? tac_log_file_add(&c->file, frame, raw, size) || cannot_write(c, why) : no_memory(why);
    free(raw);
    free(b.kind);
    return ok;
}

// The end, with the state behind block i where another block or the old end tells it.
static int copy_end(copy *c, size_t i)
{
    const tac_log *l = c->l;
    tac_log_block next = {0};
    const uint64_t *state = NULL;
    if (i + 1 < l->n_block && l->block[i + 1].frame.sequence == l->block[i].frame.sequence + 1 &&
        tac_log_load(c->l, i + 1, &next)) {
        state = next.flags & TAC_LOG_AFTER_GAP ? NULL : next.state;
    } else if (i + 1 == l->n_block && tac_log_is_complete(l)) {
        state = l->last_state;
    }
    int ok = tac_log_file_end(&c->file, &c->end, state, state ? l->header.shape.n_state : 0);
    free(next.kind);
    return ok;
}

static int is_wanted(const tac_log_frame *f, int64_t from, int64_t until)
{
    return f->last >= from && (until < 0 || f->first <= until) && (f->last > from || until < 0);
}

// Names the part in the header, so that a reader knows why it does not begin with step 0.
static int note_part(tac_log_header *h, const tac_log_frame *first, const tac_log_frame *last)
{
    char text[64];
    snprintf(text, sizeof text, "%" PRId64 ":%" PRId64, first->first, last->last);
    return tac_log_header_add(h, "part", text, strlen(text));
}

// The blocks that hold these steps; whether nothing is missing between them.
static int find_part(const tac_log *l, int64_t from, int64_t until, size_t *first, size_t *last)
{
    *first = 0;
    while (*first < l->n_block && !is_wanted(&l->block[*first].frame, from, until)) {
        ++*first;
    }
    *last = *first;
    int contiguous = 1;
    while (*last + 1 < l->n_block && is_wanted(&l->block[*last + 1].frame, from, until)) {
        ++*last;
        contiguous &= l->block[*last].frame.sequence == l->block[*last - 1].frame.sequence + 1 &&
                      !(l->block[*last].frame.flags & TAC_LOG_AFTER_GAP);
    }
    return contiguous;
}

int tac_log_copy(tac_log *l, int64_t from, int64_t until, int whole, const char *path,
                 tac_failure *why)
{
    size_t first, last;
    int contiguous = find_part(l, from, until, &first, &last);
    if (first == l->n_block) {
        return tac_diag_say(&why->diag, "no whole block holds any of these steps");
    }
    if (!note_part(&l->header, &l->block[first].frame, &l->block[last].frame)) {
        return no_memory(why);
    }
    copy c = {.l = l, .path = path, .end.complete = whole && contiguous};
    if (!tac_log_file_open(&c.file, path, &l->header, &why->diag)) {
        return tac_failed_output(why);
    }
    int ok = 1;
    for (size_t i = first; ok && i <= last; i++) {
        ok = copy_block(&c, i, why);
    }
    ok = ok && (copy_end(&c, last) || cannot_write(&c, why)) && (!l->no_memory || no_memory(why));
    int closed = tac_log_file_close(&c.file);
    return ok && (closed || cannot_write(&c, why));
}

// ---- compare -------------------------------------------------------------------------------------

// Whether a header item decides the run. Who recorded where does not.
static int matters(const char *name)
{
    static const char *const aside[] = {"created", "schedule", "build", "compiler", "flags",
                                        "cpu",     "part",     "shape", "clock",    "signals"};
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

#include "copy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct copy {
    tac_log *l;
    const char *path;
    int is_apart; // what comes next does not go on from what came before
    tac_log_file file;
    tac_log_end end;
    size_t first; // block
    size_t note;  // next one
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
    int is_apart = i > c->first ? !c->l->block[i].follows : c->is_apart;
    frame.flags |= is_apart ? TAC_LOG_AFTER_GAP : 0;
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

static int copy_note(copy *c, const tac_log_note_row *n)
{
    unsigned char raw[TAC_LOG_NOTE_MOST];
    const tac_log_frame frame = {.kind = TAC_LOG_NOTE, .first = n->step, .last = n->step};
    return tac_log_file_add(&c->file, frame, raw, tac_log_note_put(n, raw));
}

// Notes up to a step, from the first block on; of those before it the last that tells the time.
static int copy_notes(copy *c, int64_t until)
{
    const tac_log *l = c->l;
    int64_t first = l->block[c->first].frame.first;
    int ok = 1;
    for (; ok && c->note < l->n_note && l->note[c->note].step <= until; c->note++) {
        const tac_log_note_row *n = &l->note[c->note];
        int is_last = c->note + 1 == l->n_note || n[1].step > first;
        ok = (n->step < first && !(is_last && n->kind == TAC_LOG_CLOCK)) || copy_note(c, n);
    }
    return ok;
}

// The end, with the state behind block i where another block or the old end tells it.
static int copy_end(copy *c, size_t i)
{
    const tac_log *l = c->l;
    tac_log_block next = {0};
    const uint64_t *state = NULL;
    if (i + 1 < l->n_block && l->block[i + 1].follows && tac_log_load(c->l, i + 1, &next)) {
        state = next.state;
    } else if (i + 1 == l->n_block && tac_log_is_complete(l)) {
        state = l->last_state;
    }
    size_t n = state ? l->header.shape.n_state : 0;
    unsigned char *raw = malloc(TAC_LOG_END_BYTES + 8 * n);
    c->l->no_memory |= !raw;
    int ok = raw && tac_log_file_end(&c->file, &c->end, state, n, raw);
    free(raw);
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
        contiguous &= l->block[*last].follows;
    }
    return contiguous;
}

static int copy_blocks(copy *c, size_t first, size_t last, tac_failure *why)
{
    int ok = 1;
    c->first = first;
    for (size_t i = first; ok && i <= last; i++) {
        ok = (copy_notes(c, c->l->block[i].frame.first) || cannot_write(c, why)) &&
             copy_block(c, i, why);
    }
    return ok && (copy_notes(c, c->l->block[last].frame.last) || cannot_write(c, why));
}

static int finish(copy *c, int ok, tac_failure *why)
{
    int closed = tac_log_file_close(&c->file);
    return ok && (closed || cannot_write(c, why));
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
    int ok = copy_blocks(&c, first, last, why);
    ok = ok && (copy_end(&c, last) || cannot_write(&c, why)) && (!l->no_memory || no_memory(why));
    return finish(&c, ok, why);
}

// ---- joining -------------------------------------------------------------------------------------

static int number_of(const tac_log *l, int which)
{
    int number[2] = {0, 0};
    (void)sscanf(tac_log_text(&l->header, "piece"), "%d %d", &number[0], &number[1]);
    return number[which];
}

int tac_log_piece_number(const tac_log *l)
{
    return number_of(l, 0);
}

int tac_log_piece_before(const tac_log *l)
{
    return number_of(l, 1);
}

static int by_number(const void *a, const void *b)
{
    const tac_log *const *x = a, *const *y = b;
    int i = tac_log_piece_number(*x), k = tac_log_piece_number(*y);
    return (i > k) - (i < k);
}

// Whether all are pieces of one recording, each of them once.
static int belong_together(tac_log *const *piece, size_t n, tac_failure *why)
{
    const char *recording = tac_log_text(&piece[0]->header, "recording");
    for (size_t i = 0; i < n; i++) {
        int number = tac_log_piece_number(piece[i]);
        if (number == 0 || strcmp(tac_log_text(&piece[i]->header, "recording"), recording) != 0) {
            return tac_diag_say(&why->diag,
                                number == 0 ? "not all of them are pieces of a recording"
                                            : "they are pieces of different recordings; 'log info' "
                                              "names the recording of each");
        }
        if (i > 0 && tac_log_piece_number(piece[i - 1]) == number) {
            return tac_diag_say(&why->diag, "piece %d is there twice", number);
        }
    }
    return 1;
}

// Whether b begins with the very state in which a, which had this number, ended.
static int goes_on(const tac_log *a, int number, const tac_log *b)
{
    return tac_log_is_complete(a) && a->n_block > 0 && b->n_block > 0 &&
           tac_log_piece_before(b) == number &&
           a->block[a->n_block - 1].frame.last == b->block[0].frame.first;
}

// The end of all: that of the last piece, with its state.
static int join_end(copy *c, const tac_log *last)
{
    int known = tac_log_is_complete(last) && last->last_state;
    size_t n = known ? last->header.shape.n_state : 0;
    unsigned char *raw = malloc(TAC_LOG_END_BYTES + 8 * n);
    int ok = raw && tac_log_file_end(&c->file, &c->end, known ? last->last_state : NULL, n, raw);
    c->l->no_memory |= !raw;
    free(raw);
    return ok;
}

// number: of the first piece, whose header does not say it any more.
static int join_pieces(copy *c, tac_log *const *piece, size_t n, int number, tac_failure *why)
{
    const tac_log *before = NULL, *first = c->l;
    int ok = 1;
    for (size_t i = 0; ok && i < n; i++) {
        c->l = piece[i];
        c->note = 0;
        number = before && before != first ? tac_log_piece_number(before) : number;
        c->is_apart = before && !goes_on(before, number, c->l);
        c->end.complete &= tac_log_is_complete(c->l) && !c->is_apart;
        c->end.lost += c->l->has_end ? c->l->end.lost : 0;
        if (c->l->n_block > 0) {
            ok = copy_blocks(c, 0, c->l->n_block - 1, why);
            before = c->l;
        }
    }
    return ok && (join_end(c, piece[n - 1]) || cannot_write(c, why));
}

int tac_log_join(tac_log **piece, size_t n, const char *path, tac_failure *why)
{
    qsort(piece, n, sizeof *piece, by_number);
    if (!belong_together(piece, n, why)) {
        return 0;
    }
    size_t first = 0, last = n - 1;
    while (first < n && piece[first]->n_block == 0) {
        first++;
    }
    if (first == n) {
        return tac_diag_say(&why->diag, "no piece has a whole block");
    }
    while (piece[last]->n_block == 0) {
        last--;
    }
    tac_log *l = piece[first];
    int number = tac_log_piece_number(l);
    tac_log_header_remove(&l->header, "piece");
    if (!note_part(&l->header, &l->block[0].frame,
                   &piece[last]->block[piece[last]->n_block - 1].frame)) {
        return no_memory(why);
    }
    copy c = {.l = l, .path = path, .end.complete = 1};
    if (!tac_log_file_open(&c.file, path, &l->header, &why->diag)) {
        return tac_failed_output(why);
    }
    return finish(&c, join_pieces(&c, piece, n, number, why), why);
}

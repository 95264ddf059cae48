#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "layout.h"
#include "system/fail.h"

#define SEARCH_BYTES ((size_t)1 << 20) // looked through at a time

// Content that does not fit its head is hashed in vain, and a file may hold heads that each claim the rest of
// it. Damage by accident spoils a byte once, so that what claims more than this many files is not looked at.
enum { VAIN_FILES = 4 };

static void note(tac_log *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void note(tac_log *l, const char *format, ...)
{
    size_t n = strlen(l->damage);
    va_list list;
    va_start(list, format);
    if (n + 2 < sizeof l->damage) {
        vsnprintf(l->damage + n, sizeof l->damage - n - 1, format, list);
        n = strlen(l->damage);
        memcpy(l->damage + n, "\n", 2);
    }
    va_end(list);
    l->n_damage++;
}

// ---- bytes ---------------------------------------------------------------------------------------

static int reserve(tac_log *l, size_t n)
{
    if (n > l->capacity) {
        unsigned char *bigger = realloc(l->buffer, n);
        if (!bigger) {
            l->no_memory = 1;
            return 0;
        }
        l->buffer = bigger;
        l->capacity = n;
    }
    return 1;
}

// Bytes of the file in the buffer from a place on.
static size_t held(const tac_log *l, int64_t at)
{
    int64_t end = l->buffer_at + (int64_t)l->n_buffer;
    return at >= l->buffer_at && at < end ? (size_t)(end - at) : 0;
}

// n bytes from a place on, NULL when they are not all there. They stay until the next call.
static const unsigned char *fetch(tac_log *l, int64_t at, size_t n)
{
    if (at < 0 || at > l->size || n > (uint64_t)(l->size - at)) {
        return NULL;
    }
    if (l->memory) {
        return l->memory + at;
    }
    if (n <= held(l, at)) {
        return l->buffer + (at - l->buffer_at);
    }
    if (!reserve(l, n)) {
        return NULL;
    }
    l->n_buffer = 0;
    for (size_t done = 0; done < n;) {
        ssize_t got = pread(l->descriptor, l->buffer + done, n - done, at + (int64_t)done);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return NULL;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    l->buffer_at = at;
    l->n_buffer = n;
    l->fetched += n;
    return l->buffer;
}

// Unpacked content of a frame, to be freed; NULL when it is not what the head says.
static unsigned char *unpack(tac_log *l, const tac_log_frame *f, int64_t at)
{
    const unsigned char *stored = fetch(l, at + TAC_LOG_FRAME, (size_t)f->stored);
    // a frame is packed in one piece, so its own word for the size is known before memory is taken
    if (!stored || ZSTD_getFrameContentSize(stored, (size_t)f->stored) != f->raw) {
        return NULL;
    }
    unsigned char *raw = malloc((size_t)f->raw + 1);
    size_t got = raw ? ZSTD_decompress(raw, (size_t)f->raw, stored, (size_t)f->stored) : 0;
    l->no_memory |= !raw || ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation;
    if (got != f->raw) {
        free(raw);
        raw = NULL;
    }
    return raw;
}

// ---- frames --------------------------------------------------------------------------------------

static bool read_head(tac_log *l, int64_t at, tac_log_frame *f)
{
    const unsigned char *head = fetch(l, at, TAC_LOG_FRAME);
    return head && tac_log_frame_get(head, f);
}

// Whether the content of a frame has the checksum of its head.
static bool fits_content(tac_log *l, int64_t at, const tac_log_frame *f)
{
    uint64_t most = VAIN_FILES * (uint64_t)l->size;
    if (l->hashed_in_vain + f->stored > most) {
        return false;
    }
    // with the head, so that the search goes on in what was read
    const unsigned char *frame = fetch(l, at, TAC_LOG_FRAME + (size_t)f->stored);
    bool fits = frame && tac_log_hash(frame + TAC_LOG_FRAME, (size_t)f->stored) == f->sum;
    l->hashed_in_vain += frame && !fits ? f->stored : 0;
    return fits;
}

static int64_t find_head(tac_log *l, int64_t from)
{
    while (from < l->size) {
        int64_t left = l->size - from;
        size_t n = left < (int64_t)SEARCH_BYTES ? (size_t)left : SEARCH_BYTES, here = held(l, from);
        n = here >= 8 && here < n ? here : n; // what is read already, first
        const unsigned char *bytes = fetch(l, from, n);
        size_t found = bytes ? tac_log_frame_find(bytes, 0, n) : n;
        if (found < n) {
            return from + (int64_t)found;
        }
        from += (int64_t)n < left ? (int64_t)n - 7 : left; // a magic number may be cut
    }
    return l->size;
}

static int keep_block(tac_log *l, const tac_log_frame *f, int64_t at)
{
    if (l->n_block == l->block_capacity) {
        size_t capacity = l->block_capacity ? 2 * l->block_capacity : 64;
        tac_log_place *bigger = realloc(l->block, capacity * sizeof *bigger);
        if (!bigger) {
            l->no_memory = 1;
            return 0;
        }
        l->block = bigger;
        l->block_capacity = capacity;
    }
    l->block[l->n_block++] = (tac_log_place){.frame = *f, .at = at};
    l->steps += f->last - f->first;
    return 1;
}

static int keep_note(tac_log *l, const tac_log_frame *f, int64_t at)
{
    if (l->n_note == l->note_capacity) {
        size_t capacity = l->note_capacity ? 2 * l->note_capacity : 16;
        tac_log_note_row *bigger = realloc(l->note, capacity * sizeof *bigger);
        if (!bigger) {
            l->no_memory = 1;
            return 0;
        }
        l->note = bigger;
        l->note_capacity = capacity;
    }
    unsigned char *raw = f->raw < TAC_LOG_NOTE_MOST ? unpack(l, f, at) : NULL;
    int got = raw && tac_log_note_get(raw, (size_t)f->raw, &l->note[l->n_note]);
    l->n_note += got ? 1 : 0;
    free(raw);
    return got;
}

static int keep_end(tac_log *l, const tac_log_frame *f, int64_t at)
{
    size_t n = l->header.shape.n_state;
    int has_state = f->raw == TAC_LOG_END_BYTES + 8 * n && n > 0;
    unsigned char *raw = has_state || f->raw == TAC_LOG_END_BYTES ? unpack(l, f, at) : NULL;
    uint64_t *state = has_state ? malloc(8 * n) : NULL;
    l->no_memory |= has_state && !state;
    if (!raw || (has_state && !state)) {
        free(state);
        free(raw);
        return 0;
    }
    tac_log_end_get(raw, &l->end);
    if (has_state) {
        tac_log_get_words(raw + TAC_LOG_END_BYTES, state, n);
    }
    l->last_state = state;
    l->has_end = 1;
    free(raw);
    return 1;
}

// The first whole frame at or behind a place that may come next in this log; the size when there is none.
static int64_t find_next(tac_log *l, int64_t at, uint64_t sequence, tac_log_frame *f)
{
    if (l->has_end) {
        return l->size;
    }
    for (at = find_head(l, at); at < l->size; at = find_head(l, at + 1)) {
        if (read_head(l, at, f) && f->run == l->header_frame.run && f->sequence >= sequence &&
            f->kind != TAC_LOG_HEADER && fits_content(l, at, f)) {
            return at;
        }
    }
    return l->size;
}

// What is wrong before a frame that was kept: bytes between the frames, frames, records.
static void note_gaps(tac_log *l, const tac_log_frame *f, int64_t end, int64_t at,
                      uint64_t sequence)
{
    if (at > end) {
        note(l, "damaged or cut off from byte %" PRId64 " to %" PRId64, end, at);
    }
    if (f->sequence > sequence) {
        note(l, "%" PRIu64 " blocks are missing before byte %" PRId64, f->sequence - sequence, at);
    }
    if (f->flags & TAC_LOG_AFTER_GAP) {
        note(l, "records were lost while recording, before step %" PRId64, f->first);
    }
}

static int keep(tac_log *l, const tac_log_frame *f, int64_t at)
{
    switch (f->kind) {
    case TAC_LOG_BLOCK:
        return keep_block(l, f, at);
    case TAC_LOG_NOTE:
        return keep_note(l, f, at);
    case TAC_LOG_END:
        return keep_end(l, f, at);
    case TAC_LOG_HEADER:
        break;
    }
    return 0;
}

// Whether the block that was kept last goes on where the one before it ended. whole: no frame is missing between.
static void mark_follower(tac_log *l, int whole)
{
    tac_log_place *b = &l->block[l->n_block - 1];
    b->follows = whole && l->n_block > 1 && b[-1].frame.last == b->frame.first &&
                 !(b->frame.flags & TAC_LOG_AFTER_GAP);
}

// Finds all frames behind the header.
static void index_frames(tac_log *l, int64_t end)
{
    uint64_t sequence = 1;
    int whole = 1;
    tac_log_frame f;
    int64_t at = find_next(l, end, sequence, &f);
    while (at < l->size) {
        if (keep(l, &f, at)) {
            note_gaps(l, &f, end, at, sequence);
            whole = whole && f.sequence == sequence;
            if (f.kind == TAC_LOG_BLOCK) {
                mark_follower(l, whole);
                whole = 1;
            }
            sequence = f.sequence + 1;
            end = at + TAC_LOG_FRAME + (int64_t)f.stored;
            at = find_next(l, end, sequence, &f);
        } else {
            l->hashed_in_vain += f.stored;
            at = find_next(l, at + 1, sequence, &f);
        }
    }
    if (end < l->size) {
        note(l, "damaged or cut off from byte %" PRId64 " to %" PRId64, end, l->size);
    }
}

static void judge_end(tac_log *l)
{
    if (!l->has_end) {
        note(l, "the recording has no end: it was cut off while being made, or later");
    } else if (l->end.lost > 0) {
        note(l, "%" PRId64 " records were lost while recording", l->end.lost);
    } else if (!l->end.complete) {
        note(l, "the end says that the recording is incomplete");
    } else if (l->n_damage == 0 && l->end.steps != l->steps) {
        note(l, "the end counts %" PRId64 " steps, the blocks hold %" PRId64, l->end.steps,
             l->steps);
    }
}

// ---- open ----------------------------------------------------------------------------------------

// Names of a log go where those of models go; a layout that is none is found out where it is needed.
static int check_names(tac_log *l, const char *name, tac_diag *diag)
{
    tac_log_layout layout;
    int got = tac_log_layout_read(&layout, tac_log_text(&l->header, "layout"));
    l->no_memory |= got < 0;
    const char *bad = got > 0 ? tac_log_layout_bad_name(&layout) : NULL;
    if (bad) {
        (void)tac_diag_say(diag, "%s: '%.70s' in its layout is not a name", name, bad);
    }
    tac_log_layout_free(&layout);
    return !bad;
}

static int read_frames(tac_log *l, const char *name, tac_diag *diag)
{
    tac_log_frame *f = &l->header_frame;
    if (!fetch(l, 0, 8) || tac_log_frame_find(fetch(l, 0, 8), 0, 8) != 0) {
        return tac_diag_say(diag, "%s: is not a log of tactus", name);
    }
    if (!read_head(l, 0, f) || !fits_content(l, 0, f) || f->kind != TAC_LOG_HEADER ||
        f->run != f->sum) {
        return tac_diag_say(diag, "%s: the header is damaged; without it nothing can be replayed",
                            name);
    }
    if (f->flags != TAC_LOG_VERSION) {
        return tac_diag_say(
            diag,
            "%s: is a log of version %" PRIu32 ", and this program reads version %d; "
            "read it with the version of tactus that recorded it, or record it anew",
            name, f->flags, TAC_LOG_VERSION);
    }
    unsigned char *raw = unpack(l, f, 0);
    int got = raw ? tac_log_header_get(&l->header, raw, (size_t)f->raw) : 0;
    l->no_memory |= got < 0;
    free(raw);
    if (got <= 0) {
        return tac_diag_say(diag, "%s: the header does not hold what it has to", name);
    }
    if (!check_names(l, name, diag)) {
        return 0;
    }
    index_frames(l, TAC_LOG_FRAME + (int64_t)f->stored);
    judge_end(l);
    return 1;
}

static int read_log(tac_log *l, const char *name, tac_diag *diag)
{
    int ok = read_frames(l, name, diag);
    if (l->no_memory) { // nothing can be said about what was not read
        *diag = (tac_diag){0};
        return tac_diag_say_memory(diag, "%s: not enough memory to read it", name);
    }
    return ok;
}

void tac_log_close(tac_log *l)
{
    if (l->descriptor > 0) {
        close(l->descriptor);
    }
    tac_log_header_free(&l->header);
    free(l->buffer);
    free(l->block);
    free(l->note);
    free(l->last_state);
    *l = (tac_log){.descriptor = -1};
}

static int leave(tac_log *l)
{
    tac_log_close(l);
    return 0;
}

int tac_log_open_memory(tac_log *l, const char *name, const unsigned char *bytes, size_t size,
                        tac_diag *diag)
{
    *l = (tac_log){.descriptor = -1, .memory = bytes, .size = (int64_t)size};
    return read_log(l, name, diag) || leave(l);
}

int tac_log_open(tac_log *l, const char *path, tac_diag *diag)
{
    *l = (tac_log){.descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    struct stat s;
    if (l->descriptor < 0 || fstat(l->descriptor, &s) != 0) {
        return tac_diag_say(diag, "%s: %s", path, strerror(errno)) || leave(l);
    }
    if (!S_ISREG(s.st_mode)) {
        return tac_diag_say(diag, "%s: is not a plain file", path) || leave(l);
    }
    l->size = s.st_size;
    return read_log(l, path, diag) || leave(l);
}

int tac_log_is_complete(const tac_log *l)
{
    return l->n_damage == 0 && l->has_end;
}

int tac_log_covers(const tac_log *l, int64_t from, int64_t until, tac_diag *diag)
{
    int64_t first = l->n_block > 0 ? l->block[0].frame.first : 0;
    int64_t last = l->n_block > 0 ? l->block[l->n_block - 1].frame.last : 0;
    if (from <= last && (until < 0 || until >= first)) {
        return 1;
    }
    return tac_diag_say(diag, "it holds steps %" PRId64 " to %" PRId64 ", none of those asked for",
                        first, last);
}

int tac_log_load(tac_log *l, size_t i, tac_log_block *b)
{
    const tac_log_place *p = &l->block[i];
    unsigned char *raw = unpack(l, &p->frame, p->at);
    *b = (tac_log_block){.first = p->frame.first, .flags = p->frame.flags};
    int got = raw ? tac_log_block_get(&l->header.shape, raw, (size_t)p->frame.raw, b) : 0;
    int ok = got > 0;
    l->no_memory |= got < 0;
    free(raw);
    if (ok && (int64_t)b->table[TAC_LOG_STEP].n != p->frame.last - p->frame.first) {
        free(b->kind);
        b->kind = NULL;
        ok = 0;
    }
    return ok;
}

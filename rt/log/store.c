#include "store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "pieces.h"
#include "printable.h"
#include "store_ring.h"
#include "system/clock.h"
#include "system/fail.h"
#include "system/files.h"

#define RETRY_NS INT64_C(500000000)
#define LOOK_NS INT64_C(1000000000)
#define ANCHOR_NS INT64_C(10000000000)

enum {
    PIECE_ITEMS = 128,
    END_FRAMES = 4096
}; // bytes of the header's own items, of what ends a piece beside the state

// ---- what is said --------------------------------------------------------------------------------

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    char text[2 * TAC_PIECE_PATH];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "%stactus: %s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", TAC_SHOWN(text));
}

void tac_store_show(tac_log_store *s)
{
    s->now.state.mode = s->mode;
    s->now.state.error = s->first_error;
    if (s->piece.number > 0) {
        (void)memcpy(s->now.path, s->piece.path, sizeof s->now.path);
    }
    pthread_mutex_lock(&s->lock);
    s->shown = s->now;
    pthread_mutex_unlock(&s->lock);
}

void tac_log_store_shown(tac_log_store *s, tac_log_shown *out)
{
    pthread_mutex_lock(&s->lock);
    *out = s->shown;
    pthread_mutex_unlock(&s->lock);
}

void tac_store_set_mode(tac_log_store *s, tac_record_mode mode)
{
    s->mode = mode;
    tac_store_show(s);
}

// ---- losing and finding again --------------------------------------------------------------------

// Records of steps after `first` that are in no piece.
void tac_store_lose(tac_log_store *s, int64_t first, int64_t steps, int64_t records)
{
    if (!s->is_gap) {
        s->is_gap = 1;
        s->gap = (tac_log_note_row){.kind = TAC_LOG_GAP, .monotonic = tac_now_ns()};
        s->gap_from = first;
        s->now.state.gaps++;
    }
    s->gap.word[0] += steps;
    s->gap.word[1] += records;
    s->gap.word[2] = s->first_error;
    s->piece.lost += records;
    s->follows = 0;
    s->now.state.lost_steps += steps;
    s->now.state.lost += records;
}

void tac_store_lose_end(tac_log_store *s)
{
    s->first_error = s->file.error;
    s->now.state.gaps++;
    say("the end of '%s' is lost: %s; 'tactus log recover' makes a whole log of it", s->piece.path,
        tac_output_error(s->file.error));
}

// 0: what is written next is not, for this reason.
static int fail(tac_log_store *s, int error, int64_t step)
{
    const char *path = *s->piece.path ? s->piece.path : s->recording;
    s->first_error = error;
    s->retry = tac_now_ns() + RETRY_NS;
    if (s->mode != TAC_RECORD_FAILING) {
        say("'%s' cannot be written: %s; %s from step %" PRId64 " on until it can", path,
            tac_output_error(error),
            s->how.has_ring ? "as much as fits into memory is kept" : "nothing is recorded", step);
    }
    tac_store_set_mode(s, TAC_RECORD_FAILING);
    return 0;
}

static void find_again(tac_log_store *s, int64_t step)
{
    if (s->is_gap) {
        s->gap.step = step;
        snprintf(s->gap.text, sizeof s->gap.text, "%s", tac_output_error((int)s->gap.word[2]));
        tac_log_store_note(s, &s->gap);
    }
    if (s->is_gap || s->mode == TAC_RECORD_FAILING) {
        say("'%s' is written again from step %" PRId64 " on; %" PRId64 " steps are lost",
            s->piece.path, step, s->is_gap ? s->gap.word[0] : 0);
    }
    s->is_gap = 0;
    s->first_error = s->now.state.gaps > 0 ? s->first_error : 0;
    tac_store_set_mode(s, TAC_RECORD_WRITING);
}

// ---- frames --------------------------------------------------------------------------------------

static int load(tac_log_store *s, tac_log_frame *frame, const tac_store_source *from)
{
    if (from->raw) {
        return tac_log_file_pack(&s->file, frame, from->raw, from->size);
    }
    memcpy(s->file.stored + TAC_LOG_FRAME, tac_packed_bytes(from->packed),
           (size_t)from->packed->frame.stored);
    *frame = from->packed->frame;
    return 1;
}

static int is_worn(int error)
{
    return error == ESTALE || error == EFBIG;
}

int tac_store_open_piece(tac_log_store *s, int64_t step)
{
    int opened = tac_pieces_open(s, step);
    tac_store_show(s);
    return opened;
}

// Others have removed the file, or cut it: what was in it is lost as well.
static void give_up(tac_log_store *s)
{
    const tac_piece *p = &s->piece;
    if (s->file.error == ESTALE) {
        s->first_error = ESTALE;
        tac_store_lose(s, 0, p->steps, p->records);
    }
    tac_pieces_give_up(s);
}

static int write_frame(tac_log_store *s, const tac_log_frame *head, const tac_store_source *from)
{
    tac_log_frame frame = *head;
    if (!tac_pieces_is_open(s)) {
        if (!tac_store_open_piece(s, head->first)) {
            return 0;
        }
        s->piece.block = from->number - 1;
    }
    int follows = from->number == 0 || s->piece.records == 0 || from->number == s->piece.block + 1;
    frame.flags |= follows ? 0 : TAC_LOG_AFTER_GAP;
    uint32_t flags = frame.flags;
    if (!load(s, &frame, from)) {
        return 0;
    }
    frame.flags = flags;
    return tac_log_file_write(&s->file, frame);
}

static void count(tac_log_store *s, const tac_log_frame *frame, const tac_store_source *from,
                  int64_t bytes)
{
    tac_piece *p = &s->piece;
    for (int64_t i = 0; i < from->steps; i++) {
        p->chain = tac_log_chain(p->chain, from->hash[(size_t)i * from->stride]);
    }
    p->block = from->number > 0 ? from->number : p->block;
    p->steps += from->steps;
    p->cycles += from->cycles;
    p->records += from->records;
    s->now.state.bytes += s->file.bytes - bytes;
    if (s->is_gap || s->mode == TAC_RECORD_FAILING) {
        find_again(s, frame->first);
    }
}

// Into the piece at hand, or its successor where that takes no more; 0: into none.
int tac_store_deliver(tac_log_store *s, const tac_log_frame *frame, const tac_store_source *from)
{
    if (s->mode == TAC_RECORD_FAILING && tac_now_ns() < s->retry) {
        return 0;
    }
    if (!tac_pieces_keep(s)) {
        return fail(s, ENOSPC, frame->first);
    }
    if (tac_pieces_is_open(s) && s->file.error != 0) {
        tac_log_file_mend(&s->file);
    }
    int64_t bytes = tac_pieces_is_open(s) ? s->file.bytes : 0;
    int written = write_frame(s, frame, from);
    if (!written && tac_pieces_is_open(s) && is_worn(s->file.error)) {
        (void)fail(s, s->file.error, frame->first);
        give_up(s);
        bytes = 0;
        written = write_frame(s, frame, from);
    }
    if (!written) {
        return fail(s, s->file.error, frame->first);
    }
    count(s, frame, from, bytes);
    return 1;
}

// ---- blocks and notes ----------------------------------------------------------------------------

// Whether a file of the piece and so many bytes more, with what ends it, is larger than it may be.
static int is_beyond(const tac_log_store *s, size_t size)
{
    int64_t then = s->file.bytes + (int64_t)(size + 8 * s->shape->n_state) + END_FRAMES;
    return (s->how.split_bytes > 0 && then > s->how.split_bytes) ||
           (s->most_bytes > 0 && then > s->most_bytes);
}

// Whether the piece is as large or long as it may be, before a frame of these bytes; near the limit they are packed to
// know.
static int is_full(tac_log_store *s, const unsigned char *raw, size_t size)
{
    const tac_piece *p = &s->piece;
    tac_log_frame packed;
    if (!tac_pieces_is_open(s) || p->records == 0) {
        return 0;
    }
    return (s->how.split_ns > 0 && tac_now_ns() - p->began >= s->how.split_ns) ||
           (is_beyond(s, size) && (!tac_log_file_pack(&s->file, &packed, raw, size) ||
                                   is_beyond(s, (size_t)packed.stored)));
}

static void follow(tac_log_store *s, int64_t step, const uint64_t *state)
{
    if (s->mode == TAC_RECORD_WRITING && !tac_pieces_follow(s, step, state) &&
        tac_now_ns() >= s->retry) {
        s->retry = tac_now_ns() + 10 * RETRY_NS;
        say("no next piece of '%s': %s; it goes on in '%s'", s->recording, tac_output_error(errno),
            s->piece.path);
    }
    (void)tac_pieces_keep(s);
    tac_store_show(s);
}

// What was asked for ends with the block in which its time is over. While the disk does not take it, what comes later
// may not drive it out of the memory.
static void into_ring(tac_log_store *s, const tac_log_frame *frame, const tac_store_source *from,
                      const uint64_t *after)
{
    int is_over = tac_log_store_is_asked_for(s) && s->newest.at > s->until && s->ring.n > 0;
    s->newest.at = tac_now_ns();
    if (is_over) {
        s->ring.skipped_steps += from->steps;
        s->ring.skipped_records += from->records;
        tac_store_flush(s);
    } else {
        tac_store_into_ring(s, *frame, from);
    }
    if (tac_log_store_is_asked_for(s) && s->newest.at > s->until && s->ring.n == 0) {
        tac_store_end_asked(s, frame->last, after);
    }
}

void tac_log_store_block(tac_log_store *s, const tac_log_block *b, int64_t last,
                         const uint64_t *after, const unsigned char *raw, size_t size)
{
    const tac_log_table *t = &b->table[TAC_LOG_STEP];
    const tac_log_frame frame = {
        .kind = TAC_LOG_BLOCK, .flags = b->flags, .first = b->first, .last = last};
    tac_store_source from = {.raw = raw,
                             .size = size,
                             .steps = (int64_t)t->n,
                             .records = (int64_t)b->n,
                             .cycles = (int64_t)b->table[TAC_LOG_CYCLE].n,
                             .hash = t->row + TAC_LOG_AT_HASH,
                             .stride = t->words};
    const uint64_t *state = b->flags & TAC_LOG_AFTER_GAP ? NULL : b->state;
    if (s->mode == TAC_RECORD_OFF) {
        return;
    }
    if (is_full(s, raw, size)) {
        follow(s, b->first, state);
    }
    from.number = ++s->newest.number;
    if (s->how.has_ring) {
        into_ring(s, &frame, &from, after);
    } else if (!tac_store_deliver(s, &frame, &from)) {
        tac_store_lose(s, b->first, from.steps, from.records);
    }
    tac_store_show(s);
}

void tac_log_store_note(tac_log_store *s, const tac_log_note_row *n)
{
    unsigned char raw[TAC_LOG_NOTE_MOST];
    size_t size = tac_log_note_put(n, raw);
    const tac_log_frame frame = {.kind = TAC_LOG_NOTE, .first = n->step, .last = n->step};
    if (tac_pieces_is_open(s)) {
        (void)tac_log_file_add(&s->file, frame, raw, size);
    } else if (s->mode == TAC_RECORD_WAITING ||
               (s->how.has_ring && s->mode == TAC_RECORD_FAILING)) {
        const tac_store_source from = {.raw = raw, .size = size};
        tac_store_into_ring(s, frame, &from);
    }
}

// ---- by time -------------------------------------------------------------------------------------

static void look_at_clock(tac_log_store *s, int64_t step, int64_t now)
{
    const tac_wall_anchor anchor = tac_wall_anchor_take();
    int64_t set = s->anchor.monotonic > 0 ? tac_wall_step(&s->anchor, &anchor) : 0;
    if (set != 0) {
        const tac_log_note_row n = {
            .kind = TAC_LOG_CLOCK_STEP, .step = step, .monotonic = anchor.monotonic, .word = {set}};
        tac_log_store_note(s, &n);
    }
    if (set != 0 || now >= s->next_anchor) {
        const tac_log_note_row n = tac_log_note_anchor(&anchor, step);
        tac_log_store_note(s, &n);
        s->next_anchor = now + ANCHOR_NS;
    }
    s->anchor = anchor;
}

// Records that found no room in memory: said once a second while there are more.
static void look_at_losses(tac_log_store *s, int64_t step)
{
    if (s->lost_by_producer > s->said_lost) {
        say("%" PRId64 " records of '%s' are lost around step %" PRId64
            ": they came faster than they are written",
            s->lost_by_producer - s->said_lost, s->piece.path, step);
        s->now.state.lost += s->lost_by_producer - s->said_lost;
        s->now.state.gaps++;
        s->said_lost = s->lost_by_producer;
    }
}

static void look_at_file(tac_log_store *s, int64_t step)
{
    int error = atomic_exchange(&s->sync_error, 0);
    if (tac_pieces_is_open(s) && s->mode == TAC_RECORD_WRITING && !tac_log_file_check(&s->file)) {
        (void)fail(s, s->file.error, step);
        give_up(s);
        s->retry = 0;
    } else if (error != 0) {
        say("the disk did not keep '%s': %s", s->piece.path, tac_output_error(error));
        s->first_error = error;
        tac_store_show(s);
    }
}

void tac_log_store_look(tac_log_store *s, int64_t step)
{
    int64_t now = tac_now_ns();
    if (s->mode != TAC_RECORD_OFF && now >= s->next_look) {
        s->next_look = now + LOOK_NS;
        look_at_clock(s, step, now);
        look_at_losses(s, step);
        look_at_file(s, step);
    }
}

// ---- the disk ------------------------------------------------------------------------------------

static void ask_disk(tac_log_store *s, int descriptor)
{
    if (fdatasync(descriptor) != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT)) {
        atomic_store_explicit(&s->sync_error, errno, memory_order_relaxed); // a number, no more
    }
}

void tac_log_store_sync(tac_log_store *s, int ask)
{
    // relaxed, acquire: descriptors are numbers; who closes one has it alone
    atomic_store_explicit(&s->has_sync, 1, memory_order_relaxed);
    int parting = atomic_load_explicit(&s->parting, memory_order_acquire);
    if (parting >= 0) {
        ask_disk(s, parting);
        (void)close(parting);
        atomic_store_explicit(&s->parting, -1, memory_order_release);
    }
    int descriptor = atomic_load_explicit(&s->synced, memory_order_acquire);
    if (ask && descriptor >= 0) {
        ask_disk(s, descriptor);
    }
}

// ---- open and close ------------------------------------------------------------------------------

// What waits for a disk is tried once more, and is lost then.
static void try_last(tac_log_store *s)
{
    if (tac_log_store_is_asked_for(s)) {
        s->retry = 0;
        tac_store_flush(s);
        tac_store_lose_ring(s);
    }
    if (tac_pieces_is_open(s) && s->file.error != 0) {
        tac_log_file_mend(&s->file);
    }
}

void tac_log_store_end(tac_log_store *s, int64_t step, const uint64_t *state)
{
    s->ends_now = 1;
    look_at_losses(s, step);
    try_last(s);
    if (s->is_gap) {
        s->gap.step = step;
        tac_log_store_note(s, &s->gap);
    }
    if (tac_pieces_is_open(s) && !tac_pieces_end(s, step, state)) {
        s->first_error = s->first_error ? s->first_error : s->file.error;
    }
    tac_store_show(s);
}

size_t tac_log_store_size(const tac_record_options *how, size_t raw_size)
{
    size_t least = 4 * (raw_size + sizeof(tac_packed)), asked = (size_t)how->ring_bytes;
    return sizeof(tac_log_store) + (!how->has_ring ? 0 : asked > least ? asked : least);
}

static int take_header(tac_log_store *s, const tac_log_header *h)
{
    unsigned char *raw = tac_log_header_put(h, &s->header_size);
    s->header = raw ? realloc(raw, s->header_size + PIECE_ITEMS) : NULL;
    if (!s->header) {
        free(raw);
    }
    return s->header != NULL;
}

static int take_memory(tac_log_store *s, const tac_log_header *h, size_t raw_size)
{
    s->end = calloc(TAC_LOG_END_BYTES + 8 * h->shape.n_state + 1, 1);
    if (!tac_log_file_prepare(&s->file) || !s->end || !take_header(s, h)) {
        return 0;
    }
    size_t most = raw_size > s->header_size + PIECE_ITEMS ? raw_size : s->header_size + PIECE_ITEMS;
    unsigned char *some = calloc(most, 1);
    int ok = some && tac_log_file_reserve(&s->file, some, most);
    free(some);
    return ok && (!s->how.has_ring ||
                  tac_packed_ring_open(&s->ring, tac_log_store_size(&s->how, raw_size)));
}

static void set_up(tac_log_store *s, const char *recording, const tac_log_shape *shape,
                   const tac_record_options *how)
{
    struct rlimit limit;
    *s = (tac_log_store){.recording = recording, .shape = shape, .file.descriptor = -1};
    s->how = how ? *how : (tac_record_options){0};
    s->numbered = s->how.split_bytes > 0 || s->how.split_ns > 0 || s->how.has_ring ||
                  s->how.starts_stopped || s->how.keep_pieces > 0 || s->how.keep_free > 0;
    atomic_init(&s->synced, -1);
    atomic_init(&s->parting, -1);
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < INT64_MAX) {
        s->most_bytes = (int64_t)limit.rlim_cur;
    }
    if (getrandom(&s->id, sizeof s->id, GRND_NONBLOCK) != (ssize_t)sizeof s->id) {
        s->id = (uint64_t)tac_now_ns() ^ (uint64_t)getpid() << 40;
    }
    pthread_mutex_init(&s->lock, NULL);
}

int tac_log_store_open(tac_log_store *s, const char *recording, const tac_log_header *h,
                       const tac_log_shape *shape, const tac_record_options *how, size_t raw_size,
                       tac_diag *diag)
{
    set_up(s, recording, shape, how);
    if (!take_memory(s, h, raw_size)) {
        return tac_diag_say_memory(diag, "tactus: not enough memory to record");
    }
    s->mode = s->how.starts_stopped ? TAC_RECORD_OFF
              : s->how.has_ring     ? TAC_RECORD_WAITING
                                    : TAC_RECORD_WRITING;
    if (s->numbered && !tac_pieces_check(s, diag)) {
        return 0;
    }
    if (s->mode == TAC_RECORD_WRITING && !tac_pieces_open(s, 0)) {
        return tac_diag_say_errno(diag, s->file.error, "tactus: '%s' cannot be written: %s",
                                  *s->piece.path ? s->piece.path : recording,
                                  tac_output_error(s->file.error));
    }
    tac_store_show(s);
    return 1;
}

void tac_log_store_close(tac_log_store *s)
{
    int parting = atomic_exchange(&s->parting, -1);
    if (parting >= 0 && s->recording) {
        (void)close(parting);
    }
    if (s->recording) {
        (void)tac_log_file_close(&s->file);
        pthread_mutex_destroy(&s->lock);
    }
    tac_packed_ring_close(&s->ring);
    free(s->header);
    free(s->end);
}

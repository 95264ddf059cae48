#include "store_ring.h"

#include <string.h>

#include "pieces.h"
#include "system/clock.h"

#define SLACK_NS INT64_C(1000000000) // of what goes round: records come a little late, triggers too

static tac_store_source source_of(const tac_packed *p)
{
    return (tac_store_source){.packed = p,
                              .steps = (int64_t)p->n_hash,
                              .number = p->number,
                              .records = p->records,
                              .cycles = p->cycles,
                              .hash = tac_packed_hashes(p),
                              .stride = 1};
}

int tac_log_store_is_asked_for(const tac_log_store *s)
{
    return s->until != 0;
}

// Everything in memory into the piece, as far as it can be written.
void tac_store_flush(tac_log_store *s)
{
    for (const tac_packed *p; (p = tac_packed_ring_oldest(&s->ring));) {
        const tac_store_source from = source_of(p);
        const tac_log_frame frame = p->frame;
        if (!tac_store_deliver(s, &frame, &from)) {
            return;
        }
        tac_packed_ring_drop(&s->ring);
    }
}

static void drop_oldest(tac_log_store *s)
{
    const tac_packed *p = tac_packed_ring_oldest(&s->ring);
    if (tac_log_store_is_asked_for(s) && p->records > 0) {
        tac_store_lose(s, p->frame.first, (int64_t)p->n_hash, p->records);
    }
    tac_packed_ring_drop(&s->ring);
}

void tac_store_forget_old(tac_log_store *s, int64_t now)
{
    const tac_packed *p;
    while (!tac_log_store_is_asked_for(s) && (p = tac_packed_ring_oldest(&s->ring)) &&
           now - p->ended > s->how.before_ns + SLACK_NS) {
        drop_oldest(s);
    }
}

// A frame that is packed in the file's memory.
static void keep_in_ring(tac_log_store *s, const tac_log_frame *frame, const tac_store_source *from)
{
    tac_packed *p = NULL;
    while (!(p = tac_packed_ring_push(&s->ring, (size_t)frame->stored, (size_t)from->steps)) &&
           s->ring.n > 0) {
        drop_oldest(s);
    }
    if (!p) {
        return;
    }
    p->frame = *frame;
    if (s->ring.skipped_records > 0 && tac_log_store_is_asked_for(s)) {
        // asked for anew before what was asked for earlier could be written: between both there is a hole
        tac_store_lose(s, frame->first, s->ring.skipped_steps, s->ring.skipped_records);
    }
    s->ring.skipped_steps = s->ring.skipped_records = 0;
    p->number = from->number;
    p->ended = tac_now_ns();
    p->records = from->records;
    p->cycles = from->cycles;
    memcpy((unsigned char *)(p + 1), s->file.stored + TAC_LOG_FRAME, (size_t)frame->stored);
    uint64_t *hash = (uint64_t *)(void *)((unsigned char *)p + p->size) - from->steps;
    for (int64_t i = 0; i < from->steps; i++) {
        hash[i] = from->hash[(size_t)i * from->stride];
    }
}

void tac_store_into_ring(tac_log_store *s, tac_log_frame frame, const tac_store_source *from)
{
    int error = s->file.error;
    s->file.error = 0; // of the file, not of packing
    if (tac_log_file_pack(&s->file, &frame, from->raw, from->size)) {
        s->file.error = error;
        tac_store_forget_old(s, tac_now_ns());
        keep_in_ring(s, &frame, from);
    }
    if (tac_log_store_is_asked_for(s)) {
        tac_store_flush(s);
    }
}

// What a trigger asked for has been written.
void tac_store_end_asked(tac_log_store *s, int64_t step, const uint64_t *state)
{
    if (tac_pieces_is_open(s)) {
        (void)tac_pieces_end(s, step, state);
    }
    s->ring.skipped_steps = s->ring.skipped_records = 0;
    s->until = 0;
    s->follows = 0;
    tac_store_set_mode(s, TAC_RECORD_WAITING);
    (void)tac_pieces_keep(s);
}

void tac_store_lose_ring(tac_log_store *s)
{
    while (s->ring.n > 0) {
        drop_oldest(s);
    }
}

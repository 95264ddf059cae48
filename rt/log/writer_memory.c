#include "writer_memory.h"

#include "cycle_words.h"
#include "ring.h"
#include "signals.h"
#include "simulation/bound.h"

#define RING_BYTES ((size_t)64 << 20) // of a platform at 10 kHz a second
#define BLOCK_BYTES ((size_t)1 << 20) // of step records
#define MOST_BYTES ((size_t)64 << 20)
#define MIN_STEPS 16
#define MAX_STEPS 500
#define EVENTS 256 // in a block
#define RESTORES 4
#define STATES 3     // at the start, after the last record, of the block
#define PARAMETERS 2 // after the last record, of the block

tac_log_tables tac_log_plan_tables(const tac_log_shape *s, int steps_per_block)
{
    size_t row = 8 * tac_log_row_words(s, TAC_LOG_STEP), steps = BLOCK_BYTES / row;
    steps = steps < MIN_STEPS ? MIN_STEPS : steps > MAX_STEPS ? MAX_STEPS : steps;
    steps = steps_per_block > 0 ? (size_t)steps_per_block : steps;
    steps = steps > MOST_BYTES / row ? MOST_BYTES / row + 1 : steps;
    tac_log_tables t = {.capacity = {[TAC_LOG_STEP] = steps,
                                     [TAC_LOG_CYCLE] = 2 * steps,
                                     [TAC_LOG_EVENT] = EVENTS,
                                     [TAC_LOG_RESTORE] = RESTORES}};
    tac_log_block full = {0};
    for (int k = 0; k < TAC_LOG_N_KIND; k++) {
        full.table[k].n = t.capacity[k];
        t.records += t.capacity[k];
        t.words += t.capacity[k] * tac_log_row_words(s, (tac_log_kind)k);
    }
    full.n = t.records;
    t.raw_size = tac_log_block_size(s, &full);
    return t;
}

// A quarter of the memory at most for records, the rest for states.
tac_log_rings tac_log_plan_rings(const tac_log_shape *s, size_t bytes)
{
    size_t all = bytes ? bytes : RING_BYTES, words = TAC_LOG_STEP_WORDS + s->n_input;
    tac_log_rings r = {words < TAC_LOG_CYCLE_WORDS ? TAC_LOG_CYCLE_WORDS : words, all / 4, 0};
    size_t taken = tac_log_ring_size(r.record_words, r.record_bytes);
    r.state_bytes = all > taken ? all - taken : 0;
    return r;
}

int tac_log_bound(const tac_simulation *s, int full, const tac_log_writer_options *o,
                  tac_diag *diag)
{
    const tac_log_shape shape = {(size_t)s->file->desc.n_input, s->state.size / 8,
                                 tac_log_parameter_count(&s->file->desc), full != 0};
    const tac_log_tables t = tac_log_plan_tables(&shape, o->steps_per_block);
    const tac_log_rings r = tac_log_plan_rings(&shape, o->ring_bytes);
    size_t bytes = 8 * t.words + t.records + 2 * t.raw_size + // the block, unpacked, packed
                   8 * (STATES * shape.n_state + PARAMETERS * shape.n_parameter) +
                   tac_log_ring_size(r.record_words, r.record_bytes) +
                   tac_log_ring_size(shape.n_state, r.state_bytes) +
                   (o->record ? tac_log_store_size(o->record, t.raw_size) : 0);
    return tac_bound_recording(s, (double)bytes, diag);
}

#include "writer.h"

#include <emmintrin.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cycle_words.h"
#include "ring.h"
#include "store.h"
#include "store_commands.h"
#include "store_ring.h"
#include "system/clock.h"
#include "system/fail.h"
#include "writer_memory.h"

#define POLL_NS 2000000             // the helper looks so often
#define OLD_NS ((int64_t)500000000) // a block that is older is written as it is
#define TICK_NS 100000000
#define SYNC_TICKS 10 // the disk is asked once a second

struct tac_log_writer {
    tac_log_ring ring;   // of records, as in the tables of their kinds but for state and hash
    tac_log_ring states; // of step and restore records in their order; may come after the record
    const void *late;    // producer: state still to be copied, NULL: none
    int patient;
    _Atomic int quit;
    // of the helper
    tac_log_shape shape;
    tac_log_store store;
    tac_log_asked asked;
    _Atomic uint32_t triggered; // bits of triggers, set by others
    uint32_t seen;              // and by records
    tac_log_block block;        // being filled
    size_t capacity[TAC_LOG_N_KIND];
    uint64_t *initial;   // state that RESET puts back                       (n_state)
    uint64_t *state;     // after the last record                            (n_state)
    uint64_t *parameter; // after the last record                            (n_parameter)
    unsigned char *raw;  // block unpacked                                  (raw_size)
    size_t raw_size;
    int64_t began; // ns, when the block was begun
    int64_t steps, cycles, dropped;
    uint64_t chain;
    int blind; // state unknown since a gap
    void *memory[8];
    int n_memory;
};

// ---- producer ------------------------------------------------------------------------------------

static int has_state(tac_log_kind kind)
{
    return kind == TAC_LOG_STEP || kind == TAC_LOG_RESTORE;
}

// A free slot, where there is one for the record's state as well.
static tac_log_slot *free_slot(tac_log_writer *w, tac_log_kind kind)
{
    int has_room = !has_state(kind) || tac_log_ring_has_room(&w->states, kind);
    return has_room ? tac_log_ring_next(&w->ring, kind) : NULL;
}

static tac_log_slot *next_slot(tac_log_writer *w, tac_log_kind kind)
{
    tac_log_slot *s = free_slot(w, kind);
    while (!s && w->patient) {
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        s = free_slot(w, kind);
    }
    if (!s) {
        tac_log_ring_drop(&w->ring, kind);
    }
    return s;
}

// Past the caches, which keep what the next step needs. A state is whole cache lines.
static void copy_past(void *to, const void *from, size_t bytes)
{
    const __m128i *source = from;
    __m128i *at = to;
    for (size_t i = 0; i < bytes; i += sizeof *at) {
        _mm_stream_si128(at++, _mm_loadu_si128(source++));
    }
    _mm_sfence(); // the helper that is told of the copy finds it
}

// Hands over the state of the last record that has one; there was room when the record was made.
static void complete(tac_log_writer *w)
{
    if (w->late) {
        tac_log_slot *slot = tac_log_ring_next(&w->states, TAC_LOG_RESTORE);
        copy_past(slot->word, w->late, 8 * w->shape.n_state);
        tac_log_ring_put(&w->states);
        w->late = NULL;
    }
}

void tac_log_ready(tac_log_writer *w)
{
    complete(w);
    tac_log_ring_ready(&w->ring, TAC_LOG_STEP_WORDS + w->shape.n_input);
}

void tac_log_step_begin(tac_log_writer *w, const tac_simulation *s, int iterations, int failed)
{
    complete(w);
    tac_log_slot *slot = next_slot(w, TAC_LOG_STEP);
    if (!slot) {
        return;
    }
    const tac_report *r = &s->report;
    const double report[6] = {r->increment,    r->position, r->velocity,
                              r->acceleration, r->kinetic,  r->potential};
    uint64_t *word = slot->word;
    word[TAC_LOG_AT_STEP] = (uint64_t)*s->state.step;
    word[TAC_LOG_AT_HOW] = (uint64_t)iterations | (uint64_t)(failed ? TAC_LOG_FAILED : 0) << 32;
    word[TAC_LOG_AT_HASH] = 0;
    memcpy(word + TAC_LOG_AT_REPORT, report, sizeof report);
    memcpy(word + TAC_LOG_STEP_WORDS, s->input, 8 * w->shape.n_input);
    w->late = s->state.data;
    tac_log_ring_put(&w->ring);
}

void tac_log_step(tac_log_writer *w, const tac_simulation *s, int iterations, int failed)
{
    tac_log_step_begin(w, s, iterations, failed);
    complete(w);
}

void tac_log_cycle(tac_log_writer *w, const tac_cycle *c)
{
    tac_log_slot *slot = next_slot(w, TAC_LOG_CYCLE);
    if (slot) {
        tac_log_cycle_put(c, slot->word);
        tac_log_ring_put(&w->ring);
    }
}

void tac_log_note(tac_log_writer *w, tac_log_event_code code, uint64_t a, uint64_t b, double value)
{
    tac_log_slot *slot = next_slot(w, TAC_LOG_EVENT);
    if (slot) {
        slot->word[0] = code;
        slot->word[1] = a;
        slot->word[2] = b;
        memcpy(&slot->word[3], &value, sizeof value);
        tac_log_ring_put(&w->ring);
    }
}

void tac_log_restore(tac_log_writer *w, const tac_simulation *s)
{
    complete(w);
    if (next_slot(w, TAC_LOG_RESTORE)) {
        w->late = s->state.data;
        complete(w);
        tac_log_ring_put(&w->ring);
    }
}

int64_t tac_log_lost(const tac_log_writer *w)
{
    return atomic_load_explicit(&w->ring.lost, memory_order_relaxed);
}

// ---- blocks --------------------------------------------------------------------------------------

static void begin_block(tac_log_writer *w, uint32_t flags)
{
    tac_log_block *b = &w->block;
    b->first = w->steps;
    b->flags = flags;
    b->n = 0;
    memcpy(b->state, w->state, 8 * w->shape.n_state);
    memcpy(b->parameter, w->parameter, 8 * w->shape.n_parameter);
    for (int k = 0; k < TAC_LOG_N_KIND; k++) {
        b->table[k].n = 0;
    }
    w->began = tac_now_ns();
}

static void write_block(tac_log_writer *w)
{
    tac_log_block *b = &w->block;
    w->store.lost_by_producer = tac_log_lost(w) + w->dropped;
    if (b->n > 0) {
        size_t size = tac_log_block_size(&w->shape, b);
        tac_log_block_put(&w->shape, b, w->raw);
        tac_log_store_block(&w->store, b, w->steps, w->state, w->raw, size);
    }
    begin_block(w, 0);
}

static uint64_t *new_row(tac_log_writer *w, tac_log_kind kind)
{
    tac_log_block *b = &w->block;
    if (b->table[kind].n == w->capacity[kind]) {
        write_block(w);
    }
    tac_log_table *t = &b->table[kind];
    b->kind[b->n++] = (unsigned char)kind;
    return t->row + t->n++ * t->words;
}

static void add_step(tac_log_writer *w, const uint64_t *word, const uint64_t *state)
{
    const tac_log_shape *s = &w->shape;
    uint64_t *row = new_row(w, TAC_LOG_STEP);
    size_t n = TAC_LOG_STEP_WORDS + s->n_input;
    memcpy(row, word, 8 * n);
    if (s->full) {
        memcpy(row + n, state, 8 * s->n_state);
    }
    row[TAC_LOG_AT_HASH] = tac_log_hash(state, 8 * s->n_state);
    memcpy(w->state, state, 8 * s->n_state);
    w->chain = tac_log_chain(w->chain, row[TAC_LOG_AT_HASH]);
    w->steps++;
}

// What an event does to state and parameters.
static void follow_event(tac_log_writer *w, const uint64_t *word)
{
    if (word[0] == TAC_LOG_PARAMETER && word[1] < w->shape.n_parameter) {
        w->parameter[word[1]] = word[3];
    } else if (word[0] == TAC_LOG_RESET) {
        memcpy(w->state, w->initial, 8 * w->shape.n_state);
    }
}

// After a gap the state is unknown until a record brings one; the block begins after that record.
static void look_again(tac_log_writer *w, const tac_log_slot *slot, const uint64_t *state)
{
    int is_reset = slot->kind == TAC_LOG_EVENT && slot->word[0] == TAC_LOG_RESET;
    if (state) {
        memcpy(w->state, state, 8 * w->shape.n_state);
        w->steps += slot->kind == TAC_LOG_STEP;
    } else if (slot->kind == TAC_LOG_EVENT) {
        follow_event(w, slot->word);
    }
    if (state || is_reset) {
        w->blind = 0;
        begin_block(w, TAC_LOG_AFTER_GAP);
    }
}

// ---- triggers ------------------------------------------------------------------------------------

// Conditions of the rig that a record makes true.
static void see(tac_log_writer *w, tac_trigger_kind kind, int is_true)
{
    const tac_record_options *o = &w->store.how;
    for (int i = 0; is_true && i < o->n_trigger; i++) {
        w->seen |= o->trigger[i].kind == kind ? 1U << i : 0;
    }
}

static void see_cycle(tac_log_writer *w, const uint64_t *word)
{
    tac_cycle c;
    if (w->store.how.n_trigger > 0) {
        tac_log_cycle_get(word, &c);
        see(w, TAC_TRIGGER_MISS, c.cause != TAC_ON_TIME);
    }
}

static const uint64_t *state_of(const tac_log_writer *w)
{
    return w->blind ? NULL : w->state;
}

// What those that have come true ask for.
static void fire(tac_log_writer *w)
{
    static const char *const name[] = {
        [TAC_TRIGGER_MISS] = "miss", [TAC_TRIGGER_SAFE] = "safe state"};
    // relaxed: nothing else comes with it
    uint32_t bits = w->seen | atomic_exchange_explicit(&w->triggered, 0, memory_order_relaxed);
    w->seen = 0;
    if (bits == 0) {
        return;
    }
    if (!tac_log_store_is_asked_for(&w->store)) {
        write_block(w);
    }
    for (int i = 0; i < w->store.how.n_trigger; i++) {
        const tac_trigger_options *t = &w->store.how.trigger[i];
        if (bits & 1U << i) {
            tac_log_store_condition(&w->store, w->steps,
                                    t->kind == TAC_TRIGGER_SIGNAL ? t->signal : name[t->kind]);
        }
    }
}

static int answer(void *writer, tac_log_verb verb, const char *text, char *why, size_t size)
{
    tac_log_writer *w = writer;
    if (verb != TAC_LOG_ASK_MARK) {
        write_block(w);
    }
    switch (verb) {
    case TAC_LOG_ASK_START:
        return tac_log_store_start(&w->store, w->steps, why, size);
    case TAC_LOG_ASK_STOP:
        return tac_log_store_stop(&w->store, w->steps, state_of(w), why, size);
    case TAC_LOG_ASK_SPLIT:
        return tac_log_store_split(&w->store, w->steps, state_of(w), why, size);
    case TAC_LOG_ASK_TRIGGER:
        return tac_log_store_trigger(&w->store, w->steps, text, why, size);
    case TAC_LOG_ASK_MARK:
        return tac_log_store_mark(&w->store, w->steps, text, why, size);
    }
    return 0;
}

// state: of a record that has one, else NULL
static void add_record(tac_log_writer *w, const tac_log_slot *slot, const uint64_t *state)
{
    if (slot->gap) {
        write_block(w);
        w->blind = 1;
    }
    if (w->blind) {
        look_again(w, slot, state);
        return;
    }
    if (state && slot->kind == TAC_LOG_STEP) {
        add_step(w, slot->word, state);
    } else if (state) {
        memcpy(new_row(w, TAC_LOG_RESTORE), state, 8 * w->shape.n_state);
        memcpy(w->state, state, 8 * w->shape.n_state);
    } else if (slot->kind == TAC_LOG_CYCLE) {
        memcpy(new_row(w, TAC_LOG_CYCLE), slot->word, 8 * TAC_LOG_CYCLE_WORDS);
        w->cycles++;
        see_cycle(w, slot->word);
    } else {
        memcpy(new_row(w, TAC_LOG_EVENT), slot->word, 8 * TAC_LOG_EVENT_WORDS);
        follow_event(w, slot->word);
        see(w, TAC_TRIGGER_SAFE, slot->word[0] == TAC_LOG_SAFE);
    }
}

// ---- helper --------------------------------------------------------------------------------------

static int drain(tac_log_writer *w)
{
    int n = 0;
    for (const tac_log_slot *slot; (slot = tac_log_ring_peek(&w->ring)); n++) {
        int stateful = has_state((tac_log_kind)slot->kind);
        const tac_log_slot *state = stateful ? tac_log_ring_peek(&w->states) : NULL;
        if (stateful && !state) {
            break; // it comes within a cycle
        }
        if (atomic_load_explicit(&w->ring.broken, memory_order_relaxed)) {
            w->dropped++;
        } else {
            add_record(w, slot, state ? state->word : NULL);
        }
        if (stateful) {
            tac_log_ring_release(&w->states);
        }
        tac_log_ring_release(&w->ring);
    }
    return n;
}

static void finish(tac_log_writer *w)
{
    drain(w);
    for (; tac_log_ring_peek(&w->ring); tac_log_ring_release(&w->ring)) {
        w->dropped++; // the loop never came back to hand over the state
    }
    write_block(w);
    tac_log_store_end(&w->store, w->steps, state_of(w));
}

void *tac_log_writer_run(void *writer)
{
    tac_log_writer *w = writer;
    while (!atomic_load_explicit(&w->quit, memory_order_acquire)) {
        int n = drain(w);
        tac_log_asked_look(&w->asked, answer, w);
        fire(w);
        if (tac_now_ns() - w->began > OLD_NS) {
            write_block(w);
        }
        tac_log_store_look(&w->store, w->steps);
        if (n == 0) {
            nanosleep(&(struct timespec){.tv_nsec = POLL_NS}, NULL);
        }
    }
    finish(w);
    return NULL;
}

void *tac_log_writer_sync(void *writer)
{
    tac_log_writer *w = writer;
    for (int tick = 1; !atomic_load_explicit(&w->quit, memory_order_acquire); tick++) {
        nanosleep(&(struct timespec){.tv_nsec = TICK_NS}, NULL);
        tac_log_store_sync(&w->store, tick % SYNC_TICKS == 0);
    }
    return NULL;
}

void tac_log_writer_shown(tac_log_writer *w, tac_log_shown *out)
{
    tac_log_store_shown(&w->store, out);
}

int tac_log_writer_ask(tac_log_writer *w, tac_log_verb verb, const char *text, char *why,
                       size_t size)
{
    return tac_log_asked_ask(&w->asked, verb, text, why, size);
}

void tac_log_writer_trigger(tac_log_writer *w, int trigger)
{
    // relaxed: nothing else comes with it
    (void)atomic_fetch_or_explicit(&w->triggered, 1U << trigger, memory_order_relaxed);
}

void tac_log_writer_quit(tac_log_writer *w)
{
    atomic_store_explicit(&w->quit, 1, memory_order_release);
}

// ---- open and close ------------------------------------------------------------------------------

static void *take(tac_log_writer *w, size_t n, size_t size)
{
    void *memory = calloc(n + 1, size);
    w->memory[w->n_memory++] = memory;
    return memory;
}

static int take_tables(tac_log_writer *w, int steps_per_block)
{
    const tac_log_tables t = tac_log_plan_tables(&w->shape, steps_per_block);
    memcpy(w->capacity, t.capacity, sizeof w->capacity);
    uint64_t *row_memory = take(w, t.words, sizeof *row_memory);
    w->block.kind = take(w, t.records, 1);
    w->raw_size = t.raw_size;
    w->raw = take(w, w->raw_size, 1);
    for (int k = 0; k < TAC_LOG_N_KIND && row_memory; k++) {
        size_t n = tac_log_row_words(&w->shape, (tac_log_kind)k);
        w->block.table[k] = (tac_log_table){0, n, row_memory};
        row_memory += w->capacity[k] * n;
    }
    return w->block.kind && w->raw && w->block.table[0].row;
}

static int take_states(tac_log_writer *w)
{
    size_t n = w->shape.n_state;
    w->initial = take(w, n, 8);
    w->state = take(w, n, 8);
    w->block.state = take(w, n, 8);
    w->parameter = take(w, w->shape.n_parameter, 8);
    w->block.parameter = take(w, w->shape.n_parameter, 8);
    return w->initial && w->state && w->block.state && w->parameter && w->block.parameter;
}

static int take_rings(tac_log_writer *w, size_t bytes)
{
    const tac_log_rings r = tac_log_plan_rings(&w->shape, bytes);
    return tac_log_ring_open(&w->ring, r.record_words, r.record_bytes) &&
           tac_log_ring_open(&w->states, w->shape.n_state, r.state_bytes);
}

static int set_up(tac_log_writer *w, const tac_log_header *h, const tac_log_writer_options *o)
{
    w->shape = h->shape;
    w->patient = o->patient;
    if (!take_tables(w, o->steps_per_block) || !take_states(w) || !take_rings(w, o->ring_bytes)) {
        return 0;
    }
    tac_log_get_words(tac_log_find(h, "state")->bytes, w->initial, w->shape.n_state);
    tac_log_get_words(tac_log_find(h, "parameter")->bytes, w->parameter, w->shape.n_parameter);
    memcpy(w->state, w->initial, 8 * w->shape.n_state);
    begin_block(w, 0);
    return 1;
}

static void release(tac_log_writer *w)
{
    tac_log_store_close(&w->store);
    tac_log_asked_close(&w->asked);
    tac_log_ring_close(&w->ring);
    tac_log_ring_close(&w->states);
    for (int i = 0; i < w->n_memory; i++) {
        free(w->memory[i]);
    }
    free(w);
}

tac_log_writer *tac_log_writer_open(const char *path, const tac_log_header *h,
                                    const tac_log_writer_options *o, tac_diag *diag)
{
    tac_log_writer *w = aligned_alloc(64, (sizeof *w + 63) / 64 * 64);
    if (!w) {
        (void)tac_diag_say_memory(diag, "tactus: not enough memory to record");
        return NULL;
    }
    memset(w, 0, sizeof *w);
    tac_log_asked_open(&w->asked);
    if (!set_up(w, h, o)) {
        (void)tac_diag_say_memory(diag, "tactus: not enough memory to record");
        release(w);
        return NULL;
    }
    if (!tac_log_store_open(&w->store, path, h, &w->shape, o->record, w->raw_size, diag)) {
        release(w);
        return NULL;
    }
    w->store.ends_on_disk = o->sync;
    return w;
}

int tac_log_writer_close(tac_log_writer *w, tac_log_totals *totals)
{
    tac_log_shown shown;
    tac_log_store_shown(&w->store, &shown);
    *totals = (tac_log_totals){.steps = w->steps,
                               .lost = shown.state.lost,
                               .lost_steps = shown.state.lost_steps,
                               .gaps = shown.state.gaps,
                               .pieces = shown.state.pieces,
                               .bytes = shown.state.bytes,
                               .chain = w->chain,
                               .error = shown.state.error};
    int complete = totals->lost == 0 && totals->error == 0;
    release(w);
    return complete;
}

// The questions to a process, and functions that ask them in place of those of an object.
#include "apart_peer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "system/clock.h"
#include "system/stop_signal.h"

#define COME_NS INT64_C(60000000000) // for a process to come
#define NAP_NS 50000

// ---- questions -----------------------------------------------------------------------------------

bool tac_apart_fail(tac_apart_peer *p, tac_apart_fault fault)
{
    int well = TAC_APART_WELL;
    // relaxed: read by who makes the step, after all of it
    (void)atomic_compare_exchange_strong_explicit(&p->fault, &well, (int)fault,
                                                  memory_order_relaxed, memory_order_relaxed);
    return false;
}

static bool has_failed(const tac_apart_peer *p)
{
    return atomic_load_explicit(&p->fault, memory_order_relaxed) != TAC_APART_WELL;
}

bool tac_apart_is_served(const tac_apart_peer *p)
{
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = TAC_APART_SERVES, .l_len = 1};
    return fcntl(p->file, F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

static void nap(void)
{
    (void)tac_wait_until(&tac_real_clock, tac_now_ns() + NAP_NS, 0, 0);
}

static bool is_answered(const tac_apart_batch *c)
{
    return atomic_load_explicit(&c->channel->answered, memory_order_acquire) == c->number;
}

static bool wait_in_time(const tac_apart_batch *c)
{
    const tac_apart_peer *p = c->of;
    int64_t limit = p->all->step_begin + p->options->wait_ns;
    for (unsigned n = 1; !is_answered(c); n++) {
        if (n % 32 == 0 && tac_now_ns() > limit) {
            return is_answered(c);
        }
        tac_pause();
    }
    return true;
}

// Whether the process that was asked is the one that serves now.
static bool is_same(const tac_apart_peer *p)
{
    return atomic_load_explicit(&p->segment->epoch, memory_order_relaxed) == p->epoch;
}

// Before t = 0, where a system call may see whether the process still lives.
static bool wait_with_patience(const tac_apart_batch *c)
{
    int64_t limit = tac_now_ns() + TAC_APART_PATIENCE_NS;
    bool lives = true;
    while (!is_answered(c) && tac_now_ns() < limit && tac_stop_signal() == 0 && is_same(c->of) &&
           lives) {
        nap();
        lives = tac_apart_is_served(c->of);
    }
    return is_answered(c);
}

static void add_words(tac_apart_batch *c, const void *from, size_t bytes)
{
    memcpy(c->question.word + c->n_word, from, bytes);
    c->n_word += bytes / sizeof(uint64_t);
}

static void send(tac_apart_batch *c, tac_apart_question what)
{
    tac_apart_message *q = &c->question;
    c->number++;
    q->number = c->number;
    q->epoch = c->of->epoch;
    q->what = c->what | (uint64_t)what;
    q->n = c->n_word;
    q->built = 0;
    q->sum = tac_apart_sum(q, q->n);
    memcpy(&c->channel->question, q, offsetof(tac_apart_message, word) + q->n * sizeof *q->word);
    atomic_store_explicit(&c->channel->asked, c->number, memory_order_release);
    c->what = c->n_word = 0;
}

// Waits for an answer of so many bytes, which is whole or none.
static bool receive(tac_apart_batch *c, tac_apart_question what, size_t bytes)
{
    tac_apart_peer *p = c->of;
    tac_apart_message *a = &c->answer;
    uint64_t n = bytes / sizeof(uint64_t);
    if (!(p->all->in_time ? wait_in_time(c) : wait_with_patience(c))) {
        bool stays = is_same(p) && (p->all->in_time || tac_apart_is_served(p));
        return tac_apart_fail(p, stays ? TAC_APART_LATE : TAC_APART_GONE);
    }
    memcpy(a, &c->channel->answer, offsetof(tac_apart_message, word) + bytes);
    bool good = a->number == c->number && a->epoch == p->epoch && a->what == (uint64_t)what &&
                a->n == n && a->built == c->built && a->sum == tac_apart_sum(a, n);
    return good || tac_apart_fail(p, TAC_APART_GARBAGE);
}

// Sends what was put together; false where it is in vain.
static bool send_well(tac_apart_batch *c, tac_apart_question what)
{
    if (has_failed(c->of)) {
        c->what = c->n_word = 0;
        return false;
    }
    send(c, what);
    return true;
}

static bool ask(tac_apart_batch *c, tac_apart_question what, size_t bytes)
{
    return send_well(c, what) && receive(c, what, bytes);
}

// ---- functions of a table -----------------------------------------------------------------------

static tac_apart_batch *of_memory(void *memory)
{
    return *(tac_apart_batch **)memory;
}

static uint64_t size(const tac_part_setup *setup)
{
    (void)setup;
    return sizeof(tac_apart_batch *);
}

// In place of the object of the k-th sub-model: the table is its first member.
static const tac_apart_stand_in *stand_in(const tac_part_setup *setup, int k)
{
    return (const tac_apart_stand_in *)(const void *)setup->table[k];
}

// A new one; NULL where there is no more place or memory.
static tac_apart_batch *add_batch(const tac_part_setup *setup)
{
    const tac_apart_stand_in *s = stand_in(setup, 0);
    tac_apart_peer *p = s->of;
    bool fits = p->n_batch < TAC_APART_CHANNELS && tac_apart_fits(s->object, setup->n);
    tac_apart_batch *c = fits ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        (void)(fits || tac_apart_fail(p, TAC_APART_LARGE));
        return NULL;
    }
    c->of = p;
    c->object = s->object;
    c->setup = *setup;
    c->channel = &p->segment->channel[p->n_batch];
    for (int k = 0; k < setup->n; k++) {
        memcpy(c->channel->hash[k], stand_in(setup, k)->model_part->known.hash,
               sizeof c->channel->hash[k]);
    }
    memcpy(&c->channel->setup, setup, sizeof *setup); // with what lies between members
    c->built = tac_apart_built(0, setup, sizeof *setup);
    p->batch[p->n_batch++] = c;
    atomic_store_explicit(&p->segment->n_channel, (uint64_t)p->n_batch, memory_order_release);
    return c;
}

bool tac_apart_has_come(tac_apart_peer *p)
{
    // acquire: what it prepared is there
    p->epoch = atomic_load_explicit(&p->segment->epoch, memory_order_acquire);
    return p->epoch != 0;
}

static bool wait_for(tac_apart_peer *p)
{
    char text[512];
    int64_t begin = tac_now_ns();
    bool said = false;
    while (!tac_apart_has_come(p) && tac_now_ns() - begin < COME_NS && tac_stop_signal() == 0) {
        if (!said) {
            tac_apart_describe(p->all, (int)(p - p->all->process), TAC_APART_GONE, text,
                               sizeof text);
            fprintf(stderr, "tactus: %s\n", text);
            said = true;
        }
        nap();
    }
    return p->epoch != 0 || tac_apart_fail(p, TAC_APART_GONE);
}

static int init(const tac_part_setup *setup, void *memory)
{
    tac_apart_batch *c = add_batch(setup);
    *(tac_apart_batch **)memory = c;
    if (!c || has_failed(c->of) || !wait_for(c->of)) {
        return 0;
    }
    add_words(c, setup, sizeof *setup);
    return ask(c, TAC_APART_INIT, sizeof(uint64_t)) && c->answer.word[0] == 1;
}

static void mark(void *memory, tac_part_marking what, double number[2])
{
    tac_apart_batch *c = of_memory(memory);
    tac_apart_marked *m = &c->channel->mark[c->n_mark];
    if (c->n_mark == TAC_APART_MARKS) {
        (void)tac_apart_fail(c->of, TAC_APART_LARGE);
        number[0] = number[1] = 0.0;
        return;
    }
    const tac_apart_marked said = {(int64_t)what, {number[0], number[1]}};
    *m = said;
    atomic_store_explicit(&c->channel->n_mark, ++c->n_mark, memory_order_release);
    add_words(c, &said, sizeof said);
    c->built = tac_apart_built(c->built, &said, sizeof said);
    if (ask(c, TAC_APART_MARK, sizeof said.number)) {
        memcpy(number, c->answer.word, sizeof said.number);
    } else {
        number[0] = number[1] = 0.0; // nothing is new any more: marks come to an end
    }
}

static void first(void *memory, const tac_part_own *own)
{
    tac_apart_batch *c = of_memory(memory);
    size_t one = c->object->n_state * sizeof(double);
    bool good = ask(c, TAC_APART_FIRST, (size_t)c->setup.n * one);
    for (int k = 0; k < c->setup.n; k++) {
        memset(own[k].to, 0, one);
        if (good) {
            memcpy(own[k].to, c->answer.word + (size_t)k * c->object->n_state, one);
        }
    }
}

// Of the last question, which was not waited for any longer: a process that is still at it is not asked the next one.
static bool is_free(tac_apart_batch *c)
{
    const tac_apart_message *q = &c->question;
    return c->number == 0 || q->epoch != c->of->epoch || is_answered(c) || wait_in_time(c) ||
           tac_apart_fail(c->of, TAC_APART_LATE);
}

static void begin(void *memory, const tac_part_own *own, const double carrier[TAC_PART_BODY],
                  int64_t step, int starts)
{
    tac_apart_batch *c = of_memory(memory);
    const int64_t when[TAC_APART_WHEN] = {step, starts, c->of->all->step_begin,
                                          c->of->all->step_next};
    c->starts = starts;
    if (c->what != 0) { // in the order in which it was said
        (void)ask(c, TAC_APART_NOTHING, 0);
    }
    if (has_failed(c->of) || !is_free(c)) {
        return;
    }
    c->what = TAC_APART_WITH_BEGIN;
    for (int k = 0; k < c->setup.n; k++) {
        add_words(c, own[k].from, c->object->n_state * sizeof(double));
        add_words(c, own[k].input, 2 * c->object->n_input * sizeof(double));
    }
    add_words(c, carrier, TAC_PART_BODY * sizeof *carrier);
    add_words(c, when, sizeof when);
}

static void ahead(void *memory, tac_part_solve solve)
{
    tac_apart_batch *c = of_memory(memory);
    const int64_t what = (int64_t)solve;
    add_words(c, &what, sizeof what);
    c->is_at_up = send_well(c, TAC_APART_UP);
}

static void up(void *memory, tac_part_solve solve, tac_part_up *to)
{
    tac_apart_batch *c = of_memory(memory);
    tac_apart_piece piece[TAC_APART_PIECES];
    *to = (tac_part_up){.told = {0.0}};
    int n = tac_apart_pieces_up(&c->setup, solve, c->starts, piece);
    size_t bytes = 0;
    for (int i = 0; i < n; i++) {
        bytes += (size_t)piece[i].n * sizeof(uint64_t);
    }
    const uint64_t *word = c->answer.word;
    bool good = c->is_at_up && receive(c, TAC_APART_UP, bytes);
    for (int i = 0; i < n && good; i++) {
        memcpy((char *)to + piece[i].at, word, (size_t)piece[i].n * sizeof *word);
        word += piece[i].n;
    }
}

// Said with the next question where nothing is asked of it.
static void down(void *memory, tac_part_solve solve, int is_last, double scale, const double x[6],
                 tac_part_down *to)
{
    tac_apart_batch *c = of_memory(memory);
    const int64_t what[2] = {(int64_t)solve, is_last};
    *to = (tac_part_down){.turned = {0.0}};
    if (c->what & (TAC_APART_WITH_DOWN | TAC_APART_WITH_MOVE)) { // in their order
        (void)ask(c, TAC_APART_NOTHING, 0);
    }
    if (has_failed(c->of)) {
        return;
    }
    add_words(c, what, sizeof what);
    add_words(c, &scale, sizeof scale);
    add_words(c, x, 6 * sizeof *x);
    bool newton = solve == TAC_PART_NEWTON || solve == TAC_PART_AGAIN;
    bool asks = is_last || solve == TAC_PART_POSITION || (newton && tac_part_has_sides(c->object));
    if (!asks) {
        c->what |= TAC_APART_WITH_DOWN;
    } else if (ask(c, TAC_APART_DOWN, sizeof *to)) {
        memcpy(to, c->answer.word, sizeof *to);
    }
}

// Said with the next question; one that was not asked yet is replaced.
static void move(void *memory, const double motion[TAC_PART_MOTION])
{
    tac_apart_batch *c = of_memory(memory);
    if (has_failed(c->of)) {
        return;
    }
    if (c->what & TAC_APART_WITH_MOVE) {
        c->n_word -= TAC_PART_MOTION;
    }
    c->what |= TAC_APART_WITH_MOVE;
    add_words(c, motion, TAC_PART_MOTION * sizeof *motion);
}

static void end(void *memory, const tac_part_own *own, tac_part_result *result)
{
    tac_apart_batch *c = of_memory(memory);
    size_t n_state = c->object->n_state, n_output = c->object->n_output;
    size_t bytes = sizeof *result + (size_t)c->setup.n * (n_state + n_output) * sizeof(double);
    *result = (tac_part_result){.code = TAC_PART};
    if (!ask(c, TAC_APART_END, bytes)) {
        return;
    }
    memcpy(result, c->answer.word, sizeof *result);
    const uint64_t *word = c->answer.word + sizeof *result / sizeof *word;
    for (int k = 0; k < c->setup.n; k++, word += n_state + n_output) {
        memcpy(own[k].to, word, n_state * sizeof(double));
        memcpy(own[k].output, word + n_state, n_output * sizeof(double));
    }
}

_Static_assert(sizeof(tac_part_up) % 8 == 0 && sizeof(tac_part_down) % 8 == 0 &&
                   sizeof(tac_part_result) % 8 == 0 && sizeof(tac_part_setup) % 8 == 0,
               "messages are words");

const tac_part_bodies tac_apart_functions = {.size = size,
                                             .init = init,
                                             .mark = mark,
                                             .first = first,
                                             .begin = begin,
                                             .ahead = ahead,
                                             .up = up,
                                             .down = down,
                                             .move = move,
                                             .end = end};

#include "apart_server.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apart_cores.h"
#include "apart_layout.h"
#include "apart_segment.h"
#include "float_mode.h"
#include "instance/shared_file.h"
#include "io/segment_file.h"
#include "part.h"
#include "printable.h"
#include "rig_file.h"
#include "system/clock.h"
#include "system/fail.h"
#include "system/mapping_guard.h"

enum { ALIGN = 64, WORDS_OF_DOWN = 9 }; // solve, whether it is the last, scale, x

#define NS_PER_S INT64_C(1000000000)
#define NAP_NS INT64_C(100000)
#define EARLY_NS INT64_C(100000) // awake before the executive, which waits for nobody that wakes up
#define LOOK_NS INT64_C(200000000) // between looks whether the instance lives
// A question that does not come when it is expected is waited for on the core, then so that other processes of the same
// priority have their turn, then in naps: somebody else may need the core to ask it.
#define ALONE_NS INT64_C(20000)
#define AWAKE_NS INT64_C(1000000)

enum { AGAIN = 3 }; // periods that have no step, after which the next one is still awaited on time

typedef struct served {
    const tac_part_table *object, *of[TAC_PART_MOST_ALIKE]; // of the first, and of each
    tac_part_setup setup;
    void *memory;
    double *number; // where own has its own
    tac_part_own own[TAC_PART_MOST_ALIKE];
    tac_part_up up;
    uint64_t number_served;
    bool in_step;   // it has begun and not ended
    int starts;     // it is a start
    uint64_t built; // of its setup and marks
    tac_apart_message question, answer;
} served;

struct tac_apart_server {
    tac_apart_segment *segment;
    const tac_part_file *object;
    int n_object;
    int file;
    char instance[64], name[TAC_SHARED_NAME]; // name: of its segment
    uint64_t epoch, n_channel;
    served *channel[TAC_APART_CHANNELS];
    int64_t steps, bad;
    int64_t asked; // ns, about when the last question came
    int64_t due;   // ns, when the executive is awake for the next step
    int missed;    // periods that had none since
    int64_t period_ns;
    const char *wrong; // what cannot go on; NULL
    tac_apart_place place;
};

// ---- building ------------------------------------------------------------------------------------

static const tac_part_table *find_object(const tac_apart_server *s, const uint64_t hash[2])
{
    for (int i = 0; i < s->n_object; i++) {
        if (memcmp(s->object[i].hash, hash, sizeof s->object[i].hash) == 0) {
            return s->object[i].table;
        }
    }
    return NULL;
}

// What a setup says, in memory of its own; NULL where it cannot be.
static void *built_of(const served *c, const tac_part_setup *setup)
{
    if (setup->n < 1 || setup->n > TAC_PART_MOST_ALIKE || !c->of[setup->n - 1] ||
        !tac_apart_fits(c->object, setup->n)) {
        return NULL;
    }
    uint64_t size = c->object->bodies->size(setup);
    void *memory = aligned_alloc(ALIGN, (size + ALIGN - 1) / ALIGN * ALIGN);
    if (memory && !c->object->bodies->init(setup, memory)) {
        free(memory);
        return NULL;
    }
    return memory;
}

// Builds what the words of a setup say. False where it cannot be: then nothing is served until one that can.
static bool build(served *c, const void *words)
{
    tac_part_setup setup;
    memcpy(&setup, words, sizeof setup);
    c->built = tac_apart_built(0, &setup, sizeof setup);
    memcpy(setup.table, c->of, sizeof c->of);
    free(c->memory);
    c->memory = built_of(c, &setup);
    c->setup = c->memory ? setup : (tac_part_setup){.n = 0};
    return c->memory != NULL;
}

static served *new_channel(const tac_part_table *object)
{
    served *c = calloc(1, sizeof *c);
    size_t n = object->n_state, each = 2 * n + 3 * TAC_PART_MOST_VALUES;
    double *number = calloc(TAC_PART_MOST_ALIKE * each, sizeof *number);
    if (!c || !number) {
        free(c);
        free(number);
        return NULL;
    }
    c->object = object;
    c->number = number;
    for (int k = 0; k < TAC_PART_MOST_ALIKE; k++, number += each) {
        c->own[k] = (tac_part_own){.from = number,
                                   .to = number + n,
                                   .input = number + 2 * n,
                                   .output = number + 2 * n + 2 * TAC_PART_MOST_VALUES};
    }
    return c;
}

// The objects of a channel, as many as stand there; false where one is not here.
static bool find_objects(const tac_apart_server *s, const tac_apart_channel *from,
                         const tac_part_table *of[TAC_PART_MOST_ALIKE])
{
    static const uint64_t none[2];
    uint64_t hash[TAC_PART_MOST_ALIKE][2];
    memcpy(hash, from->hash, sizeof hash);
    bool all = true, ends = false; // with the first that is none
    for (int k = 0; k < TAC_PART_MOST_ALIKE; k++) {
        ends = ends || (k > 0 && memcmp(hash[k], none, sizeof none) == 0);
        of[k] = ends ? NULL : find_object(s, hash[k]);
        all = all && (ends || (of[k] && of[k]->bodies && tac_part_is_like(of[0], of[k])));
    }
    return all;
}

// Finds the objects of a channel that has come. What was asked before is not answered.
static bool add_channel(tac_apart_server *s, tac_apart_channel *from)
{
    const tac_part_table *of[TAC_PART_MOST_ALIKE];
    if (!find_objects(s, from, of)) {
        s->wrong =
            "has sub-models of an object that was not named here, or of another version of it";
        return false;
    }
    served *c = new_channel(of[0]);
    if (!c) {
        s->wrong = "not enough memory";
        return false;
    }
    memcpy(c->of, of, sizeof of);
    s->channel[s->n_channel++] = c;
    return true;
}

static void mark(served *c, tac_apart_marked *m)
{
    c->built = tac_apart_built(c->built, m, sizeof *m);
    c->object->bodies->mark(c->memory, (tac_part_marking)m->what, m->number);
}

// What others served before: setup and marks again, in their order.
static bool take_over(tac_apart_server *s, tac_apart_channel *from)
{
    if (!add_channel(s, from)) {
        return false;
    }
    served *c = s->channel[s->n_channel - 1];
    c->number_served = atomic_load_explicit(&from->asked, memory_order_acquire);
    uint64_t n = atomic_load_explicit(&from->n_mark, memory_order_acquire);
    if (c->number_served == 0) {
        return true; // to be built by its first question
    }
    if (!build(c, &from->setup)) {
        s->wrong = "its sub-models cannot be built here";
        return false;
    }
    for (uint64_t i = 0; i < n && i < TAC_APART_MARKS; i++) {
        tac_apart_marked m = from->mark[i];
        mark(c, &m);
    }
    return true;
}

// ---- answers ---------------------------------------------------------------------------------------

// Words of a question behind what comes before it; -1 for one that is none.
static int words_asked(uint64_t question)
{
    static const int n[TAC_APART_QUESTIONS] = {[TAC_APART_INIT] = (int)(sizeof(tac_part_setup) / 8),
                                               [TAC_APART_MARK] =
                                                   (int)(sizeof(tac_apart_marked) / 8),
                                               [TAC_APART_UP] = 1,
                                               [TAC_APART_DOWN] = WORDS_OF_DOWN};
    return question < TAC_APART_QUESTIONS ? n[question] : -1;
}

static uint64_t words_of_begin(const served *c)
{
    return (uint64_t)c->setup.n * (c->object->n_state + 2 * c->object->n_input) + TAC_PART_BODY +
           TAC_APART_WHEN;
}

// Copies a question, and says whether it is one.
static bool read_question(const tac_apart_server *s, served *c, const tac_apart_channel *from)
{
    tac_apart_message *q = &c->question;
    memcpy(q, &from->question, offsetof(tac_apart_message, word));
    if (q->n > TAC_APART_WORDS) {
        return false;
    }
    memcpy(q->word, from->question.word, q->n * sizeof *q->word);
    uint64_t question = q->what & 15;
    int own = words_asked(question);
    uint64_t n = own < 0 ? UINT64_MAX : (uint64_t)own;
    n += q->what & TAC_APART_WITH_BEGIN ? words_of_begin(c) : 0;
    n += q->what & TAC_APART_WITH_DOWN ? WORDS_OF_DOWN : 0;
    n += q->what & TAC_APART_WITH_MOVE ? TAC_PART_MOTION : 0;
    return own >= 0 && q->n == n && q->what < 2 * TAC_APART_WITH_MOVE &&
           q->number == c->number_served && q->epoch == s->epoch &&
           q->sum == tac_apart_sum(q, q->n) && (c->memory || q->what == TAC_APART_INIT);
}

static void begin(tac_apart_server *s, served *c, const uint64_t *word)
{
    const tac_part_table *o = c->object;
    int64_t when[TAC_APART_WHEN];
    double carrier[TAC_PART_BODY];
    for (int k = 0; k < c->setup.n; k++) {
        memcpy((double *)c->own[k].from, word, o->n_state * sizeof(double));
        memcpy((double *)c->own[k].input, word + o->n_state, 2 * o->n_input * sizeof(double));
        word += o->n_state + 2 * o->n_input;
    }
    memcpy(carrier, word, sizeof carrier);
    memcpy(when, word + TAC_PART_BODY, sizeof when);
    c->starts = when[1] != 0;
    int64_t now = tac_now_ns(), left = tac_since(now, when[3]);
    s->missed = 0;
    s->due = left > 0 && left < 2 * s->period_ns ? when[3] : now; // a word that may be wrong
    o->bodies->begin(c->memory, c->own, carrier, when[0], c->starts);
}

// What does not fit is left out: the answer is then too short, which whoever asked sees.
static void put(served *c, const void *from, size_t bytes)
{
    uint64_t n = bytes / sizeof *c->answer.word;
    if (n <= TAC_APART_WORDS - c->answer.n) {
        memcpy(c->answer.word + c->answer.n, from, bytes);
        c->answer.n += n;
    }
}

static void answer_init(served *c, const uint64_t *word)
{
    const uint64_t good = build(c, word);
    put(c, &good, sizeof good);
}

static void answer_mark(served *c, const uint64_t *word)
{
    tac_apart_marked m;
    memcpy(&m, word, sizeof m);
    mark(c, &m);
    put(c, m.number, sizeof m.number);
}

static void answer_first(served *c)
{
    c->object->bodies->first(c->memory, c->own);
    for (int k = 0; k < c->setup.n; k++) {
        put(c, c->own[k].to, c->object->n_state * sizeof(double));
    }
}

static void answer_up(served *c, const uint64_t *word)
{
    tac_part_solve solve = (tac_part_solve)(word[0] % TAC_PART_SOLVES);
    tac_apart_piece piece[TAC_APART_PIECES];
    c->object->bodies->up(c->memory, solve, &c->up);
    int n = tac_apart_pieces_up(&c->setup, solve, c->starts, piece);
    for (int i = 0; i < n; i++) {
        put(c, (const char *)&c->up + piece[i].at, (size_t)piece[i].n * sizeof(uint64_t));
    }
}

static void down(const served *c, const uint64_t *word, tac_part_down *to)
{
    double scale, x[6];
    tac_part_solve solve = (tac_part_solve)(word[0] % TAC_PART_SOLVES);
    memcpy(&scale, word + 2, sizeof scale);
    memcpy(x, word + 3, sizeof x);
    c->object->bodies->down(c->memory, solve, word[1] != 0, scale, x, to);
}

static void answer_end(served *c)
{
    tac_part_result result = {.code = 0}; // likewise
    c->object->bodies->end(c->memory, c->own, &result);
    put(c, &result, sizeof result);
    for (int k = 0; k < c->setup.n; k++) {
        put(c, c->own[k].to, c->object->n_state * sizeof(double));
        put(c, c->own[k].output, c->object->n_output * sizeof(double));
    }
}

static void answer(tac_apart_server *s, served *c)
{
    const uint64_t *word = c->question.word;
    uint64_t what = c->question.what;
    if (what & TAC_APART_WITH_BEGIN) {
        begin(s, c, word);
        word += words_of_begin(c);
    }
    tac_part_down solved = {.turn = 0.0};
    if (what & TAC_APART_WITH_DOWN) {
        down(c, word, &solved);
        word += WORDS_OF_DOWN;
    }
    if (what & TAC_APART_WITH_MOVE) {
        double motion[TAC_PART_MOTION];
        memcpy(motion, word, sizeof motion);
        c->object->bodies->move(c->memory, motion);
        word += TAC_PART_MOTION;
    }
    c->answer.n = 0;
    c->in_step = (what & 15) != TAC_APART_END;
    switch (what & 15) {
    case TAC_APART_INIT:
        answer_init(c, word);
        break;
    case TAC_APART_MARK:
        answer_mark(c, word);
        break;
    case TAC_APART_FIRST:
        answer_first(c);
        break;
    case TAC_APART_UP:
        answer_up(c, word);
        break;
    case TAC_APART_DOWN:
        down(c, word, &solved);
        put(c, &solved, sizeof solved);
        break;
    case TAC_APART_END:
        answer_end(c);
        s->steps += c == s->channel[0];
        break;
    }
}

static void send(const tac_apart_server *s, served *c, tac_apart_channel *to)
{
    tac_apart_message *a = &c->answer;
    a->number = c->question.number;
    a->epoch = s->epoch;
    a->what = c->question.what & 15;
    a->built = c->built;
    a->sum = tac_apart_sum(a, a->n);
    memcpy(&to->answer, a, offsetof(tac_apart_message, word) + a->n * sizeof *a->word);
    atomic_store_explicit(&to->answered, a->number, memory_order_release);
}

// Answers what was asked on a channel; whether something was.
static bool look_at(tac_apart_server *s, uint64_t k)
{
    served *c = s->channel[k];
    tac_apart_channel *channel = &s->segment->channel[k];
    uint64_t asked = atomic_load_explicit(&channel->asked, memory_order_acquire);
    if (asked == c->number_served) {
        return false;
    }
    c->number_served = asked;
    if (read_question(s, c, channel)) {
        answer(s, c);
        send(s, c, channel);
    } else {
        s->bad++;
    }
    return true;
}

// ---- waiting -------------------------------------------------------------------------------------

// Where nothing was asked: sleeps until the next step, or waits for the next question of this one.
static void rest(tac_apart_server *s, int64_t now)
{
    bool in_step = false;
    for (uint64_t k = 0; k < s->n_channel; k++) {
        in_step = in_step || s->channel[k]->in_step;
    }
    // within a step the next question is due at once, though the next step is not
    int64_t since = in_step || s->asked > s->due ? s->asked : s->due;
    int64_t next = s->due - EARLY_NS, waited = now - since;
    if (!in_step && now < next - NAP_NS) {
        (void)tac_wait_until(&tac_real_clock, next, 0, 0);
    } else if (waited > AWAKE_NS && !in_step && s->missed < AGAIN) { // one that was skipped
        s->due += s->period_ns;
        s->missed++;
    } else if (waited > AWAKE_NS) {
        (void)tac_wait_until(&tac_real_clock, now + NAP_NS, 0, 0);
    } else if (waited > ALONE_NS) {
        (void)sched_yield();
    }
}

static bool lives(const tac_apart_server *s)
{
    struct stat about;
    return fstat(s->file, &about) == 0 && about.st_nlink > 0 && tac_apart_runs(s->file);
}

// What is left of a page that was cut reads as zero, and hits no guard.
static bool is_cut_off(const tac_apart_server *s)
{
    struct stat about;
    return tac_guard_hit(s->segment) ||
           (fstat(s->file, &about) == 0 && (uint64_t)about.st_size != sizeof *s->segment);
}

bool tac_apart_serve(tac_apart_server *s, const _Atomic int *stop, tac_diag *diag)
{
    unsigned before = tac_set_float_mode();
    int64_t looked = tac_now_ns();
    unsigned idle = 0;
    bool asked = true; // since the clock was read
    while (!atomic_load_explicit(stop, memory_order_relaxed) && !s->wrong) {
        bool any = false;
        uint64_t there = atomic_load_explicit(&s->segment->n_channel, memory_order_acquire);
        while (s->n_channel < there && s->n_channel < TAC_APART_CHANNELS &&
               add_channel(s, &s->segment->channel[s->n_channel])) {
        }
        for (uint64_t k = 0; k < s->n_channel; k++) {
            any = look_at(s, k) || any;
        }
        asked = asked || any;
        if (any || ++idle % 16 != 0) {
            tac_pause();
            continue;
        }
        int64_t now = tac_now_ns();
        s->asked = asked ? now : s->asked;
        asked = false;
        if (now - looked > LOOK_NS) {
            looked = now;
            if (!lives(s)) {
                break;
            }
            if (is_cut_off(s)) {
                s->wrong = "its segment was cut off";
            }
        } else {
            rest(s, now);
        }
    }
    tac_restore_float_mode(before);
    return !s->wrong || tac_diag_say(diag, "instance '%s': %s", TAC_SHOWN(s->instance), s->wrong);
}

bool tac_apart_was_left_over(const tac_apart_server *s)
{
    struct stat about;
    bool replaced = fstat(s->file, &about) == 0 && about.st_nlink == 0;
    return replaced && s->steps == 0 && s->bad == 0 && tac_apart_runs_under(s->name);
}

void tac_apart_served(const tac_apart_server *s, int64_t *steps, int64_t *bad)
{
    *steps = s->steps;
    *bad = s->bad;
}

tac_apart_place tac_apart_where(const tac_apart_server *s)
{
    return s->place;
}

// ---- coming and going ----------------------------------------------------------------------------

// Whether what the rig gives the process is all here: before the executive asks.
static bool has_objects(const tac_apart_server *s, tac_diag *diag)
{
    for (int64_t i = 0; i < s->segment->n_object && i < TAC_APART_OBJECTS; i++) {
        tac_apart_object o;
        memcpy(&o, &s->segment->object[i], sizeof o);
        o.path[sizeof o.path - 1] = '\0';
        if (!find_object(s, o.hash)) {
            return tac_diag_say(diag,
                                "instance '%s': the process has sub-models of '%s', of hash "
                                "%016" PRIx64 "%016" PRIx64
                                ", and none of the files named here is that object",
                                TAC_SHOWN(s->instance), TAC_SHOWN(o.path), o.hash[0], o.hash[1]);
        }
    }
    return true;
}

static uint64_t fresh_epoch(void)
{
    uint64_t epoch = 0;
    while (epoch == 0) {
        if (getrandom(&epoch, sizeof epoch, 0) != (ssize_t)sizeof epoch) {
            epoch = (uint64_t)tac_now_ns();
        }
    }
    return epoch;
}

tac_apart_meeting tac_apart_attach(tac_apart_server **to, const char *instance, const char *process,
                                   const tac_part_file *object, int n, tac_diag *diag)
{
    char kind[TAC_PROCESS_NAME + 8];
    tac_apart_server *s = calloc(1, sizeof *s);
    *to = s;
    if (!s) {
        (void)tac_diag_say_memory(diag, "not enough memory");
        return TAC_APART_REFUSED;
    }
    s->object = object;
    s->n_object = n;
    s->file = -1;
    snprintf(s->instance, sizeof s->instance, "%s", instance);
    snprintf(kind, sizeof kind, "%s.part", process);
    tac_shared_name(instance, kind, s->name);
    tac_apart_meeting met = tac_apart_open_segment(s->name, &s->file, &s->segment, diag);
    if (met != TAC_APART_MET) {
        return met;
    }
    s->period_ns = s->segment->period_ns;
    if (s->period_ns < 1000 || s->period_ns > 60 * NS_PER_S) {
        (void)tac_diag_say(diag, "%s%s is damaged; start the executive again", TAC_IO_FOLDER,
                           TAC_SHOWN(s->name));
        return TAC_APART_REFUSED;
    }
    if (!has_objects(s, diag)) {
        return TAC_APART_REFUSED;
    }
    s->place = tac_apart_choose_place(
        s->segment->core,
        s->segment->n_core); // before there is an epoch, from which on the executive waits
    unsigned before = tac_set_float_mode();
    uint64_t there = atomic_load_explicit(&s->segment->n_channel, memory_order_acquire);
    while (s->n_channel < there && s->n_channel < TAC_APART_CHANNELS && !s->wrong) {
        (void)take_over(s, &s->segment->channel[s->n_channel]);
    }
    tac_restore_float_mode(before);
    if (s->wrong) {
        (void)tac_diag_say(diag, "instance '%s': %s", TAC_SHOWN(instance), s->wrong);
        return TAC_APART_REFUSED;
    }
    s->epoch = fresh_epoch();
    atomic_store_explicit(&s->segment->epoch, s->epoch, memory_order_release);
    return TAC_APART_MET;
}

void tac_apart_leave(tac_apart_server *s)
{
    if (!s) {
        return;
    }
    if (s->segment && s->epoch != 0) {
        uint64_t own = s->epoch;
        (void)atomic_compare_exchange_strong_explicit(&s->segment->epoch, &own, 0,
                                                      memory_order_release, memory_order_relaxed);
    }
    if (s->segment) {
        tac_guard_remove(s->segment);
        munmap(s->segment, sizeof *s->segment);
    }
    if (s->file >= 0) {
        close(s->file);
    }
    for (uint64_t k = 0; k < s->n_channel; k++) {
        free(s->channel[k]->memory);
        free(s->channel[k]->number);
        free(s->channel[k]);
    }
    free(s);
}

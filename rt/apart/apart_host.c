#include "apart_host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "apart_layout.h"
#include "exchange/segment.h"
#include "instance/shared_file.h"
#include "known_parts.h"
#include "printable.h"
#include "system/clock.h"
#include "system/fail.h"
#include "system/mapping_guard.h"
#include "system/stop_signal.h"

#define COME_NS INT64_C(60000000000)     // for a process to come
#define PATIENCE_NS INT64_C(10000000000) // for an answer before t = 0
#define NAP_NS 50000

typedef struct peer peer;

// A channel, with the questions that wait for the next one that has an answer.
typedef struct compound {
    peer *of;
    tac_apart_channel *channel;
    const tac_part_table *object; // as loaded here, for its counts
    tac_part_setup setup;
    int n;           // sub-models
    int starts;      // a start is under way
    uint64_t number; // of the last question
    uint64_t what;   // what comes before the next one
    uint64_t n_word, n_mark;
    uint64_t built;             // of what it has to be
    tac_apart_message question; // put together here, and what came back
    tac_apart_message answer;
} compound;

// A table in place of that of an object, for those of its sub-models that the process has.
typedef struct stand_in {
    tac_part_table table;
    peer *of;
    const tac_model_part *model_part;
    const tac_part_table *object;
} stand_in;

struct peer {
    tac_apart_processes *all;
    const tac_process_options *options;
    tac_apart_segment *segment;
    int file;
    compound *compound[TAC_APART_CHANNELS];
    stand_in stand_in[TAC_MAX_PROCESS_PARTS];
    int n_compound, n_stand_in;
    uint64_t epoch;        // of the process that is asked in this step
    _Atomic uint64_t gone; // epoch of one that was found to live no more
    _Atomic int fault;     // of this step
    int64_t count[TAC_APART_FAULTS];
};

struct tac_apart_processes {
    const char *instance;
    peer process[TAC_MAX_PROCESSES];
    int n;
    bool in_time;        // no patience any more
    int64_t step_begin;  // ns
    _Atomic int trouble; // of the last step: process and fault in one number
};

// ---- questions -----------------------------------------------------------------------------------

static bool fail(peer *p, tac_apart_fault fault)
{
    int well = TAC_APART_WELL;
    // relaxed: read by who makes the step, after all of it
    (void)atomic_compare_exchange_strong_explicit(&p->fault, &well, (int)fault,
                                                  memory_order_relaxed, memory_order_relaxed);
    return false;
}

static bool has_failed(const peer *p)
{
    return atomic_load_explicit(&p->fault, memory_order_relaxed) != TAC_APART_WELL;
}

static void nap(void)
{
    const struct timespec time = {0, NAP_NS};
    (void)nanosleep(&time, NULL);
}

static bool is_answered(const compound *c)
{
    return atomic_load_explicit(&c->channel->answered, memory_order_acquire) == c->number;
}

static bool wait_in_time(const compound *c)
{
    const peer *p = c->of;
    int64_t limit = p->all->step_begin + p->options->wait_ns;
    for (unsigned n = 1; !is_answered(c); n++) {
        if (n % 32 == 0 && tac_now_ns() > limit) {
            return is_answered(c);
        }
        tac_pause();
    }
    return true;
}

static bool wait_with_patience(const compound *c)
{
    int64_t limit = tac_now_ns() + PATIENCE_NS;
    while (!is_answered(c) && tac_now_ns() < limit && tac_stop_signal() == 0 &&
           atomic_load_explicit(&c->of->segment->epoch, memory_order_relaxed) == c->of->epoch) {
        nap();
    }
    return is_answered(c);
}

static void add_words(compound *c, const void *from, size_t bytes)
{
    memcpy(c->question.word + c->n_word, from, bytes);
    c->n_word += bytes / sizeof(uint64_t);
}

static void send(compound *c, tac_apart_question what)
{
    tac_apart_message *q = &c->question;
    c->number++;
    q->number = c->number;
    q->epoch = c->of->epoch;
    q->what = c->what | (uint64_t)what;
    q->n = c->n_word;
    q->built = 0;
    q->sum = tac_apart_sum(q, q->word, q->n);
    memcpy(&c->channel->question, q, offsetof(tac_apart_message, word) + q->n * sizeof *q->word);
    atomic_store_explicit(&c->channel->asked, c->number, memory_order_release);
    c->what = c->n_word = 0;
}

// Asks what was put together and waits for an answer of so many bytes, which is whole or none.
static bool ask(compound *c, tac_apart_question what, size_t bytes)
{
    peer *p = c->of;
    tac_apart_message *a = &c->answer;
    uint64_t n = bytes / sizeof(uint64_t);
    if (has_failed(p)) {
        c->what = c->n_word = 0;
        return false;
    }
    send(c, what);
    if (!(p->all->in_time ? wait_in_time(c) : wait_with_patience(c))) {
        bool stays = atomic_load_explicit(&p->segment->epoch, memory_order_relaxed) == p->epoch;
        return fail(p, stays ? TAC_APART_LATE : TAC_APART_GONE);
    }
    memcpy(a, &c->channel->answer, offsetof(tac_apart_message, word) + bytes);
    bool good = a->number == c->number && a->epoch == p->epoch && a->what == (uint64_t)what &&
                a->n == n && a->built == c->built && a->sum == tac_apart_sum(a, a->word, n);
    return good || fail(p, TAC_APART_GARBAGE);
}

// ---- functions of a table -----------------------------------------------------------------------

static compound *of_memory(void *memory)
{
    return *(compound **)memory;
}

static uint64_t size(const tac_part_setup *setup)
{
    (void)setup;
    return sizeof(compound *);
}

// A new one; NULL where there is no more place or memory.
static compound *add_compound(stand_in *s, const tac_part_setup *setup)
{
    peer *p = s->of;
    bool fits = p->n_compound < TAC_APART_CHANNELS && tac_apart_fits(s->object, setup->n);
    compound *c = fits ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        (void)(fits || fail(p, TAC_APART_LARGE));
        return NULL;
    }
    c->of = p;
    c->object = s->object;
    c->n = setup->n;
    c->setup = *setup;
    c->channel = &p->segment->channel[p->n_compound];
    memcpy(c->channel->hash, s->model_part->known.hash, sizeof c->channel->hash);
    memcpy(&c->channel->setup, setup, sizeof *setup); // with what lies between members
    c->built = tac_apart_built(0, setup, sizeof *setup);
    p->compound[p->n_compound++] = c;
    atomic_store_explicit(&p->segment->n_channel, (uint64_t)p->n_compound, memory_order_release);
    return c;
}

static bool has_come(peer *p)
{
    // acquire: what it prepared is there
    p->epoch = atomic_load_explicit(&p->segment->epoch, memory_order_acquire);
    return p->epoch != 0;
}

static bool wait_for(peer *p)
{
    char text[512];
    int64_t begin = tac_now_ns();
    bool said = false;
    while (!has_come(p) && tac_now_ns() - begin < COME_NS && tac_stop_signal() == 0) {
        if (!said) {
            tac_apart_describe(p->all, (int)(p - p->all->process), TAC_APART_GONE, text,
                               sizeof text);
            fprintf(stderr, "tactus: %s\n", text);
            said = true;
        }
        nap();
    }
    return p->epoch != 0 || fail(p, TAC_APART_GONE);
}

static int init(const tac_part_setup *setup, void *memory)
{
    stand_in *s = (stand_in *)(void *)setup->table; // the table is its first member
    compound *c = add_compound(s, setup);
    *(compound **)memory = c;
    if (!c || has_failed(c->of) || !wait_for(c->of)) {
        return 0;
    }
    add_words(c, setup, sizeof *setup);
    return ask(c, TAC_APART_INIT, sizeof(uint64_t)) && c->answer.word[0] == 1;
}

static void mark(void *memory, tac_part_marking what, double number[2])
{
    compound *c = of_memory(memory);
    tac_apart_marked *m = &c->channel->mark[c->n_mark];
    if (c->n_mark == TAC_APART_MARKS) {
        (void)fail(c->of, TAC_APART_LARGE);
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
    compound *c = of_memory(memory);
    size_t one = c->object->n_state * sizeof(double);
    bool good = ask(c, TAC_APART_FIRST, (size_t)c->n * one);
    for (int k = 0; k < c->n; k++) {
        memset(own[k].to, 0, one);
        if (good) {
            memcpy(own[k].to, c->answer.word + (size_t)k * c->object->n_state, one);
        }
    }
}

// Of the last question, which was not waited for any longer: a process that is still at it is not asked the next one.
static bool is_free(compound *c)
{
    const tac_apart_message *q = &c->question;
    return c->number == 0 || q->epoch != c->of->epoch || is_answered(c) || wait_in_time(c) ||
           fail(c->of, TAC_APART_LATE);
}

static void begin(void *memory, const tac_part_own *own, const double carrier[TAC_PART_BODY],
                  int64_t step, int starts)
{
    compound *c = of_memory(memory);
    const int64_t when[TAC_APART_WHEN] = {step, starts, c->of->all->step_begin};
    c->starts = starts;
    if (c->what != 0) { // in the order in which it was said
        (void)ask(c, TAC_APART_NOTHING, 0);
    }
    if (has_failed(c->of) || !is_free(c)) {
        return;
    }
    c->what = TAC_APART_WITH_BEGIN;
    for (int k = 0; k < c->n; k++) {
        add_words(c, own[k].from, c->object->n_state * sizeof(double));
        add_words(c, own[k].input, c->object->n_input * sizeof(double));
    }
    add_words(c, carrier, TAC_PART_BODY * sizeof *carrier);
    add_words(c, when, sizeof when);
}

// Asks for pieces of a struct.
static void ask_pieces(compound *c, tac_apart_question what, const tac_apart_piece *piece, int n,
                       void *to)
{
    size_t bytes = 0;
    for (int i = 0; i < n; i++) {
        bytes += (size_t)piece[i].n * sizeof(uint64_t);
    }
    const uint64_t *word = c->answer.word;
    bool good = ask(c, what, bytes);
    for (int i = 0; i < n && good; i++) {
        memcpy((char *)to + piece[i].at, word, (size_t)piece[i].n * sizeof *word);
        word += piece[i].n;
    }
}

static void up(void *memory, tac_part_solve solve, tac_part_up *to)
{
    compound *c = of_memory(memory);
    tac_apart_piece piece[TAC_APART_PIECES];
    const int64_t what = (int64_t)solve;
    add_words(c, &what, sizeof what);
    *to = (tac_part_up){.told = {0.0}};
    ask_pieces(c, TAC_APART_UP, piece, tac_apart_pieces_up(&c->setup, solve, c->starts, piece), to);
}

static void down(void *memory, tac_part_solve solve, int is_last, double scale, const double x[6],
                 tac_part_down *to)
{
    compound *c = of_memory(memory);
    const int64_t what[2] = {(int64_t)solve, is_last};
    add_words(c, what, sizeof what);
    add_words(c, &scale, sizeof scale);
    add_words(c, x, 6 * sizeof *x);
    tac_apart_piece piece[TAC_APART_PIECES];
    *to = (tac_part_down){.told = {0.0}};
    ask_pieces(c, TAC_APART_DOWN, piece, tac_apart_pieces_down(&c->setup, solve, c->starts, piece),
               to);
}

// Said with the next question; one that was not asked yet is replaced.
static void move(void *memory, const double motion[TAC_PART_MOTION])
{
    compound *c = of_memory(memory);
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
    compound *c = of_memory(memory);
    size_t n_state = c->object->n_state, n_output = c->object->n_output;
    size_t bytes = sizeof *result + (size_t)c->n * (n_state + n_output) * sizeof(double);
    *result = (tac_part_result){.code = TAC_PART};
    if (!ask(c, TAC_APART_END, bytes)) {
        return;
    }
    memcpy(result, c->answer.word, sizeof *result);
    const uint64_t *word = c->answer.word + sizeof *result / sizeof *word;
    for (int k = 0; k < c->n; k++, word += n_state + n_output) {
        memcpy(own[k].to, word, n_state * sizeof(double));
        memcpy(own[k].output, word + n_state, n_output * sizeof(double));
    }
}

_Static_assert(sizeof(tac_part_up) % 8 == 0 && sizeof(tac_part_down) % 8 == 0 &&
                   sizeof(tac_part_result) % 8 == 0 && sizeof(tac_part_setup) % 8 == 0,
               "messages are words");

static const tac_part_bodies functions = {size, init, mark, first, begin, up, down, move, end};

// ---- making --------------------------------------------------------------------------------------

static void name_segment(const tac_apart_processes *a, const peer *p, char out[TAC_SHARED_NAME])
{
    char kind[TAC_APART_NAME + 8];
    snprintf(kind, sizeof kind, "%s.part", p->options->name);
    tac_shared_name(a->instance, kind, out);
}

static bool make_segment(peer *p, const tac_rig_file *rig, tac_diag *diag)
{
    char name[TAC_SHARED_NAME], slash[TAC_SHARED_NAME + 1];
    tac_new_segment made;
    name_segment(p->all, p, name);
    snprintf(slash, sizeof slash, "/%s", name);
    tac_apart_segment *s = tac_segment_create(slash, sizeof *s, 0660, &made);
    if (!s) {
        return tac_diag_say_errno(diag, errno, "process '%s': no shared memory: %s",
                                  p->options->name, strerror(errno));
    }
    p->segment = s;
    p->file = made.file;
    s->size = sizeof *s;
    s->period_ns = rig->period_ns;
    s->margin_ns = rig->margin_ns;
    s->substeps = rig->substeps;
    snprintf(s->instance, sizeof s->instance, "%s", p->all->instance);
    snprintf(s->process, sizeof s->process, "%s", p->options->name);
    s->magic = TAC_APART_MAGIC;
    if (!tac_shared_put(made.fresh, name, diag)) {
        (void)tac_shared_remove(made.fresh);
        return false;
    }
    return true;
}

// One for all sub-models of an object that a process has: so they are a compound as they would be here.
static const tac_part_table *stand_in_for(peer *p, const tac_part_table *object,
                                          const tac_model_part *model_part)
{
    for (int i = 0; i < p->n_stand_in; i++) {
        if (p->stand_in[i].object == object) {
            return &p->stand_in[i].table;
        }
    }
    stand_in *s = &p->stand_in[p->n_stand_in++];
    *s = (stand_in){*object, p, model_part, object};
    s->table.bodies = &functions;
    return &s->table;
}

static void put_tables(peer *p, tac_model_file *model)
{
    tac_part_desc *part = (tac_part_desc *)(void *)model->desc.part; // the file's own
    for (int i = 0; i < p->options->n_part; i++) {
        int k = p->options->part[i];
        part[k].table = stand_in_for(p, part[k].table, &tac_model_file_parts(model)[k]);
    }
}

bool tac_apart_open(tac_apart_processes **to, const tac_rig_file *rig, tac_model_file *model,
                    tac_diag *diag)
{
    tac_apart_processes *a = rig->n_process > 0 ? calloc(1, sizeof *a) : NULL;
    *to = a;
    if (!a) {
        return rig->n_process == 0 || tac_diag_say_memory(diag, "not enough memory for processes");
    }
    a->instance = rig->name;
    bool good = true;
    for (; a->n < rig->n_process && good; a->n++) {
        peer *p = &a->process[a->n];
        p->all = a;
        p->options = &rig->process[a->n];
        good = make_segment(p, rig, diag);
        if (good) {
            put_tables(p, model);
        }
    }
    return good;
}

void tac_apart_close(tac_apart_processes *a)
{
    for (int i = 0; a && i < a->n; i++) {
        peer *p = &a->process[i];
        char name[TAC_SHARED_NAME];
        if (p->segment) {
            name_segment(a, p, name);
            (void)tac_shared_remove(name);
            tac_guard_remove(p->segment);
            munmap(p->segment, sizeof *p->segment);
            close(p->file);
        }
        for (int k = 0; k < p->n_compound; k++) {
            free(p->compound[k]);
        }
    }
    free(a);
}

// ---- steps -----------------------------------------------------------------------------------------

void tac_apart_go(tac_apart_processes *a)
{
    if (a) {
        a->in_time = true;
        for (int i = 0; i < a->n; i++) {
            memset(a->process[i].count, 0, sizeof a->process[i].count);
        }
        tac_apart_begin_step(a);
    }
}

// One that came since the last step has all that it needs, from the beginning of a step on and not before; one that lives
// no more is not asked.
static void meet(peer *p)
{
    atomic_store_explicit(&p->fault, TAC_APART_WELL, memory_order_relaxed);
    if (!has_come(p) || p->epoch == atomic_load_explicit(&p->gone, memory_order_relaxed)) {
        (void)fail(p, TAC_APART_GONE);
    }
}

void tac_apart_begin_step(tac_apart_processes *a)
{
    for (int i = 0; a && i < a->n; i++) {
        meet(&a->process[i]);
    }
    if (a) {
        a->step_begin = tac_now_ns();
    }
}

tac_apart_fault tac_apart_fault_of_step(tac_apart_processes *a, int *process)
{
    for (int i = 0; a && i < a->n; i++) {
        int fault = atomic_load_explicit(&a->process[i].fault, memory_order_relaxed);
        if (fault != TAC_APART_WELL) {
            a->process[i].count[fault]++;
            *process = i;
            atomic_store_explicit(&a->trouble, i * TAC_APART_FAULTS + fault, memory_order_relaxed);
            return (tac_apart_fault)fault;
        }
    }
    if (a) {
        atomic_store_explicit(&a->trouble, TAC_APART_WELL, memory_order_relaxed);
    }
    return TAC_APART_WELL;
}

tac_apart_fault tac_apart_trouble(const tac_apart_processes *a, int *process)
{
    int trouble = a ? atomic_load_explicit(&a->trouble, memory_order_relaxed) : 0;
    *process = trouble / TAC_APART_FAULTS;
    return (tac_apart_fault)(trouble % TAC_APART_FAULTS);
}

// Whoever serves holds a lock on the first byte as long as it lives.
static bool is_served(const peer *p)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    return fcntl(p->file, F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

void tac_apart_look(tac_apart_processes *a)
{
    for (int i = 0; a && i < a->n; i++) {
        peer *p = &a->process[i];
        uint64_t epoch = atomic_load_explicit(&p->segment->epoch, memory_order_acquire);
        if (epoch != 0 && !is_served(p)) {
            atomic_store_explicit(&p->gone, epoch, memory_order_relaxed);
        }
    }
}

// ---- words -----------------------------------------------------------------------------------------

bool tac_apart_blame(const tac_apart_processes *a, tac_diag *diag)
{
    for (int i = 0; a && i < a->n; i++) {
        int fault = atomic_load_explicit(&a->process[i].fault, memory_order_relaxed);
        if (fault != TAC_APART_WELL) {
            char text[512];
            tac_apart_describe(a, i, (tac_apart_fault)fault, text, sizeof text);
            *diag = (tac_diag){0};
            (void)tac_diag_say(diag, "%s", text);
            return true;
        }
    }
    return false;
}

int64_t tac_apart_count(const tac_apart_processes *a, int process, tac_apart_fault fault)
{
    return a && process < a->n ? a->process[process].count[fault] : 0;
}

const char *tac_apart_fault_name(tac_apart_fault fault)
{
    static const char *const names[TAC_APART_FAULTS] = {"well", "gone", "late", "garbage",
                                                        "too large"};
    return fault < TAC_APART_FAULTS ? names[fault] : "unknown";
}

void tac_apart_describe(const tac_apart_processes *a, int process, tac_apart_fault fault, char *out,
                        size_t size)
{
    const tac_process_options *o = a->process[process].options;
    switch (fault) {
    case TAC_APART_GONE:
        snprintf(out, size, "the process '%s' is not there; start it: tactus part %s %s FILE...",
                 TAC_SHOWN(o->name), TAC_SHOWN(a->instance), TAC_SHOWN(o->name));
        break;
    case TAC_APART_LATE:
        snprintf(out, size,
                 "the process '%s' did not answer within %g us of the step's start; give it a core "
                 "of its own, or "
                 "raise 'wait'",
                 TAC_SHOWN(o->name), (double)o->wait_ns * 1e-3);
        break;
    case TAC_APART_LARGE:
        snprintf(out, size,
                 "the process '%s' has sub-models with too many bodies; give it fewer of them, or "
                 "take them here",
                 TAC_SHOWN(o->name));
        break;
    default:
        snprintf(out, size,
                 "the process '%s' gives answers that are none; see who else writes its segment, "
                 "and start it "
                 "again",
                 TAC_SHOWN(o->name));
    }
}

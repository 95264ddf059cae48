#include "replay.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/progress.h"
#include "halved.h"
#include "log/capture.h"
#include "log/format.h"
#include "log/layout.h"
#include "log/signals.h"
#include "log/solver_plan.h"
#include "system/clock.h"

typedef struct replay {
    tac_log *log;
    const tac_replay_options *o;
    tac_replay_result *r;
    tac_simulation sim;
    tac_stepper stepper;
    tac_halved halved;
    tac_log_layout layout;
    tac_log_block block; // being replayed
    int64_t step;        // of the log
    uint64_t *initial;   // state that a reset puts back                     (n_state)
    double *tolerance;   // of every word, by value only                      (n_state)
    int pending;         // diverged, values still to be found
    int done;
} replay;

static void unusable(replay *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void unusable(replay *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(p->r->why, sizeof p->r->why, format, list);
    va_end(list);
    p->r->verdict = TAC_REPLAY_UNUSABLE;
    p->done = 1;
}

static size_t n_state(const replay *p)
{
    return p->log->header.shape.n_state;
}

// ---- differences ---------------------------------------------------------------------------------

static void describe(replay *p, size_t word, uint64_t recorded, uint64_t replayed)
{
    tac_replay_difference *d = &p->r->difference;
    tac_log_layout_name(&p->layout, word, d->signal, sizeof d->signal, &d->whole);
    d->step = p->step;
    d->recorded = recorded;
    d->replayed = replayed;
}

static void diverge(replay *p)
{
    if (p->r->verdict == TAC_REPLAY_IDENTICAL) {
        p->r->verdict = TAC_REPLAY_DIVERGED;
        p->r->step = p->step;
        p->r->checkpoint = p->block.first;
    }
}

// Bits of the recorded state against those of the own one; fills in the first signal that differs.
static int same_bits(replay *p, const uint64_t *recorded)
{
    const uint64_t *own = p->sim.state.data;
    size_t n = 0;
    for (size_t w = n_state(p); w-- > 0;) {
        if (own[w] != recorded[w]) {
            describe(p, w, recorded[w], own[w]);
            n++;
        }
    }
    p->r->difference.n = n;
    p->r->has_values |= n > 0;
    return n == 0;
}

// Values against tolerances; remembers the largest deviation in multiples of its tolerance.
static void compare_values(replay *p, const uint64_t *recorded)
{
    const uint64_t *own = p->sim.state.data;
    p->r->compared++;
    for (size_t w = 1; w < n_state(p); w++) { // the first word counts steps
        double a = tac_log_real(recorded[w]), b = tac_log_real(own[w]);
        double scale = p->tolerance[w] * fmax(1.0, fabs(a)), deviation = fabs(a - b);
        double multiple = deviation == 0.0 ? 0.0 : deviation / scale;
        if (recorded[w] != own[w] && !(multiple <= p->r->difference.deviation)) {
            describe(p, w, recorded[w], own[w]);
            p->r->difference.deviation = multiple;
            p->r->has_values = 1;
        }
        if (!(multiple <= 1.0) && recorded[w] != own[w]) {
            diverge(p);
        }
    }
}

// ---- records -------------------------------------------------------------------------------------

static void check_step(replay *p, const uint64_t *row)
{
    const tac_log_shape *s = &p->log->header.shape;
    const uint64_t *state = s->full ? row + TAC_LOG_STEP_WORDS + s->n_input : NULL;
    if (p->o->by_value) {
        if (state) {
            compare_values(p, state);
        }
        return;
    }
    p->r->compared += p->pending ? 0 : 1;
    if (p->pending || tac_log_hash(p->sim.state.data, p->sim.state.size) == row[TAC_LOG_AT_HASH]) {
        return;
    }
    diverge(p);
    if (state) {
        same_bits(p, state);
        p->done = 1;
    } else {
        p->pending = 1;
    }
}

static void replay_step(replay *p, const uint64_t *row)
{
    const tac_log_shape *s = &p->log->header.shape;
    if (s->n_input > 0) {
        memcpy(p->sim.input, row + TAC_LOG_STEP_WORDS, 8 * s->n_input);
    }
    int iterations = (int)(uint32_t)row[TAC_LOG_AT_HOW];
    int failed = (row[TAC_LOG_AT_HOW] >> 32 & TAC_LOG_FAILED) != 0;
    tac_status status = tac_stepper_step(&p->stepper, iterations);
    p->step++;
    p->r->last = p->step;
    if (status.code == TAC_OK) {
        (void)tac_doubts_add(&p->r->doubts, &p->sim);
        tac_halved_step(&p->halved, &p->sim);
    }
    if ((status.code != TAC_OK) != failed && !p->pending) {
        diverge(p);
        p->r->refused = failed ? -1 : 1;
        // values are those of this step or of the next checkpoint
        p->done |= s->full || (p->o->by_value && !failed);
        p->pending = !p->done && !p->o->by_value;
    }
    check_step(p, row);
    if (p->o->row && status.code == TAC_OK && p->step >= p->o->from && !p->pending &&
        !p->o->row(p->o->context, &p->sim)) {
        p->r->interrupted = 1;
        p->done = 1;
    }
    p->done |= p->o->until >= 0 && p->step >= p->o->until && !p->pending;
}

static void set_parameter(replay *p, size_t k, uint64_t word)
{
    if (k < p->log->header.shape.n_parameter) {
        tac_parameter which = tac_log_parameter(&p->sim.file->desc, k);
        (void)tac_simulation_tune(&p->sim, which, tac_log_real(word));
        tac_halved_tune(&p->halved, which, tac_log_real(word));
    }
}

static void put_state(replay *p, const uint64_t *word)
{
    tac_doubts_go_on(&p->r->doubts);
    memcpy(p->sim.state.data, word, 8 * n_state(p));
    tac_halved_put(&p->halved, &p->sim);
}

static void replay_event(replay *p, const uint64_t *row)
{
    if (row[0] == TAC_LOG_PARAMETER) {
        set_parameter(p, (size_t)row[1], row[3]);
    } else if (row[0] == TAC_LOG_RESET) {
        put_state(p, p->initial);
    } else if (row[0] == 0 || row[0] >= TAC_LOG_N_EVENT_CODE) {
        unusable(p,
                 "an event of kind %" PRIu64
                 ", which this program does not know, before step %" PRId64,
                 row[0], p->step + 1);
    }
}

static void replay_records(replay *p)
{
    size_t at[TAC_LOG_N_KIND] = {0};
    for (size_t i = 0; i < p->block.n && !p->done; i++) {
        tac_log_kind kind = (tac_log_kind)p->block.kind[i];
        const tac_log_table *t = &p->block.table[kind];
        const uint64_t *row = t->row + at[kind]++ * t->words;
        if (kind == TAC_LOG_STEP) {
            replay_step(p, row);
        } else if (kind == TAC_LOG_EVENT) {
            replay_event(p, row);
        } else if (kind == TAC_LOG_RESTORE) {
            put_state(p, row);
        }
    }
}

// ---- blocks --------------------------------------------------------------------------------------

// State and parameters of the checkpoint with which the block opens.
static void jump(replay *p)
{
    put_state(p, p->block.state);
    for (size_t k = 0; k < p->log->header.shape.n_parameter; k++) {
        set_parameter(p, k, p->block.parameter[k]);
    }
    p->step = p->block.first;
}

static void check_state(replay *p, const uint64_t *recorded)
{
    if (p->o->by_value) {
        compare_values(p, recorded);
    } else if (!same_bits(p, recorded)) {
        diverge(p);
        p->done = 1;
    }
    p->done |= p->pending;
}

// The state in which the recording ended, where it follows from the last block.
static void check_last(replay *p)
{
    const tac_log *l = p->log;
    int64_t end = l->n_block > 0 ? l->block[l->n_block - 1].frame.last : 0;
    if (!p->done && l->last_state && tac_log_is_complete(l) && p->step == end) {
        check_state(p, l->last_state);
    }
}

static size_t first_block(const replay *p)
{
    size_t i = 0;
    while (i + 1 < p->log->n_block && p->log->block[i + 1].frame.first <= p->o->from) {
        i++;
    }
    return i;
}

static void replay_block(replay *p, size_t i, int is_first)
{
    if (!tac_log_load(p->log, i, &p->block)) {
        unusable(p,
                 p->log->no_memory ? "not enough memory for block %zu"
                                   : "block %zu cannot be unpacked",
                 i);
        return;
    }
    if (is_first || !p->log->block[i].follows) {
        p->done |= p->pending;
        jump(p);
    } else {
        check_state(p, p->block.state);
        tac_halved_put(&p->halved, &p->sim);
    }
    if (is_first) {
        p->r->first = p->r->last = p->block.first;
    }
    replay_records(p);
    free(p->block.kind);
}

static void replay_blocks(replay *p)
{
    size_t begin = first_block(p);
    for (size_t i = begin; i < p->log->n_block && !p->done; i++) {
        replay_block(p, i, i == begin);
    }
    check_last(p);
}

// ---- before the first block ----------------------------------------------------------------------

// Whether the words of the log are those of the model that was built; -1 without memory.
static int words_fit(replay *p)
{
    const tac_log_header *h = &p->log->header;
    char *here = tac_log_layout_text(&p->sim);
    bool same = here && strcmp(here, tac_log_text(h, "layout")) == 0;
    int got = here ? tac_log_layout_read(&p->layout, here) : -1;
    free(here);
    const tac_desc *d = &p->sim.file->desc;
    return got < 0 ? -1
                   : got > 0 && same && h->shape.n_state == p->sim.state.size / 8 &&
                         h->shape.n_input == (size_t)d->n_input &&
                         h->shape.n_parameter == tac_log_parameter_count(d);
}

static void check_layout(replay *p)
{
    int fit = words_fit(p);
    if (fit <= 0) {
        unusable(p, fit < 0
                        ? "not enough memory"
                        : "the states in the log are not laid out as those of its model; read it "
                          "with the version of tactus that recorded it");
        p->r->no_memory = fit < 0;
        return;
    }
    char plan[TAC_LOG_PLAN_SIZE];
    tac_log_plan(&p->sim, plan);
    p->r->other_plan = strcmp(plan, tac_log_text(&p->log->header, "plan")) != 0;
}

// Parameters of the model that was built against those of the recorded one.
static void check_parameters(replay *p)
{
    const unsigned char *recorded = tac_log_find(&p->log->header, "parameter")->bytes;
    for (size_t k = 0; k < p->log->header.shape.n_parameter && !p->done; k++) {
        tac_parameter which = tac_log_parameter(&p->sim.file->desc, k);
        uint64_t there = tac_log_get(recorded + 8 * k, 8), here;
        double value = 0.0;
        (void)tac_parameter_get(p->sim.model, which, &value);
        memcpy(&here, &value, sizeof here);
        if (there != here && !p->o->by_value) {
            tac_replay_difference *d = &p->r->difference;
            tac_log_parameter_name(p->sim.file, which, d->signal, sizeof d->signal);
            d->recorded = there;
            d->replayed = here;
            d->n = 1;
            p->r->has_values = 1;
            diverge(p);
            p->done = 1;
        }
    }
}

// The consistent start is part of the run when the replay begins with it.
static void check_start(replay *p)
{
    check_state(p, p->initial);
}

static int take_initial(replay *p)
{
    p->initial = malloc(8 * n_state(p) + 8);
    if (p->initial) {
        tac_log_get_words(tac_log_find(&p->log->header, "state")->bytes, p->initial, n_state(p));
    }
    return p->initial != NULL;
}

static int take_tolerances(replay *p)
{
    p->tolerance = calloc(n_state(p) + 1, sizeof *p->tolerance);
    for (size_t w = 0; p->tolerance && w < n_state(p); w++) {
        char name[160];
        int whole;
        tac_log_layout_name(&p->layout, w, name, sizeof name, &whole);
        for (int i = 0; i < p->o->n_tolerance; i++) {
            const tac_tolerance *t = &p->o->tolerance[i];
            if (!t->pattern || fnmatch(t->pattern, name, 0) == 0) {
                p->tolerance[w] = t->value;
            }
        }
    }
    return p->tolerance != NULL;
}

// Where half the step cannot be run, that is what is said of the error.
static void open_halved(replay *p)
{
    size_t n = p->log->n_block;
    tac_diag why = {0};
    int64_t steps =
        n > 0 ? p->log->block[n - 1].frame.last - p->log->block[first_block(p)].frame.first : 0;
    if (p->o->error_check && !tac_halved_open(&p->halved, &p->sim, steps, &why)) {
        snprintf(p->r->error, sizeof p->r->error, "error         not measured: %s", why.text);
    }
}

static void prepare(replay *p)
{
    if (p->log->n_block == 0 && tac_log_is_complete(p->log) == 0) {
        unusable(p, "no block of the log is whole");
        return;
    }
    tac_diag outside = {0};
    if (!tac_log_covers(p->log, p->o->from, p->o->until, &outside)) {
        unusable(p, "%s", outside.text);
        return;
    }
    if (!tac_log_header_build(&p->log->header, p->o->lanes, &p->sim)) {
        unusable(p, "the model in the log cannot be built: %s", p->sim.diag.text);
        return;
    }
    check_layout(p);
    if (!p->done && (!take_initial(p) || (p->o->by_value && !take_tolerances(p)))) {
        unusable(p, "not enough memory");
        p->r->no_memory = 1;
    }
    if (!p->done && !tac_stepper_open(&p->stepper, &p->sim, p->o->workers, 2)) {
        unusable(p, "%d threads are not to be had", p->o->workers);
    }
    if (!p->done) {
        open_halved(p);
    }
    int at_start = p->log->n_block == 0 || first_block(p) == 0;
    if (!p->done && at_start && (p->log->n_block == 0 || p->log->block[0].frame.first == 0)) {
        check_parameters(p);
        if (!p->done) {
            check_start(p);
        }
        if (!p->done && p->o->row && p->o->from == 0) {
            p->r->interrupted = !p->o->row(p->o->context, &p->sim);
            p->done = p->r->interrupted;
        }
    }
}

void tac_replay(tac_log *l, const tac_replay_options *o, tac_replay_result *r)
{
    *r = (tac_replay_result){.verdict = TAC_REPLAY_IDENTICAL};
    replay p = {.log = l, .o = o, .r = r};
    prepare(&p);
    double begin = tac_now_s();
    if (!p.done) {
        replay_blocks(&p);
    }
    r->wall_s = tac_now_s() - begin;
    r->no_memory |= l->no_memory || p.sim.diag.no_memory;
    r->simulated_s = (double)(r->last - r->first) * p.sim.options.dt;
    if (p.sim.state.step) {
        if (p.halved.goes) {
            tac_halved_say(&p.halved, &p.sim, r->error, sizeof r->error);
        }
        tac_doubts_describe(&r->doubts, &p.sim, r->doubt, sizeof r->doubt);
    }
    tac_stepper_close(&p.stepper);
    tac_halved_close(&p.halved);
    tac_simulation_close(&p.sim);
    tac_log_layout_free(&p.layout);
    free(p.initial);
    free(p.tolerance);
}

#include "log_fixture.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log/capture.h"
#include "log/signals.h"
#include "loop/executive.h"
#include "team/stepper.h"

typedef struct session {
    const recipe *r;
    tac_simulation sim;
    tac_stepper stepper;
    tac_log_header header;
    tac_log_writer *writer;
    void *initial, *saved; // states
} session;

// Inputs move; the sine of the step is as good as any.
static void set_inputs(session *s, int step)
{
    for (int i = 0; i < s->sim.file->desc.n_input; i++) {
        s->sim.input[i] = s->sim.file->desc.input[i].value + 0.1 * (step % 17) - 0.05 * (i + 1);
    }
}

static void set_parameter(session *s, size_t k, double factor)
{
    const tac_desc *d = &s->sim.file->desc;
    if (k < tac_log_parameter_count(d)) {
        double value;
        tac_parameter p = tac_log_parameter(d, k);
        tac_parameter_get(s->sim.model, p, &value);
        tac_parameter_set(s->sim.model, p, value * factor);
        tac_log_note(s->writer, TAC_LOG_PARAMETER, k, 0, value * factor);
    }
}

// What commands and policies do before a step.
static int happen(session *s, int step)
{
    size_t n = s->sim.state.size;
    switch (step) {
    case 12:
        set_parameter(s, 0, 1.5);
        return 0;
    case 18:
        memcpy(s->saved, s->sim.state.data, n);
        return 0;
    case 33:
        memcpy(s->sim.state.data, s->saved, n);
        tac_log_restore(s->writer, &s->sim);
        return 0;
    case 41:
        memcpy(s->sim.state.data, s->initial, n);
        tac_log_note(s->writer, TAC_LOG_RESET, 0, 0, 0.0);
        return 0;
    case 50:
        set_parameter(s, 1, 0.5);
        tac_log_note(s->writer, TAC_LOG_SKIPPED, 3, 0, 0.0);
        return 0;
    default:
        return step >= 22 && step < 28; // degraded to one iteration
    }
}

// What the policies do after a step, in the order of the executive; 1: the next steps are degraded.
static int act(session *s, int step)
{
    static const struct {
        int step;
        tac_log_event_code code;
        uint64_t value;
    } action[] = {{5, TAC_LOG_SKIPPED, 2},
                  {11, TAC_LOG_SLIPPED, 40000},
                  {17, TAC_LOG_DEGRADED, 1},
                  {29, TAC_LOG_DEGRADED, 0},
                  {35, TAC_LOG_RUN_STATE, TAC_RUN_PAUSED},
                  {35, TAC_LOG_RUN_STATE, TAC_RUN_RUNNING},
                  {39, TAC_LOG_SAFE, TAC_SAFE_BUCKET}};
    for (size_t i = 0; i < sizeof action / sizeof *action; i++) {
        if (action[i].step == step) {
            tac_log_note(s->writer, action[i].code, action[i].value, 0, 0.0);
        }
    }
    return step >= 17 && step < 29;
}

static void run(session *s)
{
    int slow = 0; // by the policy
    for (int step = 0; step < s->r->steps; step++) {
        int degraded = slow || (s->r->eventful && happen(s, step));
        int iterations = degraded ? 1 : s->r->iterations;
        set_inputs(s, step);
        int failed = tac_stepper_step(&s->stepper, iterations).code != TAC_OK;
        tac_log_step(s->writer, &s->sim, iterations, failed);
        tac_cycle c = {.index = step,
                       .step = *s->sim.state.step,
                       .release = 1000000 * (int64_t)step,
                       .wake = 1000000 * (int64_t)step + 1234,
                       .iterations = iterations,
                       .flags = degraded ? TAC_CYCLE_DEGRADED : 0};
        if (s->r->eventful || s->r->policies) {
            tac_log_cycle(s->writer, &c);
        }
        slow = s->r->policies && act(s, step);
        if (failed) {
            return;
        }
    }
}

static int open_session(session *s, const char *path)
{
    tac_diag diag = {0};
    tac_simulation *sim = &s->sim;
    if (!tac_simulation_read(sim, s->r->model)) {
        return 0;
    }
    sim->options.carriers = s->r->carriers;
    sim->options.order = s->r->order ? s->r->order : sim->options.order;
    sim->options.dt = s->r->dt > 0.0 ? s->r->dt : sim->options.dt;
    sim->options.acceleration = s->r->acceleration;
    if (!tac_simulation_prepare(sim) || !tac_simulation_start(sim) ||
        !tac_stepper_open(&s->stepper, sim, 1, 2)) {
        return 0;
    }
    s->initial = malloc(sim->state.size);
    s->saved = malloc(sim->state.size);
    memcpy(s->initial, sim->state.data, sim->state.size);
    const tac_log_origin origin = {
        .full = s->r->full, .input = sim->input, .state = sim->state.data};
    const tac_log_writer_options o = {.patient = 1, .steps_per_block = s->r->steps_per_block};
    if (!tac_log_header_capture(&s->header, sim, &origin, &diag)) {
        return 0;
    }
    s->writer = tac_log_writer_open(path, &s->header, &o, &diag);
    return s->writer != NULL;
}

int record(const char *path, const recipe *r)
{
    session s = {.r = r};
    tac_log_totals totals = {0};
    int ok = open_session(&s, path);
    if (ok) {
        pthread_t helper;
        pthread_create(&helper, NULL, tac_log_writer_run, s.writer);
        run(&s);
        tac_log_writer_quit(s.writer);
        pthread_join(helper, NULL);
        ok = tac_log_writer_close(s.writer, &totals);
    }
    tac_log_header_free(&s.header);
    tac_stepper_close(&s.stepper);
    tac_simulation_close(&s.sim);
    free(s.initial);
    free(s.saved);
    return ok;
}

unsigned char *read_bytes(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        return NULL;
    }
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    unsigned char *bytes = malloc(*size + 1);
    *size = fread(bytes, 1, *size, f);
    fclose(f);
    return bytes;
}

int rewrite(const char *from, const char *to, edit *change, void *context)
{
    tac_log l;
    tac_diag diag = {0};
    int ok = tac_log_open(&l, from, &diag) && rewrite_log(&l, to, change, context);
    tac_log_close(&l);
    return ok;
}

int rewrite_log(tac_log *l, const char *to, edit *change, void *context)
{
    tac_log_file out;
    tac_diag diag = {0};
    if (!tac_log_file_open(&out, to, &l->header, &diag)) {
        return 0;
    }
    const tac_log_shape *s = &l->header.shape;
    tac_log_end end = l->end;
    end.chain = 0;
    for (size_t i = 0; i < l->n_block; i++) {
        tac_log_block b;
        tac_log_load(l, i, &b);
        change(s, &b, i, context);
        const tac_log_table *t = &b.table[TAC_LOG_STEP];
        for (size_t k = 0; k < t->n; k++) {
            end.chain = tac_log_chain(end.chain, t->row[k * t->words + TAC_LOG_AT_HASH]);
        }
        size_t size = tac_log_block_size(s, &b);
        unsigned char *raw = malloc(size);
        tac_log_block_put(s, &b, raw);
        tac_log_file_add(&out, l->block[i].frame, raw, size);
        free(raw);
        free(b.kind);
    }
    unsigned char *raw = malloc(TAC_LOG_END_BYTES + 8 * s->n_state);
    tac_log_file_end(&out, &end, l->last_state, l->last_state ? s->n_state : 0, raw);
    free(raw);
    return tac_log_file_close(&out);
}

int campaign(void)
{
    const char *factor = getenv("TACTUS_CAMPAIGN");
    return factor && atoi(factor) > 1 ? atoi(factor) : 1;
}

tac_replay_result replay_file(const char *path)
{
    tac_log l;
    tac_diag diag = {0};
    tac_replay_result r = {.verdict = TAC_REPLAY_UNUSABLE};
    const tac_replay_options o = {.until = -1, .workers = 1};
    if (tac_log_open(&l, path, &diag)) {
        tac_replay(&l, &o, &r);
    }
    tac_log_close(&l);
    return r;
}

#include "motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "error/measured_run.h"
#include "log/capture.h"
#include "log/cycle_words.h"
#include "log/tools.h"
#include "replay/replay.h"
#include "system/fail.h"

#define MOST_STEPS 1e9

// ---- what is seen --------------------------------------------------------------------------------

// By what it is computed, and of a recording which version made it.
static bool note_origin(tac_seen_motion *m)
{
    tac_playback_header *h = m->playback.head;
    const tac_simulation *s = &m->sim;
    const char *build = m->is_log ? tac_log_text(&m->log.header, "build") : TAC_VERSION;
    h->is_log = m->is_log;
    snprintf(h->version, sizeof h->version, "%s", build);
    if (tac_simulation_has_one_order(s)) {
        snprintf(h->method, sizeof h->method, "%s", s->method->name);
    } else {
        snprintf(h->method, sizeof h->method, "%.32s, order %d", s->method->name, s->options.order);
    }
    return true;
}

// What this build computes need not be what was recorded.
static bool note_build(tac_seen_motion *m)
{
    char text[960], *note = m->playback.head->note;
    if (tac_log_header_differs(&m->log.header, text, sizeof text) > 0) {
        size_t n = strlen(text);
        text[n > 0 ? n - 1 : 0] = '\0'; // the end of the last line
        snprintf(note, sizeof m->playback.head->note, "recorded by another build\n%s", text);
    }
    return true;
}

static bool load_log(tac_seen_motion *m, tac_diag *diag)
{
    const tac_file_source files = tac_log_files(&m->log.header);
    m->log.header.bounds = m->bounds;
    if (!tac_log_header_build(&m->log.header, 0, &m->sim)) {
        *diag = m->sim.diag;
        return false;
    }
    for (size_t i = 0; i < m->log.n_block; i++) {
        int64_t last = m->log.block[i].frame.last;
        m->steps = last > m->steps ? last : m->steps;
    }
    return tac_playback_open(&m->playback, m->path, &m->sim, m->steps, &files, diag) &&
           note_origin(m) && note_build(m);
}

static bool read_model(const tac_seen_motion *m, tac_simulation *s)
{
    const tac_given given = {.bounds = m->bounds};
    if (!tac_simulation_read_any(s, m->path, &given)) {
        return false;
    }
    s->duration = m->duration >= 0.0 ? m->duration : s->duration;
    s->options.dt = m->dt > 0.0 ? m->dt : s->options.dt;
    return true;
}

static bool load_model(tac_seen_motion *m, tac_diag *diag)
{
    tac_simulation *s = &m->sim;
    if (!read_model(m, s)) {
        *diag = s->diag;
        return false;
    }
    double n = floor(s->duration / s->options.dt + 0.5);
    if (!(n <= MOST_STEPS)) {
        return tac_diag_say(diag, "%s: %g steps are more than %g; take a shorter --duration",
                            m->path, n, MOST_STEPS);
    }
    if (s->duration > 0.0 && s->options.dt > s->duration) {
        return tac_diag_say(diag,
                            "%s: a step of %g s is longer than the duration of %g s; take a "
                            "shorter --dt or a longer --duration",
                            m->path, s->options.dt, s->duration);
    }
    m->steps = (int64_t)n;
    if (!tac_simulation_prepare(s) || !tac_simulation_start(s)) {
        *diag = s->diag;
        return false;
    }
    return tac_playback_open(&m->playback, m->path, s, m->steps, NULL, diag) && note_origin(m);
}

bool tac_motion_open(tac_seen_motion *m, const char *path, double duration, double dt, int bounds,
                     tac_diag *diag)
{
    *m = (tac_seen_motion){.path = path,
                           .duration = duration,
                           .dt = dt,
                           .bounds = bounds,
                           .playback = {.descriptor = -1}};
    tac_diag no_log = {0};
    size_t n = strlen(m->path);
    m->is_log = tac_log_open(&m->log, m->path, &no_log);
    if (!m->is_log && n > 5 && strcmp(m->path + n - 5, ".tlog") == 0) {
        *diag = no_log;
        return false;
    }
    return m->is_log ? load_log(m, diag) : load_model(m, diag);
}

// ---- the solver ----------------------------------------------------------------------------------

static void note_misses(tac_seen_motion *m)
{
    tac_log_cursor c;
    tac_diag unwanted = {.text = ""};
    tac_log_cursor_open(&c, &m->log);
    for (const uint64_t *word; (word = tac_log_cursor_next(&c, TAC_LOG_CYCLE));) {
        tac_cycle cycle;
        tac_log_cycle_get(word, &cycle);
        if (cycle.cause != TAC_ON_TIME && !(cycle.flags & TAC_CYCLE_START)) {
            tac_playback_miss(&m->playback, cycle.step);
        }
    }
    (void)tac_log_cursor_end(&c, &unwanted);
}

static int write_row(void *context, const tac_simulation *s)
{
    return tac_export_row(context, s);
}

static void replay(tac_seen_motion *m)
{
    tac_replay_result r;
    const tac_replay_options o = {.until = -1, .row = write_row, .context = &m->export};
    note_misses(m);
    tac_replay(&m->log, &o, &r);
    char why[512];
    snprintf(why, sizeof why, "the replay differs from the recording at step %lld%s%.160s",
             (long long)r.step, r.has_values ? ", first " : "",
             r.has_values ? r.difference.signal : "");
    bool diverged = r.verdict == TAC_REPLAY_DIVERGED;
    bool whole = r.verdict == TAC_REPLAY_IDENTICAL && tac_log_is_complete(&m->log);
    tac_playback_end(&m->playback,
                     diverged ? TAC_PLAYBACK_DIVERGED
                     : whole  ? TAC_PLAYBACK_WHOLE
                              : TAC_PLAYBACK_STOPPED,
                     diverged ? r.step : 0,
                     diverged                                      ? why
                     : r.verdict == TAC_REPLAY_UNUSABLE            ? r.why
                     : r.verdict == TAC_REPLAY_IDENTICAL && !whole ? "the log is incomplete"
                                                                   : "");
}

// What the summary of `sim` says of the error, without its first word.
static void tell_error(tac_seen_motion *m, const tac_error_run *r, const tac_simulation *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out) {
        tac_error_say(r, s, out);
        (void)fclose(out);
        const char *said = text + strcspn(text, " ");
        said += strspn(said, " ");
        text[strcspn(text, "\n")] = '\0';
        tac_playback_measured(&m->playback, tac_error_factor(r), tac_error_doubtful(r), said);
        free(text);
    }
}

// Who looks at a motion sees it as soon as it is computed; its error is measured afterwards, by the same run once more.
static void measure(tac_seen_motion *m)
{
    tac_simulation again = {.file = NULL};
    tac_error_run r = {.measured = false};
    tac_doubts unwanted = {.by = TAC_BY_ERROR};
    const tac_error_options how = {.watch = {tac_playback_half, &m->playback}};
    if (read_model(m, &again) && tac_simulation_prepare(&again) && tac_simulation_start(&again)) {
        tac_error_begin(&r, &how, &again, m->steps, &unwanted);
        bool good = r.beside.open;
        while (good && *again.state.step < m->steps) {
            good = tac_simulation_step(&again).code == TAC_OK;
            if (good) {
                tac_beside_add(&r.beside, &again);
            }
        }
        tac_error_finish(&r, &again);
        tell_error(m, &r, &again);
    }
    tac_error_end(&r);
    tac_simulation_close(&again);
}

static void simulate(tac_seen_motion *m)
{
    tac_simulation *s = &m->sim;
    bool good = tac_export_row(&m->export, s);
    while (good && *s->state.step < m->steps) {
        good = tac_simulation_step(s).code == TAC_OK && tac_export_row(&m->export, s);
    }
    tac_playback_end(&m->playback, good ? TAC_PLAYBACK_WHOLE : TAC_PLAYBACK_STOPPED, 0,
                     good ? "" : s->diag.text);
    if (good) {
        measure(m);
    }
}

void tac_motion_solve(tac_seen_motion *m)
{
    tac_playback_export(&m->playback, &m->export);
    if (m->is_log) {
        replay(m);
    } else {
        simulate(m);
    }
}

void tac_motion_close(tac_seen_motion *m)
{
    tac_playback_close(&m->playback);
    tac_simulation_close(&m->sim);
    tac_log_close(&m->log);
}

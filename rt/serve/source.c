#include "source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "monitor/monitor_segment.h"
#include "monitor/record_json.h"
#include "printable.h"
#include "scene/page_scene.h"
#include "source_signals.h"
#include "system/wall_clock.h"
#include "units.h"

enum { HISTOGRAM_ROWS = 32, MOST_FRAMES = 4096 };

// ---- what it is ----------------------------------------------------------------------------------

static uint32_t count_values(const tac_io *io, int *n_signal)
{
    uint32_t n = 0;
    tac_io_signal about;
    *n_signal = 0;
    for (int i = 0; i < tac_io_count(io); i++, ++*n_signal) {
        (void)tac_io_describe(io, i, &about);
        uint32_t more = (uint32_t)about.rows * (uint32_t)about.columns;
        if (n + more > TAC_MOST_VALUES) {
            break;
        }
        n += more;
    }
    return n;
}

static uint32_t *list_firsts(const tac_source *s)
{
    uint32_t *first = calloc((size_t)s->n_signal + 1, sizeof *first);
    for (int i = 0; first && i < s->n_signal; i++) {
        tac_io_signal about;
        (void)tac_io_describe(s->io, i, &about);
        first[i + 1] = first[i] + (uint32_t)about.rows * (uint32_t)about.columns;
    }
    return first;
}

static void put_value(tac_json *j, const tac_source *s, int signal, int element)
{
    tac_io_value_about value;
    tac_io_signal about;
    (void)tac_io_describe(s->io, signal, &about);
    (void)tac_io_describe_value(s->io, signal, element, &value);
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "name", TAC_SHOWN(value.name));
    tac_json_text(j, "unit", TAC_SHOWN(value.unit));
    if (about.direction == TAC_IO_COMMANDED) {
        tac_json_truth(j, "commanded", 1);
        const tac_unit *unit = tac_unit_find(value.unit, strlen(value.unit), TAC_Q_ANY);
        tac_json_real(j, "si", unit ? unit->times / unit->over : 1.0); // as control takes values
        tac_json_real(j, "minimum", about.minimum);
        tac_json_real(j, "maximum", about.maximum);
    }
    tac_json_close(j, '}');
}

typedef struct telling { // what `about` says
    const tac_source *source;
    const char *scene; // "": there is none
} telling;

static void put_about(tac_json *j, void *context)
{
    const telling *t = context;
    const tac_source *s = t->source;
    tac_io_info info;
    tac_io_get_info(s->io, &info);
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "about");
    tac_json_text(j, "name", s->name);
    tac_json_whole(j, "source", s->id);
    tac_json_whole(j, "pid", info.pid);
    tac_json_real(j, "dt", info.dt);
    tac_json_text(j, "model", s->monitor ? TAC_SHOWN(s->monitor->model) : "");
    tac_json_whole(j, "left_out", tac_io_count(s->io) - s->n_signal);
    tac_json_open(j, "values", '[');
    for (int i = 0; i < s->n_signal; i++) {
        tac_io_signal about;
        (void)tac_io_describe(s->io, i, &about);
        for (int k = 0; k < about.rows * about.columns; k++) {
            put_value(j, s, i, k);
        }
    }
    tac_json_close(j, ']');
    tac_json_text(j, "scene", t->scene);
    tac_json_close(j, '}');
}

// The text of the scene, to be freed; "" where there is none.
static char *copy_scene(const tac_source *s, size_t *size)
{
    const char *from = NULL;
    *size = 0;
    if (s->playback) {
        *size = s->playback->head.scene_size;
        from = (const char *)s->playback->at + s->playback->head.scene_at;
    } else if (s->view.at) {
        *size = s->view.head.scene_size;
        from = tac_view_reader_scene(&s->view);
    }
    char *scene = calloc(1, *size + 1);
    if (scene && *size > 0) {
        memcpy(scene, from, *size);
    }
    return scene;
}

// The scene is a text inside the text: whatever an instance has put there, the message stays one.
static tac_message *describe(const tac_source *s)
{
    size_t size;
    char *scene = copy_scene(s, &size);
    tac_message *m =
        scene ? tac_message_json(put_about, &(telling){.source = s, .scene = scene}) : NULL;
    free(scene);
    return m;
}

void tac_source_read_scene(tac_source *s)
{
    size_t size;
    char *text = s->scene ? NULL : copy_scene(s, &size);
    if (text) {
        s->scene = tac_page_scene_read(text, size);
    }
    free(text);
}

// ---- coming and going ----------------------------------------------------------------------------

void tac_source_detach(tac_source *s)
{
    tac_view_reader_close(&s->view);
    if (s->monitor) {
        tac_monitor_close(s->monitor);
    }
    tac_io_detach(s->io);
    tac_scene_close(s->scene);
    free(s->first);
    free(s->least);
    free(s->most);
    tac_message_drop(s->about);
    s->io = NULL;
    s->monitor = NULL;
    s->scene = NULL;
    s->first = NULL;
    s->least = s->most = NULL;
    s->about = NULL;
    s->generation = 0;
}

static void forget_extremes(tac_source *s)
{
    for (uint32_t k = 0; k < s->n_value; k++) {
        s->least[k] = (double)INFINITY;
        s->most[k] = -(double)INFINITY;
    }
    s->merged = 0;
}

bool tac_source_attach(tac_source *s)
{
    tac_io_error error = {.text = ""};
    tac_io_info info;
    tac_diag unwanted = {.text = ""};
    if (s->playback) {
        s->about = s->about ? s->about : tac_playback_about(s->playback, s->id);
        s->first = s->first ? s->first : tac_source_list_motion(s->playback, &s->n_signal);
        s->generation = s->about && s->first ? 1 : 0; // it never is another one
    }
    if (s->io || s->playback) {
        return s->generation > 0;
    }
    s->io = tac_io_attach(s->name, TAC_IO_READ, NULL, &error);
    if (!s->io) {
        (void)tac_printable(s->why, sizeof s->why, error.text);
        return false;
    }
    (void)tac_io_history_open(s->io, &error);
    tac_io_get_info(s->io, &info);
    s->n_value = count_values(s->io, &s->n_signal);
    (void)tac_view_reader_open(&s->view, s->name, info.generation, &unwanted);
    s->monitor = tac_monitor_attach(s->name, &unwanted);
    s->least = calloc((size_t)s->n_value + 1, sizeof *s->least);
    s->most = calloc((size_t)s->n_value + 1, sizeof *s->most);
    s->first = list_firsts(s);
    s->about = describe(s);
    s->generation = info.generation;
    if (!s->first || !s->least || !s->most || !s->about) {
        tac_source_detach(s);
        return false;
    }
    forget_extremes(s);
    s->events = (tac_source_events){0};
    s->why[0] = '\0';
    return true;
}

// ---- frames --------------------------------------------------------------------------------------

static void widen(tac_source *s)
{
    uint32_t k = 0;
    for (int i = 0; i < s->n_signal; i++) {
        tac_io_signal about;
        (void)tac_io_describe(s->io, i, &about);
        for (int e = 0; e < about.rows * about.columns; e++, k++) {
            double x = tac_io_value(s->io, i, e);
            s->least[k] = fmin(s->least[k], x);
            s->most[k] = fmax(s->most[k], x);
        }
    }
    s->merged++;
}

static void fill_values(const tac_source *s, tac_message *m)
{
    double *value = tac_frame_values(m, 0);
    for (int i = 0; i < s->n_signal; i++) {
        tac_io_signal about;
        (void)tac_io_describe(s->io, i, &about);
        for (int e = 0; e < about.rows * about.columns; e++) {
            *value++ = tac_io_value(s->io, i, e);
        }
    }
    memcpy(tac_frame_values(m, 1), s->least, s->n_value * sizeof(double));
    memcpy(tac_frame_values(m, 2), s->most, s->n_value * sizeof(double));
}

static tac_message *make_frame(tac_source *s)
{
    enum { HEAD = sizeof(tac_state_head) / TAC_WORD };
    tac_io_frame frame;
    tac_state_head pose = {0};
    uint32_t n_pose = s->view.number > 0 ? s->view.head.n_body : 0;
    uint32_t n_force = n_pose > 0 ? s->view.head.n_force : 0;
    tac_message *m = tac_message_new(tac_frame_size(n_pose, n_force, s->n_value));
    if (!m) {
        return NULL;
    }
    tac_io_get_frame(s->io, &frame);
    if (n_pose > 0) {
        memcpy(&pose, s->view.frame, sizeof pose);
    }
    *(tac_frame_head *)(void *)m->bytes = (tac_frame_head){.kind = TAC_FRAME,
                                                           .source = s->id,
                                                           .step = frame.step,
                                                           .time = frame.time,
                                                           .pose_step = pose.step,
                                                           .pose_time = pose.time,
                                                           .run_state = (uint32_t)frame.run_state,
                                                           .n_pose = n_pose,
                                                           .n_value = s->n_value,
                                                           .merged = s->merged,
                                                           .n_force = n_force};
    if (n_pose > 0) {
        memcpy(tac_frame_poses(m), s->view.frame + HEAD, (s->view.words - HEAD) * sizeof(double));
    }
    fill_values(s, m);
    return m;
}

tac_message *tac_source_poll(tac_source *s)
{
    tac_io_status status = TAC_IO_OK;
    for (int n = 0; n < MOST_FRAMES && status == TAC_IO_OK; n++) {
        status = tac_io_history_next(s->io, TAC_IO_POLL, 0.0, &s->lost);
        if (status == TAC_IO_OK) {
            widen(s);
        }
    }
    tac_source_events_take(&s->events, s->monitor, s->io);
    bool has_view = tac_view_reader_next(&s->view);
    tac_message *m = s->merged > 0 || has_view ? make_frame(s) : NULL;
    if (m) {
        forget_extremes(s);
    }
    if ((status != TAC_IO_OK && status != TAC_IO_STALE) || tac_io_check(s->io) != TAC_IO_OK) {
        tac_io_health health;
        tac_io_get_health(s->io, &health);
        bool dead = health.condition == TAC_IO_DEAD;
        (void)tac_printable(s->why, sizeof s->why, dead ? health.text : "it has ended");
        tac_source_detach(s);
    }
    return m;
}

// ---- status --------------------------------------------------------------------------------------

static void put_histogram(tac_json *j, const char *key, const tac_histogram *h)
{
    int64_t count[HISTOGRAM_ROWS] = {0};
    const tac_histogram_rows rows = tac_histogram_count(h, 0.999, count, HISTOGRAM_ROWS);
    tac_json_open(j, key, '{');
    tac_json_whole(j, "p50_ns", tac_histogram_quantile(h, 0.5));
    tac_json_whole(j, "p99_ns", tac_histogram_quantile(h, 0.99));
    tac_json_whole(j, "min_ns", atomic_load(&h->min));
    tac_json_whole(j, "max_ns", atomic_load(&h->max));
    tac_json_whole(j, "below", atomic_load(&h->negative)); // 0; in no row
    tac_json_whole(j, "low_ns", rows.low);
    tac_json_whole(j, "width_ns", rows.width);
    tac_json_open(j, "count", '[');
    for (int i = 0; i < HISTOGRAM_ROWS; i++) {
        tac_json_whole(j, NULL, count[i]);
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

static void put_counters(tac_json *j, const tac_monitor *m)
{
    tac_counters n;
    if (!tac_monitor_counters(m, &n)) {
        return;
    }
    tac_json_whole(j, "cycles", n.cycles);
    tac_json_whole(j, "steps", n.steps);
    tac_json_whole(j, "missed", n.missed);
    tac_json_whole(j, "doubtful", n.doubtful);
    tac_json_open(j, "causes", '{');
    for (int k = TAC_ON_TIME + 1; k < TAC_N_CAUSE; k++) {
        tac_json_whole(j, tac_cause_name((tac_cause)k), n.cause[k]);
    }
    tac_json_close(j, '}');
    put_histogram(j, "wake", &m->wake);
    put_histogram(j, "slack", &m->slack);
    const tac_record_state record = tac_record_read(&m->recording);
    char words[192];
    tac_record_json(j, &record, NULL);
    tac_json_text(j, "recording", tac_record_describe(&record, words, sizeof words));
}

// How it is with the instance, in the words that every tool has: of one that is late with how late.
static void put_condition(tac_json *j, const tac_monitor *m)
{
    tac_io_health health;
    char state[32];
    tac_monitor_health(m, &health);
    const char *name = tac_io_condition_name((tac_io_condition)health.condition);
    (void)snprintf(state, sizeof state, "%s %.1f s", name, health.age);
    bool is_late = health.condition == TAC_IO_LATE;
    tac_json_text(j, "state", is_late ? state : name);
    tac_json_text(j, "condition", name);
    tac_json_real(j, "age", health.age);
    tac_json_text(j, "says", TAC_SHOWN(health.text));
    int32_t lacks = atomic_load_explicit(&m->lacks, memory_order_relaxed);
    tac_json_open(j, "lacks", '[');
    for (int i = 0; i < TAC_N_LACK; i++) {
        if (lacks & 1 << i) {
            tac_json_text(j, NULL, tac_lack_name[i]);
        }
    }
    tac_json_close(j, ']');
}

static void put_clients(tac_json *j, const tac_io *io)
{
    tac_io_info info;
    tac_io_get_info(io, &info);
    tac_json_open(j, "clients", '[');
    for (unsigned k = 0; k < info.clients; k++) {
        tac_io_account about;
        if (tac_io_get_account(io, (int)k, &about) == TAC_IO_OK && about.active) {
            tac_json_open(j, NULL, '{');
            tac_json_whole(j, "place", k);
            tac_json_whole(j, "pid", about.pid);
            tac_json_whole(j, "applied", (int64_t)about.applied);
            tac_json_whole(j, "rejected", (int64_t)about.rejected);
            tac_json_close(j, '}');
        }
    }
    tac_json_close(j, ']');
}

// Where UTC stands beside the clock of the cycles, by this machine.
static void put_clock(tac_json *j)
{
    const tac_wall_anchor a = tac_wall_anchor_take();
    tac_json_open(j, "clock", '{');
    tac_json_whole(j, "monotonic_ns", a.monotonic);
    tac_json_whole(j, "utc_ns", a.utc);
    tac_json_whole(j, "uncertainty_ns", a.uncertainty);
    tac_json_whole(j, "tai_minus_utc_s", a.tai_offset);
    tac_json_close(j, '}');
}

// "" where the safe state has no reason, or the segment says one that there is not.
static const char *safe_reason_of(const tac_monitor *m)
{
    int32_t reason = atomic_load_explicit(&m->safe_reason, memory_order_relaxed);
    bool known = reason > TAC_SAFE_NONE && reason < TAC_N_SAFE_REASON;
    return known ? tac_safe_reason_name((tac_safe_reason)reason) : "";
}

static void put_status(tac_json *j, void *source)
{
    const tac_source *s = source;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "status");
    tac_json_text(j, "name", s->name);
    tac_json_whole(j, "source", s->id);
    tac_json_truth(j, "attached", s->io != NULL);
    tac_json_text(j, "why", s->why);
    if (s->io) {
        put_clients(j, s->io);
        tac_json_whole(j, "lost", (int64_t)s->lost);
    }
    if (s->monitor) {
        put_condition(j, s->monitor);
        put_counters(j, s->monitor);
        tac_json_whole(j, "period_ns", s->monitor->period_ns);
        tac_json_text(j, "safe_reason", safe_reason_of(s->monitor));
        tac_source_events_put(j, &s->events);
    }
    put_clock(j);
    tac_json_close(j, '}');
}

tac_message *tac_source_status(tac_source *s)
{
    return s->playback ? tac_playback_status(s->playback, s->id) : tac_message_json(put_status, s);
}

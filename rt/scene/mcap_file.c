#include "mcap_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "format/json.h"
#include "format/mcap.h"
#include "format/text_output.h"
#include "mcap_rig.h"
#include "observe.h"
#include "scene_text.h"
#include "simulation/origin.h"
#include "simulation/sensor_columns.h"
#include "system/fail.h"

#define LINES_HZ 30.0 // springs and rods take more text than a frame

typedef struct mcap_file {
    tac_mcap mcap;
    tac_scene *scene;
    tac_pose *pose; // of bodies                  (n_body)
    double *value;  // of all sensors             (tac_sensor_total)
    int *sensor;    // channels                   (n_sensor)
    int n_sensor;
    int frames, about, lines; // channels; lines -1: there are none
    bool begun;
    double lines_due; // s
    tac_mcap_rig rig;
    uint64_t time; // of the newest message, ns
    tac_json_buffer text;
} mcap_file;

typedef struct message { // what a text is made of
    mcap_file *m;
    const tac_simulation *s;
    tac_stamp stamp;
    int sensor;          // the one at hand
    const double *value; // its first one
} message;

static bool no_memory(tac_failure *why)
{
    return tac_diag_say_memory(&why->diag, "tactus: not enough memory for the recording as MCAP");
}

// What went wrong with the container.
static bool failed(const mcap_file *m, const char *path, tac_failure *why)
{
    errno = m->mcap.error;
    return m->mcap.no_memory ? no_memory(why) : tac_text_failed(path, why);
}

// ---- sensors -------------------------------------------------------------------------------------

static void put_sensor_schema(tac_json *j, void *context)
{
    const message *g = context;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "object");
    tac_json_open(j, "properties", '{');
    for (int k = 0; k < tac_sensor_width(g->s->model, g->sensor); k++) {
        const tac_sensor_column c = tac_sensor_column_of(g->s, g->sensor, k);
        tac_put_value_schema(j, c.name, c.unit);
    }
    tac_json_close(j, '}');
    tac_json_close(j, '}');
}

static void put_sensor(tac_json *j, void *context)
{
    const message *g = context;
    tac_json_open(j, NULL, '{');
    for (int k = 0; k < tac_sensor_width(g->s->model, g->sensor); k++) {
        const tac_sensor_column c = tac_sensor_column_of(g->s, g->sensor, k);
        tac_json_real(j, c.name, g->value[k]);
    }
    tac_json_close(j, '}');
}

static bool add_sensors(mcap_file *m, const tac_simulation *s)
{
    m->value = calloc((size_t)tac_sensor_total(s->model) + 1, sizeof *m->value);
    m->sensor = calloc((size_t)s->file->desc.n_sensor + 1, sizeof *m->sensor);
    bool good = m->value && m->sensor;
    for (; good && m->n_sensor < s->file->desc.n_sensor; m->n_sensor++) {
        char topic[256];
        message g = {.m = m, .s = s, .sensor = m->n_sensor};
        snprintf(topic, sizeof topic, "/sensors/%s", s->file->sensor_name[m->n_sensor]);
        good = tac_json_fill(&m->text, put_sensor_schema, &g);
        m->sensor[m->n_sensor] =
            good ? tac_mcap_add_channel(&m->mcap, topic, topic + 1, m->text.text) : -1;
        good = m->sensor[m->n_sensor] >= 0;
    }
    return good;
}

// ---- messages ------------------------------------------------------------------------------------

static void put_frames(tac_json *j, void *context)
{
    const message *g = context;
    tac_put_frames(j, g->m->scene, g->m->pose, g->stamp);
}

static void put_about(tac_json *j, void *context)
{
    const message *g = context;
    tac_put_scene(j, g->m->scene, g->stamp);
}

static void put_lines(tac_json *j, void *context)
{
    const message *g = context;
    tac_put_lines(j, g->m->scene, g->m->pose, g->stamp);
}

static bool send(message *g, int channel, void (*write)(tac_json *j, void *context))
{
    mcap_file *m = g->m;
    return tac_json_fill(&m->text, write, g)
               ? tac_mcap_put(&m->mcap, channel, tac_stamp_ns(g->stamp), m->text.text,
                              (size_t)m->text.n)
               : !(m->mcap.no_memory = true);
}

static bool send_lines(message *g, double t)
{
    mcap_file *m = g->m;
    if (m->lines < 0 || t < m->lines_due) {
        return true;
    }
    m->lines_due = (floor(t * LINES_HZ + 1e-6) + 1.0 - 1e-6) / LINES_HZ;
    return send(g, m->lines, put_lines);
}

static bool send_sensors(message *g)
{
    mcap_file *m = g->m;
    bool good = true;
    tac_sense(g->s->model, &g->s->state, &g->s->report, m->value);
    g->value = m->value;
    for (int i = 0; i < m->n_sensor && good; i++) {
        g->sensor = i;
        good = send(g, m->sensor[i], put_sensor);
        g->value += tac_sensor_width(g->s->model, i);
    }
    return good;
}

static bool row(void *context, const tac_simulation *s, double t, tac_failure *why)
{
    tac_view_file *f = context;
    mcap_file *m = f->state;
    const tac_export_date *date = &f->of->date;
    message g = {
        .m = m, .s = s, .stamp = date->scale ? tac_stamp_of_ns(date->ns) : tac_stamp_of(t)};
    tac_scene_poses(m->scene, &s->state, m->pose);
    bool good = m->begun || send(&g, m->about, put_about);
    m->begun = true;
    m->time = tac_stamp_ns(g.stamp);
    good = good && send(&g, m->frames, put_frames) && send_lines(&g, t) && send_sensors(&g) &&
           tac_mcap_rig_row(&m->rig, s, m->time);
    return good || failed(m, f->path, why);
}

// Beside the rows: at the time of the newest.
static bool cycle(void *context, const tac_export_cycle *c, double t, tac_failure *why)
{
    const tac_view_file *f = context;
    mcap_file *m = f->state;
    (void)t;
    return !m->begun || tac_mcap_rig_cycle(&m->rig, c, m->time) || failed(m, f->path, why);
}

static bool event(void *context, const tac_export_event *v, double t, tac_failure *why)
{
    const tac_view_file *f = context;
    mcap_file *m = f->state;
    (void)t;
    return !m->begun || tac_mcap_rig_event(&m->rig, v, m->time) || failed(m, f->path, why);
}

// ---- files ---------------------------------------------------------------------------------------

// A channel of messages of this schema, -1 without memory.
static int add_channel(mcap_file *m, const char *topic, const char *schema,
                       void (*write)(tac_json *j, void *nothing))
{
    return tac_json_fill(&m->text, write, NULL)
               ? tac_mcap_add_channel(&m->mcap, topic, schema, m->text.text)
               : -1;
}

static bool add_channels(mcap_file *m, const tac_simulation *s)
{
    static const char update[] = "foxglove.SceneUpdate";
    bool has_lines = m->scene->n_line > 0;
    m->frames = add_channel(m, "/frames", "foxglove.FrameTransforms", tac_put_frames_schema);
    m->about = add_channel(m, "/scene", update, tac_put_scene_schema);
    m->lines = has_lines ? add_channel(m, "/lines", update, tac_put_scene_schema) : -1;
    return m->frames >= 0 && m->about >= 0 && (m->lines >= 0 || !has_lines) && add_sensors(m, s);
}

// Where UTC and TAI stand when CLOCK_MONOTONIC stands somewhere.
static bool add_clock(mcap_file *m, const tac_export_date *date)
{
    char number[5][24];
    const tac_wall_anchor *a = date->anchor;
    if (!a) {
        return true;
    }
    const int64_t value[5] = {a->monotonic, a->utc, a->uncertainty, a->tai_offset, a->error};
    for (int i = 0; i < 5; i++) {
        snprintf(number[i], sizeof number[i], "%" PRId64, value[i]);
    }
    const char *const pair[][2] = {{"monotonic_ns", number[0]},
                                   {"utc_ns", number[1]},
                                   {"uncertainty_ns", number[2]},
                                   {"tai_minus_utc_s", a->tai_offset ? number[3] : "unknown"},
                                   {"utc_error_ns", a->error >= 0 ? number[4] : "unknown"},
                                   {"log_time", date->scale ? date->scale : "simulated"}};
    return tac_mcap_add_metadata(&m->mcap, "clock", pair, sizeof pair / sizeof *pair);
}

static bool add_origin(mcap_file *m, const tac_simulation *s, const tac_file_source *files)
{
    tac_origin o;
    tac_origin_of(&o, s, files);
    return tac_mcap_add_metadata(&m->mcap, "origin", (const char *const(*)[2])o.pair,
                                 TAC_ORIGIN_PAIRS);
}

static bool open_file(void *context, const tac_simulation *s, const tac_file_source *files,
                      tac_failure *why)
{
    tac_view_file *f = context;
    mcap_file *m = calloc(1, sizeof *m);
    f->state = m;
    if (!m) {
        return no_memory(why);
    }
    if (s->file->desc.n_sensor > TAC_MCAP_CHANNELS - 3) {
        return tac_diag_say(&why->diag,
                            "%s: MCAP takes %d sensors, not %d; write them with --sensors", s->path,
                            TAC_MCAP_CHANNELS - 3, s->file->desc.n_sensor);
    }
    m->scene = tac_scene_open(s, files, &why->diag);
    if (!m->scene) {
        return false;
    }
    m->pose = calloc((size_t)m->scene->n_body + 1, sizeof *m->pose);
    if (!m->pose) {
        return no_memory(why);
    }
    if (!tac_mcap_open(&m->mcap, f->path, "tactus " TAC_VERSION)) {
        return tac_text_failed(f->path, why);
    }
    bool good = add_channels(m, s) && tac_mcap_rig_open(&m->rig, &m->mcap, &f->of->rig, s) &&
                add_origin(m, s, files) && add_clock(m, &f->of->date);
    return good || (m->mcap.error ? failed(m, f->path, why) : no_memory(why));
}

static bool close_file(void *context, tac_failure *why)
{
    tac_view_file *f = context;
    mcap_file *m = f->state;
    if (!m) {
        return true;
    }
    bool good = tac_mcap_close(&m->mcap) || failed(m, f->path, why);
    tac_scene_close(m->scene);
    free(m->pose);
    free(m->value);
    free(m->sensor);
    free(m->text.text);
    tac_mcap_rig_close(&m->rig);
    free(m);
    f->state = NULL;
    return good;
}

void tac_export_mcap(tac_export *e, tac_view_file *f)
{
    f->of = e;
    if (f->path) {
        tac_export_file(e, (tac_export_writer){open_file, row, close_file, f, cycle, event});
    }
}

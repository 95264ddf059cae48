#include "foxglove.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "format/json_read.h"
#include "printable.h"
#include "scene/scene_text.h"
#include "source_signals.h"

enum { HEAD = 13, MESSAGE_DATA = 1, TOPIC = TAC_NAME_SIZE + 128 };

static uint32_t channel_of(const tac_foxglove_offer *o, int what)
{
    return o->number * TAC_FOXGLOVE_CHANNELS + (uint32_t)what;
}

// ---- what there is -------------------------------------------------------------------------------

static void put_info(tac_json *j, void *length)
{
    const uint64_t *length_ns = length;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "op", "serverInfo");
    tac_json_text(j, "name", "tactus " TAC_VERSION);
    tac_json_open(j, "capabilities", '[');
    if (*length_ns > 0) {
        tac_json_text(j, NULL, "playbackControl");
    }
    tac_json_close(j, ']');
    if (*length_ns > 0) {
        tac_json_whole(j, "dataStartTime", 0);
        tac_json_whole(j, "dataEndTime", (int64_t)*length_ns);
    }
    tac_json_open(j, "supportedEncodings", '[');
    tac_json_text(j, NULL, "json");
    tac_json_close(j, ']');
    tac_json_open(j, "metadata", '{');
    tac_json_close(j, '}');
    tac_json_close(j, '}');
}

tac_message *tac_foxglove_info(uint64_t length_ns)
{
    return tac_message_json(put_info, &length_ns);
}

typedef struct telling {
    const tac_source *s;
    const tac_foxglove_offer *offer;
    int signal; // the one at hand
} telling;

static void put_signal_schema(tac_json *j, void *context)
{
    const telling *t = context;
    const tac_source_signal about = tac_source_signal_of(t->s, t->signal);
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "object");
    tac_json_open(j, "properties", '{');
    for (int k = 0; k < about.n; k++) {
        const tac_source_value value = tac_source_value_of(t->s, t->signal, k);
        tac_put_value_schema(j, TAC_SHOWN(value.key), TAC_SHOWN(value.unit));
    }
    tac_json_close(j, '}');
    tac_json_close(j, '}');
}

// The schema is a text inside of the text.
static void put_channel(tac_json *j, const telling *t, int what, const char *topic,
                        const char *schema, void (*write)(tac_json *j, void *context))
{
    tac_json_buffer text = {0};
    char whole[TOPIC];
    snprintf(whole, sizeof whole, "/%s/%s", t->s->name, topic);
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "id", channel_of(t->offer, what));
    tac_json_text(j, "topic", whole);
    tac_json_text(j, "encoding", "json");
    tac_json_text(j, "schemaName", schema);
    tac_json_text(j, "schema", tac_json_fill(&text, write, (void *)t) ? text.text : "{}");
    tac_json_text(j, "schemaEncoding", "jsonschema");
    tac_json_close(j, '}');
    free(text.text);
}

static void put_advertisement(tac_json *j, void *context)
{
    static const char update[] = "foxglove.SceneUpdate";
    telling *t = context;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "op", "advertise");
    tac_json_open(j, "channels", '[');
    if (t->offer->has_scene) {
        put_channel(j, t, TAC_FOXGLOVE_FRAMES, "frames", "foxglove.FrameTransforms",
                    tac_put_frames_schema);
        put_channel(j, t, TAC_FOXGLOVE_SCENE, "scene", update, tac_put_scene_schema);
    }
    if (t->offer->has_lines) {
        put_channel(j, t, TAC_FOXGLOVE_LINES, "lines", update, tac_put_scene_schema);
    }
    for (t->signal = 0; t->signal < t->offer->n_signal; t->signal++) {
        const tac_source_signal about = tac_source_signal_of(t->s, t->signal);
        char topic[TOPIC];
        snprintf(topic, sizeof topic, "signals/%s", TAC_SHOWN(about.name));
        put_channel(j, t, TAC_FOXGLOVE_SIGNALS + t->signal, topic, topic, put_signal_schema);
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

tac_message *tac_foxglove_advertise(const tac_source *s, const tac_foxglove_offer *o)
{
    return tac_message_json(put_advertisement, &(telling){.s = s, .offer = o});
}

static void put_unadvertisement(tac_json *j, void *offer)
{
    const tac_foxglove_offer *o = offer;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "op", "unadvertise");
    tac_json_open(j, "channelIds", '[');
    for (int i = 0; i < TAC_FOXGLOVE_SIGNALS + o->n_signal; i++) {
        if (i == TAC_FOXGLOVE_LINES ? o->has_lines : o->has_scene || i >= TAC_FOXGLOVE_SIGNALS) {
            tac_json_whole(j, NULL, channel_of(o, i));
        }
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

tac_message *tac_foxglove_unadvertise(const tac_foxglove_offer *o)
{
    return tac_message_json(put_unadvertisement, (void *)o);
}

tac_foxglove_offer tac_foxglove_offer_of(tac_foxglove *f, const tac_source *s)
{
    return (tac_foxglove_offer){.number = ++f->offers,
                                .n_signal = s->n_signal,
                                .has_scene = s->scene != NULL,
                                .has_lines = s->scene && s->scene->n_line > 0};
}

typedef struct status {
    int level;
    const char *text;
} status;

static void put_status(tac_json *j, void *context)
{
    const status *s = context;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "op", "status");
    tac_json_whole(j, "level", s->level);
    tac_json_text(j, "message", s->text);
    tac_json_close(j, '}');
}

tac_message *tac_foxglove_refuse(const char *why)
{
    return tac_message_json(put_status, &(status){2, why}); // an error
}

tac_message *tac_foxglove_warn(const char *what)
{
    return tac_message_json(put_status, &(status){1, what});
}

// ---- control of a motion -------------------------------------------------------------------------

enum { PLAYBACK_CONTROL = 3, CONTROL_HEAD = 19, MOST_ID = 256 };
enum { PLAYBACK_STATE = 5, STATE_HEAD = 18 };

//   u8 3, u8 0 play 1 pause, f32 speed, u8 whether to seek, u64 ns, u32 size of the id, the id
bool tac_foxglove_read_control(const char *bytes, size_t n, tac_foxglove_control *out)
{
    float speed;
    if (n < CONTROL_HEAD || bytes[0] != PLAYBACK_CONTROL || (bytes[1] != 0 && bytes[1] != 1)) {
        return false;
    }
    memcpy(&speed, bytes + 2, sizeof speed);
    *out = (tac_foxglove_control){.is_pause = bytes[1] == 1,
                                  .seeks = bytes[6] != 0,
                                  .speed = speed > 0.0F && speed <= 1000.0F ? (double)speed : 0.0,
                                  .id = bytes + CONTROL_HEAD};
    memcpy(&out->to_ns, bytes + 7, sizeof out->to_ns);
    memcpy(&out->n_id, bytes + 15, sizeof out->n_id);
    return out->n_id <= MOST_ID && out->n_id == n - CONTROL_HEAD;
}

//   u8 5, u8 status, u64 ns, f32 speed, u32 size of the id, the id
tac_message *tac_foxglove_tell_state(const tac_foxglove_state *s, const char *id, uint32_t n_id)
{
    tac_message *m = tac_message_new(STATE_HEAD + (size_t)n_id);
    const float speed = (float)s->speed;
    if (m) {
        m->bytes[0] = PLAYBACK_STATE;
        m->bytes[1] = (unsigned char)s->status;
        memcpy(m->bytes + 2, &s->at_ns, sizeof s->at_ns);
        memcpy(m->bytes + 10, &speed, sizeof speed);
        memcpy(m->bytes + 14, &n_id, sizeof n_id);
        memcpy(m->bytes + STATE_HEAD, id, n_id);
    }
    return m;
}

// ---- requests ------------------------------------------------------------------------------------

static int find(const tac_foxglove *f, uint32_t id)
{
    for (int i = 0; i < f->n; i++) {
        if (f->list[i].id == id) {
            return i;
        }
    }
    return -1;
}

static uint32_t read_number(tac_json_cursor *c)
{
    double x = tac_json_number(c);
    c->bad = c->bad || !(x >= 0.0 && x <= UINT32_MAX && floor(x) >= x);
    return c->bad ? 0 : (uint32_t)x;
}

static bool read_subscription(tac_json_cursor *c, tac_foxglove *f)
{
    char key[16];
    tac_foxglove_subscription s = {.last = (double)NAN};
    for (bool more = tac_json_enter(c, '{'); more; more = tac_json_more(c, '}')) {
        tac_json_key(c, key, sizeof key);
        if (strcmp(key, "id") == 0) {
            s.id = read_number(c);
        } else if (strcmp(key, "channelId") == 0) {
            s.channel = read_number(c);
        } else {
            tac_json_skip(c);
        }
    }
    if (c->bad || find(f, s.id) >= 0 || f->n == TAC_FOXGLOVE_SUBSCRIPTIONS) {
        return false;
    }
    f->list[f->n++] = s;
    return true;
}

static bool unsubscribe(tac_json_cursor *c, tac_foxglove *f)
{
    bool good = true;
    for (bool more = tac_json_enter(c, '['); more; more = tac_json_more(c, ']')) {
        int i = find(f, read_number(c));
        if (i < 0) {
            good = false;
            continue;
        }
        memmove(&f->list[i], &f->list[i + 1], (size_t)(--f->n - i) * sizeof *f->list);
    }
    return good;
}

static bool subscribe(tac_json_cursor *c, tac_foxglove *f)
{
    bool good = true;
    for (bool more = tac_json_enter(c, '['); more; more = tac_json_more(c, ']')) {
        good = read_subscription(c, f) && good;
    }
    return good;
}

// Members come in any order: first what is asked, then to what.
static tac_json_cursor find_member(const tac_json_cursor *whole, const char *wanted, bool *is_good)
{
    tac_json_cursor c = *whole, found = {.bad = true};
    char key[32];
    for (bool more = tac_json_enter(&c, '{'); more; more = tac_json_more(&c, '}')) {
        tac_json_key(&c, key, sizeof key);
        found = strcmp(key, wanted) == 0 ? c : found;
        tac_json_skip(&c);
    }
    *is_good = tac_json_is_done(&c);
    return found;
}

bool tac_foxglove_request(tac_foxglove *f, const char *text, size_t n, const char **why)
{
    const tac_json_cursor whole = {.at = text, .end = text + n};
    char op[32];
    bool is_good;
    tac_json_cursor c = find_member(&whole, "op", &is_good);
    tac_json_string(&c, op, sizeof op);
    *why = NULL;
    if (!is_good || c.bad) {
        return false;
    }
    if (strcmp(op, "subscribe") == 0) {
        c = find_member(&whole, "subscriptions", &is_good);
        *why = subscribe(&c, f)
                   ? NULL
                   : "a subscription has the id of another one, or there are more than 1024";
    } else if (strcmp(op, "unsubscribe") == 0) {
        c = find_member(&whole, "subscriptionIds", &is_good);
        *why = unsubscribe(&c, f) ? NULL : "there is no subscription of that id";
    } else {
        *why = "this server is read only: subscribe, unsubscribe and control of a motion are all "
               "it knows";
    }
    return !c.bad;
}

// ---- messages ------------------------------------------------------------------------------------

typedef struct showing {
    const tac_source *s;
    const tac_frame_head *head;
    tac_message *frame;
    tac_pose *pose; // of all bodies
    uint32_t what;
    tac_stamp stamp;
} showing;

static void put_signal(tac_json *j, const showing *w)
{
    int signal = (int)w->what - TAC_FOXGLOVE_SIGNALS;
    const double *x = tac_frame_values(w->frame, 0) + w->s->first[signal];
    int n = tac_source_signal_of(w->s, signal).n;
    tac_json_open(j, NULL, '{');
    for (int k = 0; k < n; k++) {
        tac_json_real(j, TAC_SHOWN(tac_source_value_of(w->s, signal, k).key), x[k]);
    }
    tac_json_close(j, '}');
}

static void put_data(tac_json *j, void *context)
{
    const showing *w = context;
    switch (w->what) {
    case TAC_FOXGLOVE_FRAMES:
        tac_put_frames(j, w->s->scene, w->pose, w->stamp);
        break;
    case TAC_FOXGLOVE_SCENE:
        tac_put_scene(j, w->s->scene, w->stamp);
        break;
    case TAC_FOXGLOVE_LINES:
        tac_put_lines(j, w->s->scene, w->pose, w->stamp);
        break;
    }
    if (w->what >= TAC_FOXGLOVE_SIGNALS) {
        put_signal(j, w);
    }
}

static bool take_poses(showing *w)
{
    uint32_t n = w->head->n_pose;
    const double *x = tac_frame_poses(w->frame);
    if (!w->s->scene || n != (uint32_t)w->s->scene->n_body) {
        return false; // there are no poses yet
    }
    w->pose = calloc(n, sizeof *w->pose);
    for (uint32_t i = 0; w->pose && i < n; i++, x += TAC_POSE_WORDS) {
        w->pose[i] = (tac_pose){{x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}};
    }
    return w->pose != NULL;
}

// The scene goes out once, and again where time begins anew, which makes viewers forget it.
static bool is_due(const tac_foxglove_subscription *b, uint32_t what, double time)
{
    return what != TAC_FOXGLOVE_SCENE || !(time >= b->last);
}

static tac_message *show(tac_foxglove_subscription *b, showing *w)
{
    unsigned char head[HEAD] = {MESSAGE_DATA};
    bool is_signal = w->what >= TAC_FOXGLOVE_SIGNALS;
    double time = is_signal ? w->head->time : w->head->pose_time;
    bool is_there =
        is_signal ? w->what - TAC_FOXGLOVE_SIGNALS < (uint32_t)w->s->n_signal : take_poses(w);
    tac_message *m = NULL;
    w->stamp = tac_stamp_of(time);
    if (is_there && is_due(b, w->what, time)) {
        uint64_t ns = tac_stamp_ns(w->stamp);
        memcpy(head + 1, &b->id, sizeof b->id);
        memcpy(head + 5, &ns, sizeof ns);
        m = tac_message_behind(head, sizeof head, put_data, w);
    }
    b->last = is_there ? time : b->last;
    free(w->pose);
    return m;
}

tac_message *tac_foxglove_next(tac_foxglove *f, const tac_source *s, tac_foxglove_offer *o,
                               tac_message *frame)
{
    while (o->next < f->n) {
        tac_foxglove_subscription *b = &f->list[o->next++];
        showing w = {.s = s,
                     .head = (const tac_frame_head *)(const void *)frame->bytes,
                     .frame = frame,
                     .what = b->channel % TAC_FOXGLOVE_CHANNELS};
        tac_message *m = b->channel / TAC_FOXGLOVE_CHANNELS == o->number ? show(b, &w) : NULL;
        if (m) {
            return m;
        }
    }
    o->next = 0;
    return NULL;
}

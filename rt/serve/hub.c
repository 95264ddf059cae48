#include "hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "instance/list.h"
#include "motion_play.h"
#include "motion_requests.h"
#include "printable.h"
#include "source_past.h"
#include "system/fail.h"
#include "viewer.h"

// ---- life ----------------------------------------------------------------------------------------

static bool make_token(char token[TAC_HUB_TOKEN])
{
    unsigned char byte[(TAC_HUB_TOKEN - 1) / 2];
    if (getrandom(byte, sizeof byte, 0) != (ssize_t)sizeof byte) {
        return false;
    }
    for (size_t i = 0; i < sizeof byte; i++) {
        snprintf(token + 2 * i, 3, "%02x", byte[i]);
    }
    return true;
}

bool tac_hub_open(tac_hub *h, void (*wake)(void *context), void *context, tac_diag *diag)
{
    if (!make_token(h->token)) {
        return tac_diag_say(diag, "the system gives no random numbers for a token");
    }
    return tac_asker_open(&h->asker, wake, context, diag);
}

void tac_hub_close(tac_hub *h)
{
    for (int i = 0; i < TAC_HUB_CLIENTS; i++) {
        if (h->client[i].id > 0) {
            tac_hub_remove(h, &h->client[i]);
        }
    }
    tac_asker_close(&h->asker);
}

// ---- sources -------------------------------------------------------------------------------------

static bool is_wanted(const tac_hub *h, const char *name)
{
    for (int i = 0; i < h->n_wanted; i++) {
        if (strcmp(h->wanted[i], name) == 0) {
            return true;
        }
    }
    return h->n_wanted == 0;
}

static bool is_there(const tac_hub *h, const char *name)
{
    for (int i = 0; i < h->n_name; i++) {
        if (strcmp(h->name[i], name) == 0) {
            return true;
        }
    }
    return false;
}

tac_source *tac_hub_source(tac_hub *h, const char *name)
{
    tac_source *unused = NULL;
    for (int i = 0; i < TAC_HUB_SOURCES; i++) {
        tac_source *s = &h->source[i];
        if (s->followers > 0 && strcmp(s->name, name) == 0) {
            return s;
        }
        unused = s->followers == 0 && !unused ? s : unused;
    }
    if (unused) {
        *unused = (tac_source){.id = (uint32_t)++h->sources, .playback = h->playback};
        snprintf(unused->name, sizeof unused->name, "%s", name);
    }
    return unused;
}

void tac_hub_drop_follow(tac_hub_follow *f)
{
    if (f->source && --f->source->followers == 0) {
        tac_source_detach(f->source);
    }
    tac_message_drop(f->about);
    tac_message_drop(f->status);
    tac_message_drop(f->frame);
    *f = (tac_hub_follow){0};
}

// ---- browsers ------------------------------------------------------------------------------------

tac_hub_client *tac_hub_add(tac_hub *h, void *socket)
{
    for (int i = 0; i < TAC_HUB_CLIENTS; i++) {
        tac_hub_client *c = &h->client[i];
        if (c->id == 0) {
            *c = (tac_hub_client){.id = ++h->clients, .socket = socket};
            h->n_client++;
            return c;
        }
    }
    return NULL;
}

bool tac_hub_is_viewer(tac_hub *h, tac_hub_client *c)
{
    c->foxglove = calloc(1, sizeof *c->foxglove);
    return c->foxglove && tac_play_meet(h, c);
}

void tac_hub_remove(tac_hub *h, tac_hub_client *c)
{
    for (int k = 0; k < TAC_HUB_FOLLOWED; k++) {
        tac_hub_drop_follow(&c->follow[k]);
    }
    for (int k = 0; k < c->n_answer; k++) {
        tac_message_drop(c->answer[k]);
    }
    tac_message_drop(c->list);
    tac_message_drop(c->sending);
    free(c->foxglove);
    *c = (tac_hub_client){0};
    h->n_client--;
}

// Takes the user of m over; what waited in its place is dropped.
static void replace(tac_message **place, tac_message *m)
{
    tac_message_drop(*place);
    *place = m;
}

bool tac_hub_tell(tac_hub *h, tac_hub_client *c, tac_message *m)
{
    if (c->n_answer == TAC_HUB_ANSWERS || !m) {
        tac_message_drop(m);
        return false;
    }
    c->answer[c->n_answer++] = m;
    h->wants_to_write(c->socket);
    return true;
}

static tac_message *take_waiting(tac_hub_client *c)
{
    tac_message *m = c->list, **from = &c->list;
    if (c->n_answer > 0) {
        m = c->answer[0];
        memmove(c->answer, c->answer + 1, (size_t)--c->n_answer * sizeof *c->answer);
        return m;
    }
    for (int k = 0; k < 3 * TAC_HUB_FOLLOWED && !m; k++) { // descriptions go before frames
        tac_hub_follow *f = &c->follow[k % TAC_HUB_FOLLOWED];
        from = k < TAC_HUB_FOLLOWED ? &f->about : k < 2 * TAC_HUB_FOLLOWED ? &f->status : &f->frame;
        m = *from;
        if (m && c->foxglove && k >= 2 * TAC_HUB_FOLLOWED) {
            return tac_viewer_next(c);
        }
    }
    *from = NULL;
    return m;
}

bool tac_hub_next(tac_hub_client *c)
{
    if (!c->sending) {
        c->sending = take_waiting(c);
        c->sent = 0;
    }
    return c->sending != NULL;
}

// ---- requests ------------------------------------------------------------------------------------

// In a time that does not depend on where they differ.
static bool is_token(const tac_hub *h, const char *text)
{
    unsigned differs = strlen(text) != TAC_HUB_TOKEN - 1;
    for (size_t i = 0, k = 0; i < TAC_HUB_TOKEN - 1; i++) {
        differs |= (unsigned char)h->token[i] ^ (unsigned char)text[k];
        k += text[k] != '\0';
    }
    return differs == 0;
}

static void put_hello(tac_json *j, void *client)
{
    const tac_hub_client *c = client;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "hello");
    tac_json_whole(j, "you", (int64_t)c->id);
    tac_json_truth(j, "control", c->may_control);
    tac_json_whole(j, "protocol", TAC_HUB_PROTOCOL);
    tac_json_close(j, '}');
}

static void put_list(tac_json *j, void *hub)
{
    const tac_hub *h = hub;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "list");
    tac_json_whole(j, "clients", h->n_client);
    tac_json_whole(j, "slow", h->n_slow);
    tac_json_open(j, "names", '[');
    for (int i = 0; i < h->n_name; i++) {
        tac_json_text(j, NULL, TAC_SHOWN(h->name[i]));
    }
    tac_json_close(j, ']');
    tac_json_whole(j, "left_out", h->n_hidden);
    tac_json_close(j, '}');
}

static bool hello(tac_hub *h, tac_hub_client *c, const char *token)
{
    c->may_control = is_token(h, token);
    replace(&c->list, tac_message_json(put_list, h));
    return tac_hub_tell(h, c, tac_message_json(put_hello, c));
}

tac_hub_follow *tac_hub_followed(tac_hub_client *c, const char *name)
{
    for (int k = 0; k < TAC_HUB_FOLLOWED; k++) {
        if (name ? c->follow[k].source && strcmp(c->follow[k].source->name, name) == 0
                 : !c->follow[k].source) {
            return &c->follow[k];
        }
    }
    return NULL;
}

static bool follow(tac_hub *h, tac_hub_client *c, const char *name)
{
    tac_hub_follow *f = tac_hub_followed(c, NULL);
    if (tac_hub_followed(c, name) || !f || !is_wanted(h, name) || !is_there(h, name)) {
        return true; // a name that has just gone comes back with the next list
    }
    tac_source *s = tac_hub_source(h, name);
    if (s) {
        s->followers++;
        *f = (tac_hub_follow){.source = s};
    }
    return true;
}

static bool leave(tac_hub_client *c, const char *name)
{
    tac_hub_follow *f = tac_hub_followed(c, name);
    if (f) {
        tac_hub_drop_follow(f);
    }
    return true;
}

static void put_answer(tac_json *j, void *ask)
{
    const tac_ask *a = ask;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "answer");
    tac_json_whole(j, "by", (int64_t)a->client); // everybody is told who wrote
    tac_json_whole(j, "request", a->request);
    tac_json_text(j, "name", a->name);
    tac_json_text(j, "line", TAC_SHOWN(a->line));
    tac_json_text(j, "answer", a->answer ? a->answer : "error not enough memory");
    tac_json_close(j, '}');
}

static bool refuse(tac_hub *h, tac_hub_client *c, tac_ask *a, const char *why)
{
    char text[128];
    snprintf(text, sizeof text, "error %s", why);
    a->answer = text;
    return tac_hub_tell(h, c, tac_message_json(put_answer, a));
}

static bool ask(tac_hub *h, tac_hub_client *c, char *rest)
{
    char *name = strchr(rest, ' '), *line = name ? strchr(name + 1, ' ') : NULL;
    tac_ask a = {.client = c->id, .request = (uint32_t)strtoul(rest, NULL, 10)};
    if (!line || (size_t)(line - name) > sizeof a.name ||
        snprintf(a.line, sizeof a.line, "%s", line + 1) >= (int)sizeof a.line) {
        return false;
    }
    snprintf(a.name, sizeof a.name, "%.*s", (int)(line - name - 1), name + 1);
    if (!c->may_control) {
        return refuse(h, c, &a, "this page may only look; open it with the link that was printed");
    }
    if (h->playback || !tac_asker_takes(a.line) || !is_wanted(h, a.name) || strchr(a.name, '/')) {
        return refuse(h, c, &a, "that cannot be asked from a page");
    }
    return tac_asker_put(&h->asker, &a) || refuse(h, c, &a, "too many requests wait; try again");
}

// The history of an instance goes out with the answers, once per start of it: it is what a page wants first.
static bool past(tac_hub *h, tac_hub_client *c, const char *name)
{
    tac_hub_follow *f = tac_hub_followed(c, name);
    if (!f || f->told == 0 || f->past == f->told) {
        return true;
    }
    f->past = f->told;
    tac_message *m = tac_source_past(f->source);
    return !m || tac_hub_tell(h, c, m);
}

static bool do_request(tac_hub *h, tac_hub_client *c, const char *text, size_t n)
{
    char line[TAC_HUB_REQUEST];
    if (n >= sizeof line || memchr(text, '\0', n)) {
        return false;
    }
    memcpy(line, text, n);
    line[n] = '\0';
    char *rest = strchr(line, ' ');
    if (!rest) {
        return false;
    }
    *rest++ = '\0';
    return strcmp(line, "hello") == 0    ? hello(h, c, rest)
           : strcmp(line, "follow") == 0 ? follow(h, c, rest)
           : strcmp(line, "leave") == 0  ? leave(c, rest)
           : strcmp(line, "ask") == 0    ? ask(h, c, rest)
           : strcmp(line, "past") == 0   ? past(h, c, rest)
                                         : tac_motion_request(h, c, line, rest);
}

// False: it is too long.
static bool gather(tac_hub_client *c, const char *piece, size_t n)
{
    size_t most = c->foxglove ? sizeof c->request : TAC_HUB_REQUEST;
    if (n > most - c->n_request) {
        return false;
    }
    memcpy(c->request + c->n_request, piece, n);
    c->n_request += n;
    return true;
}

static size_t whole_request(tac_hub_client *c)
{
    size_t n = c->n_request;
    c->n_request = 0;
    return n;
}

bool tac_hub_receive(tac_hub *h, tac_hub_client *c, const char *piece, size_t n, bool is_last)
{
    if (!gather(c, piece, n)) {
        return false;
    }
    if (!is_last) {
        return true;
    }
    n = whole_request(c);
    return c->foxglove ? tac_viewer_request(h, c, c->request, n) : do_request(h, c, c->request, n);
}

bool tac_hub_receive_bytes(tac_hub *h, tac_hub_client *c, const char *piece, size_t n, bool is_last)
{
    if (!c->foxglove || !gather(c, piece, n)) {
        return false;
    }
    return !is_last || tac_viewer_control(h, c, c->request, whole_request(c));
}

// ---- from time to time ---------------------------------------------------------------------------

// What strangers leave in /dev/shm comes last, so that no number of names of theirs keeps others from being shown.
typedef enum whose { OWN, TRUSTED, FOREIGN } whose;

static whose whose_is(const tac_instance *instance)
{
    return instance->is_foreign ? FOREIGN : instance->is_own ? OWN : TRUSTED;
}

static void add_name(tac_hub *h, const tac_instance *instance)
{
    if (h->n_name < TAC_HUB_NAMES) {
        memcpy(h->name[h->n_name++], instance->name, TAC_NAME_SIZE);
    } else {
        h->n_hidden++;
    }
}

static void add_names(tac_hub *h, const tac_instance *list, int n, whose of)
{
    for (int i = 0; i < n; i++) {
        if (list[i].has_signals && whose_is(&list[i]) == of) {
            add_name(h, &list[i]);
        }
    }
}

// Those that were asked for, as they were.
static void add_wanted(tac_hub *h, const tac_instance *list, int n)
{
    for (int k = 0; k < h->n_wanted; k++) {
        for (int i = 0; i < n; i++) {
            if (list[i].has_signals && strcmp(list[i].name, h->wanted[k]) == 0 &&
                !is_there(h, list[i].name)) {
                add_name(h, &list[i]);
            }
        }
    }
}

static void find_instances(tac_hub *h)
{
    tac_instance *list = NULL;
    h->n_name = h->n_hidden = 0;
    memset(h->is_dead, 0, sizeof h->is_dead);
    if (h->playback) {
        memcpy(h->name[h->n_name++], h->playback->head.name, TAC_NAME_SIZE);
        return;
    }
    int n = tac_instance_list(&list);
    add_wanted(h, list, n);
    for (whose of = OWN; of <= FOREIGN && h->n_wanted == 0; of++) {
        add_names(h, list, n, of);
    }
    free(list);
}

static void tell_status(tac_hub *h, tac_source *s)
{
    (void)tac_source_attach(s);
    tac_message *m = tac_source_status(s);
    for (int i = 0; i < TAC_HUB_CLIENTS; i++) {
        tac_hub_client *c = &h->client[i];
        for (int k = 0; k < TAC_HUB_FOLLOWED && c->id > 0; k++) {
            tac_hub_follow *f = &c->follow[k];
            if (f->source == s && c->foxglove) {
                tac_viewer_offer(h, c, f);
                tac_viewer_tell_record(h, c, f);
            } else if (f->source == s) {
                replace(&f->status, tac_message_share(m));
                if (s->generation > 0 && f->told != s->generation) {
                    f->told = s->generation;
                    replace(&f->about, tac_message_share(s->about));
                    replace(&f->frame, NULL);
                }
                h->wants_to_write(c->socket);
            }
        }
    }
    tac_message_drop(m);
}

static void count_slow(tac_hub *h)
{
    h->n_slow = 0;
    for (int i = 0; i < TAC_HUB_CLIENTS; i++) {
        tac_hub_client *c = &h->client[i];
        h->n_slow += 2 * c->left_out > c->given;
        c->given = c->left_out = 0;
    }
}

void tac_hub_look(tac_hub *h)
{
    if (h->n_client == 0) {
        return;
    }
    find_instances(h);
    count_slow(h);
    tac_message *list = tac_message_json(put_list, h);
    for (int i = 0; i < TAC_HUB_CLIENTS; i++) {
        if (h->client[i].foxglove) {
            tac_viewer_look(h, &h->client[i]);
        } else if (h->client[i].id > 0) {
            replace(&h->client[i].list, tac_message_share(list));
            h->wants_to_write(h->client[i].socket);
        }
    }
    tac_message_drop(list);
    for (int i = 0; i < TAC_HUB_SOURCES; i++) {
        if (h->source[i].followers > 0) {
            tell_status(h, &h->source[i]);
        }
    }
}

bool tac_hub_is_followed(const tac_hub *h)
{
    for (int i = 0; i < TAC_HUB_SOURCES; i++) {
        if (h->source[i].followers > 0) {
            return true;
        }
    }
    return false;
}

static void give_frame(tac_hub *h, tac_hub_client *c, tac_hub_follow *f, tac_message *m)
{
    tac_message_share(m);
    c->given++;
    if (f->frame) {
        c->left_out++;
        f->frame = tac_frame_merge(f->frame, m);
    } else {
        f->frame = m;
    }
    h->wants_to_write(c->socket);
}

void tac_hub_frame(tac_hub *h)
{
    for (int i = 0; i < TAC_HUB_SOURCES; i++) {
        tac_source *s = &h->source[i];
        uint64_t generation = s->generation;
        tac_message *m = s->io                             ? tac_source_poll(s)
                         : s->playback && s->followers > 0 ? tac_play_next(h, s)
                                                           : NULL;
        for (int n = 0; n < TAC_HUB_CLIENTS && m; n++) {
            tac_hub_client *c = &h->client[n];
            for (int k = 0; k < TAC_HUB_FOLLOWED && c->id > 0; k++) {
                bool asks = s->playback && !c->foxglove; // a page says what it wants of a motion
                if (c->follow[k].source == s && c->follow[k].told == generation && !asks) {
                    give_frame(h, c, &c->follow[k], m);
                }
            }
        }
        tac_message_drop(m);
    }
}

void tac_hub_answer(tac_hub *h)
{
    tac_ask a;
    while (tac_asker_take(&h->asker, &a)) {
        for (int i = 0; i < TAC_HUB_CLIENTS; i++) {
            bool is_write = strncmp(a.line, "write ", 6) == 0;
            const tac_hub_client *c = &h->client[i];
            if (c->id > 0 && !c->foxglove && (c->id == a.client || is_write)) {
                (void)tac_hub_tell(h, &h->client[i], tac_message_json(put_answer, &a));
            }
        }
        free(a.answer);
    }
}

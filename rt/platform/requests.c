#include "requests.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "controller.h"
#include "format/json.h"
#include "system/clock.h"
#include "words.h"

// How long the loop may take for an answer, beside two periods; only one that hangs takes longer.
#define LIMIT_NS INT64_C(2000000000)
#define LOOK_NS 500000

static void answer(tac_controller *c, int client, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void answer(tac_controller *c, int client, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tac_line_server_answer(&c->server, client, format, list);
    va_end(list);
}

// ---- verbs ---------------------------------------------------------------------------------------

// The answer comes with the next cycle, so it is waited for here.
static void ask(tac_controller *c, int client, tac_platform_verb verb)
{
    const struct timespec look = {.tv_nsec = LOOK_NS};
    int64_t until = tac_now_ns() + LIMIT_NS + 2 * c->file->period_ns;
    int got;
    tac_platform_loop_ask(&c->loop, verb);
    while ((got = tac_platform_loop_answer(&c->loop)) < 0) {
        if (tac_now_ns() > until) {
            answer(c, client, "error the loop has not taken the command within %.3g s",
                   (double)LIMIT_NS * 1e-9);
            return;
        }
        (void)nanosleep(&look, NULL);
    }
    if (got == TAC_ANSWER_DONE) {
        answer(c, client, "ok");
    } else {
        answer(c, client, "error %s", tac_platform_answer_text[got]);
    }
}

static void quit(tac_controller *c, int client)
{
    int going = TAC_PLATFORM_GO_ON;
    // relaxed: nothing comes with it
    (void)atomic_compare_exchange_strong_explicit(&c->loop.end, &going, TAC_PLATFORM_PARK_AND_END,
                                                  memory_order_relaxed, memory_order_relaxed);
    answer(c, client, "ok");
}

// ---- status --------------------------------------------------------------------------------------

static void put_port(tac_json *j, const char *key, const tac_instance_port_story *s,
                     const char *instance, int works)
{
    tac_json_open(j, key, '{');
    tac_json_text(j, "instance", instance);
    tac_json_truth(j, "works", works);
    tac_json_whole(j, "attached", (int64_t)s->attached);
    tac_json_whole(j, "lost", (int64_t)s->lost);
    tac_json_text(j, "waiting", works ? "" : s->text);
}

static void put_legs(tac_json *j, const tac_snapshot *p, const tac_platform_legs *l)
{
    tac_json_open(j, "limits", '{');
    tac_json_real(j, "shortest", l->shortest);
    tac_json_real(j, "longest", l->longest);
    tac_json_real(j, "velocity", l->velocity);
    tac_json_real(j, "acceleration", l->acceleration);
    tac_json_close(j, '}');
    tac_json_open(j, "legs", '[');
    for (int i = 0; i < TAC_LEGS; i++) {
        const tac_leg_extremes *e = &p->extremes[i];
        tac_json_open(j, NULL, '{');
        tac_json_real(j, "length", p->length[i]);
        tac_json_real(j, "velocity", p->velocity[i]);
        tac_json_real(j, "shortest", e->shortest);
        tac_json_real(j, "longest", e->longest);
        tac_json_real(j, "max_velocity", e->velocity);
        tac_json_real(j, "max_acceleration", e->acceleration);
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
}

static void put_pose(tac_json *j, const double pose[6])
{
    static const char *const name[] = {"x", "y", "z", "roll", "pitch", "yaw"};
    tac_json_open(j, "pose", '{');
    for (int i = 0; i < 6; i++) {
        tac_json_real(j, name[i], pose[i]);
    }
    tac_json_close(j, '}');
}

static void status(tac_controller *c, int client)
{
    char text[TAC_LINE_ANSWER - 8];
    tac_json j;
    tac_snapshot p;
    if (!tac_snapshot_look(&c->loop.ring, &p)) {
        answer(c, client, "error the loop has not shown itself yet");
        return;
    }
    tac_json_begin(&j, text, sizeof text);
    tac_json_open(&j, NULL, '{');
    tac_json_text(&j, "name", c->file->name);
    tac_json_text(&j, "state", tac_platform_state_name[p.state]);
    tac_json_text(&j, "why", tac_platform_why_text[p.why]);
    tac_json_truth(&j, "emergency", (int)p.is_latched);
    tac_json_whole(&j, "period_ns", c->file->period_ns);
    tac_json_whole(&j, "cycles", p.cycle);
    tac_json_whole(&j, "skipped", p.missed);
    tac_json_whole(&j, "latest_ns", p.latest);
    tac_json_whole(&j, "limited", p.limited);
    pthread_mutex_lock(&c->telling);
    put_port(&j, "source", &c->source, c->file->source.instance, (int)p.has_source);
    tac_json_real(&j, "age", p.source_age);
    tac_json_close(&j, '}');
    put_port(&j, "sink", &c->sink, c->file->sink.instance, (int)p.has_sink);
    pthread_mutex_unlock(&c->telling);
    tac_json_whole(&j, "applied", (int64_t)p.applied);
    tac_json_whole(&j, "rejected", (int64_t)p.rejected);
    tac_json_whole(&j, "clamped", (int64_t)p.clamped);
    tac_json_close(&j, '}');
    put_pose(&j, p.pose);
    put_legs(&j, &p, &c->file->legs);
    tac_json_close(&j, '}');
    answer(c, client, "ok %s", text);
}

// ---- requests ------------------------------------------------------------------------------------

static void run_verb(tac_controller *c, int client, int verb)
{
    if (verb < TAC_PLATFORM_VERBS) {
        ask(c, client, (tac_platform_verb)verb);
    } else if (verb == TAC_PLATFORM_VERBS) {
        status(c, client);
    } else {
        quit(c, client);
    }
}

void tac_controller_request(void *controller, int client, char *line)
{
    enum { FIRST = TAC_PLATFORM_DO_NONE + 1, N = TAC_PLATFORM_VERBS + 2 - FIRST };
    tac_controller *c = controller;
    const char *name[N];
    char *rest = line, text[41];
    const char *word = tac_line_word(&rest);
    memcpy(name, tac_platform_verb_name + FIRST, (N - 2) * sizeof *name);
    name[N - 2] = "status";
    name[N - 1] = "quit";
    for (int i = 0; i < N; i++) {
        if (!word || strcmp(word, name[i]) != 0) {
            continue;
        }
        if (rest[strspn(rest, " \t")] != '\0') {
            answer(c, client, "error %s takes no argument", name[i]);
        } else {
            run_verb(c, client, FIRST + i);
        }
        return;
    }
    int nearest = word ? tac_nearest_index(word, name, N) : -1;
    answer(c, client, "error unknown verb '%s'%s%s%s", word ? tac_line_printable(word, text) : "",
           nearest >= 0 ? "; did you mean '"
                        : "; it is engage, hold, park, stop, reset, status, quit",
           nearest >= 0 ? name[nearest] : "", nearest >= 0 ? "'?" : "");
}

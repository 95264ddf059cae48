#include "source_events.h"

#include <stdio.h>
#include <string.h>

#include "io/layout.h"
#include "printable.h"

#define A_SECOND 1000000000

static tac_source_event *add(tac_source_events *e, const char *kind, int64_t step, int64_t stamp)
{
    tac_source_event *event = &e->event[++e->n % TAC_SOURCE_EVENTS];
    *event = (tac_source_event){.number = e->n, .step = step, .stamp = stamp};
    snprintf(event->kind, sizeof event->kind, "%s", kind);
    return event;
}

// ---- cycles --------------------------------------------------------------------------------------

static void take_miss(tac_source_events *e, const tac_cycle *c, int64_t late)
{
    tac_source_event *last = &e->event[e->n % TAC_SOURCE_EVENTS];
    bool goes_on = e->n > 0 && last->cause == (int)c->cause && c->publish - last->stamp < A_SECOND;
    tac_source_event *event = goes_on ? last : add(e, "miss", c->step, c->publish);
    event->cause = (int)c->cause;
    event->times++;
    event->worst_ns = late > event->worst_ns ? late : event->worst_ns;
    event->step = c->step;
    event->stamp = c->publish;
    const char *cause = tac_cause_name(c->cause);
    char words[32];
    snprintf(words, sizeof words, "%s", cause);
    for (char *at = strchr(words, '_'); at; at = strchr(at, '_')) {
        *at = ' ';
    }
    if (event->times > 1) {
        snprintf(event->text, sizeof event->text, "%lld deadlines missed, %s, at most %.3g ms late",
                 (long long)event->times, words, 1e-6 * (double)event->worst_ns);
    } else {
        snprintf(event->text, sizeof event->text, "deadline missed, %s, %.3g ms late", words,
                 1e-6 * (double)late);
    }
}

static void take_flags(tac_source_events *e, const tac_cycle *c)
{
    static const struct {
        uint32_t flag;
        const char *kind, *text;
    } begins[] = {
        {TAC_CYCLE_DOUBT, "doubt", "results in doubt from here"},
        {TAC_CYCLE_DEGRADED, "policy", "fewer iterations, to be in time"},
        {TAC_CYCLE_FAILED, "policy", "the solver refused a step"},
        {TAC_CYCLE_UNLOCKED, "clock", "not in phase with the external tick"},
        {TAC_CYCLE_TICK_LOST, "clock", "no external tick; the clock runs free"},
        {TAC_CYCLE_APART, "policy", "a process did not answer for its sub-models"},
    };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        if (c->flags & ~e->flags & begins[i].flag) {
            tac_source_event *event = add(e, begins[i].kind, c->step, c->publish);
            snprintf(event->text, sizeof event->text, "%s", begins[i].text);
        }
    }
    if (c->skipped > 0) {
        tac_source_event *event = add(e, "policy", c->step, c->publish);
        snprintf(event->text, sizeof event->text, "%d period%s skipped", c->skipped,
                 c->skipped == 1 ? "" : "s");
    }
    e->flags = c->flags;
}

static void take_cycles(tac_source_events *e, const tac_monitor *m)
{
    // acquire: with the index comes the record
    int64_t newest = atomic_load_explicit(&m->newest, memory_order_acquire);
    int64_t oldest = newest - TAC_MONITOR_RECORDS + 2; // the one before is being written over
    e->next = e->next > newest + 1 ? 0 : e->next;
    e->next = e->next < oldest ? oldest : e->next;
    for (; e->next <= newest; e->next++) {
        tac_cycle c;
        if (e->next < 0 || !tac_monitor_read(m, e->next, &c)) {
            continue;
        }
        int64_t late = c.publish - c.release - m->period_ns;
        if (c.cause > TAC_ON_TIME && c.cause < TAC_N_CAUSE && !(c.flags & TAC_CYCLE_START)) {
            take_miss(e, &c, late);
        }
        take_flags(e, &c);
    }
}

// ---- log of the exchange -------------------------------------------------------------------------

static const char *reason_of(int code)
{
    static const char *const reason[TAC_N_REJECT] = {
        [TAC_REJECT_NONE] = "no reason",
        [TAC_REJECT_HEADER] = "its file is damaged",
        [TAC_REJECT_VERSION] = "it speaks another version",
        [TAC_REJECT_HASH] = "it knows another list of signals",
        [TAC_REJECT_OWNER] = "there is no such process",
        [TAC_REJECT_MASK] = "it names signals beyond the last",
        [TAC_REJECT_VALUE] = "a value is no finite number",
        [TAC_REJECT_STEP] = "its step is too far ahead",
        [TAC_REJECT_TAKEN] = "another client has the signal",
        [TAC_REJECT_SIGNAL] = "no such command",
        [TAC_REJECT_EVENTS] = "too many events at once",
        [TAC_REJECT_FAULTS] = "it takes its file away from the cycle",
    };
    return code >= 0 && code < TAC_N_REJECT ? reason[code] : "no reason";
}

static void say_signal(const tac_io *io, int i, char name[100])
{
    tac_io_signal about;
    bool known = i >= 0 && tac_io_describe(io, i, &about) == TAC_IO_OK;
    snprintf(name, 100, "%s", known ? about.name : "a signal");
}

static void say_stale(tac_source_event *event, const char *signal, int client)
{
    if (client < 0) { // what was written by control, and expires
        snprintf(event->text, sizeof event->text, "%s: not written again in time, fallback",
                 signal);
        return;
    }
    snprintf(event->text, sizeof event->text, "%s: nothing from client %d in time, fallback",
             signal, client);
}

static void take_logged(tac_source_events *e, const tac_io *io, const tac_io_event *from)
{
    static const char *const kind[] = {"",       "client", "client", "refused",
                                       "client", "client", "state",  "clock"};
    char signal[100];
    if (from->kind <= 0 || from->kind >= (int)(sizeof kind / sizeof *kind)) {
        return;
    }
    tac_source_event *event = add(e, kind[from->kind], from->step, from->stamp);
    say_signal(io, from->signal, signal);
    switch ((tac_event_kind)from->kind) {
    case TAC_EVENT_REJECTED:
        snprintf(event->text, sizeof event->text, "command of client %d refused: %s", from->client,
                 reason_of(from->code));
        break;
    case TAC_EVENT_ENGAGED:
        snprintf(event->text, sizeof event->text, "client %d commands %s", from->client, signal);
        break;
    case TAC_EVENT_STALE:
        say_stale(event, signal, from->client);
        break;
    case TAC_EVENT_STATE:
        snprintf(event->text, sizeof event->text, "%s",
                 from->code >= 0 && from->code < TAC_N_RUN_STATE ? tac_run_state_name[from->code]
                                                                 : "another state");
        break;
    case TAC_EVENT_GAP:
        snprintf(event->text, sizeof event->text, "no cycle for %.3g s", from->value);
        break;
    case TAC_EVENT_ATTACHED:
    case TAC_EVENT_GONE:
        snprintf(event->text, sizeof event->text, "client %d %s", from->client,
                 from->kind == TAC_EVENT_ATTACHED ? "attached" : "gone");
        break;
    }
    tac_make_printable(event->text);
}

void tac_source_events_take(tac_source_events *e, const tac_monitor *m, const tac_io *io)
{
    tac_io_event event;
    for (int i = 0; io && i < TAC_LOG_EVENTS; i++) {
        if (tac_io_next_event(io, &e->of_log, &event) != TAC_IO_OK) {
            break;
        }
        take_logged(e, io, &event);
    }
    if (m) {
        take_cycles(e, m);
    }
}

void tac_source_events_put(tac_json *j, const tac_source_events *e)
{
    uint64_t first = e->n > TAC_SOURCE_EVENTS ? e->n - TAC_SOURCE_EVENTS + 1 : 1;
    tac_json_open(j, "events", '[');
    for (uint64_t i = first; i <= e->n; i++) {
        const tac_source_event *event = &e->event[i % TAC_SOURCE_EVENTS];
        tac_json_open(j, NULL, '{');
        tac_json_whole(j, "number", (int64_t)event->number);
        tac_json_whole(j, "step", event->step);
        tac_json_whole(j, "stamp_ns", event->stamp);
        tac_json_text(j, "kind", event->kind);
        tac_json_text(j, "text", event->text);
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
}

#include "trace_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "monitor/cycle.h"
#include "monitor/saturated.h"
#include "printable.h"

int tac_trace_report_init(tac_trace_report *r)
{
    *r = (tac_trace_report){.open_stage = -1, .last_step = -1};
    r->stage = calloc(TAC_TRACE_NAMES, sizeof *r->stage);
    tac_histogram_clear(&r->wake);
    tac_histogram_clear(&r->step);
    tac_histogram_clear(&r->slack);
    return r->stage != NULL;
}

void tac_trace_report_free(tac_trace_report *r)
{
    free(r->stage);
    free(r->note);
    *r = (tac_trace_report){0};
}

static int64_t whole(const tac_trace_event *e, const char *name)
{
    return tac_trace_field_of(e, name)->whole;
}

static const char *text(const tac_trace_event *e, const char *name)
{
    const char *found = tac_trace_field_of(e, name)->text;
    return found ? found : "";
}

static void copy_text(char to[TAC_TRACE_TEXT], const char *from)
{
    snprintf(to, TAC_TRACE_TEXT, "%s", from);
}

static void count(tac_trace_tally *list, int *n, const char *name, int64_t amount)
{
    int i = 0;
    while (i < *n && strncmp(list[i].name, name, TAC_TRACE_TEXT - 1) != 0) {
        i++;
    }
    if (i == TAC_TRACE_NAMES) {
        return;
    }
    if (i == *n) {
        copy_text(list[i].name, name);
        (*n)++;
    }
    list[i].n++;
    list[i].sum = add_saturated(list[i].sum, amount);
    list[i].max = amount > list[i].max ? amount : list[i].max;
}

static void keep(tac_trace_report *r, tac_trace_note note, const char *words)
{
    if (r->n_note == r->note_capacity) {
        int capacity = r->note_capacity ? 2 * r->note_capacity : 256;
        tac_trace_note *grown = realloc(r->note, (size_t)capacity * sizeof *grown);
        if (!grown) {
            r->no_memory = 1;
            return;
        }
        r->note = grown;
        r->note_capacity = capacity;
    }
    copy_text(note.text, words);
    r->note[r->n_note++] = note;
}

static void end_stage(tac_trace_report *r, int64_t time)
{
    if (r->open_stage >= 0 && time >= r->open_since) {
        tac_histogram_add(&r->stage[r->open_stage].time, subtract_saturated(time, r->open_since));
    }
    r->open_stage = -1;
}

static void begin_stage(tac_trace_report *r, const tac_trace_event *e)
{
    end_stage(r, e->time);
    const char *name = text(e, "name");
    int i = 0;
    while (i < r->n_stage && strncmp(r->stage[i].name, name, TAC_TRACE_TEXT - 1) != 0) {
        i++;
    }
    if (i == TAC_TRACE_NAMES) {
        return;
    }
    if (i == r->n_stage) {
        copy_text(r->stage[i].name, name);
        tac_histogram_clear(&r->stage[i].time);
        r->n_stage++;
    }
    r->open_stage = i;
    r->open_since = e->time;
}

static int is_start(const tac_trace_event *e)
{
    return (whole(e, "flags") & TAC_CYCLE_START) != 0;
}

static void end_cycle(tac_trace_report *r, const tac_trace_event *e)
{
    int64_t step_end = whole(e, "step_end"), step = whole(e, "step");
    int made_a_step = step != r->last_step;
    end_stage(r, step_end);
    r->last_step = step;
    r->in_start = is_start(e);
    if (r->in_start) {
        r->start_cycles++;
        return;
    }
    r->cycles++;
    tac_histogram_add(&r->wake, subtract_saturated(whole(e, "wake"), whole(e, "release")));
    tac_histogram_add(&r->slack, whole(e, "slack"));
    if (made_a_step) {
        tac_histogram_add(&r->step, subtract_saturated(step_end, whole(e, "step_start")));
    }
}

static tac_trace_note note_of(const tac_trace_event *e, tac_trace_kind kind)
{
    return (tac_trace_note){.kind = kind,
                            .cycle = whole(e, "cycle"),
                            .step = whole(e, "step"),
                            .t = tac_trace_field_of(e, "t")->real};
}

static void add_miss(tac_trace_report *r, const tac_trace_event *e)
{
    if (is_start(e)) {
        r->start_misses++;
        return;
    }
    tac_trace_note note = note_of(e, TAC_TRACE_MISS);
    note.amount = whole(e, "slack");
    note.wake_latency = whole(e, "wake_latency");
    note.step_time = whole(e, "step_time");
    r->misses++;
    count(r->cause, &r->n_cause, text(e, "cause"), subtract_saturated(0, note.amount));
    keep(r, note, text(e, "cause"));
}

static void add_action(tac_trace_report *r, const tac_trace_event *e)
{
    if (r->in_start) {
        return;
    }
    tac_trace_note note = note_of(e, TAC_TRACE_ACTION);
    note.amount = whole(e, "amount");
    count(r->action, &r->n_action, text(e, "action"), note.amount);
    keep(r, note, text(e, "action"));
}

static void add_safe_state(tac_trace_report *r, const tac_trace_event *e)
{
    end_stage(r, e->time);
    keep(r, note_of(e, TAC_TRACE_SAFE), text(e, "reason"));
}

static void add_stale(tac_trace_report *r, const tac_trace_event *e)
{
    char name[TAC_TRACE_TEXT];
    snprintf(name, sizeof name, "input %" PRId64, whole(e, "input"));
    count(r->stale, &r->n_stale, name, whole(e, "age"));
}

void tac_trace_report_add(tac_trace_report *r, const tac_trace_event *e)
{
    static const struct {
        const char *name;
        void (*add)(tac_trace_report *r, const tac_trace_event *e);
    } known[] = {
        {"tactus:cycle_begin", NULL},         {"tactus:stage", begin_stage},
        {"tactus:cycle_end", end_cycle},      {"tactus:deadline_miss", add_miss},
        {"tactus:policy_action", add_action}, {"tactus:safe_state", add_safe_state},
        {"tactus:input_stale", add_stale},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(e->name, known[i].name) != 0) {
            continue;
        }
        double t = tac_trace_field_of(e, "t")->real;
        r->first_t = r->events == 0 ? t : r->first_t;
        r->last_t = t;
        r->events++;
        if (known[i].add) {
            known[i].add(r, e);
        }
    }
}

// One line per name: how often, and what the amounts of this list mean.
static void print_tallies(const char *head, const tac_trace_tally *list, int n, FILE *out)
{
    for (int i = 0; i < n; i++) {
        fprintf(out, "%-14s %s: %" PRId64 " time%s", i == 0 ? head : "", TAC_SHOWN(list[i].name),
                list[i].n, list[i].n == 1 ? "" : "s");
        if (*head == 'c') {
            fprintf(out, ", at most %.1f us late\n", (double)list[i].max / 1e3);
        } else if (*head == 'p') {
            fprintf(out, ", amounts add up to %" PRId64 "\n", list[i].sum);
        } else {
            fprintf(out, ", at most %" PRId64 " steps old\n", list[i].max);
        }
    }
}

static double micro(int64_t ns)
{
    return (double)ns / 1e3;
}

static void print_note(const tac_trace_note *n, FILE *out)
{
    fprintf(out, "%10" PRId64 " %12.6f", n->step, n->t);
    if (n->kind == TAC_TRACE_MISS) {
        fprintf(out, " %10" PRId64 " %11.1f %11.1f %11.1f", n->cycle, micro(n->amount),
                micro(n->wake_latency), micro(n->step_time));
    } else if (n->kind == TAC_TRACE_ACTION) {
        fprintf(out, " %12" PRId64, n->amount);
    }
    fprintf(out, "  %s\n", TAC_SHOWN(n->text));
}

static void print_notes(const tac_trace_report *r, tac_trace_kind kind, int lines, FILE *out)
{
    static const char *const head[TAC_TRACE_N_KIND] = {
        "\nmisses\n      step          t/s      cycle    slack/us     wake/us     step/us  cause\n",
        "\npolicy actions\n      step          t/s       amount  action\n",
        "\nsafe state\n      step          t/s  reason\n"};
    int n = 0;
    for (int i = 0; i < r->n_note; i++) {
        if (r->note[i].kind != kind) {
            continue;
        }
        if (n == 0) {
            fputs(head[kind], out);
        }
        if (lines == 0 || n < lines) {
            print_note(&r->note[i], out);
        }
        n++;
    }
    if (lines > 0 && n > lines) {
        fprintf(out, "  ... and %d more (--all shows them)\n", n - lines);
    }
}

static void print_times(const char *name, const tac_histogram *h, FILE *out)
{
    int64_t n = atomic_load(&h->n);
    if (n > 0) {
        fprintf(out, "%-32s %10" PRId64 " %10.2f %10.2f %10.2f %10.2f\n", name, n,
                micro(atomic_load(&h->min)), micro(tac_histogram_quantile(h, 0.5)),
                micro(tac_histogram_quantile(h, 0.99)), micro(atomic_load(&h->max)));
    }
}

void tac_trace_report_print(const tac_trace_report *r, int lines, FILE *out)
{
    fprintf(out, "events         %" PRId64 ", %" PRId64 " discarded by the tracer\n", r->events,
            r->discarded);
    if (r->events > 0) {
        fprintf(out, "time           %g to %g s\n", r->first_t, r->last_t);
    }
    if (r->cycles > 0) {
        fprintf(out, "cycles         %" PRId64 ": %" PRId64 " on time, %" PRId64 " missed\n",
                r->cycles, r->cycles - r->misses, r->misses);
    } else {
        fprintf(out, "misses         %" PRId64 "\n", r->misses);
    }
    if (r->start_cycles + r->start_misses > 0) {
        fprintf(out, "start phase    %" PRId64 " cycles, %" PRId64 " missed\n", r->start_cycles,
                r->start_misses);
    }
    print_tallies("causes", r->cause, r->n_cause, out);
    print_tallies("policy actions", r->action, r->n_action, out);
    print_tallies("stale inputs", r->stale, r->n_stale, out);
    for (int kind = 0; kind < TAC_TRACE_N_KIND; kind++) {
        print_notes(r, (tac_trace_kind)kind, lines, out);
    }
    if (r->cycles > 0 || r->n_stage > 0) {
        fprintf(out, "\n%-32s %10s %10s %10s %10s %10s\n", "us", "count", "min", "p50", "p99",
                "max");
    }
    print_times("wake latency", &r->wake, out);
    print_times("step", &r->step, out);
    print_times("slack", &r->slack, out);
    for (int i = 0; i < r->n_stage; i++) {
        char name[TAC_TRACE_TEXT + 8];
        snprintf(name, sizeof name, "stage %s", r->stage[i].name);
        print_times(TAC_SHOWN(name), &r->stage[i].time, out);
    }
    if (r->no_memory) {
        fputs("not enough memory to keep all of the lists above\n", out);
    }
}

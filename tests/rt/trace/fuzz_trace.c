// libFuzzer: what the process that reads a trace may say, and the metadata it would read. Any bytes as records are taken
// or refused; events made of the bytes come out as they went in; the report takes whatever events say and prints it.
#include <stdlib.h>
#include <string.h>

#include "trace/trace_metadata.h"
#include "trace/trace_record.h"
#include "trace/trace_report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct input {
    const uint8_t *at, *end;
} input;

static uint64_t take(input *in, size_t bytes)
{
    uint64_t value = 0;
    size_t left = (size_t)(in->end - in->at), n = left < bytes ? left : bytes;
    if (n > 0) {
        memcpy(&value, in->at, n);
        in->at += n;
    }
    return value;
}

static void demand(bool truth)
{
    if (!truth) {
        abort();
    }
}

static FILE *file_of(const void *data, size_t size)
{
    FILE *f = tmpfile();
    demand(f && fwrite(data, 1, size, f) == size);
    rewind(f);
    return f;
}

// An event as the provider makes them, with numbers that it never has.
static void make_event(input *in, tac_trace_event *e)
{
    static const char *const name[] = {
        "tactus:cycle_begin",   "tactus:stage",      "tactus:cycle_end",   "tactus:deadline_miss",
        "tactus:policy_action", "tactus:safe_state", "tactus:input_stale", "other"};
    static const char *const field[] = {"step",    "t",          "cycle",    "slack",    "cause",
                                        "action",  "amount",     "input",    "age",      "reason",
                                        "release", "wake",       "flags",    "name",     "latch",
                                        "publish", "step_start", "step_end", "step_time"};
    static const char *const word[] = {"skip", "", "\033[2J", "front", "woken late", "\xff\xfe"};
    *e = (tac_trace_event){.name = name[take(in, 1) % 8], .time = (int64_t)take(in, 8)};
    e->n_field = (int)(take(in, 1) % (TAC_TRACE_FIELDS + 1));
    for (int i = 0; i < e->n_field; i++) {
        uint64_t how = take(in, 1);
        tac_trace_field *f = &e->field[i];
        *f = (tac_trace_field){.name = field[take(in, 1) % (sizeof field / sizeof *field)]};
        f->whole = (int64_t)(how & 1 ? take(in, 8) : take(in, 1) << 62);
        f->real = (double)f->whole;
        f->text = how & 2 ? word[how % 6] : NULL;
    }
}

static void compare(const tac_trace_event *a, const tac_trace_event *b)
{
    demand(strcmp(a->name, b->name) == 0 && a->time == b->time && a->n_field == b->n_field);
    for (int i = 0; i < a->n_field; i++) {
        const tac_trace_field *x = &a->field[i], *y = &b->field[i];
        demand(strcmp(x->name, y->name) == 0 && x->whole == y->whole && x->real == y->real &&
               (x->text != NULL) == (y->text != NULL));
        demand(!x->text || strcmp(x->text, y->text) == 0);
    }
}

static void take_records(FILE *in, tac_trace_record *r, tac_trace_report *report)
{
    while (tac_trace_record_next(in, r)) {
        if (r->kind == TAC_TRACE_RECORD_EVENT) {
            tac_trace_report_add(report, &r->event);
        } else if (r->kind == TAC_TRACE_RECORD_END) {
            demand(r->outcome >= TAC_TRACE_COMPLETE && r->outcome <= TAC_TRACE_NONE &&
                   memchr(r->text, '\0', sizeof r->text) != NULL);
        }
    }
}

static void as_events(input *in, tac_trace_record *r, tac_trace_report *report)
{
    char *byte = NULL;
    size_t size = 0;
    for (int i = 0; i < 64 && in->at < in->end; i++) {
        tac_trace_event e;
        make_event(in, &e);
        FILE *out = open_memstream(&byte, &size);
        demand(out != NULL);
        tac_trace_record_event(out, &e);
        fclose(out);
        FILE *back = fmemopen(byte, size, "r");
        demand(back && tac_trace_record_next(back, r) && r->kind == TAC_TRACE_RECORD_EVENT);
        compare(&e, &r->event);
        tac_trace_report_add(report, &r->event);
        fclose(back);
        free(byte);
    }
}

static void as_metadata(const uint8_t *data, size_t size)
{
    char path[64];
    tac_diag diag = {0};
    FILE *f = file_of(data, size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
    demand(tac_trace_metadata_check(path, &diag) == (diag.text[0] == '\0'));
    fclose(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tac_trace_record r;
    tac_trace_report report;
    if (size == 0 || size > 1 << 16 || !tac_trace_report_init(&report)) {
        return 0;
    }
    input in = {data + 1, data + size};
    FILE *nowhere = fopen("/dev/null", "w");
    if (data[0] % 3 == 0) {
        as_metadata(in.at, size - 1);
    } else if (data[0] % 3 == 1) {
        as_events(&in, &r, &report);
    } else {
        FILE *f = file_of(in.at, size - 1);
        take_records(f, &r, &report);
        fclose(f);
    }
    if (nowhere) {
        tac_trace_report_print(&report, 5, nowhere);
        fclose(nowhere);
    }
    tac_trace_report_free(&report);
    return 0;
}

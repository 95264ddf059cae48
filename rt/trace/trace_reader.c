#include "trace_reader.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "system/fail.h"
#include "system/process_part.h"
#include "trace_folders.h"
#include "trace_graph.h"
#include "trace_record.h"

// What the process that reads may take: the library needs some ten MiB and a second for 50 MB of trace. What comes
// near this is damaged: sizes that ask for more memory than any machine has, or packets that never end.
enum { MOST_SECONDS = 20, SECONDS_PER_MIB = 1 };

#define MOST_BYTES (UINT64_C(1) << 30)

const tac_trace_field *tac_trace_field_of(const tac_trace_event *e, const char *name)
{
    static const tac_trace_field none = {.text = ""};
    for (int i = 0; i < e->n_field; i++) {
        if (strcmp(e->field[i].name, name) == 0) {
            return &e->field[i];
        }
    }
    return &none;
}

static void send_event(void *context, const tac_trace_event *e)
{
    tac_trace_record_event(context, e);
}

static void send_discarded(void *context, int64_t n)
{
    tac_trace_record_discarded(context, n);
}

static bool send_now(void *context)
{
    return fflush(context) == 0;
}

// In a process of its own.
static void read_apart(FILE *out, void *context)
{
    const tac_trace_folders *f = context;
    const tac_trace_sink sink = {send_event, send_discarded, out};
    tac_diag diag = {0};
    char reason[TAC_TRACE_REASON] = "";
    tac_trace_outcome outcome = TAC_TRACE_NONE;
    if (!tac_process_limit_memory(MOST_BYTES) ||
        !tac_process_limit_time(MOST_SECONDS + SECONDS_PER_MIB * (f->bytes >> 20))) {
        (void)tac_diag_say(&diag, "the process that reads cannot be given bounds: %s",
                           strerror(errno));
    }
    const tac_trace_graph *graph = diag.text[0] == '\0' ? tac_trace_graph_load(&diag) : NULL;
    if (graph) {
        outcome = graph->read((const char *const *)f->path, f->n, &sink, send_now, reason);
        (void)tac_diag_say(&diag, "%s", reason);
    }
    tac_trace_record_end(out, outcome, diag.text);
}

// How the process ended that did not say so itself.
static void say_end(int code, tac_diag *diag)
{
    if (code == 128 + SIGXCPU) {
        (void)tac_diag_say(diag, "babeltrace2 comes to no end with it; the files are damaged");
    } else if (code > 128) {
        (void)tac_diag_say(diag,
                           "babeltrace2 fails over it (SIG%s) or takes more than 1 GiB; the files "
                           "are damaged",
                           sigabbrev_np(code - 128));
    } else {
        (void)tac_diag_say(diag, "babeltrace2 fails over it (exit %d); the files are damaged",
                           code);
    }
}

// Hands on what comes, of events as many as there are bytes: those that take none never end. Whether the last record was
// the one that says how it went.
static bool take_all(FILE *in, tac_trace_record *r, const tac_trace_sink *sink, uint64_t most,
                     uint64_t *events)
{
    while (tac_trace_record_next(in, r)) {
        if (r->kind == TAC_TRACE_RECORD_END) {
            return true;
        }
        if (r->kind == TAC_TRACE_RECORD_DISCARDED) {
            sink->discarded(sink->context, r->discarded);
        } else if (++*events <= most) {
            sink->event(sink->context, &r->event);
        } else {
            return false;
        }
    }
    return false;
}

static tac_trace_outcome take(tac_process *from, tac_trace_record *r, const tac_trace_sink *sink,
                              uint64_t most, tac_diag *diag)
{
    uint64_t events = 0;
    bool said = take_all(from->out, r, sink, most, &events);
    int code = tac_process_end(from);
    if (said && r->outcome == TAC_TRACE_COMPLETE) {
        return TAC_TRACE_COMPLETE;
    }
    if (said) {
        (void)tac_diag_say(diag, "%s", r->text);
        return r->outcome;
    }
    if (events > most) {
        (void)tac_diag_say(diag, "it holds more events than bytes; the files are damaged");
    } else {
        say_end(code, diag);
    }
    return events > 0 ? TAC_TRACE_CUT : TAC_TRACE_NONE;
}

tac_trace_outcome tac_trace_read(const char *folder, const tac_trace_sink *sink, tac_diag *diag)
{
    tac_process reader;
    tac_trace_folders found;
    tac_trace_record *r = malloc(sizeof *r);
    tac_trace_outcome outcome = TAC_TRACE_NONE;
    if (!r) {
        (void)tac_diag_say_memory(diag, "not enough memory");
    }
    if (!tac_trace_folders_find(&found, folder, diag) || !r || !tac_trace_graph_has_room(diag)) {
        // why is in diag
    } else if (!tac_process_part(&reader, read_apart, &found)) {
        (void)tac_diag_say_errno(diag, errno, "no process to read it can be started: %s",
                                 strerror(errno));
    } else {
        outcome = take(&reader, r, sink, found.bytes, diag);
    }
    tac_trace_folders_free(&found);
    free(r);
    return outcome;
}

#include "signal_words.h"
#include "monitor/monitor_segment.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"
#include "monitor/monitor.h"

enum { FIRST_FRAME_S = 2 };

// An instance whose rig has no section exchange shows its monitor, but no signals.
static int runs_without_signals(const char *instance)
{
    tac_diag diag;
    const tac_monitor *m = tac_monitor_attach(instance, &diag);
    int lives = m && tac_monitor_owner_lives(m);
    if (m) {
        tac_monitor_close(m, 0);
    }
    return lives;
}

tac_io *tac_signal_words_attach(tac_args *a, const char *instance, int mode)
{
    tac_io_error error;
    tac_io *io = tac_io_attach(instance, mode, a->command, &error);
    if (!io) {
        if (error.status == TAC_IO_NONE && runs_without_signals(instance)) {
            tac_args_fail(a, "'%s' shares no signals: its rig says so, or its model has no sensors",
                          instance);
        } else {
            tac_args_fail(a, "%s", error.text);
        }
        return NULL;
    }
    if (tac_io_read(io) != TAC_IO_OK &&
        tac_io_wait(io, TAC_IO_PERIOD, FIRST_FRAME_S) != TAC_IO_OK) {
        tac_args_fail(a, "'%s' publishes nothing", instance);
        tac_io_detach(io);
        return NULL;
    }
    return io;
}

static int not_found(tac_args *a, const tac_io *io, const char *name)
{
    int n = tac_io_count(io), nearest = -1;
    tac_io_signal *list = calloc((size_t)n + 1, sizeof *list);
    const char **names = calloc((size_t)n + 1, sizeof *names);
    for (int i = 0; i < n && list && names; i++) {
        (void)tac_io_describe(io, i, &list[i]);
        names[i] = list[i].name;
    }
    if (list && names) {
        nearest = tac_nearest_index(name, names, n);
    }
    if (nearest >= 0) {
        tac_args_fail(a, "no signal '%s'; did you mean '%s'?", name, names[nearest]);
    } else {
        tac_args_fail(a, "no signal '%s'; 'tactus signals' lists them", name);
    }
    free(list);
    free(names);
    return 0;
}

int tac_signal_words_find(tac_args *a, const tac_io *io, const char *text, tac_signal_word *out)
{
    char name[sizeof out->about.name];
    const char *bracket = strrchr(text, '[');
    size_t n = bracket ? (size_t)(bracket - text) : strlen(text);
    n = n < sizeof name ? n : sizeof name - 1;
    memcpy(name, text, n);
    name[n] = '\0';
    *out = (tac_signal_word){.signal = tac_io_find(io, name), .element = -1};
    if (out->signal < 0) {
        return not_found(a, io, name);
    }
    (void)tac_io_describe(io, out->signal, &out->about);
    if (bracket) {
        char *end;
        int count = out->about.rows * out->about.columns;
        long element = strtol(bracket + 1, &end, 10);
        if (end == bracket + 1 || strcmp(end, "]") != 0 || element < 0 || element >= count) {
            return tac_args_fail(a, "'%s' has elements [0] to [%d], not '%s'", name, count - 1,
                                 bracket);
        }
        out->element = (int)element;
    }
    return 1;
}

void tac_signal_words_values(const tac_io *io, int signal, char *out, size_t size)
{
    tac_io_signal s;
    char number[TAC_NUMBER_SIZE];
    size_t at = 0;
    *out = '\0';
    if (tac_io_describe(io, signal, &s) != TAC_IO_OK) {
        return;
    }
    int n = s.rows * s.columns;
    for (int i = 0; i < n; i++) {
        tac_number_print(tac_io_value(io, signal, i), number);
        int more = snprintf(out + at, size - at, "%s%s%s", i == 0 ? (n > 1 ? "[" : "") : " ",
                            number, i == n - 1 && n > 1 ? "]" : "");
        if (more < 0 || (size_t)more >= size - at) {
            // whole numbers only, then an ellipsis
            at = at > size - 5 ? size - 5 : at;
            memcpy(out + at, " ...", 5);
            return;
        }
        at += (size_t)more;
    }
}

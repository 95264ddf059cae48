#include "signal_words.h"
#include "monitor/monitor_segment.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"
#include "monitor/monitor.h"
#include "printable.h"

enum { FIRST_FRAME_S = 2 };

tac_exit tac_condition_exit(const tac_io_health *health)
{
    switch ((tac_io_condition)health->condition) {
    case TAC_IO_STARTING:
    case TAC_IO_PAUSED:
    case TAC_IO_RUNNING:
        return TAC_EXIT_OK;
    case TAC_IO_SAFE:
        return TAC_EXIT_SAFE;
    case TAC_IO_LATE:
        return TAC_EXIT_LATE;
    case TAC_IO_STOPPED:
    case TAC_IO_DEAD:
        return TAC_EXIT_GONE;
    }
    return TAC_EXIT_GONE;
}

tac_exit tac_condition_say(const char *command, const tac_io_health *health)
{
    tac_exit code = tac_condition_exit(health);
    if (code != TAC_EXIT_OK) {
        fprintf(stderr, "%s: %s\n", command, TAC_SHOWN(health->text));
    }
    return code;
}

// An instance whose rig has no section exchange shows its monitor, but no signals.
static int runs_without_signals(const char *instance, char why[192])
{
    tac_diag diag = {.text = ""};
    const tac_monitor *m = tac_monitor_attach(instance, &diag);
    int lives = m && tac_monitor_owner_lives(m);
    why[0] = '\0';
    if (m) {
        (void)snprintf(why, 192, "%.191s", m->unshared);
    }
    if (m) {
        tac_monitor_close(m);
    }
    return lives;
}

// A rig whose exchange has no commands.
static bool has_no_place(const char *instance)
{
    tac_io_info info = {.clients = 1};
    tac_io *io = tac_io_attach(instance, TAC_IO_READ, NULL, NULL);
    if (io) {
        tac_io_get_info(io, &info);
    }
    tac_io_detach(io);
    return info.clients == 0;
}

static tac_io *fail_without_signals(tac_args *a, const char *instance, const char *why)
{
    tac_args_fail(a, "'%s' shares no signals: %s", instance,
                  *why != '\0' ? why : "its rig says so, or its model has no sensors");
    return NULL;
}

tac_exit tac_signal_words_condition(const tac_args *a, const tac_io *io)
{
    tac_io_health health;
    tac_io_get_health(io, &health);
    return tac_condition_say(a->command, &health);
}

// What kept a client from attaching: nothing is there, or what is there is dead, has ended, does not look.
static tac_exit exit_of_attach(const char *instance, tac_io_status status)
{
    tac_io_health health;
    bool known = tac_io_health_of(instance, TAC_IO_READ, &health, NULL) == TAC_IO_OK;
    tac_exit code = known ? tac_condition_exit(&health) : TAC_EXIT_INPUT;
    return status == TAC_IO_ENDED && code != TAC_EXIT_LATE ? TAC_EXIT_GONE
           : code == TAC_EXIT_LATE                         ? TAC_EXIT_LATE
                                                           : TAC_EXIT_INPUT;
}

tac_io *tac_signal_words_attach(tac_args *a, const char *instance, int mode, tac_exit *code)
{
    tac_io_error error;
    tac_io *io = tac_io_attach(instance, mode, a->command, &error);
    *code = TAC_EXIT_INPUT;
    if (!io) {
        *code = exit_of_attach(instance, error.status);
        bool takes_none = error.status == TAC_IO_FULL && has_no_place(instance);
        char why[192];
        if (error.status == TAC_IO_NONE && runs_without_signals(instance, why)) {
            return fail_without_signals(a, instance, why);
        }
        tac_args_fail(a, "%s%s%s%s", error.text, takes_none ? "; 'tactus ctl " : "",
                      takes_none ? instance : "",
                      takes_none ? " write' writes inputs and parameters" : "");
        return NULL;
    }
    if (tac_io_count(io) == 0) {
        tac_io_detach(io);
        return fail_without_signals(a, instance, "");
    }
    if (tac_io_read(io) != TAC_IO_OK &&
        tac_io_wait(io, TAC_IO_PERIOD, FIRST_FRAME_S) != TAC_IO_OK) {
        tac_io_health health;
        tac_io_get_health(io, &health);
        *code = tac_condition_exit(&health);
        *code = *code == TAC_EXIT_OK || *code == TAC_EXIT_SAFE ? TAC_EXIT_LATE : *code;
        tac_args_fail(a, *code == TAC_EXIT_LATE ? "'%s' publishes nothing" : "'%s' has ended",
                      instance);
        tac_io_detach(io);
        return NULL;
    }
    return io;
}

// The nearest name: of a signal, or of a value where the text has a dot.
static bool suggest(const tac_io *io, const char *name,
                    char out[sizeof((tac_io_value_about *)0)->name])
{
    int fewest = -1;
    for (int i = 0; i < tac_io_count(io); i++) {
        tac_io_signal s;
        tac_io_value_about about;
        (void)tac_io_describe(io, i, &s);
        for (int k = -1; k < s.rows * s.columns; k++) {
            (void)tac_io_describe_value(io, i, k < 0 ? 0 : k, &about);
            const char *known = k < 0 ? s.name : about.name;
            int distance = tac_name_distance(name, known);
            if (tac_name_is_near(name, distance) && (fewest < 0 || distance < fewest)) {
                fewest = distance;
                (void)snprintf(out, sizeof about.name, "%s", known);
            }
        }
    }
    return fewest >= 0;
}

static int not_found(tac_args *a, const tac_io *io, const char *name)
{
    char nearest[sizeof((tac_io_value_about *)0)->name];
    if (suggest(io, name, nearest)) {
        return tac_args_fail(a, "no signal '%s'; did you mean '%s'?", name, nearest);
    }
    return tac_args_fail(
        a, "no signal '%s'; 'tactus signals' lists them, 'tactus ctl' reads and writes all others",
        name);
}

// The count of a signal's elements says more than that there is no such name.
static int wrong_element(tac_args *a, const tac_io *io, const char *text)
{
    char name[sizeof((tac_io_signal *)0)->name];
    tac_io_signal s;
    size_t n = strcspn(text, "[");
    n = n < sizeof name ? n : sizeof name - 1;
    memcpy(name, text, n);
    name[n] = '\0';
    if (text[n] != '[' || tac_io_describe(io, tac_io_find(io, name), &s) != TAC_IO_OK) {
        return not_found(a, io, name);
    }
    return tac_args_fail(a, "'%s' has elements [0] to [%d], not '%s'", name, s.rows * s.columns - 1,
                         text + n);
}

int tac_signal_words_find(tac_args *a, const tac_io *io, const char *text, tac_signal_word *out)
{
    *out = (tac_signal_word){0};
    out->signal = tac_io_find_value(io, text, &out->element);
    return tac_io_describe(io, out->signal, &out->about) == TAC_IO_OK || wrong_element(a, io, text);
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

// tactus ctl: one request to a running instance, one answer.
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "command.h"
#include "io/alive.h"
#include "monitor/monitor_segment.h"
#include "printable.h"
#include "signal_words.h"
#include "system/clock.h"
#include "system/control_socket.h"

// An instance answers within a period, which has at most 10 s, or says after two periods and two
// seconds that its loop does not.
#define PATIENCE_S 30
#define STOPPED_S 0.3 // how long a stopped process may be so before that is the answer
#define LATE_S 0.7    // and an instance that publishes nothing
#define LOOK_MS 100

enum {
    REQUEST = 4096,
    ANSWER = 32768,
    NOT_RUNNING = 1, // exit code: there is nobody to ask
};

typedef struct request {
    char text[REQUEST];
    int n, full;
} request;

typedef struct peer { // who is asked
    const char *name;
    int fd;
    int32_t pid; // 0: not seen from here
    bool ends;   // it is asked to end, for which a hung loop takes its time
} peer;

static void append(request *r, const char *text)
{
    int n = snprintf(r->text + r->n, sizeof r->text - (size_t)r->n, "%s%s", r->n ? " " : "", text);
    r->full |= n >= (int)sizeof r->text - r->n || strpbrk(text, "\n") != NULL;
    r->n += r->full ? 0 : n;
}

// File names are relative to this program's folder, not to that of the instance.
static void append_path(request *r, const char *path)
{
    char folder[REQUEST] = "", whole[2 * REQUEST];
    if (*path != '/' && !getcwd(folder, sizeof folder)) {
        r->full = 1;
    }
    snprintf(whole, sizeof whole, "%s%s%s", folder, *folder ? "/" : "", path);
    append(r, whole);
}

static int send_line(int fd, request *r)
{
    r->text[r->n] = '\n';
    for (int sent = 0; sent <= r->n;) {
        ssize_t n = send(fd, r->text + sent, (size_t)(r->n + 1 - sent), MSG_NOSIGNAL);
        if (n <= 0) {
            return 0;
        }
        sent += (int)n;
    }
    return 1;
}

// Why no answer will come now, in a line: the process is stopped, or the instance does not go on. OK: it may.
static tac_exit why_silent(const peer *p, double waited)
{
    tac_io_health health;
    tac_diag unwanted = {0};
    if (waited > STOPPED_S && tac_pid_is_in(p->pid, tac_pid_start(p->pid), 'T')) {
        fprintf(stderr,
                "tactus ctl: '%s' does not answer: its process %d is stopped; the request waits "
                "there\n",
                TAC_SHOWN(p->name), (int)p->pid);
        return TAC_EXIT_LATE;
    }
    if (waited > LATE_S && !p->ends && tac_monitor_look(p->name, &health, &unwanted) &&
        health.condition == TAC_IO_LATE) {
        return tac_condition_say("tactus ctl", &health);
    }
    return TAC_EXIT_OK;
}

// Waits until there is something to read; otherwise the exit code after a line, or OK when it is not known why.
static bool wait_for(const peer *p, tac_exit *code)
{
    double begin = tac_now_s();
    *code = TAC_EXIT_OK;
    for (double now = begin; now - begin < PATIENCE_S; now = tac_now_s()) {
        struct pollfd ready = {.fd = p->fd, .events = POLLIN};
        if (poll(&ready, 1, LOOK_MS) > 0) {
            return true;
        }
        *code = why_silent(p, tac_now_s() - begin);
        if (*code != TAC_EXIT_OK) {
            return false;
        }
    }
    return false;
}

// One line without its end; 0 when none came, after a line about it when *code is not OK.
static int receive_line(const peer *p, char answer[ANSWER], tac_exit *code)
{
    int n = 0, fd = p->fd;
    while (n < ANSWER - 1) {
        if (!wait_for(p, code)) {
            return 0;
        }
        ssize_t got = recv(fd, answer + n, (size_t)(ANSWER - 1 - n), 0);
        if (got <= 0) {
            return 0;
        }
        n += (int)got;
        if (answer[n - 1] == '\n') {
            answer[n - 1] = '\0';
            tac_make_printable(answer); // whoever has answered
            return 1;
        }
    }
    return 0;
}

static int ask(const peer *p, request *r, char answer[ANSWER], tac_exit *code)
{
    *code = TAC_EXIT_OK;
    return send_line(p->fd, r) && receive_line(p, answer, code);
}

// Prints the words after "ok"; returns the exit code.
static int show(const char *answer)
{
    if (strncmp(answer, "ok", 2) == 0 && (answer[2] == '\0' || answer[2] == ' ')) {
        puts(answer[2] == ' ' ? answer + 3 : answer);
        return strncmp(answer, "ok clamped", 10) == 0 ? TAC_EXIT_CLAMPED : TAC_EXIT_OK;
    }
    const char *text = strncmp(answer, "error ", 6) == 0 ? answer + 6 : answer;
    fprintf(stderr, "tactus ctl: %s\n", text);
    return TAC_EXIT_INPUT;
}

// What is known of an instance that could not be asked, or ended before it answered.
static int no_answer(const char *name, tac_exit code)
{
    if (code == TAC_EXIT_OK) {
        tac_io_health health;
        tac_diag unwanted = {0};
        bool known = tac_monitor_look(name, &health, &unwanted);
        code = known ? tac_condition_say("tactus ctl", &health) : TAC_EXIT_GONE;
        if (!known || code == TAC_EXIT_OK || code == TAC_EXIT_SAFE) {
            fprintf(stderr, "tactus ctl: '%s' does not answer\n", TAC_SHOWN(name));
            code = known ? TAC_EXIT_LATE : TAC_EXIT_GONE;
        }
    }
    return (int)code;
}

// There is nobody to ask: of one that is dead the line says so.
static int not_there(const char *name, const tac_diag *why)
{
    tac_io_health health;
    tac_diag unwanted = {0};
    if (!strchr(name, '/') && tac_monitor_look(name, &health, &unwanted) &&
        health.condition == TAC_IO_DEAD) {
        return (int)tac_condition_say("tactus ctl", &health);
    }
    fprintf(stderr, "tactus ctl: %s\n", TAC_SHOWN(why->text));
    return NOT_RUNNING;
}

// Long lists come in pieces, one JSON object per line.
static int show_rest(const peer *p, char answer[ANSWER])
{
    for (;;) {
        const char *next = strstr(answer, "],\"next\":");
        if (!next || strncmp(next + 9, "null", 4) == 0) {
            return TAC_EXIT_OK;
        }
        request r = {.n = 0};
        char index[24];
        snprintf(index, sizeof index, "%ld", strtol(next + 9, NULL, 10));
        append(&r, "variables");
        append(&r, index);
        tac_exit reason;
        if (!ask(p, &r, answer, &reason)) {
            return no_answer(p->name, reason);
        }
        int code = show(answer);
        if (code != TAC_EXIT_OK) {
            return code;
        }
    }
}

// A status is an answer whatever it says; that no cycle comes is said beside it.
static int judge_status(const char *name)
{
    tac_io_health health;
    tac_diag unwanted = {0};
    bool is_late = !strchr(name, '/') && tac_monitor_look(name, &health, &unwanted) &&
                   health.condition == TAC_IO_LATE;
    return is_late ? (int)tac_condition_say("tactus ctl", &health) : TAC_EXIT_OK;
}

static int talk(const char *name, request *r, const char *verb, int whole_list)
{
    static char answer[ANSWER];
    tac_diag diag = {0};
    peer p = {.name = name, .fd = tac_control_connect(name, &diag)};
    struct ucred who = {0};
    socklen_t size = sizeof who;
    tac_exit reason;
    if (p.fd < 0) {
        return not_there(name, &diag);
    }
    p.pid = getsockopt(p.fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? (int32_t)who.pid : 0;
    p.ends = strcmp(verb, "stop") == 0;
    struct timeval patience = {.tv_sec = 1};
    setsockopt(p.fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    int code = ask(&p, r, answer, &reason) ? show(answer) : no_answer(name, reason);
    if (code == TAC_EXIT_OK && whole_list) {
        code = show_rest(&p, answer);
    }
    if (code == TAC_EXIT_OK && strcmp(verb, "status") == 0) {
        code = judge_status(name);
    }
    close(p.fd);
    return code;
}

static int run_ctl(tac_args *a)
{
    // values may be negative numbers: everything after the name is taken as it is
    if (a->argc < 2) {
        tac_args_fail(a, "who and what? tactus ctl NAME VERB [ARGUMENT ...]");
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    request r = {.n = 0};
    const char *verb = a->argv[1];
    int is_file = strcmp(verb, "save") == 0 || strcmp(verb, "restore") == 0;
    append(&r, verb);
    for (int i = 2; i < a->argc; i++) {
        if (is_file && i == 2) {
            append_path(&r, a->argv[i]);
        } else {
            append(&r, a->argv[i]);
        }
    }
    if (r.full) {
        tac_args_fail(a, "a request is one line of at most %d characters", REQUEST - 1);
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    return talk(a->argv[0], &r, verb, strcmp(verb, "variables") == 0 && a->argc == 2);
}

const tac_command tac_command_ctl = {
    .name = "ctl",
    .arguments = "NAME VERB ...",
    .summary = "control a running instance: start, pause, read, write ...",
    .run = run_ctl,
    .more =
        "  start, resume                    run, from the start or from a pause\n"
        "  pause                            hold the state\n"
        "  step [N]                         while paused: make N (1) cycles with a step\n"
        "  stop                             end the instance\n"
        "  reset                            back to the start, paused\n"
        "  safe                             enter the safe state\n"
        "  rearm                            leave the safe state, paused; where the rig allows it\n"
        "  read NAME ...                    values of variables\n"
        "  write NAME=VALUE ...             up to 64 inputs, parameters and commands of the "
        "exchange in\n"
        "                                   the same cycle, in SI, to stay; 'tactus set' takes "
        "the\n"
        "                                   signal's unit, and its time-to-live gives it back\n"
        "  variables                        what can be read and written, as JSON\n"
        "  status                           run state, time, counters, as JSON\n"
        "  save FILE, restore FILE          checkpoints\n"
        "  fault SIGNAL drop, freeze, noise X, delay TIME, step X [for TIME]\n"
        "                                   change it on its way, where the rig allows it\n"
        "  fault clear [SIGNAL]             take them off\n"
        "  trace on, trace off              record events of cycles with LTTng\n"
        "  record start, stop, split        the recording: go on, pause, begin another piece\n"
        "  record trigger [TEXT]            write what its ring holds, and what follows\n"
        "  record mark TEXT                 a line in it, at this step\n"
        "  record status                    how it stands, as JSON\n"
        "\nA platform controller takes engage, hold, park, stop, reset, status, quit.\n",
};

// tactus ctl: one request to a running instance, one answer.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "command.h"
#include "printable.h"
#include "system/control_socket.h"

// An instance answers within a period, which has at most 10 s, or says after two periods and two
// seconds that its loop does not.
#define PATIENCE_S 30

enum {
    REQUEST = 4096,
    ANSWER = 32768,
    NOT_RUNNING = 1, // exit code: no instance answers
};

typedef struct request {
    char text[REQUEST];
    int n, full;
} request;

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

// One line without its end; 0 when none came.
static int receive_line(int fd, char answer[ANSWER])
{
    int n = 0;
    while (n < ANSWER - 1) {
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

static int ask(int fd, request *r, char answer[ANSWER])
{
    return send_line(fd, r) && receive_line(fd, answer);
}

// Prints the words after "ok"; returns the exit code.
static int show(const char *answer)
{
    if (strncmp(answer, "ok", 2) == 0 && (answer[2] == '\0' || answer[2] == ' ')) {
        puts(answer[2] == ' ' ? answer + 3 : answer);
        return TAC_EXIT_OK;
    }
    const char *text = strncmp(answer, "error ", 6) == 0 ? answer + 6 : answer;
    fprintf(stderr, "tactus ctl: %s\n", text);
    return TAC_EXIT_INPUT;
}

static int no_answer(const char *name)
{
    fprintf(stderr, "tactus ctl: '%s' does not answer\n", TAC_SHOWN(name));
    return NOT_RUNNING;
}

// Long lists come in pieces, one JSON object per line.
static int show_rest(int fd, const char *name, char answer[ANSWER])
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
        if (!ask(fd, &r, answer)) {
            return no_answer(name);
        }
        int code = show(answer);
        if (code != TAC_EXIT_OK) {
            return code;
        }
    }
}

static int talk(const char *name, request *r, int whole_list)
{
    static char answer[ANSWER];
    tac_diag diag = {0};
    int fd = tac_control_connect(name, &diag);
    if (fd < 0) {
        fprintf(stderr, "tactus ctl: %s\n", diag.text);
        return NOT_RUNNING;
    }
    struct timeval patience = {.tv_sec = PATIENCE_S};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    int code = ask(fd, r, answer) ? show(answer) : no_answer(name);
    if (code == TAC_EXIT_OK && whole_list) {
        code = show_rest(fd, name, answer);
    }
    close(fd);
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
    return talk(a->argv[0], &r, strcmp(verb, "variables") == 0 && a->argc == 2);
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
        "  trace on, trace off              record events of cycles with LTTng\n"
        "\nA platform controller takes engage, hold, park, stop, reset, status, quit.\n",
};

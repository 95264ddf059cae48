// tactus serve: running instances in a browser. The server is a program of its own, tactus-serve, which takes the place
// of this one: nothing of it is mapped by any other command.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "io/layout.h"
#include "system/own_library.h"

enum { PORT = 8640, MOST_NAMES = 32 };

typedef struct settings {
    int port;
    const char *name[MOST_NAMES];
} settings;

static const tac_option options[] = {
    {"port", "N", "listen there, on this machine's loopback only (default 8640)",
     TAC_ARG_WHOLE(settings, port, 1, 65535)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .most = MOST_NAMES,
    .plain = offsetof(settings, name),
    .surplus = "more than 32 names; without any all instances are shown",
};

static int run_serve(tac_args *a)
{
    settings set = {.port = PORT};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    char path[TAC_OWN_LIBRARY_SIZE], port[16];
    const char *argument[MOST_NAMES + 3] = {"tactus-serve", port};
    tac_diag diag;
    snprintf(port, sizeof port, "%d", set.port);
    for (int i = 0; i < MOST_NAMES && set.name[i]; i++) {
        if (strlen(set.name[i]) >= TAC_NAME_SIZE) {
            (void)tac_args_fail(a, "'%s' is no name of an instance: too long", set.name[i]);
            return tac_command_fail(TAC_EXIT_INPUT, a->error);
        }
        argument[2 + i] = set.name[i];
    }
    if (!tac_own_library("tactus-serve", path, &diag)) {
        return tac_command_refuse(&diag, TAC_EXIT_INPUT);
    }
    (void)execv(path, (char *const *)argument);
    (void)tac_args_fail(a, "'%s' cannot be started: %s", path, strerror(errno));
    return tac_command_fail(TAC_EXIT_INPUT, a->error);
}

const tac_command tac_command_serve = {
    .name = "serve",
    .arguments = "[NAME...] [options]",
    .summary = "running instances in a browser: picture, charts, run control",
    .syntax = &syntax,
    .more = "Prints the link to open. Who has the link may control; others on this machine may "
            "look.\n\n",
    .run = run_serve,
};

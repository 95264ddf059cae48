// tactus serve: running instances in a browser; tactus view: a motion, of a model without a rig or of a recording. The
// server is a program of its own, tactus-serve, which takes the place of this one: nothing of it is mapped by any
// other command. What view shows is solved by a process of its own, which ends with the server.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "command.h"
#include "io/layout.h"
#include "model_options.h"
#include "playback/motion.h"
#include "printable.h"
#include "system/own_library.h"

enum { PORT = 8640, MOST_NAMES = 32, MOST_ORIGINS = 16, MOST_HOSTS = 16 };
#define PORT_HELP "listen there, on this machine's loopback only (default 8640)"

#define ORIGIN_HELP                                                                        \
    "a viewer that speaks Foxglove's protocol on a page from there may look too, such as " \
    "https://app.foxglove.dev; may be repeated (default: no page from elsewhere)"

// SCHEME://HOST[:PORT] as browsers send it, nothing that stands for several.
static bool is_origin(const char *text)
{
    static const char host[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    const char *at = strstr(text, "://");
    size_t scheme = at ? (size_t)(at - text) : 0;
    if ((scheme != 4 || strncmp(text, "http", 4) != 0) &&
        (scheme != 5 || strncmp(text, "https", 5) != 0)) {
        return false;
    }
    size_t n = strspn(at += 3, host);
    at += n;
    if (*at == ':') {
        size_t digits = strspn(at + 1, "0123456789");
        at += digits >= 1 && digits <= 5 ? 1 + digits : 0;
    }
    return n > 0 && *at == '\0' && strlen(text) < 128;
}

#define HOST_HELP                                                                        \
    "answer to this name too, as browsers send it: behind a tunnel or a proxy, such as " \
    "rig.example or localhost:9000; may be repeated (default: this machine's loopback names)"

// What a request may name as its host.
static bool check_hosts(tac_args *a, const tac_texts *host)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]";
    for (int i = 0; i < host->n; i++) {
        size_t n = strlen(host->text[i]);
        if (n == 0 || n > 120 || strspn(host->text[i], letters) != n) {
            return tac_args_fail(a, "--allow-host '%s' is none; it is NAME or NAME:PORT",
                                 host->text[i]);
        }
    }
    return host->n <= MOST_HOSTS || tac_args_fail(a, "more than %d --allow-host", MOST_HOSTS);
}

static bool check_origins(tac_args *a, const tac_texts *origin)
{
    for (int i = 0; i < origin->n; i++) {
        if (!is_origin(origin->text[i])) {
            return tac_args_fail(a,
                                 "--origin '%s' is none; it must look like https://viewer.example "
                                 "or http://localhost:8080, one page at a time",
                                 origin->text[i]);
        }
    }
    return origin->n <= MOST_ORIGINS || tac_args_fail(a, "more than %d --origin", MOST_ORIGINS);
}

// Returns only an exit code, after a line, when that fails; up to MOST_NAMES arguments, then NULL.
static int start_server(tac_args *a, int port, const tac_texts *origin, const tac_texts *host,
                        const char *const *name)
{
    char path[TAC_OWN_LIBRARY_SIZE], number[16], origins[16], hosts[16];
    const char *argument[MOST_NAMES + MOST_ORIGINS + MOST_HOSTS + 5] = {"tactus-serve", number,
                                                                        origins, hosts};
    const char **next = argument + 4;
    tac_diag diag = {.text = ""};
    snprintf(number, sizeof number, "%d", port);
    snprintf(origins, sizeof origins, "%d", origin->n);
    snprintf(hosts, sizeof hosts, "%d", host->n);
    for (int i = 0; i < origin->n; i++) {
        *next++ = origin->text[i];
    }
    for (int i = 0; i < host->n; i++) {
        *next++ = host->text[i];
    }
    for (int i = 0; i < MOST_NAMES && name[i]; i++) {
        *next++ = name[i];
    }
    if (!tac_own_library("tactus-serve", path, &diag)) {
        return tac_command_refuse(&diag, TAC_EXIT_INPUT);
    }
    (void)execv(path, (char *const *)argument);
    (void)tac_args_fail(a, "'%s' cannot be started: %s", path, strerror(errno));
    return tac_command_fail(TAC_EXIT_INPUT, a->error);
}

// ---- serve ---------------------------------------------------------------------------------------

typedef struct serve_settings {
    int port;
    tac_texts origin, host;
    const char *name[MOST_NAMES + 1];
} serve_settings;

static const tac_option serve_options[] = {
    {"port", "N", PORT_HELP, TAC_ARG_WHOLE(serve_settings, port, 1, 65535)},
    {"origin", "URL", ORIGIN_HELP, TAC_ARG_TEXTS(serve_settings, origin)},
    {"allow-host", "HOST", HOST_HELP, TAC_ARG_TEXTS(serve_settings, host)},
};

static const tac_syntax serve_syntax = {
    .option = serve_options,
    .n_option = sizeof serve_options / sizeof *serve_options,
    .most = MOST_NAMES,
    .plain = offsetof(serve_settings, name),
    .surplus = "more than 32 names; without any all instances are shown",
};

static int run_serve(tac_args *a)
{
    serve_settings set = {.port = PORT};
    if (!tac_args_read(a, &serve_syntax, &set) || !check_origins(a, &set.origin) ||
        !check_hosts(a, &set.host)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    for (int i = 0; i < MOST_NAMES && set.name[i]; i++) {
        if (strlen(set.name[i]) >= TAC_NAME_SIZE) {
            (void)tac_args_fail(a, "'%s' is no name of an instance: too long", set.name[i]);
            return tac_command_fail(TAC_EXIT_INPUT, a->error);
        }
    }
    return start_server(a, set.port, &set.origin, &set.host, set.name);
}

const tac_command tac_command_serve = {
    .name = "serve",
    .arguments = "[NAME...] [options]",
    .summary = "running instances in a browser: picture, charts, run control",
    .syntax = &serve_syntax,
    .more = "Prints the link to open. Who has the link may control; others on this machine may "
            "look.\n\n",
    .run = run_serve,
};

// ---- view ----------------------------------------------------------------------------------------

typedef struct view_settings {
    int port;
    tac_texts origin, host;
    double duration, dt; // negative: as in the model
    int bounds;
    const char *path;
} view_settings;

static const tac_option view_options[] = {
    {"port", "N", PORT_HELP, TAC_ARG_WHOLE(view_settings, port, 1, 65535)},
    {"origin", "URL", ORIGIN_HELP, TAC_ARG_TEXTS(view_settings, origin)},
    {"allow-host", "HOST", HOST_HELP, TAC_ARG_TEXTS(view_settings, host)},
    {"duration", "TIME", "how long to simulate a model (default: as in the model)",
     TAC_ARG_REAL(view_settings, duration, TAC_Q_TIME, 0.0, 1e12)},
    {"dt", "TIME", "step of a model (default: as in the model)",
     TAC_ARG_REAL(view_settings, dt, TAC_Q_TIME, 1e-9, 1e3)},
    {TAC_OPTION_PART},
    {TAC_OPTION_BOUNDS(view_settings, bounds)},
};

static const tac_syntax view_syntax = {
    .option = view_options,
    .n_option = sizeof view_options / sizeof *view_options,
    .least = 1,
    .missing = "no model and no log given; try '%s --help'",
    .most = 1,
    .plain = TAC_ARG_AT(view_settings, path, const char *),
    .surplus = "one model or log at a time, not '%2$s' and '%1$s'",
};

// Ends with the server, whatever ends that.
static _Noreturn void solve(tac_seen_motion *m, pid_t server)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == server) {
        tac_motion_solve(m);
    }
    _exit(TAC_EXIT_OK);
}

static int show(tac_seen_motion *m, tac_args *a, const view_settings *set)
{
    char number[16];
    const char *names[] = {"--playback", number, NULL};
    pid_t server = getpid();
    snprintf(number, sizeof number, "%d", m->playback.descriptor);
    (void)signal(SIGCHLD, SIG_IGN); // nobody waits for the solver
    pid_t solver = fork();
    if (solver < 0) {
        (void)tac_args_fail(a, "no process for the solver: %s", strerror(errno));
        return tac_command_fail(TAC_EXIT_MEMORY, a->error);
    }
    if (solver == 0) {
        solve(m, server);
    }
    return start_server(a, set->port, &set->origin, &set->host, names);
}

static bool open_motion(tac_seen_motion *m, const view_settings *set, tac_diag *diag)
{
    if (!tac_motion_open(m, set->path, set->duration, set->dt, set->bounds, diag)) {
        return false;
    }
    tac_command_tell(m->sim.notes);
    if (*m->playback.head->note) {
        fprintf(stderr, "tactus view: %s: %s\n", TAC_SHOWN(set->path), m->playback.head->note);
    }
    return true;
}

static int run_view(tac_args *a)
{
    view_settings set = {.port = PORT, .duration = -1.0, .dt = -1.0};
    tac_seen_motion m;
    tac_diag diag = {.text = ""};
    if (!tac_args_read(a, &view_syntax, &set) || !check_origins(a, &set.origin) ||
        !check_hosts(a, &set.host)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    int code = open_motion(&m, &set, &diag) ? show(&m, a, &set)
                                            : tac_command_refuse(&diag, TAC_EXIT_INPUT);
    tac_motion_close(&m);
    return code;
}

const tac_command tac_command_view = {
    .name = "view",
    .arguments = "MODEL|RIG|LOG [options]",
    .summary = "a motion in a browser: of a model without a rig, or of a recording",
    .syntax = &view_syntax,
    .more = "Prints the link to open, and goes on computing while it is looked at.\n\n",
    .run = run_view,
};

#include "rig_clients.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "format/number.h"
#include "printable.h"
#include "system/exit.h"
#include "system/fail.h"

enum { FIXED_WORDS = 20 };

static const char program[] = "/proc/self/exe", wait_for_it[] = "60 s";

typedef struct command_line {
    char rate[TAC_NUMBER_SIZE], timeout[TAC_NUMBER_SIZE], restarts[16];
    const char *word[FIXED_WORDS + 2 * TAC_MOST_CLIENT_SET];
} command_line;

static void list_words(command_line *w, const tac_rig_file *rig, const tac_rig_client *c)
{
    int n = 0;
    tac_number_print(c->rate, w->rate);
    tac_number_print(1e-9 * (double)c->timeout_ns, w->timeout);
    (void)snprintf(w->restarts, sizeof w->restarts, "%d", c->restarts);
    const char *const first[] = {program,    "fmu-run",    "--quiet",  "--name",    rig->name,
                                 "--client", c->name,      "--wait",   wait_for_it, "--timeout",
                                 w->timeout, "--restarts", w->restarts};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        w->word[n++] = first[i];
    }
    if (c->rate > 0.0) {
        w->word[n++] = "--rate";
        w->word[n++] = w->rate;
    }
    for (int i = 0; i < c->n_set; i++) {
        w->word[n++] = "--set";
        w->word[n++] = c->set[i];
    }
    w->word[n++] = "--";
    w->word[n++] = c->fmu;
    w->word[n] = NULL;
}

// What this thread may run on but for these cores, if anything is left.
static void keep_off(const int *core, int n, cpu_set_t *old)
{
    cpu_set_t rest;
    if (sched_getaffinity(0, sizeof *old, old) != 0) {
        CPU_ZERO(old);
        return;
    }
    rest = *old;
    for (int i = 0; i < n; i++) {
        if (core[i] >= 0 && core[i] < CPU_SETSIZE) {
            CPU_CLR(core[i], &rest);
        }
    }
    if (CPU_COUNT(&rest) > 0) {
        (void)sched_setaffinity(0, sizeof rest, &rest);
    }
}

static bool check_file(const tac_rig_client *c, tac_diag *diag)
{
    struct stat about;
    if (stat(c->fmu, &about) != 0) {
        return tac_diag_say_errno(diag, errno, "client '%s': %s: %s", c->name, c->fmu,
                                  strerror(errno));
    }
    return S_ISREG(about.st_mode) ||
           tac_diag_say(diag, "client '%s': %s: is not a plain file", c->name, c->fmu);
}

bool tac_rig_clients_start(tac_rig_clients *c, const tac_rig_file *rig, const int *core, int n_core,
                           tac_diag *diag)
{
    cpu_set_t old;
    bool good = true;
    *c = (tac_rig_clients){.rig = rig};
    if (rig->n_client == 0) {
        return true;
    }
    keep_off(core, n_core, &old);
    while (c->n < rig->n_client && good) {
        command_line w;
        list_words(&w, rig, &rig->client[c->n]);
        if (!check_file(&rig->client[c->n], diag)) {
            break;
        }
        good = tac_process_start(&c->process[c->n], w.word, TAC_PROCESS_QUIET) ||
               tac_diag_say_errno(diag, errno, "client '%s' cannot be started: %s",
                                  rig->client[c->n].name, strerror(errno));
        c->n += good;
    }
    if (CPU_COUNT(&old) > 0) {
        (void)sched_setaffinity(0, sizeof old, &old);
    }
    return c->n == rig->n_client;
}

void tac_rig_clients_look(tac_rig_clients *c, const char *erase)
{
    for (int i = 0; i < c->n; i++) {
        if (c->process[i].pid > 0 && tac_process_has_ended(&c->process[i])) {
            int code = tac_process_end(&c->process[i]);
            fprintf(stderr, "%stactus: client '%s' has ended%s%s\n", erase,
                    TAC_SHOWN(c->rig->client[i].name),
                    code == TAC_EXIT_OK ? "" : ", and is not started any more",
                    code == TAC_EXIT_FMU ? "; its signals are at their fallback" : "");
        }
    }
}

void tac_rig_clients_stop(tac_rig_clients *c)
{
    for (int i = 0; i < c->n; i++) {
        if (c->process[i].pid > 0) {
            (void)kill(c->process[i].pid, SIGTERM);
        }
    }
    for (int i = 0; i < c->n; i++) {
        if (c->process[i].pid > 0) {
            (void)tac_process_end(&c->process[i]);
        }
    }
    c->n = 0;
}

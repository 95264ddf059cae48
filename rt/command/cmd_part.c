// tactus part: has compiled sub-models for an executive in another process.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apart/apart_server.h"
#include "command.h"
#include "instance/claim.h"
#include "io/layout.h"
#include "printable.h"
#include "rig_file.h"
#include "system/clock.h"
#include "system/output.h"
#include "system/stop_signal.h"
#include "system/threads.h"

enum { MOST = 16, NAP_NS = 20000000, LOOK_NS = 50000000 };

#define STARTING_NS INT64_C(3000000000) // after which an instance that lives has its segments

typedef struct settings {
    const char *plain[2 + MOST]; // instance, process, objects
    int64_t core, priority;
    bool quiet;
} settings;

static const tac_option options[] = {
    {"core", "N", "core of the thread that answers (default: any that is not the executive's)",
     TAC_ARG_WHOLE(settings, core, 0, 4095)},
    {"priority", "N", "SCHED_FIFO priority, 0: ordinary (default 0)",
     TAC_ARG_WHOLE(settings, priority, 0, 99)},
    {"quiet", NULL, "print nothing but errors", TAC_ARG_FLAG(settings, quiet)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 3,
    .most = 2 + MOST,
    .plain = TAC_ARG_AT(settings, plain[0], const char *),
    .missing = "needs an instance, a process of its rig and objects; try '%s --help'",
    .surplus = "too many objects, from '%s' on",
};

typedef struct service {
    settings set;
    tac_part_file object[MOST];
    int n_object;
    tac_apart_server *server;
    tac_thread thread;
    _Atomic int stop, ended;
    bool good;
    tac_diag diag;
} service;

static int open_objects(service *s)
{
    char why[512];
    for (int i = 2; i < 2 + MOST && s->set.plain[i]; i++) {
        if (!tac_part_open(&s->object[s->n_object], s->set.plain[i], why, sizeof why)) {
            return tac_command_fail(TAC_EXIT_INPUT, why);
        }
        if (!s->object[s->n_object++].table->bodies) {
            snprintf(why, sizeof why,
                     "%s: is a law without bodies; name compiled sub-models (tactus compile)",
                     TAC_SHOWN(s->set.plain[i]));
            return tac_command_fail(TAC_EXIT_INPUT, why);
        }
    }
    return TAC_EXIT_OK;
}

static void nap(int64_t ns)
{
    (void)tac_wait_until(&tac_real_clock, tac_now_ns() + ns, 0, 0);
}

// Waits until the instance is there, or somebody wants this to end.
static tac_apart_meeting meet(service *s)
{
    tac_apart_meeting met = TAC_APART_NOBODY;
    bool said = s->set.quiet, warned = false;
    int64_t alone = tac_now_ns(); // since when no instance of the name was seen
    while (met == TAC_APART_NOBODY && tac_stop_signal() == 0) {
        met = tac_apart_attach(&s->server, s->set.plain[0], s->set.plain[1], s->object, s->n_object,
                               &s->diag);
        if (met == TAC_APART_NOBODY) {
            tac_apart_leave(s->server);
            s->server = NULL;
            if (!said) {
                fprintf(stderr, "tactus part: waits for the process '%s' of the rig of '%s'\n",
                        TAC_SHOWN(s->set.plain[1]), TAC_SHOWN(s->set.plain[0]));
                said = true;
            }
            alone = tac_claim_is_held(s->set.plain[0]) ? alone : tac_now_ns();
            if (!warned && tac_now_ns() - alone > STARTING_NS) {
                fprintf(
                    stderr,
                    "tactus part: '%s' runs and has no process '%s' among the 'processes' of its "
                    "rig; waits on\n",
                    TAC_SHOWN(s->set.plain[0]), TAC_SHOWN(s->set.plain[1]));
                warned = true;
            }
            nap(NAP_NS);
        }
    }
    return met;
}

static void *answer(void *argument)
{
    service *s = argument;
    s->good = tac_apart_serve(s->server, &s->stop, &s->diag);
    atomic_store_explicit(&s->ended, 1, memory_order_release);
    return NULL;
}

static void say_where(tac_apart_place place)
{
    if (place == TAC_APART_ON) {
        fprintf(stderr, "tactus part: has no core but the executive's, and answers only while that "
                        "sleeps; give it more cores\n");
    } else if (place == TAC_APART_MOVED) {
        fprintf(stderr, "tactus part: may be on the executive's cores alone, where it could not "
                        "answer, and takes others; give it one by '--core'\n");
    }
}

static int serve(service *s)
{
    const tac_thread *const list[] = {&s->thread};
    int64_t steps, bad;
    if (s->set.core < 0) {
        say_where(tac_apart_where(s->server));
    }
    s->thread = (tac_thread){.name = "tactus-part",
                             .core = (int)s->set.core,
                             .priority = (int)s->set.priority,
                             .run = answer,
                             .argument = s};
    if (!tac_thread_start(&s->thread, &s->diag)) {
        return tac_command_fail(TAC_EXIT_MEMORY, s->diag.text);
    }
    if (!s->set.quiet) {
        printf("process '%s' of '%s'\n", TAC_SHOWN(s->set.plain[1]), TAC_SHOWN(s->set.plain[0]));
        tac_print_threads(list, 1);
        fflush(stdout);
    }
    while (!atomic_load_explicit(&s->ended, memory_order_acquire)) {
        nap(LOOK_NS);
        if (tac_stop_signal() != 0) {
            atomic_store_explicit(&s->stop, 1, memory_order_relaxed);
        }
    }
    pthread_join(s->thread.id, NULL);
    tac_apart_served(s->server, &steps, &bad);
    if (!s->set.quiet && !tac_apart_was_left_over(s->server)) {
        printf("answered      %lld steps; %lld questions were none\n", (long long)steps,
               (long long)bad);
    }
    return s->good ? TAC_EXIT_OK : tac_command_fail(TAC_EXIT_INPUT, s->diag.text);
}

static int check_names(const settings *set)
{
    char why[512];
    static const struct {
        const char *what;
        size_t size;
    } names[] = {{"an instance", TAC_NAME_SIZE}, {"a process", TAC_PROCESS_NAME}};
    for (int i = 0; i < 2; i++) {
        if (set->plain[i][0] == '\0' || strchr(set->plain[i], '/') ||
            strlen(set->plain[i]) >= names[i].size) {
            snprintf(why, sizeof why, "'%.80s' cannot name %s: 1 to %zu letters without '/'",
                     TAC_SHOWN(set->plain[i]), names[i].what, names[i].size - 1);
            return tac_command_fail(TAC_EXIT_INPUT, why);
        }
    }
    return TAC_EXIT_OK;
}

static int run_service(service *s)
{
    char refused[160] = "";
    int code = check_names(&s->set);
    code = code == TAC_EXIT_OK ? open_objects(s) : code;
    if (code != TAC_EXIT_OK) {
        return code;
    }
    tac_stop_catch();
    tac_output_bind(TAC_OUTPUT_BRIEF);
    tac_lock_memory(refused, sizeof refused);
    do {
        tac_apart_leave(s->server);
        atomic_store_explicit(&s->ended, 0, memory_order_relaxed);
        s->server = NULL;
        tac_apart_meeting met = meet(s);
        if (met == TAC_APART_REFUSED) {
            return tac_command_fail(tac_exit_of(&s->diag, TAC_EXIT_INPUT), s->diag.text);
        }
        code = met == TAC_APART_MET ? serve(s) : TAC_EXIT_OK;
    } while (code == TAC_EXIT_OK && tac_stop_signal() == 0 && tac_apart_was_left_over(s->server));
    return code;
}

static int run_part(tac_args *a)
{
    service *s = calloc(1, sizeof *s);
    if (!s) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus part: not enough memory");
    }
    s->set.core = -1;
    int code = tac_args_read(a, &syntax, &s->set) ? run_service(s)
                                                  : tac_command_fail(TAC_EXIT_INPUT, a->error);
    tac_apart_leave(s->server);
    for (int i = 0; i < s->n_object; i++) {
        tac_part_close(&s->object[i]);
    }
    free(s);
    return code;
}

const tac_command tac_command_part = {
    .name = "part",
    .arguments = "INSTANCE PROCESS FILE... [options]",
    .summary = "have compiled sub-models for an executive",
    .syntax = &syntax,
    .run = run_part,
};

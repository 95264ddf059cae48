// tactus doctor: what of this machine stands in the way of deadlines.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "doctor/doctor.h"
#include "doctor/doctor_print.h"
#include "doctor/doctor_probe.h"
#include "error/trial.h"
#include "instance/list.h"
#include "model_options.h"
#include "monitor/monitor.h"
#include "monitor/monitor_segment.h"
#include "simulation/simulation.h"
#include "system/cores.h"
#include "system/own_library.h"
#include "system/threads.h"
#include "trace/trace_library.h"

typedef struct request {
    const char *path; // of the rig, NULL: none
    bool json;
    double probe; // s
    int bounds;
} request;

static const tac_option options[] = {
    {"json", NULL, "print JSON instead of text", TAC_ARG_FLAG(request, json)},
    {"probe", "TIME", "how long to measure wake-ups, up to 60 s; default 1 s",
     TAC_ARG_REAL(request, probe, TAC_Q_TIME, 0.0, 60.0)},
    {TAC_OPTION_BOUNDS(request, bounds)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .most = 1,
    .plain = TAC_ARG_AT(request, path, const char *),
    .surplus = "one rig at a time, not '%2$s' and '%1$s'",
};

// ---- rig -----------------------------------------------------------------------------------------

// Memory of the program without a model, and of a thread's stack, both locked as a whole.
#define PROGRAM_BYTES ((int64_t)16 << 20)
#define STACK_BYTES ((int64_t)8 << 20)
enum { HELPERS = 4 };

// Builds the rig's model as a run would; the line says why it cannot be built.
static int64_t memory_of(tac_simulation *s, const tac_rig_file *rig, const char **problem)
{
    int64_t bytes = PROGRAM_BYTES + (int64_t)sizeof(tac_monitor);
    int threads = (rig != NULL ? rig->workers : 1) + HELPERS;
    *problem = NULL;
    if (rig != NULL) {
        if (tac_simulation_read_rig(s, rig)) {
            (void)tac_simulation_prepare(s);
        }
        *problem = s->diag.text[0] != '\0' ? s->diag.text : NULL;
        bytes += (int64_t)(s->tree_size + s->model_size + s->state_size + s->work_size);
    }
    return bytes + threads * STACK_BYTES;
}

// Operations of the trial: a second or less.
#define TRIAL_OPERATIONS 1e9
#define TRIAL_SECONDS 10.0

// The error of the rig's step in the first part of its motion, as a text; whether it is too large.
static bool try_step(tac_simulation *s, char *text, size_t size)
{
    tac_trial trial;
    bool large = false;
    FILE *out = tac_simulation_start(s) ? fmemopen(text, size, "w") : NULL;
    text[0] = '\0';
    if (out) {
        tac_try_step(&trial, s, TRIAL_SECONDS, TRIAL_OPERATIONS);
        large = tac_trial_say(&trial, s, out);
        fclose(out);
        text[strcspn(text, "\n")] = '\0';
    }
    return large;
}

// What instances that run lack, one after the other; NULL when none does run.
static const char *list_taken(char *text, size_t size)
{
    tac_instance *list = NULL;
    int n = tac_instance_list(&list);
    bool any = false;
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        tac_diag unwanted = {0};
        tac_io_health health;
        const tac_monitor *m =
            list[i].has_monitor ? tac_monitor_attach(list[i].name, &unwanted) : NULL;
        if (!m) {
            continue;
        }
        tac_monitor_health(m, &health);
        bool lives = health.condition != TAC_IO_DEAD && health.condition != TAC_IO_STOPPED;
        int32_t lacks = atomic_load_explicit(&m->lacks, memory_order_relaxed);
        size_t used = strlen(text);
        any |= lives;
        if (lives && lacks != 0) {
            (void)snprintf(text + used, size - used, "%s'%s' lacks%s%s (taken %lld times)",
                           used > 0 ? "; " : "", list[i].name,
                           lacks & TAC_LACK_PRIORITY ? " priority" : "",
                           lacks & TAC_LACK_CORE ? " core" : "",
                           (long long)atomic_load_explicit(&m->taken, memory_order_relaxed));
        }
        tac_monitor_close(m);
    }
    free(list);
    return any ? text : NULL;
}

static int exit_code(tac_health verdict)
{
    return verdict == TAC_HEALTH_UNUSABLE ? 2 : verdict == TAC_HEALTH_DEGRADED ? 1 : 0;
}

static int examine(const request *r, const tac_rig_file *rig)
{
    tac_simulation sim = {0};
    tac_probe probe;
    tac_finding finding[TAC_MAX_FINDINGS];
    tac_doctor_case c = {.root = "", .home = getenv("HOME"), .rig = rig, .probe = &probe};
    char library[TAC_OWN_LIBRARY_SIZE];
    tac_diag no_tracer = {0};
    c.no_tracer = tac_own_library(TAC_TRACE_LIBRARY, library, &no_tracer) ? NULL : no_tracer.text;
    char taken[400];
    c.taken = list_taken(taken, sizeof taken);
    c.need = memory_of(&sim, rig, &c.rig_problem);
    char error[800] = "";
    if (rig != NULL && c.rig_problem == NULL) {
        c.error_large = try_step(&sim, error, sizeof error);
        size_t word = strlen("error         "); // the finding has it
        c.error = strlen(error) > word ? error + word : NULL;
    }
    tac_doctor_probe(&probe, rig != NULL ? rig->priority : 80, tac_doctor_first_core("", rig),
                     rig != NULL ? rig->period_ns : 1000000, (int64_t)(r->probe * 1e9), c.need);
    int n = tac_doctor_run(&c, finding);
    if (r->json) {
        tac_doctor_print_json(r->path, finding, n, stdout);
    } else {
        tac_doctor_print(finding, n, stdout);
    }
    tac_simulation_close(&sim);
    return exit_code(tac_doctor_verdict(finding, n));
}

static int run(tac_args *a)
{
    request r = {.probe = 1.0};
    tac_rig_file *rig = NULL;
    tac_diag diag = {0};
    if (!tac_args_read(a, &syntax, &r)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (r.path != NULL) {
        rig = tac_rig_file_read_given(r.path, NULL, &(tac_given){.bounds = r.bounds}, &diag);
        if (rig == NULL) {
            return tac_command_refuse(&diag, TAC_EXIT_INPUT);
        }
        tac_limit_workers(rig);
    }
    int code = examine(&r, rig);
    tac_rig_file_free(rig);
    return code;
}

const tac_command tac_command_doctor = {
    .name = "doctor",
    .arguments = "[RIG] [options]",
    .summary = "find what stands in the way of deadlines on this machine",
    .syntax = &syntax,
    .run = run,
};

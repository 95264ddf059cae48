#include "trace.h"

#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// the library's macros are not written for our warnings
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "trace_provider.h"
#pragma GCC diagnostic pop

#include <lttng/urcu/urcu-ust.h>
#include <lttng/ust-thread.h>

void tac_trace_cycle_begin(int64_t cycle, int64_t step, double t, int64_t wake_latency_ns)
{
    lttng_ust_tracepoint(tactus, cycle_begin, cycle, step, t, wake_latency_ns);
}

void tac_trace_stage(int64_t step, double t, int index, const char *name)
{
    lttng_ust_tracepoint(tactus, stage, step, t, index, name);
}

void tac_trace_cycle_end(const tac_cycle *c, double t, int64_t slack_ns)
{
    lttng_ust_tracepoint(tactus, cycle_end, c, t, slack_ns);
}

void tac_trace_miss(const tac_cycle *c, double t, int64_t slack_ns, const char *cause)
{
    lttng_ust_tracepoint(tactus, deadline_miss, c, t, slack_ns, cause);
}

void tac_trace_policy(int64_t step, double t, const char *action, int64_t amount)
{
    lttng_ust_tracepoint(tactus, policy_action, step, t, action, amount);
}

void tac_trace_input_stale(int64_t step, double t, int input, int64_t age_steps)
{
    lttng_ust_tracepoint(tactus, input_stale, step, t, input, age_steps);
}

void tac_trace_safe_state(int64_t step, double t, const char *reason)
{
    lttng_ust_tracepoint(tactus, safe_state, step, t, reason);
}

int tac_trace_stages_on(void)
{
    return lttng_ust_tracepoint_enabled(tactus, stage) != 0;
}

void tac_trace_init_thread(void)
{
    lttng_ust_init_thread();

    // the first read lock of a thread registers it, with memory and a mutex
    lttng_ust_urcu_read_lock();
    lttng_ust_urcu_read_unlock();
}

// Whether the thread calls itself a helper of the library.
static int is_helper(const char *tid)
{
    char path[64], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%.20s/comm", tid);
    FILE *f = fopen(path, "r");
    if (!f) {
        return 0;
    }
    int got = fgets(name, sizeof name, f) != NULL;
    fclose(f);
    size_t n = strcspn(name, "\n");
    return got && n > 4 && strncmp(name + n - 4, "-ust", 4) == 0;
}

int tac_trace_threads(int core, int *tid, int max)
{
    int n = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *d; tasks && n < max && (d = readdir(tasks));) {
        if (d->d_name[0] == '.' || !is_helper(d->d_name)) {
            continue;
        }
        tid[n] = (int)strtol(d->d_name, NULL, 10);
        if (core >= 0) {
            cpu_set_t set;
            CPU_ZERO(&set);
            CPU_SET((size_t)core, &set);
            sched_setaffinity(tid[n], sizeof set, &set);
        }
        n++;
    }
    if (tasks) {
        closedir(tasks);
    }
    return n;
}

#include "trace.h"

#include <dirent.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace_library.h"

static const tac_trace_table *library;             // of the thread that switches, once loaded
static _Atomic(const tac_trace_table *) wanted;    // what all threads are to use, NULL: off
static _Thread_local const tac_trace_table *table; // what this thread uses
static _Thread_local bool prepared;                // the library has made data of this thread

// ---- switching -----------------------------------------------------------------------------------

int tac_trace_on(tac_diag *diag)
{
    library = library ? library : tac_trace_library_load(diag);
    // release: whoever sees the table sees what the library has set up
    atomic_store_explicit(&wanted, library, memory_order_release);
    return library != NULL;
}

void tac_trace_off(void)
{
    // relaxed: nothing is taken back, the library stays
    atomic_store_explicit(&wanted, NULL, memory_order_relaxed);
}

bool tac_trace_is_on(void)
{
    // relaxed: nothing is read through it
    return atomic_load_explicit(&wanted, memory_order_relaxed) != NULL;
}

bool tac_trace_is_followed(void)
{
    // relaxed: read through only after tac_trace_follow
    return atomic_load_explicit(&wanted, memory_order_relaxed) == table;
}

bool tac_trace_follows_at_once(void)
{
    return prepared || !tac_trace_is_on();
}

bool tac_trace_follow(void)
{
    // acquire: what the library has set up
    const tac_trace_table *next = atomic_load_explicit(&wanted, memory_order_acquire);
    if (next && !prepared) {
        next->prepare_thread();
        prepared = true;
    }
    table = next;
    return next != NULL;
}

// ---- events --------------------------------------------------------------------------------------

void tac_trace_cycle_begin(int64_t cycle, int64_t step, double t, int64_t wake_latency_ns)
{
    if (table) {
        table->cycle_begin(cycle, step, t, wake_latency_ns);
    }
}

void tac_trace_stage(int64_t step, double t, int index, const char *name)
{
    if (table) {
        table->stage(step, t, index, name);
    }
}

void tac_trace_cycle_end(const tac_cycle *c, double t, int64_t slack_ns)
{
    if (table) {
        table->cycle_end(c, t, slack_ns);
    }
}

void tac_trace_miss(const tac_cycle *c, double t, int64_t slack_ns, const char *cause)
{
    if (table) {
        table->miss(c, t, slack_ns, cause);
    }
}

void tac_trace_policy(int64_t step, double t, const char *action, int64_t amount)
{
    if (table) {
        table->policy(step, t, action, amount);
    }
}

void tac_trace_input_stale(int64_t step, double t, int input, int64_t age_steps)
{
    if (table) {
        table->input_stale(step, t, input, age_steps);
    }
}

void tac_trace_safe_state(int64_t step, double t, const char *reason)
{
    if (table) {
        table->safe_state(step, t, reason);
    }
}

bool tac_trace_stages_on(void)
{
    return table && table->stages_on();
}

// ---- threads of the library ----------------------------------------------------------------------

// Whether the thread calls itself a helper of the library.
static bool is_helper(const char *tid)
{
    char path[64], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%.20s/comm", tid);
    FILE *f = fopen(path, "r");
    if (!f) {
        return false;
    }
    bool got = fgets(name, sizeof name, f) != NULL;
    fclose(f);
    size_t n = strcspn(name, "\n");
    return got && n > 4 && strncmp(name + n - 4, "-ust", 4) == 0;
}

int tac_trace_threads(int core, int *tid, int max)
{
    int n = 0;
    DIR *tasks = library ? opendir("/proc/self/task") : NULL;
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

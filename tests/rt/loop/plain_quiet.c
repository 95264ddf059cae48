// program: with=watched_heap.c beside=tactus-trace
// test: rt.plain_quiet plain lock=cores cost=20
// test: rt.quiet_chain_128 plain lock=cores cost=20 -- 3 config/rigs/chain_128.yaml
// test: rt.quiet_recorded_chain_128 plain lock=cores cost=20 -- 3 config/rigs/chain_128.yaml @build/tests/quiet_chain_128.tlog
// test: rt.quiet_hexapod plain lock=cores cost=20 -- 3 config/rigs/hexapod.yaml
// test: rt.quiet_recorded_hexapod plain lock=cores cost=20 -- 3 config/rigs/hexapod.yaml @build/tests/quiet_hexapod.tlog
// test: rt.quiet_flexible plain lock=cores -- 3 tests/rt/loop/flexible.yaml
// test: rt.quiet_traced plain lock=cores,tracing unless=sanitize -- 2 config/rigs/four_bar.yaml traced
// test: rt.quiet_switched plain lock=cores,tracing unless=sanitize -- 2 config/rigs/four_bar.yaml switched
// After t = 0 the loop is quiet: no allocation anywhere in the process, no page fault and no system
// call but the sleep in the cycle thread, memory stays flat, counters add up all the time.
//   plain_quiet [SECONDS [RIG [LOG | traced | switched]]]     default 3 s; with 3600 it is the soak
// With the name of a log the run is recorded, and no thread allocates all the same. `traced`: tracing is on from
// the start; `switched`: it is switched on while the loop is quiet, which costs the cycle thread the memory of
// its own data, and nothing else.
//
// Allocations: malloc and its family are defined here and count. Faults: getrusage of the cycle
// thread in its first and last step. System calls: after the first step a seccomp filter of the cycle
// thread hands every call but clock_nanosleep to a thread that notes it and lets it continue.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness.h"
#include "known_parts.h"
#include "log/capture.h"
#include "part/loaded.h"
#include "trace/trace.h"
#include "watched_heap.h"

static int failed;

static void check(int condition, const char *what, long long number)
{
    printf("%s: %s (%lld)\n", condition ? "ok    " : "FAILED", what, number);
    failed |= !condition;
}

// ---- allocations ---------------------------------------------------------------------------------

static _Atomic int counting, allocations;
static bool switches; // tracing, once the quiet time has begun
static _Thread_local bool is_cycle_thread;

// Threads of the tracing library allocate when a session daemon turns up. Theirs are told apart.
enum { MOST_TRACERS = 8 };
static int tracer[MOST_TRACERS], n_tracer;

#ifndef INSTRUMENTED
static _Atomic int by_tracer;

bool heap_allows(void)
{
    if (!atomic_load_explicit(&counting, memory_order_relaxed)) {
        return true;
    }
    // who switches tracing on allocates; the cycle thread asks nothing of the system, here neither
    bool is_tracer = switches && !is_cycle_thread;
    for (int i = 0; i < n_tracer && !is_cycle_thread; i++) {
        is_tracer |= tracer[i] == gettid();
    }
    atomic_fetch_add(is_tracer ? &by_tracer : &allocations, 1);
    return true;
}
#endif

// ---- system calls --------------------------------------------------------------------------------

enum { MOST_CALLS = 64 };

static _Atomic int listener = -1, closing, looking, n_call, n_closing;
static _Atomic int call[MOST_CALLS];

#ifndef INSTRUMENTED
// Every call of this thread but the sleep waits for the listener's word.
static int install_filter(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_nanosleep, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &program);
}
#endif

static void *listen_to_calls(void *unused)
{
    (void)unused;
    while (atomic_load(&listener) == -1) {
        usleep(1000);
    }
    int fd = atomic_load(&listener);
    struct pollfd p = {.fd = fd, .events = POLLIN};
    while (fd >= 0 && poll(&p, 1, -1) > 0 && (p.revents & POLLIN)) {
        struct seccomp_notif request;
        memset(&request, 0, sizeof request);
        if (ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &request) != 0) {
            continue;
        }
        int late = atomic_load(&closing), own = atomic_load(&looking);
        int n = own ? 0 : atomic_fetch_add(late ? &n_closing : &n_call, 1);
        if (!late && !own && n < MOST_CALLS) {
            atomic_store(&call[n], request.data.nr);
        }
        struct seccomp_notif_resp answer = {.id = request.id,
                                            .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    return NULL;
}

// ---- the two ends of the quiet time --------------------------------------------------------------

static struct rusage begin_usage, switched_usage, end_usage;
static int64_t last_step;
static _Atomic bool is_quiet, is_switched; // it has; the cycle thread traces
static int switch_calls, switch_allocations;
static harness h;

// The first traced step after tracing was switched on.
static void look_at_switch(void)
{
    if (switches && !is_switched && atomic_load(&h.e.flags.traced)) {
        atomic_store(&looking, 1);
        getrusage(RUSAGE_THREAD, &switched_usage);
        atomic_store(&looking, 0);
        switch_calls = atomic_load(&n_call);
        switch_allocations = atomic_load(&allocations);
        atomic_store(&is_switched, true);
    }
}

static void in_the_step(void *context)
{
    (void)context;
    int64_t step = atomic_load(&the_fault.step) - 1;
    look_at_switch();
    if (step == the_fault.first) {
        is_cycle_thread = true;
        getrusage(RUSAGE_THREAD, &begin_usage);
        atomic_store(&counting, 1);
#ifdef INSTRUMENTED
        int fd = -1;
#else
        int fd = install_filter();
#endif
        atomic_store(&listener, fd < 0 ? -2 : fd);
        atomic_store(&is_quiet, true);
    } else if (step == last_step) {
        atomic_store(&counting, 0);
        atomic_store(&closing, 1);
        getrusage(RUSAGE_THREAD, &end_usage); // the filter has to see this one
    }
}

// Without stdio, which would allocate.
static long resident_pages(void)
{
    char text[128] = "";
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    const char *second = strchr(text, ' ');
    return second ? strtol(second, NULL, 10) : 0;
}

// ---- run -----------------------------------------------------------------------------------------

static tac_run_threads threads;

static void switch_tracing_on(void)
{
    tac_diag diag = {0};
    while (!atomic_load(&is_quiet)) {
        usleep(1000);
    }
    if (!tac_trace_on(&diag)) {
        check(0, diag.text, 0);
    }
}

// Once a second, as an observer who allocates nothing.
static int watch_counters(void)
{
    int ok = 1;
    while (!tac_run_threads_have_ended(&threads, 1000)) {
        ok = harness_counters_add_up(&h) && ok;
    }
    return ok;
}

// What switching tracing on has cost the cycle thread: data of its own in two libraries.
static void judge_switch(void)
{
    check(atomic_load(&is_switched), "tracing is taken up", 1);
    check(switch_allocations <= 4, "allocations by the switch", switch_allocations);
#ifndef INSTRUMENTED
    long faults = switched_usage.ru_minflt - begin_usage.ru_minflt;
    check(switch_calls == 0, "system calls by the switch", switch_calls);
    check(faults == 0 || threads.refused[0], "faults by the switch, with locked memory", faults);
    begin_usage = switched_usage;
#endif
}

static void judge(long pages_before)
{
    tac_counters n = {0};
    tac_monitor_counters(h.e.monitor, &n);
    check(n.steps == h.sim.state.step[0] && n.steps == last_step + 1 - the_fault.first,
          "steps made", n.steps);
    if (switches) {
        judge_switch();
    }
    int by_us = atomic_load(&allocations) - switch_allocations;
    check(by_us == 0, "allocations", by_us);
#ifndef INSTRUMENTED
    check(end_usage.ru_minflt == begin_usage.ru_minflt, "minor faults of the cycle thread",
          end_usage.ru_minflt - begin_usage.ru_minflt);
    check(end_usage.ru_majflt == begin_usage.ru_majflt, "major faults of the cycle thread",
          end_usage.ru_majflt - begin_usage.ru_majflt);
    if (atomic_load(&listener) < 0) {
        puts("skipped: no seccomp listener here, system calls are not looked at");
    } else {
        check(atomic_load(&n_call) == 0, "system calls but the sleep", atomic_load(&n_call));
        for (int i = 0; i < atomic_load(&n_call) && i < MOST_CALLS; i++) {
            printf("        number %d\n", atomic_load(&call[i]));
        }
        check(atomic_load(&n_closing) > 0, "the filter sees calls", atomic_load(&n_closing));
    }
    long grown = resident_pages() - pages_before;
    if (atomic_load(&by_tracer) > 0) {
        printf("note  : tracing was switched on, here or by a session daemon: %d allocations and "
               "%ld pages are the tracing "
               "library's\n",
               atomic_load(&by_tracer), grown);
    } else {
        check(grown <= 16, "pages grown", grown);
    }
#else
    (void)pages_before;
#endif
}

// As `tactus run --record` does it; the log is one of index-3, whose steps are watched.
static int open_log(const char *path)
{
    tac_log_header header;
    tac_diag diag = {0};
    const tac_log_origin origin = {.period_ns = h.rig->period_ns,
                                   .substeps = h.rig->substeps,
                                   .full = 1,
                                   .input = h.e.initial_input,
                                   .state = h.e.initial};
    const tac_method *watched = h.sim.method;
    h.sim.method = &tac_index3;
    int captured = tac_log_header_capture(&header, &h.sim, &origin, &diag);
    h.sim.method = watched;
    if (captured) {
        h.e.log = tac_log_writer_open(path, &header, &(tac_log_writer_options){.sync = 1}, &diag);
    }
    tac_log_header_free(&header);
    if (!h.e.log) {
        printf("%s\n", diag.text);
    }
    return h.e.log != NULL;
}

static void close_log(const char *path)
{
    tac_log_totals totals;
    int complete = tac_log_writer_close(h.e.log, &totals);
    h.e.log = NULL;
    int all = complete && totals.steps == last_step + 1 - the_fault.first;
#ifdef INSTRUMENTED
    all = all || (totals.steps > 0 && totals.lost > 0); // the helper may be too slow, and says so
#endif
    check(all, "steps recorded", totals.steps);
    unlink(path);
}

static void run(double seconds, const char *rig, const char *how)
{
    tac_diag diag = {0};
    bool traced = how && strcmp(how, "traced") == 0;
    switches = how && strcmp(how, "switched") == 0;
    const char *log = traced || switches ? NULL : how;
    if (traced && !tac_trace_on(&diag)) {
        check(0, diag.text, 0);
    }
    if (!harness_read(&h, rig)) {
        exit(1);
    }
    h.rig->policy.start_cycles = 200;
    h.rig->policy.bucket_limit = 0;
    h.rig->policy.max_skip = 0;
    h.rig->watchdog_ns = 20000000000; // a busy machine is no hung step
    h.rig->margin_ns = h.rig->margin_ns > 50000 ? 50000 : h.rig->margin_ns;
    int64_t cycles = (int64_t)(seconds * 1e9 / (double)h.rig->period_ns);
    the_fault.first = h.rig->policy.start_cycles * h.rig->substeps;
    last_step = the_fault.last = the_fault.first + cycles * h.rig->substeps - 1;
    the_fault.during = in_the_step;
    if (!harness_open(&h, &tac_real_clock, 1) || (log && !open_log(log))) {
        exit(1);
    }
    h.e.cycles_left = cycles;
    n_tracer = tac_trace_threads(-1, tracer, MOST_TRACERS);
    pthread_t observer;
    pthread_create(&observer, NULL, listen_to_calls, NULL);
    if (!harness_start(&h, &threads)) {
        exit(1);
    }
    if (switches) {
        switch_tracing_on();
    }
    tac_run_threads_have_ended(&threads, 500);
    long pages = resident_pages();
    check(watch_counters(), "counters add up all the time", 1);
    judge(pages);
    check(harness_finish(&threads, 1000), "all threads end", 1);
    pthread_join(observer, NULL);
    if (log) {
        close_log(log);
    }
    harness_close(&h);
}

int main(int argc, char **argv)
{
    tac_find_parts(tac_part_load);
    free(malloc(1)); // seen only while counting
    run(argc > 1 ? strtod(argv[1], NULL) : 3.0,
        argc > 2 ? argv[2] : "config/models/m2_four_bar.yaml", argc > 3 ? argv[3] : NULL);
    return failed;
}

#include "doctor_probe.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "doctor.h"
#include "system/clock.h"

enum { MAX_WAKES = 10000 };

typedef struct sleeper { // a thread that sleeps on a grid
    int priority, core;
    int n; // wakes wanted
    int64_t period;
    int64_t late[MAX_WAKES];
    int fifo_error, on_core;
} sleeper;

// ---------------------------------------------------------------- wake-up latency

static int ask_for_fifo(int priority)
{
    return priority > 0 ? pthread_setschedparam(pthread_self(), SCHED_FIFO,
                                                &(struct sched_param){.sched_priority = priority})
                        : 0;
}

static int go_to(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (core < 0 || core >= CPU_SETSIZE) {
        return 0;
    }
    CPU_SET(core, &set);
    return pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0;
}

static void *sleep_on_grid(void *argument)
{
    sleeper *s = argument;
    s->fifo_error = ask_for_fifo(s->priority);
    s->on_core = go_to(s->core);
    int64_t release = tac_now_ns();
    for (int i = 0; i < s->n; i++) {
        release += s->period;
        tac_real_clock.sleep_until(NULL, release);
        int64_t now = tac_now_ns();
        s->late[i] = now - release;

        // late by whole periods: the next sleep would be none, so go on from here
        release = now > release + s->period ? now : release;
    }
    return NULL;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void probe_wake_up(tac_probe *p, int priority, int core, int64_t period, int64_t probe_ns)
{
    sleeper *s = calloc(1, sizeof *s);
    pthread_t id;
    if (s == NULL) {
        p->fifo_error = ENOMEM;
        return;
    }
    period = period < 200000 ? 200000 : period; // shorter ones would probe for very long
    int64_t n = probe_ns / period;
    s->n = n < MAX_WAKES ? (int)n : MAX_WAKES;
    s->period = period;
    s->priority = priority;
    s->core = core;
    int error = pthread_create(&id, NULL, sleep_on_grid, s);
    if (error == 0) {
        (void)pthread_join(id, NULL);
        p->fifo_error = s->fifo_error;
    } else {
        p->fifo_error = error;
        s->n = 0;
    }
    p->n_wake = s->n;
    p->wake_fifo = priority > 0 && s->fifo_error == 0;
    p->wake_core = s->on_core ? core : -1;
    if (s->n > 0) {
        qsort(s->late, (size_t)s->n, sizeof *s->late, by_size);
        p->wake_p50 = s->late[(s->n - 1) / 2];
        p->wake_p99 = s->late[(s->n - 1) * 99 / 100];
        p->wake_max = s->late[s->n - 1];
    }
    free(s);
}

// ---------------------------------------------------------------- permissions

static int64_t soft_limit(__rlimit_resource_t resource)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return -1;
    }
    return (int64_t)limit.rlim_cur;
}

static void probe_locking(tac_probe *p, int64_t bytes)
{
    const int64_t most = INT64_C(1) << 30; // locking touches all of it
    p->lock_bytes = bytes < most ? bytes : most;
    size_t size = (size_t)p->lock_bytes;
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
        p->lock_error = errno;
        return;
    }
    p->lock_error = mlock(block, size) == 0 ? 0 : errno;
    (void)munmap(block, size);
}

static void probe_latency_file(tac_probe *p)
{
    int file = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
    p->latency_error = file >= 0 ? 0 : errno;
    if (file >= 0) {
        (void)close(file);
    }
}

// ---------------------------------------------------------------- time and shared memory

static void probe_clock(tac_probe *p)
{
    enum { N = 1000 };
    int64_t begin = tac_now_ns(), end = begin;
    for (int i = 0; i < N; i++) {
        end = tac_now_ns();
    }
    p->clock_read = (end - begin) / N;
}

static void probe_time_service(tac_probe *p)
{
    struct timex t = {.modes = 0};
    int state = adjtimex(&t);
    if (state < 0) {
        p->time_error = errno;
        return;
    }
    // a tick of 10000 us is nominal, freq counts 2^-16 ppm
    p->rate_ppm = (double)(t.tick - 10000) * 100.0 + (double)t.freq / 65536.0;
    p->time_synchronised = state != TIME_ERROR && (t.status & STA_UNSYNC) == 0;
}

static void probe_shared_memory(tac_probe *p)
{
    struct statvfs fs;
    if (statvfs("/dev/shm", &fs) != 0) {
        p->shm_error = errno;
        return;
    }
    p->shm_size = (int64_t)fs.f_blocks * (int64_t)fs.f_frsize;
    p->shm_free = (int64_t)fs.f_bavail * (int64_t)fs.f_frsize;
    p->shm_error = access("/dev/shm", W_OK) == 0 ? 0 : errno;
}

void tac_doctor_probe(tac_probe *p, int priority, int core, int64_t period_ns, int64_t probe_ns,
                      int64_t lock_bytes)
{
    *p = (tac_probe){.fifo_priority = priority,
                     .priority_limit = soft_limit(RLIMIT_RTPRIO),
                     .lock_limit = soft_limit(RLIMIT_MEMLOCK)};
    probe_wake_up(p, priority, core, period_ns, probe_ns);
    probe_locking(p, lock_bytes);
    probe_latency_file(p);
    probe_clock(p);
    probe_time_service(p);
    probe_shared_memory(p);
}

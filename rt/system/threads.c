#include "threads.h"

#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <malloc.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fail.h"
#include "float_mode.h"

// Stack of every thread, which also holds the thread-local data of all libraries. The step's own use is
// a few KiB; formatting in the helpers needs more. The next 256 KiB are touched before the thread
// does anything else, or half of what there is.
enum { STACK_SIZE = 1 << 20, TOUCHED = 1 << 18, PAGE = 4096 };

// What the new thread and its starter agree on before it runs.
typedef struct launch {
    tac_thread *thread;
    sem_t ready, go;
    int float_mode; // 1: as required
} launch;

static void await(sem_t *s)
{
    while (sem_wait(s) != 0) { // interrupted by a signal
    }
}

// ---- inside the new thread -----------------------------------------------------------------------

// One page per call; what follows the call keeps it from becoming a loop.
__attribute__((noinline)) static void touch_pages(int n)
{
    volatile unsigned char page[PAGE];
    page[0] = 1;
    if (n > 1) {
        touch_pages(n - 1);
    }
    page[PAGE - 1] = page[0];
}

static void touch_stack(void)
{
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &lowest, &size);
        pthread_attr_destroy(&attributes);
        size_t left = (size_t)((char *)__builtin_frame_address(0) - (char *)lowest);
        touch_pages((int)((left / 2 < TOUCHED ? left / 2 : TOUCHED) / PAGE));
    }
}

// The mode of float_mode.h, proved by computing. volatile: at run time.
static int set_float_mode(void)
{
    fesetenv(FE_DFL_ENV);
    (void)tac_set_float_mode();
    volatile double smallest = DBL_MIN, half = 0.5, one = 1.0, tie = DBL_EPSILON / 2.0;
    volatile double flushed = smallest * half, rounded = one + tie;
    return fegetround() == FE_TONEAREST && flushed == 0.0 && rounded == 1.0;
}

static void *enter(void *argument)
{
    launch *l = argument;
    sigset_t others; // signals are for the main thread
    sigfillset(&others);
    sigdelset(&others, SIGBUS); // blocked, it would end the process instead of mapping_guard.h
    pthread_sigmask(SIG_SETMASK, &others, NULL);
    touch_stack();
    l->thread->tid = (int)gettid();
    l->float_mode = set_float_mode();
    void *(*run)(void *) = l->thread->run;
    void *run_argument = l->thread->argument;
    sem_post(&l->ready);
    await(&l->go);
    sem_post(&l->ready); // l belongs to the starter again
    return run(run_argument);
}

// ---- starting ------------------------------------------------------------------------------------

static void refuse(tac_thread *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void refuse(tac_thread *t, const char *format, ...)
{
    size_t used = strlen(t->refused);
    if (used > 0 && used + 2 < sizeof t->refused) {
        used += (size_t)snprintf(t->refused + used, sizeof t->refused - used, "; ");
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->refused + used, sizeof t->refused - used, format, arguments);
    va_end(arguments);
}

int tac_thread_pin(pthread_t id, int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    return pthread_setaffinity_np(id, sizeof set, &set);
}

int tac_thread_lacks(const tac_thread *t)
{
    cpu_set_t set;
    struct sched_param p = {0};
    int lacks = 0;
    if (t->got_priority > 0 &&
        (sched_getscheduler(t->tid) != SCHED_FIFO || sched_getparam(t->tid, &p) != 0 ||
         p.sched_priority < t->got_priority)) {
        lacks |= TAC_LACKS_PRIORITY;
    }
    if (t->got_core >= 0 && sched_getaffinity(t->tid, sizeof set, &set) == 0 &&
        (CPU_COUNT(&set) != 1 || !CPU_ISSET((size_t)t->got_core, &set))) {
        lacks |= TAC_LACKS_CORE;
    }
    return lacks;
}

static void pin(tac_thread *t)
{
    t->got_core = -1;
    if (t->core < 0) {
        return;
    }
    int error = tac_thread_pin(t->id, t->core);
    if (error == 0) {
        t->got_core = t->core;
    } else {
        refuse(t, "not pinned to core %d (%s), so it may wander", t->core, strerror(error));
    }
}

static void prioritise(tac_thread *t)
{
    t->got_priority = 0;
    if (t->priority <= 0) {
        return;
    }
    struct sched_param p = {.sched_priority = t->priority};
    int error = pthread_setschedparam(t->id, SCHED_FIFO, &p);
    if (error == 0) {
        t->got_priority = t->priority;
    } else {
        refuse(t, "no SCHED_FIFO %d (%s), so any process can delay it", t->priority,
               strerror(error));
    }
}

static int create(tac_thread *t, launch *l)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    int error = pthread_create(&t->id, &attributes, enter, l);
    pthread_attr_destroy(&attributes);
    return error;
}

// Gives the new thread its name, core and priority, then lets it go on.
static void introduce(tac_thread *t, launch *l)
{
    await(&l->ready);
    pthread_setname_np(t->id, t->name);
    pin(t);
    prioritise(t);
    if (!l->float_mode) {
        refuse(t, "the float mode cannot be set, so results may differ");
    }
    sem_post(&l->go);
    await(&l->ready);
}

int tac_thread_start(tac_thread *t, tac_diag *diag)
{
    launch l = {.thread = t};
    t->refused[0] = '\0';
    sem_init(&l.ready, 0, 0);
    sem_init(&l.go, 0, 0);
    int error = create(t, &l);
    if (error == 0) {
        introduce(t, &l);
    } else {
        (void)tac_diag_say_memory(diag, "tactus: thread '%s' cannot be started: %s", t->name,
                                  strerror(error));
    }
    sem_destroy(&l.ready);
    sem_destroy(&l.go);
    return error == 0;
}

// ---- memory --------------------------------------------------------------------------------------

static void add_sentence(char *text, int size, const char *what, const char *consequence)
{
    size_t used = strlen(text);
    if (used < (size_t)size) {
        snprintf(text + used, (size_t)size - used, "%s%s (%s): %s.", used > 0 ? " " : "", what,
                 strerror(errno), consequence);
    }
}

// The system keeps the processor out of deep sleep as long as the file stays open, which is until
// the process ends.
static int hold_latency(void)
{
    int32_t microseconds = 0;
    int fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
    return fd >= 0 && write(fd, &microseconds, sizeof microseconds) == sizeof microseconds;
}

void tac_lock_memory(char *refused, int size)
{
    refused[0] = '\0';
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_MMAP_MAX, 0);
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
        add_sentence(refused, size, "Memory is not locked",
                     "a page that was swapped out delays a step by milliseconds");
    }
    if (!hold_latency()) {
        add_sentence(refused, size, "/dev/cpu_dma_latency cannot be held at 0",
                     "waking from deep idle states takes longer");
    }
}

// ---- display -------------------------------------------------------------------------------------

void tac_print_threads(const tac_thread *const *thread, int n)
{
    for (int i = 0; i < n; i++) {
        const tac_thread *t = thread[i];
        char core[16] = "any core", priority[24] = "ordinary";
        if (t->got_core >= 0) {
            snprintf(core, sizeof core, "core %d", t->got_core);
        }
        if (t->got_priority > 0) {
            snprintf(priority, sizeof priority, "SCHED_FIFO %d", t->got_priority);
        }
        printf("  %-15s %-9s %-14s%s%s\n", t->name, core, priority, t->refused[0] ? "  " : "",
               t->refused);
    }
}

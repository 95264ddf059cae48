// program: with=watched_heap.c
// The controller's loop with its helper, its log and somebody who asks, between two instances that come
// and go, all in one process: a plain program for ThreadSanitizer and drd too, 0 when all is well.
//   plain_loop [RESTARTS]    of each instance, default 3
//
// From the second cycle to the last the loop's thread makes no allocation, takes no page fault and no
// system call but the sleep: malloc and its family are defined here, /proc counts the faults, and a
// filter raises a signal for every other call.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "platform/platform_loop.h"
#include "shipped.h"
#include "stand.h"
#include "system/threads.h"
#include "watched_heap.h"

enum { PATIENCE_MS = 60000 };

static int failed;

static void check(int condition, const char *what, long long number)
{
    printf("%s: %s (%lld)\n", condition ? "ok    " : "FAILED", what, number);
    failed |= !condition;
}

// ---- the quiet thread ------------------------------------------------------------------------------

static _Thread_local int is_loop;
static _Atomic int counting, allocations;
static _Atomic int thread; // of the loop

#ifndef INSTRUMENTED
static _Atomic int calls, first_call, has_filter;

bool heap_allows(void)
{
    if (is_loop && atomic_load_explicit(&counting, memory_order_relaxed)) {
        atomic_fetch_add(&allocations, 1);
    }
    return true;
}

static void note_call(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    int none = 0;
    if (atomic_load(&counting)) {
        (void)atomic_compare_exchange_strong(&first_call, &none, info->si_syscall);
    }
    atomic_fetch_add(&calls, 1);
}

// Every call of this thread but the sleep, and the end, is not made but noted.
static int install_filter(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_nanosleep, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    struct sigaction action = {.sa_sigaction = note_call, .sa_flags = SA_SIGINFO};
    sigaction(SIGSYS, &action, NULL);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
#endif

static int64_t now(void *context)
{
    (void)context;
    return tac_real_clock.now(NULL);
}

// The first sleep is where the quiet time begins.
static void sleep_until(void *context, int64_t t)
{
    (void)context;
    if (!is_loop) {
        is_loop = 1;
        atomic_store(&thread, (int)gettid());
#ifndef INSTRUMENTED
        atomic_store(&has_filter, install_filter());
#endif
        atomic_store(&counting, 1);
    }
    tac_real_clock.sleep_until(NULL, t);
}

static const tac_clock clock_here = {now, sleep_until, NULL};

// Minor and major faults of the loop's thread.
static long faults(void)
{
    char path[64], text[1024] = "";
    (void)snprintf(path, sizeof path, "/proc/self/task/%d/stat", atomic_load(&thread));
    FILE *in = fopen(path, "r");
    size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
    if (in) {
        (void)fclose(in);
    }
    text[n] = '\0';
    long minor = 0, major = 0;
    const char *rest = strrchr(text, ')');
    if (!rest || sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %ld %*u %ld", &minor, &major) != 2) {
        return -1;
    }
    return minor + major;
}

// ---- threads around it -----------------------------------------------------------------------------

static tac_platform_loop loop;
static tac_platform_command_log commands;
static _Atomic int quit;

static void nap(void)
{
    const struct timespec pause = {.tv_nsec = 1000000 * STAND_SLOWER};
    nanosleep(&pause, NULL);
}

static void *keep(void *unused)
{
    (void)unused;
    while (!atomic_load(&quit)) {
        (void)tac_instance_port_tend(&loop.sink, now(NULL));
        (void)tac_instance_port_tend(&loop.source, now(NULL));
        nap();
    }
    return NULL;
}

static void *write_commands(void *unused)
{
    (void)unused;
    while (!atomic_load(&quit)) {
        while (tac_platform_command_log_write(&commands)) {
        }
        nap();
    }
    return NULL;
}

static void *run_loop(void *unused)
{
    (void)tac_platform_loop_run(&loop);
    atomic_store(&counting, 0);
#ifndef INSTRUMENTED
    if (atomic_load(&has_filter)) {
        int before = atomic_load(&calls);
        (void)syscall(SYS_getppid);
        if (atomic_load(&calls) != before + 1) {
            atomic_store(&has_filter, 0); // it has seen nothing all the time
        }
    }
#endif
    return unused;
}

// ---- a session -------------------------------------------------------------------------------------

static void until(tac_platform_state state)
{
    tac_snapshot p = {0};
    for (int ms = 0; ms < PATIENCE_MS; ms++) {
        if (tac_snapshot_look(&loop.ring, &p) && p.state == (int64_t)state) {
            return;
        }
        nap();
    }
    printf("FAILED: never %s, but %s\n", tac_platform_state_name[state],
           tac_platform_state_name[p.state]);
    exit(1);
}

static void tell(tac_platform_verb verb, tac_platform_answer wanted)
{
    int answer = -1;
    tac_platform_loop_ask(&loop, verb);
    for (int ms = 0; ms < PATIENCE_MS && answer < 0; ms++) {
        answer = tac_platform_loop_answer(&loop);
        nap();
    }
    check(answer == (int)wanted, tac_platform_verb_name[verb], answer);
}

static void session(void)
{
    until(TAC_PLATFORM_PARKED);
    tell(TAC_PLATFORM_DO_RESET, TAC_ANSWER_NOT_STOPPED);
    tell(TAC_PLATFORM_DO_ENGAGE, TAC_ANSWER_DONE);
    until(TAC_PLATFORM_ENGAGED);
    tell(TAC_PLATFORM_DO_HOLD, TAC_ANSWER_DONE);
    until(TAC_PLATFORM_HOLDING);
    tell(TAC_PLATFORM_DO_ENGAGE, TAC_ANSWER_DONE);
    until(TAC_PLATFORM_ENGAGED);
    tell(TAC_PLATFORM_DO_STOP, TAC_ANSWER_DONE);
    tell(TAC_PLATFORM_DO_ENGAGE, TAC_ANSWER_LATCHED);
    until(TAC_PLATFORM_STOPPED);
    tell(TAC_PLATFORM_DO_RESET, TAC_ANSWER_DONE);
    until(TAC_PLATFORM_PARKED);
}

static char car_name[TAC_NAME_SIZE], legs_name[TAC_NAME_SIZE]; // read by the helper

static void restart(stand *s, stand_kind kind, tac_platform_state lost, tac_platform_state back)
{
    const char *name = kind == STAND_CAR ? car_name : legs_name;
    stand_close(s);
    until(lost);
    if (!stand_open(s, kind, name)) {
        exit(2);
    }
    until(back);
}

static void shorten(tac_platform_file *f)
{
    f->name = "controller";
    f->source.instance = car_name;
    f->sink.instance = legs_name;
    f->period_ns *= STAND_SLOWER;
    f->source.max_age_ns = f->sink.max_age_ns = STAND_SLOWER > 1 ? 5000000000 : 1000000000;
    f->source.patience_ns = INT64_C(60000000000);
    f->ramps = (tac_platform_ramps){.engage = 0.3, .park = 0.3, .brake = 0.1, .settle = 0.1};
    f->legs.acceleration = 40.0; // no hurry is what takes time
    f->legs.velocity = 2.0;
}

static void judge(long before)
{
    tac_snapshot p = {0};
    (void)tac_snapshot_look(&loop.ring, &p);
    check(p.state == TAC_PLATFORM_PARKED && p.cycle > 500 / STAND_SLOWER,
          "cycles, and parked in the end", p.cycle);
    check(atomic_load(&allocations) == 0, "allocations of the loop", atomic_load(&allocations));
#ifndef INSTRUMENTED
    long taken = faults();
    if (before < 0 || taken < 0) {
        puts("skipped: memory cannot be locked here, faults are not looked at");
    } else {
        check(taken == before, "page faults of the loop", taken - before);
    }
#else
    (void)before;
#endif
}

int main(int argc, char **argv)
{
    int restarts = argc > 1 ? atoi(argv[1]) : 3;
    stand car, legs;
    char path[64];
    pthread_t thread_of[3];
    char refused[512] = "";
    tac_platform_file *f = read_shipped();
    (void)snprintf(car_name, sizeof car_name, "test.car.%d", (int)getpid());
    (void)snprintf(legs_name, sizeof legs_name, "test.legs.%d", (int)getpid());
    (void)snprintf(path, sizeof path, "/dev/shm/%s.csv", legs_name);
    int good = stand_open(&car, STAND_CAR, car_name) && stand_open(&legs, STAND_LEGS, legs_name);
    shorten(f);
    if (!good || !tac_platform_command_log_open(&commands, path, f->period_ns)) {
        return 2;
    }
    unlink(path); // it stays open; nothing is left behind, whatever happens
    commands.n = STAND_SLOWER > 1 ? 16 : commands.n; // goes round even in a short run
    tac_platform_loop_init(&loop, f, &clock_here, 0, &commands);
#ifndef INSTRUMENTED
    tac_lock_memory(refused, sizeof refused);
#endif
    void *(*const body[])(void *) = {run_loop, keep, write_commands};
    for (int i = 0; i < 3; i++) {
        if (pthread_create(&thread_of[i], NULL, body[i], NULL) != 0) {
            return 2;
        }
    }
    until(TAC_PLATFORM_PARKING);
    long before = refused[0] == '\0' ? faults() : -1;
    session();
    for (int k = 0; k < restarts; k++) {
        tell(TAC_PLATFORM_DO_ENGAGE, TAC_ANSWER_DONE);
        until(TAC_PLATFORM_ENGAGED);
        restart(&car, STAND_CAR, TAC_PLATFORM_HOLDING, TAC_PLATFORM_ENGAGED);
        restart(&legs, STAND_LEGS, TAC_PLATFORM_WAITING, TAC_PLATFORM_PARKED);
    }
    judge(before);
    atomic_store(&loop.end, TAC_PLATFORM_PARK_AND_END);
    pthread_join(thread_of[0], NULL);
#ifndef INSTRUMENTED
    if (!atomic_load(&has_filter)) {
        puts("skipped: no filter here, system calls are not looked at");
    }
    check(atomic_load(&first_call) == 0, "system call of the loop but the sleep",
          atomic_load(&first_call));
#endif
    atomic_store(&quit, 1);
    pthread_join(thread_of[1], NULL);
    pthread_join(thread_of[2], NULL);
    check((int)loop.sink.lost == restarts && (int)loop.sink.attached == restarts + 1,
          "the legs came and went", (long long)loop.sink.lost);
    check((int)loop.source.lost == restarts, "the car came and went", (long long)loop.source.lost);
    tac_instance_port_close(&loop.source);
    tac_instance_port_close(&loop.sink);
    check(tac_platform_command_log_close(&commands) == 1, "every row is written", 1);
    stand_close(&car);
    stand_close(&legs);
    tac_platform_file_free(f);
    return failed;
}

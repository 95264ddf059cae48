// test: exchange.guard program skip=77 machine=own_root
// The guard of libtactus-io: segments that are cut short or holed while they are mapped end a handle, not the
// program. Every case is a process of its own.
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "children.h"
#include "exchange/supervisor.h"
#include "rt/exchange/instance.h"

enum { MANY = 200, PAGE = 4096 };

static instance live;            // in this process, without a cycle thread
static char copy[48], path[128]; // of its state segment, which cases may damage
static sigjmp_buf after_fault;
static volatile sig_atomic_t host_called;
static struct sigaction host_before;

// ---- helpers -------------------------------------------------------------------------------------

static int make_copy(void)
{
    size_t size = live.x->state_size;
    unlink(path);
    int file = open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
    return file >= 0 && write(file, live.x->state, size) == (ssize_t)size && close(file) == 0;
}

static tac_io *attach_copy(void)
{
    tac_io *io = tac_io_attach(copy, TAC_IO_READ, NULL, NULL);
    return io && tac_io_read(io) == TAC_IO_OK ? io : NULL;
}

static int is_over(tac_io *io)
{
    uint64_t number = 0;
    tac_io_event event;
    tac_io_account account;
    EXPECT(tac_io_read(io) == TAC_IO_ENDED);
    EXPECT(tac_io_wait(io, TAC_IO_PERIOD, 5.0) == TAC_IO_ENDED);
    EXPECT(tac_io_check(io) == TAC_IO_ENDED);
    EXPECT(tac_io_value(io, CLOCK, 0) == 1e-3); // the snapshot stands
    EXPECT(isinf(tac_io_age(io)));
    EXPECT(tac_io_get_account(io, 0, &account) == TAC_IO_ENDED);
    EXPECT(tac_io_next_event(io, &number, &event) == TAC_IO_ENDED);
    tac_io_detach(io);
    return 0;
}

// Of a file of this program's, cut short: a fault that is none of the library's.
static volatile unsigned char *map_foreign(void)
{
    char name[] = "/dev/shm/test.guard.XXXXXX";
    int file = mkstemp(name);
    unlink(name);
    void *at = MAP_FAILED;
    if (file >= 0 && ftruncate(file, PAGE) == 0) {
        at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        (void)!ftruncate(file, 0);
    }
    return at == MAP_FAILED ? NULL : at;
}

static void on_host_jump(int number)
{
    (void)number;
    host_called++;
    siglongjmp(after_fault, 1);
}

// Passes on what it does not know, as well-behaved handlers do.
static void on_host_chain(int number, siginfo_t *info, void *context)
{
    host_called++;
    if (host_before.sa_flags & SA_SIGINFO) {
        host_before.sa_sigaction(number, info, context);
    } else {
        signal(number, SIG_DFL);
    }
}

static int install_host(void (*jump)(int), void (*chain)(int, siginfo_t *, void *))
{
    struct sigaction action = {.sa_handler = jump};
    if (chain) {
        action.sa_sigaction = chain;
        action.sa_flags = SA_SIGINFO;
    }
    return sigaction(SIGBUS, &action, &host_before) == 0;
}

// 1 when the host's handler is called for a fault that is its own.
static int host_is_called(void)
{
    volatile unsigned char *foreign = map_foreign();
    int called = host_called;
    if (foreign && sigsetjmp(after_fault, 1) == 0) {
        *foreign = 1;
    }
    return foreign && host_called == called + 1;
}

// ---- a segment that is damaged -------------------------------------------------------------------

static int cut_without_guard(void)
{
    tac_io *io = attach_copy();
    EXPECT(io && truncate(path, 0) == 0);
    return tac_io_read(io) != TAC_IO_OK;
}

static int cut_to(off_t size)
{
    EXPECT(tac_io_guard() == TAC_IO_OK);
    tac_io *io = attach_copy();
    EXPECT(io && truncate(path, size) == 0);
    return is_over(io);
}

static int cut_whole(void)
{
    return cut_to(0);
}

static int cut_behind_the_header(void)
{
    return cut_to(PAGE);
}

static int cut_and_grown_again(void)
{
    EXPECT(tac_io_guard() == TAC_IO_OK);
    tac_io *io = attach_copy();
    EXPECT(io && truncate(path, 0) == 0 && truncate(path, (off_t)live.x->state_size) == 0);
    return is_over(io);
}

static int holed(void)
{
    EXPECT(tac_io_guard() == TAC_IO_OK);
    tac_io *io = attach_copy();
    int file = open(path, O_RDWR);
    EXPECT(io && file >= 0);
    EXPECT(fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                     (off_t)live.x->state_size) == 0);
    return is_over(io);
}

static int attached_before(void)
{
    tac_io *io = attach_copy();
    EXPECT(io && tac_io_guard() == TAC_IO_OK && truncate(path, 0) == 0);
    return is_over(io);
}

static int next_attach_is_new(void)
{
    EXPECT(cut_whole() == 0 && make_copy());
    tac_io *io = attach_copy();
    EXPECT(io && tac_io_check(io) == TAC_IO_OK);
    EXPECT(truncate(path, 0) == 0);
    return is_over(io);
}

static int many_handles(void)
{
    static tac_io *io[MANY];
    EXPECT(tac_io_guard() == TAC_IO_OK);
    for (int round = 0; round < 3; round++) {
        EXPECT(make_copy());
        for (int i = 0; i < MANY; i++) {
            io[i] = attach_copy();
            EXPECT(io[i]);
        }
        EXPECT(truncate(path, 0) == 0);
        for (int i = MANY - 1; i >= 0; i--) {
            EXPECT(is_over(io[i]) == 0);
        }
    }
    return 0;
}

static void *read_until_over(void *argument)
{
    tac_io *io = argument;
    tac_io_status status;
    do {
        status = tac_io_read(io);
    } while (status == TAC_IO_OK);
    return status == TAC_IO_ENDED ? NULL : argument;
}

static int cut_while_threads_read(void)
{
    enum { THREADS = 4 };
    EXPECT(tac_io_guard() == TAC_IO_OK);
    for (int round = 0; round < 50; round++) {
        pthread_t id[THREADS];
        tac_io *io[THREADS];
        int bad = !make_copy();
        for (int i = 0; i < THREADS; i++) {
            io[i] = attach_copy();
            EXPECT(io[i] && pthread_create(&id[i], NULL, read_until_over, io[i]) == 0);
        }
        bad |= truncate(path, round % 2 * PAGE) != 0;
        for (int i = 0; i < THREADS; i++) {
            void *failed;
            pthread_join(id[i], &failed);
            bad |= failed != NULL;
            tac_io_detach(io[i]);
        }
        EXPECT(!bad);
    }
    return 0;
}

// Cut in the middle of attaching: an error or a good handle.
static int cut_while_attaching(void)
{
    EXPECT(tac_io_guard() == TAC_IO_OK);
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int file = open(path, O_RDWR);
        for (;;) {
            (void)!pwrite(file, live.x->state, live.x->state_size, 0);
            (void)!ftruncate(file, 0);
        }
    }
    int good = 0;
    for (int i = 0; i < 20000; i++) {
        tac_io *io = tac_io_attach(copy, TAC_IO_READ, NULL, NULL);
        good += io && tac_io_read(io) == TAC_IO_OK;
        tac_io_detach(io);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    printf("  %d of 20000 good\n", good);
    return 0;
}

// ---- a command file ------------------------------------------------------------------------------

static int command_file_cut(void)
{
    tac_io_error error;
    instance i;
    char file[128];
    EXPECT(instance_open(&i, "guard.commanded", 2) && tac_io_guard() == TAC_IO_OK);
    instance_cycle(&i);
    for (int round = 0; round < 5; round++) {
        tac_io *io = tac_io_attach(i.name, TAC_IO_COMMAND, "test", &error);
        if (!io) {
            printf("  round %d: %s\n", round, error.text);
        }
        EXPECT(io && error.status == TAC_IO_OK && tac_io_place(io) >= 0);
        EXPECT(tac_io_read(io) == TAC_IO_OK && tac_io_set(io, HOLD, 0, 1.0) == TAC_IO_OK);
        EXPECT(tac_io_send(io, 0) == TAC_IO_OK);
        (void)snprintf(file, sizeof file, "/dev/shm/tactus.%s.cmd.%d", i.name, tac_io_place(io));
        EXPECT(truncate(file, round % 2 * 128) == 0);
        EXPECT(tac_io_set(io, HOLD, 0, 2.0) == TAC_IO_OK);
        EXPECT(tac_io_send(io, 0) == TAC_IO_ENDED);
        EXPECT(tac_io_heartbeat(io) == TAC_IO_ENDED);
        EXPECT(tac_io_put_event(io, HOLD, 0, 1.0, 0) == TAC_IO_ENDED);
        EXPECT(tac_io_check(io) == TAC_IO_ENDED);
        EXPECT(tac_io_read(io) == TAC_IO_OK); // the executive lives
        tac_io_detach(io);
    }
    instance_close(&i);
    return 0;
}

// ---- a history -----------------------------------------------------------------------------------

static int history_cut_to(off_t size)
{
    instance i;
    char file[128];
    uint64_t lost = 0;
    EXPECT(instance_open(&i, "guard.history", 1) && tac_io_guard() == TAC_IO_OK);
    for (int k = 0; k < 300; k++) {
        instance_cycle(&i);
    }
    instance_stop_history(&i); // it has a guard of its own elsewhere
    tac_io *io = tac_io_attach(i.name, TAC_IO_READ, NULL, NULL);
    EXPECT(io && tac_io_history_open(io, NULL) == TAC_IO_OK && tac_io_history_depth(io) > 0);
    EXPECT(tac_io_history_next(io, TAC_IO_POLL, 0.0, &lost) == TAC_IO_OK);
    (void)snprintf(file, sizeof file, "/dev/shm/tactus.%s.history", i.name);
    EXPECT(truncate(file, size) == 0);
    tac_io_history_seek(io, 100);
    EXPECT(tac_io_history_next(io, TAC_IO_PERIOD, 5.0, &lost) == TAC_IO_ENDED);
    EXPECT(tac_io_read(io) == TAC_IO_OK);
    tac_io_detach(io);
    instance_close(&i);
    return 0;
}

static int history_cut(void)
{
    return history_cut_to(0);
}

static int history_cut_behind_the_header(void)
{
    return history_cut_to(sizeof(tac_history_header));
}

// ---- other handlers ------------------------------------------------------------------------------

static int standard_action_for_others(void)
{
    volatile unsigned char *foreign = map_foreign();
    EXPECT(foreign && tac_io_guard() == TAC_IO_OK);
    *foreign = 1;
    return 1;
}

static int standard_action_for_sent_signals(void)
{
    EXPECT(tac_io_guard() == TAC_IO_OK && attach_copy());
    (void)kill(getpid(), SIGBUS);
    return 1;
}

static int host_before_the_guard(void)
{
    EXPECT(install_host(on_host_jump, NULL) && tac_io_guard() == TAC_IO_OK);
    EXPECT(host_is_called());
    EXPECT(cut_whole() == 0 && host_called == 1);
    EXPECT(host_is_called());
    return 0;
}

static int host_after_the_guard(void)
{
    EXPECT(tac_io_guard() == TAC_IO_OK);
    tac_io *io = attach_copy();
    EXPECT(io && install_host(on_host_jump, NULL));
    EXPECT(tac_io_check(io) == TAC_IO_OK); // asks the system, and puts the guard on top again
    EXPECT(truncate(path, 0) == 0 && is_over(io) == 0 && host_called == 0);
    EXPECT(host_is_called());
    for (int i = 0; i < 20; i++) { // the same again and again
        EXPECT(install_host(on_host_jump, NULL) && make_copy() && cut_whole() == 0);
        EXPECT(host_is_called());
    }
    return 0;
}

static int host_that_chains(void)
{
    EXPECT(tac_io_guard() == TAC_IO_OK && install_host(NULL, on_host_chain));
    tac_io *io = attach_copy(); // on top again
    EXPECT(io && truncate(path, 0) == 0 && is_over(io) == 0 && host_called == 0);
    // the host's handler on top: it passes on to the guard's
    EXPECT(make_copy());
    io = attach_copy();
    EXPECT(io && install_host(NULL, on_host_chain) && truncate(path, 0) == 0);
    EXPECT(tac_io_read(io) == TAC_IO_ENDED && host_called == 1);
    return 0;
}

static int host_that_chains_to_the_end(void)
{
    volatile unsigned char *foreign = map_foreign();
    EXPECT(foreign && tac_io_guard() == TAC_IO_OK && install_host(NULL, on_host_chain));
    EXPECT(tac_io_guard() == TAC_IO_OK);
    *foreign = 1; // guard, host, guard, standard action
    return 1;
}

static int ignored_by_the_host(void)
{
    signal(SIGBUS, SIG_IGN);
    EXPECT(tac_io_guard() == TAC_IO_OK && kill(getpid(), SIGBUS) == 0);
    return cut_whole();
}

// ---- a period without end ------------------------------------------------------------------------

static int lying_period(void)
{
    int64_t period = INT64_MAX;
    int file = open(path, O_WRONLY);
    EXPECT(file >= 0 && pwrite(file, &period, sizeof period,
                               offsetof(tac_state_header, period_ns)) == (ssize_t)sizeof period);
    close(file);
    tac_io *io = attach_copy();
    EXPECT(io && tac_io_wait(io, TAC_IO_PERIOD, 0.05) == TAC_IO_STALE);
    tac_io_detach(io);
    return 0;
}

// ---- all -----------------------------------------------------------------------------------------

int main(void)
{
    static const struct {
        const char *name;
        int (*run)(void);
        int signal;
    } test[] = {
        {"without the guard a cut segment is the program's", cut_without_guard, SIGBUS},
        {"a cut segment ends the handle", cut_whole, 0},
        {"cut behind the header", cut_behind_the_header, 0},
        {"cut and grown again", cut_and_grown_again, 0},
        {"a holed segment ends the handle", holed, 0},
        {"handles from before the guard are guarded", attached_before, 0},
        {"the next attach starts anew", next_attach_is_new, 0},
        {"any number of handles", many_handles, 0},
        {"cut while threads read", cut_while_threads_read, 0},
        {"cut while attaching", cut_while_attaching, 0},
        {"a cut command file ends the handle", command_file_cut, 0},
        {"a cut history ends the handle", history_cut, 0},
        {"a history cut behind its header", history_cut_behind_the_header, 0},
        {"other faults have the standard action", standard_action_for_others, SIGBUS},
        {"signals that were sent have it too", standard_action_for_sent_signals, SIGBUS},
        {"a handler from before gets its faults", host_before_the_guard, 0},
        {"a handler installed later is survived", host_after_the_guard, 0},
        {"a handler that chains is survived", host_that_chains, 0},
        {"a chain of handlers has an end", host_that_chains_to_the_end, SIGBUS},
        {"an ignored signal stays ignored", ignored_by_the_host, 0},
        {"a lie about the period keeps nobody waiting", lying_period, 0},
    };
    int bad = 0;
    if (!instance_open(&live, "guard", 2)) {
        return 1;
    }
    tac_exchange_quit(live.x); // a thread does not survive fork; the case that needs it starts it
    pthread_join(live.supervisor, NULL);
    live.has_supervisor = 0;
    instance_stop_history(&live);
    signal(SIGBUS, SIG_DFL);
    instance_cycle(&live);
    (void)snprintf(copy, sizeof copy, "test.cut.%d", (int)getpid());
    (void)snprintf(path, sizeof path, "/dev/shm/tactus.%s.state", copy);
    for (size_t i = 0; i < sizeof test / sizeof test[0]; i++) {
        bad += !make_copy() || run_case(test[i].name, test[i].run, test[i].signal);
    }
    unlink(path);
    instance_close(&live);
    return bad != 0;
}

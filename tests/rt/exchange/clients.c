// program: exchange.clients
// test: exchange.clients plain -- 300
// test: exchange.clients_10000 full lock=cores timeout=3000 -- 10000
// Campaign: clients are killed or stopped at random points while an executive runs.
//   clients COUNT [SEED]
// Every client attaches, commands as fast as it can, and dies by SIGKILL, or is stopped by SIGSTOP
// for a while and then killed. The executive cycles on: every cycle publishes, no value leaves its
// range, every place is free again after the supervisor has looked, nothing is left in /dev/shm.
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exchange/supervisor.h"
#include "instance.h"

enum { PLACES = 8 };

static uint64_t random_state;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

_Noreturn static void run_client(const char *name)
{
    tac_io_error error;
    tac_io *io = tac_io_attach(name, TAC_IO_COMMAND, "victim", &error);
    for (int k = 0; io; k++) {
        (void)tac_io_read(io);
        (void)tac_io_set(io, HOLD, 0, k % 40 - 20);
        (void)tac_io_set(io, ZERO, k % 3, k);
        (void)tac_io_send(io, k % 7 == 0 ? k : 0);
        (void)tac_io_put_event(io, RAMP, 0, 0.1, 0);
        if (k % 5000 == 4999) {
            tac_io_detach(io);
            io = tac_io_attach(name, TAC_IO_COMMAND, "again", &error);
        }
    }
    _exit(error.status == TAC_IO_FULL || error.status == TAC_IO_REFUSED ? 0 : 3);
}

typedef struct victim {
    pid_t pid;      // 0: none
    int64_t due;    // cycle of its next blow
    int is_stopped; // for the second time it is killed
} victim;

typedef struct campaign {
    instance i;
    victim victim[PLACES];
    int64_t killed, stopped, strange, unpublished, out_of_range;
} campaign;

static void start(campaign *c, victim *v)
{
    v->pid = fork();
    if (v->pid < 0) { // never a number to send signals to
        perror("fork");
        exit(2);
    }
    if (v->pid == 0) {
        run_client(c->i.name);
    }
    v->due = c->i.step + (int64_t)(next_random() % 400);
    v->is_stopped = 0;
}

static void strike(campaign *c, victim *v)
{
    int status;
    if (!v->is_stopped && next_random() % 2) {
        kill(v->pid, SIGSTOP);
        v->is_stopped = 1;
        v->due = c->i.step + (int64_t)(next_random() % 200);
        c->stopped++;
        return;
    }
    kill(v->pid, SIGKILL);
    waitpid(v->pid, &status, 0);
    c->strange += !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) &&
                  !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    v->pid = 0;
    c->killed++;
}

static void cycle(campaign *c)
{
    instance *i = &c->i;
    const struct timespec pause = {.tv_nsec = 20000};
    uint64_t before = atomic_load(&i->x->state->newest);
    instance_cycle(i);
    c->unpublished += atomic_load(&i->x->state->newest) != before + 1;
    double hold = tac_exchange_command(i->x, HOLD)[0], ramp = tac_exchange_command(i->x, RAMP)[0];
    c->out_of_range += !(fabs(hold) <= 10.0 && fabs(ramp) <= 1.0);
    nanosleep(&pause, NULL);
}

static int free_places(const campaign *c)
{
    int n = 0;
    for (int k = 0; k < PLACES; k++) {
        n += atomic_load(&c->i.x->account[k].state) == TAC_CLIENT_FREE;
    }
    return n;
}

int main(int argc, char **argv)
{
    static campaign c;
    char command[128];
    int64_t count = argc > 1 ? atoll(argv[1]) : 200;
    random_state = argc > 2 ? strtoull(argv[2], NULL, 10) | 1 : 88172645463325252ULL;
    if (!instance_open(&c.i, "clients", PLACES)) {
        return 2;
    }
    while (c.killed + c.stopped < count) {
        cycle(&c);
        for (int k = 0; k < PLACES; k++) {
            victim *v = &c.victim[k];
            if (v->pid == 0) {
                start(&c, v);
            } else if (c.i.step >= v->due) {
                strike(&c, v);
            }
        }
    }
    for (int k = 0; k < PLACES; k++) {
        if (c.victim[k].pid) {
            kill(c.victim[k].pid, SIGKILL);
            waitpid(c.victim[k].pid, NULL, 0);
        }
    }
    const struct timespec looks = {.tv_nsec = 4L * TAC_SUPERVISOR_MS * 1000000L};
    nanosleep(&looks, NULL);
    int places = free_places(&c);
    printf("%lld kills and %lld stops in %lld cycles: %lld cycles without a frame, %lld values out "
           "of range, %lld strange ends, %d of %d places free again\n",
           (long long)c.killed, (long long)c.stopped, (long long)c.i.step, (long long)c.unpublished,
           (long long)c.out_of_range, (long long)c.strange, places, PLACES);
    instance_close(&c.i);
    snprintf(command, sizeof command, "! ls /dev/shm | grep test.clients.%d", (int)getpid());
    return system(command) != 0 || c.unpublished || c.out_of_range || c.strange || places != PLACES;
}

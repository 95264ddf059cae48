#include "instance.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "exchange/segment.h"
#include "exchange/supervisor.h"
#include "exchange/take.h"

enum { LOAD_COLUMNS = 38 };

#define FREE_RANGE .minimum = -INFINITY, .maximum = INFINITY, .rate = INFINITY

static const tac_exchange_signal signals[N_SIGNAL] = {
    [CLOCK] = {.name = "clock", .unit = "s", .rows = 1, .columns = 1, FREE_RANGE},
    [POSITION] =
        {.name = "position", .unit = "m", .rows = 3, .columns = 1, .safe = -1.0, FREE_RANGE},
    [LOAD] = {.name = "load", .unit = "", .rows = 3, .columns = LOAD_COLUMNS, FREE_RANGE},
    [HOLD] = {.name = "hold",
              .unit = "N",
              .direction = TAC_SIGNAL_COMMAND,
              .rows = 1,
              .columns = 1,
              .minimum = -10.0,
              .maximum = 10.0,
              .rate = INFINITY,
              .ttl = TTL},
    [RAMP] = {.name = "ramp",
              .unit = "rad",
              .direction = TAC_SIGNAL_COMMAND,
              .rows = 1,
              .columns = 1,
              .minimum = -1.0,
              .maximum = 1.0,
              .rate = 100.0,
              .safe = 0.5,
              .ttl = TTL,
              .fallback = TAC_FALL_RAMP},
    [ZERO] = {.name = "zero",
              .unit = "m",
              .direction = TAC_SIGNAL_COMMAND,
              .rows = 3,
              .columns = 1,
              .ttl = TTL,
              .fallback = TAC_FALL_ZERO,
              FREE_RANGE},
    [KEEP] = {.name = "keep",
              .unit = "",
              .direction = TAC_SIGNAL_COMMAND,
              .rows = 1,
              .columns = 1,
              .initial = 7.0,
              FREE_RANGE},
};

static int open_with(instance *i, const char *name, int clients, int load_columns,
                     int64_t period_ns)
{
    tac_diag diag = {0};
    tac_exchange_signal signal[N_SIGNAL];
    memcpy(signal, signals, sizeof signal);
    signal[LOAD].columns = load_columns;
    *i = (instance){.n_load = 3 * load_columns};
    snprintf(i->name, sizeof i->name, "%s", name);
    tac_exchange_options o = {.name = i->name,
                              .dt = 1e-3,
                              .period_ns = period_ns,
                              .cycle_steps = 1,
                              .signal = signal,
                              .n_signal = N_SIGNAL,
                              .max_clients = clients};
    i->x = tac_exchange_open(&o, &diag);
    if (!i->x) {
        fprintf(stderr, "%s\n", diag.text);
        return 0;
    }
    i->has_supervisor = pthread_create(&i->supervisor, NULL, tac_exchange_supervisor, i->x) == 0;
    i->has_helper = pthread_create(&i->helper, NULL, tac_history_helper, i->x) == 0;
    return i->has_supervisor && i->has_helper;
}

int instance_open_as(instance *i, const char *name, int clients)
{
    return open_with(i, name, clients, LOAD_COLUMNS, 1000000);
}

static void name_after(const char *tag, char name[TAC_NAME_SIZE])
{
    snprintf(name, TAC_NAME_SIZE, "test.%s.%d", tag, (int)getpid());
}

int instance_open(instance *i, const char *tag, int clients)
{
    char name[TAC_NAME_SIZE];
    name_after(tag, name);
    return instance_open_as(i, name, clients);
}

int instance_open_small(instance *i, const char *tag, int clients)
{
    char name[TAC_NAME_SIZE];
    name_after(tag, name);
    return open_with(i, name, clients, 1, 1000000000);
}

void instance_stop_history(instance *i)
{
    if (i->has_helper) {
        tac_history_quit(i->x);
        pthread_join(i->helper, NULL);
    }
    i->has_helper = 0;
}

void instance_close(instance *i)
{
    if (i->has_supervisor) {
        tac_exchange_quit(i->x);
        pthread_join(i->supervisor, NULL);
    }
    instance_stop_history(i);
    tac_exchange_close(i->x);
    i->x = NULL;
}

int64_t instance_cycle(instance *i)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    // by a clock of its own, which keeps up with the steps
    i->wall += 1000000 + i->stall;
    i->stall = 0;
    tac_exchange_take(i->x, &(tac_exchange_moment){.step = i->step,
                                                   .now = i->wall,
                                                   .is_paused = i->is_paused,
                                                   .is_safe = i->is_safe});
    i->step += !i->is_paused && !i->is_safe;
    double *load = tac_exchange_state(i->x, LOAD);
    tac_exchange_state(i->x, CLOCK)[0] = (double)i->step * 1e-3;
    tac_exchange_state(i->x, POSITION)[0] = tac_exchange_command(i->x, HOLD)[0];
    for (int k = 0; k < i->n_load; k++) {
        load[k] = (double)i->step;
    }
    tac_state_head head = {.step = i->step,
                           .cycle = i->step - 1,
                           .time = (double)i->step * 1e-3,
                           .stamp = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec,
                           .run_state = 2};
    tac_exchange_publish(i->x, &head, 0);
    tac_exchange_keep(i->x);
    return i->step;
}

tac_command_header *instance_segment(const instance *i, int place)
{
    char name[TAC_SEGMENT_NAME];
    tac_command_segment_name(i->name, place, name);
    int file = shm_open(name, O_RDWR, 0);
    void *at = mmap(NULL, i->x->command_segment, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return at == MAP_FAILED ? NULL : at;
}

void instance_unmap(const instance *i, tac_command_header *h)
{
    munmap(h, i->x->command_segment);
}

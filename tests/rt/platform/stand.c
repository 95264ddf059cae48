#include "stand.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "exchange/supervisor.h"
#include "exchange/take.h"

#define PERIOD_NS (1000000 * STAND_SLOWER)
#define LEG(number)                                                                      \
    {                                                                                    \
        .name = "leg" #number, .unit = "mm", .direction = TAC_SIGNAL_COMMAND, .rows = 1, \
        .columns = 1, .minimum = -300.0, .maximum = 300.0, .rate = (double)INFINITY,     \
        .ttl = STAND_LEG_TTL, .fallback = TAC_FALL_HOLD,                                 \
    }

static const tac_exchange_signal legs[] = {LEG(1), LEG(2), LEG(3), LEG(4), LEG(5), LEG(6)};

#define FELT(signal, of)                                                               \
    {                                                                                  \
        .name = signal, .unit = of, .rows = 3, .columns = 1, .rate = (double)INFINITY, \
        .minimum = -(double)INFINITY, .maximum = (double)INFINITY,                     \
    }

static const tac_exchange_signal car[] = {FELT("specific_force", "m/s^2"),
                                          FELT("angular_rate", "deg/s")};

static void drive(stand *s)
{
    double t = (double)s->step * 1e-3;
    double *force = tac_exchange_state(s->x, 0), *rate = tac_exchange_state(s->x, 1);
    force[0] = 3.0 * sin(2.0 * t);
    force[1] = 2.0 * sin(3.0 * t);
    force[2] = 9.80665 + sin(5.0 * t);
    rate[0] = 3.0 * sin(2.5 * t);
    rate[1] = 2.0 * sin(3.5 * t);
    rate[2] = 5.0 * sin(0.5 * t);
}

static void *make_cycles(void *argument)
{
    stand *s = argument;
    while (!atomic_load(&s->quit)) {
        struct timespec now, pause = {.tv_nsec = PERIOD_NS};
        clock_gettime(CLOCK_MONOTONIC, &now);
        tac_exchange_take(
            s->x, &(tac_exchange_moment){.step = s->step,
                                         .now = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec});
        s->step++;
        if (s->kind == STAND_CAR) {
            drive(s);
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
        tac_state_head head = {.step = s->step,
                               .cycle = s->step - 1,
                               .time = (double)s->step * 1e-3,
                               .stamp = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec,
                               .run_state = 2};
        tac_exchange_publish(s->x, &head, 0);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

int stand_open(stand *s, stand_kind kind, const char *name)
{
    tac_diag diag = {0};
    *s = (stand){.kind = kind};
    (void)snprintf(s->name, sizeof s->name, "%s", name);
    const tac_exchange_options o = {.name = s->name,
                                    .dt = 1e-3,
                                    .period_ns = PERIOD_NS,
                                    .cycle_steps = 1,
                                    .signal = kind == STAND_CAR ? car : legs,
                                    .n_signal = kind == STAND_CAR ? 2 : 6,
                                    .max_clients = 2};
    s->x = tac_exchange_open(&o, &diag);
    if (!s->x) {
        fprintf(stderr, "%s\n", diag.text);
        return 0;
    }
    return pthread_create(&s->supervisor, NULL, tac_exchange_supervisor, s->x) == 0 &&
           pthread_create(&s->cycles, NULL, make_cycles, s) == 0;
}

void stand_close(stand *s)
{
    atomic_store(&s->quit, 1);
    pthread_join(s->cycles, NULL);
    tac_exchange_quit(s->x);
    pthread_join(s->supervisor, NULL);
    tac_exchange_close(s->x);
}

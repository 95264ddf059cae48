#include "health.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "alive.h"
#include "attach.h"
#include "handle.h"
#include "layout.h"

enum { GRACE_NS = 250000000 };

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

const char *tac_io_condition_name(tac_io_condition condition)
{
    static const char *const name[] = {"starting", "paused", "running", "safe",
                                       "stopped",  "late",   "dead"};
    return (unsigned)condition < sizeof name / sizeof name[0] ? name[condition] : "unknown";
}

// ---- judging -------------------------------------------------------------------------------------

static tac_io_condition condition_of(const tac_io_signs *s, int lives, double age)
{
    if (s->is_over || s->run_state == TAC_IO_STOPPED) {
        return TAC_IO_STOPPED;
    }
    if (!lives) {
        return TAC_IO_DEAD;
    }
    if (s->beat != 0 && age * 1e9 > (double)s->period_ns + GRACE_NS) {
        return TAC_IO_LATE;
    }
    return s->run_state >= TAC_IO_STARTING && s->run_state <= TAC_IO_SAFE
               ? (tac_io_condition)s->run_state
               : TAC_IO_STARTING;
}

// The sentence about one that is late: what is known of its process is said, and no more.
static void describe_late(const tac_io_signs *s, tac_io_health *h)
{
    char process[64] = "its process lives, in another process namespace";
    if (h->pid > 0) {
        (void)snprintf(process, sizeof process, "its process %d lives%s", h->pid,
                       tac_pid_is_in(s->pid, s->start, 'T') ? " and is stopped" : "");
    }
    (void)snprintf(h->text, sizeof h->text, "'%.47s' is late: nothing published for %.3g s%s; %s",
                   s->instance, h->age,
                   s->run_state == TAC_IO_SAFE     ? ", in the safe state"
                   : s->run_state == TAC_IO_PAUSED ? ", paused"
                                                   : "",
                   process);
}

static void describe(const tac_io_signs *s, tac_io_health *h)
{
    switch ((tac_io_condition)h->condition) {
    case TAC_IO_STARTING:
    case TAC_IO_PAUSED:
    case TAC_IO_RUNNING:
        (void)snprintf(h->text, sizeof h->text, "'%.47s' is %s", s->instance,
                       tac_io_condition_name((tac_io_condition)h->condition));
        return;
    case TAC_IO_SAFE:
        (void)snprintf(h->text, sizeof h->text, "'%.47s' is in the safe state", s->instance);
        return;
    case TAC_IO_STOPPED:
        (void)snprintf(h->text, sizeof h->text, "'%.47s' has ended", s->instance);
        return;
    case TAC_IO_LATE:
        describe_late(s, h);
        return;
    case TAC_IO_DEAD:
        if (isfinite(h->age)) {
            (void)snprintf(h->text, sizeof h->text,
                           "'%.47s' is dead: its process is gone, it published last %.3g s ago",
                           s->instance, h->age);
        } else {
            (void)snprintf(h->text, sizeof h->text,
                           "'%.47s' is dead: its process is gone, it published nothing",
                           s->instance);
        }
        return;
    }
}

void tac_io_judge(const tac_io_signs *s, tac_io_health *out)
{
    int lives = tac_maker_lives(s->file, s->pid, s->start, s->pid_space);
    // which may say anything
    double age = (double)(int64_t)((uint64_t)now_ns() - (uint64_t)s->beat) * 1e-9;
    age = s->beat == 0 || age < 0.0 ? s->beat == 0 ? (double)INFINITY : 0.0 : age;
    *out = (tac_io_health){.run_state = s->run_state, .age = age};
    out->pid = tac_pid_start(s->pid) == s->start && tac_pid_space() == s->pid_space ? s->pid : 0;
    out->condition = condition_of(s, lives, age);
    out->late = out->condition == TAC_IO_LATE ? age - (double)s->period_ns * 1e-9 : 0.0;
    describe(s, out);
}

// ---- of an exchange ------------------------------------------------------------------------------

void tac_io_get_health(const tac_io *io, tac_io_health *out)
{
    const tac_state_header *live = tac_io_live(io);
    // relaxed: any moment's will do
    uint64_t ready = atomic_load_explicit(&live->ready, memory_order_relaxed);
    const tac_io_signs s = {.instance = io->head.instance,
                            .file = io->state_file,
                            .pid = io->head.pid,
                            .start = io->head.start,
                            .pid_space = io->head.pid_space,
                            .is_over = ready != io->head.generation,
                            .run_state =
                                (int)atomic_load_explicit(&live->run_state, memory_order_relaxed),
                            .beat = atomic_load_explicit(&live->heartbeat, memory_order_relaxed),
                            .period_ns = io->head.period_ns};
    tac_io_judge(&s, out);
}

tac_io_status tac_io_health_of(const char *instance, int mode, tac_io_health *out,
                               tac_io_error *error)
{
    tac_io_error unwanted;
    error = error ? error : &unwanted;
    *error = (tac_io_error){.status = TAC_IO_OK};
    *out = (tac_io_health){.condition = TAC_IO_DEAD, .age = (double)INFINITY};
    tac_io *io = tac_io_new();
    if (!io) {
        return tac_io_fail(error, TAC_IO_SYSTEM, "not enough memory");
    }
    tac_io_status status = tac_io_open_state(io, instance, mode & TAC_IO_ANY_OWNER, error);
    if (status == TAC_IO_OK || (status == TAC_IO_ENDED && io->head.generation != 0)) {
        tac_io_get_health(io, out);
        *error = (tac_io_error){.status = TAC_IO_OK};
        status = TAC_IO_OK;
    }
    tac_io_detach(io);
    return status;
}

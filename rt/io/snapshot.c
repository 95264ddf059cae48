// Reading: signals, frames, waiting, accounts and the log.
#include "snapshot.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "slot.h"

// A copy takes well under the time of three frames; who is interrupted in the middle tries again.
enum {
    ATTEMPTS = 16,
    CHECK_NS = 250000000, // how long nobody asks whether the executive lives
    LONGEST_REST_NS = 100000000
};

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// ---- signals -------------------------------------------------------------------------------------

int tac_io_count(const tac_io *io)
{
    return (int)io->head.n_signal;
}

int tac_io_find(const tac_io *io, const char *name)
{
    for (int i = 0; name && i < tac_io_count(io); i++) {
        if (strcmp(io->signal[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

tac_io_status tac_io_describe(const tac_io *io, int signal, tac_io_signal *out)
{
    if (signal < 0 || signal >= tac_io_count(io)) {
        return TAC_IO_INVALID;
    }
    const tac_signal_entry *e = &io->signal[signal];
    *out = (tac_io_signal){.direction = (int)e->direction,
                           .rows = (int)e->rows,
                           .columns = (int)e->columns,
                           .minimum = e->minimum,
                           .maximum = e->maximum,
                           .rate = e->rate,
                           .safe = e->safe,
                           .fallback = (int)e->fallback,
                           .ttl = e->ttl};
    memcpy(out->name, e->name, sizeof out->name);
    memcpy(out->unit, e->unit, sizeof out->unit);
    return TAC_IO_OK;
}

// ---- frames --------------------------------------------------------------------------------------

bool tac_io_take_slot(tac_io *io, const void *slot, uint64_t number)
{
    if (!tac_slot_read(slot, number, io->spare, io->frame_words)) {
        return false;
    }
    uint64_t *old = io->frame;
    io->frame = io->spare;
    io->spare = old;
    io->number = number;
    return true;
}

tac_io_status tac_io_read(tac_io *io)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint64_t number = tac_io_newest(io);
        if (number == 0) {
            return tac_io_is_gone(io) ? TAC_IO_ENDED : TAC_IO_STALE;
        }
        if (tac_io_take_slot(io, tac_io_slot(io, number), number)) {
            return tac_io_is_gone(io) ? TAC_IO_ENDED : TAC_IO_OK;
        }
    }
    return TAC_IO_STALE;
}

// A quarter of a period, so that a new frame is seen soon after it is there; never longer than the caller wants
// to wait, or than a caller without a limit should be asleep, whatever the executive calls a period.
static void rest(const tac_io *io, int how, int64_t left)
{
    if (how == TAC_IO_PERIOD) {
        int64_t ns = io->head.period_ns / 4;
        ns = ns < left ? ns : left;
        ns = ns < LONGEST_REST_NS ? ns : LONGEST_REST_NS;
        const struct timespec pause = {.tv_sec = (time_t)(ns / 1000000000),
                                       .tv_nsec = ns % 1000000000};
        clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
    }
}

tac_io_status tac_io_wait_for(tac_io *io, int how, double timeout, tac_io_look *look, void *context)
{
    if (!(timeout >= 0.0) || (how != TAC_IO_POLL && how != TAC_IO_PERIOD)) {
        return TAC_IO_INVALID;
    }
    int64_t begin = now_ns();
    int64_t limit = timeout < 1e9 ? (int64_t)(timeout * 1e9) : INT64_MAX;
    int64_t checked = begin;
    for (;;) {
        tac_io_status status = look(io, false, context);
        if (status != TAC_IO_NONE) {
            return status;
        }
        int64_t now = now_ns(), left = limit - (now - begin);
        bool over = left <= 0, due = now - checked > CHECK_NS;
        if ((over || due) && tac_io_check(io) != TAC_IO_OK) {
            return look(io, true, context) == TAC_IO_OK ? TAC_IO_OK : TAC_IO_ENDED;
        }
        checked = due ? now : checked;
        if (over) {
            return TAC_IO_STALE;
        }
        rest(io, how, left);
    }
}

// A frame newer than the snapshot.
static tac_io_status look_for_newer(tac_io *io, bool ended, void *unused)
{
    (void)ended, (void)unused;
    return tac_io_newest(io) != io->number && tac_io_read(io) == TAC_IO_OK ? TAC_IO_OK
           : tac_io_is_gone(io)                                            ? TAC_IO_ENDED
                                                                           : TAC_IO_NONE;
}

tac_io_status tac_io_wait(tac_io *io, int how, double timeout)
{
    return tac_io_wait_for(io, how, timeout, look_for_newer, NULL);
}

void tac_io_get_frame(const tac_io *io, tac_io_frame *out)
{
    tac_state_head h;
    memcpy(&h, io->frame, sizeof h);
    *out = (tac_io_frame){.number = io->number,
                          .step = h.step,
                          .cycle = h.cycle,
                          .time = h.time,
                          .stamp = h.stamp,
                          .run_state = (int)h.run_state};
}

double tac_io_value(const tac_io *io, int signal, int element)
{
    if (io->number == 0 || signal < 0 || signal >= tac_io_count(io)) {
        return (double)NAN;
    }
    const tac_signal_entry *e = &io->signal[signal];
    if (element < 0 || (uint64_t)element >= (uint64_t)e->rows * e->columns) {
        return (double)NAN;
    }
    double value;
    uint32_t at = e->direction == TAC_SIGNAL_STATE ? e->offset : e->echo;
    const unsigned char *payload = (const unsigned char *)io->frame + (TAC_SLOT_HEAD - TAC_WORD);
    memcpy(&value, payload + at + (size_t)element * sizeof value, sizeof value);
    return value;
}

double tac_io_age(const tac_io *io)
{
    if (tac_io_newest(io) == 0) {
        return (double)INFINITY;
    }
    // relaxed: any moment's will do
    int64_t beat = atomic_load_explicit(&tac_io_live(io)->heartbeat, memory_order_relaxed);
    int64_t age = (int64_t)((uint64_t)now_ns() - (uint64_t)beat); // which may say anything
    return tac_io_is_gone(io) ? (double)INFINITY : (double)age * 1e-9;
}

// ---- accounts and log ----------------------------------------------------------------------------

tac_io_status tac_io_get_account(const tac_io *io, int place, tac_io_account *out)
{
    if (place < 0 || place >= (int)io->head.n_client) {
        return TAC_IO_INVALID;
    }
    tac_client_account *a = tac_io_account_at(io, place);
    // acquire: who it is was written before; the counters, relaxed, are those of some moment
    uint32_t state = atomic_load_explicit(&a->state, memory_order_acquire);
    *out = (tac_io_account){.active = state == TAC_CLIENT_ACTIVE,
                            .pid = atomic_load_explicit(&a->pid, memory_order_relaxed),
                            .applied = atomic_load_explicit(&a->applied, memory_order_relaxed),
                            .rejected = atomic_load_explicit(&a->rejected, memory_order_relaxed),
                            .stale = atomic_load_explicit(&a->stale, memory_order_relaxed),
                            .limited = atomic_load_explicit(&a->limited, memory_order_relaxed),
                            .torn = atomic_load_explicit(&a->torn, memory_order_relaxed),
                            .taken = atomic_load_explicit(&a->taken, memory_order_relaxed),
                            .applied_step =
                                atomic_load_explicit(&a->applied_step, memory_order_relaxed)};
    return tac_io_is_gone(io) ? TAC_IO_ENDED : TAC_IO_OK;
}

static int read_event(const tac_io *io, uint64_t number, tac_io_event *out)
{
    uint64_t word[7];
    const unsigned char *at = io->state + io->head.event_offset +
                              number % io->head.n_event * (uint64_t)io->head.event_size;
    if (!tac_slot_read((const _Atomic uint64_t *)(const void *)at, number, word, 7)) {
        return 0;
    }
    *out = (tac_io_event){.number = number,
                          .step = (int64_t)word[0],
                          .stamp = (int64_t)word[1],
                          .kind = (int)(uint32_t)word[2],
                          .client = (int)(int32_t)(uint32_t)(word[2] >> 32),
                          .signal = (int)(int32_t)(uint32_t)word[3],
                          .code = (int)(int32_t)(uint32_t)(word[3] >> 32)};
    memcpy(&out->value, &word[4], sizeof out->value);
    return 1;
}

tac_io_status tac_io_next_event(const tac_io *io, uint64_t *number, tac_io_event *out)
{
    // acquire: with the number come the events
    uint64_t written = atomic_load_explicit(&tac_io_live(io)->events, memory_order_acquire);
    if (written > io->head.n_event && *number < written - io->head.n_event) {
        *number = written - io->head.n_event; // the ones before are gone
    }
    while (*number < written) {
        if (read_event(io, ++*number, out)) {
            return TAC_IO_OK;
        }
    }
    return tac_io_is_gone(io) ? TAC_IO_ENDED : TAC_IO_NONE;
}

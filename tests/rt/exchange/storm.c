// program: exchange.storm
// A live client of a running instance that does whatever a client may do, in an order that a seed
// decides, until the instance ends: the weather for recordings.
//   storm INSTANCE SEED
// Values inside and outside their range, frames for now and for later, events, signals taken and given
// back, silence beyond the time-to-live, not a number, coming and going. Prints a line after a hundred frames, and
// what it did.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "io/tactus_io.h"

static uint64_t random_state;

static uint64_t next_random(uint64_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 16) % n;
}

// Mostly inside the range, which may have no ends.
static double choose(const tac_io_signal *s)
{
    double low = isfinite(s->minimum) ? s->minimum : -1.0;
    double high = isfinite(s->maximum) ? s->maximum : 1.0;
    double share = (double)next_random(1 << 20) / (1 << 20);
    return low + (high - low) * (next_random(20) ? share : 1.5 * share);
}

static void rest(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static void touch(tac_io *io, int i, int64_t step)
{
    tac_io_signal s;
    if (tac_io_describe(io, i, &s) != TAC_IO_OK || s.direction != TAC_IO_COMMANDED) {
        return;
    }
    switch (next_random(8)) {
    case 0:
        (void)tac_io_release(io, i);
        break;
    case 1:
        (void)tac_io_put_event(io, i, 0, choose(&s), next_random(2) ? 0 : step + 5);
        break;
    default:
        (void)tac_io_set(io, i, 0, choose(&s));
    }
}

// One round; returns the number of frames sent, -1 when the instance is no more.
static int act(tac_io *io)
{
    tac_io_frame now;
    if (tac_io_wait(io, TAC_IO_PERIOD, 1.0) == TAC_IO_ENDED) {
        return -1;
    }
    tac_io_get_frame(io, &now);
    for (int i = 0; i < tac_io_count(io); i++) {
        if (next_random(3)) {
            touch(io, i, now.step);
        }
    }
    if (next_random(100) == 0) {
        rest(100 + (long)next_random(200)); // longer than most times-to-live
    }
    return tac_io_send(io, next_random(5) ? 0 : now.step + (int64_t)next_random(40)) == TAC_IO_OK;
}

int main(int argc, char **argv)
{
    long long frames = 0, visits = 0;
    tac_io_error error = {0};
    random_state = argc > 2 ? strtoull(argv[2], NULL, 10) * 2654435761U + 1 : 1;
    for (int refused = 0; argc > 1 && refused < 100;) {
        tac_io *io = tac_io_attach(argv[1], TAC_IO_COMMAND, "storm", &error);
        int over = io == NULL;
        refused = over ? refused + 1 : 0;
        visits += !over;
        for (uint64_t rounds = 50 + next_random(500); !over && rounds > 0; rounds--) {
            int sent = act(io);
            over = sent < 0 || (rounds % 64 == 0 && tac_io_check(io) != TAC_IO_OK);
            frames += sent > 0;
            if (sent > 0 && frames == 100) {
                puts("a hundred frames");
                fflush(stdout);
            }
        }
        tac_io_detach(io);
        if (error.status == TAC_IO_NONE && visits > 0) {
            break;
        }
        rest(over ? 20 : 1);
    }
    printf("%lld visits, %lld frames\n", visits, frames);
    return visits == 0;
}

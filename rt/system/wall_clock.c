#include "wall_clock.h"

#include <stdio.h>
#include <sys/timex.h>
#include <time.h>

enum { ATTEMPTS = 5 };

#define SECOND INT64_C(1000000000)
#define DRIFT 1000 // a steered clock changes by 500 ppm at most; one part in so many is beyond that
#define NO_STEP_NS 2000000 // threads wait for their processor between two reads

static int64_t read_clock(clockid_t clock)
{
    struct timespec t = {0};
    (void)clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

static void read_discipline(tac_wall_anchor *a)
{
    struct timex about = {.modes = 0};
    int state = adjtimex(&about);
    a->error = state >= 0 && state != TIME_ERROR ? (int64_t)about.maxerror * 1000 : -1;
}

tac_wall_anchor tac_wall_anchor_take(void)
{
    tac_wall_anchor best = {0};
    for (int i = 0; i < ATTEMPTS; i++) {
        int64_t before = read_clock(CLOCK_MONOTONIC), utc = read_clock(CLOCK_REALTIME);
        int64_t after = read_clock(CLOCK_MONOTONIC), half = (after - before + 1) / 2;
        if (i == 0 || half < best.uncertainty) {
            best.monotonic = before + half;
            best.utc = utc;
            best.uncertainty = half;
        }
    }
    int64_t utc = read_clock(CLOCK_REALTIME), tai = read_clock(CLOCK_TAI);
    best.tai_offset = (tai - utc + SECOND / 2) / SECOND;
    read_discipline(&best);
    return best;
}

int64_t tac_wall_step(const tac_wall_anchor *before, const tac_wall_anchor *now)
{
    int64_t elapsed = now->monotonic - before->monotonic;
    int64_t change = now->utc - before->utc - elapsed, size = change < 0 ? -change : change;
    int64_t open = NO_STEP_NS + elapsed / DRIFT + before->uncertainty + now->uncertainty;
    return size > open ? change : 0;
}

int64_t tac_wall_utc(const tac_wall_anchor *a, int64_t monotonic)
{
    return a->utc + (monotonic - a->monotonic);
}

const char *tac_wall_text(int64_t utc, char out[TAC_WALL_TEXT])
{
    int64_t ns = utc % SECOND, seconds = utc / SECOND;
    if (ns < 0) {
        ns += SECOND;
        seconds--;
    }
    time_t t = (time_t)seconds;
    struct tm at = {0};
    char day[24] = "?";
    if (gmtime_r(&t, &at)) {
        (void)strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &at);
    }
    (void)snprintf(out, TAC_WALL_TEXT, "%s.%06dZ", day, (int)(ns / 1000));
    return out;
}

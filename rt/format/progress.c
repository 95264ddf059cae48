#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "system/clock.h"

#define INTERVAL 0.1 // s between two updates

void tac_progress_begin(tac_progress *p, int wanted)
{
    p->enabled = wanted && isatty(STDERR_FILENO);
    p->begin = tac_now_s();
    p->next = p->begin + INTERVAL;
}

void tac_progress_show(tac_progress *p, double t, double duration)
{
    double now = p->enabled ? tac_now_s() : 0.0;
    if (p->enabled && now >= p->next) {
        fprintf(stderr, "\r\033[Kt = %.3f s of %.6g s (%.0f %%), %.4g times real time", t, duration,
                100.0 * t / duration, t / (now - p->begin));
        fflush(stderr);
        p->next = now + INTERVAL;
    }
}

void tac_progress_end(tac_progress *p)
{
    if (p->enabled) {
        fputs("\r\033[K", stderr);
    }
}

#include "watched_run.h"

#include <stdio.h>
#include <time.h>

#include "printable.h"
#include "system/clock.h"
#include "system/exit.h"
#include "system/stop_signal.h"

#define START_S 60.0 // for all that comes before the first step
#define STOP_S 1.0   // for the end, once asked for
#define FIRST_PAUSE_S 0.2

enum { LOOK_NS = 5000000 };

static void look_later(void)
{
    (void)nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
}

// One process of the FMU, to its end. True: it may be started anew.
static bool run_once(const tac_watched_run *r, int *code)
{
    tac_host host;
    tac_diag diag = {.text = ""};
    tac_host_end end = {.by_itself = true, .code = TAC_EXIT_OK};
    const tac_host_times times = {.start = START_S, .call = r->timeout};
    if (!tac_host_start(&host, "run", r->path, r->words, false, &diag)) {
        fprintf(stderr, "%s: %s\n", r->command, TAC_SHOWN(diag.text));
        tac_host_close(&host);
        *code = (int)tac_exit_of(&diag, TAC_EXIT_INPUT);
        return false;
    }
    bool ended = false;
    while (!ended && !tac_stop_signal()) {
        look_later();
        ended = tac_host_has_ended(&host, times, &end);
    }
    if (!ended) {
        tac_host_stop(&host, STOP_S);
    } else if (!end.by_itself) {
        fprintf(stderr, "%s: %s; its signals go to their fallback\n", r->command,
                TAC_SHOWN(end.line));
    }
    tac_host_close(&host);
    *code = end.code;
    return ended && end.code == TAC_EXIT_FMU;
}

int tac_watched_run_go(const tac_watched_run *r)
{
    int code;
    double pause = FIRST_PAUSE_S;
    for (int k = 0; run_once(r, &code) && k < r->restarts; k++, pause *= 2.0) {
        fprintf(stderr, "%s: %s: started anew, %d of %d times\n", r->command, TAC_SHOWN(r->path),
                k + 1, r->restarts);
        for (double end = tac_now_s() + pause; tac_now_s() < end && !tac_stop_signal();) {
            look_later();
        }
        if (tac_stop_signal()) {
            return TAC_EXIT_OK;
        }
    }
    return code;
}

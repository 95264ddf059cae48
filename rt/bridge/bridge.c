#include "bridge.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "bridge_report.h"
#include "printable.h"
#include "system/clock.h"
#include "system/stop_signal.h"

#define SECOND INT64_C(1000000000)

static volatile sig_atomic_t report_signal;

static void on_report(int number)
{
    report_signal = number;
}

#define CONDITION_NS 250000000 // between two looks at how it is with the instance

// ---- coming and going ----------------------------------------------------------------------------

int tac_bridge_open(tac_bridge *b, const tac_bridge_file *file, tac_diag *diag)
{
    memset(b, 0, sizeof *b);
    b->file = file;
    tac_link_init(&b->link, file);
    for (int i = 0; i < file->n_flow; i++) {
        b->n_flow++;
        if (!tac_flow_open(&b->flow[i], file, i, diag)) {
            return 0;
        }
    }
    return 1;
}

void tac_bridge_close(tac_bridge *b)
{
    tac_link_close(&b->link);
    for (int i = 0; i < b->n_flow; i++) {
        tac_flow_close(&b->flow[i]);
    }
}

// Signals that come while the thread is awake wait for the next sleep, so none is missed.
static void catch_signals(sigset_t *asleep)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGUSR1};
    const struct sigaction report = {.sa_handler = on_report};
    sigset_t awake;
    tac_stop_catch();
    sigaction(SIGUSR1, &report, NULL);
    sigemptyset(&awake);
    for (int i = 0; i < 3; i++) {
        sigaddset(&awake, numbers[i]);
    }
    pthread_sigmask(SIG_BLOCK, &awake, asleep);
    for (int i = 0; i < 3; i++) {
        sigdelset(asleep, numbers[i]);
    }
}

// ---- the link ------------------------------------------------------------------------------------

static int begin_link(tac_bridge *b, tac_diag *diag)
{
    int64_t now = tac_now_ns();
    fprintf(stderr, "tactus bridge-udp: attached to '%s'\n", TAC_SHOWN(b->file->instance));
    b->told = TAC_IO_OK;
    b->next_beat = now;
    for (int i = 0; i < b->n_flow; i++) {
        if (!tac_flow_route(&b->flow[i], &b->link, now, diag)) {
            return 0;
        }
    }
    return 1;
}

static void end_link(tac_bridge *b)
{
    fprintf(stderr, "tactus bridge-udp: '%s' has ended; waiting for it\n",
            TAC_SHOWN(b->file->instance));
    b->told = TAC_IO_ENDED;
    for (int i = 0; i < b->n_flow; i++) {
        b->flow[i].is_fresh = 0;
    }
}

// Why there is no link, whenever the reason changes.
static void tell_why(tac_bridge *b)
{
    tac_io_status why = b->link.error.status;
    why = why == TAC_IO_NONE ? TAC_IO_ENDED : why;
    if (!b->link.io && why != TAC_IO_OK && why != b->told) {
        fprintf(stderr, "tactus bridge-udp: waiting: %s\n", TAC_SHOWN(b->link.error.text));
        b->told = why;
    }
}

// That the instance is late or in the safe state, and that it is well again, whenever that changes.
static void tell_condition(tac_bridge *b, int64_t now)
{
    tac_io_health health;
    if (!b->link.io || now < b->next_condition) {
        return;
    }
    b->next_condition = now + CONDITION_NS;
    tac_io_get_health(b->link.io, &health);
    int is_ill = health.condition == TAC_IO_LATE || health.condition == TAC_IO_SAFE;
    int was_ill = b->condition == TAC_IO_LATE || b->condition == TAC_IO_SAFE;
    if (health.condition != b->condition && (is_ill || was_ill)) {
        fprintf(stderr, "tactus bridge-udp: %s\n", TAC_SHOWN(health.text));
    }
    b->condition = health.condition;
}

static int tend_link(tac_bridge *b, int64_t now, tac_diag *diag)
{
    switch (tac_link_tend(&b->link, now)) {
    case TAC_LINK_UP:
        return begin_link(b, diag);
    case TAC_LINK_DOWN:
        end_link(b);
        break;
    case TAC_LINK_SAME:
        tell_why(b);
        tell_condition(b, now);
        break;
    }
    return 1;
}

// Attaching may wait for seconds; a second signal that asks for the end is heard meanwhile.
static int attach_interruptibly(tac_bridge *b, int64_t now, const sigset_t *asleep, tac_diag *diag)
{
    sigset_t awake;
    pthread_sigmask(SIG_SETMASK, asleep, &awake);
    int good = tend_link(b, now, diag);
    pthread_sigmask(SIG_SETMASK, &awake, NULL);
    return good;
}

// What has become of the frame or heartbeat just given to the executive.
static void check_link(tac_bridge *b, tac_io_status status, int64_t now)
{
    if (status == TAC_IO_ENDED) {
        tac_link_drop(&b->link, now);
        end_link(b);
    }
}

static int is_any_fresh(const tac_bridge *b)
{
    int any = 0;
    for (int i = 0; i < b->n_flow; i++) {
        any |= b->flow[i].is_fresh;
    }
    return any;
}

// ---- the loop ------------------------------------------------------------------------------------

static void tend_flows(tac_bridge *b, int64_t now)
{
    int changed = 0;
    for (int i = 0; i < b->n_flow; i++) {
        tac_flow *f = &b->flow[i];
        if (b->link.io) {
            tac_flow_send(f, &b->link, now);
        }
        if (f->is->receive.enabled) {
            changed |= tac_flow_take(f, &b->link, now);
            changed |= tac_flow_watch(f, &b->link, now);
        }
    }
    if (b->link.io && changed) {
        check_link(b, tac_io_send(b->link.io, 0), now);
    } else if (b->link.io && now >= b->next_beat && is_any_fresh(b)) {
        check_link(b, tac_io_heartbeat(b->link.io), now);
    } else {
        return;
    }
    b->next_beat = now + b->link.beat_ns;
}

static void tell(tac_bridge *b, int64_t now)
{
    if (report_signal) {
        report_signal = 0;
        tac_bridge_report(b, stdout);
    }
    if (now >= b->next_line) {
        b->next_line += SECOND * (1 + (now - b->next_line) / SECOND);
        tac_bridge_print_line(b, stdout);
    }
}

static int64_t next_deadline(const tac_bridge *b)
{
    int64_t next = b->link.next_look < b->end ? b->link.next_look : b->end;
    next = b->next_line < next ? b->next_line : next;
    if (b->link.io && is_any_fresh(b)) {
        next = b->next_beat < next ? b->next_beat : next;
    }
    for (int i = 0; i < b->n_flow; i++) {
        int64_t of_flow = tac_flow_next(&b->flow[i], &b->link);
        next = of_flow < next ? of_flow : next;
    }
    return next;
}

// Until the deadline, a packet or a signal.
static void sleep_until(tac_bridge *b, int64_t deadline, const sigset_t *asleep)
{
    struct pollfd look[TAC_BRIDGE_MOST_FLOWS];
    int64_t left = deadline - tac_now_ns();
    left = left > 0 ? left : 0;
    const struct timespec time = {.tv_sec = (time_t)(left / SECOND), .tv_nsec = left % SECOND};
    for (int i = 0; i < b->n_flow; i++) {
        look[i] = (struct pollfd){.fd = b->flow[i].udp.file,
                                  .events = b->flow[i].is->receive.enabled ? POLLIN : 0};
    }
    if (ppoll(look, (nfds_t)b->n_flow, &time, asleep) > 0) {
        for (int i = 0; i < b->n_flow; i++) {
            if (look[i].revents & POLLERR) {
                tac_udp_take_errors(&b->flow[i].udp);
            }
        }
    }
}

int tac_bridge_run(tac_bridge *b, int64_t duration_ns, int verbose, tac_diag *diag)
{
    sigset_t asleep;
    int good = 1;
    int64_t now = tac_now_ns();
    catch_signals(&asleep);
    (void)signal(SIGPIPE, SIG_IGN); // a reader of our output that goes away stops no packets
    // timers that end when they say; only ordinary scheduling rounds them
    (void)prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    b->begin = now;
    b->end = duration_ns > 0 ? now + duration_ns : INT64_MAX;
    b->next_line = verbose ? now + SECOND : INT64_MAX;
    while (good && !tac_stop_signal() && now < b->end) {
        good = b->link.io ? tend_link(b, now, diag) : attach_interruptibly(b, now, &asleep, diag);
        now = tac_now_ns();
        if (good) {
            tend_flows(b, now);
            tell(b, now);
            sleep_until(b, next_deadline(b), &asleep);
            now = tac_now_ns();
        }
    }
    if (b->link.io) {
        (void)tac_io_get_account(b->link.io, tac_io_place(b->link.io), &b->link.account);
    }
    return good;
}

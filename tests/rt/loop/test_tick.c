// The external tick: cells, sources, and the phase-locked loop in a whole executive.
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <endian.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"
#include "loop/loop.h"

// ---- a device with its own clock -----------------------------------------------------------------

// Ticks every period * (1 + drift), each seen up to jitter early or late; stays silent in between
// two of its ticks.
typedef struct device {
    double period, drift, jitter, phase; // ns, parts, ns, ns
    int64_t silent_from, silent_to;      // ticks
    int64_t next;
    uint64_t random, by; // by: what it counts per tick, 0: one
    tac_tick_cell *cell;
    const fake_clock *clock;
} device;

static double uniform(device *d) // -1 .. 1
{
    d->random = d->random * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(d->random >> 11) * 0x1p-52 - 1.0;
}

// Everything that has happened until the loop wakes next.
static void tick_until_now(void *context, int64_t sleep)
{
    (void)sleep;
    device *d = context;
    for (;; d->next++) {
        double exact = d->phase + (double)d->next * d->period * (1.0 + d->drift);
        if (exact > (double)d->clock->now) {
            return;
        }
        int silent = d->next >= d->silent_from && d->next < d->silent_to;
        int64_t seen = (int64_t)(exact + d->jitter * uniform(d));
        if (!silent) {
            uint64_t count = (uint64_t)d->next + 1;
            tac_tick_write(d->cell, d->by > 0 ? d->by * count : count, seen);
        }
    }
}

static harness h;
static fake_clock f;
static device dev;

// cycle records are read from the ring after every 200 cycles
typedef struct watch {
    double worst, sum, sum2; // |phase error| and moments of it
    int n, unlocked, lost;
} watch;

static void open_executive(double drift, double jitter)
{
    fake_clock_init(&f);
    cr_assert(harness_read(&h, "config/models/m2_four_bar.yaml"));
    h.rig->tick.bandwidth = 5.0;
    cr_assert(harness_open(&h, &f.clock, 0));
    h.e.tick.cell = &h.e.tick.own;
    dev = (device){.period = 1e6,
                   .drift = drift,
                   .jitter = jitter,
                   .phase = 1000400000.0,
                   .random = 7,
                   .cell = &h.e.tick.own,
                   .clock = &f};
    f.script = tick_until_now;
    f.script_context = &dev;
}

static void run_on(int64_t n)
{
    h.e.cycles_left = n;
    atomic_store(&h.e.monitor->state, TAC_RUN_STARTING);
    tac_executive_cycle(&h.e);
}

static watch look(int64_t from, int64_t to)
{
    watch w = {0};
    for (int64_t i = from; i < to; i++) {
        tac_cycle c;
        cr_assert(tac_monitor_read(h.e.monitor, i, &c));
        double e = (double)c.phase_error;
        w.worst = fabs(e) > w.worst ? fabs(e) : w.worst;
        w.sum += e;
        w.sum2 += e * e;
        w.n++;
        w.unlocked += (c.flags & TAC_CYCLE_UNLOCKED) != 0;
        w.lost += (c.flags & TAC_CYCLE_TICK_LOST) != 0;
    }
    return w;
}

Test(tick, loop_locks_onto_a_drifting_jittery_device)
{
    open_executive(200e-6, 20000.0);
    run_on(3000);
    watch w = look(2800, 3000);
    cr_assert_eq(w.unlocked, 0);
    cr_assert_eq(w.lost, 0);
    // what remains is the jitter of the ticks, uniform +- 20 us, and little of our own
    double mean = w.sum / w.n, deviation = sqrt(w.sum2 / w.n - mean * mean);
    cr_assert_lt(fabs(mean), 5000.0, "%g", mean);
    cr_assert_lt(deviation, 1.2 * 20000.0 / sqrt(3.0), "%g", deviation);
    // the loop knows the drift: 200 ns per period
    cr_assert_float_eq(h.e.tick.pll.drift, 200.0, 40.0, "%g", h.e.tick.pll.drift);
    harness_close(&h);
}

Test(tick, grid_moves_smoothly_while_locking)
{
    open_executive(-200e-6, 0.0);
    run_on(250);
    for (int64_t i = 1; i < 250; i++) {
        tac_cycle before, c;
        cr_assert(tac_monitor_read(h.e.monitor, i - 1, &before));
        cr_assert(tac_monitor_read(h.e.monitor, i, &c));
        double change = (double)(c.release - before.release) - 1e6;
        cr_assert_leq(fabs(change), 50001.0);
    }
    harness_close(&h);
}

Test(tick, silence_is_flagged_bridged_and_ends_in_lock_again)
{
    open_executive(200e-6, 5000.0);
    dev.silent_from = 3000;
    dev.silent_to = 4000;
    run_on(2990);
    cr_assert_eq(look(2800, 2990).unlocked, 0);
    run_on(500); // in the middle of the silence
    watch w = look(3300, 3490);
    cr_assert_eq(w.lost, w.n);
    cr_assert_eq(w.unlocked, w.n);
    run_on(600); // 90 cycles after it
    // the drift was held: after a second of silence the phase is still near
    cr_assert_lt(look(4020, 4030).worst, 100000.0);
    run_on(1000);
    w = look(4900, 5090);
    cr_assert_eq(w.lost, 0);
    cr_assert_eq(w.unlocked, 0);
    tac_counters n;
    cr_assert(tac_monitor_counters(h.e.monitor, &n));
    cr_assert_eq(n.missed, 0);
    harness_close(&h);
}

Test(tick, a_wild_device_bends_the_grid_within_bounds)
{
    open_executive(0.3, 400000.0);
    run_on(250);
    cr_assert_eq(look(200, 250).unlocked, 50);
    tac_cycle first, last;
    cr_assert(tac_monitor_read(h.e.monitor, 0, &first));
    cr_assert(tac_monitor_read(h.e.monitor, 249, &last));
    double mean = (double)(last.release - first.release) / 249.0;
    cr_assert_float_eq(mean, 1e6, 0.06 * 1e6);
    harness_close(&h);
}

// Ticks at a multiple or a part of the period have a steady phase as well: their numbers tell.
Test(tick, a_device_of_another_rate_is_not_locked_but_by_its_numbers)
{
    static const struct {
        double period;
        uint64_t by;
        int locks;
    } all[] = {{2e6, 1, 0}, {3e6, 1, 0}, {0.5e6, 1, 0}, {2e6, 2, 1}, {1e6, 1, 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        open_executive(20e-6, 5000.0);
        dev.period = all[i].period;
        dev.by = all[i].by;
        run_on(3000);
        watch w = look(2800, 3000);
        cr_expect_eq(w.unlocked, all[i].locks ? 0 : w.n, "%g ns by %d: %d of %d", all[i].period,
                     (int)all[i].by, w.unlocked, w.n);
        cr_expect_eq(w.lost, 0);
        double ratio = all[i].period * 1e-6 / (double)all[i].by;
        cr_expect_float_eq(h.e.tick.pll.ratio, ratio, 0.01, "%g", h.e.tick.pll.ratio);
        harness_close(&h);
    }
}

// From one window to the next also where the device begins to count anew.
Test(tick, a_device_that_counts_anew_locks_again)
{
    open_executive(20e-6, 5000.0);
    run_on(1000);
    cr_assert_eq(look(900, 1000).unlocked, 0);
    dev.phase += (double)dev.next * dev.period * (1.0 + dev.drift);
    dev.next = 0;
    run_on(1000);
    cr_expect_eq(look(1900, 2000).unlocked, 0);
    cr_expect_float_eq(h.e.tick.pll.ratio, 1.0, 0.01);
    harness_close(&h);
}

// ---- sources -------------------------------------------------------------------------------------

static const tac_tick_options by_udp = {.kind = TAC_TICK_UDP,
                                        .udp = {.host = "127.0.0.1", .port = 47113},
                                        .from = {.host = "127.0.0.1"},
                                        .bandwidth = 1.0,
                                        .lock_ns = 50000,
                                        .lost_ns = 10000000};

Test(tick, packets_fill_the_cell)
{
    tac_tick t;
    tac_diag diag = {0};
    cr_assert(tac_tick_open(&t, &by_udp, 1000000, &diag), "%s", diag.text);
    pthread_t receiver;
    cr_assert_eq(pthread_create(&receiver, NULL, tac_tick_receive, &t), 0);
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons(47113), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int64_t before = tac_real_clock.now(NULL);
    uint64_t number = htobe64(41);
    cr_assert_eq(sendto(s, "short", 5, 0, (struct sockaddr *)&to, sizeof to), 5);
    cr_assert_eq(sendto(s, "much longer", 11, 0, (struct sockaddr *)&to, sizeof to), 11);
    cr_assert_eq(sendto(s, &number, 8, 0, (struct sockaddr *)&to, sizeof to), 8);
    for (int i = 0; i < 5000 && atomic_load(&t.own.sequence) == 0; i++) {
        usleep(1000);
    }
    int64_t after = tac_real_clock.now(NULL);
    cr_assert_eq(atomic_load(&t.own.count), 41);
    cr_assert_eq(atomic_load(&t.own.sequence), 2, "packets of another size are no ticks");
    cr_assert_eq(atomic_load(&t.others), 2);
    int64_t time = atomic_load(&t.own.time);
    cr_assert(time >= before - 1000000 && time <= after, "%lld ns after sending",
              (long long)(time - before));
    atomic_store(&t.quit, 1);
    pthread_join(receiver, NULL);
    close(s);
    tac_tick_close(&t);
}

Test(tick, a_port_in_use_is_refused)
{
    tac_tick a, b;
    tac_diag diag = {0};
    tac_tick_options o = by_udp;
    o.udp.port = 47114;
    cr_assert(tac_tick_open(&a, &o, 1000000, &diag));
    cr_assert_not(tac_tick_open(&b, &o, 1000000, &diag));
    cr_assert(strstr(diag.text, "47114"), "%s", diag.text);
    tac_tick_close(&b);
    tac_tick_close(&a);
}

static void *make_segment(const char *name, size_t size, uint64_t magic)
{
    int fd = shm_open(name, O_CREAT | O_RDWR | O_TRUNC, 0600);
    cr_assert_geq(fd, 0);
    cr_assert_eq(ftruncate(fd, (off_t)size), 0);
    void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (size >= sizeof magic) {
        memcpy(at, &magic, sizeof magic);
    }
    return at;
}

Test(tick, a_segment_is_followed_and_wrong_ones_are_refused)
{
    char name[64];
    snprintf(name, sizeof name, "/tactus-test-tick.%d", (int)getpid());
    tac_tick_options o = {
        .kind = TAC_TICK_SHM, .shm = name, .bandwidth = 1.0, .lock_ns = 50000, .lost_ns = 10000000};
    tac_tick t;
    tac_diag diag = {0};
    cr_assert_not(tac_tick_open(&t, &o, 1000000, &diag), "no segment");
    make_segment(name, 4, 0);
    cr_assert_not(tac_tick_open(&t, &o, 1000000, &diag), "too small");
    make_segment(name, 4096, 1234);
    cr_assert_not(tac_tick_open(&t, &o, 1000000, &diag), "wrong magic");
    tac_tick_close(&t);

    tac_tick_cell *cell = make_segment(name, 4096, TAC_TICK_MAGIC);
    cr_assert(tac_tick_open(&t, &o, 1000000, &diag), "%s", diag.text);
    cr_assert_eq(tac_tick_follow(&t, 1000000000, 1000000000), 0, "no tick yet, no correction");
    tac_tick_write(cell, 5, 1000100000);
    int64_t c = tac_tick_follow(&t, 1000000000, 1000000000);
    cr_assert_gt(c, 0, "the tick is later than the release, so the next release moves back");
    cr_assert_eq(t.count, 5);
    tac_tick_close(&t);
    shm_unlink(name);
}

Test(tick, times_of_nowhere_are_no_ticks)
{
    static const int64_t nowhere[] = {INT64_MIN, INT64_MAX, 0, 1000000000 - 10000001,
                                      1000000000 + 10000001};
    const tac_tick_options o = {.bandwidth = 1.0, .lock_ns = 50000, .lost_ns = 10000000};
    tac_tick t = {.cell = &t.own, .socket = -1};
    tac_pll_init(&t.pll, &o, 1000000);
    for (int i = 0; i < 5; i++) {
        tac_tick_write(&t.own, (uint64_t)i + 1, nowhere[i]);
        cr_assert_eq(tac_tick_follow(&t, 1000000000, 1000000000), 0, "tick at %lld",
                     (long long)nowhere[i]);
        cr_assert(t.pll.missing, "tick at %lld", (long long)nowhere[i]);
    }
    tac_tick_write(&t.own, 6, 1000000000 - 10000000);
    (void)tac_tick_follow(&t, 1000000000, 1000000000);
    cr_assert_eq(t.count, 6, "the last one that counts");
}

Test(tick, a_device_that_cuts_its_segment_short_is_lost)
{
    char name[64];
    snprintf(name, sizeof name, "/tactus-test-cut.%d", (int)getpid());
    const tac_tick_options o = {
        .kind = TAC_TICK_SHM, .shm = name, .bandwidth = 1.0, .lock_ns = 50000, .lost_ns = 10000000};
    tac_tick t;
    tac_diag diag = {0};
    tac_tick_cell *cell = make_segment(name, 4096, TAC_TICK_MAGIC);
    cr_assert(tac_tick_open(&t, &o, 1000000, &diag), "%s", diag.text);
    tac_tick_write(cell, 5, 1000100000);
    (void)tac_tick_follow(&t, 1000000000, 1000000000);
    make_segment(name, 0, 0);
    (void)tac_tick_follow(&t, 1001000000, 1001000000);
    cr_assert_not(t.pll.missing);
    (void)tac_tick_follow(&t, 1020000000, 1020000000);
    cr_assert(t.pll.missing);
    tac_tick_close(&t);
    shm_unlink(name);
}

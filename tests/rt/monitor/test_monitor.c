// The monitor segment: its life, its accounts, and everything a wrong segment may hold.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/alive.h"
#include "kernel/rng.h"
#include "monitor/monitor.h"
#include "monitor/monitor_segment.h"

#define T 1000000 // ns, period

// A name of this test process alone, so that tests run side by side.
static const char *name(void)
{
    static char text[TAC_RIG_NAME];
    snprintf(text, sizeof text, "test-%d", (int)getpid());
    return text;
}

static const char *path(void)
{
    static char text[TAC_RIG_NAME + 16];
    snprintf(text, sizeof text, "/tactus.%s.monitor", name());
    return text;
}

static tac_monitor *create(void)
{
    tac_diag diag = {0};
    tac_monitor *m = tac_monitor_create(name(), "model.yaml", T, &diag);
    cr_assert_not_null(m, "%s", diag.text);
    return m;
}

static void expect_refused(const char *why)
{
    tac_diag diag = {0};
    cr_expect_null(tac_monitor_attach(name(), &diag));
    cr_expect_not_null(strstr(diag.text, why), "'%s' does not say '%s'", diag.text, why);
}

// A cycle of this index with causes, flags and times drawn.
static tac_cycle random_cycle(rng *g, int64_t index)
{
    tac_cycle c = {.index = index, .step = index + 1, .release = index * T, .cpu = -1};
    c.wake = c.release + uniform_int(g, 20000);
    c.latch = c.step_start = c.wake + uniform_int(g, 500);
    c.step_end = c.step_start + uniform_int(g, T + T / 4);
    c.publish = c.step_end + uniform_int(g, 500);
    c.cause = tac_cycle_cause(&c, T, T / 2);
    c.skipped = c.cause != TAC_ON_TIME ? uniform_int(g, 2) : 0;
    return c;
}

// ---- accounts ----------------------------------------------------------------------------------

Test(monitor, every_cycle_is_accounted_for)
{
    tac_monitor *m = create();
    rng g = {3};
    tac_counters k;
    for (int64_t i = 0; i < 5000; i++) {
        tac_cycle c = random_cycle(&g, i);
        c.flags = i < 100 ? TAC_CYCLE_START : chance(&g, 0.1) ? TAC_CYCLE_PAUSED : 0;
        c.doubtful = i / 3;
        tac_monitor_publish(m, &c);
        cr_assert(tac_monitor_counters(m, &k));
        int64_t causes = 0;
        for (int j = TAC_ON_TIME + 1; j < TAC_N_CAUSE; j++) {
            causes += k.cause[j];
        }
        cr_assert_eq(k.cycles, k.on_time + k.missed);
        cr_assert(k.missed == causes && k.on_time == k.cause[TAC_ON_TIME]);
        cr_assert_eq(k.cycles + k.start_cycles, i + 1);
        cr_assert(k.newest == i && k.steps == i + 1 && k.heartbeat == c.publish);
        cr_assert_eq(k.doubtful, c.doubtful);
    }
    cr_expect(k.start_cycles == 100 && k.cycles == 4900 && k.missed > 0 && k.skipped > 0);
    cr_expect(m->wake.n == 4900 && m->slack.n == 4900 && m->publish_jitter.n == 4900);
    cr_expect(m->step.n == m->overhead.n && m->step.n < 4900, "paused cycles have no step");
    cr_expect_eq(m->slack.negative, k.missed);
    tac_monitor_remove(m, name());
}

// The segment is as what it shows, whatever others wrote into it or cut off before.
Test(monitor, what_is_shown_is_never_read_back)
{
    tac_monitor *shown = create(), *m = tac_monitor_new(name(), "model.yaml", T);
    cr_assert_not_null(m);
    rng g = {5};
    tac_counters own, seen;
    int file = shm_open(path(), O_RDWR, 0);
    for (int64_t i = 0; i < 600; i++) {
        tac_cycle c = random_cycle(&g, i), read;
        c.flags = i < 10 ? TAC_CYCLE_START : chance(&g, 0.1) ? TAC_CYCLE_PAUSED : 0;
        memset(shown, i % 2 ? 0xff : 0x7f, sizeof *shown); // counts at their ends, too
        cr_assert(i != 300 || ftruncate(file, 0) == 0);
        atomic_store(&m->state, (int32_t)(i % TAC_N_RUN_STATE));
        tac_monitor_publish(m, &c);
        tac_monitor_show(shown, m, &c);
        cr_assert(tac_monitor_counters(m, &own) && tac_monitor_counters(shown, &seen));
        cr_assert_eq(memcmp(&own, &seen, sizeof own), 0, "cycle %lld", (long long)i);
        cr_assert(tac_monitor_read(shown, i, &read) && memcmp(&read, &c, sizeof c) == 0);
        cr_assert(shown->state == i % TAC_N_RUN_STATE && shown->safe_reason == 0);
        cr_assert(shown->wake.n == m->wake.n || i < 10);
        cr_assert(shown->slack.sum == m->slack.sum || i < 10);
    }
    cr_assert_eq(own.cycles, 590);
    close(file);
    free(m);
    tac_monitor_remove(shown, name());
}

Test(monitor, jitter_is_the_change_of_the_publish_offset)
{
    tac_monitor *m = create();
    const int64_t offset[] = {5000, 5000, 5300, 4900};
    for (int i = 0; i < 4; i++) {
        int64_t release = (int64_t)i * T;
        tac_monitor_publish(m, &(tac_cycle){.index = i,
                                            .release = release,
                                            .wake = release,
                                            .latch = release,
                                            .step_start = release,
                                            .step_end = release,
                                            .publish = release + offset[i]});
    }
    cr_expect(m->publish_jitter.n == 3 && m->publish_jitter.min == 0 &&
              m->publish_jitter.max == 400 && m->publish_jitter.sum == 700);
    tac_monitor_remove(m, name());
}

Test(monitor, last_records_are_kept_bit_for_bit)
{
    tac_monitor *m = create();
    rng g = {4};
    static tac_cycle made[1000];
    for (int64_t i = 0; i < 1000; i++) {
        made[i] = random_cycle(&g, i);
        tac_monitor_publish(m, &made[i]);
        tac_cycle c;
        for (int64_t back = 0; back < 300; back += 7) {
            int kept = i - back >= 0 && back < TAC_MONITOR_RECORDS;
            cr_assert_eq(tac_monitor_read(m, i - back, &c), kept);
            cr_assert(!kept || memcmp(&c, &made[i - back], sizeof c) == 0);
        }
        cr_assert_not(tac_monitor_read(m, i + 1, &c), "not there yet");
    }
    tac_monitor_remove(m, name());
}

// ---- attaching ---------------------------------------------------------------------------------

Test(monitor, reader_sees_what_the_writer_publishes)
{
    tac_monitor *m = create();
    tac_diag diag = {0};
    const tac_monitor *reader = tac_monitor_attach(name(), &diag);
    cr_assert_not_null(reader, "%s", diag.text);
    cr_expect_neq(reader, m);
    cr_expect(reader->pid == getpid() && reader->period_ns == T && reader->newest == -1);
    cr_expect_str_eq(reader->name, name());
    cr_expect(tac_monitor_owner_lives(reader));
    rng g = {1};
    tac_cycle c = random_cycle(&g, 0), seen;
    tac_monitor_publish(m, &c);
    cr_expect(tac_monitor_read(reader, 0, &seen) && memcmp(&c, &seen, sizeof c) == 0);
    tac_monitor_close(reader);
    tac_monitor_remove(m, name());
    expect_refused("nothing named");
}

Test(monitor, names_that_cannot_be_segments_are_refused)
{
    const char *const bad[] = {"", "a/b", "/",
                               "a name of very many letters, more than any rig is given"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tac_diag diag = {0};
        cr_expect_null(tac_monitor_create(bad[i], "model.yaml", T, &diag), "'%s'", bad[i]);
        cr_expect_neq(diag.text[0], '\0');
        diag.text[0] = '\0';
        cr_expect_null(tac_monitor_attach(bad[i], &diag), "'%s'", bad[i]);
        cr_expect_neq(diag.text[0], '\0');
    }
}

// A segment file with the first bytes of m, of any length.
static void leave_file(const void *bytes, size_t n, off_t size)
{
    shm_unlink(path());
    int file = shm_open(path(), O_CREAT | O_EXCL | O_RDWR, 0600);
    cr_assert(file >= 0 && ftruncate(file, size) == 0);
    cr_assert_eq(pwrite(file, bytes, n, 0), (ssize_t)n);
    close(file);
}

Test(monitor, damaged_segments_are_refused_with_a_reason)
{
    static tac_monitor m;
    m = (tac_monitor){.magic = TAC_MONITOR_MAGIC,
                      .version = TAC_MONITOR_VERSION,
                      .size = sizeof m,
                      .pid = 1,
                      .period_ns = T};
    snprintf(m.name, sizeof m.name, "%s", name());
    leave_file(&m, 0, 0);
    expect_refused("too short");
    leave_file(&m, 20, 20);
    expect_refused("too short");
    leave_file(&m, 4096, 4096);
    expect_refused("has 4096 bytes");
    leave_file(&m, sizeof m, sizeof m + 1);
    expect_refused("bytes and names");
    m.size--;
    leave_file(&m, sizeof m, sizeof m);
    expect_refused("bytes and names");
    m.size++;
    m.version++;
    leave_file(&m, sizeof m, sizeof m);
    expect_refused("layout version 6");
    m.version--;
    m.magic = 0;
    leave_file(&m, sizeof m, sizeof m);
    expect_refused("not a finished monitor segment");
    m.magic = TAC_MONITOR_MAGIC ^ 1;
    leave_file(&m, sizeof m, sizeof m);
    expect_refused("not a finished monitor segment");
    shm_unlink(path());
}

Test(monitor, damaged_fields_are_refused)
{
    static tac_monitor m;
    tac_monitor good = {.magic = TAC_MONITOR_MAGIC,
                        .version = TAC_MONITOR_VERSION,
                        .size = sizeof m,
                        .pid = 1,
                        .period_ns = T};
    snprintf(good.name, sizeof good.name, "%s", name());
    for (int damage = 0; damage < 5; damage++) {
        m = good;
        if (damage == 0) {
            memset(m.name, 'x', sizeof m.name);
        }
        m.pid = damage == 1 ? -1 : 1;
        m.period_ns = damage == 2 ? 0 : T;
        m.state = damage == 3 ? -1 : damage == 4 ? TAC_N_RUN_STATE : 0;
        leave_file(&m, sizeof m, sizeof m);
        expect_refused("damaged header");
    }
    shm_unlink(path());
}

Test(monitor, segment_of_another_instance_is_none_of_this_one)
{
    static tac_monitor m;
    m = (tac_monitor){.magic = TAC_MONITOR_MAGIC,
                      .version = TAC_MONITOR_VERSION,
                      .size = sizeof m,
                      .name = "another",
                      .pid = 1,
                      .period_ns = T};
    leave_file(&m, sizeof m, sizeof m);
    expect_refused("is the monitor of 'another'");
    shm_unlink(path());
}

Test(monitor, random_bytes_never_crash_a_reader)
{
    rng g = {99};
    static unsigned char bytes[sizeof(tac_monitor)];
    for (int round = 0; round < 200; round++) {
        static tac_monitor m;
        m = (tac_monitor){.magic = TAC_MONITOR_MAGIC,
                          .version = TAC_MONITOR_VERSION,
                          .size = sizeof m,
                          .pid = 1,
                          .period_ns = T};
        snprintf(m.name, sizeof m.name, "%s", name());
        memcpy(bytes, &m, sizeof bytes);
        size_t from = (size_t)uniform_int(&g, 200);
        for (size_t i = from; i < sizeof bytes; i++) {
            bytes[i] = (unsigned char)random_bits(&g);
        }
        size_t size = chance(&g, 0.5) ? sizeof bytes : (size_t)uniform_int(&g, sizeof bytes);
        leave_file(bytes, size, (off_t)size);
        tac_diag diag = {0};
        const tac_monitor *reader = tac_monitor_attach(name(), &diag);
        tac_counters k;
        tac_cycle c;
        if (reader) {
            tac_monitor_counters(reader, &k);
            tac_monitor_read(reader, uniform_int(&g, 1000), &c);
            tac_histogram_quantile(&reader->wake, 0.99);
            tac_monitor_close(reader);
        }
    }
    shm_unlink(path());
}

// ---- whose segment it is -----------------------------------------------------------------------

// A child that creates the segment, tells so through the pipe and waits to be killed.
static pid_t child_with_segment(const char *its_name)
{
    int ready[2];
    char byte = 0;
    cr_assert_eq(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        tac_diag diag = {0};
        byte = tac_monitor_create(its_name, "model.yaml", T, &diag) ? 'y' : 'n';
        (void)!write(ready[1], &byte, 1);
        pause();
        _exit(0);
    }
    cr_assert(child > 0 && read(ready[0], &byte, 1) == 1 && byte == 'y');
    close(ready[0]);
    close(ready[1]);
    return child;
}

Test(monitor, segment_of_a_killed_process_stays_readable_and_is_replaced)
{
    pid_t child = child_with_segment(name());
    tac_diag diag = {0};
    const tac_monitor *old = tac_monitor_attach(name(), &diag);
    cr_assert_not_null(old);
    cr_expect(tac_monitor_owner_lives(old));
    kill(child, SIGKILL);

    // killed, but not waited for: a zombie is dead
    siginfo_t end;
    cr_assert_eq(waitid(P_PID, (id_t)child, &end, WEXITED | WNOWAIT), 0);
    cr_expect_not(tac_monitor_owner_lives(old));
    tac_monitor *m = create();
    cr_expect_eq(m->pid, getpid());
    cr_expect_eq(old->pid, child, "the old mapping is still the old segment");
    waitpid(child, NULL, 0);
    cr_expect_not(tac_monitor_owner_lives(old));
    tac_monitor_close(old);
    const tac_monitor *reader = tac_monitor_attach(name(), &(tac_diag){0});
    cr_expect_not_null(reader, "only an owner removes the name");
    tac_monitor_close(reader);
    tac_monitor_remove(m, name());
}

Test(monitor, reused_process_number_is_recognised)
{
    pid_t child = child_with_segment(name());
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    tac_diag diag = {0};
    const tac_monitor *left = tac_monitor_attach(name(), &diag);
    cr_assert_not_null(left);
    char path[96];
    snprintf(path, sizeof path, "/dev/shm/tactus.%s.monitor", name());
    int file = open(path, O_RDWR);
    int32_t pid = (int32_t)getpid();
    int64_t start = tac_pid_start(pid);
    cr_assert_eq(pwrite(file, &pid, sizeof pid, offsetof(tac_monitor, pid)), sizeof pid);
    cr_assert_eq(pwrite(file, &start, sizeof start, offsetof(tac_monitor, process_start)),
                 sizeof start);
    cr_expect(tac_monitor_owner_lives(left));
    start--; // as if an earlier process of our number had made it
    cr_assert_eq(pwrite(file, &start, sizeof start, offsetof(tac_monitor, process_start)),
                 sizeof start);
    cr_expect_not(tac_monitor_owner_lives(left));
    close(file);
    tac_monitor_close(left);
    tac_monitor_remove(create(), name());
}

Test(monitor, a_process_of_another_namespace_is_known_by_its_lock)
{
    tac_monitor *m = create();
    m->pid_space++; // where our number is another process's
    tac_io_health health;
    tac_monitor_health(m, &health);
    cr_expect(tac_monitor_owner_lives(m));
    cr_expect(health.pid == 0 && health.condition == TAC_IO_STARTING);
    tac_monitor_remove(m, name());

    pid_t child = child_with_segment(name());
    const tac_monitor *seen = tac_monitor_attach(name(), &(tac_diag){0});
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    tac_monitor_health(seen, &health);
    cr_expect_eq(health.condition, TAC_IO_DEAD);
    tac_monitor_close(seen);
    tac_monitor_remove(create(), name());
}

Test(monitor, unfinished_segment_of_nobody_is_replaced)
{
    leave_file("", 0, 0);
    tac_monitor_remove(create(), name());
    leave_file("garbage", 7, 100);
    tac_monitor_remove(create(), name());
}

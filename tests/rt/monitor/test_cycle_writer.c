// The writer: what reaches log and dump, what is said when a disk is full, and rotation.
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "monitor/cycle_text.h"
#include "monitor/cycle_writer.h"
#include "monitor/monitor_segment.h"

static tac_rig_file rig;
static tac_monitor *m;
static tac_writer w;
static char folder[64], log_path[96], dump_path[96], aside_path[112];
static int64_t cycle;

static void set_up(void)
{
    tac_diag diag = {0};
    snprintf(folder, sizeof folder, "/tmp/tactus-writer-XXXXXX");
    cr_assert(mkdtemp(folder));
    snprintf(log_path, sizeof log_path, "%s/log.csv", folder);
    snprintf(aside_path, sizeof aside_path, "%s.1", log_path);
    snprintf(dump_path, sizeof dump_path, "%s/dump.csv", folder);
    rig = (tac_rig_file){.period_ns = 1000000, .log_divisor = 1};
    snprintf(rig.name, sizeof rig.name, "writer.%d", (int)getpid());
    rig.log_path = log_path;
    rig.dump_path = dump_path;
    m = tac_monitor_create(rig.name, "model.yaml", rig.period_ns, &diag);
    cr_assert(m, "%s", diag.text);
}

static void tear_down(void)
{
    tac_monitor_remove(m, rig.name);
    unlink(log_path);
    unlink(aside_path);
    unlink(dump_path);
    rmdir(folder);
}

static void open_writer(void)
{
    tac_diag diag = {0};
    cr_assert(tac_writer_open(&w, &rig, m, &diag), "%s", diag.text);
}

static void publish(int n, int missed)
{
    for (int i = 0; i < n; i++, cycle++) {
        tac_cycle c = {.index = cycle, .step = cycle + 1, .release = cycle * 1000000};
        c.wake = c.latch = c.step_start = c.step_end = c.release + 1000;
        c.publish = c.release + (missed ? 1200000 : 100000);
        c.cause = missed ? TAC_PUBLISHED_LATE : TAC_ON_TIME;
        tac_monitor_publish(m, &c);
    }
}

static int lines(const char *path)
{
    int n = 0, c;
    FILE *f = fopen(path, "r");
    cr_assert(f, "%s", path);
    while ((c = fgetc(f)) != EOF) {
        n += c == '\n';
    }
    fclose(f);
    return n;
}

TestSuite(writer, .init = set_up, .fini = tear_down);

Test(writer, logs_every_record_once)
{
    open_writer();
    for (int i = 0; i < 10; i++) {
        publish(100, 0);
        tac_writer_poll(&w, 0);
    }
    cr_assert(tac_writer_close(&w));
    cr_assert_eq(lines(log_path), 1001);
    cr_assert_eq(atomic_load(&w.lines), 1000);
    cr_assert_eq(atomic_load(&w.lost), 0);
}

Test(writer, logs_misses_between_the_divisor_too)
{
    rig.log_divisor = 10;
    open_writer();
    publish(95, 0);
    publish(3, 1);
    publish(2, 0);
    tac_writer_poll(&w, 0);
    cr_assert(tac_writer_close(&w));
    cr_assert_eq(lines(log_path), 1 + 10 + 3);
}

// Cycle 0 of the divisor is the first after the start phase.
Test(writer, logs_the_cycles_of_its_phase)
{
    char line[TAC_CYCLE_TEXT];
    rig.log_divisor = 10;
    rig.log_phase = 7;
    rig.policy.start_cycles = 4;
    open_writer();
    publish(100, 0);
    tac_writer_poll(&w, 0);
    cr_assert(tac_writer_close(&w));
    cr_assert_eq(lines(log_path), 1 + 10);
    FILE *f = fopen(log_path, "r");
    cr_assert(f && fgets(line, sizeof line, f));
    for (int expected = 1; fgets(line, sizeof line, f); expected += 10) {
        cr_expect_eq(atoi(line), expected);
    }
    fclose(f);
}

Test(writer, counts_what_the_ring_has_lost)
{
    open_writer();
    publish(1000, 0);
    tac_writer_poll(&w, 0);
    cr_assert(tac_writer_close(&w));
    cr_assert_eq(atomic_load(&w.lost), 1000 - TAC_MONITOR_RECORDS);
    cr_assert_eq(atomic_load(&w.lines), TAC_MONITOR_RECORDS);
}

Test(writer, goes_on_when_the_disk_is_full)
{
    rig.log_path = "/dev/full";
    open_writer();
    for (int i = 0; i < 5; i++) {
        publish(100, 0);
        tac_writer_poll(&w, 0);
    }
    cr_assert_not(tac_writer_close(&w));
    cr_assert_eq(atomic_load(&w.lost), 500);
    cr_assert_eq(atomic_load(&w.lines), 0);
    cr_assert_eq(atomic_load(&w.error), ENOSPC);
}

Test(writer, waits_for_no_reader_of_a_pipe, .timeout = 20)
{
    tac_diag diag = {0};
    cr_assert(mkfifo(log_path, 0600) == 0 && mkfifo(dump_path, 0600) == 0);
    cr_assert_not(tac_writer_open(&w, &rig, m, &diag));
    cr_assert(strstr(diag.text, strerror(ENXIO)), "%s", diag.text);
    cr_assert_eq(unlink(log_path), 0);
    open_writer();
    publish(10, 1);
    tac_writer_poll(&w, 1000000000); // the dump
    cr_assert_eq(atomic_load(&w.error), ENXIO);
    cr_assert(unlink(log_path) == 0 && mkfifo(log_path, 0600) == 0);
    atomic_store(&w.rotate, 1);
    publish(5, 0);
    tac_writer_poll(&w, 1000001000); // where the log was
    cr_assert_eq(atomic_load(&w.lines), 10);
    cr_assert_eq(atomic_load(&w.lost), 5);
    cr_assert_not(tac_writer_close(&w));
}

Test(writer, refuses_a_log_that_cannot_be_opened)
{
    tac_diag diag = {0};
    rig.log_path = "/nowhere/log.csv";
    cr_assert_not(tac_writer_open(&w, &rig, m, &diag));
    cr_assert(strstr(diag.text, "/nowhere/log.csv"), "%s", diag.text);
}

Test(writer, dumps_the_last_records_after_a_miss_once_a_second)
{
    open_writer();
    publish(300, 0);
    tac_writer_poll(&w, 1000000000);
    cr_assert_neq(access(dump_path, F_OK), 0, "no miss, no dump");
    publish(1, 1);
    tac_writer_poll(&w, 1100000000);
    cr_assert_eq(lines(dump_path), 1 + TAC_MONITOR_RECORDS);
    unlink(dump_path);
    publish(1, 1);
    tac_writer_poll(&w, 1200000000);
    cr_assert_neq(access(dump_path, F_OK), 0, "too early");
    tac_writer_poll(&w, 2200000000);
    cr_assert_eq(access(dump_path, F_OK), 0);
    cr_assert(tac_writer_close(&w));
}

Test(writer, dumps_at_once_in_the_safe_state)
{
    open_writer();
    publish(10, 1);
    tac_writer_poll(&w, 1000000000);
    publish(10, 0);
    atomic_store(&m->safe_reason, 1);
    tac_writer_poll(&w, 1000001000);
    cr_assert_eq(lines(dump_path), 21);
    cr_assert(tac_writer_close(&w));
}

Test(writer, rotation_moves_the_log_aside)
{
    open_writer();
    publish(10, 0);
    tac_writer_poll(&w, 0);
    atomic_store(&w.rotate, 1);
    tac_writer_poll(&w, 0);
    publish(20, 0);
    tac_writer_poll(&w, 0);
    cr_assert(tac_writer_close(&w));
    cr_assert_eq(lines(aside_path), 11);
    cr_assert_eq(lines(log_path), 21);
}

Test(writer, rotation_leaves_a_log_alone_that_was_moved_by_others)
{
    open_writer();
    publish(10, 0);
    tac_writer_poll(&w, 0);
    char moved[112];
    snprintf(moved, sizeof moved, "%s/moved", folder);
    cr_assert_eq(rename(log_path, moved), 0);
    atomic_store(&w.rotate, 1);
    publish(5, 0);
    tac_writer_poll(&w, 0);
    cr_assert(tac_writer_close(&w));
    cr_assert_eq(lines(moved), 11);
    cr_assert_eq(lines(log_path), 6);
    cr_assert_neq(access(aside_path, F_OK), 0);
    unlink(moved);
}

Test(writer, lines_hold_what_the_header_names)
{
    tac_cycle c = {.index = 1234567890123,
                   .flags = 1023,
                   .increment = 1.0 / 3.0,
                   .position = -1e-300,
                   .velocity = 1e300,
                   .publish = INT64_MAX / 2};
    char line[TAC_CYCLE_TEXT];
    int n = tac_cycle_print(&c, 1000000, line), header = 0, cells = 0;
    cr_assert_eq(n, (int)strlen(line));
    for (const char *p = tac_cycle_header; *p; p++) {
        header += *p == ',';
    }
    for (const char *p = line; *p; p++) {
        cells += *p == ',';
    }
    cr_assert_eq(cells, header);
    cr_assert(strstr(line, ",start+skipped+slipped+degraded+paused+safe+failed+command+unlocked+"
                           "tick_lost,"));
}

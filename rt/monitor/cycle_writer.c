#include "cycle_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cycle_text.h"
#include "printable.h"
#include "system/clock.h"
#include "system/fail.h"
#include "system/files.h"

#define DUMP_INTERVAL 1000000000 // ns between two dumps

// ---- failures ------------------------------------------------------------------------------------

static void note_error(tac_writer *w, int error)
{
    int none = 0;
    atomic_compare_exchange_strong(&w->error, &none, error ? error : EIO);
}

static void complain(tac_writer *w, int error)
{
    note_error(w, error);
    if (!w->complained) {
        fprintf(
            stderr,
            "tactus: log '%s' cannot be written: %s; the run goes on, lost records are counted\n",
            TAC_SHOWN(w->rig->log_path), tac_output_error(error));
        w->complained = 1;
    }
}

static void lose(tac_writer *w, int64_t n)
{
    atomic_fetch_add_explicit(&w->lost, n, memory_order_relaxed);
}

// Written from the start. A pipe that nobody reads is an error (ENXIO), not waited for: the run has to end.
static int open_output(const char *path)
{
    int file = tac_open_alone(path, 0644, O_NONBLOCK);
    if (file >= 0) {
        (void)fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    }
    return file;
}

// ---- log -----------------------------------------------------------------------------------------

// Writes the buffered lines, all or none: half a line would spoil the ones after it.
static void flush(tac_writer *w)
{
    if (w->used == 0) {
        return;
    }
    off_t end = lseek(w->log, 0, SEEK_END);
    if (tac_write_all(w->log, w->buffer, (size_t)w->used)) {
        atomic_fetch_add_explicit(&w->lines, w->buffered, memory_order_relaxed);
    } else {
        complain(w, errno);
        lose(w, w->buffered);
        if (end >= 0 && ftruncate(w->log, end) != 0) {
            note_error(w, errno); // not a file that has an end
        }
    }
    w->used = w->buffered = 0;
}

static int open_log(tac_writer *w)
{
    w->log = open_output(w->rig->log_path);
    if (w->log < 0) {
        return 0;
    }
    w->used = (int)strlen(tac_cycle_header);
    memcpy(w->buffer, tac_cycle_header, (size_t)w->used);
    return 1;
}

static void add_line(tac_writer *w, const tac_cycle *c)
{
    if (w->log < 0) {
        lose(w, 1);
        return;
    }
    if (w->used > TAC_WRITER_BUFFER - TAC_CYCLE_TEXT) {
        flush(w);
    }
    w->used += tac_cycle_print(c, w->rig->period_ns, w->buffer + w->used);
    w->buffered++;
}

// The file under the log's name, if it is still the one that is open, steps aside; a link such as /dev/stdout stays.
static void step_aside(const tac_writer *w)
{
    struct stat mine, named;
    char aside[4096];
    if (fstat(w->log, &mine) == 0 && S_ISREG(mine.st_mode) &&
        lstat(w->rig->log_path, &named) == 0 && mine.st_dev == named.st_dev &&
        mine.st_ino == named.st_ino &&
        snprintf(aside, sizeof aside, "%s.1", w->rig->log_path) < (int)sizeof aside) {
        (void)rename(w->rig->log_path, aside); // when it fails the log starts over in its place
    }
}

static void rotate(tac_writer *w)
{
    if (!w->rig->log_path) {
        return;
    }
    if (w->log >= 0) {
        flush(w);
        step_aside(w);
        close(w->log);
    }
    if (!open_log(w)) {
        complain(w, errno);
    }
}

// ---- dump ----------------------------------------------------------------------------------------

static void write_dump(tac_writer *w, int64_t now)
{
    w->wants_dump = 0;
    w->dumped_at = now;
    int file = open_output(w->rig->dump_path);
    int ok = file >= 0 && tac_write_all(file, tac_cycle_header, strlen(tac_cycle_header));
    int64_t newest = atomic_load_explicit(&w->monitor->newest, memory_order_acquire);
    for (int64_t i = newest - TAC_MONITOR_RECORDS + 1; i <= newest && ok; i++) {
        tac_cycle c;
        char line[TAC_CYCLE_TEXT];
        if (tac_monitor_read(w->monitor, i, &c)) {
            ok = tac_write_all(file, line, (size_t)tac_cycle_print(&c, w->rig->period_ns, line));
        }
    }
    if (!ok && atomic_load(&w->error) == 0) {
        note_error(w, errno);
        fprintf(stderr, "tactus: dump '%s' cannot be written: %s\n", TAC_SHOWN(w->rig->dump_path),
                tac_output_error(atomic_load(&w->error)));
    }
    if (file >= 0) {
        close(file);
    }
}

static void dump_if_due(tac_writer *w, int64_t now)
{
    int safe = atomic_load_explicit(&w->monitor->safe_reason, memory_order_acquire) != 0;
    int at_once = safe && !w->saw_safe;
    w->saw_safe = safe;
    w->wants_dump |= at_once;
    if (w->rig->dump_path && w->wants_dump &&
        (at_once || w->dumped_at == 0 || now - w->dumped_at >= DUMP_INTERVAL)) {
        write_dump(w, now);
    }
}

// ---- following the ring --------------------------------------------------------------------------

static int is_miss(const tac_cycle *c)
{
    return c->cause != TAC_ON_TIME && !(c->flags & TAC_CYCLE_START);
}

static int is_due(const tac_writer *w, int64_t index)
{
    const tac_rig_file *rig = w->rig;
    return rig->log_path &&
           tac_cycle_is_due(index - rig->policy.start_cycles, rig->log_divisor, rig->log_phase);
}

static int belongs_to_log(const tac_writer *w, const tac_cycle *c)
{
    return is_due(w, c->index) || (w->rig->log_path && is_miss(c));
}

static void take_record(tac_writer *w, int64_t index)
{
    tac_cycle c;
    if (!tac_monitor_read(w->monitor, index, &c)) {
        lose(w, is_due(w, index));
        return;
    }
    w->wants_dump |= is_miss(&c);
    if (belongs_to_log(w, &c)) {
        add_line(w, &c);
    }
}

void tac_writer_poll(tac_writer *w, int64_t now)
{
    if (atomic_exchange(&w->rotate, 0)) {
        rotate(w);
    }
    int64_t newest = atomic_load_explicit(&w->monitor->newest, memory_order_acquire);
    for (; w->next <= newest; w->next++) {
        take_record(w, w->next);
    }
    if (w->log >= 0) {
        flush(w);
    }
    dump_if_due(w, now);
}

// Often enough to be back long before the ring has gone round.
static int64_t interval(const tac_writer *w)
{
    int64_t often = 20000000, quarter = w->rig->period_ns * TAC_MONITOR_RECORDS / 4;
    return quarter < often ? quarter : often;
}

void *tac_writer_run(void *writer)
{
    tac_writer *w = writer;
    int64_t now = tac_now_ns();
    while (!atomic_load_explicit(&w->quit, memory_order_relaxed)) {
        tac_writer_poll(w, now);
        tac_real_clock.sleep_until(NULL, now + interval(w));
        now = tac_now_ns();
    }
    return NULL;
}

// ---- setup ---------------------------------------------------------------------------------------

int tac_writer_open(tac_writer *w, const tac_rig_file *rig, const tac_monitor *monitor,
                    tac_diag *diag)
{
    memset(w, 0, sizeof *w);
    w->rig = rig;
    w->monitor = monitor;
    w->log = -1;
    return !rig->log_path || open_log(w) ||
           tac_diag_say(diag, "tactus: log '%s' cannot be written: %s", rig->log_path,
                        tac_output_error(errno));
}

int tac_writer_close(tac_writer *w)
{
    if (!w->rig) {
        return 1;
    }
    w->dumped_at = 0; // what is wanted is written now
    tac_writer_poll(w, tac_now_ns());
    if (w->log >= 0 && close(w->log) != 0) {
        complain(w, errno);
    }
    w->log = -1;
    return atomic_load(&w->error) == 0;
}

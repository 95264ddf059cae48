#include "command_log.h"

#include <stdlib.h>
#include <string.h>

#define LASTS_NS INT64_C(4000000000) // a disk may stand still this long
enum { LEAST_ROWS = 1024 };

static void write_head(tac_platform_command_log *t)
{
    static const char *const first[] = {
        "cycle",  "t",      "state", "source", "force_x", "force_y", "force_z", "rate_x",
        "rate_y", "rate_z", "x",     "y",      "z",       "roll",    "pitch",   "yaw",
        "leg1",   "leg2",   "leg3",  "leg4",   "leg5",    "leg6"};
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        tac_csv_text(&t->csv, "", first[i]);
    }
    (void)tac_csv_end_row(&t->csv);
}

int tac_platform_command_log_open(tac_platform_command_log *t, const char *path, int64_t period_ns)
{
    memset(t, 0, sizeof *t);
    t->n = LEAST_ROWS;
    while ((int64_t)t->n * period_ns < LASTS_NS) {
        t->n *= 2;
    }
    t->row = calloc(t->n, sizeof *t->row);
    if (!t->row || !tac_csv_open(&t->csv, path)) {
        free(t->row);
        return 0;
    }
    write_head(t);
    return 1;
}

void tac_platform_command_log_put(tac_platform_command_log *t,
                                  const tac_platform_command_log_row *row)
{
    // relaxed: no other thread writes it
    uint64_t head = atomic_load_explicit(&t->head, memory_order_relaxed);
    // acquire: the writer has read what stood there
    if (head - atomic_load_explicit(&t->tail, memory_order_acquire) == t->n) {
        // relaxed: only counted
        atomic_fetch_add_explicit(&t->lost, 1, memory_order_relaxed);
        return;
    }
    t->row[head & (t->n - 1)] = *row;
    // release: the row is complete
    atomic_store_explicit(&t->head, head + 1, memory_order_release);
}

static void write_row(tac_csv *csv, const tac_platform_command_log_row *r)
{
    tac_csv_number(csv, (double)r->cycle);
    tac_csv_number(csv, r->t);
    tac_csv_text(csv, "", tac_platform_state_name[r->state]);
    tac_csv_number(csv, r->has_source);
    tac_csv_numbers(csv, r->force, 3);
    tac_csv_numbers(csv, r->rate, 3);
    tac_csv_numbers(csv, r->pose, 6);
    tac_csv_numbers(csv, r->length, TAC_LEGS);
    (void)tac_csv_end_row(csv);
}

int tac_platform_command_log_write(tac_platform_command_log *t)
{
    // relaxed: no other thread writes it
    uint64_t tail = atomic_load_explicit(&t->tail, memory_order_relaxed);
    // acquire: the rows before head are complete
    if (tail == atomic_load_explicit(&t->head, memory_order_acquire)) {
        return 0;
    }
    write_row(&t->csv, &t->row[tail & (t->n - 1)]);
    // release: the row is read and may be written over
    atomic_store_explicit(&t->tail, tail + 1, memory_order_release);
    return 1;
}

int tac_platform_command_log_close(tac_platform_command_log *t)
{
    while (tac_platform_command_log_write(t)) {
    }
    int complete = tac_csv_close(&t->csv);
    free(t->row);
    t->row = NULL;
    // relaxed: the loop has ended
    return complete && atomic_load_explicit(&t->lost, memory_order_relaxed) == 0;
}

#include "schedule_view.h"

#include <string.h>

enum { MAX_COLUMNS = 8 }; // workers shown one by one

static double us(double ns)
{
    return 1e-3 * ns;
}

// ---- expected speed-up -------------------------------------------------------------------------

void tac_schedule_print(const tac_simulation *s, FILE *out)
{
    static const int workers[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
    const tac_phase *list;
    tac_schedule with = tac_simulation_schedule(s, TAC_SCHEDULE_MOST);
    int n = s->method->phases(s->work, &list), pays = tac_schedule_workers(&with);
    const tac_forecast all = tac_schedule_forecast(&with);
    fprintf(out, "\nschedule      %d phases, estimated work %.1f us; ", n, us(all.work));
    if (pays > 1) {
        fprintf(out, "up to %d workers pay\n", pays);
    } else {
        fputs("a second worker does not pay\n", out);
    }
    fprintf(out,
            "critical path %.1f us: %.1f before and after the phases, %.1f their longest items",
            us(all.span), us(all.serial), us(all.span - all.serial));
    fprintf(out, "; at most %.3g times faster\n\n", all.work / all.span);
    fputs("workers  us per step  speed-up  efficiency  barriers\n", out);
    for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
        if (i > 0 && workers[i - 1] > pays) { // one row shows that more do not
            break;
        }
        with.workers = workers[i];
        const tac_forecast f = tac_schedule_forecast(&with);
        fprintf(out, "%7d %12.1f %9.2f %11.2f %9d\n", workers[i], us(f.time), all.work / f.time,
                all.work / f.time / workers[i], f.barriers);
    }
}

// ---- shares of the workers -----------------------------------------------------------------------------

// Neighbouring phases of the list that have the same name and iteration.
typedef struct share {
    const tac_phase *phase; // the first
    int n, items, shared;
    double work, time, busy[MAX_COLUMNS];
} share;

static void add_phase(share *a, const tac_schedule *s, const tac_phase *phase)
{
    int cut[TAC_SCHEDULE_MOST + 1];
    double busy[TAC_SCHEDULE_MOST];
    int parts = tac_schedule_cut(s, phase, cut, busy);
    double sum = 0.0;
    for (int k = 0; k < s->workers; k++) {
        sum += busy[k];
        if (k < MAX_COLUMNS) {
            a->busy[k] += busy[k];
        }
    }
    a->work += phase->together ? tac_schedule_alone(s, phase) : sum;
    a->n++;
    a->items += phase->n;
    a->shared += parts > 1;
    a->time += tac_schedule_time(s, parts, busy);
}

static void print_share(const share *a, int columns, FILE *out)
{
    char name[64], iteration[16] = "";
    if (a->phase->iteration > 0) {
        snprintf(iteration, sizeof iteration, " %d", a->phase->iteration);
    }
    snprintf(name, sizeof name, "%s%s", a->phase->name, iteration);
    fprintf(out, "%-28s %6d %6d %6d %9.1f %9.1f ", name, a->n, a->items, a->shared, us(a->work),
            us(a->time));
    for (int k = 0; k < columns; k++) {
        fprintf(out, " %7.1f", us(a->busy[k]));
    }
    fputc('\n', out);
}

static void print_phases(const tac_schedule *s, FILE *out)
{
    const tac_phase *list;
    int n = s->method->phases(s->work, &list);
    int columns = s->workers < MAX_COLUMNS ? s->workers : MAX_COLUMNS;
    fprintf(out, "\n%-28s %6s %6s %6s %9s %9s  us of worker 0 to %d\n", "phase", "phases", "items",
            "shared", "us alone", "us", columns - 1);
    for (int i = 0; i < n;) {
        share a = {.phase = &list[i]};
        for (; i < n && list[i].iteration == a.phase->iteration &&
               strcmp(list[i].name, a.phase->name) == 0;
             i++) {
            add_phase(&a, s, &list[i]);
        }
        print_share(&a, columns, out);
    }
}

// Items of other phases are other things, sequences of sub-steps.
static int goes_over_subtrees(const tac_simulation *s, const tac_phase *phase)
{
    int last = TAC_NONE;
    for (int b = 0; b < s->file->desc.n_body && s->method->subtree; b++) {
        int item = s->method->subtree(s->work, b);
        last = item > last ? item : last;
    }
    return phase->worth == 1 && phase->first + phase->n - 1 == last;
}

// The worker that has a subtree in the first phase that goes over subtrees and is shared.
static void print_subtrees(const tac_simulation *s, const tac_schedule *with, FILE *out)
{
    const tac_phase *list, *over = NULL;
    int n = s->method->phases(s->work, &list), cut[TAC_SCHEDULE_MOST + 1],
        now[sizeof cut / sizeof *cut];
    for (int i = 0; i < n; i++) {
        int parts = tac_schedule_cut(with, &list[i], now, NULL);
        if (parts > 1 && !over && goes_over_subtrees(s, &list[i])) {
            over = &list[i];
            memcpy(cut, now, sizeof cut);
        }
    }
    if (!over) {
        return;
    }
    fputs("\nsubtree  worker  bodies\n", out);
    for (int item = over->first, k = 0; item < over->first + over->n; item++) {
        int bodies = 0, last = 0;
        while (item >= cut[k + 1]) {
            k++;
        }
        fprintf(out, "%7d %7d  ", item, k);
        for (int b = 0; b < s->file->desc.n_body; b++) {
            if (s->method->subtree(s->work, b) == item && bodies++ == 0) {
                fprintf(out, "%s", s->file->body_name[b]);
            }
            last = s->method->subtree(s->work, b) == item ? b : last;
        }
        fprintf(out, " to %s, %d\n", s->file->body_name[last], bodies);
    }
}

void tac_schedule_print_shares(const tac_simulation *s, int workers, FILE *out)
{
    const tac_schedule with = tac_simulation_schedule(s, workers);
    print_subtrees(s, &with, out);
    print_phases(&with, out);
}

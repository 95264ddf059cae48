#include "schedule.h"

// A phase of which sharing would save less than this share stays with one worker: estimates are no better.
static const double least_gain = 0.1;

// Share of a step's time that a further worker has to save: less is not worth a core, nor certain.
static const double worth_a_worker = 0.2;

static double barrier_of(const tac_schedule *s, int workers)
{
    return workers > 1 ? s->barrier * (1.0 + 0.25 * (workers - 2)) : 0.0;
}

static double cost_of(const tac_schedule *s, const tac_phase *phase, int first, int last)
{
    double sum = 0.0;
    for (int i = first; i < last; i++) {
        sum += s->method->cost(s->work, phase, i);
    }
    return sum;
}

// ---- cutting -----------------------------------------------------------------------------------

static int clamp(int n, int low, int high)
{
    return n < low ? low : n > high ? high : n;
}

static void cut_evenly(const tac_phase *phase, int parts, int workers, int *cut)
{
    for (int k = 0; k <= workers; k++) {
        int part = k < parts ? k : parts;
        cut[k] = phase->first + (int)((int64_t)phase->n * part / parts);
    }
}

// An item goes to the stretch in which its middle lies. Returns the longest stretch.
static double cut_by_cost(const tac_schedule *s, const tac_phase *phase, double total, int parts,
                          int *cut)
{
    int k = 0, last = phase->first + phase->n;
    double sum = 0.0, begin = 0.0, longest = 0.0;
    cut[0] = phase->first;
    for (int i = phase->first; i < last; i++) {
        double cost = s->method->cost(s->work, phase, i);
        while (k < parts - 1 && sum + 0.5 * cost > total * (k + 1) / parts) {
            cut[++k] = i;
            longest = sum - begin > longest ? sum - begin : longest;
            begin = sum;
        }
        sum += cost;
    }
    longest = sum - begin > longest ? sum - begin : longest;
    while (k < s->workers) {
        cut[++k] = last;
    }
    return longest;
}

// Workers that minimize total / n + barrier.
static int best_parts(const tac_schedule *s, double total, int n)
{
    int parts = 2, most = clamp(n, 1, s->workers);
    while (parts < most &&
           total / (parts + 1) + barrier_of(s, parts + 1) < total / parts + barrier_of(s, parts)) {
        parts++;
    }
    return parts < most ? parts : most;
}

static double stretch_of(const tac_schedule *s, const tac_phase *phase, int first, int last)
{
    return s->method->stretch && last > first ? s->method->stretch(s->work, phase, first, last)
                                              : cost_of(s, phase, first, last);
}

double tac_schedule_alone(const tac_schedule *s, const tac_phase *phase)
{
    return stretch_of(s, phase, phase->first, phase->first + phase->n);
}

// The first phase that is cut like this one.
static const tac_phase *model_of(const tac_schedule *s, const tac_phase *phase)
{
    const tac_phase *list;
    int n = phase->cut > 0 ? s->method->phases(s->work, &list) : 0;
    for (int p = 0; p < n; p++) {
        if (list[p].cut == phase->cut) {
            return &list[p];
        }
    }
    return phase;
}

static int choose_cut(const tac_schedule *s, const tac_phase *phase, int *cut)
{
    if (!s->method->cost) {
        int parts = clamp(phase->n / (phase->worth > 0 ? phase->worth : 1), 1, s->workers);
        cut_evenly(phase, parts, s->workers, cut);
        return parts;
    }
    double total = cost_of(s, phase, phase->first, phase->first + phase->n);
    int parts = best_parts(s, total, phase->n);
    if (parts > 1) {
        double shared = cut_by_cost(s, phase, total, parts, cut) + barrier_of(s, parts);
        double alone = phase->together ? tac_schedule_alone(s, phase) : total;
        if (shared < (1.0 - least_gain) * alone) {
            return parts;
        }
    }
    cut_evenly(phase, 1, s->workers, cut);
    return 1;
}

int tac_schedule_cut(const tac_schedule *s, const tac_phase *phase, int *cut, double *busy)
{
    int parts = choose_cut(s, model_of(s, phase), cut);
    for (int k = 0; k < s->workers; k++) {
        double cost = s->method->cost ? stretch_of(s, phase, cut[k], cut[k + 1]) : 0.0;
        if (busy) {
            busy[k] = cost;
        }
    }
    return parts;
}

// ---- forecast ----------------------------------------------------------------------------------

static double longest_of(const double *busy, int n)
{
    double longest = 0.0;
    for (int k = 0; k < n; k++) {
        longest = busy[k] > longest ? busy[k] : longest;
    }
    return longest;
}

// Everything by one worker.
static double work_of(const tac_schedule *s, const tac_phase *list, int n)
{
    double sum = s->method->cost(s->work, NULL, 0);
    for (int p = 0; p < n; p++) {
        sum += stretch_of(s, &list[p], list[p].first, list[p].first + list[p].n);
    }
    return sum;
}

// Every item by a worker of its own.
static double span_of(const tac_schedule *s, const tac_phase *list, int n)
{
    double sum = 0.0;
    for (int p = 0; p < n; p++) {
        double longest = 0.0;
        for (int i = list[p].first; i < list[p].first + list[p].n; i++) {
            double cost = stretch_of(s, &list[p], i, i + 1);
            longest = cost > longest ? cost : longest;
        }
        sum += longest;
    }
    return sum;
}

double tac_schedule_time(const tac_schedule *s, int parts, const double *busy)
{
    return longest_of(busy, parts) + barrier_of(s, parts);
}

tac_forecast tac_schedule_forecast(const tac_schedule *s)
{
    tac_forecast f = {0};
    const tac_phase *list;
    int n = s->method->phases(s->work, &list);
    if (!s->method->cost) {
        return f;
    }
    f.serial = s->method->cost(s->work, NULL, 0);
    f.work = work_of(s, list, n);
    f.span = f.serial + span_of(s, list, n);
    f.time = f.serial;
    for (int p = 0; p < n; p++) {
        int cut[TAC_SCHEDULE_MOST + 1];
        double busy[TAC_SCHEDULE_MOST];
        int parts = tac_schedule_cut(s, &list[p], cut, busy);
        f.time += tac_schedule_time(s, parts, busy);
        f.barriers += parts > 1;
    }
    return f;
}

int tac_schedule_workers(const tac_schedule *s)
{
    tac_schedule with = *s;
    if (!s->method->cost) {
        return s->workers;
    }
    int best = with.workers = 1;
    double least = tac_schedule_forecast(&with).time;
    for (with.workers = 2; with.workers <= s->workers; with.workers++) {
        double time = tac_schedule_forecast(&with).time;
        if (time < least * (1.0 - worth_a_worker)) {
            best = with.workers;
            least = time;
        }
    }
    return best;
}

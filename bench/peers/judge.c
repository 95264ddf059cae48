#include "judge.h"

#include <string.h>

enum { LEAST_CHAIN = 8 }; // bodies

// ---- one comparison ----------------------------------------------------------------------------

judge_outcome judge_closer(const result *r, const entry *e)
{
    const entry *ours = result_find(r, OURS, e->dt);
    if (!ours || e->of->order != 1 || e->of->adaptive || e->state != ENTRY_GOOD) {
        return JUDGE_NOT_COMPARED;
    }
    return ours->state == ENTRY_GOOD && ours->error <= e->error ? JUDGE_KEPT : JUDGE_LOST;
}

judge_outcome judge_quicker(const result *r, const entry *e)
{
    const entry *ours = result_find(r, OURS, e->dt);
    if (!ours || e->of->program == TACTUS || e->of->adaptive || isnan(e->us_p10)) {
        return JUDGE_NOT_COMPARED;
    }
    return ours->us_p10 <= e->us_p10 ? JUDGE_KEPT : JUDGE_LOST;
}

// Of two runs, the first with the greater error: at the error between them.
static double between(const entry *a, const entry *b, double error)
{
    double part = log(error / a->error) / log(b->error / a->error);
    return a->cost * pow(b->cost / a->cost, part);
}

static int is_ours_high(const entry *e)
{
    return e->of->program == TACTUS && e->of->order >= 4 && e->state == ENTRY_GOOD;
}

double judge_cost(const result *r, double error)
{
    const entry *before = NULL;
    double least = NONE;
    for (int i = 0; i < r->n_entry; i++) {
        const entry *e = &r->entry[i];
        if (!is_ours_high(e)) {
            before = before && before->of == e->of ? NULL : before; // a gap
            continue;
        }
        if (e->error <= error) {
            int crossed = before && before->of == e->of && before->error > error && e->error > 0.0;
            least = fmin(least, crossed ? between(before, e, error) : e->cost);
        }
        before = e;
    }
    return least;
}

static int is_runge_kutta_4(const entry *e)
{
    return e->of->program != TACTUS && e->of->order == 4 && !e->of->adaptive &&
           e->state == ENTRY_GOOD;
}

static judge_outcome cheaper(const result *r, const entry *e)
{
    return !is_runge_kutta_4(e)                ? JUDGE_NOT_COMPARED
           : judge_cost(r, e->error) < e->cost ? JUDGE_KEPT
                                               : JUDGE_LOST;
}

// ---- promises ----------------------------------------------------------------------------------

static judge_outcome quicker_chain(const result *r, const entry *e)
{
    int asked =
        strncmp(r->m.label, "chain", 5) == 0 && r->m.of->bodies >= LEAST_CHAIN && e->of->order == 1;
    return asked ? judge_quicker(r, e) : JUDGE_NOT_COMPARED;
}

static judge_outcome cheaper_above_floor(const result *r, const entry *e)
{
    return e->error >= ERROR_FLOOR ? cheaper(r, e) : JUDGE_NOT_COMPARED;
}

static judge_outcome cheaper_below_floor(const result *r, const entry *e)
{
    return e->error < ERROR_FLOOR ? cheaper(r, e) : JUDGE_NOT_COMPARED;
}

static void tell_quicker(const result *r, const entry *e, FILE *to)
{
    fprintf(to, "%.2f us per step, Tactus %.2f", e->us_p10, result_find(r, OURS, e->dt)->us_p10);
}

static void tell_closer(const result *r, const entry *e, FILE *to)
{
    fprintf(to, "%.1e m, Tactus %.1e m", e->error, result_find(r, OURS, e->dt)->error);
}

// It is greater than that of the longest step.
static int is_off_the_curve(const result *r, double error)
{
    int off = 1;
    for (int i = 0; i < r->n_entry; i++) {
        off = off && !(is_ours_high(&r->entry[i]) && r->entry[i].error > error);
    }
    return off;
}

static void tell_cheaper(const result *r, const entry *e, FILE *to)
{
    double ours = judge_cost(r, e->error);
    fprintf(to, "%.1e m for %.0f us per s, Tactus ", e->error, e->cost);
    if (isnan(ours)) {
        fputs("does not reach it", to);
    } else {
        fprintf(to, "%.0f%s", ours, is_off_the_curve(r, e->error) ? " with its longest step" : "");
    }
}

static const struct promise {
    const char *text;
    judge_outcome (*compare)(const result *r, const entry *e);
    void (*tell)(const result *r, const entry *e, FILE *to); // what was lost, in numbers
} promises[] = {
    {"order 2 quicker per step than first order, chains from 8", quicker_chain, tell_quicker},
    {"order 2 closer to the reference than first order", judge_closer, tell_closer},
    {"order 4 or 6 at less cost than Runge-Kutta 4, equal errors", cheaper_above_floor,
     tell_cheaper},
};

typedef struct tally {
    int compared, lost;
} tally;

// Writes what was lost unless `to` is NULL.
static tally compare_all(const result *r, int n, const struct promise *p, FILE *to)
{
    tally t = {0};
    for (const result *end = r + n; r < end; r++) {
        for (const entry *e = r->entry; e < r->entry + r->n_entry; e++) {
            judge_outcome outcome = p->compare(r, e);
            t.compared += outcome != JUDGE_NOT_COMPARED;
            t.lost += outcome == JUDGE_LOST;
            if (outcome == JUDGE_LOST && to) {
                fprintf(to, "    %s, %s at %g ms: ", r->m.label, e->of->name, 1e3 * e->dt);
                p->tell(r, e, to);
                fputc('\n', to);
            }
        }
    }
    return t;
}

int judge(const result *r, int n, FILE *to)
{
    static const struct promise below = {"", cheaper_below_floor, NULL};
    int missed = 0;
    fputc('\n', to);
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        const struct promise *p = &promises[i];
        tally t = compare_all(r, n, p, NULL);
        fprintf(to, "%-58s %s: %d of %d\n", p->text,
                t.compared == 0 ? "not judged"
                : t.lost        ? "MISSED"
                                : "holds",
                t.compared - t.lost, t.compared);
        (void)compare_all(r, n, p, to);
        missed += t.lost > 0;
    }
    tally t = compare_all(r, n, &below, NULL);
    fprintf(to,
            "errors of Runge-Kutta 4 below %g m, not judged: %d, of which orders 4 and 6 lose %d\n",
            ERROR_FLOOR, t.compared, t.lost);
    return missed;
}

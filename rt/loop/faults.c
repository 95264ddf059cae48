#include "faults.h"

#include <stdlib.h>
#include <string.h>

enum { PAST_SIZE = TAC_FAULT_PAST * TAC_FAULT_VALUES }; // of one fault

int tac_faults_open(tac_faults *f, const tac_rig_file *rig)
{
    size_t n = (size_t)TAC_MOST_FAULTS * PAST_SIZE;
    *f = (tac_faults){0};
    if (!rig->faults_allowed) {
        return 1;
    }
    f->past = malloc(n * sizeof *f->past);
    if (f->past) {
        memset(f->past, 0, n * sizeof *f->past); // touched
    }
    return f->past != NULL;
}

void tac_faults_close(tac_faults *f)
{
    free(f->past);
    *f = (tac_faults){0};
}

// ---- on and off ----------------------------------------------------------------------------------

int tac_faults_put(tac_faults *f, const tac_fault_order *o)
{
    tac_signal_fault *place = NULL;
    for (int i = 0; i < TAC_MOST_FAULTS; i++) {
        tac_signal_fault *at = &f->fault[i];
        int same = at->left != 0 && at->is.kind == o->kind && at->is.signal == o->signal;
        if (same || (at->left == 0 && !place)) {
            place = at;
        }
        if (same) {
            f->n--;
            break;
        }
    }
    if (!place || !f->past) {
        return 0;
    }
    place->is = *o;
    place->left = o->cycles > 0 ? o->cycles : -1;
    place->age = 0;
    f->n++;
    return 1;
}

void tac_faults_clear(tac_faults *f, int signal)
{
    for (int i = 0; i < TAC_MOST_FAULTS; i++) {
        if (f->fault[i].left != 0 && (signal < 0 || f->fault[i].is.signal == signal)) {
            f->fault[i].left = 1;
        }
    }
}

void tac_faults_count(tac_faults *f)
{
    for (int i = 0; i < TAC_MOST_FAULTS && f->n > 0; i++) {
        f->fault[i].left -= f->fault[i].left > 1;
    }
}

int tac_faults_next_over(tac_faults *f, tac_fault_order *over)
{
    for (int i = 0; i < TAC_MOST_FAULTS; i++) {
        if (f->fault[i].left == 1) {
            *over = f->fault[i].is;
            f->fault[i].left = 0;
            f->n--;
            return 1;
        }
    }
    return 0;
}

// ---- values --------------------------------------------------------------------------------------

// From -1 to 1: of splitmix64, whose bits are the same everywhere.
static double noise(int signal, int element, int64_t cycle)
{
    uint64_t z = (uint64_t)cycle * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)signal * 1000003U +
                 (uint64_t)element;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (double)(int64_t)(z >> 11) * 0x1p-52 - 1.0;
}

// The value so many times ago; since the fault began it has only what came since then.
static double delayed(const tac_signal_fault *s, double *past, int element, double x)
{
    int64_t most = TAC_FAULT_PAST - 1,
            by = s->is.value < (double)most ? (int64_t)s->is.value : most;
    int64_t back = by < s->age ? by : s->age;
    past[s->age % TAC_FAULT_PAST * TAC_FAULT_VALUES + element] = x;
    return past[(s->age - back) % TAC_FAULT_PAST * TAC_FAULT_VALUES + element];
}

static double change(tac_signal_fault *s, double *past, int element, int64_t cycle, double drop,
                     double x)
{
    switch (s->is.kind) {
    case TAC_FAULT_DROP:
        return drop;
    case TAC_FAULT_FREEZE:
        s->held[element] = s->age == 0 ? x : s->held[element];
        return s->held[element];
    case TAC_FAULT_NOISE:
        return x + s->is.value * noise(s->is.signal, element, cycle);
    case TAC_FAULT_DELAY:
        return delayed(s, past, element, x);
    case TAC_FAULT_STEP:
        return x + s->is.value;
    case TAC_N_FAULT_KIND:
        break;
    }
    return x;
}

void tac_faults_apply(tac_faults *f, int signal, int64_t cycle, double drop, double *value, int n)
{
    for (int i = 0; i < TAC_MOST_FAULTS && f->n > 0; i++) {
        tac_signal_fault *s = &f->fault[i];
        if (s->left == 0 || s->is.signal != signal) {
            continue;
        }
        for (int k = 0; k < n && k < TAC_FAULT_VALUES; k++) {
            value[k] = change(s, f->past + (size_t)i * PAST_SIZE, k, cycle, drop, value[k]);
        }
        s->age++;
    }
}

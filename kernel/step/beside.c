// Mechanisms beside each other in one model: their states and outcomes.
#include "beside.h"

#include <string.h>

#include "workspace/work.h"

// Numbers of a road that are worth a copy for every mechanism.
enum { MOST_ROAD_NUMBERS = 1 << 15 };

const char *tac_stands_alone(const tac_desc *d, const tac_model *m)
{
    size_t road = 0;
    for (int i = 0; i < d->roads.n; i++) {
        road += (size_t)d->roads.road[i].n_data;
    }
    return d->n_flex > 0              ? "it has flexible bodies"
           : d->n_part > 0            ? "it has shared objects"
           : m->n_multirate > 0       ? "sub-models have steps of their own"
           : m->efforts.n > 0         ? "efforts of actuators are found"
           : m->ropes                 ? "light links may snap taut"
           : road > MOST_ROAD_NUMBERS ? "its roads are large"
                                      : NULL;
}

static int offset(const tac_state *s, const double *at)
{
    return (int)(at - (const double *)s->data);
}

// Pairs that are noted, in the arena's array or to be counted.
typedef struct pairs {
    int n, *at;
    const tac_state *own, *all;
} pairs;

static void note(pairs *p, const double *own, const double *all, int n)
{
    for (int i = 0; i < n && p->at; i++) {
        p->at[2 * (p->n + i)] = offset(p->own, own + i);
        p->at[2 * (p->n + i) + 1] = offset(p->all, all + i);
    }
    p->n += n;
}

static void note_all(pairs *p, const tac_model *all, int which, const tac_model *one)
{
    const tac_state *a = p->all, *s = p->own;
    int n_input = one->signals.n_input, n_block = one->signals.n_block,
        n_memory = one->signals.n_block_memory, terms = one->couplers.n_term;
    for (int i = 0; i < one->n_element; i++) {
        const tac_element *e = &one->element[i], *of = &all->element[tac_element_in(all, i, which)];
        note(p, s->lambda + e->row, a->lambda + of->row, e->n_row);
        note(p, s->memory + e->memory, a->memory + of->memory, e->n_memory);
        note(p, s->angle + e->angle, a->angle + of->angle, e->angle != TAC_NONE);
    }
    note(p, s->input, a->input + 3 * which * n_input, 3 * n_input);
    note(p, s->input + 3 * n_input, a->input + 3 * (all->signals.n_input + which * n_block),
         3 * n_block);
    note(p, s->block, a->block + which * n_memory, n_memory);
    note(p, s->coupled, a->coupled + 2 * which * terms, 2 * terms);
}

tac_place_beside tac_find_place_beside(const tac_model *all, const tac_state *in_all, int which,
                                       const tac_model *one, const tac_state *own, tac_arena *a)
{
    pairs p = {.own = own, .all = in_all};
    note_all(&p, all, which, one);
    int n = p.n;
    p = (pairs){.at = tac_take(a, 2 * (size_t)n, sizeof *p.at), .own = own, .all = in_all};
    note_all(&p, all, which, one);
    return (tac_place_beside){
        .n_body = one->n_body, .body = which * one->n_body, .n = n, .at = p.at};
}

void tac_put_beside(const tac_place_beside *p, const tac_state *in_all, const tac_state *from)
{
    const double *own = from->data;
    double *all = in_all->data;
    *in_all->step = *from->step;
    *in_all->dt = *from->dt;
    memcpy(in_all->body + p->body, from->body, (size_t)p->n_body * sizeof *from->body);
    for (int i = 0; i < p->n; i++) {
        all[p->at[2 * i + 1]] = own[p->at[2 * i]];
    }
}

void tac_take_beside(const tac_place_beside *p, const tac_state *in_all, const tac_state *to)
{
    double *own = to->data;
    const double *all = in_all->data;
    *to->step = *in_all->step;
    *to->dt = *in_all->dt;
    memcpy(to->body, in_all->body + p->body, (size_t)p->n_body * sizeof *to->body);
    for (int i = 0; i < p->n; i++) {
        own[p->at[2 * i]] = all[p->at[2 * i + 1]];
    }
}

tac_status tac_outcome_beside(const tac_work *w, int which, tac_report *report)
{
    *report = w->space->step.report[which];
    return w->space->step.outcome[which];
}

// The whole model in one block of memory: tables, groupings for every number of lanes, and the twin.
#include <string.h>

#include "isolated.h"
#include "model.h"
#include "model/check.h"
#include "model/mobility.h"
#include "model/substepped.h"
#include "model/tables.h"
#include "shafts.h"
#include "twin.h"

// Temporary memory of the groupings is part of the block.
typedef struct scratch {
    tac_group_scratch model, twin;
    tac_group_scratch *multirate; // of every sub-model with steps of its own
} scratch;

static int *copy_numbers(const int *from, int n, tac_arena *a)
{
    int *to = tac_take(a, (size_t)n, sizeof *to);
    for (int i = 0; to && i < n; i++) {
        to[i] = from[i];
    }
    return to;
}

static tac_multirate_model *layout_multirate(scratch *s, const tac_desc *d, const tac_tree *t,
                                             tac_arena *a)
{
    tac_multirate_model *multirate = tac_take(a, (size_t)t->n_substepped, sizeof *multirate);
    s->multirate = tac_take(a, (size_t)t->n_substepped, sizeof *s->multirate);
    for (int k = 0; k < t->n_substepped; k++) {
        const tac_substepped *of = &t->substepped[k];
        const tac_desc desc = tac_substepped_desc(of, d);
        tac_table_sizes n = tac_measure_tables(&desc, of->tree);
        tac_group_scratch counted;
        tac_multirate_model one = {.m = tac_layout_tables(&n, &desc, a),
                                   .n = of->n,
                                   .n_own = of->n_own,
                                   .body = copy_numbers(of->body, desc.n_body, a),
                                   .element = copy_numbers(of->element, of->tree->n_element, a)};
        tac_grouping *grouping =
            tac_layout_groupings(0, TAC_WIDTHS, &n, s->multirate ? &s->multirate[k] : &counted, a);
        if (one.m) {
            one.m->grouping = grouping;
            multirate[k] = one;
        }
    }
    return multirate;
}

// Laws, loads and signals of the whole are those of a sub-model.
static void share(tac_multirate_model *multirate, const tac_model *m)
{
    tac_model *p = multirate->m;
    tac_share_laws(p, m);
    for (int i = 0; i < p->n_element; i++) {
        p->element[i].index = m->element[multirate->element[i]].index;
        p->element[i].coupler = m->element[multirate->element[i]].coupler;
    }
    for (int i = 0, n = 0; i < multirate->n_own; i++) {
        int of = multirate->body[i];
        for (int k = m->bodies.load_first[of]; k < m->bodies.load_first[of + 1]; k++) {
            p->bodies.load_of[n++] = m->bodies.load_of[k];
        }
    }
}

static void fill_multirate(tac_model *m, scratch *s, const tac_desc *d, const tac_tree *t)
{
    for (int k = 0; k < m->n_multirate; k++) {
        const tac_desc desc = tac_substepped_desc(&t->substepped[k], d);
        tac_fill_tables(m->multirate[k].m, &desc, t->substepped[k].tree);
        tac_hold_interface(m->multirate[k].m, m->multirate[k].n_own);
        tac_group(m->multirate[k].m, &s->multirate[k], 0, TAC_WIDTHS);
        share(&m->multirate[k], m);
    }
}

// In zeroed memory, or on an empty arena, which only counts.
static tac_model *layout(scratch *s, const tac_desc *d, const tac_tree *t, tac_arena *a)
{
    tac_table_sizes n = tac_measure_tables(d, t);
    bool twin = (d->wants.flags & TAC_PAIRED) && d->n_body <= TAC_TWIN_BODIES && d->n_flex == 0;
    tac_model *m = tac_layout_tables(&n, d, a);
    tac_grouping *grouping = tac_layout_groupings(0, TAC_WIDTHS, &n, &s->model, a);
    tac_model *of_twin = twin ? tac_layout_twin(&n, &s->twin, a) : NULL;
    tac_multirate_model *multirate = layout_multirate(s, d, t, a);
    if (m) {
        m->grouping = grouping;
        m->twin = of_twin;
        m->n_multirate = t->n_substepped;
        m->multirate = multirate;
    }
    return m;
}

size_t tac_model_size(const tac_desc *d, const tac_tree *t)
{
    tac_arena a = {NULL, 0};
    scratch s;
    layout(&s, d, t, &a);
    return a.used;
}

tac_status tac_model_init(tac_model **model, const tac_desc *d, const tac_tree *t, void *mem,
                          size_t size)
{
    if (tac_misaligned(mem)) {
        return tac_fail(TAC_MISALIGNED, TAC_NOTHING, 0, 0.0);
    }
    size_t needed = tac_model_size(d, t);
    if (size < needed) {
        return tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, (double)size);
    }
    tac_status status = tac_check_desc(d);
    if (status.code != TAC_OK) {
        return status;
    }
    tac_arena arena = {mem, 0};
    scratch s;
    memset(mem, 0, needed);
    tac_model *m = layout(&s, d, t, &arena);
    tac_fill_tables(m, d, t);
    tac_sort_shafts(m);         // no sub-model with steps of its own has any
    tac_fill_isolated(m, d, t); // no sub-model is: interface bodies act on it
    tac_group(m, &s.model, 0, TAC_WIDTHS);
    if (m->twin && !tac_fill_twin(m->twin, m, &s.twin)) {
        m->twin = NULL;
    }
    fill_multirate(m, &s, d, t);
    *model = m;
    return status;
}

int tac_model_constraint_rows(const tac_model *m)
{
    int n = 0;
    for (int row = 0; row < m->n_row; row++) {
        n += !m->rows.row_compliant[row] && tac_leads(&m->element[m->rows.row_element[row]]);
    }
    return n;
}

int tac_model_rows(const tac_model *m)
{
    return m->n_row;
}

double tac_model_length(const tac_model *m)
{
    return m->length;
}

int tac_model_unilateral(const tac_model *m)
{
    return m->n_unilateral;
}

int tac_model_aligned(const tac_model *m)
{
    return m->aligned;
}

int tac_model_snaps(const tac_model *m)
{
    return m->ropes;
}

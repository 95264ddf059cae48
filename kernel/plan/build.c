// The whole model in one block of memory: tables, groupings for every number of lanes, and the twin.
#include <string.h>

#include "model.h"
#include "model/check.h"
#include "model/tables.h"
#include "twin.h"

// Temporary memory of the groupings is part of the block.
typedef struct scratch {
    tac_group_scratch model, twin;
} scratch;

// In zeroed memory, or on an empty arena, which only counts.
static tac_model *layout(scratch *s, const tac_desc *d, const tac_tree *t, tac_arena *a)
{
    tac_table_sizes n = tac_measure_tables(d, t);
    bool twin = d->paired && d->n_body <= TAC_TWIN_BODIES && d->n_flex == 0;
    tac_model *m = tac_layout_tables(&n, d, a);
    tac_grouping *grouping = tac_layout_groupings(0, TAC_WIDTHS, &n, &s->model, a);
    tac_model *of_twin = twin ? tac_layout_twin(&n, &s->twin, a) : NULL;
    if (m) {
        m->grouping = grouping;
        m->twin = of_twin;
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
    tac_group(m, &s.model, 0, TAC_WIDTHS);
    if (m->twin && !tac_fill_twin(m->twin, m, &s.twin)) {
        m->twin = NULL;
    }
    *model = m;
    return status;
}

int tac_model_constraint_rows(const tac_model *m)
{
    int n = 0;
    for (int row = 0; row < m->n_row; row++) {
        n += !m->row_compliant[row];
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

int tac_model_one_sided(const tac_model *m)
{
    return m->n_one_sided;
}

int tac_model_mean_friction(const tac_model *m)
{
    return m->mean_friction ? m->n_friction : 0;
}

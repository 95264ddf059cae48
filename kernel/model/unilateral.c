// Which laws have sides.
#include "desc.h"
#include "element/law.h"
#include "element_types.h"

static bool has_corners(const tac_table_desc *t)
{
    bool straight = true;
    for (int i = 2; i < t->n && straight; i++) {
        double before = (t->y[i - 1] - t->y[0]) / (t->x[i - 1] - t->x[0]);
        double behind = (t->y[i] - t->y[i - 1]) / (t->x[i] - t->x[i - 1]);
        straight = before == behind;
    }
    return !t->cubic && !straight;
}

bool tac_spring_is_unilateral(const tac_desc *d, const tac_spring_desc *s)
{
    bool has_table = s->spring_table >= 0 && s->spring_table < d->n_table;
    return has_table && has_corners(&d->table[s->spring_table]);
}

bool tac_law_has_sides(const tac_law_desc *l)
{
    return (tac_type_of_law(l)->law->flags & TAC_LAW_SIDES) != 0;
}

int tac_law_row_count(const tac_law_desc *l)
{
    return tac_type_of_law(l)->law->n_row;
}

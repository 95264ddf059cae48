#include "tree_elements.h"

#include "element_types.h"
#include "part.h"
#include "rows.h"

int tac_element_count(const tac_desc *d)
{
    return d->n_joint + d->n_spring + d->n_bushing + d->n_friction + d->n_contact;
}

bool tac_bushing_has_bodies(const tac_desc *d, const tac_bushing_desc *b)
{
    bool is_part = b->part > 0 && b->part <= d->n_part;
    const tac_part_table *table = is_part ? d->part[b->part - 1].table : NULL;
    return table && table->bodies;
}

bool tac_bushing_is_implicit(const tac_desc *d, int bushing)
{
    const tac_bushing_desc *b = &d->bushing[bushing];
    bool is_first = true;
    for (int i = 0; i < d->n_bushing && tac_bushing_has_bodies(d, b); i++) {
        const tac_bushing_desc *other = &d->bushing[i];
        bool is_with = tac_bushing_has_bodies(d, other) && other->b.body == b->b.body;
        is_first = is_first && !(is_with && other->part < b->part);
    }
    return b->part > 0 ? is_first : b->implicit;
}

typedef struct ends {
    int a, b, rows, implicit;
    tac_subject subject;
} ends;

static ends element_ends(const tac_desc *d, int i)
{
    if (i < d->n_joint) {
        const tac_joint_desc *j = &d->joint[i];
        bool known = (int)j->kind < tac_joint_type_count();
        return (ends){j->a.body, j->b.body, known ? tac_joint_row_count(j) : 0, 1, TAC_JOINT};
    }
    i -= d->n_joint;
    if (i < d->n_spring) {
        const tac_spring_desc *s = &d->spring[i];
        int implicit = s->implicit || tac_spring_is_one_sided(d, s);
        return (ends){s->a.body, s->b.body, 1, implicit, TAC_SPRING};
    }
    i -= d->n_spring;
    if (i < d->n_bushing) {
        const tac_bushing_desc *s = &d->bushing[i];
        return (ends){s->a.body, s->b.body, 6, tac_bushing_is_implicit(d, i), TAC_BUSHING};
    }
    i -= d->n_bushing;
    if (i < d->n_friction) {
        const tac_friction_desc *s = &d->friction[i];
        return (ends){s->a.body, s->b.body, 1, 1, TAC_FRICTION};
    }
    i -= d->n_friction;
    const tac_contact_desc *s = &d->contact[i];
    return (ends){s->a.body, s->b.body, 1, 1, TAC_CONTACT};
}

static int first_of(const tac_desc *d, tac_subject subject)
{
    int first = 0;
    first += subject > TAC_JOINT ? d->n_joint : 0;
    first += subject > TAC_SPRING ? d->n_spring : 0;
    first += subject > TAC_BUSHING ? d->n_bushing : 0;
    first += subject > TAC_FRICTION ? d->n_friction : 0;
    return first;
}

tac_status tac_read_elements(tac_tree *t, const tac_desc *d, int unset)
{
    for (int i = 0; i < t->n_element; i++) {
        ends e = element_ends(d, i);
        int index = i - first_of(d, e.subject);
        bool a_ok = e.a >= TAC_GROUND && e.a < d->n_body;
        bool b_ok = e.b >= TAC_GROUND && e.b < d->n_body;
        if (!a_ok || !b_ok) {
            return tac_fail(TAC_BAD_INDEX, e.subject, index, a_ok ? e.b : e.a);
        }
        if (e.a == e.b || e.rows == 0) {
            return tac_fail(TAC_BAD_VALUE, e.subject, index, e.a);
        }
        t->body[2 * i] = e.a;
        t->body[2 * i + 1] = e.b;
        t->rows[i] = e.rows;
        t->home[i] = e.implicit ? unset : TAC_NONE;
    }
    return (tac_status){TAC_OK, TAC_NOTHING, 0, 0.0};
}

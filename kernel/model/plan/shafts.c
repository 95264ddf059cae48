#include "shafts.h"

// The joint of a shaft.
static const tac_element *joint_of(const tac_model *m, int shaft)
{
    int i = 0;
    while (!m->element[i].spins || m->element[i].body[1] != shaft) {
        i++;
    }
    return &m->element[i];
}

// The body that a shaft turns with, below those that it stands on.
static int carrier_of(const tac_model *m, int joint)
{
    const tac_element *e = &m->element[joint];
    for (int most = m->n_joint; e->stacked && most > 0; most--) {
        e = joint_of(m, e->body[0]);
    }
    return e->body[0];
}

void tac_sort_shafts(tac_model *m)
{
    tac_body_tables *b = &m->bodies;
    b->n_shaft = 0;
    for (int i = 0; i < m->n_joint; i++) { // there are few: by insertion
        int k = b->n_shaft;
        if (!m->element[i].spins) {
            continue;
        }
        for (; k > 0 && carrier_of(m, b->shaft_of[k - 1]) > carrier_of(m, i); k--) {
            b->shaft_of[k] = b->shaft_of[k - 1];
        }
        b->shaft_of[k] = i;
        b->n_shaft++;
    }
    for (int carrier = 0, k = 0; carrier <= m->n_body + 1; carrier++) {
        while (k < b->n_shaft && carrier_of(m, b->shaft_of[k]) < carrier) {
            k++;
        }
        b->shaft_first[carrier] = k;
    }
}

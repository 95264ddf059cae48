#include "stiff.h"

#include <math.h>

#include "element/sided.h"
#include "model/law.h"

// Of the row of a law for which it is largest.
static double value_of(const tac_model *m, const tac_options *o, int element)
{
    const tac_element *e = &m->element[element];
    double most = 0.0, h = 0.25 * o->dt * o->dt;
    for (int row = 0; row < e->n_row && e->implicit && e->law; row++) {
        tac_steepness s = tac_steepness_of_law(m, e, row);
        double stiffness = s.stiffness + 2.0 * s.damping / o->dt;
        most = fmax(most, h * m->rows.row_w[e->row + row] * stiffness);
    }
    return most * m->rows.laws_on_body[element];
}

tac_stiff_laws tac_find_stiff_laws(const tac_model *m, const tac_options *o, double least)
{
    static const tac_subject subject[] = {
        [TAC_SPRINGS] = TAC_SPRING,   [TAC_BUSHINGS] = TAC_BUSHING, [TAC_FRICTIONS] = TAC_FRICTION,
        [TAC_CONTACTS] = TAC_CONTACT, [TAC_LAWS] = TAC_LAW,         [TAC_TERMS] = TAC_COUPLER};
    tac_stiff_laws found = {0};
    for (int i = m->n_joint; i < m->n_element; i++) {
        double value = value_of(m, o, i);
        if (value > least) {
            int n = found.n + 1;
            found = value > found.value ? (tac_stiff_laws){n, subject[m->element[i].what],
                                                           tac_law_index(&m->element[i]), value}
                                        : found;
            found.n = n;
        }
    }
    return found;
}

static const tac_element *element_of(const tac_model *m, tac_subject law, int index)
{
    int first = law == TAC_COUPLER ? m->couplers.coupler[index].first_term : index;
    return &m->element[m->element_first[law == TAC_COUPLER ? TAC_TERMS : law - TAC_JOINT] + first];
}

tac_law_slopes tac_slopes_of_law(const tac_model *m, tac_subject law, int index, int row)
{
    tac_steepness s = tac_steepness_of_law(m, element_of(m, law, index), row);
    return (tac_law_slopes){s.stiffness, s.sided};
}

double tac_felt_share(const tac_model *m, tac_subject law, int index, double ratio)
{
    bool as_asked = (element_of(m, law, index)->law->flags & TAC_LAW_AS_ASKED) != 0;
    double y4 = ratio * ratio * ratio * ratio;
    return 1.0 / (1.0 + ratio * (as_asked ? y4 / (1.0 + y4) : 1.0)); // as sided_given_way
}

double tac_felt_mobility(const tac_model *m, const tac_state *s, tac_subject law, int index)
{
    const tac_element *e = element_of(m, law, index);
    return tac_has_sides(e) ? tac_memory_of(s, e)[SIDED_W] : 0.0;
}

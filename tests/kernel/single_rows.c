#include "single_rows.h"

#include "model/row_geometry.h" // of one lane

_Static_assert(sizeof(tac_pose) == (B_W + 3 - B_R) * sizeof(double), "a pose is fields B_R to B_W");

void single_gamma(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                  const tac_signal *signal, double *gamma)
{
    double k[TAC_ELEMENT_FIELDS];
    elementv v = {.like = e, .k = k, .body = {&pa->r.x, &pb->r.x}};
    tac_element_constants(e, k, 1);
    for (int i = 0; i < e->n_row; i++) {
        if (e->rows[i].drive != TAC_NONE) {
            const tac_signal *x = &signal[e->rows[i].drive];
            v.drive[i] = (signalv){x->x, x->xd, x->xdd};
        }
    }
    rows_gamma(&v, gamma, 1);
}

double single_twist(quat q_ab, double before)
{
    return twist(q_ab, before);
}

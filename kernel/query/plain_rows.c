#include "plain_rows.h"

#include "model/flexible.h"

void tac_plain_rows(const tac_model *m, const tac_state *s, const tac_element *e, tac_slot *sb,
                    double *x, double *xd)
{
    tac_element plain = *e;
    for (int k = 0; k < plain.n_row; k++) {
        plain.rows[k].drive = TAC_NONE;
    }
    tac_pose pa = tac_state_pose(m, s, e, 0), pb = tac_state_pose(m, s, e, 1);
    tac_slot sa[TAC_MAX_ROWS];
    double phi_t[TAC_MAX_ROWS];
    double angle = tac_element_angle(e, &pa, &pb, e->angle == TAC_NONE ? 0.0 : s->angle[e->angle]);
    tac_rows_position(&plain, &pa, &pb, NULL, angle, sa, sb, x, phi_t);
    for (int k = 0; k < plain.n_row; k++) {
        xd[k] = tac_slot_dot(&sa[k], pa.v, pa.w) + tac_slot_dot(&sb[k], pb.v, pb.w);
    }
}

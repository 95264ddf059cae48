#include "plain_rows.h"

#include "model/flexible.h"

void tac_plain_rows(const tac_model *m, const tac_state *s, const tac_element *e, tac_slot *sb,
                    double *x, double *xd)
{
    tac_element undriven;
    const tac_element *plain = e;
    for (int k = 0; k < e->n_row; k++) {
        if (e->rows[k].drive != TAC_NONE) {
            undriven = plain == e ? *e : undriven;
            undriven.rows[k].drive = TAC_NONE;
            plain = &undriven;
        }
    }
    tac_pose pa = tac_state_pose(m, s, e, 0), pb = tac_state_pose(m, s, e, 1);
    tac_slot sa[TAC_MAX_ROWS];
    double phi_t[TAC_MAX_ROWS];
    double angle = tac_element_angle(e, &pa, &pb, e->angle == TAC_NONE ? 0.0 : s->angle[e->angle]);
    tac_rows_position(plain, &pa, &pb, NULL, angle, sa, sb, x, phi_t);
    for (int k = 0; k < plain->n_row; k++) {
        xd[k] = tac_slot_dot(&sa[k], pa.v, pa.w) + tac_slot_dot(&sb[k], pb.v, pb.w);
    }
}

void tac_coupled_coordinate(const tac_model *m, const tac_state *s, const tac_element *lead,
                            const tac_signal *signal, double *x, double *xd)
{
    const double *of = s->coupled + 2 * (lead - (m->element + m->couplers.first_term));
    int drive = lead->rows[0].drive;
    *x = *xd = 0.0;
    for (int i = 0; i <= lead->followers; i++) {
        tac_element e = lead[i];
        tac_slot slot[TAC_MAX_ROWS];
        double value[TAC_MAX_ROWS], rate[TAC_MAX_ROWS];
        e.lead = of[2 * i];
        e.length = 0.0;
        tac_plain_rows(m, s, &e, slot, value, rate);
        *x += value[0];
        *xd += rate[0];
    }
    if (signal) {
        *x -= drive == TAC_NONE ? of[1] : signal[drive].x;
        *xd -= drive == TAC_NONE ? 0.0 : signal[drive].xd;
    }
}

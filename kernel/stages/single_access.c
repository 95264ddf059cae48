#include "single_access.h"

void tac_set_body(const tac_workspace *w, int body, int field, const double *value, int n)
{
    const tac_grouping *g = w->plan->g;
    const tac_body_cell *c = &w->plan->body[g->body_cell[body]];
    double *p = tac_body_field(w, body, field);
    int lane = g->body_lane[body], copies = w->m->copies;
    int more = lane < copies ? g->lanes : 0; // lanes from n on repeat the first of their copy
    for (int k = 0; k < n; k++, p += g->lanes) {
        p[0] = value[k];
        for (int l = c->n + lane; l < more; l += copies) {
            p[l - lane] = value[k];
        }
    }
}

static mat3 body_rotation(const tac_workspace *w, int body)
{
    return (mat3){tac_body_vec3(w, body, B_A), tac_body_vec3(w, body, B_A + 3),
                  tac_body_vec3(w, body, B_A + 6)};
}

tac_pose tac_body_pose(const tac_workspace *w, int body)
{
    return (tac_pose){tac_body_vec3(w, body, B_R), body_rotation(w, body), tac_body_quat(w, body),
                      tac_body_vec3(w, body, B_V), tac_body_vec3(w, body, B_W)};
}

void tac_place_body(tac_workspace *w, int body, vec3 r, quat p)
{
    quat unit = unitq(p); // Psi = 0, [004] (4)
    mat3 A = rotation(unit);
    const double value[16] = {r.x,   r.y,   r.z,   A.x.x, A.x.y,   A.x.z,   A.y.x,   A.y.y,
                              A.y.z, A.z.x, A.z.y, A.z.z, unit.e0, unit.e1, unit.e2, unit.e3};
    tac_set_body(w, body, B_R, value, 16);
}

tac_slot tac_row_slot(const tac_workspace *w, int row, int side)
{
    const tac_grouping *g = w->plan->g;
    int i = w->m->row_element[row], lanes = g->lanes;
    const tac_cell *c = &w->plan->cell[g->element_cell[i]];
    int k = row - w->m->element[i].row;
    const double *a = w->fields.J + (size_t)((c->slot[side] + 3 * k) * lanes) + g->element_lane[i];
    const double *l = a + TAC_TO_LINEAR(c->like->n_row) * lanes;
    return (tac_slot){{l[0], l[lanes], l[2 * lanes]}, {a[0], a[lanes], a[2 * lanes]}};
}

#include "single_access.h"

void tac_set_body(const tac_workspace *w, int body, int field, const double *value, int n)
{
    const tac_grouping *g = w->plan->g;
    const tac_body_cell *c = &w->plan->body[g->body_cell[body]];
    double *p = tac_body_field(w, body, field);
    int lane = g->body_lane[body], copies = w->m->copies;
    if (c->n == 1 && g->lanes == 4) { // all repeat it
        for (int k = 0; k < n; k++, p += 4) {
            p[0] = p[1] = p[2] = p[3] = value[k];
        }
        return;
    }
    int more = lane < copies ? g->lanes : 0; // lanes from n on repeat the first of their copy
    for (int k = 0; k < n; k++) {
        p[k * g->lanes] = value[k];
    }
    for (int l = c->n + lane; l < more; l += copies) {
        for (int k = 0; k < n; k++) {
            p[k * g->lanes + l - lane] = value[k];
        }
    }
}

mat3 tac_body_rotation(const tac_workspace *w, int body)
{
    return (mat3){tac_body_vec3(w, body, B_A), tac_body_vec3(w, body, B_A + 3),
                  tac_body_vec3(w, body, B_A + 6)};
}

tac_pose tac_body_pose(const tac_workspace *w, int body)
{
    return (tac_pose){tac_body_vec3(w, body, B_R), tac_body_rotation(w, body),
                      tac_body_quat(w, body, B_P), tac_body_vec3(w, body, B_V),
                      tac_body_vec3(w, body, B_W)};
}

void tac_place_body(tac_workspace *w, int body, vec3 r, quat p)
{
    quat unit = unitq(p); // Psi = 0, [004] (4)
    mat3 A = rotation(unit);
    const double value[16] = {r.x,   r.y,   r.z,   A.x.x, A.x.y,   A.x.z,   A.y.x,   A.y.y,
                              A.y.z, A.z.x, A.z.y, A.z.z, unit.e0, unit.e1, unit.e2, unit.e3};
    tac_set_body(w, body, B_R, value, 16);
}

tac_pose tac_side_pose(const tac_workspace *w, const tac_element *e, int side)
{
    int lanes = w->plan->g->lanes, interface = e->interface[side];
    if (interface == TAC_NONE) {
        return tac_body_pose(w, e->body[side]);
    }
    const double *b = w->fields.body + w->plan->interface_at[interface];
    double f[B_W + 3 - B_R];
    for (int k = 0; k < B_W + 3 - B_R; k++) {
        f[k] = b[(B_R + k) * lanes];
    }
    return (tac_pose){{f[0], f[1], f[2]},
                      {{f[3], f[4], f[5]}, {f[6], f[7], f[8]}, {f[9], f[10], f[11]}},
                      {f[12], f[13], f[14], f[15]},
                      {f[16], f[17], f[18]},
                      {f[19], f[20], f[21]}};
}

size_t tac_slots_at(const tac_workspace *w, int row, int side, int *to_linear)
{
    const tac_grouping *g = w->plan->g;
    int i = w->m->rows.row_element[row], lanes = g->lanes;
    const tac_cell *c = &w->plan->cell[g->element_cell[i]];
    int k = row - w->m->element[i].row;
    *to_linear = TAC_TO_LINEAR(c->like->n_row) * lanes;
    return (size_t)((c->slot[side] + 3 * k) * lanes + g->element_lane[i]);
}

tac_slot tac_row_slot(const tac_workspace *w, int row, int side)
{
    int lanes = w->plan->g->lanes, linear;
    const double *a = w->fields.J + tac_slots_at(w, row, side, &linear), *l = a + linear;
    return (tac_slot){{l[0], l[lanes], l[2 * lanes]}, {a[0], a[lanes], a[2 * lanes]}};
}

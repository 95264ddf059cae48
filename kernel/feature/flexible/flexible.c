#include "flexible.h"

#include <math.h>
#include <string.h>

#include "flexible_units.h"
#include "modal_pace.h"
#include "model/flexible_single.h"
#include "model/mobility.h"
#include "model/plan/flexible_cells.h"
#include "workspace/single_access.h"

// ---- memory ------------------------------------------------------------------------------------

// Bodies side by side, of which this is the first, or it alone; 0: it is in the cell of another one.
static int members_of(const tac_model *m, const tac_grouping *g, const tac_flexible *f,
                      const tac_flexible **of)
{
    int n = tac_flexes_beside(m, g, f->body);
    const int *node = g->unit_node + g->unit_first[g->unit_of[f->body]];
    for (int l = 0; l < n; l++) {
        of[l] = n > 1 ? &m->flex.flexible[m->flex.flexible_of[node[l]]] : f;
    }
    return n;
}

static bool have_same_modes(const tac_flexible *const *of, int n)
{
    bool same = true;
    for (int l = 1; l < n; l++) {
        same &= of[l]->modes == of[0]->modes;
    }
    return same;
}

// What does not change of modes: numbers over them, and of interfaces.
static size_t constants_of(const tac_modes *k)
{
    size_t n = 4 * (size_t)k->n_four, interfaces = (size_t)k->n_interface;
    return n * (14 + 9 * (size_t)k->n + 6 * interfaces) + 3 * interfaces;
}

static void layout_cell(const tac_model *m, tac_flex_cell *c, tac_arena *a)
{
    const tac_flexible *f = c->of[0];
    const tac_flex_sizes *size = c->lanes == 1   ? &tac_flex_sizes_1
                                 : c->lanes == 4 ? &tac_flex_sizes_4
                                                 : &tac_flex_sizes_8;
    size_t lanes = (size_t)c->lanes, modes = 4 * (size_t)f->modes->n_four * lanes,
           interfaces = (size_t)f->modes->n_interface, rows = (size_t)tac_flex_rows(m, f->body);
    size_t constants = c->modes.same ? 0 : constants_of(f->modes) * lanes;
    double *next = tac_take(a, TAC_FLEX_NUMBERS * modes + 14 * lanes, sizeof *next);
    c->row = tac_take(a, 2 * rows * (8 * lanes + modes), sizeof *c->row);
    double *constant = tac_take(a, constants, sizeof *constant);
    c->modes.omega = c->modes.same ? c->modes.omega : constant;
    c->side_interface = tac_take(a, rows, sizeof *c->side_interface);
    c->side = tac_take(a, (size_t)f->n_side, sizeof *c->side);
    c->own = tac_take(a, 1, size->own);
    char *map = tac_take(a, 3 * interfaces, size->map);
    if (next) {
        double **const list[TAC_FLEX_NUMBERS] = {&c->q,   &c->qd,   &c->qdd, &c->q0,
                                                 &c->qd0, &c->qdd0, &c->dq,  &c->left,
                                                 &c->d,   &c->mass, &c->zeta};
        for (int k = 0; k < TAC_FLEX_NUMBERS; k++, next += modes) {
            *list[k] = next;
        }
        c->travel = next;
        c->bent = next + 2 * lanes;
        c->unsettled = next + 4 * lanes;
        c->settled = next + 5 * lanes;
        c->length = next + 6 * lanes;
        c->inertia = next + 7 * lanes;
        c->start = (tac_interface_map *)map;
        c->now = (tac_interface_map *)(map + interfaces * size->map);
        c->map = (tac_interface_map *)(map + 2 * interfaces * size->map);
    }
}

void tac_layout_flex_cells(tac_workspace *w, const tac_plan *plan, tac_arena *a)
{
    const tac_model *m = w->m;
    size_t n = (size_t)m->flex.n_flexible;
    tac_flex_cell *cell = tac_take(a, n, sizeof *cell);
    w->flexes = (tac_flexes){.cell = cell,
                             .cell_of = tac_take(a, n, sizeof *w->flexes.cell_of),
                             .lane = tac_take(a, n, sizeof *w->flexes.lane)};
    for (int i = 0; i < m->flex.n_flexible; i++) {
        tac_flex_cell c = {0};
        c.n = members_of(m, plan->g, &m->flex.flexible[i], c.of);
        if (c.n == 0) {
            continue;
        }
        c.lanes = c.n > 1 ? plan->g->lanes : 1;
        for (int l = c.n; l < TAC_MAX_LANES; l++) {
            c.of[l] = c.of[0];
        }
        c.modes = *c.of[0]->modes;
        c.modes.same = have_same_modes(c.of, c.n);
        c.n_side = c.of[0]->n_side;
        layout_cell(m, &c, a);
        for (int l = 0; l < c.n && cell; l++) {
            w->flexes.cell_of[c.of[l] - m->flex.flexible] = w->flexes.n;
            w->flexes.lane[c.of[l] - m->flex.flexible] = l;
        }
        if (cell) {
            cell[w->flexes.n] = c;
        }
        w->flexes.n++;
    }
}

// ---- constants ---------------------------------------------------------------------------------

// Of chunks of several bodies: chunk k of `rows` numbers is mode k.
static const double *put_beside(double **next, const tac_flex_cell *c, const double *const *of,
                                int rows)
{
    double *to = *next;
    for (int j = 0; j < 4 * c->modes.n_four; j++) {
        for (int row = 0; row < rows; row++) {
            for (int l = 0; l < c->lanes; l++) {
                to[(j * rows + row) * c->lanes + l] = of[l][tac_four_at(rows, row, j)];
            }
        }
    }
    *next += 4 * c->modes.n_four * rows * c->lanes;
    return to;
}

static void fill_constants(tac_flex_cell *c)
{
    double *next = (double *)c->modes.omega;
    tac_modes *k = &c->modes;
    const double *from[6][TAC_MAX_LANES] = {{NULL}}, *shape[TAC_MAX_LANES] = {NULL};
    for (int l = 0; l < c->lanes; l++) {
        const tac_modes *of = c->of[l]->modes;
        const double *const list[] = {of->omega, of->zeta, of->Ct, of->I, of->S, of->shape};
        for (int i = 0; i < 6; i++) {
            from[i][l] = list[i];
        }
    }
    k->omega = put_beside(&next, c, from[0], 1);
    k->zeta = put_beside(&next, c, from[1], 1);
    k->Ct = put_beside(&next, c, from[2], 3);
    k->I = put_beside(&next, c, from[3], 9);
    k->S = put_beside(&next, c, from[4], 9 * k->n);
    k->shape = next;
    for (int i = 0; i < k->n_interface; i++) {
        for (int l = 0; l < c->lanes; l++) {
            shape[l] = from[5][l] + 24 * k->n_four * i;
        }
        (void)put_beside(&next, c, shape, 6);
    }
    k->s = (const vec3 *)next;
    for (int i = 0; i < k->n_interface; i++, next += 3 * c->lanes) {
        for (int l = 0; l < c->lanes; l++) {
            vec3 s = c->of[l]->modes->s[i];
            next[l] = s.x;
            next[c->lanes + l] = s.y;
            next[2 * c->lanes + l] = s.z;
        }
    }
}

static void fill_inertia(const tac_workspace *w, tac_flex_cell *c)
{
    for (int l = 0; l < c->lanes; l++) {
        const mat3 *J = &w->m->bodies.J[c->of[l]->body];
        const double value[7] = {
            w->m->bodies.mass[c->of[l]->body], J->x.x, J->y.y, J->z.z, J->x.y, J->x.z, J->y.z};
        c->length[l] = c->of[l]->modes->length;
        for (int k = 0; k < 7; k++) {
            c->inertia[k * c->lanes + l] = value[k];
        }
    }
}

static void fill_pace(const tac_workspace *w, tac_flex_cell *c)
{
    for (int l = 0; l < c->lanes; l++) {
        const tac_modes *k = c->of[l]->modes;
        for (int j = 0; j < 4 * k->n_four; j++) {
            tac_modal_pace of =
                tac_pace_of_mode(k->omega[j], k->zeta[j], w->o.order == 2 ? w->pace.dt[0] : 0.0);
            *tac_flex_mode(c, c->mass, j, l) = of.mass;
            *tac_flex_mode(c, c->zeta, j, l) = of.zeta;
        }
    }
}

// ---- elements on bodies ------------------------------------------------------------------------

// Places of lanes; those from n on have that of the first.
static tac_ref refer(const tac_flex_cell *c, const int *at)
{
    bool aligned = at[0] % c->lanes == 0;
    for (int l = 0; l < c->lanes; l++) {
        aligned &= at[l] == at[0] + l;
    }
    return (tac_ref){aligned, at[0], at};
}

static void place_side(const tac_workspace *w, tac_flex_cell *c, int i)
{
    const tac_model *m = w->m;
    const tac_grouping *g = w->plan->g;
    tac_flex_side *s = &c->side[i];
    for (int l = 0; l < c->lanes; l++) {
        const tac_flexible *f = c->of[l];
        bool has = i < f->n_side;
        const tac_flexible_side *on = &m->flex.flexible_side[(has ? f : c->of[0])->side + i];
        const tac_element *e = &m->element[on->element];
        const tac_side *side = &w->plan->body[g->body_cell[f->body]].side[i];
        s->places[0][l] = side->at.at[g->body_lane[f->body]];
        s->places[1][l] = (int)tac_slots_at(w, e->row, on->side, &s->to_linear);
        s->row[l] = has ? w->plan->row_at[e->row] : TAC_NONE;
        if (l == 0) {
            s->interface = on->interface;
            s->n_row = e->n_row;
            s->joint = tac_holds(e);
            s->scratch = side->scratch;
        }
    }
    s->told = refer(c, s->places[0]);
    s->slot = refer(c, s->places[1]);
}

// At which interface the rows of the leaf are, and terms of couplers, in the order of the plan.
static void place_rows(const tac_workspace *w, tac_flex_cell *c)
{
    const tac_model *m = w->m;
    int body = c->of[0]->body, *next = c->side_interface;
    for (int i = 0; i < m->nodes.n_e[body] + m->nodes.n_r[body]; i++) {
        const tac_element *e =
            &m->element[m->rows.row_element[m->nodes.node_row[m->nodes.row_at[body] + i]]];
        for (int k = 0; k <= e->followers; k++) {
            int side = e[k].body[1] == body;
            if (e[k].body[side] == body) {
                *next++ = e[k].interface[side] - c->of[0]->interface;
            }
        }
    }
}

// What elements take from an interface as from a body: it moves at least as easily as the body does there, modes
// included, and reactions do not follow it. A row with a force and a torque moves it by twice what they do apart at most.
static void fill_interface(tac_workspace *w, const tac_flexible *f, int k, double *p)
{
    const tac_model *m = w->m;
    double W[6][6], mass_inv = 0.0;
    tac_interface_mobility(m, f, k, w->pace.dt[0], W);
    for (int i = 0; i < 3; i++) { // no less than the largest of any direction
        double sum = 2.0 * (fabs(W[i][0]) + fabs(W[i][1]) + fabs(W[i][2]));
        mass_inv = sum > mass_inv ? sum : mass_inv;
    }
    const double value[] = {1.0 / mass_inv,
                            mass_inv,
                            m->bodies.J[f->body].x.x,
                            m->bodies.J[f->body].y.y,
                            m->bodies.J[f->body].z.z,
                            m->bodies.J[f->body].x.y,
                            m->bodies.J[f->body].x.z,
                            m->bodies.J[f->body].y.z,
                            2.0 * W[3][3],
                            2.0 * W[4][4],
                            2.0 * W[5][5],
                            2.0 * W[3][4],
                            2.0 * W[3][5],
                            2.0 * W[4][5]};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        p[(B_MASS + (int)i) * w->plan->g->lanes] = value[i];
    }
}

void tac_fill_flex_cells(tac_workspace *w)
{
    for (int i = 0; i < w->flexes.n; i++) {
        tac_flex_cell *c = &w->flexes.cell[i];
        if (!c->modes.same) {
            fill_constants(c);
        }
        fill_inertia(w, c);
        fill_pace(w, c);
        for (int k = 0; k < c->n_side; k++) {
            place_side(w, c, k);
        }
        place_rows(w, c);
        for (int k = 0; k < c->modes.n_interface; k++) {
            double *p = w->fields.body + w->plan->interface_at[c->of[0]->interface + k];
            for (int l = 0; l < c->lanes; l++) {
                fill_interface(w, c->of[l], k, p + l);
            }
        }
    }
}

// ---- a body by itself --------------------------------------------------------------------------

static void take_modes(const tac_flex_cell *c, double *from, int l, double *to)
{
    for (int j = 0; j < 4 * c->modes.n_four; j++) {
        to[j] = *tac_flex_mode(c, from, j, l);
    }
}

void tac_flex_now(const tac_workspace *w, int i, double *q, double *qd)
{
    const tac_flex_cell *c = tac_flex_cell_of(w, i);
    take_modes(c, c->q, w->flexes.lane[i], q);
    if (qd) {
        take_modes(c, c->qd, w->flexes.lane[i], qd);
    }
}

// In lanes that repeat it as well.
static void set_interface3(const tac_workspace *w, int i, int k, int field, vec3 a)
{
    const tac_flex_cell *c = tac_flex_cell_of(w, i);
    int lanes = w->plan->g->lanes, more = w->flexes.lane[i] == 0 ? c->lanes : 0;
    double *p = w->fields.body + w->plan->interface_at[w->m->flex.flexible[i].interface + k] +
                field * lanes;
    p[0] = a.x;
    p[lanes] = a.y;
    p[2 * lanes] = a.z;
    for (int l = c->n; l < more; l++) {
        p[l] = a.x;
        p[lanes + l] = a.y;
        p[2 * lanes + l] = a.z;
    }
}

void tac_move_interfaces(const tac_workspace *w, int i)
{
    const tac_flex_cell *c = tac_flex_cell_of(w, i);
    const tac_modes *k = w->m->flex.flexible[i].modes;
    int body = w->m->flex.flexible[i].body;
    double q[TAC_MOST_MODES], qd[TAC_MOST_MODES], qdd[TAC_MOST_MODES];
    tac_pose b = tac_body_pose(w, body);
    vec3 a = tac_body_vec3(w, body, B_ACC), wd = tac_body_vec3(w, body, B_WD);
    tac_flex_now(w, i, q, qd);
    take_modes(c, c->qdd, w->flexes.lane[i], qdd);
    for (int n = 0; n < k->n_interface; n++) {
        interface_mapv at = tac_map_single(k, n, q);
        tac_pose there = tac_pose_single(k, &at, &b, qd);
        vec3 l, t;
        tac_accelerate_single(k, &at, &b, a, wd, qd, qdd, &l, &t);
        set_interface3(w, i, n, B_V, there.v);
        set_interface3(w, i, n, B_W, there.w);
        set_interface3(w, i, n, B_ACC, l);
        set_interface3(w, i, n, B_WD, t);
    }
}

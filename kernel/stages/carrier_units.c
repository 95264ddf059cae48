// Elimination where some bodies are carriers: leaves that have columns of their unknowns are made here, all else
// is as in units.c.
//
// With sigma the multipliers and -y what they change of the unknowns of a carrier of mass matrix M, the linear
// problem is
//     (C + h Phi M^-1 Phi^T) sigma + Phi_c y = right-hand side,   Phi_c^T sigma - M_c/h y = 0,
// the sum in parentheses over the bodies that are no carriers. The leaf of a body has the first with all its rows
// on the body, and Phi_c of those that hang; the leaf of the carrier the second with the rows on the
// carrier that do not hang. Pivots of unknowns are below zero; nothing else tells them from rows.
// docs/equations.md, "Carriers".
#include "known_fronts.h"
#include "model/carriers.h"
#include "units.h"
#include "wide_fronts.h"

#if TAC_LANES == 1
#define STAGES tac_carrier_unit_stages_1
#define OTHERS tac_unit_stages_1
#elif TAC_LANES == 4
#define STAGES tac_carrier_unit_stages_4
#define OTHERS tac_unit_stages_4
#else
#define STAGES tac_carrier_unit_stages_8
#define OTHERS tac_unit_stages_8
#endif

// ---- leaves with columns -----------------------------------------------------------------------

// Puts an entry of the front, above the diagonal; of a wide unit that of the first lane, which all have.
TAC_INLINE void put_entry(const front *F, int wide, int i, int j, lane x)
{
    int low = i < j ? i : j, high = i < j ? j : i;
    if (wide) {
        F->kept[low * F->stride + high] = lane_get(x, 0);
    } else {
        lane_store(front_row(F, low) + high * L, x);
    }
}

TAC_INLINE lane h_of(const tac_workspace *w, const tac_node_cell *u, int wide)
{
    return wide ? lane_set(w->pace.h[u->body.first % L]) : lane_load(w->pace.h);
}

// Phi of the rows of a side, in six columns.
TAC_INLINE void put_columns(const tac_workspace *w, const front *F, int wide,
                            const tac_leaf_side *side, const tac_ref *slot, int row, int column)
{
    for (int k = 0; k < side->n_row; k++) {
        const double *J = w->fields.J + 3 * k * L;
        vec3v a = fetch3(J, slot), l = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
        if (k < side->n_linear) {
            l = fetch3(J + TAC_TO_LINEAR(side->n_row) * L, slot);
        }
        const lane x[TAC_UNKNOWNS] = {l.x, l.y, l.z, a.x, a.y, a.z};
        TAC_UNROLL
        for (int f = 0; f < TAC_UNKNOWNS; f++) {
            put_entry(F, wide, row + k, column + f, x[f]);
        }
    }
}

// -M/h of a carrier, of rotations with what its Newton iterations have besides.
TAC_INLINE void put_mass(const tac_workspace *w, const tac_node_cell *u, const front *F, int wide)
{
    int at = u->own;
    lane minus = -1.0 / h_of(w, u, wide);
    lane m = minus * fetch(w->fields.body + B_MASS * L, &u->body);
    mat3v K = fetch_symmetric(w->fields.body + B_LEAF_INV * L, &u->body);
    vec3v x = cross3v(K.y, K.z), y = cross3v(K.z, K.x), z = cross3v(K.x, K.y);
    lane scale = minus / dot3v(K.x, x);
    for (int f = 0; f < 3; f++) {
        put_entry(F, wide, at + f, at + f, m);
    }
    put_entry(F, wide, at + 3, at + 3, scale * x.x);
    put_entry(F, wide, at + 3, at + 4, scale * x.y);
    put_entry(F, wide, at + 3, at + 5, scale * x.z);
    put_entry(F, wide, at + 4, at + 4, scale * y.y);
    put_entry(F, wide, at + 4, at + 5, scale * y.z);
    put_entry(F, wide, at + 5, at + 5, scale * z.z);
}

// Rows on the body of a leaf: where they are in its front, and their Jacobians.
typedef struct leaf_rows {
    int n, at[MOST_LEAF_ROWS];
    int axis[MOST_LEAF_ROWS]; // as in leaf_many
    vec3v l[MOST_LEAF_ROWS], a[MOST_LEAF_ROWS];
} leaf_rows;

TAC_INLINE void collect_rows(const tac_workspace *w, const tac_node_cell *u, leaf_rows *r)
{
    int n = 0;
    for (int s = 0; s < u->n_side; s++) {
        const tac_leaf_side *side = &u->side[s];
        for (int k = 0; k < side->n_row; k++, n++) {
            const double *J = w->fields.J + 3 * k * L;
            int linear = k < side->n_linear;
            r->at[n] = u->hung[s].row + k;
            r->axis[n] = !linear ? 0 : side->point && k < 3 ? side->point * (k + 1) : 4;
            r->a[n] = fetch3(J, &side->slot);
            if (r->axis[n] == 4) {
                r->l[n] = fetch3(J + TAC_TO_LINEAR(side->n_row) * L, &side->slot);
            } else if (linear) {
                lane one = lane_set(side->point), zero = lane_set(0.0);
                r->l[n] = (vec3v){k == 0 ? one : zero, k == 1 ? one : zero, k == 2 ? one : zero};
            }
        }
    }
    r->n = n;
}

// W of the rows on a body, as leaf_many has it, with a node per lane.
TAC_INLINE void put_products(const tac_workspace *w, const tac_node_cell *u, const front *F)
{
    leaf_rows r;
    collect_rows(w, u, &r);
    lane h = lane_load(w->pace.h), hm = h * fetch(w->fields.body + B_MASS_INV * L, &u->body);
    mat3v J_inv = fetch_symmetric(w->fields.body + B_LEAF_INV * L, &u->body);
    for (int i = 0; i < r.n; i++) {
        vec3v t = scale3v(h, mul3v(J_inv, r.a[i]));
        double *row = front_row(F, r.at[i]);
        for (int j = i; j < r.n; j++) {
            lane linear = lane_set(0.0);
            if (r.axis[i] != 0 && r.axis[j] != 0) {
                if (r.axis[i] != 4 && r.axis[j] != 4) {
                    linear = r.axis[i] == r.axis[j] ? hm : r.axis[i] == -r.axis[j] ? -hm : linear;
                } else {
                    linear = dot3v(scale3v(hm, r.l[i]), r.l[j]);
                }
            }
            lane_store(row + r.at[j] * L, plus_dot3v(linear, t, r.a[j]));
        }
    }
}

static void put_zeros(const front *F, int n)
{
    for (int i = 0; i < n; i++) {
        double *row = front_row(F, i);
        for (int j = i; j < n; j++) {
            lane_store(row + j * L, lane_set(0.0));
        }
    }
}

TAC_INLINE void put_all_columns(const tac_workspace *w, const tac_node_cell *u, const front *F,
                                int wide)
{
    for (int s = 0; s < u->n_side; s++) {
        const tac_leaf_side *side = &u->side[s];
        const tac_hung_side *hung = &u->hung[s];
        if (u->own != TAC_NONE) {
            put_columns(w, F, wide, side, &side->slot, hung->row, u->own);
        }
        if (hung->column != TAC_NONE) {
            put_columns(w, F, wide, side, &hung->other, hung->row, hung->column);
        }
    }
}

static void columns_lanes(tac_workspace *w, const tac_node_cell *u)
{
    front F = front_at(w, u);
    put_zeros(&F, u->size);
    if (u->own == TAC_NONE) {
        put_products(w, u, &F);
    } else {
        put_mass(w, u, &F, 0);
    }
    put_all_columns(w, u, &F, 0);
}

// Dense Jacobian with zeros in the columns of unknowns.
static void columns_wide(tac_workspace *w, const tac_node_cell *u)
{
    front F = {w->fronts.front + u->front, NULL, u->n_e, u->stride};
    if (u->own == TAC_NONE) {
        double *J = w->fronts.dense + u->dense;
        for (int k = 0; k < 6 * u->stride; k += L) {
            lane_store(J + k, lane_set(0.0));
        }
        for (int s = 0; s < u->n_side; s++) {
            place_wide_rows(w, u, &u->side[s], u->hung[s].row);
        }
        products_wide(w, u, u->size);
    } else {
        join_zeros(F.kept, u->stride, u->size);
        put_mass(w, u, &F, 1);
    }
    put_all_columns(w, u, &F, 1);
}

// ---- joined nodes -------------------------------------------------------------------------------

// Boundary rows of a child that follow each other in the parent as well.
typedef struct run {
    int from, to, n;
} run;

// As add_child; children in the same lanes run by run.
TAC_INLINE void add_part(tac_workspace *w, const tac_node_cell *u, int c, const front *F)
{
    if (u->child_beside[c] != TAC_ALIGNED) {
        add_child(w, u, c);
        return;
    }
    const tac_node_cell *v = &w->plan->unit[u->child[c]];
    const int *map = w->m->map + w->m->row_at[v->node[0]] + v->n_e;
    int n = v->size - v->n_e, n_run = 0;
    run runs[MOST_LEAF_ROWS];
    for (int i = 0; i < n; i++) {
        if (i > 0 && map[i] == map[i - 1] + 1) {
            runs[n_run - 1].n++;
        } else {
            runs[n_run++] = (run){i, map[i], 1};
        }
    }
    const double *G = left_of(w, v);
    for (int r = 0; r < n_run; r++) {
        for (int i = 0; i < runs[r].n; i++) {
            double *to = front_row(F, runs[r].to + i);
            const double *from = G + (runs[r].from + i) * v->stride;
            for (int s = r, skip = i; s < n_run; s++, skip = 0) {
                double *at = to + (runs[s].to + skip) * L;
                const double *x = from + (runs[s].from + skip) * L;
                for (int j = 0, end = (runs[s].n - skip) * L; j < end; j += L) {
                    lane_store(at + j, lane_load(at + j) + lane_load(x + j));
                }
            }
        }
    }
}

// ---- units -------------------------------------------------------------------------------------

// Unknowns have no right-hand side of their own; the solution was left there.
TAC_INLINE void clear_unknowns(tac_workspace *w, const tac_node_cell *u)
{
    for (int e = 0, k = 0; k < u->n_unknown; e++, k += TAC_UNKNOWNS) {
        double *sigma = w->fields.row + u->home[e].row.first + R_SIGMA * L;
        for (int i = 0; i < TAC_UNKNOWNS; i++) {
            lane_store(sigma + i * ROW, lane_set(0.0));
        }
    }
}

static void factor(tac_workspace *w, const tac_node_cell *u)
{
    if (u->wide) {
        if (u->leaf) {
            columns_wide(w, u);
        } else {
            front F = {w->fronts.front + u->front, NULL, u->n_e, u->stride};
            join_wide(w, u);
            put_all_columns(w, u, &F, 1);
        }
        add_compliance_wide(w, u);
        factor_wide(w->fronts.front + u->front, u->size, u->n_e, u->stride);
        return;
    }
    front F = front_at(w, u);
    if (!u->leaf) {
        put_zeros(&F, u->size);
        add_part(w, u, 0, &F);
        add_part(w, u, 1, &F);
        put_all_columns(w, u, &F, 0);
    } else if (u->hung) {
        columns_lanes(w, u);
    } else {
        leaf_lanes(w, u);
    }
    add_compliance(w, u);
    factor_stretches(&F, u->size);
}

// Whether units.c does all of a unit.
TAC_INLINE bool is_other(const tac_node_cell *u)
{
    return u->chain || (u->wide && !u->hung);
}

static void forward(tac_workspace *w, const tac_node_cell *u)
{
    load_front(w, u);
    forward_stretches(w->fronts.front + u->front, u->size, u->n_e, w->fronts.b + u->b);
}

static void units_forward(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_node_cell *u = &w->plan->unit[i];
        clear_unknowns(w, u);
        if (u->wide || u->chain) {
            OTHERS[TAC_UNITS_FORWARD](w, i, i + 1);
        } else if (!tac_is_silent(u)) {
            forward(w, u);
        }
    }
}

static void units_factor(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_node_cell *u = &w->plan->unit[i];
        if (is_other(u)) {
            clear_unknowns(w, u);
            OTHERS[TAC_UNITS_FACTOR](w, i, i + 1);
        } else {
            factor(w, u);
            units_forward(w, i, i + 1);
        }
    }
}

static void units_backward(tac_workspace *w, int first, int last)
{
    for (int i = last - 1; i >= first; i--) {
        const tac_node_cell *u = &w->plan->unit[i];
        if (u->wide || u->chain) {
            OTHERS[TAC_UNITS_BACKWARD](w, i, i + 1);
        } else if (!tac_is_silent(u)) {
            double *b = w->fronts.b + u->b;
            if (u->size > u->n_e) {
                read_boundary(w, u);
            }
            backward_stretches(w->fronts.front + u->front, u->size, u->n_e, b);
            give_front(w, u);
        }
    }
}

tac_stage *const STAGES[TAC_METHOD_STAGES] = {
    [TAC_UNITS_FACTOR] = units_factor,
    [TAC_UNITS_FORWARD] = units_forward,
    [TAC_UNITS_BACKWARD] = units_backward,
};

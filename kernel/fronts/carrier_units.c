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
#include "workspace/coupled.h"

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

// ---- listed entries -----------------------------------------------------------------------------

// Entries of one kind, whose first one is at F; of the children at G. Returns where those of the next kind are listed.
TAC_INLINE const int *join_entries(double *F, const double *const G[2], const int *at, int n,
                                   int first, int second)
{
    for (const int *end = at + n * (1 + first + second); at < end; at += 1 + first + second) {
        lane sum = lane_set(0.0);
        if (first) {
            sum += lane_load(G[0] + at[1]);
        }
        if (second) {
            sum += lane_load(G[1] + at[1 + first]);
        }
        lane_store(F + at[0], sum);
    }
    return at;
}

// The front as the plan lists it (model/plan/joins.h).
TAC_INLINE void join_listed(tac_workspace *w, const tac_node_cell *u)
{
    double *const to[2] = {w->fronts.front + u->front, left_of(w, u)};
    const double *const G[2] = {left_of(w, &w->plan->unit[u->child[0]]),
                                left_of(w, &w->plan->unit[u->child[1]])};
    const int *at = u->join;
    for (int k = 0; k < 2; k++) {
        const int *n = u->n_join[k];
        at = join_entries(to[k], G, at, n[TAC_JOIN_NONE], 0, 0);
        at = join_entries(to[k], G, at, n[TAC_JOIN_FIRST], 1, 0);
        at = join_entries(to[k], G, at, n[TAC_JOIN_SECOND], 0, 1);
        at = join_entries(to[k], G, at, n[TAC_JOIN_BOTH], 1, 1);
    }
}

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

// The same added to what is there.
TAC_INLINE void add_entry(const front *F, int wide, int i, int j, lane x)
{
    int low = i < j ? i : j, high = i < j ? j : i;
    if (wide) {
        F->kept[low * F->stride + high] += lane_get(x, 0);
    } else {
        double *at = front_row(F, low) + high * L;
        lane_store(at, lane_load(at) + x);
    }
}

// Adds Phi of a term of a coupler, in six columns.
TAC_INLINE void add_columns(const tac_workspace *w, const front *F, int wide,
                            const tac_leaf_side *side, const tac_ref *slot, int row, int column)
{
    const double *J = w->fields.J;
    vec3v a = fetch3(J, slot), l = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    if (side->n_linear > 0) {
        l = fetch3(J + TAC_TO_LINEAR(1) * L, slot);
    }
    const lane x[TAC_UNKNOWNS] = {l.x, l.y, l.z, a.x, a.y, a.z};
    for (int f = 0; f < TAC_UNKNOWNS; f++) {
        add_entry(F, wide, row, column + f, x[f]);
    }
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
        double *at = wide ? NULL : front_row(F, row + k);
        TAC_UNROLL
        for (int f = 0; f < TAC_UNKNOWNS; f++) {
            if (wide || row > column) {
                put_entry(F, wide, row + k, column + f, x[f]);
            } else {
                lane_store(at + (column + f) * L, x[f]);
            }
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
        if (hung->adds) {
            if (u->own != TAC_NONE) {
                add_columns(w, F, wide, side, &side->slot, hung->row, u->own);
            }
            if (hung->column != TAC_NONE) {
                add_columns(w, F, wide, side, &hung->other, hung->row, hung->column);
            }
            continue;
        }
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
    if (u->join) {
        join_listed(w, u);
    } else {
        put_zeros(&F, u->size);
    }
    if (u->own == TAC_NONE) {
        leaf_rows r;
        collect_rows(w, u, 1, &r);
        put_products(w, u, &F, &r);
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
            if (u->side[s].adds) {
                add_to_wide_row(w, u, &u->side[s], u->hung[s].row);
            } else {
                place_wide_rows(w, u, &u->side[s], u->hung[s].row);
            }
        }
        products_wide(w, u, u->size);
    } else {
        join_zeros(F.kept, u->stride, u->size);
        put_mass(w, u, &F, 1);
    }
    put_all_columns(w, u, &F, 1);
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
    if (u->couples) {
        tac_ask_couplers(w, u);
    }
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
    if (u->leaf && u->hung) {
        columns_lanes(w, u);
    } else if (u->leaf) {
        leaf_lanes(w, u);
    } else if (u->join) {
        join_listed(w, u);
        put_all_columns(w, u, &F, 0);
    } else {
        put_zeros(&F, u->size);
        add_child(w, u, 0);
        add_child(w, u, 1);
        put_all_columns(w, u, &F, 0);
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
    if (u->couples) {
        tac_ask_couplers(w, u);
    }
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

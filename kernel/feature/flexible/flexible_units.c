// Elimination where some leaves are flexible bodies: theirs are made here, all else is that of units.c.
#include "flexible_units.h"

#include "flexible_lane.h"
#include "fronts/chain_fronts.h"
#include "fronts/units.h"
#include "workspace/coupled.h"

#if TAC_LANES == 1
#define STAGES tac_flexible_unit_stages_1
#define RIGID tac_unit_stages_1
#define SIZES tac_flex_sizes_1
#define LEAF tac_flex_leaf_1
#define MAKE_LEAF make_leaf_1
#elif TAC_LANES == 4
#define STAGES tac_flexible_unit_stages_4
#define RIGID tac_unit_stages_4
#define SIZES tac_flex_sizes_4
#define LEAF tac_flex_leaf_4
#define MAKE_LEAF make_leaf_4
#else
#define STAGES tac_flexible_unit_stages_8
#define RIGID tac_unit_stages_8
#define SIZES tac_flex_sizes_8
#define LEAF tac_flex_leaf_8
#define MAKE_LEAF make_leaf_8
#endif

const tac_flex_sizes SIZES = {sizeof(tac_flex_own), sizeof(tac_interface_map)};

// ---- a leaf ------------------------------------------------------------------------------------

// Entry on the diagonal of the front of a unit.
static double *diagonal(const tac_workspace *w, const tac_node_cell *u, int i)
{
    if (u->wide || i < u->n_e) {
        return w->fronts.front + u->front + i * (u->stride + u->step);
    }
    return w->sweep.scratch[u->scratch] + u->left + (i - u->n_e) * (u->stride + u->step);
}

// Doubles of a row: six coordinates in eight numbers, then modes.
TAC_INLINE int row_size(const tac_flex_cell *c)
{
    return 8 * L + chunks_of(&c->modes) * TAC_CHUNK;
}

// A row as (t, f), t = g - C f / d, and h (B^-1 t, f / d): W is their products.
TAC_INLINE void solve_row(const tac_flex_cell *c, const interface_mapv *at, vec3v l, vec3v a,
                          double *row, double *solved)
{
    const tac_flex_own *own = c->own;
    int n = chunks_of(&c->modes);
    lane push[6], sum[6];
    vec3v force = tmul3v(own->A, l), turning = mul3v(at->R, a),
          torque = add3v(turning, cross3v(at->s, force));
    chunk *f = (chunk *)(row + 8 * L), *to = (chunk *)(solved + 8 * L), h = CHUNK_SET(own->h);
    const chunk *d = (const chunk *)c->d;
    interface_push(at, force, turning, push);
    mix_rows(6, 6, at->shape, chunks_of(&c->modes), push, f);
    for (int i = 0; i < n; i++) {
        to[i] = f[i] * d[i];
    }
    sum_rows(6, 6, changing(own->at.C), chunks_of(&c->modes), to, sum);
    const lane six[6] = {force.x - sum[0],  force.y - sum[1],  force.z - sum[2],
                         torque.x - sum[3], torque.y - sum[4], torque.z - sum[5]};
    number *t = (number *)row, *s = (number *)solved;
    times_inverse(own->B, six, s);
    TAC_UNROLL
    for (int k = 0; k < 6; k++) {
        t[k] = six[k];
        s[k] = s[k] * own->h;
    }
    t[6] = t[7] = s[6] = s[7] = lane_set(0.0);
    for (int i = 0; i < n; i++) {
        to[i] = to[i] * h;
    }
}

// Entries of W: some rows, `size` numbers each, times some solved ones.
#if TAC_LANES == 1
enum { TILE_ROWS = 1, TILE_COLUMNS = 4 };

TAC_INLINE void make_tile(int chunks, const double *row, const double *solved, int size, lane *to)
{
    const four *r = (const four *)row, *s = (const four *)solved;
    four sum[TILE_COLUMNS];
    (void)size;
    TAC_UNROLL
    for (int k = 0; k < TILE_COLUMNS; k++) {
        sum[k] = r[0] * s[k * (2 + chunks)];
    }
    for (int i = 1; i < 2 + chunks; i++) {
        TAC_UNROLL
        for (int k = 0; k < TILE_COLUMNS; k++) {
            TAC_FOUR_ADD(sum[k], r[i], s[k * (2 + chunks) + i]);
        }
    }
    sum_chunks(TILE_COLUMNS, sum, to);
}
#else
enum { TILE_ROWS = 3, TILE_COLUMNS = 3, TILE = TILE_ROWS * TILE_COLUMNS };

TAC_INLINE void add_to_tile(const number *r, const number *s, int size, lane *sum)
{
    TAC_UNROLL
    for (int i = 0; i < TILE_ROWS; i++) {
        TAC_UNROLL
        for (int k = 0; k < TILE_COLUMNS; k++) {
            sum[i * TILE_COLUMNS + k] =
                lane_fma(r[i * size], s[k * size], sum[i * TILE_COLUMNS + k]);
        }
    }
}

TAC_INLINE void make_tile(int chunks, const double *row, const double *solved, int size, lane *to)
{
    const number *r = (const number *)row, *s = (const number *)solved;
    lane parts[4][TILE];
    TAC_UNROLL
    for (int nth = 0; nth < 4; nth++) {
        lane sum[TILE];
        TAC_UNROLL
        for (int i = 0; i < TILE; i++) {
            sum[i] = lane_set(0.0);
        }
        add_to_tile(r + nth, s + nth, size / L, sum);
        if (nth < 2) {
            add_to_tile(r + 4 + nth, s + 4 + nth, size / L, sum);
        }
        for (int i = 8 + nth; i < 8 + chunks; i += 4) {
            add_to_tile(r + i, s + i, size / L, sum);
        }
        TAC_UNROLL
        for (int i = 0; i < TILE; i++) {
            parts[nth][i] = sum[i];
        }
    }
    TAC_UNROLL
    for (int i = 0; i < TILE; i++) {
        to[i] = (parts[0][i] + parts[1][i]) + (parts[2][i] + parts[3][i]) + 0.0;
    }
}
#endif

// W of rows; those in the room behind the last one are zero.
TAC_INLINE void put_leaf(const tac_workspace *w, const tac_flex_cell *c, const tac_node_cell *u,
                         int rows, int first, const double *row, const double *solved)
{
    int size = row_size(c), chunks = chunks_of(&c->modes);
    for (int i = 0; i < rows; i += TILE_ROWS) {
        for (int j = i; j < rows; j += TILE_COLUMNS) {
            lane W[TILE_ROWS * TILE_COLUMNS];
            make_tile(chunks, row + i * size, solved + j * size, size, W);
            for (int m = 0; m < TILE_ROWS && i + m < rows; m++) {
                double *to = diagonal(w, u, i + m) + first;
                for (int k = 0; k < TILE_COLUMNS && j + k < rows; k++) {
                    if (j + k >= i + m) {
                        lane_store(to + (j + k - i - m) * u->step, W[m * TILE_COLUMNS + k]);
                    }
                }
            }
        }
    }
}

// The row behind a row is another term of its coupler.
TAC_INLINE void add_row(int size, double *row)
{
    for (int k = 0; k < size; k++) {
        row[k] += row[size + k];
    }
}

// Rows of lanes that lack an element are zero. Leaves are counted by this name (guard.flexible_leaf).
static __attribute__((noinline)) void MAKE_LEAF(tac_workspace *w, tac_flex_cell *c,
                                                const tac_node_cell *u, int l)
{
    int size = row_size(c), rows = L == 1 ? u->rows[l] : u->size, step = field_step(w), i = 0;
    const int *interface = c->side_interface;
    double *row = c->row, *solved = c->row + tac_flex_rows(w->m, c->of[0]->body) * size;
    for (const tac_leaf_side *s = u->side; s < u->side + u->n_side && (i < rows || s->adds); s++) {
        const double *p = w->fields.J;
        for (int k = 0; k < s->n_row; k++, i++, interface++, p += 3 * step) {
            const double *linear = p + TAC_TO_LINEAR(s->n_row) * step;
#if TAC_LANES == 1
            vec3v a = fields3(p + s->slot.at[l], step), g = fields3(linear + s->slot.at[l], step);
#else
            vec3v a = fetch3(p, &s->slot), g = fetch3(linear, &s->slot);
#endif
            solve_row(c, &c->map[*interface], g, a, row + i * size, solved + i * size);
        }
        if (s->adds) { // to the row before, in whose room it is not
            i--;
            add_row(size, row + (i - 1) * size);
            add_row(size, solved + (i - 1) * size);
        }
    }
    put_leaf(w, c, u, rows, u->wide || L > 1 ? 0 : l, row, solved);
}

tac_flex_leaf *const LEAF = MAKE_LEAF;

// ---- units -------------------------------------------------------------------------------------

// How many leaves of a unit are flexible.
static int count_flexible(const tac_workspace *w, const tac_node_cell *u)
{
    int n = 0;
    for (int l = 0; u->leaf && l < u->n; l++) {
        n += tac_flexible_of(w->m, u->node[l]) != TAC_NONE;
    }
    return n;
}

// Of a body alone in a unit of lanes; those without a node of their own repeat the first one.
static void leaf_alone(tac_workspace *w, const tac_node_cell *u, int l)
{
    int i = tac_flexible_of(w->m, u->node[l]);
    if (i == TAC_NONE) {
        return;
    }
    tac_flex_leaf_1(w, tac_flex_cell_of(w, i), u, l);
    for (int more = u->n; more < w->plan->g->lanes && l == 0 && !u->wide; more++) {
        for (int k = 0; k < u->rows[0]; k++) {
            double *to = diagonal(w, u, k);
            for (int j = k; j < u->rows[0]; j++, to += u->step) {
                to[more] = to[0];
            }
        }
    }
}

static void leaves(tac_workspace *w, const tac_node_cell *u)
{
    int i = tac_flexible_of(w->m, u->node[0]);
    tac_flex_cell *c = i == TAC_NONE ? NULL : tac_flex_cell_of(w, i);
    if (c && c->lanes > 1) {
        MAKE_LEAF(w, c, u, 0);
        return;
    }
    for (int l = 0; l < u->n; l++) {
        leaf_alone(w, u, l);
    }
}

// What factor_front does of a leaf; rigid ones are left out where there are none.
static void factor_leaf(tac_workspace *w, const tac_node_cell *u, bool mixed)
{
    if (u->couples) {
        tac_ask_couplers(w, u);
    }
    if (mixed) {
        (u->wide ? leaf_wide : leaf_lanes)(w, u);
    }
    leaves(w, u);
    if (u->wide) {
        add_compliance_wide(w, u);
        factor_wide(w->fronts.front + u->front, u->size, u->n_e, u->stride);
    } else if (!tac_is_silent(u)) {
        front F = front_at(w, u);
        add_compliance(w, u);
        factor_lanes(&F, u->size, NULL, NULL);
    }
}

static void units_factor(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_node_cell *u = &w->plan->unit[i];
        int n_flexible = count_flexible(w, u);
        if (n_flexible > 0) {
            factor_leaf(w, u, n_flexible < u->n);
            RIGID[TAC_UNITS_FORWARD](w, i, i + 1);
        } else {
            RIGID[TAC_UNITS_FACTOR](w, i, i + 1);
        }
    }
}

tac_stage *const STAGES[TAC_METHOD_STAGES] = {[TAC_UNITS_FACTOR] = units_factor};

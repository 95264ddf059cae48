// Bushing with full matrices, f = p + K x + C v: springs and dampers that couple displacements and rotations.
//
// Its rows are mixed, y = L^T x with L of K + C/s = L D L^T (element_types.h, model/row_geometry.h), so that its tangent
// is as good as diagonal, as steps want it. In them
//   g = L^-1 p + K' y + C' yd,   K' = L^-1 K L^-T,   C' likewise
#include "element/law.h"
#include "element_types.h"

enum { PRELOAD }; // six numbers
enum { MIXED, DAMPED };

// Row k of a symmetric matrix times x.
static lane row_times(const lane *A, int k, const lane *x)
{
    lane sum = lane_set(0.0);
    for (int j = 0; j < 6; j++) {
        sum += A[tac_symmetric6(k, j)] * x[j];
    }
    return sum;
}

static void find_numbers(const tac_law_self *s, int table, int first, int n, lane *out)
{
    for (int k = 0; k < n; k++) {
        out[k] = lane_set(law_table(s, table, 0)->y[first + k]);
        for (int l = 1; l < TAC_LANES; l++) {
            out[k] = lane_put(out[k], l, law_table(s, table, l)->y[first + k]);
        }
    }
}

// L^-1 p.
static void find_preload(const tac_law_self *s, lane *p)
{
    lane L[TAC_LOWER6];
    find_numbers(s, MIXED, 0, TAC_LOWER6, L);
    for (int k = 0; k < 6; k++) {
        p[k] = s->number[PRELOAD + k];
        for (int j = 0; j < k; j++) {
            p[k] = p[k] - L[tac_lower6(k, j)] * p[j];
        }
    }
}

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    lane K[TAC_SYMMETRIC6], C[TAC_SYMMETRIC6], p[6];
    find_numbers(s, MIXED, TAC_LOWER6, TAC_SYMMETRIC6, K);
    find_numbers(s, DAMPED, 0, TAC_SYMMETRIC6, C);
    find_preload(s, p);
    out->energy = lane_set(0.0);
    for (int k = 0; k < 6; k++) {
        lane elastic = row_times(K, k, i->x);
        out->f[k] = p[k] + elastic + row_times(C, k, i->v);
        out->fx[k] = K[tac_symmetric6(k, k)];
        out->fv[k] = C[tac_symmetric6(k, k)];
        out->energy += i->x[k] * (p[k] + 0.5 * elastic);
    }
}

#if TAC_LANES == 1
#define LANES tac_matrix_bushing_lanes_1
#elif TAC_LANES == 4
#define LANES tac_matrix_bushing_lanes_4
#else
#define LANES tac_matrix_bushing_lanes_8
#endif

extern const tac_law_lanes tac_matrix_bushing_lanes_1, tac_matrix_bushing_lanes_4,
    tac_matrix_bushing_lanes_8;
const tac_law_lanes LANES = {.at = at};

#if TAC_LANES == 1
static double slope(const double *A, int row)
{
    double sum = 0.0;
    for (int j = 0; j < 6; j++) {
        sum += fabs(A[tac_symmetric6(row, j)]);
    }
    return sum;
}

static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    (void)number;
    double k = slope(table[MIXED]->y + TAC_LOWER6, row), c = slope(table[DAMPED]->y, row);
    return (tac_law_bounds){.stiffest = k, .most_damping = c, .limit = HUGE_VAL};
}

static const tac_law_type law = {
    .word = "bushing with matrices",
    .n_row = 6,
    .n_number = 6,
    .n_table = 2,
    TAC_LAW_PLACES,
    .bounds = bounds,
    .on = {&tac_matrix_bushing_lanes_1, &tac_matrix_bushing_lanes_4, &tac_matrix_bushing_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

static const char *const preload_of[] = {"preload_x",  "preload_y",  "preload_z",
                                         "preload_rx", "preload_ry", "preload_rz"};

static const tac_key keys[] = {
    {.name = "stiffness_matrix",
     .help = "six rows of six numbers in SI units, x y z and about x y z: force and torque by "
             "displacement and rotation; symmetric, and no way gives energy",
     .kind = TAC_KEY_MATRIX,
     .otherwise = TAC_NEEDED,
     .at = TAC_LAW_TABLE(MIXED)},
    {.name = "damping_matrix",
     .help = "the same by their rates; none without it",
     .kind = TAC_KEY_MATRIX,
     .at = TAC_LAW_TABLE(DAMPED)},
    {.name = "preload",
     .help = "what it carries at no displacement, against growing coordinates as stiffness is",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FORCE,
     .turning = TAC_Q_TORQUE,
     .n = 6,
     TAC_WORDS(preload_of),
     .at = TAC_LAW_NUMBER(PRELOAD)},
    TAC_IMPLICIT_KEY(tac_law_desc),
};

const tac_force_type tac_matrix_bushing_type = {
    .type = {.word = "matrix_bushing",
             .called = "a bushing with matrices",
             .help = "six springs and dampers along and about the axes of the first frame that are "
                     "coupled by matrices",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .any_coordinate = true,
    .mixes = true,
    .law = &law,
};
#endif

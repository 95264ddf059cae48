#include "effort.h"

#include "feature/submodel/carried.h"
#include "memory.h"
#include "model/rows.h"
#include "responses.h"
#include "start.h"
#include "state_io.h"
#include "sweeps.h"
#include "workspace/layers.h"
#include "workspace/single_access.h"
#include "workspace/stage_numbers.h"

// Each leaves of what rows give way some 1e-8, the start's compliance: the third is below rounding.
enum { PASSES = 3 };

// Share of a push's work that moves bodies though drives hold: none but of an actuator that they leave free.
static const double moves_bodies = 1e-4;

// Pivot of rows and columns whose largest is one below which positions are singular: a millionth of efforts are digits
// then.
static const double singular = 1e-10;

// ---- memory ------------------------------------------------------------------------------------

tac_efforts tac_layout_efforts(const tac_workspace *like, tac_arena *a)
{
    size_t n = (size_t)like->m->efforts.n;
    tac_efforts e = {.space = NULL};
    if (n > 0) {
        tac_workspace own, *space = tac_take(a, 1, sizeof *space);
        own = tac_layout_arrays(like->m, &like->o, like->plan, a);
        own.plan = like->plan;
        if (a->base) {
            *space = own;
        }
        e.space = space;
    }
    e.response = tac_take(a, n * n, sizeof *e.response);
    e.scale = tac_take(a, 2 * n, sizeof *e.scale);
    e.effort = tac_take(a, n, sizeof *e.effort);
    e.order = tac_take(a, n, sizeof *e.order);
    return e;
}

void tac_fill_efforts_of(tac_workspace *w, tac_stage_filler *fill)
{
    tac_workspace *own = w->efforts.space;
    if (own) {
        fill(own);
        tac_set_compliances(own, TAC_OF_START);
        tac_set_scratch(own, 1);
    }
}

// ---- responses ---------------------------------------------------------------------------------

static double *at(const tac_efforts *e, int n, int row, int column)
{
    return &e->response[row * n + column];
}

static void place(tac_workspace *own, const tac_state *s)
{
    tac_load_state(own, s);
    if (own->m->couplers.n_term > 0) {
        tac_latch_couplers(own, s);
    }
    for (int i = 0; i < own->m->n_element; i++) {
        const tac_element *e = &own->m->element[i];
        if (e->angle != TAC_NONE) {
            *tac_element_field(own, i, E_ANGLE) = s->angle[e->angle];
        }
    }
    tac_call_stage(own, TAC_ELEMENTS_POSITION, 0, own->plan->g->n_cell);
}

static void slots_of(const tac_workspace *own, const tac_effort *of, tac_slot slot[2])
{
    const tac_element *e = &own->m->element[of->element];
    tac_pose pose[2] = {tac_side_pose(own, e, 0), tac_side_pose(own, e, 1)};
    double x, before = e->angle == TAC_NONE ? 0.0 : *tac_element_field(own, of->element, E_ANGLE);
    tac_coordinate_position(e, of->coordinate, 2, &pose[0], &pose[1], before, &slot[0], &slot[1],
                            &x);
}

static double energy_of(const tac_model *m, const tac_element *e, const tac_slot slot[2])
{
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        int i = e->body[side];
        if (i < m->n_body) {
            sum += m->bodies.mass_inv[i] * dot3(slot[side].l, slot[side].l) +
                   dot3(slot[side].a, mul3(m->bodies.J_inv[i], slot[side].a));
        }
    }
    return sum;
}

// What rows of drives answer to a unit effort of actuator k. Returns whether it leaves all bodies where they are.
static bool respond(const tac_efforts *e, int k)
{
    tac_workspace *own = e->space;
    const tac_model *m = own->m;
    const tac_effort *of = &m->efforts.of[k];
    tac_slot slot[2];
    slots_of(own, of, slot);
    tac_clear_pushes(own);
    tac_push_along(own, &m->element[of->element], slot, 1.0);
    for (int pass = 0; pass < PASSES; pass++) {
        tac_solve_start(own, (k == 0 && pass == 0) || tac_carries(own));
        for (int r = 0; r < m->efforts.n; r++) {
            double sigma = *tac_row_field(own, m->efforts.of[r].drive_row, R_SIGMA);
            *at(e, m->efforts.n, r, k) += own->pace.h[0] * sigma;
        }
        if (pass < PASSES - 1) {
            tac_take_responses(own);
        }
    }
    double free = moves_bodies * energy_of(m, &m->element[of->element], slot);
    return tac_moved_energy(own) <= free;
}

// ---- the dense system --------------------------------------------------------------------------

// Rows, then columns to a largest entry of one.
static void equilibrate(const tac_efforts *e, int n)
{
    for (int i = 0; i < 2 * n; i++) {
        double most = 0.0;
        for (int k = 0; k < n; k++) {
            double x = fabs(i < n ? *at(e, n, i, k) : *at(e, n, k, i - n));
            most = x > most ? x : most;
        }
        e->scale[i] = most > 0.0 ? 1.0 / most : 1.0;
        for (int k = 0; k < n; k++) {
            *(i < n ? at(e, n, i, k) : at(e, n, k, i - n)) *= e->scale[i];
        }
    }
}

// By rows in the order of the largest pivots. Returns the row without one, or -1.
static int eliminate(const tac_efforts *e, int n)
{
    int *row = e->order;
    for (int i = 0; i < n; i++) {
        row[i] = i;
    }
    for (int p = 0; p < n; p++) {
        int best = p;
        for (int i = p + 1; i < n; i++) {
            best = fabs(*at(e, n, row[i], p)) > fabs(*at(e, n, row[best], p)) ? i : best;
        }
        int swapped = row[p];
        row[p] = row[best];
        row[best] = swapped;
        double pivot = *at(e, n, row[p], p);
        if (!(fabs(pivot) > singular)) {
            return row[p];
        }
        for (int i = p + 1; i < n; i++) {
            double by = *at(e, n, row[i], p) / pivot;
            *at(e, n, row[i], p) = by;
            for (int k = p + 1; k < n; k++) {
                *at(e, n, row[i], k) -= by * *at(e, n, row[p], k);
            }
        }
    }
    return -1;
}

static void substitute(const tac_efforts *e, int n, double *x)
{
    double *y = e->effort;
    for (int i = 0; i < n; i++) {
        y[i] = e->scale[e->order[i]] * x[e->order[i]];
        for (int k = 0; k < i; k++) {
            y[i] -= *at(e, n, e->order[i], k) * y[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            y[i] -= *at(e, n, e->order[i], k) * y[k];
        }
        y[i] /= *at(e, n, e->order[i], i);
    }
    for (int i = 0; i < n; i++) {
        x[i] = e->scale[n + i] * y[i];
    }
}

// The joint or spring of an actuator that drives leave free.
static tac_status fail_free(const tac_model *m, int k)
{
    const tac_element *e = &m->element[m->efforts.of[k].element];
    return tac_fail_element(m, TAC_NO_EFFORT, e, TAC_EFFORT_FREE);
}

tac_status tac_find_efforts(tac_workspace *w, const tac_state *s)
{
    const tac_efforts *e = &w->efforts;
    int n = e->space ? w->m->efforts.n : 0;
    if (n == 0) {
        return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
    }
    place(e->space, s);
    for (int i = 0; i < n * n; i++) {
        e->response[i] = 0.0;
    }
    int is_free = -1;
    for (int k = 0; k < n; k++) {
        is_free = respond(e, k) ? is_free : k;
    }
    if (is_free >= 0) {
        return fail_free(w->m, is_free);
    }
    equilibrate(e, n);
    int without = eliminate(e, n);
    if (without >= 0) {
        return tac_fail(TAC_NO_EFFORT, TAC_JOINT, w->m->efforts.of[without].drive_joint,
                        TAC_EFFORT_SINGULAR);
    }
    for (int i = 0; i < n; i++) {
        s->effort[i] = -s->lambda[w->m->efforts.of[i].drive_row];
    }
    substitute(e, n, s->effort);
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

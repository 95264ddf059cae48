#include "tension.h"

#include "base/thresholds.h"
#include "workspace/single_access.h"

// Scratch of a body: joints that are left on it; then the number that stands for its loops, and there
// their mobility and the number of their rows that drives move.
enum { LEFT = B_X, LOOPS, MOBILITY, DRIVEN };

static double *of_body(const tac_workspace *w, int body, int field)
{
    return tac_body_field(w, body, field);
}

static double *loose(const tac_workspace *w, int joint)
{
    return tac_element_field(w, joint, E_LOOSE);
}

static double *yield_of(const tac_workspace *w, int joint, int power)
{
    return tac_element_field(w, joint, E_YIELD + power);
}

static double *taut(const tac_workspace *w, int joint)
{
    return tac_element_field(w, joint, E_TAUT);
}

static bool is_ground(const tac_workspace *w, int body)
{
    return body >= w->m->n_body;
}

// ---- joints in no loop -------------------------------------------------------------------------

static void count_joint(const tac_workspace *w, const tac_element *e, double by)
{
    for (int side = 0; side < 2; side++) {
        if (!is_ground(w, e->body[side])) {
            *of_body(w, e->body[side], LEFT) += by;
        }
    }
}

static bool hangs_on(const tac_workspace *w, int body)
{
    return !is_ground(w, body) && *of_body(w, body, LEFT) == 1.0;
}

// The only joint that is left on a body is in no loop.
static bool peel(const tac_workspace *w, int joint)
{
    const tac_element *e = &w->m->element[joint];
    bool ends = *taut(w, joint) == 0.0 && (hangs_on(w, e->body[0]) || hangs_on(w, e->body[1]));
    if (ends) {
        *taut(w, joint) = 1.0;
        count_joint(w, e, -1.0);
    }
    return ends;
}

void tac_count_tension(const tac_workspace *w)
{
    const tac_model *m = w->m;
    for (int i = 0; i < m->n_body; i++) {
        *of_body(w, i, LEFT) = 0.0;
    }
    for (int j = 0; j < m->n_joint; j++) {
        *taut(w, j) = *loose(w, j) = *yield_of(w, j, 0) = *yield_of(w, j, 1) = 0.0;
        count_joint(w, &m->element[j], 1.0);
    }
}

void tac_peel_tension(const tac_workspace *w)
{
    const tac_model *m = w->m;
    for (bool more = true; more;) {
        more = false;
        for (int j = 0; j < m->n_joint; j++) {
            more |= peel(w, j);
        }
        for (int j = m->n_joint - 1; j >= 0; j--) {
            more |= peel(w, j);
        }
    }
}

double tac_tension_left(const tac_workspace *w, int body)
{
    double n = 0.0;
    for (int j = 0; j < w->m->n_joint; j++) {
        const int *of = w->m->element[j].body;
        n += *taut(w, j) == 0.0 ? (of[0] == body) + (of[1] == body) : 0.0;
    }
    return n;
}

void tac_leave_tension(const tac_workspace *w, int body, double outside)
{
    *of_body(w, body, LEFT) = tac_tension_left(w, body) + outside;
}

// ---- loops -------------------------------------------------------------------------------------

// The lower number of both bodies goes to the other.
static bool join(const tac_workspace *w, int joint)
{
    const tac_element *e = &w->m->element[joint];
    if (*taut(w, joint) > 0.0 || is_ground(w, e->body[0]) || is_ground(w, e->body[1])) {
        return false;
    }
    double *a = of_body(w, e->body[0], LOOPS), *b = of_body(w, e->body[1], LOOPS);
    bool differ = *a != *b;
    *a = *b = *a < *b ? *a : *b;
    return differ;
}

static void number_loops(const tac_workspace *w)
{
    const tac_model *m = w->m;
    for (int i = 0; i < m->n_body; i++) {
        *of_body(w, i, LOOPS) = i;
    }
    for (bool more = true; more;) {
        more = false;
        for (int j = 0; j < m->n_joint; j++) {
            more |= join(w, j);
        }
        for (int j = m->n_joint - 1; j >= 0; j--) {
            more |= join(w, j);
        }
    }
}

static double *of_loops(const tac_workspace *w, int body, int field)
{
    return of_body(w, (int)*of_body(w, body, LOOPS), field);
}

static int a_body_of(const tac_workspace *w, int joint)
{
    const int *body = w->m->element[joint].body;
    return is_ground(w, body[0]) ? body[1] : body[0];
}

// Rows that a drive moves take a mobility that the loop has.
static int rows_without_drives(const tac_element *e)
{
    int n = 0;
    for (int k = 0; k < e->n_row; k++) {
        n += e->rows[k].drive == TAC_NONE;
    }
    return n;
}

static double mobility_of(const tac_workspace *w, int body)
{
    return *of_body(w, body, LEFT) > 0.0 ? 6.0 : 0.0;
}

void tac_count_loops(const tac_workspace *w)
{
    const tac_model *m = w->m;
    number_loops(w);
    for (int i = 0; i < m->n_body; i++) {
        *of_body(w, i, MOBILITY) = *of_body(w, i, DRIVEN) = 0.0;
    }
    for (int i = 0; i < m->n_body; i++) {
        *of_loops(w, i, MOBILITY) += mobility_of(w, i);
    }
    for (int j = 0; j < m->n_joint; j++) {
        if (*taut(w, j) == 0.0) {
            int body = a_body_of(w, j), own = rows_without_drives(&m->element[j]);
            *of_loops(w, body, MOBILITY) -= own;
            *of_loops(w, body, DRIVEN) += m->element[j].n_row - own;
        }
    }
}

void tac_read_loops(const tac_workspace *w, int body, double number[2])
{
    number[0] = *of_loops(w, body, MOBILITY) - mobility_of(w, body);
    number[1] = *of_loops(w, body, DRIVEN);
}

void tac_write_loops(const tac_workspace *w, int body, const double number[2])
{
    *of_loops(w, body, MOBILITY) = number[0] + mobility_of(w, body);
    *of_loops(w, body, DRIVEN) = number[1];
}

// Square of the most that an iteration may overshoot.
static double overshoot2(int order, int iterations)
{
    double n = iterations > 3 ? 3.0 / iterations : 1.0, of_many = 0.25, of_three = 1.0;
    of_three = order == 3 ? 20.0 : of_three;
    of_three = order == 4 ? 5.0 : of_three;
    return of_many + (of_three - of_many) * n * n * n;
}

static void mark_redundant(const tac_workspace *w, int joint, double mobility)
{
    bool follows = w->o.order == 4 && mobility < tac_mobility_of_one_loop;
    for (int side = 0; side < 2 && follows; side++) {
        int body = w->m->element[joint].body[side];
        if (!is_ground(w, body)) {
            tac_let_follow(w, body);
        }
    }
    *loose(w, joint) = (follows ? tac_loose_rows_following : tac_loose_rows) *
                       (overshoot2(w->o.order, 3) / overshoot2(w->o.order, w->o.iterations));
    *yield_of(w, joint, 0) = 0.25 / overshoot2(w->o.order, w->o.iterations);
}

static void mark_driven(tac_workspace *w, int joint)
{
    *loose(w, joint) = tac_driven_rows;
    *yield_of(w, joint, 1) = tac_driven_yield;
    w->driven_loops = true;
}

void tac_mark_loops(tac_workspace *w)
{
    int lanes = w->plan->g->lanes;
    for (int j = 0; j < w->m->n_joint; j++) {
        if (*taut(w, j) == 0.0) {
            int body = a_body_of(w, j);
            *taut(w, j) = *of_loops(w, body, MOBILITY) >= 1.0 ? 1.0 : 0.0;
            if (*taut(w, j) == 0.0 && *of_loops(w, body, DRIVEN) == 0.0) {
                mark_redundant(w, j, *of_loops(w, body, MOBILITY));
            } else if (*taut(w, j) == 0.0) {
                mark_driven(w, j);
            }
        }
    }
    for (int i = 0; i < w->plan->g->n_cell; i++) { // lanes that repeat an element
        double *to = w->fields.element + i * TAC_ELEMENT_FIELDS * lanes;
        for (int l = 0; l < lanes; l++) {
            int element = w->plan->cell[i].element[l];
            to[E_TAUT * lanes + l] = *taut(w, element);
            to[E_LOOSE * lanes + l] = *loose(w, element);
            to[E_YIELD * lanes + l] = *yield_of(w, element, 0);
            to[(E_YIELD + 1) * lanes + l] = *yield_of(w, element, 1);
        }
    }
}

void tac_mark_tension(tac_workspace *w)
{
    tac_count_tension(w);
    tac_peel_tension(w);
    tac_count_loops(w);
    tac_mark_loops(w);
}

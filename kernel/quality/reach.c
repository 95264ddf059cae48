#include "reach.h"

#include "doubt.h"
#include "method/index3/stages.h"
#include "model/flexible.h"
#include "model/rows.h"
#include "query/pivots.h"
#include "step/memory.h"
#include "step/start.h"
#include "workspace/coupled.h"
#include "workspace/single_access.h"

// ---- locks -------------------------------------------------------------------------------------

// Velocities of a general motion: every body moves and turns in a direction of its own.
static void set_general_motion(tac_workspace *w)
{
    unsigned random = 1;
    for (int i = 0; i < w->m->n_body; i++) {
        double x[6];
        for (int k = 0; k < 6; k++) {
            random = 1664525u * random + 1013904223u;
            x[k] = 0.5 + (double)random / 4294967296.0; // no component is near zero
        }
        tac_set_body_vec3(w, i, B_V, (vec3){x[0], x[1], x[2]});
        tac_set_body_vec3(w, i, B_W, scale3(1.0 / w->m->length, (vec3){x[3], x[4], x[5]}));
    }
}

// Velocities onto the constraints that are left; those before stay in the accelerations.
static void project(tac_workspace *w)
{
    tac_start_report unused = {0};
    for (int i = 0; i < w->m->n_body; i++) {
        tac_set_body_vec3(w, i, B_ACC, tac_body_vec3(w, i, B_V));
        tac_set_body_vec3(w, i, B_WD, tac_body_vec3(w, i, B_W));
    }
    (void)tac_close_velocities(w, &unused);
}

// The body that lost most in the last projection, and its motion. Returns its size.
static double keep_lost(const tac_workspace *w, tac_lock *lock)
{
    double largest = 0.0;
    for (int i = 0; i < w->m->n_body; i++) {
        vec3 move = sub3(tac_body_vec3(w, i, B_ACC), tac_body_vec3(w, i, B_V));
        vec3 turn = sub3(tac_body_vec3(w, i, B_WD), tac_body_vec3(w, i, B_W));
        double speed = norm3(move), spin = norm3(turn) * w->m->length;
        double size = speed > spin ? speed : spin;
        if (size > largest) {
            largest = size;
            lock->body = i;
            lock->move = scale3(1.0 / size, move);
            lock->turn = scale3(1.0 / size, mul3(tac_body_pose(w, i).A, turn));
        }
    }
    return largest;
}

// Largest rate of the rows that are left out, those of axes times the model's length.
static double largest_rate(const tac_workspace *w)
{
    double largest = 0.0;
    for (int row = 0; row < w->m->n_tree_row; row++) {
        const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
        bool of_axes = e->rows[row - e->row].kind == ROW_DOT;
        double rate = fabs(tac_row_off(w, row, R_RATE)) * (of_axes ? w->m->length : 1.0);
        largest = !w->m->rows.row_compliant[row] && rate > largest ? rate : largest;
    }
    return largest;
}

// Takes out the rows that the last pivots found dependent.
static void release_dependent(tac_workspace *w)
{
    tac_set_compliances(w, TAC_OF_RANK);
    for (int row = 0; row < w->m->n_tree_row; row++) {
        if (*tac_row_field(w, row, R_SIGMA) > 0.0) {
            tac_release_row(w, row);
        }
    }
}

// What is lost by the rows that count as dependent at a share and do not in truth. Small pivots may also
// come from long arms of slim bodies: the motion that is lost then misses the constraints by a lot.
static bool lost_at(tac_workspace *w, double share, const tac_pivots *strict, tac_lock *lock)
{
    tac_pivots loose = {.cancelled = share};
    tac_find_pivots(w, &loose);
    release_dependent(w);
    set_general_motion(w);
    project(w);
    double rate = largest_rate(w);
    tac_set_compliances(w, TAC_OF_RANK);
    project(w);
    double size = keep_lost(w, lock);
    lock->motions = loose.n - strict->n;
    lock->element = w->m->rows.row_element[strict->weakest_row];
    lock->miss = rate / size;
    return lock->miss < tac_limit_value(TAC_LIMIT_NEARLY);
}

// The most that a row can be of a motion, and at least a thousandth of what it is of the general one.
static double most_rate(const tac_workspace *w, int row)
{
    const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        tac_slot on = tac_row_slot(w, row, side);
        double speed = 1e-3, spin = 1e-3 / w->m->length;
        if (e->body[side] < w->m->n_body) {
            speed += norm3(tac_body_vec3(w, e->body[side], B_V));
            spin += norm3(tac_body_vec3(w, e->body[side], B_W));
            sum += norm3(on.l) * speed + norm3(on.a) * spin;
        }
    }
    return sum;
}

// By how much rows that count as dependent are not: their rates in a motion that all others allow, as a
// part of the most that they can be. Pivots are squares, of which rounding hides the half of the digits.
static void find_misfit(tac_workspace *w, tac_lock *lock)
{
    double largest = tac_misfit_told;
    release_dependent(w);
    set_general_motion(w);
    project(w);
    for (int row = 0; row < w->m->n_tree_row; row++) {
        const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
        if (e->what == TAC_JOINTS) {
            double part = fabs(tac_row_off(w, row, R_RATE)) / most_rate(w, row);
            if (part > largest) {
                largest = lock->misfit = part;
                lock->misfit_element = w->m->rows.row_element[row];
            }
        }
    }
}

tac_lock tac_find_lock(tac_work *work, const tac_state *s)
{
    tac_workspace *w = work->space;
    tac_lock lock = {.body = TAC_NONE};
    tac_pivots strict = {.cancelled = tac_cancelled};
    tac_begin_closing(w, s, NULL, *s->step);
    tac_find_pivots(w, &strict);
    tac_lock misfit = {.body = TAC_NONE};
    if (strict.n > 0) {
        find_misfit(w, &misfit);
    }
    bool found = false;
    double nearly = tac_limit_value(TAC_LIMIT_NEARLY);
    for (double share = nearly * nearly; share > strict.weakest && !found; share /= 4.0) {
        found = lost_at(w, share, &strict, &lock);
    }
    tac_end_closing(w);
    lock = found ? lock : (tac_lock){.body = TAC_NONE};
    lock.misfit = misfit.misfit;
    lock.misfit_element = misfit.misfit_element;
    return lock;
}

// ---- drives ------------------------------------------------------------------------------------

// Whether the constraints can be met at a step when a row (TAC_NONE: none) is taken out, from a state.
static bool closes(tac_workspace *w, const tac_state *s, const double *input, int64_t step, int row)
{
    tac_start_report unused = {0};
    tac_begin_closing(w, s, input, step);
    if (row != TAC_NONE) {
        tac_release_row(w, row);
    }
    bool good = tac_close_positions(w, &unused).code == TAC_OK;
    tac_end_closing(w);
    return good;
}

// The drive without which the constraints can be met and that is then left behind least.
static tac_beyond nearest_drive(tac_workspace *w, const tac_state *s, const double *input,
                                int64_t step)
{
    tac_beyond found = {.joint = TAC_NONE, .off = HUGE_VAL, .time = (double)step * w->o.dt};
    for (int row = 0; row < w->m->n_row; row++) {
        const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
        const tac_row *r = &e->rows[row - e->row];
        if (e->what == TAC_JOINTS && r->drive != TAC_NONE && closes(w, s, input, step, row)) {
            double off = fabs(*tac_row_field(w, row, R_PHI));
            if (off < found.off) {
                found.joint = e->index;
                found.turns = tac_row_turns(r);
                found.asked = w->step.signal[r->drive].x;
                found.off = off;
            }
        }
    }
    return found;
}

// The drive that is asked to be farthest from where the rate of its joint takes it in the next step.
static tac_beyond farthest_jump(tac_workspace *w, const tac_state *s, const double *input)
{
    const tac_model *m = w->m;
    int64_t step = *s->step + 1;
    tac_beyond found = {.joint = TAC_NONE, .time = (double)step * w->o.dt, .jumps = true};
    double most = tac_limit_value(TAC_LIMIT_MISTAKEN);
    tac_begin_closing(w, s, input, step);
    for (int i = 0; i < m->n_joint; i++) {
        const tac_element *e = &m->element[m->element_first[TAC_JOINTS] + i];
        tac_pose a = tac_state_pose(m, s, e, 0), b = tac_state_pose(m, s, e, 1);
        tac_slot sa[TAC_MAX_ROWS], sb[TAC_MAX_ROWS];
        double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
        double before = e->angle == TAC_NONE ? 0.0 : s->angle[e->angle];
        tac_rows_position(e, &a, &b, w->step.signal, tac_element_angle(e, &a, &b, before), sa, sb,
                          phi, phi_t);
        for (int k = 0; k < e->n_row; k++) {
            const tac_row *r = &e->rows[k];
            double rate = tac_slot_dot(&sa[k], a.v, a.w) + tac_slot_dot(&sb[k], b.v, b.w);
            double off = fabs(phi[k] + w->o.dt * rate);
            double size = off / (tac_row_turns(r) ? 1.0 : m->length);
            if (r->drive != TAC_NONE && size > most) {
                most = size;
                found.joint = e->index;
                found.turns = tac_row_turns(r);
                found.asked = w->step.signal[r->drive].x;
                found.off = off;
            }
        }
    }
    tac_end_closing(w);
    return found;
}

tac_beyond tac_find_beyond(tac_work *work, const tac_state *s, const double *input)
{
    // a mechanism at the end of its reach is so fast that the step fails a little before
    static const int ahead[] = {1, 2, 4};
    tac_workspace *w = work->space;
    tac_beyond found = {.joint = TAC_NONE};
    for (int k = 0; k < 3 && tac_has_drive(w->m) && found.joint == TAC_NONE; k++) {
        int64_t step = *s->step + ahead[k];
        if (!closes(w, s, input, step, TAC_NONE)) {
            found = nearest_drive(w, s, input, step);
        }
    }
    return found.joint == TAC_NONE && tac_has_drive(w->m) ? farthest_jump(w, s, input) : found;
}

// ---- starts ------------------------------------------------------------------------------------

bool tac_start_closes(tac_work *work, const tac_state *s, const double *input)
{
    return closes(work->space, s, input, 0, TAC_NONE);
}

static bool is_driven(const tac_workspace *w, int row)
{
    const tac_element *e = &w->m->element[w->m->rows.row_element[row]];
    return e->rows[row - e->row].drive != TAC_NONE;
}

// Whether velocities of the start agree with the drives of the first n rows; others are taken out.
static bool agrees(tac_workspace *w, const tac_state *s, const double *input, int n)
{
    tac_start_report unused = {0};
    tac_begin_closing(w, s, input, 0);
    for (int row = n; row < w->m->n_row; row++) {
        if (is_driven(w, row)) {
            tac_release_row(w, row);
        }
    }
    bool good = tac_close_positions(w, &unused).code == TAC_OK &&
                tac_close_velocities(w, &unused).code == TAC_OK;
    tac_end_closing(w);
    return good;
}

tac_hasty tac_find_hasty(tac_work *work, const tac_state *s, const double *input)
{
    tac_workspace *w = work->space;
    for (int row = 0; row < w->m->n_row; row++) {
        if (is_driven(w, row) && !agrees(w, s, input, row + 1)) {
            (void)agrees(w, s, input, row); // what is left of its rate
            double off = fabs(*tac_row_field(w, row, R_RATE));
            return (tac_hasty){w->m->element[w->m->rows.row_element[row]].index, off};
        }
    }
    return (tac_hasty){.joint = TAC_NONE};
}

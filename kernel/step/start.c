// Consistent start: the given positions and velocities are moved onto the constraints by the same
// mass-weighted linear problem as in the step, then accelerations and multipliers follow.
#include "start.h"

#include <float.h>
#include <string.h>

#include "base/thresholds.h"
#include "effort.h"
#include "element_types.h"
#include "elementary.h"
#include "feature/flexible/flexible_layers.h"
#include "feature/submodel/carried.h"
#include "float_mode.h"
#include "held.h"
#include "memory.h"
#include "model/flexible.h"
#include "model/rows.h"
#include "report.h"
#include "state_io.h"
#include "sweeps.h"
#include "workspace/coupled.h"
#include "workspace/layers.h"
#include "workspace/single_access.h"
#include "workspace/stage_numbers.h"

enum { MAX_CORRECTIONS = 100, MAX_PASSES = 50 };

// Each of which moves bodies by a part of the model's length: joints that all have a position of their own bend a chain
// that far with every body.
static int most_corrections(const tac_workspace *w)
{
    return MAX_CORRECTIONS + (tac_holds_start(w) ? 4 * w->m->n_body : 0);
}

// Compliance of a row that is released: its multiplier is next to nothing.
static const double released = 1e30;

void tac_release_row(tac_workspace *w, int row)
{
    *tac_row_field(w, row, R_C) = released;
}

static bool holds(const tac_workspace *w, int row)
{
    return !w->m->rows.row_compliant[row] && *tac_row_field(w, row, R_C) < released;
}

static void all_cells(tac_workspace *w, tac_index3_stage stage)
{
    tac_call_stage(w, stage, 0, w->plan->g->n_cell);
}

// Norm over all constraint rows of a field.
static double residual(const tac_workspace *w, int field)
{
    double sum = 0.0;
    for (int row = 0; row < w->m->n_row; row++) {
        double x = tac_row_off(w, row, field);
        sum += holds(w, row) ? x * x : 0.0;
    }
    for (int k = 0; k < w->m->objects.n_part; k++) {
        sum += w->part[k].open;
    }
    return sqrt(sum);
}

static double acceleration_residual(const tac_workspace *w)
{
    double sum = 0.0;
    for (int i = 0; i < w->m->n_element; i++) {
        const tac_element *e = &w->m->element[i];
        tac_share share = w->shares.element[i];
        if (e->what == TAC_TERMS && tac_leads(e)) {
            tac_coupled_share(w, e, 0.0, &share);
        }
        sum += share[S_ACCELERATION];
    }
    return sqrt(sum);
}

// Passes with the same factors go on while they help: two are enough for most mechanisms, nearly
// dependent constraints take more.
static int helped(double now, double *last)
{
    int better = now < 0.9 * *last;
    *last = now;
    return better;
}

// Solves the linear problem for the x, add and factors (factor = 1: of the current Jacobians) at
// hand, and hands the solution to the bodies.
static void solve(tac_workspace *w, int factor, tac_index3_stage push)
{
    const tac_grouping *g = w->plan->g;
    tac_call_stage(w, TAC_ELEMENTS_LOAD, 0, g->n_tree_cell);
    tac_call_stage(w, factor ? TAC_UNITS_FACTOR : TAC_UNITS_FORWARD, 0, g->n_unit);
    tac_call_stage(w, TAC_UNITS_BACKWARD, 0, g->n_unit);
    all_cells(w, push);
}

void tac_solve_start(tac_workspace *w, bool factor)
{
    solve(w, factor, TAC_ELEMENTS_PUSH);
}

// One Gauss-Newton correction with the smallest mass-weighted motion.
static void correct_positions(tac_workspace *w)
{
    const tac_model *m = w->m;
    tac_all_bodies(w, TAC_BODIES_POSITION);
    tac_push_held(w);
    solve(w, 1, TAC_ELEMENTS_PUSH);
    w->start.shorten = 0.0; // finds the increments
    tac_all_bodies(w, TAC_BODIES_UPDATE_POSITION);
    double largest = 0.0;
    for (int i = 0; i < m->n_body; i++) {
        double size = tac_increment_size(w, i, B_LAST);
        largest = size > largest ? size : largest;
    }
    for (int k = 0; k < m->objects.n_part; k++) {
        double turn = sqrt(w->part[k].down.turn), shift = sqrt(w->part[k].down.shift) / w->length;
        largest = turn > largest ? turn : largest;
        largest = shift > largest ? shift : largest;
    }
    w->start.shorten = largest > tac_most_correction ? tac_most_correction / largest : 1.0;
    tac_all_bodies(w, TAC_BODIES_UPDATE_POSITION);
    w->start.shorten = 1.0;
}

// The joint with the largest residual above the bound, or the part with such a joint, as a failure.
static tac_status worst_joint(const tac_workspace *w, int field, double bound, tac_code code)
{
    const tac_model *m = w->m;
    tac_status worst = {TAC_OK, TAC_NOTHING, 0, bound};
    for (int row = 0; row < m->n_row; row++) {
        double size = holds(w, row) ? fabs(tac_row_off(w, row, field)) : 0.0;
        if (size > worst.value || !isfinite(size)) {
            worst = tac_fail_element(m, code, &m->element[m->rows.row_element[row]], size);
        }
    }
    for (int k = 0; k < m->objects.n_part; k++) {
        double size = w->part[k].widest;
        if (size > worst.value || !isfinite(size)) {
            worst = tac_fail(code, TAC_BUSHING, m->objects.parts[k].bushing, size);
        }
    }
    return worst;
}

// Rows that ask axes to be normal are also satisfied upside down, and those of the same orientation when
// every axis lies on the next one, a third of a turn away: a far start may end there. Axes that should
// be the same are then opposite or normal.
tac_status tac_flipped_joint(const tac_workspace *w)
{
    const tac_model *m = w->m;
    for (int i = 0; i < m->n_joint; i++) {
        const tac_element *e = &m->element[i];
        const tac_joint_type *type = tac_joint_type_of(m->joint_kind[i]);
        mat3 Xa = mulm3(tac_side_pose(w, e, 0).A, e->R[0]);
        mat3 Xb = mulm3(tac_side_pose(w, e, 1).A, e->R[1]);
        bool aligned = tac_joint_type_is_aligned(type), parallel = tac_joint_type_is_parallel(type);
        double along_z = dot3(col3(Xa, 2), col3(Xb, 2)), along_x = dot3(col3(Xa, 0), col3(Xb, 0));
        if ((parallel && along_z < 0.5) || (aligned && along_x < 0.5)) {
            double turn = fabs(along_z) < 0.5 ? TAC_PI / 1.5 : TAC_PI;
            return tac_fail(TAC_INCONSISTENT, TAC_JOINT, i, turn);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

// Where something of the kind is held; leaves nothing to push where not.
static tac_status hold(tac_workspace *w, tac_held_kind kind, bool looks)
{
    (void)tac_held_off(w, kind);
    return tac_holds_start(w) && w->holding.n > 0 ? tac_hold(w, kind, looks)
                                                  : tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

// Of constraints and of what is held, at the rows where bodies are.
static double open_by(tac_workspace *w)
{
    double off = tac_held_off(w, TAC_HELD_POSITION), open = residual(w, R_PHI);
    return off > 0.0 ? sqrt(open * open + off * off) : open;
}

static double wrong_by(tac_workspace *w)
{
    double off = tac_held_off(w, TAC_HELD_RATE), rate = residual(w, R_RATE);
    return off > 0.0 ? sqrt(rate * rate + off * off) : rate;
}

// Corrects until the residual is at rounding level or no longer falls.
tac_status tac_close_positions(tac_workspace *w, tac_start_report *r)
{
    const tac_model *m = w->m;
    all_cells(w, TAC_ELEMENTS_POSITION);
    r->residual_before = residual(w, R_PHI);
    r->residual_after = open_by(w);
    double floor = 1e-15 * w->length * sqrt((double)m->n_row + 1.0);
    int stalled = 0, most = most_corrections(w);
    while (r->residual_after > floor && stalled < 3 && r->iterations < most) {
        tac_status held = hold(w, TAC_HELD_POSITION, r->iterations == 0);
        if (held.code != TAC_OK) {
            return held;
        }
        correct_positions(w);
        all_cells(w, TAC_ELEMENTS_POSITION);
        double now = open_by(w);
        stalled = now < 0.5 * r->residual_after || now > 1e-6 * w->length ? 0 : stalled + 1;
        r->residual_after = now;
        r->iterations++;
    }
    tac_status status = tac_worst_held(w, TAC_HELD_POSITION, tac_start_closed);
    if (status.code == TAC_OK) {
        status = worst_joint(w, R_PHI, tac_start_closed * w->length, TAC_INCONSISTENT);
    }
    return status.code == TAC_OK ? tac_flipped_joint(w) : status;
}

tac_status tac_close_velocities(tac_workspace *w, tac_start_report *r)
{
    all_cells(w, TAC_ELEMENTS_VELOCITY);
    r->velocity_before = residual(w, R_RATE);
    double last = HUGE_VAL;
    for (int pass = 0; pass < MAX_PASSES && helped(wrong_by(w), &last); pass++) {
        tac_status held = hold(w, TAC_HELD_RATE, pass == 0);
        if (held.code != TAC_OK) {
            return held;
        }
        tac_all_bodies(w, TAC_BODIES_VELOCITY);
        tac_push_held(w);
        solve(w, pass == 0 || tac_carries(w), TAC_ELEMENTS_PUSH);
        tac_all_bodies(w, TAC_BODIES_UPDATE_VELOCITY);
        all_cells(w, TAC_ELEMENTS_VELOCITY);
    }
    tac_status held = tac_worst_held(w, TAC_HELD_RATE, tac_start_agrees);
    if (held.code != TAC_OK) {
        return held;
    }
    // drives may contradict
    return worst_joint(w, R_RATE, tac_start_agrees * (1.0 + r->velocity_before), TAC_NO_RATES);
}

static void forget_multipliers(tac_workspace *w)
{
    for (int row = 0; row < w->m->n_row; row++) {
        *tac_row_field(w, row, R_LAMBDA) = 0.0;
    }
}

// Augmented Lagrangian passes over the index-1 problem, [004] step 1.
static void solve_accelerations(tac_workspace *w)
{
    double last = HUGE_VAL, now = DBL_MAX;
    for (int pass = 0; pass < MAX_PASSES && helped(now, &last); pass++) {
        all_cells(w, TAC_ELEMENTS_ACCELERATION);
        tac_all_bodies(w, TAC_BODIES_INDEX1);
        solve(w, pass == 0 && (w->m->flex.n_flexible > 0 || tac_carries(w)),
              TAC_ELEMENTS_PUSH_INDEX1);
        tac_all_bodies(w, TAC_BODIES_UPDATE_ACCELERATION);
        all_cells(w, TAC_ELEMENTS_RESIDUAL);
        now = acceleration_residual(w);
    }
}

// ---- a static start ----------------------------------------------------------------------------

// Modes move by what they lack of K q = Qf - C^T a - Phi_q^T lambda, bodies after them so that joints close, at next to no
// force; what is left of forces at joints is what bends mechanisms that are held more than once. Returns by how much
// modes would have moved alone.
static double settle(tac_workspace *w)
{
    const tac_model *m = w->m;
    double most = 0.0;
    all_cells(w, TAC_ELEMENTS_POSITION);
    all_cells(w, TAC_ELEMENTS_ACCELERATION); // reactions
    for (int row = 0; row < m->n_row; row++) {
        *tac_row_field(w, row, R_ADD) = *tac_row_field(w, row, R_PHI);
        if (m->rows.row_compliant[row]) { // laws act by their forces
            tac_release_row(w, row);
            *tac_row_field(w, row, R_ADD) = 0.0;
        }
    }
    tac_all_bodies(w, TAC_BODIES_POSITION);
    most = tac_settle_flexible(w);
    solve(w, 1, TAC_ELEMENTS_PUSH);
    for (int row = 0; row < m->n_row; row++) {
        double sigma = *tac_row_field(w, row, R_SIGMA) / w->start.stiffer;
        *tac_row_field(w, row, R_LAMBDA) += m->rows.row_compliant[row] ? 0.0 : sigma;
    }
    tac_all_bodies(w, TAC_BODIES_UPDATE_POSITION);
    return most;
}

// A thousand times softer than any mode are the bodies.
static double stiffening(const tac_workspace *w)
{
    double least = 1.0;
    for (int i = 0; i < w->m->flex.n_flexible; i++) {
        const tac_flexible *f = &w->m->flex.flexible[i];
        for (int j = 0; j < f->n; j++) {
            double k = w->pace.h[0] * f->modes->omega[j] * f->modes->omega[j];
            least = k < least ? k : least;
        }
    }
    return 1e3 / least;
}

// Modes at rest under what loads, gravity and the motion of the bodies do to them, joints closed.
static tac_status settle_modes(tac_workspace *w)
{
    double away = HUGE_VAL, least = HUGE_VAL;
    int stalled = 0;
    w->start.holds_modes = 1;
    w->start.stiffer = stiffening(w);
    for (int i = 0; i < w->flexes.n; i++) {
        const tac_flex_cell *c = &w->flexes.cell[i];
        memset(c->qd, 0, (size_t)(4 * c->modes.n_four * c->lanes) * sizeof *c->qd);
    }
    forget_multipliers(w);
    for (int pass = 0; pass < MAX_CORRECTIONS && away > tac_modes_at_rest && stalled < 10; pass++) {
        tac_start_report closing = {0};
        (void)tac_close_velocities(w, &closing);
        solve_accelerations(w);
        away = settle(w);
        stalled = away < 0.9 * least ? 0 : stalled + 1;
        least = away < least ? away : least;
    }
    return tac_fail(away < tac_modes_nearly_at_rest ? TAC_OK : TAC_FLEXIBLE, TAC_BODY,
                    w->m->flex.flexible[0].body, HUGE_VAL);
}

// Keeps the largest and whose it is.
static void raise(double value, int body, double *largest, int *of_body)
{
    if (value > *largest) {
        *largest = value;
        *of_body = body;
    }
}

void tac_report_shifts(const tac_workspace *w, const tac_state *s, tac_start_report *r)
{
    r->shifted_body = r->moved_body = r->slowed_body = r->stilled_body = TAC_NONE;
    for (int i = 0; i < w->m->n_body; i++) {
        tac_pose now = tac_body_pose(w, i);
        const tac_body_state *b = &s->body[i];
        double turn = 2.0 * norm3(g_mul(b->p, now.p));
        if (w->m->bodies.shaft[i]) { // is nowhere
            continue;
        }
        raise(norm3(sub3(now.r, b->r)), i, &r->max_shift, &r->shifted_body);
        r->max_turn = turn > r->max_turn ? turn : r->max_turn;
        raise(norm3(sub3(now.v, b->v)), i, &r->max_velocity_change, &r->slowed_body);
        raise(norm3(sub3(now.w, b->w)), i, &r->max_spin_change, &r->stilled_body);
    }
    r->max_move = r->max_shift;
    r->moved_body = r->shifted_body;
    for (int i = 0; i < w->m->n_element; i++) {
        const tac_element *e = &w->m->element[i];
        for (int side = 0; side < 2; side++) {
            int body = e->body[side];
            if (body < w->m->n_body && !w->m->bodies.shaft[body]) {
                tac_pose now = tac_side_pose(w, e, side), old = tac_state_pose(w->m, s, e, side);
                vec3 before = add3(old.r, mul3(old.A, e->s[side]));
                vec3 after = add3(now.r, mul3(now.A, e->s[side]));
                raise(norm3(sub3(after, before)), body, &r->max_move, &r->moved_body);
            }
        }
    }
    for (int k = 0; k < w->m->objects.n_part;
         k++) { // bodies of a sub-model apart are its carrier's
        const tac_part_result *of = &w->part[k].result;
        int body = w->m->element[w->part[k].element].body[1];
        raise(of->shifted, body, &r->max_shift, &r->shifted_body);
        raise(of->moved, body, &r->max_move, &r->moved_body);
        raise(of->slowed, body, &r->max_velocity_change, &r->slowed_body);
        raise(of->stilled, body, &r->max_spin_change, &r->stilled_body);
        r->max_turn = of->turned > r->max_turn ? of->turned : r->max_turn;
    }
}

// A driven angle starts on the turn of its drive, every other angle between -pi and pi; that of a
// term as the sum of its coupler has it.
static void choose_turns(tac_workspace *w)
{
    for (int i = 0; i < w->m->n_element; i++) {
        const tac_element *e = &w->m->element[i];
        if (e->angle == TAC_NONE) {
            continue;
        }
        double *angle = tac_element_field(w, i, E_ANGLE);
        double given = e->what == TAC_TERMS || e->spins ? tac_given_angle(w->m, e) : 0.0;
        *angle = e->what == TAC_TERMS ? given : tac_held_angle(w, e, given);
        for (int k = 0; k < e->n_row; k++) {
            if (e->rows[k].kind == ROW_ANGLE && e->rows[k].drive != TAC_NONE) {
                *angle = w->step.signal[e->rows[k].drive].x;
            }
        }
        if (e->spins) {
            *tac_element_field(w, i, E_ANGLE0) = *angle - tac_given_angle(w->m, e);
        }
    }
}

void tac_begin_closing(tac_workspace *w, const tac_state *s, const double *input, int64_t step)
{
    w->step.callers_mode = tac_set_float_mode();
    tac_set_compliances(w, TAC_OF_START);
    tac_set_scratch(w, 1); // a stage runs over all blocks before the next one
    tac_latch(w, s, input, step);
    choose_turns(w);
    tac_load_state(w, s);
    tac_carry_start(w, s, step);
}

void tac_end_closing(tac_workspace *w)
{
    tac_set_compliances(w, TAC_OF_STEPS);
    tac_set_scratch(w, 0);
    tac_restore_float_mode(w->step.callers_mode);
}

tac_status tac_index3_start(tac_work *work, tac_state *s, const double *input, tac_start_report *r)
{
    tac_workspace *w = work->space;
    const tac_model *m = w->m;
    tac_start_report report = {.held = m->n_held};
    w->holding.is_on = true;
    tac_begin_closing(w, s, input, 0);
    tac_status status = tac_check_held(m);
    if (status.code == TAC_OK) {
        status = tac_close_positions(w, &report);
    }
    if (w->o.is_static && m->flex.n_flexible > 0 && status.code != TAC_NO_START) {
        double given = report.residual_before;
        tac_status rest = settle_modes(w);
        status = tac_close_positions(w, &report);
        report.residual_before = given;
        status = status.code == TAC_OK ? rest : status;
    }
    if (status.code == TAC_OK) {
        status = tac_close_velocities(w, &report);
    }
    if (status.code == TAC_OK) {
        w->start.holds_modes = 0;
        forget_multipliers(w);
        solve_accelerations(w);
        tac_report_shifts(w, s, &report);
        const double none[5] = {0.0}; // B_LAST, B_TRAVEL and B_ANGLE
        for (int i = 0; i < m->n_body; i++) {
            tac_set_body(w, i, B_LAST, none, 5);
        }
        tac_all_bodies(w, TAC_BODIES_CHECK);
        for (int k = 0; k < w->plan->g->n_block; k++) {
            tac_report_block(w, k);
        }
        (void)tac_measure(w);
        tac_commit(w, s);
        *s->step = 0;
        *s->dt = w->o.dt;
        status = tac_find_efforts(w, s);
    }
    *r = report;
    w->holding.is_on = false;
    w->start.holds_modes = 0;
    tac_end_closing(w);
    return status;
}

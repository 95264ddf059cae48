// Consistent start: the given positions and velocities are moved onto the constraints by the same
// mass-weighted linear problem as in the step, then accelerations and multipliers follow.
#include "elementary.h"
#include "index3.h"

#include <float.h>
#include <string.h>

enum { MAX_CORRECTIONS = 100, MAX_PASSES = 50 };

// Largest rotation and relative displacement of one correction: keeps far starts from jumping.
static const double max_correction = 0.3;

// A joint closes when it is open by less than this times the model's length; its rates agree when
// they miss by less than this times their size as given.
static const double closed = 1e-9, agreeing = 1e-6;

static void rows_position(tac_work *w)
{
    const tac_model *m = w->m;
    tac_rows_velocity(w, 0, m->n_element); // Jacobians and compliances
    for (int row = 0; row < m->n_row; row++) {
        w->add[row] = m->row_compliant[row] ? 0.0 : w->phi[row];
    }
}

static double position_residual(const tac_work *w)
{
    double sum = 0.0;
    for (int row = 0; row < w->m->n_row; row++) {
        sum += w->m->row_compliant[row] ? 0.0 : w->phi[row] * w->phi[row];
    }
    return sqrt(sum);
}

static double velocity_residual(const tac_work *w)
{
    double sum = 0.0;
    for (int row = 0; row < w->m->n_row; row++) {
        sum += w->m->row_compliant[row] ? 0.0 : w->rate[row] * w->rate[row];
    }
    return sqrt(sum);
}

static double acceleration_residual(const tac_work *w)
{
    double sum = 0.0;
    for (int row = 0; row < w->m->n_row; row++) {
        sum += w->m->row_compliant[row] ? 0.0 : w->acc[row] * w->acc[row];
    }
    return sqrt(sum);
}

// Passes with the same factors go on while they help: two are enough for most mechanisms, nearly
// dependent constraints take more.
static int helped(double residual, double *last)
{
    int better = residual < 0.9 * *last;
    *last = residual;
    return better;
}

// Solves the linear problem for the x, add and factors (factor = 1: of the current Jacobians) at
// hand; sigma holds the result.
static void solve(tac_work *w, int factor)
{
    const tac_model *m = w->m;
    for (int k = 0; k < m->n_node; k++) {
        int node = m->node_order[k];
        if (factor) {
            if (m->child[2 * node] == TAC_NONE) {
                tac_leaf_front(w, node);
            } else {
                tac_join_fronts(w, node);
            }
            tac_node_factor(w, node);
        }
        tac_node_forward(w, node);
    }
    for (int k = m->n_node - 1; k >= 0; k--) {
        tac_node_backward(w, m->node_order[k]);
    }
}

// One Gauss-Newton correction with the smallest mass-weighted motion.
static void correct_positions(tac_work *w)
{
    const tac_model *m = w->m;
    memset(w->x, 0, (size_t)(m->n_body + 1) * sizeof *w->x);
    solve(w, 1);
    double largest = 0.0;
    for (int i = 0; i < m->n_body; i++) {
        w->delta[i] = tac_body_solution(w, i);
        double turn = norm3(w->delta[i].a), shift = norm3(w->delta[i].l) / m->length;
        largest = turn > largest ? turn : largest;
        largest = shift > largest ? shift : largest;
    }
    double scale = largest > max_correction ? max_correction / largest : 1.0;
    for (int i = 0; i < m->n_body; i++) {
        tac_slot d = {scale3(scale, w->delta[i].l), scale3(scale, w->delta[i].a)};
        tac_move_body(w, i, d);
    }
}

// The joint with the largest residual above the bound.
static tac_status worst_joint(const tac_work *w, const double *residual, double bound)
{
    const tac_model *m = w->m;
    tac_status worst = {TAC_OK, TAC_NOTHING, 0, bound};
    for (int row = 0; row < m->n_row; row++) {
        double size = m->row_compliant[row] ? 0.0 : fabs(residual[row]);
        if (size > worst.value || !isfinite(size)) {
            int joint = m->element[m->row_element[row]].index;
            worst = tac_fail(TAC_INCONSISTENT, TAC_JOINT, joint, size);
        }
    }
    return worst;
}

// Rows that ask axes to be normal are also satisfied upside down: a far start may end there.
static tac_status flipped_joint(const tac_work *w)
{
    const tac_model *m = w->m;
    for (int i = 0; i < m->n_joint; i++) {
        const tac_element *e = &m->element[i];
        tac_joint_kind kind = m->joint_kind[i];
        mat3 Xa = mulm3(w->pose[e->body[0]].A, e->R[0]), Xb = mulm3(w->pose[e->body[1]].A, e->R[1]);
        int aligned = kind == TAC_FIXED || kind == TAC_PRISMATIC;
        int parallel = aligned || kind == TAC_REVOLUTE || kind == TAC_CYLINDRICAL ||
                       kind == TAC_PLANAR || kind == TAC_SCREW;
        if ((parallel && dot3(col3(Xa, 2), col3(Xb, 2)) < 0.0) ||
            (aligned && dot3(col3(Xa, 0), col3(Xb, 0)) < 0.0)) {
            return tac_fail(TAC_INCONSISTENT, TAC_JOINT, i, TAC_PI);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

// Corrects until the residual is at rounding level or no longer falls.
static tac_status start_positions(tac_work *w, tac_start_report *r)
{
    const tac_model *m = w->m;
    rows_position(w);
    r->residual_before = r->residual_after = position_residual(w);
    double floor = 1e-15 * m->length * sqrt((double)m->n_row + 1.0);
    int stalled = 0;
    while (r->residual_after > floor && stalled < 3 && r->iterations < MAX_CORRECTIONS) {
        correct_positions(w);
        rows_position(w);
        double residual = position_residual(w);
        stalled =
            residual < 0.5 * r->residual_after || residual > 1e-6 * m->length ? 0 : stalled + 1;
        r->residual_after = residual;
        r->iterations++;
    }
    tac_status status = worst_joint(w, w->phi, closed * m->length);
    return status.code == TAC_OK ? flipped_joint(w) : status;
}

static tac_status start_velocities(tac_work *w, tac_start_report *r)
{
    const tac_model *m = w->m;
    tac_rows_velocity(w, 0, m->n_element);
    r->velocity_before = velocity_residual(w);
    double last = HUGE_VAL;
    for (int pass = 0; pass < MAX_PASSES && helped(velocity_residual(w), &last); pass++) {
        for (int i = 0; i < m->n_body; i++) {
            w->x[i] = (tac_slot){w->pose[i].v, w->pose[i].w};
        }
        solve(w, pass == 0);
        for (int i = 0; i < m->n_body; i++) {
            tac_slot x = tac_body_solution(w, i);
            w->pose[i].v = x.l;
            w->pose[i].w = x.a;
        }
        tac_rows_velocity(w, 0, m->n_element);
    }
    return worst_joint(w, w->rate, agreeing * (1.0 + r->velocity_before)); // drives may contradict
}

// Augmented Lagrangian passes over the index-1 problem, [004] step 1.
static void start_accelerations(tac_work *w)
{
    const tac_model *m = w->m;
    memset(w->lambda, 0, (size_t)m->n_row * sizeof *w->lambda);
    double last = HUGE_VAL, residual = DBL_MAX;
    for (int pass = 0; pass < MAX_PASSES && helped(residual, &last); pass++) {
        tac_rows_acceleration(w, 0, m->n_element);
        tac_leaf_index1(w, 0, m->n_body);
        solve(w, 0);
        for (int row = 0; row < m->n_tree_row; row++) {
            w->lambda[row] += w->h * w->sigma[row];
        }
        for (int i = 0; i < m->n_body; i++) {
            tac_slot x = tac_body_solution(w, i);
            w->a[i] = x.l;
            w->wd[i] = x.a;
        }
        tac_rows_residual(w, 0, m->n_element);
        residual = acceleration_residual(w);
    }
}

static void report_shifts(const tac_work *w, const tac_state *s, tac_start_report *r)
{
    r->shifted_body = TAC_NONE;
    for (int i = 0; i < w->m->n_body; i++) {
        double shift = norm3(sub3(w->pose[i].r, s->r[i]));
        double turn = 2.0 * norm3(g_mul(s->p[i], w->pose[i].p));
        double speed = norm3(sub3(w->pose[i].v, s->v[i])),
               spin = norm3(sub3(w->pose[i].w, s->w[i]));
        if (shift > r->max_shift) {
            r->max_shift = shift;
            r->shifted_body = i;
        }
        r->max_turn = turn > r->max_turn ? turn : r->max_turn;
        r->max_velocity_change = speed > r->max_velocity_change ? speed : r->max_velocity_change;
        r->max_spin_change = spin > r->max_spin_change ? spin : r->max_spin_change;
    }
}

// A driven angle starts on the turn of its drive, every other angle between -pi and pi.
static void choose_turns(tac_work *w)
{
    for (int i = 0; i < w->m->n_element; i++) {
        const tac_element *e = &w->m->element[i];
        if (e->angle == TAC_NONE) {
            continue;
        }
        w->angle[e->angle] = 0.0;
        for (int k = 0; k < e->n_row; k++) {
            if (e->rows[k].kind == ROW_ANGLE && e->rows[k].drive != TAC_NONE) {
                w->angle[e->angle] = w->signal[e->rows[k].drive].x;
            }
        }
    }
}

tac_status tac_index3_start(tac_work *w, tac_state *s, const double *input, tac_start_report *r)
{
    const tac_model *m = w->m;
    tac_start_report report = {0};
    w->starting = 1;
    tac_latch(w, s, input, 0);
    choose_turns(w);
    for (int i = 0; i < m->n_body; i++) {
        w->pose[i] = (tac_pose){s->r[i], rotation(s->p[i]), s->p[i], s->v[i], s->w[i]};
        w->a[i] = w->wd[i] = (vec3){0.0, 0.0, 0.0};
    }
    tac_status status = start_positions(w, &report);
    if (status.code == TAC_OK) {
        status = start_velocities(w, &report);
    }
    if (status.code == TAC_OK) {
        start_accelerations(w);
        report_shifts(w, s, &report);
        memset(w->delta, 0, (size_t)m->n_body * sizeof *w->delta);
        tac_measure(w);
        tac_commit(w, s);
        *s->step = 0;
        *s->dt = w->o.dt;
    }
    *r = report;
    return status;
}

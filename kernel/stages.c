// The stages of a step: what happens to every body, element and tree node, and in which order.
//
// Euler parameters stay on the unit sphere: the normalization constraint (4) and its multiplier are
// eliminated exactly (the limit of an infinite penalty), so that every body has six unknowns per
// solve, a displacement and a rotation d_theta' in body axes with dp = G^T d_theta' / 2, and the
// leaves have the closed inverse of [solver] section 2. All quantities of one solve belong to one
// configuration ([solver] section 4): positions, Jacobians and factors are evaluated again after
// the last iteration, before velocities and accelerations are put onto the constraints.
// Numbers in parentheses are equations of [004].
#include <string.h>

#include "index3.h"

// ---- bodies ------------------------------------------------------------------------------------

// Rates of the Euler parameters: p_dot = G^T w / 2, p_ddot = G^T wd / 2 - |w|^2 p / 4.
static quat p_dot(quat p, vec3 w)
{
    return scaleq(0.5, gt_mul(p, w));
}

static quat p_ddot(quat p, vec3 w, vec3 wd)
{
    return axpyq(-0.25 * dot3(w, w), p, scaleq(0.5, gt_mul(p, wd)));
}

void tac_place_body(tac_work *w, int i, vec3 r, quat p)
{
    tac_pose *pose = &w->pose[i];
    pose->r = r;
    pose->p = unitq(p); // Psi = 0, [004] (4)
    pose->A = rotation(pose->p);
}

void tac_move_body(tac_work *w, int i, tac_slot delta)
{
    const tac_pose *pose = &w->pose[i];
    tac_place_body(w, i, add3(pose->r, delta.l),
                 axpyq(0.5, gt_mul(pose->p, delta.a), pose->p));
}

// Velocities and accelerations that the trapezoidal rule gives to the current positions.
static void trapezoidal_rates(tac_work *w, int i)
{
    const tac_state *s = w->from;
    tac_pose *pose = &w->pose[i];
    double k1 = 2.0 / w->o.dt, k2 = k1 * k1;
    vec3 dr = sub3(pose->r, s->r[i]);
    pose->v = sub3(scale3(k1, dr), s->v[i]);                                         // (15)
    w->a[i] = sub3(scale3(k2, dr), axpy3(2.0 * k1, s->v[i], s->a[i]));               // (16)
    quat dp = axpyq(-1.0, s->p[i], pose->p);
    quat pd = p_dot(s->p[i], s->w[i]), pdd = p_ddot(s->p[i], s->w[i], s->wd[i]);
    quat pd_new = axpyq(-1.0, pd, scaleq(k1, dp));                                   // (15)
    quat pdd_new = axpyq(-1.0, axpyq(2.0 * k1, pd, pdd), scaleq(k2, dp));            // (16)
    pose->w = scale3(2.0, g_mul(pose->p, pd_new));                                   // w' = 2 G p_dot
    w->wd[i] = scale3(2.0, g_mul(pose->p, pdd_new));
    w->stretch[i] = dotq(pose->p, pd_new);
}

static void predict(tac_work *w, int first, int last)
{
    const tac_state *s = w->from;
    double dt = w->o.dt;
    for (int i = first; i < last; i++) {
        // q + qd dt + qdd dt^2 / 2                                          [004] section 3.2
        vec3 r = axpy3(dt, axpy3(0.5 * dt, s->a[i], s->v[i]), s->r[i]);
        quat pd = p_dot(s->p[i], s->w[i]), pdd = p_ddot(s->p[i], s->w[i], s->wd[i]);
        tac_place_body(w, i, r, axpyq(dt, axpyq(0.5 * dt, pdd, pd), s->p[i]));
        trapezoidal_rates(w, i);
    }
}

static double signal_value(const tac_work *w, int source)
{
    return source == TAC_NONE ? 0.0 : w->signal[source].x;
}

// Applied force (world) and torque about the centre of mass (body axes), gravity included, minus the
// gyroscopic torque: Q of [004] (8) for body rates.
static tac_slot applied(const tac_work *w, int i)
{
    const tac_model *m = w->m;
    const tac_pose *pose = &w->pose[i];
    vec3 f = scale3(m->mass[i], m->gravity);
    vec3 n = neg3(cross3(pose->w, mul3(m->J[i], pose->w)));
    for (int k = m->load_first[i]; k < m->load_first[i + 1]; k++) {
        const tac_load_desc *load = &m->load[m->load_of[k]];
        vec3 force = {signal_value(w, load->force[0]), signal_value(w, load->force[1]),
                      signal_value(w, load->force[2])};
        vec3 torque = {signal_value(w, load->torque[0]), signal_value(w, load->torque[1]),
                       signal_value(w, load->torque[2])};
        // both in body axes
        mat3 R = rotation(load->at.q);
        vec3 fb = load->in_body ? mul3(R, force) : tmul3(pose->A, force);
        vec3 nb = load->in_body ? mul3(R, torque) : tmul3(pose->A, torque);
        f = add3(f, mul3(pose->A, fb));
        n = add3(n, add3(nb, cross3(load->at.s, fb)));
    }
    return (tac_slot){f, n};
}

// ---- elements ----------------------------------------------------------------------------------

static double row_product(const tac_work *w, const tac_element *e, int k, vec3 la, vec3 aa, vec3 lb,
                          vec3 ab) // Phi_q times a quantity of both bodies
{
    return tac_slot_dot(&w->J[e->slot[0] + k], la, aa) + tac_slot_dot(&w->J[e->slot[1] + k], lb, ab);
}

static void element_position(tac_work *w, const tac_element *e)
{
    const tac_pose *pa = &w->pose[e->body[0]], *pb = &w->pose[e->body[1]];
    double before = e->angle == TAC_NONE ? 0.0 : w->from->angle[e->angle];
    double angle = tac_rows_position(e, pa, pb, w->signal, before, &w->J[e->slot[0]],
                                     &w->J[e->slot[1]], &w->phi[e->row], &w->phi_t[e->row]);
    if (e->angle != TAC_NONE) {
        w->angle[e->angle] = angle;
    }
}

static void element_rate(tac_work *w, const tac_element *e)
{
    const tac_pose *pa = &w->pose[e->body[0]], *pb = &w->pose[e->body[1]];
    for (int k = 0; k < e->n_row; k++) {
        w->rate[e->row + k] =
            row_product(w, e, k, pa->v, pa->w, pb->v, pb->w) + w->phi_t[e->row + k];
    }
}

// Compliances of a row are bounded by this many times its share of W: a law without slope at the
// moment (an open contact) then leaves the row free.
static const double no_stiffness = 1e12;
static const double start_penalty = 1e8; // the start has time for full accuracy

static double constraint_compliance(const tac_work *w, int row)
{
    if (w->starting) {
        return w->h * w->m->row_w[row] / start_penalty;
    }
    return w->o.alpha > 0.0 ? 1.0 / w->o.alpha : w->h * w->m->row_w[row] / w->o.penalty;
}

// Force and compliance of a law: lambda = f, C = 1 / (df/dx + 2/dt df/dxd), [solver] section 2a.
static void element_law(tac_work *w, const tac_element *e, double *f)
{
    double dfdx[TAC_MAX_ROWS], dfdxd[TAC_MAX_ROWS];
    int row = e->row;
    w->energy[e - w->m->element] =
        tac_law(w->m, e, w->signal, &w->phi[row], &w->rate[row], f, dfdx, dfdxd);
    for (int k = 0; k < e->n_row; k++) {
        double stiffness = dfdx[k] + 2.0 / w->o.dt * dfdxd[k];
        double most = w->h * w->m->row_w[row + k] * no_stiffness;
        double c = 1.0 / stiffness;
        w->c[row + k] = !w->starting && c > 0.0 && c < most ? c : most;
    }
}

static void rows_newton(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        double f[TAC_MAX_ROWS];
        element_position(w, e);
        if (e->what != TAC_JOINTS) {
            element_rate(w, e);
            element_law(w, e, f);
        }
        for (int k = 0; k < e->n_row; k++) {
            int row = e->row + k;
            if (e->what == TAC_JOINTS) {
                w->c[row] = constraint_compliance(w, row);
                w->add[row] = w->phi[row];                                           // (34)
            } else if (e->implicit) {
                w->add[row] = (f[k] - w->lambda[row]) * w->c[row];
            } else {
                w->lambda[row] = f[k];
            }
        }
    }
}

// Constraints alone: the smallest mass-weighted displacement that closes them.
static void rows_position(tac_work *w, int first, int last)
{
    tac_rows_velocity(w, first, last); // Jacobians and compliances
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        for (int k = 0; k < e->n_row; k++) {
            w->add[e->row + k] = e->what == TAC_JOINTS ? w->phi[e->row + k] : 0.0;
        }
    }
}

void tac_rows_velocity(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        double f[TAC_MAX_ROWS];
        element_position(w, e);
        element_rate(w, e);
        if (e->what != TAC_JOINTS) {
            element_law(w, e, f);
        }
        for (int k = 0; k < e->n_row; k++) {
            int row = e->row + k;
            if (e->what == TAC_JOINTS) {
                w->c[row] = constraint_compliance(w, row);
                w->add[row] = w->phi_t[row];                                         // (52)
            } else {
                w->add[row] = -w->rate[row]; // keeps its rate
            }
        }
    }
}

void tac_rows_acceleration(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        int a = e->body[0], b = e->body[1];
        double f[TAC_MAX_ROWS], c[TAC_MAX_ROWS];
        element_rate(w, e); // with the projected velocities
        if (e->what == TAC_JOINTS) {
            tac_rows_gamma(e, &w->pose[a], &w->pose[b], w->signal, &w->gamma[e->row]);
        } else {
            memcpy(c, &w->c[e->row], sizeof(double) * (size_t)e->n_row);
            element_law(w, e, f);
            memcpy(&w->c[e->row], c, sizeof(double) * (size_t)e->n_row); // as factorized
        }
        for (int k = 0; k < e->n_row; k++) {
            int row = e->row + k;
            if (e->what == TAC_JOINTS) {
                w->add[row] = -w->gamma[row];                                        // (65)
            } else {
                w->add[row] = -row_product(w, e, k, w->a[a], w->wd[a], w->a[b], w->wd[b]);
                w->lambda[row] = w->o.acceleration == TAC_INDEX1 || !e->implicit ? f[k]
                                                                                 : w->lambda[row];
            }
        }
    }
}

void tac_rows_residual(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_element *e = &w->m->element[i];
        int a = e->body[0], b = e->body[1];
        for (int k = 0; k < e->n_row && e->what == TAC_JOINTS; k++) {
            w->acc[e->row + k] = row_product(w, e, k, w->a[a], w->wd[a], w->a[b], w->wd[b]) -
                                 w->gamma[e->row + k];
        }
    }
}

// ---- leaves: what each solve starts from -------------------------------------------------------

static void factor_leaf(tac_work *w, int i)
{
    tac_leaf_front(w, i);
    tac_node_factor(w, i);
    tac_node_forward(w, i);
}

static void leaf_newton(tac_work *w, int first, int last)
{
    const tac_model *m = w->m;
    for (int i = first; i < last; i++) {
        // x = -h M^-1 g, g = M qdd + Phi_q^T lambda - Q                     [004] (12) (27)
        tac_slot q = applied(w, i), react = tac_body_reaction(w, i, w->lambda);
        vec3 g_r = sub3(axpy3(m->mass[i], w->a[i], react.l), q.l);
        // 4 G G_dot^T J' w' = w' x J' w' + 2 (p . p_dot) J' w': the rates of the trapezoidal rule
        // leave the unit sphere by O(dt^2) until they are projected     [004] (8)
        vec3 inertial = mul3(m->J[i], axpy3(2.0 * w->stretch[i], w->pose[i].w, w->wd[i]));
        vec3 g_a = sub3(add3(inertial, react.a), q.a);
        w->x[i].l = scale3(-w->h * m->mass_inv[i], g_r);
        w->x[i].a = scale3(-w->h, mul3(m->J_inv[i], g_a));
        factor_leaf(w, i);
    }
}

static void leaf_position(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        w->x[i] = (tac_slot){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        factor_leaf(w, i);
    }
}

static void leaf_velocity(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        w->x[i] = (tac_slot){w->pose[i].v, w->pose[i].w};                            // (45)
        factor_leaf(w, i);
    }
}

static void leaf_projection(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        w->x[i] = (tac_slot){w->a[i], w->wd[i]};                                     // (60)
        tac_node_forward(w, i);
    }
}

void tac_leaf_index1(tac_work *w, int first, int last)
{
    const tac_model *m = w->m;
    for (int i = first; i < last; i++) {
        // x = M^-1 (Q - Phi_q^T lambda)                                     [004] (9)
        tac_slot q = applied(w, i), react = tac_body_reaction(w, i, w->lambda);
        w->x[i].l = scale3(m->mass_inv[i], sub3(q.l, react.l));
        w->x[i].a = mul3(m->J_inv[i], sub3(q.a, react.a));
        tac_node_forward(w, i);
    }
}

// ---- joining and splitting compounds -----------------------------------------------------------

static void join_factor(tac_work *w, int first, int last)
{
    for (int k = first; k < last; k++) {
        int node = w->m->node_order[k];
        tac_join_fronts(w, node);
        tac_node_factor(w, node);
        tac_node_forward(w, node);
    }
}

static void join_forward(tac_work *w, int first, int last)
{
    for (int k = first; k < last; k++) {
        tac_node_forward(w, w->m->node_order[k]);
    }
}

// Backward elimination; multipliers of the eliminated rows grow by gain times the solution.
static void split_node(tac_work *w, int node, double gain)
{
    const tac_model *m = w->m;
    tac_node_backward(w, node);
    for (int k = 0; k < m->n_e[node]; k++) {
        int row = m->node_row[m->row_at[node] + k];
        w->lambda[row] += gain * w->sigma[row];
    }
}

static void split_newton(tac_work *w, int first, int last)
{
    for (int k = first; k < last; k++) {
        split_node(w, w->m->node_order[k], 1.0);
    }
}

static void split_plain(tac_work *w, int first, int last)
{
    for (int k = first; k < last; k++) {
        tac_node_backward(w, w->m->node_order[k]);
    }
}

static void split_index1(tac_work *w, int first, int last)
{
    for (int k = first; k < last; k++) {
        split_node(w, w->m->node_order[k], w->h);
    }
}

static void apply_newton(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        split_node(w, i, 1.0);
        w->delta[i] = tac_body_solution(w, i);                                       // (24)
        tac_move_body(w, i, w->delta[i]);
        trapezoidal_rates(w, i);
    }
}

static void apply_position(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        tac_node_backward(w, i);
        tac_move_body(w, i, tac_body_solution(w, i));
    }
}

static void apply_velocity(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        tac_node_backward(w, i);
        tac_slot x = tac_body_solution(w, i);                                        // (43)
        w->pose[i].v = x.l;
        w->pose[i].w = x.a;
    }
}

static void apply_projection(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        tac_node_backward(w, i);
        tac_slot x = tac_body_solution(w, i);                                        // (58)
        w->a[i] = x.l;
        w->wd[i] = x.a;
    }
}

static void apply_index1(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        split_node(w, i, w->h);
        tac_slot x = tac_body_solution(w, i);
        w->a[i] = x.l;
        w->wd[i] = x.a;
    }
}

// ---- lists of phases ---------------------------------------------------------------------------

void tac_add_phase(tac_phase_list *list, tac_work *w, const char *name, tac_stage *run, int first,
                   int n)
{
    if (list->phase) {
        list->phase[list->n] = (tac_phase){name, w, run, n, first, list->iteration};
    }
    list->n++;
}

static void add_joins(tac_phase_list *list, tac_work *w, const tac_model *m, const char *name,
                      tac_stage *run)
{
    for (int level = 1; level <= m->height; level++) {
        int first = m->level_first[level];
        tac_add_phase(list, w, name, run, first, m->level_first[level + 1] - first);
    }
}

static void add_splits(tac_phase_list *list, tac_work *w, const tac_model *m, const char *name,
                       tac_stage *run)
{
    for (int level = m->height; level >= 1; level--) {
        int first = m->level_first[level];
        tac_add_phase(list, w, name, run, first, m->level_first[level + 1] - first);
    }
}

void tac_add_newton(tac_phase_list *list, tac_work *w, const tac_model *m, int iterations)
{
    tac_add_phase(list, w, "predict", predict, 0, m->n_body);
    for (int k = 1; k <= iterations; k++) {
        list->iteration = k;
        tac_add_phase(list, w, "newton rows", rows_newton, 0, m->n_element);
        tac_add_phase(list, w, "newton leaves", leaf_newton, 0, m->n_body);
        add_joins(list, w, m, "newton assembly", join_factor);
        add_splits(list, w, m, "newton disassembly", split_newton);
        tac_add_phase(list, w, "newton update", apply_newton, 0, m->n_body);
    }
    list->iteration = 0;
}

void tac_add_position(tac_phase_list *list, tac_work *w, const tac_model *m)
{
    tac_add_phase(list, w, "position rows", rows_position, 0, m->n_element);
    tac_add_phase(list, w, "position leaves", leaf_position, 0, m->n_body);
    add_joins(list, w, m, "position assembly", join_factor);
    add_splits(list, w, m, "position disassembly", split_plain);
    tac_add_phase(list, w, "position update", apply_position, 0, m->n_body);
}

void tac_add_velocity(tac_phase_list *list, tac_work *w, const tac_model *m)
{
    tac_add_phase(list, w, "velocity rows", tac_rows_velocity, 0, m->n_element);
    tac_add_phase(list, w, "velocity leaves", leaf_velocity, 0, m->n_body);
    add_joins(list, w, m, "velocity assembly", join_factor);
    add_splits(list, w, m, "velocity disassembly", split_plain);
    tac_add_phase(list, w, "velocity update", apply_velocity, 0, m->n_body);
    tac_add_phase(list, w, "momentum", tac_keep_momentum, 0, m->n_isolated);
}

void tac_add_acceleration(tac_phase_list *list, tac_work *w, const tac_model *m,
                          tac_acceleration_mode mode)
{
    int index1 = mode == TAC_INDEX1;
    tac_add_phase(list, w, "acceleration rows", tac_rows_acceleration, 0, m->n_element);
    tac_add_phase(list, w, "acceleration leaves", index1 ? tac_leaf_index1 : leaf_projection, 0,
                  m->n_body);
    add_joins(list, w, m, "acceleration assembly", join_forward);
    add_splits(list, w, m, "acceleration disassembly", index1 ? split_index1 : split_plain);
    tac_add_phase(list, w, "acceleration update", index1 ? apply_index1 : apply_projection, 0,
                  m->n_body);
}

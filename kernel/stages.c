// The stages of a step: what happens to every body, element and tree node, and in which order.
//
// Euler parameters stay on the unit sphere: the normalization constraint (4) and its multiplier are
// eliminated exactly (the limit of an infinite penalty), so that every body has six unknowns per
// solve, a displacement and a rotation d_theta' in body axes with dp = G^T d_theta' / 2, and the
// leaves have the closed inverse of [solver] section 2. All quantities of one solve belong to one
// configuration ([solver] section 4): positions, Jacobians and factors are evaluated again after
// the last iteration, before velocities and accelerations are put onto the constraints.
// Numbers in parentheses are equations of [004].
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

// In rotations and in lengths of the model, whichever is larger.
double tac_increment_size(const tac_model *m, tac_slot delta)
{
    double turn = norm3(delta.a), shift = norm3(delta.l) / m->length;
    return turn > shift ? turn : shift;
}

void tac_move_body(tac_work *w, int i, tac_slot delta)
{
    const tac_pose *pose = &w->pose[i];
    tac_place_body(w, i, add3(pose->r, delta.l), axpyq(0.5, gt_mul(pose->p, delta.a), pose->p));
}

// Velocities and accelerations that the trapezoidal rule gives to the current positions.
static void trapezoidal_rates(tac_work *w, int i)
{
    const tac_state *s = w->from;
    tac_pose *pose = &w->pose[i];
    double k1 = 2.0 / w->o.dt, k2 = k1 * k1;
    vec3 dr = sub3(pose->r, s->r[i]);
    pose->v = sub3(scale3(k1, dr), s->v[i]);                           // (15)
    w->a[i] = sub3(scale3(k2, dr), axpy3(2.0 * k1, s->v[i], s->a[i])); // (16)
    quat dp = axpyq(-1.0, s->p[i], pose->p);
    quat pd = p_dot(s->p[i], s->w[i]), pdd = p_ddot(s->p[i], s->w[i], s->wd[i]);
    quat pd_new = axpyq(-1.0, pd, scaleq(k1, dp));                        // (15)
    quat pdd_new = axpyq(-1.0, axpyq(2.0 * k1, pd, pdd), scaleq(k2, dp)); // (16)
    pose->w = scale3(2.0, g_mul(pose->p, pd_new));                        // w' = 2 G p_dot
    w->wd[i] = scale3(2.0, g_mul(pose->p, pdd_new));
    w->stretch[i] = dotq(pose->p, pd_new);
}

// What an acceleration may add to a prediction, in rad and lengths of the model. Stiff forces out of
// balance would predict places from which the iteration does not come back.
static const double far_prediction = 0.25;

static vec3 bounded(vec3 a, double bound)
{
    double size = norm3(a);
    return size > bound ? scale3(bound / size, a) : a;
}

static void predict(tac_work *w, int first, int last)
{
    const tac_state *s = w->from;
    double dt = w->o.dt, turn = far_prediction / (0.5 * dt * dt), shift = turn * w->m->length;
    for (int i = first; i < last; i++) {
        // q + qd dt + qdd dt^2 / 2                                          [004] section 3.2
        vec3 a = bounded(s->a[i], shift), wd = bounded(s->wd[i], turn);
        vec3 r = axpy3(dt, axpy3(0.5 * dt, a, s->v[i]), s->r[i]);
        quat pd = p_dot(s->p[i], s->w[i]), pdd = p_ddot(s->p[i], s->w[i], wd);
        tac_place_body(w, i, r, axpyq(dt, axpyq(0.5 * dt, pdd, pd), s->p[i]));
        trapezoidal_rates(w, i);
        w->travel[i] = 0.0;
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
        w->x[i] = (tac_slot){w->pose[i].v, w->pose[i].w}; // (45)
        factor_leaf(w, i);
    }
}

// x = M^-1 (Q - Phi_q^T lambda)                                             [004] (9)
static void index1_load(tac_work *w, int i)
{
    const tac_model *m = w->m;
    tac_slot q = applied(w, i), react = tac_body_reaction(w, i, w->lambda);
    w->x[i].l = scale3(m->mass_inv[i], sub3(q.l, react.l));
    w->x[i].a = mul3(m->J_inv[i], sub3(q.a, react.a));
}

static void leaf_index1_factor(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        index1_load(w, i);
        factor_leaf(w, i);
    }
}

static void leaf_projection(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        w->x[i] = (tac_slot){w->a[i], w->wd[i]}; // (60)
        tac_node_forward(w, i);
    }
}

void tac_leaf_index1(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        index1_load(w, i);
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
        w->delta[i] = tac_body_solution(w, i); // (24)
        double size = tac_increment_size(w->m, w->delta[i]);
        w->travel[i] = size > w->travel[i] ? size : w->travel[i];
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
        tac_slot x = tac_body_solution(w, i); // (43)
        w->pose[i].v = x.l;
        w->pose[i].w = x.a;
    }
}

static void apply_projection(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        tac_node_backward(w, i);
        tac_slot x = tac_body_solution(w, i); // (58)
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
        tac_add_phase(list, w, "newton rows", tac_rows_newton, 0, m->n_element);
        tac_add_phase(list, w, "newton leaves", leaf_newton, 0, m->n_body);
        add_joins(list, w, m, "newton assembly", join_factor);
        add_splits(list, w, m, "newton disassembly", split_newton);
        tac_add_phase(list, w, "newton update", apply_newton, 0, m->n_body);
    }
    list->iteration = 0;
}

void tac_add_position(tac_phase_list *list, tac_work *w, const tac_model *m)
{
    tac_add_phase(list, w, "position rows", tac_rows_position_only, 0, m->n_element);
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

// Orders 3 and 4 solve the index-1 problem with the forces of all laws as given, which takes factors
// of its own: keeping stiff rows on the trapezoidal rule would leave an error that extrapolation
// cannot remove.
int tac_laws_refactored(const tac_model *m, const tac_options *o)
{
    return o->order > 2 && o->acceleration == TAC_INDEX1 && m->n_law_row > 0;
}

void tac_add_acceleration(tac_phase_list *list, tac_work *w, const tac_model *m,
                          const tac_options *o)
{
    int index1 = o->acceleration == TAC_INDEX1, factor = tac_laws_refactored(m, o);
    tac_add_phase(list, w, "acceleration rows", tac_rows_acceleration, 0, m->n_element);
    tac_stage *leaves = factor ? leaf_index1_factor : index1 ? tac_leaf_index1 : leaf_projection;
    tac_add_phase(list, w, "acceleration leaves", leaves, 0, m->n_body);
    add_joins(list, w, m, "acceleration assembly", factor ? join_factor : join_forward);
    add_splits(list, w, m, "acceleration disassembly", index1 ? split_index1 : split_plain);
    tac_add_phase(list, w, "acceleration update", index1 ? apply_index1 : apply_projection, 0,
                  m->n_body);
}

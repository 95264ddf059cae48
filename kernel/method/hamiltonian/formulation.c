#include "formulation.h"

#include <string.h>

#include "forces.h"
#include "row_rates.h"

// ---- memory ----------------------------------------------------------------------------------------

int tac_formulation_most(const tac_model *m)
{
    _Static_assert((int)TAC_MOST_RATES + (int)TAC_MOST_PLACES <= (int)TAC_BODY_NUMBERS,
                   "on joints");
    return TAC_BODY_NUMBERS * m->n_body;
}

void tac_formulation_layout(tac_formulation *f, const tac_model *m, tac_arena *a)
{
    size_t body = (size_t)m->n_body, row = (size_t)m->n_row;
    f->m = m;
    tac_linear_layout(&f->linear, m, a);
    tac_spanning_tree_layout(&f->tree, m, a);
    f->signal = tac_take(a, (size_t)m->signals.n_source, sizeof *f->signal);
    f->angle = tac_take(a, (size_t)m->n_angle, sizeof *f->angle);
    f->pose = tac_take(a, body + 1, sizeof *f->pose);
    f->x = tac_take(a, body, sizeof *f->x);
    f->load = tac_take(a, body, sizeof *f->load);
    f->rate = tac_take(a, 2 * row, sizeof *f->rate);
    f->sigma = tac_take(a, row, sizeof *f->sigma);
    f->lambda = tac_take(a, row, sizeof *f->lambda);
    f->add = tac_take(a, row, sizeof *f->add);
    f->u = tac_take(a, TAC_MOST_RATES * body, sizeof *f->u);
    f->ud = tac_take(a, TAC_MOST_PLACES * body, sizeof *f->ud);
}

void tac_formulation_init(tac_formulation *f, tac_workspace *w, bool momenta, tac_coordinate_set of)
{
    const quat upright = {1.0, 0.0, 0.0, 0.0};
    f->linear.w = w;
    f->momenta = momenta;
    f->of = of;
    tac_spanning_tree_fill(&f->tree);
    f->n_y = of == TAC_ON_BODIES ? TAC_BODY_NUMBERS * f->m->n_body : f->tree.n_q + f->tree.n_u;
    f->pose[f->m->n_body] = (tac_pose){.A = rotation(upright), .p = upright};
}

void tac_formulation_at(tac_formulation *f, double end, double ahead, double dt,
                        const double *inputs)
{
    tac_signals(f->m, end, ahead, dt, inputs, f->signal);
}

// ---- numbers of a state ------------------------------------------------------------------------------

static vec3 read3(const double *y)
{
    return (vec3){y[0], y[1], y[2]};
}

static void write3(double *y, vec3 a)
{
    y[0] = a.x;
    y[1] = a.y;
    y[2] = a.z;
}

static void write4(double *y, quat p)
{
    y[0] = p.e0;
    write3(y + 1, (vec3){p.e1, p.e2, p.e3});
}

static quat read4(const double *y)
{
    return (quat){y[0], y[1], y[2], y[3]};
}

static const tac_slot *momenta_of(tac_formulation *f) // M v of all bodies
{
    for (int i = 0; i < f->m->n_body; i++) {
        const tac_pose *p = &f->pose[i];
        f->load[i] = (tac_slot){scale3(f->m->bodies.mass[i], p->v),
                                mul3(p->A, mul3(f->m->bodies.J[i], p->w))};
    }
    return f->load;
}

static void velocities(const tac_formulation *f, tac_slot *x)
{
    for (int i = 0; i < f->m->n_body; i++) {
        x[i] = (tac_slot){f->pose[i].v, f->pose[i].w};
    }
}

void tac_formulation_reset(tac_formulation *f, double *y)
{
    const tac_slot *momentum = f->momenta ? momenta_of(f) : NULL;
    if (f->of == TAC_ON_JOINTS && f->momenta) {
        tac_tree_project(&f->tree, f->pose, f->load, y + f->tree.n_q);
    } else if (f->of == TAC_ON_JOINTS) {
        velocities(f, f->x);
        tac_tree_rates(&f->tree, f->pose, f->x, y + f->tree.n_q);
    }
    for (int i = 0; i < f->m->n_body && f->of == TAC_ON_BODIES; i++, y += TAC_BODY_NUMBERS) {
        write3(y + 7, momentum ? momentum[i].l : f->pose[i].v);
        write3(y + 10, momentum ? momentum[i].a : f->pose[i].w);
    }
}

void tac_formulation_read(tac_formulation *f, double *y)
{
    for (int i = 0; i < f->m->n_body && f->of == TAC_ON_BODIES; i++) {
        write3(y + TAC_BODY_NUMBERS * i, f->pose[i].r);
        write4(y + TAC_BODY_NUMBERS * i + 3, f->pose[i].p);
    }
    if (f->of == TAC_ON_JOINTS) {
        tac_tree_coordinates(&f->tree, f->pose, y);
    }
    tac_formulation_reset(f, y);
}

void tac_formulation_normalise(const tac_formulation *f, double *y)
{
    if (f->of == TAC_ON_JOINTS) {
        tac_tree_normalise(&f->tree, y);
        return;
    }
    for (int i = 0; i < f->m->n_body; i++, y += TAC_BODY_NUMBERS) {
        write4(y + 3, unitq(read4(y + 3)));
    }
}

// ---- positions, velocities -----------------------------------------------------------------------------

static void place(tac_formulation *f, const double *y)
{
    for (int i = 0; i < f->m->n_body && f->of == TAC_ON_BODIES; i++) {
        const double *body = y + TAC_BODY_NUMBERS * i;
        tac_pose *p = &f->pose[i];
        p->r = read3(body);
        p->p = unitq(read4(body + 3));
        p->A = rotation(p->p);
    }
    if (f->of == TAC_ON_JOINTS) {
        tac_tree_place(&f->tree, y, f->pose);
    }
    tac_linear_place(&f->linear, f->pose, f->signal, f->angle);
}

// x = M^-1 P of HDCA.
static void momenta_to_x(tac_formulation *f, const double *y)
{
    const tac_model *m = f->m;
    memset(f->x, 0, (size_t)m->n_body * sizeof *f->x);
    for (int i = 0; i < m->n_body && f->of == TAC_ON_BODIES; i++) {
        const double *body = y + TAC_BODY_NUMBERS * i;
        f->x[i] = (tac_slot){read3(body + 7), read3(body + 10)};
    }
    if (f->of == TAC_ON_JOINTS) {
        tac_tree_momenta(&f->tree, f->pose, y + f->tree.n_q, f->x);
    }
    for (int i = 0; i < m->n_body; i++) {
        f->x[i].l = scale3(m->bodies.mass_inv[i], f->x[i].l);
        f->x[i].a = mul3(m->bodies.J_inv[i], tmul3(f->pose[i].A, f->x[i].a));
    }
}

static void take_velocities(tac_formulation *f) // from x
{
    for (int i = 0; i < f->m->n_body; i++) {
        f->pose[i].v = f->x[i].l;
        f->pose[i].w = f->x[i].a;
    }
}

static void move(tac_formulation *f, const double *y)
{
    if (f->momenta) {
        momenta_to_x(f, y);
        tac_linear_solve(&f->linear, f->linear.phi_t, f->x, f->sigma); // Phi_v v = -Phi_t
        take_velocities(f);
        return;
    }
    for (int i = 0; i < f->m->n_body && f->of == TAC_ON_BODIES; i++) {
        const double *body = y + TAC_BODY_NUMBERS * i;
        f->pose[i].v = read3(body + 7);
        f->pose[i].w = read3(body + 10);
    }
    if (f->of == TAC_ON_JOINTS) {
        tac_tree_move(&f->tree, y + f->tree.n_q, f->pose);
    }
}

// ---- forces, accelerations -----------------------------------------------------------------------------

static void turn_rows(tac_formulation *f)
{
    for (int i = 0; i < f->m->n_element; i++) {
        const tac_element *e = &f->m->element[i];
        tac_slot a[TAC_MAX_ROWS], b[TAC_MAX_ROWS];
        if (!tac_holds(e)) {
            continue;
        }
        const tac_pose *pa = &f->pose[e->body[0]], *pb = &f->pose[e->body[1]];
        double angle = e->curve && e->angle != TAC_NONE
                           ? tac_element_angle(e, pa, pb, f->angle[e->angle])
                           : 0.0;
        tac_row_rates(e, pa, pb, angle, a, b);
        for (int k = 0; k < e->n_row; k++) {
            f->rate[2 * (e->row + k)] = a[k];
            f->rate[2 * (e->row + k) + 1] = b[k];
        }
    }
}

// -gamma of a constraint: what Phi_v v changes by without accelerations, and its drive.
static double quadratic_rate(const tac_formulation *f, const tac_element *e, int k)
{
    const tac_row *row = &e->rows[k];
    double sum = row->drive == TAC_NONE ? 0.0 : -f->signal[row->drive].xdd;
    for (int side = 0; side < 2; side++) {
        const tac_pose *p = &f->pose[e->body[side]];
        sum += tac_slot_dot(&f->rate[2 * (e->row + k) + side], p->v, mul3(p->A, p->w));
    }
    return sum;
}

// Accelerations to x, multipliers of constraints to lambda; rows must be turned, loads summed.
static void accelerate(tac_formulation *f)
{
    const tac_model *m = f->m;
    for (int i = 0; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        for (int k = 0; k < e->n_row && tac_holds(e); k++) {
            f->add[e->row + k] = quadratic_rate(f, e, k);
        }
    }
    for (int i = 0; i < m->n_body; i++) {
        const tac_pose *p = &f->pose[i];
        vec3 torque = sub3(tmul3(p->A, f->load[i].a), cross3(p->w, mul3(m->bodies.J[i], p->w)));
        f->x[i] = (tac_slot){scale3(m->bodies.mass_inv[i], f->load[i].l),
                             mul3(m->bodies.J_inv[i], torque)};
    }
    tac_linear_solve(&f->linear, f->add, f->x, f->lambda);
}

// d(Phi_v^T)/dt sigma to the loads.
static void add_turned_impulses(tac_formulation *f)
{
    const tac_model *m = f->m;
    for (int i = 0; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        for (int k = 0; k < 2 * e->n_row && tac_holds(e); k++) {
            int body = e->body[k % 2], row = e->row + k / 2;
            const tac_slot *turned = &f->rate[2 * row + k % 2];
            if (body < m->n_body) {
                f->load[body].l = axpy3(f->sigma[row], turned->l, f->load[body].l);
                f->load[body].a = axpy3(f->sigma[row], turned->a, f->load[body].a);
            }
        }
    }
}

// ---- dy/dt ---------------------------------------------------------------------------------------------

static void body_rates(const tac_formulation *f, const double *y, double *yd)
{
    for (int i = 0; i < f->m->n_body; i++, y += TAC_BODY_NUMBERS, yd += TAC_BODY_NUMBERS) {
        const tac_slot *change = f->momenta ? &f->load[i] : &f->x[i];
        write3(yd, f->pose[i].v);
        write4(yd + 3, scaleq(0.5, gt_mul(read4(y + 3), f->pose[i].w)));
        write3(yd + 7, change->l);
        write3(yd + 10, change->a);
    }
}

static void joint_rates(tac_formulation *f, const double *y, double *yd)
{
    const tac_spanning_tree *t = &f->tree;
    if (f->momenta) {
        velocities(f, f->x);
        tac_tree_rates(t, f->pose, f->x, f->u);
        tac_tree_coordinate_rates(t, y, f->u, yd);
        tac_tree_turn_momenta(t, f->pose, y + t->n_q, f->load);
        tac_tree_project(t, f->pose, f->load, yd + t->n_q);
    } else {
        tac_tree_coordinate_rates(t, y, y + t->n_q, yd);
        tac_tree_accelerations(t, f->pose, f->x, yd + t->n_q);
    }
}

void tac_formulation_derivative(tac_formulation *f, const double *y, double *yd)
{
    place(f, y);
    move(f, y);
    turn_rows(f);
    f->law_energy = tac_sum_forces(&f->linear, f->pose, f->signal, f->load, f->lambda);
    if (f->momenta) {
        add_turned_impulses(f);
    } else {
        accelerate(f);
    }
    if (f->of == TAC_ON_BODIES) {
        body_rates(f, y, yd);
    } else {
        joint_rates(f, y, yd);
    }
}

// ---- the whole state -----------------------------------------------------------------------------------

static void project_velocities(tac_formulation *f, double *y)
{
    velocities(f, f->x);
    tac_linear_solve(&f->linear, f->linear.phi_t, f->x, f->add);
    take_velocities(f);
    for (int i = 0; i < f->m->n_body && f->of == TAC_ON_BODIES; i++) {
        write3(y + TAC_BODY_NUMBERS * i + 7, f->pose[i].v);
        write3(y + TAC_BODY_NUMBERS * i + 10, f->pose[i].w);
    }
    if (f->of == TAC_ON_JOINTS) { // the rates are all there is to a motion on joints
        tac_tree_rates(&f->tree, f->pose, f->x, y + f->tree.n_q);
        tac_tree_move(&f->tree, y + f->tree.n_q, f->pose);
    }
}

// What a row of constraints is off by: its value, rate, and what accelerations leave.
typedef struct off_row {
    double phi, rate, rest;
} off_row;

static off_row term_off(const tac_formulation *f, const tac_element *e, int k)
{
    int row = e->row + k;
    const tac_slot *s = &f->linear.slot[2 * row];
    const tac_pose *pa = &f->pose[e->body[0]], *pb = &f->pose[e->body[1]];
    double rate = f->linear.phi_t[row] + tac_slot_dot(&s[0], pa->v, pa->w) +
                  tac_slot_dot(&s[1], pb->v, pb->w);
    return (off_row){f->linear.phi[row], rate,
                     f->add[row] + tac_linear_rate(&f->linear, f->x, row)};
}

// Of a coupler that of all terms, as its most effective term lacks it.
static off_row row_off(const tac_formulation *f, const tac_element *e, int k)
{
    off_row sum = term_off(f, e, k);
    for (int i = 1; i <= e->followers; i++) {
        off_row more = term_off(f, e + i, k);
        sum = (off_row){sum.phi + more.phi, sum.rate + more.rate, sum.rest + more.rest};
    }
    double unit = e->what == TAC_TERMS ? e->unit : 1.0;
    return (off_row){unit * sum.phi, unit * sum.rate, unit * sum.rest};
}

static void measure(tac_formulation *f, tac_report *r)
{
    const tac_model *m = f->m;
    double position = 0.0, velocity = 0.0, acceleration = 0.0;
    *r = (tac_report){.potential = f->law_energy};
    for (int i = 0; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        for (int k = 0; k < e->n_row && tac_holds(e) && tac_leads(e); k++) {
            off_row off = row_off(f, e, k);
            position += off.phi * off.phi;
            velocity += off.rate * off.rate;
            acceleration += off.rest * off.rest;
        }
    }
    for (int i = 0; i < m->n_body; i++) {
        const tac_pose *p = &f->pose[i];
        r->kinetic +=
            0.5 * (m->bodies.mass[i] * dot3(p->v, p->v) + dot3(p->w, mul3(m->bodies.J[i], p->w)));
        r->potential -= m->bodies.mass[i] * dot3(m->gravity, p->r);
    }
    r->position = sqrt(position);
    r->velocity = sqrt(velocity);
    r->acceleration = sqrt(acceleration);
}

void tac_formulation_settle(tac_formulation *f, bool project, double *y, tac_report *r)
{
    place(f, y);
    move(f, y);
    if (project && !f->momenta) {
        project_velocities(f, y);
    }
    turn_rows(f);
    f->law_energy = tac_sum_forces(&f->linear, f->pose, f->signal, f->load, f->lambda);
    accelerate(f);
    for (int i = 0; i < f->m->n_element; i++) {
        const tac_element *e = &f->m->element[i];
        if (e->angle != TAC_NONE) {
            f->angle[e->angle] = tac_element_angle(e, &f->pose[e->body[0]], &f->pose[e->body[1]],
                                                   f->angle[e->angle]);
        }
    }
    measure(f, r);
}

void tac_formulation_close(tac_formulation *f, double *y)
{
    place(f, y);
    memset(f->x, 0, (size_t)f->m->n_body * sizeof *f->x);
    tac_linear_solve(&f->linear, f->linear.phi, f->x, f->add); // Phi_v x = -phi
    for (int i = 0; i < f->m->n_body && f->of == TAC_ON_BODIES; i++) {
        double *body = y + TAC_BODY_NUMBERS * i;
        write3(body, add3(read3(body), f->x[i].l));
        quat p = read4(body + 3);
        write4(body + 3, unitq(axpyq(0.5, gt_mul(p, f->x[i].a), p)));
    }
    if (f->of == TAC_ON_JOINTS) {
        tac_tree_rates(&f->tree, f->pose, f->x, f->u);
        tac_tree_coordinate_rates(&f->tree, y, f->u, f->ud);
        for (int i = 0; i < f->tree.n_q; i++) {
            y[i] += f->ud[i];
        }
        tac_tree_normalise(&f->tree, y);
    }
}

#include "forces.h"

#include "model/law.h"

// ---- what an explicit step can follow ------------------------------------------------------------

// Runge-Kutta of order 4 is stable up to dt w = 2.83 of an oscillation and dt c w = 2.79 of a damper.
static const double stable = 2.7;

// The largest slope of a table: at its points and between them.
static double steepest(const tac_curve *table)
{
    double most = 0.0;
    for (int i = 0; i < 2 * table->n - 1; i++) {
        double x = i % 2 ? 0.5 * (table->x[i / 2] + table->x[i / 2 + 1]) : table->x[i / 2];
        most = fmax(most, fabs(tac_curve_eval(table, x).dy));
    }
    return most;
}

// Stiffness and damping of the rows of a law at most.
static void most_slopes(const tac_model *m, const tac_element *e, double *k, double *c)
{
    const double zero[TAC_MAX_ROWS] = {0.0};
    tac_signal none[1] = {{0.0, 0.0, 0.0}};
    double f[TAC_MAX_ROWS];
    if (e->what == TAC_SPRINGS) {
        const tac_spring_desc *s = &m->spring[e->index];
        k[0] = s->k + (s->spring_table == TAC_NONE ? 0.0 : steepest(&m->table[s->spring_table]));
        c[0] = s->c + (s->damper_table == TAC_NONE ? 0.0 : steepest(&m->table[s->damper_table]));
    } else { // bushings are linear, friction is steepest at rest
        (void)tac_law(m, e, none, zero, zero, f, k, c);
    }
}

tac_status tac_check_forces(const tac_model *m, double dt)
{
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        tac_subject subject = (tac_subject)(TAC_JOINT + (int)e->what);
        double k[TAC_MAX_ROWS] = {0.0}, c[TAC_MAX_ROWS] = {0.0}, fastest = 0.0;
        if (e->one_sided != TAC_NONE || e->what == TAC_CONTACTS) {
            return tac_fail(TAC_NOT_SUPPORTED, subject, e->index, 0.0);
        }
        most_slopes(m, e, k, c);
        for (int row = 0; row < e->n_row; row++) {
            double w = m->row_w[e->row + row] * m->laws_on_body[i];
            fastest = fmax(fastest, fmax(sqrt(k[row] * w), c[row] * w)); // 1/s
        }
        if (dt * fastest > stable) {
            return tac_fail(TAC_TOO_STIFF, subject, e->index, stable / fastest);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

// ---- loads ---------------------------------------------------------------------------------------

static vec3 signals3(const tac_signal *signal, const int source[3])
{
    double x[3];
    for (int i = 0; i < 3; i++) {
        x[i] = source[i] == TAC_NONE ? 0.0 : signal[source[i]].x;
    }
    return (vec3){x[0], x[1], x[2]};
}

static void add_loads(const tac_model *m, int body, const tac_pose *pose, const tac_signal *signal,
                      tac_slot *sum)
{
    for (int k = m->load_first[body]; k < m->load_first[body + 1]; k++) {
        const tac_load_desc *load = &m->load[m->load_of[k]];
        vec3 force = signals3(signal, load->force), torque = signals3(signal, load->torque);
        mat3 X = mulm3(pose->A, rotation(load->at.q));
        force = load->in_body ? mul3(X, force) : force;
        torque = load->in_body ? mul3(X, torque) : torque;
        sum->l = add3(sum->l, force);
        sum->a = add3(sum->a, add3(torque, cross3(mul3(pose->A, load->at.s), force)));
    }
}

// ---- laws ----------------------------------------------------------------------------------------

static double add_law(const tac_linear *p, const tac_element *e, const tac_pose *pose,
                      const tac_signal *signal, tac_slot *load, double *lambda)
{
    const tac_model *m = p->m;
    double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS], f[TAC_MAX_ROWS], k[TAC_MAX_ROWS], c[TAC_MAX_ROWS];
    for (int n = 0; n < e->n_row; n++) {
        const tac_slot *s = &p->slot[2 * (e->row + n)];
        const tac_pose *pa = &pose[e->body[0]], *pb = &pose[e->body[1]];
        x[n] = p->phi[e->row + n];
        xd[n] = tac_slot_dot(&s[0], pa->v, pa->w) + tac_slot_dot(&s[1], pb->v, pb->w);
    }
    double energy = tac_law(m, e, signal, x, xd, f, k, c);
    for (int n = 0; n < e->n_row; n++) {
        lambda[e->row + n] = f[n];
        for (int side = 0; side < 2; side++) {
            int body = e->body[side];
            const tac_slot *s = &p->slot[2 * (e->row + n) + side];
            if (body < m->n_body) {
                load[body].l = axpy3(-f[n], s->l, load[body].l);
                load[body].a = axpy3(-f[n], mul3(pose[body].A, s->a), load[body].a);
            }
        }
    }
    return energy;
}

double tac_sum_forces(const tac_linear *p, const tac_pose *pose, const tac_signal *signal,
                      tac_slot *load, double *lambda)
{
    const tac_model *m = p->m;
    double energy = 0.0;
    for (int i = 0; i < m->n_body; i++) {
        load[i] = (tac_slot){scale3(m->mass[i], m->gravity), {0.0, 0.0, 0.0}};
        add_loads(m, i, &pose[i], signal, &load[i]);
    }
    for (int i = m->n_joint; i < m->n_element; i++) {
        energy += add_law(p, &m->element[i], pose, signal, load, lambda);
    }
    return energy;
}

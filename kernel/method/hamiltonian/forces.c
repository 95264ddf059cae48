#include "forces.h"

#include "model/law.h"

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
    for (int k = m->bodies.load_first[body]; k < m->bodies.load_first[body + 1]; k++) {
        const tac_load_desc *load = &m->laws.load[m->bodies.load_of[k]];
        vec3 force = signals3(signal, load->force), torque = signals3(signal, load->torque);
        mat3 X = mulm3(pose->A, rotation(load->at.q));
        force = load->in_body ? mul3(X, force) : force;
        torque = load->in_body ? mul3(X, torque) : torque;
        sum->l = add3(sum->l, force);
        sum->a = add3(sum->a, add3(torque, cross3(mul3(pose->A, load->at.s), force)));
    }
}

// ---- laws ----------------------------------------------------------------------------------------

// The force of row n of an element, on both of its bodies.
static void push_row(const tac_linear *p, const tac_element *e, int n, double f,
                     const tac_pose *pose, tac_slot *load)
{
    for (int side = 0; side < 2; side++) {
        int body = e->body[side];
        const tac_slot *s = &p->slot[2 * (e->row + n) + side];
        if (body < p->m->n_body) {
            load[body].l = axpy3(-f, s->l, load[body].l);
            load[body].a = axpy3(-f, mul3(pose[body].A, s->a), load[body].a);
        }
    }
}

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
        push_row(p, e, n, f[n], pose, load);
    }
    return energy;
}

// Of a coupler that gives, by its first term: the law of the sum, which acts on all of them.
static double add_coupler(const tac_linear *p, const tac_element *lead, const tac_pose *pose,
                          const tac_signal *signal, tac_slot *load, double *lambda)
{
    const tac_model *m = p->m;
    double x = 0.0, xd = 0.0, f, k, c;
    for (int i = 0; i <= lead->followers; i++) {
        const tac_pose *pa = &pose[lead[i].body[0]], *pb = &pose[lead[i].body[1]];
        const tac_slot *s = &p->slot[2 * lead[i].row];
        x += p->phi[lead[i].row];
        xd += tac_slot_dot(&s[0], pa->v, pa->w) + tac_slot_dot(&s[1], pb->v, pb->w) +
              p->phi_t[lead[i].row];
    }
    double energy = tac_law(m, lead, signal, &x, &xd, &f, &k, &c);
    for (int i = 0; i <= lead->followers; i++) {
        push_row(p, &lead[i], 0, f, pose, load);
        lambda[lead[i].row] = f;
    }
    return energy;
}

double tac_sum_forces(const tac_linear *p, const tac_pose *pose, const tac_signal *signal,
                      tac_slot *load, double *lambda)
{
    const tac_model *m = p->m;
    double energy = 0.0;
    for (int i = 0; i < m->n_body; i++) {
        load[i] = (tac_slot){scale3(m->bodies.mass[i], m->gravity), {0.0, 0.0, 0.0}};
        add_loads(m, i, &pose[i], signal, &load[i]);
    }
    for (int i = m->n_joint; i < m->couplers.first_term; i++) {
        energy += add_law(p, &m->element[i], pose, signal, load, lambda);
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        energy += e->law ? add_coupler(p, e, pose, signal, load, lambda) : 0.0;
    }
    return energy;
}

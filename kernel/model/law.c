// Force laws of compliant elements: force, slopes and stored energy from coordinates and rates.
// Sign: f > 0 works against growing coordinates, so the generalized force is -Phi_q^T f, exactly as
// for a multiplier.
#include "law.h"

#include "friction.h"

static double signal_value(const tac_signal *signal, int source)
{
    return source == TAC_NONE ? 0.0 : signal[source].x;
}

static double spring(const tac_model *m, const tac_spring_desc *s, const tac_signal *signal,
                     double x, double xd, double *f, double *dfdx, double *dfdxd)
{
    double u = x - signal_value(signal, s->x0);
    double energy = 0.5 * s->k * u * u;
    *f = s->k * u + s->c * xd - signal_value(signal, s->actuator);
    *dfdx = s->k;
    *dfdxd = s->c;
    if (s->spring_table != TAC_NONE) {
        tac_curve_value v = tac_curve_eval(&m->table[s->spring_table], u);
        tac_curve_value rest = tac_curve_eval(&m->table[s->spring_table], 0.0);
        *f += v.y;
        *dfdx += v.dy;
        energy += v.Y - rest.Y;
    }
    if (s->damper_table != TAC_NONE) {
        tac_curve_value v = tac_curve_eval(&m->table[s->damper_table], xd);
        *f += v.y;
        *dfdxd += v.dy;
    }
    return energy;
}

static double bushing(const tac_bushing_desc *b, const double *x, const double *xd, double *f,
                      double *dfdx, double *dfdxd)
{
    double energy = 0.0;
    for (int i = 0; i < 6; i++) {
        f[i] = b->k[i] * x[i] + b->c[i] * xd[i];
        dfdx[i] = b->k[i];
        dfdxd[i] = b->c[i];
        energy += 0.5 * b->k[i] * x[i] * x[i];
    }
    return energy;
}

static double friction(const tac_friction_desc *fr, double xd, double *f, double *dfdx,
                       double *dfdxd)
{
    tac_friction_value value = tac_friction_at(fr, xd);
    *f = value.f;
    *dfdx = 0.0;
    *dfdxd = value.slope;
    return 0.0;
}

double tac_law(const tac_model *m, const tac_element *e, const tac_signal *signal, const double *x,
               const double *xd, double *f, double *dfdx, double *dfdxd)
{
    switch (e->what) {
    case TAC_SPRINGS:
        return spring(m, &m->spring[e->index], signal, x[0], xd[0], f, dfdx, dfdxd);
    case TAC_BUSHINGS:
        return bushing(&m->bushing[e->index], x, xd, f, dfdx, dfdxd);
    case TAC_FRICTIONS:
        return friction(&m->friction[e->index], xd[0], f, dfdx, dfdxd);
    case TAC_CONTACTS: // act over a step (one_sided.h)
    case TAC_JOINTS:   // have no law
        break;
    }
    return 0.0;
}

// ---- how stiff -----------------------------------------------------------------------------------

static double steepest(const tac_model *m, int table)
{
    return table == TAC_NONE ? 0.0 : tac_curve_steepest(&m->table[table]);
}

double tac_law_stiffness(const tac_model *m, const tac_element *e, int k, double dt)
{
    if (e->what == TAC_SPRINGS) {
        const tac_spring_desc *s = &m->spring[e->index];
        double damping = s->c + steepest(m, s->damper_table);
        return s->k + steepest(m, s->spring_table) + 2.0 / dt * damping;
    }
    if (e->what == TAC_BUSHINGS) {
        const tac_bushing_desc *b = &m->bushing[e->index];
        return b->k[k] + 2.0 / dt * b->c[k];
    }
    return 0.0;
}

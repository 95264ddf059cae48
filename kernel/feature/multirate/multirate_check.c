#include "multirate_check.h"

#include <math.h>

#include "base/thresholds.h"
#include "model/law.h"
#include "model/substepped.h"

// The step of the whole for which a law is as stiff as it may be: h w k and h w 2c/dt there.
static double step_for(double of_spring, double of_damper, double dt)
{
    double half =
        0.5 *
        of_damper; // of_spring t^2 + of_damper t = tac_stiff_interface_law, t the step in steps
    double root = sqrt(half * half + of_spring * tac_stiff_interface_law);
    return dt * tac_stiff_interface_law / (half + root);
}

static tac_status check_interface(const tac_model *m, const tac_multirate_model *multirate,
                                  double dt)
{
    const double h = 0.25 * dt * dt;
    tac_status worst = tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
    double shortest = dt;
    for (int i = 0; i < multirate->m->n_element; i++) {
        const tac_element *e = &m->element[multirate->element[i]];
        const tac_element *in = &multirate->m->element[i];
        int n = multirate->n_own, all = multirate->m->n_body;
        bool on_interface =
            (in->body[0] >= n && in->body[0] < all) || (in->body[1] >= n && in->body[1] < all);
        const tac_element *law = tac_lead(m, e); // of a coupler
        for (int k = 0; k < e->n_row && on_interface && law->law; k++) {
            double w = h * m->rows.row_w[e->row + k] * m->rows.laws_on_body[multirate->element[i]];
            double spring = w * tac_law_stiffness(m, law, k, HUGE_VAL);
            double damper = w * tac_law_stiffness(m, law, k, dt) - spring;
            double step = step_for(spring, damper, dt);
            if (step < shortest) {
                shortest = step;
                worst = tac_fail_element(m, TAC_STIFF_INTERFACE, e, step);
            }
        }
    }
    return worst;
}

static int lowest(const int *label, int i)
{
    while (label[i] != i) {
        i = label[i];
    }
    return i;
}

// Bodies outside are in nothing that is held together.
static void unite(int *label, int n_own, int a, int b)
{
    if (a < n_own && b < n_own) {
        a = lowest(label, a);
        b = lowest(label, b);
        label[a > b ? a : b] = a > b ? b : a;
    }
}

// What joints hold together must be free to go wherever one body outside goes: held to two, it would hold these.
static tac_status check_joints(const tac_multirate_model *multirate)
{
    const tac_model *m = multirate->m;
    int label[TAC_MOST_SUBSTEPPED_BODIES], held_to[TAC_MOST_SUBSTEPPED_BODIES];
    for (int i = 0; i < multirate->n_own; i++) {
        label[i] = i;
        held_to[i] = TAC_NONE;
    }
    for (int j = 0; j < m->n_element; j++) {
        const tac_element *e = &m->element[j], *before = e - (e->follows > 0);
        if (tac_holds(e)) {
            unite(label, multirate->n_own, e->body[0], e->body[1]);
            for (int i = 0; i < 4; i++) { // all bodies of a coupler
                unite(label, multirate->n_own, e->body[i / 2], before->body[i % 2]);
            }
        }
    }
    for (int j = 0; j < m->n_joint; j++) {
        for (int side = 0; side < 2; side++) {
            int own = m->element[j].body[side], outside = m->element[j].body[!side];
            if (own < multirate->n_own && outside >= multirate->n_own) {
                int *to = &held_to[lowest(label, own)];
                if (*to != TAC_NONE && *to != outside) {
                    return tac_fail(TAC_SUBSTEPS, TAC_JOINT, m->element[j].index, TAC_HELD_TWICE);
                }
                *to = outside;
            }
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

tac_status tac_check_multirate(const tac_model *m, const tac_grouping *g, const tac_options *o)
{
    tac_status status = tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
    if (m->n_multirate == 0) {
        return status;
    }
    if (o->order != 2 || o->acceleration != TAC_INDEX1) {
        return tac_fail(TAC_SUBSTEPS, TAC_NOTHING, 0, TAC_NO_SUCH_METHOD);
    }
    if (!tac_one_block(g)) {
        return tac_fail(TAC_SUBSTEPS, TAC_NOTHING, 0, TAC_LARGE_MECHANISM);
    }
    for (int k = 0; k < m->n_multirate && status.code == TAC_OK; k++) {
        status = check_joints(&m->multirate[k]);
        status = status.code == TAC_OK ? check_interface(m, &m->multirate[k], o->dt) : status;
    }
    return status;
}

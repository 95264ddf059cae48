#include "law.h"

#include <math.h>

#include "law_lane.h"
#include "mobility.h"

void tac_take_law(tac_model *m, tac_element *e, const tac_law_type *law)
{
    e->law = law;
    e->n_memory = law->n_state;
    e->memory = m->n_memory;
    m->n_memory += e->n_memory;
    m->n_unilateral += (law->flags & TAC_LAW_SIDES) != 0;
}

int tac_source_of_number(const tac_model *m, const tac_element *e, int k)
{
    size_t size;
    const char *first = tac_law_descs(m, e->what, &size);
    int place = e->law->number_by[k];
    return place ? ((const int *)(const void *)(first + size * (size_t)tac_law_index(e)))[place] - 1
                 : TAC_NONE;
}

bool tac_moves_numbers(const tac_model *m)
{
    bool moves = false;
    for (int i = m->n_joint; i < m->couplers.first_term; i++) {
        const tac_element *e = &m->element[i];
        for (int k = 0; e->law && k < e->law->n_number; k++) {
            moves = moves || tac_source_of_number(m, e, k) != TAC_NONE;
        }
    }
    return moves;
}

double tac_law(const tac_model *m, const tac_element *e, const tac_signal *signal, const double *x,
               const double *xd, double *f, double *dfdx, double *dfdxd)
{
    tac_law_ask q;
    tac_sig in[TAC_LAW_SOURCES];
    tac_law_force force;
    ask_law(m, e, &q);
    move_law(m, &q, signal, signal);
    ask_sources(&q, signal, in);
    const tac_law_instant i = {x, xd, in};
    q.asked.on->at(&q.asked.self, &i, &force);
    for (int k = 0; k < e->n_row; k++) {
        f[k] = force.f[k];
        dfdx[k] = force.fx[k];
        dfdxd[k] = force.fv[k];
    }
    return force.energy;
}

// Energies are linear in the numbers that change.
double tac_power_of_numbers(const tac_model *m, const tac_element *e, const tac_signal *signal,
                            const double *x, const double *xd)
{
    tac_law_ask q;
    tac_sig in[TAC_LAW_SOURCES];
    tac_law_force before, after;
    ask_law(m, e, &q);
    move_law(m, &q, signal, signal);
    ask_sources(&q, signal, in);
    const tac_law_instant i = {x, xd, in};
    q.asked.on->at(&q.asked.self, &i, &before);
    for (int k = 0; k < e->law->n_number; k++) {
        int source = tac_source_of_number(m, e, k);
        q.numbers.number[k] +=
            source != TAC_NONE && q.numbers.number[k] > 0.0 ? signal[source].xd : 0.0;
    }
    q.asked.on->at(&q.asked.self, &i, &after);
    return after.energy - before.energy;
}

// ---- how steep -----------------------------------------------------------------------------------

tac_law_bounds tac_bounds_of_law(const tac_model *m, const tac_element *e, int k)
{
    tac_law_ask q;
    ask_law(m, e, &q);
    for (int n = 0; n < e->law->n_number; n++) {
        int source = m->laws.moved ? tac_source_of_number(m, e, n) : TAC_NONE;
        q.numbers.number[n] += source == TAC_NONE ? 0.0 : tac_largest_of_source(m, source);
    }
    return e->law->bounds(q.numbers.number, q.numbers.table, k);
}

tac_steepness tac_steepness_of_law(const tac_model *m, const tac_element *e, int k)
{
    if (!e->law) {
        return (tac_steepness){0.0, 0.0, 0.0};
    }
    tac_law_bounds b = tac_bounds_of_law(m, e, k);
    return (tac_steepness){fmax(b.stiffest, -b.softest), fmax(b.sided, -b.least_sided),
                           fmax(b.most_damping, -b.least_damping)};
}

double tac_law_stiffness(const tac_model *m, const tac_element *e, int k, double dt)
{
    if (!e->law || (e->law_flags & TAC_LAW_RESISTS)) {
        return 0.0;
    }
    tac_steepness s = tac_steepness_of_law(m, e, k);
    return s.stiffness + s.sided + 2.0 / dt * s.damping;
}

double tac_steepest_slope(const tac_model *m, const tac_element *e)
{
    return tac_steepness_of_law(m, e, 0).sided;
}

double tac_sharpest_limit(const tac_model *m, double dt)
{
    double most = 0.0;
    for (int i = m->n_joint; i < m->couplers.first_term; i++) {
        const tac_element *e = &m->element[i];
        tac_law_bounds b =
            tac_has_sides(e) ? tac_bounds_of_law(m, e, 0) : (tac_law_bounds){.limit = HUGE_VAL};
        double w = b.limit < HUGE_VAL ? tac_weight_with_laws(m, e, m->rows.row_w[e->row]) : 0.0;
        most = fmax(most, w > 0.0 ? 0.5 * dt * w * b.most_damping : 0.0);
    }
    return most;
}

double tac_sharpest_resistance(const tac_model *m, double dt)
{
    double most = 0.0;
    for (int i = m->n_joint; i < m->couplers.first_term; i++) {
        const tac_element *e = &m->element[i];
        bool resists = (e->law_flags & TAC_LAW_RESISTS) != 0;
        double slope = resists ? tac_steepness_of_law(m, e, 0).damping : 0.0;
        double w = slope > 0.0 ? tac_weight_with_laws(m, e, tac_friction_weight(m, e, dt)) : 0.0;
        double z = 0.5 * dt * w * slope;
        most = z > most ? z : most;
    }
    return most;
}

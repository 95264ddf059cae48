#include "balance.h"

#include <math.h>

#include "model/flexible.h"
#include "model/rows.h"
#include "model/tables.h"
#include "stiff.h"
#include "work.h"

// Of the largest kinetic energy. At order 2 energies swing by 1e-3 with steps of 20 ms in mechanisms of 1 m, by 6e-3 with
// 50 ms.
static const double most = 1e-2;

// Kinetic energies that are worth a word, of mass times gravity times length; and of what is stored, for rounding.
static const double least_of_weight = 1e-3, least_of_stored = 1e-8;

// Of the model's length or its way from the origin, in a step: what moves less than that does so by rounding.
static const double least_way = 1e-12;

// h w (k + 2 c/dt) of a law up to which steps resolve how what hangs on it rings: ten to a period.
static const double resolved = 0.1;

static bool is_constant(const tac_model *m, int source)
{
    return source == TAC_NONE || m->source[source].kind == TAC_CONSTANT;
}

// Loads and actuators that change do work that is known within a step alone.
static bool has_changing_loads(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->n_load; i++) {
        for (int k = 0; k < 3; k++) {
            has = has || !is_constant(m, m->load[i].force[k]) ||
                  !is_constant(m, m->load[i].torque[k]);
        }
    }
    for (int i = 0; i < m->n_spring; i++) {
        has = has || !is_constant(m, m->spring[i].actuator);
    }
    return has;
}

static bool is_nothing(const tac_model *m, int source)
{
    return source == TAC_NONE ||
           (m->source[source].kind == TAC_CONSTANT && m->source[source].c[0] == 0.0);
}

static bool pushes(const tac_model *m)
{
    bool does = false;
    for (int i = 0; i < m->n_load; i++) {
        for (int k = 0; k < 3; k++) {
            does =
                does || !is_nothing(m, m->load[i].force[k]) || !is_nothing(m, m->load[i].torque[k]);
        }
    }
    for (int i = 0; i < m->n_spring; i++) {
        does = does || !is_nothing(m, m->spring[i].actuator);
    }
    return does;
}

static bool has_moving_ends(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->n_spring; i++) {
        has = has || !is_constant(m, m->spring[i].x0);
    }
    for (int i = 0; i < m->n_contact; i++) {
        has = has || !is_constant(m, m->contact[i].offset);
    }
    return has;
}

// Whether a table of force over rate never pushes along the rate; between its points cubic ones may.
static bool resists(const tac_curve *t)
{
    bool does = !t->cubic;
    for (int i = 0; i < t->n; i++) {
        does = does && t->x[i] * t->y[i] >= 0.0;
    }
    return does;
}

static bool damps(const tac_model *m)
{
    bool does = m->n_friction > 0;
    for (int i = 0; i < m->n_spring; i++) {
        does = does || m->spring[i].c > 0.0 || m->spring[i].damper_table != TAC_NONE;
    }
    for (int i = 0; i < m->n_bushing; i++) {
        for (int k = 0; k < 6; k++) {
            does = does || m->bushing[i].c[k] > 0.0;
        }
    }
    for (int i = 0; i < m->n_contact; i++) {
        does = does || m->contact[i].damping > 0.0;
    }
    for (int i = 0; i < m->n_flexible; i++) {
        for (int k = 0; k < m->flexible[i].n; k++) {
            does = does || m->flexible[i].modes->zeta[k] > 0.0;
        }
    }
    return does;
}

static bool has_strange_dampers(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->n_spring; i++) {
        int table = m->spring[i].damper_table;
        has = has || (table != TAC_NONE && !resists(&m->table[table]));
    }
    return has;
}

static double farthest(const tac_model *m)
{
    double far = m->length;
    for (int i = 0; i < m->n_body; i++) {
        far = fmax(far, norm3(m->r0[i]));
    }
    return far;
}

tac_energy_law tac_find_energy_law(const tac_model *m, const tac_options *o)
{
    double mass = 0.0;
    for (int i = 0; i < m->n_body; i++) {
        mass += m->mass[i];
    }
    double speed = least_way * farthest(m) / o->dt;
    double falling = least_of_weight * mass * norm3(m->gravity) * m->length;
    tac_energy_law law = {.rule = damps(m) ? TAC_ENERGY_FALLS : TAC_ENERGY_STAYS,
                          .works = pushes(m),
                          .at_least = fmax(falling, mass * speed * speed)};
    bool rings = law.works && tac_find_stiff_laws(m, o, resolved).n > 0;
    if (rings || m->n_load > TAC_BALANCE_LOADS || m->n_part > 0 || tac_has_drive(m) ||
        has_changing_loads(m) || has_moving_ends(m) || has_strange_dampers(m)) {
        law.rule = TAC_ENERGY_FREE;
    }
    return law;
}

void tac_balance_add(tac_balance *b, const tac_energy_law *law, const tac_model *m,
                     const tac_state *s, const tac_report *r)
{
    double energy = r->kinetic + r->potential;
    if (law->works && law->rule != TAC_ENERGY_FREE) {
        b->work += tac_work_of_loads(m, s, !b->begun, b->load);
        energy += tac_stored_by_actuators(m, s) - b->work;
    }
    if (!b->begun) {
        b->begun = true;
        b->first = b->least = energy;
    }
    b->kinetic = fmax(b->kinetic, r->kinetic);
    b->least = fmin(b->least, energy);
    b->gained = fmax(b->gained, energy - b->least);
    b->lost = fmax(b->lost, b->first - energy);
}

double tac_unbalanced(const tac_balance *b, const tac_energy_law *law)
{
    if (law->rule == TAC_ENERGY_FREE) {
        return 0.0;
    }
    double stored = fmax(fmax(fabs(b->first), fabs(b->least)), fabs(b->work));
    double moved = fmax(b->kinetic, law->at_least) + least_of_stored * stored;
    if (b->gained > most * moved) {
        return b->gained / moved;
    }
    bool lost = law->rule == TAC_ENERGY_STAYS && b->lost > most * moved;
    return lost ? -b->lost / moved : 0.0;
}

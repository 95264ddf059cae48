#include "balance.h"

#include <math.h>

#include "elementary.h"
#include "model/flexible.h"
#include "model/rows.h"
#include "model/tables.h"
#include "power.h"

// Of the largest kinetic energy. At order 2 energies swing by 1e-3 with steps of 20 ms in mechanisms of 1 m, by 6e-3 with
// 50 ms.
static const double most = 1e-2;

// Kinetic energies that are worth a word, of mass times gravity times length; and of what is stored, for rounding.
static const double least_of_weight = 1e-3, least_of_stored = 1e-9;

static bool is_constant(const tac_model *m, int source)
{
    return source == TAC_NONE || m->source[source].kind == TAC_CONSTANT;
}

// Radians that a load may swing in a step: what a sum over steps takes for its work is then off by less than 1e-3.
static const double most_swing = 0.1;

// Whether the work of a load is known from its power after each step.
static bool is_slow(const tac_model *m, int source, double dt) // NOLINT(misc-no-recursion)
{
    if (source == TAC_NONE) {
        return true;
    }
    const tac_source_desc *of = &m->source[source];
    bool slow = of->kind == TAC_CONSTANT || of->kind == TAC_RAMP || of->kind == TAC_STEP ||
                (of->kind == TAC_SINE && 2.0 * TAC_PI * fabs(of->c[2]) * dt <= most_swing);
    if (of->kind == TAC_SUM) {
        slow = true;
        for (int k = 0; k < of->n_term; k++) { // come before it
            slow = slow && is_slow(m, m->source_term[of->first_term + k], dt);
        }
    }
    return slow;
}

static bool has_fast_loads(const tac_model *m, double dt)
{
    bool has = false;
    for (int i = 0; i < m->n_load; i++) {
        for (int k = 0; k < 3; k++) {
            has = has || !is_slow(m, m->load[i].force[k], dt) ||
                  !is_slow(m, m->load[i].torque[k], dt);
        }
    }
    for (int i = 0; i < m->n_spring; i++) {
        has = has || !is_slow(m, m->spring[i].actuator, dt);
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

tac_energy_law tac_find_energy_law(const tac_model *m, double dt)
{
    double mass = 0.0;
    for (int i = 0; i < m->n_body; i++) {
        mass += m->mass[i];
    }
    tac_energy_law law = {.rule = damps(m) ? TAC_ENERGY_FALLS : TAC_ENERGY_STAYS,
                          .works = pushes(m),
                          .at_least = least_of_weight * mass * norm3(m->gravity) * m->length};
    if (m->n_part > 0 || tac_has_drive(m) || has_fast_loads(m, dt) || has_moving_ends(m) ||
        has_strange_dampers(m)) {
        law.rule = TAC_ENERGY_FREE;
    }
    return law;
}

void tac_balance_add(tac_balance *b, const tac_energy_law *law, const tac_model *m,
                     const tac_state *s, const tac_report *r)
{
    if (law->works && law->rule != TAC_ENERGY_FREE) {
        double power = tac_power_of(m, s);
        b->work += b->begun ? 0.5 * *s->dt * (b->power + power) : 0.0;
        b->power = power;
    }
    double energy = r->kinetic + r->potential - b->work;
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

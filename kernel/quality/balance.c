#include "balance.h"

#include <math.h>
#include <string.h>

#include "doubt.h"
#include "element_types.h"
#include "model/flexible.h"
#include "model/law.h"
#include "model/tables.h"
#include "work.h"

// Steps in a row that drives and loads have to go on smoothly for: rates of a source that is noise fit now and then.
static const int least_smooth = 10;

// ---- the rule ----------------------------------------------------------------------------------

static bool is_nothing(const tac_model *m, int source)
{
    return source == TAC_NONE ||
           (tac_is_constant(m, source) && m->signals.source[source].c[0] == 0.0);
}

static bool has_load(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->laws.n_load; i++) {
        for (int k = 0; k < 3; k++) {
            has = has || !is_nothing(m, m->laws.load[i].force[k]) ||
                  !is_nothing(m, m->laws.load[i].torque[k]);
        }
    }
    for (int i = 0; i < m->laws.n_spring; i++) {
        has = has || !is_nothing(m, m->laws.spring[i].actuator);
    }
    for (int i = 0; i < m->laws.n_law; i++) {
        has = has || (tac_type_of_law(&m->laws.law[i])->law->flags & TAC_LAW_GIVES);
    }
    return has;
}

// Free lengths of springs.
static bool has_moving_ends(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->laws.n_spring; i++) {
        has = has || !tac_is_constant(m, m->laws.spring[i].x0);
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) { // and zeros of couplers that give
        const tac_element *e = &m->element[i];
        has = has || (e->law && !tac_is_constant(m, e->rows[0].drive));
    }
    return has;
}

typedef struct drives {
    bool any, from_inputs;
} drives;

// Sums may be of inputs.
static drives find_drives(const tac_model *m)
{
    drives found = {false, false};
    for (int j = 0; j < m->n_element; j++) {
        const tac_element *e = &m->element[j];
        for (int k = 0; k < e->n_row && tac_holds(e); k++) {
            int source = e->rows[k].drive;
            if (!tac_is_constant(m, source)) {
                tac_source_kind kind = m->signals.source[source].kind;
                found.any = true;
                bool others =
                    tac_source_has(kind, TAC_KEY_TERMS) || tac_source_has(kind, TAC_KEY_SOURCE);
                found.from_inputs = found.from_inputs || tac_source_has(kind, TAC_KEY_INPUT) ||
                                    tac_source_type_of(kind)->run ||
                                    (others && tac_history_count(m) > 0);
            }
        }
    }
    return found;
}

static bool has_moving_sides(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->laws.n_contact; i++) {
        has = has || !tac_is_constant(m, m->laws.contact[i].offset);
    }
    for (int i = 0; i < m->laws.n_spring; i++) {
        const tac_element *e = &m->element[m->element_first[TAC_SPRINGS] + i];
        has = has || (tac_has_sides(e) && !tac_is_constant(m, m->laws.spring[i].x0));
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        has = has || (tac_has_sides(e) && !tac_is_constant(m, e->rows[0].drive));
    }
    return has;
}

// Whether sources change what laws store.
static bool has_moving_numbers(const tac_model *m)
{
    bool has = false;
    for (int i = m->n_joint; m->laws.moved && i < m->couplers.first_term; i++) {
        const tac_element *e = &m->element[i];
        for (int k = 0; k < e->law->n_number; k++) {
            has = has || !tac_is_constant(m, tac_source_of_number(m, e, k));
        }
    }
    return has;
}

static bool has_moving_laws(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->laws.n_law; i++) {
        const tac_law_type *law = tac_type_of_law(&m->laws.law[i])->law;
        for (int k = 0; k < law->n_source && !(law->flags & TAC_LAW_GIVES); k++) {
            has = has || !tac_is_constant(m, m->laws.law[i].source[k]);
        }
        for (int k = 0; k < law->n_number; k++) {
            has = has || !tac_is_constant(m, m->laws.law[i].number_by[k] - 1);
        }
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

static bool has_damped_modes(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->flex.n_flexible; i++) {
        for (int k = 0; k < m->flex.flexible[i].n; k++) {
            has = has || m->flex.flexible[i].modes->zeta[k] > 0.0;
        }
    }
    return has;
}

// Laws of an element's own file; what is inertia alone takes nothing.
static bool has_laws_that_damp(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->laws.n_law; i++) {
        has = has || !(tac_type_of_law(&m->laws.law[i])->law->flags & TAC_LAW_INERTIA);
    }
    return has;
}

// Frictions, tables, and modes that may be too fast for the step.
static bool has_dampers_beside_linear(const tac_model *m)
{
    bool has = m->laws.n_friction > 0 || has_laws_that_damp(m) || has_damped_modes(m);
    for (int i = 0; i < m->laws.n_spring; i++) {
        has = has || m->laws.spring[i].damper_table != TAC_NONE;
    }
    return has;
}

static bool has_dampers(const tac_model *m)
{
    bool has = has_dampers_beside_linear(m);
    for (int i = 0; i < m->laws.n_spring; i++) {
        has = has || tac_spring_damps(&m->laws.spring[i]);
    }
    for (int i = 0; i < m->laws.n_bushing; i++) {
        has = has || tac_bushing_damps(&m->laws.bushing[i]);
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        has = has || tac_coupler_damps(m, &m->element[i]);
    }
    return has;
}

// What damps while a law with sides is closed may do so within a step, and steps within a step are not seen.
static bool has_unseen_dampers(const tac_model *m)
{
    bool has = m->n_multirate > 0 && has_dampers(m);
    for (int i = 0; i < m->laws.n_spring; i++) {
        const tac_element *e = &m->element[m->element_first[TAC_SPRINGS] + i];
        has = has || (tac_has_sides(e) && tac_spring_damps(&m->laws.spring[i]));
    }
    for (int i = 0; i < m->laws.n_contact; i++) {
        has = has || m->laws.contact[i].damping > 0.0;
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        has = has || (tac_has_sides(&m->element[i]) && tac_coupler_damps(m, &m->element[i]));
    }
    for (int i = 0; i < m->laws.n_friction; i++) {
        const tac_friction_desc *f =
            &m->laws.friction[i]; // a limit that falls takes what was stored
        bool falls =
            !tac_is_constant(m, f->coulomb_by - 1) || f->loaded_by > 0 || f->sticking > 1.0;
        has = has || (f->hold > 0.0 && falls);
    }
    for (int i = 0; i < m->laws.n_law; i++) {
        const tac_law_type *law = tac_type_of_law(&m->laws.law[i])->law;
        has = has || (law->flags & TAC_LAW_SIDES) || (law->flags & TAC_LAW_MEMORY && !law->taken);
    }
    return has;
}

static bool has_strange_dampers(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->laws.n_spring; i++) {
        int table = m->laws.spring[i].damper_table;
        has = has || (table != TAC_NONE && !resists(&m->signals.table[table]));
    }
    return has;
}

static double farthest(const tac_model *m)
{
    double far = m->length;
    for (int i = 0; i < m->n_body; i++) {
        far = fmax(far, norm3(m->bodies.r0[i]));
    }
    return far;
}

typedef struct slopes {
    double elastic, sided, damped; // largest h w K, of those with sides, and h w 2 c/dt
    double modes;                  // largest h omega^2 of flexible bodies
} slopes;

static slopes find_slopes(const tac_model *m, const tac_options *o)
{
    double h = 0.25 * o->dt * o->dt;
    slopes most_of = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < m->flex.n_flexible; i++) {
        double omega = m->flex.flexible[i].fastest;
        most_of.modes = fmax(most_of.modes, h * omega * omega);
    }
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        for (int k = 0; k < e->n_row && e->law; k++) {
            double w = h * m->rows.row_w[e->row + k] * m->rows.laws_on_body[i];
            double all = tac_law_stiffness(m, e, k, o->dt),
                   elastic = tac_law_stiffness(m, e, k, HUGE_VAL);
            if (tac_has_sides(e)) {
                most_of.sided = fmax(most_of.sided, w * tac_steepest_slope(m, e));
            } else {
                most_of.elastic = fmax(most_of.elastic, w * elastic);
            }
            most_of.damped = fmax(most_of.damped, w * (all - elastic));
        }
    }
    return most_of;
}

size_t tac_balance_scratch(const tac_model *m)
{
    return 2 * (size_t)m->signals.n_source * sizeof(tac_signal) +
           (size_t)m->laws.n_load * sizeof(tac_pushed);
}

tac_energy_law tac_find_energy_law(const tac_model *m, const tac_options *o, bool midway,
                                   void *scratch)
{
    double mass = 0.0;
    for (int i = 0; i < m->n_body; i++) {
        mass += m->bodies.mass[i];
    }
    double speed = tac_limit_value(TAC_LIMIT_LEAST_WAY) * farthest(m) / o->dt;
    double falling = tac_limit_value(TAC_LIMIT_OF_WEIGHT) * mass * norm3(m->gravity) * m->length;
    drives driven = find_drives(m);
    slopes steepest = find_slopes(m, o);
    bool moved = driven.any || has_moving_ends(m) || has_moving_numbers(m),
         unseen = has_unseen_dampers(m);
    tac_energy_law law = {.rule = unseen ? TAC_ENERGY_FALLS : TAC_ENERGY_STAYS,
                          .works = moved || has_load(m),
                          .damps = has_dampers(m),
                          .linear = !midway && !has_dampers_beside_linear(m) &&
                                    steepest.damped < tac_limit_value(TAC_LIMIT_RINGS),
                          .at_least = fmax(falling, mass * speed * speed),
                          .scratch = scratch};
    // means over steps are no powers of instants
    bool means =
        o->acceleration == TAC_PROJECTION || o->offline.reactions == TAC_REACTIONS_IMPULSES;
    double resolved = tac_limit_value(TAC_LIMIT_RINGS);
    bool rings =
        steepest.elastic > resolved || (moved && fmax(steepest.sided, steepest.modes) > resolved);
    bool unknown = driven.from_inputs || (driven.any && means) || (law.works && rings);
    if (unknown || m->objects.n_part > 0 || has_moving_sides(m) || has_moving_laws(m) ||
        has_strange_dampers(m)) {
        law.rule = TAC_ENERGY_FREE;
    }
    return law;
}

// ---- the balance -------------------------------------------------------------------------------

// J of the step that ends with this power; 0 of the first.
static double add_power(tac_meter *meter, double dt, double power)
{
    double *p = meter->before, change = power - p[0], work = 0.0;
    if (meter->n > 0) {
        work = 0.5 * dt * (power + p[0]);
        meter->swing = fmax(meter->swing, fabs(change));
    }
    if (meter->n == 3) {
        double rough = dt * (power - 3.0 * p[0] + 3.0 * p[1] - p[2]);
        meter->rough += rough * rough;
    }
    meter->n = meter->n < 3 ? meter->n + 1 : 3;
    p[2] = p[1];
    p[1] = p[0];
    p[0] = power;
    return work;
}

// J by which the work may be another: twice dt^2/12 of the slopes of the power at both ends, since what is counted may have
// no more than ten steps in a turn; and of what is rough within, which has no sign.
static double unknown_work(const tac_meter *meter, double dt)
{
    return dt / 3.0 * meter->swing + 0.25 * sqrt(meter->rough);
}

static void add_jumps(tac_balance *b, const tac_break *broken, int64_t step)
{
    for (int k = 0; k < 2; k++) {
        if (broken->jump[k] > b->jump[k].by) {
            b->jump[k] = (tac_jump){broken->jump[k], broken->joint[k], step};
        }
    }
}

static bool is_counted(const tac_energy_law *law)
{
    return law->damps && law->rule == TAC_ENERGY_STAYS;
}

// Whether what drives and pushes has gone on smoothly for a while.
static bool add_work(tac_balance *b, const tac_energy_law *law, const tac_model *m,
                     const tac_state *s)
{
    double dt = *s->dt, t = dt * (double)*s->step;
    tac_signal *now = law->scratch, *before = now + m->signals.n_source;
    tac_pushed *last = (tac_pushed *)(void *)(before + m->signals.n_source);
    tac_signals(m, t, 0.0, dt, s->input, now);
    if (!b->begun) {
        tac_signals(m, t, dt, dt, s->input, before);
        b->smooth = least_smooth;
    }
    tac_break broken = tac_find_break(m, dt, before, now);
    memcpy(before, now, (size_t)m->signals.n_source * sizeof *now);
    add_jumps(b, &broken, *s->step);
    b->smooth = broken.any ? 0 : b->smooth + (b->smooth < least_smooth);
    bool goes_on = b->smooth == least_smooth;
    if (!goes_on || !b->begun) {
        b->given.n = b->taken.n = 0;
    }
    if (law->rule != TAC_ENERGY_FREE) {
        double taken = is_counted(law) ? tac_power_taken(m, s, now) : 0.0;
        double given = law->works ? tac_power_given(m, s, now) : 0.0;
        b->work += law->works ? tac_work_of_constants(m, s, now, !b->begun, last) : 0.0;
        b->work += add_power(&b->given, dt, law->linear ? given - taken : given);
        b->damped += add_power(&b->taken, dt, taken);
    }
    return goes_on;
}

void tac_balance_add(tac_balance *b, const tac_energy_law *law, const tac_model *m,
                     const tac_state *s, const tac_report *r)
{
    bool counts = law->works || is_counted(law);
    bool smooth = !counts || add_work(b, law, m, s);
    bool begins = !b->begun || !smooth;
    b->begun = true;
    if (law->rule == TAC_ENERGY_FREE) {
        return; // drives that jump are all there is to find
    }
    double stored = law->works ? tac_stored_by_actuators(m, s) : 0.0;
    double energy = r->kinetic + r->potential + stored - b->work;
    if (begins) {
        b->first = b->least = energy;
        b->damped = 0.0;
    }
    double prescribed = counts ? tac_prescribed_kinetic(m, s) : 0.0;
    b->kinetic =
        fmax(b->kinetic, r->kinetic - (1.0 - tac_limit_value(TAC_LIMIT_PRESCRIBED)) * prescribed);
    b->least = fmin(b->least, energy);
    b->put_in = fmax(b->put_in, fabs(b->work));
    double unknown = counts ? unknown_work(&b->given, *s->dt) : 0.0;
    double missing =
        (tac_limit_value(law->linear ? TAC_LIMIT_DAMPED_LINEAR : TAC_LIMIT_DAMPED)) * b->damped;
    b->gained = fmax(b->gained, energy - b->least - unknown - (law->linear ? missing : 0.0));
    b->lost = fmax(b->lost, b->first - energy - unknown - missing);
}

double tac_unbalanced(const tac_balance *b, const tac_energy_law *law)
{
    if (law->rule == TAC_ENERGY_FREE) {
        return 0.0;
    }
    double stored = fmax(fmax(fabs(b->first), fabs(b->least)), fabs(b->work));
    double moved = fmax(b->kinetic, law->at_least) + tac_limit_value(TAC_LIMIT_OF_STORED) * stored +
                   tac_limit_value(TAC_LIMIT_KNOWN_WORK) * b->put_in;
    double lost = law->rule == TAC_ENERGY_STAYS ? b->lost : 0.0;
    double off = b->gained >= lost ? b->gained : -lost;
    return fabs(off) > tac_limit_value(TAC_LIMIT_BALANCE) * moved ? off / moved : 0.0;
}

// The report of a step: energies, norms, and whether every value is within its bounds.
//
// The last stages leave the share of every body and element. Shares are added up within sum groups
// (model/plan/sums.c), then group after group. A group that lies in one block is added up by the worker of the
// block: the end of a step reads one line of it. Other groups, elements above all groups and the energies
// of laws are added up at the end.
#include "report.h"

#include <stdint.h>

#include "base/pick.h"
#include "feature/flexible/flexible.h"
#include "feature/submodel/parts.h"
#include "model/law.h"
#include "model/plan/twin.h"
#include "workspace/coupled.h"
#include "workspace/multirate_data.h"
#include "workspace/single_access.h"

// Every fourth item goes to the same partial sum, so that additions need not wait for each other.
static void add_shares(const tac_share *share, const int *item, int n, tac_share *sum)
{
    tac_share a = {0.0}, b = a, c = a, d = a;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        a += share[item[i]];
        b += share[item[i + 1]];
        c += share[item[i + 2]];
        d += share[item[i + 3]];
    }
    a += i < n ? share[item[i]] : (tac_share){0.0};
    b += i + 1 < n ? share[item[i + 1]] : (tac_share){0.0};
    c += i + 2 < n ? share[item[i + 2]] : (tac_share){0.0};
    *sum = a + b + c + d;
}

// Of all force elements of a mechanism beside others.
static double energy_of_elements(const tac_workspace *w, int which)
{
    const tac_model *m = w->m;
    double strand[4] = {0.0};
    for (int i = m->n_joint / m->sums.beside; i < m->n_element / m->sums.beside; i++) {
        // of couplers in the first terms
        strand[i % 4] += w->shares.energy[tac_element_in(m, i, which)];
    }
    return strand[0] + strand[1] + strand[2] + strand[3];
}

// Of inertias on coordinates of joints, which is none of position.
static double kinetic_of_elements(const tac_workspace *w, int which)
{
    const tac_model *m = w->m;
    double sum = 0.0;
    for (int i = m->n_joint / m->sums.beside; m->laws.masses && i < m->n_element / m->sums.beside;
         i++) {
        int at = tac_element_in(m, i, which);
        sum += tac_is_mass(&m->element[at]) ? w->shares.energy[at] : 0.0;
    }
    return sum;
}

// ---- measures of doubt -------------------------------------------------------------------------

typedef int64_t mask __attribute__((vector_size(sizeof(tac_share))));

static const tac_worst_share none = {.value = {0.0}, .body = {-1.0, -1.0, -1.0, -1.0}};

// The larger ones; of equal ones the first. Groups and their bodies have one order. Vectors are handed over in memory:
// without AVX there is no agreed way to pass them.
static void raise(tac_worst_share *worst, const tac_worst_share *by)
{
    mask more = by->value > worst->value;
    worst->value = (tac_share)((more & (mask)by->value) | (~more & (mask)worst->value));
    worst->body = (tac_share)((more & (mask)by->body) | (~more & (mask)worst->body));
}

static void raise_bodies(const tac_workspace *w, int group, tac_worst_share *worst)
{
    const int *first = w->m->sums.sum_body_first + group;
    tac_worst_share all = none;
    for (int i = first[0]; i < first[1]; i++) {
        int body = w->m->sums.sum_body[i];
        raise(&all, &(tac_worst_share){w->shares.measure[body], (tac_share){0.0} + (double)body});
    }
    *worst = all;
}

// Whether a sum group is of a mechanism.
static bool is_of(const tac_model *m, int group, int mechanism)
{
    return tac_mechanism_count(m) == 1 || m->sums.mechanism[group] == mechanism;
}

void tac_raise_measures(const tac_workspace *w, int mechanism, tac_worst_share *worst)
{
    const tac_model *m = w->m;
    double first = tac_body_in(m, 0, mechanism), counted = m->copies == 1 ? 1.0 : 0.5;
    for (int group = 0; group < m->sums.n_sum_group; group++) { // no body is in one of the others
        if (is_of(m, group, mechanism)) {
            const tac_worst_share *of = &w->shares.worst[group];
            raise(worst, &(tac_worst_share){of->value, (of->body - first) * counted});
        }
    }
}

void tac_forget_measures(tac_workspace *sub)
{
    sub->substeps.measured = 0;
    for (int i = 0; i < sub->m->sums.beside; i++) {
        sub->substeps.worst[i] = none;
    }
}

void tac_measure_substep(tac_workspace *sub)
{
    if (sub->substeps.measured < sub->substeps.latched) {
        tac_report_block(sub, sub->plan->g->n_block);
        for (int i = 0; i < sub->m->sums.beside; i++) {
            tac_raise_measures(sub, i, &sub->substeps.worst[i]);
        }
        sub->substeps.measured = sub->substeps.latched;
    }
}

// Of the state that the step leads to.
static void report_bending(tac_workspace *w)
{
    for (int i = 0; i < w->m->flex.n_flexible; i++) {
        const tac_flex_cell *c = tac_flex_cell_of(w, i);
        for (int k = 0; k <= TAC_TWISTED - TAC_BENT; k++) {
            tac_worst *worst = &w->step.report->worst[TAC_BENT + k];
            double bent = c->bent[k * c->lanes + w->flexes.lane[i]];
            worst->body = pick_index(bent > worst->value, w->m->flex.flexible[i].body, worst->body);
            worst->value = pick(bent > worst->value, bent, worst->value);
        }
    }
}

// Of the step, or of the sub-steps that were taken since the last report.
static void report_work(const tac_workspace *w, const tac_workspace *sub, tac_worst *worst)
{
    for (int i = 0; i < w->m->flex.n_flexible; i++) {
        double *of = tac_flex_cell_of(sub, i)->unsettled + sub->flexes.lane[i];
        worst->body = pick_index(*of > worst->value, w->m->flex.flexible[i].body, worst->body);
        worst->value = pick(*of > worst->value, *of, worst->value);
        *of = 0.0;
    }
}

// Of the whole step and all sub-steps.
static void report_worst(tac_workspace *w, int which)
{
    tac_report *report = &w->step.report[which];
    tac_worst_share worst = none;
    tac_raise_measures(w, which, &worst);
    for (int k = 0; k < w->sequences.n; k++) {
        tac_workspace *sub = w->sequences.space[k];
        tac_measure_substep(sub);
        raise(&worst, &sub->substeps.worst[which]);
    }
    for (int i = 0; i < TAC_BODY_MEASURES; i++) {
        report->worst[i] = (tac_worst){worst.value[i], (int)worst.body[i]};
    }
    if (w->m->flex.n_flexible > 0) { // such mechanisms stand alone
        tac_worst *work = &report->worst[TAC_UNSETTLED];
        report_bending(w);
        report_work(w, w, work);
        for (int k = 0; k < w->sequences.n; k++) {
            report_work(w, w->sequences.space[k], work);
        }
    }
}

// What iterations have left of sub-steps, at the interface bodies.
static void report_interfaces(const tac_workspace *w, tac_worst *worst)
{
    for (int k = 0; k < w->n_multirate; k++) {
        const tac_multirate *multirate = &w->multirate[k];
        for (int i = 0; i < tac_interface_count(multirate); i++) {
            double felt = multirate->interface[i].felt;
            int body = multirate->of->body[multirate->of->n_own + i];
            worst->body = pick_index(felt > worst->value, body, worst->body);
            worst->value = pick(felt > worst->value, felt, worst->value);
        }
    }
}

// Of a friction that acts by its mean: how far the force that a step ends with is beyond what its law has at any rate up to
// this one, in parts of its limit. Where inertia or a drive elsewhere moves the row, what it alone would do says little.
static double beyond_law(const tac_workspace *w, const tac_element *e)
{
    const tac_friction_desc *fr = &w->m->laws.friction[e->index];
    double lambda = fabs(*tac_row_field(w, e->row, R_LAMBDA));
    double rate = fabs(*tac_row_field(w, e->row, R_RATE));
    double most = fr->coulomb + fr->viscous * rate;
    bool has_limit = (e->law_flags & TAC_LAW_RESISTS) && fr->coulomb > 0.0 &&
                     !(fr->coulomb_by | fr->viscous_by | fr->loaded_by);
    return has_limit ? (lambda - most) / fr->coulomb : 0.0;
}

double tac_friction_left(const tac_workspace *w, const tac_workspace *sub, int i,
                         const tac_element **of)
{
    const tac_model *m = w->m;
    bool rubs = i < m->laws.n_friction;
    double left = sub->shares.friction[i].left, beyond = 0.0;
    *of = m->element + (rubs ? tac_first_friction(m) + i : m->n_joint + i - m->laws.n_friction);
    if (rubs) {
        beyond = beyond_law(w, *of);
    }
    return pick(beyond > left, beyond, left);
}

// What iterations have left of frictions, in all sub-steps; of their second bodies, or the first on ground.
static void report_frictions(const tac_workspace *w, const tac_workspace *sub, int which,
                             tac_worst *worst)
{
    const tac_model *m = w->m;
    for (int i = 0; i < m->n_left; i++) {
        const tac_element *e;
        double left = tac_friction_left(w, sub, i, &e);
        int body = e->body[1] < m->n_body ? e->body[1] : e->body[0];
        if (m->sums.beside == 1 || tac_mechanism_of_body(m, body) == which) {
            body -= m->sums.beside == 1 ? 0 : tac_body_in(m, 0, which);
            worst->body = pick_index(left > worst->value, body, worst->body);
            worst->value = pick(left > worst->value, left, worst->value);
        }
    }
}

// And in sub-steps.
static void report_frictions_within(const tac_multirate *multirate, tac_worst *worst)
{
    tac_worst own = {0.0, TAC_NONE};
    report_frictions(multirate->space, multirate->space, 0, &own);
    int body = own.body == TAC_NONE ? TAC_NONE : multirate->of->body[own.body];
    worst->body = pick_index(own.value > worst->value, body, worst->body);
    worst->value = pick(own.value > worst->value, own.value, worst->value);
}

// And in sub-models apart, of their carriers.
static void report_frictions_apart(const tac_workspace *w, tac_worst *worst)
{
    for (int k = 0; k < w->n_carried; k++) {
        const tac_part *p = &w->part[w->carried[k]];
        double left = p->result.friction;
        int body = w->m->element[p->element].body[1];
        worst->body = pick_index(left > worst->value, body, worst->body);
        worst->value = pick(left > worst->value, left, worst->value);
    }
}

// ---- sum groups and blocks ---------------------------------------------------------------------

static void add_bodies(const tac_workspace *w, int group, tac_share *sum)
{
    const int *first = w->m->sums.sum_body_first + group;
    add_shares(w->shares.body, w->m->sums.sum_body + first[0], first[1] - first[0], sum);
}

static void add_elements(const tac_workspace *w, int group, tac_share *sum)
{
    const int *first = w->m->sums.sum_element_first + group;
    add_shares(w->shares.element, w->m->sums.sum_element + first[0], first[1] - first[0], sum);
}

static void add_sum_group(const tac_workspace *w, int group)
{
    add_bodies(w, group, &w->shares.sum_group[group].bodies);
    add_elements(w, group, &w->shares.sum_group[group].elements);
    raise_bodies(w, group, &w->shares.worst[group]);
}

void tac_report_block(tac_workspace *w, int block)
{
    const tac_grouping *g = w->plan->g;
    for (int i = g->sum_first[block]; i < g->sum_first[block + 1]; i++) {
        add_sum_group(w, g->sum_group[i]);
    }
}

// ---- the whole ---------------------------------------------------------------------------------

// Sums over a mechanism.
static tac_sum_share total_of(const tac_workspace *w, int mechanism)
{
    const tac_model *m = w->m;
    int n = tac_mechanism_count(m);
    tac_sum_share sum = {.bodies = {0.0}};
    for (int group = 0; group < tac_sum_group_count(m); group++) {
        if (is_of(m, group, mechanism)) {
            sum.bodies += w->shares.sum_group[group].bodies;
            sum.elements += w->shares.sum_group[group].elements;
        }
    }
    for (int i = m->couplers.first_term / n; i < m->n_element / n; i++) {
        const tac_element *e = &m->element[tac_element_in(m, i, mechanism)];
        if (tac_leads(e)) {
            tac_share one;
            tac_coupled_share(w, e, 1.0 / (w->length * tac_open_joint), &one);
            sum.elements += one;
        }
    }
    return sum;
}

double tac_increment_size(const tac_workspace *w, int body, int squares)
{
    const double *square = tac_body_field(w, body, squares);
    double unit = w->m->bodies.shaft[body] ? 1.0 : w->length; // of a shaft a shift is an angle
    double turn = sqrt(square[0]), shift = sqrt(square[w->plan->g->lanes]) / unit;
    return turn > shift ? turn : shift;
}

// The body that turns most, if that is too far.
static tac_status farthest_turn(const tac_workspace *w, int mechanism)
{
    tac_status worst = {TAC_OK, TAC_NOTHING, 0, tac_any_angle};
    for (int i = 0; i < w->m->n_body / tac_mechanism_count(w->m); i++) {
        double angle = sqrt(*tac_body_field(w, tac_body_in(w->m, i, mechanism), B_ANGLE));
        if (angle >= worst.value) {
            worst = tac_fail(TAC_TURNS_TOO_FAR, TAC_BODY, i, angle);
        }
    }
    return worst;
}

// What is wrong with a body: the first value that is not finite, or a larger excess than the worst, in units of bounds.
static tac_status wrong_body(const tac_workspace *w, int i, int body, tac_status worst)
{
    const int f[] = {B_R, B_V, B_W, B_ACC, B_WD};
    quat p = tac_body_quat(w, body, B_P);
    double sum = dotq(p, p);
    for (int k = 0; k < 5; k++) {
        sum += norm3(tac_body_vec3(w, body, f[k]));
    }
    double last = tac_increment_size(w, body, B_LAST) / tac_last_increment,
           any = tac_increment_size(w, body, B_TRAVEL) / tac_any_increment;
    double size = last > any ? last : any;
    return !isfinite(sum)       ? tac_fail(TAC_NOT_FINITE, TAC_BODY, i, sum)
           : size > worst.value ? tac_fail(TAC_DIVERGED, TAC_BODY, i, size)
                                : worst;
}

static tac_status wrong_row(const tac_workspace *w, int row, tac_status worst)
{
    const tac_model *m = w->m;
    const tac_element *e = &m->element[m->rows.row_element[row]];
    double lambda = *tac_row_field(w, row, R_LAMBDA), phi = tac_row_off(w, row, R_PHI);
    double open = m->rows.row_compliant[row] ? 0.0 : fabs(phi) / (w->length * tac_open_joint);
    return !isfinite(lambda)    ? tac_fail_element(m, TAC_NOT_FINITE, e, lambda)
           : open > worst.value ? tac_fail_element(m, TAC_DIVERGED, e, open)
                                : worst;
}

// What is wrong: a turn too far, which explains all else; the first value that is not finite; or the largest
// excess.
static tac_status worst_of(const tac_workspace *w, int mechanism)
{
    const tac_model *m = w->m;
    tac_status worst = farthest_turn(w, mechanism);
    if (worst.code != TAC_OK) {
        return worst;
    }
    worst.value = 1.0; // in units of the bounds
    for (int i = 0; i < m->n_body / tac_mechanism_count(m) && worst.code != TAC_NOT_FINITE; i++) {
        worst = wrong_body(w, i, tac_body_in(m, i, mechanism), worst);
    }
    for (int row = 0; row < m->n_row && worst.code != TAC_NOT_FINITE; row++) {
        if (tac_mechanism_of_element(m, &m->element[m->rows.row_element[row]]) == mechanism) {
            worst = wrong_row(w, row, worst);
        }
    }
    return worst;
}

// A law of others that gave a number that is none.
static tac_status failed_part(const tac_workspace *w)
{
    for (int k = 0; k < w->m->objects.n_part; k++) {
        const tac_part_desc *of = &w->m->objects.parts[k];
        double sum = w->shares.energy[w->part[k].element];
        for (int i = 0; i < tac_part_size(of) && !w->part[k].memory; i++) {
            sum += w->part[k].number[i];
        }
        if (!isfinite(sum)) {
            return tac_fail(TAC_NOT_FINITE, TAC_BUSHING, of->bushing, sum);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 1.0);
}

// What failed inside of a sub-model apart: its code, with the part.
static tac_status failed_apart(const tac_workspace *w)
{
    for (int k = 0; k < w->n_carried; k++) {
        const tac_part_result *r = &w->part[w->carried[k]].result;
        if (r->code != TAC_OK) {
            return tac_fail((tac_code)r->code, TAC_BUSHING,
                            w->m->objects.parts[w->carried[k]].bushing, r->value);
        }
    }
    return failed_part(w);
}

static tac_status judge(const tac_workspace *w, int mechanism, const tac_sum_share *sum)
{
    if (sum->bodies[S_BAD] + sum->elements[S_BAD] == 0.0) {
        return tac_fail(TAC_OK, TAC_NOTHING, 0, 1.0);
    }
    tac_status worst = worst_of(w, mechanism);
    return worst.code == TAC_OK ? failed_apart(w) : worst;
}

tac_status tac_judge_mechanism(tac_workspace *w, int mechanism, double *last)
{
    tac_report_block(w, w->plan->g->n_block);
    tac_sum_share sum = total_of(w, mechanism);
    *last = sqrt(sum.bodies[S_INCREMENT]);
    return judge(w, mechanism, &sum);
}

static tac_status measure(tac_workspace *w, int which)
{
    tac_sum_share sum = total_of(w, which);
    double of_elements = energy_of_elements(w, which), moving = kinetic_of_elements(w, which);
    w->step.report[which] =
        (tac_report){.uncombined = w->sequences.longest,
                     .uncombined_by = w->sequences.longest_by,
                     .increment = sqrt(sum.bodies[S_INCREMENT]),
                     .position = sqrt(sum.elements[S_POSITION]),
                     .velocity = sqrt(sum.elements[S_VELOCITY]),
                     .acceleration = sqrt(sum.elements[S_ACCELERATION]),
                     .kinetic = sum.bodies[S_KINETIC] + moving,
                     .potential = sum.bodies[S_POTENTIAL] + (of_elements - moving)};
    for (int i = 0; i < TAC_MEASURES; i++) {
        w->step.report[which].worst[i].body = TAC_NONE;
    }
    return judge(w, which, &sum);
}

// The first that failed, of all mechanisms beside each other.
static tac_status first_failed(const tac_workspace *w)
{
    int which = 0;
    while (which + 1 < w->m->sums.beside && w->step.outcome[which].code == TAC_OK) {
        which++;
    }
    return w->step.outcome[which];
}

tac_status tac_measure(tac_workspace *w)
{
    tac_report_block(w, w->plan->g->n_block);
    for (int i = 0; i < w->m->sums.beside; i++) {
        w->step.outcome[i] = measure(w, i);
    }
    return first_failed(w);
}

// What few models have, in a function of its own: others are counted by the instruction.
__attribute__((noinline)) static void report_left(tac_workspace *w, int which)
{
    tac_report *report = &w->step.report[which];
    tac_worst *worst = &report->worst[TAC_FRICTION_LEFT];
    report_interfaces(w, &report->worst[TAC_INTERFACE_LEFT]);
    report_frictions_apart(w, worst);
    report_frictions(w, w, which, worst);
    for (int k = 0; k < w->sequences.n; k++) {
        report_frictions(w, w->sequences.space[k], which, worst);
    }
    for (int k = 0; k < w->n_multirate; k++) {
        report_frictions_within(&w->multirate[k], worst);
    }
}

static tac_status measure_step(tac_workspace *w, int which)
{
    tac_report *report = &w->step.report[which];
    tac_status whole = measure(w, which), status = tac_fail(TAC_OK, TAC_NOTHING, 0, 1.0);
    for (int k = 0; k < w->sequences.n; k++) {
        tac_workspace *sub = w->sequences.space[k];
        double last = sub->substeps.last;
        tac_status one =
            sub->substeps.in_twin ? sub->substeps.outcome : tac_judge_mechanism(sub, which, &last);
        status = status.code == TAC_OK ? one : status;
        report->increment = last > report->increment ? last : report->increment;
    }
    report_worst(w, which);
    if ((w->m->n_left | w->n_multirate | w->n_carried) != 0) {
        report_left(w, which);
    }
    return status.code == TAC_OK ? whole : status;
}

tac_status tac_measure_step(tac_workspace *w)
{
    tac_report_block(w, w->plan->g->n_block);
    for (int i = 0; i < w->m->sums.beside; i++) {
        w->step.outcome[i] = measure_step(w, i);
    }
    return first_failed(w);
}

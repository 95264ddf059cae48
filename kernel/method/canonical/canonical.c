// The canonical step: its memory, its list of phases and its entry in the table of methods.
//
// What it shares with index-3 it takes from there: state, plan, rows, fronts, the consistent start, the report.
#include "canonical.h"

#include <math.h>
#include <string.h>

#include "base/pick.h"
#include "base/thresholds.h"
#include "curved_laws.h"
#include "element/law.h"
#include "float_mode.h"
#include "lanes.h"
#include "model/flexible.h"
#include "principal.h"
#include "sequences.h"
#include "snaps.h"
#include "solves.h"
#include "stages.h"
#include "step/cost.h"
#include "step/effort.h"
#include "step/extrapolate.h"
#include "step/memory.h"
#include "step/start.h"

// ---- the list of phases ------------------------------------------------------------------------

static void list_phases(tac_phase_list *list, tac_workspace *w)
{
    if (w->sequences.n > 0) {
        tac_add_canonical_sequences(list, w);
    } else {
        tac_add_canonical_step(list, w);
    }
}

// ---- memory ------------------------------------------------------------------------------------

static tac_workspace layout_arrays(const tac_model *m, const tac_options *o, const tac_plan *p,
                                   tac_arena *a)
{
    const tac_grouping *g = p->g;
    size_t body = ((size_t)g->n_body_cell + 1) * TAC_MOMENTA_FIELDS * (size_t)g->lanes;
    tac_workspace w = tac_layout_arrays(m, o, p, a);
    w.momenta.body = tac_take(a, body, sizeof *w.momenta.body);
    w.momenta.moments = tac_take(a, (size_t)g->n_body_cell, sizeof *w.momenta.moments);
    w.momenta.before = tac_take(a, (size_t)m->signals.n_source, sizeof *w.momenta.before);
    w.momenta.left = tac_take(a, (size_t)m->signals.n_source, sizeof *w.momenta.left);
    w.momenta.stiff = tac_take(a, (size_t)m->n_row, sizeof *w.momenta.stiff);
    tac_layout_snaps(&w, m, g, a);
    size_t n_law = (size_t)m->n_element + (size_t)m->n_carrier;
    size_t mark = (size_t)g->n_block + (size_t)g->n_unit + n_law;
    w.momenta.elsewhere = tac_take(a, mark, sizeof(int));
    return w;
}

static tac_workspace *layout_sequence(tac_workspace *counted, const tac_workspace *like,
                                      int n_substep, tac_arena *a)
{
    tac_workspace *memory = tac_take(a, 1, sizeof *memory);
    int apart = tac_sequences_apart(like);
    *counted = layout_arrays(like->m, &like->o, like->plan, a);
    counted->substeps.whole = like->substeps.whole;
    counted->plan = like->plan;
    counted->substeps.n = n_substep;
    tac_layout_state(&counted->substeps.state, like->m, a);
    if (apart) {
        tac_layout_phases(counted, tac_list_canonical_sequence, a);
    }
    if (!a->base) {
        return counted;
    }
    *memory = *counted;
    if (apart) {
        tac_fill_phases(memory, tac_list_canonical_sequence);
    }
    return memory;
}

// The plan and sequences of sub-steps first, then the workspace of the whole step and its list of phases.
static void layout(tac_work **work, const tac_model *m, const tac_options *o, tac_arena *a)
{
    tac_work *whole = tac_take(a, 1, sizeof *whole);
    tac_workspace *memory = tac_take(a, 1, sizeof *memory);
    tac_plan counted;
    tac_workspace counted_sequence[TAC_MAX_SEQUENCES], *sequence[TAC_MAX_SEQUENCES] = {NULL};
    tac_workspace like = {.m = m, .o = *o, .substeps.whole = memory};
    int n_sequence = tac_canonical_sequences(o->order);
    like.plan = tac_layout_plan(&counted, m, o, a);
    for (int k = 0; k < n_sequence; k++) {
        like.o.dt = o->dt / (k + 1);
        sequence[k] = layout_sequence(&counted_sequence[k], &like, k + 1, a);
    }
    tac_workspace w = layout_arrays(m, o, like.plan, a);
    w.plan = like.plan;
    w.sequences.n = n_sequence;
    for (int k = 0; k < n_sequence; k++) {
        w.sequences.space[k] = sequence[k];
    }
    w.efforts = tac_layout_efforts(&w, a);
    tac_layout_phases(&w, list_phases, a);
    if (a->base) {
        *memory = w;
        tac_fill_phases(memory, list_phases);
        *whole = (tac_work){.space = memory};
        *work = whole;
    }
}

// Part of the penalty that is asked for. Impulses along the rows of the start close joints at the end: a direction
// that is about to be lost turns by w dt meanwhile, and with compliances below the square of that iterations would
// grow there. What a row has besides is as exact with it.
static const double penalty_share = 0.01;

// What the method has no use for is left out, so that nothing of it depends on these options.
static tac_options options_for(const tac_options *o)
{
    tac_options options = *o;
    options.penalty = penalty_share * o->penalty;
    options.acceleration = TAC_INDEX1;
    options.tangent = TAC_TANGENT_FIRST;
    return options;
}

static size_t work_size(const tac_model *m, const tac_options *o)
{
    tac_arena a = {NULL, 0};
    tac_work *work = NULL;
    tac_options options = options_for(o);
    layout(&work, m, &options, &a);
    return a.used;
}

static tac_moments equal_moments(const double *moment)
{
    if (moment[0] != moment[1]) {
        return TAC_NONE_EQUAL;
    }
    return moment[1] == moment[2] ? TAC_ALL_EQUAL : TAC_PAIR_EQUAL;
}

// Axes and moments of all bodies; unused lanes repeat the first of their cell.
static void fill_bodies(const tac_workspace *w)
{
    int lanes = w->plan->g->lanes;
    for (int i = 0; i < w->plan->g->n_body_cell; i++) {
        for (int l = 0; l < lanes; l++) {
            tac_principal p = tac_principal_axes(w->m->bodies.J[w->plan->body[i].body[l]]);
            double first = 1.0 / p.moment[0];
            tac_moments equal = equal_moments(p.moment), *of_all = &w->momenta.moments[i];
            *of_all = equal > *of_all ? equal : *of_all;
            const double value[] = {p.axes.x.x,
                                    p.axes.x.y,
                                    p.axes.x.z,
                                    p.axes.y.x,
                                    p.axes.y.y,
                                    p.axes.y.z,
                                    p.axes.z.x,
                                    p.axes.z.y,
                                    p.axes.z.z,
                                    first,
                                    1.0 / p.moment[1] - first,
                                    1.0 / p.moment[2] - first};
            double *m = w->momenta.body + (size_t)(i * TAC_MOMENTA_FIELDS * lanes + l);
            for (int k = 0; k < M_R0; k++) {
                m[k * lanes] = value[k];
            }
        }
    }
}

static void fill_work(tac_workspace *w)
{
    w->light_loose = w->m->ropes; // see penalty_share: a rope that snaps taut loses directions
    tac_fill_work(w);
    tac_set_canonical_stages(w);
    tac_mark_curved_laws(w);
    fill_bodies(w);
}

static bool are_sound(const tac_model *m, const tac_options *o)
{
    return o->dt > 0.0 && isfinite(o->dt) && o->iterations >= 1 && o->iterations <= 50 &&
           o->penalty > 0.0 && isfinite(o->penalty) && o->alpha >= 0.0 && isfinite(o->alpha) &&
           tac_canonical_order(o->order) &&
           (o->lanes == 0 ||
            (o->lanes == tac_widths[tac_width_of(m, o)] && o->lanes <= tac_widest_lanes()));
}

static tac_status work_init(const tac_model *m, const tac_options *o, tac_work **work, void *mem,
                            size_t size)
{
    if (m->flex.n_flexible > 0) {
        return tac_fail(TAC_FLEXIBLE, TAC_BODY, m->flex.flexible[0].body, 0.0);
    }
    if (m->bodies.n_shaft > 0) {
        return tac_fail(TAC_SHAFTS, TAC_JOINT, m->bodies.shaft_of[0], 0.0);
    }
    for (int i = 0; i < m->laws.n_law; i++) {
        const tac_element *e = &m->element[m->element_first[TAC_LAWS] + i];
        bool at_end = ((const tac_law_lanes *)e->law->on[0])->at_end != NULL;
        if (tac_is_mass(e) || at_end || (e->law_flags & TAC_LAW_SLIDES)) {
            return tac_fail(TAC_NOT_SUPPORTED, TAC_LAW, i, 0.0);
        }
    }
    if (m->n_multirate > 0) {
        return tac_fail(TAC_SUBSTEPS, TAC_NOTHING, 0, TAC_NO_SUCH_METHOD);
    }
    if (m->objects.n_part > 0) {
        return tac_fail(TAC_PART, TAC_BUSHING, m->objects.parts[0].bushing, TAC_PART_METHOD);
    }
    if (!are_sound(m, o)) {
        return tac_fail(TAC_BAD_OPTION, TAC_NOTHING, 0, o->dt);
    }
    if (tac_misaligned(mem)) {
        return tac_fail(TAC_MISALIGNED, TAC_NOTHING, 0, 0.0);
    }
    if (size < work_size(m, o)) {
        return tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, (double)size);
    }
    memset(mem, 0, size);
    tac_arena a = {mem, 0};
    tac_options options = options_for(o);
    layout(work, m, &options, &a);
    tac_workspace *w = (*work)->space;
    tac_plan_fill((tac_plan *)w->plan, m);
    fill_work(w);
    tac_fill_efforts_of(w, tac_fill_work);
    tac_init_canonical_sequences(w);
    for (int k = 0; k < w->sequences.n; k++) {
        fill_work(w->sequences.space[k]);
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

static size_t state_size(const tac_model *m)
{
    return tac_index3.state_size(m);
}

static tac_status state_init(const tac_model *m, tac_state *s, void *mem, size_t size)
{
    return tac_index3.state_init(m, s, mem, size);
}

// ---- steps -------------------------------------------------------------------------------------

// Rows and factors where a state is, for the step from there.
static void make(tac_workspace *w)
{
    if (w->sequences.n == 0) { // sequences make their own
        tac_place_canonical(w);
    }
    w->momenta.made = 1;
}

static tac_status start(tac_work *work, tac_state *s, const double *input, tac_start_report *r)
{
    tac_workspace *w = work->space;
    tac_status status = tac_index3_start(work, s, input, r);
    if (status.code == TAC_OK) {
        unsigned callers_mode = tac_set_float_mode();
        w->step.from = s;
        make(w);
        tac_restore_float_mode(callers_mode);
    }
    return status;
}

static void begin(tac_work *work, const tac_state *s, const double *input, int iterations)
{
    tac_workspace *w = work->space;
    tac_index3.begin(work, s, input, iterations);
    tac_latch_before(w, w, 0.0);
    tac_forget_snaps(w);
    if (!w->momenta.made) {
        make(w);
    }
}

static int phases(const tac_work *work, const tac_phase **list)
{
    return tac_index3.phases(work, list);
}

// Whether the step found that its state is not the one that the step before led to.
static bool was_elsewhere(tac_workspace *w)
{
    bool elsewhere = false;
    for (int k = 0; k < w->plan->g->n_block; k++) {
        elsewhere |= w->momenta.elsewhere[k];
    }
    return elsewhere && w->sequences.n == 0;
}

// The step once more, with the rows and factors of its state.
static void step_again(tac_workspace *w)
{
    int most = w->step.most_iterations;
    tac_place_canonical(w);
    tac_forget_frictions(w);
    tac_forget_snaps(w);
    for (int p = 0; p < w->list.n; p++) {
        const tac_phase *phase = &w->list.phase[p];
        if (most == 0 || phase->iteration <= most) {
            phase->run(phase->work, phase->first, phase->first + phase->n);
        }
    }
}

// Rate of a side of an element about its axis z, rad/s.
static double rate_about(const tac_workspace *w, const tac_state *s, const tac_element *e, int side)
{
    const mat3 *R = &e->R[side];
    bool moves = e->body[side] < w->m->n_body;
    return moves ? dot3(s->body[e->body[side]].w, (vec3){R->x.z, R->y.z, R->z.z}) : 0.0;
}

// The farthest that a joint of a mechanism turns in the step. Its angle is followed the shorter way round.
static tac_worst farthest_angle(const tac_workspace *w, const tac_state *s, int which)
{
    tac_worst worst = {0.0, TAC_NONE};
    int first = tac_body_in(w->m, 0, which);
    for (int i = 0; i < w->m->n_element / w->m->sums.beside && w->m->n_angle > 0; i++) {
        const tac_element *e = &w->m->element[tac_element_in(w->m, i, which)];
        if (e->angle != TAC_NONE) {
            double turn = w->o.dt * fabs(rate_about(w, s, e, 1) - rate_about(w, s, e, 0));
            int body = e->body[e->body[0] >= w->m->n_body] - first, more = turn > worst.value;
            worst = (tac_worst){pick(more, turn, worst.value),
                                more * body + !more * worst.body}; // no branch: data decides
        }
    }
    return worst;
}

static tac_status end(tac_work *work, tac_state *s)
{
    tac_workspace *w = work->space;
    if (was_elsewhere(w)) {
        step_again(w);
    }
    tac_status status = tac_index3.end(work, s);
    // free rotation is exact however far it goes; whether joints follow it, increments say, but not of their angles
    for (int i = 0; i < w->m->sums.beside; i++) {
        w->step.report[i].worst[TAC_STEP_TURN] = farthest_angle(w, s, i);
    }
    tac_report_snaps(w);
    w->momenta.made = status.code == TAC_OK;
    return status;
}

static void report(const tac_work *work, tac_report *r)
{
    tac_index3.report(work, r);
}

enum { MOST_ITERATIONS = 6 };

// Two leave residuals far below the error of the step; laws that begin and end within it take one more. More can
// be worse where a mechanism passes a singular position.
static int iterations(const tac_desc *d)
{
    bool unilateral = d->n_contact > 0, hard = false;
    for (int i = 0; i < d->n_contact; i++) {
        hard |= d->contact[i].damping >= tac_damped_hard;
    }
    for (int i = 0; i < d->n_spring; i++) {
        unilateral |= tac_spring_is_unilateral(d, &d->spring[i]);
    }
    for (int i = 0; i < d->n_law; i++) {
        unilateral |= tac_law_has_sides(&d->law[i]);
    }
    return hard ? MOST_ITERATIONS : unilateral || d->n_friction > 0 ? 3 : 2;
}

static const char *refuses(const tac_options *o)
{
    if (!tac_canonical_order(o->order)) {
        return "method 'canonical' has orders 2, 4 and 6; order 3 is that of index3";
    }
    if (o->acceleration == TAC_PROJECTION) {
        return "method 'canonical' has accelerations from the index-1 problem alone; leave out "
               "acceleration 'projection', or take index3";
    }
    if (o->tangent == TAC_TANGENT_FULL) {
        return "method 'canonical' makes factors once in a step; leave out tangent 'full', or take "
               "index3";
    }
    if (o->iterations > MOST_ITERATIONS) {
        return "method 'canonical' takes 2 position iterations, 3 with contacts and friction, and "
               "at "
               "most 6: more of them diverge where a mechanism passes a singular position";
    }
    return NULL;
}

static int parts(int order)
{
    return order / 2;
}

static const tac_takes takes = {
    .keys = 1U << TAC_KEY_ITERATIONS | 1U << TAC_KEY_ALPHA | 1U << TAC_KEY_ACCELERATION |
            1U << TAC_KEY_ORDER | 1U << TAC_KEY_TANGENT | 1U << TAC_KEY_DOUBT_LENGTH |
            1U << TAC_KEY_DOUBT_ANGLE | 1U << TAC_KEY_CARRIERS,
    .follows = TAC_FOLLOWS_SIDES | TAC_FOLLOWS_STIFF,
    .closes = TAC_CLOSES_BY_POSITION,
    .remedy = "take a smaller step or method index3",
    .damps_midway = true,
    .parts = parts,
    .advice =
        {[TAC_LIGHT_LINKS] = {false, NULL, "does not follow its swings under tension"},
         [TAC_STIFF_LAWS] = {false, NULL, "has larger errors with them, order 2 at any order"},
         [TAC_SIDED_LAWS] = {true, NULL, "takes more time with them"},
         [TAC_HELD_SPIN] = {false, NULL, "may lose its spin with two joints, or on what turns"},
         [TAC_FREE_SPIN] = {true, NULL, "follows it exactly"},
         [TAC_PLAIN] = {true, NULL, "takes less time at order 2 and its energy does not drift"}},
};

const tac_method tac_canonical = {
    .name = "canonical divide-and-conquer",
    .state_size = state_size,
    .state_init = state_init,
    .work_size = work_size,
    .work_init = work_init,
    .start = start,
    .begin = begin,
    .phases = phases,
    .end = end,
    .report = report,
    .cost = tac_index3_cost,
    .stretch = tac_index3_stretch,
    .subtree = tac_index3_subtree,
    .iterations = iterations,
    .refuses = refuses,
    .takes = &takes,
};

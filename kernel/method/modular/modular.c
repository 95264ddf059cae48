// The modular step: its memory, its list of phases and its entry in the table of methods.
//
// What it shares with index-3 it takes from there: state, plan, rows, fronts, the consistent start, the report.
#include "modular.h"

#include <string.h>

#include "lanes.h"
#include "model/flexible.h"
#include "solves.h"
#include "stages.h"
#include "step/cost.h"
#include "step/effort.h"
#include "step/memory.h"
#include "step/start.h"
#include "stiff.h"
#include "workspace/coupled.h"
#include "workspace/single_access.h"

// ---- memory ------------------------------------------------------------------------------------

static void layout(tac_work **work, const tac_model *m, const tac_options *o, tac_arena *a)
{
    tac_work *whole = tac_take(a, 1, sizeof *whole);
    tac_workspace *memory = tac_take(a, 1, sizeof *memory);
    tac_plan counted;
    const tac_plan *plan = tac_layout_plan(&counted, m, o, a);
    tac_workspace w = tac_layout_arrays(m, o, plan, a);
    w.plan = plan;
    w.turns_loads = true; // as its logs have them
    w.signals.end = w.step.signal;
    w.signals.middle = tac_take(a, (size_t)m->signals.n_source, sizeof *w.signals.middle);
    w.signals.beyond = tac_take(a, (size_t)m->signals.n_source, sizeof *w.signals.beyond);
    w.efforts = tac_layout_efforts(&w, a);
    tac_layout_phases(&w, tac_add_modular_step, a);
    if (a->base) {
        *memory = w;
        tac_fill_phases(memory, tac_add_modular_step);
        *whole = (tac_work){.space = memory};
        *work = whole;
    }
}

// What the method has no use for is left out, so that nothing of it depends on these options.
static tac_options options_for(const tac_options *o)
{
    tac_options options = *o;
    options.acceleration = TAC_INDEX1;
    options.tangent = TAC_TANGENT_FIRST;
    options.iterations = TAC_MODULAR_ITERATIONS;
    options.order = 2; // of the stages that are those of index-3
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

static bool are_sound(const tac_model *m, const tac_options *o)
{
    return o->dt > 0.0 && isfinite(o->dt) && o->penalty > 0.0 && isfinite(o->penalty) &&
           o->alpha >= 0.0 && isfinite(o->alpha) && (o->order == 2 || o->order == 4) &&
           o->iterations == TAC_MODULAR_ITERATIONS && o->acceleration == TAC_INDEX1 &&
           o->tangent == TAC_TANGENT_FIRST && (unsigned)o->corrections < TAC_CORRECTIONS &&
           (o->lanes == 0 ||
            (o->lanes == tac_widths[tac_width_of(m, o)] && o->lanes <= tac_widest_lanes()));
}

static tac_status work_init(const tac_model *m, const tac_options *o, tac_work **work, void *mem,
                            size_t size)
{
    if (m->flex.n_flexible > 0) {
        return tac_fail(TAC_FLEXIBLE, TAC_BODY, m->flex.flexible[0].body, 0.0);
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
    tac_status status = tac_check_explicit(m, o->dt);
    if (status.code != TAC_OK) {
        return status;
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
    tac_fill_work(w);
    tac_fill_efforts_of(w, tac_fill_work);
    tac_set_modular_stages(w);
    return status;
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

static tac_status start(tac_work *work, tac_state *s, const double *input, tac_start_report *r)
{
    work->space->step.signal = work->space->signals.end;
    return tac_index3_start(work, s, input, r);
}

// The stages push with the start once, with half way four times, and with the end once.
static void find_beyond(tac_workspace *w)
{
    for (int i = 0; i < w->m->signals.n_source; i++) {
        double mean = w->step.mean[i].x, start = 2.0 * mean - w->step.push[i].x;
        double stages = start + 4.0 * w->signals.middle[i].x + w->signals.end[i].x;
        w->signals.beyond[i] = (tac_signal){.x = mean - stages / 6.0};
    }
}

static void begin(tac_work *work, const tac_state *s, const double *input, int iterations)
{
    tac_workspace *w = work->space;
    w->step.signal = w->signals.end;
    tac_index3.begin(work, s, input, iterations);
    if (w->m->signals.n_source > 0) {
        tac_signals(w->m, w->step.end, 0.5 * w->o.dt, w->o.dt, w->step.input, w->signals.middle);
        find_beyond(w);
        w->step.signal = w->signals.middle;
    }
}

static int phases(const tac_work *work, const tac_phase **list)
{
    return tac_index3.phases(work, list);
}

static void raise(tac_worst *worst, double value, int body)
{
    if (value > worst->value) {
        *worst = (tac_worst){value, body};
    }
}

// Where no correction says how far joints were open: how far they are.
static void find_open_joints(tac_workspace *w, int which)
{
    const tac_model *m = w->m;
    tac_worst *worst = w->step.report[which].worst;
    int first = tac_body_in(m, 0, which);
    for (int i = 0; i < m->n_joint / m->sums.beside; i++) {
        const tac_element *e = &m->element[tac_element_in(m, i, which)];
        int body = (e->body[1] < m->n_body ? e->body[1] : e->body[0]) - first;
        for (int k = 0; k < e->n_row; k++) {
            bool turns = e->rows[k].kind == ROW_DOT || tac_row_turns(&e->rows[k]);
            double open = fabs(*tac_row_field(w, e->row + k, R_PHI));
            raise(&worst[turns ? TAC_LAST_TURN : TAC_LAST_SHIFT], open, body);
        }
    }
    for (int i = m->couplers.first_term / m->sums.beside; i < m->n_element / m->sums.beside; i++) {
        const tac_element *e = &m->element[tac_element_in(m, i, which)];
        int body = (e->body[1] < m->n_body ? e->body[1] : e->body[0]) - first;
        raise(&worst[TAC_LAST_SHIFT], fabs(tac_row_off(w, e->row, R_PHI)), body);
    }
}

static tac_status end(tac_work *work, tac_state *s)
{
    tac_workspace *w = work->space;
    bool closed = tac_corrects_positions(&w->o) && !tac_leaves_positions(w);
    tac_status status = tac_index3.end(work, s);
    for (int i = 0; i < w->m->sums.beside && !closed && status.code == TAC_OK; i++) {
        find_open_joints(w, i);
    }
    return status;
}

static void report(const tac_work *work, tac_report *r)
{
    tac_index3.report(work, r);
}

static int iterations(const tac_desc *d)
{
    (void)d;
    return TAC_MODULAR_ITERATIONS;
}

static const char *refuses(const tac_options *o)
{
    if (o->order != 2 && o->order != 4) { // 2: nobody asked
        return "method 'modular' is of order 4 always; leave out the order, or take index3 for 3 "
               "and canonical for 6";
    }
    if (o->acceleration == TAC_PROJECTION) {
        return "method 'modular' has accelerations from the index-1 problem alone; leave out "
               "acceleration 'projection', or take index3";
    }
    if (o->tangent == TAC_TANGENT_FULL) {
        return "method 'modular' makes factors where it needs them; leave out tangent 'full', or "
               "take index3";
    }
    if (o->iterations != TAC_MODULAR_ITERATIONS) {
        return "method 'modular' does not iterate; leave out iterations, or take index3";
    }
    return NULL;
}

static const tac_takes takes = {
    .keys = 1U << TAC_KEY_ALPHA | 1U << TAC_KEY_DOUBT_LENGTH | 1U << TAC_KEY_DOUBT_ANGLE |
            1U << TAC_KEY_CORRECTIONS,
    .closes = TAC_CLOSES_ONCE,
    .rule = "Runge-Kutta of order 4",
    .lacks = "a step of order 4 without iterations",
    .remedy = "take a smaller step, corrections 'both', or method index3",
    .pays = "it takes less than half of the time of index3 at order 4",
    .laws_as_forces = true,
    .wants = TAC_MOMENTS_ON_FIRST | TAC_LAWS_AT_INSTANTS,
};

const tac_method tac_modular = {
    .name = "modular dynamics",
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

// The index-3 method: its list of phases, its memory and its entry in the table of methods.
//
// [004] section 3 in joint space: N Newton-Raphson iterations from a predicted configuration, then
// velocities and accelerations put onto the constraints. The solves are in solves.c, how they go over blocks in step/walk.h.
#include <string.h>

#include "feature/multirate/multirate.h"
#include "feature/multirate/multirate_check.h"
#include "feature/submodel/batches.h"
#include "float_mode.h"
#include "lanes.h"
#include "model/coordinates.h"
#include "model/plan/twin.h"
#include "stages.h"
#include "step/cost.h"
#include "step/effort.h"
#include "step/extrapolate.h"
#include "step/report.h"
#include "step/start.h"
#include "step/state_io.h"
#include "step/sweeps.h"
#include "step/twin_sequences.h"
#include "workspace/coupled.h"

// ---- the list of phases ------------------------------------------------------------------------

static void list_phases(tac_phase_list *list, tac_workspace *w)
{
    if (w->sequences.n > 0) {
        tac_add_extrapolation(list, w);
    } else {
        tac_add_newton(list, w, w->o.iterations);
    }
    if (w->n_multirate > 0) {
        tac_add_multirate(list, w);
    }
    tac_add_velocity(list, w);
    tac_add_acceleration(list, w);
    tac_add_residual(list, w);
}

// ---- memory ------------------------------------------------------------------------------------

// A sequence of sub-steps, or two side by side, with the list of phases that `add` makes or none; at
// its address, or in `counted`.
static tac_workspace *layout_sequence(tac_workspace *counted, const tac_workspace *like,
                                      int n_substep, tac_lister *add, tac_arena *a)
{
    tac_workspace *memory = tac_take(a, 1, sizeof *memory);
    *counted = tac_layout_arrays(like->m, &like->o, like->plan, a);
    counted->substeps.whole = like->substeps.whole;
    counted->plan = like->plan;
    counted->substeps.n = n_substep;
    tac_layout_state(&counted->substeps.state, like->m, a);
    if (add) {
        tac_layout_phases(counted, add, a);
    }
    if (!a->base) {
        return counted;
    }
    *memory = *counted;
    if (add) {
        tac_fill_phases(memory, add);
    }
    return memory;
}

// The plan and sequences of sub-steps first, then the workspace of the whole step and its list of phases.
static void layout(tac_work **work, const tac_model *m, const tac_options *o, tac_arena *a)
{
    tac_work *whole = tac_take(a, 1, sizeof *whole);
    tac_workspace *memory = tac_take(a, 1, sizeof *memory);
    tac_plan counted, counted_twin;
    tac_workspace counted_sequence[TAC_MAX_SEQUENCES + 1], *sequence[TAC_MAX_SEQUENCES] = {NULL};
    tac_workspace like = {.m = m, .o = *o, .substeps.whole = memory}, *twin = NULL;
    int n_sequence = tac_sequence_count(o->order);
    like.plan = tac_layout_plan(&counted, m, o, a);
    for (int k = 0; k < n_sequence; k++) {
        int n = tac_sequence_substeps(o->order, k);
        tac_lister *add = tac_sequences_apart(&like) ? tac_list_sequence : NULL;
        like.o.dt = o->dt / n;
        sequence[k] = layout_sequence(&counted_sequence[k], &like, n, add, a);
    }
    if (tac_sequences_have_twin(m, o)) {
        tac_workspace two = {.m = m->twin, .o = *o, .substeps.whole = memory};
        two.o.lanes = TAC_TWIN_LANES;
        two.plan = tac_layout_plan(&counted_twin, two.m, &two.o, a);
        twin = layout_sequence(&counted_sequence[n_sequence], &two, tac_rounds(o->order),
                               tac_list_rounds, a);
    }
    tac_workspace w = tac_layout_arrays(m, o, like.plan, a);
    w.plan = like.plan;
    w.sequences.n = n_sequence;
    w.sequences.twin = twin;
    for (int k = 0; k < n_sequence; k++) {
        w.sequences.space[k] = sequence[k];
    }
    w.efforts = tac_layout_efforts(&w, a);
    tac_layout_multirate(&w, memory, a);
    tac_layout_phases(&w, list_phases, a);
    if (a->base) {
        *memory = w;
        tac_fill_phases(memory, list_phases);
        *whole = (tac_work){.space = memory};
        *work = whole;
    }
}

static size_t work_size(const tac_model *m, const tac_options *o)
{
    tac_arena a = {NULL, 0};
    tac_work *work = NULL;
    tac_options options = tac_index3_options(m, o);
    layout(&work, m, &options, &a);
    return a.used;
}

static tac_status work_init(const tac_model *m, const tac_options *o, tac_work **work, void *mem,
                            size_t size)
{
    int ok = o->dt > 0.0 && isfinite(o->dt) && o->iterations >= 1 && o->iterations <= 50 &&
             o->penalty > 0.0 && isfinite(o->penalty) && o->alpha >= 0.0 && isfinite(o->alpha) &&
             o->order >= 2 && o->order <= 4 &&
             (o->lanes == 0 ||
              (o->lanes == tac_widths[tac_width_of(m, o)] && o->lanes <= tac_widest_lanes()));
    if (!ok) {
        return tac_fail(TAC_BAD_OPTION, TAC_NOTHING, 0, o->dt);
    }
    tac_status modes = tac_check_modes(m, o);
    if (modes.code != TAC_OK) {
        return modes;
    }
    tac_status parts = tac_check_parts(m, o);
    if (parts.code != TAC_OK) {
        return parts;
    }
    tac_status multirate = tac_check_multirate(m, &m->grouping[tac_width_of(m, o)], o);
    if (multirate.code != TAC_OK) {
        return multirate;
    }
    tac_status efforts = tac_check_efforts(m);
    if (efforts.code != TAC_OK) {
        return efforts;
    }
    if (tac_misaligned(mem)) {
        return tac_fail(TAC_MISALIGNED, TAC_NOTHING, 0, 0.0);
    }
    if (size < work_size(m, o)) {
        return tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, (double)size);
    }
    memset(mem, 0, size);
    tac_arena a = {mem, 0};
    tac_options options = tac_index3_options(m, o);
    layout(work, m, &options, &a);
    tac_workspace *w = (*work)->space;
    tac_plan_fill((tac_plan *)w->plan, m);
    tac_fill_work(w);
    tac_init_sequences(w);
    for (int k = 0; k < w->sequences.n; k++) {
        tac_fill_work(w->sequences.space[k]);
    }
    if (w->sequences.twin) {
        tac_plan_fill((tac_plan *)w->sequences.twin->plan, m->twin);
        tac_fill_work(w->sequences.twin);
        tac_init_twin(w->sequences.twin);
    }
    tac_fill_multirate(w, tac_fill_work);
    tac_fill_efforts_of(w, tac_fill_work);
    tac_list_visits(w);
    for (int k = 0; k < w->sequences.n; k++) {
        tac_list_visits(w->sequences.space[k]);
    }
    if (w->sequences.twin) {
        tac_list_visits(w->sequences.twin);
    }
    return tac_check_built_parts(w);
}

// Of both states that a step goes between.
static size_t state_size(const tac_model *m)
{
    tac_arena a = {NULL, 0};
    tac_state s;
    tac_layout_state(&s, m, &a);
    return 2 * a.used;
}

static tac_status state_init(const tac_model *m, tac_state *s, void *mem, size_t size)
{
    if (tac_misaligned(mem)) {
        return tac_fail(TAC_MISALIGNED, TAC_NOTHING, 0, 0.0);
    }
    if (size < state_size(m)) {
        return tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, (double)size);
    }
    tac_arena a = {mem, 0};
    tac_layout_state(s, m, &a);
    memset(mem, 0, 2 * s->size);
    s->spare = (unsigned char *)mem + s->size;
    for (int i = 0; i < m->n_body; i++) {
        s->body[i] = (tac_body_state){
            .r = m->bodies.r0[i], .p = m->bodies.p0[i], .v = m->bodies.v0[i], .w = m->bodies.w0[i]};
    }
    for (int i = 0; i < 3 * m->flex.n_mode; i++) {
        s->mode[i] = m->flex.mode0[i];
    }
    tac_begin_couplers(m, s);
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

static void begin(tac_work *work, const tac_state *s, const double *input, int iterations)
{
    tac_workspace *w = work->space;
    w->step.callers_mode = tac_set_float_mode();
    w->step.most_iterations = iterations;
    tac_latch(w, s, input, *s->step + 1);
    tac_arena a = {s->spare, 0};
    tac_layout_state(&w->step.to, w->m, &a);
    tac_begin_sequences(w);
    tac_forget_sweeps(w);
    w->interface_told = 0; // a step that was given up may have left it
}

static int phases(const tac_work *work, const tac_phase **list)
{
    *list = work->space->list.phase;
    return work->space->list.n;
}

static tac_status end(tac_work *work, tac_state *s)
{
    tac_workspace *w = work->space;
    tac_status status = tac_measure_step(w);
    if (status.code == TAC_OK) {
        tac_commit_inputs(w);
        status = tac_find_efforts(w, &w->step.to);
    }
    if (status.code == TAC_OK) {
        *w->step.to.step = *s->step + 1;
        *w->step.to.dt = *s->dt;
        w->step.to.spare = s->data;
        *s = w->step.to;
    }
    tac_restore_float_mode(w->step.callers_mode);
    return status;
}

static void report(const tac_work *work, tac_report *r)
{
    *r = *work->space->step.report;
}

static const char *refuses(const tac_options *o)
{
    return o->order > 4 ? "index3 has orders 2, 3 and 4; order 6 is that of method 'canonical'"
                        : NULL;
}

// Sub-steps of the longest sequence that is combined (extrapolate.c).
static int parts(int order)
{
    return order > 2 ? order - 1 : 1;
}

static const tac_takes takes = {
    .keys = 1U << TAC_KEY_ITERATIONS | 1U << TAC_KEY_ALPHA | 1U << TAC_KEY_ACCELERATION |
            1U << TAC_KEY_ORDER | 1U << TAC_KEY_TANGENT | 1U << TAC_KEY_DOUBT_LENGTH |
            1U << TAC_KEY_DOUBT_ANGLE | 1U << TAC_KEY_CARRIERS,
    .follows = TAC_FOLLOWS_ALL,
    .closes = TAC_CLOSES_BY_NEWTON,
    .remedy = "take a smaller step or more iterations",
    .parts = parts,
    .advice = {[TAC_LIGHT_LINKS] = {true, NULL, NULL},
               [TAC_STIFF_LAWS] = {true, NULL, NULL},
               [TAC_SIDED_LAWS] = {true, NULL, NULL},
               [TAC_HELD_SPIN] = {true, "with a smaller step or order 4, as --estimate shows",
                                  NULL},
               [TAC_PLAIN] = {true, NULL, NULL}},
};

const tac_method tac_index3 = {
    .name = "index-3 divide-and-conquer",
    .state_size = state_size,
    .state_init = state_init,
    .work_size = work_size,
    .work_init = work_init,
    .start = tac_index3_start,
    .begin = begin,
    .phases = phases,
    .end = end,
    .report = report,
    .cost = tac_index3_cost,
    .stretch = tac_index3_stretch,
    .subtree = tac_index3_subtree,
    .refuses = refuses,
    .takes = &takes,
};

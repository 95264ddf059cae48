// The index-3 method: its list of phases, its memory and its entry in the table of methods.
//
// [004] section 3 in joint space: N Newton-Raphson iterations from a predicted configuration, then
// velocities and accelerations put onto the constraints. The solves are in solves.c, how they go over blocks in stages/walk.h.
#include "index3.h"

#include <string.h>

#include "base/thresholds.h"
#include "carried.h"
#include "compounds.h"
#include "cost.h"
#include "extrapolate.h"
#include "flexible.h"
#include "float_mode.h"
#include "free_modes.h"
#include "inset.h"
#include "inset_stages.h"
#include "lanes.h"
#include "model/law.h"
#include "model/mobility.h"
#include "plan/inset_check.h"
#include "plan/twin.h"
#include "report.h"
#include "solves.h"
#include "stages.h"
#include "stages/light_parts.h"
#include "stages/single_access.h"
#include "stages/stiff_laws.h"
#include "stages/sweeps.h"
#include "stages/tension.h"
#include "start.h"
#include "state_io.h"
#include "twin_sequences.h"

// ---- the list of phases ------------------------------------------------------------------------

static void list_phases(tac_phase_list *list, tac_workspace *w)
{
    if (w->sequences.n > 0) {
        tac_add_extrapolation(list, w);
    } else {
        tac_add_newton(list, w, w->o.iterations);
    }
    if (w->n_inset > 0) {
        tac_add_insets(list, w);
    }
    tac_add_velocity(list, w);
    tac_add_acceleration(list, w);
    tac_add_residual(list, w);
}

// ---- lanes -------------------------------------------------------------------------------------

// Vectors that a step goes over: units, bodies, elements.
static int vectors(const tac_grouping *g)
{
    return g->n_unit + g->n_body_cell + g->n_cell;
}

// Vectors wherever there are two bodies, or one and parts; of eight lanes where they are fewer by a quarter: one takes
// some 1.4 times as long as one of four lanes where the processor computes it in two halves.
static int suitable_width(const tac_model *m)
{
    enum { ONE, FOUR, EIGHT };
    int widest = tac_widest_lanes(), n = m->n_body + (m->n_part > 0);
    bool few = 4 * vectors(&m->grouping[EIGHT]) <= 3 * vectors(&m->grouping[FOUR]);
    return widest == 1 || n == 1 ? ONE : widest == tac_widths[EIGHT] && few ? EIGHT : FOUR;
}

int tac_width_of(const tac_model *m, const tac_options *o)
{
    int k = o->lanes == 0 ? suitable_width(m) : TAC_WIDTHS - 1;
    while (o->lanes != 0 && k > 0 && tac_widths[k] != o->lanes) {
        k--;
    }
    return k;
}

int tac_lanes_of(const tac_model *m, const tac_options *o)
{
    return tac_widths[tac_width_of(m, o)];
}

// ---- memory ------------------------------------------------------------------------------------

tac_options tac_default_options(void)
{
    return (tac_options){.dt = 1e-3,
                         .iterations = 3,
                         .penalty = 1e7,
                         .alpha = 0.0,
                         .acceleration = TAC_INDEX1,
                         .order = 2,
                         .tangent = TAC_TANGENT_FIRST,
                         .doubt_length = 1e-3,
                         .doubt_angle = 1e-3};
}

void tac_layout_state(tac_state *s, const tac_model *m, tac_arena *a)
{
    size_t n = (size_t)m->n_body, before = a->used;
    s->step = tac_take(a, 1, sizeof *s->step);
    s->dt = tac_take(a, 1, sizeof *s->dt);
    s->body = tac_take(a, n, sizeof *s->body);
    s->lambda = tac_take(a, (size_t)m->n_row, sizeof *s->lambda);
    s->angle = tac_take(a, (size_t)m->n_angle, sizeof *s->angle);
    s->input = tac_take(a, 3 * (size_t)m->n_input, sizeof *s->input);
    s->memory = tac_take(a, (size_t)m->n_memory, sizeof *s->memory);
    s->mode = tac_take(a, 3 * (size_t)m->n_mode, sizeof *s->mode);
    s->mode_left = tac_take(a, (size_t)m->n_mode, sizeof *s->mode_left);
    s->part = tac_take(a, m->n_part > 0 ? (size_t)m->part_at[m->n_part] : 0, sizeof *s->part);
    s->coupled = tac_take(a, 2 * (size_t)m->n_term, sizeof *s->coupled);
    s->data = s->step;
    s->size = a->used - before;
    s->spare = NULL;
}

// Fronts and right-hand sides are also where the rank is counted, over the tree by rows (query/pivots.c).
static size_t front_size(const tac_model *m, const tac_plan *p)
{
    size_t by_rows = m->by_rows ? m->by_rows->front_at[m->by_rows->n_node] : 0;
    return by_rows > p->front ? by_rows : p->front;
}

static size_t right_side_size(const tac_model *m, const tac_plan *p)
{
    size_t size = p->b;
    for (int i = 0; m->by_rows && i < m->by_rows->n_node; i++) {
        size_t rows = (size_t)(m->by_rows->n_e[i] + m->by_rows->n_r[i]);
        size = rows > size ? rows : size;
    }
    return size;
}

// Work of one step, its phases not counted.
tac_workspace tac_layout_arrays(const tac_model *m, const tac_options *o, const tac_plan *p,
                                tac_arena *a)
{
    const tac_grouping *g = p->g;
    size_t lanes = (size_t)g->lanes;
    tac_workspace w = {
        .m = m, .o = *o, .h = 0.25 * o->dt * o->dt, .length = m->length, .start.shorten = 1.0};
    for (int l = 0; l < TAC_MAX_LANES; l++) {
        w.pace.dt[l] = o->dt;
        w.pace.h[l] = w.h;
    }
    w.step.signal = tac_take(a, (size_t)(m->copies * m->n_source), sizeof *w.step.signal);
    w.step.mean = tac_take(a, (size_t)(m->copies * m->n_source), sizeof *w.step.mean);
    w.step.push = tac_take(a, (size_t)(m->copies * m->n_source), sizeof *w.step.push);
    w.step.input = tac_take(a, 3 * (size_t)m->n_input, sizeof *w.step.input);
    size_t element = ((size_t)g->n_cell + 1) * TAC_ELEMENT_FIELDS * lanes;
    w.fields.body = tac_take(a, p->body_size, sizeof *w.fields.body);
    w.fields.element = tac_take(a, element, sizeof *w.fields.element);
    w.fields.row = tac_take(a, p->row * TAC_ROW_FIELDS * lanes, sizeof *w.fields.row);
    size_t zeros = TAC_SLOT(TAC_MAX_ROWS, 1, 0) + TAC_TO_LINEAR(TAC_MAX_ROWS);
    w.fields.J = tac_take(a, (p->slot + zeros) * lanes, sizeof *w.fields.J);
    w.fields.J0 = tac_take(a, p->slot * lanes, sizeof *w.fields.J0);
    w.fronts.front = tac_take(a, front_size(m, p), sizeof *w.fronts.front);
    w.fronts.b = tac_take(a, right_side_size(m, p), sizeof *w.fronts.b);
    w.fronts.dense = tac_take(a, p->dense, sizeof *w.fronts.dense);
    w.shares.body = tac_take(a, (size_t)m->n_body, sizeof *w.shares.body);
    w.shares.measure = tac_take(a, (size_t)m->n_body, sizeof *w.shares.measure);
    w.shares.worst = tac_take(a, (size_t)tac_sum_group_count(m), sizeof *w.shares.worst);
    w.shares.element = tac_take(a, (size_t)m->n_element, sizeof *w.shares.element);
    w.shares.sum_group = tac_take(a, (size_t)tac_sum_group_count(m), sizeof *w.shares.sum_group);
    w.shares.energy = tac_take(a, (size_t)m->n_element, sizeof *w.shares.energy);
    w.turn = tac_take(a, (size_t)m->n_isolated, sizeof *w.turn);
    w.coupled = tac_take(a, 2 * (size_t)m->n_term, sizeof *w.coupled);
    w.heaviest = tac_take(a, 2 * (size_t)m->n_body, sizeof *w.heaviest);
    w.shares.memory = tac_take(a, (size_t)m->n_memory, sizeof *w.shares.memory);
    w.shares.friction = tac_take(a, (size_t)m->n_left, sizeof *w.shares.friction);
    for (int kind = 0; kind < TAC_WAITS; kind++) {
        w.sweep.done[kind] = tac_take(a, (size_t)p->waits[kind].n, sizeof(int));
    }
    w.sweep.stretch = tac_take(a, (size_t)g->n_block, sizeof(int));
    w.sweep.scratch = tac_take(a, (size_t)g->n_block + 2, sizeof *w.sweep.scratch);
    tac_layout_flex_cells(&w, p, a);
    tac_layout_parts(&w, p, a);
    return w;
}

const tac_plan *tac_layout_plan(tac_plan *counted, const tac_model *m, const tac_options *o,
                                tac_arena *a)
{
    tac_plan *plan = tac_take(a, 1, sizeof *plan);
    tac_plan_layout(counted, m, &m->grouping[tac_width_of(m, o)], a);
    if (!a->base) {
        return counted;
    }
    *plan = *counted;
    return plan;
}

void tac_layout_phases(tac_workspace *w, tac_lister *add, tac_arena *a)
{
    tac_phase_list list = {0};
    add(&list, w); // counts
    w->list.n = list.n;
    w->list.phase = tac_take(a, (size_t)list.n, sizeof *w->list.phase);
    w->list.work = tac_take(a, (size_t)list.n, sizeof *w->list.work);
}

void tac_fill_phases(tac_workspace *w, tac_lister *add)
{
    tac_phase_list list = {.phase = w->list.phase, .work = w->list.work};
    add(&list, w);
}

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
    tac_layout_insets(&w, memory, a);
    tac_layout_phases(&w, list_phases, a);
    if (a->base) {
        *memory = w;
        tac_fill_phases(memory, list_phases);
        *whole = (tac_work){.space = memory};
        *work = whole;
    }
}

// A law that begins or ends within a step, and is stiff for it, needs its tangent in every iteration, and
// accelerations that hold its force instead of what the iteration carries. Which laws are is the model's, at
// its start, so that all steps take the same time.
tac_options tac_index3_options(const tac_model *m, const tac_options *o)
{
    tac_options options = *o;
    double in_parts[2];
    tac_sharpest_in_parts(m, in_parts);
    double stiffest = m->stiffest > in_parts[0] ? m->stiffest : in_parts[0];
    int stiff = 0.25 * o->dt * o->dt * stiffest > tac_sided_with_one_tangent ||
                tac_sharpest_resistance(m, o->dt) > tac_friction_with_one_tangent ||
                0.5 * o->dt * in_parts[1] > tac_friction_with_one_tangent;
    options.tangent = stiff ? TAC_TANGENT_FULL : o->tangent;
    options.acceleration = m->n_one_sided > 0 || m->n_friction > 0 ? TAC_INDEX1 : o->acceleration;
    return options;
}

static size_t work_size(const tac_model *m, const tac_options *o)
{
    tac_arena a = {NULL, 0};
    tac_work *work = NULL;
    tac_options options = tac_index3_options(m, o);
    layout(&work, m, &options, &a);
    return a.used;
}

// ---- constants of the cells --------------------------------------------------------------------

static void fill_bodies(tac_workspace *w)
{
    static const double minus_half = -0.5;
    const tac_model *m = w->m;
    for (int i = 0; i < m->n_body; i++) {
        const mat3 *J = &m->J[i], *K = &m->J_inv[i];
        const double value[] = {
            m->mass[i], m->mass_inv[i], J->x.x,    J->y.y,
            J->z.z,     J->x.y,         J->x.z,    J->y.z,
            K->x.x,     K->y.y,         K->z.z,    K->x.y,
            K->x.z,     K->y.z,         m->arm[i], dot3(K->x, cross3(K->y, K->z)),
            K->x.x,     K->y.y,         K->z.z,    K->x.y,
            K->x.z,     K->y.z};
        tac_set_body(w, i, B_MASS, value, sizeof value / sizeof *value);
        tac_set_body(w, i, B_SWINGS, &m->swings[i], 1);
        tac_set_body(w, i, B_FURTHER, &minus_half, 1);
    }
    tac_place_body(w, m->n_body, (vec3){0.0, 0.0, 0.0}, (quat){1.0, 0.0, 0.0, 0.0});
    const double pose[16] = {[3] = 1.0, [7] = 1.0, [11] = 1.0, [12] = 1.0};
    tac_set_body(w, m->n_body, B_R0, pose, 16);
}

static void fill_elements(tac_workspace *w)
{
    const tac_model *m = w->m;
    int lanes = w->plan->g->lanes;
    for (int i = 0; i < w->plan->g->n_cell; i++) {
        const tac_cell *c = &w->plan->cell[i];
        for (int l = 0; l < lanes; l++) {
            const tac_element *e = &m->element[c->element[l]];
            tac_element_constants(e, w->fields.element + i * TAC_ELEMENT_FIELDS * lanes + l, lanes);
            for (int k = 0; k < e->n_row; k++) {
                w->fields.row[((c->row + k) * TAC_ROW_FIELDS + R_W) * lanes + l] =
                    e->what == TAC_FRICTIONS ? tac_friction_weight(m, e, w->pace.dt[l])
                                             : m->row_w[e->row + k];
                for (int side = 0; side < 2 && e->rows[k].kind == ROW_POINT; side++) {
                    vec3 u = tac_point_axis(&e->rows[k], side);
                    int from = c->slot[side] + 3 * k + TAC_TO_LINEAR(e->n_row);
                    double *const both[] = {w->fields.J, w->fields.J0};
                    for (int j = 0; j < 2; j++) {
                        double *linear = both[j] + (size_t)(from * lanes + l);
                        linear[0] = u.x;
                        linear[lanes] = u.y;
                        linear[2 * lanes] = u.z;
                    }
                }
            }
        }
    }
}

static const double start_penalty = 1e8; // the start has time for full accuracy

void tac_set_compliances(tac_workspace *w, tac_compliances of)
{
    const tac_model *m = w->m;
    int lanes = w->plan->g->lanes;
    double penalty = of == TAC_OF_STEPS ? w->o.penalty : start_penalty;
    double alpha = of == TAC_OF_STEPS ? w->o.alpha : 0.0;
    w->start.is_on = of != TAC_OF_STEPS;
    w->momenta.made = 0; // factors that a step leaves for the next one have others
    for (int i = 0; i < w->plan->g->n_cell; i++) {
        const tac_cell *c = &w->plan->cell[i];
        for (int k = 0; k < c->like->n_row && c->holds; k++) {
            double *row = w->fields.row + (size_t)((c->row + k) * TAC_ROW_FIELDS * lanes);
            for (int l = 0; l < lanes; l++) {
                int at = c->model_row[l] + k;
                double row_w = of == TAC_OF_RANK    ? m->row_w[at]
                               : of == TAC_OF_START ? tac_weigh_row(w, at, penalty)
                                                    : row[R_W * lanes + l];
                row[R_C * lanes + l] = alpha > 0.0 ? 1.0 / alpha : w->pace.h[l] * row_w / penalty;
            }
        }
    }
}

void tac_set_pace(tac_workspace *w, int copy, double dt, double h)
{
    for (int l = copy; l < TAC_MAX_LANES; l += w->m->copies) {
        w->pace.dt[l] = dt;
        w->pace.h[l] = h;
    }
}

void tac_fill_work(tac_workspace *w)
{
    tac_set_stages(w);
    tac_add_inset_layers(w);
    tac_set_scratch(w, 0);
    fill_bodies(w);
    w->laws_given = tac_laws_refactored(w->m, &w->o);
    tac_fill_flex_cells(w);
    tac_fill_parts(w);
    fill_elements(w);
    tac_mark_stiff_laws(w);
    tac_mark_tension(w);
    memcpy(w->heaviest, w->m->heaviest, 2 * (size_t)w->m->n_body * sizeof *w->heaviest);
    tac_carry_marks(w);
    tac_weigh_light(w);
    tac_set_compliances(w, TAC_OF_STEPS);
}

// The first flexible body with a mode that is too fast, and the step that would do.
static tac_status check_modes(const tac_model *m, const tac_options *o)
{
    for (int i = 0; i < m->n_flexible; i++) {
        const tac_flexible *f = &m->flexible[i];
        double most = tac_fastest_mode_of_order(o->order, f->damping);
        if (f->fastest * o->dt > most) {
            return tac_fail(TAC_FLEXIBLE, TAC_BODY, f->body, most / f->fastest);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
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
    tac_status modes = check_modes(m, o);
    if (modes.code != TAC_OK) {
        return modes;
    }
    tac_status parts = tac_check_parts(m, o);
    if (parts.code != TAC_OK) {
        return parts;
    }
    tac_status insets = tac_check_insets(m, &m->grouping[tac_width_of(m, o)], o);
    if (insets.code != TAC_OK) {
        return insets;
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
    tac_fill_insets(w);
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
        s->body[i] = (tac_body_state){.r = m->r0[i], .p = m->p0[i], .v = m->v0[i], .w = m->w0[i]};
    }
    for (int i = 0; i < 3 * m->n_mode; i++) {
        s->mode[i] = m->mode0[i];
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
    w->border_told = 0; // a step that was given up may have left it
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
    *r = work->space->step.report;
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

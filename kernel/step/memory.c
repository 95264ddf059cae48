#include "memory.h"

#include <string.h>

#include "base/thresholds.h"
#include "feature/flexible/flexible.h"
#include "feature/submodel/batches.h"
#include "feature/submodel/carried.h"
#include "free_modes.h"
#include "fronts/light_parts.h"
#include "fronts/stiff_laws.h"
#include "fronts/tension.h"
#include "held.h"
#include "lanes.h"
#include "model/law.h"
#include "model/mobility.h"
#include "solves.h"
#include "sweeps.h"
#include "workspace/single_access.h"

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
    int widest = tac_widest_lanes(), n = m->n_body + (m->objects.n_part > 0);
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
    s->input = tac_take(a, 3 * (size_t)tac_history_count(m), sizeof *s->input);
    s->memory = tac_take(a, (size_t)m->n_memory, sizeof *s->memory);
    s->mode = tac_take(a, 3 * (size_t)m->flex.n_mode, sizeof *s->mode);
    s->mode_left = tac_take(a, (size_t)m->flex.n_mode, sizeof *s->mode_left);
    s->part = tac_take(a, m->objects.n_part > 0 ? (size_t)m->objects.part_at[m->objects.n_part] : 0,
                       sizeof *s->part);
    s->coupled = tac_take(a, 2 * (size_t)m->couplers.n_term, sizeof *s->coupled);
    s->block = tac_take(a, (size_t)m->signals.n_block_memory, sizeof *s->block);
    s->effort = tac_take(a, (size_t)m->efforts.n, sizeof *s->effort);
    s->data = s->step;
    s->size = a->used - before;
    s->spare = NULL;
}

// Fronts and right-hand sides are also where the rank is counted, over the tree by rows (query/pivots.c).
static size_t front_size(const tac_model *m, const tac_plan *p)
{
    size_t by_rows = m->by_rows ? m->by_rows->nodes.front_at[m->by_rows->nodes.n_node] : 0;
    return by_rows > p->front ? by_rows : p->front;
}

static size_t right_side_size(const tac_model *m, const tac_plan *p)
{
    size_t size = p->b;
    for (int i = 0; m->by_rows && i < m->by_rows->nodes.n_node; i++) {
        size_t rows = (size_t)(m->by_rows->nodes.n_e[i] + m->by_rows->nodes.n_r[i]);
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
    w.step.signal = tac_take(a, (size_t)(m->copies * m->signals.n_source), sizeof *w.step.signal);
    w.step.mean = tac_take(a, (size_t)(m->copies * m->signals.n_source), sizeof *w.step.mean);
    w.step.push = tac_take(a, (size_t)(m->copies * m->signals.n_source), sizeof *w.step.push);
    w.step.input = tac_take(a, 3 * (size_t)tac_history_count(m), sizeof *w.step.input);
    w.step.block = tac_take(a, (size_t)m->signals.n_block_memory, sizeof *w.step.block);
    w.step.sensed = tac_take(a, (size_t)m->signals.widest_sensed, sizeof *w.step.sensed);
    w.step.report = tac_take(a, (size_t)m->sums.beside, sizeof *w.step.report);
    w.step.outcome = tac_take(a, (size_t)m->sums.beside, sizeof *w.step.outcome);
    w.substeps.worst = tac_take(a, (size_t)m->sums.beside, sizeof *w.substeps.worst);
    size_t element = ((size_t)g->n_cell + 1) * TAC_ELEMENT_FIELDS * lanes;
    w.fields.body = tac_take(a, p->body_size, sizeof *w.fields.body);
    w.fields.element = tac_take(a, element, sizeof *w.fields.element);
    w.fields.row = tac_take(a, p->row * TAC_ROW_FIELDS * lanes, sizeof *w.fields.row);
    size_t zeros = TAC_SLOT(TAC_MAX_ROWS, 1, 0) + TAC_TO_LINEAR(TAC_MAX_ROWS);
    w.fields.J = tac_take(a, (p->slot + zeros) * lanes, sizeof *w.fields.J);
    w.fields.J0 = tac_take(a, p->slot * lanes, sizeof *w.fields.J0);
    w.fields.law = tac_take(a, p->law * TAC_LAW_FIELDS * lanes, sizeof *w.fields.law);
    w.fronts.front = tac_take(a, front_size(m, p), sizeof *w.fronts.front);
    w.fronts.b = tac_take(a, right_side_size(m, p), sizeof *w.fronts.b);
    w.fronts.dense = tac_take(a, p->dense, sizeof *w.fronts.dense);
    w.shares.body = tac_take(a, (size_t)m->n_body, sizeof *w.shares.body);
    w.shares.measure = tac_take(a, (size_t)m->n_body, sizeof *w.shares.measure);
    w.shares.worst = tac_take(a, (size_t)tac_sum_group_count(m), sizeof *w.shares.worst);
    w.shares.element = tac_take(a, (size_t)m->n_element, sizeof *w.shares.element);
    w.shares.sum_group = tac_take(a, (size_t)tac_sum_group_count(m), sizeof *w.shares.sum_group);
    w.shares.energy = tac_take(a, (size_t)m->n_element, sizeof *w.shares.energy);
    w.turn = tac_take(a, (size_t)m->isolated.n_isolated, sizeof *w.turn);
    w.coupled = tac_take(a, 2 * (size_t)m->couplers.n_term, sizeof *w.coupled);
    w.asked = tac_take(a, (size_t)m->couplers.n_term, sizeof *w.asked);
    w.heaviest = tac_take(a, 2 * (size_t)m->n_body, sizeof *w.heaviest);
    w.shares.memory = tac_take(a, (size_t)m->n_memory, sizeof *w.shares.memory);
    w.shares.friction = tac_take(a, (size_t)m->n_left, sizeof *w.shares.friction);
    for (int kind = 0; kind < TAC_WAITS; kind++) {
        w.sweep.done[kind] = tac_take(a, (size_t)p->waits[kind].n, sizeof(int));
    }
    w.sweep.stretch = tac_take(a, (size_t)g->n_block, sizeof(int));
    w.sweep.scratch = tac_take(a, (size_t)g->n_block + 2, sizeof *w.sweep.scratch);
    tac_layout_holding(&w.holding, m, a);
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
    w->list.n_visit = list.n_visit;
    w->list.visit = tac_take(a, (size_t)list.n_visit, sizeof *w->list.visit);
}

void tac_fill_phases(tac_workspace *w, tac_lister *add)
{
    tac_phase_list list = {.phase = w->list.phase, .work = w->list.work};
    add(&list, w);
}

static bool any_is_damped_hard(const tac_model *m)
{
    bool any = false;
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        any |= e->what == TAC_CONTACTS && m->laws.contact[e->index].damping >= tac_damped_hard;
    }
    return any;
}

// A law that begins or ends within a step, and is stiff or damped hard for it, needs its tangent in every iteration, and
// accelerations that hold its force instead of what the iteration carries. Which laws are is the model's, at
// its start, so that all steps take the same time.
tac_options tac_index3_options(const tac_model *m, const tac_options *o)
{
    tac_options options = *o;
    double in_parts[2];
    tac_sharpest_in_parts(m, in_parts);
    double stiffest = m->stiffest > in_parts[0] ? m->stiffest : in_parts[0];
    int stiff = 0.25 * o->dt * o->dt * stiffest > tac_sided_with_one_tangent ||
                tac_sharpest_limit(m, o->dt) > tac_sided_with_one_tangent ||
                tac_sharpest_resistance(m, o->dt) > tac_friction_with_one_tangent ||
                0.5 * o->dt * in_parts[1] > tac_friction_with_one_tangent || any_is_damped_hard(m);
    options.tangent = stiff ? TAC_TANGENT_FULL : o->tangent;
    options.acceleration = tac_has_laws_over_step(m) ? TAC_INDEX1 : o->acceleration;
    return options;
}

// ---- constants of the cells --------------------------------------------------------------------

static void fill_bodies(tac_workspace *w)
{
    static const double minus_half = -0.5, none = 0.0;
    const tac_model *m = w->m;
    for (int i = 0; i < m->n_body; i++) {
        const mat3 *J = &m->bodies.J[i], *K = &m->bodies.J_inv[i];
        const double value[] = {m->bodies.mass[i],
                                m->bodies.mass_inv[i],
                                J->x.x,
                                J->y.y,
                                J->z.z,
                                J->x.y,
                                J->x.z,
                                J->y.z,
                                K->x.x,
                                K->y.y,
                                K->z.z,
                                K->x.y,
                                K->x.z,
                                K->y.z,
                                m->bodies.arm[i],
                                dot3(K->x, cross3(K->y, K->z)),
                                K->x.x,
                                K->y.y,
                                K->z.z,
                                K->x.y,
                                K->x.z,
                                K->y.z};
        tac_set_body(w, i, B_MASS, value, sizeof value / sizeof *value);
        tac_set_body(w, i, B_SWINGS, &m->bodies.swings[i], 1);
        tac_set_body(w, i, B_FURTHER, &minus_half, 1);
        tac_set_body(w, i, B_WEIGHT, m->bodies.shaft[i] ? &none : &m->bodies.mass[i], 1);
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
                                             : m->rows.row_w[e->row + k];
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
                double row_w = of == TAC_OF_RANK    ? m->rows.row_w[at]
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

void tac_fill_cells(tac_workspace *w)
{
    tac_set_scratch(w, 0);
    fill_bodies(w);
    w->laws_given = tac_laws_refactored(w->m, &w->o);
    tac_fill_flex_cells(w);
    tac_fill_parts(w);
    fill_elements(w);
    tac_mark_stiff_laws(w);
    tac_mark_tension(w);
    memcpy(w->heaviest, w->m->bodies.heaviest, 2 * (size_t)w->m->n_body * sizeof *w->heaviest);
    tac_carry_marks(w);
    tac_weigh_light(w);
    tac_set_compliances(w, TAC_OF_STEPS);
}

tac_status tac_check_modes(const tac_model *m, const tac_options *o)
{
    for (int i = 0; i < m->flex.n_flexible; i++) {
        const tac_flexible *f = &m->flex.flexible[i];
        double most = tac_fastest_mode_of_order(o->order, f->damping);
        if (f->fastest * o->dt > most) {
            return tac_fail(TAC_FLEXIBLE, TAC_BODY, f->body, most / f->fastest);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

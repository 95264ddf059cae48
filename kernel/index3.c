// The index-3 method: its list of phases, its memory and its entry in the table of methods.
//
// [004] section 3 in joint space: N Newton-Raphson iterations from a predicted configuration, then
// velocities and accelerations put onto the constraints. The stages are in stages.c.
#include "index3.h"

#include <string.h>

// ---- the list of phases ------------------------------------------------------------------------

static void list_phases(tac_phase_list *list, tac_work *w, const tac_model *m)
{
    if (w->n_sequence > 0) {
        tac_add_extrapolation(list, w, m);
    } else {
        tac_add_newton(list, w, m, w->o.iterations);
    }
    tac_add_velocity(list, w, m);
    tac_add_acceleration(list, w, m, &w->o);
    tac_add_phase(list, w, "residuals", tac_rows_residual, 0, m->n_element);
}

// ---- memory ------------------------------------------------------------------------------------

tac_options tac_default_options(void)
{
    return (tac_options){.dt = 1e-3,
                         .iterations = 3,
                         .penalty = 1e7,
                         .alpha = 0.0,
                         .acceleration = TAC_INDEX1,
                         .order = 2};
}

static void layout_state(tac_state *s, const tac_model *m, tac_arena *a)
{
    size_t n = (size_t)m->n_body, before = a->used;
    s->step = tac_take(a, 1, sizeof *s->step);
    s->dt = tac_take(a, 1, sizeof *s->dt);
    s->r = tac_take(a, n, sizeof *s->r);
    s->p = tac_take(a, n, sizeof *s->p);
    s->v = tac_take(a, n, sizeof *s->v);
    s->w = tac_take(a, n, sizeof *s->w);
    s->a = tac_take(a, n, sizeof *s->a);
    s->wd = tac_take(a, n, sizeof *s->wd);
    s->lambda = tac_take(a, (size_t)m->n_row, sizeof *s->lambda);
    s->angle = tac_take(a, (size_t)m->n_angle, sizeof *s->angle);
    s->input = tac_take(a, 3 * (size_t)m->n_input, sizeof *s->input);
    s->data = s->step;
    s->size = a->used - before;
}

// Work of one step, its phases not counted.
static tac_work layout_arrays(const tac_model *m, const tac_options *o, tac_arena *a)
{
    size_t body = (size_t)m->n_body, row = (size_t)m->n_row, slot = (size_t)m->n_slot;
    tac_work w = {.m = m, .o = *o, .h = 0.25 * o->dt * o->dt};
    w.signal = tac_take(a, (size_t)m->n_source, sizeof *w.signal);
    w.input = tac_take(a, 3 * (size_t)m->n_input, sizeof *w.input);
    w.pose = tac_take(a, body + 1, sizeof *w.pose);
    w.a = tac_take(a, body + 1, sizeof *w.a);
    w.wd = tac_take(a, body + 1, sizeof *w.wd);
    w.x = tac_take(a, body + 1, sizeof *w.x);
    w.stretch = tac_take(a, body, sizeof *w.stretch);
    w.travel = tac_take(a, body, sizeof *w.travel);
    w.delta = tac_take(a, body, sizeof *w.delta);
    w.J = tac_take(a, slot, sizeof *w.J);
    w.hJ = tac_take(a, slot, sizeof *w.hJ);
    double **rows[] = {&w.phi, &w.phi_t,  &w.rate,  &w.gamma, &w.c,
                       &w.add, &w.lambda, &w.sigma, &w.acc};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *rows[i] = tac_take(a, row, sizeof(double));
    }
    w.angle = tac_take(a, (size_t)m->n_angle, sizeof *w.angle);
    w.energy = tac_take(a, (size_t)m->n_element, sizeof *w.energy);
    w.front = tac_take(a, m->front_at[m->n_node], sizeof *w.front);
    w.b = tac_take(a, (size_t)m->row_at[m->n_node], sizeof *w.b);
    w.column = tac_take(a, (size_t)m->row_at[m->n_node], sizeof *w.column);
    return w;
}

// Sequences of sub-steps first, then the work of the whole step, then its list of phases.
static void layout(tac_work **work, const tac_model *m, const tac_options *o, tac_arena *a)
{
    tac_work *memory = tac_take(a, 1, sizeof *memory);
    tac_work *sequence[TAC_MAX_SEQUENCES] = {NULL};
    int n_sequence = tac_sequence_count(o->order);
    for (int k = 0; k < n_sequence; k++) {
        tac_options sub = *o;
        sub.dt = o->dt / tac_sequence_substeps(o->order, k);
        sequence[k] = tac_take(a, 1, sizeof *sequence[k]);
        tac_work arrays = layout_arrays(m, &sub, a);
        arrays.whole = memory;
        arrays.n_substep = tac_sequence_substeps(o->order, k);
        layout_state(&arrays.own, m, a);
        if (a->base) {
            *sequence[k] = arrays;
        }
    }
    tac_work w = layout_arrays(m, o, a);
    w.n_sequence = n_sequence;
    for (int k = 0; k < n_sequence; k++) {
        w.sequence[k] = sequence[k];
    }
    tac_phase_list list = {NULL, 0, 0};
    list_phases(&list, &w, m); // counts
    w.phase = tac_take(a, (size_t)list.n, sizeof *w.phase);
    if (a->base) {
        *memory = w;
        *work = memory;
        list = (tac_phase_list){memory->phase, 0, 0};
        list_phases(&list, memory, m);
        memory->n_phase = list.n;
    }
}

static size_t work_size(const tac_model *m, const tac_options *o)
{
    tac_arena a = {NULL, 0};
    tac_work *w = NULL;
    layout(&w, m, o, &a);
    return a.used;
}

static void place_ground(tac_work *w)
{
    tac_place_body(w, w->m->n_body, (vec3){0.0, 0.0, 0.0}, (quat){1.0, 0.0, 0.0, 0.0});
}

static tac_status work_init(const tac_model *m, const tac_options *o, tac_work **work, void *mem,
                            size_t size)
{
    int ok = o->dt > 0.0 && isfinite(o->dt) && o->iterations >= 1 && o->iterations <= 50 &&
             o->penalty > 0.0 && isfinite(o->penalty) && o->alpha >= 0.0 && isfinite(o->alpha) &&
             o->order >= 2 && o->order <= 4;
    if (!ok) {
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
    layout(work, m, o, &a);
    place_ground(*work);
    for (int k = 0; k < (*work)->n_sequence; k++) {
        place_ground((*work)->sequence[k]);
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

static size_t state_size(const tac_model *m)
{
    tac_arena a = {NULL, 0};
    tac_state s;
    layout_state(&s, m, &a);
    return a.used;
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
    layout_state(s, m, &a);
    memset(s->data, 0, s->size);
    size_t n = (size_t)m->n_body;
    if (n > 0) {
        memcpy(s->r, m->r0, n * sizeof *s->r);
        memcpy(s->p, m->p0, n * sizeof *s->p);
        memcpy(s->v, m->v0, n * sizeof *s->v);
        memcpy(s->w, m->w0, n * sizeof *s->w);
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

static void begin(tac_work *w, const tac_state *s, const double *input)
{
    w->starting = 0;
    tac_latch(w, s, input, *s->step + 1);
    tac_begin_sequences(w, s);
}

static int phases(const tac_work *w, const tac_phase **list)
{
    *list = w->phase;
    return w->n_phase;
}

static tac_status end(tac_work *w, tac_state *s)
{
    tac_measure(w);
    tac_status status = tac_judge(w);
    if (status.code == TAC_OK) {
        tac_commit(w, s);
        *s->step += 1;
    }
    return status;
}

static void report(const tac_work *w, tac_report *r)
{
    *r = w->report;
}

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
};

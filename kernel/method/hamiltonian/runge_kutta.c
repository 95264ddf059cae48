// The methods hdca and dca: the right-hand sides of formulation.h by a fixed Runge-Kutta step of order 4.
//
// Memory is that of an index-3 step of one lane, whose tree and fronts are used, and which finds the consistent start
// and answers what is asked between steps; and the formulation's own. Behind the state of index-3 a state holds the
// numbers y of the formulation and the impulses of its constraints.
#include <string.h>

#include "arena.h"
#include "element_types.h"
#include "float_mode.h"
#include "forces.h"
#include "formulation.h"
#include "model/flexible.h"
#include "solver.h"
#include "step/effort.h"
#include "stiff.h"

enum { STAGES = 4, SETTLE = STAGES, PHASES };

// Bound of an open joint, in lengths of the model.
static const double open_joint = 0.5;

typedef struct offline {
    tac_work work; // first: what is asked between steps finds the workspace in it
    tac_options o;
    tac_formulation f;
    tac_phase phase[PHASES];
    const tac_state *from; // of the step at hand
    double end;            // time at its end, s
    unsigned callers_mode;
    tac_report report;
    double *inputs; // at the step's end, one and two steps before           (n_input, 3)
    double *at;     // numbers of a stage                                    (n_y)
    double *rate;   // their rates                                           (n_y)
    double *next;   // numbers of the next state                             (n_y)
} offline;

static offline *of(tac_work *work)
{
    return (offline *)(void *)work;
}

static const offline *of_const(const tac_work *work)
{
    return (const offline *)(const void *)work;
}

// ---- memory ------------------------------------------------------------------------------------------

// The step of index-3 that is made room for.
static tac_options inner_options(const tac_options *o)
{
    tac_options inner = tac_default_options();
    inner.dt = o->dt;
    inner.penalty = o->penalty;
    inner.lanes = 1;
    return inner;
}

static size_t inner_size(const tac_model *m, const tac_options *o)
{
    tac_options inner = inner_options(o);
    return tac_index3.work_size(m, &inner);
}

static void layout(offline *p, const tac_model *m, tac_arena *a)
{
    size_t n = (size_t)tac_formulation_most(m);
    tac_formulation_layout(&p->f, m, a);
    p->inputs = tac_take(a, 3 * (size_t)m->signals.n_input, sizeof *p->inputs);
    p->at = tac_take(a, n, sizeof *p->at);
    p->rate = tac_take(a, n, sizeof *p->rate);
    p->next = tac_take(a, n, sizeof *p->next);
}

static size_t work_size(const tac_model *m, const tac_options *o)
{
    offline counted;
    tac_arena a = {NULL, inner_size(m, o)};
    (void)tac_take(&a, 1, sizeof counted);
    layout(&counted, m, &a);
    return a.used;
}

static size_t own_state(const tac_model *m) // bytes
{
    return ((size_t)tac_formulation_most(m) + (size_t)m->n_row) * sizeof(double);
}

static size_t half_of_state(const tac_model *m)
{
    tac_arena a = {NULL, tac_index3.state_size(m) / 2};
    (void)tac_take(&a, 1, own_state(m));
    return a.used;
}

static size_t state_size(const tac_model *m)
{
    return 2 * half_of_state(m);
}

static tac_status state_init(const tac_model *m, tac_state *s, void *mem, size_t size)
{
    if (size < state_size(m)) {
        return tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, (double)size);
    }
    tac_status status = tac_index3.state_init(m, s, mem, size);
    if (status.code == TAC_OK) {
        s->size = half_of_state(m);
        s->spare = (unsigned char *)mem + s->size;
        memset((unsigned char *)mem + tac_index3.state_size(m) / 2, 0, own_state(m));
        memset(s->spare, 0, s->size);
    }
    return status;
}

// The numbers of the formulation in a state, and the impulses behind them.
static double *numbers_of(const tac_model *m, const tac_state *s)
{
    return (double *)(void *)((unsigned char *)s->data + tac_index3.state_size(m) / 2);
}

static double *impulses_of(const tac_model *m, const tac_state *s)
{
    return numbers_of(m, s) + tac_formulation_most(m);
}

static void *moved(void *p, ptrdiff_t by)
{
    return (unsigned char *)p + by;
}

// The state in the other half of its memory.
static tac_state other_half(const tac_state *s)
{
    ptrdiff_t by = (unsigned char *)s->spare - (unsigned char *)s->data;
    return (tac_state){.data = s->spare,
                       .spare = s->data,
                       .size = s->size,
                       .step = moved(s->step, by),
                       .dt = moved(s->dt, by),
                       .body = moved(s->body, by),
                       .lambda = moved(s->lambda, by),
                       .angle = moved(s->angle, by),
                       .input = moved(s->input, by),
                       .memory = moved(s->memory, by),
                       .coupled = moved(s->coupled, by),
                       .block = moved(s->block, by),
                       .effort = moved(s->effort, by)};
}

// ---- phases ------------------------------------------------------------------------------------------

// Stage k of the step; the sum of all is `next`.
static void run_stage(offline *p, int k)
{
    static const double ahead[STAGES] = {1.0, 0.5, 0.5, 0.0}, reach[STAGES] = {0.5, 0.5, 1.0, 0.0};
    static const double weight[STAGES] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    const double *from = numbers_of(p->f.m, p->from);
    double dt = p->o.dt;
    tac_formulation_at(&p->f, p->end, ahead[k] * dt, dt, p->inputs);
    tac_formulation_derivative(&p->f, k == 0 ? from : p->at, p->rate);
    for (int i = 0; i < p->f.n_y; i++) {
        p->next[i] = (k == 0 ? from[i] : p->next[i]) + weight[k] * dt * p->rate[i];
        p->at[i] = from[i] + reach[k] * dt * p->rate[i];
    }
}

// Reactions from the impulses of the step.
static void take_impulses(offline *p)
{
    const tac_model *m = p->f.m;
    const double *before = impulses_of(m, p->from);
    for (int row = 0; row < m->n_tree_row; row++) {
        if (!m->rows.row_compliant[row]) {
            p->f.lambda[row] = (p->f.sigma[row] - before[row]) / p->o.dt;
        }
    }
}

static void raise(tac_worst *worst, double value, int body)
{
    if (value > worst->value) {
        *worst = (tac_worst){value, body};
    }
}

// What puts a step in doubt: joints that are open, in place of Newton increments, and bodies that turn far.
static void find_doubts(offline *p)
{
    const tac_formulation *f = &p->f;
    tac_worst *worst = p->report.worst;
    for (int i = 0; i < TAC_MEASURES; i++) {
        worst[i] = (tac_worst){0.0, TAC_NONE};
    }
    for (int i = 0; i < f->m->n_element; i++) {
        const tac_element *e = &f->m->element[i];
        int body = e->body[1] < f->m->n_body ? e->body[1] : e->body[0];
        for (int k = 0; k < e->n_row && tac_holds(e) && tac_leads(e); k++) {
            bool turns = e->rows[k].kind == ROW_DOT || tac_row_turns(&e->rows[k]);
            double open = tac_linear_open(&f->linear, e, k);
            raise(&worst[turns ? TAC_LAST_TURN : TAC_LAST_SHIFT], open, body);
        }
    }
    for (int i = 0; i < f->m->n_body; i++) {
        raise(&worst[TAC_STEP_TURN], p->o.dt * norm3(f->pose[i].w), i);
    }
}

static void settle(offline *p)
{
    tac_formulation *f = &p->f;
    tac_formulation_at(f, p->end, 0.0, p->o.dt, p->inputs);
    tac_formulation_normalise(f, p->next);
    if (p->o.offline.projections & TAC_PROJECT_POSITIONS) {
        tac_formulation_close(f, p->next);
    }
    tac_formulation_settle(f, p->o.offline.projections & TAC_PROJECT_VELOCITIES, p->next,
                           &p->report);
    find_doubts(p);
    if (p->o.offline.reactions == TAC_REACTIONS_IMPULSES) {
        take_impulses(p);
    }
    if (f->momenta && p->o.offline.impulses == TAC_IMPULSES_RESET) {
        tac_formulation_reset(f, p->next);
        memset(f->sigma, 0, (size_t)f->m->n_row * sizeof *f->sigma);
    }
}

static void run_phase(tac_work *work, int first, int last)
{
    for (int k = first; k < last; k++) {
        if (k == SETTLE) {
            settle(of(work));
        } else {
            run_stage(of(work), k);
        }
    }
}

static int phases(const tac_work *work, const tac_phase **list)
{
    *list = of_const(work)->phase;
    return PHASES;
}

// ---- a step ------------------------------------------------------------------------------------------

static void latch(offline *p, const tac_state *s, const double *input, int64_t step)
{
    const tac_model *m = p->f.m;
    p->from = s;
    p->end = (double)step * p->o.dt;
    for (int i = 0; i < m->signals.n_input; i++) {
        double now = input ? input[i] : m->signals.input0[i];
        p->inputs[3 * i] = now;
        p->inputs[3 * i + 1] = step > 0 ? s->input[3 * i] : now;
        p->inputs[3 * i + 2] = step > 0 ? s->input[3 * i + 1] : now;
    }
    memcpy(p->f.angle, s->angle, (size_t)m->n_angle * sizeof *p->f.angle);
}

static void begin(tac_work *work, const tac_state *s, const double *input, int iterations)
{
    offline *p = of(work);
    (void)iterations; // there are none to leave out
    p->callers_mode = tac_set_float_mode();
    latch(p, s, input, *s->step + 1);
}

// Whether what was computed stands.
static tac_status judge(const offline *p)
{
    const tac_formulation *f = &p->f;
    const tac_model *m = f->m;
    double worst = m->length * open_joint;
    tac_status status = tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
    for (int i = 0; i < m->n_body; i++) {
        const tac_pose *b = &f->pose[i];
        double sum = norm3(b->r) + norm3(b->v) + norm3(b->w) + norm3(f->x[i].l) + norm3(f->x[i].a);
        if (!isfinite(sum + dotq(b->p, b->p))) {
            return tac_fail(TAC_NOT_FINITE, TAC_BODY, i, sum);
        }
    }
    for (int i = 0; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        for (int k = 0; k < e->n_row && tac_holds(e) && tac_leads(e); k++) {
            double open = tac_linear_open(&f->linear, e, k);
            if (open > worst) {
                worst = open;
                status = tac_fail_element(m, TAC_DIVERGED, e, worst / (m->length * open_joint));
            }
        }
    }
    return status;
}

// What was computed, as a state.
static void commit(const offline *p, const tac_state *to)
{
    const tac_formulation *f = &p->f;
    const tac_model *m = f->m;
    for (int i = 0; i < m->n_body; i++) {
        const tac_pose *b = &f->pose[i];
        to->body[i] = (tac_body_state){b->r, b->p, b->v, b->w, f->x[i].l, f->x[i].a};
    }
    memcpy(to->lambda, f->lambda, (size_t)m->n_row * sizeof *to->lambda);
    memcpy(to->angle, f->angle, (size_t)m->n_angle * sizeof *to->angle);
    memcpy(to->input, p->inputs, 3 * (size_t)m->signals.n_input * sizeof *to->input);
    memmove(to->coupled, p->from->coupled, 2 * (size_t)m->couplers.n_term * sizeof *to->coupled);
    memcpy(numbers_of(m, to), p->next, (size_t)f->n_y * sizeof *p->next);
    memcpy(impulses_of(m, to), f->sigma, (size_t)m->n_row * sizeof *f->sigma);
}

static tac_status end(tac_work *work, tac_state *s)
{
    offline *p = of(work);
    tac_status status = judge(p);
    tac_state to = other_half(s);
    if (status.code == TAC_OK) {
        commit(p, &to);
        *to.step = *s->step + 1;
        *to.dt = *s->dt;
        status = tac_find_efforts(p->work.space, &to);
    }
    if (status.code == TAC_OK) {
        *s = to;
    }
    tac_restore_float_mode(p->callers_mode);
    return status;
}

static void report(const tac_work *work, tac_report *r)
{
    *r = of_const(work)->report;
}

// Of a stage, as counted on loops of 4 and 8 links; there is nothing to share.
static double cost(const tac_work *work, const tac_phase *phase, int item)
{
    static const double per_row = 500.0, per_body = 500.0, around = 200.0; // ns
    const tac_model *m = of_const(work)->f.m;
    (void)item;
    return phase ? per_row * m->n_row + per_body * m->n_body : around;
}

// ---- start -------------------------------------------------------------------------------------------

static tac_status start(tac_work *work, tac_state *s, const double *input, tac_start_report *r)
{
    offline *p = of(work);
    tac_formulation *f = &p->f;
    tac_status status = tac_index3.start(work, s, input, r);
    if (status.code != TAC_OK) {
        return status;
    }
    p->callers_mode = tac_set_float_mode();
    latch(p, s, input, 0);
    tac_formulation_at(f, 0.0, 0.0, p->o.dt, p->inputs);
    for (int i = 0; i < f->m->n_body; i++) {
        const tac_body_state *b = &s->body[i];
        f->pose[i] = (tac_pose){b->r, rotation(b->p), b->p, b->v, b->w};
    }
    tac_formulation_read(f, p->next);
    tac_formulation_settle(f, false, p->next, &p->report);
    memset(f->sigma, 0, (size_t)f->m->n_row * sizeof *f->sigma);
    commit(p, s);
    status = tac_find_efforts(p->work.space, s);
    tac_restore_float_mode(p->callers_mode);
    return status.code == TAC_OK ? judge(p) : status;
}

static tac_status check(const tac_model *m, const tac_options *o, bool momenta)
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
    for (int i = 0; i < m->signals.n_source && m->signals.n_block > 0; i++) {
        if (tac_source_type_of(m->signals.source[i].kind)->run) {
            return tac_fail(TAC_NOT_SUPPORTED, TAC_SOURCE, i, 0.0);
        }
    }
    bool impulses = o->offline.reactions == TAC_REACTIONS_IMPULSES;
    bool good = o->dt > 0.0 && isfinite(o->dt) && o->penalty > 0.0 && isfinite(o->penalty) &&
                (momenta || (o->offline.impulses == TAC_IMPULSES_RESET && !impulses)) &&
                !(impulses && o->offline.coordinates == TAC_ON_JOINTS);
    return good ? tac_check_explicit(m, o->dt) : tac_fail(TAC_BAD_OPTION, TAC_NOTHING, 0, o->dt);
}

static tac_status work_init(const tac_model *m, const tac_options *o, tac_work **w, void *mem,
                            size_t size, bool momenta)
{
    static const char *const name[PHASES] = {"stage 1", "stage 2", "stage 3", "stage 4", "settle"};
    tac_status status = check(m, o, momenta);
    if (status.code == TAC_OK && size < work_size(m, o)) {
        status = tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, (double)size);
    }
    if (status.code != TAC_OK) {
        return status;
    }
    tac_options inner = inner_options(o);
    tac_arena a = {mem, inner_size(m, o)};
    tac_work *of_index3;
    status = tac_index3.work_init(m, &inner, &of_index3, mem, a.used);
    if (status.code != TAC_OK) {
        return status;
    }
    memset((unsigned char *)mem + a.used, 0, work_size(m, o) - a.used);
    offline *p = tac_take(&a, 1, sizeof *p);
    layout(p, m, &a);
    p->work = *of_index3;
    p->o = *o;
    tac_formulation_init(&p->f, p->work.space, momenta, o->offline.coordinates);
    for (int k = 0; k < PHASES; k++) {
        p->phase[k] = (tac_phase){
            .name = name[k], .work = &p->work, .run = run_phase, .n = 1, .first = k, .worth = 1};
    }
    *w = &p->work;
    return status;
}

static tac_status init_hdca(const tac_model *m, const tac_options *o, tac_work **w, void *mem,
                            size_t size)
{
    return work_init(m, o, w, mem, size, true);
}

static tac_status init_dca(const tac_model *m, const tac_options *o, tac_work **w, void *mem,
                           size_t size)
{
    return work_init(m, o, w, mem, size, false);
}

static const char *hdca_refuses(const tac_options *o)
{
    bool of_impulses = o->offline.reactions == TAC_REACTIONS_IMPULSES;
    return of_impulses && o->offline.coordinates == TAC_ON_JOINTS
               ? "sigma of tree joints is no impulse on joint coordinates; take coordinates "
                 "'bodies' or reactions 'index-1'"
               : NULL;
}

static const char *dca_refuses(const tac_options *o)
{
    return o->offline.impulses != TAC_IMPULSES_RESET || o->offline.reactions != TAC_REACTIONS_INDEX1
               ? "method 'dca' has no impulses; leave out impulses 'kept' and reactions "
                 "'impulses', or take hdca"
               : NULL;
}

static const tac_takes hdca_takes = {
    .keys = 1U << TAC_KEY_COORDINATES | 1U << TAC_KEY_IMPULSES | 1U << TAC_KEY_PROJECTIONS |
            1U << TAC_KEY_REACTIONS,
    .closes = TAC_CLOSES_NOT,
    .rule = "Runge-Kutta of order 4",
    .lacks = "which integrates with Runge-Kutta of order 4",
    .remedy = "take a smaller step or --projections both",
    .wants = TAC_MOMENTS_ON_FIRST | TAC_LAWS_AT_INSTANTS,
};

static const tac_takes dca_takes = {
    .keys = 1U << TAC_KEY_COORDINATES | 1U << TAC_KEY_PROJECTIONS,
    .closes = TAC_CLOSES_NOT,
    .rule = "Runge-Kutta of order 4",
    .lacks = "which integrates accelerations with Runge-Kutta of order 4",
    .remedy = "take a smaller step or --projections both",
    .wants = TAC_MOMENTS_ON_FIRST | TAC_LAWS_AT_INSTANTS,
};

const tac_method tac_hdca = {
    .name = "Hamiltonian divide-and-conquer",
    .state_size = state_size,
    .state_init = state_init,
    .work_size = work_size,
    .work_init = init_hdca,
    .start = start,
    .begin = begin,
    .phases = phases,
    .end = end,
    .report = report,
    .cost = cost,
    .refuses = hdca_refuses,
    .is_offline = 1,
    .takes = &hdca_takes,
};

const tac_method tac_dca = {
    .name = "acceleration divide-and-conquer",
    .state_size = state_size,
    .state_init = state_init,
    .work_size = work_size,
    .work_init = init_dca,
    .start = start,
    .begin = begin,
    .phases = phases,
    .end = end,
    .report = report,
    .cost = cost,
    .refuses = dca_refuses,
    .is_offline = 1,
    .takes = &dca_takes,
};

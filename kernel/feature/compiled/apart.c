#include "apart.h"

#include <math.h>
#include <string.h>

#include "base/four.h"
#include "feature/submodel/carried.h"
#include "fronts/light_parts.h"
#include "fronts/stiff_laws.h"
#include "fronts/tension.h"
#include "method/index3/stages.h"
#include "model/carriers.h"
#include "step/extrapolate.h"
#include "step/memory.h"
#include "step/report.h"
#include "step/start.h"
#include "step/state_io.h"
#include "step/sweeps.h"
#include "workspace/coupled.h"
#include "workspace/layers.h"
#include "workspace/single_access.h"

_Static_assert(TAC_PART_BODY * sizeof(double) == sizeof(tac_body_state), "a body of a state");
_Static_assert(TAC_PART_MOTION - 1 == B_WD + 3 - B_R, "from place to acceleration");
_Static_assert((int)TAC_PART_TOLD == (int)TAC_SIDE_FIELDS, "what elements tell a body");
_Static_assert(TAC_PART_MOST_ALIKE % 4 == 0, "copies are four side by side");

// What elements tell the carrier, where it is: of one copy, or of four that are side by side in vectors.
struct tac_apart_told {
    const double *at;
    int copy, n;
};

// ---- memory ------------------------------------------------------------------------------------

tac_apart *tac_layout_apart(const tac_model *m, int n, const tac_options *o, tac_arena *arena)
{
    tac_apart *a = tac_take(arena, 1, sizeof *a);
    tac_workspace *space = tac_take(arena, 1, sizeof *space);
    tac_plan counted;
    const tac_plan *plan = tac_layout_plan(&counted, m, o, arena);
    tac_workspace w = tac_layout_arrays(m, o, plan, arena);
    tac_state s = {.data = NULL}, spare = s;
    tac_layout_state(&s, m, arena);
    tac_layout_state(&spare, m, arena);
    double *input = tac_take(arena, (size_t)m->signals.n_input, sizeof *input);
    double *mean = tac_take(arena, (size_t)m->signals.n_input, sizeof *mean);
    int *copy = tac_take(arena, (size_t)m->n_element, sizeof *copy);
    int *element = tac_take(arena, (size_t)m->n_element, sizeof *element);
    struct tac_apart_told *told = tac_take(arena, (size_t)m->n_element, sizeof *told);
    if (a) {
        w.plan = plan;
        *space = w;
        s.spare = spare.data;
        *a = (tac_apart){.w = space,
                         .n = n,
                         .carrier = m->n_body - 1,
                         .s = s,
                         .input = input,
                         .mean = mean,
                         .copy = copy,
                         .element = element,
                         .told = told};
    }
    return a;
}

static void list_copies(const tac_apart *a)
{
    const tac_model *m = a->w->m;
    int of_class[TAC_CLASSES] = {0};
    for (int i = 0; i < m->n_element; i++) {
        of_class[m->element[i].what]++;
    }
    for (int i = 0; i < m->n_element; i++) {
        a->copy[i] = m->element[i].index / (of_class[m->element[i].what] / a->n);
    }
    int *next = a->element;
    for (int k = 0; k < a->n; k++) {
        for (int i = 0; i < m->n_element; i++) {
            if (a->copy[i] == k) {
                *next++ = i;
            }
        }
    }
}

typedef struct elements {
    const int *first, *last; // behind the last one
} elements;

static elements elements_of(const tac_apart *a, int copy)
{
    int n = a->w->m->n_element / a->n;
    return (elements){a->element + copy * n, a->element + (copy + 1) * n};
}

// An element after the other, copies by fours where what they tell lies side by side.
static void find_told(tac_apart *a)
{
    const tac_model *m = a->w->m;
    int n = m->n_element / a->n; // in each copy, in the same order
    for (int i = 0; i < n; i++) {
        for (int side = 0; side < 2; side++) {
            bool is_on = m->element[a->element[i]].body[side] == a->carrier;
            for (int k = 0; is_on && k < a->n;) {
                const double *at = tac_told_by(a->w, a->element[k * n + i], side);
                int beside = 1;
                while (k % 4 == 0 && beside < 4 && k + beside < a->n &&
                       tac_told_by(a->w, a->element[(k + beside) * n + i], side) == at + beside) {
                    beside++;
                }
                beside = beside == 4 ? 4 : 1;
                a->told[a->n_told++] = (struct tac_apart_told){at, k, beside};
                k += beside;
            }
        }
    }
}

bool tac_fill_apart(tac_apart *a)
{
    tac_workspace *w = a->w;
    const tac_model *m = w->m;
    tac_plan_fill((tac_plan *)w->plan, m);
    tac_fill_work(w);
    tac_set_scratch(w, 1); // a stage runs over everything before the next one
    list_copies(a);
    find_told(a);
    int own = w->plan->g->body_cell[a->carrier];
    a->own = w->plan->body[own].n == 1 ? own : w->plan->g->n_body_cell;
    while (a->top < w->plan->g->n_unit && w->plan->unit[a->top].n_unknown == 0) {
        a->top++;
    }
    for (int i = 0; i < m->n_body; i++) {
        a->s.body[i] = (tac_body_state){
            .r = m->bodies.r0[i], .p = m->bodies.p0[i], .v = m->bodies.v0[i], .w = m->bodies.w0[i]};
    }
    tac_begin_couplers(m, &a->s);
    const tac_node_cell *top = &w->plan->unit[a->top];
    bool hangs = a->top < w->plan->g->n_unit;
    return !hangs || (top->n == 1 && top->n_e == TAC_UNKNOWNS && top->size == TAC_UNKNOWNS);
}

// ---- states of copies --------------------------------------------------------------------------

size_t tac_apart_state_size(const tac_model *m, int n)
{
    size_t body = sizeof(tac_body_state) / sizeof(double), all = 3 * (size_t)m->signals.n_input;
    all += (size_t)(m->n_body - 1) * body + (size_t)m->n_row + (size_t)m->n_angle;
    all += (size_t)m->n_memory + 2 * (size_t)m->couplers.n_term;
    return all / (size_t)n;
}

// Numbers of a copy's state, from where they lie in a state of all copies or to there.
typedef void copier(double *in_all, double *in_one, size_t n);

static void put(double *in_all, double *in_one, size_t n)
{
    memcpy(in_all, in_one, n * sizeof *in_all);
}

static void take(double *in_all, double *in_one, size_t n)
{
    memcpy(in_one, in_all, n * sizeof *in_all);
}

static void carry_state(const tac_apart *a, const tac_state *s, int copy, double *one,
                        copier *carry)
{
    const tac_model *m = a->w->m;
    int n_body = a->carrier / a->n, n_input = m->signals.n_input / a->n;
    size_t bodies = (size_t)n_body * sizeof(tac_body_state) / sizeof(double);
    carry((double *)(s->body + copy * n_body), one, bodies);
    one += bodies;
    const elements own = elements_of(a, copy);
    for (const int *i = own.first; i < own.last; i++) {
        const tac_element *e = &m->element[*i];
        carry(s->lambda + e->row, one, (size_t)e->n_row);
        one += e->n_row;
        if (e->angle != TAC_NONE) {
            carry(s->angle + e->angle, one, 1);
            one++;
        }
        carry(s->memory + e->memory, one, (size_t)e->n_memory);
        one += e->n_memory;
        if (e->what == TAC_TERMS) {
            carry(s->coupled + 2 * (*i - m->couplers.first_term), one, 2);
            one += 2;
        }
    }
    carry(s->input + 3 * copy * n_input, one, 3 * (size_t)n_input);
}

void tac_apart_take(const tac_apart *a, const tac_state *s, int copy, double *to)
{
    carry_state(a, s, copy, to, take);
}

// ---- marks -------------------------------------------------------------------------------------

void tac_apart_mark(tac_apart *a, tac_part_marking what, double number[2])
{
    tac_workspace *w = a->w;
    switch (what) {
    case TAC_PART_COUNTED:
        tac_count_tension(w);
        number[0] = tac_tension_left(w, a->carrier);
        break;
    case TAC_PART_PEELED:
        tac_leave_tension(w, a->carrier, number[0]);
        tac_peel_tension(w);
        number[0] = tac_tension_left(w, a->carrier);
        break;
    case TAC_PART_LOOPED:
        tac_count_loops(w);
        tac_read_loops(w, a->carrier, number);
        break;
    case TAC_PART_MARKED:
        tac_write_loops(w, a->carrier, number);
        tac_mark_loops(w);
        break;
    case TAC_PART_STIFF:
        tac_share_stiff_laws(w, a->carrier, number);
        break;
    case TAC_PART_LENGTH:
        a->w->length = number[0] > w->length ? number[0] : w->length;
        number[0] = w->length;
        break;
    case TAC_PART_HEAVIEST:
        tac_share_heaviest(w, a->carrier, number);
        tac_weigh_light(w);
        tac_set_compliances(a->w, TAC_OF_STEPS);
        break;
    }
}

// ---- stages ------------------------------------------------------------------------------------

static void over_elements(tac_workspace *w, tac_index3_stage stage)
{
    tac_call_stage(w, stage, 0, w->plan->g->n_cell);
}

// The carrier's unknowns, and where it comes to, are told: in a cell of its own nothing is made of them.
static void over_bodies(const tac_apart *a, tac_index3_stage stage)
{
    tac_workspace *w = a->w;
    int n = w->plan->g->n_body_cell;
    tac_call_stage(w, stage, 0, a->own);
    if (a->own + 1 < n) {
        tac_call_stage(w, stage, a->own + 1, n);
    }
}

// Units but the one on top, where the unknowns of the carrier would be eliminated.
static void over_units(tac_apart *a, int stage)
{
    tac_workspace *w = a->w;
    int n = w->plan->g->n_unit, behind = a->top < n ? a->top + 1 : n;
    tac_call_stage(w, stage, 0, a->top < n ? a->top : n);
    if (behind < n) {
        tac_call_stage(w, stage, behind, n);
    }
}

static void load(tac_workspace *w)
{
    tac_call_stage(w, TAC_ELEMENTS_LOAD, 0, w->plan->g->n_tree_cell);
}

// ---- what is left on top -------------------------------------------------------------------------

// What the sub-model leaves on its boundary, the unknowns of its carrier: -K, and -k on the right.
typedef struct boundary {
    const double *F, *b;
    int stride, step; // doubles from row to row, and from column to column
    int row[6];       // of each unknown, in the unit on top
} boundary;

static boundary boundary_of(const tac_apart *a)
{
    const tac_workspace *w = a->w;
    const tac_model *m = w->m;
    const tac_node_cell *top = &w->plan->unit[a->top];
    int c = m->nodes.child[2 * top->node[0]] == a->carrier,
        child = m->nodes.child[2 * top->node[0] + c];
    const tac_node_cell *v = &w->plan->unit[top->child_unit[c][0]];
    int lane = top->child_lane[c][0];
    boundary at = {w->sweep.scratch[v->scratch] + v->left + lane,
                   w->fronts.b + v->left_b + lane,
                   v->stride,
                   v->step,
                   {0}};
    for (int i = 0; i < 6; i++) {
        at.row[i] = m->nodes.map[m->nodes.row_at[child] + m->nodes.n_e[child] + i];
    }
    return at;
}

static void read_k(const tac_apart *a, double k[6])
{
    const boundary at = boundary_of(a);
    for (int i = 0; i < 6; i++) {
        k[at.row[i]] = -at.b[i * at.step];
    }
}

static void read_K(const tac_apart *a, double K[6][6])
{
    const boundary at = boundary_of(a);
    for (int i = 0; i < 6; i++) {
        for (int j = i; j < 6; j++) {
            int low = at.row[i] < at.row[j] ? at.row[i] : at.row[j];
            int high = at.row[i] + at.row[j] - low;
            K[low][high] = -at.F[i * at.stride + j * at.step];
        }
    }
}

// What the unknowns of the carrier were before, less what they are.
static void write_unknowns(const tac_apart *a, const double x[6])
{
    const tac_node_cell *top = &a->w->plan->unit[a->top];
    double *b = a->w->fronts.b + top->b;
    for (int i = 0; i < 6; i++) {
        b[i * top->step] = a->at[i] - x[i];
    }
}

// Sums of n fields of what elements tell the carrier. Those of every fourth copy are added up, then these, whatever
// the lanes.
TAC_INLINE void sum_told(const tac_apart *a, int first, int n, double *to)
{
    int lanes = a->w->plan->g->lanes;
    double padded[TAC_PART_TOLD + 3];
    four sum[TAC_PART_TOLD] = {{0.0}};
    for (int i = 0; i < a->n_told; i++) {
        const struct tac_apart_told *told = &a->told[i];
        const double *at = told->at + first * lanes;
        for (int f = 0; f < n; f++, at += lanes) {
            if (told->n == 4) {
                sum[f] += *(const four *)at;
            } else {
                ((double *)&sum[f])[told->copy % 4] += *at;
            }
        }
    }
    sum_parts(n, sum, padded);
    memcpy(to, padded, (size_t)n * sizeof *to);
}

static void add_wrenches(tac_apart *a, double by)
{
    int lanes = a->w->plan->g->lanes;
    for (int i = 0; i < a->n_told; i++) {
        const struct tac_apart_told *told = &a->told[i];
        const double *at = told->at + SIDE_FORCE * lanes;
        for (int f = 0; f < 6; f++, at += lanes) {
            double *sum = &a->wrench[f][told->copy];
            if (told->n == 4) {
                *(four *)sum += by * *(const four *)at;
            } else {
                *sum += by * *at;
            }
        }
    }
}

// ---- exchange ----------------------------------------------------------------------------------

void tac_apart_begin(tac_apart *a, const tac_part_own *own, const double *carrier, int64_t step,
                     int starts)
{
    tac_workspace *w = a->w;
    size_t n_input = (size_t)(w->m->signals.n_input / a->n);
    for (int k = 0; k < a->n; k++) {
        carry_state(a, &a->s, k, (double *)own[k].from, put);
        memcpy(a->input + (size_t)k * n_input, own[k].input, n_input * sizeof *a->input);
        memcpy(a->mean + (size_t)k * n_input, own[k].input + n_input, n_input * sizeof *a->mean);
    }
    *a->s.step = starts ? step : step - 1;
    *a->s.dt = w->o.dt;
    memcpy(&a->s.body[a->carrier], carrier, sizeof a->s.body[a->carrier]);
    w->step.most_iterations = 0;
    tac_forget_frictions(w);
    if (starts || w->start.is_on) { // else they are those of steps
        tac_set_compliances(w, starts ? TAC_OF_START : TAC_OF_STEPS);
    }
    w->step.input_mean = a->mean;
    tac_latch(w, &a->s, a->input, step);
    tac_arena arena = {a->s.spare, 0};
    tac_layout_state(&w->step.to, w->m, &arena);
    if (starts) {
        tac_load_state(w, &a->s);
        for (int row = 0; row < w->m->n_row; row++) {
            *tac_row_field(w, row, R_LAMBDA) = 0.0;
        }
        w->start.shorten = 1.0;
    } else {
        tac_all_bodies(w, TAC_BODIES_PREDICT);
        over_elements(w, TAC_ELEMENTS_PREDICT);
    }
}

const tac_apart_stages tac_apart_solves[TAC_PART_SOLVES] = {
    [TAC_PART_POSITION] = {TAC_ELEMENTS_POSITION, TAC_BODIES_POSITION, TAC_ELEMENTS_PUSH,
                           TAC_BODIES_UPDATE_POSITION, 1},
    [TAC_PART_NEWTON] = {TAC_ELEMENTS_NEWTON, TAC_BODIES_NEWTON, TAC_ELEMENTS_PUSH_OWN,
                         TAC_BODIES_UPDATE_OWN, 1},
    [TAC_PART_AGAIN] = {TAC_ELEMENTS_AGAIN, TAC_BODIES_AGAIN, TAC_ELEMENTS_PUSH_OWN,
                        TAC_BODIES_UPDATE_OWN, 0},
    [TAC_PART_VELOCITY] = {TAC_ELEMENTS_VELOCITY, TAC_BODIES_VELOCITY, TAC_ELEMENTS_PUSH,
                           TAC_BODIES_UPDATE_VELOCITY, 1},
    [TAC_PART_ACCELERATION] = {TAC_ELEMENTS_ACCELERATION, TAC_BODIES_INDEX1,
                               TAC_ELEMENTS_PUSH_INDEX1, TAC_BODIES_UPDATE_ACCELERATION, 0}};

// A joint on its wrong side is as far open as it is turned.
static void find_open(const tac_apart *a, tac_part_solve solve, tac_part_up *up)
{
    const tac_workspace *w = a->w;
    tac_status flipped = tac_flipped_joint(w);
    for (int k = 0; k < a->n; k++) {
        up->open[k] = up->widest[k] = 0.0;
    }
    if (solve == TAC_PART_POSITION && flipped.code != TAC_OK) {
        up->widest[a->copy[flipped.index]] = flipped.value; // joints come first among elements
    }
    for (int row = 0; row < w->m->n_row; row++) {
        double x = tac_row_off(w, row, solve == TAC_PART_POSITION ? R_PHI : R_RATE);
        bool held = !w->m->rows.row_compliant[row];
        int k = a->copy[w->m->rows.row_element[row]];
        up->open[k] += held ? x * x : 0.0;
        up->widest[k] = held && !(fabs(x) <= up->widest[k]) ? fabs(x) : up->widest[k];
    }
}

void tac_apart_up(tac_apart *a, tac_part_solve solve, tac_part_up *up)
{
    tac_workspace *w = a->w;
    const tac_apart_stages *s = &tac_apart_solves[solve];
    bool given = solve == TAC_PART_ACCELERATION && w->laws_given && !w->start.is_on;
    bool fresh = s->fresh || given;
    a->solved = 0;
    over_elements(w, s->rows);
    bool tells = solve == TAC_PART_VELOCITY ? !tac_keeps_rates(w) : solve != TAC_PART_POSITION;
    memset(up->told, 0, sizeof up->told);
    if (solve == TAC_PART_NEWTON) {
        sum_told(a, SIDE_FORCE, TAC_PART_TOLD, up->told);
    } else if (tells) {
        sum_told(a, SIDE_FORCE, 6, up->told);
    }
    if (solve == TAC_PART_ACCELERATION) {
        memset(a->wrench, 0, sizeof a->wrench);
        add_wrenches(a, 1.0);
    }
    over_bodies(a, s->bodies);
    tac_unknowns_before(w, a->carrier, solve, a->at);
    tac_set_body(w, a->carrier, B_X, a->at, 6);
    load(w);
    over_units(a, fresh ? TAC_UNITS_FACTOR : TAC_UNITS_FORWARD);
    bool hangs = a->top < w->plan->g->n_unit;
    if (!hangs) {
        memset(up->k, 0, sizeof up->k);
        memset(up->K, 0, sizeof up->K);
    } else if (fresh) {
        read_K(a, up->K);
    }
    if (hangs) {
        read_k(a, up->k);
    }
    if (w->start.is_on) {
        find_open(a, solve, up);
    }
}

void tac_apart_down(tac_apart *a, tac_part_solve solve, int is_last, double scale,
                    const double x[6], tac_part_down *down)
{
    tac_workspace *w = a->w;
    const tac_apart_stages *s = &tac_apart_solves[solve];
    bool newton = solve == TAC_PART_NEWTON || solve == TAC_PART_AGAIN;
    double at_end[6] = {0.0};
    if (!a->solved) {
        if (a->top < w->plan->g->n_unit) {
            write_unknowns(a, x);
        }
        over_units(a, TAC_UNITS_BACKWARD);
        if (newton && w->m->n_unilateral > 0) { // along their ends, as K has it
            over_elements(w, TAC_ELEMENTS_PUSH);
            sum_told(a, SIDE_FORCE, 6, at_end);
        }
        over_elements(w, newton && is_last ? TAC_ELEMENTS_PUSH_NEWTON : s->push);
        a->solved = 1;
    }
    *down = (tac_part_down){.turned = {0.0}};
    if (newton && w->m->n_unilateral > 0) {
        sum_told(a, SIDE_FORCE, 6, down->aside);
        for (int f = 0; f < 6; f++) {
            down->aside[f] -= at_end[f];
        }
    }
    if (newton && is_last) {
        sum_told(a, SIDE_TURNED, 3, down->turned);
    }
    if (solve == TAC_PART_ACCELERATION) {
        add_wrenches(a, w->pace.h[0]);
    }
    w->start.shorten = scale;
    over_bodies(a, newton && is_last ? TAC_BODIES_UPDATE_NEWTON : s->update);
    for (int i = 0; i < a->carrier && solve == TAC_PART_POSITION; i++) {
        double turn = *tac_body_field(w, i, B_LAST), shift = *tac_body_field(w, i, B_LAST + 1);
        down->turn = turn > down->turn ? turn : down->turn;
        down->shift = shift > down->shift ? shift : down->shift;
    }
}

void tac_apart_move(tac_apart *a, const double motion[TAC_PART_MOTION])
{
    tac_set_body(a->w, a->carrier, B_R, motion, TAC_PART_MOTION - 1);
    tac_set_body(a->w, a->carrier, B_FOLLOW, motion + TAC_PART_MOTION - 1, 1);
}

// What sensors of a copy ask for, from shares of its bodies and elements in their order.
static tac_report report_of(const tac_apart *a, int copy)
{
    const tac_workspace *w = a->w;
    int n_body = a->carrier / a->n;
    tac_share bodies = {0.0}, of_elements = {0.0};
    const elements own = elements_of(a, copy);
    double potential = 0.0, kinetic = 0.0; // of elements
    for (int i = copy * n_body; i < (copy + 1) * n_body; i++) {
        bodies += w->shares.body[i];
    }
    for (const int *i = own.first; i < own.last; i++) {
        const tac_element *e = &w->m->element[*i];
        tac_share share = w->shares.element[*i];
        if (e->what == TAC_TERMS && tac_leads(e)) {
            tac_coupled_share(w, e, 0.0, &share);
        }
        of_elements += share;
        double energy = *i >= w->m->n_joint ? w->shares.energy[*i] : 0.0;
        bool moves = tac_is_mass(e);
        kinetic += moves ? energy : 0.0;
        potential += moves ? 0.0 : energy;
    }
    return (tac_report){.kinetic = bodies[S_KINETIC] + kinetic,
                        .potential = bodies[S_POTENTIAL] + potential,
                        .position = sqrt(of_elements[S_POSITION]),
                        .velocity = sqrt(of_elements[S_VELOCITY]),
                        .acceleration = sqrt(of_elements[S_ACCELERATION]),
                        .increment = sqrt(bodies[S_INCREMENT])};
}

// Of all copies.
static void add_reports(tac_apart *a, tac_part_result *sum)
{
    for (int k = 0; k < a->n; k++) {
        const tac_report r = a->report[k] = report_of(a, k);
        sum->kinetic += r.kinetic;
        sum->potential += r.potential;
        sum->position += r.position * r.position;
        sum->velocity += r.velocity * r.velocity;
        sum->acceleration += r.acceleration * r.acceleration;
        sum->increment += r.increment * r.increment;
    }
}

static double left_of_frictions(const tac_workspace *w)
{
    double most = 0.0;
    for (int i = 0; i < w->m->n_left; i++) {
        const tac_element *of;
        double left = tac_friction_left(w, w, i, &of);
        most = left > most ? left : most;
    }
    return most;
}

void tac_apart_end(tac_apart *a, const tac_part_own *own, tac_part_result *result)
{
    tac_workspace *w = a->w;
    over_elements(w, TAC_ELEMENTS_RESIDUAL);
    over_elements(w, TAC_ELEMENTS_COMMIT);
    over_bodies(a, TAC_BODIES_CHECK);
    tac_all_bodies(w, TAC_BODIES_COMMIT);
    w->shares.body[a->carrier] = w->shares.measure[a->carrier] = (tac_share){0.0};
    for (int k = 0; k < w->plan->g->n_block; k++) {
        tac_report_block(w, k);
    }
    tac_status status = tac_measure(w);
    tac_worst_share worst = {.value = {0.0}};
    tac_raise_measures(w, 0, &worst);
    tac_commit_inputs(w);
    *w->step.to.step = *a->s.step + 1;
    *result =
        (tac_part_result){.worst = {worst.value[0], worst.value[1], worst.value[2], worst.value[3]},
                          .code = status.code,
                          .value = status.value,
                          .friction = left_of_frictions(w)};
    for (int k = 0; k < a->n; k++) {
        for (int f = 0; f < 6; f++) {
            result->wrench[k][f] = a->wrench[f][k];
        }
    }
    add_reports(a, result);
    for (int k = 0; k < a->n; k++) {
        tac_apart_take(a, &w->step.to, k, own[k].to);
    }
    if (w->start.is_on) {
        tac_start_report moved = {0};
        tac_report_shifts(w, &a->s, &moved);
        result->moved = moved.max_move;
        result->shifted = moved.max_shift;
        result->turned = moved.max_turn;
        result->slowed = moved.max_velocity_change;
        result->stilled = moved.max_spin_change;
    }
}

#include "apart.h"

#include <math.h>
#include <string.h>

#include "index3/index3.h"
#include "index3/report.h"
#include "index3/stages.h"
#include "index3/start.h"
#include "index3/state_io.h"
#include "model/carriers.h"
#include "stages/single_access.h"
#include "stages/stiff_laws.h"
#include "stages/sweeps.h"
#include "stages/tension.h"

_Static_assert(TAC_PART_BODY * sizeof(double) == sizeof(tac_body_state), "a body of a state");
_Static_assert(TAC_PART_MOTION - 1 == B_WD + 3 - B_R, "from place to acceleration");
_Static_assert((int)TAC_PART_TOLD == (int)TAC_SIDE_FIELDS, "what elements tell a body");

// ---- memory ------------------------------------------------------------------------------------

tac_apart *tac_layout_apart(const tac_model *m, const tac_options *o, tac_arena *arena)
{
    tac_apart *a = tac_take(arena, 1, sizeof *a);
    tac_workspace *space = tac_take(arena, 1, sizeof *space);
    tac_plan counted;
    const tac_plan *plan = tac_layout_plan(&counted, m, o, arena);
    tac_workspace w = tac_layout_arrays(m, o, plan, arena);
    tac_state s = {.data = NULL}, spare = s;
    tac_layout_state(&s, m, arena);
    tac_layout_state(&spare, m, arena);
    if (a) {
        w.plan = plan;
        *space = w;
        s.spare = spare.data;
        *a = (tac_apart){.w = space, .carrier = m->n_body - 1, .s = s};
    }
    return a;
}

bool tac_fill_apart(tac_apart *a)
{
    tac_workspace *w = a->w;
    const tac_model *m = w->m;
    tac_plan_fill((tac_plan *)w->plan, m);
    tac_fill_work(w);
    tac_set_scratch(w, 1); // a stage runs over everything before the next one
    while (a->top < w->plan->g->n_unit && w->plan->unit[a->top].n_unknown == 0) {
        a->top++;
    }
    for (int i = 0; i < m->n_body; i++) {
        a->s.body[i] = (tac_body_state){.r = m->r0[i], .p = m->p0[i], .v = m->v0[i], .w = m->w0[i]};
    }
    const tac_node_cell *top = &w->plan->unit[a->top];
    bool hangs = a->top < w->plan->g->n_unit;
    return !hangs || (top->n == 1 && top->n_e == TAC_UNKNOWNS && top->size == TAC_UNKNOWNS);
}

void tac_apart_mark(tac_apart *a, tac_part_marking what, double number[2])
{
    const tac_workspace *w = a->w;
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
    }
}

// ---- stages ------------------------------------------------------------------------------------

static void over_elements(tac_workspace *w, tac_index3_stage stage)
{
    w->stage[stage].run(w, 0, w->plan->g->n_cell);
}

// Units but the one on top, where the unknowns of the carrier would be eliminated.
static void over_units(tac_apart *a, int stage)
{
    tac_workspace *w = a->w;
    int n = w->plan->g->n_unit, behind = a->top < n ? a->top + 1 : n;
    w->stage[stage].run(w, 0, a->top < n ? a->top : n);
    if (behind < n) {
        w->stage[stage].run(w, behind, n);
    }
}

static void load(tac_workspace *w)
{
    w->stage[TAC_ELEMENTS_LOAD].run(w, 0, w->plan->g->n_tree_cell);
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
    int c = m->child[2 * top->node[0]] == a->carrier, child = m->child[2 * top->node[0] + c];
    const tac_node_cell *v = &w->plan->unit[top->child_unit[c][0]];
    int lane = top->child_lane[c][0];
    boundary at = {w->sweep.scratch[v->scratch] + v->left + lane,
                   w->fronts.b + v->left_b + lane,
                   v->stride,
                   v->step,
                   {0}};
    for (int i = 0; i < 6; i++) {
        at.row[i] = m->map[m->row_at[child] + m->n_e[child] + i];
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
            K[at.row[i]][at.row[j]] = K[at.row[j]][at.row[i]] = -at.F[i * at.stride + j * at.step];
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

// What elements tell the carrier.
static void add_told(const tac_apart *a, int first, int n, double *sum)
{
    const tac_model *m = a->w->m;
    int lanes = a->w->plan->g->lanes;
    for (int i = 0; i < m->n_element; i++) {
        for (int side = 0; side < 2; side++) {
            if (m->element[i].body[side] == a->carrier) {
                const double *told = tac_told_by(a->w, i, side);
                for (int f = 0; f < n; f++) {
                    sum[f] += told[(first + f) * lanes];
                }
            }
        }
    }
}

// ---- exchange ----------------------------------------------------------------------------------

void tac_apart_begin(tac_apart *a, const double *carrier, const double *input, int64_t step,
                     int starts)
{
    tac_workspace *w = a->w;
    memcpy(&a->s.body[a->carrier], carrier, sizeof a->s.body[a->carrier]);
    w->step.most_iterations = 0;
    tac_set_compliances(w, starts);
    tac_latch(w, &a->s, input, step);
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

typedef struct solves {
    tac_index3_stage rows, bodies, push, update;
    int fresh;
} solves;

static const solves of_solve[TAC_PART_SOLVES] = {
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

// Of velocities and accelerations as a whole; positions are solved for by their change.
static const int unknowns_before[TAC_PART_SOLVES][2] = {
    [TAC_PART_VELOCITY] = {B_V, B_W}, [TAC_PART_ACCELERATION] = {B_ACC, B_WD}};

// A joint on its wrong side is as far open as it is turned.
static void find_open(const tac_workspace *w, tac_part_solve solve, tac_part_up *up)
{
    tac_status flipped = tac_flipped_joint(w);
    up->open = 0.0;
    up->widest = solve == TAC_PART_POSITION && flipped.code != TAC_OK ? flipped.value : 0.0;
    for (int row = 0; row < w->m->n_row; row++) {
        double x = *tac_row_field(w, row, solve == TAC_PART_POSITION ? R_PHI : R_RATE);
        bool held = !w->m->row_compliant[row];
        up->open += held ? x * x : 0.0;
        up->widest = held && !(fabs(x) <= up->widest) ? fabs(x) : up->widest;
    }
}

void tac_apart_up(tac_apart *a, tac_part_solve solve, tac_part_up *up)
{
    tac_workspace *w = a->w;
    const solves *s = &of_solve[solve];
    bool given = solve == TAC_PART_ACCELERATION && w->laws_given && !w->start.is_on;
    bool fresh = s->fresh || given;
    over_elements(w, s->rows);
    for (int f = 0; f < TAC_PART_TOLD; f++) {
        up->told[f] = 0.0;
    }
    bool whole = solve == TAC_PART_NEWTON, tells = solve != TAC_PART_POSITION;
    if (solve == TAC_PART_VELOCITY) {
        tells = !tac_keeps_rates(w);
    }
    if (tells) {
        add_told(a, SIDE_FORCE, whole ? TAC_PART_TOLD : 6, up->told);
    }
    tac_all_bodies(w, s->bodies);
    const int *before = unknowns_before[solve];
    for (int f = 0; f < 6; f++) {
        double x = before[0] > 0 ? *tac_body_field(w, a->carrier, before[f / 3] + f % 3) : 0.0;
        a->at[f] = up->at[f] = x;
    }
    tac_set_body(w, a->carrier, B_X, a->at, 6);
    load(w);
    over_units(a, fresh ? TAC_UNITS_FACTOR : TAC_UNITS_FORWARD);
    for (int i = 0; i < 6; i++) {
        up->k[i] = 0.0;
        for (int j = 0; j < 6 && fresh; j++) {
            up->K[i][j] = 0.0;
        }
    }
    if (a->top < w->plan->g->n_unit) {
        read_k(a, up->k);
        if (fresh) {
            read_K(a, up->K);
        }
    }
    if (w->start.is_on) {
        find_open(w, solve, up);
    }
}

void tac_apart_down(tac_apart *a, tac_part_solve solve, int is_last, double scale,
                    const double x[6], tac_part_down *down)
{
    tac_workspace *w = a->w;
    const solves *s = &of_solve[solve];
    bool newton = solve == TAC_PART_NEWTON || solve == TAC_PART_AGAIN;
    if (a->top < w->plan->g->n_unit) {
        write_unknowns(a, x);
    }
    over_units(a, TAC_UNITS_BACKWARD);
    over_elements(w, newton && is_last ? TAC_ELEMENTS_PUSH_NEWTON : s->push);
    *down = (tac_part_down){.told = {0.0}};
    add_told(a, SIDE_FORCE, newton && is_last ? 9 : 6, down->told);
    w->start.shorten = scale;
    tac_all_bodies(w, newton && is_last ? TAC_BODIES_UPDATE_NEWTON : s->update);
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

void tac_apart_end(tac_apart *a, tac_part_result *result)
{
    tac_workspace *w = a->w;
    over_elements(w, TAC_ELEMENTS_RESIDUAL);
    over_elements(w, TAC_ELEMENTS_COMMIT);
    tac_all_bodies(w, TAC_BODIES_CHECK);
    tac_all_bodies(w, TAC_BODIES_COMMIT);
    w->shares.body[a->carrier] = w->shares.measure[a->carrier] = (tac_share){0.0};
    for (int k = 0; k < w->plan->g->n_block; k++) {
        tac_report_block(w, k);
    }
    tac_status status = tac_measure(w);
    const tac_report *r = &w->step.report;
    tac_worst_share worst = {.value = {0.0}};
    tac_raise_measures(w, 0, &worst);
    tac_commit_inputs(w);
    *w->step.to.step = *a->s.step + 1;
    *result =
        (tac_part_result){.kinetic = r->kinetic,
                          .potential = r->potential,
                          .position = r->position * r->position,
                          .velocity = r->velocity * r->velocity,
                          .acceleration = r->acceleration * r->acceleration,
                          .increment = r->increment * r->increment,
                          .worst = {worst.value[0], worst.value[1], worst.value[2], worst.value[3]},
                          .code = status.code};
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

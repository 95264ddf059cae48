// Elements of the canonical step on vector lanes: rows where bodies are, laws over the step, reactions.
#include "elements.h"

#include "canonical.h"
#include "law_rows.h"
#include "mean_push.h"
#include "snap_lanes.h"
#include "step/element_lanes.h"
#include "workspace/coupled.h"
#include "workspace/layers.h"
#include "workspace/rolling_lines.h"

// ---- rows where the bodies are -----------------------------------------------------------------

static void read_drives(const tac_workspace *w, const tac_cell *c, elementv *e)
{
    for (int k = 0; k < c->like->n_row; k++) {
        for (int l = 0; l < L && c->like->rows[k].drive != TAC_NONE; l++) {
            const tac_signal *s = &w->step.signal[w->m->element[c->element[l]].rows[k].drive];
            e->drive[k].x = lane_put(e->drive[k].x, l, s->x);
            e->drive[k].xd = lane_put(e->drive[k].xd, l, s->xd);
            e->drive[k].xdd = lane_put(e->drive[k].xdd, l, s->xdd);
        }
    }
}

// An element where its bodies are, with the values of its rows and their explicit rates.
typedef struct placedv {
    poses collected;
    elementv e;
    lane phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
} placedv;

// The multi-turn angle only at the end of the step or where a row needs it.
TAC_INLINE void rows_here(tac_workspace *w, int cell, tac_form form, int final, double *Ja,
                          double *Jb, placedv *v)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *k = element_at(w, cell);
    int turns = form == TAC_ANY && c->like->turns;
    int angle = form != TAC_BALL && c->like->angle != TAC_NONE && (final || turns);
    int fields = angle || turns || pushes_along_mean(c, form) ? TURN_FIELDS : PLACE_FIELDS;
    elementv *e = &v->e;
    e->like = c->like;
    e->form = form;
    e->k = k;
    e->angle = lane_set(0.0);
    find_body(w, c, 0, B_R, fields, &v->collected, e);
    find_body(w, c, 1, B_R, fields, &v->collected, e);
    if (angle) {
        e->angle = twist(relative(e), field(k, E_ANGLE0));
        put(k, E_ANGLE, e->angle);
    }
    if (form == TAC_ANY) {
        read_drives(w, c, e);
    }
    rows_position(e, Ja, Jb, v->phi, v->phi_t);
}

TAC_INLINE void put_rows(tac_workspace *w, const tac_cell *c, tac_form form, int f, const lane *x)
{
    for (int k = 0; k < rows_in(c->like, form); k++) {
        put(row_at(w, c, k), f, x[k]);
    }
}

TAC_INLINE void get_rows(const tac_workspace *w, const tac_cell *c, tac_form form, int f, lane *x)
{
    for (int k = 0; k < rows_in(c->like, form); k++) {
        x[k] = field(row_at(w, c, k), f);
    }
}

// Phi_q times fields of both bodies.
TAC_INLINE void product(const tac_workspace *w, const tac_cell *c, tac_form form, int f_l, int f_a,
                        lane *out)
{
    for (int side = 0; side < 2; side++) {
        const tac_ref *r = &c->body[side];
        partsv x = {fetch3(w->fields.body + f_l * L, r), fetch3(w->fields.body + f_a * L, r)};
        for (int k = 0; k < rows_in(c->like, form); k++) {
            lane one = side_product(c, form, side, k, slots_at(w, c, side), &x);
            out[k] = side ? out[k] + one : one;
        }
    }
}

TAC_INLINE void react(tac_workspace *w, const tac_cell *c, tac_form form, const lane *y)
{
    double *out = reactions_in(w, c->scratch) + c->react;
    react_on(out, c, form, 0, y, slots_at(w, c, 0));
    react_on(out, c, form, 1, y, slots_at(w, c, 1));
}

TAC_INLINE int is_joint(const tac_cell *c, tac_form form)
{
    return form != TAC_ANY || c->holds;
}

// ---- one cell after the other ------------------------------------------------------------------

typedef void cell_work(tac_workspace *w, int cell, tac_form form);

// With the form as a constant.
TAC_INLINE void for_cells(tac_workspace *w, int first, int last, cell_work *one)
{
    for (int i = first; i < last; i++) {
        switch (w->plan->cell[i].form) {
        case TAC_BALL:
            one(w, i, TAC_BALL);
            continue;
        case TAC_HINGE:
            one(w, i, TAC_HINGE);
            continue;
        case TAC_ANY:
        case TAC_CROSS:
            break;
        }
        one(w, i, TAC_ANY);
    }
}

// ---- where a step starts -----------------------------------------------------------------------

static void read_angles(tac_workspace *w, int cell)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *angle = element_at(w, cell) + E_ANGLE0 * L;
    for (int l = 0; l < L && c->like->angle != TAC_NONE; l++) {
        angle[l] = w->step.from->angle[w->m->element[c->element[l]].angle];
    }
}

// Rows where the state has them: what is kept from one step to the next.
TAC_INLINE void place_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    placedv v;
    lane none[TAC_MAX_ROWS];
    for (int k = 0; k < rows_in(c->like, form); k++) {
        none[k] = lane_set(0.0);
    }
    read_angles(w, cell);
    rows_here(w, cell, form, 1, slots_at(w, c, 0), slots_at(w, c, 1), &v);
    put_rows(w, c, form, R_PHI, v.phi);
    put_rows(w, c, form, R_SIGMA, none); // factors are made with a right-hand side
}

static void elements_place(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, place_cell);
}

// The index-1 problem starts from this part of the multipliers of the state: the rest of what penalties leave is
// found again within some steps, and what grows along dependent rows stays below 256 times what a step adds.
static const double carried = 1.0 - 1.0 / 256.0;

// What the force of a law may move its row by before anything else is known, in rad and lengths of the model: a
// stiff law out of balance would turn its bodies several times around.
static const double far_guess = 0.25;

// What is beyond that of the force of row k.
TAC_INLINE lane beyond(const tac_workspace *w, const tac_cell *c, int k, lane lambda)
{
    lane dt = lane_load(w->pace.dt);
    int turns = c->like->rows[k].kind == ROW_ANGLE || c->like->rows[k].kind == ROW_TURN;
    lane far = lane_set(turns ? far_guess : far_guess * w->m->length);
    lane most = 2.0 * far / (dt * dt * field(row_at(w, c, k), R_W));
    lane held = lane_pick(lane_less(lambda, -most), -most, lambda);
    held = lane_pick(lane_less(most, held), most, held);
    return lambda - held;
}

// Takes it back from the impulse that the state's accelerations hold.
TAC_INLINE void moderate(tac_workspace *w, const tac_cell *c)
{
    lane less[TAC_MAX_ROWS], zero = lane_set(0.0);
    // of a coupler the terms measure different things
    int taken = !c->holds && c->like->implicit && c->like->what != TAC_TERMS;
    for (int k = 0; k < c->like->n_row; k++) {
        double *row = row_at(w, c, k);
        lane lambda = field(row, R_LAMBDA);
        less[k] = taken ? beyond(w, c, k, lambda) : zero;
        put(row, R_LAMBDA, lambda - less[k]);
        put(row, R_SIGMA, zero); // for the ends of split joints
    }
    if (!c->split) {
        react(w, c, TAC_ANY, less);
    }
}

// Multipliers and angles of the state.
static void elements_begin(tac_workspace *w, int first, int last)
{
    const tac_state *s = w->step.from;
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        read_angles(w, i);
        for (int k = 0; k < c->like->n_row; k++) {
            double *row = row_at(w, c, k);
            put(row, R_LAMBDA, lane_gather(s->lambda + k, c->model_row));
            put(row, R_START, field(row, R_PHI));
            put(row, R_BEFORE, carried * field(row, R_LAMBDA));
        }
        if (w->m->n_law_row > 0) {
            moderate(w, c);
        }
        if (pushes_along_mean(c, (tac_form)c->form)) {
            push_along_start(w, c);
        }
        no_gap(w, i);
    }
}

// ---- position iterations -----------------------------------------------------------------------

TAC_INLINE void close_cell(tac_workspace *w, int cell, tac_form form, int slopes)
{
    const tac_cell *c = &w->plan->cell[cell];
    _Alignas(64) double J[12 * TAC_MAX_ROWS * L]; // those of the start stay
    placedv v;
    if (!is_joint(c, form) && !c->like->implicit) {
        return;
    }
    rows_here(w, cell, form, 0, J, J + TAC_SLOT(rows_in(c->like, form), 1, 0) * L, &v);
    if (is_joint(c, form)) {
        if (form == TAC_ANY &&
            c->line) { // along the axes of the start, whose factors find the impulse
            const double *Jb = J + TAC_SLOT(rows_in(c->like, form), 1, 0) * L;
            rollv roll = roll_from(axes_of_line(c, slots_at(w, c, 1)), axes_of_line(c, Jb));
            roll_on(back(roll), &v.phi[0], &v.phi[1]);
        }
        put_rows(w, c, form, R_SIGMA, v.phi);
        note_gap(w, cell, v.phi, rows_in(c->like, form));
    } else if (c->like->what == TAC_TERMS) { // the law is a function of all of them
        tac_note_asked(w, c->element, c->n, slopes ? TAC_ASKED_CLOSE : TAC_ASKED_CLOSE_AGAIN);
        put_rows(w, c, form, R_PHI, v.phi);
        put(row_at(w, c, 0), R_SIGMA, lane_set(0.0));
    } else {
        close_laws(w, c, v.phi, slopes);
    }
}

TAC_INLINE void close_fresh(tac_workspace *w, int cell, tac_form form)
{
    close_cell(w, cell, form, 1);
}

TAC_INLINE void close_again(tac_workspace *w, int cell, tac_form form)
{
    close_cell(w, cell, form, 0);
}

static void elements_close(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, close_fresh);
}

static void elements_close_again(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, close_again);
}

// Of a unilateral law, whose bodies are where the iteration found them.
TAC_INLINE void push_unilateral(tac_workspace *w, int cell)
{
    const tac_cell *c = &w->plan->cell[cell];
    _Alignas(64) double J[12 * TAC_MAX_ROWS * L];
    double *Jb = J + TAC_SLOT(1, 1, 0) * L, *row = row_at(w, c, 0);
    placedv v;
    rows_here(w, cell, TAC_ANY, 0, J, Jb, &v);
    slotsv mean = mean_of_step(w, c, &v.e, J, Jb);
    lane before = field(row, R_LAMBDA), sigma = field(row, R_SIGMA);
    push_along_mean(w, c, &mean, before, sigma);
    put(row, R_LAMBDA, lane_fma(lane_set(0.5), sigma, before));
}

TAC_INLINE void push_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane sigma[TAC_MAX_ROWS], half = lane_set(0.5);
    if (pushes_along_mean(c, form)) {
        push_unilateral(w, cell);
        return;
    }
    get_rows(w, c, form, R_SIGMA, sigma);
    for (int k = 0; k < rows_in(c->like, form); k++) {
        double *row = row_at(w, c, k);
        put(row, R_LAMBDA, lane_fma(half, sigma[k], field(row, R_LAMBDA)));
    }
    react(w, c, form, sigma);
}

static void elements_push(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, push_cell);
}

// ---- velocities --------------------------------------------------------------------------------

// Geometric stiffness of the reactions of a joint, for the measure of doubt alone.
TAC_INLINE void stiffen(tac_workspace *w, const tac_cell *c, tac_form form, elementv *e,
                        const lane *lambda)
{
    double *out = reactions_in(w, c->scratch) + c->react;
    lane y[TAC_MAX_ROWS];
    for (int k = 0; k < rows_in(c->like, form); k++) {
        y[k] = field(e->k, E_TAUT) * lambda[k];
    }
    e->form = form; // as a constant of the code
    stiffen_on(out, e, 0, y, true);
    e->form = form;
    stiffen_on(out, e, 1, y, true);
}

TAC_INLINE void velocity_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    placedv v;
    lane y[TAC_MAX_ROWS];
    axesv start = {0};
    bool line = form == TAC_ANY && c->line;
    if (line) {
        start = axes_of_line(c, slots_at(w, c, 1));
    }
    rows_here(w, cell, form, 1, slots_at(w, c, 0), slots_at(w, c, 1), &v);
    put_rows(w, c, form, R_PHI, v.phi);
    get_rows(w, c, form, R_LAMBDA, y);
    if (line) { // what a line pushes need not turn with its body
        roll_on(roll_from(start, axes_of_line(c, slots_at(w, c, 1))), &y[0], &y[1]);
    }
    if (is_joint(c, form)) {
        put_rows(w, c, form, R_ADD, v.phi_t);
        if (form == TAC_ANY) {
            put_rows(w, c, form, R_PHI_T, v.phi_t);
        }
        stiffen(w, c, form, &v.e, y);
    } else {
        double *out = reactions_in(w, c->scratch) + c->react;
        lane rate[TAC_MAX_ROWS];
        put_rows(w, c, form, R_PHI_T, v.phi_t);
        if (c->like->what == TAC_TERMS) {
            tac_note_asked(w, c->element, c->n, TAC_ASKED_SHARE);
            put(row_at(w, c, 0), R_ADD, lane_set(0.0));
        } else if (resists(c)) {
            product(w, c, form, B_V0, B_W0, rate);
            share_resistance(w, c, rate[0], y);
        } else {
            product(w, c, form, B_V, B_W, rate);
            share_laws(w, c, rate, y);
        }
        tell_nothing(out, 0, SIDE_STIFFNESS, 6);
        tell_nothing(out, 1, SIDE_STIFFNESS, 6);
    }
    if (pushes_along_mean(c, form)) {
        double *out = reactions_in(w, c->scratch) + c->react;
        react_on(out, c, form, 0, y, start_slots_at(w, c, 0));
        react_on(out, c, form, 1, y, start_slots_at(w, c, 1));
    } else {
        react(w, c, form, y);
    }
}

static void elements_velocity(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, velocity_cell);
}

// ---- accelerations -----------------------------------------------------------------------------

TAC_INLINE void acceleration_law(tac_workspace *w, int cell)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane rate[TAC_MAX_ROWS], kept[TAC_MAX_ROWS], y[TAC_MAX_ROWS];
    int has_target = resists_by_mean(w, c); // which end_laws needs
    product(w, c, TAC_ANY, B_V, B_W, rate);
    product(w, c, TAC_ANY, B_ACC, B_WD, kept);
    for (int k = 0; k < c->like->n_row; k++) {
        double *row = row_at(w, c, k);
        put(row, R_RATE, rate[k] + field(row, R_PHI_T));
        if (!has_target) {
            put(row, R_ADD, -kept[k]);
        }
    }
    if (c->like->what == TAC_TERMS) {
        tac_note_asked(w, c->element, c->n, TAC_ASKED_END);
    } else {
        end_laws(w, c);
    }
    if (has_target && c->n_linear > 0) {
        put(row_at(w, c, 0), R_ADD, field(row_at(w, c, 0), R_ADD) + resisting_quad(w, cell));
    }
    get_rows(w, c, TAC_ANY, R_LAMBDA, y);
    react(w, c, TAC_ANY, y);
}

static void elements_acceleration(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        if (is_joint(c, (tac_form)c->form)) {
            tac_call_stage(w, TAC_ELEMENTS_ACCELERATION, i, i + 1);
        } else {
            acceleration_law(w, i);
        }
    }
}

// ---- combined sequences ------------------------------------------------------------------------

// Rows of laws are free: what they hold is part of what was combined.
static void free_laws(tac_workspace *w, const tac_cell *c)
{
    if (c->like->what == TAC_TERMS) {
        tac_note_asked(w, c->element, c->n, TAC_ASKED_NOTHING);
    }
    for (int k = 0; k < c->like->n_row; k++) {
        double *row = row_at(w, c, k);
        put(row, R_C, freest(w, row));
        put(row, R_ADD, lane_set(0.0));
    }
}

// What a law carries on is what the longest sequence has.
static void carry_laws(tac_workspace *w, const tac_cell *c)
{
    const double *from = tac_longest(w)->substeps.state.memory;
    for (int l = 0; l < c->n; l++) {
        int at = w->m->element[c->element[l]].memory;
        for (int k = 0; k < c->like->n_memory; k++) {
            w->shares.memory[at + k] = from[at + k];
        }
    }
}

TAC_INLINE void combined_cell(tac_workspace *w, int cell, tac_form form, int rates)
{
    const tac_cell *c = &w->plan->cell[cell];
    placedv v;
    rows_here(w, cell, form, 1, slots_at(w, c, 0), slots_at(w, c, 1), &v);
    put_rows(w, c, form, R_PHI, v.phi);
    if (form == TAC_ANY) {
        put_rows(w, c, form, R_PHI_T, v.phi_t);
    }
    if (is_joint(c, form)) {
        put_rows(w, c, form, R_ADD, rates ? v.phi_t : v.phi);
    } else {
        free_laws(w, c);
        carry_laws(w, c);
    }
}

TAC_INLINE void position_cell(tac_workspace *w, int cell, tac_form form)
{
    combined_cell(w, cell, form, 0);
}

TAC_INLINE void rates_cell(tac_workspace *w, int cell, tac_form form)
{
    combined_cell(w, cell, form, 1);
}

static void elements_position(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, position_cell);
}

static void elements_rates(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, rates_cell);
}

// ---- joints that iterations leave open (snaps.h) -----------------------------------------------

TAC_INLINE void note_pull(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane square = lane_set(0.0);
    for (int k = 0; k < rows_in(c->like, form); k++) {
        lane lambda = field(row_at(w, c, k), R_LAMBDA);
        square = linear_in(c, form, k) ? lane_fma(lambda, lambda, square) : square;
    }
    put(gaps_at(w, cell), TAC_PULL, lane_sqrt(square));
}

TAC_INLINE void left_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    _Alignas(64) double J[12 * TAC_MAX_ROWS * L];
    placedv v;
    if (is_joint(c, form)) {
        rows_here(w, cell, form, 0, J, J + TAC_SLOT(rows_in(c->like, form), 1, 0) * L, &v);
        note_gap(w, cell, v.phi, rows_in(c->like, form));
        note_pull(w, cell, form);
    }
}

static void elements_left(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, left_cell);
}

// Forces of snapped mechanisms: of laws as at the step's start, of joints none, which is what to take back from the
// impulse of the state's accelerations.
static void elements_let_go(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        lane_mask yes = snapped_elements(w, c);
        lane less[TAC_MAX_ROWS], zero = lane_set(0.0);
        int joint = is_joint(c, (tac_form)c->form),
            law = !joint && c->like->implicit && c->like->what != TAC_TERMS;
        for (int k = 0; k < c->like->n_row; k++) {
            double *row = row_at(w, c, k);
            lane lambda = lane_gather(w->step.from->lambda + k, c->model_row);
            less[k] = joint ? lambda : law ? beyond(w, c, k, lambda) : zero;
            put(row, R_LAMBDA, lane_pick(yes, lambda - less[k], field(row, R_LAMBDA)));
            put(row, R_SIGMA, less[k]); // for the ends of split joints
            if (joint) {
                put(row, R_TAUT, zero);
            }
        }
        if (pushes_along_mean(c, (tac_form)c->form)) {
            push_snapped_along_start(w, c, yes);
        }
        if (!c->split) {
            react(w, c, (tac_form)c->form, less);
        }
    }
}

TAC_INLINE void project_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    placedv v;
    lane lambda[TAC_MAX_ROWS];
    rows_here(w, cell, form, 1, slots_at(w, c, 0), slots_at(w, c, 1), &v);
    if (is_joint(c, form)) {
        put_rows(w, c, form, R_PHI, v.phi);
        put_rows(w, c, form, R_ADD, v.phi);
        for (int k = 0; k < rows_in(c->like, form); k++) {
            double *row = row_at(w, c, k);
            lambda[k] = field(row, R_TAUT) + field(row, R_SIGMA);
            put(row, R_TAUT, lambda[k]);
        }
        stiffen(w, c, form, &v.e, lambda);
    } else {
        double *out = reactions_in(w, c->scratch) + c->react;
        free_laws(w, c);
        tell_nothing(out, 0, SIDE_STIFFNESS, 6);
        tell_nothing(out, 1, SIDE_STIFFNESS, 6);
    }
}

static void elements_project(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, project_cell);
}

#if TAC_LANES == 1
#define STAGES tac_canonical_elements_1
#elif TAC_LANES == 4
#define STAGES tac_canonical_elements_4
#else
#define STAGES tac_canonical_elements_8
#endif

tac_stage *const STAGES[TAC_CANONICAL_STAGES] = {
    [TAC_MOMENTA_ELEMENTS_PLACE] = elements_place,
    [TAC_MOMENTA_ELEMENTS_BEGIN] = elements_begin,
    [TAC_MOMENTA_ELEMENTS_CLOSE] = elements_close,
    [TAC_MOMENTA_ELEMENTS_CLOSE_AGAIN] = elements_close_again,
    [TAC_MOMENTA_ELEMENTS_PUSH] = elements_push,
    [TAC_MOMENTA_ELEMENTS_VELOCITY] = elements_velocity,
    [TAC_MOMENTA_ELEMENTS_ACCELERATION] = elements_acceleration,
    [TAC_MOMENTA_ELEMENTS_POSITION] = elements_position,
    [TAC_MOMENTA_ELEMENTS_RATES] = elements_rates,
    [TAC_MOMENTA_ELEMENTS_LEFT] = elements_left,
    [TAC_MOMENTA_ELEMENTS_LET_GO] = elements_let_go,
    [TAC_MOMENTA_ELEMENTS_PROJECT] = elements_project,
};

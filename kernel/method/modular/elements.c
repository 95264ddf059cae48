// Elements of the modular step on vector lanes: rows where bodies are, laws as forces, multipliers kept.
#include "elements.h"

#include "modular.h"
#include "step/element_rows.h"
#include "step/law_cells.h"
#include "workspace/coupled.h"
#include "workspace/layers.h"

// ---- rows where the bodies are -----------------------------------------------------------------

typedef struct placedv {
    poses collected;
    elementv e;
} placedv;

TAC_INLINE void find_element(tac_workspace *w, int cell, tac_form form, int fields, placedv *v)
{
    const tac_cell *c = &w->plan->cell[cell];
    v->e.like = c->like;
    v->e.form = form;
    v->e.k = element_at(w, cell);
    v->e.angle = lane_set(0.0);
    find_body(w, c, 0, B_R, fields, &v->collected, &v->e);
    find_body(w, c, 1, B_R, fields, &v->collected, &v->e);
    if (form == TAC_ANY) {
        read_drives(w, c, &v->e);
    }
}

// Values and Jacobians; the multi-turn angle of what is kept, or where a row needs it.
TAC_INLINE void put_rows(tac_workspace *w, int cell, tac_form form, bool kept, placedv *v,
                         valuesv *x)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *k = element_at(w, cell);
    bool turns = form == TAC_ANY && c->like->turns;
    if (form != TAC_BALL && c->like->angle != TAC_NONE && (kept || turns)) {
        v->e.angle = twist(relative(&v->e), field(k, E_ANGLE0));
        put(k, E_ANGLE, v->e.angle);
    }
    rows_position(&v->e, slots_at(w, c, 0), slots_at(w, c, 1), x->phi, x->phi_t);
    put_values(w, c, form, x);
}

// ---- accelerations -----------------------------------------------------------------------------

// Rows of laws that are in the tree are free there: their forces are given.
TAC_INLINE void free_rows(tac_workspace *w, const tac_cell *c)
{
    double *row = row_at(w, c, 0);
    if (c->like->elastic) {
        tac_note_asked(w, c->element, c->n, TAC_ASKED_NOTHING);
    }
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        put(row, R_C, freest(w, row));
        put(row, R_ADD, lane_set(0.0));
        put(row, R_SIGMA, lane_set(0.0));
    }
}

TAC_INLINE void give_forces(tac_workspace *w, const tac_cell *c)
{
    tac_law_ask q;
    tac_law_force law;
    tac_sig in[TAC_LAW_SOURCES];
    lane x[TAC_MAX_ROWS], v[TAC_MAX_ROWS];
    double *row = row_at(w, c, 0);
    place_rates(w, c, TAC_ANY, slots_at(w, c, 0), slots_at(w, c, 1));
    get_field(w, c, R_PHI, x);
    get_field(w, c, R_RATE, v);
    ask_cell(w, c, w->step.signal, &q, in);
    const tac_law_instant i = {x, v, in};
    q.asked.on->at(&q.asked.self, &i, &law);
    keep_energy(w, c, law.energy);
    free_rows(w, c);
    for (int k = 0; k < c->like->n_row; k++, row += ROW) {
        put(row, R_LAMBDA, law.f[k]);
    }
}

// Right-hand sides with the multipliers at hand.
TAC_INLINE void accelerate(tac_workspace *w, int cell, tac_form form, bool rates, const placedv *v)
{
    const tac_cell *c = &w->plan->cell[cell];
    if (c->like->elastic) { // the law is a function of all terms (step/coupled_law.h)
        place_rates(w, c, TAC_ANY, slots_at(w, c, 0), slots_at(w, c, 1));
        free_rows(w, c);
        tac_note_asked(w, c->element, c->n, TAC_ASKED_GIVEN);
    } else if (!is_joint(c, form)) {
        give_forces(w, c);
    } else {
        double *row = row_at(w, c, 0);
        rows_gamma(&v->e, row + R_GAMMA * L, TAC_ROW_FIELDS * L);
        for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
            put(row, R_ADD, -field(row, R_GAMMA)); // [004] (65)
        }
        if (rates) {
            place_rates(w, c, form, slots_at(w, c, 0), slots_at(w, c, 1));
        }
    }
    react_field(w, cell, form, R_LAMBDA, slots_at(w, c, 0), slots_at(w, c, 1));
}

TAC_INLINE void stage_cell(tac_workspace *w, int cell, tac_form form)
{
    placedv v;
    valuesv x;
    find_element(w, cell, form, POSE_FIELDS, &v);
    put_rows(w, cell, form, false, &v, &x);
    accelerate(w, cell, form, false, &v);
}

static void elements_stage(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, stage_cell);
}

// ---- the end of the step -----------------------------------------------------------------------

// Geometric stiffness of the reactions, for the measure of doubt.
TAC_INLINE void tell_doubt(tac_workspace *w, int cell, tac_form form, placedv *v)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *out = reactions_in(w, c->scratch) + c->react;
    lane y[TAC_MAX_ROWS];
    if (!is_joint(c, form)) {
        tell_nothing(out, 0, SIDE_STIFFNESS, 6);
        tell_nothing(out, 1, SIDE_STIFFNESS, 6);
        return;
    }
    for (int k = 0; k < rows_in(c->like, form); k++) {
        y[k] = field(v->e.k, E_TAUT) * field(row_at(w, c, k), R_LAMBDA);
    }
    v->e.form = form; // as a constant of the code
    stiffen_on(out, &v->e, 0, y, true);
    v->e.form = form;
    stiffen_on(out, &v->e, 1, y, true);
}

TAC_INLINE void last_cell(tac_workspace *w, int cell, tac_form form)
{
    placedv v;
    valuesv x;
    find_element(w, cell, form, POSE_FIELDS, &v);
    put_rows(w, cell, form, true, &v, &x);
    accelerate(w, cell, form, true, &v);
    tell_doubt(w, cell, form, &v);
}

static void elements_last(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, last_cell);
}

TAC_INLINE void end_cell(tac_workspace *w, int cell, tac_form form)
{
    placedv v;
    find_element(w, cell, form, POSE_FIELDS, &v);
    accelerate(w, cell, form, true, &v);
    tell_doubt(w, cell, form, &v);
}

static void elements_end(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, end_cell);
}

// ---- corrections -------------------------------------------------------------------------------

TAC_INLINE void close_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    placedv v;
    valuesv x;
    if (!is_joint(c, form) && !c->like->implicit) {
        return;
    }
    find_element(w, cell, form, form == TAC_ANY && c->like->turns ? TURN_FIELDS : PLACE_FIELDS, &v);
    put_rows(w, cell, form, false, &v, &x);
    if (!is_joint(c, form)) {
        free_rows(w, c);
        return;
    }
    for (int k = 0; k < rows_in(c->like, form); k++) {
        put(row_at(w, c, k), R_SIGMA, x.phi[k]);
    }
}

static void elements_close(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, close_cell);
}

TAC_INLINE void settle_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    placedv v;
    valuesv x;
    lane rate[TAC_MAX_ROWS];
    find_element(w, cell, form, form == TAC_BALL ? PLACE_FIELDS : TURN_FIELDS, &v);
    put_rows(w, cell, form, true, &v, &x);
    if (!is_joint(c, form)) {
        free_rows(w, c);
        return;
    }
    element_product(w, c, form, B_V, B_W, slots_at(w, c, 0), slots_at(w, c, 1), rate);
    for (int k = 0; k < rows_in(c->like, form); k++) {
        put(row_at(w, c, k), R_SIGMA, x.phi_t[k] + rate[k]); // [004] (52)
    }
}

static void elements_settle(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, settle_cell);
}

// What the sweep before velocities comes down with: the solution of positions, or that of the fourth stage.
static void elements_push(tac_workspace *w, int first, int last)
{
    int stage = tac_leaves_positions(w) ? TAC_ELEMENTS_PUSH_INDEX1 : TAC_ELEMENTS_PUSH;
    tac_call_stage(w, stage, first, last);
}

#if TAC_LANES == 1
#define STAGES tac_modular_elements_1
#elif TAC_LANES == 4
#define STAGES tac_modular_elements_4
#else
#define STAGES tac_modular_elements_8
#endif

tac_stage *const STAGES[TAC_MODULAR_STAGES] = {
    [TAC_MODULAR_ELEMENTS_STAGE] = elements_stage,   [TAC_MODULAR_ELEMENTS_LAST] = elements_last,
    [TAC_MODULAR_ELEMENTS_CLOSE] = elements_close,   [TAC_MODULAR_ELEMENTS_END] = elements_end,
    [TAC_MODULAR_ELEMENTS_SETTLE] = elements_settle, [TAC_MODULAR_ELEMENTS_PUSH] = elements_push,
};

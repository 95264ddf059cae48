// Elements on vector lanes: their rows, forces of laws, reactions on bodies, multipliers.
//
// Every stage goes through cells of elements; what it does with one cell is compiled four times, for
// balls, crosses, hinges and any other element (for_cells). Numbers in parentheses are equations of [004].
#include "elements.h"

#include "law_rows.h"
#include "newton_reactions.h"
#include "workspace/coupled.h"

// Linear parts that are not written where rows are placed: of points, and of rows between axes among others.
TAC_INLINE void keep_linear(const tac_cell *c, const double *from, double *to)
{
    int n = c->like->n_row;
    for (int k = 0; k < c->n_linear; k++) {
        tac_row_kind kind = c->like->rows[k].kind;
        if (kind != ROW_SLIDE && kind != ROW_DISTANCE && kind != ROW_SCREW && kind != ROW_WHEEL &&
            kind != ROW_SKID && kind != ROW_MIXED && kind != ROW_ROAD) {
            int at = (3 * k + TAC_TO_LINEAR(n)) * L;
            store3(to + at, load3(from + at));
        }
    }
}

// Rates of rows of friction at the step's start, along where they were there: a slide turns with its bodies, and what these
// do across it at the start is no rate. An angle turns about an axis that stands still in both of them.
TAC_INLINE void rates_at_start(tac_workspace *w, int cell, const double *Ja, const double *Jb,
                               lane *rate)
{
    const tac_cell *c = &w->plan->cell[cell];
    _Alignas(64) double J[12 * TAC_MAX_ROWS * L];
    double *other = J + TAC_SLOT(c->like->n_row, 1, 0) * L;
    if (c->n_linear == 0) {
        element_product(w, c, TAC_ANY, B_V0, B_W0, Ja, Jb, rate);
    } else {
        poses was;
        valuesv v;
        elementv from = {.like = c->like, .form = TAC_ANY, .k = element_at(w, cell)};
        find_bodies(w, c, B_R0, TURN_FIELDS, &was, &from);
        rows_position(&from, J, other, v.phi, v.phi_t);
        element_product(w, c, TAC_ANY, B_V0, B_W0, J, other, rate);
    }
}

// Mean rates of rows of friction over the step; with those of the step's end in R_RATE already.
TAC_INLINE void mean_rates(tac_workspace *w, int cell, const double *Ja, const double *Jb,
                           int placed, lane *rate)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane end[TAC_MAX_ROWS];
    rates_at_start(w, cell, Ja, Jb, rate);
    if (placed) {
        get_field(w, c, R_RATE, end);
    } else {
        element_product(w, c, TAC_ANY, B_V, B_W, Ja, Jb, end);
    }
    for (int k = 0; k < c->like->n_row; k++) {
        rate[k] = 0.5 * (rate[k] + end[k]);
    }
}

// What the multipliers of laws are wanted to be, with their rows where the iterate is.
TAC_INLINE void want(tac_workspace *w, int cell, tac_form form, const double *Ja, const double *Jb,
                     int fresh, lane *wanted)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane rate[TAC_MAX_ROWS];
    if (resists_by_mean(w, c)) {
        mean_rates(w, cell, Ja, Jb, 0, rate);
    } else {
        place_rates(w, c, form, Ja, Jb);
    }
    if (slides(c)) {
        mean_rates(w, cell, Ja, Jb, 1, rate);
    }
    if (c->like->what == TAC_TERMS) { // the law is a function of all of them (step/coupled_law.h)
        tac_note_asked(w, c->element, c->n, fresh ? TAC_ASKED_FRESH : TAC_ASKED_AGAIN);
        multipliers(w, c, form, wanted);
    } else {
        newton_laws(w, c, rate, fresh, wanted);
    }
}

TAC_INLINE void newton_cell(tac_workspace *w, int cell, tac_form form, int fresh)
{
    const tac_cell *c = &w->plan->cell[cell];
    int joint = is_joint(c, form), ahead = joint && !tac_reactions_follow(w);
    _Alignas(64) double J[12 * TAC_MAX_ROWS * L];
    lane wanted[TAC_MAX_ROWS];
    double *Ja = slots_at(w, c, 0), *Jb = slots_at(w, c, 1);
    if (!fresh) { // those of the tangent stay
        double *other = J + TAC_SLOT(rows_in(c->like, form), 1, 0) * L;
        if (form == TAC_ANY) {
            keep_linear(c, Ja, J);
            keep_linear(c, Jb, other);
        }
        Ja = J;
        Jb = other;
    }
    valuesv v;
    if (ahead && fresh) {
        start_joint(w, cell, form);
    }
    place_rows(w, cell, form, 0, Ja, Jb, &v);
    if (ahead && fresh && form == TAC_ANY && c->line) {
        roll_line(w, cell);
    }
    if (ahead) {
        lane y[TAC_MAX_ROWS];
        both_multipliers(w, c, form, y);
        vec3v now[2] = {torque_on(c, form, y, Ja), torque_on(c, form, y, Jb)};
        react_joint(w, c, form, y, now, fresh);
    }
    if (!joint) { // those of joints are read at the end of the step alone
        put_values(w, c, form, &v);
        want(w, cell, form, Ja, Jb, fresh, wanted);
    }
    double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        if (joint) {
            put(row, R_ADD, v.phi[k]); // (34)
        } else if (c->like->implicit) {
            put(row, R_ADD, (wanted[k] - field(row, R_LAMBDA)) * field(row, R_C));
        } else {
            put(row, R_LAMBDA, wanted[k]);
        }
    }
    int telling = fresh && !tac_reactions_follow(w);
    if (!joint && has_sides(c)) {
        react_with_sides(w, cell, Ja, Jb, telling);
    } else if (!ahead) {
        react_here(w, cell, form, Ja, Jb, telling);
    }
}

TAC_INLINE void fresh_cell(tac_workspace *w, int cell, tac_form form)
{
    newton_cell(w, cell, form, 1);
}

static void elements_newton(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, fresh_cell);
}

// A known form when the iteration goes on with the tangent of an earlier one: values, and the torques of all
// rows together.
TAC_INLINE void again_link(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    poses collected;
    elementv e;
    e.like = c->like;
    e.form = form;
    e.k = element_at(w, cell);
    find_bodies(w, c, B_R, PLACE_FIELDS, &collected, &e);
    lane y[TAC_MAX_ROWS];
    bool follow = tac_reactions_follow(w);
    if (follow) {
        multipliers(w, c, form, y);
    } else {
        both_multipliers(w, c, form, y);
    }
    vec3v d = distance(&e), f = {y[0], y[1], y[2]};
    vec3v now[2] = {point_torque(&e, 0, f), point_torque(&e, 1, f)};
    double *row = row_at(w, c, 0);
    put(row, R_ADD, d.x); // (34)
    put(row + ROW, R_ADD, d.y);
    put(row + 2 * ROW, R_ADD, d.z);
    if (form != TAC_BALL) {
        lane zero = lane_set(0.0);
        vec3v n = {zero, zero, zero};
        for (int k = 3; k < rows_in(c->like, form); k++) {
            vec3v u = row_axis_in_world(&e, 0, k), b = row_axis_in_world(&e, 1, k);
            put(row + k * ROW, R_ADD, dot3v(u, b));
            n = axpy3v(y[k], cross3v(u, b), n);
        }
        now[0] = add3v(now[0], tmul3v(turn_of(&e, 0), n));
        now[1] = sub3v(now[1], tmul3v(turn_of(&e, 1), n));
    }
    if (follow) {
        react_along(reactions_in(w, c->scratch) + c->react, c, form, y, now);
    } else {
        react_joint(w, c, form, y, now, 0);
    }
}

// The iteration goes on with the tangent of an earlier one.
TAC_INLINE void again_cell(tac_workspace *w, int cell, tac_form form)
{
    if (form == TAC_ANY) {
        newton_cell(w, cell, form, 0);
    } else {
        again_link(w, cell, form);
    }
}

static void elements_again(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, again_cell);
}

// Rows where the bodies are now, with rates where a later stage reads them.
TAC_INLINE void read_cell(tac_workspace *w, int cell, tac_form form, valuesv *v)
{
    const tac_cell *c = &w->plan->cell[cell];
    int joint = is_joint(c, form);
    double *Ja = slots_at(w, c, 0), *Jb = slots_at(w, c, 1);
    place_rows(w, cell, form, 1, Ja, Jb, v);
    put_values(w, c, form, v);
    if (!joint || w->start.is_on) { // of joints the start alone asks for them
        place_rates(w, c, form, Ja, Jb);
    }
}

// What the reactions along the step's start push more than those along its end.
TAC_INLINE void react_ahead(tac_workspace *w, const tac_cell *c, tac_form form)
{
    double *out = reactions_in(w, c->scratch) + c->react;
    if (!is_joint(c, form)) {
        tell_nothing(out, 0, SIDE_FORCE, 6);
        tell_nothing(out, 1, SIDE_FORCE, 6);
        return;
    }
    lane y[TAC_MAX_ROWS], here[TAC_MAX_ROWS];
    both_multipliers(w, c, form, y);
    if (form == TAC_ANY && c->line) {
        both_multipliers(w, c, form, here);
        roll_to_end(w, c, here);
    }
    const lane *end = form == TAC_ANY && c->line ? here : y;
    react_between(out, c, form, 0, y, start_slots_at(w, c, 0), end, slots_at(w, c, 0));
    react_between(out, c, form, 1, y, start_slots_at(w, c, 1), end, slots_at(w, c, 1));
}

// What the law of a coupler says comes with its row, and its terms add nothing.
TAC_INLINE void ask_coupler(tac_workspace *w, const tac_cell *c, tac_request what)
{
    tac_note_asked(w, c->element, c->n, what);
    put(row_at(w, c, 0), R_ADD, lane_set(0.0));
}

TAC_INLINE void velocity_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    valuesv v;
    lane rate[TAC_MAX_ROWS];
    read_cell(w, cell, form, &v);
    if (!tac_keeps_rates(w)) {
        react_ahead(w, c, form);
    }
    if (!is_joint(c, form)) {
        if (c->like->what == TAC_TERMS) {
            ask_coupler(w, c, TAC_ASKED_RATE);
            return;
        }
        if (resists_by_mean(w, c) || slides(c)) {
            mean_rates(w, cell, slots_at(w, c, 0), slots_at(w, c, 1), 1, rate);
        }
        velocity_laws(w, c, rate);
        return;
    }
    double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        put(row, R_ADD, v.phi_t[k]); // (52)
    }
    if (w->driven_loops && !w->start.is_on && loosens(w, form)) {
        tighten(w, c, form, element_at(w, cell));
    }
}

static void elements_velocity(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, velocity_cell);
}

// A housing that a start turns leaves the angle of its shaft.
TAC_INLINE void keep_housing(const tac_workspace *w, const tac_cell *c)
{
    vec3v none = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    for (int k = 0; k < c->like->n_row && w->start.is_on; k++) {
        store3(slots_at(w, c, 0) + 3 * k * L, none);
    }
}

// The smallest mass-weighted displacement that closes constraints; laws keep their coordinates, but for
// the pull.
TAC_INLINE void position_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    valuesv v;
    read_cell(w, cell, form, &v); // Jacobians
    if (form == TAC_ANY && c->like->spins) {
        keep_housing(w, c);
    }
    if (!is_joint(c, form)) {
        if (c->like->what == TAC_TERMS) {
            ask_coupler(w, c, TAC_ASKED_PLACE);
        } else {
            lane still[TAC_MAX_ROWS] = {lane_set(0.0)}; // nothing slides where no time passes
            position_laws(w, c, still);
        }
        return;
    }
    double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        put(row, R_ADD, field(row, R_PHI));
    }
}

static void elements_position(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, position_cell);
}

TAC_INLINE void place_gamma(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    poses collected;
    elementv e;
    e.like = c->like;
    e.form = form;
    e.k = element_at(w, cell);
    find_bodies(w, c, B_R, POSE_FIELDS, &collected, &e);
    if (form == TAC_ANY) {
        read_drives(w, c, &e);
    }
    rows_gamma(&e, row_at(w, c, 0) + R_GAMMA * L, TAC_ROW_FIELDS * L);
}

TAC_INLINE void acceleration_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    const double *Ja = slots_at(w, c, 0), *Jb = slots_at(w, c, 1);
    int refactored = w->laws_given, joint = is_joint(c, form);
    int from_law = w->o.acceleration == TAC_INDEX1 || w->start.is_on || !c->like->implicit;
    lane kept[TAC_MAX_ROWS], force[TAC_MAX_ROWS];
    place_rates(w, c, form, Ja, Jb); // with the projected velocities
    if (joint) {
        take_multipliers(w, c, form);
        place_gamma(w, cell, form);
    } else if (c->like->what == TAC_TERMS) {
        tac_note_asked(w, c->element, c->n, TAC_ASKED_FORCE);
        multipliers(w, c, form, force);
        element_product(w, c, form, B_ACC, B_WD, Ja, Jb, kept);
    } else if (form == TAC_ANY && is_inertia(c)) {
        inertia_at_end(w, c);
        put(row_at(w, c, 0), R_ADD, resisting_quad(w, cell));
        react_field(w, cell, form, R_LAMBDA, Ja, Jb);
        return;
    } else {
        end_laws(w, c, refactored, force, kept); // compliances stay as factorized
        if (!refactored && !resists_by_mean(w, c)) {
            element_product(w, c, form, B_ACC, B_WD, Ja, Jb, kept);
        } else if (!refactored && c->n_linear > 0) {
            kept[0] -= resisting_quad(w, cell);
        }
    }
    double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        if (joint) {
            put(row, R_ADD, -field(row, R_GAMMA)); // (65)
        } else if (refactored) {
            put(row, R_ADD, lane_set(0.0));
            // the law's force is given
            put(row, R_C, freest(w, row));
            put(row, R_LAMBDA, force[k]);
        } else {
            put(row, R_ADD, -kept[k]);
            put(row, R_LAMBDA, from_law ? force[k] : field(row, R_LAMBDA));
        }
    }
    react_field(w, cell, form, R_LAMBDA, Ja, Jb);
}

static void elements_acceleration(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, acceleration_cell);
}

static void law_residual(tac_workspace *w, const tac_cell *c)
{
    lane check = lane_set(0.0);
    for (int k = 0; k < c->like->n_row; k++) {
        check = larger(check, 0.0 * field(row_at(w, c, k), R_LAMBDA));
    }
    check = bad_unless_small(check);
    for (int l = 0; l < c->n; l++) {
        w->shares.element[c->element[l]] = (tac_share){0.0, 0.0, 0.0, lane_get(check, l)};
    }
}

TAC_INLINE void residual_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    if (is_joint(c, form)) {
        const double *Ja = slots_at(w, c, 0), *Jb = slots_at(w, c, 1);
        lane acc[TAC_MAX_ROWS];
        element_product(w, c, form, B_ACC, B_WD, Ja, Jb, acc);
        if (form == TAC_ANY && c->like->what == TAC_TERMS) {
            term_residual(w, c, acc);
        } else {
            joint_residual(w, c, form, acc);
        }
    } else {
        law_residual(w, c);
    }
}

static void elements_residual(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, residual_cell);
}

// Right-hand side add + Phi_q x of elements in the tree, where their solution will be.
TAC_INLINE void load_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane rhs[TAC_MAX_ROWS];
    element_product(w, c, form, B_X, B_X + 3, slots_at(w, c, 0), slots_at(w, c, 1), rhs);
    double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        put(row, R_SIGMA, field(row, R_ADD) + rhs[k]);
    }
}

static void elements_load(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, load_cell);
}

// lambda grows by gain times sigma; J^T sigma for the bodies.
TAC_INLINE void grow_along(tac_workspace *w, const tac_cell *c, tac_form form, lane gain,
                           const double *Ja, const double *Jb)
{
    double *row = row_at(w, c, 0), *out = reactions_in(w, c->scratch) + c->react;
    lane sigma[TAC_MAX_ROWS];
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        sigma[k] = field(row, R_SIGMA);
        put(row, R_LAMBDA, lane_fma(gain, sigma[k], field(row, R_LAMBDA)));
    }
    react(out, c, form, sigma, Ja, Jb);
}

TAC_INLINE void push_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    react_field(w, cell, form, R_SIGMA, slots_at(w, c, 0), slots_at(w, c, 1));
}

static void elements_push(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, push_cell);
}

// Pushes a joint along where the bodies are, as the tree has it, which closes it, and a unilateral law along its mean.
TAC_INLINE void push_own_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    grow_along(w, c, form, lane_set(1.0), push_slots_at(w, c, form, 0),
               push_slots_at(w, c, form, 1));
}

// The same, and how much less torque that is than along the step's start, which the residual has.
TAC_INLINE void push_ahead_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *row = row_at(w, c, 0), *out = reactions_in(w, c->scratch) + c->react;
    lane sigma[TAC_MAX_ROWS];
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        sigma[k] = field(row, R_SIGMA);
        put(row, R_LAMBDA, field(row, R_LAMBDA) + sigma[k]);
    }
    for (int side = 0; side < 2; side++) {
        const double *J = push_slots_at(w, c, form, side);
        vec3v now = torque_on(c, form, sigma, J);
        store3(told(out, side) + SIDE_FORCE * L, force_on(c, form, side, sigma, J));
        store3(told(out, side) + SIDE_TORQUE * L, now);
        if (is_joint(c, form)) {
            turn_on(out, c, form, side, sigma, start_slots_at(w, c, side), now);
        } else {
            tell_nothing(out, side, SIDE_TURNED, 3);
        }
    }
}

TAC_INLINE void push_newton_cell(tac_workspace *w, int cell, tac_form form)
{
    if (tac_reactions_follow(w)) {
        push_own_cell(w, cell, form);
    } else {
        push_ahead_cell(w, cell, form);
    }
}

static void elements_push_own(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, push_own_cell);
}

static void elements_push_newton(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, push_newton_cell);
}

TAC_INLINE void push_index1_cell(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    grow_along(w, c, form, lane_load(w->pace.h), slots_at(w, c, 0), slots_at(w, c, 1));
}

static void elements_push_index1(tac_workspace *w, int first, int last)
{
    for_cells(w, first, last, push_index1_cell);
}

// With projected accelerations the multipliers of the Newton iteration are those of the step. They
// begin with this part of the last, so that what grows along dependent rows stays below 256 times
// what one step adds; more than the first iteration finds again, up to 1 / penalty, is not lost.
static const double carried = 1.0 - 1.0 / 256.0;

// Multipliers and angles of the step's start.
static void elements_predict(tac_workspace *w, int first, int last)
{
    const tac_state *s = w->step.from;
    int projected = w->o.acceleration == TAC_PROJECTION;
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        double *angle = element_at(w, i) + E_ANGLE0 * L;
        double keep = projected && is_joint(c, c->form) ? carried : 1.0;
        for (int r = 0; r < c->like->n_row; r++) {
            lane lambda = lane_gather(s->lambda + r, c->model_row);
            put(row_at(w, c, r), R_LAMBDA, keep * lambda);
            put(row_at(w, c, r), R_BEFORE, lambda);
        }
        if (c->line) {
            keep_roll(element_at(w, i), (rollv){lane_set(1.0), lane_set(0.0)});
        }
        for (int l = 0; l < L && c->like->angle != TAC_NONE; l++) {
            angle[l] = s->angle[w->m->element[c->element[l]].angle];
        }
    }
}

// The same just computed go into the next state.
static void elements_commit(tac_workspace *w, int first, int last)
{
    const tac_state *s = &w->step.to;
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        const double *angle = element_at(w, i) + E_ANGLE * L, *row = row_at(w, c, 0);
        for (int r = 0; r < c->like->n_row; r++, row += TAC_ROW_FIELDS * L) {
            double *lambda = s->lambda + r;
            for (int l = 0; l < c->n; l++) {
                lambda[c->model_row[l]] = row[R_LAMBDA * L + l];
            }
        }
        for (int l = 0; l < c->n && c->like->angle != TAC_NONE; l++) {
            s->angle[w->m->element[c->element[l]].angle] = angle[l];
        }
        for (int l = 0; l < c->n && c->like->n_memory > 0; l++) {
            int at = w->m->element[c->element[l]].memory;
            for (int k = 0; k < c->like->n_memory; k++) {
                s->memory[at + k] = w->shares.memory[at + k];
            }
        }
    }
}

#if TAC_LANES == 1
#define STAGES tac_element_stages_1
#elif TAC_LANES == 4
#define STAGES tac_element_stages_4
#else
#define STAGES tac_element_stages_8
#endif

tac_stage *const STAGES[TAC_INDEX3_STAGES] = {
    [TAC_ELEMENTS_PREDICT] = elements_predict,
    [TAC_ELEMENTS_NEWTON] = elements_newton,
    [TAC_ELEMENTS_AGAIN] = elements_again,
    [TAC_ELEMENTS_POSITION] = elements_position,
    [TAC_ELEMENTS_VELOCITY] = elements_velocity,
    [TAC_ELEMENTS_ACCELERATION] = elements_acceleration,
    [TAC_ELEMENTS_RESIDUAL] = elements_residual,
    [TAC_ELEMENTS_COMMIT] = elements_commit,
    [TAC_ELEMENTS_LOAD] = elements_load,
    [TAC_ELEMENTS_PUSH] = elements_push,
    [TAC_ELEMENTS_PUSH_NEWTON] = elements_push_newton,
    [TAC_ELEMENTS_PUSH_OWN] = elements_push_own,
    [TAC_ELEMENTS_PUSH_INDEX1] = elements_push_index1,
};

// Reactions of elements in Newton iterations (docs/equations.md, "Rotations of a step"): of joints along the step's
// start and along where they are, of unilateral laws along the mean of their row, of all others where they are.
#ifndef TAC_NEWTON_REACTIONS_H
#define TAC_NEWTON_REACTIONS_H

#include "step/element_rows.h"
#include "step/law_cells.h"
#include "step/mean_slots.h"
#include "step/solves.h"
#include "workspace/rolling_lines.h"

TAC_INLINE void multipliers(const tac_workspace *w, const tac_cell *c, tac_form form, lane *y)
{
    const double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        y[k] = field(row, R_LAMBDA);
    }
}

// Twice those that act over a step: those at its start and the ones at hand together.
TAC_INLINE void both_multipliers(const tac_workspace *w, const tac_cell *c, tac_form form, lane *y)
{
    const double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        y[k] = field(row, R_BEFORE) + field(row, R_LAMBDA);
    }
}

// ---- lines that roll ---------------------------------------------------------------------------

// In a step the two rows of a line's start are taken along the axes where the tree has them. Else every iteration pushes a
// shaft that spins in a bearing aside, by the angle of the step.
TAC_INLINE rollv kept_roll(const double *k)
{
    return (rollv){field(k, E_ROLL), field(k, E_ROLL + 1)};
}

TAC_INLINE void keep_roll(double *k, rollv roll)
{
    put(k, E_ROLL, roll.c);
    put(k, E_ROLL + 1, roll.s);
}

// What follows `first` to make `all`.
TAC_INLINE rollv rest_of_roll(rollv first, rollv all)
{
    return (rollv){lane_fma(all.s, first.s, all.c * first.c),
                   lane_fnma(all.c, first.s, all.s * first.c)};
}

// From the axes of the start to those where the line is.
TAC_INLINE rollv roll_between(const tac_workspace *w, const tac_cell *c)
{
    return roll_from(axes_of_line(c, start_slots_at(w, c, 1)), axes_of_line(c, slots_at(w, c, 1)));
}

TAC_INLINE void roll_fields(rollv roll, double *x, double *y)
{
    lane a = lane_load(x), b = lane_load(y);
    roll_on(roll, &a, &b);
    lane_store(x, a);
    lane_store(y, b);
}

// Multipliers of a step, along the axes where the line is at its end.
TAC_STATIC void roll_to_end(const tac_workspace *w, const tac_cell *c, lane *y)
{
    roll_on(roll_between(w, c), &y[0], &y[1]);
}

// Rows of the start, and multipliers, along the axes where the tree has the line from now on.
TAC_STATIC void roll_line(tac_workspace *w, int cell)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *k = element_at(w, cell), *row = row_at(w, c, 0);
    rollv all = roll_between(w, c), more = rest_of_roll(kept_roll(k), all);
    roll_fields(more, row + R_LAMBDA * L, row + ROW + R_LAMBDA * L);
    roll_fields(more, row + R_BEFORE * L, row + ROW + R_BEFORE * L);
    for (int side = 0; side < 2; side++) {
        double *J = start_slots_at(w, c, side), *linear = J + TAC_TO_LINEAR(c->like->n_row) * L;
        for (int i = 0; i < 3; i++) {
            roll_fields(all, J + i * L, J + (3 + i) * L);
            roll_fields(all, linear + i * L, linear + (3 + i) * L);
        }
    }
    keep_roll(k, all);
}

// ---- joints --------------------------------------------------------------------------------------

// Whether joints of loops with redundant rows have compliances of their own.
TAC_INLINE bool loosens(const tac_workspace *w, tac_form form)
{
    return form != TAC_BALL && w->o.alpha == 0.0 && w->o.acceleration == TAC_INDEX1;
}

// Rows of a loop with redundant rows give way by what the step turns (fronts/tension.h). Balls do not: their ends are
// computed apart, and the hinges and slides of their loops are enough.
TAC_INLINE void loosen(const tac_workspace *w, const tac_cell *c, tac_form form, const double *k)
{
    const double *turn2 = w->fields.body + B_ANGLE * L;
    lane most = field(k, E_LOOSE), least = lane_set(1.0 / w->o.penalty);
    lane turned2 = larger(fetch(turn2, &c->body[0]), fetch(turn2, &c->body[1]));
    lane loose = lane_fma(field(k, E_YIELD + 1), turned2, field(k, E_YIELD)) * turned2;
    loose = larger(least, lane_pick(lane_less(most, loose), most, loose)) * lane_load(w->pace.h);
    double *row = row_at(w, c, 0);
    for (int i = 0; i < rows_in(c->like, form); i++, row += ROW) {
        put(row, R_C, loose * field(row, R_W));
    }
}

// Rows of a loop that a drive moves give way in Newton iterations alone.
TAC_INLINE void tighten(const tac_workspace *w, const tac_cell *c, tac_form form, const double *k)
{
    lane_mask driven = lane_less(lane_set(0.0), field(k, E_YIELD + 1));
    lane tight = lane_set(1.0 / w->o.penalty) * lane_load(w->pace.h);
    double *row = row_at(w, c, 0);
    for (int i = 0; i < rows_in(c->like, form); i++, row += ROW) {
        put(row, R_C, lane_pick(driven, tight * field(row, R_W), field(row, R_C)));
    }
}

// What a joint has been at the step's start: its Jacobian, and the geometric stiffness of its reactions.
TAC_INLINE void start_joint(tac_workspace *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *out = reactions_in(w, c->scratch) + c->react;
    poses collected;
    valuesv v;
    elementv e;
    e.like = c->like;
    e.form = form;
    e.k = element_at(w, cell);
    e.angle = form == TAC_ANY ? field(e.k, E_ANGLE0) : lane_set(0.0);
    find_bodies(w, c, B_R0, form == TAC_ANY && c->like->turns ? TURN_FIELDS : PLACE_FIELDS,
                &collected, &e);
    if (form == TAC_ANY) {
        read_drives(w, c, &e);
    }
    rows_position(&e, start_slots_at(w, c, 0), start_slots_at(w, c, 1), v.phi, v.phi_t);
    lane y[TAC_MAX_ROWS];
    const double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        y[k] = field(e.k, E_TAUT) * field(row, R_BEFORE);
    }
    if (form == TAC_ANY && c->line) {
        rollv roll = kept_roll(e.k);
        roll_on(back(roll), &y[0], &y[1]);
    }
    stiffen_on(out, &e, 0, y, false);
    stiffen_on(out, &e, 1, y, false);
    if (loosens(w, form)) {
        loosen(w, c, form, e.k);
    }
}

// Reactions of a joint in a Newton iteration: along the step's start, and along where it is as far as they
// follow the bodies. y are those of start and end together, `now` their torque where the bodies are.
TAC_INLINE void react_joint(tac_workspace *w, const tac_cell *c, tac_form form, const lane *y,
                            const vec3v now[2], int fresh)
{
    double *out = reactions_in(w, c->scratch) + c->react;
    lane lambda[TAC_MAX_ROWS];
    multipliers(w, c, form, lambda);
    for (int side = 0; side < 2; side++) {
        const double *J0 = start_slots_at(w, c, side);
        store3(told(out, side) + SIDE_FORCE * L, force_on(c, form, side, lambda, J0));
        if (fresh) { // how far they follow comes out of what is told now
            store3(told(out, side) + SIDE_TORQUE * L, torque_on(c, form, lambda, J0));
            turn_on(out, c, form, side, y, J0, now[side]);
        } else {
            follow_on(out, c, form, side, follow_of(w, c, side), lambda, y, J0, now[side]);
        }
    }
}

// Reactions of what follows the bodies: along where it is.
TAC_INLINE void react_here(tac_workspace *w, int cell, tac_form form, const double *Ja,
                           const double *Jb, int fresh)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *out = reactions_in(w, c->scratch) + c->react;
    react_field(w, cell, form, R_LAMBDA, Ja, Jb);
    for (int side = 0; side < 2 && fresh; side++) {
        tell_nothing(out, side, SIDE_TURNED, TAC_SIDE_FIELDS - SIDE_TURNED);
    }
}

// What a cell pushes a body along in a Newton iteration: where it is, or, for unilateral laws, their mean.
TAC_INLINE double *push_slots_at(const tac_workspace *w, const tac_cell *c, tac_form form, int side)
{
    return form == TAC_ANY && has_sides(c) ? start_slots_at(w, c, side) : slots_at(w, c, side);
}

// Reactions of a unilateral law: over the step as a whole its mean acts along the mean of its row, so that it works
// as its potential says. The accelerations of the start hold F0 along the row as it was there. Leaves the mean
// where joints have what they were at the start.
TAC_STATIC void react_with_sides(tac_workspace *w, int cell, const double *Ja, const double *Jb,
                                 int telling)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *out = reactions_in(w, c->scratch) + c->react, *J0a = push_slots_at(w, c, TAC_ANY, 0);
    double *J0b = push_slots_at(w, c, TAC_ANY, 1);
    const double *row = row_at(w, c, 0);
    poses was, is;
    valuesv v;
    elementv from = {.like = c->like, .form = TAC_ANY, .k = element_at(w, cell)}, to = from;
    find_bodies(w, c, B_R0, TURN_FIELDS, &was, &from);
    find_bodies(w, c, B_R, TURN_FIELDS, &is, &to);
    rows_position(&from, J0a, J0b, v.phi, v.phi_t);
    slotsv start = slots_of(c, J0a, J0b), end = slots_of(c, Ja, Jb);
    slotsv mean = mean_slots(&from, &to, &start, &end);
    lane before = field(row, R_BEFORE), both = field(row, R_LAMBDA) + before;
    for (int side = 0; side < 2; side++) {
        partsv m = mean.of[side], s = start.of[side];
        store3(told(out, side) + SIDE_FORCE * L, axpy3v(-before, s.l, scale3v(both, m.l)));
        store3(told(out, side) + SIDE_TORQUE * L, axpy3v(-before, s.a, scale3v(both, m.a)));
        store_slot(c, &m, push_slots_at(w, c, TAC_ANY, side));
        if (telling) {
            tell_nothing(out, side, SIDE_TURNED, TAC_SIDE_FIELDS - SIDE_TURNED);
        }
    }
}

// Forces of a known form, and torques that are known already.
TAC_INLINE void react_along(double *out, const tac_cell *c, tac_form form, const lane *y,
                            const vec3v torque[2])
{
    for (int side = 0; side < 2; side++) {
        store3(told(out, side) + SIDE_FORCE * L, force_on(c, form, side, y, NULL));
        store3(told(out, side) + SIDE_TORQUE * L, torque[side]);
    }
}

#endif

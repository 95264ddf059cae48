// Balls between two parts, one end at a time, and what is left of their rows when both ends are done.
//
// Neither block of bodies waits for the other: the Jacobian of a ball's end needs nothing of the other
// end, so the worker of a block computes the ends on its bodies (tac_joint_end). The operations on every
// number are those of elements.c. Numbers in parentheses are equations of [004].
#include "joint_ends.h"

#include "step/element_lanes.h"

enum { BALL_ROWS = 3 };

// ---- ends --------------------------------------------------------------------------------------

// What a stage does with one end of a cell.
typedef void end_work(tac_workspace *w, const tac_cell *c, const tac_joint_end *h);

TAC_INLINE void for_ends(tac_workspace *w, int first, int last, end_work *one)
{
    for (int i = first; i < last; i++) {
        const tac_joint_end *h = &w->plan->joint_end[i];
        one(w, &w->plan->cell[h->cell], h);
    }
}

TAC_INLINE void find_end(const tac_workspace *w, const tac_cell *c, const tac_joint_end *h,
                         int pose, int n, poses *collected, elementv *e)
{
    e->like = c->like;
    e->form = TAC_BALL;
    e->k = element_at(w, h->cell);
    find_body(w, c, h->side, pose, n, collected, e);
}

// Where the point is, and the Jacobian of this end.
TAC_INLINE void place_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h, double *J)
{
    poses collected;
    elementv e;
    find_end(w, c, h, B_R, PLACE_FIELDS, &collected, &e);
    point_slots(&e, h->side, J);
    store3(slots_at(w, c, h->side) + END_VALUE * L, point_at(&e, h->side));
}

// This end's share of Phi_q times a field.
TAC_INLINE void end_product(const tac_workspace *w, const tac_cell *c, const tac_joint_end *h,
                            int to, int f_l, int f_a)
{
    const tac_ref *r = &c->body[h->side];
    const double *J = slots_at(w, c, h->side);
    partsv x = {fetch3(w->fields.body + f_l * L, r), fetch3(w->fields.body + f_a * L, r)};
    for (int k = 0; k < BALL_ROWS; k++) {
        put(slots_at(w, c, h->side), to + k, side_product(c, TAC_BALL, h->side, k, J, &x));
    }
}

TAC_INLINE void react_on_end(const tac_workspace *w, const tac_cell *c, const tac_joint_end *h,
                             const lane *y, const double *J)
{
    react_on(reactions_in(w, c->scratch) + c->react, c, TAC_BALL, h->side, y, J);
}

TAC_INLINE void react_field_on_end(const tac_workspace *w, const tac_cell *c,
                                   const tac_joint_end *h, int f)
{
    lane y[BALL_ROWS];
    for (int k = 0; k < BALL_ROWS; k++) {
        y[k] = field(row_at(w, c, k), f);
    }
    react_on_end(w, c, h, y, slots_at(w, c, h->side));
}

// Each end has multipliers of its own in the Newton iteration: there is no need to fetch them.
TAC_INLINE void predict_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    for (int k = 0; k < BALL_ROWS; k++) {
        const double *row = row_at(w, c, k);
        put(slots_at(w, c, h->side), END_LAMBDA + k, field(row, R_LAMBDA));
        put(slots_at(w, c, h->side), END_BEFORE + k, field(row, R_BEFORE));
    }
}

static void ends_predict(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, predict_end);
}

TAC_INLINE void end_multipliers(const double *own, int f, lane *y)
{
    for (int k = 0; k < BALL_ROWS; k++) {
        y[k] = field(own, f + k);
    }
}

TAC_INLINE void both_end_multipliers(const double *own, lane *y)
{
    for (int k = 0; k < BALL_ROWS; k++) {
        y[k] = field(own, END_BEFORE + k) + field(own, END_LAMBDA + k);
    }
}

TAC_INLINE void newton_react(const tac_workspace *w, const tac_cell *c, const tac_joint_end *h,
                             const lane *y, vec3v now, int fresh)
{
    const double *own = slots_at(w, c, h->side), *J0 = start_slots_at(w, c, h->side);
    double *out = reactions_in(w, c->scratch) + c->react;
    lane lambda[BALL_ROWS];
    end_multipliers(own, END_LAMBDA, lambda);
    store3(told(out, h->side) + SIDE_FORCE * L, force_on(c, TAC_BALL, h->side, lambda, J0));
    if (fresh) {
        store3(told(out, h->side) + SIDE_TORQUE * L, torque_on(c, TAC_BALL, lambda, J0));
        turn_on(out, c, TAC_BALL, h->side, y, J0, now);
    } else {
        follow_on(out, c, TAC_BALL, h->side, follow_of(w, c, h->side), lambda, y, J0, now);
    }
}

// What an end has been at the step's start: its Jacobian, and the geometric stiffness of its reactions.
TAC_INLINE void start_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    poses collected;
    elementv e;
    find_end(w, c, h, B_R0, PLACE_FIELDS, &collected, &e);
    point_slots(&e, h->side, start_slots_at(w, c, h->side));
    lane y[BALL_ROWS];
    end_multipliers(slots_at(w, c, h->side), END_BEFORE, y);
    for (int k = 0; k < BALL_ROWS; k++) {
        y[k] = field(e.k, E_TAUT) * y[k];
    }
    stiffen_on(reactions_in(w, c->scratch) + c->react, &e, h->side, y, false);
}

TAC_INLINE void newton_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    double *J = slots_at(w, c, h->side);
    lane y[BALL_ROWS];
    if (tac_reactions_follow(w)) {
        place_end(w, c, h, J);
        end_multipliers(J, END_LAMBDA, y);
        react_on_end(w, c, h, y, J);
        return;
    }
    start_end(w, c, h);
    place_end(w, c, h, J);
    both_end_multipliers(J, y);
    newton_react(w, c, h, y, torque_on(c, TAC_BALL, y, J), 1);
}

static void ends_newton(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, newton_end);
}

TAC_INLINE void again_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    double *own = slots_at(w, c, h->side); // the Jacobian is that of the tangent
    poses collected;
    elementv e;
    find_end(w, c, h, B_R, PLACE_FIELDS, &collected, &e);
    store3(own + END_VALUE * L, point_at(&e, h->side));
    lane y[BALL_ROWS];
    bool follow = tac_reactions_follow(w);
    if (follow) {
        end_multipliers(own, END_LAMBDA, y);
    } else {
        both_end_multipliers(own, y);
    }
    vec3v now = point_torque(&e, h->side, (vec3v){y[0], y[1], y[2]});
    if (follow) {
        double *out = told(reactions_in(w, c->scratch) + c->react, h->side);
        store3(out + SIDE_FORCE * L, force_on(c, TAC_BALL, h->side, y, NULL));
        store3(out + SIDE_TORQUE * L, now);
    } else {
        newton_react(w, c, h, y, now, 0);
    }
}

static void ends_again(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, again_end);
}

TAC_INLINE void velocity_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    double *J = slots_at(w, c, h->side);
    place_end(w, c, h, J);
    if (!tac_keeps_rates(w)) {
        lane y[BALL_ROWS];
        both_end_multipliers(J, y);
        react_between(reactions_in(w, c->scratch) + c->react, c, TAC_BALL, h->side, y,
                      start_slots_at(w, c, h->side), y, J);
    }
}

static void ends_velocity(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, velocity_end);
}

TAC_INLINE void acceleration_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    poses collected;
    elementv e;
    find_end(w, c, h, B_R, POSE_FIELDS, &collected, &e);
    end_product(w, c, h, END_RATE, B_V, B_W); // with the projected velocities
    store3(slots_at(w, c, h->side) + END_VALUE * L, point_quad(&e, h->side));
    react_field_on_end(w, c, h, w->o.acceleration == TAC_INDEX1 ? R_BEFORE : R_LAMBDA);
}

static void ends_acceleration(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, acceleration_end);
}

TAC_INLINE void grow_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h,
                         const double *J)
{
    double *own = slots_at(w, c, h->side);
    lane sigma[BALL_ROWS];
    for (int k = 0; k < BALL_ROWS; k++) {
        sigma[k] = field(row_at(w, c, k), R_SIGMA);
        put(own, END_LAMBDA + k, lane_fma(lane_set(1.0), sigma[k], field(own, END_LAMBDA + k)));
    }
    react_on_end(w, c, h, sigma, J);
}

TAC_INLINE void push_newton_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    const double *own = slots_at(w, c, h->side);
    grow_end(w, c, h, own);
    if (tac_reactions_follow(w)) {
        return;
    }
    lane sigma[BALL_ROWS];
    for (int k = 0; k < BALL_ROWS; k++) {
        sigma[k] = field(row_at(w, c, k), R_SIGMA);
    }
    turn_on(reactions_in(w, c->scratch) + c->react, c, TAC_BALL, h->side, sigma,
            start_slots_at(w, c, h->side), torque_on(c, TAC_BALL, sigma, own));
}

static void ends_push_newton(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, push_newton_end);
}

TAC_INLINE void push_own_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    grow_end(w, c, h, slots_at(w, c, h->side));
}

static void ends_push_own(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, push_own_end);
}

TAC_INLINE void load_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    end_product(w, c, h, END_X, B_X, B_X + 3);
}

static void ends_load(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, load_end);
}

TAC_INLINE void residual_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    end_product(w, c, h, END_X, B_ACC, B_WD);
}

static void ends_residual(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, residual_end);
}

TAC_INLINE void push_end(tac_workspace *w, const tac_cell *c, const tac_joint_end *h)
{
    react_field_on_end(w, c, h, R_SIGMA);
}

static void ends_push(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, push_end);
}

// ---- both --------------------------------------------------------------------------------------

// What a stage does with a cell; a and b are its ends.
typedef void split_work(tac_workspace *w, const tac_cell *c, const double *a, const double *b);

TAC_INLINE void for_split(tac_workspace *w, int first, int last, split_work *one)
{
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        one(w, c, slots_at(w, c, 0), slots_at(w, c, 1));
    }
}

// Second end less first one; both together.
TAC_INLINE lane between(const double *a, const double *b, int f)
{
    return field(b, f) - field(a, f);
}

TAC_INLINE lane together(const double *a, const double *b, int f)
{
    return field(a, f) + field(b, f);
}

TAC_INLINE void split_joint_newton(tac_workspace *w, const tac_cell *c, const double *a,
                                   const double *b)
{
    for (int k = 0; k < BALL_ROWS; k++) {
        put(row_at(w, c, k), R_SIGMA,
            between(a, b, END_VALUE + k) + together(a, b, END_X + k)); // (34)
    }
}

static void split_newton(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, split_joint_newton);
}

TAC_INLINE void split_joint_position(tac_workspace *w, const tac_cell *c, const double *a,
                                     const double *b)
{
    for (int k = 0; k < BALL_ROWS; k++) {
        put(row_at(w, c, k), R_PHI, between(a, b, END_VALUE + k));
    }
    split_joint_newton(w, c, a, b);
}

static void split_position(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, split_joint_position);
}

TAC_INLINE void split_joint_velocity(tac_workspace *w, const tac_cell *c, const double *a,
                                     const double *b)
{
    for (int k = 0; k < BALL_ROWS; k++) {
        double *row = row_at(w, c, k);
        put(row, R_PHI, between(a, b, END_VALUE + k));
        put(row, R_SIGMA, lane_set(0.0) + together(a, b, END_X + k)); // (52)
    }
}

static void split_velocity(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, split_joint_velocity);
}

TAC_INLINE void split_joint_acceleration(tac_workspace *w, const tac_cell *c, const double *a,
                                         const double *b)
{
    take_multipliers(w, c, TAC_BALL);
    for (int k = 0; k < BALL_ROWS; k++) {
        double *row = row_at(w, c, k);
        lane gamma = lane_set(0.0) - between(a, b, END_VALUE + k);
        put(row, R_RATE, together(a, b, END_RATE + k));
        put(row, R_GAMMA, gamma);
        put(row, R_SIGMA, -gamma + together(a, b, END_X + k)); // (65)
    }
}

static void split_acceleration(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, split_joint_acceleration);
}

TAC_INLINE void split_joint_residual(tac_workspace *w, const tac_cell *c, const double *a,
                                     const double *b)
{
    lane acc[BALL_ROWS];
    for (int k = 0; k < BALL_ROWS; k++) {
        acc[k] = together(a, b, END_X + k);
    }
    joint_residual(w, c, TAC_BALL, acc);
}

static void split_residual(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, split_joint_residual);
}

// lambda grows by gain times sigma.
TAC_INLINE void grow(tac_workspace *w, int first, int last, lane gain)
{
    for (int i = first; i < last; i++) {
        for (int k = 0; k < BALL_ROWS; k++) {
            double *row = row_at(w, &w->plan->cell[i], k);
            put(row, R_LAMBDA, lane_fma(gain, field(row, R_SIGMA), field(row, R_LAMBDA)));
        }
    }
}

static void split_push_newton(tac_workspace *w, int first, int last)
{
    grow(w, first, last, lane_set(1.0));
}

static void split_push_index1(tac_workspace *w, int first, int last)
{
    grow(w, first, last, lane_load(w->pace.h));
}

#if TAC_LANES == 1
#define STAGES tac_joint_end_stages_1
#elif TAC_LANES == 4
#define STAGES tac_joint_end_stages_4
#else
#define STAGES tac_joint_end_stages_8
#endif

tac_stage *const STAGES[TAC_INDEX3_STAGES] = {
    [TAC_ENDS_PREDICT] = ends_predict,
    [TAC_ENDS_NEWTON] = ends_newton,
    [TAC_ENDS_AGAIN] = ends_again,
    [TAC_ENDS_VELOCITY] = ends_velocity,
    [TAC_ENDS_ACCELERATION] = ends_acceleration,
    [TAC_ENDS_LOAD] = ends_load,
    [TAC_ENDS_RESIDUAL] = ends_residual,
    [TAC_ENDS_PUSH] = ends_push,
    [TAC_ENDS_PUSH_NEWTON] = ends_push_newton,
    [TAC_ENDS_PUSH_OWN] = ends_push_own,
    [TAC_SPLIT_NEWTON] = split_newton,
    [TAC_SPLIT_POSITION] = split_position,
    [TAC_SPLIT_VELOCITY] = split_velocity,
    [TAC_SPLIT_ACCELERATION] = split_acceleration,
    [TAC_SPLIT_RESIDUAL] = split_residual,
    [TAC_SPLIT_PUSH_NEWTON] = split_push_newton,
    [TAC_SPLIT_PUSH_INDEX1] = split_push_index1,
};

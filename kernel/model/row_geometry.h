// Geometry of the rows of an element, for one element per lane. See rows.c for which rows a joint
// has and docs/equations.md for their derivation.
//
// x y z of a frame are its axes 0 1 2 in world coordinates; d runs from a's to b's origin; w are
// angular velocities. A Jacobian slot (l, a) stands for l . v + a . w' with v of the centre of mass
// in world axes and w' in body axes, so that u . (velocity of point s) gives l = u, a = s x (A^T u).
#ifndef TAC_ROW_GEOMETRY_H
#define TAC_ROW_GEOMETRY_H

#include "element/road.h"
#include "element/wheel.h"
#include "element_types.h"
#include "frames_lane.h"

// ---- rows --------------------------------------------------------------------------------------

// Slots of u . d with u fixed in world axes, or with u an axis of frame a (carried): then the
// turning of u adds u x d to the lever of a.
TAC_INLINE void along(const elementv *e, vec3v d, vec3v u, int carried, double *Ja, double *Jb)
{
    vec3v sa = origin(e, 0), lever = carried ? add3v(tmul3v(turn_of(e, 0), d), sa) : sa;
    int to_linear = TAC_TO_LINEAR(rows_in(e->like, e->form)) * TAC_LANES;
    store3(Ja + to_linear, neg3v(u));
    store3(Ja, cross3v(tmul3v(turn_of(e, 0), u), lever));
    store3(Jb + to_linear, u);
    store3(Jb, cross3v(origin(e, 1), tmul3v(turn_of(e, 1), u)));
}

TAC_INLINE lane inverse_distance(vec3v d)
{
    // a spring of length zero has no direction: its row then vanishes instead of dividing by zero
    return 1.0 / lane_sqrt(dot3v(d, d) + 1e-60);
}

// Linear parts of a point's rows never change: these are written once, when memory is set up.
TAC_INLINE void point_slot(const elementv *e, int side, int i, double *J)
{
    vec3v u = body_axis(e, side, i); // A^T u
    store3(J, side ? cross3v(origin(e, 1), u) : cross3v(u, origin(e, 0)));
}

// Of all three rows.
TAC_INLINE void point_slots(const elementv *e, int side, double *J)
{
    for (int i = 0; i < 3; i++) {
        point_slot(e, side, i, J + 3 * i * TAC_LANES);
    }
}

// Row 2 vec(q): rates +-(w I +- v~) with the sign that keeps w > 0.
TAC_INLINE lane turn_value(const elementv *e, int i, quatv q, double *Ja, double *Jb)
{
    lane one = lane_set(1.0), zero = lane_set(0.0);
    lane sign = lane_pick(lane_less(q.e0, zero), -one, one);
    vec3v v = {sign * q.e1, sign * q.e2, sign * q.e3};
    vec3v axis = {i == 0 ? one : zero, i == 1 ? one : zero, i == 2 ? one : zero};
    vec3v we = scale3v(sign * q.e0, axis), ve = cross3v(v, axis);
    store3(Ja, neg3v(frame_to_body(e, 0, add3v(we, ve))));
    store3(Jb, frame_to_body(e, 1, sub3v(we, ve)));
    return 2.0 * dot3v(v, axis);
}

// ---- shafts -------------------------------------------------------------------------------------

// Angle of a shaft, the second body, against what carries it, whose rate is v.x of the shaft less the angular velocity of
// that body about z of frame a, or less v.x of another shaft.
TAC_INLINE lane spin_value(const elementv *e, double *Ja, double *Jb)
{
    int to_linear = TAC_TO_LINEAR(rows_in(e->like, e->form)) * TAC_LANES;
    lane zero = lane_set(0.0), one = lane_set(1.0);
    vec3v none = {zero, zero, zero}, x = {one, zero, zero};
    store3(Ja, e->like->stacked ? none : neg3v(axis_in_body(e, 0, 2)));
    store3(Jb, none);
    store3(Ja + to_linear, e->like->stacked ? neg3v(x) : none);
    store3(Jb + to_linear, x);
    return e->angle;
}

TAC_INLINE lane aside_value(const elementv *e, double *Ja, double *Jb)
{
    int to_linear = TAC_TO_LINEAR(rows_in(e->like, e->form)) * TAC_LANES;
    lane zero = lane_set(0.0), one = lane_set(1.0);
    vec3v none = {zero, zero, zero};
    store3(Ja, none);
    store3(Jb, none);
    store3(Ja + to_linear, none);
    store3(Jb + to_linear, (vec3v){zero, one, zero});
    return body_vector(e, 1, B_R).y;
}

// ---- coordinates and terms of couplers ----------------------------------------------------------

// A coordinate of two frames, a slide along an axis of the first, with its Jacobians from their angular parts on.
TAC_INLINE lane coordinate_value(const elementv *e, tac_coordinate c, int axis, vec3v d, quatv q,
                                 double *Ja, double *Jb)
{
    switch (c) {
    case TAC_DISTANCE: {
        lane inv = inverse_distance(d);
        along(e, d, scale3v(inv, d), 0, Ja, Jb);
        return dot3v(d, d) * inv;
    }
    case TAC_ANGLE: {
        vec3v of_a, of_b;
        if (e->like->spins) {
            return spin_value(e, Ja, Jb);
        }
        twist_rates(q, &of_a, &of_b);
        store3(Ja, frame_to_body(e, 0, of_a));
        store3(Jb, frame_to_body(e, 1, of_b));
        return e->angle;
    }
    case TAC_SLIDE: {
        vec3v u = axis_in_world(e, 0, axis);
        along(e, d, u, 1, Ja, Jb);
        return dot3v(u, d);
    }
    case TAC_N_COORDINATE:
        break;
    }
    return lane_set(0.0);
}

// Factor times a coordinate or a table of it, with its derivatives.
typedef struct curvev {
    lane y, dy, ddy;
} curvev;

TAC_STATIC curvev term_at(const elementv *e, lane x)
{
    lane factor = lane_load(e->k + E_LEAD * TAC_LANES), zero = lane_set(0.0);
    curvev c = {factor * x, factor, zero};
    for (int l = 0; l < TAC_LANES && e->like->curve; l++) {
        tac_curve_value at = tac_curve_eval(e->like->curve, lane_get(x, l));
        double by = lane_get(factor, l);
        c.y = lane_put(c.y, l, by * at.y);
        c.dy = lane_put(c.dy, l, by * at.dy);
        c.ddy = lane_put(c.ddy, l, by * at.ddy);
    }
    return c;
}

TAC_STATIC lane term_value(const elementv *e, const tac_row *row, vec3v d, quatv q, double *Ja,
                           double *Jb)
{
    int to_linear = TAC_TO_LINEAR(1) * TAC_LANES;
    lane sum = lane_load(e->k + E_LENGTH * TAC_LANES);
    curvev c = term_at(e, coordinate_value(e, (tac_coordinate)row->i, 2, d, q, Ja, Jb));
    store3(Ja, scale3v(c.dy, load3(Ja)));
    store3(Jb, scale3v(c.dy, load3(Jb)));
    if (row->i != TAC_ANGLE || e->like->spins) {
        store3(Ja + to_linear, scale3v(c.dy, load3(Ja + to_linear)));
        store3(Jb + to_linear, scale3v(c.dy, load3(Jb + to_linear)));
    }
    return c.y - sum;
}

// ---- on roads ------------------------------------------------------------------------------------

// What is nearest on a road: its normal in axes of its frame, the distance, and by how much that bends.
typedef struct footv {
    vec3v normal;
    lane distance, bend, friction; // friction: factor of the road
} footv;

// Of the second frame's origin, which moves by v in the first frame.
TAC_STATIC footv foot_at(const elementv *e, vec3v d, vec3v v)
{
    vec3v c = body_to_frame(e, 0, tmul3v(turn_of(e, 0), d));
    lane zero = lane_set(0.0);
    footv f = {{zero, zero, zero}, zero, zero, zero};
    for (int l = 0; l < TAC_LANES; l++) {
        tac_road_foot one;
        tac_road_nearest(e->like->road, NULL,
                         (vec3){lane_get(c.x, l), lane_get(c.y, l), lane_get(c.z, l)}, &one);
        f.normal.x = lane_put(f.normal.x, l, one.normal.x);
        f.normal.y = lane_put(f.normal.y, l, one.normal.y);
        f.normal.z = lane_put(f.normal.z, l, one.normal.z);
        f.distance = lane_put(f.distance, l, one.distance);
        f.friction = lane_put(f.friction, l, one.surface.friction);
        vec3 moves = {lane_get(v.x, l), lane_get(v.y, l), lane_get(v.z, l)};
        f.bend = lane_put(f.bend, l, tac_road_curving(&one, moves));
    }
    return f;
}

TAC_STATIC vec3v normal_at(const elementv *e, vec3v d)
{
    lane zero = lane_set(0.0);
    return frame_to_body(e, 0, foot_at(e, d, (vec3v){zero, zero, zero}).normal);
}

// The distance changes as it does from a plane across the normal, however the road bends.
TAC_STATIC lane road_value(const elementv *e, vec3v d, double *Ja, double *Jb)
{
    lane zero = lane_set(0.0);
    footv f = foot_at(e, d, (vec3v){zero, zero, zero});
    along(e, d, mul3v(turn_of(e, 0), frame_to_body(e, 0, f.normal)), 1, Ja, Jb);
    return f.distance;
}

// ---- one row -----------------------------------------------------------------------------------

// One row: value without the drive, Jacobians from their angular parts on.
TAC_INLINE lane row_value(const elementv *e, int k, vec3v d, quatv q, double *Ja, double *Jb)
{
    const tac_row *row = &e->like->rows[k];
    switch (kind_in(e->like, e->form, k)) {
    case ROW_POINT: {
        int i = e->form == TAC_ANY ? row->i : k;
        point_slot(e, 0, i, Ja);
        point_slot(e, 1, i, Jb);
        return i == 0 ? d.x : i == 1 ? d.y : d.z;
    }
    case ROW_DOT: {
        vec3v u = row_axis_in_world(e, 0, k), b = row_axis_in_world(e, 1, k);
        vec3v n = cross3v(u, b);
        store3(Ja, tmul3v(turn_of(e, 0), n));
        store3(Jb, neg3v(tmul3v(turn_of(e, 1), n)));
        return dot3v(u, b);
    }
    case ROW_SLIDE:
        return coordinate_value(e, TAC_SLIDE, row->i, d, q, Ja, Jb);
    case ROW_DISTANCE: {
        lane length =
            row->drive == TAC_NONE ? lane_load(e->k + E_LENGTH * TAC_LANES) : lane_set(0.0);
        return coordinate_value(e, TAC_DISTANCE, 0, d, q, Ja, Jb) - length;
    }
    case ROW_ANGLE:
        return coordinate_value(e, TAC_ANGLE, 0, d, q, Ja, Jb);
    case ROW_SCREW: {
        vec3v u = axis_in_world(e, 0, 2), of_a, of_b;
        lane lead = lane_load(e->k + E_LEAD * TAC_LANES);
        twist_rates(q, &of_a, &of_b);
        along(e, d, u, 1, Ja, Jb);
        store3(Ja, axpy3v(-lead, frame_to_body(e, 0, of_a), load3(Ja)));
        store3(Jb, axpy3v(-lead, frame_to_body(e, 1, of_b), load3(Jb)));
        return dot3v(u, d) - lead * e->angle;
    }
    case ROW_TERM:
        return term_value(e, row, d, q, Ja, Jb);
    case ROW_ASIDE:
        return aside_value(e, Ja, Jb);
    case ROW_ROAD:
        return road_value(e, d, Ja, Jb);
    case ROW_WHEEL: // all together
    case ROW_SKID:
    case ROW_MIXED:
    case ROW_TURN:
        break;
    }
    return turn_value(e, row->i, q, Ja, Jb);
}

// ---- a wheel on a plane or a road --------------------------------------------------------------
//
// Rates are those of points of the wheel as if it did not spin, of where it touches in the first and third row; the second
// has the spin with the lever E_LEAD (element/wheel.h). The wheel's torques about its centre are R_l sin gamma e_x,
// -lever s and R_l cos gamma e_x.

// A row along u through a point of the wheel that lies `lever` from its centre, with this torque about that.
TAC_INLINE void wheel_slots(const elementv *e, vec3v u, vec3v lever, vec3v torque, double *Ja,
                            double *Jb)
{
    int to_linear = TAC_TO_LINEAR(rows_in(e->like, e->form)) * TAC_LANES;
    mat3v A = turn_of(e, 0), B = turn_of(e, 1);
    vec3v from_a = add3v(distance(e), lever);
    vec3v at_a = add3v(tmul3v(A, from_a), origin(e, 0)), ua = tmul3v(A, u), ub = tmul3v(B, u);
    store3(Ja + to_linear, neg3v(u));
    store3(Ja, cross3v(ua, at_a));
    store3(Jb + to_linear, u);
    store3(Jb, add3v(cross3v(origin(e, 1), ub), tmul3v(B, torque)));
}

TAC_INLINE void wheel_turns(const elementv *e, vec3v u, double *Ja, double *Jb)
{
    store3(Ja, neg3v(tmul3v(turn_of(e, 0), u)));
    store3(Jb, tmul3v(turn_of(e, 1), u));
}

TAC_INLINE wheelv wheel_of(const elementv *e)
{
    vec3v s = axis_in_world(e, 1, 2), d = distance(e);
    if (!e->like->road) {
        return wheel_on_plane(axis_in_world(e, 0, 2), s, d);
    }
    const vec3v axis[3] = {axis_in_world(e, 0, 0), axis_in_world(e, 0, 1), axis_in_world(e, 0, 2)};
    const wheel_sizev size = {lane_load(e->k + E_LEAD * TAC_LANES),
                              lane_load(e->k + E_LENGTH * TAC_LANES)};
    return wheel_on_road(e->like->road, axis, s, d, &size);
}

// Values: R_l, the lever, friction, gamma, and its sine and cosine, which but for two are no coordinates.
TAC_STATIC void wheel_rows(const elementv *e, double *Ja, double *Jb, lane *phi, lane *phi_t)
{
    enum { NEXT = 3 * TAC_LANES };
    wheelv o = wheel_of(e);
    lane lever = lane_load(e->k + E_LEAD * TAC_LANES), zero = lane_set(0.0);
    vec3v down = scale3v(o.loaded, o.r);
    wheel_slots(e, o.n, down, scale3v(o.loaded * o.sine, o.ex), Ja, Jb);
    wheel_slots(e, o.ex, scale3v(lever, o.r), scale3v(-lever, o.s), Ja + NEXT, Jb + NEXT);
    wheel_slots(e, o.ey, down, scale3v(o.loaded * o.cosine, o.ex), Ja + 2 * NEXT, Jb + 2 * NEXT);
    wheel_turns(e, o.ex, Ja + 3 * NEXT, Jb + 3 * NEXT);
    wheel_turns(e, o.s, Ja + 4 * NEXT, Jb + 4 * NEXT);
    wheel_turns(e, o.n, Ja + 5 * NEXT, Jb + 5 * NEXT);
    phi[0] = o.loaded;
    phi[1] = lever;
    phi[2] = o.friction;
    phi[3] = lane_atan2(o.sine, o.cosine);
    phi[4] = o.sine;
    phi[5] = o.cosine;
    for (int k = 0; k < 6; k++) {
        phi_t[k] = zero;
    }
}

TAC_INLINE int is_wheel(const elementv *e)
{
    return e->form == TAC_ANY && e->like->rows[0].kind == ROW_WHEEL;
}

// ---- rows of a bushing with matrices -------------------------------------------------------------

// Adds a part of row j to row k, which comes before it.
TAC_INLINE void add_row(double *J, int k, int j, double part)
{
    enum { LINEAR = TAC_TO_LINEAR(6) };
    for (int i = 0; i < 3; i++) {
        double *to = J + (3 * k + i) * TAC_LANES, *from = J + (3 * j + i) * TAC_LANES;
        lane_store(to, lane_load(to) + part * lane_load(from));
        to += LINEAR * TAC_LANES;
        from += LINEAR * TAC_LANES;
        lane_store(to, lane_load(to) + part * lane_load(from));
    }
}

// y = L^T x of displacements and rotations x.
TAC_STATIC void mixed_rows(const elementv *e, double *Ja, double *Jb, lane *phi, lane *phi_t)
{
    enum { NEXT = 3 * TAC_LANES, LINEAR = TAC_TO_LINEAR(6) * TAC_LANES };
    const double *lower = e->like->mix->y;
    vec3v d = distance(e);
    quatv q = relative(e);
    lane zero = lane_set(0.0);
    vec3v none = {zero, zero, zero};
    for (int k = 0; k < 3; k++) {
        double *a = Ja + (3 + k) * NEXT, *b = Jb + (3 + k) * NEXT;
        phi[k] = coordinate_value(e, TAC_SLIDE, k, d, q, Ja + k * NEXT, Jb + k * NEXT);
        phi[3 + k] = turn_value(e, k, q, a, b);
        store3(a + LINEAR, none);
        store3(b + LINEAR, none);
    }
    for (int k = 0; k < 6; k++) {
        phi_t[k] = zero;
        for (int j = k + 1; j < 6; j++) {
            double part = lower[tac_lower6(j, k)];
            phi[k] = phi[k] + part * phi[j];
            add_row(Ja, k, j, part);
            add_row(Jb, k, j, part);
        }
    }
}

TAC_INLINE int mixes(const elementv *e)
{
    return e->form == TAC_ANY && e->like->rows[0].kind == ROW_MIXED;
}

// ---- a sphere on a plane or a road ---------------------------------------------------------------
//
// Rates are those of the point of the sphere that is nearest, E_LEAD from its centre along the normal, against the body
// that has the surface: e_x is x of that body's frame without its part along the normal, e_y = n x e_x.

// Values: the factor of the road, and nothing.
TAC_STATIC void skid_rows(const elementv *e, double *Ja, double *Jb, lane *phi, lane *phi_t)
{
    enum { NEXT = 3 * TAC_LANES };
    lane zero = lane_set(0.0);
    vec3v n = axis_in_world(e, 0, 2), x = axis_in_world(e, 0, 0), still = {zero, zero, zero};
    phi[0] = lane_set(1.0);
    if (e->like->road) {
        footv f = foot_at(e, distance(e), still);
        n = mul3v(turn_of(e, 0), frame_to_body(e, 0, f.normal));
        phi[0] = f.friction;
    }
    vec3v across = axpy3v(-dot3v(x, n), n, x);
    vec3v ex = scale3v(1.0 / lane_sqrt(dot3v(across, across) + 1e-24), across), ey = cross3v(n, ex);
    vec3v lever = scale3v(-lane_load(e->k + E_LEAD * TAC_LANES), n);
    wheel_slots(e, ex, lever, cross3v(lever, ex), Ja, Jb);
    wheel_slots(e, ey, lever, cross3v(lever, ey), Ja + NEXT, Jb + NEXT);
    phi[1] = phi_t[0] = phi_t[1] = zero;
}

TAC_INLINE int skids(const elementv *e)
{
    return e->form == TAC_ANY && e->like->rows[0].kind == ROW_SKID;
}

// All rows: Jacobians of both ends, values and their explicit rates (n_row). Reads positions,
// the angle where a row turns, and drives.
TAC_INLINE void rows_position(const elementv *e, double *Ja, double *Jb, lane *phi, lane *phi_t)
{
    vec3v d = distance(e);
    lane zero = lane_set(0.0);
    quatv q = {lane_set(1.0), zero, zero, zero};
    if (is_wheel(e)) {
        wheel_rows(e, Ja, Jb, phi, phi_t);
        return;
    }
    if (mixes(e)) {
        mixed_rows(e, Ja, Jb, phi, phi_t);
        return;
    }
    if (skids(e)) {
        skid_rows(e, Ja, Jb, phi, phi_t);
        return;
    }
    if (e->form == TAC_ANY && e->like->turns) {
        q = relative(e);
    }
    for (int k = 0; k < rows_in(e->like, e->form); k++) {
        int at = 3 * k * TAC_LANES;
        phi[k] = row_value(e, k, d, q, Ja + at, Jb + at);
        phi_t[k] = zero;
        if (driven_in(e->like, e->form, k)) {
            phi[k] = phi[k] - e->drive[k].x;
            phi_t[k] = -e->drive[k].xd;
        }
    }
}

// ---- second derivatives ------------------------------------------------------------------------

typedef struct ratesv {
    vec3v d, dd, d_quad; // d, its rate, its second derivative without accelerations
    vec3v wa, wb;        // angular velocities, world
} ratesv;

TAC_INLINE ratesv measure_rates(const elementv *e)
{
    ratesv g;
    vec3v ra = mul3v(turn_of(e, 0), origin(e, 0)), rb = mul3v(turn_of(e, 1), origin(e, 1));
    g.wa = mul3v(turn_of(e, 0), body_vector(e, 0, B_W));
    g.wb = mul3v(turn_of(e, 1), body_vector(e, 1, B_W));
    vec3v ua = cross3v(g.wa, ra), ub = cross3v(g.wb, rb);
    g.d = sub3v(add3v(body_vector(e, 1, B_R), rb), add3v(body_vector(e, 0, B_R), ra));
    g.dd = sub3v(add3v(body_vector(e, 1, B_V), ub), add3v(body_vector(e, 0, B_V), ua));
    g.d_quad = sub3v(cross3v(g.wb, ub), cross3v(g.wa, ua));
    return g;
}

// Second derivative of point_at without accelerations.
TAC_INLINE vec3v point_quad(const elementv *e, int side)
{
    vec3v r = mul3v(turn_of(e, side), origin(e, side));
    vec3v w = mul3v(turn_of(e, side), body_vector(e, side, B_W));
    return cross3v(w, cross3v(w, r));
}

// Second derivative of u . d without accelerations, u turning with frame a.
TAC_INLINE lane slide_quad(const ratesv *g, vec3v u)
{
    vec3v ud = cross3v(g->wa, u);
    return dot3v(u, g->d_quad) + 2.0 * dot3v(ud, g->dd) + dot3v(cross3v(g->wa, ud), g->d);
}

TAC_INLINE lane angle_quad(const elementv *e, quatv q)
{
    // relative rate of the Euler parameters: q_dot = (q o w_b - w_a o q) / 2
    vec3v wa = body_to_frame(e, 0, body_vector(e, 0, B_W)),
          wb = body_to_frame(e, 1, body_vector(e, 1, B_W));
    lane zero = lane_set(0.0);
    quatv qb = mulqv(q, (quatv){zero, wb.x, wb.y, wb.z});
    quatv qa = mulqv((quatv){zero, wa.x, wa.y, wa.z}, q);
    quatv qd = {0.5 * (qb.e0 - qa.e0), 0.5 * (qb.e1 - qa.e1), 0.5 * (qb.e2 - qa.e2),
                0.5 * (qb.e3 - qa.e3)};
    vec3v of_a, of_b;
    twist_rates_dot(q, qd, &of_a, &of_b);
    return dot3v(of_a, wa) + dot3v(of_b, wb);
}

// q'' without accelerations is (q' o w_b - w_a o q') / 2.
TAC_INLINE lane turn_quad(const elementv *e, int i, quatv q)
{
    vec3v wa = body_to_frame(e, 0, body_vector(e, 0, B_W)),
          wb = body_to_frame(e, 1, body_vector(e, 1, B_W));
    lane zero = lane_set(0.0), one = lane_set(1.0);
    quatv a = {zero, wa.x, wa.y, wa.z}, b = {zero, wb.x, wb.y, wb.z};
    quatv qb = mulqv(q, b), qa = mulqv(a, q);
    quatv qd = {0.5 * (qb.e0 - qa.e0), 0.5 * (qb.e1 - qa.e1), 0.5 * (qb.e2 - qa.e2),
                0.5 * (qb.e3 - qa.e3)};
    quatv db = mulqv(qd, b), da = mulqv(a, qd);
    lane sign = lane_pick(lane_less(q.e0, zero), -one, one);
    return sign * (i == 0 ? db.e1 - da.e1 : i == 1 ? db.e2 - da.e2 : db.e3 - da.e3);
}

// Value of a coordinate, its rate, and its second derivative without accelerations.
typedef struct coordinatev {
    lane x, xd, quad;
} coordinatev;

TAC_INLINE coordinatev coordinate_rates(const elementv *e, tac_coordinate c, const ratesv *g,
                                        quatv q)
{
    switch (c) {
    case TAC_DISTANCE: {
        lane inv = inverse_distance(g->d), rate = dot3v(g->d, g->dd) * inv;
        lane quad = inv * (dot3v(g->d, g->d_quad) + dot3v(g->dd, g->dd) - rate * rate);
        return (coordinatev){dot3v(g->d, g->d) * inv, rate, quad};
    }
    case TAC_ANGLE: {
        vec3v of_a, of_b;
        if (e->like->spins) {
            lane carried = e->like->stacked ? body_vector(e, 0, B_V).x
                                            : dot3v(axis_in_body(e, 0, 2), body_vector(e, 0, B_W));
            return (coordinatev){lane_load(e->k + E_ANGLE * TAC_LANES),
                                 body_vector(e, 1, B_V).x - carried, lane_set(0.0)};
        }
        twist_rates(q, &of_a, &of_b);
        lane rate = dot3v(of_a, body_to_frame(e, 0, body_vector(e, 0, B_W))) +
                    dot3v(of_b, body_to_frame(e, 1, body_vector(e, 1, B_W)));
        return (coordinatev){lane_load(e->k + E_ANGLE * TAC_LANES), rate, angle_quad(e, q)};
    }
    case TAC_SLIDE: {
        vec3v u = axis_in_world(e, 0, 2), ud = cross3v(g->wa, u);
        return (coordinatev){dot3v(u, g->d), dot3v(u, g->dd) + dot3v(ud, g->d), slide_quad(g, u)};
    }
    case TAC_N_COORDINATE:
        break;
    }
    lane zero = lane_set(0.0);
    return (coordinatev){zero, zero, zero};
}

TAC_STATIC lane term_quad(const elementv *e, const tac_row *row, const ratesv *g, quatv q)
{
    coordinatev at = coordinate_rates(e, (tac_coordinate)row->i, g, q);
    curvev c = term_at(e, at.x);
    return c.dy * at.quad + c.ddy * at.xd * at.xd;
}

// As from a plane that turns with the first frame, and what the road bends across.
TAC_STATIC lane road_quad(const elementv *e, const ratesv *g)
{
    vec3v rate = sub3v(g->dd, cross3v(g->wa, g->d));
    footv f = foot_at(e, g->d, body_to_frame(e, 0, tmul3v(turn_of(e, 0), rate)));
    return slide_quad(g, mul3v(turn_of(e, 0), frame_to_body(e, 0, f.normal))) + f.bend;
}

TAC_INLINE lane row_quad(const elementv *e, int k, const ratesv *g, quatv q)
{
    const tac_row *row = &e->like->rows[k];
    int i = e->form == TAC_ANY ? row->i : k;
    switch (kind_in(e->like, e->form, k)) {
    case ROW_POINT:
        return i == 0 ? g->d_quad.x : i == 1 ? g->d_quad.y : g->d_quad.z;
    case ROW_DOT: {
        vec3v u = row_axis_in_world(e, 0, k), b = row_axis_in_world(e, 1, k);
        vec3v ud = cross3v(g->wa, u), bd = cross3v(g->wb, b);
        return dot3v(cross3v(g->wa, ud), b) + 2.0 * dot3v(ud, bd) + dot3v(u, cross3v(g->wb, bd));
    }
    case ROW_SLIDE:
        return slide_quad(g, axis_in_world(e, 0, row->i));
    case ROW_DISTANCE: {
        lane inv = inverse_distance(g->d);
        lane rate = dot3v(g->d, g->dd) * inv;
        return inv * (dot3v(g->d, g->d_quad) + dot3v(g->dd, g->dd) - rate * rate);
    }
    case ROW_ANGLE:
        return e->like->spins ? lane_set(0.0) : angle_quad(e, q);
    case ROW_SCREW:
        return slide_quad(g, axis_in_world(e, 0, 2)) -
               lane_load(e->k + E_LEAD * TAC_LANES) * angle_quad(e, q);
    case ROW_TERM:
        return term_quad(e, row, g, q);
    case ROW_ASIDE:
        return lane_set(0.0);
    case ROW_ROAD:
        return road_quad(e, g);
    case ROW_SKID:
    case ROW_MIXED:
    case ROW_WHEEL: // always compliant: no acceleration constraint
    case ROW_TURN:  // of laws compliant: no acceleration constraint
        break;
    }
    return row->drive == TAC_NONE ? lane_set(0.0) : turn_quad(e, row->i, q);
}

// gamma (n_row): Phi_q qdd = gamma keeps the second derivative of the rows at zero.
TAC_INLINE void rows_gamma(const elementv *e, double *gamma, int stride)
{
    ratesv g = measure_rates(e);
    lane zero = lane_set(0.0);
    quatv q = {lane_set(1.0), zero, zero, zero};
    if (e->form == TAC_ANY && e->like->turns) {
        q = relative(e);
    }
    for (int k = 0; k < rows_in(e->like, e->form); k++) {
        lane drive = driven_in(e->like, e->form, k) ? e->drive[k].xdd : lane_set(0.0);
        lane_store(gamma + k * stride, drive - row_quad(e, k, &g, q));
    }
}

#endif

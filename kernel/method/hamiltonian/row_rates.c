#include "row_rates.h"

#include "model/row_geometry.h"

// An element between two bodies that move, all in world axes.
typedef struct pair {
    mat3 Xa, Xb; // axes of the frames
    vec3 wa, wb; // angular velocities
    vec3 sa, sb; // origins of the frames from the centres of mass
    vec3 ua, ub; // and their rates
    vec3 d, dd;  // from a's to b's origin, and its rate
} pair;

static const vec3 none = {0.0, 0.0, 0.0};

static pair measure(const tac_element *e, const tac_pose *pa, const tac_pose *pb)
{
    pair g = {.Xa = mulm3(pa->A, e->R[0]), .Xb = mulm3(pb->A, e->R[1])};
    g.wa = mul3(pa->A, pa->w);
    g.wb = mul3(pb->A, pb->w);
    g.sa = mul3(pa->A, e->s[0]);
    g.sb = mul3(pb->A, e->s[1]);
    g.ua = cross3(g.wa, g.sa);
    g.ub = cross3(g.wb, g.sb);
    g.d = sub3(add3(pb->r, g.sb), add3(pa->r, g.sa));
    g.dd = sub3(add3(pb->v, g.ub), add3(pa->v, g.ua));
    return g;
}

// Of a force along u, which turns with rate ud, at b's origin; on a it acts at a's origin, or, carried along with
// a, where b's origin is.
static void force_along(const pair *g, vec3 u, vec3 ud, bool carried, tac_slot *a, tac_slot *b)
{
    vec3 lever = carried ? add3(g->d, g->sa) : g->sa;
    vec3 lever_rate = carried ? add3(g->dd, g->ua) : g->ua;
    *a = (tac_slot){neg3(ud), add3(cross3(ud, lever), cross3(u, lever_rate))};
    *b = (tac_slot){ud, add3(cross3(g->ub, u), cross3(g->sb, ud))};
}

// Torques of a twist about z, `lead` times.
static void turn(const tac_element *e, const tac_pose *pa, const tac_pose *pb, const pair *g,
                 double lead, tac_slot *a, tac_slot *b)
{
    vec3 wa = tmul3(g->Xa, g->wa), wb = tmul3(g->Xb, g->wb), of_a, of_b, of_a_dot, of_b_dot;
    quat q = mulq(conjq(mulq(pa->p, e->q[0])), mulq(pb->p, e->q[1]));
    quat with_b = mulq(q, (quat){0.0, wb.x, wb.y, wb.z});
    quat with_a = mulq((quat){0.0, wa.x, wa.y, wa.z}, q);
    quat qd = scaleq(0.5, axpyq(-1.0, with_a, with_b));
    twist_rates(q, &of_a, &of_b);
    twist_rates_dot(q, qd, &of_a_dot, &of_b_dot);
    vec3 na = add3(mul3(g->Xa, of_a_dot), cross3(g->wa, mul3(g->Xa, of_a)));
    vec3 nb = add3(mul3(g->Xb, of_b_dot), cross3(g->wb, mul3(g->Xb, of_b)));
    a->a = axpy3(lead, na, a->a);
    b->a = axpy3(lead, nb, b->a);
}

// Torques of component i of twice the vector part of q.
static void turn_vector(const tac_element *e, const tac_pose *pa, const tac_pose *pb, const pair *g,
                        int i, tac_slot *a, tac_slot *b)
{
    const vec3 unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    vec3 wa = tmul3(g->Xa, g->wa), wb = tmul3(g->Xb, g->wb);
    quat q = mulq(conjq(mulq(pa->p, e->q[0])), mulq(pb->p, e->q[1]));
    q = q.e0 < 0.0 ? scaleq(-1.0, q) : q;
    quat with_b = mulq(q, (quat){0.0, wb.x, wb.y, wb.z});
    quat with_a = mulq((quat){0.0, wa.x, wa.y, wa.z}, q);
    quat qd = scaleq(0.5, axpyq(-1.0, with_a, with_b));
    vec3 along = scale3(q.e0, unit[i]), across = cross3((vec3){q.e1, q.e2, q.e3}, unit[i]);
    vec3 along_dot = scale3(qd.e0, unit[i]);
    vec3 across_dot = cross3((vec3){qd.e1, qd.e2, qd.e3}, unit[i]);
    vec3 of_a = neg3(add3(along, across)), of_b = sub3(along, across);
    vec3 of_a_dot = neg3(add3(along_dot, across_dot)), of_b_dot = sub3(along_dot, across_dot);
    a->a = add3(mul3(g->Xa, of_a_dot), cross3(g->wa, mul3(g->Xa, of_a)));
    b->a = add3(mul3(g->Xb, of_b_dot), cross3(g->wb, mul3(g->Xb, of_b)));
}

static void distance_rate(const pair *g, tac_slot *a, tac_slot *b)
{
    double inv = inverse_distance(g->d);
    vec3 u = scale3(inv, g->d);
    vec3 ud = scale3(inv, axpy3(-dot3(u, g->dd), u, g->dd));
    force_along(g, u, ud, false, a, b);
}

// Jacobians of a coordinate, world axes, and their rates.
static void coordinate_slots(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                             const pair *g, tac_slot on[2], tac_slot rate[2])
{
    vec3 u = col3(g->Xa, 2), of_a, of_b;
    on[0] = on[1] = rate[0] = rate[1] = (tac_slot){none, none};
    switch ((tac_coordinate)e->rows[0].i) {
    case TAC_DISTANCE:
        u = scale3(inverse_distance(g->d), g->d);
        on[0] = (tac_slot){neg3(u), cross3(u, g->sa)};
        on[1] = (tac_slot){u, cross3(g->sb, u)};
        distance_rate(g, &rate[0], &rate[1]);
        break;
    case TAC_SLIDE:
        on[0] = (tac_slot){neg3(u), cross3(u, add3(g->d, g->sa))};
        on[1] = (tac_slot){u, cross3(g->sb, u)};
        force_along(g, u, cross3(g->wa, u), true, &rate[0], &rate[1]);
        break;
    case TAC_ANGLE:
    case TAC_N_COORDINATE:
        twist_rates(mulq(conjq(mulq(pa->p, e->q[0])), mulq(pb->p, e->q[1])), &of_a, &of_b);
        on[0] = (tac_slot){none, mul3(g->Xa, of_a)};
        on[1] = (tac_slot){none, mul3(g->Xb, of_b)};
        turn(e, pa, pb, g, 1.0, &rate[0], &rate[1]);
        break;
    }
}

static double coordinate_of(const tac_element *e, const pair *g, double angle)
{
    return e->rows[0].i == TAC_ANGLE   ? angle
           : e->rows[0].i == TAC_SLIDE ? dot3(col3(g->Xa, 2), g->d)
                                       : norm3(g->d);
}

// Of a term of a coupler, c f(q): c (f' times the rates of the coordinate's Jacobian + f'' qd times
// that).
static void term_rate(const tac_element *e, const tac_pose *pa, const tac_pose *pb, const pair *g,
                      double angle, tac_slot *a, tac_slot *b)
{
    tac_slot on[2], rate[2];
    coordinate_slots(e, pa, pb, g, on, rate);
    double slope = e->lead, bend = 0.0;
    if (e->curve) {
        tac_curve_value at = tac_curve_eval(e->curve, coordinate_of(e, g, angle));
        slope = e->lead * at.dy;
        bend = e->lead * at.ddy;
    }
    bend *= tac_slot_dot(&on[0], pa->v, g->wa) + tac_slot_dot(&on[1], pb->v, g->wb);
    *a = (tac_slot){axpy3(bend, on[0].l, scale3(slope, rate[0].l)),
                    axpy3(bend, on[0].a, scale3(slope, rate[0].a))};
    *b = (tac_slot){axpy3(bend, on[1].l, scale3(slope, rate[1].l)),
                    axpy3(bend, on[1].a, scale3(slope, rate[1].a))};
}

void tac_row_rates(const tac_element *e, const tac_pose *pa, const tac_pose *pb, double angle,
                   tac_slot *on_a, tac_slot *on_b)
{
    static const vec3 unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    pair g = measure(e, pa, pb);
    for (int k = 0; k < e->n_row; k++) {
        const tac_row *row = &e->rows[k];
        tac_slot *a = &on_a[k], *b = &on_b[k];
        vec3 u = col3(g.Xa, row->i), ud = cross3(g.wa, u); // axis of a
        *a = *b = (tac_slot){none, none};
        switch (row->kind) {
        case ROW_POINT:
            a->a = cross3(unit[row->i], g.ua);
            b->a = cross3(g.ub, unit[row->i]);
            break;
        case ROW_DOT: {
            vec3 v = col3(g.Xb, row->j), vd = cross3(g.wb, v);
            a->a = add3(cross3(ud, v), cross3(u, vd));
            b->a = neg3(a->a);
            break;
        }
        case ROW_SLIDE:
            force_along(&g, u, ud, true, a, b);
            break;
        case ROW_DISTANCE:
            distance_rate(&g, a, b);
            break;
        case ROW_ANGLE:
            turn(e, pa, pb, &g, 1.0, a, b);
            break;
        case ROW_SCREW:
            u = col3(g.Xa, 2);
            force_along(&g, u, cross3(g.wa, u), true, a, b);
            turn(e, pa, pb, &g, -e->lead, a, b);
            break;
        case ROW_TERM:
            term_rate(e, pa, pb, &g, angle, a, b);
            break;
        case ROW_TURN: // of laws it is nothing that holds
            turn_vector(e, pa, pb, &g, row->i, a, b);
            break;
        case ROW_ASIDE: // stays
        case ROW_WHEEL: // laws'
        case ROW_SKID:
        case ROW_MIXED:
        case ROW_ROAD:
            break;
        }
    }
}

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

static void distance_rate(const pair *g, tac_slot *a, tac_slot *b)
{
    double inv = inverse_distance(g->d);
    vec3 u = scale3(inv, g->d);
    vec3 ud = scale3(inv, axpy3(-dot3(u, g->dd), u, g->dd));
    force_along(g, u, ud, false, a, b);
}

void tac_row_rates(const tac_element *e, const tac_pose *pa, const tac_pose *pb, tac_slot *on_a,
                   tac_slot *on_b)
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
        case ROW_TURN: // a law's
            break;
        }
    }
}

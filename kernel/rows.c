// Geometry of joints: every kind is a short list of row primitives between two frames.
//
// Notation: frame a on the first body, b on the second; x y z of a frame are its axes 0 1 2 in world
// coordinates; d runs from a's to b's origin; w are angular velocities. A Jacobian slot (l, a) stands
// for l . v + a . w' with v of the centre of mass in world axes and w' in body axes, so that
// u . (velocity of point s) gives l = u, a = s x (A^T u). docs/equations.md derives the rows.
#include "elementary.h"
#include "internal.h"

// ---- which rows a joint has --------------------------------------------------------------------

static void put(tac_element *e, tac_row_kind kind, int i, int j, int drive)
{
    e->rows[e->n_row++] = (tac_row){kind, i, j, drive};
}

static void put_point(tac_element *e)
{
    for (int i = 0; i < 3; i++) {
        put(e, ROW_POINT, i, 0, TAC_NONE);
    }
}

static void put_line(tac_element *e) // b's origin on a's z axis
{
    put(e, ROW_SLIDE, 0, 0, TAC_NONE);
    put(e, ROW_SLIDE, 1, 0, TAC_NONE);
}

static void put_parallel(tac_element *e) // b's z along a's z
{
    put(e, ROW_DOT, 0, 2, TAC_NONE);
    put(e, ROW_DOT, 1, 2, TAC_NONE);
}

static void put_aligned(tac_element *e) // same orientation
{
    put(e, ROW_DOT, 0, 1, TAC_NONE);
    put(e, ROW_DOT, 1, 2, TAC_NONE);
    put(e, ROW_DOT, 2, 0, TAC_NONE);
}

void tac_rows_of_joint(tac_element *e, const tac_joint_desc *j)
{
    e->n_row = 0;
    e->length = j->length;
    e->lead = j->lead;
    switch (j->kind) {
    case TAC_FIXED:
        put_point(e);
        put_aligned(e);
        break;
    case TAC_REVOLUTE:
        put_point(e);
        put_parallel(e);
        break;
    case TAC_PRISMATIC:
        put_line(e);
        put_aligned(e);
        break;
    case TAC_CYLINDRICAL:
        put_line(e);
        put_parallel(e);
        break;
    case TAC_SPHERICAL:
        put_point(e);
        break;
    case TAC_UNIVERSAL:
        put_point(e);
        put(e, ROW_DOT, 2, 2, TAC_NONE);
        break;
    case TAC_PLANAR:
        put(e, ROW_SLIDE, 2, 0, TAC_NONE);
        put_parallel(e);
        break;
    case TAC_POINT_ON_LINE:
        put_line(e);
        break;
    case TAC_ROD:
        put(e, ROW_DISTANCE, 0, 0, j->drive_displacement);
        break;
    default: // TAC_SCREW; kinds were checked with the tree
        put_line(e);
        put_parallel(e);
        put(e, ROW_SCREW, 0, 0, TAC_NONE);
        break;
    }
    int slides = j->kind == TAC_PRISMATIC || j->kind == TAC_CYLINDRICAL;
    int turns = j->kind == TAC_REVOLUTE || j->kind == TAC_CYLINDRICAL;
    if (slides && j->drive_displacement != TAC_NONE) {
        put(e, ROW_SLIDE, 2, 0, j->drive_displacement);
    }
    if (turns && j->drive_angle != TAC_NONE) {
        put(e, ROW_ANGLE, 0, 0, j->drive_angle);
    }
}

int tac_joint_row_count(const tac_joint_desc *j)
{
    tac_element e = {0};
    tac_rows_of_joint(&e, j);
    return e.n_row;
}

void tac_rows_of_coordinate(tac_element *e, tac_coordinate c)
{
    e->n_row = 0;
    e->length = 0.0;
    switch (c) {
    case TAC_DISTANCE:
        put(e, ROW_DISTANCE, 0, 0, TAC_NONE);
        break;
    case TAC_ANGLE:
        put(e, ROW_ANGLE, 0, 0, TAC_NONE);
        break;
    default:
        put(e, ROW_SLIDE, 2, 0, TAC_NONE);
        break;
    }
}

// ---- geometry ----------------------------------------------------------------------------------

typedef struct geometry {
    mat3 Xa, Xb; // frames a and b to world
    vec3 sa, sb; // origins from the centres of mass, body axes
    vec3 d;      // from a's to b's origin, world
    vec3 dd;     // its rate
    vec3 d_quad; // part of its second derivative without accelerations
    vec3 wa, wb; // angular velocities, world
    quat q;      // frame b to frame a
} geometry;

static geometry measure(const tac_element *e, const tac_pose *pa, const tac_pose *pb)
{
    geometry g;
    g.Xa = mulm3(pa->A, e->R[0]);
    g.Xb = mulm3(pb->A, e->R[1]);
    g.sa = e->s[0];
    g.sb = e->s[1];
    vec3 ra = mul3(pa->A, g.sa), rb = mul3(pb->A, g.sb);
    g.d = sub3(add3(pb->r, rb), add3(pa->r, ra));
    g.wa = mul3(pa->A, pa->w);
    g.wb = mul3(pb->A, pb->w);
    vec3 ua = cross3(g.wa, ra), ub = cross3(g.wb, rb);
    g.dd = sub3(add3(pb->v, ub), add3(pa->v, ua));
    g.d_quad = sub3(cross3(g.wb, ub), cross3(g.wa, ua));
    g.q = mulq(conjq(mulq(pa->p, e->q[0])), mulq(pb->p, e->q[1]));
    return g;
}

double tac_twist(quat q, double before)
{
    double raw = 2.0 * tac_atan2(q.e3, q.e0);
    double turns = floor((raw - before) / (2.0 * TAC_PI) + 0.5);
    return raw - turns * (2.0 * TAC_PI);
}

// Rates of the twist per angular velocity of b and of a, both in frame b's respectively a's axes:
// with q = (w, x, y, z), twist = 2 atan2(z, w),
//   of b   ((x z - w y), (y z + w x), w^2 + z^2) / (w^2 + z^2)
//   of a  -((x z + w y), (y z - w x), w^2 + z^2) / (w^2 + z^2)
static void twist_rates(quat q, vec3 *of_a, vec3 *of_b)
{
    double inv = 1.0 / (q.e0 * q.e0 + q.e3 * q.e3);
    double xz = q.e1 * q.e3 * inv, wy = q.e0 * q.e2 * inv;
    double yz = q.e2 * q.e3 * inv, wx = q.e0 * q.e1 * inv;
    *of_b = (vec3){xz - wy, yz + wx, 1.0};
    *of_a = (vec3){-(xz + wy), -(yz - wx), -1.0};
}

// Time derivatives of the above for the relative rate qd of the Euler parameters.
static void twist_rates_dot(quat q, quat qd, vec3 *of_a, vec3 *of_b)
{
    double inv = 1.0 / (q.e0 * q.e0 + q.e3 * q.e3);
    double grow = 2.0 * (q.e0 * qd.e0 + q.e3 * qd.e3) * inv;
    double xz = (qd.e1 * q.e3 + q.e1 * qd.e3) * inv - grow * q.e1 * q.e3 * inv;
    double wy = (qd.e0 * q.e2 + q.e0 * qd.e2) * inv - grow * q.e0 * q.e2 * inv;
    double yz = (qd.e2 * q.e3 + q.e2 * qd.e3) * inv - grow * q.e2 * q.e3 * inv;
    double wx = (qd.e0 * q.e1 + q.e0 * qd.e1) * inv - grow * q.e0 * q.e1 * inv;
    *of_b = (vec3){xz - wy, yz + wx, 0.0};
    *of_a = (vec3){-(xz + wy), -(yz - wx), 0.0};
}

// Slots of u . d with u fixed in world axes, or with u an axis of frame a (carried = 1): then the
// turning of u adds u x d to the lever of a.
static void along(const geometry *g, const tac_pose *pa, const tac_pose *pb, vec3 u, double carried,
                  tac_slot *sa, tac_slot *sb)
{
    vec3 lever = axpy3(carried, tmul3(pa->A, g->d), g->sa);
    *sa = (tac_slot){neg3(u), cross3(tmul3(pa->A, u), lever)};
    *sb = (tac_slot){u, cross3(g->sb, tmul3(pb->A, u))};
}

static double inverse_distance(vec3 d)
{
    // a spring of length zero has no direction: its row then vanishes instead of dividing by zero
    return 1.0 / sqrt(dot3(d, d) + 1e-60);
}

// One row: slots and value. u is the world direction the row works along, where it has one.
static double row_value(const tac_element *e, const tac_row *row, const geometry *g,
                        const tac_pose *pa, const tac_pose *pb, double angle, tac_slot *sa,
                        tac_slot *sb)
{
    vec3 zero = {0.0, 0.0, 0.0};
    switch (row->kind) {
    case ROW_POINT: {
        vec3 u = {row->i == 0, row->i == 1, row->i == 2};
        along(g, pa, pb, u, 0.0, sa, sb);
        return dot3(u, g->d);
    }
    case ROW_DOT: {
        vec3 u = col3(g->Xa, row->i), b = col3(g->Xb, row->j), n = cross3(u, b);
        *sa = (tac_slot){zero, tmul3(pa->A, n)};
        *sb = (tac_slot){zero, neg3(tmul3(pb->A, n))};
        return dot3(u, b);
    }
    case ROW_SLIDE: {
        vec3 u = col3(g->Xa, row->i);
        along(g, pa, pb, u, 1.0, sa, sb);
        return dot3(u, g->d);
    }
    case ROW_DISTANCE: {
        double inv = inverse_distance(g->d);
        along(g, pa, pb, scale3(inv, g->d), 0.0, sa, sb);
        return dot3(g->d, g->d) * inv - (row->drive == TAC_NONE ? e->length : 0.0);
    }
    case ROW_ANGLE: {
        vec3 of_a, of_b;
        twist_rates(g->q, &of_a, &of_b);
        *sa = (tac_slot){zero, mul3(e->R[0], of_a)};
        *sb = (tac_slot){zero, mul3(e->R[1], of_b)};
        return angle;
    }
    case ROW_SCREW: {
        vec3 u = col3(g->Xa, 2), of_a, of_b;
        twist_rates(g->q, &of_a, &of_b);
        along(g, pa, pb, u, 1.0, sa, sb);
        sa->a = axpy3(-e->lead, mul3(e->R[0], of_a), sa->a);
        sb->a = axpy3(-e->lead, mul3(e->R[1], of_b), sb->a);
        return dot3(u, g->d) - e->lead * angle;
    }
    default: { // ROW_TURN: 2 vec(q), rates +-(w I +- v~) with the sign that keeps w > 0
        double sign = g->q.e0 < 0.0 ? -1.0 : 1.0;
        vec3 v = {sign * g->q.e1, sign * g->q.e2, sign * g->q.e3};
        vec3 axis = {row->i == 0, row->i == 1, row->i == 2};
        vec3 we = scale3(sign * g->q.e0, axis), ve = cross3(v, axis);
        *sa = (tac_slot){zero, neg3(mul3(e->R[0], add3(we, ve)))};
        *sb = (tac_slot){zero, mul3(e->R[1], sub3(we, ve))};
        return 2.0 * dot3(v, axis);
    }
    }
}

double tac_rows_position(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                         const tac_signal *signal, double angle_before, tac_slot *sa, tac_slot *sb,
                         double *phi, double *phi_t)
{
    geometry g = measure(e, pa, pb);
    double angle = e->angle == TAC_NONE ? 0.0 : tac_twist(g.q, angle_before);
    for (int k = 0; k < e->n_row; k++) {
        const tac_row *row = &e->rows[k];
        tac_signal drive = {0.0, 0.0, 0.0};
        if (row->drive != TAC_NONE) {
            drive = signal[row->drive];
        }
        phi[k] = row_value(e, row, &g, pa, pb, angle, &sa[k], &sb[k]) - drive.x;
        phi_t[k] = -drive.xd;
    }
    return angle;
}

// ---- second derivatives ------------------------------------------------------------------------

// Second derivative of u . d without accelerations, u turning with frame a.
static double slide_quad(const geometry *g, vec3 u)
{
    vec3 ud = cross3(g->wa, u);
    return dot3(u, g->d_quad) + 2.0 * dot3(ud, g->dd) + dot3(cross3(g->wa, ud), g->d);
}

static double angle_quad(const tac_element *e, const geometry *g, const tac_pose *pa,
                         const tac_pose *pb)
{
    // relative rate of the Euler parameters: q_dot = (q o w_b - w_a o q) / 2
    vec3 wa = tmul3(e->R[0], pa->w), wb = tmul3(e->R[1], pb->w);
    quat qb = mulq(g->q, (quat){0.0, wb.x, wb.y, wb.z});
    quat qa = mulq((quat){0.0, wa.x, wa.y, wa.z}, g->q);
    quat qd = scaleq(0.5, axpyq(-1.0, qa, qb));
    vec3 of_a, of_b;
    twist_rates_dot(g->q, qd, &of_a, &of_b);
    return dot3(of_a, wa) + dot3(of_b, wb);
}

static double row_quad(const tac_element *e, const tac_row *row, const geometry *g,
                       const tac_pose *pa, const tac_pose *pb)
{
    switch (row->kind) {
    case ROW_POINT:
        return row->i == 0 ? g->d_quad.x : row->i == 1 ? g->d_quad.y : g->d_quad.z;
    case ROW_DOT: {
        vec3 u = col3(g->Xa, row->i), b = col3(g->Xb, row->j);
        vec3 ud = cross3(g->wa, u), bd = cross3(g->wb, b);
        return dot3(cross3(g->wa, ud), b) + 2.0 * dot3(ud, bd) + dot3(u, cross3(g->wb, bd));
    }
    case ROW_SLIDE:
        return slide_quad(g, col3(g->Xa, row->i));
    case ROW_DISTANCE: {
        double inv = inverse_distance(g->d);
        double rate = dot3(g->d, g->dd) * inv;
        return inv * (dot3(g->d, g->d_quad) + dot3(g->dd, g->dd) - rate * rate);
    }
    case ROW_ANGLE:
        return angle_quad(e, g, pa, pb);
    case ROW_SCREW:
        return slide_quad(g, col3(g->Xa, 2)) - e->lead * angle_quad(e, g, pa, pb);
    default: // ROW_TURN is always compliant: no acceleration constraint
        return 0.0;
    }
}

void tac_rows_gamma(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                    const tac_signal *signal, double *gamma)
{
    geometry g = measure(e, pa, pb);
    for (int k = 0; k < e->n_row; k++) {
        const tac_row *row = &e->rows[k];
        double drive = row->drive == TAC_NONE ? 0.0 : signal[row->drive].xdd;
        gamma[k] = drive - row_quad(e, row, &g, pa, pb);
    }
}

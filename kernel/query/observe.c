#include "observe.h"

#include "elementary.h"
#include "internal.h"
#include "model/flexible.h"
#include "model/law.h"
#include "model/rows.h"
#include "model/tables.h"
#include "plain_rows.h"

// ---- joints ------------------------------------------------------------------------------------

// Of a part on its second mount, world axes; multipliers are along the axes of its first.
static void part_wrench(const tac_model *m, const tac_state *s, const tac_element *e, double out[6])
{
    const double *lambda = s->lambda + e->row;
    mat3 axes = mulm3(tac_state_pose(m, s, e, 0).A, e->R[0]);
    vec3 f = mul3(axes, (vec3){-lambda[0], -lambda[1], -lambda[2]});
    vec3 n = mul3(axes, (vec3){-lambda[3], -lambda[4], -lambda[5]});
    const double all[6] = {f.x, f.y, f.z, n.x, n.y, n.z};
    for (int k = 0; k < 6; k++) {
        out[k] = all[k];
    }
}

void tac_element_reaction(const tac_model *m, const tac_state *s, tac_element_class what, int i,
                          double out[6])
{
    const tac_element *e = &m->element[m->element_first[what] + i];
    tac_slot sb[TAC_MAX_ROWS];
    double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS];
    if (tac_element_part(m, e) != TAC_NONE) {
        part_wrench(m, s, e, out);
        return;
    }
    tac_plain_rows(m, s, e, sb, x, xd);
    vec3 force = {0.0, 0.0, 0.0}, torque = {0.0, 0.0, 0.0}; // about the centre of mass, body axes
    for (int k = 0; k < e->n_row; k++) {
        double lambda = -s->lambda[e->row + k];
        force = axpy3(lambda, sb[k].l, force);
        torque = axpy3(lambda, sb[k].a, torque);
    }
    tac_pose pb = tac_state_pose(m, s, e, 1);
    // move the torque from the centre of mass to frame b's origin
    vec3 n = sub3(mul3(pb.A, torque), cross3(mul3(pb.A, e->s[1]), force));
    const double all[6] = {force.x, force.y, force.z, n.x, n.y, n.z};
    for (int k = 0; k < 6; k++) {
        out[k] = all[k];
    }
}

void tac_joint_reaction(const tac_model *m, const tac_state *s, int j, double out[6])
{
    tac_element_reaction(m, s, TAC_JOINTS, j, out);
}

static double coordinate(const tac_model *m, const tac_state *s, const tac_element *joint,
                         tac_row_kind kind, int axis, double *rate)
{
    tac_element one = *joint;
    one.n_row = 1;
    one.rows[0] = (tac_row){kind, axis, 0, TAC_NONE, 0, false};
    one.length = 0.0;
    one.turns = kind == ROW_ANGLE;
    tac_slot sb[TAC_MAX_ROWS];
    double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS];
    tac_plain_rows(m, s, &one, sb, x, xd);
    *rate = xd[0];
    return x[0];
}

// Rotation vector of frame b in frame a and its rate taken as the relative angular velocity in a.
static void rotation_vector(const tac_model *m, const tac_state *s, const tac_element *e, double *q,
                            double *qd)
{
    tac_pose pa = tac_state_pose(m, s, e, 0), pb = tac_state_pose(m, s, e, 1);
    quat rel = mulq(conjq(mulq(pa.p, e->q[0])), mulq(pb.p, e->q[1]));
    rel = rel.e0 < 0.0 ? scaleq(-1.0, rel) : rel;
    vec3 v = {rel.e1, rel.e2, rel.e3};
    double sine = norm3(v);
    double scale = sine > 1e-8 ? 2.0 * tac_atan2(sine, rel.e0) / sine : 2.0;
    vec3 w = sub3(mul3(pb.A, pb.w), mul3(pa.A, pa.w));
    vec3 wa = tmul3(e->R[0], tmul3(pa.A, w));
    const double value[6] = {scale * v.x, scale * v.y, scale * v.z, wa.x, wa.y, wa.z};
    for (int k = 0; k < 3; k++) {
        q[k] = value[k];
        qd[k] = value[3 + k];
    }
}

// Angles of a universal joint: about a's z from a's x to b's z, and about b's z likewise.
static void universal_angles(const tac_model *m, const tac_state *s, const tac_element *e,
                             double *q, double *qd)
{
    tac_pose pa = tac_state_pose(m, s, e, 0), pb = tac_state_pose(m, s, e, 1);
    mat3 Xa = mulm3(pa.A, e->R[0]), Xb = mulm3(pb.A, e->R[1]);
    vec3 za = col3(Xa, 2), zb = col3(Xb, 2), n = cross3(za, zb);
    q[0] = tac_atan2(dot3(col3(Xa, 1), zb), dot3(col3(Xa, 0), zb));
    q[1] = -tac_atan2(dot3(col3(Xb, 1), za), dot3(col3(Xb, 0), za));
    // w_b - w_a = qd0 za + qd1 zb, axes normal to each other up to n
    vec3 w = sub3(mul3(pb.A, pb.w), mul3(pa.A, pa.w));
    double inv = 1.0 / dot3(n, n);
    qd[0] = dot3(cross3(w, zb), n) * inv;
    qd[1] = dot3(cross3(za, w), n) * inv;
}

int tac_coordinate_count(tac_joint_kind kind)
{
    static const int count[TAC_N_JOINT_KIND] = {
        [TAC_FIXED] = 0,     [TAC_REVOLUTE] = 1,  [TAC_PRISMATIC] = 1, [TAC_CYLINDRICAL] = 2,
        [TAC_SPHERICAL] = 3, [TAC_UNIVERSAL] = 2, [TAC_PLANAR] = 3,    [TAC_POINT_ON_LINE] = 4,
        [TAC_ROD] = 1,       [TAC_SCREW] = 1,
    };
    return count[kind];
}

int tac_joint_coordinates(const tac_model *m, const tac_state *s, int j,
                          double q[TAC_MAX_COORDINATES], double qd[TAC_MAX_COORDINATES])
{
    const tac_element *e = &m->element[j];
    switch (m->joint_kind[j]) {
    case TAC_FIXED:
        break;
    case TAC_REVOLUTE:
    case TAC_SCREW:
        q[0] = coordinate(m, s, e, ROW_ANGLE, 0, &qd[0]);
        break;
    case TAC_PRISMATIC:
        q[0] = coordinate(m, s, e, ROW_SLIDE, 2, &qd[0]);
        break;
    case TAC_CYLINDRICAL:
        q[0] = coordinate(m, s, e, ROW_SLIDE, 2, &qd[0]);
        q[1] = coordinate(m, s, e, ROW_ANGLE, 0, &qd[1]);
        break;
    case TAC_SPHERICAL:
        rotation_vector(m, s, e, q, qd);
        break;
    case TAC_UNIVERSAL:
        universal_angles(m, s, e, q, qd);
        break;
    case TAC_PLANAR:
        q[0] = coordinate(m, s, e, ROW_SLIDE, 0, &qd[0]);
        q[1] = coordinate(m, s, e, ROW_SLIDE, 1, &qd[1]);
        q[2] = coordinate(m, s, e, ROW_ANGLE, 0, &qd[2]);
        break;
    case TAC_POINT_ON_LINE:
        q[0] = coordinate(m, s, e, ROW_SLIDE, 2, &qd[0]);
        rotation_vector(m, s, e, q + 1, qd + 1);
        break;
    case TAC_ROD:
        q[0] = coordinate(m, s, e, ROW_DISTANCE, 0, &qd[0]);
        break;
    case TAC_N_JOINT_KIND:
        break;
    }
    return tac_coordinate_count(m->joint_kind[j]);
}

// ---- sensors -----------------------------------------------------------------------------------

static const tac_element *element_of(const tac_model *m, const tac_sensor_desc *d)
{
    return &m->element[m->element_first[d->what] + d->element];
}

int tac_sensor_width(const tac_model *m, int i)
{
    const tac_sensor_desc *d = &m->sensor[i];
    switch (d->kind) {
    case TAC_POSE:
        return 7;
    case TAC_TWIST:
    case TAC_ACCELERATION:
    case TAC_REACTION:
    case TAC_INTERNAL:
        return 6;
    case TAC_COORDINATES:
        return 2 * tac_coordinate_count(m->joint_kind[d->element]);
    case TAC_SPAN:
        return 2;
    case TAC_OUTPUT:
        return 1;
    case TAC_SPRING_FORCE:
        return element_of(m, d)->n_row;
    case TAC_RESIDUALS:
        return 4;
    case TAC_MODES:
        return 2 * m->flexible[m->flexible_of[d->element]].modes->n_shown;
    case TAC_SPECIFIC:
    case TAC_ENERGY:
        return 3;
    case TAC_N_SENSOR_KIND:
        break;
    }
    return 0;
}

int tac_sensor_total(const tac_model *m)
{
    int n = 0;
    for (int i = 0; i < m->n_sensor; i++) {
        n += tac_sensor_width(m, i);
    }
    return n;
}

static double *put(double *out, vec3 a)
{
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
    return out + 3;
}

static vec3 in_axes(const tac_sensor_desc *d, mat3 X, vec3 world)
{
    return d->in_frame ? tmul3(X, world) : world;
}

// Pose, twist and acceleration of a frame on a body.
static void sense_frame(const tac_model *m, const tac_state *s, const tac_sensor_desc *d,
                        double *out)
{
    vec3 zero = {0.0, 0.0, 0.0};
    int on_ground = d->a.body == TAC_GROUND;
    tac_pose pose = tac_state_pose_of(m, s, d->a.body, d->a.interface);
    vec3 lever = mul3(pose.A, d->a.s), w = mul3(pose.A, pose.w);
    mat3 X = mulm3(pose.A, rotation(d->a.q));
    if (d->kind == TAC_POSE) {
        quat q = mulq(pose.p, d->a.q);
        out = put(out, add3(pose.r, lever));
        out[0] = q.e0;
        put(out + 1, (vec3){q.e1, q.e2, q.e3});
        return;
    }
    vec3 v = add3(pose.v, cross3(w, lever));
    if (d->kind == TAC_TWIST) {
        put(put(out, in_axes(d, X, v)), in_axes(d, X, w));
        return;
    }
    vec3 a = zero, wd = zero;
    if (!on_ground) {
        tac_state_acceleration(m, s, d->a.body, d->a.interface, &a, &wd);
        wd = mul3(pose.A, wd);
    }
    a = add3(a, add3(cross3(wd, lever), cross3(w, cross3(w, lever))));
    if (d->kind == TAC_ACCELERATION) {
        put(put(out, in_axes(d, X, a)), in_axes(d, X, wd));
    } else {
        put(out, in_axes(d, X, sub3(a, m->gravity)));
    }
}

static void sense_reaction(const tac_model *m, const tac_state *s, const tac_sensor_desc *d,
                           double *out)
{
    const tac_element *e = element_of(m, d);
    double world[6];
    tac_joint_reaction(m, s, d->element, world);
    tac_pose pb = tac_state_pose(m, s, e, 1);
    mat3 X = mulm3(pb.A, e->R[1]);
    put(out, in_axes(d, X, (vec3){world[0], world[1], world[2]}));
    put(out + 3, in_axes(d, X, (vec3){world[3], world[4], world[5]}));
}

// Without in_frame in world axes, otherwise in those of frame a.
static void sense_internal(const tac_model *m, const tac_state *s, const tac_sensor_desc *d,
                           double *out)
{
    vec3 force, torque;
    tac_sense_internal(m, s, d, &force, &torque);
    tac_pose at = tac_state_pose_of(m, s, d->a.body, d->a.interface);
    mat3 X = mulm3(at.A, rotation(d->a.q));
    put(put(out, in_axes(d, X, force)), in_axes(d, X, torque));
}

static void sense_span(const tac_model *m, const tac_state *s, const tac_sensor_desc *d,
                       double *out)
{
    tac_pose pa = tac_state_pose_of(m, s, d->a.body, d->a.interface),
             pb = tac_state_pose_of(m, s, d->b.body, d->b.interface);
    vec3 la = mul3(pa.A, d->a.s), lb = mul3(pb.A, d->b.s);
    vec3 span = sub3(add3(pb.r, lb), add3(pa.r, la));
    vec3 rate =
        sub3(add3(pb.v, cross3(mul3(pb.A, pb.w), lb)), add3(pa.v, cross3(mul3(pa.A, pa.w), la)));
    double length = norm3(span);
    out[0] = length;
    out[1] = length > 0.0 ? dot3(span, rate) / length : norm3(rate);
}

// What a user sees of the modal coordinates of a body, then of their rates.
static void sense_modes(const tac_model *m, const tac_state *s, int body, double *out)
{
    const tac_flexible *f = &m->flexible[m->flexible_of[body]];
    const tac_modes *k = f->modes;
    const double *q = tac_modes_of(s->mode, f);
    for (int i = 0; i < 2 * k->n_shown; i++) {
        const double *row = k->shown + i % k->n_shown * k->n, *x = q + i / k->n_shown * k->n;
        out[i] = 0.0;
        for (int j = 0; j < k->n; j++) {
            out[i] += row[j] * x[j];
        }
    }
}

// Of a bushing, against what it is displaced and turned by, axes of its first frame: its rows of rotation push less than
// their multipliers, by the energy that they have.
static void bushing_force(const tac_model *m, const tac_state *s, const tac_sensor_desc *d,
                          const tac_element *e, double *out)
{
    double on_second[6];
    tac_element_reaction(m, s, TAC_BUSHINGS, d->element, on_second);
    mat3 axes = mulm3(tac_state_pose(m, s, e, 0).A, e->R[0]);
    for (int k = 0; k < 2; k++) {
        const double *of = on_second + 3 * k;
        vec3 along = tmul3(axes, (vec3){-of[0], -of[1], -of[2]});
        out[3 * k] = along.x + 0.0; // no negative zeros
        out[3 * k + 1] = along.y + 0.0;
        out[3 * k + 2] = along.z + 0.0;
    }
}

static void sense_one(const tac_model *m, const tac_state *s, const tac_report *r, int i,
                      double *out)
{
    const tac_sensor_desc *d = &m->sensor[i];
    switch (d->kind) {
    case TAC_COORDINATES: {
        double q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
        int n = tac_joint_coordinates(m, s, d->element, q, qd);
        for (int k = 0; k < n; k++) {
            out[k] = q[k];
            out[n + k] = qd[k];
        }
        break;
    }
    case TAC_REACTION:
        sense_reaction(m, s, d, out);
        break;
    case TAC_SPAN:
        sense_span(m, s, d, out);
        break;
    case TAC_SPRING_FORCE: {
        const tac_element *e = element_of(m, d);
        if (tac_element_part(m, e) != TAC_NONE) {
            part_wrench(m, s, e, out);
            break;
        }
        if (e->what == TAC_BUSHINGS) {
            bushing_force(m, s, d, e, out);
            break;
        }
        for (int k = 0; k < e->n_row; k++) {
            out[k] = s->lambda[e->row + k];
        }
        break;
    }
    case TAC_OUTPUT:
        *out = s->part[m->part_at[d->element] + m->parts[d->element].n_state + d->output];
        break;
    case TAC_ENERGY:
        put(out, (vec3){r->kinetic, r->potential, r->kinetic + r->potential});
        break;
    case TAC_RESIDUALS:
        put(out, (vec3){r->position, r->velocity, r->acceleration});
        out[3] = r->increment;
        break;
    case TAC_MODES:
        sense_modes(m, s, d->element, out);
        break;
    case TAC_INTERNAL:
        sense_internal(m, s, d, out);
        break;
    case TAC_POSE:
    case TAC_TWIST:
    case TAC_ACCELERATION:
    case TAC_SPECIFIC:
        sense_frame(m, s, d, out);
        break;
    case TAC_N_SENSOR_KIND:
        break;
    }
}

void tac_sense_some(const tac_model *m, const tac_state *s, const tac_report *r, int first, int n,
                    double *out)
{
    for (int i = first; i < first + n; i++) {
        sense_one(m, s, r, i, out);
        out += tac_sensor_width(m, i);
    }
}

void tac_sense(const tac_model *m, const tac_state *s, const tac_report *r, double *out)
{
    tac_sense_some(m, s, r, 0, m->n_sensor, out);
}

#include "observe.h"

#include "element_types.h"
#include "elementary.h"
#include "model/flexible.h"
#include "model/law.h"
#include "model/rows.h"
#include "model/tables.h"
#include "plain_rows.h"

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
                         tac_coordinate c, int axis, double *rate)
{
    tac_pose pa = tac_state_pose(m, s, joint, 0), pb = tac_state_pose(m, s, joint, 1);
    double before = joint->angle == TAC_NONE ? 0.0 : s->angle[joint->angle], x;
    tac_slot sa, sb;
    tac_coordinate_position(joint, c, axis, &pa, &pb, before, &sa, &sb, &x);
    *rate = tac_slot_dot(&sa, pa.v, pa.w) + tac_slot_dot(&sb, pb.v, pb.w);
    return x;
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

static void universal_angles(const tac_model *m, const tac_state *s, const tac_element *e,
                             double *q, double *qd)
{
    const tac_pose pose[2] = {tac_state_pose(m, s, e, 0), tac_state_pose(m, s, e, 1)};
    for (int k = 0; k < 2; k++) {
        tac_slot slot[2];
        q[k] = tac_cross_angle(e, k, pose, slot);
        qd[k] = tac_slot_dot(&slot[0], pose[0].v, pose[0].w) +
                tac_slot_dot(&slot[1], pose[1].v, pose[1].w);
    }
}

int tac_coordinate_count(tac_joint_kind kind)
{
    return tac_joint_type_width(tac_joint_type_of(kind));
}

int tac_joint_coordinates(const tac_model *m, const tac_state *s, int j,
                          double q[TAC_MAX_COORDINATES], double qd[TAC_MAX_COORDINATES])
{
    const tac_element *e = &m->element[j];
    const tac_joint_type *type = tac_joint_type_of(m->joint_kind[j]);
    int n = 0;
    for (int i = 0; i < type->n_coordinate; i++) {
        const tac_coordinate_use *c = &type->coordinate[i];
        switch (c->kind) {
        case TAC_SLIDE_ALONG:
            q[n] = coordinate(m, s, e, TAC_SLIDE, c->axis, &qd[n]);
            n += 1;
            break;
        case TAC_TURN_ABOUT_Z:
            q[n] = coordinate(m, s, e, TAC_ANGLE, 0, &qd[n]);
            n += 1;
            break;
        case TAC_LENGTH_OF:
            q[n] = coordinate(m, s, e, TAC_DISTANCE, 0, &qd[n]);
            n += 1;
            break;
        case TAC_ROTATION_VECTOR:
            rotation_vector(m, s, e, q + n, qd + n);
            n += 3;
            break;
        case TAC_CROSS_ANGLES:
            universal_angles(m, s, e, q + n, qd + n);
            n += 2;
            break;
        }
    }
    return n;
}

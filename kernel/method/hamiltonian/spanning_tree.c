#include "spanning_tree.h"

#include "element_types.h"
#include "elementary.h"

// ---- which joints ----------------------------------------------------------------------------------

void tac_spanning_tree_layout(tac_spanning_tree *t, const tac_model *m, tac_arena *a)
{
    t->m = m;
    t->joint = tac_take(a, (size_t)m->n_body, sizeof *t->joint);
    t->is_cut = tac_take(a, (size_t)m->n_element, sizeof *t->is_cut);
    t->set = tac_take(a, (size_t)m->n_body + 1, sizeof *t->set);
}

static tac_turning turning_by(tac_coordinate_kind kind)
{
    switch (kind) {
    case TAC_TURN_ABOUT_Z:
        return TAC_TURNS_ABOUT_Z;
    case TAC_ROTATION_VECTOR:
        return TAC_TURNS_FREELY;
    case TAC_CROSS_ANGLES:
        return TAC_TURNS_UNIVERSALLY;
    case TAC_SLIDE_ALONG:
    case TAC_LENGTH_OF:
        break;
    }
    return TAC_TURNS_NOT;
}

// The freedoms that a joint of this type leaves, as translations and a rotation.
static void set_freedoms(tac_tree_joint *j, const tac_joint_type *type, double lead)
{
    j->turning = TAC_TURNS_NOT;
    for (int i = 0; i < type->n_coordinate; i++) {
        const tac_coordinate_use *c = &type->coordinate[i];
        if (c->kind == TAC_SLIDE_ALONG) {
            j->shift[j->n_shift++] = c->axis;
        } else {
            j->turning = turning_by(c->kind);
        }
    }
    j->lead = tac_joint_type_has_row(type, TAC_ROW_SCREW) ? lead : 0.0;
}

static bool may_be_in_tree(const tac_model *m, int joint)
{
    const tac_element *e = &m->element[joint];
    for (int k = 0; k < e->n_row; k++) {
        if (e->rows[k].drive != TAC_NONE) {
            return false;
        }
    }
    return !tac_joint_type_has_coordinate(tac_joint_type_of(m->joint_kind[joint]), TAC_LENGTH_OF);
}

static int set_of(int *set, int body)
{
    while (set[body] != body) {
        set[body] = set[set[body]];
        body = set[body];
    }
    return body;
}

// Every joint is cut that closes a loop of those before it.
static void cut_loops(tac_spanning_tree *t)
{
    const tac_model *m = t->m;
    for (int i = 0; i <= m->n_body; i++) {
        t->set[i] = i;
    }
    for (int i = 0; i < m->n_joint; i++) {
        const tac_element *e = &m->element[i];
        int a = set_of(t->set, e->body[0]), b = set_of(t->set, e->body[1]);
        t->is_cut[i] = a == b || !may_be_in_tree(m, i);
        t->set[a] = t->is_cut[i] ? t->set[a] : b;
    }
}

static void number(tac_spanning_tree *t, tac_tree_joint *j)
{
    static const int places[] = {0, 1, 2, 4}, rates[] = {0, 1, 2, 3};
    j->n_q = j->n_shift + places[j->turning];
    j->n_u = j->n_shift + rates[j->turning];
    j->q = t->n_q;
    j->u = t->n_u;
    t->n_q += j->n_q;
    t->n_u += j->n_u;
}

static tac_tree_joint joint_of(const tac_model *m, int element, int side)
{
    const tac_element *e = &m->element[element];
    // Planes lie in both bodies: in the inner one, as translations in one that spins would lose speed.
    const tac_joint_type *type = tac_joint_type_of(m->joint_kind[element]);
    int first = type->n_coordinate > 1 && type->coordinate[1].kind == TAC_SLIDE_ALONG && side == 0;
    tac_tree_joint j = {.element = element,
                        .body = {e->body[first], e->body[!first]},
                        .side = first ? 1 : side,
                        .s = {e->s[first], e->s[!first]},
                        .turned = {e->q[first], e->q[!first]}};
    set_freedoms(&j, type, e->lead);
    return j;
}

static tac_tree_joint free_joint(const tac_model *m, int body)
{
    const quat upright = {1.0, 0.0, 0.0, 0.0};
    return (tac_tree_joint){.element = TAC_NONE,
                            .body = {m->n_body, body},
                            .side = 1,
                            .turned = {upright, upright},
                            .n_shift = 3,
                            .shift = {0, 1, 2},
                            .turning = TAC_TURNS_FREELY};
}

// Adds all joints that lead out of what is reached; whether there was one. set marks bodies that are reached.
static bool reach_further(tac_spanning_tree *t, int *n)
{
    const tac_model *m = t->m;
    bool further = false;
    for (int i = 0; i < m->n_joint; i++) {
        const int *body = m->element[i].body;
        if (!t->is_cut[i] && t->set[body[0]] != t->set[body[1]]) {
            int side = t->set[body[0]] ? 1 : 0;
            t->joint[(*n)++] = joint_of(m, i, side);
            t->set[body[side]] = 1;
            further = true;
        }
    }
    return further;
}

void tac_spanning_tree_fill(tac_spanning_tree *t)
{
    const tac_model *m = t->m;
    int n = 0;
    cut_loops(t);
    for (int i = 0; i <= m->n_body; i++) {
        t->set[i] = i == m->n_body;
    }
    for (int next = 0; n < m->n_body;) {
        if (!reach_further(t, &n)) {
            while (t->set[next]) {
                next++;
            }
            t->joint[n++] = free_joint(m, next);
            t->set[next] = 1;
        }
    }
    t->n_q = t->n_u = 0;
    for (int k = 0; k < n; k++) {
        number(t, &t->joint[k]);
    }
}

// ---- one joint -------------------------------------------------------------------------------------

static quat frame_of(const tac_tree_joint *j, const tac_pose *pose, int side)
{
    return mulq(pose[j->body[side]].p, j->turned[side]);
}

static vec3 lever(const tac_tree_joint *j, const tac_pose *pose, int side) // of the frame's origin
{
    return mul3(pose[j->body[side]].A, j->s[side]);
}

static vec3 origin_of(const tac_tree_joint *j, const tac_pose *pose, int side)
{
    return add3(pose[j->body[side]].r, lever(j, pose, side));
}

static quat about_z(double angle)
{
    tac_sincos_pair half = tac_sincos(0.5 * angle);
    return (quat){half.cos, 0.0, 0.0, half.sin};
}

// Frame b in frame a: where both angles of a universal joint are zero, b's x is a's z and b's z is a's x.
static const quat universal_zero = {0.0, 0.70710678118654752440, 0.0, 0.70710678118654752440};

// Orientation of frame b in frame a.
static quat turn_of_joint(const tac_tree_joint *j, const double *q)
{
    const double *angle = q + j->q + j->n_shift;
    switch (j->turning) {
    case TAC_TURNS_NOT:
        return (quat){1.0, 0.0, 0.0, 0.0};
    case TAC_TURNS_ABOUT_Z:
        return about_z(angle[0]);
    case TAC_TURNS_UNIVERSALLY:
        return mulq(mulq(about_z(angle[0]), universal_zero), about_z(angle[1]));
    case TAC_TURNS_FREELY:
        break;
    }
    return unitq((quat){angle[0], angle[1], angle[2], angle[3]});
}

// Where b's origin is against a's, in axes of a.
static vec3 shift_of_joint(const tac_tree_joint *j, const double *q)
{
    double d[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < j->n_shift; k++) {
        d[j->shift[k]] = q[j->q + k];
    }
    d[2] += j->lead != 0.0 ? j->lead * q[j->q] : 0.0;
    return (vec3){d[0], d[1], d[2]};
}

// Axes of the rates, in world axes, and which side carries them.
typedef struct axes {
    vec3 e[TAC_MOST_RATES];
    int carrier[TAC_MOST_RATES];
} axes;

static axes axes_of(const tac_tree_joint *j, const tac_pose *pose)
{
    mat3 Xa = rotation(frame_of(j, pose, 0)), Xb = rotation(frame_of(j, pose, 1));
    axes out = {.carrier = {0}};
    int n = j->n_shift;
    for (int k = 0; k < n; k++) {
        out.e[k] = col3(Xa, j->shift[k]);
    }
    if (j->turning == TAC_TURNS_ABOUT_Z || j->turning == TAC_TURNS_UNIVERSALLY) {
        out.e[n] = col3(Xa, 2);
    }
    if (j->turning == TAC_TURNS_UNIVERSALLY) {
        out.e[n + 1] = col3(Xb, 2);
        out.carrier[n + 1] = 1;
    }
    for (int k = 0; k < 3 && j->turning == TAC_TURNS_FREELY; k++) {
        out.e[n + k] = col3(Xb, k);
        out.carrier[n + k] = 1;
    }
    return out;
}

// ---- outwards --------------------------------------------------------------------------------------

void tac_tree_place(const tac_spanning_tree *t, const double *q, tac_pose *pose)
{
    for (int k = 0; k < t->m->n_body; k++) {
        const tac_tree_joint *j = &t->joint[k];
        int inner = 1 - j->side;
        quat turn = turn_of_joint(j, q), X = frame_of(j, pose, inner);
        vec3 shift = shift_of_joint(j, q), o = origin_of(j, pose, inner);
        quat other = mulq(X, j->side ? turn : conjq(turn));
        vec3 d = mul3(rotation(j->side ? X : other), shift);
        tac_pose *outer = &pose[j->body[j->side]];
        outer->p = unitq(mulq(other, conjq(j->turned[j->side])));
        outer->A = rotation(outer->p);
        outer->r = sub3(j->side ? add3(o, d) : sub3(o, d), lever(j, pose, j->side));
    }
}

void tac_tree_move(const tac_spanning_tree *t, const double *u, tac_pose *pose)
{
    for (int k = 0; k < t->m->n_body; k++) {
        const tac_tree_joint *j = &t->joint[k];
        const tac_pose *inner = &pose[j->body[1 - j->side]];
        tac_pose *outer = &pose[j->body[j->side]];
        axes of = axes_of(j, pose);
        double sign = j->side ? 1.0 : -1.0;
        vec3 o = origin_of(j, pose, 1), w = mul3(inner->A, inner->w);
        vec3 v = add3(inner->v, cross3(w, sub3(o, inner->r))); // of o
        for (int i = 0; i < j->n_u; i++) {
            double rate = sign * u[j->u + i];
            if (i < j->n_shift) {
                v = axpy3(rate, of.e[i], v);
            } else {
                w = axpy3(rate, of.e[i], w);
                v = axpy3(rate * j->lead, of.e[i], v);
            }
        }
        outer->w = tmul3(outer->A, w);
        outer->v = sub3(v, cross3(w, sub3(o, outer->r)));
    }
}

// ---- coordinates -----------------------------------------------------------------------------------

static void angles_of(const tac_tree_joint *j, const tac_pose *pose, double *angle)
{
    quat qa = frame_of(j, pose, 0), qb = frame_of(j, pose, 1), q = mulq(conjq(qa), qb);
    if (j->turning == TAC_TURNS_ABOUT_Z) {
        angle[0] = 2.0 * tac_atan2(q.e3, q.e0);
    } else if (j->turning == TAC_TURNS_UNIVERSALLY) {
        mat3 Xa = rotation(qa), Xb = rotation(qb);
        vec3 za = col3(Xa, 2), zb = col3(Xb, 2);
        angle[0] = tac_atan2(dot3(col3(Xa, 1), zb), dot3(col3(Xa, 0), zb));
        angle[1] = -tac_atan2(dot3(col3(Xb, 1), za), dot3(col3(Xb, 0), za));
    } else if (j->turning == TAC_TURNS_FREELY) {
        angle[0] = q.e0;
        angle[1] = q.e1;
        angle[2] = q.e2;
        angle[3] = q.e3;
    }
}

void tac_tree_coordinates(const tac_spanning_tree *t, const tac_pose *pose, double *q)
{
    for (int k = 0; k < t->m->n_body; k++) {
        const tac_tree_joint *j = &t->joint[k];
        vec3 d = sub3(origin_of(j, pose, 1), origin_of(j, pose, 0));
        axes of = axes_of(j, pose);
        for (int i = 0; i < j->n_shift; i++) {
            q[j->q + i] = dot3(of.e[i], d);
        }
        angles_of(j, pose, q + j->q + j->n_shift);
        if (j->lead != 0.0) { // the displacement says which turn it is
            double turns = (dot3(of.e[0], d) / j->lead - q[j->q]) / (2.0 * TAC_PI);
            q[j->q] += 2.0 * TAC_PI * floor(turns + 0.5);
        }
    }
}

void tac_tree_coordinate_rates(const tac_spanning_tree *t, const double *q, const double *u,
                               double *qd)
{
    for (int k = 0; k < t->m->n_body; k++) {
        const tac_tree_joint *j = &t->joint[k];
        bool freely = j->turning == TAC_TURNS_FREELY;
        for (int i = 0; i < (freely ? j->n_shift : j->n_u); i++) {
            qd[j->q + i] = u[j->u + i];
        }
        if (freely) {
            const double *p = q + j->q + j->n_shift, *w = u + j->u + j->n_shift;
            quat pd = gt_mul((quat){p[0], p[1], p[2], p[3]}, (vec3){w[0], w[1], w[2]});
            const double rate[4] = {pd.e0, pd.e1, pd.e2, pd.e3};
            for (int i = 0; i < 4; i++) {
                qd[j->q + j->n_shift + i] = 0.5 * rate[i];
            }
        }
    }
}

void tac_tree_normalise(const tac_spanning_tree *t, double *q)
{
    for (int k = 0; k < t->m->n_body; k++) {
        const tac_tree_joint *j = &t->joint[k];
        if (j->turning == TAC_TURNS_FREELY) {
            double *p = q + j->q + j->n_shift;
            quat unit = unitq((quat){p[0], p[1], p[2], p[3]});
            p[0] = unit.e0;
            p[1] = unit.e1;
            p[2] = unit.e2;
            p[3] = unit.e3;
        }
    }
}

// ---- couples ---------------------------------------------------------------------------------------

// Unit couples of a joint's rates: wrenches on both bodies, about their centres of mass, and their rates.
typedef struct couples {
    tac_slot on[TAC_MOST_RATES][2], rate[TAC_MOST_RATES][2];
} couples;

static couples couples_of(const tac_tree_joint *j, const tac_pose *pose)
{
    couples out = {0};
    axes of = axes_of(j, pose);
    const tac_pose *p[2] = {&pose[j->body[0]], &pose[j->body[1]]};
    vec3 w[2] = {mul3(p[0]->A, p[0]->w), mul3(p[1]->A, p[1]->w)};
    vec3 sb = lever(j, pose, 1), o = origin_of(j, pose, 1), od = add3(p[1]->v, cross3(w[1], sb));
    for (int i = 0; i < j->n_u; i++) {
        vec3 e = of.e[i], ed = cross3(w[of.carrier[i]], e);
        for (int side = 0; side < 2; side++) {
            double sign = side ? 1.0 : -1.0;
            tac_slot *on = &out.on[i][side], *rate = &out.rate[i][side];
            if (i >= j->n_shift) {
                on->a = scale3(sign, e);
                rate->a = scale3(sign, ed);
                continue;
            }
            vec3 arm = sub3(o, p[side]->r), arm_rate = sub3(od, p[side]->v);
            on->l = scale3(sign, e);
            on->a = scale3(sign, cross3(arm, e));
            rate->l = scale3(sign, ed);
            rate->a = scale3(sign, add3(cross3(arm_rate, e), cross3(arm, ed)));
        }
    }
    return out;
}

// Works of wrenches on both bodies on motions x, whose angular parts are in body axes.
static double work_on(const tac_tree_joint *j, const tac_pose *pose, const tac_slot wrench[2],
                      const tac_slot *x, int n_body)
{
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        int body = j->body[side];
        sum += body < n_body ? tac_slot_dot(&wrench[side], x[body].l, mul3(pose[body].A, x[body].a))
                             : 0.0;
    }
    return sum;
}

void tac_tree_rates(const tac_spanning_tree *t, const tac_pose *pose, const tac_slot *x, double *u)
{
    for (int k = 0; k < t->m->n_body; k++) {
        const tac_tree_joint *j = &t->joint[k];
        couples c = couples_of(j, pose);
        for (int i = 0; i < j->n_u; i++) {
            u[j->u + i] = work_on(j, pose, c.on[i], x, t->m->n_body);
        }
    }
}

void tac_tree_accelerations(const tac_spanning_tree *t, const tac_pose *pose, const tac_slot *x,
                            double *ud)
{
    for (int k = 0; k < t->m->n_body; k++) {
        const tac_tree_joint *j = &t->joint[k];
        couples c = couples_of(j, pose);
        for (int i = 0; i < j->n_u; i++) {
            double sum = work_on(j, pose, c.on[i], x, t->m->n_body);
            for (int side = 0; side < 2; side++) {
                const tac_pose *p = &pose[j->body[side]];
                sum += tac_slot_dot(&c.rate[i][side], p->v, mul3(p->A, p->w));
            }
            ud[j->u + i] = sum;
        }
    }
}

// Adds `factor` p times wrenches to those of the bodies.
static void add_couples(const tac_spanning_tree *t, const tac_tree_joint *j,
                        tac_slot wrench[TAC_MOST_RATES][2], double factor, const double *p,
                        tac_slot *sum)
{
    for (int i = 0; i < j->n_u; i++) {
        for (int side = 0; side < 2; side++) {
            int body = j->body[side];
            double size = factor * p[j->u + i];
            if (body < t->m->n_body) {
                sum[body].l = axpy3(size, wrench[i][side].l, sum[body].l);
                sum[body].a = axpy3(size, wrench[i][side].a, sum[body].a);
            }
        }
    }
}

void tac_tree_momenta(const tac_spanning_tree *t, const tac_pose *pose, const double *p,
                      tac_slot *momentum)
{
    for (int k = 0; k < t->m->n_body; k++) {
        couples c = couples_of(&t->joint[k], pose);
        add_couples(t, &t->joint[k], c.on, 1.0, p, momentum);
    }
}

void tac_tree_turn_momenta(const tac_spanning_tree *t, const tac_pose *pose, const double *p,
                           tac_slot *load)
{
    for (int k = 0; k < t->m->n_body; k++) {
        couples c = couples_of(&t->joint[k], pose);
        add_couples(t, &t->joint[k], c.rate, -1.0, p, load);
    }
}

// ---- inwards ---------------------------------------------------------------------------------------

void tac_tree_project(const tac_spanning_tree *t, const tac_pose *pose, tac_slot *wrench,
                      double *out)
{
    for (int k = t->m->n_body - 1; k >= 0; k--) {
        const tac_tree_joint *j = &t->joint[k];
        int outer = j->body[j->side], inner = j->body[1 - j->side];
        const tac_slot *of = &wrench[outer];
        axes a = axes_of(j, pose);
        double sign = j->side ? 1.0 : -1.0;
        vec3 arm = sub3(pose[outer].r, origin_of(j, pose, 1));
        vec3 torque = add3(of->a, cross3(arm, of->l)); // about o
        for (int i = 0; i < j->n_u; i++) {
            double along = dot3(a.e[i], of->l), about = dot3(a.e[i], torque);
            out[j->u + i] = sign * (i < j->n_shift ? along : about + j->lead * along);
        }
        if (inner < t->m->n_body) {
            vec3 apart = sub3(pose[outer].r, pose[inner].r);
            wrench[inner].l = add3(wrench[inner].l, of->l);
            wrench[inner].a = add3(wrench[inner].a, add3(of->a, cross3(apart, of->l)));
        }
    }
}

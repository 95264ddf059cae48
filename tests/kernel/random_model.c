#include "random_model.h"

#include "elementary.h"

// ---- bodies ------------------------------------------------------------------------------------

void random_inertia(rng *g, double mass, double size, double J[6])
{
    // principal second moments, so that the triangle inequality holds
    double scale = 0.1 * mass * size * size;
    double xx = scale * uniform(g, 0.2, 1.0), yy = scale * uniform(g, 0.2, 1.0);
    double zz = scale * uniform(g, 0.2, 1.0);
    mat3 R = rotation(random_quat(g));
    vec3 d = {yy + zz, xx + zz, xx + yy};
    vec3 x = {R.x.x * d.x, R.x.y * d.y, R.x.z * d.z};
    vec3 y = {R.y.x * d.x, R.y.y * d.y, R.y.z * d.z};
    vec3 z = {R.z.x * d.x, R.z.y * d.y, R.z.z * d.z};
    const double all[6] = {dot3(x, R.x), dot3(y, R.y), dot3(z, R.z),
                           dot3(x, R.y), dot3(x, R.z), dot3(y, R.z)};
    for (int i = 0; i < 6; i++) {
        J[i] = all[i];
    }
}

spot random_spot(rng *g, vec3 near, double size)
{
    vec3 at = add3(near, random_vec3(g, size)); // one after the other: calls in one expression have
    quat axes = random_quat(g);                 // no order, and compilers differ
    return (spot){at, axes};
}

int add_random_body(mechanism *m, rng *g, double mass, double size)
{
    spot s = random_spot(g, origin, size);
    int i = add_body(m, mass, origin, s.at, s.axes);
    random_inertia(g, mass, 1.0, m->body[i].J);
    return i;
}

static void random_body(mechanism *m, rng *g, const recipe *r)
{
    int i = add_random_body(m, g, uniform(g, 0.5, 3.0), 1.5);
    m->body[i].v = random_vec3(g, r->speed);
    m->body[i].w = random_vec3(g, r->speed);
}

void disturb(mechanism *m, rng *g, double shift, double turn)
{
    for (int i = 0; i < m->d.n_body; i++) {
        tac_body_desc *b = &m->body[i];
        b->r = add3(b->r, random_vec3(g, shift));
        b->p = unitq(axpyq(0.5, gt_mul(b->p, random_vec3(g, turn)), b->p));
    }
}

// ---- joints ------------------------------------------------------------------------------------

static vec3 position_of(const mechanism *m, int body)
{
    return body == TAC_GROUND ? origin : m->body[body].r;
}

spot joint_partner(rng *g, tac_joint_kind kind, spot a, double lead, double *angle,
                   double *displacement)
{
    mat3 A = rotation(a.axes);
    double slide = uniform(g, -0.5, 0.5), turn = uniform(g, -2.5, 2.5);
    spot b = a;
    *angle = *displacement = 0.0;
    int turns =
        kind == TAC_REVOLUTE || kind == TAC_CYLINDRICAL || kind == TAC_PLANAR || kind == TAC_SCREW;
    int slides = kind == TAC_PRISMATIC || kind == TAC_CYLINDRICAL || kind == TAC_POINT_ON_LINE;
    if (turns) {
        *angle = turn;
        b.axes = mulq(a.axes, about(2, turn));
    }
    if (kind == TAC_SPHERICAL || kind == TAC_POINT_ON_LINE || kind == TAC_ROD) {
        b.axes = random_quat(g);
    }
    if (kind == TAC_UNIVERSAL) {
        quat tip = mulq(about(0, 0.5 * TAC_PI), about(2, uniform(g, -2.5, 2.5)));
        b.axes = mulq(a.axes, mulq(about(2, turn), tip));
    }
    slide = kind == TAC_SCREW ? lead * turn : slide;
    if (slides || kind == TAC_SCREW) {
        *displacement = slide;
        b.at = axpy3(slide, col3(A, 2), a.at);
    }
    if (kind == TAC_PLANAR) {
        b.at = add3(a.at, axpy3(slide, col3(A, 0), scale3(uniform(g, -0.5, 0.5), col3(A, 1))));
    }
    if (kind == TAC_ROD) {
        b.at = add3(a.at, add3((vec3){0.4, 0.0, 0.0}, random_vec3(g, 0.3)));
        *displacement = norm3(sub3(b.at, a.at));
    }
    return b;
}

static tac_joint_kind random_kind(rng *g, unsigned kinds)
{
    for (;;) {
        int k = uniform_int(g, TAC_N_JOINT_KIND);
        if (kinds & KIND(k)) {
            return (tac_joint_kind)k;
        }
    }
}

static void random_joint(mechanism *m, rng *g, const recipe *r, int a, int b)
{
    tac_joint_kind kind = random_kind(g, r->kinds);
    if (a == b || (r->floating && (a == TAC_GROUND || b == TAC_GROUND))) {
        return;
    }
    if (a != TAC_GROUND && chance(g, 0.3)) {
        int swap = a;
        a = b;
        b = swap;
    }
    vec3 middle = scale3(0.5, add3(position_of(m, a), position_of(m, b)));
    spot sa = random_spot(g, middle, 0.3);
    double lead = uniform(g, -0.2, 0.2), angle, displacement;
    spot sb = joint_partner(g, kind, sa, lead, &angle, &displacement);
    int j = add_joint_between(m, kind, a, sa, b, sb);
    m->joint[j].lead = lead;
    if (!r->drives || chance(g, 0.7)) {
        return;
    }
    if (kind == TAC_REVOLUTE || kind == TAC_CYLINDRICAL) {
        m->joint[j].drive_angle = add_sine(m, angle, 0.2, uniform(g, 0.2, 2.0));
    }
    if (kind == TAC_PRISMATIC || kind == TAC_CYLINDRICAL || kind == TAC_ROD) {
        m->joint[j].drive_displacement = add_sine(m, displacement, 0.05, uniform(g, 0.2, 2.0));
    }
}

static void joints_of_shape(mechanism *m, rng *g, const recipe *r, shape s, int first, int last)
{
    if (s == HUB || s == GROUNDED || s == RING) { // their hub, their first and last
        random_joint(m, g, r, TAC_GROUND, s == HUB ? first : last - 1);
    }
    for (int i = first; i < last; i++) {
        int before = i == first ? TAC_GROUND : i - 1;
        int parent = i == first ? TAC_GROUND : first + uniform_int(g, i - first);
        parent = parent == first && chance(g, 0.2) ? TAC_GROUND : parent;
        int chained = s == CHAIN || s == RING || s == GROUNDED;
        int up = s == HUB ? (i == first ? TAC_GROUND : first) : chained ? before : parent;
        if (s != HUB || i > first) {
            random_joint(m, g, r, up, i);
        }
        if (s == PARALLEL) {
            for (int k = uniform_int(g, 3); k > 0; k--) {
                random_joint(m, g, r, up, i);
            }
        }
        if (s == LOOPS && i > first && chance(g, 0.5)) {
            random_joint(m, g, r, first + uniform_int(g, i - first), i);
        }
        if ((s == GROUNDED || s == HUB) && chance(g, s == HUB ? 0.2 : 0.6)) {
            random_joint(m, g, r, TAC_GROUND, i);
        }
    }
    if (s == RING && r->floating && last - first > 2) {
        random_joint(m, g, r, last - 1, first);
    }
}

// ---- laws --------------------------------------------------------------------------------------

static int random_table(mechanism *m, rng *g)
{
    double x[5], y[5];
    for (int k = 0; k < 5; k++) {
        x[k] = -1.0 + 0.5 * k + uniform(g, -0.2, 0.2);
        y[k] = 10.0 * x[k] + uniform(g, -2.0, 2.0);
    }
    return m->n_point + 5 > MAX_POINTS ? TAC_NONE : add_table(m, 5, x, y, uniform_int(g, 2));
}

static void random_law(mechanism *m, rng *g, const recipe *r)
{
    int n = m->d.n_body, a = uniform_int(g, n + !r->floating) - !r->floating, b = uniform_int(g, n);
    if (a == b) {
        return;
    }
    spot sa = random_spot(g, position_of(m, a), 0.3);
    spot sb = random_spot(g, position_of(m, b), 0.3);
    if (norm3(sub3(sb.at, sa.at)) < 0.2) {
        return;
    }
    tac_frame fa = frame_at(m, a, sa), fb = frame_at(m, b, sb);
    tac_coordinate c = (tac_coordinate)uniform_int(g, TAC_N_COORDINATE);
    double k = r->conservative ? uniform(g, 5.0, 50.0) : uniform(g, 0.0, 2000.0);
    double damping = r->conservative ? 0.0 : uniform(g, 0.0, 20.0);
    int implicit = uniform_int(g, 2);
    switch (r->conservative ? uniform_int(g, 2) : uniform_int(g, 4)) {
    case 0: {
        int i = add_spring(m, c, a, sa, b, sb, k, damping);
        m->spring[i].x0 = add_constant(m, uniform(g, -1.0, 1.0));
        m->spring[i].spring_table = chance(g, 0.3) ? random_table(m, g) : TAC_NONE;
        m->spring[i].implicit = implicit;
        if (!r->conservative) {
            m->spring[i].damper_table = chance(g, 0.3) ? random_table(m, g) : TAC_NONE;
            m->spring[i].actuator = add_sine(m, 1.0, 2.0, 1.0);
        }
        break;
    }
    case 1: {
        tac_bushing_desc bushing = {.a = fa, .b = fb, .implicit = implicit};
        for (int i = 0; i < 6; i++) {
            bushing.k[i] = k * uniform(g, 0.5, 1.5);
            bushing.c[i] = damping * uniform(g, 0.5, 1.5);
        }
        m->bushing[m->d.n_bushing++] = bushing;
        break;
    }
    case 2: {
        tac_friction_desc friction = {.coordinate = c, .a = fa, .b = fb, .v0 = 0.1};
        friction.coulomb = uniform(g, 0.0, 5.0);
        friction.viscous = uniform(g, 0.0, 1.0);
        m->friction[m->d.n_friction++] = friction;
        break;
    }
    default: {
        tac_contact_desc contact = {fa, fb, 0.0, k, 0.5, TAC_NONE, 0};
        contact.radius = uniform(g, 0.0, 0.5);
        contact.offset = add_constant(m, uniform(g, -0.5, 0.5));
        m->contact[m->d.n_contact++] = contact;
        break;
    }
    }
}

static void random_load(mechanism *m, rng *g)
{
    vec3 s = random_vec3(g, 0.5);
    tac_load_desc *load = &m->load[add_load(m, uniform_int(g, m->d.n_body), s)];
    load->at.q = random_quat(g);
    load->in_body = uniform_int(g, 2);
    int force = uniform_int(g, 3), torque = uniform_int(g, 3);
    load->force[force] = add_input(m, uniform(g, -5.0, 5.0));
    load->torque[torque] = add_sine(m, 0.5, 1.0, uniform(g, 0.2, 2.0));
}

// ---- models ------------------------------------------------------------------------------------

void random_model(mechanism *m, rng *g, const recipe *r)
{
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, 0.0, -r->gravity};
    for (int i = 0; i < r->n_body; i++) {
        random_body(m, g, r);
    }
    if (r->shape != SEVERAL) {
        joints_of_shape(m, g, r, r->shape, 0, r->n_body);
    }
    for (int first = 0; r->shape == SEVERAL && first < r->n_body;) {
        int size = 1 + uniform_int(g, 5);
        int last = first + size < r->n_body ? first + size : r->n_body;
        if (size > 1) {
            joints_of_shape(m, g, r, (shape)uniform_int(g, SEVERAL), first, last);
        }
        first = last;
    }
    for (int i = 0; i < r->laws; i++) {
        random_law(m, g, r);
    }
    for (int i = 0; r->drives && i < 2; i++) {
        random_load(m, g);
    }
}

void random_anything(mechanism *m, rng *g, int most_bodies)
{
    recipe r = {.kinds = ALL_KINDS, .speed = 2.0, .gravity = 9.81};
    r.shape = (shape)uniform_int(g, N_SHAPE);
    r.n_body = 1 + uniform_int(g, most_bodies);
    r.floating = chance(g, 0.15);
    r.laws = uniform_int(g, 3);
    r.laws *= uniform_int(g, 4);
    r.drives = uniform_int(g, 2);
    random_model(m, g, &r);
}

// ---- couplers ----------------------------------------------------------------------------------

// A body that is not the other one, most often the housing.
static int random_end(const mechanism *m, rng *g, int housing, int other)
{
    int body = chance(g, 0.6) ? housing : uniform_int(g, m->d.n_body + 1) - 1;
    return body == other ? (other == 0 ? TAC_GROUND : other - 1) : body;
}

static void random_term(mechanism *m, rng *g, int housing, int table)
{
    tac_coordinate c = (tac_coordinate)uniform_int(g, TAC_N_COORDINATE);
    int b = uniform_int(g, m->d.n_body), a = random_end(m, g, housing, b);
    if (chance(g, 0.2)) {
        int swap = a;
        a = b == TAC_GROUND ? a : b;
        b = b == TAC_GROUND ? b : swap;
    }
    spot sa = random_spot(g, position_of(m, a), 0.3), sb;
    sb.at = add3(add3(sa.at, (vec3){0.0, 0.4, 0.0}), random_vec3(g, 0.3));
    sb.axes = mulq(sa.axes, mulq(about(2, uniform(g, -2.0, 2.0)), about(0, uniform(g, -0.4, 0.4))));
    double size = uniform(g, 0.3, 3.0);
    int i = add_term(m, c, a, sa, b, sb, chance(g, 0.5) ? size : -size);
    m->term[i].table = table != TAC_NONE && chance(g, 0.3) ? table : TAC_NONE;
}

void random_couplers(mechanism *m, rng *g, int n, int tables)
{
    static const double x[5] = {-2.0, -1.0, 0.0, 1.0, 2.0}, y[5] = {-1.5, -1.0, 0.1, 0.8, 2.5};
    int table = tables ? add_table(m, 5, x, y, 1) : TAC_NONE;
    for (int k = 0; k < n; k++) {
        int terms = 1 + uniform_int(g, 4), housing = uniform_int(g, m->d.n_body + 1) - 1;
        add_coupler(m);
        for (int i = 0; i < terms; i++) {
            random_term(m, g, housing, table);
        }
    }
}

void soften_couplers(mechanism *m, rng *g, int sides)
{
    for (int k = 0; k < m->d.n_coupler; k++) {
        tac_coupler_desc *c = &m->coupler[k];
        c->gives = chance(g, 0.75);
        c->k = c->gives ? uniform(g, 10.0, 300.0) : 0.0;
        c->c = c->gives ? uniform(g, 0.0, 1.0) : 0.0;
        c->backlash = c->gives && sides && chance(g, 0.5) ? uniform(g, 0.001, 0.01) : 0.0;
    }
}

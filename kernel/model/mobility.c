#include "mobility.h"

#include <math.h>
#include <string.h>

#include "base/thresholds.h"
#include "flexible_single.h"
#include "law.h"
#include "rows.h"
#include "welds.h"

static bool is_ground(const tac_model *m, int body)
{
    return body == m->n_body;
}

static const tac_flexible *flexible_on(const tac_model *m, const tac_element *e, int side)
{
    int i = tac_flexible_of(m, e->body[side]);
    return i == TAC_NONE ? NULL : &m->flex.flexible[i];
}

// ---- rows at the given start ---------------------------------------------------------------------

static tac_pose given_pose(const tac_model *m, int body)
{
    vec3 zero = {0.0, 0.0, 0.0};
    quat identity = {1.0, 0.0, 0.0, 0.0};
    if (is_ground(m, body)) {
        return (tac_pose){zero, rotation(identity), identity, zero, zero};
    }
    return (tac_pose){m->bodies.r0[body], rotation(m->bodies.p0[body]), m->bodies.p0[body],
                      m->bodies.v0[body], m->bodies.w0[body]};
}

static const double *given_modes(const tac_model *m, const tac_flexible *f)
{
    return m->flex.mode0 + 3 * (size_t)f->first;
}

// Where a side of an element is: the body, or its interface.
static tac_pose given_side(const tac_model *m, const tac_element *e, int side)
{
    tac_pose body = given_pose(m, e->body[side]);
    const tac_flexible *f = flexible_on(m, e, side);
    if (!f) {
        return body;
    }
    const double *q = given_modes(m, f);
    return tac_interface_pose(f, e->interface[side] - f->interface, &body, q, q + f->n);
}

void tac_given_sides(const tac_model *m, const tac_element *e, tac_pose pose[2])
{
    pose[0] = given_side(m, e, 0);
    pose[1] = given_side(m, e, 1);
}

// Rows of an element on both of its bodies, whose poses are returned.
static void given_rows(const tac_model *m, const tac_element *of, tac_pose pose[2],
                       tac_slot slot[2][TAC_MAX_ROWS])
{
    tac_element e = *of;
    double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
    for (int k = 0; k < e.n_row; k++) {
        e.rows[k].drive = TAC_NONE; // the Jacobian does not depend on it
    }
    tac_given_sides(m, &e, pose);
    double angle = e.curve ? tac_element_angle(&e, &pose[0], &pose[1], 0.0) : 0.0;
    tac_rows_position(&e, &pose[0], &pose[1], NULL, angle, slot[0], slot[1], phi, phi_t);
}

// On a body as it is when rigid; nothing on ground.
static tac_slot slot_on_body(const tac_model *m, const tac_element *e, int side, const tac_pose *at,
                             tac_slot slot)
{
    int body = e->body[side];
    if (is_ground(m, body)) {
        return (tac_slot){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    }
    if (e->interface[side] != TAC_NONE) { // to the centre of mass
        tac_pose of = given_pose(m, body);
        vec3 lever = sub3(at->r, of.r), turning = mul3(at->A, slot.a);
        slot.a = tmul3(of.A, add3(turning, cross3(lever, slot.l)));
    }
    return slot;
}

static double mobility(const tac_model *m, int body, tac_slot s)
{
    return is_ground(m, body) ? 0.0
                              : m->bodies.mass_inv[body] * dot3(s.l, s.l) +
                                    dot3(s.a, mul3(m->bodies.J_inv[body], s.a));
}

// Of a row of a law, with what is welded to its bodies.
static double with_welds(const tac_model *m, const tac_element *e, tac_slot a, tac_slot b,
                         double alone)
{
    const mat3 A[2] = {given_pose(m, e->body[0]).A, given_pose(m, e->body[1]).A};
    const tac_slot row[2] = {a, b};
    return tac_mobility_with_welds(tac_weld_of(m, (int)(e - m->element)), A, row, alone);
}

double tac_mobility_alone(const tac_model *m, const tac_element *e)
{
    tac_pose pose[2];
    tac_slot slot[2][TAC_MAX_ROWS];
    given_rows(m, e, pose, slot);
    double alone = mobility(m, e->body[0], slot_on_body(m, e, 0, &pose[0], slot[0][0])) +
                   mobility(m, e->body[1], slot_on_body(m, e, 1, &pose[1], slot[1][0]));
    bool on_ground = is_ground(m, e->body[0]) || is_ground(m, e->body[1]);
    bool on_joint = e->what == TAC_FRICTIONS && on_ground;
    return alone > m->rows.row_w[e->row] && !on_joint ? alone : m->rows.row_w[e->row];
}

// What a row of a law feels of one of its bodies, with what is welded to that.
static double share_of(const tac_model *m, const tac_element *e, int side, tac_slot s)
{
    tac_slot none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double alone = mobility(m, e->body[side], s);
    return m->light_laws ? with_welds(m, e, side ? none : s, side ? s : none, alone) : alone;
}

double tac_weight_with_laws(const tac_model *m, const tac_element *e, double w)
{
    tac_pose pose[2];
    tac_slot slot[2][TAC_MAX_ROWS];
    double sum = 0.0, counted = 0.0;
    if (flexible_on(m, e, 0) || flexible_on(m, e, 1) || e->what == TAC_TERMS) {
        return w * m->rows.laws_on_body[e - m->element];
    }
    given_rows(m, e, pose, slot);
    for (int side = 0; side < 2; side++) {
        double share = share_of(m, e, side, slot_on_body(m, e, side, &pose[side], slot[side][0]));
        sum += share;
        counted += share * m->bodies.n_law[e->body[side]];
    }
    return sum > 0.0 ? w * counted / sum : w * m->rows.laws_on_body[e - m->element];
}

// Slots of terms on one body, added up.
typedef struct coupled_slots {
    int n, body[2 * TAC_MOST_TERMS];
    tac_slot slot[2 * TAC_MOST_TERMS];
    const tac_weld *weld[2 * TAC_MOST_TERMS]; // of couplers that give
} coupled_slots;

static void add_slot(coupled_slots *to, int body, tac_slot s, const tac_weld *weld)
{
    int k = 0;
    while (k < to->n && to->body[k] != body) {
        k++;
    }
    if (k == to->n) {
        to->body[to->n] = body;
        to->weld[to->n] = weld;
        to->slot[to->n++] = (tac_slot){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    }
    to->slot[k] = (tac_slot){add3(to->slot[k].l, s.l), add3(to->slot[k].a, s.a)};
}

// Of what is on one body, of a coupler that gives with what is welded to it.
static double mobility_on(const tac_model *m, const coupled_slots *all, int i, bool elastic)
{
    double alone = mobility(m, all->body[i], all->slot[i]);
    if (!elastic || is_ground(m, all->body[i])) {
        return alone;
    }
    const mat3 A = given_pose(m, all->body[i]).A;
    const tac_weld of[2] = {*all->weld[i]};
    const tac_slot row[2] = {all->slot[i]};
    return tac_mobility_with_welds(of, (const mat3[2]){A, A}, row, alone);
}

// The row of a coupler, whose terms may cancel on a body; rows of its terms are told the same.
static void weigh_coupler(tac_model *m, const tac_element *lead)
{
    coupled_slots all = {.n = 0};
    for (int k = 0; k <= lead->followers; k++) {
        tac_pose pose[2];
        tac_slot slot[2][TAC_MAX_ROWS];
        given_rows(m, lead + k, pose, slot);
        for (int side = 0; side < 2; side++) {
            const tac_weld *weld =
                lead->elastic ? tac_weld_of(m, (int)(lead + k - m->element)) + side : NULL;
            add_slot(&all, lead[k].body[side],
                     slot_on_body(m, lead + k, side, &pose[side], slot[side][0]), weld);
        }
    }
    double own = 0.0, push[2] = {0.0, 0.0};
    for (int i = 0; i < all.n; i++) {
        const tac_slot *s = &all.slot[i];
        own += mobility_on(m, &all, i, lead->elastic);
        push[0] += dot3(s->l, s->l);
        push[1] += dot3(s->a, s->a);
    }
    for (int k = 0; k <= lead->followers; k++) {
        int row = lead[k].row;
        m->rows.row_w[row] = own;
        m->rows.row_push[2 * (size_t)row] = push[0];
        m->rows.row_push[2 * (size_t)row + 1] = push[1];
    }
}

static void weigh_each(tac_model *m)
{
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        if (tac_leads(&m->element[i])) {
            weigh_coupler(m, &m->element[i]);
        }
    }
    for (int i = 0; i < m->couplers.first_term; i++) {
        const tac_element *e = &m->element[i];
        tac_pose pose[2];
        tac_slot slot[2][TAC_MAX_ROWS];
        given_rows(m, e, pose, slot);
        for (int k = 0; k < e->n_row; k++) {
            tac_slot a = slot_on_body(m, e, 0, &pose[0], slot[0][k]);
            tac_slot b = slot_on_body(m, e, 1, &pose[1], slot[1][k]);
            double alone = mobility(m, e->body[0], a) + mobility(m, e->body[1], b);
            bool welds = m->light_laws && e->what != TAC_JOINTS;
            m->rows.row_w[e->row + k] = welds ? with_welds(m, e, a, b, alone) : alone;
            bool joint = e->what == TAC_JOINTS;
            double *push = m->rows.row_push + 2 * (size_t)(e->row + k);
            push[0] = joint ? dot3(a.l, a.l) + dot3(b.l, b.l) : 0.0;
            push[1] = joint ? dot3(a.a, a.a) + dot3(b.a, b.a) : 0.0;
        }
    }
    // a row without effect at the start, like a spring of length zero, gets the mean of all rows
    double sum = 0.0;
    int n = 0;
    for (int row = 0; row < m->n_row; row++) {
        bool counts = m->rows.row_w[row] > 0.0 && tac_leads(&m->element[m->rows.row_element[row]]);
        sum += counts ? m->rows.row_w[row] : 0.0;
        n += counts;
    }
    for (int row = 0; row < m->n_row; row++) {
        m->rows.row_w[row] = m->rows.row_w[row] > 0.0 ? m->rows.row_w[row] : n > 0 ? sum / n : 1.0;
    }
}

// ---- elimination ---------------------------------------------------------------------------------

enum { MOST_ROWS = TAC_MAX_ROWS + 1, SIZE = 6 + MOST_ROWS };

// Rows of a joint, then one of a friction: Phi M^-1 Phi^T.
typedef struct products {
    int n; // rows of the joint
    double W[MOST_ROWS][MOST_ROWS];
} products;

// What rows of a joint leave of the share of one more row: elimination, row by row.
static double left_by(const products *of)
{
    products left = *of;
    int n = of->n;
    for (int p = 0; p < n; p++) {
        bool counts = left.W[p][p] > tac_dependent * of->W[p][p];
        for (int i = p + 1; i <= n && counts; i++) {
            double by = left.W[i][p] / left.W[p][p];
            for (int j = p + 1; j <= n; j++) {
                left.W[i][j] -= by * left.W[p][j];
            }
        }
    }
    return left.W[n][n];
}

static void multiply_rigid(const tac_model *m, int body, const tac_slot *row, products *to)
{
    for (int i = 0; i <= to->n; i++) {
        for (int j = 0; j <= to->n; j++) {
            to->W[i][j] = m->bodies.mass_inv[body] * dot3(row[i].l, row[j].l) +
                          dot3(row[i].a, mul3(m->bodies.J_inv[body], row[j].a));
        }
    }
}

// ---- flexible bodies -----------------------------------------------------------------------------

typedef struct flexible_row {
    double six[6], f[TAC_MOST_MODES];
} flexible_row;

// A force and a torque at an interface, axes of the body, as a row on its six coordinates and on its modes.
static flexible_row row_of(const tac_flexible *f, const interface_mapv *at, vec3 own, vec3 turning)
{
    flexible_row to = {{0.0}, {0.0}};
    vec3 torque = add3(turning, cross3(at->s, own));
    const double six[6] = {own.x, own.y, own.z, torque.x, torque.y, torque.z};
    for (int k = 0; k < 6; k++) {
        to.six[k] = six[k];
    }
    tac_push_single(f->modes, at, own, turning, to.f);
    return to;
}

// The part of an element's row that is on one of its interfaces.
static flexible_row row_of_slot(const tac_model *m, const tac_flexible *f, int interface,
                                const double *q, const tac_slot *slot)
{
    interface_mapv at = tac_map_single(f->modes, interface - f->interface, q);
    return row_of(f, &at, tmul3(rotation(m->bodies.p0[f->body]), slot->l), mul3(at.R, slot->a));
}

// The same products in the metric of a step of dt, M + dt/2 D + dt^2/4 K. Modes go first, then the six coordinates
// of the body: what is then left of zero is the opposite.
static void multiply_flexible(const tac_model *m, const tac_flexible *f, const double *q,
                              const flexible_row *row, double dt, products *to)
{
    const tac_modes *k = f->modes;
    inertiav at;
    double A[SIZE][SIZE] = {{0.0}}, mass = m->bodies.mass[f->body];
    tac_inertia_single(k, &m->bodies.J[f->body], q, &at);
    vec3 c = at.c;
    const double B[6][6] = {{mass, 0.0, 0.0, 0.0, c.z, -c.y},
                            {0.0, mass, 0.0, -c.z, 0.0, c.x},
                            {0.0, 0.0, mass, c.y, -c.x, 0.0},
                            {0.0, -c.z, c.y, at.J.x.x, at.J.x.y, at.J.x.z},
                            {c.z, 0.0, -c.x, at.J.y.x, at.J.y.y, at.J.y.z},
                            {-c.y, c.x, 0.0, at.J.z.x, at.J.z.y, at.J.z.z}};
    int size = 6 + to->n + 1;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            A[i][j] = i < 6 && j < 6 ? B[i][j]
                      : i < 6        ? row[j - 6].six[i]
                      : j < 6        ? row[i - 6].six[j]
                                     : 0.0;
        }
    }
    for (int mode = 0; mode < f->n; mode++) {
        double omega = k->omega[mode], v[SIZE];
        double d = 1.0 + dt * k->zeta[mode] * omega + 0.25 * dt * dt * omega * omega;
        for (int i = 0; i < size; i++) {
            v[i] = i < 6 ? ((const double *)at.C)[tac_four_at(6, i, mode)] : row[i - 6].f[mode];
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                A[i][j] -= v[i] * v[j] / d;
            }
        }
    }
    for (int p = 0; p < 6; p++) {
        for (int i = p + 1; i < size; i++) {
            double by = A[i][p] / A[p][p];
            for (int j = p + 1; j < size; j++) {
                A[i][j] -= by * A[p][j];
            }
        }
    }
    for (int i = 0; i <= to->n; i++) {
        for (int j = 0; j <= to->n; j++) {
            to->W[i][j] = -A[6 + i][6 + j];
        }
    }
}

void tac_interface_mobility(const tac_model *m, const tac_flexible *f, int interface, double dt,
                            double W[6][6])
{
    static const vec3 axis[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const vec3 none = {0.0, 0.0, 0.0};
    double q[TAC_MOST_MODES];
    flexible_row row[6];
    products of = {.n = 5};
    tac_whole_fours(f->n, given_modes(m, f), q);
    interface_mapv at = tac_map_single(f->modes, interface, q);
    for (int k = 0; k < 3; k++) {
        row[k] = row_of(f, &at, axis[k], none);
        row[3 + k] = row_of(f, &at, none, axis[k]);
    }
    multiply_flexible(m, f, q, row, dt, &of);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            W[i][j] = of.W[i][j];
        }
    }
}

// ---- frictions -----------------------------------------------------------------------------------

// The first joint between ground and the body of a friction, NULL.
static const tac_element *joint_of(const tac_model *m, const tac_element *friction, int side)
{
    int body = friction->body[side];
    for (int slot = m->bodies.slot_first[body]; slot < m->bodies.slot_first[body + 1]; slot++) {
        const tac_element *e = &m->element[m->rows.row_element[m->bodies.slot_row[slot]]];
        if (e->what == TAC_JOINTS && (is_ground(m, e->body[0]) || is_ground(m, e->body[1]))) {
            return e;
        }
    }
    return NULL;
}

// What is left of the row of a friction on one of its bodies by a joint, NULL, that is on it as well; and what it is
// alone.
static double weight_on(const tac_model *m, const tac_element *e, int side,
                        const tac_element *joint, double dt, double *alone)
{
    const tac_flexible *f = flexible_on(m, e, side);
    tac_pose unused[2];
    tac_slot slot[MOST_ROWS], both[2][TAC_MAX_ROWS];
    products of = {.n = joint ? joint->n_row : 0};
    int side_of_joint = joint && is_ground(m, joint->body[0]);
    if (joint) {
        given_rows(m, joint, unused, both);
        memcpy(slot, both[side_of_joint], (size_t)of.n * sizeof *slot);
    }
    given_rows(m, e, unused, both);
    slot[of.n] = both[side][0];
    if (f) {
        double q[TAC_MOST_MODES];
        flexible_row row[MOST_ROWS];
        tac_whole_fours(f->n, given_modes(m, f), q);
        for (int i = 0; i <= of.n; i++) {
            int interface = i < of.n ? joint->interface[side_of_joint] : e->interface[side];
            row[i] = row_of_slot(m, f, interface, q, &slot[i]);
        }
        multiply_flexible(m, f, q, row, dt, &of);
    } else {
        multiply_rigid(m, e->body[side], slot, &of);
    }
    *alone = of.W[of.n][of.n];
    return left_by(&of);
}

// Replaces that of frictions between a rigid body and ground by what the joint they are on leaves of it, wherever the
// body is. Rows between two bodies keep that of the row alone, which is more than what joints leave.
static void weigh_frictions(tac_model *m)
{
    for (int i = m->n_joint; i < m->couplers.first_term; i++) {
        const tac_element *e = &m->element[i];
        int side = is_ground(m, e->body[0]);
        bool on_ground = side || is_ground(m, e->body[1]);
        if (e->what != TAC_FRICTIONS || !on_ground || flexible_on(m, e, side)) {
            continue;
        }
        const tac_element *joint = joint_of(m, e, side);
        if (joint) {
            double alone, left = weight_on(m, e, side, joint, 0.0, &alone),
                          own = m->rows.row_w[e->row];
            m->rows.row_w[e->row] = left > tac_dependent * own ? left : tac_dependent * own;
        }
    }
}

// Of critical damping, what a friction that holds has unless more or less is asked for: it comes to rest within some
// swings, and stops as it would without.
static const double damped_by = 0.3;

static void damp_holds(tac_model *m)
{
    for (int i = 0; i < m->laws.n_friction; i++) {
        tac_friction_desc *f = &m->laws.friction[i];
        double w = m->rows.row_w[m->element[m->element_first[TAC_FRICTIONS] + i].row];
        if (f->hold > 0.0 && f->hold_damping < 0.0) {
            f->hold_damping = 2.0 * damped_by * sqrt(f->hold / w);
        }
    }
}

// What a law with one row feels at the start, 1/kg: of one between a body and ground what the joint there leaves of it.
static double felt_by(const tac_model *m, const tac_element *e)
{
    int side = is_ground(m, e->body[0]);
    double alone, own = m->rows.row_w[e->row], left = 0.0;
    if ((side || is_ground(m, e->body[1])) && !flexible_on(m, e, side)) {
        const tac_element *joint = joint_of(m, e, side);
        left = joint ? weight_on(m, e, side, joint, 0.0, &alone) : own;
    }
    return left > tac_dependent * own ? left : own;
}

// Fills in what descriptions of laws leave open.
static void complete_laws(tac_model *m)
{
    for (int i = 0; i < m->laws.n_law; i++) {
        const tac_element *e = &m->element[m->element_first[TAC_LAWS] + i];
        if (e->law->complete) {
            e->law->complete(m->laws.law[i].number, felt_by(m, e));
        }
    }
}

static void find_heaviest(tac_model *m)
{
    for (int i = 0; i < 2 * m->n_body; i++) {
        m->bodies.heaviest[i] = 0.0;
    }
    for (int i = 0; i < m->n_body; i++) {
        double *of = m->bodies.heaviest + 2 * m->bodies.joined[i];
        double turning = (m->bodies.J[i].x.x + m->bodies.J[i].y.y + m->bodies.J[i].z.z) / 3.0;
        of[0] = m->bodies.mass[i] > of[0] ? m->bodies.mass[i] : of[0];
        of[1] = turning > of[1] ? turning : of[1];
    }
}

double tac_heavy_mobility(const tac_model *m, const double *heaviest, int row)
{
    const tac_element *e = &m->element[m->rows.row_element[row]];
    const double *push = m->rows.row_push + 2 * row;
    const double *of =
        heaviest + 2 * m->bodies.joined[e->body[0] < m->n_body ? e->body[0] : e->body[1]];
    return push[0] / of[0] + push[1] / of[1];
}

static void find_stiffest(tac_model *m)
{
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        if (tac_has_sides(e)) {
            double k = tac_weight_with_laws(m, e, m->rows.row_w[e->row]) * tac_steepest_slope(m, e);
            m->stiffest = k > m->stiffest ? k : m->stiffest;
        }
    }
}

void tac_weigh_rows(tac_model *m)
{
    weigh_each(m);
    find_heaviest(m);
    if (m->laws.n_friction > 0) {
        weigh_frictions(m);
        damp_holds(m);
    }
    complete_laws(m);
    find_stiffest(m);
}

void tac_hold_interface(tac_model *m, int first)
{
    for (int i = first; i < m->n_body; i++) {
        m->bodies.mass_inv[i] = 0.0;
        m->bodies.J_inv[i] = (mat3){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    }
    tac_weigh_rows(m);
}

double tac_friction_weight(const tac_model *m, const tac_element *e, double dt)
{
    if (!flexible_on(m, e, 0) && !flexible_on(m, e, 1)) {
        return m->rows.row_w[e->row];
    }
    bool on_ground = is_ground(m, e->body[0]) || is_ground(m, e->body[1]);
    double sum = 0.0, all = 0.0;
    for (int side = 0; side < 2; side++) {
        if (!is_ground(m, e->body[side])) {
            double alone;
            sum += weight_on(m, e, side, on_ground ? joint_of(m, e, side) : NULL, dt, &alone);
            all += alone;
        }
    }
    return sum > tac_dependent * all ? sum : tac_dependent * all;
}

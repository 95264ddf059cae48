// The stages of the index-3 method on vector lanes; compiled once for every number of lanes.
//
// Euler parameters stay on the unit sphere: the normalization constraint (4) and its multiplier are
// eliminated exactly (the limit of an infinite penalty), so that every body has six unknowns per
// solve, a displacement and a rotation d_theta' in body axes with dp = G^T d_theta' / 2, and the
// leaves have the closed inverse of [solver] section 2. All quantities of one solve belong to one
// configuration ([solver] section 4): positions, Jacobians and factors are evaluated again after
// the last iteration, before velocities and accelerations are put onto the constraints.
// Numbers in parentheses are equations of [004].
#include "lane_solve.inc"

// ---- access ------------------------------------------------------------------------------------

TAC_INLINE double *body_at(const tac_work *w, int cell)
{
    return w->body + (size_t)(cell * TAC_BODY_FIELDS) * L;
}

TAC_INLINE double *element_at(const tac_work *w, int cell)
{
    return w->element + (size_t)(cell * TAC_ELEMENT_FIELDS) * L;
}

TAC_INLINE double *row_at(const tac_work *w, const tac_cell *c, int k)
{
    return w->row + (size_t)((c->row + k) * TAC_ROW_FIELDS) * L;
}

TAC_INLINE double *slots_at(const tac_work *w, const tac_cell *c, int side)
{
    return w->J + (size_t)((c->slot + side * c->like->n_row) * 6) * L;
}

TAC_INLINE lane field(const double *p, int f)
{
    return lane_load(p + f * L);
}

TAC_INLINE void put(double *p, int f, lane x)
{
    lane_store(p + f * L, x);
}

TAC_INLINE vec3v field3(const double *p, int f)
{
    return load3(p + f * L);
}

TAC_INLINE mat3v inertia(const double *p, int f)
{
    return symmetric(field(p, f), field(p, f + 1), field(p, f + 2), field(p, f + 3),
                     field(p, f + 4), field(p, f + 5));
}

// The larger one; not a number if one of them is not.
TAC_INLINE lane larger(lane a, lane b)
{
    return lane_pick(lane_less(b, a), a, b) + 0.0 * a;
}

// ---- elements: geometry ------------------------------------------------------------------------

TAC_INLINE void load_place(const double *b, posev *p)
{
    p->r = load3(b + B_R * L);
    p->A = (mat3v){load3(b + B_A * L), load3(b + (B_A + 3) * L), load3(b + (B_A + 6) * L)};
}

TAC_INLINE void fetch_place(const tac_work *w, const tac_ref *r, posev *p, int turns)
{
    const double *b = w->body;
    if (r->aligned) {
        load_place(b + r->at[0], p);
    } else {
        p->r = fetch3(b + B_R * L, r);
        p->A = (mat3v){fetch3(b + B_A * L, r), fetch3(b + (B_A + 3) * L, r),
                       fetch3(b + (B_A + 6) * L, r)};
    }
    p->p = (quatv){lane_set(1.0), lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    if (turns) {
        p->p = (quatv){fetch(b + B_P * L, r), fetch(b + (B_P + 1) * L, r),
                       fetch(b + (B_P + 2) * L, r), fetch(b + (B_P + 3) * L, r)};
    }
}

TAC_INLINE void fetch_motion(const tac_work *w, const tac_ref *r, posev *p)
{
    p->v = fetch3(w->body + B_V * L, r);
    p->w = fetch3(w->body + B_W * L, r);
}

static void read_drives(const tac_work *w, const tac_cell *c, elementv *e)
{
    for (int k = 0; k < c->like->n_row; k++) {
        if (c->like->rows[k].drive == TAC_NONE) {
            continue;
        }
        for (int l = 0; l < L; l++) {
            const tac_signal *s = &w->signal[w->m->element[c->element[l]].rows[k].drive];
            e->drive[k].x = lane_put(e->drive[k].x, l, s->x);
            e->drive[k].xd = lane_put(e->drive[k].xd, l, s->xd);
            e->drive[k].xdd = lane_put(e->drive[k].xdd, l, s->xdd);
        }
    }
}

// Rows and Jacobians where the bodies are. The multi-turn angle only at the end of the step or where
// a row needs it.
TAC_INLINE void place_rows(tac_work *w, int cell, tac_form form, int final, double *Ja, double *Jb)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *k = element_at(w, cell), *row = row_at(w, c, 0);
    int turns = form == TAC_ANY && c->like->turns;
    int angle = form == TAC_ANY && c->like->angle != TAC_NONE && (final || turns);
    elementv e;
    e.like = c->like;
    e.form = form;
    e.k = k;
    fetch_place(w, &c->body[0], &e.a, angle || turns);
    fetch_place(w, &c->body[1], &e.b, angle || turns);
    e.angle = lane_set(0.0);
    if (angle) {
        e.angle = twist(relative(&e), field(k, w->starting ? E_ANGLE : E_ANGLE0));
        put(k, E_ANGLE, e.angle);
    }
    if (form == TAC_ANY) {
        read_drives(w, c, &e);
    }
    rows_position(&e, Ja, Jb, row + R_PHI * L, row + R_PHI_T * L, TAC_ROW_FIELDS * L);
}

// Rows with a linear part, and which of them are a point's.
TAC_INLINE int linear_in(const tac_cell *c, tac_form form, int k)
{
    return form == TAC_ANY ? k < c->n_linear : k < 3;
}

TAC_INLINE lane component(vec3v a, int i)
{
    return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

// A field of both bodies: linear part, then angular part.
typedef struct twov {
    vec3v la, aa, lb, ab;
} twov;

TAC_INLINE twov fetch_two(const tac_work *w, const tac_cell *c, int f_l, int f_a)
{
    return (twov){fetch3(w->body + f_l * L, &c->body[0]), fetch3(w->body + f_a * L, &c->body[0]),
                  fetch3(w->body + f_l * L, &c->body[1]), fetch3(w->body + f_a * L, &c->body[1])};
}

// Row k of Phi_q times a field of both bodies. A point's rows have unit vectors as linear parts.
TAC_INLINE lane row_product(const tac_cell *c, tac_form form, int k, const double *Ja,
                            const double *Jb, const twov *x)
{
    lane a = dot3v(field3(Ja, 6 * k + 3), x->aa), b = dot3v(field3(Jb, 6 * k + 3), x->ab);
    if (form == TAC_ANY && linear_in(c, form, k)) {
        a += dot3v(field3(Ja, 6 * k), x->la);
        b += dot3v(field3(Jb, 6 * k), x->lb);
    } else if (linear_in(c, form, k)) {
        a -= component(x->la, k);
        b += component(x->lb, k);
    }
    return a + b;
}

TAC_INLINE void element_product(const tac_work *w, const tac_cell *c, tac_form form, int f_l,
                                int f_a, const double *Ja, const double *Jb, lane *out)
{
    twov x = fetch_two(w, c, f_l, f_a);
    for (int k = 0; k < rows_in(c->like, form); k++) {
        out[k] = row_product(c, form, k, Ja, Jb, &x);
    }
}

TAC_INLINE void place_rates(tac_work *w, const tac_cell *c, tac_form form, const double *Ja,
                            const double *Jb)
{
    lane rate[TAC_MAX_ROWS];
    element_product(w, c, form, B_V, B_W, Ja, Jb, rate);
    for (int k = 0; k < rows_in(c->like, form); k++) {
        double *row = row_at(w, c, k);
        put(row, R_RATE, rate[k] + field(row, R_PHI_T));
    }
}

// Phi_q^T y on both bodies.
TAC_INLINE void react(tac_work *w, int cell, tac_form form, const lane *y, const double *Ja,
                      const double *Jb)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *out = element_at(w, cell) + E_REACT * L;
    for (int side = 0; side < 2; side++) {
        const double *J = side ? Jb : Ja;
        lane zero = lane_set(0.0);
        vec3v l = {zero, zero, zero}, a = l;
        for (int k = 0; k < rows_in(c->like, form); k++, J += 6 * L) {
            if (form == TAC_ANY && linear_in(c, form, k)) {
                l = axpy3v(y[k], field3(J, 0), l);
            }
            a = axpy3v(y[k], field3(J, 3), a);
        }
        if (form != TAC_ANY) {
            l = side ? add3v(l, (vec3v){y[0], y[1], y[2]}) : sub3v(l, (vec3v){y[0], y[1], y[2]});
        }
        store3(out + 6 * side * L, l);
        store3(out + (6 * side + 3) * L, a);
    }
}

// The same for a field of the rows.
TAC_INLINE void react_field(tac_work *w, int cell, tac_form form, int f, const double *Ja,
                            const double *Jb)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane y[TAC_MAX_ROWS];
    for (int k = 0; k < rows_in(c->like, form); k++) {
        y[k] = field(row_at(w, c, k), f);
    }
    react(w, cell, form, y, Ja, Jb);
}

// ---- elements: what each solve starts from -----------------------------------------------------

// A stage over cells of elements from a function of one cell, compiled for every form.
#define CELLS(stage, one)                               \
    static void stage(tac_work *w, int first, int last) \
    {                                                   \
        for (int i = first; i < last; i++) {            \
            switch (w->plan->cell[i].form) {            \
            case TAC_BALL:                              \
                one(w, i, TAC_BALL);                    \
                break;                                  \
            case TAC_HINGE:                             \
                one(w, i, TAC_HINGE);                   \
                break;                                  \
            default:                                    \
                one(w, i, TAC_ANY);                     \
            }                                           \
        }                                               \
    }

TAC_INLINE int is_joint(const tac_cell *c, tac_form form)
{
    return form != TAC_ANY || c->like->what == TAC_JOINTS;
}

// Compliances of a row are bounded by this many times its share of W: a law without slope at the
// moment (an open contact) then leaves the row free.
static const double no_stiffness = 1e12;

// Forces and compliances of laws, one element after the other: lambda = f,
// C = 1 / (df/dx + 2/dt df/dxd), [solver] section 2a. Compliances only if `slopes`.
static void read_laws(tac_work *w, const tac_cell *c, double *force, int slopes)
{
    int n = c->like->n_row;
    for (int l = 0; l < c->n; l++) {
        double x[TAC_MAX_ROWS] = {0.0}, xd[TAC_MAX_ROWS] = {0.0};
        double f[TAC_MAX_ROWS], dfdx[TAC_MAX_ROWS], dfdxd[TAC_MAX_ROWS];
        for (int k = 0; k < n; k++) {
            x[k] = row_at(w, c, k)[R_PHI * L + l];
            xd[k] = row_at(w, c, k)[R_RATE * L + l];
        }
        const tac_element *e = &w->m->element[c->element[l]];
        w->energy[c->element[l]] = tac_law(w->m, e, w->signal, x, xd, f, dfdx, dfdxd);
        for (int k = 0; k < n; k++) {
            double *row = row_at(w, c, k) + l;
            force[k * L + l] = f[k];
            double stiffness = dfdx[k] + 2.0 / w->o.dt * dfdxd[k];
            double most = w->h * row[R_W * L] * no_stiffness, compliance = 1.0 / stiffness;
            int finite = !w->starting & (compliance > 0.0) & (compliance < most);
            row[R_C * L] = pick(slopes, pick(finite, compliance, most), row[R_C * L]);
        }
    }
    for (int l = c->n; l < L; l++) { // unused lanes repeat the first
        for (int k = 0; k < n; k++) {
            double *compliance = row_at(w, c, k) + R_C * L;
            force[k * L + l] = force[k * L];
            compliance[l] = compliance[0];
        }
    }
}

// Linear parts, which rows of a point do not write.
TAC_INLINE void keep_linear(const tac_cell *c, const double *from, double *to)
{
    for (int k = 0; k < c->like->n_row; k++) {
        store3(to + 6 * k * L, load3(from + 6 * k * L));
    }
}

TAC_INLINE void newton_cell(tac_work *w, int cell, tac_form form, int fresh)
{
    const tac_cell *c = &w->plan->cell[cell];
    int joint = is_joint(c, form);
    _Alignas(64) double f[TAC_MAX_ROWS * L], J[2][6 * TAC_MAX_ROWS * L];
    double *Ja = slots_at(w, c, 0), *Jb = slots_at(w, c, 1);
    if (!fresh) { // those of the tangent stay
        if (form == TAC_ANY) {
            keep_linear(c, Ja, J[0]);
            keep_linear(c, Jb, J[1]);
        }
        Ja = J[0];
        Jb = J[1];
    }
    place_rows(w, cell, form, 0, Ja, Jb);
    if (!joint) {
        place_rates(w, c, form, Ja, Jb);
        read_laws(w, c, f, fresh);
    }
    for (int k = 0; k < rows_in(c->like, form); k++) {
        double *row = row_at(w, c, k);
        if (joint) {
            put(row, R_ADD, field(row, R_PHI)); // (34)
        } else if (c->like->implicit) {
            put(row, R_ADD, (field(f, k) - field(row, R_LAMBDA)) * field(row, R_C));
        } else {
            put(row, R_LAMBDA, field(f, k));
        }
    }
    react_field(w, cell, form, R_LAMBDA, Ja, Jb);
}

#define FRESH(w, cell, form) newton_cell(w, cell, form, 1)
#define AGAIN(w, cell, form) newton_cell(w, cell, form, 0)
CELLS(elements_newton, FRESH)
CELLS(elements_again, AGAIN) // the iteration goes on with the tangent of an earlier one
#undef FRESH
#undef AGAIN

TAC_INLINE void velocity_cell(tac_work *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    int joint = is_joint(c, form);
    _Alignas(64) double f[TAC_MAX_ROWS * L];
    double *Ja = slots_at(w, c, 0), *Jb = slots_at(w, c, 1);
    place_rows(w, cell, form, 1, Ja, Jb);
    place_rates(w, c, form, Ja, Jb);
    if (!joint) {
        read_laws(w, c, f, 1);
    }
    for (int k = 0; k < rows_in(c->like, form); k++) {
        double *row = row_at(w, c, k);
        if (joint) {
            put(row, R_ADD, field(row, R_PHI_T)); // (52)
        } else {
            put(row, R_ADD, -field(row, R_RATE)); // keeps its rate
        }
    }
}
CELLS(elements_velocity, velocity_cell)

// Constraints alone: the smallest mass-weighted displacement that closes them.
TAC_INLINE void position_cell(tac_work *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    velocity_cell(w, cell, form); // Jacobians and compliances
    for (int k = 0; k < rows_in(c->like, form); k++) {
        double *row = row_at(w, c, k);
        put(row, R_ADD, is_joint(c, form) ? field(row, R_PHI) : lane_set(0.0));
    }
}
CELLS(elements_position, position_cell)

TAC_INLINE void place_gamma(tac_work *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    int turns = form == TAC_ANY && c->like->turns;
    elementv e;
    e.like = c->like;
    e.form = form;
    e.k = element_at(w, cell);
    fetch_place(w, &c->body[0], &e.a, turns);
    fetch_place(w, &c->body[1], &e.b, turns);
    fetch_motion(w, &c->body[0], &e.a);
    fetch_motion(w, &c->body[1], &e.b);
    if (form == TAC_ANY) {
        read_drives(w, c, &e);
    }
    rows_gamma(&e, row_at(w, c, 0) + R_GAMMA * L, TAC_ROW_FIELDS * L);
}

TAC_INLINE void acceleration_cell(tac_work *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    const double *Ja = slots_at(w, c, 0), *Jb = slots_at(w, c, 1);
    int refactored = tac_laws_refactored(w->m, &w->o), joint = is_joint(c, form);
    int from_law = w->o.acceleration == TAC_INDEX1 || w->starting || !c->like->implicit;
    _Alignas(64) double f[TAC_MAX_ROWS * L];
    lane kept[TAC_MAX_ROWS];
    place_rates(w, c, form, Ja, Jb); // with the projected velocities
    if (joint) {
        place_gamma(w, cell, form);
    } else {
        read_laws(w, c, f, 0); // compliances as factorized
        element_product(w, c, form, B_ACC, B_WD, Ja, Jb, kept);
    }
    for (int k = 0; k < rows_in(c->like, form); k++) {
        double *row = row_at(w, c, k);
        if (joint) {
            put(row, R_ADD, -field(row, R_GAMMA)); // (65)
        } else if (refactored) {
            put(row, R_ADD, lane_set(0.0));
            // the law's force is given
            put(row, R_C, lane_set(w->h) * field(row, R_W) * no_stiffness);
            put(row, R_LAMBDA, field(f, k));
        } else {
            put(row, R_ADD, -kept[k]);
            put(row, R_LAMBDA, from_law ? field(f, k) : field(row, R_LAMBDA));
        }
    }
    react_field(w, cell, form, R_LAMBDA, Ja, Jb);
}
CELLS(elements_acceleration, acceleration_cell)

// What is left of the constraints; a value that is not finite makes the check not a number.
TAC_INLINE void residual_cell(tac_work *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane bound = lane_set(1.0 / (w->m->length * tac_open_joint)), zero = lane_set(0.0);
    lane check = zero;
    if (!is_joint(c, form)) {
        for (int k = 0; k < c->like->n_row; k++) {
            check = larger(check, 0.0 * field(row_at(w, c, k), R_LAMBDA));
        }
        put(element_at(w, cell), E_CHECK, check);
        return;
    }
    lane acc[TAC_MAX_ROWS], position = zero, velocity = zero, acceleration = zero;
    element_product(w, c, form, B_ACC, B_WD, slots_at(w, c, 0), slots_at(w, c, 1), acc);
    for (int k = 0; k < rows_in(c->like, form); k++) {
        const double *row = row_at(w, c, k);
        lane phi = field(row, R_PHI), rate = field(row, R_RATE);
        lane rest = acc[k] - field(row, R_GAMMA);
        check = larger(check, lane_abs(phi) * bound + 0.0 * field(row, R_LAMBDA));
        position += phi * phi;
        velocity += rate * rate;
        acceleration += rest * rest;
    }
    put(element_at(w, cell), E_CHECK, check);
    for (int l = 0; l < c->n; l++) {
        w->residual[c->element[l]] =
            (tac_residual){lane_get(position, l), lane_get(velocity, l), lane_get(acceleration, l)};
    }
}
CELLS(elements_residual, residual_cell)

// Right-hand side add + Phi_q x of elements in the tree, where their solution will be.
TAC_INLINE void load_cell(tac_work *w, int cell, tac_form form)
{
    const tac_cell *c = &w->plan->cell[cell];
    lane rhs[TAC_MAX_ROWS];
    element_product(w, c, form, B_X, B_X + 3, slots_at(w, c, 0), slots_at(w, c, 1), rhs);
    for (int k = 0; k < rows_in(c->like, form); k++) {
        double *row = row_at(w, c, k);
        put(row, R_SIGMA, field(row, R_ADD) + rhs[k]);
    }
}
CELLS(elements_load, load_cell)

// lambda grows by gain times sigma; Phi_q^T sigma for the bodies.
TAC_INLINE void push_cell(tac_work *w, int cell, tac_form form, double gain)
{
    const tac_cell *c = &w->plan->cell[cell];
    for (int k = 0; k < rows_in(c->like, form) && gain != 0.0; k++) {
        double *row = row_at(w, c, k);
        put(row, R_LAMBDA, field(row, R_LAMBDA) + gain * field(row, R_SIGMA));
    }
    react_field(w, cell, form, R_SIGMA, slots_at(w, c, 0), slots_at(w, c, 1));
}

#define PUSH(w, cell, form) push_cell(w, cell, form, 0.0)
#define PUSH_NEWTON(w, cell, form) push_cell(w, cell, form, 1.0)
#define PUSH_INDEX1(w, cell, form) push_cell(w, cell, form, (w)->h)
CELLS(elements_push, PUSH)
CELLS(elements_push_newton, PUSH_NEWTON)
CELLS(elements_push_index1, PUSH_INDEX1)
#undef PUSH
#undef PUSH_NEWTON
#undef PUSH_INDEX1
#undef CELLS

// ---- bodies: positions and rates ---------------------------------------------------------------

TAC_INLINE void place(double *b, vec3v r, quatv p)
{
    p = unitqv(p); // Psi = 0, [004] (4)
    mat3v A = rotationv(p);
    store3(b + B_R * L, r);
    store4(b + B_P * L, p);
    store3(b + B_A * L, A.x);
    store3(b + (B_A + 3) * L, A.y);
    store3(b + (B_A + 6) * L, A.z);
}

// Velocities and accelerations that the trapezoidal rule gives to the current positions.
TAC_INLINE void trapezoidal_rates(const tac_work *w, double *b)
{
    double k1 = 2.0 / w->o.dt, k2 = k1 * k1;
    lane one = lane_set(k1), two = lane_set(k2);
    vec3v dr = sub3v(field3(b, B_R), field3(b, B_R0));
    store3(b + B_V * L, sub3v(scale3v(one, dr), field3(b, B_V0)));   // (15)
    store3(b + B_ACC * L, sub3v(scale3v(two, dr), field3(b, B_A0))); // (16)
    quatv p = load4(b + B_P * L), p0 = load4(b + B_P0 * L);
    quatv pd = load4(b + B_PD * L), pdd = load4(b + B_PDD * L);
    quatv dp = {p.e0 - p0.e0, p.e1 - p0.e1, p.e2 - p0.e2, p.e3 - p0.e3};
    quatv pd_new = {one * dp.e0 - pd.e0, one * dp.e1 - pd.e1, one * dp.e2 - pd.e2,
                    one * dp.e3 - pd.e3}; // (15)
    quatv pdd_new = {two * dp.e0 - pdd.e0, two * dp.e1 - pdd.e1, two * dp.e2 - pdd.e2,
                     two * dp.e3 - pdd.e3}; // (16)
    lane twice = lane_set(2.0);
    store3(b + B_W * L, scale3v(twice, g_mulv(p, pd_new))); // w' = 2 G p_dot
    store3(b + B_WD * L, scale3v(twice, g_mulv(p, pdd_new)));
    put(b, B_STRETCH, dotqv(p, pd_new));
}

// What an acceleration may add to a prediction, in rad and lengths of the model. Stiff forces out of
// balance would predict places from which the iteration does not come back.
static const double far_prediction = 0.25;

TAC_INLINE vec3v bounded(vec3v a, lane bound)
{
    lane size = norm3v(a), one = lane_set(1.0);
    return scale3v(lane_pick(lane_less(bound, size), bound / size, one), a);
}

TAC_INLINE vec3v from_vec3(const vec3 *v, const int *at)
{
    vec3v out = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    for (int l = 0; l < L; l++) {
        out.x = lane_put(out.x, l, v[at[l]].x);
        out.y = lane_put(out.y, l, v[at[l]].y);
        out.z = lane_put(out.z, l, v[at[l]].z);
    }
    return out;
}

TAC_INLINE quatv from_quat(const quat *q, const int *at)
{
    lane zero = lane_set(0.0);
    quatv out = {zero, zero, zero, zero};
    for (int l = 0; l < L; l++) {
        out.e0 = lane_put(out.e0, l, q[at[l]].e0);
        out.e1 = lane_put(out.e1, l, q[at[l]].e1);
        out.e2 = lane_put(out.e2, l, q[at[l]].e2);
        out.e3 = lane_put(out.e3, l, q[at[l]].e3);
    }
    return out;
}

// q + qd dt + qdd dt^2 / 2                                              [004] section 3.2
static void bodies_predict(tac_work *w, int first, int last)
{
    const tac_state *s = w->from;
    double dt = w->o.dt, turn = far_prediction / (0.5 * dt * dt), shift = turn * w->m->length;
    lane k = lane_set(4.0 / dt), half = lane_set(0.5), step = lane_set(dt);
    for (int i = first; i < last; i++) {
        const int *at = w->plan->body[i].body;
        double *b = body_at(w, i);
        vec3v r = from_vec3(s->r, at), v = from_vec3(s->v, at), spin = from_vec3(s->w, at);
        vec3v a = from_vec3(s->a, at), wd = from_vec3(s->wd, at);
        quatv p = from_quat(s->p, at);
        // rates of the Euler parameters: p_dot = G^T w / 2, p_ddot = G^T wd / 2 - |w|^2 p / 4
        lane spin2 = -0.25 * dot3v(spin, spin);
        quatv pd = scaleqv(half, gt_mulv(p, spin));
        quatv pdd = axpyqv(spin2, p, scaleqv(half, gt_mulv(p, wd)));
        store3(b + B_R0 * L, r);
        store4(b + B_P0 * L, p);
        store3(b + B_V0 * L, v);
        store3(b + B_A0 * L, axpy3v(k, v, a));
        store4(b + B_PD * L, pd);
        store4(b + B_PDD * L, axpyqv(k, pd, pdd));
        vec3v near_a = bounded(a, lane_set(shift)), near_wd = bounded(wd, lane_set(turn));
        quatv near_pdd = axpyqv(spin2, p, scaleqv(half, gt_mulv(p, near_wd)));
        lane dt_half = lane_set(0.5 * dt);
        place(b, axpy3v(step, axpy3v(dt_half, near_a, v), r),
              axpyqv(step, axpyqv(dt_half, near_pdd, pd), p));
        trapezoidal_rates(w, b);
        put(b, B_TRAVEL, lane_set(0.0));
    }
}

// Multipliers and angles of the step's start.
static void elements_predict(tac_work *w, int first, int last)
{
    const tac_state *s = w->from;
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        double *angle = element_at(w, i) + E_ANGLE0 * L;
        for (int r = 0; r < c->like->n_row; r++) {
            lane_store(row_at(w, c, r) + R_LAMBDA * L, lane_gather(s->lambda + r, c->model_row));
        }
        for (int l = 0; l < L && c->like->angle != TAC_NONE; l++) {
            angle[l] = s->angle[w->m->element[c->element[l]].angle];
        }
    }
}

// ---- bodies: what each solve starts from -------------------------------------------------------

TAC_INLINE void sum_reactions(const tac_work *w, const tac_body_cell *c, vec3v *l, vec3v *a)
{
    lane zero = lane_set(0.0);
    *l = *a = (vec3v){zero, zero, zero};
    for (int k = 0; k < c->n_side; k++) {
        *l = add3v(*l, fetch3(w->element, &c->side[k]));
        *a = add3v(*a, fetch3(w->element + 3 * L, &c->side[k]));
    }
}

static double signal_value(const tac_work *w, int source)
{
    return source == TAC_NONE ? 0.0 : w->signal[source].x;
}

static vec3 signals3(const tac_work *w, const int source[3])
{
    return (vec3){signal_value(w, source[0]), signal_value(w, source[1]),
                  signal_value(w, source[2])};
}

// Loads of the bodies of a cell: force (world), torque about the centre of mass (body axes).
static void add_loads(const tac_work *w, int cell, vec3v *f, vec3v *n)
{
    const tac_model *m = w->m;
    for (int l = 0; l < L; l++) {
        int i = w->plan->body[cell].body[l];
        const double *p = body_at(w, cell) + B_A * L + l;
        mat3 A = {
            {p[0], p[L], p[2 * L]}, {p[3 * L], p[4 * L], p[5 * L]}, {p[6 * L], p[7 * L], p[8 * L]}};
        for (int k = m->load_first[i]; k < m->load_first[i + 1]; k++) {
            const tac_load_desc *load = &m->load[m->load_of[k]];
            vec3 force = signals3(w, load->force), torque = signals3(w, load->torque);
            mat3 R = rotation(load->at.q);
            vec3 fb = load->in_body ? mul3(R, force) : tmul3(A, force); // both in body axes
            vec3 nb = load->in_body ? mul3(R, torque) : tmul3(A, torque);
            vec3 fw = mul3(A, fb), nn = add3(nb, cross3(load->at.s, fb));
            f->x = lane_put(f->x, l, lane_get(f->x, l) + fw.x);
            f->y = lane_put(f->y, l, lane_get(f->y, l) + fw.y);
            f->z = lane_put(f->z, l, lane_get(f->z, l) + fw.z);
            n->x = lane_put(n->x, l, lane_get(n->x, l) + nn.x);
            n->y = lane_put(n->y, l, lane_get(n->y, l) + nn.y);
            n->z = lane_put(n->z, l, lane_get(n->z, l) + nn.z);
        }
    }
}

// Applied force and torque, gravity included, minus the gyroscopic torque: Q of [004] (8) for body
// rates.
TAC_INLINE void applied(const tac_work *w, int cell, const double *b, vec3v *f, vec3v *n)
{
    vec3 g = w->m->gravity;
    vec3v spin = field3(b, B_W);
    *f = scale3v(field(b, B_MASS), (vec3v){lane_set(g.x), lane_set(g.y), lane_set(g.z)});
    *n = neg3v(cross3v(spin, mul3v(inertia(b, B_J), spin)));
    if (w->plan->body[cell].loaded) {
        add_loads(w, cell, f, n);
    }
}

TAC_INLINE void set_x(double *b, vec3v l, vec3v a)
{
    store3(b + B_X * L, l);
    store3(b + (B_X + 3) * L, a);
}

// x = -h M^-1 g, g = M qdd + Phi_q^T lambda - Q                         [004] (12) (27)
static void bodies_newton(tac_work *w, int first, int last)
{
    lane minus_h = lane_set(-w->h);
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        vec3v f, n, react_l, react_a;
        applied(w, i, b, &f, &n);
        sum_reactions(w, &w->plan->body[i], &react_l, &react_a);
        vec3v g_r = sub3v(axpy3v(field(b, B_MASS), field3(b, B_ACC), react_l), f);
        // 4 G G_dot^T J' w' = w' x J' w' + 2 (p . p_dot) J' w': the rates of the trapezoidal rule
        // leave the unit sphere by O(dt^2) until they are projected     [004] (8)
        vec3v rate = axpy3v(2.0 * field(b, B_STRETCH), field3(b, B_W), field3(b, B_WD));
        vec3v g_a = sub3v(add3v(mul3v(inertia(b, B_J), rate), react_a), n);
        set_x(b, scale3v(minus_h * field(b, B_MASS_INV), g_r),
              scale3v(minus_h, mul3v(inertia(b, B_J_INV), g_a)));
    }
}

static void bodies_position(tac_work *w, int first, int last)
{
    vec3v zero = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    for (int i = first; i < last; i++) {
        set_x(body_at(w, i), zero, zero);
    }
}

static void bodies_velocity(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        set_x(b, field3(b, B_V), field3(b, B_W)); // (45)
    }
}

// x = M^-1 (Q - Phi_q^T lambda)                                         [004] (9)
static void bodies_index1(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        vec3v f, n, react_l, react_a;
        applied(w, i, b, &f, &n);
        sum_reactions(w, &w->plan->body[i], &react_l, &react_a);
        set_x(b, scale3v(field(b, B_MASS_INV), sub3v(f, react_l)),
              mul3v(inertia(b, B_J_INV), sub3v(n, react_a)));
    }
}

static void bodies_projection(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        set_x(b, field3(b, B_ACC), field3(b, B_WD)); // (60)
    }
}

// ---- bodies: what a solution changes -----------------------------------------------------------

// x - h M^-1 Phi_q^T sigma
TAC_INLINE void solution(const tac_work *w, int cell, const double *b, vec3v *l, vec3v *a)
{
    vec3v react_l, react_a;
    lane minus_h = lane_set(-w->h);
    sum_reactions(w, &w->plan->body[cell], &react_l, &react_a);
    *l = axpy3v(minus_h * field(b, B_MASS_INV), react_l, field3(b, B_X));
    *a = axpy3v(minus_h, mul3v(inertia(b, B_J_INV), react_a), field3(b, B_X + 3));
}

TAC_INLINE void move(double *b, vec3v l, vec3v a)
{
    quatv p = load4(b + B_P * L);
    place(b, add3v(field3(b, B_R), l), axpyqv(lane_set(0.5), gt_mulv(p, a), p));
}

static void update_newton(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        vec3v l, a;
        solution(w, i, b, &l, &a); // (24)
        store3(b + B_DELTA * L, l);
        store3(b + (B_DELTA + 3) * L, a);
        // in rotations and in lengths of the model, whichever is larger
        lane turn = norm3v(a), shift = norm3v(l) / lane_set(w->m->length);
        lane size = lane_pick(lane_less(shift, turn), turn, shift), most = field(b, B_TRAVEL);
        put(b, B_TRAVEL, lane_pick(lane_less(most, size), size, most));
        move(b, l, a);
        trapezoidal_rates(w, b);
    }
}

static void update_position(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        vec3v l, a;
        solution(w, i, b, &l, &a);
        store3(b + B_DELTA * L, l);
        store3(b + (B_DELTA + 3) * L, a);
        lane scale = lane_set(w->shorten);
        move(b, scale3v(scale, l), scale3v(scale, a));
    }
}

static void update_velocity(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        vec3v l, a;
        solution(w, i, b, &l, &a); // (43)
        store3(b + B_V * L, l);
        store3(b + B_W * L, a);
    }
}

static void update_acceleration(tac_work *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        vec3v l, a;
        solution(w, i, b, &l, &a); // (58)
        store3(b + B_ACC * L, l);
        store3(b + B_WD * L, a);
    }
}

static void bodies_check(tac_work *w, int first, int last)
{
    vec3 g = w->m->gravity;
    vec3v gravity = {lane_set(g.x), lane_set(g.y), lane_set(g.z)};
    lane length = lane_set(1.0 / w->m->length);
    lane at_last = lane_set(1.0 / tac_last_increment), at_any = lane_set(1.0 / tac_any_increment);
    for (int i = first; i < last; i++) {
        double *b = body_at(w, i);
        const tac_body_cell *c = &w->plan->body[i];
        vec3v r = field3(b, B_R), v = field3(b, B_V), spin = field3(b, B_W);
        vec3v l = field3(b, B_DELTA), a = field3(b, B_DELTA + 3);
        lane mass = field(b, B_MASS);
        vec3v sum = add3v(r, add3v(v, spin));
        sum = add3v(sum, add3v(field3(b, B_ACC), field3(b, B_WD)));
        lane turn2 = dot3v(a, a), shift2 = dot3v(l, l);
        lane worst = larger(lane_sqrt(turn2) * at_last, lane_sqrt(shift2) * length * at_last);
        worst = larger(worst, field(b, B_TRAVEL) * at_any);
        put(b, B_CHECK, worst + 0.0 * (sum.x + sum.y + sum.z));
        lane turning = dot3v(spin, mul3v(inertia(b, B_J), spin));
        lane kinetic = 0.5 * (mass * dot3v(v, v) + turning), fall = mass * dot3v(gravity, r);
        lane moved = shift2 + 0.25 * turn2; // |dp| = |d_theta| / 2
        for (int k = 0; k < c->n; k++) {
            w->kinetic[c->body[k]] = lane_get(kinetic, k);
            w->potential[c->body[k]] = -lane_get(fall, k);
            w->increment[c->body[k]] = lane_get(moved, k);
        }
    }
}

#define JOIN(a, b) a##b
#define NAMED(lanes) JOIN(tac_stages_, lanes)

const tac_stages NAMED(TAC_LANES) = {
    .lanes = TAC_LANES,
    .elements = {.predict = elements_predict,
                 .newton = elements_newton,
                 .again = elements_again,
                 .position = elements_position,
                 .velocity = elements_velocity,
                 .acceleration = elements_acceleration,
                 .residual = elements_residual,
                 .load = elements_load,
                 .push = elements_push,
                 .push_newton = elements_push_newton,
                 .push_index1 = elements_push_index1},
    .bodies = {.predict = bodies_predict,
               .newton = bodies_newton,
               .position = bodies_position,
               .velocity = bodies_velocity,
               .index1 = bodies_index1,
               .projection = bodies_projection,
               .update_newton = update_newton,
               .update_position = update_position,
               .update_velocity = update_velocity,
               .update_acceleration = update_acceleration,
               .check = bodies_check},
    .units = {.factor = factor, .forward = forward, .backward = backward},
};

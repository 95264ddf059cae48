// Joints as short lists of row primitives between two frames, a on the first body and b on the
// second; their geometry for one element at a time.
#include "rows.h"

#include "element_types.h"
#include "elementary.h"
#include "law.h"
#include "mobility.h"
#include "row_geometry.h"

// ---- which rows a joint has --------------------------------------------------------------------

static void put(tac_element *e, tac_row_kind kind, int i, int j, int drive)
{
    bool after_dot = e->n_row > 0 && e->rows[e->n_row - 1].kind == ROW_DOT;
    int dot = after_dot ? e->rows[e->n_row - 1].dot + 1 : 0;
    e->rows[e->n_row++] = (tac_row){kind, i, j, drive, dot, false};
    e->turns |= kind == ROW_ANGLE || kind == ROW_SCREW || kind == ROW_TURN;
}

_Static_assert((int)TAC_ROW_POINT == ROW_POINT && (int)TAC_ROW_DOT == ROW_DOT &&
                   (int)TAC_ROW_SLIDE == ROW_SLIDE && (int)TAC_ROW_DISTANCE == ROW_DISTANCE &&
                   (int)TAC_ROW_ANGLE == ROW_ANGLE && (int)TAC_ROW_SCREW == ROW_SCREW &&
                   (int)TAC_ROW_TURN == ROW_TURN && (int)TAC_ROW_ASIDE == ROW_ASIDE,
               "rows of types are rows of elements");

// What keeps two axes parallel is a moment along x and y of a side.
static void put_use(tac_element *e, const tac_row_use *use, int side, int drive)
{
    bool turned = use->parallel && side;
    put(e, (tac_row_kind)use->measure, turned ? use->j : use->i, turned ? use->i : use->j, drive);
    e->rows[e->n_row - 1].parallel = use->parallel;
}

void tac_rows_of_joint(tac_element *e, const tac_joint_desc *j, int side)
{
    const tac_joint_type *type = tac_joint_type_of(j->kind);
    e->n_row = 0;
    e->turns = false;
    e->length = j->length;
    e->lead = j->lead;
    for (int k = 0; k < type->n_row; k++) {
        put_use(e, &type->row[k], side, TAC_NONE);
    }
    if (type->drives_row) {
        e->rows[0].drive = j->drive_displacement;
    }
    for (int k = 0; k < type->n_driven; k++) {
        int drive = tac_driving_source(j, k);
        if (drive != TAC_NONE) {
            put_use(e, &type->driven[k], side, drive);
        }
    }
}

int tac_joint_row_count(const tac_joint_desc *j)
{
    tac_element e = {0};
    tac_rows_of_joint(&e, j, 0);
    return e.n_row;
}

void tac_rows_of_coordinate(tac_element *e, tac_coordinate c)
{
    e->n_row = 0;
    e->turns = false;
    e->length = 0.0;
    switch (c) {
    case TAC_DISTANCE:
        put(e, ROW_DISTANCE, 0, 0, TAC_NONE);
        break;
    case TAC_ANGLE:
        put(e, ROW_ANGLE, 0, 0, TAC_NONE);
        break;
    case TAC_SLIDE:
    case TAC_N_COORDINATE:
        put(e, ROW_SLIDE, 2, 0, TAC_NONE);
        break;
    }
}

void tac_rows_of_road(tac_element *e, const tac_road *road)
{
    e->n_row = 0;
    e->turns = false;
    e->length = 0.0;
    e->road = road;
    put(e, ROW_ROAD, 0, 0, TAC_NONE);
}

void tac_rows_of_term(tac_element *e, const tac_term_desc *t)
{
    e->n_row = 0;
    e->length = 0.0;
    e->lead = t->factor;
    put(e, ROW_TERM, (int)t->coordinate, 0, TAC_NONE);
    e->turns = t->coordinate == TAC_ANGLE;
}

bool tac_has_drive(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->n_element; i++) {
        for (int k = 0; k < m->element[i].n_row; k++) {
            has = has || m->element[i].rows[k].drive != TAC_NONE;
        }
    }
    return has;
}

tac_form tac_form_of(const tac_element *e)
{
    static const tac_form known[TAC_MAX_ROWS + 1] = {
        [3] = TAC_BALL, [4] = TAC_CROSS, [5] = TAC_HINGE};
    if (e->what != TAC_JOINTS || e->turns) {
        return TAC_ANY;
    }
    for (int k = 0; k < e->n_row; k++) {
        if (e->rows[k].kind != (k < 3 ? ROW_POINT : ROW_DOT) || e->rows[k].drive != TAC_NONE) {
            return TAC_ANY;
        }
    }
    return known[e->n_row];
}

// ---- one element at a time ---------------------------------------------------------------------

// Vector i of E_AXES.
static void put_axis(double *k, int stride, int i, const mat3 *R, int axis)
{
    const double *column = &R->x.x + axis;
    for (int n = 0; n < 3; n++) {
        k[(E_AXES + 3 * i + n) * stride] = column[3 * n];
    }
}

static inline void put_frames(const tac_element *e, double *k, int stride)
{
    for (int side = 0; side < 2; side++) {
        const vec3 *s = &e->s[side];
        const mat3 *R = &e->R[side];
        const quat *q = &e->q[side];
        const double all[16] = {s->x,   s->y,   s->z,   R->x.x, R->x.y, R->x.z, R->y.x, R->y.y,
                                R->y.z, R->z.x, R->z.y, R->z.z, q->e0,  q->e1,  q->e2,  q->e3};
        for (int i = 0; i < 16; i++) {
            int field = i < 3    ? E_S + 3 * side + i
                        : i < 12 ? E_R + 9 * side + i - 3
                                 : E_Q + 4 * side + i - 12;
            k[field * stride] = all[i];
        }
    }
}

// What rows have beside frames.
static inline void put_rows(const tac_element *e, double *k, int stride)
{
    k[E_LENGTH * stride] = e->length;
    k[E_LEAD * stride] = e->lead;
    for (int i = 0; i < e->n_row; i++) {
        const tac_row *row = &e->rows[i];
        if (row->kind == ROW_DOT) {
            put_axis(k, stride, 2 * row->dot, &e->R[0], row->i);
            put_axis(k, stride, 2 * row->dot + 1, &e->R[1], row->j);
            k[E_PAIR * stride] = row->i == 2;
        }
    }
}

void tac_element_constants(const tac_element *e, double *k, int stride)
{
    put_frames(e, k, stride);
    put_rows(e, k, stride);
}

// One element with its constants and the poses of both bodies as fields.
typedef struct single {
    elementv e;
    double k[TAC_ELEMENT_FIELDS], body[2][B_W + 3 - B_R];
} single;

static void fill_pose(const tac_pose *p, double *fields)
{
    double *at = fields - B_R;
    store3(at + B_R, p->r);
    store3(at + B_A, p->A.x);
    store3(at + B_A + 3, p->A.y);
    store3(at + B_A + 6, p->A.z);
    store4(at + B_P, p->p);
    store3(at + B_V, p->v);
    store3(at + B_W, p->w);
}

// Frames and poses alone.
static void fill_frames(single *s, const tac_element *e, const tac_pose *pa, const tac_pose *pb)
{
    put_frames(e, s->k, 1);
    fill_pose(pa, s->body[0]);
    fill_pose(pb, s->body[1]);
    s->e = (elementv){.like = e, .k = s->k, .body = {s->body[0], s->body[1]}};
}

static void fill_single(single *s, const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                        const tac_signal *signal)
{
    fill_frames(s, e, pa, pb);
    put_rows(e, s->k, 1);
    for (int i = 0; i < e->n_row; i++) {
        if (signal && e->rows[i].drive != TAC_NONE) {
            const tac_signal *x = &signal[e->rows[i].drive];
            s->e.drive[i] = (signalv){x->x, x->xd, x->xdd};
        }
    }
}

double tac_element_angle(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                         double angle_before)
{
    if (e->angle == TAC_NONE) {
        return 0.0;
    }
    if (e->spins) { // no pose says it
        return angle_before;
    }
    single one;
    fill_frames(&one, e, pa, pb);
    return twist(relative(&one.e), angle_before);
}

vec3 tac_point_axis(const tac_row *row, int side) // linear part of a point's row
{
    double u = side == 0 ? -1.0 : 1.0;
    return (vec3){row->i == 0 ? u : 0.0, row->i == 1 ? u : 0.0, row->i == 2 ? u : 0.0};
}

void tac_rows_position(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                       const tac_signal *signal, double angle, tac_slot *sa, tac_slot *sb,
                       double *phi, double *phi_t)
{
    int n = e->n_row, to_linear = TAC_TO_LINEAR(n);
    double J[12 * TAC_MAX_ROWS] = {0.0}, *Ja = J, *Jb = J + TAC_SLOT(n, 1, 0);
    single one;
    fill_single(&one, e, pa, pb, signal);
    one.e.angle = angle;
    rows_position(&one.e, Ja, Jb, phi, phi_t);
    for (int i = 0; i < n; i++, Ja += 3, Jb += 3) {
        bool point = e->rows[i].kind == ROW_POINT;
        sa[i] = (tac_slot){load3(Ja + to_linear), load3(Ja)};
        sb[i] = (tac_slot){load3(Jb + to_linear), load3(Jb)};
        sa[i].l = point ? tac_point_axis(&e->rows[i], 0) : sa[i].l;
        sb[i].l = point ? tac_point_axis(&e->rows[i], 1) : sb[i].l;
    }
}

void tac_coordinate_position(const tac_element *e, tac_coordinate c, int axis, const tac_pose *pa,
                             const tac_pose *pb, double angle_before, tac_slot *sa, tac_slot *sb,
                             double *x)
{
    double J[TAC_SLOTS(TAC_MAX_ROWS)] = {0.0}, *Ja = J, *Jb = J + TAC_SLOT(e->n_row, 1, 0);
    int to_linear = TAC_TO_LINEAR(e->n_row);
    single one;
    fill_frames(&one, e, pa, pb);
    quatv q = relative(&one.e);
    bool turns = c == TAC_ANGLE && e->angle != TAC_NONE;
    one.e.angle = !turns ? 0.0 : e->spins ? angle_before : twist(q, angle_before);
    *x = coordinate_value(&one.e, c, axis, distance(&one.e), q, Ja, Jb);
    *sa = (tac_slot){load3(Ja + to_linear), load3(Ja)};
    *sb = (tac_slot){load3(Jb + to_linear), load3(Jb)};
}

double tac_cross_angle(const tac_element *e, int second, const tac_pose pose[2], tac_slot slot[2])
{
    static const vec3 zero = {0.0, 0.0, 0.0};
    mat3 Xa = mulm3(pose[0].A, e->R[0]), Xb = mulm3(pose[1].A, e->R[1]);
    vec3 za = col3(Xa, 2), zb = col3(Xb, 2), n = cross3(za, zb);
    vec3 u = scale3(1.0 / dot3(n, n), second ? cross3(n, za) : cross3(zb, n));
    slot[0] = (tac_slot){zero, scale3(-1.0, tmul3(pose[0].A, u))};
    slot[1] = (tac_slot){zero, tmul3(pose[1].A, u)};
    return second ? -tac_atan2(dot3(col3(Xb, 1), za), dot3(col3(Xb, 0), za))
                  : tac_atan2(dot3(col3(Xa, 1), zb), dot3(col3(Xa, 0), zb));
}

// ---- couplers ----------------------------------------------------------------------------------

static const double never_reached = 1e300; // of any coordinate

void tac_fill_couplers(tac_model *m, const tac_desc *d)
{
    for (int k = 0; k < d->n_coupler; k++) {
        const tac_coupler_desc *c = &d->coupler[k];
        tac_element *e = &m->element[m->couplers.first_term + c->first_term];
        e->rows[0].drive = c->offset;
        e->followers = c->n_term - 1;
        for (int i = 0; i < c->n_term; i++) {
            e[i].follows = i;
            e[i].coupler = k;
            e[i].elastic = c->gives;
        }
        if (c->gives) {
            tac_take_law(m, e,
                         tac_coupler_has_sides(c) ? tac_coupler_type.other : tac_coupler_type.law);
        }
        m->couplers.coupler[k] = *c;
        m->couplers.coupler[k].slack = c->pulls ? never_reached : 0.0;
    }
    for (int i = 0; i < d->n_term; i++) {
        m->couplers.term[i] = d->term[i];
    }
}

double tac_given_angle(const tac_model *m, const tac_element *e)
{
    tac_pose pose[2];
    tac_given_sides(m, e, pose);
    double own = pose[1].r.x - (e->stacked ? pose[0].r.x : 0.0);
    return tac_element_angle(e, &pose[0], &pose[1], e->spins ? own : 0.0);
}

// Factor times the coordinate of a term, or its table.
static double given_value(const tac_model *m, const tac_element *of)
{
    tac_element e = *of;
    tac_pose pose[2];
    tac_slot slot[2];
    double phi, phi_t;
    e.length = 0.0;
    e.rows[0].drive = TAC_NONE;
    tac_given_sides(m, of, pose);
    tac_rows_position(&e, &pose[0], &pose[1], NULL, tac_given_angle(m, of), &slot[0], &slot[1],
                      &phi, &phi_t);
    return phi;
}

// How much a term changes by, per m, at most; angles by the model's length.
static double effect_of(const tac_model *m, const tac_element *e)
{
    double slope = 1.0;
    for (int i = 0; i + 1 < (e->curve ? e->curve->n : 0); i++) {
        double dx = e->curve->x[i + 1] - e->curve->x[i], dy = e->curve->y[i + 1] - e->curve->y[i];
        slope = i == 0 || fabs(dy / dx) > slope ? fabs(dy / dx) : slope;
    }
    return fabs(e->lead) * slope / (e->rows[0].i == TAC_ANGLE ? m->length : 1.0);
}

static double unit_of(const tac_model *m, const tac_element *lead)
{
    double most = 0.0;
    for (int k = 0; k <= lead->followers; k++) {
        double effect = effect_of(m, lead + k);
        most = effect > most ? effect : most;
    }
    return most > 0.0 ? 1.0 / most : 0.0;
}

void tac_sum_couplers(tac_model *m)
{
    for (int i = m->couplers.first_term; i < m->n_element; i++) {
        tac_element *e = &m->element[i];
        double sum = 0.0;
        for (int k = 0; k <= e->followers && tac_leads(e); k++) {
            sum += given_value(m, e + k);
        }
        e->unit = tac_leads(e) ? unit_of(m, e) : 0.0;
        e->length = tac_leads(e) && e->rows[0].drive == TAC_NONE ? sum : 0.0;
    }
}

#include "flexible.h"

#include <string.h>

#include "base/four.h"
#include "flexible_single.h"
#include "free_modes.h"

// ---- tables ------------------------------------------------------------------------------------

const tac_flex_desc *tac_flex_desc_of(const tac_desc *d, int body)
{
    int flex = body >= 0 && body < d->n_body ? d->body[body].flex : 0;
    return flex > 0 && flex <= d->n_flex ? &d->flex[flex - 1] : NULL;
}

// Modes of the part beyond a sensor's section, 0: it has none; counts before all is checked.
static size_t part_modes(const tac_desc *d, const tac_sensor_desc *s)
{
    const tac_flex_desc *f = tac_flex_desc_of(d, s->a.body);
    bool has = s->kind == TAC_INTERNAL && s->internal.beyond && f && f->n_mode > 0;
    return has ? (size_t)f->n_mode : 0;
}

// Modes in whole fours.
static size_t whole(size_t n)
{
    return n > 4 ? (n + 3) / 4 * 4 : 4;
}

static void layout_parts(tac_model *m, const tac_desc *d, tac_arena *a)
{
    size_t n_part = 0;
    for (int i = 0; i < d->n_sensor; i++) {
        n_part += part_modes(d, &d->sensor[i]) > 0;
    }
    m->flex.part = tac_take(a, n_part, sizeof *m->flex.part);
    for (int i = 0, k = 0; i < d->n_sensor && n_part > 0; i++) {
        size_t n = part_modes(d, &d->sensor[i]);
        double *memory = tac_take(a, n > 0 ? whole(n) * (12 + 9 * n) : 0, sizeof *memory);
        if (memory && n > 0) {
            m->flex.part[k++].modes.Ct = memory;
        }
    }
}

void tac_layout_flexible(tac_model *m, const tac_desc *d, tac_arena *a)
{
    size_t body = 0, mode = 0, element = 0;
    for (int i = 0; i < d->n_body; i++) {
        int flex = d->body[i].flex;
        bool known = flex > 0 && flex <= d->n_flex; // unchecked while sizes are asked
        body += known;
        mode += known && d->flex[flex - 1].n_mode > 0 ? (size_t)d->flex[flex - 1].n_mode : 0;
    }
    size_t n_element = (size_t)(d->n_joint + d->n_spring + d->n_bushing + d->n_friction +
                                d->n_contact + d->n_law + d->n_term);
    element = body > 0 ? 2 * n_element : 0;
    size_t flex = body > 0 ? (size_t)d->n_flex : 0;
    m->flex.modes = tac_take(a, flex, sizeof *m->flex.modes);
    m->flex.flexible = tac_take(a, body, sizeof *m->flex.flexible);
    m->flex.flexible_of =
        tac_take(a, body > 0 ? (size_t)d->n_body + 1 : 0, sizeof *m->flex.flexible_of);
    m->flex.flexible_side = tac_take(a, element, sizeof *m->flex.flexible_side);
    m->flex.mode0 = tac_take(a, 3 * mode, sizeof *m->flex.mode0);
    for (size_t i = 0; i < flex; i++) {
        const tac_flex_desc *f = &d->flex[i];
        size_t n = f->n_mode > 0 ? (size_t)f->n_mode : 0,
               k = f->n_interface > 0 ? (size_t)f->n_interface : 0;
        size_t shown = f->n_shown > 0 ? (size_t)f->n_shown : 0;
        size_t numbers = whole(n) * (14 + 9 * n + 6 * k) + shown * n + 3 * k;
        double *memory = tac_take(a, numbers, sizeof *memory);
        if (memory) {
            m->flex.modes[i].omega = memory;
        }
    }
    layout_parts(m, d, a);
}

static double *copied(double **to, const double *from, size_t n)
{
    double *at = *to;
    if (n > 0) {
        memcpy(at, from, n * sizeof *at);
    }
    *to += n;
    return at;
}

// The same of rows (rows, n), as whole fours; the first `above` of `rows_to` rows are others.
static void put_rows(double *to, const double *from, int rows, int n, int above, int rows_to)
{
    for (int k = 0; k < rows; k++) {
        for (int j = 0; j < n; j++) {
            to[tac_four_at(rows_to, above + k, j)] = from[k * n + j];
        }
    }
}

enum { XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ };

// The rows of flexible_inertia_lane.h from products of all nine kl.
static void put_nine(double *to, const double *kl, int j)
{
    const double nine[9] = {kl[XX],          kl[YY],          kl[ZZ],
                            kl[XY] + kl[YX], kl[XZ] + kl[ZX], kl[YZ] + kl[ZY],
                            kl[YZ] - kl[ZY], kl[ZX] - kl[XZ], kl[XY] - kl[YX]};
    for (int row = 0; row < 9; row++) {
        to[row * 4 + j % 4] = nine[row];
    }
}

static void put_I(double *to, const double *I, int n)
{
    for (int j = 0; j < n; j++) {
        double kl[9];
        for (int k = 0; k < 9; k++) {
            kl[k] = I[k * n + j];
        }
        put_nine(to + tac_four_at(9, 0, j) - j % 4, kl, j);
    }
}

// Six of nine matrices are given.
static void put_S(double *to, const double *S, int n)
{
    static const int at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2}, turned[9] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double kl[9];
            for (int k = 0; k < 9; k++) {
                kl[k] = S[at[k] * n * n + (turned[k] ? j * n + i : i * n + j)];
            }
            put_nine(to + 36 * ((size_t)(j / 4) * (size_t)n + (size_t)i), kl, j);
        }
    }
}

// Room for rows over modes, all zero.
static double *rows_in(double **next, size_t rows, const tac_modes *k)
{
    double *at = *next;
    *next += rows * 4 * (size_t)k->n_four;
    return at;
}

static void fill_integrals(tac_modes *k, double **next, const double *Ct, const double *I,
                           const double *S)
{
    double *own = rows_in(next, 3, k), *first = rows_in(next, 9, k),
           *second = rows_in(next, 9 * (size_t)k->n, k);
    put_rows(own, Ct, 3, k->n, 0, 3);
    put_I(first, I, k->n);
    put_S(second, S, k->n);
    k->Ct = own;
    k->I = first;
    k->S = second;
}

static void fill_modes(tac_modes *k, const tac_flex_desc *f)
{
    size_t n = (size_t)f->n_mode, n_interface = (size_t)f->n_interface;
    double *next = (double *)k->omega;
    *k = (tac_modes){.n = f->n_mode,
                     .n_four = (int)(whole(n) / 4),
                     .n_interface = f->n_interface,
                     .n_shown = f->n_shown,
                     .same = true};
    double *omega = rows_in(&next, 1, k), *zeta = rows_in(&next, 1, k);
    put_rows(omega, f->omega, 1, k->n, 0, 1);
    put_rows(zeta, f->zeta, 1, k->n, 0, 1);
    for (int j = k->n; j < 4 * k->n_four; j++) {
        omega[j] = 1.0;
    }
    k->omega = omega;
    k->zeta = zeta;
    fill_integrals(k, &next, f->Ct, f->I, f->S);
    k->shape = next;
    for (size_t i = 0; i < n_interface; i++) {
        double *shape = rows_in(&next, 6, k);
        put_rows(shape, f->interface[i].phi, 3, k->n, 0, 6);
        put_rows(shape, f->interface[i].psi, 3, k->n, 3, 6);
    }
    vec3 *s = (vec3 *)next;
    next += 3 * n_interface;
    k->s = s;
    for (size_t i = 0; i < n_interface; i++) {
        s[i] = f->interface[i].s;
        double away = i > 0 ? norm3(sub3(s[i], s[0])) : norm3(s[0]);
        k->length = away > k->length ? away : k->length;
    }
    k->shown = copied(&next, f->shown, (size_t)f->n_shown * n);
}

// Length of a rod, diagonal of a plate.
static double size_of(const tac_body_desc *b)
{
    return sqrt(6.0 * (b->J[0] + b->J[1] + b->J[2]) / b->mass);
}

static mat3 symmetric(const double *J)
{
    return (mat3){{J[0], J[3], J[4]}, {J[3], J[1], J[5]}, {J[4], J[5], J[2]}};
}

void tac_fill_flexible_parts(tac_model *m, const tac_desc *d)
{
    for (int i = 0, k = 0; i < d->n_sensor; i++) {
        size_t n = part_modes(d, &d->sensor[i]);
        m->signals.sensor[i].internal.beyond = NULL;
        if (d->sensor[i].kind == TAC_INTERNAL) {
            m->signals.sensor[i].element = n > 0 ? k : TAC_NONE;
        }
        if (n > 0) {
            const tac_flex_part_desc *from = d->sensor[i].internal.beyond;
            tac_flexible_part *to = &m->flex.part[k++];
            double *next = (double *)to->modes.Ct;
            *to = (tac_flexible_part){.mass = from->mass, .first = from->first};
            to->J = symmetric(from->J);
            to->modes = (tac_modes){.n = (int)n, .n_four = (int)(whole(n) / 4), .same = true};
            fill_integrals(&to->modes, &next, from->Ct, from->I, from->S);
        }
    }
}

void tac_fill_flexible(tac_model *m, const tac_desc *d)
{
    bool any = false;
    for (int i = 0; i < d->n_body; i++) {
        any |= d->body[i].flex > 0;
    }
    for (int i = 0; any && i < d->n_flex; i++) {
        fill_modes(&m->flex.modes[i], &d->flex[i]);
    }
    for (int i = 0; any && i <= d->n_body; i++) {
        int flex = i < d->n_body ? d->body[i].flex : 0;
        m->flex.flexible_of[i] = flex > 0 ? m->flex.n_flexible : TAC_NONE;
        if (flex == 0) {
            continue;
        }
        tac_modes *k = &m->flex.modes[flex - 1];
        double across = size_of(&d->body[i]);
        k->length = across > k->length ? across : k->length;
        m->flex.flexible[m->flex.n_flexible++] = (tac_flexible){.body = i,
                                                                .n = k->n,
                                                                .modes = k,
                                                                .first = m->flex.n_mode,
                                                                .interface = m->flex.n_interface};
        m->flex.flexible[m->flex.n_flexible - 1].fastest =
            tac_fastest_free_mode(&d->flex[flex - 1], d->body[i].mass, d->body[i].J);
        m->flex.flexible[m->flex.n_flexible - 1].damping = tac_least_damping(&d->flex[flex - 1]);
        double *q = m->flex.mode0 + 3 * (size_t)m->flex.n_mode;
        for (int j = 0; j < k->n; j++) {
            q[j] = d->body[i].q ? d->body[i].q[j] : 0.0;
            q[k->n + j] = d->body[i].qd ? d->body[i].qd[j] : 0.0;
        }
        m->flex.n_mode += k->n;
        m->flex.n_interface += k->n_interface;
    }
}

static const tac_frame *frame_of(const tac_desc *d, const tac_element *e, int side)
{
    int i = e->index;
    switch (e->what) {
    case TAC_JOINTS:
        return side ? &d->joint[i].b : &d->joint[i].a;
    case TAC_TERMS:
        return side ? &d->term[i].b : &d->term[i].a;
    case TAC_SPRINGS:
        return side ? &d->spring[i].b : &d->spring[i].a;
    case TAC_BUSHINGS:
        return side ? &d->bushing[i].b : &d->bushing[i].a;
    case TAC_FRICTIONS:
        return side ? &d->friction[i].b : &d->friction[i].a;
    case TAC_CONTACTS:
        return side ? &d->contact[i].b : &d->contact[i].a;
    case TAC_LAWS:
        return side ? &d->law[i].b : &d->law[i].a;
    }
    return NULL;
}

void tac_fill_flexible_sides(tac_model *m, const tac_desc *d)
{
    for (int i = 0, n = 0; i < m->flex.n_flexible; i++) {
        tac_flexible *f = &m->flex.flexible[i];
        f->side = n;
        for (int k = m->bodies.slot_first[f->body]; k < m->bodies.slot_first[f->body + 1]; k++) {
            int element = m->rows.row_element[m->bodies.slot_row[k]];
            const tac_element *e = &m->element[element];
            if (e->row == m->bodies.slot_row[k]) {
                int side = e->body[1] == f->body;
                m->flex.flexible_side[n++] =
                    (tac_flexible_side){element, side, frame_of(d, e, side)->interface};
            }
        }
        f->n_side = n - f->side;
    }
}

// ---- interfaces --------------------------------------------------------------------------------

void tac_whole_fours(int n, const double *from, double *to)
{
    for (int j = 0; j < (int)whole((size_t)n); j++) {
        to[j] = j < n ? from[j] : 0.0;
    }
}

tac_pose tac_interface_pose(const tac_flexible *f, int interface, const tac_pose *body,
                            const double *q, const double *qd)
{
    double at[TAC_MOST_MODES], rates[TAC_MOST_MODES];
    tac_whole_fours(f->n, q, at);
    tac_whole_fours(f->n, qd, rates);
    interface_mapv i = tac_map_single(f->modes, interface, at);
    return tac_pose_single(f->modes, &i, body, rates);
}

tac_pose tac_state_pose_of(const tac_model *m, const tac_state *s, int body, int interface)
{
    vec3 zero = {0.0, 0.0, 0.0};
    quat identity = {1.0, 0.0, 0.0, 0.0};
    if (body == m->n_body || body == TAC_GROUND) {
        return (tac_pose){zero, rotation(identity), identity, zero, zero};
    }
    const tac_body_state *b = &s->body[body];
    tac_pose pose = {b->r, rotation(b->p), b->p, b->v, b->w};
    int i = tac_flexible_of(m, body);
    if (i == TAC_NONE) {
        return pose;
    }
    const tac_flexible *f = &m->flex.flexible[i];
    const double *q = tac_modes_of(s->mode, f);
    return tac_interface_pose(f, interface, &pose, q, q + f->n);
}

tac_pose tac_state_pose(const tac_model *m, const tac_state *s, const tac_element *e, int side)
{
    int i = tac_flexible_of(m, e->body[side]);
    int interface = i == TAC_NONE ? 0 : e->interface[side] - m->flex.flexible[i].interface;
    return tac_state_pose_of(m, s, e->body[side], interface);
}

void tac_state_acceleration(const tac_model *m, const tac_state *s, int body, int interface,
                            vec3 *a, vec3 *wd)
{
    const tac_body_state *b = &s->body[body];
    int i = tac_flexible_of(m, body);
    *a = b->a;
    *wd = b->wd;
    if (i == TAC_NONE) {
        return;
    }
    const tac_flexible *f = &m->flex.flexible[i];
    int n = f->n;
    const double *modes = tac_modes_of(s->mode, f);
    double q[TAC_MOST_MODES], qd[TAC_MOST_MODES], qdd[TAC_MOST_MODES];
    tac_whole_fours(n, modes, q);
    tac_whole_fours(n, modes + n, qd);
    tac_whole_fours(n, modes + 2 * n, qdd);
    tac_pose pose = {b->r, rotation(b->p), b->p, b->v, b->w};
    interface_mapv at = tac_map_single(f->modes, interface, q);
    tac_accelerate_single(f->modes, &at, &pose, b->a, b->wd, qd, qdd, a, wd);
}

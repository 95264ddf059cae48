#include "flexible.h"

#include <string.h>

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

static void layout_parts(tac_model *m, const tac_desc *d, tac_arena *a)
{
    size_t n_part = 0;
    for (int i = 0; i < d->n_sensor; i++) {
        n_part += part_modes(d, &d->sensor[i]) > 0;
    }
    m->part = tac_take(a, n_part, sizeof *m->part);
    for (int i = 0, k = 0; i < d->n_sensor && n_part > 0; i++) {
        size_t n = part_modes(d, &d->sensor[i]);
        double *memory = tac_take(a, n * (12 + 9 * n), sizeof *memory);
        if (memory && n > 0) {
            m->part[k++].modes.Ct = memory;
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
    size_t n_element =
        (size_t)(d->n_joint + d->n_spring + d->n_bushing + d->n_friction + d->n_contact);
    element = body > 0 ? 2 * n_element : 0;
    size_t flex = body > 0 ? (size_t)d->n_flex : 0;
    m->modes = tac_take(a, flex, sizeof *m->modes);
    m->flexible = tac_take(a, body, sizeof *m->flexible);
    m->flexible_of = tac_take(a, body > 0 ? (size_t)d->n_body + 1 : 0, sizeof *m->flexible_of);
    m->flexible_side = tac_take(a, element, sizeof *m->flexible_side);
    m->mode0 = tac_take(a, 3 * mode, sizeof *m->mode0);
    for (size_t i = 0; i < flex; i++) {
        const tac_flex_desc *f = &d->flex[i];
        size_t n = f->n_mode > 0 ? (size_t)f->n_mode : 0,
               k = f->n_interface > 0 ? (size_t)f->n_interface : 0;
        size_t shown = f->n_shown > 0 ? (size_t)f->n_shown : 0;
        size_t numbers = n * (14 + 9 * n + 6 * k + shown) + 3 * k;
        double *memory = tac_take(a, numbers, sizeof *memory);
        if (memory) {
            m->modes[i].omega = memory;
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

// I and S of all nine kl, those of a shape side by side: row i of S has S_kl(i, j) at 9 j + kl.
static double *nine_of(double **to, const double *from, size_t rows, size_t n, bool symmetric)
{
    static const int at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2}, turned[9] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    double *out = *to;
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < n; j++) {
            for (size_t kl = 0; kl < 9; kl++) {
                size_t of = symmetric ? (size_t)at[kl] * n * n : kl * n;
                size_t in = symmetric && turned[kl] ? j * n + i : i * n + j;
                out[9 * (i * n + j) + kl] = from[of + in];
            }
        }
    }
    *to += 9 * rows * n;
    return out;
}

static void fill_modes(tac_modes *k, const tac_flex_desc *f)
{
    size_t n = (size_t)f->n_mode, n_interface = (size_t)f->n_interface;
    double *next = (double *)k->omega;
    *k = (tac_modes){.n = f->n_mode, .n_interface = f->n_interface, .n_shown = f->n_shown};
    k->omega = copied(&next, f->omega, n);
    k->zeta = copied(&next, f->zeta, n);
    k->Ct = copied(&next, f->Ct, 3 * n);
    k->I = nine_of(&next, f->I, 1, n, false);
    k->S = nine_of(&next, f->S, n, n, true);
    k->shown = copied(&next, f->shown, (size_t)f->n_shown * n);
    vec3 *s = (vec3 *)next;
    next += 3 * n_interface;
    k->s = s;
    k->phi = next;
    k->psi = next + 3 * n * n_interface;
    for (size_t i = 0; i < n_interface; i++) {
        s[i] = f->interface[i].s;
        (void)copied(&next, f->interface[i].phi, 3 * n);
        double away = i > 0 ? norm3(sub3(s[i], s[0])) : norm3(s[0]);
        k->length = away > k->length ? away : k->length;
    }
    for (size_t i = 0; i < n_interface; i++) {
        (void)copied(&next, f->interface[i].psi, 3 * n);
    }
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
        m->sensor[i].internal.beyond = NULL;
        if (d->sensor[i].kind == TAC_INTERNAL) {
            m->sensor[i].element = n > 0 ? k : TAC_NONE;
        }
        if (n > 0) {
            const tac_flex_part_desc *from = d->sensor[i].internal.beyond;
            tac_flexible_part *to = &m->part[k++];
            double *next = (double *)to->modes.Ct;
            *to = (tac_flexible_part){from->mass, from->first, symmetric(from->J), {.n = (int)n}};
            to->modes.Ct = copied(&next, from->Ct, 3 * n);
            to->modes.I = nine_of(&next, from->I, 1, n, false);
            to->modes.S = nine_of(&next, from->S, n, n, true);
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
        fill_modes(&m->modes[i], &d->flex[i]);
    }
    for (int i = 0; any && i <= d->n_body; i++) {
        int flex = i < d->n_body ? d->body[i].flex : 0;
        m->flexible_of[i] = flex > 0 ? m->n_flexible : TAC_NONE;
        if (flex == 0) {
            continue;
        }
        tac_modes *k = &m->modes[flex - 1];
        double across = size_of(&d->body[i]);
        k->length = across > k->length ? across : k->length;
        m->flexible[m->n_flexible++] = (tac_flexible){
            .body = i, .n = k->n, .modes = k, .first = m->n_mode, .interface = m->n_interface};
        m->flexible[m->n_flexible - 1].fastest =
            tac_fastest_free_mode(&d->flex[flex - 1], d->body[i].mass, d->body[i].J);
        m->flexible[m->n_flexible - 1].damping = tac_least_damping(&d->flex[flex - 1]);
        double *q = m->mode0 + 3 * (size_t)m->n_mode;
        for (int j = 0; j < k->n; j++) {
            q[j] = d->body[i].q ? d->body[i].q[j] : 0.0;
            q[k->n + j] = d->body[i].qd ? d->body[i].qd[j] : 0.0;
        }
        m->n_mode += k->n;
        m->n_interface += k->n_interface;
    }
}

static const tac_frame *frame_of(const tac_desc *d, const tac_element *e, int side)
{
    int i = e->index;
    switch (e->what) {
    case TAC_JOINTS:
        return side ? &d->joint[i].b : &d->joint[i].a;
    case TAC_SPRINGS:
        return side ? &d->spring[i].b : &d->spring[i].a;
    case TAC_BUSHINGS:
        return side ? &d->bushing[i].b : &d->bushing[i].a;
    case TAC_FRICTIONS:
        return side ? &d->friction[i].b : &d->friction[i].a;
    default:
        return side ? &d->contact[i].b : &d->contact[i].a;
    }
}

void tac_fill_flexible_sides(tac_model *m, const tac_desc *d)
{
    for (int i = 0, n = 0; i < m->n_flexible; i++) {
        tac_flexible *f = &m->flexible[i];
        f->side = n;
        for (int k = m->slot_first[f->body]; k < m->slot_first[f->body + 1]; k++) {
            int element = m->row_element[m->slot_row[k]];
            const tac_element *e = &m->element[element];
            if (e->row == m->slot_row[k]) {
                int side = e->body[1] == f->body;
                m->flexible_side[n++] =
                    (tac_flexible_side){element, side, frame_of(d, e, side)->interface};
            }
        }
        f->n_side = n - f->side;
    }
}

// ---- interfaces --------------------------------------------------------------------------------

static vec3 times3(const double *a, int n, const double *x)
{
    double sum[3];
    for (int k = 0; k < 3; k++, a += n) {
        sum[k] = 0.0;
        for (int j = 0; j < n; j++) {
            sum[k] += a[j] * x[j];
        }
    }
    return (vec3){sum[0], sum[1], sum[2]};
}

// All but psi.
static void place_interface(const tac_modes *k, int interface, const double *q,
                            tac_interface_map *to)
{
    int n = k->n;
    const double *psi = k->psi + (size_t)(3 * n * interface);
    to->phi = k->phi + (size_t)(3 * n * interface);
    to->s = add3(k->s[interface], times3(to->phi, n, q));
    vec3 u = scale3(0.5, times3(psi, n, q));
    to->p = unitq((quat){1.0, u.x, u.y, u.z});
    to->R = rotation(to->p);
    to->twist[0] = u.x;
    to->twist[1] = u.y;
    to->twist[2] = u.z;
}

void tac_map_interface(const tac_modes *k, int interface, const double *q, tac_interface_map *to)
{
    int n = k->n;
    const double *psi = k->psi + (size_t)(3 * n * interface);
    place_interface(k, interface, q, to);
    vec3 u = {to->twist[0], to->twist[1], to->twist[2]};
    double share = 1.0 / (1.0 + dot3(u, u));
    for (int j = 0; j < n; j++) {
        vec3 a = {psi[j], psi[n + j], psi[2 * n + j]};
        vec3 t = scale3(share, add3(a, cross3(u, a)));
        to->psi[j] = t.x;
        to->psi[n + j] = t.y;
        to->psi[2 * n + j] = t.z;
    }
}

tac_pose tac_interface_pose(const tac_flexible *f, int interface, const tac_pose *body,
                            const double *q, const double *qd)
{
    tac_interface_map i;
    place_interface(f->modes, interface, q, &i);
    const double *psi = f->modes->psi + (size_t)(3 * f->n * interface);
    vec3 v = add3(cross3(body->w, i.s), times3(i.phi, f->n, qd));
    vec3 u = {i.twist[0], i.twist[1], i.twist[2]}, t = times3(psi, f->n, qd);
    vec3 turning = scale3(1.0 / (1.0 + dot3(u, u)), add3(t, cross3(u, t)));
    quat p = mulq(body->p, i.p);
    return (tac_pose){add3(body->r, mul3(body->A, i.s)), rotation(p), p,
                      add3(body->v, mul3(body->A, v)), tmul3(i.R, add3(body->w, turning))};
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
    const tac_flexible *f = &m->flexible[i];
    const double *q = tac_modes_of(s->mode, f);
    return tac_interface_pose(f, interface, &pose, q, q + f->n);
}

tac_pose tac_state_pose(const tac_model *m, const tac_state *s, const tac_element *e, int side)
{
    int i = tac_flexible_of(m, e->body[side]);
    int interface = i == TAC_NONE ? 0 : e->interface[side] - m->flexible[i].interface;
    return tac_state_pose_of(m, s, e->body[side], interface);
}

void tac_interface_quad(const tac_interface_map *i, int n, const mat3 *A, vec3 w, const double *qd,
                        vec3 *l, vec3 *a)
{
    vec3 moving = times3(i->phi, n, qd), turning = times3(i->psi, n, qd);
    vec3 u = {i->twist[0], i->twist[1], i->twist[2]};
    // u' is (I + u~)^-1 (1 + u.u) turning / 2: along u both have the same part, turning . u = Psi q' . u / (1 + u.u)
    vec3 slower = scale3(-dot3(u, turning), turning);
    *l = mul3(*A, add3(cross3(w, cross3(w, i->s)), scale3(2.0, cross3(w, moving))));
    *a = tmul3(i->R, add3(slower, cross3(w, turning)));
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
    const tac_flexible *f = &m->flexible[i];
    int n = f->n;
    const double *q = tac_modes_of(s->mode, f);
    tac_interface_map at;
    vec3 l, t;
    mat3 A = rotation(b->p);
    tac_map_interface(f->modes, interface, q, &at);
    tac_interface_quad(&at, n, &A, b->w, q + n, &l, &t);
    vec3 there = add3(cross3(b->wd, at.s), times3(at.phi, n, q + 2 * n));
    *a = add3(b->a, add3(mul3(A, there), l));
    *wd = add3(tmul3(at.R, add3(b->wd, times3(at.psi, n, q + 2 * n))), t);
}

// ---- inertia -----------------------------------------------------------------------------------

enum { XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ };

// S_kl^T q for all kl, (n, 9).
static void shape_products(const tac_modes *k, const double *q, double *restrict to)
{
    int size = 9 * k->n;
    const double *S = k->S;
    for (int i = 0; i < size; i++) {
        to[i] = 0.0;
    }
    for (int i = 0; i < k->n; i++, S += size) {
        double x = q[i];
        for (int j = 0; j < size; j++) {
            to[j] += S[j] * x;
        }
    }
}

// Sums over the shapes of nine each times x.
static void nine_products(const double *z, int n, const double *x, double *restrict to)
{
    double sum[9] = {0.0};
    for (int j = 0; j < n; j++) {
        for (int kl = 0; kl < 9; kl++) {
            sum[kl] += z[9 * j + kl] * x[j];
        }
    }
    for (int kl = 0; kl < 9; kl++) {
        to[kl] = sum[kl];
    }
}

// All that z leads to.
static void inertia_of(const tac_modes *k, const mat3 *J0, const double *q, tac_flex_inertia *to)
{
    int n = k->n;
    const double *z = to->z;
    double moved[9], still[9], D[9];
    for (int i = 0; i < 3 * n; i++) {
        to->C[i] = k->Ct[i];
    }
    for (int j = 0; j < n; j++, z += 9) {
        to->C[3 * n + j] = z[YZ] - z[ZY];
        to->C[4 * n + j] = z[ZX] - z[XZ];
        to->C[5 * n + j] = z[XY] - z[YX];
    }
    to->c = times3(k->Ct, n, q);
    nine_products(to->z, n, q, moved);
    nine_products(k->I, n, q, still);
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            D[3 * a + b] = moved[3 * a + b] + still[3 * b + a];
        }
    }
    double trace = D[XX] + D[YY] + D[ZZ];
    double xy = 0.5 * (D[XY] + D[YX]), xz = 0.5 * (D[XZ] + D[ZX]), yz = 0.5 * (D[YZ] + D[ZY]);
    to->J = (mat3){{J0->x.x + trace - D[XX], J0->x.y - xy, J0->x.z - xz},
                   {J0->y.x - xy, J0->y.y + trace - D[YY], J0->y.z - yz},
                   {J0->z.x - xz, J0->z.y - yz, J0->z.z + trace - D[ZZ]}};
}

void tac_flex_inertia_at(const tac_modes *k, const mat3 *J0, const double *q, tac_flex_inertia *to)
{
    shape_products(k, q, to->z);
    for (int i = 0; i < 9 * k->n; i++) {
        to->z[i] += k->I[i];
    }
    inertia_of(k, J0, q, to);
}

// y: S_kl^T q' for all kl.
static void gyro(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                 const double *y, double *to)
{
    int n = k->n;
    double Z[9];
    nine_products(at->z, n, qd, Z);
    vec3 l = add3(cross3(w, cross3(w, at->c)), scale3(2.0, cross3(w, times3(k->Ct, n, qd))));
    double trace = Z[XX] + Z[YY] + Z[ZZ];
    vec3 across = {Z[XX] * w.x + Z[YX] * w.y + Z[ZX] * w.z, Z[XY] * w.x + Z[YY] * w.y + Z[ZY] * w.z,
                   Z[XZ] * w.x + Z[YZ] * w.y + Z[ZZ] * w.z};
    vec3 a = add3(cross3(w, mul3(at->J, w)), scale3(2.0, sub3(scale3(trace, w), across)));
    const double rigid[6] = {l.x, l.y, l.z, a.x, a.y, a.z};
    for (int f = 0; f < 6; f++) {
        to[f] = rigid[f];
    }
    const double *z = at->z, w2 = dot3(w, w), xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
    for (int j = 0; j < n; j++, z += 9, y += 9) {
        double across_xx = (w.x * w.x - w2) * z[XX] + (w.y * w.y - w2) * z[YY],
               mixed = xy * (z[XY] + z[YX]) + xz * (z[XZ] + z[ZX]) + yz * (z[YZ] + z[ZY]);
        double spun = w.x * (y[YZ] - y[ZY]) + w.y * (y[ZX] - y[XZ]) + w.z * (y[XY] - y[YX]);
        to[6 + j] = across_xx + (w.z * w.z - w2) * z[ZZ] + mixed + 2.0 * spun;
    }
}

void tac_flex_gyro(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                   double *to)
{
    double y[9 * TAC_MOST_MODES];
    shape_products(k, qd, y);
    gyro(k, at, w, qd, y, to);
}

void tac_flex_shape_products(const tac_modes *k, const double *qd, double *to)
{
    shape_products(k, qd, to);
}

void tac_flex_momentum(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                       double *to)
{
    int n = k->n;
    vec3 l = add3(cross3(w, at->c), times3(k->Ct, n, qd));
    vec3 a = add3(mul3(at->J, w), times3(at->C + 3 * n, n, qd));
    const double rigid[6] = {l.x, l.y, l.z, a.x, a.y, a.z}, *Cr = at->C + 3 * n;
    for (int f = 0; f < 6; f++) {
        to[f] = rigid[f];
    }
    for (int j = 0; j < n; j++) {
        to[6 + j] = qd[j] + Cr[j] * w.x + Cr[n + j] * w.y + Cr[2 * n + j] * w.z;
    }
}

void tac_flex_mean_push(const tac_modes *k, const tac_flex_mean *m, double *to)
{
    const double *z0 = m->z[0], *z1 = m->z[1], *y0 = m->y[0], *y1 = m->y[1];
    vec3 v = m->w[0], w = m->w[1];
    double xx = v.x * w.x, yy = v.y * w.y, zz = v.z * w.z, all = xx + yy + zz;
    double xy = 0.5 * (v.x * w.y + v.y * w.x), xz = 0.5 * (v.x * w.z + v.z * w.x),
           yz = 0.5 * (v.y * w.z + v.z * w.y);
    for (int j = 0; j < k->n; j++, z0 += 9, z1 += 9, y0 += 9, y1 += 9) {
        double z[9];
        for (int kl = 0; kl < 9; kl++) {
            z[kl] = 0.5 * (z0[kl] + z1[kl]);
        }
        double straight = (xx - all) * z[XX] + (yy - all) * z[YY] + (zz - all) * z[ZZ];
        double mixed = xy * (z[XY] + z[YX]) + xz * (z[XZ] + z[ZX]) + yz * (z[YZ] + z[ZY]);
        double spun = v.x * (y1[YZ] - y1[ZY]) + v.y * (y1[ZX] - y1[XZ]) + v.z * (y1[XY] - y1[YX]);
        double turned = w.x * (y0[YZ] - y0[ZY]) + w.y * (y0[ZX] - y0[XZ]) + w.z * (y0[XY] - y0[YX]);
        to[j] = -(straight + mixed) - 0.5 * (spun + turned);
    }
}

void tac_flex_times(const tac_modes *k, const tac_flex_inertia *at, double mass, const double *a,
                    double *to)
{
    int n = k->n;
    vec3 l = {a[0], a[1], a[2]}, t = {a[3], a[4], a[5]};
    vec3 by_l = times3(at->C, n, a + 6), by_a = times3(at->C + 3 * n, n, a + 6);
    vec3 force = add3(add3(scale3(mass, l), cross3(t, at->c)), by_l);
    vec3 torque = add3(add3(cross3(at->c, l), mul3(at->J, t)), by_a);
    const double rigid[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    for (int f = 0; f < 6; f++) {
        to[f] = rigid[f];
    }
    for (int j = 0; j < n; j++) {
        double sum = a[6 + j];
        for (int f = 0; f < 6; f++) {
            sum += at->C[f * n + j] * a[f];
        }
        to[6 + j] = sum;
    }
}

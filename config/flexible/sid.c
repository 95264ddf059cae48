// Standard input data of flexible bodies (Wallrapp 1993), as text: sid_text.h.
//
// Read are refmod, frame (nodes: origin, phi, psi), mdCM, J, Ct, Cr, Me, Oe, ksigma, Ke, De. Gr and Ge follow from J and
// Cr. Integrals: symmetric parts of I from J.m1, of S from Oe.m1, antisymmetric ones from Cr (docs/flexible-bodies.md).
#include <math.h>
#include <string.h>

#include "modal_body.h"
#include "sid_text.h"

#define SAME 1e-5 // files have few digits: what must agree does to that part of the largest

// ---- what is not read ----------------------------------------------------------------------------

static double largest_of(const double *x, size_t n)
{
    double most = 0.0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

static bool has_first_order(const tac_sid_matrix *m)
{
    for (size_t i = 0; i < m->n; i++) {
        if (m->m1[i].x != 0.0) {
            return true;
        }
    }
    return false;
}

static bool check_left_out(tac_import_text *t, const tac_sid *s)
{
    t->number = s->Ct.line;
    if (has_first_order(&s->Ct)) {
        return tac_import_refuse(t,
                                 "Ct has terms of first order, geometric stiffness, which is not "
                                 "read; export the body without it");
    }
    for (int i = 0; i < s->n_node; i++) {
        t->number = s->node[i].phi.line;
        if (has_first_order(&s->node[i].phi)) {
            return tac_import_refuse(t,
                                     "phi of node %d has terms of first order, geometric "
                                     "stiffness, which is not read; export the body without it",
                                     s->node[i].label);
        }
    }
    t->number = s->ksigma.line;
    if (s->ksigma.is_there && largest_of(s->ksigma.m0, (size_t)s->n) > 0.0) {
        return tac_import_refuse(t,
                                 "ksigma is not zero: forces of reference stresses are not read; "
                                 "export the body without them");
    }
    return true;
}

// ---- integrals -----------------------------------------------------------------------------------

enum { XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ };

typedef struct terms { // of first order by mode
    double *J, *Cr, *Oe;
    int xz, yz; // columns of Oe
} terms;

// The last columns of Oe are xz, yz or yz, xz: Oe.m0 says it, which are those of J.m1 the other way round.
static bool find_columns(tac_import_text *t, const tac_sid *s, terms *m)
{
    double miss[2] = {0.0, 0.0}, largest = largest_of(m->J, 9 * (size_t)s->n);
    for (int j = 0; j < s->n; j++) {
        const double *J = m->J + 9 * j, *O = s->Oe.m0 + 6 * j;
        const double rest[4] = {O[0] + 0.5 * J[0], O[1] + 0.5 * J[4], O[2] + 0.5 * J[8],
                                O[3] + J[1]};
        for (int k = 0; k < 2; k++) {
            miss[k] = fmax(miss[k], fmax(fabs(O[4 + k] + J[2]), fabs(O[5 - k] + J[5])));
            miss[k] = fmax(miss[k], largest_of(rest, 4));
        }
    }
    m->xz = miss[1] < miss[0] ? 5 : 4;
    m->yz = 9 - m->xz;
    t->number = s->Oe.line;
    return fmin(miss[0], miss[1]) <= SAME * largest ||
           largest_of(s->Oe.m0, 6 * (size_t)s->n) == 0.0 ||
           tac_import_refuse(t,
                             "Oe.m0 and J.m1 do not belong together: centrifugal terms are minus "
                             "those of the inertia; the largest difference is %g",
                             fmin(miss[0], miss[1]));
}

static void fill_I(const tac_sid *s, const terms *m, tac_modal *out)
{
    size_t n = (size_t)s->n;
    for (size_t j = 0; j < n; j++) {
        const double *J = m->J + 9 * j, *Cr = s->Cr.m0 + 3 * j;
        double *I = out->I + j;
        I[XX * n] = 0.25 * (J[4] + J[8] - J[0]);
        I[YY * n] = 0.25 * (J[8] + J[0] - J[4]);
        I[ZZ * n] = 0.25 * (J[0] + J[4] - J[8]);
        I[XY * n] = 0.5 * (-J[1] + Cr[2]);
        I[YX * n] = 0.5 * (-J[1] - Cr[2]);
        I[YZ * n] = 0.5 * (-J[5] + Cr[0]);
        I[ZY * n] = 0.5 * (-J[5] - Cr[0]);
        I[ZX * n] = 0.5 * (-J[2] + Cr[1]);
        I[XZ * n] = 0.5 * (-J[2] - Cr[1]);
    }
}

static void fill_S(const tac_sid *s, const terms *m, tac_modal *out)
{
    size_t n = (size_t)s->n;
    double *S = out->S;
    for (size_t k = 0; k < n; k++) { // the mode of the first order
        for (size_t j = 0; j < n; j++) {
            const double *O = m->Oe + (k * n + j) * 6, *Cr = m->Cr + (k * n + j) * 3;
            S[0 * n * n + k * n + j] = 0.5 * (O[0] - O[1] - O[2]);
            S[1 * n * n + k * n + j] = 0.5 * (O[1] - O[2] - O[0]);
            S[2 * n * n + k * n + j] = 0.5 * (O[2] - O[0] - O[1]);
            S[3 * n * n + k * n + j] = 0.5 * (O[3] + Cr[2]);
            S[4 * n * n + j * n + k] = 0.5 * (O[m->xz] + Cr[1]);
            S[5 * n * n + k * n + j] = 0.5 * (O[m->yz] + Cr[0]);
        }
    }
}

// Me is the trace of S; where it is not, Oe has more than inertia.
static bool check_mass(tac_import_text *t, const tac_sid *s, tac_modal *out)
{
    size_t n = (size_t)s->n;
    double largest = largest_of(s->Me.m0, n * n);
    t->number = s->Oe.line;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double own = tac_modal_mass(out, (int)i, (int)j), Me = s->Me.m0[i * n + j];
            if (!(fabs(own - Me) <= SAME * largest) ||
                !(fabs(Me - s->Me.m0[j * n + i]) <= SAME * largest)) {
                return tac_import_refuse(
                    t,
                    "Oe.m1 and Me do not belong together at %d, %d: minus half "
                    "of its columns xx, yy and zz make %g, Me is %g; "
                    "geometric stiffness within Oe is not read, export the "
                    "body without it",
                    (int)i + 1, (int)j + 1, own, Me);
            }
            double lacks = 0.5 * (Me + s->Me.m0[j * n + i]) - own;
            for (size_t k = 0; k < 3; k++) {
                out->S[k * n * n + i * n + j] += lacks / 3.0;
            }
        }
    }
    for (size_t k = 0; k < 3; k++) { // rounded numbers may differ
        double *S = out->S + k * n * n;
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < i; j++) {
                S[i * n + j] = S[j * n + i] = 0.5 * (S[i * n + j] + S[j * n + i]);
            }
        }
    }
    return true;
}

// From the frame of the file to the centre of mass.
static void move_to_centre(const tac_sid *s, tac_modal *out)
{
    size_t n = (size_t)s->n;
    const double c[3] = {out->com.x, out->com.y, out->com.z};
    const double cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2], *J = s->J.m0;
    const double about[6] = {
        J[0] - s->mass * (cc - c[0] * c[0]), J[4] - s->mass * (cc - c[1] * c[1]),
        J[8] - s->mass * (cc - c[2] * c[2]), J[1] + s->mass * c[0] * c[1],
        J[2] + s->mass * c[0] * c[2],        J[5] + s->mass * c[1] * c[2]};
    memcpy(out->J, about, sizeof about);
    for (size_t k = 0; k < 3; k++) {
        for (size_t l = 0; l < 3; l++) {
            for (size_t j = 0; j < n; j++) {
                out->I[(3 * k + l) * n + j] -= c[k] * out->Ct[l * n + j];
            }
        }
    }
}

static bool fill(tac_import_text *t, const tac_sid *s, tac_modal *out)
{
    size_t n = (size_t)s->n;
    terms m = {tac_sid_first_order(t, s, &s->J), tac_sid_first_order(t, s, &s->Cr),
               tac_sid_first_order(t, s, &s->Oe), 4, 5};
    if (!m.J || !m.Cr || !m.Oe || !find_columns(t, s, &m)) {
        return false;
    }
    out->mass = s->mass;
    out->com = scale3(1.0 / s->mass, (vec3){s->mdCM.m0[0], s->mdCM.m0[1], s->mdCM.m0[2]});
    for (size_t j = 0; j < n; j++) {
        for (size_t l = 0; l < 3; l++) {
            out->Ct[l * n + j] = s->Ct.m0[j * 3 + l];
        }
    }
    fill_I(s, &m, out);
    fill_S(s, &m, out);
    if (!check_mass(t, s, out)) {
        return false;
    }
    move_to_centre(s, out);
    t->number = s->J.line;
    return (out->J[0] > 0.0 && out->J[1] > 0.0 && out->J[2] > 0.0) ||
           tac_import_refuse(t,
                             "J about the centre of mass, %g %g %g, is not above zero: it is told "
                             "about the body's reference, m c^2 included",
                             out->J[0], out->J[1], out->J[2]);
}

static bool read_sid(tac_import_text *t, const tac_import *i, tac_modal *out)
{
    tac_sid s = {0};
    int index[TAC_MOST_INTERFACES], n_point;
    const char *name[TAC_MOST_INTERFACES];
    if (!tac_sid_read(t, &s) || !check_left_out(t, &s)) {
        return false;
    }
    int *label = tac_pool_take(t->pool, (size_t)s.n_node, sizeof *label);
    for (int k = 0; label && k < s.n_node; k++) {
        label[k] = s.node[k].label;
    }
    if (!label || !tac_import_choose(t, i, label, s.n_node, index, name, &n_point)) {
        return label ? false : tac_import_no_memory(t);
    }
    if (!tac_modal_take(t->pool, s.n, n_point, out)) {
        return tac_import_no_memory(t);
    }
    if (!fill(t, &s, out)) {
        return false;
    }
    for (int k = 0; k < n_point; k++) {
        const tac_sid_node *from = &s.node[index[k]];
        size_t size = 3 * (size_t)s.n * sizeof(double);
        out->point[k].name = name[k];
        out->point[k].s =
            sub3((vec3){from->origin.m0[0], from->origin.m0[1], from->origin.m0[2]}, out->com);
        memcpy(out->point[k].phi, from->phi.m0, size);
        if (from->psi.is_there) {
            memcpy(out->point[k].psi, from->psi.m0, size);
        }
    }
    return tac_import_uncouple(t, s.Ke.m0, s.De.is_there ? s.De.m0 : NULL, out);
}

tac_modal *tac_import_sid(const tac_import *i, tac_diag *diag)
{
    return tac_import_run(i, diag, read_sid);
}

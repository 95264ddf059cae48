#include "modal_text.h"

#include <math.h>
#include <string.h>

#include "modal_body.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "symmetric.h"

#define NORMAL 1e-9       // modal mass that far from one is taken as it stands
#define SOFTEST 1e-14     // of the largest frequency squared: below it is rigid motion
#define INDEPENDENT 1e-10 // what shapes before a shape must leave of it, squared
#define OWN_INERTIA 1e-9  // what the body's motion must leave of a mode, squared
#define SYMMETRIC 1e-9    // of the largest entry

static const char what[] = "a modal file";
static const char *const nine[] = {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz", NULL};
static const char *const six[] = {"xx", "yy", "zz", "xy", "xz", "yz", NULL};

static double *take(tac_reader *rd, size_t n)
{
    return tac_reader_take(rd, n, sizeof(double));
}

// ---- numbers -------------------------------------------------------------------------------------

static void read_row(const tac_place *p, const tac_node *node, const char *key, int n, double *x)
{
    if (node->kind != TAC_LIST || node->n != n) {
        tac_refuse(p->rd, node, "'%s' must be %d numbers, one per mode, not %d", key, n,
                   node->kind == TAC_LIST ? node->n : 0);
    }
    for (const tac_entry *e = node->first; e; e = e->next) {
        *x++ = tac_number(p, e->value, key, TAC_Q_NUMBER);
    }
}

static void read_rows(const tac_place *p, const tac_node *node, const char *key, int rows, int n,
                      double *x)
{
    if (node->kind != TAC_LIST || node->n != rows) {
        tac_refuse(p->rd, node, "'%s' must be %d rows of %d numbers", key, rows, n);
    }
    for (const tac_entry *e = node->first; e; e = e->next, x += n) {
        read_row(p, e->value, key, n, x);
    }
}

static void check_symmetric(const tac_place *p, const tac_node *node, const char *key, int n,
                            double *A)
{
    double largest = 0.0;
    for (int i = 0; i < n * n; i++) {
        largest = fabs(A[i]) > largest ? fabs(A[i]) : largest;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double *a = &A[i * n + j], *b = &A[j * n + i];
            if (fabs(*a - *b) > SYMMETRIC * largest) {
                tac_refuse(p->rd, node,
                           "'%s' is not symmetric: row %d column %d is %g, row %d "
                           "column %d is %g",
                           key, i + 1, j + 1, *a, j + 1, i + 1, *b);
            }
            *a = *b = 0.5 * (*a + *b);
        }
    }
}

// The stiffness, whole; its diagonal alone is a list of numbers. Returns the number of modes.
static int read_stiffness(const tac_place *p, const tac_node *root, double **K)
{
    const tac_node *node = tac_need(p, root, "stiffness", what);
    int n = node->n;
    if (node->kind != TAC_LIST || n < 1 || n > TAC_MOST_MODES) {
        tac_refuse(p->rd, node,
                   "'stiffness' must be a list of 1 to %d numbers, one per mode, or "
                   "of as many rows",
                   (int)TAC_MOST_MODES);
    }
    *K = take(p->rd, (size_t)n * (size_t)n);
    if (node->first->value->kind == TAC_LIST) {
        read_rows(p, node, "stiffness", n, n, *K);
        check_symmetric(p, node, "stiffness", n, *K);
    } else {
        double *row = take(p->rd, (size_t)n);
        read_row(p, node, "stiffness", n, row);
        for (int i = 0; i < n; i++) {
            (*K)[i * n + i] = row[i];
        }
    }
    return n;
}

// ---- body ----------------------------------------------------------------------------------------

static void read_inertia(const tac_place *p, const tac_node *root, tac_modal *m)
{
    static const tac_quantity moments[6] = {TAC_Q_INERTIA, TAC_Q_INERTIA, TAC_Q_INERTIA,
                                            TAC_Q_INERTIA, TAC_Q_INERTIA, TAC_Q_INERTIA};
    const tac_node *node = tac_need(p, root, "inertia", what);
    m->mass =
        tac_check_above_zero(p, root, "mass", tac_need_number(p, root, "mass", what, TAC_Q_MASS));
    m->com = tac_vector_or(p, root, "center_of_mass", TAC_Q_LENGTH, (vec3){0.0, 0.0, 0.0});
    tac_numbers(p, node, "inertia", 6, moments, m->J);
    double J[9] = {m->J[0], m->J[3], m->J[4], m->J[3], m->J[1], m->J[5], m->J[4], m->J[5], m->J[2]};
    int row;
    if (!tac_cholesky(3, J, 1e-12, &row)) {
        tac_refuse(p->rd, node, "'inertia' [xx, yy, zz, xy, xz, yz] is not positive definite");
    }
}

static void read_integrals(const tac_place *p, const tac_node *root, tac_modal *m)
{
    const tac_node *Ct = tac_find(root, "Ct"), *I = tac_need(p, root, "I", what),
                   *S = tac_need(p, root, "S", what);
    size_t n = (size_t)m->n;
    if (Ct) {
        read_rows(p, Ct, "Ct", 3, m->n, m->Ct);
    }
    tac_check_keys(p, I, "'I'", nine);
    tac_check_keys(p, S, "'S'", six);
    for (size_t k = 0; nine[k]; k++) {
        const tac_node *node = tac_find(I, nine[k]);
        if (node) {
            read_row(p, node, nine[k], m->n, m->I + k * n);
        }
    }
    for (size_t k = 0; six[k]; k++) {
        const tac_node *node = tac_find(S, six[k]);
        if (node) {
            read_rows(p, node, six[k], m->n, m->n, m->S + k * n * n);
            if (k < 3) {
                check_symmetric(p, node, six[k], m->n, m->S + k * n * n);
            }
        }
    }
}

static void read_interfaces(const tac_place *p, const tac_node *list, tac_modal *m)
{
    static const char *const keys[] = {"name", "position", "displacement", "rotation", NULL};
    static const char own[] = "an interface";
    int i = 0;
    for (const tac_entry *e = list->first; e; e = e->next, i++) {
        tac_modal_point *point = &m->point[i];
        tac_check_keys(p, e->value, own, keys);
        point->name = tac_new_name(p, e->value, own);
        for (int k = 0; k < i; k++) {
            if (strcmp(m->point[k].name, point->name) == 0) {
                tac_refuse(p->rd, e->value, "interface '%.60s' is there twice; rename one",
                           point->name);
            }
        }
        point->s =
            sub3(tac_vector(p, tac_need(p, e->value, "position", own), "position", TAC_Q_LENGTH),
                 m->com);
        read_rows(p, tac_need(p, e->value, "displacement", own), "displacement", 3, m->n,
                  point->phi);
        if (tac_find(e->value, "rotation")) {
            read_rows(p, tac_find(e->value, "rotation"), "rotation", 3, m->n, point->psi);
        }
    }
    tac_modal_measure(m);
}

static void read_damping(const tac_place *p, const tac_node *node, tac_modal *m)
{
    m->zeta = take(p->rd, (size_t)m->n);
    if (node->kind == TAC_LIST) {
        read_row(p, node, "damping", m->n, m->zeta);
    } else {
        double all = tac_number(p, node, "damping", TAC_Q_NUMBER);
        for (int i = 0; i < m->n; i++) {
            m->zeta[i] = all;
        }
    }
    for (int i = 0; i < m->n; i++) {
        if (!(m->zeta[i] >= 0.0)) {
            tac_refuse(p->rd, node, "'damping' is a ratio of zero or more, not %g", m->zeta[i]);
        }
    }
}

// ---- checks --------------------------------------------------------------------------------------

static bool is_uncoupled(const tac_modal *m, const double *K)
{
    for (int i = 0; i < m->n; i++) {
        for (int j = 0; j < m->n; j++) {
            bool good = fabs(tac_modal_mass(m, i, j) - (i == j ? 1.0 : 0.0)) <= NORMAL &&
                        (i == j || K[i * m->n + j] == 0.0);
            if (!good) {
                return false;
            }
        }
    }
    return true;
}

// Uncoupled modes instead of the file's shapes.
static void uncouple(const tac_place *p, const tac_node *root, double *K, tac_modal *m)
{
    int n = m->n, row;
    double *lambda = take(p->rd, (size_t)n);
    double least, largest;
    if (is_uncoupled(m, K)) {
        for (int i = 0; i < n; i++) {
            lambda[i] = K[i * n + i];
        }
    } else {
        double *M = take(p->rd, (size_t)n * (size_t)n), *V = take(p->rd, (size_t)n * (size_t)n);
        for (int i = 0; i < n * n; i++) {
            M[i] = tac_modal_mass(m, i / n, i % n);
        }
        if (!tac_general_eigen(n, K, M, INDEPENDENT, lambda, V, &row)) {
            tac_refuse(p->rd, tac_find(root, "S"),
                       "shape %d is a combination of the shapes before it or has no mass: the "
                       "modal mass S_xx + S_yy + S_zz is not positive definite; remove the shape",
                       row + 1);
        }
        if (!tac_modal_recombine(p->rd->pool, m, V, n, m)) {
            tac_refuse_memory(p->rd);
        }
    }
    least = largest = lambda[0];
    for (int i = 1; i < n; i++) {
        least = lambda[i] < least ? lambda[i] : least;
        largest = lambda[i] > largest ? lambda[i] : largest;
    }
    if (!(least > SOFTEST * largest)) {
        tac_refuse(p->rd, tac_find(root, "stiffness"),
                   "a mode has no stiffness (%g of the largest): rigid motion is left in the "
                   "shapes; remove it, or hold the shapes at one end",
                   least / largest);
    }
    for (int i = 0; i < n; i++) {
        m->omega[i] = sqrt(lambda[i]);
    }
}

// What the body's own motion leaves of the modes' inertia: 1 - Ct^T Ct / m - Cr^T J^-1 Cr.
static void check_own_inertia(const tac_place *p, const tac_node *root, const tac_modal *m)
{
    int n = m->n, row;
    size_t w = (size_t)n;
    double J[9] = {m->J[0], m->J[3], m->J[4], m->J[3], m->J[1], m->J[5], m->J[4], m->J[5], m->J[2]};
    double *Cr = take(p->rd, 3 * w), *A = take(p->rd, w * w);
    for (size_t j = 0; j < w; j++) {
        Cr[j] = m->I[5 * w + j] - m->I[7 * w + j];
        Cr[w + j] = m->I[6 * w + j] - m->I[2 * w + j];
        Cr[2 * w + j] = m->I[w + j] - m->I[3 * w + j];
    }
    (void)tac_cholesky(3, J, 1e-12, &row);
    tac_solve_lower(3, J, n, Cr);
    for (size_t i = 0; i < w; i++) {
        for (size_t j = 0; j < w; j++) {
            double sum = i == j ? 1.0 : 0.0;
            for (size_t k = 0; k < 3; k++) {
                sum -=
                    m->Ct[k * w + i] * m->Ct[k * w + j] / m->mass + Cr[k * w + i] * Cr[k * w + j];
            }
            A[i * w + j] = sum;
        }
    }
    if (!tac_cholesky(n, A, OWN_INERTIA, &row)) {
        tac_refuse(p->rd, root,
                   "mode %d moves the body as a whole and has no inertia of its own: "
                   "rigid motion is left in the shapes, or Ct and I do not belong to "
                   "S; remove it",
                   row + 1);
    }
}

static void read_body(const tac_place *p, const tac_node *root, tac_modal *m)
{
    static const char *const keys[] = {
        "modal",     "title",   "source", "form", "mass", "center_of_mass", "inertia",
        "stiffness", "damping", "Ct",     "I",    "S",    "interfaces",     NULL};
    static const char *const forms[] = {"general", "native"};
    tac_check_keys(p, root, what, keys);
    (void)tac_integer(p, tac_need(p, root, "modal", what), "modal", 1, 1);
    bool native = tac_choice(p, tac_need(p, root, "form", what), "form", forms, 2) == 1;
    const tac_node *list = tac_need(p, root, "interfaces", what);
    tac_check_list(p, list, "interfaces");
    if (list->n < 1 || list->n > TAC_MOST_INTERFACES) {
        tac_refuse(p->rd, list, "a body has 1 to %d interfaces, not %d", (int)TAC_MOST_INTERFACES,
                   list->n);
    }
    double *K;
    int n = read_stiffness(p, root, &K);
    if (!tac_modal_take(p->rd->pool, n, list->n, m)) {
        tac_refuse_memory(p->rd);
    }
    read_inertia(p, root, m);
    read_integrals(p, root, m);
    read_interfaces(p, list, m);
    uncouple(p, root, K, m);
    if (tac_find(root, "damping")) {
        read_damping(p, tac_find(root, "damping"), m);
    }
    m->is_complete = m->n >= 6 * (m->n_point - 1);
    if (native && !tac_modal_clean_native(m)) {
        tac_refuse(p->rd, tac_find(root, "form"),
                   "'form: native' says that no mode moves the body as a whole, but Ct or "
                   "I_kl - I_lk is not zero: rigid motion is left in the set; remove it or write "
                   "'form: general'");
    }
    check_own_inertia(p, root, m);
}

tac_modal tac_read_modal_file(tac_reader *rd, const char *path, const tac_node *from)
{
    tac_modal m = {0};
    size_t size = tac_read_whole_file(rd, path, from->file, from->line, from->column);
    if (tac_is_blank(rd->text, size)) {
        tac_refuse_at(rd, path, 1, 1, "the file is empty; a modal file begins with 'modal: 1'");
    }
    tac_file file = {.path = path};
    file.root = tac_yaml_parse(rd, path, rd->text, size);
    const tac_place p = {rd, &file, NULL};
    if (file.root->kind != TAC_MAP) {
        tac_refuse(rd, file.root, "a modal file must be a map that begins with 'modal: 1'");
    }
    read_body(&p, file.root, &m);
    return m;
}

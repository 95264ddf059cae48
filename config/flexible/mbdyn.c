// Files of MBDyn's modal joint: text in record groups, each behind a line "** RECORD GROUP n, ...". Read are the groups 1
// and 2 (header, nodes), 5 to 12 (places, shapes, mass, stiffness, lumped masses, inertia) and 13 (damping). The
// integrals are sums over the nodes with their lumped masses.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import_text.h"
#include "modal_body.h"

#define BELONGS 0.05 // mass of the sums that far from that of groups 9 and 12, by the whole
#define ISOTROPIC 1e-6

enum { MOST_NODES = 1000000, GROUPS = 19 };

typedef struct fem {
    int n_node, n;
    int *label;
    double *x[3];              // (n_node)
    double *shape;             // (n, n_node, 6)
    double *M, *K, *D;         // (n x n)
    double *lumped;            // (n_node, 6)
    double mass, com[3], J[9]; // about the centre of mass
    bool has[GROUPS + 1];
    int line[GROUPS + 1];
} fem;

static bool is_comment(const char *line)
{
    return strncmp(line, "**", 2) == 0;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t")] == '\0';
}

// The number behind "RECORD GROUP", NULL: the line begins no group.
static const char *group_of(const char *line)
{
    static const char head[] = "RECORD GROUP";
    const char *at = is_comment(line) ? strstr(line, head) : NULL;
    return at ? at + sizeof head - 1 : NULL;
}

// One of the groups of this format.
static bool read_group_number(tac_import_text *t, const char *at, int *group)
{
    char *end;
    long number = strtol(at, &end, 10);
    if (end == at || number < 1 || number > GROUPS) {
        return tac_import_refuse(t, "group '%.20s' is not known, there are 1 to %d; remove it",
                                 at + strspn(at, " \t"), (int)GROUPS);
    }
    *group = (int)number;
    return true;
}

// n numbers from the lines that follow.
static bool read_numbers(tac_import_text *t, const char *what, double *x, size_t n)
{
    size_t k = 0;
    while (k < n) {
        if (!tac_import_next(t) || group_of(t->line)) {
            return tac_import_refuse(t, "%s: %zu numbers are wanted, %zu are there", what, n, k);
        }
        const char *at = t->line;
        while (!is_comment(t->line) && !is_blank(at)) {
            if (k == n || !tac_import_number(&at, &x[k])) {
                return tac_import_refuse(t, "%s: %s", what,
                                         k == n ? "there are more numbers than nodes and modes give"
                                                : "this is no number");
            }
            k++;
        }
    }
    return true;
}

static bool read_header(tac_import_text *t, fem *f)
{
    do {
        if (!tac_import_next(t)) {
            return tac_import_refuse(t, "group 1 has no header: revision, nodes, modes");
        }
    } while (is_comment(t->line) || is_blank(t->line));
    const char *at = t->line + strspn(t->line, " \t");
    double count[5];
    if (strncmp(at, "REV", 3) != 0) {
        return tac_import_refuse(t,
                                 "this is no header: REV0, nodes, normal, attachment, constraint "
                                 "and rejected modes");
    }
    at += strcspn(at, " \t");
    for (int k = 0; k < 5; k++) {
        if (!tac_import_number(&at, &count[k]) || !(count[k] >= 0.0 && count[k] <= MOST_NODES) ||
            floor(count[k]) != count[k]) {
            return tac_import_refuse(t, "the header needs five counts: nodes, normal, attachment, "
                                        "constraint and rejected modes");
        }
    }
    double modes = count[1] + count[2] + count[3] - count[4];
    if (!(count[0] >= 1.0 && modes >= 1.0 && modes <= TAC_MOST_MODES)) {
        return tac_import_refuse(t, "%g nodes and %g modes: a body has nodes and 1 to %d modes",
                                 count[0], modes, (int)TAC_MOST_MODES);
    }
    f->n_node = (int)count[0];
    f->n = (int)modes;
    size_t n = (size_t)f->n, nodes = (size_t)f->n_node;
    if (12 * n * nodes > t->size) { // a number and a blank each
        return tac_import_refuse(
            t, "the file is too short for %d nodes and %d modes; was it cut off?", f->n_node, f->n);
    }
    f->label = tac_pool_take(t->pool, nodes, sizeof *f->label);
    for (int k = 0; k < 3; k++) {
        f->x[k] = tac_import_take(t, nodes);
    }
    f->shape = tac_import_take(t, 6 * n * nodes);
    f->M = tac_import_take(t, n * n);
    f->K = tac_import_take(t, n * n);
    f->D = tac_import_take(t, n * n);
    f->lumped = tac_import_take(t, 6 * nodes);
    bool good =
        f->label && f->x[0] && f->x[1] && f->x[2] && f->shape && f->M && f->K && f->D && f->lumped;
    return good || tac_import_no_memory(t);
}

static bool read_labels(tac_import_text *t, fem *f)
{
    double *x = tac_import_take(t, (size_t)f->n_node);
    bool good = x && read_numbers(t, "group 2, nodes", x, (size_t)f->n_node);
    for (int i = 0; good && i < f->n_node; i++) {
        if (!(fabs(x[i]) < 2e9) || floor(x[i]) != x[i]) {
            return tac_import_refuse(t,
                                     "the names of nodes must be whole numbers, not %g; export "
                                     "numbers",
                                     x[i]);
        }
        f->label[i] = (int)x[i];
    }
    return good;
}

static bool refuse_start(tac_import_text *t, const fem *f, int group)
{
    double *x = tac_import_take(t, (size_t)f->n);
    if (!x || !read_numbers(t, "initial values", x, (size_t)f->n)) {
        return false;
    }
    for (int i = 0; i < f->n; i++) {
        if (x[i] != 0.0) {
            return tac_import_refuse(t,
                                     "group %d has a start that is not zero, which a modal file "
                                     "cannot say; give it as '%s' in the model",
                                     group, group == 3 ? "coordinates" : "rates");
        }
    }
    return true;
}

static bool read_group(tac_import_text *t, fem *f, int group)
{
    size_t n = (size_t)f->n, nodes = (size_t)f->n_node;
    double inertia[13];
    switch (group) {
    case 1:
        return read_header(t, f);
    case 2:
        return read_labels(t, f);
    case 3:
    case 4:
        return refuse_start(t, f, group);
    case 5:
    case 6:
    case 7:
        return read_numbers(t, "coordinates of nodes", f->x[group - 5], nodes);
    case 8:
        return read_numbers(t, "group 8, shapes", f->shape, 6 * n * nodes);
    case 9:
        return read_numbers(t, "group 9, modal mass", f->M, n * n);
    case 10:
        return read_numbers(t, "group 10, modal stiffness", f->K, n * n);
    case 11:
        return read_numbers(t, "group 11, lumped masses", f->lumped, 6 * nodes);
    case 12:
        if (!read_numbers(t, "group 12, inertia", inertia, 13)) {
            return false;
        }
        f->mass = inertia[0];
        memcpy(f->com, inertia + 1, sizeof f->com);
        memcpy(f->J, inertia + 4, sizeof f->J);
        return true;
    case 13:
        return read_numbers(t, "group 13, modal damping", f->D, n * n);
    case 19:
        return tac_import_refuse(t, "group 19, stress stiffening, is not read: the body would be "
                                    "too soft without it; export the body without it and cut it "
                                    "into several bodies where it turns fast");
    default: // invariants: the sums of group 11 stand for them
        return true;
    }
}

static bool read_groups(tac_import_text *t, fem *f)
{
    static const int needed[] = {1, 2, 5, 6, 7, 8, 9, 10, 11};
    while (tac_import_next(t)) {
        const char *at = group_of(t->line);
        int group = 0;
        if (!at) {
            continue;
        }
        if (!read_group_number(t, at, &group)) {
            return false;
        }
        if (f->has[group]) {
            return tac_import_refuse(t, "group %d is there twice; remove one", group);
        }
        if (group > 1 && !f->has[1]) {
            return tac_import_refuse(t, "group %d comes before group 1, the header", group);
        }
        f->has[group] = true;
        f->line[group] = t->number;
        if (!read_group(t, f, group)) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (!f->has[needed[i]]) {
            t->number = 1;
            return tac_import_refuse(
                t, "record group %d is missing%s", needed[i],
                needed[i] == 11 ? ", the lumped masses, of which the integrals are made; export it "
                                  "(invariants, groups 14 to 18, are not read in its place)"
                                : "; is this a file of MBDyn's modal joint?");
        }
    }
    return true;
}

// ---- sums ----------------------------------------------------------------------------------------

// Six points on the axes of a node have its mass and its inertia.
static bool add_node(tac_import_text *t, const fem *f, int i, vec3 at, double *N, tac_modal *m)
{
    const double *own = f->lumped + 6 * (size_t)i;
    double mass = own[0], largest = fmax(own[0], fmax(own[1], own[2]));
    if (!(own[0] >= 0.0 && fabs(own[0] - own[1]) <= ISOTROPIC * largest &&
          fabs(own[0] - own[2]) <= ISOTROPIC * largest)) {
        t->number = f->line[11] + 1 + i;
        return tac_import_refuse(t,
                                 "the lumped mass of a node must be the same in x, y and z, not "
                                 "%g %g %g",
                                 own[0], own[1], own[2]);
    }
    if (mass == 0.0) {
        return true;
    }
    const double J[3] = {own[3], own[4], own[5]};
    for (int k = 0; k < 3; k++) {
        double square = 1.5 * (J[0] + J[1] + J[2] - 2.0 * J[k]) / mass;
        double away = square > 0.0 ? sqrt(square) : 0.0;
        for (int side = -1; side <= 1; side += 2) {
            vec3 e = scale3(side * away, (vec3){k == 0, k == 1, k == 2});
            for (int j = 0; j < f->n; j++) {
                const double *s = f->shape + 6 * ((size_t)j * (size_t)f->n_node + (size_t)i);
                vec3 u = add3((vec3){s[0], s[1], s[2]}, cross3((vec3){s[3], s[4], s[5]}, e));
                N[j] = u.x;
                N[f->n + j] = u.y;
                N[2 * f->n + j] = u.z;
            }
            vec3 s = add3(at, e);
            double dm = mass / 6.0;
            tac_modal_add_mass(m, dm, s, N);
            const double add[6] = {s.y * s.y + s.z * s.z,
                                   s.z * s.z + s.x * s.x,
                                   s.x * s.x + s.y * s.y,
                                   -s.x * s.y,
                                   -s.x * s.z,
                                   -s.y * s.z};
            for (int b = 0; b < 6; b++) {
                m->J[b] += dm * add[b];
            }
        }
    }
    return true;
}

static vec3 place_of(const fem *f, int i)
{
    return (vec3){f->x[0][i], f->x[1][i], f->x[2][i]};
}

static bool sum_up(tac_import_text *t, const fem *f, tac_modal *m)
{
    double *N = tac_import_take(t, 3 * (size_t)f->n);
    vec3 first = {0.0, 0.0, 0.0};
    for (int i = 0; i < f->n_node; i++) {
        m->mass += f->lumped[6 * (size_t)i];
        first = axpy3(f->lumped[6 * (size_t)i], place_of(f, i), first);
    }
    if (!N || !(m->mass > 0.0)) {
        t->number = f->line[11];
        return N && tac_import_refuse(t, "the nodes have no mass together; export group 11");
    }
    m->com = scale3(1.0 / m->mass, first);
    for (int i = 0; i < f->n_node; i++) {
        if (!add_node(t, f, i, sub3(place_of(f, i), m->com), N, m)) {
            return false;
        }
    }
    if (f->has[12]) {
        t->number = f->line[12];
        if (!(fabs(f->mass - m->mass) <= BELONGS * m->mass)) {
            return tac_import_refuse(t,
                                     "group 12 says %g kg, the lumped masses of group 11 are %g "
                                     "kg; export all nodes that have mass",
                                     f->mass, m->mass);
        }
        vec3 away = sub3((vec3){f->com[0], f->com[1], f->com[2]}, m->com);
        double size = sqrt((m->J[0] + m->J[1] + m->J[2]) / m->mass);
        if (!(norm3(away) <= BELONGS * size)) {
            return tac_import_refuse(t,
                                     "the centre of mass of group 12 is %g m from that of the "
                                     "lumped masses of group 11",
                                     norm3(away));
        }
        const double J[6] = {f->J[0], f->J[4], f->J[8], f->J[1], f->J[2], f->J[5]};
        m->mass = f->mass;
        memcpy(m->J, J, sizeof J);
    }
    return true;
}

// What the sums lack of the modal mass, a third of it in each direction, so that frequencies are those of the file.
static bool correct_mass(tac_import_text *t, const fem *f, tac_modal *m)
{
    size_t n = (size_t)f->n;
    for (size_t i = 0; i < n; i++) {
        double own = tac_modal_mass(m, (int)i, (int)i);
        if (!(fabs(f->M[i * n + i] - own) <= BELONGS * f->M[i * n + i])) {
            t->number = f->line[9] + 1 + (int)i;
            return tac_import_refuse(t,
                                     "mode %d has the modal mass %g in group 9 and %g by the "
                                     "lumped masses of group 11; export all nodes that have mass",
                                     (int)i + 1, f->M[i * n + i], own);
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            double a = f->M[i * n + j], b = f->M[j * n + i];
            if (!(fabs(a - b) <= 1e-9 * sqrt(fabs(f->M[i * n + i] * f->M[j * n + j])))) {
                t->number = f->line[9] + 1 + (int)i;
                return tac_import_refuse(t, "the modal mass is not symmetric");
            }
        }
    }
    for (size_t i = 0; i < n * n; i++) {
        double lacks = f->M[i] - tac_modal_mass(m, (int)(i / n), (int)(i % n));
        for (size_t k = 0; k < 3; k++) {
            m->S[k * n * n + i] += lacks / 3.0;
        }
    }
    return true;
}

static bool read_mbdyn(tac_import_text *t, const tac_import *i, tac_modal *m)
{
    fem f = {0};
    int index[TAC_MOST_INTERFACES], n_point;
    const char *name[TAC_MOST_INTERFACES];
    if (!read_groups(t, &f) || !tac_import_choose(t, i, f.label, f.n_node, index, name, &n_point)) {
        return false;
    }
    if (!tac_modal_take(t->pool, f.n, n_point, m)) {
        return tac_import_no_memory(t);
    }
    if (!sum_up(t, &f, m) || !correct_mass(t, &f, m)) {
        return false;
    }
    for (int k = 0; k < n_point; k++) {
        tac_modal_point *p = &m->point[k];
        p->name = name[k];
        p->s = sub3(place_of(&f, index[k]), m->com);
        for (int j = 0; j < f.n; j++) {
            const double *s = f.shape + 6 * ((size_t)j * (size_t)f.n_node + (size_t)index[k]);
            for (int c = 0; c < 3; c++) {
                p->phi[c * f.n + j] = s[c];
                p->psi[c * f.n + j] = s[3 + c];
            }
        }
    }
    return tac_import_uncouple(t, f.K, f.has[13] ? f.D : NULL, m);
}

tac_modal *tac_import_mbdyn(const tac_import *i, tac_diag *diag)
{
    return tac_import_run(i, diag, read_mbdyn);
}

#include "flexible.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bodies.h"
#include "flexible/beam_text.h"
#include "flexible/modal_text.h"
#include "orientation.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"

typedef struct made { // modal data, once however many bodies have them
    tac_beam beam;
    const char *path; // NULL: of the beam
    tac_modal *modal;
} made;

// ---- modal data ----------------------------------------------------------------------------------

static bool same_beam(const tac_beam *a, const tac_beam *b)
{
    bool same = a->length == b->length && a->elements == b->elements && a->area == b->area &&
                a->Iy == b->Iy && a->Iz == b->Iz && a->torsion == b->torsion &&
                a->shear_y == b->shear_y && a->shear_z == b->shear_z && a->E == b->E &&
                a->G == b->G && a->density == b->density && a->modes == b->modes &&
                a->below == b->below && a->n_point == b->n_point;
    for (int k = 0; same && k < a->n_point; k++) {
        same = a->x[k] == b->x[k];
    }
    return same;
}

static const made *find_made(const tac_model_reader *model, const tac_beam *b, const char *path)
{
    const made *list = model->modal.data;
    for (int i = 0; i < model->modal.n; i++) {
        const made *m = &list[i];
        bool same =
            m->path && path ? strcmp(m->path, path) == 0 : !m->path && b && same_beam(&m->beam, b);
        if (same) {
            return &list[i];
        }
    }
    return NULL;
}

static const tac_modal *keep(const tac_place *p, const tac_beam *b, const char *path, tac_modal m)
{
    made new = {.path = path, .modal = tac_reader_take(p->rd, 1, sizeof m)};
    *new.modal = m;
    if (b) {
        memcpy(&new.beam, b, sizeof *b);
    }
    *(made *)tac_list_add(p->rd, &tac_model_of(p)->modal, sizeof new) = new;
    return new.modal;
}

// The beam of a body; its work counts as that of elimination.
static const tac_modal *make_beam(const tac_place *p, const tac_node *map, const tac_beam *b,
                                  const char *const *name)
{
    const made *known = find_made(tac_model_of(p), b, NULL);
    if (known) {
        return known->modal;
    }
    uint64_t n = 2u * (uint64_t)(b->elements + b->n_point);
    tac_reader_work(p->rd, n * n * n);
    return keep(p, b, NULL, tac_make_beam(p, map, b, name));
}

static const tac_modal *read_file(const tac_place *p, const tac_node *file)
{
    tac_model_reader *model = tac_model_of(p);
    const char *path = tac_relative_path(p->rd, p->in->path, tac_text(p, file, "file"));
    const made *known = find_made(model, NULL, path);
    if (known) {
        return known->modal;
    }
    tac_modal m = tac_read_modal_file(p->rd, path, file);
    tac_list_add_text(p->rd, &model->file_name, path);
    return keep(p, NULL, path, m);
}

// ---- damping and what the kernel gets ------------------------------------------------------------

static void check_ratio(const tac_place *p, const tac_node *node, double zeta)
{
    if (!(zeta >= 0.0 && zeta < 1e3)) {
        tac_refuse(p->rd, node,
                   "a damping ratio is zero or more (0.01 is 1 %% of critical), not %g", zeta);
    }
}

static void read_damping(const tac_place *p, const tac_node *map, const tac_modal *m, double *zeta)
{
    const tac_node *damping = tac_find(map, "damping"), *rayleigh = tac_find(map, "rayleigh");
    if (damping && rayleigh) {
        tac_refuse_key(p->rd, map, "rayleigh",
                       "'damping' and 'rayleigh' exclude each other; "
                       "remove one");
    }
    if (damping && damping->kind == TAC_LIST && damping->n != m->n) {
        tac_refuse(p->rd, damping, "'damping' must be one number or %d, one per mode, not %d", m->n,
                   damping->n);
    }
    double ab[2] = {0.0, 0.0};
    if (rayleigh) {
        static const tac_quantity plain[2] = {TAC_Q_NUMBER, TAC_Q_NUMBER};
        tac_numbers(p, rayleigh, "rayleigh", 2, plain, ab);
    }
    const tac_entry *e = damping && damping->kind == TAC_LIST ? damping->first : NULL;
    double all = damping && !e ? tac_number(p, damping, "damping", TAC_Q_NUMBER) : 0.0;
    for (int i = 0; i < m->n; i++) {
        if (rayleigh) {
            zeta[i] = 0.5 * (ab[0] / m->omega[i] + ab[1] * m->omega[i]);
            check_ratio(p, rayleigh, zeta[i]);
        } else if (damping) {
            zeta[i] = e ? tac_number(p, e->value, "damping", TAC_Q_NUMBER) : all;
            check_ratio(p, e ? e->value : damping, zeta[i]);
            e = e ? e->next : NULL;
        } else {
            zeta[i] = m->zeta ? m->zeta[i] : 0.0;
        }
    }
}

// Index of the modes with this damping among those of the description.
static int flex_of(const tac_place *p, const tac_modal *m, const double *zeta)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_flex_desc *known = model->flex.data;
    size_t n = (size_t)m->n;
    for (int i = 0; i < model->flex.n; i++) {
        if (known[i].omega == m->omega && memcmp(known[i].zeta, zeta, n * sizeof *zeta) == 0) {
            return i;
        }
    }
    tac_interface_desc *interface = tac_reader_take(p->rd, (size_t)m->n_point, sizeof *interface);
    for (int i = 0; i < m->n_point; i++) {
        interface[i] = (tac_interface_desc){m->point[i].s, m->point[i].phi, m->point[i].psi};
    }
    *(tac_flex_desc *)tac_list_add(p->rd, &model->flex, sizeof(tac_flex_desc)) =
        (tac_flex_desc){.n_mode = m->n,
                        .n_interface = m->n_point,
                        .omega = m->omega,
                        .zeta = zeta,
                        .Ct = m->Ct,
                        .I = m->I,
                        .S = m->S,
                        .interface = interface,
                        .n_shown = m->n_shown,
                        .shown = m->shown};
    return model->flex.n - 1;
}

// ---- bodies --------------------------------------------------------------------------------------

static void refuse_rigid_keys(const tac_place *p, const tac_node *item)
{
    static const char *const rigid[] = {"mass", "inertia", "inertia_axes", "shape",
                                        "center_of_mass"};
    for (size_t i = 0; i < sizeof rigid / sizeof *rigid; i++) {
        if (tac_find(item, rigid[i])) {
            tac_refuse_key(p->rd, item, rigid[i],
                           "'flexible' gives the mass of the body and where "
                           "it is; remove '%s'",
                           rigid[i]);
        }
    }
}

// Where the ends put the beam.
static void place_by_ends(const tac_place *p, const tac_node *item, const tac_node *map,
                          const tac_beam_text *t, tac_flexible_item *f)
{
    static const char *const excluded[] = {"position", "orientation"};
    for (int i = 0; i < 2; i++) {
        if (tac_find(item, excluded[i])) {
            tac_refuse_key(p->rd, item, excluded[i],
                           "'from' and 'to' of the beam say where it is; "
                           "remove '%s'",
                           excluded[i]);
        }
    }
    vec3 along = sub3(t->to, t->from), x = scale3(1.0 / t->beam.length, along);
    f->has_ends = true;
    f->middle = add3(t->from, scale3(0.5, along));
    f->q = tac_smallest_rotation(0, x);
    if (t->has_y) {
        if (!(norm3(cross3(x, t->y)) > 1e-6)) {
            tac_refuse(p->rd, tac_find(map, "y_axis"),
                       "'y_axis' of the section lies along the "
                       "beam; choose another direction");
        }
        f->q = tac_two_axes(0, x, 1, t->y);
    }
}

static tac_solid solid_of(const tac_modal *m)
{
    tac_solid s = {.mass = m->mass};
    memcpy(s.J, m->J, sizeof s.J);
    return s;
}

static void read_beam_bodies(const tac_place *p, const tac_node *item, const char *name,
                             const tac_node *map, tac_flexible_item *f)
{
    const tac_node *beam = tac_find(map, "beam");
    const tac_beam_text t = tac_read_beam(p, beam);
    int n = t.n_body;
    if (t.has_ends) {
        place_by_ends(p, item, beam, &t, f);
    }
    if (n > 1 && tac_find(item, "visual")) {
        tac_refuse_key(p->rd, item, "visual",
                       "a beam of several bodies is drawn as its section is; "
                       "remove 'visual'");
    }
    tac_flexible *part = tac_reader_take(p->rd, (size_t)n, sizeof *part);
    tac_solid *solid = tac_reader_take(p->rd, (size_t)n, sizeof *solid);
    for (int k = 0; k < n; k++) {
        const char **names = tac_reader_take(p->rd, TAC_MOST_INTERFACES, sizeof *names);
        const tac_beam b = tac_beam_of_body(p, &t, k, names);
        const tac_modal *m = make_beam(p, beam, &b, names);
        double middle = t.beam.length * (((double)k + 0.5) / (double)n - 0.5);
        part[k] = (tac_flexible){.modal = m,
                                 .name = names,
                                 .first = tac_model_of(p)->body.n,
                                 .n = n,
                                 .beam = n > 1 ? name : NULL,
                                 .from_middle = {n > 1 ? middle : 0.0, 0.0, 0.0},
                                 .is_beam = true,
                                 .is_round = t.is_round,
                                 .half = t.half};
        solid[k] = solid_of(m);
    }
    f->n = n;
    f->part = part;
    f->solid = solid;
}

static void read_file_body(const tac_place *p, const tac_node *map, tac_flexible_item *f)
{
    const tac_modal *m = read_file(p, tac_find(map, "file"));
    tac_flexible *part = tac_reader_take(p->rd, 1, sizeof *part);
    tac_solid *solid = tac_reader_take(p->rd, 1, sizeof *solid);
    const char **names = tac_reader_take(p->rd, (size_t)m->n_point, sizeof *names);
    for (int i = 0; i < m->n_point; i++) {
        names[i] = m->point[i].name;
    }
    *part = (tac_flexible){.modal = m, .name = names, .first = tac_model_of(p)->body.n, .n = 1};
    *solid = solid_of(m);
    f->n = 1;
    f->part = part;
    f->solid = solid;
}

tac_flexible_item tac_read_flexible(const tac_place *p, const tac_node *item, const char *name)
{
    const tac_node *map = tac_find(item, "flexible");
    tac_check_map(p, map, TAC_MAP_FLEXIBLE);
    refuse_rigid_keys(p, item);
    if (!tac_find(map, "beam") == !tac_find(map, "file")) {
        tac_refuse(p->rd, map, "'flexible' needs either 'beam' or 'file'%s",
                   tac_find(map, "beam") ? "; remove one" : "; add one");
    }
    tac_flexible_item f = {.map = map};
    enum { MOST_STEPPED = 48 }; // modes of a body, kernel/model/flexible.h
    if (tac_find(map, "beam")) {
        read_beam_bodies(p, item, name, map, &f);
    } else {
        read_file_body(p, map, &f);
    }
    for (int k = 0; k < f.n; k++) {
        tac_flexible *part = (tac_flexible *)&f.part[k];
        if (part->modal->n > MOST_STEPPED) {
            tac_refuse(p->rd, map,
                       "the body has %d modes and can have %d at most; take fewer, or make a beam "
                       "several bodies",
                       part->modal->n, (int)MOST_STEPPED);
        }
        double *zeta = tac_reader_take(p->rd, (size_t)part->modal->n, sizeof *zeta);
        read_damping(p, map, part->modal, zeta);
        part->flex = flex_of(p, part->modal, zeta);
    }
    return f;
}

// ---- start ---------------------------------------------------------------------------------------

// Solves shown q = x by elimination with pivots; false where shown is singular.
static bool solve_shown(int n, double *A, double *x)
{
    for (int j = 0; j < n; j++) {
        int pivot = j;
        for (int i = j + 1; i < n; i++) {
            pivot = fabs(A[i * n + j]) > fabs(A[pivot * n + j]) ? i : pivot;
        }
        for (int k = 0; k < n; k++) {
            double swap = A[j * n + k];
            A[j * n + k] = A[pivot * n + k];
            A[pivot * n + k] = swap;
        }
        double swap = x[j];
        x[j] = x[pivot];
        x[pivot] = swap;
        if (A[j * n + j] == 0.0) {
            return false;
        }
        for (int i = 0; i < n; i++) {
            double f = i == j ? 0.0 : A[i * n + j] / A[j * n + j];
            for (int k = j; k < n && f != 0.0; k++) {
                A[i * n + k] -= f * A[j * n + k];
            }
            x[i] -= f * x[j];
        }
    }
    for (int j = 0; j < n; j++) {
        x[j] /= A[j * n + j];
    }
    return true;
}

static const double *read_coordinates(const tac_place *p, const tac_flexible_item *f,
                                      const char *key)
{
    const tac_node *node = tac_find(f->map, key);
    const tac_modal *m = f->part[0].modal;
    if (!node) {
        return NULL;
    }
    if (f->n > 1) {
        tac_refuse(p->rd, node, "'%s' are those of one body; a beam of several starts straight",
                   key);
    }
    if (node->kind != TAC_LIST || node->n != m->n_shown) {
        tac_refuse(p->rd, node, "'%s' must be %d numbers, one per mode", key, m->n_shown);
    }
    size_t n = (size_t)m->n;
    double *x = tac_reader_take(p->rd, n, sizeof *x), *A = tac_reader_take(p->rd, n * n, sizeof *A);
    memcpy(A, m->shown, n * n * sizeof *A);
    int i = 0;
    for (const tac_entry *e = node->first; e; e = e->next) {
        x[i++] = tac_number(p, e->value, key, TAC_Q_NUMBER);
    }
    if (!solve_shown(m->n, A, x)) {
        tac_refuse(p->rd, node, "the shapes of the file do not give its coordinates");
    }
    return x;
}

void tac_read_modal_start(const tac_place *p, const tac_flexible_item *f, tac_body_desc *b)
{
    b->q = read_coordinates(p, f, "coordinates");
    b->qd = read_coordinates(p, f, "rates");
}

// ---- beams of several bodies ---------------------------------------------------------------------

const tac_flexible *tac_flexible_of(const tac_model_reader *model, int body)
{
    return body == TAC_GROUND ? NULL
                              : ((const tac_raw_body *)model->raw_body.data + body)->flexible;
}

void tac_add_beam_joints(tac_model_reader *model)
{
    const tac_body_desc *body = model->body.data;
    const tac_raw_body *raw = model->raw_body.data;
    const quat identity = {1.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < model->body.n; i++) {
        const tac_flexible *f = raw[i].flexible;
        if (!f || i == f->first) {
            continue;
        }
        char end[32];
        (void)snprintf(end, sizeof end, "/%d-%d", i - f->first, i - f->first + 1);
        const char *name = tac_join_text(&model->rd, f->beam, end);
        tac_names_add(&model->rd, &model->joint_names, raw[i].item, "joint", name, model->joint.n);
        tac_list_add_text(&model->rd, &model->joint_name, name);
        int last = raw[i - 1].flexible->modal->n_point - 1;
        *(tac_joint_desc *)tac_list_add(&model->rd, &model->joint, sizeof(tac_joint_desc)) =
            (tac_joint_desc){.kind = TAC_FIXED,
                             .a = {.body = i - 1, .q = identity, .interface = last},
                             .b = {.body = i, .q = identity, .interface = 0},
                             .drive_angle = TAC_NONE,
                             .drive_displacement = TAC_NONE,
                             .group = body[i].group};
    }
}

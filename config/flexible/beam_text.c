#include "beam_text.h"

#include <math.h>
#include <string.h>

#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "section.h"

#define NEAR 1e-9 // of the length: a point lies at an end

static const char what[] = "a beam";

static double need_above_zero(const tac_place *p, const tac_node *map, const char *key,
                              const char *of, tac_quantity q)
{
    return tac_check_above_zero(p, map, key, tac_need_number(p, map, key, of, q));
}

// ---- section and material ------------------------------------------------------------------------

static void read_pair(const tac_place *p, const tac_node *node, const char *key, tac_quantity q,
                      double *x)
{
    const tac_quantity both[2] = {q, q};
    tac_numbers(p, node, key, 2, both, x);
    if (!(x[0] > 0.0) || !(x[1] > 0.0)) {
        tac_refuse(p->rd, node, "both numbers of '%s' must be above zero", key);
    }
}

static tac_beam_section read_general(const tac_place *p, const tac_node *m)
{
    static const char name[] = "a general section";
    tac_check_map(p, m, TAC_MAP_GENERAL_SECTION);
    tac_beam_section s = {.shear_y = 5.0 / 6.0, .shear_z = 5.0 / 6.0};
    s.area = need_above_zero(p, m, "area", name, TAC_Q_AREA);
    s.Iy = need_above_zero(p, m, "Iy", name, TAC_Q_NUMBER);
    s.Iz = need_above_zero(p, m, "Iz", name, TAC_Q_NUMBER);
    s.torsion = need_above_zero(p, m, "torsion", name, TAC_Q_NUMBER);
    if (tac_find(m, "shear")) {
        double k[2];
        read_pair(p, tac_find(m, "shear"), "shear", TAC_Q_NUMBER, k);
        s.shear_y = k[0];
        s.shear_z = k[1];
    }
    return s;
}

static tac_beam_section read_box(const tac_place *p, const tac_node *map, double nu,
                                 tac_beam_text *t)
{
    double side[2];
    read_pair(p, tac_find(map, "box"), "box", TAC_Q_LENGTH, side);
    t->half = (vec3){0.0, 0.5 * side[0], 0.5 * side[1]};
    if (!tac_find(map, "wall")) {
        return tac_section_box(side[0], side[1], nu);
    }
    double wall = need_above_zero(p, map, "wall", "a section", TAC_Q_LENGTH);
    if (!(2.0 * wall < side[0] && 2.0 * wall < side[1])) {
        tac_refuse(p->rd, tac_find(map, "wall"),
                   "walls of %g m fill the box; make them thinner or remove 'wall'", wall);
    }
    return tac_section_hollow_box(side[0], side[1], wall);
}

static tac_beam_section read_section(const tac_place *p, const tac_node *map, double nu,
                                     tac_beam_text *t)
{
    tac_check_map(p, map, TAC_MAP_SECTION);
    const tac_node *box = tac_find(map, "box"), *tube = tac_find(map, "tube"),
                   *general = tac_find(map, "general");
    (void)tac_only_key(p, map, TAC_MAP_SECTION, "section", "");
    if (tac_find(map, "wall") && !box) {
        tac_refuse_key(p->rd, map, "wall",
                       "'wall' belongs to 'box'; a tube is 'tube: [outer "
                       "diameter, wall]'");
    }
    if (box) {
        return read_box(p, map, nu, t);
    }
    if (general) {
        tac_beam_section s = read_general(p, general);
        t->half = (vec3){0.0, sqrt(3.0 * s.Iz / s.area), sqrt(3.0 * s.Iy / s.area)};
        return s;
    }
    double d[2] = {0.0, 0.0};
    if (tube) {
        read_pair(p, tube, "tube", TAC_Q_LENGTH, d);
        if (!(2.0 * d[1] < d[0])) {
            tac_refuse(p->rd, tube,
                       "the wall of the tube fills it; write [outer diameter, wall] "
                       "or 'round: diameter'");
        }
    } else {
        d[0] = need_above_zero(p, map, "round", "a section", TAC_Q_LENGTH);
    }
    t->is_round = true;
    t->half = (vec3){0.0, 0.5 * d[0], 0.5 * d[0]};
    return tac_section_round(d[0], tube ? d[0] - 2.0 * d[1] : 0.0, nu);
}

static double read_material(const tac_place *p, const tac_node *map, tac_beam *b)
{
    static const char name[] = "a material";
    tac_check_map(p, map, TAC_MAP_MATERIAL);
    b->E = need_above_zero(p, map, "E", name, TAC_Q_PRESSURE);
    b->density = need_above_zero(p, map, "density", name, TAC_Q_DENSITY);
    double nu = tac_number_or(p, map, "nu", TAC_Q_NUMBER, 0.3);
    if (!(nu > -1.0 && nu <= 0.5)) {
        tac_refuse(p->rd, tac_find(map, "nu"), "'nu' must be between -1 and 0.5, not %g", nu);
    }
    b->G = tac_number_or(p, map, "G", TAC_Q_PRESSURE, b->E / (2.0 * (1.0 + nu)));
    tac_check_above_zero(p, map, "G", b->G);
    return nu;
}

// ---- ends, points, modes -------------------------------------------------------------------------

static void read_length(const tac_place *p, const tac_node *map, tac_beam_text *t)
{
    t->has_ends = tac_find(map, "from") || tac_find(map, "to");
    if (!t->has_ends) {
        t->beam.length =
            need_above_zero(p, map, "length", "a beam without 'from' and 'to'", TAC_Q_LENGTH);
        return;
    }
    if (tac_find(map, "length")) {
        tac_refuse_key(p->rd, map, "length", "'from' and 'to' give the length; remove one");
    }
    t->from = tac_vector(p, tac_need(p, map, "from", "a beam with 'to'"), "from", TAC_Q_LENGTH);
    t->to = tac_vector(p, tac_need(p, map, "to", "a beam with 'from'"), "to", TAC_Q_LENGTH);
    t->beam.length = norm3(sub3(t->to, t->from));
    if (!(t->beam.length > 0.0)) {
        tac_refuse(p->rd, tac_find(map, "to"),
                   "the beam has no length; 'from' and 'to' must differ");
    }
}

static void read_point(const tac_place *p, const tac_node *item, tac_beam_text *t)
{
    tac_check_map(p, item, TAC_MAP_BEAM_POINT);
    const char *name = tac_new_name(p, item, "an interface");
    double x = tac_need_number(p, item, "at", "an interface", TAC_Q_LENGTH),
           margin = NEAR * t->beam.length;
    for (int i = 0; i < t->n_point; i++) {
        if (strcmp(t->name[i], name) == 0 || fabs(t->at[i] - x) <= margin) {
            tac_refuse(p->rd, item, "interface '%.60s' is there twice; change its %s", name,
                       strcmp(t->name[i], name) == 0 ? "name" : "place");
        }
    }
    if (strcmp(name, "a") == 0 || strcmp(name, "b") == 0) {
        tac_refuse(p->rd, tac_find(item, "name"),
                   "'%s' is an end of the beam; give the point another name", name);
    }
    if (!(x > margin && x < t->beam.length - margin)) {
        tac_refuse(p->rd, tac_find(item, "at"),
                   "'at' must be between 0 and %g m, the ends of the beam; they are interfaces "
                   "'a' and 'b' already",
                   t->beam.length);
    }
    if (t->n_point == TAC_MOST_INTERFACES - 2) {
        tac_refuse(p->rd, item, "a beam has at most %d interfaces; make it several bodies",
                   (int)TAC_MOST_INTERFACES);
    }
    int i = t->n_point++;
    for (; i > 0 && t->at[i - 1] > x; i--) {
        t->at[i] = t->at[i - 1];
        t->name[i] = t->name[i - 1];
        t->point[i] = t->point[i - 1];
    }
    t->at[i] = x;
    t->name[i] = name;
    t->point[i] = item;
}

static void read_modes(const tac_place *p, const tac_node *map, tac_beam *b)
{
    const tac_node *modes = tac_find(map, "modes"), *below = tac_find(map, "below");
    if (!modes == !below) {
        tac_refuse(p->rd, modes ? below : map, "a beam needs either 'modes' or 'below'%s",
                   modes ? "; remove one" : ", as 'modes: 8'; add one");
    }
    if (modes) {
        b->modes = tac_map_integer(p, map, TAC_MAP_BEAM, "modes");
    } else {
        b->below = need_above_zero(p, map, "below", what, TAC_Q_FREQUENCY);
    }
}

tac_beam_text tac_read_beam(const tac_place *p, const tac_node *map)
{
    tac_beam_text t = {.n_body = 0};
    tac_check_map(p, map, TAC_MAP_BEAM);
    read_length(p, map, &t);
    const tac_node *points = tac_find(map, "interfaces"), *y = tac_find(map, "y_axis");
    t.beam.elements = tac_map_integer(p, map, TAC_MAP_BEAM, "elements");
    double nu = read_material(p, tac_need(p, map, "material", what), &t.beam);
    tac_beam_section s = read_section(p, tac_need(p, map, "section", what), nu, &t);
    t.beam.area = s.area, t.beam.Iy = s.Iy, t.beam.Iz = s.Iz, t.beam.torsion = s.torsion;
    if (tac_map_choice(p, map, TAC_MAP_BEAM, "theory", 0) == 1) {
        t.beam.shear_y = s.shear_y, t.beam.shear_z = s.shear_z;
    }
    read_modes(p, map, &t.beam);
    t.n_body = tac_map_integer(p, map, TAC_MAP_BEAM, "bodies");
    if (y) {
        t.has_y = true;
        t.y = tac_direction(p, y, "y_axis");
        if (!t.has_ends) {
            tac_refuse_key(p->rd, map, "y_axis",
                           "'y_axis' belongs to 'from' and 'to'; a beam "
                           "with 'length' lies along the body's x axis");
        }
    }
    if (points) {
        tac_check_list(p, points, "interfaces");
        for (const tac_entry *e = points->first; e; e = e->next) {
            read_point(p, e->value, &t);
        }
    }
    return t;
}

// ---- bodies of it --------------------------------------------------------------------------------

tac_beam tac_beam_of_body(const tac_place *p, const tac_beam_text *t, int k, const char **name)
{
    tac_beam b = t->beam;
    double n = (double)t->n_body, first = t->beam.length * (double)k / n,
           last = t->beam.length * (double)(k + 1) / n, margin = NEAR * t->beam.length;
    b.length = t->beam.length / n;
    name[b.n_point++] = "a"; // at 0
    for (int i = 0; i < t->n_point; i++) {
        if (fabs(t->at[i] - first) <= margin) {
            tac_refuse(p->rd, t->point[i],
                       "interface '%.60s' lies where two bodies of the beam "
                       "meet, which is an interface already; move it or "
                       "name that one",
                       t->name[i]);
        }
        if (t->at[i] > first + margin && t->at[i] < last - margin) {
            name[b.n_point] = t->name[i];
            b.x[b.n_point++] = t->at[i] - first;
        }
    }
    name[b.n_point] = "b";
    b.x[b.n_point++] = b.length;
    return b;
}

tac_modal tac_make_beam(const tac_place *p, const tac_node *map, const tac_beam *b,
                        const char *const *name)
{
    tac_modal m;
    switch (tac_beam_reduce(b, p->rd->pool, &m)) {
    case TAC_BEAM_NO_MEMORY:
        tac_refuse_memory(p->rd);
    case TAC_BEAM_TOO_FEW_ELEMENTS:
        tac_refuse(p->rd, map,
                   "%d elements with %d interfaces have fewer modes than are asked "
                   "for; ask for fewer or raise 'elements'",
                   b->elements, b->n_point);
    case TAC_BEAM_NO_MODES:
        tac_refuse(p->rd, tac_find(map, "below"),
                   "the beam has no mode below %g Hz; raise it, or make the body rigid", b->below);
    case TAC_BEAM_ILL:
        tac_refuse(p->rd, map,
                   "the beam's stiffness and mass are too far apart for its modes; "
                   "check the units of section and material, and that no interface lies next to "
                   "another or to an end");
    case TAC_BEAM_OK:
        break;
    }
    for (int i = 0; i < m.n_point; i++) {
        m.point[i].name = name[i];
    }
    return m;
}

// Couplers: factor times coordinate, or a table of it, of several joints, held together by one
// constraint.
#include "couplers.h"

#include <math.h>
#include <string.h>

#include "element_types.h"
#include "frames.h"
#include "keys.h"
#include "model_reader.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "sources.h"
#include "tables.h"

static const char *const coordinates[TAC_N_COORDINATE] = {
    [TAC_DISTANCE] = "distance", [TAC_ANGLE] = "angle", [TAC_SLIDE] = "displacement"};

// Refuses a joint inside of an object: its coordinates are not known here.
static void check_compiled(const tac_place *p, const tac_node *joint, const char *coupler)
{
    const tac_model_reader *model = tac_model_of(p);
    const char *name = tac_text(p, joint, "joint"), *slash = strchr(name, '/');
    if (!slash || tac_names_find(&model->joint_names, tac_full_name(p, name)) >= 0) {
        return;
    }
    const char *sub_model = tac_copy_text(p->rd, name, (size_t)(slash - name));
    if (tac_names_find(&model->forces.force_names, tac_full_name(p, sub_model)) >= 0) {
        tac_refuse(p->rd, joint,
                   "coupler '%.60s': joint '%.60s' lies in the compiled sub-model '%.60s'; put the "
                   "coupler into its file or include the file",
                   coupler, name, sub_model);
    }
}

// The only one of a joint; TAC_N_COORDINATE: it has none, or several.
static tac_coordinate own_coordinate(const tac_joint_desc *j)
{
    const tac_joint_type *type = tac_joint_type_of(j->kind);
    bool one = type->n_coordinate == 1;
    return one && tac_joint_type_frees(type, TAC_ANGLE)   ? TAC_ANGLE
           : one && tac_joint_type_frees(type, TAC_SLIDE) ? TAC_SLIDE
                                                          : TAC_N_COORDINATE;
}

// The one named, else the joint's own where it has one.
static tac_coordinate read_coordinate(const tac_place *p, const tac_node *item,
                                      const tac_joint_desc *j)
{
    const tac_node *node = tac_find(item, "coordinate");
    if (!node) {
        if (own_coordinate(j) != TAC_N_COORDINATE) {
            return own_coordinate(j);
        }
        tac_refuse(p->rd, item,
                   "a term of this joint needs 'coordinate': angle, displacement or distance");
    }
    tac_coordinate c =
        (tac_coordinate)tac_choice(p, node, "coordinate", coordinates, TAC_N_COORDINATE);
    if (!tac_joint_type_frees(tac_joint_type_of(j->kind), c)) {
        tac_refuse(p->rd, node, "the joint has no free %s; choose another coordinate or joint",
                   coordinates[c]);
    }
    return c;
}

// A coordinate of a joint.
static tac_term_desc read_joint_term(const tac_place *p, const tac_node *item, const char *coupler)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *joint = tac_need(p, item, "joint", "a term of a coupler");
    check_compiled(p, joint, coupler);
    int i = tac_reference(p, joint, "joint", &model->joint_names);
    const tac_joint_desc *j = (const tac_joint_desc *)model->joint.data + i;
    return (tac_term_desc){.a = j->a, .b = j->b, .coordinate = read_coordinate(p, item, j)};
}

// The distance of two points of bodies.
static tac_term_desc read_distance_term(const tac_place *p, const tac_node *item)
{
    static const char *const of_joints[] = {"joint", "coordinate"};
    for (int i = 0; i < 2; i++) {
        if (tac_find(item, of_joints[i])) {
            tac_refuse_key(p->rd, item, of_joints[i],
                           "a term is a coordinate of a 'joint', or the distance of two points of "
                           "'bodies'; remove '%s'",
                           of_joints[i]);
        }
    }
    tac_meeting m = tac_read_meeting(p, item, "a distance in a coupler", TAC_AT2_NEEDED, false);
    if (!(norm3(sub3(m.rb, m.ra)) > 0.0)) {
        tac_refuse(p->rd, item, "the points of a distance in a coupler must differ");
    }
    return (tac_term_desc){.a = m.a, .b = m.b, .coordinate = TAC_DISTANCE};
}

static void read_term(const tac_place *p, const tac_node *item, const char *coupler)
{
    tac_model_reader *model = tac_model_of(p);
    tac_check_map(p, item, TAC_MAP_TERM);
    tac_term_desc t =
        tac_find(item, "bodies") ? read_distance_term(p, item) : read_joint_term(p, item, coupler);
    t.table = TAC_NONE;
    t.factor = tac_number_or(p, item, "factor", TAC_Q_ANY, 1.0);
    if (t.factor == 0.0) {
        tac_refuse_key(p->rd, item, "factor", "a term with factor 0 does nothing; remove it");
    }
    const tac_node *table = tac_find(item, "table");
    if (table) {
        t.table = tac_table_reference(p, table);
        if (!((const tac_table_desc *)model->signals.table.data)[t.table].cubic) {
            tac_refuse(p->rd, table,
                       "a table in a coupler needs a rate without jumps; give it 'interpolation: "
                       "cubic'");
        }
    }
    *(tac_term_desc *)tac_list_add(p->rd, &model->term, sizeof t) = t;
}

static bool same_frame(const tac_frame *a, const tac_frame *b)
{
    quat p = a->q, q = b->q;
    vec3 off = sub3(a->s, b->s);
    bool here = a->body == b->body && a->interface == b->interface && dot3(off, off) == 0.0;
    return here && p.e0 == q.e0 && p.e1 == q.e1 && p.e2 == q.e2 && p.e3 == q.e3;
}

static bool same_frames(const tac_term_desc *a, const tac_term_desc *b)
{
    return same_frame(&a->a, &b->a) && same_frame(&a->b, &b->b);
}

// One that gives, by any key of its law.
static void read_law(const tac_place *p, const tac_node *item, tac_coupler_desc *c)
{
    tac_read_keys(p, item, &tac_coupler_type.type, (tac_keyed_place){.joint = NULL}, c);
    for (int i = 0; i < tac_coupler_type.type.n_key; i++) {
        c->gives = c->gives || tac_find(item, tac_coupler_type.type.key[i].name);
    }
    if (c->pulls && c->backlash > 0.0) {
        tac_refuse(p->rd, item, "a coupler that pulls has no gap; leave one of both out");
    }
    if (tac_coupler_has_sides(c) && !(c->k > 0.0)) {
        tac_refuse(p->rd, item, "%s needs a 'stiffness' above 0 where it ends",
                   c->pulls ? "the slack of a coupler that pulls" : "the gap of a coupler");
    }
}

// Keys of couplers, with those of their law and of their type.
static void check_keys(const tac_place *p, const tac_node *item, const tac_coupling_type *type)
{
    enum { MOST = 24 };
    const char *name[MOST + 1] = {"name", "repeat", "type", "offset"};
    const tac_key *key;
    int n = 4;
    for (int i = 0; i < tac_coupler_type.type.n_key && n < MOST; i++) {
        name[n++] = tac_coupler_type.type.key[i].name;
    }
    for (int i = 0; type && (key = tac_key_of(&type->type, i)) && n < MOST; i++) {
        name[n++] = key->name;
    }
    if (!type) {
        name[n] = "terms";
    }
    tac_check_keys(p, item, type ? type->type.called : tac_coupler_type.type.called, name);
}

// What holds a coordinate where it is without a word, and a coordinate that is there twice.
static void check_terms(const tac_place *p, const tac_node *terms, const tac_coupler_desc *c)
{
    const tac_term_desc *t = (const tac_term_desc *)tac_model_of(p)->term.data + c->first_term;
    bool one = true;
    const tac_entry *e = terms->first;
    for (int k = 0; k < c->n_term; k++, e = e->next) {
        for (int i = 0; i < k; i++) {
            bool same = t[i].coordinate == t[k].coordinate && same_frames(&t[i], &t[k]);
            one = one && same;
            if (same && t[i].table == TAC_NONE && t[k].table == TAC_NONE) {
                tac_refuse(p->rd, e->value,
                           "a term of the same coordinate is there already; add up their factors");
            }
        }
    }
    if (one && !c->gives && c->offset == TAC_NONE) {
        tac_refuse(p->rd, terms,
                   "terms of one coordinate alone hold it where it is; add a term of another "
                   "joint, 'offset', 'stiffness' or 'damping'");
    }
}

// ---- couplers of a type --------------------------------------------------------------------------

// NULL: it has terms.
static const tac_coupling_type *read_type(const tac_place *p, const tac_node *item)
{
    const tac_node *node = tac_find(item, "type");
    const char *word[TAC_MOST_TYPES] = {NULL};
    for (int i = 0; i < tac_coupling_type_count(); i++) {
        word[i] = tac_coupling_type_of(i)->type.word;
    }
    if (node && tac_find(item, "terms")) {
        tac_refuse_key(p->rd, item, "terms",
                       "the terms of a coupler with a 'type' follow from it; remove one of both");
    }
    return node ? tac_coupling_type_of(tac_choice(p, node, "type", word, tac_coupling_type_count()))
                : NULL;
}

// What the type couples of a joint.
static tac_coordinate typed_coordinate(const tac_place *p, const tac_node *joint,
                                       const tac_coupling_type *type, int k,
                                       const tac_joint_desc *j)
{
    static const char *const called[TAC_N_COORDINATE + 1] = {[TAC_ANGLE] = "free angle",
                                                             [TAC_SLIDE] = "free displacement",
                                                             [TAC_DISTANCE] = "free distance",
                                                             [TAC_N_COORDINATE] =
                                                                 "coordinate that is its only one"};
    tac_coordinate c = type->coordinate[k];
    bool own = c == TAC_N_COORDINATE;
    if (own ? own_coordinate(j) == TAC_N_COORDINATE
            : !tac_joint_type_frees(tac_joint_type_of(j->kind), c)) {
        tac_refuse(p->rd, joint, "joint '%.60s' has no %s, which %s needs; choose another",
                   tac_text(p, joint, "joints"), called[c], type->type.called);
    }
    return own ? own_coordinate(j) : c;
}

static void add_typed_terms(const tac_place *p, const tac_node *item, const tac_node *joints,
                            const tac_coupling_type *type, const char *coupler)
{
    tac_model_reader *model = tac_model_of(p);
    tac_coupling numbers = {.number = {0.0}};
    double factor[TAC_MOST_TERMS];
    tac_read_keys(p, item, &type->type, (tac_keyed_place){.joint = NULL}, &numbers);
    type->factors(&numbers, factor);
    int k = 0;
    for (const tac_entry *e = joints->first; e; e = e->next, k++) {
        check_compiled(p, e->value, coupler);
        int i = tac_reference(p, e->value, "joint", &model->joint_names);
        tac_joint_desc j = ((const tac_joint_desc *)model->joint.data)[i];
        tac_term_desc t = {.a = j.a, .b = j.b, .table = TAC_NONE, .factor = factor[k]};
        t.coordinate = typed_coordinate(p, e->value, type, k, &j);
        if (factor[k] == 0.0 || !isfinite(factor[k])) {
            tac_refuse(p->rd, item, "%s whose joint %d gets a factor of %g; give other numbers",
                       type->type.called, k + 1, factor[k] + 0.0);
        }
        *(tac_term_desc *)tac_list_add(p->rd, &model->term, sizeof t) = t;
    }
}

static void read_coupler(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_coupling_type *type = read_type(p, item);
    check_keys(p, item, type);
    const char *own = tac_new_name(p, item, "a coupler"), *name = tac_full_name(p, own);
    tac_names_add(p->rd, &model->coupler_names, tac_find(item, "name"), "coupler", name,
                  model->coupler.n);
    const tac_node *terms = type ? tac_need(p, item, "joints", type->type.called)
                                 : tac_need(p, item, "terms", "a coupler");
    const tac_node *offset = tac_find(item, "offset");
    tac_check_list(p, terms, type ? "joints" : "terms");
    if (type && terms->n != type->n_joint) {
        tac_refuse(p->rd, terms, "%s has %d joints, not %d", type->type.called, type->n_joint,
                   terms->n);
    }
    if (terms->n < 1 || terms->n > TAC_MOST_TERMS) {
        tac_refuse(p->rd, terms, "a coupler has 1 to %d terms, not %d; split it", TAC_MOST_TERMS,
                   terms->n);
    }
    tac_coupler_desc c = {.first_term = model->term.n, .n_term = terms->n, .offset = TAC_NONE};
    read_law(p, item, &c);
    c.offset = offset ? tac_source(p, offset, "offset", TAC_Q_ANY) : TAC_NONE;
    if (type) {
        add_typed_terms(p, item, terms, type, own);
    }
    int k = 1;
    for (const tac_entry *e = terms->first; e; e = e->next, k++) {
        const char end[] = {'/', (char)('0' + k), '\0'};
        if (!type) {
            read_term(p, e->value, own);
        }
        tac_list_add_text(p->rd, &model->term_name, tac_join_text(p->rd, name, end));
    }
    check_terms(p, terms, &c);
    *(tac_coupler_desc *)tac_list_add(p->rd, &model->coupler, sizeof c) = c;
    tac_list_add_text(p->rd, &model->coupler_name, name);
}

void tac_read_couplers_of(const tac_place *p)
{
    tac_each_item(p, "couplers", read_coupler);
}

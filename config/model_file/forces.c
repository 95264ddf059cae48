// Forces: springs, bushings, friction, contacts and loads. Every type has its own list of keys;
// most take their frames from a joint or from points as joints do.
#include "forces.h"

#include <string.h>

#include "flexible.h"
#include "frames.h"
#include "interfaces.h"
#include "model_reader.h"
#include "orientation.h"
#include "parts.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "sources.h"
#include "tables.h"

typedef enum force_type {
    SPRING,
    ROTATIONAL_SPRING,
    SLIDING_SPRING,
    BUSHING,
    FRICTION,
    CONTACT,
    LOAD,
    PART,
    N_FORCE_TYPE
} force_type;

static const char *const types[N_FORCE_TYPE] = {
    "spring",   "rotational_spring", "sliding_spring", "bushing",
    "friction", "contact",           "load",           "part"};

static const char *const called[N_FORCE_TYPE] = {
    "a spring",   "a rotational_spring", "a sliding_spring", "a bushing",
    "a friction", "a contact",           "a load",           "a part"};

#define PLACE_KEYS \
    "name", "type", "repeat", "bodies", "at", "at2", "axis", "frames", "implicit", "interfaces"

static const char *const keys[N_FORCE_TYPE][24] = {
    [SPRING] = {PLACE_KEYS, "joint", "stiffness", "damping", "free_length", "actuator",
                "spring_table", "damper_table", NULL},
    [ROTATIONAL_SPRING] = {PLACE_KEYS, "joint", "stiffness", "damping", "free_angle", "actuator",
                           "spring_table", "damper_table", NULL},
    [SLIDING_SPRING] = {PLACE_KEYS, "joint", "stiffness", "damping", "free_length", "actuator",
                        "spring_table", "damper_table", NULL},
    [BUSHING] = {PLACE_KEYS, "joint", "stiffness", "damping", NULL},
    [FRICTION] = {"name", "type", "repeat", "joint", "coordinate", "coulomb", "viscous",
                  "regularisation", "implicit", NULL},
    [CONTACT] = {PLACE_KEYS, "radius", "stiffness", "damping", "offset", NULL},
    [PART] = {"name", "type", "repeat", "bodies", "at", "at2", "axis", "frames", "interfaces",
              "joint", "file", "parameters", "inputs", "together", NULL},
    [LOAD] = {"name", "type", "repeat", "body", "at", "axes", "force", "torque", "interface", NULL},
};

// ---- where a force acts --------------------------------------------------------------------------

// The joint of `joint`, refused unless its frames have the coordinate: `kinds` is a set of bits.
static const tac_joint_desc *read_joint(const tac_place *p, const tac_node *item, unsigned kinds,
                                        const char *coordinate)
{
    const tac_node *node = tac_find(item, "joint");
    int i = tac_reference(p, node, "joint", &tac_model_of(p)->joint_names);
    const tac_joint_desc *j = (const tac_joint_desc *)tac_model_of(p)->joint.data + i;
    if ((kinds >> j->kind & 1u) == 0) {
        tac_refuse(p->rd, node, "joint '%.80s' has no free %s; choose another joint",
                   tac_text(p, node, "joint"), coordinate);
    }
    return j;
}

#define WITH_ANGLE                                                                         \
    (1u << TAC_REVOLUTE | 1u << TAC_CYLINDRICAL | 1u << TAC_SPHERICAL | 1u << TAC_PLANAR | \
     1u << TAC_POINT_ON_LINE | 1u << TAC_SCREW)
#define WITH_DISPLACEMENT \
    (1u << TAC_PRISMATIC | 1u << TAC_CYLINDRICAL | 1u << TAC_POINT_ON_LINE | 1u << TAC_SCREW)
#define WITH_DISTANCE (WITH_DISPLACEMENT | 1u << TAC_PLANAR)
#define WITH_ANY ((1u << TAC_N_JOINT_KIND) - 1u)

static tac_meeting read_place(const tac_place *p, const tac_node *item, force_type type,
                              unsigned kinds, const char *coordinate)
{
    if (!tac_find(item, "joint")) {
        tac_second_point second =
            type == SPRING || type == CONTACT ? TAC_AT2_NEEDED : TAC_AT2_ALLOWED;
        return tac_read_meeting(p, item, called[type], second, 0);
    }
    static const char *const excluded[] = {"bodies", "at", "at2", "axis", "frames", "interfaces"};
    for (int i = 0; i < 6; i++) {
        if (tac_find(item, excluded[i])) {
            tac_refuse_key(p->rd, item, excluded[i], "'joint' gives the place already; remove '%s'",
                           excluded[i]);
        }
    }
    const tac_joint_desc *j = read_joint(p, item, kinds, coordinate);
    tac_meeting m = {.a = j->a, .b = j->b};
    m.ra = tac_frame_origin(tac_model_of(p), &m.a);
    m.rb = tac_frame_origin(tac_model_of(p), &m.b);
    return m;
}

static void add_force(const tac_place *p, tac_element_class what, bool is_load, int index)
{
    tac_force_ref *f = tac_list_add(p->rd, &tac_model_of(p)->force_ref, sizeof *f);
    *f = (tac_force_ref){what, is_load, index};
}

static double read_from_zero(const tac_place *p, const tac_node *item, const char *key,
                             tac_quantity q)
{
    return tac_check_from_zero(p, item, key, tac_number_or(p, item, key, q, 0.0));
}

// ---- springs -------------------------------------------------------------------------------------

typedef struct spring_quantities {
    tac_coordinate coordinate;
    tac_quantity x, force, stiffness, damping;
    const char *x0; // key of the free length or angle
    unsigned kinds; // of joints it may act on
    const char *coordinate_text;
} spring_quantities;

static const spring_quantities springs[] = {
    [SPRING] = {TAC_DISTANCE, TAC_Q_LENGTH, TAC_Q_FORCE, TAC_Q_STIFFNESS, TAC_Q_DAMPING,
                "free_length", WITH_DISTANCE, "distance"},
    [ROTATIONAL_SPRING] = {TAC_ANGLE, TAC_Q_ANGLE, TAC_Q_TORQUE, TAC_Q_ROT_STIFFNESS,
                           TAC_Q_ROT_DAMPING, "free_angle", WITH_ANGLE, "angle"},
    [SLIDING_SPRING] = {TAC_SLIDE, TAC_Q_LENGTH, TAC_Q_FORCE, TAC_Q_STIFFNESS, TAC_Q_DAMPING,
                        "free_length", WITH_DISPLACEMENT, "displacement"},
};

static int read_table(const tac_place *p, const tac_node *item, const char *key)
{
    const tac_node *node = tac_find(item, key);
    return node ? tac_table_reference(p, node) : TAC_NONE;
}

// A spring between points is at rest where it starts unless told otherwise.
static int free_length(const tac_place *p, const tac_node *item, const tac_meeting *m,
                       const spring_quantities *q)
{
    if (q->coordinate != TAC_DISTANCE) {
        return tac_source_or_none(p, item, q->x0, q->x);
    }
    double distance = norm3(sub3(m->rb, m->ra));
    if (!(distance > 0.0)) {
        const tac_node *at = tac_find(item, "at2");
        tac_refuse(p->rd, at ? at : item,
                   "the ends of the spring coincide, its direction is undefined; move one of them");
    }
    return !tac_find(item, q->x0) ? tac_constant_source(tac_model_of(p), distance)
                                  : tac_source_or_none(p, item, q->x0, q->x);
}

static void read_spring(const tac_place *p, const tac_node *item, force_type type)
{
    const spring_quantities *q = &springs[type];
    tac_meeting m = read_place(p, item, type, q->kinds, q->coordinate_text);
    tac_spring_desc s = {.coordinate = q->coordinate, .a = m.a, .b = m.b};
    s.k = read_from_zero(p, item, "stiffness", q->stiffness);
    s.c = read_from_zero(p, item, "damping", q->damping);
    s.x0 = free_length(p, item, &m, q);
    s.actuator = tac_source_or_none(p, item, "actuator", q->force);
    s.spring_table = read_table(p, item, "spring_table");
    s.damper_table = read_table(p, item, "damper_table");
    s.implicit = tac_truth_or(p, item, "implicit", 1);
    if (s.k == 0.0 && s.c == 0.0 && !tac_find(item, "actuator") && s.spring_table == TAC_NONE &&
        s.damper_table == TAC_NONE) {
        tac_refuse(p->rd, item,
                   "%s without effect; give 'stiffness', 'damping', 'actuator' or a "
                   "table",
                   called[type]);
    }
    *(tac_spring_desc *)tac_list_add(p->rd, &tac_model_of(p)->spring, sizeof s) = s;
    add_force(p, TAC_SPRINGS, false, tac_model_of(p)->spring.n - 1);
}

// ---- bushing, friction, contact, load ------------------------------------------------------------

static void read_six(const tac_place *p, const tac_node *item, const char *key, tac_quantity along,
                     tac_quantity about, double x[6])
{
    const tac_node *node = tac_find(item, key);
    if (!node) {
        return;
    }
    tac_numbers(p, node, key, 6, (tac_quantity[]){along, along, along, about, about, about}, x);
    for (int i = 0; i < 6; i++) {
        if (x[i] < 0.0) {
            tac_refuse(p->rd, node, "'%s' must not be negative, not %g", key, x[i]);
        }
    }
}

static void read_bushing(const tac_place *p, const tac_node *item)
{
    tac_meeting m = read_place(p, item, BUSHING, WITH_ANY, "coordinate");
    tac_bushing_desc b = {.a = m.a, .b = m.b};
    if (!tac_find(item, "stiffness") && !tac_find(item, "damping")) {
        tac_refuse(p->rd, item, "a bushing needs 'stiffness' or 'damping'; add six values");
    }
    read_six(p, item, "stiffness", TAC_Q_STIFFNESS, TAC_Q_ROT_STIFFNESS, b.k);
    read_six(p, item, "damping", TAC_Q_DAMPING, TAC_Q_ROT_DAMPING, b.c);
    b.implicit = tac_truth_or(p, item, "implicit", 1);
    *(tac_bushing_desc *)tac_list_add(p->rd, &tac_model_of(p)->bushing, sizeof b) = b;
    add_force(p, TAC_BUSHINGS, false, tac_model_of(p)->bushing.n - 1);
}

// A bushing whose wrench a shared object says.
static void read_part(const tac_place *p, const tac_node *item)
{
    tac_meeting m = read_place(p, item, PART, WITH_ANY, "coordinate");
    tac_bushing_desc b = {.a = m.a, .b = m.b, .implicit = 1, .part = tac_read_part(p, item)};
    if (tac_part_has_bodies(tac_model_of(p), b.part - 1)) { // hangs on the second alone
        if (m.a.body != TAC_GROUND || m.b.body == TAC_GROUND) {
            tac_refuse(p->rd, item,
                       "this part has bodies of its own and hangs on one body; write 'bodies: "
                       "[ground, BODY]'");
        }
        b.a = tac_frame_on(tac_model_of(p), TAC_GROUND, m.ra, (quat){1.0, 0.0, 0.0, 0.0});
    }
    *(tac_bushing_desc *)tac_list_add(p->rd, &tac_model_of(p)->bushing, sizeof b) = b;
    add_force(p, TAC_BUSHINGS, false, tac_model_of(p)->bushing.n - 1);
}

// The joint's own coordinate where it has one, else the one named.
static tac_coordinate friction_coordinate(const tac_place *p, const tac_node *item,
                                          const tac_joint_desc *j)
{
    static const char *const words[] = {"angle", "displacement"};
    const tac_node *node = tac_find(item, "coordinate");
    bool has_angle = (WITH_ANGLE >> j->kind & 1u) != 0;
    bool has_displacement = (WITH_DISPLACEMENT >> j->kind & 1u) != 0;
    if (!node) {
        if (j->kind == TAC_REVOLUTE || j->kind == TAC_SCREW) {
            return TAC_ANGLE;
        }
        if (j->kind == TAC_PRISMATIC) {
            return TAC_SLIDE;
        }
        tac_refuse(p->rd, item, "friction in this joint needs 'coordinate': angle or displacement");
    }
    int is_slide = tac_choice(p, node, "coordinate", words, 2);
    if (is_slide ? !has_displacement : !has_angle) {
        tac_refuse(p->rd, node, "the joint has no free %s; choose the other coordinate or joint",
                   words[is_slide]);
    }
    return is_slide ? TAC_SLIDE : TAC_ANGLE;
}

static void read_friction(const tac_place *p, const tac_node *item)
{
    (void)tac_need(p, item, "joint", "a friction");
    const tac_joint_desc *j =
        read_joint(p, item, WITH_ANGLE | WITH_DISPLACEMENT, "angle or displacement");
    tac_friction_desc f = {.a = j->a, .b = j->b};
    f.coordinate = friction_coordinate(p, item, j);
    bool turns = f.coordinate == TAC_ANGLE;
    f.coulomb = read_from_zero(p, item, "coulomb", turns ? TAC_Q_TORQUE : TAC_Q_FORCE);
    f.viscous = read_from_zero(p, item, "viscous", turns ? TAC_Q_ROT_DAMPING : TAC_Q_DAMPING);
    f.v0 = tac_number_or(p, item, "regularisation", turns ? TAC_Q_ANGULAR_VELOCITY : TAC_Q_VELOCITY,
                         1e-3);
    tac_check_above_zero(p, item, "regularisation", f.v0);
    f.implicit = tac_truth_or(p, item, "implicit", 1);
    if (f.coulomb == 0.0 && f.viscous == 0.0) {
        tac_refuse(p->rd, item, "a friction without effect; give 'coulomb' or 'viscous'");
    }
    *(tac_friction_desc *)tac_list_add(p->rd, &tac_model_of(p)->friction, sizeof f) = f;
    add_force(p, TAC_FRICTIONS, false, tac_model_of(p)->friction.n - 1);
}

static void read_contact(const tac_place *p, const tac_node *item)
{
    tac_meeting m = read_place(p, item, CONTACT, 0, "");
    tac_contact_desc c = {.a = m.a, .b = m.b};
    c.radius = tac_need_number(p, item, "radius", "a contact", TAC_Q_LENGTH);
    tac_check_from_zero(p, item, "radius", c.radius);
    c.k = tac_need_number(p, item, "stiffness", "a contact", TAC_Q_STIFFNESS);
    tac_check_above_zero(p, item, "stiffness", c.k);
    c.damping = read_from_zero(p, item, "damping", TAC_Q_CONTACT_DAMPING);
    c.offset = tac_source_or_none(p, item, "offset", TAC_Q_LENGTH);
    c.implicit = tac_truth_or(p, item, "implicit", 1);
    *(tac_contact_desc *)tac_list_add(p->rd, &tac_model_of(p)->contact, sizeof c) = c;
    add_force(p, TAC_CONTACTS, false, tac_model_of(p)->contact.n - 1);
}

// Three sources: a list of three, or a vector of constants.
static void read_components(const tac_place *p, const tac_node *item, const char *key,
                            tac_quantity q, int source[3])
{
    source[0] = source[1] = source[2] = TAC_NONE;
    const tac_node *node = tac_find(item, key);
    if (!node) {
        return;
    }
    if (node->kind != TAC_LIST || node->n != 3) {
        vec3 v = tac_vector(p, node, key, q);
        const double x[3] = {v.x, v.y, v.z};
        for (int i = 0; i < 3; i++) {
            source[i] = x[i] == 0.0 ? TAC_NONE : tac_constant_source(tac_model_of(p), x[i]);
        }
        return;
    }
    int i = 0;
    for (const tac_entry *e = node->first; e; e = e->next, i++) {
        bool is_zero = tac_is_number(e->value) && tac_number(p, e->value, key, q) == 0.0;
        source[i] = is_zero ? TAC_NONE : tac_source(p, e->value, key, q);
    }
}

// Where a load acts; its axes are those of the body.
static void read_load_point(const tac_place *p, const tac_node *item, const tac_node *body,
                            tac_frame *frame)
{
    const tac_node *at = tac_find(item, "at"), *named = tac_interface_node(item, 0);
    const char *interface = tac_interface_name(p, item, 0);
    const tac_model_reader *model = tac_model_of(p);
    int index = frame->body;
    if (!at && !interface && tac_flexible_of(model, index)) {
        tac_refuse(p->rd, item, "a load on a flexible body needs 'interface' or 'at'; add one");
    }
    if (at || interface) {
        vec3 r = at ? tac_world_point(p, tac_vector(p, at, "at", TAC_Q_LENGTH))
                    : tac_interface_place(p, named, body, index, interface);
        *frame = tac_attach(p, interface ? named : at, body, index, r, frame->q, interface);
        frame->q = (quat){1.0, 0.0, 0.0, 0.0};
    }
}

static void read_load(const tac_place *p, const tac_node *item)
{
    static const char *const axes[] = {"world", "body"};
    const tac_node *body = tac_need(p, item, "body", "a load");
    const tac_node *at = tac_find(item, "at"), *words = tac_find(item, "axes");
    tac_load_desc l = {.at = {.q = {1.0, 0.0, 0.0, 0.0}}};
    l.at.body = tac_body_reference(p, body);
    if (l.at.body == TAC_GROUND) {
        tac_refuse(p->rd, body, "a load on ground has no effect; name a body");
    }
    if (!at && tac_is_ground(body)) {
        tac_refuse(p->rd, item, "a load on ground needs 'at'; add the point");
    }
    read_load_point(p, item, body, &l.at);
    if (!tac_find(item, "force") && !tac_find(item, "torque")) {
        tac_refuse(p->rd, item, "a load needs 'force' or 'torque'; add one");
    }
    l.in_body = !words ? 0 : tac_choice(p, words, "axes", axes, 2);
    read_components(p, item, "force", TAC_Q_FORCE, l.force);
    read_components(p, item, "torque", TAC_Q_TORQUE, l.torque);
    *(tac_load_desc *)tac_list_add(p->rd, &tac_model_of(p)->load, sizeof l) = l;
    add_force(p, TAC_JOINTS, true, tac_model_of(p)->load.n - 1);
}

// A compiled sub-model in place of a file: a part on the body that would be its ground.
static void read_included(const tac_place *p, const tac_node *item)
{
    static const char *const known[] = {"file",   "name",   "position", "orientation", "ground",
                                        "inputs", "repeat", "together", NULL};
    const tac_node *file = tac_need(p, item, "file", "an inclusion");
    if (!tac_is_object(tac_text(p, file, "file"))) {
        return;
    }
    tac_model_reader *model = tac_model_of(p);
    tac_check_keys(p, item, "the inclusion of an object", known);
    const char *name = tac_full_name(p, tac_new_name(p, item, "an inclusion"));
    tac_names_add(p->rd, &model->force_names, tac_find(item, "name"), "force", name,
                  model->force_ref.n);
    tac_list_add_text(p->rd, &model->bushing_name, name);
    const tac_node *ground = tac_need(p, item, "ground", "the inclusion of an object");
    int body = tac_body_reference(p, ground);
    if (body == TAC_GROUND) {
        tac_refuse(p->rd, ground, "an object hangs on a body; name one as 'ground'");
    }
    vec3 r =
        tac_world_point(p, tac_vector_or(p, item, "position", TAC_Q_LENGTH, (vec3){0.0, 0.0, 0.0}));
    quat q = tac_orientation(p, tac_find(item, "orientation"), "orientation");
    tac_bushing_desc b = {.a = tac_frame_on(model, TAC_GROUND, r, (quat){1.0, 0.0, 0.0, 0.0}),
                          .b = tac_frame_on(model, body, r, mulq(tac_instance_of(p)->q, q)),
                          .implicit = 1,
                          .part = tac_read_part(p, item)};
    if (!tac_part_has_bodies(model, b.part - 1)) {
        tac_refuse(p->rd, file,
                   "the object is a force, no sub-model; take it as a force of type 'part'");
    }
    *(tac_bushing_desc *)tac_list_add(p->rd, &model->bushing, sizeof b) = b;
    add_force(p, TAC_BUSHINGS, false, model->bushing.n - 1);
}

// ---- all forces ----------------------------------------------------------------------------------

static void read_force(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *node = tac_need(p, item, "type", "a force");
    force_type type = (force_type)tac_choice(p, node, "force type", types, N_FORCE_TYPE);
    tac_check_keys(p, item, called[type], keys[type]);
    const char *name = tac_full_name(p, tac_new_name(p, item, called[type]));
    tac_names_add(p->rd, &model->force_names, tac_find(item, "name"), "force", name,
                  model->force_ref.n);
    tac_list *names[N_FORCE_TYPE] = {
        &model->spring_name,   &model->spring_name,  &model->spring_name, &model->bushing_name,
        &model->friction_name, &model->contact_name, &model->load_name,   &model->bushing_name};
    tac_list_add_text(p->rd, names[type], name);
    switch (type) {
    case BUSHING:
        read_bushing(p, item);
        break;
    case FRICTION:
        read_friction(p, item);
        break;
    case CONTACT:
        read_contact(p, item);
        break;
    case LOAD:
        read_load(p, item);
        break;
    case PART:
        read_part(p, item);
        break;
    case SPRING:
    case ROTATIONAL_SPRING:
    case SLIDING_SPRING:
        read_spring(p, item, type);
        break;
    case N_FORCE_TYPE:
        break;
    }
}

void tac_read_forces(const tac_place *p)
{
    tac_each_item(p, "forces", read_force);
    tac_each_item(p, "include", read_included);
}

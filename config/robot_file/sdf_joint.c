#include "sdf_joint.h"

#include <math.h>
#include <string.h>

#include "elementary.h"

#define NO_LIMIT 1e16 // as much or more says that there is none
#define SQUARE 1e-9   // cosine between axes that are normal to each other

static const vec3 zero = {0.0, 0.0, 0.0};

const char *tac_sdf_said(const tac_sdf *s, const tac_sdf_frame *f)
{
    const char *from = s->n_model == 1 ? strstr(f->name, "::") : NULL;
    char *said = (char *)tac_robot_print(s->r, "%s", from ? from + 2 : f->name); // ours
    size_t n = 0;
    for (const char *c = said; *c != '\0'; c++) {
        const bool is_border = c[0] == ':' && c[1] == ':';
        said[n++] = is_border ? '.' : *c;
        c += is_border;
    }
    said[n] = '\0';
    return said;
}

// ---- axes ----------------------------------------------------------------------------------------

// Where the axis is expressed.
static int axis_frame(tac_sdf *s, int joint, tac_xml_node *axis, tac_xml_node *xyz)
{
    const char *named = xyz ? tac_robot_attribute(xyz, "expressed_in") : NULL;
    const bool in_model = tac_sdf_truth(s->r, axis, "use_parent_model_frame") || s->version < 1.045;
    const int model = tac_sdf_frame_at(s, joint)->model;
    return named && named[0] != '\0' ? tac_sdf_find(s, model, named, axis)
           : in_model                ? model
                                     : joint;
}

static vec3 read_direction(tac_sdf *s, int joint, tac_xml_node *axis)
{
    tac_robot *r = s->r;
    tac_xml_node *xyz = axis ? tac_robot_child(axis, "xyz") : NULL;
    const vec3 v =
        axis ? tac_sdf_vector(r, axis, "xyz", (vec3){0.0, 0.0, 1.0}) : (vec3){0.0, 0.0, 1.0};
    if (!(norm3(v) > 0.0)) {
        tac_robot_refuse(r, axis, "the axis of joint '%.80s' is zero; give it a direction",
                         tac_sdf_frame_at(s, joint)->name);
    }
    const int frame = axis ? axis_frame(s, joint, axis, xyz) : joint;
    return tac_robot_vector_in(tac_sdf_in_world(s, frame), tac_robot_unit(v));
}

// A limit, which may be infinite.
static bool read_limit(tac_robot *r, tac_xml_node *limit, const char *name, double *x)
{
    const char *text = tac_sdf_text(limit, name);
    const char *plain = text && (text[0] == '-' || text[0] == '+') ? text + 1 : text;
    if (!text || strcmp(plain, "inf") == 0 || strcmp(plain, "INF") == 0 ||
        strcmp(plain, "Inf") == 0) {
        return false;
    }
    *x = tac_sdf_number(r, limit, name, 0.0);
    return fabs(*x) < NO_LIMIT;
}

static void read_laws(tac_robot *r, tac_xml_node *axis, tac_robot_joint *j)
{
    tac_xml_node *limit = tac_robot_child(axis, "limit"), *law = tac_robot_child(axis, "dynamics");
    if (limit) {
        j->has_lower = read_limit(r, limit, "lower", &j->lower);
        j->has_upper = read_limit(r, limit, "upper", &j->upper);
    }
    if (j->has_lower && j->has_upper && !(j->lower < j->upper)) {
        if (j->lower == j->upper) {
            tac_robot_tell(r, limit, "the limits of joint '%.80s' leave no way; not taken",
                           j->name);
        }
        j->has_lower = j->has_upper = false;
    }
    if (law) {
        j->damping = tac_sdf_number(r, law, "damping", 0.0);
        j->friction = tac_sdf_number(r, law, "friction", 0.0);
        j->stiffness = tac_sdf_number(r, law, "spring_stiffness", 0.0);
        j->rest = tac_sdf_number(r, law, "spring_reference", 0.0);
    }
    if (j->damping < 0.0 || j->friction < 0.0 || j->stiffness < 0.0) {
        tac_robot_refuse(r, law,
                         "damping, friction and stiffness of joint '%.80s' are not below zero; "
                         "correct them",
                         j->name);
    }
}

static bool has_laws(const tac_robot_joint *j)
{
    return j->has_lower || j->has_upper || j->damping != 0.0 || j->friction != 0.0 ||
           j->stiffness != 0.0;
}

// ---- types ---------------------------------------------------------------------------------------

static tac_robot_joint_type read_type(tac_robot *r, tac_xml_node *node, const char *name)
{
    static const struct {
        const char *word;
        tac_robot_joint_type type;
    } all[] = {{"fixed", TAC_ROBOT_FIXED},         {"revolute", TAC_ROBOT_REVOLUTE},
               {"continuous", TAC_ROBOT_REVOLUTE}, {"prismatic", TAC_ROBOT_PRISMATIC},
               {"ball", TAC_ROBOT_SPHERICAL},      {"screw", TAC_ROBOT_SCREW},
               {"universal", TAC_ROBOT_UNIVERSAL}, {"revolute2", TAC_ROBOT_UNIVERSAL},
               {"gearbox", TAC_ROBOT_FREE}};
    const char *word = tac_robot_need(r, node, "type");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(word, all[i].word) == 0) {
            return all[i].type;
        }
    }
    tac_robot_refuse(r, node,
                     "joint '%.80s' has the type '%.40s'; there are fixed, revolute, "
                     "continuous, prismatic, ball, universal, screw, revolute2 and gearbox",
                     name, word);
}

static int read_end(tac_sdf *s, int joint, const char *end)
{
    const tac_sdf_frame *f = tac_sdf_frame_at(s, joint);
    tac_xml_node *node = tac_robot_child(f->node, end);
    if (!node || node->text[0] == '\0') {
        tac_robot_refuse(s->r, f->node, "joint '%.80s' has no <%s>; add it", f->name, end);
    }
    return tac_sdf_link_of(s, tac_sdf_find(s, f->model, node->text, node), node);
}

// Whether a link hangs on another in the tree so far.
static bool hangs_on(const tac_robot *r, int link, int on)
{
    while (link >= 0 && link != on) {
        const int j = tac_robot_link_at(r, link)->joint;
        link = j < 0 ? TAC_ROBOT_GROUND : tac_robot_joint_at(r, j)->parent;
    }
    return link == on;
}

// Axial way per turn: by the newer key, or the older one, which counts rad/m the other way round.
static double read_lead(tac_robot *r, tac_xml_node *node, const char *name)
{
    const double pitch = tac_sdf_number(r, node, "screw_thread_pitch", 0.0),
                 older = tac_sdf_number(r, node, "thread_pitch", 1.0);
    const double lead = pitch != 0.0 ? pitch : older != 0.0 ? -2.0 * TAC_PI / older : 0.0;
    if (lead == 0.0) {
        tac_robot_refuse(r, node, "joint '%.80s' is a screw with a pitch of zero; correct it",
                         name);
    }
    return lead;
}

// Two axes with laws, or not normal to each other: two hinges with a link between them.
static void split(tac_sdf *s, int first, tac_robot_joint second)
{
    tac_robot *r = s->r;
    const tac_robot_joint old = *tac_robot_joint_at(r, first);
    tac_robot_link *l = tac_robot_new_link(r, tac_robot_print(r, "%s/1", old.name), old.node);
    const int between = r->link.n - 1;
    l->in_world = (tac_robot_pose){{1.0, 0.0, 0.0, 0.0}, old.at};
    l->joint = first;
    tac_robot_joint *j = tac_robot_new_joint(r, tac_robot_print(r, "%s/2", old.name), old.node);
    const char *name = j->name;
    *j = second;
    j->name = name;
    j->type = TAC_ROBOT_REVOLUTE;
    j->parent = between;
    tac_robot_link_at(r, old.child)->joint = r->joint.n - 1;
    tac_robot_joint_at(r, first)->type = TAC_ROBOT_REVOLUTE;
    tac_robot_joint_at(r, first)->child = between;
}

static void read_two_axes(tac_sdf *s, int frame, int k)
{
    tac_robot *r = s->r;
    tac_robot_joint *j = tac_robot_joint_at(r, k);
    tac_xml_node *axis = tac_robot_child(tac_sdf_frame_at(s, frame)->node, "axis2");
    tac_robot_joint second = *j;
    second.has_lower = second.has_upper = false;
    second.damping = second.friction = second.stiffness = second.rest = 0.0;
    second.axis = read_direction(s, frame, axis);
    if (axis) {
        read_laws(r, axis, &second);
    }
    const double along = dot3(j->axis, second.axis);
    if (fabs(along) > 1.0 - SQUARE) {
        tac_robot_refuse(r, j->node,
                         "both axes of joint '%.80s' have one direction; correct <axis2>", j->name);
    }
    const bool is_plain = fabs(along) < SQUARE && !has_laws(j) && !has_laws(&second);
    if (!is_plain && !j->closes) {
        split(s, k, second);
        return;
    }
    if (!is_plain) {
        tac_robot_tell(r, j->node,
                       "joint '%.80s' closes a loop: it is a universal joint without limits "
                       "and forces",
                       j->name);
        j->has_lower = j->has_upper = false;
        j->damping = j->friction = j->stiffness = 0.0;
    }
    j->axis2 = tac_robot_unit(axpy3(-along, j->axis, second.axis));
}

// ---- joints --------------------------------------------------------------------------------------

static void read_joint(tac_sdf *s, int frame)
{
    tac_robot *r = s->r;
    tac_sdf_frame *f = tac_sdf_frame_at(s, frame);
    tac_xml_node *node = f->node, *axis = tac_robot_child(node, "axis");
    const char *name = tac_sdf_said(s, f);
    const tac_robot_joint_type type = read_type(r, node, name);
    const int parent = read_end(s, frame, "parent"), child = read_end(s, frame, "child");
    if (parent == child) {
        tac_robot_refuse(r, node,
                         "joint '%.80s' has the same link as parent and child; correct one", name);
    }
    if (type == TAC_ROBOT_FREE) {
        tac_robot_tell(r, node, "joint '%.80s' of type gearbox is not taken", name);
        tac_robot_see_all(node);
        return;
    }
    tac_robot_joint *j = tac_robot_new_joint(r, name, node);
    const int k = r->joint.n - 1;
    f->link = k;
    j->type = type;
    j->at = tac_sdf_in_world(s, frame).p;
    j->axis = type == TAC_ROBOT_FIXED || type == TAC_ROBOT_SPHERICAL
                  ? zero
                  : read_direction(s, frame, axis);
    j->parent = child < 0 ? child : parent; // the world as a child holds the other one
    j->child = child < 0 ? parent : child;
    j->closes = tac_robot_link_at(r, j->child)->joint >= 0 || hangs_on(r, j->parent, j->child);
    if (!j->closes) {
        tac_robot_link_at(r, j->child)->joint = k;
    }
    if (child < 0) {
        j->axis = neg3(j->axis);
    }
    if (axis && (type == TAC_ROBOT_REVOLUTE || type == TAC_ROBOT_PRISMATIC ||
                 type == TAC_ROBOT_UNIVERSAL)) {
        read_laws(r, axis, j);
    }
    if (type == TAC_ROBOT_SCREW) {
        j->lead = read_lead(r, node, name);
    } else if (type == TAC_ROBOT_UNIVERSAL) {
        read_two_axes(s, frame, k);
    }
}

static bool turns_or_slides(const tac_robot_joint *j)
{
    return j->type == TAC_ROBOT_REVOLUTE || j->type == TAC_ROBOT_PRISMATIC;
}

// q = multiplier (q' - reference) + offset.
static void read_mimic(tac_sdf *s, int frame)
{
    tac_robot *r = s->r;
    const tac_sdf_frame *f = tac_sdf_frame_at(s, frame);
    tac_xml_node *axis = tac_robot_child(f->node, "axis");
    tac_xml_node *mimic = axis && f->link >= 0 ? tac_robot_child(axis, "mimic") : NULL;
    if (!mimic) {
        return;
    }
    const char *of = tac_robot_attribute(mimic, "axis");
    const int led = tac_sdf_find(s, f->model, tac_robot_need(r, mimic, "joint"), mimic);
    const tac_sdf_frame *leader = tac_sdf_frame_at(s, led);
    const double multiplier = tac_sdf_number(r, mimic, "multiplier", 0.0),
                 offset = tac_sdf_number(r, mimic, "offset", 0.0),
                 reference = tac_sdf_number(r, mimic, "reference", 0.0);
    if (leader->kind != TAC_SDF_JOINT || led == frame) {
        tac_robot_refuse(r, mimic,
                         "joint '%.80s' mimics '%.80s', which is no other joint; name one", f->name,
                         leader->name);
    }
    if (leader->link < 0 || !turns_or_slides(tac_robot_joint_at(r, leader->link)) ||
        !turns_or_slides(tac_robot_joint_at(r, f->link)) || (of && strcmp(of, "axis") != 0)) {
        tac_robot_tell(r, mimic,
                       "<mimic> of joint '%.80s' is not taken: both joints must turn or slide",
                       f->name);
        return;
    }
    tac_robot_coupler *c = tac_robot_add(r, &r->coupler, sizeof *c);
    *c = (tac_robot_coupler){.name = tac_robot_joint_at(r, f->link)->name,
                             .node = f->node,
                             .n_term = 2,
                             .offset = offset - multiplier * reference};
    c->term[0] = (tac_robot_term){f->link, 1.0, TAC_ROBOT_NO_TABLE};
    c->term[1] = (tac_robot_term){leader->link, -multiplier, TAC_ROBOT_NO_TABLE};
}

void tac_sdf_read_joints(tac_sdf *s)
{
    for (int i = 0; i < s->frame.n; i++) {
        if (tac_sdf_frame_at(s, i)->kind == TAC_SDF_JOINT) {
            read_joint(s, i);
        }
    }
    for (int i = 0; i < s->frame.n; i++) {
        if (tac_sdf_frame_at(s, i)->kind == TAC_SDF_JOINT) {
            read_mimic(s, i);
        }
    }
}

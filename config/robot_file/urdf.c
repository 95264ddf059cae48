// URDF: links and joints, joint frames in the parent, inertia in axes of its own.
#include <math.h>
#include <string.h>

#include "mesh_path.h"
#include "urdf.h"

static const vec3 zero = {0.0, 0.0, 0.0};

// ---- places --------------------------------------------------------------------------------------

static tac_robot_pose read_origin(tac_robot *r, tac_xml_node *in)
{
    tac_xml_node *node = tac_robot_only(r, in, "origin");
    if (!node) {
        return tac_robot_no_pose;
    }
    return (tac_robot_pose){tac_robot_rpy(tac_robot_vector(r, node, "rpy", zero)),
                            tac_robot_vector(r, node, "xyz", zero)};
}

// ---- masses --------------------------------------------------------------------------------------

static void read_inertial(tac_robot *r, tac_xml_node *in, tac_robot_link *l)
{
    static const char *const name[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    tac_xml_node *node = tac_robot_only(r, in, "inertial");
    if (!node) {
        return;
    }
    tac_xml_node *mass = tac_robot_only(r, node, "mass"),
                 *inertia = tac_robot_only(r, node, "inertia");
    double six[6] = {0.0};
    if (!mass) {
        tac_robot_refuse(r, node, "<inertial> of link '%.80s' has no <mass>; add it", l->name);
    }
    const double m = tac_robot_need_value(r, mass, "value");
    if (m < 0.0) {
        tac_robot_refuse(r, mass, "the mass of link '%.80s' is below zero: %g; correct it", l->name,
                         m);
    }
    for (int k = 0; k < 6 && inertia; k++) {
        six[k] = k < 3 ? tac_robot_need_value(r, inertia, name[k])
                       : tac_robot_value(r, inertia, name[k], 0.0);
    }
    const tac_robot_pose at = read_origin(r, node);
    if (m == 0.0) {
        if (six[0] != 0.0 || six[1] != 0.0 || six[2] != 0.0) {
            tac_robot_tell(r, node, "link '%.80s' has an inertia and no mass; neither is taken",
                           l->name);
        }
        return;
    }
    l->solid = tac_robot_solid_in(at, (tac_robot_solid){m, zero, tac_robot_inertia(six)});
}

// ---- looks ---------------------------------------------------------------------------------------

static bool read_color(tac_robot *r, tac_xml_node *root, tac_xml_node *visual, double color[3])
{
    tac_xml_node *material = tac_robot_only(r, visual, "material");
    tac_xml_node *found = material ? tac_robot_only(r, material, "color") : NULL;
    const char *name = material ? tac_robot_attribute(material, "name") : NULL;
    tac_xml_node *global = root->first;
    while (material && !found && name && global) { // materials are known in the whole file
        const char *own =
            tac_robot_is(global, "material") ? tac_robot_attribute(global, "name") : NULL;
        found = own && strcmp(own, name) == 0 ? tac_robot_child(global, "color") : NULL;
        global = global->next;
    }
    double rgba[4];
    if (!found || !tac_robot_values(r, found, "rgba", 4, rgba)) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        color[k] = fmin(fmax(rgba[k], 0.0), 1.0);
    }
    return true;
}

static double read_size(tac_robot *r, tac_xml_node *node, const char *name)
{
    const double x = tac_robot_need_value(r, node, name);
    if (!(x >= 0.0)) {
        tac_robot_refuse(r, node, "'%s' of <%s> is below zero: %g; correct it", name, node->name,
                         x);
    }
    return x;
}

static bool read_mesh(tac_robot *r, tac_xml_node *node, tac_robot_look *look)
{
    const char *uri = tac_robot_need(r, node, "filename");
    double scale[3] = {1.0, 1.0, 1.0};
    (void)tac_robot_values(r, node, "scale", 3, scale);
    look->kind = TAC_ROBOT_MESH;
    look->size = (vec3){scale[0], scale[1], scale[2]};
    if (!(scale[0] > 0.0 && scale[1] == scale[0] && scale[2] == scale[0])) {
        tac_robot_tell(r, node, "mesh '%.200s' is not shown: its scale is not one for all axes",
                       uri);
        return false;
    }
    look->mesh = tac_robot_mesh_path(r, node, uri);
    return look->mesh != NULL;
}

// False where nothing of it can be shown.
static bool read_geometry(tac_robot *r, tac_xml_node *in, tac_robot_look *look)
{
    tac_xml_node *node = tac_robot_only(r, in, "geometry");
    tac_xml_node *shape = node ? node->first : NULL;
    if (!shape) {
        tac_robot_refuse(r, in, "<%s> has no <geometry> with a shape; add it", in->name);
    }
    shape->seen = true;
    if (tac_robot_is(shape, "box")) {
        double e[3] = {0.0};
        (void)tac_robot_need(r, shape, "size");
        (void)tac_robot_values(r, shape, "size", 3, e);
        look->kind = TAC_ROBOT_BOX;
        look->size = (vec3){e[0], e[1], e[2]};
        return e[0] > 0.0 && e[1] > 0.0 && e[2] > 0.0;
    }
    if (tac_robot_is(shape, "cylinder") || tac_robot_is(shape, "capsule")) {
        look->kind = tac_robot_is(shape, "capsule") ? TAC_ROBOT_CAPSULE : TAC_ROBOT_CYLINDER;
        look->size = (vec3){read_size(r, shape, "radius"), read_size(r, shape, "length"), 0.0};
        return look->size.x > 0.0 && look->size.y > 0.0;
    }
    if (tac_robot_is(shape, "sphere")) {
        look->kind = TAC_ROBOT_SPHERE;
        look->size = (vec3){read_size(r, shape, "radius"), 0.0, 0.0};
        return look->size.x > 0.0;
    }
    if (tac_robot_is(shape, "mesh")) {
        return read_mesh(r, shape, look);
    }
    tac_robot_tell(r, shape, "<%.60s> is no shape that can be shown", shape->name);
    tac_robot_see_all(shape);
    return false;
}

static void read_looks(tac_robot *r, tac_xml_node *root, tac_xml_node *node, int link)
{
    for (tac_xml_node *v = tac_robot_child(node, "visual"); v; v = tac_robot_next(v)) {
        tac_robot_look look = {.at = read_origin(r, v)};
        look.has_color = read_color(r, root, v, look.color);
        (void)tac_robot_attribute(v, "name");
        if (read_geometry(r, v, &look)) {
            tac_robot_look_at(r, link, look);
        }
    }
}

// Shapes for collisions stand in for looks that are not there.
static void read_collisions(tac_robot *r, tac_xml_node *node, int link)
{
    const bool is_seen = tac_robot_link_at(r, link)->look != NULL;
    for (tac_xml_node *c = tac_robot_child(node, "collision"); c; c = tac_robot_next(c)) {
        tac_robot_look look = {.at = read_origin(r, c)};
        tac_xml_node *g = tac_robot_child(c, "geometry");
        tac_robot_tell(r, c, "shapes of <collision> make no contacts");
        if (!is_seen && g && g->first && !tac_robot_is(g->first, "mesh") &&
            read_geometry(r, c, &look)) {
            tac_robot_look_at(r, link, look);
        }
        tac_robot_see_all(c);
    }
}

// ---- joints --------------------------------------------------------------------------------------

typedef struct urdf_joint { // what is known of a joint before the tree is
    tac_robot_pose origin;
    vec3 axis; // in the joint frame
    const char *mimic;
    double multiplier, offset;
} urdf_joint;

static tac_robot_joint_type read_type(tac_robot *r, tac_xml_node *node, const char *name)
{
    static const struct {
        const char *word;
        tac_robot_joint_type type;
    } all[] = {{"fixed", TAC_ROBOT_FIXED},         {"revolute", TAC_ROBOT_REVOLUTE},
               {"continuous", TAC_ROBOT_REVOLUTE}, {"prismatic", TAC_ROBOT_PRISMATIC},
               {"planar", TAC_ROBOT_PLANAR},       {"floating", TAC_ROBOT_FREE},
               {"spherical", TAC_ROBOT_SPHERICAL}};
    const char *word = tac_robot_need(r, node, "type");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(word, all[i].word) == 0) {
            return all[i].type;
        }
    }
    tac_robot_refuse(r, node,
                     "joint '%.80s' has the type '%.40s'; there are fixed, revolute, continuous, "
                     "prismatic, planar and floating",
                     name, word);
}

static int read_end(tac_robot *r, tac_xml_node *joint, const char *name, const char *end)
{
    tac_xml_node *node = tac_robot_only(r, joint, end);
    if (!node) {
        tac_robot_refuse(r, joint, "joint '%.80s' has no <%s>; add it", name, end);
    }
    const char *link = tac_robot_need(r, node, "link");
    const int found = tac_robot_find_link(r, link);
    if (found < 0) {
        tac_robot_refuse(r, node, "joint '%.80s' has the %s '%.80s', which is no link; add it",
                         name, end, link);
    }
    return found;
}

static void read_limit(tac_robot *r, tac_xml_node *node, tac_robot_joint *j)
{
    tac_xml_node *limit = tac_robot_only(r, node, "limit");
    const char *type = tac_robot_attribute(node, "type");
    if (!limit && type && (strcmp(type, "revolute") == 0 || strcmp(type, "prismatic") == 0)) {
        tac_robot_tell(r, node, "joint '%.80s' has no <limit>, which URDF wants; it has no stops",
                       j->name);
    }
    if (!limit || j->type == TAC_ROBOT_FIXED || (type && strcmp(type, "continuous") == 0)) {
        return;
    }
    if (j->type != TAC_ROBOT_REVOLUTE && j->type != TAC_ROBOT_PRISMATIC) {
        return; // told as not taken
    }
    j->lower = tac_robot_value(r, limit, "lower", 0.0);
    j->upper = tac_robot_value(r, limit, "upper", 0.0);
    j->has_lower = j->has_upper = true;
    if (!(j->lower < j->upper)) {
        tac_robot_tell(r, limit, "the limits of joint '%.80s' leave no way, %g to %g; not taken",
                       j->name, j->lower, j->upper);
        j->has_lower = j->has_upper = false;
    }
}

static void read_dynamics(tac_robot *r, tac_xml_node *node, tac_robot_joint *j)
{
    tac_xml_node *dynamics = tac_robot_only(r, node, "dynamics");
    if (!dynamics || (j->type != TAC_ROBOT_REVOLUTE && j->type != TAC_ROBOT_PRISMATIC)) {
        return;
    }
    j->damping = tac_robot_value(r, dynamics, "damping", 0.0);
    j->friction = tac_robot_value(r, dynamics, "friction", 0.0);
    if (!(j->damping >= 0.0 && j->friction >= 0.0)) {
        tac_robot_refuse(r, dynamics,
                         "damping and friction of joint '%.80s' are below zero; "
                         "correct them",
                         j->name);
    }
}

static void read_mimic(tac_robot *r, tac_xml_node *node, urdf_joint *u)
{
    tac_xml_node *mimic = tac_robot_only(r, node, "mimic");
    if (mimic) {
        u->mimic = tac_robot_need(r, mimic, "joint");
        u->multiplier = tac_robot_value(r, mimic, "multiplier", 1.0);
        u->offset = tac_robot_value(r, mimic, "offset", 0.0);
    }
}

static void read_joint(tac_robot *r, tac_xml_node *node, urdf_joint *u)
{
    const char *name = tac_robot_need(r, node, "name");
    tac_robot_joint *j = tac_robot_new_joint(r, name, node);
    j->type = read_type(r, node, name);
    j->parent = read_end(r, node, name, "parent");
    j->child = read_end(r, node, name, "child");
    u->origin = read_origin(r, node);
    tac_xml_node *axis = tac_robot_only(r, node, "axis");
    const bool has_axis = j->type != TAC_ROBOT_FIXED && j->type != TAC_ROBOT_FREE;
    u->axis =
        axis ? tac_robot_vector(r, axis, "xyz", (vec3){1.0, 0.0, 0.0}) : (vec3){1.0, 0.0, 0.0};
    if (has_axis && !(norm3(u->axis) > 0.0)) {
        tac_robot_refuse(r, axis, "the axis of joint '%.80s' is zero; give it a direction", name);
    }
    u->axis = tac_robot_unit(u->axis);
    read_limit(r, node, j);
    read_dynamics(r, node, j);
    read_mimic(r, node, u);
}

// ---- the tree ------------------------------------------------------------------------------------

static int read_base(tac_robot *r, tac_xml_node *root)
{
    int base = -1;
    for (int i = 0; i < r->joint.n; i++) {
        const tac_robot_joint *j = tac_robot_joint_at(r, i);
        tac_robot_link *child = tac_robot_link_at(r, j->child);
        if (child->joint >= 0) {
            tac_robot_refuse(r, j->node,
                             "link '%.80s' is the child of two joints, '%.80s' and "
                             "'%.80s'; URDF has trees alone",
                             child->name, tac_robot_joint_at(r, child->joint)->name, j->name);
        }
        child->joint = i;
    }
    for (int i = 0; i < r->link.n; i++) {
        const tac_robot_link *l = tac_robot_link_at(r, i);
        if (l->joint < 0 && base >= 0) {
            tac_robot_refuse(r, l->node, "links '%.80s' and '%.80s' both have no parent; join them",
                             tac_robot_link_at(r, base)->name, l->name);
        }
        base = l->joint < 0 ? i : base;
    }
    if (base < 0) {
        tac_robot_refuse(r, root, "%s",
                         r->link.n > 0 ? "every link is the child of a joint; a "
                                         "robot needs a base without a parent"
                                       : "the robot has no <link>; add one");
    }
    return base;
}

// Places links outward from the base; a link without a way to it is part of a circle.
static void place(tac_robot *r, int base, const urdf_joint *u)
{
    bool *placed = tac_robot_take(r, (size_t)r->link.n, sizeof *placed);
    placed[base] = true;
    int n_placed = 1;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int i = 0; i < r->joint.n; i++) {
            tac_robot_joint *j = tac_robot_joint_at(r, i);
            if (!placed[j->parent] || placed[j->child]) {
                continue;
            }
            tac_robot_link *child = tac_robot_link_at(r, j->child);
            child->in_world =
                tac_robot_pose_in(tac_robot_link_at(r, j->parent)->in_world, u[i].origin);
            j->at = child->in_world.p;
            j->axis = tac_robot_vector_in(child->in_world, u[i].axis);
            placed[j->child] = goes_on = true;
            n_placed++;
        }
    }
    for (int i = 0; i < r->link.n && n_placed < r->link.n; i++) {
        if (!placed[i]) {
            const tac_robot_link *l = tac_robot_link_at(r, i);
            tac_robot_refuse(r, l->node, "link '%.80s' is its own ancestor; URDF has trees alone",
                             l->name);
        }
    }
}

static bool has_coordinate(const tac_robot_joint *j)
{
    return j->type == TAC_ROBOT_REVOLUTE || j->type == TAC_ROBOT_PRISMATIC;
}

static void couple(tac_robot *r, const urdf_joint *u)
{
    for (int i = 0; i < r->joint.n; i++) {
        if (!u[i].mimic) {
            continue;
        }
        const tac_robot_joint *j = tac_robot_joint_at(r, i);
        const int led = tac_robot_find_joint(r, u[i].mimic);
        if (led < 0) {
            tac_robot_refuse(r, j->node, "joint '%.80s' mimics '%.80s', which is no joint; add it",
                             j->name, u[i].mimic);
        }
        if (led == i) {
            tac_robot_refuse(r, j->node, "joint '%.80s' mimics itself; name another", j->name);
        }
        if (!has_coordinate(j) || !has_coordinate(tac_robot_joint_at(r, led))) {
            tac_robot_tell(r, j->node,
                           "<mimic> of joint '%.80s' is not taken: both joints must "
                           "turn or slide",
                           j->name);
            continue;
        }
        tac_robot_coupler *c = tac_robot_add(r, &r->coupler, sizeof *c);
        *c = (tac_robot_coupler){
            .name = j->name, .node = j->node, .n_term = 2, .offset = u[i].offset};
        c->term[0] = (tac_robot_term){i, 1.0, TAC_ROBOT_NO_TABLE};
        c->term[1] = (tac_robot_term){led, -u[i].multiplier, TAC_ROBOT_NO_TABLE};
    }
}

// The base is ground, unless it shall float.
static void hold_base(tac_robot *r, int base)
{
    tac_robot_joint *j = tac_robot_new_joint(r, " world to base", tac_robot_link_at(r, base)->node);
    j->parent = TAC_ROBOT_GROUND;
    j->child = base;
    const bool is_world = strcmp(tac_robot_link_at(r, base)->name, "world") == 0;
    j->type = r->request->is_floating && !is_world ? TAC_ROBOT_FREE : TAC_ROBOT_FIXED;
    tac_robot_link_at(r, base)->joint = r->joint.n - 1;
}

// Where the base is a link `world` without a mass, what is fixed to it floats.
static void float_off_world(tac_robot *r, int base)
{
    if (strcmp(tac_robot_link_at(r, base)->name, "world") != 0 || !r->request->is_floating) {
        return;
    }
    for (int i = 0; i < r->joint.n; i++) {
        tac_robot_joint *j = tac_robot_joint_at(r, i);
        if (j->parent == base && j->type == TAC_ROBOT_FIXED) {
            j->type = TAC_ROBOT_FREE;
        }
    }
}

static void refuse_xacro(tac_robot *r, const tac_xml_node *root)
{
    for (const tac_xml_node *c = root->first; c; c = c->next) {
        if (strncmp(c->name, "xacro:", 6) == 0) {
            tac_robot_refuse(r, c,
                             "<%.60s>: xacro is not read; write what 'xacro FILE' makes of it into "
                             "a file",
                             c->name);
        }
    }
}

void tac_robot_read_urdf(tac_robot *r, tac_xml_node *root)
{
    const char *title = tac_robot_attribute(root, "name");
    r->title = title ? title : "";
    (void)tac_robot_attribute(root, "version");
    refuse_xacro(r, root);
    for (tac_xml_node *l = tac_robot_child(root, "link"); l; l = tac_robot_next(l)) {
        read_inertial(r, l, tac_robot_new_link(r, tac_robot_need(r, l, "name"), l));
        read_looks(r, root, l, r->link.n - 1);
        read_collisions(r, l, r->link.n - 1);
    }
    int n = 0;
    for (tac_xml_node *j = tac_robot_child(root, "joint"); j; j = tac_robot_next(j)) {
        n++;
    }
    urdf_joint *u = tac_robot_take(r, (size_t)n + 1, sizeof *u);
    n = 0;
    for (tac_xml_node *j = tac_robot_child(root, "joint"); j; j = tac_robot_next(j)) {
        read_joint(r, j, &u[n++]);
    }
    for (tac_xml_node *m = tac_robot_child(root, "material"); m; m = tac_robot_next(m)) {
        tac_robot_see_all(m);
    }
    const int base = read_base(r, root);
    place(r, base, u);
    couple(r, u);
    float_off_world(r, base);
    hold_base(r, base);
}

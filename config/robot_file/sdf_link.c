#include "sdf_link.h"

#include <math.h>
#include <string.h>

#include "mesh_path.h"

#define DENSITY 1000.0 // kg/m^3, of inertia that follows from shapes

static const vec3 zero = {0.0, 0.0, 0.0};

// ---- shapes --------------------------------------------------------------------------------------

static double size_of(tac_robot *r, tac_xml_node *shape, const char *name)
{
    const double x = tac_sdf_number(r, shape, name, 0.0);
    if (!(x > 0.0)) {
        tac_robot_refuse(r, shape, "<%.40s> has no <%s> above zero; add it", shape->name, name);
    }
    return x;
}

// The shape, its look and its solid of unit density. False where nothing of it is known.
static bool read_shape(tac_robot *r, tac_xml_node *shape, tac_robot_look *look,
                       tac_robot_solid *solid)
{
    shape->seen = true;
    if (tac_robot_is(shape, "box")) {
        look->kind = TAC_ROBOT_BOX;
        look->size = tac_sdf_vector(r, shape, "size", zero);
        if (!(look->size.x > 0.0 && look->size.y > 0.0 && look->size.z > 0.0)) {
            tac_robot_refuse(r, shape, "<box> has no <size> of three lengths above zero; add it");
        }
        *solid = tac_robot_box(look->size);
        return true;
    }
    if (tac_robot_is(shape, "sphere")) {
        const double radius = size_of(r, shape, "radius");
        look->kind = TAC_ROBOT_SPHERE;
        look->size = (vec3){radius, radius, radius};
        *solid = tac_robot_ellipsoid(look->size);
        return true;
    }
    const bool is_capsule = tac_robot_is(shape, "capsule");
    if (is_capsule || tac_robot_is(shape, "cylinder")) {
        const double radius = size_of(r, shape, "radius"), length = size_of(r, shape, "length");
        look->kind = is_capsule ? TAC_ROBOT_CAPSULE : TAC_ROBOT_CYLINDER;
        look->size = (vec3){radius, length, 0.0};
        *solid =
            is_capsule ? tac_robot_capsule(radius, length) : tac_robot_cylinder(radius, length);
        return true;
    }
    return false;
}

static bool read_mesh(tac_robot *r, tac_xml_node *mesh, tac_robot_look *look)
{
    const char *uri = tac_sdf_text(mesh, "uri");
    const vec3 scale = tac_sdf_vector(r, mesh, "scale", (vec3){1.0, 1.0, 1.0});
    if (!uri) {
        tac_robot_refuse(r, mesh, "<mesh> has no <uri>; add it");
    }
    if (!(scale.x > 0.0 && scale.y == scale.x && scale.z == scale.x) ||
        tac_robot_child(mesh, "submesh")) {
        tac_robot_tell(r, mesh, "mesh '%.200s' is not shown: a part of it, or not scaled alike",
                       uri);
        return false;
    }
    look->kind = TAC_ROBOT_MESH;
    look->size = scale;
    look->mesh = tac_robot_mesh_path(r, mesh, uri);
    return look->mesh != NULL;
}

static tac_xml_node *shape_of(tac_robot *r, tac_xml_node *node)
{
    tac_xml_node *geometry = tac_robot_child(node, "geometry");
    if (!geometry || !geometry->first) {
        tac_robot_tell(r, node, "a <%.40s> without a shape is not taken", node->name);
        return NULL;
    }
    return geometry->first;
}

static void read_color(tac_robot *r, tac_xml_node *node, tac_robot_look *look)
{
    tac_xml_node *material = tac_robot_child(node, "material");
    tac_xml_node *diffuse = material ? tac_robot_child(material, "diffuse") : NULL;
    double rgba[4];
    if (diffuse && diffuse->text[0] != '\0') {
        (void)tac_robot_numbers(r, diffuse, "<diffuse>", diffuse->text, 3, 4, rgba);
        look->has_color = true;
        for (int k = 0; k < 3; k++) {
            look->color[k] = fmin(fmax(rgba[k], 0.0), 1.0);
        }
    }
}

// The pose of what stands in a link; frames by name are rare there.
static tac_robot_pose place_in_link(tac_robot *r, tac_xml_node *node)
{
    const char *base;
    const tac_robot_pose at = tac_sdf_pose(r, node, &base);
    if (base) {
        tac_robot_tell(r, node, "a <%.40s> is taken as placed in its link, not in '%.80s'",
                       node->name, base);
    }
    return at;
}

static void read_visual(tac_robot *r, tac_xml_node *node, int link)
{
    tac_robot_look look = {.at = place_in_link(r, node)};
    tac_robot_solid solid;
    tac_xml_node *shape = shape_of(r, node);
    (void)tac_robot_attribute(node, "name");
    read_color(r, node, &look);
    if (!shape) {
        return;
    }
    const bool is_shown = tac_robot_is(shape, "mesh")
                              ? (shape->seen = true, read_mesh(r, shape, &look))
                              : read_shape(r, shape, &look, &solid);
    if (is_shown) {
        tac_robot_look_at(r, link, look);
    } else if (!tac_robot_is(shape, "mesh")) {
        tac_robot_tell(r, shape, "<%.40s> is no shape that can be shown", shape->name);
        tac_robot_see_all(shape);
    }
}

// ---- masses --------------------------------------------------------------------------------------

// What shapes for collisions weigh, in axes of the link.
static tac_robot_solid weigh(tac_robot *r, tac_xml_node *link, double density)
{
    tac_robot_solid sum = {0.0, zero, {zero, zero, zero}};
    for (tac_xml_node *c = tac_robot_child(link, "collision"); c; c = tac_robot_next(c)) {
        tac_robot_look look;
        tac_robot_solid solid;
        tac_xml_node *shape = shape_of(r, c);
        if (!shape) {
            continue;
        }
        if (tac_robot_is(shape, "ellipsoid")) {
            solid = tac_robot_ellipsoid(tac_sdf_vector(r, shape, "radii", zero));
        } else if (!read_shape(r, shape, &look, &solid)) {
            tac_robot_refuse(r, shape,
                             "an inertia that follows from a <%.40s> is not found; give the "
                             "link numbers",
                             shape->name);
        }
        const double own = tac_sdf_number(r, c, "density", density);
        sum = tac_robot_solid_sum(
            sum, tac_robot_solid_in(place_in_link(r, c), tac_robot_times(own, solid)));
    }
    return sum;
}

static tac_robot_solid read_inertial(tac_robot *r, tac_xml_node *link, const char *name)
{
    static const char *const element[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    double six[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    tac_xml_node *node = tac_robot_child(link, "inertial");
    if (!node) {
        tac_robot_tell(r, link, "link '%.80s' has no <inertial>: 1 kg and 1 kg*m^2 about all axes",
                       name);
        return (tac_robot_solid){1.0, zero, tac_robot_inertia(six)};
    }
    const bool follows = tac_robot_truth(r, node, "auto", false);
    const double mass = tac_sdf_number(r, node, "mass", 1.0);
    if (mass < 0.0) {
        tac_robot_refuse(r, node, "the mass of link '%.80s' is below zero: %g; correct it", name,
                         mass);
    }
    if (mass == 0.0) {
        tac_robot_tell(r, node, "link '%.80s' has a mass of zero; its inertia is not taken", name);
        tac_robot_see_all(node);
        return (tac_robot_solid){0.0, zero, {zero, zero, zero}};
    }
    if (follows) {
        const tac_robot_solid s = weigh(r, link, tac_sdf_number(r, node, "density", DENSITY));
        if (!(s.mass > 0.0)) {
            tac_robot_refuse(r, node,
                             "the inertia of link '%.80s' follows from <collision>, and there "
                             "is none",
                             name);
        }
        return tac_sdf_text(node, "mass") ? tac_robot_times(mass / s.mass, s) : s;
    }
    tac_xml_node *inertia = tac_robot_child(node, "inertia");
    for (int k = 0; k < 6 && inertia; k++) {
        six[k] = tac_sdf_number(r, inertia, element[k], six[k]);
    }
    if (!inertia) {
        tac_robot_tell(r, node, "link '%.80s' has no <inertia>: 1 kg*m^2 about all axes", name);
    }
    return tac_robot_solid_in(place_in_link(r, node),
                              (tac_robot_solid){mass, zero, tac_robot_inertia(six)});
}

static void read_collisions(tac_robot *r, tac_xml_node *node, int link)
{
    const bool is_seen = tac_robot_link_at(r, link)->look != NULL;
    for (tac_xml_node *c = tac_robot_child(node, "collision"); c; c = tac_robot_next(c)) {
        tac_robot_look look = {.at = place_in_link(r, c)};
        tac_robot_solid solid;
        tac_robot_tell(r, c, "shapes of <collision> make no contacts");
        tac_xml_node *shape = is_seen ? NULL : shape_of(r, c);
        if (shape && read_shape(r, shape, &look, &solid)) {
            tac_robot_look_at(r, link, look);
        }
        tac_robot_see_all(c);
    }
}

void tac_sdf_read_link(tac_sdf *s, tac_xml_node *node)
{
    tac_robot *r = s->r;
    const int link = r->link.n - 1;
    const char *name = tac_robot_link_at(r, link)->name;
    tac_robot_link_at(r, link)->solid = read_inertial(r, node, name);
    for (tac_xml_node *v = tac_robot_child(node, "visual"); v; v = tac_robot_next(v)) {
        read_visual(r, v, link);
    }
    read_collisions(r, node, link);
}

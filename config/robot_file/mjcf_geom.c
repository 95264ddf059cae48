#include "mjcf_geom.h"

#include <math.h>
#include <string.h>

#include "inertias.h"
#include "mesh_path.h"
#include "mesh_solid.h"

#define DENSITY 1000.0 // kg/m^3, where a geom says nothing

typedef enum shape { PLANE, HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, SDF } shape;

typedef struct geom {
    tac_mjcf_element e;
    shape shape;
    vec3 size;          // half edges; radius and half length
    tac_robot_pose at;  // in the link
    tac_xml_node *mesh; // its <mesh>; NULL: none
} geom;

static shape read_shape(const tac_mjcf_element *e)
{
    static const char *const word[] = {"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                       "cylinder", "box",    "mesh",   "sdf"};
    const char *text = tac_mjcf_text(e, "type");
    for (size_t i = 0; text && i < sizeof word / sizeof *word; i++) {
        if (strcmp(text, word[i]) == 0) {
            return (shape)i;
        }
    }
    if (text) {
        tac_robot_refuse(e->m->r, e->node,
                         "a geom has the type '%.40s'; there are sphere, capsule, "
                         "cylinder, ellipsoid, box, mesh, plane, hfield",
                         text);
    }
    return tac_mjcf_text(e, "mesh") ? MESH : SPHERE;
}

// The asset of that name, in any <asset>.
static tac_xml_node *find_asset(tac_mjcf *m, const char *kind, const char *name)
{
    for (tac_xml_node *a = m->root->first; a; a = a->next) {
        for (tac_xml_node *c = tac_robot_is(a, "asset") ? a->first : NULL; c; c = c->next) {
            tac_robot_work(m->r, 1);
            if (!tac_robot_is(c, kind)) {
                continue;
            }
            const char *own = tac_robot_attribute(c, "name");
            const char *file = own ? NULL : tac_robot_attribute(c, "file");
            const char *slash = file ? strrchr(file, '/') : NULL;
            const char *base = slash ? slash + 1 : file; // names follow from files
            const char *dot = base ? strrchr(base, '.') : NULL;
            const bool is_it = own ? strcmp(own, name) == 0
                               : base
                                   ? strlen(name) == (dot ? (size_t)(dot - base) : strlen(base)) &&
                                         strncmp(base, name, strlen(name)) == 0
                                   : false;
            if (is_it) {
                a->seen = c->seen = true;
                return c;
            }
        }
    }
    return NULL;
}

static int needed_sizes(shape s)
{
    switch (s) {
    case SPHERE:
        return 1;
    case CAPSULE:
    case CYLINDER:
        return 2;
    case ELLIPSOID:
    case BOX:
        return 3;
    case PLANE:
    case HFIELD:
    case MESH:
    case SDF:
        break;
    }
    return 0;
}

// Ends of a geom in place of its pose and length.
static bool read_ends(geom *g, const double *size)
{
    double x[6];
    if (g->shape == PLANE || g->shape == MESH || !tac_mjcf_values(&g->e, "fromto", 6, 6, x)) {
        return false;
    }
    const vec3 a = {x[0], x[1], x[2]}, b = {x[3], x[4], x[5]}, along = sub3(a, b);
    const double length = norm3(along);
    if (!(length > 0.0) || g->shape == SPHERE) {
        tac_robot_refuse(g->e.m->r, g->e.node,
                         "'fromto' wants two points and a capsule, cylinder, "
                         "box or ellipsoid; correct it");
    }
    g->at =
        (tac_robot_pose){tac_robot_onto(2, scale3(1.0 / length, along)), scale3(0.5, add3(a, b))};
    const bool is_round = g->shape == CAPSULE || g->shape == CYLINDER;
    g->size = is_round ? (vec3){size[0], 0.5 * length, 0.0}
                       : (vec3){size[0], size[1] > 0.0 ? size[1] : size[0], 0.5 * length};
    return true;
}

static void read_size(geom *g)
{
    double size[3] = {0.0};
    const int n = needed_sizes(g->shape);
    (void)tac_mjcf_values(&g->e, "size", 1, 3, size);
    if (!read_ends(g, size)) {
        g->at = tac_mjcf_pose(&g->e);
        g->size = (vec3){size[0], size[1], size[2]};
    }
    const double got[3] = {g->size.x, g->size.y, g->size.z};
    for (int k = 0; k < n; k++) {
        if (!(got[k] > 0.0) && !g->mesh) {
            tac_robot_refuse(g->e.m->r, g->e.node, "'size' of a geom needs %d number%s above zero",
                             n, n == 1 ? "" : "s");
        }
    }
}

// ---- masses --------------------------------------------------------------------------------------

static const tac_robot_solid nothing = {
    0.0, {0.0, 0.0, 0.0}, {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};

// Of unit density, in axes of the geom.
static tac_robot_solid solid_of(const geom *g)
{
    const vec3 s = g->size;
    switch (g->shape) {
    case SPHERE:
        return tac_robot_ellipsoid((vec3){s.x, s.x, s.x});
    case CAPSULE:
        return tac_robot_capsule(s.x, 2.0 * s.y);
    case ELLIPSOID:
        return tac_robot_ellipsoid(s);
    case CYLINDER:
        return tac_robot_cylinder(s.x, 2.0 * s.y);
    case BOX:
        return tac_robot_box(scale3(2.0, s));
    case MESH:
    case PLANE:
    case HFIELD:
    case SDF:
        break;
    }
    return nothing;
}

static tac_robot_solid mass_of(const geom *g, tac_robot_pose link)
{
    tac_mjcf *m = g->e.m;
    const double group = tac_mjcf_value(&g->e, "group", 0.0);
    const double density = tac_mjcf_value(&g->e, "density", DENSITY),
                 mass = tac_mjcf_value(&g->e, "mass", -1.0);
    if (group < m->group[0] || group > m->group[1] || mass == 0.0 || density == 0.0) {
        return nothing;
    }
    tac_robot_solid s = g->mesh && g->shape == MESH ? tac_mjcf_mesh_solid(m, g->mesh) : solid_of(g);
    if (!(s.mass > 0.0)) {
        return nothing;
    }
    s = tac_robot_times(mass > 0.0 ? mass / s.mass : density, s);
    return tac_robot_solid_in(tac_robot_pose_in(link, g->at), s);
}

void tac_mjcf_bound(const tac_mjcf *m, tac_robot_solid *s)
{
    double six[6], moment[3];
    tac_robot_six(s->J, six);
    tac_principal_moments(six, moment);
    if (m->balances && moment[0] + moment[1] < moment[2]) {
        const double mean = (moment[0] + moment[1] + moment[2]) / 3.0;
        memset(six, 0, sizeof six);
        six[0] = six[1] = six[2] = mean;
    }
    tac_inertia_at_least(six, m->least_inertia);
    s->mass = fmax(s->mass, m->least_mass);
    s->J = tac_robot_inertia(six);
}

// ---- looks ---------------------------------------------------------------------------------------

static void read_color(const geom *g, tac_robot_look *look, bool *is_seen)
{
    double rgba[4] = {0.5, 0.5, 0.5, 1.0};
    const char *material = tac_mjcf_text(&g->e, "material");
    tac_xml_node *asset = material ? find_asset(g->e.m, "material", material) : NULL;
    look->has_color = tac_mjcf_values(&g->e, "rgba", 4, 4, rgba);
    if (!look->has_color && asset) {
        const tac_mjcf_element e = tac_mjcf_element_of(g->e.m, asset, "material", NULL);
        look->has_color = tac_mjcf_values(&e, "rgba", 4, 4, rgba);
    }
    *is_seen = !(rgba[3] <= 0.0);
    for (int k = 0; k < 3; k++) {
        look->color[k] = fmin(fmax(rgba[k], 0.0), 1.0);
    }
}

static bool look_of_mesh(const geom *g, tac_robot_look *look)
{
    tac_mjcf *m = g->e.m;
    const tac_mjcf_element e = tac_mjcf_element_of(m, g->mesh, "mesh", NULL);
    const char *file = tac_mjcf_text(&e, "file");
    double scale[3] = {1.0, 1.0, 1.0}, moved[4];
    (void)tac_mjcf_values(&e, "scale", 3, 3, scale);
    if (!file) {
        tac_robot_tell(m->r, g->mesh, "a <mesh> of points in the file is not shown");
        return false;
    }
    if (!(scale[0] > 0.0 && scale[1] == scale[0] && scale[2] == scale[0]) ||
        tac_mjcf_values(&e, "refpos", 3, 3, moved) || tac_mjcf_values(&e, "refquat", 4, 4, moved)) {
        tac_robot_tell(m->r, g->mesh, "mesh '%.200s' is not shown: it is scaled or moved in itself",
                       file);
        return false;
    }
    look->kind = TAC_ROBOT_MESH;
    look->size = (vec3){scale[0], scale[1], scale[2]};
    look->mesh = tac_robot_mesh_path(m->r, g->mesh, tac_mjcf_mesh_uri(m, file));
    return look->mesh != NULL;
}

// False where nothing of it is shown.
static bool look_of(const geom *g, tac_robot_look *look)
{
    const vec3 s = g->size;
    switch (g->shape) {
    case SPHERE:
        look->kind = TAC_ROBOT_SPHERE;
        look->size = s;
        return true;
    case CAPSULE:
    case CYLINDER:
        look->kind = g->shape == CAPSULE ? TAC_ROBOT_CAPSULE : TAC_ROBOT_CYLINDER;
        look->size = (vec3){s.x, 2.0 * s.y, 0.0};
        return true;
    case BOX:
        look->kind = TAC_ROBOT_BOX;
        look->size = scale3(2.0, s);
        return true;
    case MESH:
        return g->mesh && look_of_mesh(g, look);
    case ELLIPSOID:
        tac_robot_tell(g->e.m->r, g->e.node, "a geom that is an ellipsoid is not shown");
        return false;
    case PLANE:
    case HFIELD:
    case SDF:
        break;
    }
    tac_robot_tell(g->e.m->r, g->e.node,
                   "a geom that is a plane, height field or distance field is "
                   "not taken");
    return false;
}

enum { HIDDEN = 3 }; // groups from here on are not shown by MuJoCo

tac_robot_solid tac_mjcf_geom(tac_mjcf *m, tac_xml_node *node, const char *child_class, int link,
                              tac_robot_pose at, bool has_mass)
{
    geom g = {.e = tac_mjcf_element_of(m, node, "geom", child_class)};
    tac_robot_look look = {.size = {0.0, 0.0, 0.0}};
    bool is_seen = true;
    (void)tac_robot_attribute(node, "name");
    g.shape = read_shape(&g.e);
    const char *mesh = tac_mjcf_text(&g.e, "mesh");
    g.mesh = mesh ? find_asset(m, "mesh", mesh) : NULL;
    if (mesh && !g.mesh) {
        tac_robot_refuse(m->r, node, "there is no mesh '%.80s' in <asset>; add it", mesh);
    }
    read_size(&g);
    const tac_robot_solid s = has_mass && link >= 0 ? mass_of(&g, at) : nothing;
    (void)tac_mjcf_text(&g.e, "mass"), (void)tac_mjcf_text(&g.e, "density");
    if (g.mesh && g.shape != MESH) {
        tac_robot_tell(m->r, node, "a geom that is fitted to a mesh is not taken");
        return nothing;
    }
    read_color(&g, &look, &is_seen);
    if (is_seen && tac_mjcf_value(&g.e, "group", 0.0) < HIDDEN && look_of(&g, &look)) {
        look.at = tac_robot_pose_in(at, g.at);
        tac_robot_look_at(m->r, link, look);
    }
    return s;
}

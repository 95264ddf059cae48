// Worlds, models in models, files that are included, and the frames of all of them.
#include "sdf_read.h"

#include <stdlib.h>
#include <string.h>

#include "mesh_path.h"
#include "sdf_joint.h"
#include "sdf_link.h"

enum { DEEPEST = 64 }; // of models in models

typedef struct said { // by an <include>, in place of what the model says
    tac_xml_node *node;
    const char *name;
    bool is_static;
} said;

static void read_model(tac_sdf *s, tac_xml_node *node, int parent, const said *instead, int depth);

static const char *name_of(tac_sdf *s, tac_xml_node *node)
{
    const char *name = tac_robot_need(s->r, node, "name");
    if (strncmp(name, "__", 2) == 0) {
        tac_robot_refuse(s->r, node, "'%.80s' is a name of the format's own; choose another", name);
    }
    return name;
}

// A frame with its pose; the address of its element stays.
static int add(tac_sdf *s, tac_sdf_kind kind, int model, tac_xml_node *node)
{
    const char *base;
    node->seen = true;
    const int i = tac_sdf_add_frame(s, kind, name_of(s, node), model, node);
    const tac_robot_pose pose = tac_sdf_pose(s->r, node, &base);
    tac_sdf_frame *f = tac_sdf_frame_at(s, i);
    f->pose = pose;
    f->base = base;
    if (kind == TAC_SDF_FRAME) {
        const char *attached = tac_robot_attribute(node, "attached_to");
        f->attached = attached && attached[0] != '\0' ? attached : NULL;
    } else if (kind == TAC_SDF_JOINT) {
        f->attached = tac_sdf_text(node, "child");
    }
    return i;
}

static void add_link(tac_sdf *s, int model, tac_xml_node *node)
{
    const int i = add(s, TAC_SDF_LINK, model, node);
    (void)tac_robot_new_link(s->r, tac_sdf_said(s, tac_sdf_frame_at(s, i)), node);
    tac_sdf_frame_at(s, i)->link = s->r->link.n - 1;
    tac_sdf_read_link(s, node);
}

// ---- files in files ------------------------------------------------------------------------------

static tac_xml_node *open_model(tac_sdf *s, tac_xml_node *node, const char *uri)
{
    tac_robot *r = s->r;
    tac_diag diag = {0};
    const char *path = tac_robot_find_model(r, uri);
    if (!path) {
        tac_robot_tell(r, node, "'%.200s' is not taken: there is no such model", uri);
        return NULL;
    }
    tac_xml_node *root = r->request->include(r->request->context, path, &diag);
    if (!root) {
        if (diag.no_memory) {
            tac_robot_refuse_memory(r);
        }
        tac_robot_refuse(r, node, "included here: %.800s", diag.text);
    }
    tac_xml_node *model = tac_robot_is(root, "sdf") ? tac_robot_child(root, "model") : NULL;
    root->seen = true;
    if (!model) {
        tac_robot_refuse(r, node, "'%.200s' has no <model> in <sdf>; name another file", uri);
    }
    return model;
}

static void read_include(tac_sdf *s, tac_xml_node *node, int parent, int depth)
{
    tac_robot *r = s->r;
    node->seen = true;
    const char *uri = tac_sdf_text(node, "uri");
    if (!uri) {
        tac_robot_refuse(r, node, "<include> has no <uri>; add it");
    }
    tac_xml_node *model = open_model(s, node, uri);
    if (!model) {
        tac_robot_see_all(node);
        return;
    }
    const said instead = {node, tac_sdf_text(node, "name"), tac_sdf_truth(r, node, "static")};
    read_model(s, model, parent, &instead, depth + 1);
}

// ---- models --------------------------------------------------------------------------------------

static int add_model(tac_sdf *s, tac_xml_node *node, int parent, const said *instead)
{
    tac_robot *r = s->r;
    const char *base, *name = instead && instead->name ? instead->name : name_of(s, node);
    tac_xml_node *placed = instead && tac_robot_child(instead->node, "pose") ? instead->node : node;
    const bool is_static = tac_sdf_truth(r, node, "static") || (instead && instead->is_static);
    node->seen = true;
    const int i = tac_sdf_add_frame(s, TAC_SDF_MODEL, name, parent, node);
    const tac_robot_pose pose = tac_sdf_pose(r, placed, &base);
    const char *own = tac_robot_attribute(node, "placement_frame"),
               *other = instead ? tac_sdf_text(instead->node, "placement_frame") : NULL;
    tac_sdf_frame *f = tac_sdf_frame_at(s, i);
    f->pose = pose;
    f->base = base;
    f->placement = other ? other : own && own[0] != '\0' ? own : NULL;
    f->is_static = is_static || tac_sdf_frame_at(s, parent)->is_static;
    return i;
}

static void read_contents(tac_sdf *s, tac_xml_node *node, int model, int depth)
{
    for (tac_xml_node *c = node->first; c; c = c->next) {
        if (tac_robot_is(c, "link") && model != TAC_SDF_WORLD) {
            add_link(s, model, c);
        } else if (tac_robot_is(c, "joint")) {
            (void)add(s, TAC_SDF_JOINT, model, c);
        } else if (tac_robot_is(c, "frame")) {
            (void)add(s, TAC_SDF_FRAME, model, c);
        } else if (tac_robot_is(c, "model")) {
            read_model(s, c, model, NULL, depth + 1);
        } else if (tac_robot_is(c, "include")) {
            read_include(s, c, model, depth);
        }
    }
}

static void read_model(tac_sdf *s, tac_xml_node *node, int parent, const said *instead, int depth)
{
    if (depth > DEEPEST) {
        tac_robot_refuse(s->r, node,
                         "models lie in each other deeper than %d, or include themselves", DEEPEST);
    }
    const int model = add_model(s, node, parent, instead);
    read_contents(s, node, model, depth);
}

// ---- the whole -----------------------------------------------------------------------------------

static int count_models(const tac_xml_node *node)
{
    int n = 0;
    for (const tac_xml_node *c = node->first; c; c = c->next) {
        n += tac_robot_is(c, "model") || tac_robot_is(c, "include");
        n += tac_robot_is(c, "world") ? count_models(c) : 0;
    }
    return n;
}

static void read_world(tac_sdf *s, tac_xml_node *world)
{
    tac_robot *r = s->r;
    const char *name = tac_robot_attribute(world, "name");
    tac_xml_node *physics = tac_robot_child(world, "physics");
    r->title = r->title[0] == '\0' && name ? name : r->title;
    r->gravity = tac_sdf_vector(r, world, "gravity", r->gravity);
    r->has_gravity = tac_robot_child(world, "gravity") != NULL;
    const double step = physics ? tac_sdf_number(r, physics, "max_step_size", 0.0) : 0.0;
    r->step = step >= 1e-9 && step <= 1.0 ? step : 0.0;
    read_contents(s, world, TAC_SDF_WORLD, 0);
}

static void place_links(tac_sdf *s)
{
    tac_robot *r = s->r;
    for (int i = 0; i < s->frame.n; i++) {
        const tac_sdf_frame *f = tac_sdf_frame_at(s, i);
        if (f->kind != TAC_SDF_LINK) {
            continue;
        }
        tac_robot_link_at(r, f->link)->in_world = tac_sdf_in_world(s, i);
        if (tac_sdf_frame_at(s, f->model)->is_static) {
            const char *name = tac_robot_print(r, " %s held", tac_robot_link_at(r, f->link)->name);
            tac_robot_joint *j = tac_robot_new_joint(r, name, f->node);
            j->type = TAC_ROBOT_FIXED;
            j->parent = TAC_ROBOT_GROUND;
            j->child = f->link;
            tac_robot_link_at(r, f->link)->joint = r->joint.n - 1;
        }
    }
}

void tac_robot_read_sdf(tac_robot *r, tac_xml_node *root)
{
    const char *version = tac_robot_attribute(root, "version");
    tac_sdf s = {.r = r, .version = 1.04};
    if (version) {
        double parts[2] = {0.0, 0.0};
        (void)tac_robot_numbers(r, root, "'version' of <sdf>", version, 1, 1, parts);
        const char *point = strchr(version, '.');
        s.version = strcmp(version, "2.0") == 0 ? 2.0 : 1.0 + 0.01 * (point ? atoi(point + 1) : 0);
    }
    r->title = "";
    r->gravity = (vec3){0.0, 0.0, -9.81};
    s.n_model = count_models(root);
    (void)tac_sdf_add_frame(&s, TAC_SDF_OF_WORLD, "", TAC_SDF_WORLD, root);
    for (tac_xml_node *c = root->first; c; c = c->next) {
        if (tac_robot_is(c, "world")) {
            c->seen = true;
            read_world(&s, c);
        }
    }
    read_contents(&s, root, TAC_SDF_WORLD, 0);
    if (r->title[0] == '\0' && s.frame.n > 1) {
        r->title = tac_sdf_frame_at(&s, 1)->name;
    }
    if (r->link.n == 0) {
        tac_robot_refuse(r, root, "there is no <link> in a <model>; add one");
    }
    place_links(&s);
    tac_sdf_read_joints(&s);
}

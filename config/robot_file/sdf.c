#include "sdf.h"

#include <string.h>

#include "elementary.h"

#define ONE_NAME 1.07 // from this version on a name is that of one thing

enum { MOST_FRAMES = 2000 }; // places follow from each other, as deep as there are frames

// ---- values of elements --------------------------------------------------------------------------

const char *tac_sdf_text(tac_xml_node *node, const char *child)
{
    const tac_xml_node *found = tac_robot_child(node, child);
    return found && found->text[0] != '\0' ? found->text : NULL;
}

double tac_sdf_number(tac_robot *r, tac_xml_node *node, const char *child, double otherwise)
{
    const tac_xml_node *found = tac_robot_child(node, child);
    if (found && found->text[0] != '\0') {
        (void)tac_robot_numbers(r, found, tac_robot_print(r, "<%s>", child), found->text, 1, 1,
                                &otherwise);
    }
    return otherwise;
}

bool tac_sdf_truth(tac_robot *r, tac_xml_node *node, const char *child)
{
    const tac_xml_node *found = tac_robot_child(node, child);
    const char *text = found ? found->text : "false";
    const bool is_true = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (!is_true && strcmp(text, "false") != 0 && strcmp(text, "0") != 0 && text[0] != '\0') {
        tac_robot_refuse(r, found, "<%s> is '%.40s', neither true nor false", child, text);
    }
    return is_true;
}

vec3 tac_sdf_vector(tac_robot *r, tac_xml_node *node, const char *child, vec3 otherwise)
{
    const tac_xml_node *found = tac_robot_child(node, child);
    double x[3] = {otherwise.x, otherwise.y, otherwise.z};
    if (found && found->text[0] != '\0') {
        (void)tac_robot_numbers(r, found, tac_robot_print(r, "<%s>", child), found->text, 3, 3, x);
    }
    return (vec3){x[0], x[1], x[2]};
}

tac_robot_pose tac_sdf_pose(tac_robot *r, tac_xml_node *node, const char **base)
{
    tac_xml_node *pose = tac_robot_child(node, "pose");
    double x[7] = {0.0};
    *base = NULL;
    if (!pose) {
        return tac_robot_no_pose;
    }
    const char *to = tac_robot_attribute(pose, "relative_to"),
               *before = tac_robot_attribute(pose, "frame"), // until 1.6
                   *format = tac_robot_attribute(pose, "rotation_format");
    const bool is_degree = tac_robot_truth(r, pose, "degrees", false),
               is_quat = format && strcmp(format, "quat_xyzw") == 0;
    const char *named = to ? to : before;
    *base = named && named[0] != '\0' ? named : NULL;
    if (pose->text[0] == '\0') {
        return tac_robot_no_pose;
    }
    const int n = is_quat ? 7 : 6;
    (void)tac_robot_numbers(r, pose, "<pose>", pose->text, n, n, x);
    const double unit = is_degree ? TAC_PI / 180.0 : 1.0;
    if (is_quat && !(x[3] * x[3] + x[4] * x[4] + x[5] * x[5] + x[6] * x[6] > 0.0)) {
        tac_robot_refuse(r, pose, "<pose> has a quaternion of zero; give it a rotation");
    }
    const quat q = is_quat ? unitq((quat){x[6], x[3], x[4], x[5]})
                           : tac_robot_rpy((vec3){unit * x[3], unit * x[4], unit * x[5]});
    return (tac_robot_pose){q, {x[0], x[1], x[2]}};
}

// ---- frames --------------------------------------------------------------------------------------

static int look_up(const tac_sdf *s, const char *name)
{
    tac_robot_work(s->r, s->frame.n);
    for (int i = 0; i < s->frame.n; i++) {
        if (strcmp(tac_sdf_frame_at(s, i)->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int tac_sdf_add_frame(tac_sdf *s, tac_sdf_kind kind, const char *name, int model,
                      tac_xml_node *node)
{
    tac_robot *r = s->r;
    const char *of = model == TAC_SDF_WORLD ? "" : tac_sdf_frame_at(s, model)->name;
    const char *whole = of[0] == '\0' ? name : tac_robot_print(r, "%s::%s", of, name);
    int before = look_up(s, whole);
    if (before >= 0 && s->version < ONE_NAME && tac_sdf_frame_at(s, before)->kind != kind) {
        whole = tac_robot_print(r, "%s_%s", whole, kind == TAC_SDF_JOINT ? "joint" : "frame");
        before = look_up(s, whole);
    }
    if (before >= 0 && kind != TAC_SDF_OF_WORLD) {
        tac_robot_refuse(r, node, "'%.80s' is there already, in line %d; rename one", whole,
                         tac_sdf_frame_at(s, before)->node->line);
    }
    if (s->frame.n >= MOST_FRAMES) {
        tac_robot_refuse(r, node, "more than %d frames; that is no robot", MOST_FRAMES);
    }
    tac_sdf_frame *f = tac_robot_add(r, &s->frame, sizeof *f);
    *f = (tac_sdf_frame){.kind = kind,
                         .name = whole,
                         .model = model,
                         .node = node,
                         .pose = tac_robot_no_pose,
                         .link = -1};
    return s->frame.n - 1;
}

int tac_sdf_find(tac_sdf *s, int model, const char *name, const tac_xml_node *at)
{
    const char *of = model == TAC_SDF_WORLD ? "" : tac_sdf_frame_at(s, model)->name;
    if (strcmp(name, "__model__") == 0) {
        return model;
    }
    if (strcmp(name, "world") == 0 || strcmp(name, "__root__") == 0) {
        return TAC_SDF_WORLD;
    }
    const size_t n = strlen(name);
    const char *exact = of[0] == '\0' ? name : tac_robot_print(s->r, "%s::%s", of, name);
    const bool is_model = n > 11 && strcmp(name + n - 11, "::__model__") == 0;
    const char *plain = is_model ? tac_robot_print(s->r, "%.*s", (int)(n - 11), name) : name;
    int found = look_up(s, exact);
    if (found < 0 && is_model) {
        found = look_up(s, of[0] == '\0' ? plain : tac_robot_print(s->r, "%s::%s", of, plain));
    }
    if (found < 0) {
        tac_robot_refuse(s->r, at, "there is no '%.80s' in model '%.80s'; add it", name, of);
    }
    return found;
}

// The frame that the pose of a frame is in.
static int base_of(tac_sdf *s, int i)
{
    const tac_sdf_frame *f = tac_sdf_frame_at(s, i);
    if (f->base) {
        return tac_sdf_find(s, f->model, f->base, f->node);
    }
    return f->attached ? tac_sdf_find(s, f->model, f->attached, f->node) : f->model;
}

// In the frame of a model that it is in, or in the world.
static tac_robot_pose pose_in(tac_sdf *s, int i, int model)
{
    tac_sdf_frame *f = tac_sdf_frame_at(s, i);
    if (i == model || (model == TAC_SDF_WORLD && f->is_known)) {
        return i == model ? tac_robot_no_pose : f->in_world;
    }
    if (i == TAC_SDF_WORLD || ++s->depth > 2 * s->frame.n + 2) {
        tac_robot_refuse(s->r, f->node,
                         "the pose of '%.80s' leads in a circle or out of its model; correct "
                         "'relative_to'",
                         f->name);
    }
    tac_robot_pose pose = f->pose;
    if (f->kind == TAC_SDF_MODEL && f->placement) {
        const int placed = tac_sdf_find(s, i, f->placement, f->node);
        pose = tac_robot_pose_in(pose, tac_robot_pose_back(pose_in(s, placed, i)));
    }
    pose = tac_robot_pose_in(pose_in(s, base_of(s, i), model), pose);
    s->depth--;
    if (model == TAC_SDF_WORLD) {
        f->is_known = true;
        f->in_world = pose;
    }
    return pose;
}

tac_robot_pose tac_sdf_in_world(tac_sdf *s, int frame)
{
    return pose_in(s, frame, TAC_SDF_WORLD);
}

// The first link in a model, or the one that it names.
static int canonical_link(tac_sdf *s, int model)
{
    const tac_sdf_frame *m = tac_sdf_frame_at(s, model);
    const char *named = tac_robot_attribute(m->node, "canonical_link");
    if (named && named[0] != '\0') {
        return tac_sdf_find(s, model, named, m->node);
    }
    const size_t n = strlen(m->name);
    for (int i = 0; i < s->frame.n; i++) {
        const tac_sdf_frame *f = tac_sdf_frame_at(s, i);
        if (f->kind == TAC_SDF_LINK && strncmp(f->name, m->name, n) == 0 &&
            strncmp(f->name + n, "::", 2) == 0) {
            return i;
        }
    }
    return -1;
}

int tac_sdf_link_of(tac_sdf *s, int frame, const tac_xml_node *at)
{
    for (int steps = 0; steps <= s->frame.n; steps++) {
        const tac_sdf_frame *f = frame < 0 ? NULL : tac_sdf_frame_at(s, frame);
        if (!f || f->kind == TAC_SDF_OF_WORLD) {
            return TAC_ROBOT_GROUND;
        }
        if (f->kind == TAC_SDF_LINK) {
            return f->link;
        }
        frame = f->kind == TAC_SDF_MODEL ? canonical_link(s, frame)
                : f->attached            ? tac_sdf_find(s, f->model, f->attached, f->node)
                                         : f->model;
    }
    tac_robot_refuse(s->r, at,
                     "what a frame is attached to leads in a circle; correct 'attached_to'");
}

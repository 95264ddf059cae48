// Frames on bodies: from points and axes of the file at the initial configuration, or from
// positions and orientations in body frames. A tac_frame counts from the centre of mass in body
// axes.
#include "frames.h"

#include <math.h>
#include <string.h>

#include "bodies.h"
#include "flexible.h"
#include "interfaces.h"
#include "model_reader.h"
#include "orientation.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"

#define PERPENDICULAR 1e-6 // cosine of the angle that two axes of a universal joint may miss

vec3 tac_world_point(const tac_place *p, vec3 s)
{
    return add3(tac_instance_of(p)->r, mul3(rotation(tac_instance_of(p)->q), s));
}

vec3 tac_world_vector(const tac_place *p, vec3 v)
{
    return mul3(rotation(tac_instance_of(p)->q), v);
}

// ---- one frame -----------------------------------------------------------------------------------

static const tac_body_desc *body_of(const tac_model_reader *model, int body)
{
    return (const tac_body_desc *)model->body.data + body;
}

tac_frame tac_frame_on(const tac_model_reader *model, int body, vec3 r, quat q)
{
    if (body == TAC_GROUND) {
        return (tac_frame){body, r, tac_start_quat(q), 0, false};
    }
    const tac_body_desc *b = body_of(model, body);
    return (tac_frame){body, tmul3(rotation(b->p), sub3(r, b->r)),
                       tac_start_quat(mulq(conjq(b->p), q)), 0, false};
}

vec3 tac_frame_origin(const tac_model_reader *model, const tac_frame *f)
{
    if (f->body == TAC_GROUND) {
        return f->s;
    }
    const tac_body_desc *b = body_of(model, f->body);
    const tac_flexible *flexible = tac_flexible_of(model, f->body);
    vec3 s = flexible ? add3(flexible->modal->point[f->interface].s, f->s) : f->s;
    return add3(b->r, mul3(rotation(b->p), s));
}

// On a flexible body: at an interface, by the point in the frame of the body or by its name.
static tac_frame frame_in_flexible(const tac_place *p, const tac_node *body, int index,
                                   const tac_node *map, const char *key)
{
    const tac_node *at = tac_find(map, key);
    int entry = strcmp(key, "at2") == 0;
    const char *name = tac_interface_name(p, map, entry);
    const tac_node *blamed = at ? at : tac_interface_node(map, entry);
    const tac_body_desc *b = body_of(tac_model_of(p), index);
    const tac_raw_body *raw = (const tac_raw_body *)tac_model_of(p)->raw_body.data + index;
    quat q = mulq(b->p, tac_orientation(p, tac_find(map, "orientation"), "orientation"));
    if (!at && !name) {
        tac_refuse(p->rd, map, "on a flexible body this needs 'interface' or '%s'; add one", key);
    }
    vec3 r;
    if (at) { // the frame of a beam of several bodies lies in its middle
        vec3 s = sub3(tac_vector(p, at, key, TAC_Q_LENGTH), raw->com);
        s = sub3(s, raw->flexible->from_middle);
        r = add3(b->r, mul3(rotation(b->p), s));
    } else {
        r = tac_interface_place(p, blamed, body, index, name);
    }
    return tac_attach(p, blamed, body, index, r, q, name);
}

tac_frame tac_frame_in(const tac_place *p, const tac_node *body, const tac_node *map,
                       const char *key, tac_default_point otherwise)
{
    int index = tac_body_reference(p, body);
    if (tac_flexible_of(tac_model_of(p), index) && !tac_is_ground(body)) {
        return frame_in_flexible(p, body, index, map, key);
    }
    const tac_node *at = tac_find(map, key);
    vec3 s = tac_vector_or(p, map, key, TAC_Q_LENGTH, (vec3){0.0, 0.0, 0.0});
    quat q = tac_orientation(p, tac_find(map, "orientation"), "orientation");
    const char *interface = tac_interface_name(p, map, strcmp(key, "at2") == 0);
    if (tac_is_ground(body) || tac_is_world(p, body) ||
        interface) { // the file's frame, on the body that stands for ground
        return tac_attach(p, tac_interface_node(map, strcmp(key, "at2") == 0), body, index,
                          tac_world_point(p, s), mulq(tac_instance_of(p)->q, q), interface);
    }
    const tac_raw_body *raw = tac_model_of(p)->raw_body.data;
    int from_origin = at || otherwise == TAC_AT_ORIGIN;
    return (tac_frame){index, from_origin ? sub3(s, raw[index].com) : s, q, 0, false};
}

// ---- two frames ----------------------------------------------------------------------------------

// By `frames: [F1, F2]`, each in its body's frame.
static tac_meeting by_frames(const tac_place *p, const tac_node *item, const tac_node *bodies,
                             const tac_node *frames)
{
    static const char *const excluded[] = {"at", "at2", "axis", "axis2"};
    for (int i = 0; i < 4; i++) {
        if (tac_find(item, excluded[i])) {
            tac_refuse_key(p->rd, item, excluded[i],
                           "'%s' and 'frames' exclude each other; remove "
                           "one",
                           excluded[i]);
        }
    }
    if (frames->kind != TAC_LIST || frames->n != 2) {
        tac_refuse(p->rd, frames, "'frames' must be a list of two maps, one for each body");
    }
    tac_frame frame[2];
    for (int i = 0; i < 2; i++) {
        const tac_node *map = i == 0 ? frames->first->value : frames->first->next->value;
        const tac_node *body = i == 0 ? bodies->first->value : bodies->first->next->value;
        tac_check_map(p, map, TAC_MAP_FRAME);
        frame[i] = tac_frame_in(p, body, map, "position", TAC_AT_ORIGIN);
    }
    tac_meeting m = {.a = frame[0], .b = frame[1]};
    m.ra = tac_frame_origin(tac_model_of(p), &m.a);
    m.rb = tac_frame_origin(tac_model_of(p), &m.b);
    return m;
}

// Both frames of a universal joint: a has z along the first axis and x along the second, b has z
// along the second and x along the first; with these both angles are zero.
static void read_axis2(const tac_place *p, const tac_node *item, const char *what, vec3 z, quat *qa,
                       quat *qb)
{
    const tac_node *node = tac_need(p, item, "axis2", what);
    vec3 z2 = tac_direction(p, node, "axis2");
    if (fabs(dot3(z, z2)) > PERPENDICULAR) {
        tac_refuse(p->rd, node,
                   "'axis2' must be perpendicular to 'axis', the cosine between them is %.2g; turn "
                   "one of them",
                   dot3(z, z2));
    }
    *qa = tac_two_axes(2, z, 0, z2);
    *qb = tac_two_axes(2, z2, 0, z);
}

// Where the points are in the world; an interface says it where no point is given.
static void read_points(const tac_place *p, const tac_node *item, const char *what,
                        const int index[2], tac_second_point second, tac_meeting *m)
{
    const tac_node *at = tac_find(item, "at"), *bodies = tac_find(item, "bodies"), *body[2];
    vec3 named[2];
    bool has[2];
    body[0] = bodies->first->value, body[1] = bodies->first->next->value;
    for (int i = 0; i < 2; i++) {
        const char *name = tac_interface_name(p, item, i);
        has[i] = name != NULL;
        named[i] =
            has[i] ? tac_interface_place(p, tac_interface_node(item, i), body[i], index[i], name)
                   : (vec3){0.0, 0.0, 0.0};
    }
    if (!at && !has[0] && !has[1]) {
        tac_refuse(p->rd, item, "%s needs 'at' or 'frames'; add one", what);
    }
    m->ra = at       ? tac_world_point(p, tac_vector(p, at, "at", TAC_Q_LENGTH))
            : has[0] ? named[0]
                     : named[1];
    m->rb = !at && has[1] ? named[1] : m->ra;
    if (tac_find(item, "at2") || (second == TAC_AT2_NEEDED && (at || !has[0] || !has[1]))) {
        const tac_node *at2 = tac_need(p, item, "at2", what);
        m->rb = tac_world_point(p, tac_vector(p, at2, "at2", TAC_Q_LENGTH));
    }
}

// By points and axes in the file's frame at the initial configuration.
static tac_meeting by_points(const tac_place *p, const tac_node *item, const char *what, int a,
                             int b, tac_second_point second, bool has_axis2)
{
    const tac_node *axis = tac_find(item, "axis");
    const tac_node *bodies = tac_find(item, "bodies"), *body[2];
    const char *interface[2];
    body[0] = bodies->first->value, body[1] = bodies->first->next->value;
    for (int i = 0; i < 2; i++) {
        interface[i] = tac_interface_name(p, item, i);
    }
    tac_meeting m;
    read_points(p, item, what, (int[2]){a, b}, second, &m);
    vec3 z = !axis ? (vec3){0.0, 0.0, 1.0} : tac_direction(p, axis, "axis");
    quat qa = tac_smallest_rotation(2, z), qb = qa;
    if (has_axis2) {
        read_axis2(p, item, what, z, &qa, &qb);
    }
    const tac_node *at = tac_find(item, "at"), *at2 = tac_find(item, "at2");
    for (int i = 0; i < 2; i++) {
        const tac_node *point = i == 1 && at2 ? at2 : at;
        const tac_node *blamed = interface[i] || !point ? tac_interface_node(item, i) : point;
        *(i == 0 ? &m.a : &m.b) =
            tac_attach(p, blamed, body[i], i == 0 ? a : b, i == 0 ? m.ra : m.rb,
                       mulq(tac_instance_of(p)->q, i == 0 ? qa : qb), interface[i]);
    }
    return m;
}

tac_meeting tac_read_meeting(const tac_place *p, const tac_node *item, const char *what,
                             tac_second_point second, bool has_axis2)
{
    const tac_node *bodies = tac_need(p, item, "bodies", what), *frames = tac_find(item, "frames");
    if (bodies->kind != TAC_LIST || bodies->n != 2) {
        tac_refuse(p->rd, bodies, "'bodies' must be two names [first, second]");
    }
    const tac_node *second_body = bodies->first->next->value;
    int a = tac_body_reference(p, bodies->first->value), b = tac_body_reference(p, second_body);
    if (a == b && a != TAC_GROUND &&
        tac_is_ground(bodies->first->value) != tac_is_ground(second_body)) {
        const char *const *name = tac_model_of(p)->body_name.data;
        tac_refuse(p->rd, bodies, "%s needs two different bodies; 'ground' stands for '%.80s' here",
                   what, name[a]);
    }
    if (a == b && tac_is_world(p, bodies->first->value) != tac_is_world(p, second_body)) {
        tac_refuse(p->rd, bodies,
                   "%s needs two different bodies; 'world' and 'ground' are one where nothing "
                   "includes the file",
                   what);
    }
    if (a == b) {
        tac_refuse(p->rd, bodies, "%s needs two different bodies, not '%.60s' twice", what,
                   tac_text(p, second_body, "bodies"));
    }
    return frames ? by_frames(p, item, bodies, frames)
                  : by_points(p, item, what, a, b, second, has_axis2);
}

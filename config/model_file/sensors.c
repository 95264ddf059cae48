// Sensors: what is measured, where, and in which axes.
#include "sensors.h"

#include <string.h>

#include "flexible.h"
#include "forces.h"
#include "frames.h"
#include "model_reader.h"
#include "parts.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "references.h"
#include "repeat.h"

static const char *const types[TAC_N_SENSOR_KIND] = {
    [TAC_POSE] = "pose",
    [TAC_TWIST] = "twist",
    [TAC_ACCELERATION] = "acceleration",
    [TAC_SPECIFIC] = "accelerometer",
    [TAC_COORDINATES] = "coordinates",
    [TAC_REACTION] = "reaction",
    [TAC_SPAN] = "distance",
    [TAC_SPRING_FORCE] = "force",
    [TAC_ENERGY] = "energy",
    [TAC_RESIDUALS] = "residuals",
    [TAC_MODES] = "modes",
    [TAC_INTERNAL] = "internal_force",
    [TAC_OUTPUT] = "output",
};

#define OWN_KEYS "name", "type", "repeat"

static const char *const keys[TAC_N_SENSOR_KIND][9] = {
    [TAC_POSE] = {OWN_KEYS, "body", "at", "orientation", "interface", NULL},
    [TAC_TWIST] = {OWN_KEYS, "body", "at", "orientation", "axes", "interface", NULL},
    [TAC_ACCELERATION] = {OWN_KEYS, "body", "at", "orientation", "axes", "interface", NULL},
    [TAC_SPECIFIC] = {OWN_KEYS, "body", "at", "orientation", "axes", "interface", NULL},
    [TAC_COORDINATES] = {OWN_KEYS, "joint", NULL},
    [TAC_REACTION] = {OWN_KEYS, "joint", "axes", NULL},
    [TAC_SPAN] = {OWN_KEYS, "bodies", "at", "at2", "interfaces", NULL},
    [TAC_SPRING_FORCE] = {OWN_KEYS, "element", NULL},
    [TAC_OUTPUT] = {OWN_KEYS, "element", "output", NULL},
    [TAC_ENERGY] = {OWN_KEYS, NULL},
    [TAC_RESIDUALS] = {OWN_KEYS, NULL},
    [TAC_MODES] = {OWN_KEYS, "body", NULL},
    [TAC_INTERNAL] = {OWN_KEYS, "body", "at", "orientation", "axes", "interface", NULL},
};

static int read_axes(const tac_place *p, const tac_node *item, const char *own, int otherwise)
{
    const char *const words[] = {"world", own};
    const tac_node *node = tac_find(item, "axes");
    return node ? tac_choice(p, node, "axes", words, 2) : otherwise;
}

static void read_joint(const tac_place *p, const tac_node *item, const char *what,
                       tac_sensor_desc *s)
{
    const tac_node *node = tac_need(p, item, "joint", what);
    s->what = TAC_JOINTS;
    s->element = tac_reference(p, node, "joint", &tac_model_of(p)->joint_names);
    const tac_joint_desc *j = (const tac_joint_desc *)tac_model_of(p)->joint.data + s->element;
    if (s->kind == TAC_COORDINATES && j->kind == TAC_FIXED) {
        tac_refuse(p->rd, node, "joint '%.80s' is fixed and has no coordinates; choose another",
                   tac_text(p, node, "joint"));
    }
}

static void read_distance(const tac_place *p, const tac_node *item, tac_sensor_desc *s)
{
    const tac_node *bodies = tac_need(p, item, "bodies", "a distance sensor");
    if (bodies->kind != TAC_LIST || bodies->n != 2) {
        tac_refuse(p->rd, bodies, "'bodies' must be two names [first, second]");
    }
    s->a = tac_frame_in(p, bodies->first->value, item, "at", TAC_AT_MASS);
    s->b = tac_frame_in(p, bodies->first->next->value, item, "at2", TAC_AT_MASS);
    if (s->a.body == s->b.body) {
        tac_refuse(p->rd, bodies, "a distance sensor needs two different bodies; change one");
    }
}

static void read_element(const tac_place *p, const tac_node *item, const char *what,
                         tac_sensor_desc *s)
{
    const tac_node *node = tac_need(p, item, "element", what);
    int i = tac_reference(p, node, "force", &tac_model_of(p)->force_names);
    const tac_force_ref *f = (const tac_force_ref *)tac_model_of(p)->force_ref.data + i;
    if (f->is_load) {
        tac_refuse(p->rd, node,
                   "'%.80s' is a load, which is known beforehand; name a spring, "
                   "bushing, friction or contact",
                   tac_text(p, node, "element"));
    }
    s->what = f->what;
    s->element = f->index;
}

static void read_output(const tac_place *p, const tac_node *item, tac_sensor_desc *s)
{
    const tac_bushing_desc *bushing = tac_model_of(p)->bushing.data;
    read_element(p, item, "an output sensor", s);
    s->element = s->what == TAC_BUSHINGS ? bushing[s->element].part - 1 : TAC_NONE;
    s->what = TAC_JOINTS;
    if (s->element == TAC_NONE) {
        const tac_node *node = tac_find(item, "element");
        tac_refuse(p->rd, node,
                   "'%.80s' is no part and has no outputs; name a force of type 'part'",
                   tac_text(p, node, "element"));
    }
    s->output = tac_part_output(p, tac_need(p, item, "output", "an output sensor"), s->element);
}

static void read_modes_of(const tac_place *p, const tac_node *item, tac_sensor_desc *s)
{
    const tac_node *body = tac_need(p, item, "body", "a modes sensor");
    s->element = tac_body_reference(p, body);
    const tac_flexible *f = tac_flexible_of(tac_model_of(p), s->element);
    if (!f) {
        tac_refuse(p->rd, body, "'%.60s' is rigid and has no modes; name a flexible body",
                   tac_text(p, body, "body"));
    }
    if (f->beam && strcmp(tac_full_name(p, tac_text(p, body, "body")), f->beam) == 0) {
        tac_refuse(p->rd, body, "the beam is %d bodies; name one of them, as '%.60s/1'", f->n,
                   tac_text(p, body, "body"));
    }
}

// What counts at which interfaces: desc.h.
static void read_internal(const tac_place *p, const tac_node *item, tac_sensor_desc *s)
{
    const tac_node *body = tac_need(p, item, "body", "an internal force sensor");
    const tac_model_reader *model = tac_model_of(p);
    if (!tac_flexible_of(model, tac_body_reference(p, body))) {
        tac_refuse(p->rd, body,
                   "'%.60s' is rigid and has no internal forces; name a flexible body, or take a "
                   "sensor of type 'reaction' on its joint",
                   tac_text(p, body, "body"));
    }
    if (!tac_find(item, "interface") && !tac_find(item, "at")) {
        tac_refuse(p->rd, item,
                   "an internal force sensor needs 'interface' or 'at', where it looks; add one");
    }
    s->a = tac_frame_in(p, body, item, "at", TAC_AT_MASS);
    s->in_frame = read_axes(p, item, "body", 1);
    const tac_modal *m = tac_flexible_of(model, s->a.body)->modal;
    int i = s->a.interface;
    bool inside = m->is_beam && i > 0 && i + 1 < m->n_point;
    s->internal = (tac_internal_desc){.n = inside ? m->n_point - i : 1,
                                      .other_way = m->is_beam && i == 0,
                                      .beyond = m->point[i].beyond};
}

static void read_sensor(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *type = tac_need(p, item, "type", "a sensor");
    const quat identity = {1.0, 0.0, 0.0, 0.0};
    tac_sensor_desc s = {.a = {.body = TAC_GROUND, .q = identity},
                         .b = {.body = TAC_GROUND, .q = identity}};
    s.kind = (tac_sensor_kind)tac_choice(p, type, "sensor type", types, TAC_N_SENSOR_KIND);
    tac_check_keys(p, item, "this type of sensor", keys[s.kind]);
    const char *name = tac_full_name(p, tac_new_name(p, item, "a sensor"));
    tac_names_add(p->rd, &model->sensor_names, tac_find(item, "name"), "sensor", name,
                  model->sensor.n);
    switch (s.kind) {
    case TAC_POSE:
    case TAC_TWIST:
    case TAC_ACCELERATION:
    case TAC_SPECIFIC:
        s.a = tac_frame_in(p, tac_need(p, item, "body", "a sensor on a body"), item, "at",
                           TAC_AT_MASS);
        s.in_frame = read_axes(p, item, "body", s.kind == TAC_SPECIFIC);
        break;
    case TAC_COORDINATES:
        read_joint(p, item, "a coordinates sensor", &s);
        break;
    case TAC_REACTION:
        read_joint(p, item, "a reaction sensor", &s);
        s.in_frame = read_axes(p, item, "joint", 0);
        break;
    case TAC_SPAN:
        read_distance(p, item, &s);
        break;
    case TAC_SPRING_FORCE:
        read_element(p, item, "a force sensor", &s);
        break;
    case TAC_OUTPUT:
        read_output(p, item, &s);
        break;
    case TAC_MODES:
        read_modes_of(p, item, &s);
        break;
    case TAC_INTERNAL:
        read_internal(p, item, &s);
        break;
    case TAC_ENERGY:
    case TAC_RESIDUALS:
    case TAC_N_SENSOR_KIND:
        break;
    }
    tac_list_add_text(p->rd, &model->sensor_name, name);
    *(tac_sensor_desc *)tac_list_add(p->rd, &model->sensor, sizeof s) = s;
}

void tac_read_sensors(const tac_place *p)
{
    tac_each_item(p, "sensors", read_sensor);
}

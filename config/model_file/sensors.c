// Sensors, by the tables of their types: what is measured, where, and in which axes.
#include "sensors.h"

#include <stdio.h>
#include <string.h>

#include "flexible.h"
#include "forces.h"
#include "frames.h"
#include "keys.h"
#include "model_reader.h"
#include "parts.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "sensor_types.h"
#include "sources.h"

static void read_joint(const tac_place *p, const tac_node *item, const tac_type *type,
                       tac_sensor_desc *s)
{
    const tac_node *node = tac_need(p, item, "joint", type->called);
    s->what = TAC_JOINTS;
    s->element = tac_reference(p, node, "joint", &tac_model_of(p)->joint_names);
    const tac_joint_desc *j = (const tac_joint_desc *)tac_model_of(p)->joint.data + s->element;
    const tac_joint_type *joint = tac_joint_type_of(j->kind);
    if (type->with_coordinates && joint->n_coordinate == 0) {
        tac_refuse(p->rd, node, "joint '%.80s' is %s and has no coordinates; choose another",
                   tac_text(p, node, "joint"), joint->type.word);
    }
    if (!type->with_coordinates && tac_joint_type_has_row(joint, TAC_ROW_ASIDE)) {
        tac_refuse(p->rd, node,
                   "joint '%.80s' is a shaft, whose bearings have no forces; take 'force' or "
                   "'coupler' of what acts on it",
                   tac_text(p, node, "joint"));
    }
    if (type->of_line && !joint->is_line) {
        tac_refuse(p->rd, node,
                   "joint '%.80s' is %s and no rod; a 'reaction' with 'axes: joint' has its force "
                   "along its axis",
                   tac_text(p, node, "joint"), joint->type.called);
    }
    if (type->with_efforts && j->n_effort == 0) {
        tac_refuse(p->rd, node, "joint '%.80s' has no 'effort_of'; add it there",
                   tac_text(p, node, "joint"));
    }
    const tac_node *at = tac_find(item, "at");
    if (at) {
        const quat world = {1.0, 0.0, 0.0, 0.0};
        if (tac_flexible_of(tac_model_of(p), j->b.body)) {
            tac_refuse(p->rd, at,
                       "the second body of joint '%.80s' is flexible, which has no point but the "
                       "joint's; leave out 'at'",
                       tac_text(p, node, "joint"));
        }
        vec3 point = tac_world_point(p, tac_vector(p, at, "at", TAC_Q_LENGTH));
        s->a = tac_frame_on(tac_model_of(p), j->b.body, point, world);
        s->elsewhere = 1;
    }
}

static void read_two_points(const tac_place *p, const tac_node *item, const tac_type *type,
                            tac_sensor_desc *s)
{
    const tac_node *bodies = tac_need(p, item, "bodies", type->called);
    if (bodies->kind != TAC_LIST || bodies->n != 2) {
        tac_refuse(p->rd, bodies, "'bodies' must be two names [first, second]");
    }
    s->a = tac_frame_in(p, bodies->first->value, item, "at", TAC_AT_MASS);
    s->b = tac_frame_in(p, bodies->first->next->value, item, "at2", TAC_AT_MASS);
    if (s->a.body == s->b.body) {
        tac_refuse(p->rd, bodies, "%s needs two different bodies; change one", type->called);
    }
}

static void read_element(const tac_place *p, const tac_node *item, const tac_type *type,
                         tac_sensor_desc *s)
{
    const tac_node *node = tac_need(p, item, "element", type->called);
    int i = tac_reference(p, node, "force", &tac_model_of(p)->forces.force_names);
    const tac_force_ref *f = (const tac_force_ref *)tac_model_of(p)->forces.force_ref.data + i;
    if (f->is_load) {
        tac_refuse(p->rd, node,
                   "'%.80s' is a load, which is known beforehand; name a spring, "
                   "bushing, friction or contact",
                   tac_text(p, node, "element"));
    }
    const tac_law_desc *law = tac_model_of(p)->forces.law.data;
    if (type->of_tyre && (f->what != TAC_LAWS || !tac_type_of_law(&law[f->index])->on_road)) {
        tac_refuse(p->rd, node, "'%.80s' is no tyre; name a force of type 'tyre'",
                   tac_text(p, node, "element"));
    }
    s->what = f->what;
    s->element = f->index;
}

static void read_output(const tac_place *p, const tac_node *item, const tac_type *type,
                        tac_sensor_desc *s)
{
    const tac_bushing_desc *bushing = tac_model_of(p)->forces.bushing.data;
    read_element(p, item, type, s);
    s->element = s->what == TAC_BUSHINGS ? bushing[s->element].part - 1 : TAC_NONE;
    s->what = TAC_JOINTS;
    if (s->element == TAC_NONE) {
        const tac_node *node = tac_find(item, "element");
        tac_refuse(p->rd, node,
                   "'%.80s' is no part and has no outputs; name a force of type 'part'",
                   tac_text(p, node, "element"));
    }
    s->output = tac_part_output(p, tac_need(p, item, "output", type->called), s->element);
}

static const tac_flexible *need_flexible(const tac_place *p, const tac_node *body,
                                         const tac_type *type)
{
    const tac_flexible *f = tac_flexible_of(tac_model_of(p), tac_body_reference(p, body));
    if (!f) {
        tac_refuse(p->rd, body, "'%.60s' is rigid and %s", tac_text(p, body, "body"), type->rigid);
    }
    return f;
}

static void read_flexible(const tac_place *p, const tac_node *item, const tac_type *type,
                          tac_sensor_desc *s)
{
    const tac_node *body = tac_need(p, item, "body", type->called);
    s->element = tac_body_reference(p, body);
    const tac_flexible *f = need_flexible(p, body, type);
    if (f->beam && strcmp(tac_full_name(p, tac_text(p, body, "body")), f->beam) == 0) {
        tac_refuse(p->rd, body, "the beam is %d bodies; name one of them, as '%.60s/1'", f->n,
                   tac_text(p, body, "body"));
    }
}

// What counts at which interfaces: desc.h.
static void read_interface(const tac_place *p, const tac_node *item, const tac_type *type,
                           tac_sensor_desc *s)
{
    const tac_node *body = tac_need(p, item, "body", type->called);
    (void)need_flexible(p, body, type);
    if (!tac_find(item, "interface") && !tac_find(item, "at")) {
        tac_refuse(p->rd, item, "%s needs 'interface' or 'at', where it looks; add one",
                   type->called);
    }
    s->a = tac_frame_in(p, body, item, "at", TAC_AT_MASS);
    const tac_modal *m = tac_flexible_of(tac_model_of(p), s->a.body)->modal;
    int i = s->a.interface;
    bool inside = m->is_beam && i > 0 && i + 1 < m->n_point;
    s->internal = (tac_internal_desc){.n = inside ? m->n_point - i : 1,
                                      .other_way = m->is_beam && i == 0,
                                      .beyond = m->point[i].beyond};
}

static void read_place(const tac_place *p, const tac_node *item, const tac_type *type,
                       tac_sensor_desc *s)
{
    switch (type->placing) {
    case TAC_PLACED_ON_BODY:
        s->a = tac_frame_in(p, tac_need(p, item, "body", type->called), item, "at", TAC_AT_MASS);
        break;
    case TAC_PLACED_AT_JOINT:
        read_joint(p, item, type, s);
        break;
    case TAC_PLACED_FROM_TO:
        read_two_points(p, item, type, s);
        break;
    case TAC_PLACED_AT_FORCE:
        read_element(p, item, type, s);
        break;
    case TAC_PLACED_AT_PART:
        read_output(p, item, type, s);
        break;
    case TAC_PLACED_IN_FLEXIBLE:
        read_flexible(p, item, type, s);
        break;
    case TAC_PLACED_ON_FLEXIBLE:
        read_interface(p, item, type, s);
        break;
    case TAC_PLACED_AT_COUPLER:
        s->what = TAC_TERMS;
        s->element = tac_reference(p, tac_need(p, item, "coupler", type->called), "coupler",
                                   &tac_model_of(p)->coupler_names);
        break;
    case TAC_PLACED_NOWHERE:
    case TAC_PLACED_ON_AXIS:
    case TAC_PLACED_IN_TIME:
    case TAC_PLACED_AT_JOINTS:
    case TAC_PLACED_AS_ROAD:
    case TAC_PLACED_AT_CONTACT:
    case TAC_PLACED_BETWEEN: // of joints and forces
    case TAC_PLACED_BETWEEN_OR_BY:
    case TAC_PLACED_BY_JOINT:
    case TAC_PLACED_AT_LOAD:
    case TAC_N_PLACING:
        break;
    }
}

static void read_sensor(const tac_place *p, const tac_node *item)
{
    const char *word[TAC_MOST_TYPES];
    int n = tac_sensor_type_count();
    for (int i = 0; i < n; i++) {
        word[i] = tac_sensor_type_of((tac_sensor_kind)i)->type.word;
    }
    tac_model_reader *model = tac_model_of(p);
    const tac_node *node = tac_need(p, item, "type", "a sensor");
    const quat identity = {1.0, 0.0, 0.0, 0.0};
    tac_sensor_desc s = {.a = {.body = TAC_GROUND, .q = identity},
                         .b = {.body = TAC_GROUND, .q = identity}};
    s.kind = (tac_sensor_kind)tac_choice(p, node, "sensor type", word, n);
    const tac_type *type = &tac_sensor_type_of(s.kind)->type;
    tac_check_type_keys(p, item, "this type of sensor", type);
    const char *name = tac_full_name(p, tac_new_name(p, item, "a sensor"));
    tac_names_add(p->rd, &model->signals.sensor_names, tac_find(item, "name"), "sensor", name,
                  model->signals.sensor.n);
    read_place(p, item, type, &s);
    tac_read_keys(p, item, type, (tac_keyed_place){.meeting = NULL, .joint = NULL}, &s);
    tac_list_add_text(p->rd, &model->signals.sensor_name, name);
    *(tac_sensor_desc *)tac_list_add(p->rd, &model->signals.sensor, sizeof s) = s;
}

void tac_read_sensors(const tac_place *p)
{
    tac_each_item(p, "sensors", read_sensor);
}

// ---- sensors as sources --------------------------------------------------------------------------

// Numbers of a sensor; 0: no source takes them.
static int width_of(const tac_model_reader *model, const tac_sensor_desc *s)
{
    const tac_sensor_type *type = tac_sensor_type_of(s->kind);
    const tac_joint_desc *j = (const tac_joint_desc *)model->joint.data + s->element;
    const tac_law_desc *l = (const tac_law_desc *)model->forces.law.data + s->element;
    if (type->column) {
        return type->n_column;
    }
    if (type->type.placing == TAC_PLACED_AT_JOINT) {
        return type->type.with_efforts ? j->n_effort
                                       : 2 * tac_joint_type_width(tac_joint_type_of(j->kind));
    }
    bool force = type->type.placing == TAC_PLACED_AT_FORCE;
    return !force                    ? 0
           : s->what == TAC_BUSHINGS ? 6
           : s->what == TAC_LAWS     ? tac_law_row_count(l)
                                     : 1;
}

static bool is_column(const tac_desc *d, const tac_sensor_desc *s, int k, int width,
                      const char *name)
{
    char text[80];
    tac_column c = tac_sensor_column_name(d, s, k, width);
    int n = snprintf(text, sizeof text, "%s", c.name);
    if (c.number > 0) {
        (void)snprintf(text + n, sizeof text - (size_t)n, "%d", c.number);
    }
    return strcmp(text, name) == 0;
}

static void find_sensed(tac_model_reader *model, const tac_desc *d, const tac_sensed_source *of)
{
    const tac_place *p = &of->place;
    const char *text = tac_text(p, of->text, "sensor"), *dot = strrchr(text, '.');
    if (!dot) {
        tac_refuse(p->rd, of->text, "'sensor' needs NAME.COLUMN, such as '%.60s.q'", text);
    }
    const char *name = tac_copy_text(p->rd, text, (size_t)(dot - text));
    int i = tac_names_find(&model->signals.sensor_names, tac_full_name(p, name));
    if (i < 0) {
        tac_refuse(p->rd, of->text, "no sensor '%.80s'; define it or correct the name", name);
    }
    const tac_sensor_desc *s = (const tac_sensor_desc *)model->signals.sensor.data + i;
    const tac_sensor_type *type = tac_sensor_type_of(s->kind);
    int width = width_of(model, s);
    if (type->type.of_report || width == 0) {
        tac_refuse(p->rd, of->text, "%s cannot be a source; take another sensor",
                   type->type.called);
    }
    tac_source_desc *source = (tac_source_desc *)model->signals.source.data + of->source;
    source->sensor = i;
    source->column = TAC_NONE;
    for (int k = 0; k < width; k++) {
        source->column = is_column(d, s, k, width, dot + 1) ? k : source->column;
    }
    if (source->column == TAC_NONE) {
        tac_refuse(p->rd, of->text,
                   "sensor '%.60s' has no column '%.40s'; `tactus types` lists them", name,
                   dot + 1);
    }
}

void tac_find_sensed_sources(tac_model_reader *model)
{
    const tac_desc d = {.joint = model->joint.data,
                        .spring = model->forces.spring.data,
                        .friction = model->forces.friction.data,
                        .law = model->forces.law.data};
    const tac_sensed_source *all = model->signals.sensed.data;
    for (int i = 0; i < model->signals.sensed.n; i++) {
        find_sensed(model, &d, &all[i]);
    }
}

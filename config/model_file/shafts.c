#include "shafts.h"

#include "bodies.h"
#include "element_types.h"
#include "flexible.h"
#include "orientation.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"

// The joint of a shaft before it that a node names, NULL: it names none.
static const tac_joint_desc *find_shaft(const tac_place *p, const tac_node *body)
{
    const tac_model_reader *model = tac_model_of(p);
    const char *name = tac_full_name(p, tac_text(p, body, "body"));
    int i = tac_names_find(&model->joint_names, name);
    const tac_joint_desc *j = (const tac_joint_desc *)model->joint.data + i;
    bool known = tac_names_find(&model->body_names, name) >= 0 || i < 0 || i >= model->joint.n;
    bool is_shaft = !known && tac_joint_type_has_row(tac_joint_type_of(j->kind), TAC_ROW_ASIDE);
    return is_shaft ? j : NULL;
}

// On a body, at its centre of mass.
static tac_frame on_body(const tac_place *p, const tac_node *item, const char *what)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *body = tac_find(item, "body"), *axis = tac_find(item, "axis");
    int index = tac_body_reference(p, body);
    if (index != TAC_GROUND && tac_flexible_of(model, index)) {
        tac_refuse(p->rd, body,
                   "%s stands on a rigid body; weld one to an interface of the flexible one", what);
    }
    vec3 z = axis ? tac_direction(p, axis, "axis") : (vec3){0.0, 0.0, 1.0};
    quat q = mulq(tac_instance_of(p)->q, tac_smallest_rotation(2, z));
    const tac_body_desc *of = model->body.data;
    vec3 r = index == TAC_GROUND ? tac_world_point(p, (vec3){0.0, 0.0, 0.0}) : of[index].r;
    tac_frame f = tac_frame_on(model, index, r, q);
    f.world = tac_is_world(p, body);
    return f;
}

tac_meeting tac_read_housing(const tac_place *p, const tac_node *item, const char *what)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *body = tac_need(p, item, "body", what), *axis = tac_find(item, "axis");
    const tac_joint_desc *under = find_shaft(p, body);
    if (under && axis) {
        tac_refuse(p->rd, axis, "a shaft on another one has its axis; remove the key");
    }
    tac_meeting m = {.a = under ? under->b : on_body(p, item, what),
                     .b = {.body = model->body.n, .q = {1.0, 0.0, 0.0, 0.0}}};
    m.a.q = under ? under->a.q : m.a.q;
    m.ra = m.rb = tac_frame_origin(model, &m.a);
    return m;
}

// Angle and rate of what carries a shaft, about its axis.
static double angle_of(const tac_model_reader *model, const tac_frame *f)
{
    const tac_body_desc *b = model->body.data;
    return f->body != TAC_GROUND && b[f->body].shaft ? b[f->body].r.x : 0.0;
}

static double rate_of(const tac_model_reader *model, const tac_frame *f)
{
    const tac_body_desc *b = (const tac_body_desc *)model->body.data + f->body;
    return f->body == TAC_GROUND ? 0.0 : b->shaft ? b->v.x : dot3(col3(rotation(f->q), 2), b->w);
}

void tac_add_shaft(const tac_place *p, const tac_node *item, const char *name,
                   const tac_joint_desc *j)
{
    tac_model_reader *model = tac_model_of(p);
    const double x = j->inertia, angle = j->start.position[0] + angle_of(model, &j->a),
                 rate = j->start.rate[0] + rate_of(model, &j->a);
    tac_body_desc b = {.mass = x,
                       .J = {x, x, x},
                       .r = {angle, 0.0, 0.0},
                       .p = {1.0, 0.0, 0.0, 0.0},
                       .v = {rate, 0.0, 0.0},
                       .group = j->group,
                       .shaft = 1};
    tac_raw_body raw = {
        .in = tac_instance_of(p), .item = item, .base = TAC_GROUND, .state = 2, .q = b.p};
    tac_list_add_text(p->rd, &model->body_name, name);
    *(tac_body_desc *)tac_list_add(p->rd, &model->body, sizeof b) = b;
    *(tac_raw_body *)tac_list_add(p->rd, &model->raw_body, sizeof raw) = raw;
    *(bool *)tac_list_add(p->rd, &model->looks.is_drawn, sizeof(bool)) = true; // like nothing
}

// Bodies: read relative to their base first, placed in the world when all names are known, so that
// a body may be relative to one that comes later or lies in an included file.
#include "bodies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exports.h"
#include "flexible.h"
#include "frames.h"
#include "model_reader.h"
#include "orientation.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/omit.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "solids.h"
#include "visuals.h"

static const vec3 zero = {0.0, 0.0, 0.0};

static void read_spin(const tac_place *p, const tac_node *item, tac_body_desc *b, tac_raw_body *raw)
{
    const tac_node *world = tac_find(item, "angular_velocity_world");
    if (world && tac_find(item, "angular_velocity")) {
        tac_refuse_key(p->rd, item, "angular_velocity_world",
                       "the angular velocity is given twice; keep one of the two keys");
    }
    raw->spin_in_file = world;
    b->w = world ? tac_vector(p, world, "angular_velocity_world", TAC_Q_ANGULAR_VELOCITY)
                 : tac_vector_or(p, item, "angular_velocity", TAC_Q_ANGULAR_VELOCITY, zero);
}

// Pose in the base frame; a rod between two points sets what is not given.
static void read_pose(const tac_place *p, const tac_node *item, const tac_solid *solid,
                      tac_raw_body *raw)
{
    const tac_node *orientation = tac_find(item, "orientation");
    raw->relative_to = tac_find(item, "relative_to");
    raw->com = tac_vector_or(p, item, "center_of_mass", TAC_Q_LENGTH, zero);
    raw->origin = tac_vector_or(p, item, "position", TAC_Q_LENGTH, zero);
    raw->q = tac_orientation(p, orientation, "orientation");
    if (!solid->has_ends) {
        return;
    }
    vec3 along = sub3(solid->to, solid->from);
    if (!orientation) {
        raw->q = tac_smallest_rotation(0, scale3(1.0 / norm3(along), along));
    }
    if (!tac_find(item, "position")) {
        if (tac_find(item, "center_of_mass")) {
            tac_refuse_key(
                p->rd, item, "center_of_mass",
                "the middle of the rod is its centre of mass; give 'position' as well or "
                "remove the key");
        }
        raw->origin = add3(solid->from, scale3(0.5, along));
    }
}

static void read_motion(const tac_place *p, const tac_node *item, const tac_solid *solid,
                        tac_body_desc *b, tac_raw_body *raw)
{
    *b = (tac_body_desc){.group = tac_instance_of(p)->group};
    *raw = (tac_raw_body){.in = tac_instance_of(p), .item = item, .base = TAC_GROUND};
    b->mass = solid->mass;
    memcpy(b->J, solid->J, sizeof b->J);
    read_pose(p, item, solid, raw);
    if (raw->relative_to) { // the name may hold a repeated parameter
        raw->relative_name = tac_text(p, raw->relative_to, "relative_to");
    }
    b->v = tac_world_vector(p, tac_vector_or(p, item, "velocity", TAC_Q_VELOCITY, zero));
    read_spin(p, item, b, raw);
}

static void add_body(const tac_place *p, const char *name, const tac_body_desc *b,
                     const tac_raw_body *raw)
{
    tac_model_reader *model = tac_model_of(p);
    tac_list_add_text(p->rd, &model->body_name, name);
    *(tac_body_desc *)tac_list_add(p->rd, &model->body, sizeof *b) = *b;
    *(tac_raw_body *)tac_list_add(p->rd, &model->raw_body, sizeof *raw) = *raw;
}

// One flexible body, or several behind each other, of which the item's name means the whole.
static void add_flexible(const tac_place *p, const tac_node *item, const char *name)
{
    tac_model_reader *model = tac_model_of(p);
    tac_flexible_item f = tac_read_flexible(p, item, name);
    for (int k = 0; k < f.n; k++) {
        tac_body_desc b;
        tac_raw_body raw;
        const char *own = name;
        read_motion(p, item, &f.solid[k], &b, &raw);
        if (f.has_ends) {
            raw.origin = f.middle;
            raw.q = f.q;
        }
        raw.com = f.part[k].modal->com;
        raw.origin = add3(raw.origin, mul3(rotation(raw.q), f.part[k].from_middle));
        raw.flexible = &f.part[k];
        b.flex = 1 + f.part[k].flex;
        tac_read_modal_start(p, &f, &b);
        if (f.n > 1) {
            char end[16];
            (void)snprintf(end, sizeof end, "/%d", k + 1);
            own = tac_join_text(p->rd, name, end);
            tac_names_add(p->rd, &model->body_names, item, "body", own, model->body.n);
        }
        tac_read_visuals(p, item, &f.solid[k], raw.com);
        *(tac_visual_flexible *)tac_list_add(p->rd, &model->looks.flexible_visual,
                                             sizeof(tac_visual_flexible)) =
            (tac_visual_flexible){.body = model->body.n,
                                  .modal = f.part[k].modal,
                                  .name = f.part[k].name,
                                  .is_beam = f.part[k].is_beam,
                                  .is_round = f.part[k].is_round,
                                  .half = f.part[k].half};
        add_body(p, own, &b, &raw);
    }
}

static void read_body(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    tac_check_map(p, item, TAC_MAP_BODY);
    const char *name = tac_full_name(p, tac_new_name(p, item, "a body"));
    tac_names_add(p->rd, &model->body_names, tac_find(item, "name"), "body", name, model->body.n);
    if (tac_find(item, "flexible")) {
        add_flexible(p, item, name);
        return;
    }
    tac_body_desc b;
    tac_raw_body raw;
    tac_solid solid = tac_read_solid(p, item);
    read_motion(p, item, &solid, &b, &raw);
    tac_read_visuals(p, item, &solid, raw.com);
    add_body(p, name, &b, &raw);
}

void tac_read_bodies(const tac_place *p)
{
    tac_each_item(p, "bodies", read_body);
}

// ---- placing -------------------------------------------------------------------------------------

static void find_bases(tac_model_reader *model)
{
    tac_raw_body *raw = model->raw_body.data;
    for (int i = 0; i < model->raw_body.n; i++) {
        if (!raw[i].relative_to || strcmp(raw[i].relative_name, "ground") == 0) {
            continue;
        }
        const char *prefix = raw[i].in->prefix;
        const char *full = tac_join_text(&model->rd, prefix, raw[i].relative_name);
        raw[i].base = tac_names_find(&model->body_names, full);
        if (raw[i].base < 0 && tac_omit_has(&model->rd, raw[i].relative_name)) {
            tac_refuse_follower(&model->rd, raw[i].relative_to);
        }
        if (raw[i].base < 0) {
            const char *near = tac_names_nearest(&model->body_names, prefix, raw[i].relative_name);
            tac_refuse(&model->rd, raw[i].relative_to, "no body '%.80s'%s%s%s",
                       raw[i].relative_name, near ? "; did you mean '" : "", near ? near : "",
                       near ? "'?" : "; define it or correct the name");
        }
        tac_place said = tac_place_in(model, (tac_instance *)(void *)raw[i].in);
        tac_check_shown(&said, raw[i].relative_to, raw[i].relative_name);
    }
}

// World pose of body i; its base is placed already.
static void place(tac_model_reader *model, int i)
{
    tac_body_desc *body = model->body.data, *b = &body[i];
    tac_raw_body *raw = model->raw_body.data, *own = &raw[i];
    vec3 r = own->in->r;
    quat q = own->in->q;
    if (own->base >= 0) { // back from the base's centre of mass to its body frame
        q = body[own->base].p;
        r = sub3(body[own->base].r, mul3(rotation(q), raw[own->base].com));
    }
    b->p = tac_start_quat(mulq(q, own->q));
    b->r = add3(r, mul3(rotation(q), own->origin));
    b->r = add3(b->r, mul3(rotation(b->p), own->com));
    if (own->spin_in_file) {
        b->w = tmul3(rotation(b->p), mul3(rotation(own->in->q), b->w));
    }
    if (own->flexible &&
        own->flexible->n > 1) { // the velocity given is that of the whole beam's middle
        b->v = add3(b->v, mul3(rotation(b->p), cross3(b->w, own->flexible->from_middle)));
    }
    own->state = 2;
}

void tac_place_bodies(tac_model_reader *model)
{
    find_bases(model);
    tac_raw_body *raw = model->raw_body.data;
    int *chain = tac_reader_take(&model->rd, (size_t)model->raw_body.n, sizeof *chain);
    for (int i = 0; i < model->raw_body.n; i++) {
        // up the chain to a placed body, then down again
        int n = 0;
        for (int k = i; k >= 0 && raw[k].state != 2; k = raw[k].base) {
            if (raw[k].state == 1) {
                tac_refuse(&model->rd, raw[k].relative_to,
                           "the body is placed relative to itself; break the circle");
            }
            raw[k].state = 1;
            chain[n++] = k;
        }
        while (n > 0) {
            place(model, chain[--n]);
        }
        const tac_body_desc *b = (const tac_body_desc *)model->body.data + i;
        if (!isfinite(dot3(b->r, b->r)) || !isfinite(dot3(b->v, b->v)) ||
            !isfinite(dot3(b->w, b->w))) {
            const char *const *name = model->body_name.data;
            tac_refuse(&model->rd, raw[i].item,
                       "body '%.80s' lies or moves beyond 1e150; check its units", name[i]);
        }
    }
}

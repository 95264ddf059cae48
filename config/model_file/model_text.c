// The top level of a model file and the order of the passes.
#include "model_text.h"

#include "bodies.h"
#include "couplers.h"
#include "efforts.h"
#include "exports.h"
#include "flexible.h"
#include "forces.h"
#include "includes.h"
#include "joints.h"
#include "keys.h"
#include "known_parts.h"
#include "method_choice.h"
#include "methods.h"
#include "model_reader.h"
#include "reader/document.h"
#include "reader/given_values.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/method_word.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "roads.h"
#include "sensors.h"
#include "sources.h"
#include "tables.h"
#include "visual.h"
#include "visuals.h"

typedef struct whole_file { // what is read: the file, and what is not part of its published struct
    tac_model_file file;
    const tac_method *method;
    tac_given given;
    tac_visuals visuals;
    const tac_model_part *part, *law;
    int n_law;
    int iterations; // 0: not said
} whole_file;

const tac_method *tac_model_file_method(const tac_model_file *f)
{
    return ((const whole_file *)(const void *)f)->method;
}

int tac_model_file_iterations(const tac_model_file *f, const tac_method *method)
{
    int said = ((const whole_file *)(const void *)f)->iterations;
    return said > 0 ? said : tac_method_iterations(method, &f->desc);
}

tac_given tac_model_file_given(const tac_model_file *f)
{
    return ((const whole_file *)(const void *)f)->given;
}

const tac_model_part *tac_model_file_parts(const tac_model_file *f)
{
    return ((const whole_file *)(const void *)f)->part;
}

const tac_model_part *tac_model_file_laws(const tac_model_file *f, int *n)
{
    const whole_file *w = (const void *)f;
    *n = w->n_law;
    return w->law;
}

tac_visuals tac_model_file_visuals(const tac_model_file *f)
{
    return ((const whole_file *)(const void *)f)->visuals;
}

// ---- top level -----------------------------------------------------------------------------------

static void read_solver(const tac_place *p, const tac_node *map, whole_file *w)
{
    tac_options *o = &w->file.options;
    const tac_type *type = &tac_model_maps[TAC_MAP_SOLVER];
    tac_check_map(p, map, TAC_MAP_SOLVER);
    w->method = tac_read_method(p, map, w->method);
    tac_check_solver_keys(p, map, w->method);
    if (tac_find(map, "penalty") && tac_find(map, "alpha")) {
        tac_refuse_key(p->rd, map, "alpha", "'alpha' and 'penalty' exclude each other; remove one");
    }
    tac_read_keys(p, map, type, (tac_keyed_place){.joint = NULL}, o);
    w->iterations = tac_find(map, "iterations") ? o->iterations : 0;
    if (tac_find(map, "alpha")) {
        tac_check_above_zero(p, map, "alpha", o->alpha);
    }
    if (tac_find(map, "doubt_length")) {
        tac_check_above_zero(p, map, "doubt_length", o->doubt_length);
    }
}

// Where modes are at the start: as given, or at rest under the loads.
static void read_start(const tac_place *p, const tac_node *root, tac_options *o)
{
    *o = tac_default_options();
    o->doubt_length = 0.0; // of the model's length, once that is known
    o->is_static = tac_map_choice(p, root, TAC_MAP_MODEL, "start", 0) == 1;
}

static void read_settings(const tac_place *p, whole_file *w)
{
    const tac_node *root = p->in->root;
    const tac_node *title = tac_find(root, "title"), *solver = tac_find(root, "solver");
    tac_model_file *f = &w->file;
    f->title = !title ? "" : tac_text(p, title, "title");
    f->desc.gravity =
        tac_vector_or(p, root, "gravity", TAC_Q_ACCELERATION, (vec3){0.0, 0.0, -9.81});
    f->duration = tac_number_or(p, root, "duration", TAC_Q_TIME, 10.0);
    tac_check_above_zero(p, root, "duration", f->duration);
    f->assembles = tac_truth_or(p, root, "assemble", 0);
    read_start(p, root, &f->options);
    w->method = tac_methods[0].method;
    f->options.dt = tac_number_or(p, root, "step", TAC_Q_TIME, 1e-3);
    tac_check_above_zero(p, root, "step", f->options.dt);
    if (!(f->options.dt >= 1e-9 && f->options.dt <= 1.0)) {
        tac_refuse(p->rd, tac_find(root, "step"), "'step' must be between 1 ns and 1 s, not %g s",
                   f->options.dt);
    }
    if (solver) {
        read_solver(p, solver, w);
    }
}

// ---- passes --------------------------------------------------------------------------------------

static void read_all_instances(tac_model_reader *model, void (*read)(const tac_place *p))
{
    tac_instance *const *in = model->instance.data;
    for (int i = 0; i < model->instance.n; i++) {
        tac_place p = tac_place_in(model, in[i]);
        read(&p);
    }
}

static void publish(const tac_model_reader *model, tac_model_file *f)
{
    tac_desc *d = &f->desc;
    d->body = model->body.data, d->n_body = model->body.n;
    d->group = model->group.data, d->n_group = model->group.n;
    d->joint = model->joint.data, d->n_joint = model->joint.n;
    d->spring = model->forces.spring.data, d->n_spring = model->forces.spring.n;
    d->bushing = model->forces.bushing.data, d->n_bushing = model->forces.bushing.n;
    d->friction = model->forces.friction.data, d->n_friction = model->forces.friction.n;
    d->contact = model->forces.contact.data, d->n_contact = model->forces.contact.n;
    d->law = model->forces.law.data, d->n_law = model->forces.law.n;
    d->coupler = model->coupler.data, d->n_coupler = model->coupler.n;
    d->term = model->term.data, d->n_term = model->term.n;
    d->load = model->forces.load.data, d->n_load = model->forces.load.n;
    d->source = model->signals.source.data, d->n_source = model->signals.source.n;
    d->source_term = model->signals.source_term.data,
    d->n_source_term = model->signals.source_term.n;
    d->table = model->signals.table.data, d->n_table = model->signals.table.n;
    d->input = model->signals.input.data, d->n_input = model->signals.input.n;
    d->sensor = model->signals.sensor.data, d->n_sensor = model->signals.sensor.n;
    d->roads.road = model->roads.road.data, d->roads.n = model->roads.road.n;
    d->flex = model->flex.data, d->n_flex = model->flex.n;
    d->part = model->part.data, d->n_part = model->part.n;
    f->body_name = model->body_name.data;
    f->group_name = model->group_name.data;
    f->joint_name = model->joint_name.data;
    f->spring_name = model->forces.spring_name.data;
    f->bushing_name = model->forces.bushing_name.data;
    f->friction_name = model->forces.friction_name.data;
    f->contact_name = model->forces.contact_name.data;
    f->law_name = model->forces.law_name.data;
    f->coupler_name = model->coupler_name.data;
    f->term_name = model->term_name.data;
    f->load_name = model->forces.load_name.data;
    f->source_name = model->signals.source_name.data;
    f->table_name = model->signals.table_name.data;
    f->input_name = model->signals.input_name.data;
    f->sensor_name = model->signals.sensor_name.data;
    f->road_name = model->roads.road_name.data;
    f->exported = model->exported.data;
    f->n_exported = model->has_outside ? (int)model->exported.n : -1;
    f->file_name = model->file_name.data;
    f->n_file = model->file_name.n;
}

static void read_model(tac_reader *rd, void *out)
{
    tac_model_reader *model = (tac_model_reader *)(void *)rd;
    whole_file *w = out;
    tac_open_files(model);
    w->given = tac_copy_given(rd);
    tac_instance *const *in = model->instance.data;
    tac_place outermost = tac_place_in(model, in[0]);
    read_settings(&outermost, w);
    read_all_instances(model, tac_read_tables);
    read_all_instances(model, tac_read_road_names);
    read_all_instances(model, tac_read_source_names);
    tac_read_sources(model);
    read_all_instances(model, tac_read_bodies);
    tac_place_bodies(model);
    tac_resolve_grounds(model);
    tac_add_beam_joints(model);
    read_all_instances(model, tac_read_joints);
    if (model->body.n == 0) {
        tac_refuse(rd, in[0]->file.root,
                   "the model has no bodies; list at least one under 'bodies'");
    }
    tac_check_kept(model);
    tac_read_roads(model);
    read_all_instances(model, tac_read_forces);
    tac_read_efforts(model);
    read_all_instances(model, tac_read_couplers_of);
    read_all_instances(model, tac_read_sensors);
    tac_find_sensed_sources(model);
    read_all_instances(model, tac_read_ground_visuals);
    read_all_instances(model, tac_check_exports);
    publish(model, &w->file);
    w->part = model->model_part.data;
    w->law = model->model_law.data;
    w->n_law = model->model_law.n;
    w->visuals = (tac_visuals){.visual = model->looks.visual.data,
                               .n = model->looks.visual.n,
                               .mesh = model->looks.mesh.data,
                               .n_mesh = model->looks.mesh.n,
                               .flexible = model->looks.flexible_visual.data,
                               .n_flexible = model->looks.flexible_visual.n,
                               .is_given = model->looks.is_drawn.data};
    w->file.options.iterations = tac_model_file_iterations(&w->file, w->method);
}

// ---- interface -----------------------------------------------------------------------------------

tac_model_file *tac_model_file_read_text(const char *path, const char *text, size_t size,
                                         const tac_limits *limits, tac_diag *diag)
{
    static const tac_document model = {.size = sizeof(whole_file),
                                       .reader_size = sizeof(tac_model_reader),
                                       .empty = "a model needs at least 'bodies:'",
                                       .read = read_model,
                                       .omits = true};
    return tac_document_read(&model, path, text, size, limits, diag);
}

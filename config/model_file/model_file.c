// The top level of a model file, the order of the passes, and who owns the memory.
#define _XOPEN_SOURCE 700
#include "model_file.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "method_choice.h"
#include "model_text.h"
#include "parts.h"
#include "reader/method_word.h"
#include "reader/values.h"

typedef struct whole_file { // what tac_model_file_free releases
    tac_model_file file;
    const tac_method *method;
    tac_pool pool;
} whole_file;

static whole_file *whole(tac_model_file *f)
{
    return (whole_file *)(void *)f;
}

const tac_method *tac_model_file_method(const tac_model_file *f)
{
    return ((const whole_file *)(const void *)f)->method;
}

// ---------------------------------------------------------------- top level

static void read_solver(const tac_place *p, const tac_node *map, whole_file *w)
{
    tac_options *o = &w->file.options;
    static const char *const keys[] = {"method",       "iterations", "penalty", "alpha",
                                       "acceleration", "order",      "tangent", NULL};
    static const char *const modes[] = {"index-1", "projection"};
    static const char *const tangents[] = {"full", "first"};
    tac_check_keys(p, map, "'solver'", keys);
    w->method = tac_read_method(p, map, w->method);
    const tac_node *iterations = tac_find(map, "iterations"), *mode = tac_find(map, "acceleration");
    const tac_node *order = tac_find(map, "order"), *tangent = tac_find(map, "tangent");
    if (iterations != NULL) {
        o->iterations = tac_integer(p, iterations, "iterations", 1, 50);
    }
    if (tac_find(map, "penalty") != NULL && tac_find(map, "alpha") != NULL) {
        tac_refuse_key(p->rd, map, "alpha", "'alpha' and 'penalty' exclude each other; remove one");
    }
    o->penalty = tac_number_or(p, map, "penalty", TAC_Q_NUMBER, o->penalty);
    tac_check_above_zero(p, map, "penalty", o->penalty);
    if (tac_find(map, "alpha") != NULL) {
        o->alpha = tac_number_or(p, map, "alpha", TAC_Q_NUMBER, 0.0);
        tac_check_above_zero(p, map, "alpha", o->alpha);
    }
    if (mode != NULL) {
        int i = tac_choice(p, mode, "acceleration", modes, 2);
        o->acceleration = i == 0 ? TAC_INDEX1 : TAC_PROJECTION;
    }
    if (order != NULL) {
        o->order = tac_integer(p, order, "order", 2, 4);
    }
    if (tangent != NULL) {
        int i = tac_choice(p, tangent, "tangent", tangents, 2);
        o->tangent = i == 0 ? TAC_TANGENT_FULL : TAC_TANGENT_FIRST;
    }
}

static void read_settings(const tac_place *p)
{
    const tac_node *root = p->in->root;
    const tac_node *title = tac_find(root, "title"), *solver = tac_find(root, "solver");
    tac_model_file *f = p->rd->file;
    f->title = title == NULL ? "" : tac_text(p, title, "title");
    f->desc.gravity =
        tac_vector_or(p, root, "gravity", TAC_Q_ACCELERATION, (vec3){0.0, 0.0, -9.81});
    f->duration = tac_number_or(p, root, "duration", TAC_Q_TIME, 10.0);
    tac_check_above_zero(p, root, "duration", f->duration);
    f->options = tac_default_options();
    whole(f)->method = tac_methods[0].method;
    f->options.dt = tac_number_or(p, root, "step", TAC_Q_TIME, 1e-3);
    tac_check_above_zero(p, root, "step", f->options.dt);
    if (!(f->options.dt >= 1e-9 && f->options.dt <= 1.0)) {
        tac_refuse(p->rd, tac_find(root, "step"), "'step' must be between 1 ns and 1 s, not %g s",
                   f->options.dt);
    }
    if (solver != NULL) {
        read_solver(p, solver, whole(f));
    }
}

// ---------------------------------------------------------------- passes

static void read_all_instances(tac_reader *rd, void (*read)(const tac_place *p))
{
    tac_instance *const *in = rd->instance.data;
    for (int i = 0; i < rd->instance.n; i++) {
        tac_place p = {rd, in[i], in[i]->scope};
        read(&p);
    }
}

static void publish(tac_reader *rd)
{
    tac_model_file *f = rd->file;
    tac_desc *d = &f->desc;
    d->body = rd->body.data, d->n_body = rd->body.n;
    d->group = rd->group.data, d->n_group = rd->group.n;
    d->joint = rd->joint.data, d->n_joint = rd->joint.n;
    d->spring = rd->spring.data, d->n_spring = rd->spring.n;
    d->bushing = rd->bushing.data, d->n_bushing = rd->bushing.n;
    d->friction = rd->friction.data, d->n_friction = rd->friction.n;
    d->contact = rd->contact.data, d->n_contact = rd->contact.n;
    d->load = rd->load.data, d->n_load = rd->load.n;
    d->source = rd->source.data, d->n_source = rd->source.n;
    d->source_term = rd->source_term.data, d->n_source_term = rd->source_term.n;
    d->table = rd->table.data, d->n_table = rd->table.n;
    d->input = rd->input.data, d->n_input = rd->input.n;
    d->sensor = rd->sensor.data, d->n_sensor = rd->sensor.n;
    f->body_name = rd->body_name.data;
    f->group_name = rd->group_name.data;
    f->joint_name = rd->joint_name.data;
    f->spring_name = rd->spring_name.data;
    f->bushing_name = rd->bushing_name.data;
    f->friction_name = rd->friction_name.data;
    f->contact_name = rd->contact_name.data;
    f->load_name = rd->load_name.data;
    f->source_name = rd->source_name.data;
    f->input_name = rd->input_name.data;
    f->sensor_name = rd->sensor_name.data;
    f->file_name = rd->file_name.data;
    f->n_file = rd->file_name.n;
}

static void read_model(tac_reader *rd, const char *path, const char *text, size_t size)
{
    tac_open_files(rd, path, text, size);
    tac_instance *const *in = rd->instance.data;
    tac_place outermost = {rd, in[0], in[0]->scope};
    read_settings(&outermost);
    read_all_instances(rd, tac_read_tables);
    read_all_instances(rd, tac_read_source_names);
    tac_read_sources(rd);
    read_all_instances(rd, tac_read_bodies);
    if (rd->body.n == 0) {
        tac_refuse(rd, in[0]->root, "the model has no bodies; list at least one under 'bodies'");
    }
    tac_place_bodies(rd);
    tac_resolve_grounds(rd);
    read_all_instances(rd, tac_read_joints);
    read_all_instances(rd, tac_read_forces);
    read_all_instances(rd, tac_read_sensors);
    publish(rd);
}

// 1 when the model is read, 0 when something refused it.
static int try_to_read(tac_reader *rd, const char *path, const char *text, size_t size)
{
    if (setjmp(rd->escape) != 0) {
        return 0;
    }
    read_model(rd, path, text, size);
    return 1;
}

// ---------------------------------------------------------------- interface

tac_model_file *tac_model_file_read_text(const char *path, const char *text, size_t size,
                                         const tac_limits *limits, tac_diag *diag)
{
    if (diag != NULL) {
        *diag = (tac_diag){0};
    }
    // numbers are written with a point whatever the program's language
    whole_file *w = calloc(1, sizeof *w);
    tac_reader *rd = calloc(1, sizeof *rd);
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (w == NULL || rd == NULL || plain == (locale_t)0) {
        tac_diag_no_memory(diag, TAC_TOO_LARGE, path);
        free(w);
        w = NULL;
    } else {
        locale_t before = uselocale(plain);
        rd->diag = diag;
        rd->path = path;
        rd->file = &w->file;
        rd->pool = &w->pool;
        rd->limits = *limits;
        w->pool.limit = limits->memory;
        int good = try_to_read(rd, path, text, size);
        tac_reader_close(rd);
        (void)uselocale(before);
        if (!good) {
            tac_model_file_free(&w->file);
            w = NULL;
        }
    }
    free(rd);
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
    return w != NULL ? &w->file : NULL;
}

tac_model_file *tac_model_file_read_from(const char *path, const tac_file_source *source,
                                         tac_diag *diag)
{
    tac_limits limits = tac_default_limits;
    limits.source = source;
    return tac_model_file_read_text(path, NULL, 0, &limits, diag);
}

tac_model_file *tac_model_file_read(const char *path, tac_diag *diag)
{
    return tac_model_file_read_from(path, NULL, diag);
}

void tac_model_file_free(tac_model_file *f)
{
    if (f != NULL) {
        whole_file *w = whole(f);
        tac_pool_free(&w->pool);
        free(w);
    }
}

#include "simulation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "bound.h"
#include "bounds.h"
#include "describe.h"
#include "doubt.h"
#include "element_types.h"
#include "format/number.h"
#include "methods.h"
#include "mode_gain.h"
#include "observe.h"
#include "printable.h"
#include "reach.h"
#include "rest.h"
#include "robot/robot_model.h"
#include "static_start.h"
#include "system/fail.h"

// Blocks start on pages. The way a copy between two of them goes depends on their places in a page,
// which malloc would choose anew in every run.
enum { PAGE = 4096 };
_Static_assert(PAGE % TAC_ALIGN == 0, "aligned as the kernel wants it");

// One more block, never empty; NULL when there is no memory.
static void *take(tac_simulation *s, size_t size)
{
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    void *block = whole < size ? NULL : aligned_alloc(PAGE, whole ? whole : PAGE);
    if (block) {
        s->block[s->n_block++] = block;
    }
    return block;
}

static int no_memory(tac_simulation *s, const char *what, size_t size)
{
    return tac_diag_say_memory(&s->diag, "%s: not enough memory for the %s (%.1f MiB)", s->path,
                               what, (double)size / (1024.0 * 1024.0));
}

// Whether the kernel took what it was given; says why not.
static int accepted(tac_simulation *s, tac_status status)
{
    char reason[512];
    if (status.code == TAC_OK) {
        return 1;
    }
    tac_describe_status(s->file, status, reason, sizeof reason);
    return tac_diag_say(&s->diag, "%s: %s", s->path, reason);
}

int tac_simulation_read(tac_simulation *s, const char *path)
{
    return tac_simulation_read_from(s, path, NULL);
}

int tac_simulation_read_from(tac_simulation *s, const char *path, const tac_file_source *source)
{
    const tac_given own = {.bounds =
                               TAC_MOST_BOUNDS}; // what this program wrote is as large as it is
    return tac_simulation_read_given(s, path, source, source ? &own : NULL);
}

int tac_simulation_read_given(tac_simulation *s, const char *path, const tac_file_source *source,
                              const tac_given *given)
{
    *s = (tac_simulation){.path = path};
    s->bounds = given && given->bounds > 0 ? given->bounds : 1;
    s->file = tac_read_model_or_robot(path, source, given, &s->notes, &s->diag);
    if (!s->file) {
        return 0;
    }
    s->assembles = s->file->assembles || source;
    s->method = tac_model_file_method(s->file);
    s->options = s->file->options;
    s->duration = s->file->duration;
    size_t size = (size_t)s->file->desc.n_input * sizeof *s->input;
    s->input = take(s, size);
    if (!s->input) {
        return no_memory(s, "inputs", size);
    }
    for (int i = 0; i < s->file->desc.n_input; i++) {
        s->input[i] = s->file->desc.input[i].value;
    }
    return 1;
}

int tac_simulation_read_rig(tac_simulation *s, const tac_rig_file *rig)
{
    const tac_given given = tac_rig_file_given(rig);
    if (!tac_simulation_read_given(s, rig->model_path, NULL, &given)) {
        return 0;
    }
    s->path = s->file->file_name[0]; // the rig may go
    snprintf(s->rig, sizeof s->rig, "%s", rig->name);
    s->method = tac_rig_file_method(rig);
    s->options = rig->solver;
    s->duration = rig->duration > 0.0 ? rig->duration : s->duration;
    return 1;
}

int tac_simulation_read_any(tac_simulation *s, const char *path, const tac_given *given)
{
    if (tac_simulation_read_given(s, path, NULL, given)) {
        return 1;
    }
    if (!tac_is_rig_file(path)) {
        return 0;
    }
    tac_simulation_close(s);
    tac_rig_file *rig = tac_rig_file_read_given(path, NULL, given, &s->diag);
    int ok = rig && tac_simulation_read_rig(s, rig);
    s->path = ok ? s->path : path;
    tac_rig_file_free(rig);
    return ok;
}

void tac_simulation_like(tac_simulation *copy, const tac_simulation *s)
{
    *copy = (tac_simulation){.path = s->path,
                             .file = s->file,
                             .method = s->method,
                             .options = s->options,
                             .duration = s->duration,
                             .input = s->input,
                             .bounds = s->bounds,
                             .assembles = s->assembles,
                             .borrows = true};
}

// Sets a number of the description, which others who share it may be reading when it is that already.
static void adapt(int *number, int to)
{
    if (*number != to) {
        *number = to;
    }
}

enum { MOST_STEPS_OF_A_DELAY = 10000 };

// Delays count steps.
static int count_delays(tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    for (int i = 0; i < d->n_source; i++) {
        const tac_source_type *type = tac_source_type_of(d->source[i].kind);
        double n = type->steps ? type->steps(&d->source[i], s->options.dt) : 0.0;
        if (n > MOST_STEPS_OF_A_DELAY) {
            return tac_diag_say(&s->diag,
                                "%s: source '%s' waits for %.3g steps, more than %d; take a longer "
                                "step or a shorter delay",
                                s->path, s->file->source_name[i], n, MOST_STEPS_OF_A_DELAY);
        }
        if (type->steps) {
            adapt((int *)&d->source[i].steps, (int)n);
        }
    }
    return 1;
}

static int prepare_tree(tac_simulation *s)
{
    adapt(&s->file->desc.carriers,
          tac_method_takes(s->method, TAC_KEY_CARRIERS) && s->options.carriers == TAC_CARRIERS_ON);
    s->tree_size = tac_tree_size(&s->file->desc);
    void *block = take(s, s->tree_size);
    if (!block) {
        return no_memory(s, "assembly tree", s->tree_size);
    }
    tac_status status = tac_tree_init(&s->tree, &s->file->desc, block, s->tree_size);
    return accepted(s, status) && tac_bound_plan(s);
}

static int prepare_model(tac_simulation *s)
{
    if (!count_delays(s)) {
        return 0;
    }
    int paired = s->options.order > 2 ? TAC_PAIRED : 0;
    adapt(&s->file->desc.wants.flags, s->method->takes->wants | paired);
    s->model_size = tac_model_size(&s->file->desc, s->tree);
    void *block = take(s, s->model_size);
    if (!block) {
        return no_memory(s, "model", s->model_size);
    }
    tac_status status = tac_model_init(&s->model, &s->file->desc, s->tree, block, s->model_size);
    if (!accepted(s, status)) {
        return 0;
    }
    double length = tac_model_length(s->model);
    if (!(s->options.doubt_length > 0.0)) { // as turned by what doubt_angle is by itself
        s->options.doubt_length = 1e-3 * (length > 0.0 ? length : 1.0);
    }
    return 1;
}

static int prepare_state(tac_simulation *s)
{
    s->state_size = s->method->state_size(s->model);
    void *block = take(s, s->state_size);
    if (!block) {
        return no_memory(s, "state", s->state_size);
    }
    tac_status status = s->method->state_init(s->model, &s->state, block, s->state_size);
    return accepted(s, status);
}

static int prepare_work(tac_simulation *s)
{
    s->work_size = s->method->work_size(s->model, &s->options);
    if (!tac_bound_work(s)) {
        return 0;
    }
    void *block = take(s, s->work_size);
    if (!block) {
        return no_memory(s, "workspace", s->work_size);
    }
    tac_status status = s->method->work_init(s->model, &s->options, &s->work, block, s->work_size);
    return accepted(s, status);
}

static int prepare_balance(tac_simulation *s)
{
    size_t size = tac_balance_scratch(s->model);
    void *scratch = take(s, size);
    if (!scratch) {
        return no_memory(s, "energy balance", size);
    }
    bool midway = s->method->takes->damps_midway;
    s->energy = tac_find_energy_law(s->model, &s->options, midway, scratch);
    return 1;
}

// Iterations that nobody asked for are those of the method.
void tac_simulation_take_method(tac_simulation *s, const tac_method *method)
{
    if (s->options.iterations == tac_model_file_iterations(s->file, s->method)) {
        s->options.iterations = tac_model_file_iterations(s->file, method);
    }
    s->method = method;
}

static int options_suit(tac_simulation *s)
{
    const char *refused = s->method->refuses ? s->method->refuses(&s->options) : NULL;
    return !refused || tac_diag_say(&s->diag, "%s: %s", s->path, refused);
}

// Rows of laws that act as forces alone have no place in the tree.
static void take_laws_out(tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    for (int i = 0; i < d->n_spring; i++) {
        adapt(&((tac_spring_desc *)(void *)d->spring)[i].implicit, 0); // the file's own
    }
    for (int i = 0; i < d->n_bushing; i++) {
        adapt(&((tac_bushing_desc *)(void *)d->bushing)[i].implicit, 0);
    }
    for (int i = 0; i < d->n_law; i++) {
        adapt(&((tac_law_desc *)(void *)d->law)[i].implicit, 0);
    }
}

int tac_simulation_prepare(tac_simulation *s)
{
    if (s->method->takes->laws_as_forces) {
        take_laws_out(s);
    }
    if (!options_suit(s) || !prepare_tree(s) || !prepare_model(s) || !prepare_state(s) ||
        !prepare_work(s)) {
        return 0;
    }
    return prepare_balance(s);
}

tac_status tac_simulation_tune(tac_simulation *s, tac_parameter p, double value)
{
    tac_status status = tac_parameter_set(s->model, p, value);
    if (status.code == TAC_OK) {
        s->energy.rule = TAC_ENERGY_FREE;
    }
    return status;
}

// Whether a joint says where it starts, which moves bodies as far as it is.
static bool has_places(const tac_desc *d)
{
    bool has = false;
    for (int i = 0; i < d->n_joint; i++) {
        has = has || d->joint[i].start.has_position;
    }
    return has;
}

// Whether the bodies lie about where the start puts them, or may be drawn together.
static int lies_there(tac_simulation *s)
{
    double length = tac_model_length(s->model);
    if (s->assembles || has_places(&s->file->desc) ||
        s->start.max_move <= tac_limit_value(TAC_LIMIT_START_MOVE) * length) {
        return 1;
    }
    return tac_diag_say(&s->diag,
                        "%s: the joints do not fit: the start moves body '%s' by %.3g m, more than "
                        "a tenth of the model's length of %.3g m (the longest way from a centre of "
                        "mass to a joint); correct positions, or add the line 'assemble: true'",
                        s->path, s->file->body_name[s->start.moved_body], s->start.max_move,
                        length);
}

// Whether joints that are driven, or have their place at the start, begin where steps resolve them: beyond 1e16 rad a
// drive's sine and cosine mean nothing.
static int drives_begin_near(tac_simulation *s)
{
    const double most_driven = tac_limit_value(TAC_LIMIT_START_DRIVE);
    for (int i = 0; i < s->file->desc.n_joint; i++) {
        const tac_joint_desc *j = &s->file->desc.joint[i];
        bool driven = j->drive_angle != TAC_NONE || j->drive_displacement != TAC_NONE;
        bool placed = driven || j->start.has_position;
        double q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
        int n = placed ? tac_joint_coordinates(s->model, &s->state, i, q, qd) : 0;
        for (int k = 0; k < n; k++) {
            bool turns = tac_joint_type_turns(tac_joint_type_of(j->kind), k);
            if (!(fabs(q[k]) <= most_driven)) {
                return tac_diag_say(&s->diag,
                                    "%s: %sjoint '%s' begins at %.6g %s, beyond %g, where "
                                    "steps do not resolve it; %s",
                                    s->path, driven ? "driven " : "", s->file->joint_name[i], q[k],
                                    turns ? "rad" : "m", most_driven,
                                    turns ? "take whole turns off" : "check its units");
            }
        }
    }
    return 1;
}

// Velocities at the start miss where they are held least, which need not be at what drives them.
static tac_status name_drive(const tac_simulation *s, tac_status status)
{
    if (status.code != TAC_NO_RATES) {
        return status;
    }
    tac_hasty hasty = tac_find_hasty(s->work, &s->state, s->input);
    if (hasty.joint != TAC_NONE) {
        status.subject = TAC_JOINT;
        status.index = hasty.joint;
        status.value = hasty.off;
    }
    return status;
}

int tac_simulation_start(tac_simulation *s)
{
    if (!tac_find_rest(s)) {
        return 0;
    }
    tac_status status = s->method->start(s->work, &s->state, s->input, &s->start);
    if (tac_static_start_refused(s, status) || !accepted(s, name_drive(s, status)) ||
        !drives_begin_near(s) || !lies_there(s) || !tac_begins_at_rest(s)) {
        return 0;
    }
    s->method->report(s->work, &s->report);
    s->first_energy = s->report.kinetic + s->report.potential;
    s->most_kinetic = s->report.kinetic;
    return 1;
}

// Steps that are a decimal part of a second end at decimal times, and not at their neighbours.
double tac_simulation_time(const tac_simulation *s)
{
    double dt = *s->state.dt, n = (double)*s->state.step;
    for (double scale = 1.0; scale < 1e10; scale *= 10.0) {
        double units = rint(dt * scale);
        if (units / scale == dt && n * units < 9e15) { // whole numbers are exact up to there
            return n * units / scale;
        }
    }
    return n * dt;
}

bool tac_simulation_has_one_order(const tac_simulation *s)
{
    return !tac_method_takes(s->method, TAC_KEY_ORDER);
}

// Says what to do about a step that failed. One that is in doubt for its tension, which the last step
// that was made tells, holds links no longer.
static void write_remedy(const tac_simulation *s, char *out, size_t size)
{
    const tac_worst *k = &s->report.worst[TAC_TENSION];
    double limit = tac_doubt_limit(s->method, &s->options, TAC_TENSION, TAC_BY_STEPS);
    bool swings = tac_loses_tension(s->method->takes->closes);
    if (swings && k->body != TAC_NONE && k->value > limit) {
        snprintf(out, size,
                 "body '%s' is light for its tension, (w dt / 2)^2 of its swings was %.3g, more "
                 "than %.3g; take a smaller step or method %s",
                 TAC_SHOWN(s->file->body_name[k->body]), k->value, limit, tac_methods[0].word);
        return;
    }
    snprintf(out, size, "%s", s->method->takes->remedy);
}

void tac_simulation_explain(const tac_simulation *s, tac_status status, char *out, size_t size)
{
    char reason[512], remedy[512];
    tac_beyond beyond = tac_find_beyond(s->work, &s->state, s->input);
    tac_describe_status(s->file, status, reason, sizeof reason);
    if (status.code == TAC_TURNS_TOO_FAR && beyond.joint == TAC_NONE) { // reliable up to a radian
        snprintf(out, size, "%s; take a step of %.3g s or less", reason,
                 tac_number_below(s->options.dt / status.value, 3));
        return;
    }
    if (beyond.joint != TAC_NONE) {
        tac_describe_beyond(s->file, &beyond, remedy, sizeof remedy);
    } else {
        write_remedy(s, remedy, sizeof remedy);
    }
    snprintf(out, size, "%s; %s", reason, remedy);
}

static tac_status stop_for_modes(tac_simulation *s)
{
    char mode[512], time[TAC_NUMBER_SIZE];
    (void)tac_name_unresolved_mode(s, mode, sizeof mode);
    tac_number_print(tac_simulation_time(s), time);
    s->diag = (tac_diag){0};
    (void)tac_diag_say(&s->diag, "%s: stopped at t = %s s: flexible bodies gain energy: %s",
                       s->path, time, mode);
    return (tac_status){TAC_DIVERGED, TAC_NOTHING, 0, 0.0};
}

void tac_simulation_take_report(tac_simulation *s, const tac_report *report)
{
    s->report = *report;
    s->most_kinetic = fmax(s->most_kinetic, s->report.kinetic);
}

tac_status tac_simulation_step(tac_simulation *s)
{
    tac_status status = tac_step(s->method, s->work, &s->state, s->input);
    if (status.code == TAC_OK) {
        tac_report report;
        s->method->report(s->work, &report);
        tac_simulation_take_report(s, &report);
        return tac_modes_gain(s) ? stop_for_modes(s) : status;
    }
    char reason[1280], time[TAC_NUMBER_SIZE];
    tac_simulation_explain(s, status, reason, sizeof reason);
    tac_number_print((double)(*s->state.step + 1) * *s->state.dt, time);
    s->diag = (tac_diag){0}; // of an earlier step
    (void)tac_diag_say(&s->diag, "%s: stopped at t = %s s: %s", s->path, time, reason);
    return status;
}

void tac_simulation_close(tac_simulation *s)
{
    for (int i = 0; i < s->n_block; i++) {
        free(s->block[i]);
    }
    if (s->file && !s->borrows) {
        tac_model_file_free(s->file);
    }
    free(s->notes);
    *s = (tac_simulation){0};
}

tac_schedule tac_simulation_schedule(const tac_simulation *s, int workers)
{
    return (tac_schedule){s->method, s->work, workers, TAC_BARRIER_NS};
}

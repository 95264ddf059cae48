#include "rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "element_types.h"
#include "methods.h"
#include "printable.h"
#include "reach.h"
#include "system/fail.h"

// At rest is what moves by less between two halts, in lengths of the model; lost what has gone farther than so many.
static const double at_rest = 1e-11, lost = 1e3;

// Of all bodies together; a mechanism of ten takes a second or two for them.
static const int64_t most_steps = 2000000;

// Halts one step after another: laws that the step does not resolve throw what falls back to where it was.
enum { MOST_BOUNCES = 30, SHORTER_STEPS = 4 };

typedef struct search {
    tac_simulation sim; // the copy, with a file of its own
    tac_model_file file;
    void *copy[5];
    int n_copy;
    tac_body_state *halt; // where bodies were at the last halt   (n_body)
    double length;
    int body;     // that has moved most since
    double moved; // by so much, m
    int bounces;  // halts one or two steps after the last, in a row
} search;

typedef enum outcome { RESTS, BOUNCES, REFUSED } outcome;

static void *copy_of(search *f, const void *from, size_t size)
{
    void *to = malloc(size > 0 ? size : 1);
    if (to) {
        if (size > 0) {
            memcpy(to, from, size);
        }
        f->copy[f->n_copy++] = to;
    }
    return to;
}

// ---- the copy ----------------------------------------------------------------------------------

// The kind of source that has one value.
static tac_source_kind constant_kind(void)
{
    int kind = 0;
    while (!tac_source_type_of((tac_source_kind)kind)->never_changes) {
        kind++;
    }
    return (tac_source_kind)kind;
}

static bool hold_sources(search *f, const tac_simulation *s)
{
    tac_desc *d = &f->file.desc;
    tac_source_desc *source = copy_of(f, d->source, (size_t)d->n_source * sizeof *source);
    double *value = malloc((size_t)d->n_source * sizeof *value + 1);
    void *scratch = malloc(tac_source_scratch(s->model) + 1);
    bool has = source && value && scratch;
    if (has) {
        tac_find_start_values(s->model, s->input, scratch, value);
    }
    for (int i = 0; has && i < d->n_source; i++) {
        source[i] = (tac_source_desc){
            .kind = constant_kind(), .c = {value[i]}, .table = TAC_NONE, .input = TAC_NONE};
    }
    free(value);
    free(scratch);
    d->source = source;
    return has;
}

static bool take_dampers_out(search *f)
{
    tac_desc *d = &f->file.desc;
    tac_spring_desc *spring = copy_of(f, d->spring, (size_t)d->n_spring * sizeof *spring);
    tac_bushing_desc *bushing = copy_of(f, d->bushing, (size_t)d->n_bushing * sizeof *bushing);
    tac_contact_desc *contact = copy_of(f, d->contact, (size_t)d->n_contact * sizeof *contact);
    for (int i = 0; spring && i < d->n_spring; i++) {
        spring[i].c = 0.0;
        spring[i].damper_table = TAC_NONE;
    }
    for (int i = 0; bushing && i < d->n_bushing; i++) {
        memset(bushing[i].c, 0, sizeof bushing[i].c);
    }
    for (int i = 0; contact && i < d->n_contact; i++) {
        contact[i].damping = 0.0;
    }
    d->spring = spring;
    d->bushing = bushing;
    d->contact = contact;
    return spring && bushing && contact;
}

static bool take_velocities_out(search *f)
{
    tac_desc *d = &f->file.desc;
    tac_body_desc *body = copy_of(f, d->body, (size_t)d->n_body * sizeof *body);
    for (int i = 0; body && i < d->n_body; i++) {
        body[i].v = body[i].w = (vec3){0.0, 0.0, 0.0};
    }
    d->body = body;
    return body;
}

// shorter: by so much than the model's is the step.
static bool prepare(search *f, const tac_simulation *s, double shorter)
{
    f->file = *s->file; // the description alone: a method is taken by the original
    f->sim = *s;
    tac_simulation_take_method(&f->sim, tac_methods[0].method);
    f->sim.file = &f->file;
    f->sim.borrows = true;
    f->sim.n_block = 0;
    f->sim.options.dt /= shorter;
    f->sim.options.order = 2;
    f->sim.options.is_static = 0;
    f->sim.options.acceleration = TAC_INDEX1;
    f->halt = calloc((size_t)s->file->desc.n_body + 1, sizeof *f->halt);
    return f->halt && hold_sources(f, s) && take_dampers_out(f) && take_velocities_out(f) &&
           tac_simulation_prepare(&f->sim);
}

static void release(search *f)
{
    for (int i = 0; i < f->n_copy; i++) {
        free(f->copy[i]);
    }
    free(f->halt);
    f->sim.file = NULL; // the original's
    tac_simulation_close(&f->sim);
}

// ---- the search --------------------------------------------------------------------------------

// How far bodies have moved or turned since the last halt.
static void measure(search *f)
{
    f->moved = 0.0;
    f->body = 0;
    for (int i = 0; i < f->file.desc.n_body; i++) {
        const tac_body_state *is = &f->sim.state.body[i], *was = &f->halt[i];
        vec3 move = {is->r.x - was->r.x, is->r.y - was->r.y, is->r.z - was->r.z};
        const double e[4] = {is->p.e0 - was->p.e0, is->p.e1 - was->p.e1, is->p.e2 - was->p.e2,
                             is->p.e3 - was->p.e3};
        double turn = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
        double far =
            sqrt(move.x * move.x + move.y * move.y + move.z * move.z) + 2.0 * turn * f->length;
        if (far > f->moved) {
            f->moved = far;
            f->body = i;
        }
    }
}

// Stops all bodies where they are.
static bool halt(search *f)
{
    tac_simulation *t = &f->sim;
    for (int i = 0; i < f->file.desc.n_body; i++) {
        t->state.body[i].v = t->state.body[i].w = (vec3){0.0, 0.0, 0.0};
    }
    bool good = t->method->start(t->work, &t->state, t->input, &t->start).code == TAC_OK;
    memcpy(f->halt, t->state.body, (size_t)f->file.desc.n_body * sizeof *f->halt);
    return good;
}

static outcome refuse(tac_simulation *s, const search *f, const char *why)
{
    (void)tac_diag_say(&s->diag,
                       "%s: 'start: static' finds no rest: %s; body '%s' moves most. Hold it, "
                       "begin nearer to the rest, or leave out 'start: static'",
                       s->path, why, TAC_SHOWN(s->file->body_name[f->body]));
    return REFUSED;
}

static bool start_search(search *f, const tac_simulation *s)
{
    tac_simulation *t = &f->sim;
    f->length = tac_model_length(s->model);
    bool good = t->method->start(t->work, &t->state, t->input, &t->start).code == TAC_OK;
    memcpy(f->halt, t->state.body, (size_t)f->file.desc.n_body * sizeof *f->halt);
    return good;
}

// What has fallen since the last halt begins anew where it is. `steps` since then.
static const char *stop_falling(search *f, int64_t steps)
{
    measure(f);
    f->bounces = steps <= 2 ? f->bounces + 1 : 0;
    if (f->moved > lost * f->length) {
        return "nothing holds the mechanism";
    }
    return halt(f) ? NULL : "joints do not close on the way";
}

static outcome search_rest(search *f, tac_simulation *s)
{
    tac_simulation *t = &f->sim;
    int n = f->file.desc.n_body;
    double before = 0.0;
    int64_t last = 0, most = most_steps / (n + 1) + 1000;
    for (int64_t k = 1; k <= most; k++) {
        if (tac_step(t->method, t->work, &t->state, t->input).code != TAC_OK) {
            measure(f);
            return refuse(s, f, "the bodies fall faster than steps follow");
        }
        t->method->report(t->work, &t->report);
        bool falls = t->report.kinetic < before, never_moved = k == 1 && t->report.kinetic == 0.0;
        before = falls ? 0.0 : t->report.kinetic;
        const char *wrong = falls ? stop_falling(f, k - last) : NULL;
        last = falls ? k : last;
        if (wrong) {
            return refuse(s, f, wrong);
        }
        if (never_moved || (falls && f->moved < at_rest * f->length)) {
            memcpy(s->state.body, t->state.body, (size_t)n * sizeof *f->halt);
            return RESTS;
        }
        if (f->bounces > MOST_BOUNCES) {
            return BOUNCES;
        }
    }
    measure(f);
    return refuse(s, f,
                  f->moved > f->length ? "nothing holds the mechanism"
                                       : "it swings on where steps are many");
}

// The outcome with a step that is so much shorter; where no start is to be had, the real one says why.
static outcome try_step(tac_simulation *s, double shorter)
{
    search f = {.moved = 0.0};
    outcome got = RESTS;
    if (!prepare(&f, s, shorter)) {
        (void)tac_diag_say(&s->diag, "%s", f.sim.diag.text[0] ? f.sim.diag.text : "out of memory");
        got = REFUSED;
    } else if (start_search(&f, s)) {
        got = search_rest(&f, s);
    }
    release(&f);
    return got;
}

int tac_find_rest(tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    if (!s->options.is_static || d->n_flex > 0) {
        return 1;
    }
    if (d->n_part > 0) {
        return tac_diag_say(&s->diag,
                            "%s: 'start: static' does not look into shared objects; leave it out, "
                            "or take the model instead of what it was compiled to",
                            s->path);
    }
    for (int i = 0; i < d->n_source; i++) {
        if (tac_source_type_of(d->source[i].kind)->run) {
            return tac_diag_say(
                &s->diag,
                "%s: 'start: static' finds rest under what pushes at time zero, and "
                "source '%s' is a block, which goes on; leave out 'start: static'",
                s->path, TAC_SHOWN(s->file->source_name[i]));
        }
    }
    for (int i = 0; i < d->n_joint; i++) {
        const tac_joint_start *start = &d->joint[i].start;
        if (start->has_position || start->has_rate) {
            return tac_diag_say(&s->diag,
                                "%s: 'start: static' finds where joints are at rest, and '%s' of "
                                "joint '%s' says it; leave out one of them",
                                s->path, start->has_position ? "position" : "rate",
                                TAC_SHOWN(s->file->joint_name[i]));
        }
    }
    outcome got = BOUNCES;
    double shorter = 1.0;
    for (int k = 0; k < SHORTER_STEPS && got == BOUNCES; k++, shorter *= 10.0) {
        got = try_step(s, shorter);
    }
    if (got == BOUNCES) {
        (void)tac_diag_say(&s->diag,
                           "%s: 'start: static' finds no rest: laws are too stiff for steps a "
                           "thousand times shorter than the model's; make them softer, or leave "
                           "out 'start: static'",
                           s->path);
    }
    return got == RESTS;
}

int tac_begins_at_rest(tac_simulation *s)
{
    const tac_start_report *r = &s->start;
    double speed = 1e-9 * tac_model_length(s->model) / s->options.dt;
    bool moves = r->max_velocity_change > speed || r->max_spin_change > 1e-9 / s->options.dt;
    if (!s->options.is_static || s->file->desc.n_flex > 0 || !moves) {
        return 1;
    }
    int body = r->max_velocity_change > speed ? r->slowed_body : r->stilled_body;
    return tac_diag_say(&s->diag,
                        "%s: 'start: static' finds no rest: a drive has a rate at time zero, at "
                        "which body '%s' moves; let it begin level, or leave out 'start: static'",
                        s->path, TAC_SHOWN(s->file->body_name[body]));
}

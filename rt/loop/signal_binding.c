#include "signal_binding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exchange/command_limits.h"
#include "log/signals.h"
#include "scene/page_text.h"
#include "scene/scene.h"
#include "system/fail.h"

enum { MOST_EVENTS = 8 }; // recorded in one cycle

_Static_assert((int)TAC_SIGNAL_HOLD == TAC_FALL_HOLD && (int)TAC_SIGNAL_RAMP == TAC_FALL_RAMP &&
                   (int)TAC_SIGNAL_ZERO == TAC_FALL_ZERO,
               "the rig's fallbacks are those of the layout");

// ---- opening -------------------------------------------------------------------------------------

static int no_memory(tac_diag *diag)
{
    return tac_diag_say_memory(diag, "tactus: not enough memory for the exchange");
}

static tac_exchange_signal signal_of_command(const tac_signal_binding *b, const tac_simulation *s,
                                             const tac_variable *variable, int i,
                                             const tac_value_entry *value)
{
    const tac_command_binding *c = &b->rig->command[i];
    double initial = tac_variable_initial(s, &variable[b->map.variable[i]]);
    return (tac_exchange_signal){.name = c->name,
                                 .unit = c->scale.unit,
                                 .value = value,
                                 .direction = TAC_SIGNAL_COMMAND,
                                 .rows = 1,
                                 .columns = 1,
                                 .minimum = c->minimum,
                                 .maximum = c->maximum,
                                 .rate = c->rate,
                                 .safe = c->safe,
                                 .fallback = (tac_fallback)c->fallback,
                                 .ttl = c->ttl,
                                 .expires = c->expires,
                                 .initial = tac_signal_of_model(&b->map, i, initial)};
}

static tac_exchange_signal signal_of_state(const tac_signal_binding *b, int i,
                                           const tac_value_entry *value)
{
    const tac_state_binding *state = &b->rig->state[i];
    return (tac_exchange_signal){.name = state->name,
                                 .unit = state->scale.unit,
                                 .value = value,
                                 .direction = TAC_SIGNAL_STATE,
                                 .rows = b->map.count[i],
                                 .columns = 1,
                                 .minimum = -(double)INFINITY,
                                 .maximum = (double)INFINITY,
                                 .rate = (double)INFINITY,
                                 .safe = state->safe};
}

static tac_scene_push push_of(const tac_exchange_rig *r, const tac_simulation *s,
                              const tac_scene *c, const tac_push_rig *p)
{
    tac_scene_push push = {.at = tac_scene_side(c, &s->file->desc.load[p->load].at),
                           .force = p->force,
                           .torque = p->torque};
    for (int k = 0; k < (p->torque > 0.0 ? 6 : 3); k++) {
        push.input[k] = r->command[p->command + k].input;
    }
    return push;
}

// What the bodies look like, and how they may be pushed; no text where a mesh cannot be read or there is no memory,
// which stops no rig.
static tac_json_buffer describe_scene(const tac_exchange_rig *r, const tac_simulation *s)
{
    tac_json_buffer text = {0};
    tac_diag unwanted = {.text = ""};
    tac_scene *c = tac_scene_open(s, NULL, &unwanted);
    tac_scene_push *push = calloc((size_t)r->n_push + 1, sizeof *push);
    for (int i = 0; c && push && i < r->n_push; i++) {
        push[i] = push_of(r, s, c, &r->push[i]);
        c->push = push;
        c->n_push = i + 1;
    }
    if (c && !tac_json_fill(&text, tac_put_page_scene, c)) {
        free(text.text);
        text = (tac_json_buffer){0};
    }
    tac_scene_close(c);
    free(push);
    return text;
}

static void compute_forces(void *reader, const double *pose, const double *left, double *out)
{
    tac_force_reader_compute(reader, pose, left, out);
}

// What forces the helper of the exchange is to compute; none where there is no memory.
static void list_forces(tac_signal_binding *b, const tac_simulation *s, tac_exchange_options *o)
{
    b->forces = o->n_body > 0 ? calloc(1, sizeof *b->forces) : NULL;
    if (b->forces && !tac_force_reader_open(b->forces, &s->file->desc, s->model)) {
        tac_force_reader_close(b->forces);
        free(b->forces);
        b->forces = NULL;
    }
    if (b->forces) {
        o->n_force = b->forces->n;
        o->n_left = b->forces->n_left;
        o->forces = compute_forces;
        o->context = b->forces;
    }
}

static int open_exchange(tac_signal_binding *b, const tac_rig_file *rig, const tac_simulation *s,
                         const tac_variable *variable, tac_diag *diag)
{
    const tac_exchange_rig *r = b->rig;
    int n = r->n_state + r->n_command, n_value = r->n_command;
    for (int i = 0; i < r->n_state; i++) {
        n_value += b->map.count[i];
    }
    tac_exchange_signal *signal = calloc((size_t)n + 1, sizeof *signal);
    tac_value_entry *value = calloc((size_t)n_value + 1, sizeof *value), *next = value;
    for (int i = 0; i < n && signal && value; i++) {
        if (i < r->n_state) {
            for (int k = 0; k < b->map.count[i]; k++) {
                tac_signal_value_about(&b->map, s, i, k, &next[k]);
            }
            signal[i] = signal_of_state(b, i, next);
            next += b->map.count[i];
        } else {
            tac_signal_command_about(&b->map, i - r->n_state, next);
            signal[i] = signal_of_command(b, s, variable, i - r->n_state, next++);
        }
    }
    tac_exchange_options o = {.name = rig->name,
                              .dt = s->options.dt,
                              .period_ns = rig->period_ns * r->divisor,
                              .cycle_steps = rig->substeps,
                              .speed = rig->speed,
                              .signal = signal,
                              .n_signal = n,
                              .max_clients = r->clients};
    tac_json_buffer scene = describe_scene(r, s);
    bool is_drawn = scene.text && tac_flexible_frames_open(&b->frames, s->file);
    o.n_body = is_drawn ? s->file->desc.n_body + b->frames.n : 0;
    o.scene = scene.text;
    o.scene_size = (size_t)scene.n;
    list_forces(b, s, &o);
    int good = signal && value ? (b->x = tac_exchange_open(&o, diag)) != NULL : no_memory(diag);
    free(scene.text);
    free(signal);
    free(value);
    return good;
}

static int open_all(tac_signal_binding *b, const tac_rig_file *rig, const tac_simulation *s,
                    const tac_variable *variable, int n_variable, tac_diag *diag)
{
    *b = (tac_signal_binding){
        .rig = &rig->exchange, .start_cycles = rig->policy.start_cycles, .shown_state = -1};
    if (!rig->exchange.enabled) {
        return 1;
    }
    return tac_signal_map_open(&b->map, b->rig, s, variable, n_variable, diag) &&
           open_exchange(b, rig, s, variable, diag);
}

void tac_signal_binding_close(tac_signal_binding *b)
{
    tac_exchange_close(b->x);
    tac_flexible_frames_close(&b->frames);
    if (b->forces) {
        tac_force_reader_close(b->forces);
        free(b->forces);
    }
    tac_signal_map_close(&b->map);
    *b = (tac_signal_binding){0};
}

int tac_signal_binding_open(tac_signal_binding *b, const tac_rig_file *rig, const tac_simulation *s,
                            const tac_variable *variable, int n_variable, tac_diag *diag)
{
    tac_diag why = {0};
    if (open_all(b, rig, s, variable, n_variable, &why)) {
        return 1;
    }
    if (rig->exchange.by_default && !why.no_memory) {
        tac_signal_binding_close(b);
        (void)snprintf(b->note, sizeof b->note, "%.255s", why.text);
        return 1;
    }
    *diag = why;
    return 0;
}

// ---- cycle ---------------------------------------------------------------------------------------

void tac_signal_binding_begin(tac_signal_binding *b)
{
    if (b->x) {
        tac_exchange_begin(b->x);
    }
}

// Refused, and left as it was, where the parameter must not be negative; recorded when it changes.
static void set_parameter(tac_simulation *s, tac_parameter p, double x, tac_log_writer *log)
{
    double before = x;
    int known = tac_parameter_get(s->model, p, &before).code == TAC_OK;
    // bits, not values: replay tells -0 from 0
    int changed =
        memcmp(&before, &x, sizeof x) != 0; // NOLINT(bugprone-suspicious-memory-comparison)
    if (known && changed && tac_simulation_tune(s, p, x).code == TAC_OK && log) {
        tac_log_note(log, TAC_LOG_PARAMETER, tac_log_parameter_index(&s->file->desc, p), 0, x);
    }
}

// Clients change the physics through inputs and parameters only, which are recorded as such. Events say
// why: they are bounded, so that no client can fill the ring.
static void record_events(tac_signal_binding *b, tac_log_writer *log)
{
    uint64_t word[3], left_out = 0;
    int n = 0;
    while (tac_exchange_next_event(b->x, &b->noted, word)) {
        if ((uint32_t)word[0] == TAC_EVENT_STATE) {
            continue; // the executive notes its states itself
        }
        if (n++ < MOST_EVENTS) {
            double value;
            memcpy(&value, &word[2], sizeof value);
            tac_log_note(log, TAC_LOG_CLIENT, word[0], word[1], value);
        } else {
            left_out++;
        }
    }
    if (left_out > 0) {
        tac_log_note(log, TAC_LOG_CLIENT, 0, 0, (double)left_out);
    }
}

void tac_signal_binding_take(tac_signal_binding *b, tac_simulation *s, const tac_variable *variable,
                             tac_exchange_moment m, double *next_input, tac_log_writer *log)
{
    if (!b->x) {
        return;
    }
    m.step = *s->state.step;
    tac_exchange_take(b->x, &m);
    if (log) {
        record_events(b, log);
    }
    for (int i = 0; i < b->rig->n_command; i++) {
        const tac_variable *v = &variable[b->map.variable[i]];
        double value = *tac_exchange_command(b->x, b->rig->n_state + i);
        double x = tac_signal_to_model(&b->map, i, value);
        if (v->input >= 0) {
            next_input[v->input] = x;
        } else {
            set_parameter(s, v->parameter, x, log);
        }
    }
}

int tac_signal_binding_command(const tac_signal_binding *b, int variable)
{
    for (int i = 0; b->x && i < b->rig->n_command; i++) {
        if (b->map.variable[i] == variable) {
            return i;
        }
    }
    return -1;
}

int tac_signal_binding_is_taken(const tac_signal_binding *b, int command)
{
    return tac_exchange_is_taken(b->x, b->rig->n_state + command);
}

void tac_signal_binding_write(tac_signal_binding *b, int command, double x)
{
    tac_exchange_write(b->x, b->rig->n_state + command, tac_signal_of_model(&b->map, command, x));
}

int tac_signal_binding_peek(const tac_signal_binding *b, int command, double *x)
{
    double value;
    if (!tac_exchange_peek(b->x, b->rig->n_state + command, &value)) {
        return 0;
    }
    *x = tac_signal_to_model(&b->map, command, value);
    return 1;
}

double tac_signal_binding_clamp(const tac_signal_binding *b, int command, double x, int *limited)
{
    const tac_command_binding *c = &b->rig->command[command];
    double value =
        tac_clamp(tac_signal_of_model(&b->map, command, x), c->minimum, c->maximum, limited);
    return *limited ? tac_signal_to_model(&b->map, command, value) : x;
}

static int is_due(const tac_signal_binding *b, int64_t cycle, int run_state, int safe)
{
    return tac_cycle_is_due(cycle - b->start_cycles, b->rig->divisor, b->rig->phase) ||
           run_state != b->shown_state || safe != b->shown_safe;
}

void tac_signal_binding_publish(tac_signal_binding *b, const tac_simulation *s,
                                tac_outputs *outputs, tac_faults *faults, int64_t cycle,
                                int64_t now, int run_state)
{
    int safe = atomic_load_explicit(&outputs->safe, memory_order_acquire);
    if (!b->x || !is_due(b, cycle, run_state, safe)) {
        return;
    }
    b->shown_state = run_state;
    b->shown_safe = safe;
    const double *sensors = tac_outputs_sense(outputs, s);
    for (int i = 0; i < b->rig->n_state; i++) {
        double *value = tac_exchange_state(b->x, i);
        tac_signal_of_sensors(&b->map, i, sensors, value);
        tac_faults_apply(faults, i, cycle, (double)NAN, value, b->map.count[i]);
    }
    tac_state_head head = {.step = *s->state.step,
                           .cycle = cycle,
                           .time = tac_simulation_time(s),
                           .stamp = now,
                           .run_state = (uint64_t)run_state};
    tac_exchange_publish(b->x, &head, safe);
}

static void show(const tac_signal_binding *b, const tac_simulation *s)
{
    double *to = tac_exchange_view(b->x);
    if (to) {
        to = tac_put_poses(&b->frames, &s->state, to);
        if (b->forces) {
            tac_force_reader_leave(b->forces, &s->state, to);
        }
        tac_exchange_show(b->x);
    }
}

void tac_signal_binding_keep(tac_signal_binding *b, const tac_simulation *s)
{
    if (b->x) {
        tac_exchange_keep(b->x);
        show(b, s);
    }
}

#include "control_values.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control_job.h"
#include "control_state.h"
#include "format/json.h"
#include "format/number.h"
#include "loop/safe_state.h"
#include "monitor/monitor_segment.h"
#include "monitor/record_json.h"
#include "observe.h"
#include "simulation/sensor_columns.h"
#include "trace/trace.h"
#include "units.h"

// What the newest cycle says about itself; comes before the sensors.
enum { TIME, STEP, SLACK, PHASE_ERROR, LOCKED, READ_ONLY };

static const char *const read_only_name[READ_ONLY] = {"t", "step", "slack", "phase_error",
                                                      "locked"};

// ---- values --------------------------------------------------------------------------------------

// 0 when there is none yet, or the loop was in the way.
static int newest_cycle(const tac_control *c, tac_cycle *newest)
{
    return tac_monitor_read(c->e->monitor, atomic_load(&c->e->monitor->newest), newest);
}

// Solver steps done after the newest cycle.
static int64_t current_step(const tac_control *c)
{
    tac_cycle newest;
    return newest_cycle(c, &newest) ? newest.step : atomic_load(&c->e->monitor->steps);
}

static double read_only_value(const tac_control *c, int which)
{
    tac_cycle newest;
    if (which == STEP) {
        return (double)current_step(c);
    }
    if (which == TIME) {
        return (double)current_step(c) * c->checkpoint.dt;
    }
    if (!newest_cycle(c, &newest)) {
        return (double)NAN;
    }
    return which == SLACK         ? (double)tac_cycle_slack(&newest, c->e->rig->period_ns) / 1e9
           : which == PHASE_ERROR ? (double)newest.phase_error / 1e9
                                  : !(newest.flags & TAC_CYCLE_UNLOCKED);
}

static double signal_value(tac_control *c, const tac_signal_place *s)
{
    return tac_outputs_read(&c->e->outputs, s->group, c->frame)
               ? tac_output_value(c->frame, s->index)
               : (double)NAN;
}

// All that can be read, in one row: writable variables, the newest cycle, published sensor values.
static int total(const tac_control *c)
{
    return c->e->n_variable + READ_ONLY + c->n_signal;
}

static const char *name_of(const tac_control *c, int i)
{
    int n = c->e->n_variable;
    if (i < n) {
        return c->e->variable[i].name;
    }
    return i < n + READ_ONLY ? read_only_name[i - n] : c->signal[i - n - READ_ONLY].name;
}

// What the exchange commands has the value in effect there, anything else the one that was written.
static double value_of(tac_control *c, int i)
{
    int n = c->e->n_variable;
    if (i < n) {
        int command = tac_signal_binding_command(&c->e->binding, i);
        double value = c->value[i];
        return command >= 0 && tac_signal_binding_peek(&c->e->binding, command, &value)
                   ? value
                   : c->value[i];
    }
    if (i < n + READ_ONLY) {
        return read_only_value(c, i - n);
    }
    return signal_value(c, &c->signal[i - n - READ_ONLY]);
}

static int find_exactly(const tac_control *c, const char *name)
{
    for (int i = 0; i < total(c); i++) {
        if (strcmp(name, name_of(c, i)) == 0) {
            return i;
        }
    }
    return -1;
}

// A value of a sensor by its number, or the only one of a sensor by the sensor's name, from `first` on: what the
// exchange knows as "body_pose[2]" is "body_pose.z" here.
static int find_column(const tac_control *c, const char *sensor, size_t length, int first,
                       const char *rest)
{
    const tac_simulation *s = c->e->sim;
    char name[TAC_LINE_REQUEST], *end;
    long element = *rest == '[' ? strtol(rest + 1, &end, 10) : 0;
    int k = 0;
    while (k < s->file->desc.n_sensor && (strlen(s->file->sensor_name[k]) != length ||
                                          strncmp(s->file->sensor_name[k], sensor, length) != 0)) {
        k++;
    }
    if (k == s->file->desc.n_sensor || element < 0 || (*rest == '[' && strcmp(end, "]") != 0)) {
        return -1;
    }
    int width = tac_sensor_width(s->model, k);
    if (*rest == '.') {
        snprintf(name, sizeof name, "%.*s%s", (int)length, sensor, rest);
    } else if (element + first < width && (*rest != '\0' || width == 1)) {
        snprintf(name, sizeof name, "%.*s.%s", (int)length, sensor,
                 tac_sensor_column_of(s, k, (int)element + first).name);
    } else {
        return -1;
    }
    return find_exactly(c, name);
}

// Names of the exchange's signals: of commands, and of states that show a sensor as it is.
static int find_signal(const tac_control *c, const char *name)
{
    const tac_signal_binding *b = &c->e->binding;
    for (int i = 0; b->x && i < b->rig->n_command; i++) {
        if (strcmp(b->rig->command[i].name, name) == 0) {
            return b->map.variable[i];
        }
    }
    for (int i = 0; b->x && i < b->rig->n_state; i++) {
        const tac_state_binding *state = &b->rig->state[i];
        size_t n = strlen(state->name);
        if (strncmp(state->name, name, n) == 0 && state->scale.scale == 1.0 &&
            state->scale.offset == 0.0 && strchr(".[", name[n])) {
            int found =
                find_column(c, state->sensor, strlen(state->sensor), state->first, name + n);
            if (found >= 0) {
                return found;
            }
        }
    }
    return -1;
}

static int find_any(const tac_control *c, const char *name)
{
    int exact = find_exactly(c, name);
    if (exact < 0) {
        exact = find_column(c, name, strcspn(name, "["), 0, name + strcspn(name, "["));
    }
    return exact < 0 ? find_signal(c, name) : exact;
}

// The index of a name, or -1 after an answer that names the nearest one.
static int find(tac_control *c, int client, const char *name)
{
    int nearest = -1, fewest = 0, found = find_any(c, name);
    for (int i = 0; i < total(c) && found < 0; i++) {
        int distance = tac_name_distance(name, name_of(c, i));
        if (tac_name_is_near(name, distance) && (nearest < 0 || distance < fewest)) {
            nearest = i;
            fewest = distance;
        }
    }
    if (found < 0) {
        char word[41];
        tac_control_answer(c, client, "error no variable '%s'%s%s%s",
                           tac_line_printable(name, word),
                           nearest >= 0 ? "; did you mean '" : "; 'variables' lists them",
                           nearest >= 0 ? name_of(c, nearest) : "", nearest >= 0 ? "'?" : "");
    }
    return found;
}

void tac_control_read(tac_control *c, int client, char *rest)
{
    char answer[TAC_LINE_ANSWER] = "ok";
    int n = 2;
    const char *word = tac_line_word(&rest);
    if (!word) {
        tac_control_answer(c, client, "error read needs the name of a variable");
        return;
    }
    for (; word && n < TAC_LINE_ANSWER - TAC_NUMBER_SIZE - 2; word = tac_line_word(&rest)) {
        int i = find(c, client, word);
        if (i < 0) {
            return;
        }
        answer[n++] = ' ';
        n += tac_number_print(value_of(c, i), answer + n);
    }
    if (word) {
        tac_control_answer(c, client, "error so many values do not fit into one answer");
        return;
    }
    tac_control_answer(c, client, "%s", answer);
}

// The SI unit in which a command of the exchange is written here; "" where the rig names none.
static const char *si_unit_of(const tac_control *c, int command)
{
    const char *unit = c->e->binding.rig->command[command].scale.unit;
    const tac_unit *known = tac_unit_find(unit, strlen(unit), TAC_Q_ANY);
    return known ? tac_quantity_si(known->quantity) : unit;
}

// A number, in SI or with a unit behind it, which has to be of the kind that the rig names.
static bool parse_value(const tac_control *c, int i, const char *text, double *value)
{
    char number[64];
    size_t n = strspn(text, "0123456789+-.eE");
    while (n > 0 && strchr("eE", text[n - 1])) { // of the unit
        n--;
    }
    if (text[n] == '\0' || n >= sizeof number) {
        return tac_number_parse(text, value);
    }
    int command = tac_signal_binding_command(&c->e->binding, i);
    const char *own = command < 0 ? "" : c->e->binding.rig->command[command].scale.unit;
    const tac_unit *known = tac_unit_find(own, strlen(own), TAC_Q_ANY);
    const tac_unit *unit =
        tac_unit_find(text + n, strlen(text + n), known ? known->quantity : TAC_Q_ANY);
    snprintf(number, sizeof number, "%.*s", (int)n, text);
    if (!unit || !tac_number_parse(number, value)) {
        return false;
    }
    *value = *value * unit->times / unit->over;
    return true;
}

// One value to be written; 0 after an error.
static int take_value(tac_control *c, int client, const char *name, const char *text,
                      tac_command_message *out)
{
    char word[41];
    double value;
    int i = find(c, client, name);
    if (i < 0) {
        return 0;
    }
    if (i >= c->e->n_variable) {
        tac_control_answer(c, client, "error '%s' can only be read", name_of(c, i));
        return 0;
    }
    if (!text || !parse_value(c, i, text, &value)) {
        tac_control_answer(c, client, "error '%s' needs a number, not '%s'", name_of(c, i),
                           text ? tac_line_printable(text, word) : "");
        return 0;
    }
    if (!tac_variable_accepts(&c->e->variable[i], value)) {
        tac_control_answer(c, client,
                           c->e->variable[i].least > 0.0 ? "error '%s' must be above zero"
                                                         : "error '%s' cannot be negative",
                           name_of(c, i));
        return 0;
    }
    *out = (tac_command_message){.verb = TAC_VERB_WRITE,
                                 .index = i,
                                 .signal = 1 + tac_signal_binding_command(&c->e->binding, i),
                                 .count = c->requests,
                                 .value = value};
    return 1;
}

// What the exchange commands has its limits, whoever writes it.
static void limit(const tac_control *c, tac_command_message *m, char note[320])
{
    int limited = 0;
    double given = m->value;
    if (m->signal > 0) {
        m->value = tac_signal_binding_clamp(&c->e->binding, m->signal - 1, m->value, &limited);
    }
    if (limited && *note == '\0') {
        double range[2], low, high;
        int unwanted = 0;
        range[0] = tac_signal_binding_clamp(&c->e->binding, m->signal - 1, -DBL_MAX, &unwanted);
        range[1] = tac_signal_binding_clamp(&c->e->binding, m->signal - 1, DBL_MAX, &unwanted);
        low = fmin(range[0], range[1]);
        high = fmax(range[0], range[1]);
        const char *unit = si_unit_of(c, m->signal - 1);
        const char *gap = *unit != '\0' ? " " : "";
        snprintf(note, 320,
                 " clamped to the range of '%.100s', %.6g..%.6g%s%.20s: %.6g%s%.20s became "
                 "%.6g%s%.20s",
                 name_of(c, m->index), low, high, gap, unit, given, gap, unit, m->value, gap, unit);
    }
}

// "NAME VALUE" or "NAME=VALUE"; the name, or NULL at the end.
static const char *take_pair(char **rest, const char **text)
{
    char *name = tac_line_word(rest), *sign = name ? strchr(name, '=') : NULL;
    if (sign) {
        *sign = '\0';
        *text = sign + 1;
    } else {
        *text = name ? tac_line_word(rest) : NULL;
    }
    return name;
}

// Claims first: all is written, or nothing.
void tac_control_write(tac_control *c, int client, char *rest)
{
    tac_command_message write[TAC_QUEUE_SIZE + 1];
    char note[320] = "";
    const char *text, *name;
    int n = 0, claims = 0;
    c->requests++;
    while (n + claims <= TAC_QUEUE_SIZE && (name = take_pair(&rest, &text))) {
        if (!take_value(c, client, name, text, &write[n])) {
            return;
        }
        limit(c, &write[n], note);
        claims += write[n].signal > 0;
        n++;
    }
    if (n + claims > TAC_QUEUE_SIZE) {
        tac_control_answer(c, client, "error one write takes at most %d variables", TAC_QUEUE_SIZE);
        return;
    }
    if (n == 0) {
        tac_control_answer(c, client, "error write needs names and values: write NAME=VALUE ...");
        return;
    }
    if (!tac_control_is_idle(c)) {
        tac_control_answer(c, client, "error an earlier command still waits for the loop");
        return;
    }
    int sent = 0;
    for (int i = 0; i < n; i++) {
        if (write[i].signal > 0) {
            c->message[sent] = write[i];
            c->message[sent++].verb = TAC_VERB_CLAIM;
        }
    }
    memcpy(c->message + sent, write, (size_t)n * sizeof *write);
    tac_control_start_job(c, client, TAC_VERB_WRITE, sent + n);
    snprintf(c->job.note, sizeof c->job.note, "%s", note);
}

// ---- JSON answers --------------------------------------------------------------------------------

enum { MOST_ENTRY = 512 }; // bytes of a variable beside its name

// What the rig says of a command: its name there, and in its unit how far it goes. SI is `offset`
// plus `factor` times the value in that unit.
static void put_command(tac_json *j, const tac_control *c, int variable)
{
    const tac_signal_binding *b = &c->e->binding;
    int i = b->x ? tac_signal_binding_command(b, variable) : -1;
    if (i < 0) {
        return;
    }
    const tac_command_binding *about = &b->rig->command[i];
    double offset = tac_signal_to_model(&b->map, i, 0.0);
    tac_json_text(j, "signal", about->name);
    tac_json_text(j, "unit", about->scale.unit);
    tac_json_real(j, "minimum", about->minimum);
    tac_json_real(j, "maximum", about->maximum);
    tac_json_real(j, "offset", offset);
    tac_json_real(j, "factor", tac_signal_to_model(&b->map, i, 1.0) - offset);
}

void tac_control_variables(tac_control *c, int client, char *rest)
{
    char answer[TAC_LINE_ANSWER - 8];
    const char *word = tac_line_word(&rest);
    double first = 0.0;
    if (word &&
        (!tac_number_parse(word, &first) || first < 0.0 || first > 1e9 || tac_line_word(&rest))) {
        tac_control_answer(c, client, "error variables takes the index of the first one");
        return;
    }
    tac_json j;
    tac_json_begin(&j, answer, sizeof answer);
    tac_json_open(&j, NULL, '{');
    tac_json_whole(&j, "total", total(c));
    tac_json_open(&j, "variables", '[');
    int i = (int)first;
    for (; i < total(c) && j.n + (int)strlen(name_of(c, i)) + MOST_ENTRY < j.size; i++) {
        tac_json_open(&j, NULL, '{');
        tac_json_text(&j, "name", name_of(c, i));
        tac_json_real(&j, "value", value_of(c, i));
        tac_json_truth(&j, "writable", i < c->e->n_variable);
        if (i < c->e->n_variable) {
            put_command(&j, c, i);
        }
        tac_json_close(&j, '}');
    }
    tac_json_close(&j, ']');
    if (i < total(c)) {
        tac_json_whole(&j, "next", i);
    } else {
        tac_json_null(&j, "next");
    }
    tac_json_close(&j, '}');
    tac_control_answer(c, client, "ok %s", answer);
}

static void put_histogram(tac_json *j, const char *key, const tac_histogram *h)
{
    tac_json_open(j, key, '{');
    tac_json_whole(j, "p50_ns", tac_histogram_quantile(h, 0.5));
    tac_json_whole(j, "p99_ns", tac_histogram_quantile(h, 0.99));
    tac_json_whole(j, "max_ns", atomic_load_explicit(&h->max, memory_order_relaxed));
    tac_json_close(j, '}');
}

static void put_counters(tac_json *j, const tac_monitor *m)
{
    tac_counters n;
    if (!tac_monitor_counters(m, &n)) {
        tac_json_null(j, "cycles");
        return;
    }
    tac_json_whole(j, "cycles", n.cycles);
    tac_json_whole(j, "on_time", n.on_time);
    tac_json_whole(j, "missed", n.missed);
    tac_json_open(j, "causes", '{');
    for (int i = TAC_ON_TIME + 1; i < TAC_N_CAUSE; i++) {
        tac_json_whole(j, tac_cause_name((tac_cause)i), n.cause[i]);
    }
    tac_json_close(j, '}');
    tac_json_whole(j, "skipped", n.skipped);
    tac_json_whole(j, "doubtful", n.doubtful);
    tac_json_whole(j, "start_cycles", n.start_cycles);
    tac_json_whole(j, "missed_at_start", n.missed_at_start);
}

// Switched on, tracing begins with the first cycle that leaves time to prepare it.
static const char *tracing(const tac_control *c)
{
    bool traced = atomic_load_explicit(&c->e->flags.traced, memory_order_relaxed);
    return !tac_trace_is_on() ? "off" : traced ? "on" : "waiting";
}

static void put_record(tac_json *j, const tac_control *c)
{
    tac_log_shown shown = {.path = ""};
    if (c->e->log) {
        tac_log_writer_shown(c->e->log, &shown);
    }
    tac_record_json(j, &shown.state, shown.path);
}

void tac_control_status(tac_control *c, int client, char *rest)
{
    (void)rest;
    char answer[TAC_LINE_ANSWER - 8];
    const tac_monitor *m = c->e->monitor;
    int32_t state = atomic_load(&m->state);
    int64_t steps = current_step(c);
    tac_io_health health;
    tac_monitor_health(m, &health);
    tac_json j;
    tac_json_begin(&j, answer, sizeof answer);
    tac_json_open(&j, NULL, '{');
    tac_json_text(&j, "name", c->e->rig->name);
    tac_json_text(&j, "model", c->e->sim->path);
    tac_json_text(&j, "state", tac_run_state_name[state]);
    tac_json_text(&j, "condition", tac_io_condition_name((tac_io_condition)health.condition));
    tac_json_real(&j, "age", health.age);
    tac_json_text(&j, "safe_reason", tac_safe_reason_name(tac_safe_state(c->e)));
    int32_t lacks = atomic_load_explicit(&m->lacks, memory_order_relaxed);
    tac_json_open(&j, "lacks", '[');
    for (int i = 0; i < TAC_N_LACK; i++) {
        if (lacks & 1 << i) {
            tac_json_text(&j, NULL, tac_lack_name[i]);
        }
    }
    tac_json_close(&j, ']');
    tac_json_whole(&j, "taken", atomic_load_explicit(&m->taken, memory_order_relaxed));
    tac_json_whole(&j, "renewed", atomic_load_explicit(&m->renewed, memory_order_relaxed));
    tac_json_whole(&j, "rearmed", atomic_load(&c->e->flags.rearmed));
    tac_json_text(&j, "tracing", tracing(c));
    tac_json_real(&j, "t", (double)steps * c->checkpoint.dt);
    tac_json_whole(&j, "step", steps);
    tac_json_whole(&j, "period_ns", m->period_ns);
    tac_json_real(&j, "speed", c->e->rig->speed);
    put_record(&j, c);
    put_counters(&j, m);
    put_histogram(&j, "wake", &m->wake);
    put_histogram(&j, "step_time", &m->step);
    put_histogram(&j, "slack", &m->slack);
    tac_json_close(&j, '}');
    tac_control_answer(c, client, "ok %s", answer);
}

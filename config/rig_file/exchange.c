// The section `exchange` of a rig: which signals other processes see and command.
#include "exchange.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

#include "push.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"
#include "signals.h"
#include "units.h"
#include "words.h"

enum { MOST_CLIENTS = 64, DEFAULT_CLIENTS = 4, DEFAULT_TTL = 100, MOST_SIGNALS = 2048 };

// ---- names ---------------------------------------------------------------------------------------

// Whether it is one value of something there: "NAME.z". Which values there are shows when the model is built.
static bool is_value_of(const char *text, const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(names[i], text, length) == 0 && text[length] == '.') {
            return true;
        }
    }
    return false;
}

// The key's name; when the model is known it must be there. Parameters, ELEMENT.field, are looked up
// when the model is built.
static const char *read_target(const tac_place *p, const tac_node *item, const char *key,
                               const char *const *names, int n, bool known)
{
    const tac_node *node = tac_need(p, item, key, "a signal");
    const char *name = tac_text(p, node, key);
    bool is_parameter = strcmp(key, "input") == 0 && strchr(name, '.');
    bool is_value = strcmp(key, "sensor") == 0 && is_value_of(name, names, n);
    if (known && !is_parameter && !is_value) {
        tac_rig_check_name(p, node, key, name, names, n);
    }
    return name;
}

// The signal's own name; default that of what it is bound to.
static const char *read_signal_name(const tac_place *p, const tac_node *item, const char *target,
                                    const tac_exchange_rig *x)
{
    const char *name = target;
    const tac_node *node = tac_find(item, "name");
    if (node) {
        name = tac_text(p, node, "name");
    }
    if (*name == '\0' || strlen(name) > 95 || strpbrk(name, "[] ,\"\n")) {
        tac_refuse(p->rd, node ? node : item,
                   "a signal has a name of 1 to 95 letters without blanks, commas and brackets");
    }
    for (int i = 0; i < x->n_command + x->n_state; i++) {
        const char *other = i < x->n_command ? x->command[i].name : x->state[i - x->n_command].name;
        if (strcmp(other, name) == 0) {
            tac_refuse(p->rd, node ? node : item,
                       "signal '%.80s' already exists; choose another name", name);
        }
    }
    return name;
}

// ---- values --------------------------------------------------------------------------------------

static tac_signal_scale read_scale(const tac_place *p, const tac_node *item)
{
    tac_signal_scale s = {.unit = "", .times = 1.0, .over = 1.0};
    const tac_node *node = tac_find(item, "unit");
    if (node) {
        s.unit = tac_text(p, node, "unit");
        const tac_unit *unit = tac_unit_find(s.unit, strlen(s.unit), TAC_Q_ANY);
        if (!unit) {
            tac_refuse(p->rd, node, "'%.40s' is no unit; docs/model-format.md lists them", s.unit);
        }
        s.times = unit->times;
        s.over = unit->over;
    }
    s.scale = tac_number_or(p, item, "scale", TAC_Q_NUMBER, 1.0);
    s.offset = tac_number_or(p, item, "offset", TAC_Q_NUMBER, 0.0);
    if (s.scale == 0.0) {
        tac_refuse(p->rd, tac_find(item, "scale"), "'scale' must not be zero");
    }
    return s;
}

static void read_limits(const tac_place *p, const tac_node *item, tac_command_binding *c)
{
    static const char *const words[] = {"hold", "ramp", "zero"};
    c->minimum = tac_number_or(p, item, "min", TAC_Q_NUMBER, -(double)INFINITY);
    c->maximum = tac_number_or(p, item, "max", TAC_Q_NUMBER, (double)INFINITY);
    c->rate = tac_number_or(p, item, "rate", TAC_Q_NUMBER, (double)INFINITY);
    c->safe = tac_number_or(p, item, "safe", TAC_Q_NUMBER, 0.0);
    c->ttl = tac_count_or(p, item, "ttl", 0, TAC_MOST_COUNT, DEFAULT_TTL);
    if (!(c->minimum <= c->maximum)) {
        tac_refuse(p->rd, tac_find(item, "max"), "'max' is below 'min'");
    }
    if (!(c->rate > 0.0)) {
        tac_refuse(p->rd, tac_find(item, "rate"),
                   "'rate' must be above zero; leave it out for none");
    }
    if (c->safe < c->minimum || c->safe > c->maximum) {
        const tac_node *node = tac_find(item, "safe");
        tac_refuse(p->rd, node ? node : item,
                   "the safe value %.12g lies outside of 'min' and 'max'; give 'safe'", c->safe);
    }
    const tac_node *node = tac_find(item, "fallback");
    int word = node ? tac_choice(p, node, "fallback", words, 3) : TAC_SIGNAL_HOLD;
    c->fallback = (tac_signal_fallback)word;
    if (c->fallback == TAC_SIGNAL_RAMP && isinf(c->rate)) {
        tac_refuse(p->rd, node, "a ramp needs a 'rate'");
    }
}

// ---- signals -------------------------------------------------------------------------------------

static const tac_node *signal_list(const tac_place *p, const tac_node *map, const char *key)
{
    const tac_node *list = tac_find(map, key);
    if (list) {
        tac_check_plain_list(p, list, key);
        if (list->n > MOST_SIGNALS) {
            tac_refuse(p->rd, list, "more than %d signals", MOST_SIGNALS);
        }
    }
    return list;
}

static void read_commands(const tac_place *p, const tac_node *map, tac_rig_file *f,
                          const tac_model_file *m)
{
    static const char *const keys[] = {"name", "input", "unit", "scale", "offset",   "min",
                                       "max",  "rate",  "safe", "ttl",   "fallback", NULL};
    tac_exchange_rig *x = &f->exchange;
    const tac_node *list = signal_list(p, map, "commands");
    size_t n = (list ? (size_t)list->n : 0) + (size_t)tac_rig_push_commands(p, map);
    tac_command_binding *command = tac_reader_take(p->rd, n, sizeof *command);
    x->command = command;
    for (const tac_entry *e = list ? list->first : NULL; e; e = e->next) {
        tac_command_binding *c = &command[x->n_command];
        tac_check_plain_map(p, e->value, "a command", keys);
        c->input =
            read_target(p, e->value, "input", m ? m->input_name : NULL, m ? m->desc.n_input : 0, m);
        c->name = read_signal_name(p, e->value, c->input, x);
        c->scale = read_scale(p, e->value);
        read_limits(p, e->value, c);
        for (int i = 0; i < x->n_command; i++) {
            if (strcmp(command[i].input, c->input) == 0) {
                tac_refuse_key(p->rd, e->value, "input", "'%.80s' is commanded by '%s' already",
                               c->input, command[i].name);
            }
        }
        x->n_command++;
    }
    tac_rig_read_pushes(p, map, f, command, m);
}

static void read_states(const tac_place *p, const tac_node *map, tac_exchange_rig *x,
                        const tac_model_file *m)
{
    static const char *const keys[] = {"name",  "sensor", "unit", "scale", "offset",
                                       "first", "count",  "safe", NULL};
    const tac_node *list = signal_list(p, map, "states");
    tac_state_binding *state = tac_reader_take(p->rd, list ? (size_t)list->n : 0, sizeof *state);
    x->state = state;
    for (const tac_entry *e = list ? list->first : NULL; e; e = e->next) {
        tac_state_binding *s = &state[x->n_state];
        tac_check_plain_map(p, e->value, "a state", keys);
        s->sensor = read_target(p, e->value, "sensor", m ? m->sensor_name : NULL,
                                m ? m->desc.n_sensor : 0, m);
        s->name = read_signal_name(p, e->value, s->sensor, x);
        s->scale = read_scale(p, e->value);
        s->first = tac_count_or(p, e->value, "first", 0, TAC_MOST_COUNT, 0);
        s->count = tac_count_or(p, e->value, "count", 1, TAC_MOST_COUNT, 0);
        s->safe = tac_number_or(p, e->value, "safe", TAC_Q_NUMBER, 0.0);
        x->n_state++;
    }
}

static bool is_shared(const tac_node *share, const char *sensor)
{
    for (const tac_entry *e = share->first; e; e = e->next) {
        if (fnmatch(e->value->text, sensor, 0) == 0) {
            return true;
        }
    }
    return false;
}

// Patterns that fit no sensor are mistakes.
static const tac_node *read_share(const tac_place *p, const tac_node *map, const tac_model_file *m)
{
    const tac_node *list = tac_find(map, "share");
    if (!list) {
        return NULL;
    }
    tac_check_plain_list(p, list, "share");
    for (const tac_entry *e = list->first; e; e = e->next) {
        const char *pattern = tac_text(p, e->value, "a pattern of 'share'");
        bool fits = !m;
        for (int i = 0; m && i < m->desc.n_sensor && !fits; i++) {
            fits = fnmatch(pattern, m->sensor_name[i], 0) == 0;
        }
        if (!fits) {
            tac_refuse(p->rd, e->value, "no sensor of the model is named like '%.80s'", pattern);
        }
    }
    return list;
}

// All sensors as they are; without any, where the bodies are can be seen all the same.
static void take_all_sensors(const tac_place *p, tac_exchange_rig *x, const tac_model_file *m,
                             const tac_node *share)
{
    int all = m ? m->desc.n_sensor : 0, n = 0;
    tac_state_binding *state = tac_reader_take(p->rd, (size_t)all, sizeof *state);
    for (int i = 0; i < all; i++) {
        if (share && !is_shared(share, m->sensor_name[i])) {
            continue;
        }
        const char *name = tac_copy_text(p->rd, m->sensor_name[i], strlen(m->sensor_name[i]));
        state[n++] = (tac_state_binding){
            .name = name, .sensor = name, .scale = {.unit = "", 1.0, 1.0, 1.0, 0.0}};
    }
    x->state = state;
    x->n_state = n;
}

void tac_rig_share_sensors(const tac_place *p, tac_rig_file *f, const tac_model_file *m)
{
    tac_exchange_rig *x = &f->exchange;
    x->divisor = 1;
    take_all_sensors(p, x, m, NULL);
    x->enabled = x->by_default = m != NULL;
}

void tac_rig_read_exchange(const tac_place *p, tac_rig_file *f, const tac_model_file *m)
{
    static const char *const keys[] = {"clients", "commands", "states", "share",
                                       "push",    "divisor",  "phase",  NULL};
    const tac_node *map = tac_find(p->in->root, "exchange");
    tac_exchange_rig *x = &f->exchange;
    if (!map || map->kind != TAC_MAP) {
        if (!map || tac_truth_or(p, p->in->root, "exchange", 1)) {
            tac_rig_share_sensors(p, f, m);
        }
        return;
    }
    tac_check_plain_map(p, map, "'exchange'", keys);
    x->enabled = 1;
    tac_rig_read_rate(p, map, &x->divisor, &x->phase);
    read_commands(p, map, f, m);
    const tac_node *share = read_share(p, map, m);
    if (share && tac_find(map, "states")) {
        tac_refuse_key(
            p->rd, map, "share",
            "'share' chooses sensors as they are, 'states' lists them; give one of them");
    }
    if (tac_find(map, "states")) {
        read_states(p, map, x, m);
    } else {
        take_all_sensors(p, x, m, share);
    }
    x->clients =
        tac_count_or(p, map, "clients", 0, MOST_CLIENTS, x->n_command > 0 ? DEFAULT_CLIENTS : 0);
}

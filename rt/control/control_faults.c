#include "control_faults.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "control_job.h"
#include "control_state.h"
#include "format/number.h"
#include "units.h"
#include "words.h"

#define MOST_S 1e6

static const tac_exchange_rig *rig_of(const tac_control *c)
{
    return &c->e->rig->exchange;
}

static int find_signal(const tac_control *c, const char *name)
{
    const tac_exchange_rig *x = rig_of(c);
    for (int i = 0; c->e->binding.x && name && i < x->n_state + x->n_command; i++) {
        const char *own = i < x->n_state ? x->state[i].name : x->command[i - x->n_state].name;
        if (strcmp(own, name) == 0) {
            return i;
        }
    }
    return -1;
}

// "2 s", "500ms"; in s, negative when it is none.
static double take_time(char **rest)
{
    char number[64];
    double x;
    const char *word = tac_line_word(rest);
    size_t n = word ? strspn(word, "0123456789.+-eE") : 0;
    if (n == 0 || n >= sizeof number) {
        return -1.0;
    }
    const char *unit = word[n] ? word + n : tac_line_word(rest);
    const tac_unit *known = unit ? tac_unit_find(unit, strlen(unit), TAC_Q_TIME) : NULL;
    snprintf(number, sizeof number, "%.*s", (int)n, word);
    return known && tac_number_parse(number, &x) && x >= 0.0 ? x * known->times / known->over
                                                             : -1.0;
}

// Cycles, or frames of a state, that make up a time.
static double turns(const tac_control *c, double seconds, int is_frames)
{
    const tac_rig_file *rig = c->e->rig;
    return round(seconds * 1e9 /
                 (double)(rig->period_ns * (is_frames ? rig->exchange.divisor : 1)));
}

// The number behind the kind, as the signal is where it is changed.
static const char *take_size(tac_control *c, tac_command_message *m, tac_fault_kind kind,
                             char **rest)
{
    const tac_exchange_rig *x = rig_of(c);
    int command = m->index - x->n_state;
    if (kind == TAC_FAULT_DELAY) {
        double s = take_time(rest);
        m->value = turns(c, s, command < 0);
        return s < 0.0                              ? "needs a time, such as 20 ms"
               : m->value >= (double)TAC_FAULT_PAST ? "is too long: at most 4095 cycles or frames"
                                                    : NULL;
    }
    const char *word = tac_line_word(rest);
    if (!word || !tac_number_parse(word, &m->value) || !isfinite(m->value)) {
        return "needs a number, in the unit of the signal";
    }
    if (command >= 0) {
        const tac_signal_map *map = &c->e->binding.map;
        m->value =
            tac_signal_to_model(map, command, m->value) - tac_signal_to_model(map, command, 0.0);
    }
    return NULL;
}

static const char *take_end(tac_control *c, tac_command_message *m, char **rest)
{
    const char *word = tac_line_word(rest);
    double s = word && strcmp(word, "for") == 0 ? take_time(rest) : -1.0;
    if (word && !(s > 0.0 && s <= MOST_S)) {
        return "ends with 'for TIME', such as for 2 s, or with nothing";
    }
    m->count = word ? (int64_t)fmax(turns(c, s, 0), 1.0) : 0;
    return tac_line_word(rest) ? "has something behind its time" : NULL;
}

// What cannot have this fault.
static const char *judge(const tac_control *c, int signal, tac_fault_kind *kind)
{
    const tac_exchange_rig *x = rig_of(c);
    int command = signal - x->n_state;
    if (command < 0) {
        return c->e->binding.map.count[signal] > TAC_FAULT_VALUES ? "has too many values" : NULL;
    }
    if (c->e->variable[c->e->binding.map.variable[command]].input < 0) {
        return "sets a parameter; faults of commands are those of inputs";
    }
    if (*kind == TAC_FAULT_DROP && x->command[command].fallback == TAC_SIGNAL_HOLD) {
        *kind = TAC_FAULT_FREEZE; // nobody commands it, and it holds
    }
    return NULL;
}

static int find_kind(const char *word)
{
    for (int k = 0; word && k < TAC_N_FAULT_KIND; k++) {
        if (strcmp(word, tac_fault_name[k]) == 0) {
            return k;
        }
    }
    return -1;
}

static void put(tac_control *c, int client, int signal, char *rest)
{
    const char *word = tac_line_word(&rest), *why = NULL;
    int found = find_kind(word);
    tac_command_message *m = &c->message[0];
    *m = (tac_command_message){.verb = TAC_VERB_FAULT, .index = signal};
    if (found < 0) {
        tac_control_answer(c, client,
                           "error a fault is drop, freeze, noise X, delay TIME or step X");
        return;
    }
    tac_fault_kind kind = (tac_fault_kind)found;
    if (kind != TAC_FAULT_DROP && kind != TAC_FAULT_FREEZE) {
        why = take_size(c, m, kind, &rest);
    }
    why = why ? why : take_end(c, m, &rest);
    why = why ? why : judge(c, signal, &kind);
    if (why) {
        tac_control_answer(c, client, "error the fault '%s' of this signal %s",
                           tac_fault_name[found], why);
        return;
    }
    m->signal = (int32_t)kind;
    tac_control_start_job(c, client, TAC_VERB_FAULT, 1);
}

static void clear(tac_control *c, int client, char *rest)
{
    const char *name = tac_line_word(&rest);
    int signal = name ? find_signal(c, name) : -1;
    if (name && signal < 0) {
        tac_control_answer(c, client, "error the rig shares no such signal");
        return;
    }
    c->message[0] = (tac_command_message){.verb = TAC_VERB_CLEAR, .index = signal};
    tac_control_start_job(c, client, TAC_VERB_CLEAR, 1);
}

void tac_control_fault(tac_control *c, int client, char *rest)
{
    const char *name = tac_line_word(&rest);
    int signal = find_signal(c, name);
    char text[41];
    if (!c->e->rig->faults_allowed) {
        tac_control_answer(c, client, "error the rig does not allow it; 'faults: allowed' does");
    } else if (!tac_control_is_idle(c)) {
        tac_control_answer(c, client, "error an earlier command still waits for the loop");
    } else if (name && signal < 0 && strcmp(name, "clear") == 0) {
        clear(c, client, rest);
    } else if (signal < 0) {
        tac_control_answer(c, client, "error the rig shares no signal '%s'",
                           name ? tac_line_printable(name, text) : "");
    } else {
        put(c, client, signal, rest);
    }
}

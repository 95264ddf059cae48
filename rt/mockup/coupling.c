#include "coupling.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coupling_units.h"
#include "mockup_read.h"
#include "session_values.h"
#include "system/fail.h"
#include "words.h"

// ---- names ---------------------------------------------------------------------------------------

// The next letter of a name in which apostrophes count for nothing, and a slash is a dot; '\0' at its end.
static char next_letter(const char **at)
{
    while (**at == '\'') {
        (*at)++;
    }
    char c = **at;
    *at += c != '\0';
    return c == '/' ? '.' : c;
}

static bool is_same_name(const char *a, const char *b)
{
    char x, y;
    do {
        x = next_letter(&a);
        y = next_letter(&b);
    } while (x == y && x != '\0');
    return x == y;
}

static int find_signal(const tac_coupling *c, const char *name, bool commands_only)
{
    for (int i = 0; i < c->n_signal; i++) {
        const tac_coupled_signal *s = &c->signal[i];
        if ((s->is_command || !commands_only) &&
            (is_same_name(s->name, name) || (s->other[0] && is_same_name(s->other, name)))) {
            return i;
        }
    }
    return -1;
}

// A variable of the FMU by a name with an element in brackets behind it, where it is an array.
static tac_mockup_variable *find_element(const tac_mockup *m, const char *name, size_t *element)
{
    tac_mockup_variable *v = tac_mockup_find(m, name);
    const char *bracket = strrchr(name, '[');
    *element = 0;
    if (v || !bracket) {
        return v;
    }
    char *end;
    unsigned long n = strtoul(bracket + 1, &end, 10);
    char *array = strndup(name, (size_t)(bracket - name));
    v = array && isdigit((unsigned char)bracket[1]) && strcmp(end, "]") == 0
            ? tac_mockup_find(m, array)
            : NULL;
    free(array);
    *element = n;
    return v && n < v->n ? v : NULL;
}

static bool is_number(const tac_mockup_variable *v)
{
    return v->type <= TAC_ENUMERATION && !v->is_clocked;
}

// ---- ports ---------------------------------------------------------------------------------------

typedef struct direction {
    tac_ports *ports;
    tac_causality causality;
    const char *word; // in messages
    const tac_fmu_link *link;
    int n_link;
    bool has_links;
} direction;

static size_t count_elements(const tac_mockup *m, tac_causality causality, size_t *variables)
{
    size_t n = 0;
    *variables = 0;
    for (int i = 0; i < m->n_variable; i++) {
        const tac_mockup_variable *v = &m->variable[i];
        if (v->causality == causality && is_number(v)) {
            n += v->n;
            ++*variables;
        }
    }
    return n;
}

static void take_room(const tac_mockup *m, const direction *d, size_t more)
{
    size_t variables, n = count_elements(m, d->causality, &variables);
    d->ports->port = tac_kept(n + more, sizeof *d->ports->port);
    d->ports->variable = tac_kept(variables + more, sizeof *d->ports->variable);
    d->ports->value = tac_kept(n + more, sizeof *d->ports->value);
    d->ports->old = tac_kept(n + more, sizeof *d->ports->old);
    d->ports->place = tac_kept((size_t)m->n_variable, sizeof *d->ports->place);
}

// Where the values of a variable lie, which is added if it is new.
static size_t add_variable(const tac_mockup *m, tac_ports *p, const tac_mockup_variable *v)
{
    int *place = &p->place[v - m->variable];
    if (*place == 0) {
        p->variable[p->n_variable++] = (tac_port_variable){v, p->n_value};
        p->n_value += v->n;
        *place = p->n_variable;
    }
    return p->variable[*place - 1].at;
}

static bool is_taken(const direction *d, int signal, const tac_mockup_variable *v, size_t element)
{
    for (int i = 0; i < d->ports->n; i++) {
        const tac_port *p = &d->ports->port[i];
        if ((d->causality == TAC_FMI_OUTPUT && p->signal == signal) ||
            (p->variable == v && p->element == element && d->causality == TAC_FMI_INPUT)) {
            return true;
        }
    }
    return false;
}

// Couples an element to a signal. The conversion is that of the units, unless a link has one.
static bool add_port(tac_coupling *c, const direction *d, const tac_mockup_variable *v,
                     size_t element, int signal, const tac_fmu_link *link, tac_diag *diag)
{
    double scale = 1.0, offset = 0.0;
    const tac_coupled_signal *s = &c->signal[signal];
    if (is_taken(d, signal, v, element)) {
        return tac_diag_say(diag,
                            "'%s' and '%s' are coupled to each other's place already; one "
                            "source for each",
                            v->name, s->name);
    }
    if (link && link->converts) {
        scale = link->scale;
        offset = link->offset;
    } else if (tac_units_match(c->mockup, v, s->unit, &scale, &offset) == TAC_UNITS_DIFFER) {
        return tac_diag_say(diag,
                            "'%s' is in %s and the signal '%s' in %s, which do not go together; "
                            "give a scale in a file (docs/fmi.md), or couple another one",
                            v->name, v->unit, s->name, s->unit);
    } else if (d->causality == TAC_FMI_INPUT) { // the other way round
        offset = -offset / scale;
        scale = 1.0 / scale;
    }
    d->ports->port[d->ports->n++] =
        (tac_port){.variable = v,
                   .element = element,
                   .signal = signal,
                   .scale = scale,
                   .offset = offset,
                   .at = add_variable(c->mockup, d->ports, v) + element};
    return true;
}

// ---- by a file -----------------------------------------------------------------------------------

static bool refuse_variable(const tac_coupling *c, const direction *d, const tac_fmu_link *l,
                            tac_diag *diag)
{
    const tac_mockup *m = c->mockup;
    tac_nearest best = {.text = l->variable};
    for (int i = 0; i < m->n_variable; i++) {
        if (m->variable[i].causality == d->causality) {
            tac_nearest_offer(&best, m->variable[i].name, 0);
        }
    }
    return tac_diag_say(diag, "%s:%d:%d: the FMU has no %s '%s'%s%s%s", c->file->path, l->line,
                        l->column, d->word, l->variable, best.word ? "; did you mean '" : "",
                        best.word ? best.word : "",
                        best.word ? "'?" : "; 'tactus fmu-info' lists them");
}

static bool refuse_signal(const tac_coupling *c, const direction *d, const tac_fmu_link *l,
                          tac_diag *diag)
{
    tac_nearest best = {.text = l->signal};
    bool commands = d->causality == TAC_FMI_OUTPUT;
    if (commands && find_signal(c, l->signal, false) >= 0) {
        return tac_diag_say(diag, "%s:%d:%d: '%s' can be read, not commanded", c->file->path,
                            l->line, l->column, l->signal);
    }
    for (int i = 0; i < c->n_signal; i++) {
        if (c->signal[i].is_command || !commands) {
            tac_nearest_offer(&best, c->signal[i].name, 0);
        }
    }
    return tac_diag_say(diag, "%s:%d:%d: there is no %s '%s'%s%s%s", c->file->path, l->line,
                        l->column, commands ? "command" : "signal", l->signal,
                        best.word ? "; did you mean '" : "", best.word ? best.word : "",
                        best.word ? "'?" : "");
}

static bool couple_link(tac_coupling *c, const direction *d, const tac_fmu_link *l, tac_diag *diag)
{
    size_t element;
    const tac_mockup_variable *v = find_element(c->mockup, l->variable, &element);
    if (!v || v->causality != d->causality) {
        return refuse_variable(c, d, l, diag);
    }
    if (!is_number(v)) {
        return tac_diag_say(diag, "%s:%d:%d: '%s' is %s, which no signal can be", c->file->path,
                            l->line, l->column, v->name,
                            tac_type_word(v->type, c->mockup->version));
    }
    bool whole = v->n > 1 && strcmp(l->variable, v->name) == 0;
    for (size_t k = whole ? 0 : element; k < (whole ? v->n : element + 1); k++) {
        tac_fmu_link one = *l;
        char name[TAC_SIGNAL_TEXT + 32];
        (void)snprintf(name, sizeof name, "%s[%zu]", l->signal, k);
        one.signal = whole ? name : l->signal;
        int signal = find_signal(c, one.signal, d->causality == TAC_FMI_OUTPUT);
        if (signal < 0) {
            return refuse_signal(c, d, &one, diag);
        }
        if (!add_port(c, d, v, k, signal, l, diag)) {
            return false;
        }
    }
    return true;
}

// ---- by name -------------------------------------------------------------------------------------

static bool couple_names(tac_coupling *c, const direction *d, tac_diag *diag)
{
    const tac_mockup *m = c->mockup;
    for (int i = 0; i < m->n_variable; i++) {
        const tac_mockup_variable *v = &m->variable[i];
        if (v->causality != d->causality || !is_number(v)) {
            continue;
        }
        for (size_t k = 0; k < v->n; k++) {
            char name[TAC_SIGNAL_TEXT + 32];
            (void)snprintf(name, sizeof name, v->n > 1 ? "%s[%zu]" : "%s", v->name, k);
            int signal = find_signal(c, name, d->causality == TAC_FMI_OUTPUT);
            if (signal >= 0 && !add_port(c, d, v, k, signal, NULL, diag)) {
                return false;
            }
        }
    }
    return true;
}

static bool couple(tac_coupling *c, const direction *d, tac_diag *diag)
{
    bool good = true;
    take_room(c->mockup, d, (size_t)d->n_link);
    for (int i = 0; i < d->n_link && good; i++) {
        good = couple_link(c, d, &d->link[i], diag);
    }
    good = good && (d->has_links || couple_names(c, d, diag));
    for (int i = 0; i < c->mockup->n_variable && c->all_outputs && d->causality == TAC_FMI_OUTPUT;
         i++) {
        const tac_mockup_variable *v = &c->mockup->variable[i];
        if (v->causality == TAC_FMI_OUTPUT && is_number(v)) {
            (void)add_variable(c->mockup, d->ports, v);
        }
    }
    return good;
}

bool tac_coupling_open(tac_coupling *c, tac_diag *diag)
{
    const tac_fmu_file *f = c->file;
    direction in = {.ports = &c->input, .causality = TAC_FMI_INPUT, .word = "input"};
    direction out = {.ports = &c->output, .causality = TAC_FMI_OUTPUT, .word = "output"};
    if (f) {
        in.link = f->input;
        in.n_link = f->n_input;
        in.has_links = f->has_input;
        out.link = f->output;
        out.n_link = f->n_output;
        out.has_links = f->has_output;
    }
    return couple(c, &in, diag) && couple(c, &out, diag);
}

// ---- values --------------------------------------------------------------------------------------

void tac_coupling_put(tac_coupling *c, const double *signal)
{
    for (int i = 0; i < c->input.n; i++) {
        const tac_port *p = &c->input.port[i];
        c->input.value[p->at] = p->scale * signal[i] + p->offset;
    }
}

void tac_coupling_take(const tac_coupling *c, double *signal)
{
    for (int i = 0; i < c->output.n; i++) {
        const tac_port *p = &c->output.port[i];
        signal[i] = p->scale * c->output.value[p->at] + p->offset;
    }
}

bool tac_coupling_read(tac_coupling *c, tac_session *s)
{
    bool good = true;
    for (int i = 0; i < c->output.n_variable && good; i++) {
        const tac_port_variable *v = &c->output.variable[i];
        good = tac_session_get(s, v->variable, c->output.value + v->at);
    }
    return good;
}

static bool is_of(const tac_mockup_variable *v, tac_which_inputs which)
{
    return which == TAC_ALL_INPUTS ||
           (which == TAC_CONTINUOUS_INPUTS) == (v->variability == TAC_FMI_CONTINUOUS);
}

static bool set_inputs(tac_session *s, void *context, tac_which_inputs which)
{
    tac_coupling *c = context;
    bool good = true;
    for (int i = 0; i < c->input.n_variable && good; i++) {
        const tac_port_variable *v = &c->input.variable[i];
        if (is_of(v->variable, which)) {
            good = tac_session_set(s, v->variable, c->input.value + v->at);
            memcpy(c->input.old + v->at, c->input.value + v->at,
                   v->variable->n * sizeof *c->input.old);
        }
    }
    return good;
}

static bool discrete_change(void *context)
{
    const tac_coupling *c = context;
    for (int i = 0; i < c->input.n_variable; i++) {
        const tac_port_variable *v = &c->input.variable[i];
        if (is_of(v->variable, TAC_DISCRETE_INPUTS) &&
            memcmp(c->input.old + v->at, c->input.value + v->at,
                   v->variable->n * sizeof *c->input.old) != 0) {
            return true;
        }
    }
    return false;
}

tac_input_source tac_coupling_inputs(tac_coupling *c)
{
    return (tac_input_source){.set = set_inputs, .discrete_change = discrete_change, .context = c};
}

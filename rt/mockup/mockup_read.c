#include "mockup_read.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"

const char *const tac_causality_words[TAC_CAUSALITIES] = {
    [TAC_FMI_STRUCTURAL_PARAMETER] = "structuralParameter",
    [TAC_FMI_PARAMETER] = "parameter",
    [TAC_FMI_CALCULATED_PARAMETER] = "calculatedParameter",
    [TAC_FMI_INPUT] = "input",
    [TAC_FMI_OUTPUT] = "output",
    [TAC_FMI_LOCAL] = "local",
    [TAC_FMI_INDEPENDENT] = "independent"};

const char *const tac_variability_words[TAC_VARIABILITIES] = {[TAC_FMI_CONSTANT] = "constant",
                                                              [TAC_FMI_FIXED] = "fixed",
                                                              [TAC_FMI_TUNABLE] = "tunable",
                                                              [TAC_FMI_DISCRETE] = "discrete",
                                                              [TAC_FMI_CONTINUOUS] = "continuous"};

const char *const tac_initial_words[TAC_INITIALS] = {
    [TAC_FMI_EXACT] = "exact", [TAC_FMI_APPROX] = "approx", [TAC_FMI_CALCULATED] = "calculated"};

static const char *const type_words[TAC_MOCKUP_TYPES] = {
    [TAC_FLOAT64] = "Float64", [TAC_FLOAT32] = "Float32", [TAC_INT8] = "Int8",
    [TAC_UINT8] = "UInt8",     [TAC_INT16] = "Int16",     [TAC_UINT16] = "UInt16",
    [TAC_INT32] = "Int32",     [TAC_UINT32] = "UInt32",   [TAC_INT64] = "Int64",
    [TAC_UINT64] = "UInt64",   [TAC_BOOLEAN] = "Boolean", [TAC_ENUMERATION] = "Enumeration",
    [TAC_STRING] = "String",   [TAC_BINARY] = "Binary",   [TAC_CLOCK] = "Clock"};

const char *tac_type_word(tac_mockup_type type, int version)
{
    return version == 2 && type == TAC_FLOAT64 ? "Real"
           : version == 2 && type == TAC_INT32 ? "Integer"
                                               : type_words[type];
}

// ---- values of attributes ------------------------------------------------------------------------

static int word_index(const char *text, const char *const *word, int n)
{
    int i = 0;
    while (i < n && strcmp(text, word[i]) != 0) {
        i++;
    }
    return i;
}

static bool is_true(const tac_xml_node *e, const char *name)
{
    const char *text = tac_xml_get(e, name);
    return text && (strcmp(text, "true") == 0 || strcmp(text, "1") == 0);
}

// A number of the element, or otherwise; one that is none is found.
static double number_of(const tac_xml_node *e, const char *name, double otherwise, tac_findings *f)
{
    const char *text = tac_xml_get(e, name);
    double value = otherwise;
    if (text && !tac_mockup_number(TAC_FLOAT64, text, &value)) {
        tac_find_fault(f, e->line, "%s=\"%.60s\" is no number", name, text);
        return otherwise;
    }
    return value;
}

static bool read_whole(const char *text, uint64_t most, uint64_t *value)
{
    char *rest;
    errno = 0;
    unsigned long long n = strtoull(text, &rest, 10);
    if (text[strspn(text, "0123456789")] != '\0' || *text == '\0' || errno != 0 || n > most) {
        return false;
    }
    *value = n;
    return true;
}

// XML allows blanks around numbers; hexadecimal ones and "1e" are none.
bool tac_mockup_number(tac_mockup_type type, const char *text, double *value)
{
    char trimmed[64];
    text += strspn(text, " \t\r\n");
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r\n", text[n - 1])) {
        n--;
    }
    if (n == 0 || n >= sizeof trimmed) {
        return false;
    }
    memcpy(trimmed, text, n);
    trimmed[n] = '\0';
    if (type == TAC_BOOLEAN) {
        *value = strcmp(trimmed, "true") == 0 || strcmp(trimmed, "1") == 0;
        return *value != 0.0 || strcmp(trimmed, "false") == 0 || strcmp(trimmed, "0") == 0;
    }
    if (trimmed[strspn(trimmed, "+-.0123456789eE")] != '\0') {
        return false;
    }
    const char *digits = trimmed[0] == '+' ? trimmed + 1 : trimmed;
    bool is_whole = type != TAC_FLOAT64 && type != TAC_FLOAT32;
    return tac_number_parse(digits, value) && (!is_whole || *value == floor(*value));
}

// ---- units ---------------------------------------------------------------------------------------

static void read_units(tac_mockup *m, tac_findings *f)
{
    static const char *const base[TAC_BASE_UNITS] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    const tac_xml_node *list = tac_xml_child(m->root, "UnitDefinitions");
    int n = 0;
    for (const tac_xml_node *e = list ? list->first : NULL; e; e = e->next) {
        n++;
    }
    m->unit = tac_kept((size_t)n, sizeof *m->unit);
    for (const tac_xml_node *e = list ? list->first : NULL; e; e = e->next) {
        const char *name = tac_xml_get(e, "name");
        const tac_xml_node *of = tac_xml_child(e, "BaseUnit");
        if (strcmp(e->name, "Unit") != 0 || !name) {
            tac_find_fault(f, e->line, "a unit needs a name");
            continue;
        }
        tac_mockup_unit *u = &m->unit[m->n_unit++];
        *u = (tac_mockup_unit){.name = name, .has_base = of != NULL, .factor = 1.0};
        for (int i = 0; of && i < TAC_BASE_UNITS; i++) {
            u->exponent[i] = (int)number_of(of, base[i], 0.0, f);
        }
        u->factor = number_of(of, "factor", 1.0, f);
        u->offset = number_of(of, "offset", 0.0, f);
    }
}

const tac_mockup_unit *tac_mockup_unit_of(const tac_mockup *m, const tac_mockup_variable *v)
{
    for (int i = 0; v->unit && i < m->n_unit; i++) {
        if (strcmp(m->unit[i].name, v->unit) == 0) {
            return &m->unit[i];
        }
    }
    return NULL;
}

// ---- types ---------------------------------------------------------------------------------------

// The definition of a declared type: the element with its attributes, NULL: there is none of the name.
static const tac_xml_node *definition_of(const tac_mockup *m, const char *name)
{
    const tac_xml_node *list = tac_xml_child(m->root, "TypeDefinitions");
    for (const tac_xml_node *e = list ? list->first : NULL; e; e = e->next) {
        const char *own = tac_xml_get(e, "name");
        if (own && strcmp(own, name) == 0) {
            return m->version == 2 ? e->first : e;
        }
    }
    return NULL;
}

// An attribute of the variable, or of its declared type.
static const char *inherited(const tac_xml_node *typed, const tac_xml_node *definition,
                             const char *name)
{
    const char *own = tac_xml_get(typed, name);
    return own ? own : tac_xml_get(definition, name);
}

static void read_typed(const tac_mockup *m, tac_mockup_variable *v, const tac_xml_node *typed,
                       tac_findings *f)
{
    v->type_name = tac_xml_get(typed, "declaredType");
    const tac_xml_node *definition = v->type_name ? definition_of(m, v->type_name) : NULL;
    if (v->type_name && !definition) {
        tac_find_fault(f, v->line, "'%.80s' has the declared type '%.80s', which is not defined",
                       v->name, v->type_name);
    }
    v->unit = inherited(typed, definition, "unit");
    v->least = inherited(typed, definition, "min");
    v->most = inherited(typed, definition, "max");
    v->start = tac_xml_get(typed, "start");
    const tac_xml_node *start = tac_xml_child(typed, "Start"); // of texts and bytes
    v->start = !v->start && start ? tac_xml_get(start, "value") : v->start;
}

// ---- variables -----------------------------------------------------------------------------------

static void read_dimensions(tac_mockup_variable *v, const tac_xml_node *e, tac_findings *f)
{
    for (const tac_xml_node *d = e->first; d; d = d->next) {
        if (strcmp(d->name, "Dimension") != 0) {
            continue;
        }
        const char *fixed = tac_xml_get(d, "start"), *of = tac_xml_get(d, "valueReference");
        uint64_t n = 0;
        const char *text = fixed ? fixed : of;
        if (!text || (fixed && of) || !read_whole(text, fixed ? UINT64_MAX : UINT32_MAX, &n)) {
            tac_find_error(f, d->line, "a dimension of '%.80s' needs a size or a reference",
                           v->name);
        } else if (v->n_dimension == TAC_MOST_DIMENSIONS) {
            tac_find_error(f, d->line, "'%.80s' has more than %d dimensions", v->name,
                           TAC_MOST_DIMENSIONS);
            return;
        }
        v->dimension[v->n_dimension++] =
            (tac_dimension){.is_fixed = fixed != NULL, .n = n, .reference = (uint32_t)n};
    }
}

static int read_word(const tac_mockup_variable *v, const tac_xml_node *e, const char *key,
                     const char *const *word, int n, int otherwise, tac_findings *f)
{
    const char *text = tac_xml_get(e, key);
    int index = text ? word_index(text, word, n) : otherwise;
    if (text && index == n) {
        tac_find_fault(f, e->line, "'%.80s' has no %s '%.40s' of the standard", v->name, key, text);
        return otherwise;
    }
    return index;
}

static tac_variability default_variability(const tac_mockup *m, const tac_mockup_variable *v)
{
    if (m->version == 2) {
        return TAC_FMI_CONTINUOUS;
    }
    bool is_parameter = v->causality == TAC_FMI_PARAMETER ||
                        v->causality == TAC_FMI_STRUCTURAL_PARAMETER ||
                        v->causality == TAC_FMI_CALCULATED_PARAMETER;
    return is_parameter                                       ? TAC_FMI_TUNABLE
           : v->type == TAC_FLOAT64 || v->type == TAC_FLOAT32 ? TAC_FMI_CONTINUOUS
                                                              : TAC_FMI_DISCRETE;
}

tac_initial tac_default_initial(int version, tac_causality c, tac_variability v, bool *allowed)
{
    bool is_signal = v == TAC_FMI_DISCRETE || v == TAC_FMI_CONTINUOUS;
    bool is_kept = v == TAC_FMI_FIXED || v == TAC_FMI_TUNABLE;
    *allowed = true;
    switch (c) {
    case TAC_FMI_STRUCTURAL_PARAMETER:
    case TAC_FMI_PARAMETER:
        *allowed = is_kept;
        return is_kept ? TAC_FMI_EXACT : TAC_FMI_NO_INITIAL;
    case TAC_FMI_CALCULATED_PARAMETER:
        *allowed = is_kept;
        return is_kept ? TAC_FMI_CALCULATED : TAC_FMI_NO_INITIAL;
    case TAC_FMI_INPUT:
        *allowed = is_signal;
        return is_signal && version == 3 ? TAC_FMI_EXACT : TAC_FMI_NO_INITIAL;
    case TAC_FMI_OUTPUT:
        *allowed = is_signal || v == TAC_FMI_CONSTANT;
        return v == TAC_FMI_CONSTANT ? TAC_FMI_EXACT
               : is_signal           ? TAC_FMI_CALCULATED
                                     : TAC_FMI_NO_INITIAL;
    case TAC_FMI_LOCAL:
        return v == TAC_FMI_CONSTANT ? TAC_FMI_EXACT : TAC_FMI_CALCULATED;
    case TAC_FMI_INDEPENDENT:
        *allowed = v == TAC_FMI_CONTINUOUS;
        return TAC_FMI_NO_INITIAL;
    case TAC_CAUSALITIES:
        break;
    }
    return TAC_FMI_NO_INITIAL;
}

static void read_variable(const tac_mockup *m, tac_mockup_variable *v, const tac_xml_node *e,
                          const tac_xml_node *typed, tac_findings *f)
{
    uint64_t reference = 0;
    const char *name = tac_xml_get(e, "name"), *number = tac_xml_get(e, "valueReference");
    bool allowed;
    v->line = e->line;
    v->name = name ? name : "";
    v->n = 1;
    v->description = tac_xml_get(e, "description");
    v->has_reference = number && read_whole(number, UINT32_MAX, &reference);
    v->reference = (uint32_t)reference;
    if (!name || *name == '\0') {
        tac_find_error(f, e->line, "a variable needs a name");
    }
    if (!v->has_reference) {
        tac_find_error(f, e->line, "'%.80s' needs a valueReference from 0 to 4294967295", v->name);
    }
    v->causality = (tac_causality)read_word(v, e, "causality", tac_causality_words, TAC_CAUSALITIES,
                                            TAC_FMI_LOCAL, f);
    v->variability =
        (tac_variability)read_word(v, e, "variability", tac_variability_words, TAC_VARIABILITIES,
                                   (int)default_variability(m, v), f);
    v->initial_given = tac_xml_get(e, "initial") != NULL;
    v->initial = (tac_initial)read_word(
        v, e, "initial", tac_initial_words, TAC_INITIALS,
        (int)tac_default_initial(m->version, v->causality, v->variability, &allowed), f);
    v->is_clocked = m->version == 3 && tac_xml_get(e, "clocks");
    read_typed(m, v, typed, f);
    read_dimensions(v, m->version == 3 ? e : typed, f);
}

// The element that tells the type of a variable, NULL: none does.
static const tac_xml_node *typed_of(const tac_mockup *m, const tac_xml_node *e,
                                    tac_mockup_type *type)
{
    if (m->version == 3) {
        int index = word_index(e->name, type_words, TAC_MOCKUP_TYPES);
        *type = (tac_mockup_type)index;
        return index < TAC_MOCKUP_TYPES ? e : NULL;
    }
    static const struct {
        const char *name;
        tac_mockup_type type;
    } of[] = {{"Real", TAC_FLOAT64},
              {"Integer", TAC_INT32},
              {"Boolean", TAC_BOOLEAN},
              {"String", TAC_STRING},
              {"Enumeration", TAC_ENUMERATION}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const tac_xml_node *typed = tac_xml_child(e, of[i].name);
        if (typed) {
            *type = of[i].type;
            return typed;
        }
    }
    return NULL;
}

static void read_variables(tac_mockup *m, tac_findings *f)
{
    const tac_xml_node *list = tac_xml_child(m->root, "ModelVariables");
    int n = 0;
    for (const tac_xml_node *e = list ? list->first : NULL; e; e = e->next) {
        n++;
    }
    if (n == 0) {
        tac_find_error(f, m->root->line, "it has no ModelVariables");
    }
    m->variable = tac_kept((size_t)n, sizeof *m->variable);
    for (const tac_xml_node *e = list ? list->first : NULL; e; e = e->next) {
        tac_mockup_variable *v = &m->variable[m->n_variable];
        const tac_xml_node *typed = typed_of(m, e, &v->type);
        if (!typed) {
            tac_find_error(f, e->line, "'%.40s' is no variable of a type of FMI %d.0", e->name,
                           m->version);
            continue;
        }
        read_variable(m, v, e, typed, f);
        m->n_variable++;
    }
}

tac_mockup_variable *tac_mockup_find(const tac_mockup *m, const char *name)
{
    for (int i = 0; i < m->n_variable; i++) {
        if (strcmp(m->variable[i].name, name) == 0) {
            return &m->variable[i];
        }
    }
    return NULL;
}

// ---- sizes ---------------------------------------------------------------------------------------

typedef struct sizes {                    // variables that can be the size of an array
    const tac_mockup_variable **variable; // (n)
    int n;
} sizes;

static sizes list_sizes(const tac_mockup *m)
{
    sizes all = {.variable = tac_kept((size_t)m->n_variable, sizeof *all.variable)};
    for (int i = 0; i < m->n_variable; i++) {
        const tac_mockup_variable *v = &m->variable[i];
        if (v->type == TAC_UINT64 && v->has_reference &&
            (v->causality == TAC_FMI_STRUCTURAL_PARAMETER || v->variability == TAC_FMI_CONSTANT)) {
            all.variable[all.n++] = v;
        }
    }
    return all;
}

static const tac_mockup_variable *size_variable(const sizes *all, uint32_t reference)
{
    for (int i = 0; i < all->n; i++) {
        if (all->variable[i]->reference == reference) {
            return all->variable[i];
        }
    }
    return NULL;
}

bool tac_mockup_measure(tac_mockup *m, tac_findings *f)
{
    int before = f->count[TAC_ERROR];
    const sizes all = list_sizes(m);
    for (int i = 0; i < m->n_variable; i++) {
        tac_mockup_variable *v = &m->variable[i];
        v->n = 1;
        for (int k = 0; k < v->n_dimension; k++) {
            tac_dimension *d = &v->dimension[k];
            const tac_mockup_variable *size =
                d->is_fixed ? NULL : size_variable(&all, d->reference);
            if (!d->is_fixed &&
                (!size || !size->start || !read_whole(size->start, UINT64_MAX, &d->n))) {
                tac_find_error(f, v->line,
                               "'%.80s' has a size by the reference %" PRIu32
                               ", which is no structural parameter or constant UInt64 with a start",
                               v->name, d->reference);
                break;
            }
            if (d->n > TAC_MOST_ELEMENTS || v->n * d->n > TAC_MOST_ELEMENTS) {
                tac_find_error(f, v->line, "'%.80s' has more than %d elements", v->name,
                               TAC_MOST_ELEMENTS);
                break;
            }
            v->n *= d->n;
        }
    }
    return f->count[TAC_ERROR] == before;
}

// ---- the whole -----------------------------------------------------------------------------------

static void read_co_simulation(tac_mockup *m)
{
    const tac_xml_node *e = tac_xml_child(m->root, "CoSimulation");
    tac_findings none = {.n = TAC_MOST_FINDINGS};
    m->has_exchange = tac_xml_child(m->root, "ModelExchange") != NULL;
    m->has_scheduled = tac_xml_child(m->root, "ScheduledExecution") != NULL;
    m->identifier = tac_xml_get(e, "modelIdentifier");
    m->identifier = e && !m->identifier ? "" : m->identifier;
    m->varies_step = is_true(e, "canHandleVariableCommunicationStepSize");
    m->needs_tool = is_true(e, "needsExecutionTool");
    m->has_events = m->version == 3 && is_true(e, "hasEventMode");
    m->returns_early = m->version == 3 && is_true(e, "mightReturnEarlyFromDoStep");
    m->own_step = m->version == 3 && e ? number_of(e, "fixedInternalStepSize", 0.0, &none) : 0.0;
}

static void read_experiment(tac_mockup *m, tac_findings *f)
{
    const tac_xml_node *e = tac_xml_child(m->root, "DefaultExperiment");
    const double none = (double)NAN;
    m->start = number_of(e, "startTime", none, f);
    m->stop = number_of(e, "stopTime", none, f);
    m->step = number_of(e, "stepSize", none, f);
}

bool tac_mockup_read(tac_mockup *m, const tac_xml_node *root, tac_findings *f)
{
    *m = (tac_mockup){.root = root};
    const char *version = tac_xml_get(root, "fmiVersion");
    if (strcmp(root->name, "fmiModelDescription") != 0) {
        tac_find_error(f, root->line, "begins with '%.40s', not with fmiModelDescription",
                       root->name);
        return false;
    }
    m->version = version && strcmp(version, "2.0") == 0      ? 2
                 : version && strncmp(version, "3.", 2) == 0 ? 3
                                                             : 0;
    if (m->version == 0) {
        tac_find_error(f, root->line, "is of FMI %.20s; 2.0 and 3.0 are read",
                       version ? version : "without a version");
        return false;
    }
    m->fmi = version;
    m->name = tac_xml_get(root, "modelName");
    m->token = tac_xml_get(root, m->version == 2 ? "guid" : "instantiationToken");
    m->tool = tac_xml_get(root, "generationTool");
    read_co_simulation(m);
    read_experiment(m, f);
    read_units(m, f);
    read_variables(m, f);
    (void)tac_mockup_measure(m, f);
    return true;
}

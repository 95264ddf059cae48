#include "mockup_check.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mockup_read.h"
#include "mockup_structure.h"

// ---- the head ------------------------------------------------------------------------------------

static bool is_identifier(const char *text)
{
    bool good = isalpha((unsigned char)text[0]) || text[0] == '_';
    for (; *text != '\0'; text++) {
        good = good && (isalnum((unsigned char)*text) || *text == '_');
    }
    return good;
}

static void check_head(const tac_mockup *m, tac_findings *f)
{
    int line = m->root->line;
    const tac_xml_node *e = tac_xml_child(m->root, "CoSimulation");
    if (!m->name) {
        tac_find_fault(f, line, "has no modelName");
    }
    if (!m->token || *m->token == '\0') {
        tac_find_error(f, line, "has no %s", m->version == 2 ? "guid" : "instantiationToken");
    }
    if (!m->identifier && !m->has_exchange && !m->has_scheduled) {
        tac_find_error(f, line, "has neither CoSimulation nor ModelExchange");
    }
    if (m->identifier && !is_identifier(m->identifier)) {
        tac_find_error(f, e->line, "modelIdentifier=\"%.60s\" is no identifier of C",
                       m->identifier);
    }
    if (m->own_step < 0.0 || (tac_xml_get(e, "fixedInternalStepSize") && !(m->own_step > 0.0))) {
        tac_find_fault(f, e->line, "fixedInternalStepSize must be a number above 0");
    }
    if (m->start >= m->stop || m->step <= 0.0) {
        tac_find_fault(f, tac_xml_child(m->root, "DefaultExperiment")->line,
                       "the default experiment needs a stopTime after its startTime and a stepSize "
                       "above 0");
    }
}

// ---- a variable ----------------------------------------------------------------------------------

static void check_combination(const tac_mockup *m, const tac_mockup_variable *v, tac_findings *f)
{
    bool allowed;
    (void)tac_default_initial(m->version, v->causality, v->variability, &allowed);
    bool is_real = v->type == TAC_FLOAT64 || v->type == TAC_FLOAT32;
    if (!allowed) {
        tac_find_fault(f, v->line, "'%.80s' is %s and %s, which do not go together", v->name,
                       tac_causality_words[v->causality], tac_variability_words[v->variability]);
    } else if (v->variability == TAC_FMI_CONTINUOUS && !is_real) {
        tac_find_fault(f, v->line, "'%.80s' is %s and continuous; give it a variability", v->name,
                       tac_type_word(v->type, m->version));
    }
    if (v->causality == TAC_FMI_STRUCTURAL_PARAMETER && m->version == 2) {
        tac_find_fault(f, v->line, "'%.80s' is a structuralParameter, which FMI 2 has none of",
                       v->name);
    }
    if (v->causality == TAC_FMI_INDEPENDENT && !is_real) {
        tac_find_fault(f, v->line, "'%.80s' is independent and no floating-point number", v->name);
    }
}

static bool initial_fits(const tac_mockup *m, const tac_mockup_variable *v)
{
    bool allowed;
    tac_initial normal = tac_default_initial(m->version, v->causality, v->variability, &allowed);
    bool is_free = (v->causality == TAC_FMI_OUTPUT || v->causality == TAC_FMI_LOCAL) &&
                   (v->variability == TAC_FMI_DISCRETE || v->variability == TAC_FMI_CONTINUOUS);
    return !allowed || v->initial == normal || is_free ||
           (normal == TAC_FMI_CALCULATED && v->initial == TAC_FMI_APPROX);
}

static void check_initial(const tac_mockup *m, const tac_mockup_variable *v, tac_findings *f)
{
    if (!v->initial_given) {
        return;
    }
    if (v->causality == TAC_FMI_INDEPENDENT || (m->version == 2 && v->causality == TAC_FMI_INPUT)) {
        tac_find_fault(f, v->line, "'%.80s' is %s and must not have an initial", v->name,
                       tac_causality_words[v->causality]);
    } else if (!initial_fits(m, v)) {
        tac_find_fault(f, v->line, "'%.80s' is %s and %s and cannot have initial=\"%s\"", v->name,
                       tac_variability_words[v->variability], tac_causality_words[v->causality],
                       tac_initial_words[v->initial]);
    }
}

static bool needs_start(const tac_mockup_variable *v)
{
    bool has_one = v->initial == TAC_FMI_EXACT || v->initial == TAC_FMI_APPROX;
    return v->type != TAC_CLOCK &&
           (has_one || v->causality == TAC_FMI_PARAMETER ||
            v->causality == TAC_FMI_STRUCTURAL_PARAMETER || v->causality == TAC_FMI_INPUT ||
            v->variability == TAC_FMI_CONSTANT);
}

// Every number of a list of starts.
static void check_numbers(const tac_mockup *m, const tac_mockup_variable *v, tac_findings *f)
{
    static const char blank[] = " \t\r\n";
    const char *at = v->start + strspn(v->start, blank);
    size_t n = 0;
    for (; *at != '\0'; n++) {
        char word[64];
        double value;
        size_t length = strcspn(at, blank);
        (void)memcpy(word, at, length < sizeof word ? length : sizeof word - 1);
        word[length < sizeof word ? length : sizeof word - 1] = '\0';
        if (length >= sizeof word || !tac_mockup_number(v->type, word, &value)) {
            tac_find_fault(f, v->line, "'%.80s' is %s and starts with '%.60s'", v->name,
                           tac_type_word(v->type, m->version), word);
            return;
        }
        at += length;
        at += strspn(at, blank);
    }
    if (n != v->n && n != 1 && v->n > 0) {
        tac_find_fault(f, v->line, "'%.80s' has %zu elements and %zu starts", v->name, v->n, n);
    }
}

static void check_start(const tac_mockup *m, const tac_mockup_variable *v, tac_findings *f)
{
    bool is_text = v->type == TAC_STRING || v->type == TAC_BINARY || v->type == TAC_CLOCK;
    if (!v->start && needs_start(v)) {
        tac_find_fault(f, v->line, "'%.80s' is %s and needs a start", v->name,
                       v->causality == TAC_FMI_LOCAL || v->causality == TAC_FMI_OUTPUT
                           ? tac_initial_words[v->initial]
                           : tac_causality_words[v->causality]);
    } else if (v->start &&
               (v->causality == TAC_FMI_INDEPENDENT || v->initial == TAC_FMI_CALCULATED)) {
        tac_find_fault(f, v->line, "'%.80s' is %s and must not have a start", v->name,
                       v->causality == TAC_FMI_INDEPENDENT ? "independent" : "calculated");
    }
    if (v->start && !is_text) {
        check_numbers(m, v, f);
    }
}

static void check_range(const tac_mockup *m, const tac_mockup_variable *v, tac_findings *f)
{
    double least = -HUGE_VAL, most = HUGE_VAL;
    bool is_number = v->type <= TAC_UINT64 || v->type == TAC_ENUMERATION;
    if (!is_number) {
        return;
    }
    if ((v->least && !tac_mockup_number(v->type, v->least, &least)) ||
        (v->most && !tac_mockup_number(v->type, v->most, &most))) {
        tac_find_fault(f, v->line, "'%.80s' has a min or max that is no %s", v->name,
                       tac_type_word(v->type, m->version));
    } else if (least > most) {
        tac_find_fault(f, v->line, "'%.80s' has a min above its max", v->name);
    }
    if (v->unit && !tac_mockup_unit_of(m, v)) {
        tac_find_fault(f, v->line, "'%.80s' is in '%.40s', which is no unit that is defined",
                       v->name, v->unit);
    }
    if (v->type == TAC_ENUMERATION && !v->type_name) {
        tac_find_fault(f, v->line, "'%.80s' is an Enumeration and needs a declaredType", v->name);
    }
}

// ---- all together --------------------------------------------------------------------------------

static int by_name(const void *a, const void *b)
{
    const tac_mockup_variable *const *x = a, *const *y = b;
    int order = strcmp((*x)->name, (*y)->name);
    return order != 0 ? order : ((*x)->line > (*y)->line) - ((*x)->line < (*y)->line);
}

// In FMI 2 variables of different types are numbered apart.
static int type_rank(const tac_mockup_variable *v)
{
    return (int)(v->type == TAC_ENUMERATION ? TAC_INT32 : v->type);
}

static int by_reference(const void *a, const void *b)
{
    const tac_mockup_variable *const *x = a, *const *y = b;
    int order = ((*x)->reference > (*y)->reference) - ((*x)->reference < (*y)->reference);
    return order != 0 ? order : type_rank(*x) - type_rank(*y);
}

static void check_names(const tac_mockup *m, const tac_mockup_variable **all, tac_findings *f)
{
    qsort((void *)all, (size_t)m->n_variable, sizeof(void *), by_name);
    for (int i = 1; i < m->n_variable; i++) {
        if (strcmp(all[i]->name, all[i - 1]->name) == 0 && *all[i]->name != '\0') {
            tac_find_error(f, all[i]->line, "a second variable '%.80s'; the first is in line %d",
                           all[i]->name, all[i - 1]->line);
        }
    }
}

// Two with one reference are one variable in FMI 2, unless both could be set.
static void check_references(const tac_mockup *m, const tac_mockup_variable **all, tac_findings *f)
{
    qsort((void *)all, (size_t)m->n_variable, sizeof(void *), by_reference);
    for (int i = 1; i < m->n_variable; i++) {
        const tac_mockup_variable *a = all[i - 1], *b = all[i];
        if (a->reference != b->reference || !a->has_reference || !b->has_reference) {
            continue;
        }
        bool is_alias = m->version == 2 && type_rank(a) == type_rank(b);
        bool both_set = (a->causality == TAC_FMI_INPUT || a->causality == TAC_FMI_PARAMETER) &&
                        (b->causality == TAC_FMI_INPUT || b->causality == TAC_FMI_PARAMETER);
        if ((m->version == 3 || (is_alias && both_set))) {
            tac_find_fault(f, b->line > a->line ? b->line : a->line,
                           "'%.80s' and '%.80s' have one valueReference, %u", a->name, b->name,
                           (unsigned)a->reference);
        }
    }
}

static void check_time(const tac_mockup *m, tac_findings *f)
{
    int n = 0;
    for (int i = 0; i < m->n_variable; i++) {
        n += m->variable[i].causality == TAC_FMI_INDEPENDENT;
        if (m->variable[i].causality == TAC_FMI_INDEPENDENT && n == 2) {
            tac_find_fault(f, m->variable[i].line, "a second independent variable");
        }
    }
    if (n == 0 && m->version == 3) {
        tac_find_fault(f, m->root->line, "has no independent variable, the time");
    }
}

void tac_mockup_check(const tac_mockup *m, tac_findings *f)
{
    check_head(m, f);
    for (int i = 0; i < m->n_variable; i++) {
        const tac_mockup_variable *v = &m->variable[i];
        check_combination(m, v, f);
        check_initial(m, v, f);
        check_start(m, v, f);
        check_range(m, v, f);
    }
    const tac_mockup_variable **all = tac_kept((size_t)m->n_variable, sizeof *all);
    for (int i = 0; i < m->n_variable; i++) {
        all[i] = &m->variable[i];
    }
    check_names(m, all, f);
    check_references(m, all, f);
    check_time(m, f);
    tac_mockup_check_structure(m, f);
}

#include "mockup_structure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct structure {
    const tac_mockup *m;
    tac_findings *f;
    const tac_mockup_variable **by_reference; // sorted          (n_variable)
    int *listed; // line in which a variable is listed, 0: it is not (n_variable)
} structure;

static int compare(const void *a, const void *b)
{
    const tac_mockup_variable *const *x = a, *const *y = b;
    return ((*x)->reference > (*y)->reference) - ((*x)->reference < (*y)->reference);
}

// The variable that a number stands for: in FMI 2 its place from 1 on, in FMI 3 its reference. -1: none.
static int variable_of(const structure *s, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long n = text ? strtoull(text, &end, 10) : 0;
    if (!text || *text == '\0' || *end != '\0' || errno != 0 || n > UINT32_MAX) {
        return -1;
    }
    if (s->m->version == 2) {
        return n >= 1 && n <= (unsigned long long)s->m->n_variable ? (int)n - 1 : -1;
    }
    tac_mockup_variable wanted = {.reference = (uint32_t)n};
    const tac_mockup_variable *key = &wanted;
    const tac_mockup_variable *const *found =
        bsearch((const void *)&key, (const void *)s->by_reference, (size_t)s->m->n_variable,
                sizeof(void *), compare);
    return found ? (int)(*found - s->m->variable) : -1;
}

static void check_dependencies(const structure *s, const tac_xml_node *e)
{
    const char *at = tac_xml_get(e, "dependencies"), *kinds = tac_xml_get(e, "dependenciesKind");
    int n = 0, n_kind = 0;
    for (at = at ? at + strspn(at, " \t\n\r") : NULL; at && *at != '\0'; n++) {
        char number[24] = "";
        size_t length = strcspn(at, " \t\n\r");
        (void)memcpy(number, at, length < sizeof number ? length : sizeof number - 1);
        if (variable_of(s, number) < 0) {
            tac_find_fault(s->f, e->line, "a dependency '%.20s' leads to no variable", number);
            return;
        }
        at += length;
        at += strspn(at, " \t\n\r");
    }
    for (kinds = kinds ? kinds + strspn(kinds, " \t\n\r") : NULL; kinds && *kinds != '\0';
         n_kind++) {
        kinds += strcspn(kinds, " \t\n\r");
        kinds += strspn(kinds, " \t\n\r");
    }
    if (tac_xml_get(e, "dependenciesKind") && n != n_kind) {
        tac_find_fault(s->f, e->line, "there are %d dependencies and %d kinds of them", n, n_kind);
    }
}

static void check_unknown(const structure *s, const tac_xml_node *e, bool is_output)
{
    const char *key = s->m->version == 2 ? "index" : "valueReference";
    int i = variable_of(s, tac_xml_get(e, key));
    if (i < 0) {
        tac_find_fault(s->f, e->line, "%s=\"%.20s\" leads to no variable", key,
                       tac_xml_get(e, key) ? tac_xml_get(e, key) : "");
        return;
    }
    const tac_mockup_variable *v = &s->m->variable[i];
    if (is_output && v->causality != TAC_FMI_OUTPUT) {
        tac_find_fault(s->f, e->line, "'%.80s' is listed as an output and is none", v->name);
    }
    if (s->listed[i] > 0) {
        tac_find_fault(s->f, e->line, "'%.80s' is listed a second time; the first is in line %d",
                       v->name, s->listed[i]);
    }
    s->listed[i] = e->line;
    check_dependencies(s, e);
}

// In FMI 2 a list within ModelStructure, in FMI 3 the elements of that name in it.
static void check_list(const structure *s, const tac_xml_node *list, const char *name,
                       bool is_output)
{
    memset(s->listed, 0, (size_t)s->m->n_variable * sizeof *s->listed);
    for (const tac_xml_node *e = list ? list->first : NULL; e; e = e->next) {
        if (strcmp(e->name, name) == 0) {
            check_unknown(s, e, is_output);
        }
    }
    for (int i = 0; i < s->m->n_variable; i++) {
        const tac_mockup_variable *v = &s->m->variable[i];
        bool is_clocked = v->is_clocked || v->type == TAC_CLOCK;
        bool is_wanted =
            v->causality == TAC_FMI_OUTPUT &&
            (is_output ||
             (!is_clocked && (v->initial == TAC_FMI_CALCULATED || v->initial == TAC_FMI_APPROX)));
        if (is_wanted && s->listed[i] == 0) {
            tac_find_fault(s->f, v->line, "'%.80s' is an output and not listed among the %s",
                           v->name, is_output ? "outputs of ModelStructure" : "initial unknowns");
        }
    }
}

void tac_mockup_check_structure(const tac_mockup *m, tac_findings *f)
{
    const tac_xml_node *e = tac_xml_child(m->root, "ModelStructure");
    size_t n = (size_t)m->n_variable;
    structure s = {.m = m,
                   .f = f,
                   .by_reference = tac_kept(n, sizeof *s.by_reference),
                   .listed = tac_kept(n, sizeof *s.listed)};
    if (!e) {
        tac_find_fault(f, m->root->line, "has no ModelStructure");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        s.by_reference[i] = &m->variable[i];
    }
    qsort((void *)s.by_reference, n, sizeof(void *), compare);
    bool is_2 = m->version == 2;
    check_list(&s, is_2 ? tac_xml_child(e, "Outputs") : e, is_2 ? "Unknown" : "Output", true);
    check_list(&s, is_2 ? tac_xml_child(e, "InitialUnknowns") : e,
               is_2 ? "Unknown" : "InitialUnknown", false);
}

#include "start_values.h"

#include <stdlib.h>
#include <string.h>

#include "mockup_read.h"
#include "session_values.h"
#include "system/fail.h"
#include "words.h"

static bool refuse_name(const tac_mockup *m, const char *name, tac_diag *diag)
{
    tac_nearest best = {.text = name};
    for (int i = 0; i < m->n_variable; i++) {
        tac_nearest_offer(&best, m->variable[i].name, 0);
    }
    return tac_diag_say(diag, "the FMU has no variable '%s'%s%s%s", name,
                        best.word ? "; did you mean '" : "", best.word ? best.word : "",
                        best.word ? "'?" : "; 'tactus fmu-info' lists them");
}

static bool can_be_set(const tac_mockup_variable *v)
{
    return v->variability != TAC_FMI_CONSTANT &&
           (v->causality == TAC_FMI_PARAMETER || v->causality == TAC_FMI_STRUCTURAL_PARAMETER ||
            v->causality == TAC_FMI_INPUT || v->initial == TAC_FMI_EXACT ||
            v->initial == TAC_FMI_APPROX);
}

// Whether the text is a value of the variable, and within its range.
static bool check_text(const tac_mockup *m, const tac_mockup_variable *v, const char *text,
                       tac_diag *diag)
{
    double least, most;
    if (v->type == TAC_STRING && v->n == 1) {
        return true;
    }
    double *value = tac_kept(v->n, sizeof *value);
    bool good = v->type < TAC_STRING && tac_parse_values(v, text, value);
    if (!good) {
        return tac_diag_say(diag, "'%s' is %s%s and cannot be '%.80s'", v->name,
                            tac_type_word(v->type, m->version),
                            v->n_dimension > 0 ? ", an array," : "", text);
    }
    for (size_t i = 0; i < v->n && good; i++) {
        good = !(v->least && tac_mockup_number(v->type, v->least, &least) && value[i] < least) &&
               !(v->most && tac_mockup_number(v->type, v->most, &most) && value[i] > most);
    }
    free(value);
    return good || tac_diag_say(diag, "'%s' is to be %.80s, beyond its range from %s to %s",
                                v->name, text, v->least ? v->least : "-", v->most ? v->most : "-");
}

static bool add(tac_mockup *m, tac_start_value *start, int *n, const char *name, const char *text,
                tac_diag *diag)
{
    tac_mockup_variable *v = tac_mockup_find(m, name);
    tac_findings found = {.n = 0};
    if (!v) {
        return refuse_name(m, name, diag);
    }
    if (!can_be_set(v)) {
        return tac_diag_say(diag, "'%s' is %s %s, which cannot be set", name,
                            tac_variability_words[v->variability],
                            tac_causality_words[v->causality]);
    }
    int k = 0;
    while (k < *n && start[k].variable != v) {
        k++;
    }
    start[k] = (tac_start_value){v, text};
    *n += k == *n;
    if (v->causality == TAC_FMI_STRUCTURAL_PARAMETER) {
        if (!check_text(m, v, text, diag)) {
            return false;
        }
        v->start = text;
        return tac_mockup_measure(m, &found) ||
               tac_diag_say(diag, "%s", tac_first_finding(&found, TAC_ERROR)->text);
    }
    return true;
}

bool tac_start_values(tac_mockup *m, const tac_fmu_file *file, const char *const *text, int n,
                      tac_session *s, tac_diag *diag)
{
    int n_file = file ? file->n_set : 0;
    tac_start_value *start = tac_kept((size_t)(n_file + n), sizeof *start);
    s->start = start;
    for (int i = 0; i < n_file; i++) {
        if (!add(m, start, &s->n_start, file->set[i].variable, file->set[i].text, diag)) {
            return false;
        }
    }
    for (int i = 0; i < n; i++) {
        const char *equal = strchr(text[i], '=');
        if (!equal || equal == text[i]) {
            return tac_diag_say(diag, "--set needs NAME=VALUE, not '%s'", text[i]);
        }
        const char *name = tac_kept_letters(text[i], (size_t)(equal - text[i]));
        if (!add(m, start, &s->n_start, name, equal + 1, diag)) {
            return false;
        }
    }
    for (int i = 0; i < s->n_start; i++) { // arrays have their sizes now
        if (!check_text(m, start[i].variable, start[i].text, diag)) {
            return false;
        }
    }
    return true;
}

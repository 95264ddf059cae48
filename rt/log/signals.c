#include "signals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_items.h"
#include "simulation/describe.h"

// ---- layout --------------------------------------------------------------------------------------

static void list_arrays(FILE *f, const tac_state *s)
{
    static const char *const name[] = {"step",  "dt",      "bodies", "lambda",  "angle",
                                       "input", "contact", "part",   "coupled", "effort"};
    enum { N = sizeof name / sizeof *name, ALWAYS = 6 };
    const char *const data = s->data;
    const void *const last = data + s->size;
    const void *const part = s->part ? s->part : last; // other methods may have none
    const void *const contact = s->memory ? s->memory : part;
    const void *const effort = s->effort ? s->effort : last;
    const void *const coupled = s->coupled ? s->coupled : effort;
    const void *const begin[N + 1] = {s->step, s->dt, s->body, s->lambda, s->angle, s->input,
                                      contact, part,  coupled, effort,    last};
    for (int i = 0; i < N; i++) {
        size_t at = (size_t)((const char *)begin[i] - data) / 8;
        size_t end = (size_t)((const char *)begin[i + 1] - data) / 8;
        if (i < ALWAYS || end > at) { // models without have the layout they always had
            fprintf(f, "%s at %zu, %zu words\n", name[i], at, end - at);
        }
    }
}

static void list_names(FILE *f, const char *what, const char *const *name, int n)
{
    for (int i = 0; i < n; i++) {
        fprintf(f, "%s %s\n", what, name[i]);
    }
}

char *tac_log_layout_text(const tac_simulation *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) {
        return NULL;
    }
    list_arrays(f, &s->state);
    const tac_model_file *m = s->file;
    list_names(f, "body", m->body_name, m->desc.n_body);
    for (int e = 0; e < s->tree->n_element; e++) {
        fprintf(f, "element %s, %d rows%s\n", tac_element_name(m, e), s->tree->rows[e],
                s->tree->home[e] == TAC_NONE ? ", explicit" : "");
    }
    list_names(f, "input", m->input_name, m->desc.n_input);
    fprintf(f, "parameters %zu\n", tac_log_parameter_count(&m->desc));
    return fclose(f) == 0 ? text : NULL;
}

// ---- parameters ----------------------------------------------------------------------------------

static size_t field_count(const tac_desc *d, tac_subject subject, int item)
{
    int n = 0;
    while (tac_parameter_name(d, (tac_parameter){subject, item, n})) {
        n++;
    }
    return (size_t)n;
}

// Parameters of the first items of the subject.
static size_t count_before(const tac_desc *d, tac_subject subject, int item)
{
    size_t n = 0;
    for (int i = 0; i < item; i++) {
        n += field_count(d, subject, i);
    }
    return n;
}

// Parameters of all items of the subject.
static size_t count_of(const tac_desc *d, tac_subject subject)
{
    return count_before(d, subject, tac_subject_count(d, subject));
}

size_t tac_log_parameter_count(const tac_desc *d)
{
    size_t n = 0;
    tac_subject subject;
    for (int i = 0; (subject = tac_tunable_subject(i)) != TAC_NOTHING; i++) {
        n += count_of(d, subject);
    }
    return n;
}

tac_parameter tac_log_parameter(const tac_desc *d, size_t k)
{
    int i = 0;
    while (tac_tunable_subject(i + 1) != TAC_NOTHING && k >= count_of(d, tac_tunable_subject(i))) {
        k -= count_of(d, tac_tunable_subject(i++));
    }
    tac_parameter p = {tac_tunable_subject(i), 0, 0};
    for (size_t n; k >= (n = field_count(d, p.subject, p.index)); p.index++) {
        k -= n;
    }
    p.field = (int)k;
    return p;
}

size_t tac_log_parameter_index(const tac_desc *d, tac_parameter p)
{
    size_t before = 0;
    tac_subject subject;
    for (int i = 0; (subject = tac_tunable_subject(i)) != TAC_NOTHING; i++) {
        if (subject == p.subject) {
            bool has = p.index >= 0 && p.index < tac_subject_count(d, subject) && p.field >= 0 &&
                       (size_t)p.field < field_count(d, subject, p.index);
            size_t k = has ? count_before(d, subject, p.index) + (size_t)p.field : 0;
            return has ? before + k : tac_log_parameter_count(d);
        }
        before += count_of(d, subject);
    }
    return before;
}

void tac_log_parameter_name(const tac_model_file *f, tac_parameter p, char *out, size_t size)
{
    const char *field = tac_parameter_name(&f->desc, p);
    const char *item = tac_model_item_name(f, p.subject, p.index);
    snprintf(out, size, "%s.%s", *item ? item : "unnamed", field ? field : "?");
}

char *tac_log_parameters(const tac_model_file *f)
{
    char *text = NULL, name[160];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t k = 0; out && k < tac_log_parameter_count(&f->desc); k++) {
        tac_log_parameter_name(f, tac_log_parameter(&f->desc, k), name, sizeof name);
        fprintf(out, "%s\n", name);
    }
    return out && fclose(out) == 0 ? text : NULL;
}

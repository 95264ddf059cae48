#include "log_signals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"

void tac_log_arrays(const tac_state *s, tac_log_array out[TAC_LOG_N_ARRAY])
{
    static const char *const name[TAC_LOG_N_ARRAY] = {"step", "dt", "r",      "p",     "v",    "w",
                                                      "a",    "wd", "lambda", "angle", "input"};
    const void *const begin[TAC_LOG_N_ARRAY + 1] = {
        s->step, s->dt, s->r,      s->p,     s->v,     s->w,
        s->a,    s->wd, s->lambda, s->angle, s->input, (const char *)s->data + s->size};
    for (int i = 0; i < TAC_LOG_N_ARRAY; i++) {
        size_t at = (size_t)((const char *)begin[i] - (const char *)s->data) / 8;
        size_t end = (size_t)((const char *)begin[i + 1] - (const char *)s->data) / 8;
        out[i] = (tac_log_array){name[i], at, end - at};
    }
}

// Element of a row: rows of the tree first, explicit ones last; k counts within the element.
static int element_of_row(const tac_tree *t, size_t row, size_t *k)
{
    for (int explicit = 0; explicit < 2; explicit ++) {
        for (int e = 0; e < t->n_element; e++) {
            if ((t->home[e] == TAC_NONE) != explicit) {
                continue;
            }
            if (row < (size_t)t->rows[e]) {
                *k = row;
                return e;
            }
            row -= (size_t)t->rows[e];
        }
    }
    return -1;
}

static void body_name(const tac_simulation *s, const char *const *suffix, size_t n, size_t k,
                      char *out, size_t size)
{
    size_t body = k / n;
    int known = body < (size_t)s->file->desc.n_body;
    snprintf(out, size, "%s.%s", known ? s->file->body_name[body] : "padding", suffix[k % n]);
}

static void row_name(const tac_simulation *s, size_t row, char *out, size_t size)
{
    size_t k = 0;
    int e = element_of_row(s->tree, row, &k);
    snprintf(out, size, "%s.lambda%zu", e >= 0 ? tac_element_name(s->file, e) : "padding", k + 1);
}

static void input_name(const tac_simulation *s, size_t k, char *out, size_t size)
{
    static const char *const when[] = {"input", "input_before", "input_before_that"};
    int known = k / 3 < (size_t)s->file->desc.n_input;
    snprintf(out, size, "%s.%s", known ? s->file->input_name[k / 3] : "padding", when[k % 3]);
}

void tac_log_signal_name(const tac_simulation *s, size_t word, char *out, size_t size, int *whole)
{
    static const char *const suffix[8][4] = {
        [2] = {"x", "y", "z"},    [3] = {"e0", "e1", "e2", "e3"}, [4] = {"vx", "vy", "vz"},
        [5] = {"wx", "wy", "wz"}, [6] = {"ax", "ay", "az"},       [7] = {"bx", "by", "bz"},
    };
    tac_log_array array[TAC_LOG_N_ARRAY];
    tac_log_arrays(&s->state, array);
    int i = 0;
    while (i + 1 < TAC_LOG_N_ARRAY && word >= array[i + 1].at) {
        i++;
    }
    size_t k = word - array[i].at;
    *whole = i == 0;
    if (i < 2) {
        snprintf(out, size, "%s", array[i].name);
    } else if (i < 8) {
        body_name(s, suffix[i], i == 3 ? 4 : 3, k, out, size);
    } else if (i == 8) {
        row_name(s, k, out, size);
    } else if (i == 9) {
        snprintf(out, size, "angle%zu", k + 1);
    } else {
        input_name(s, k, out, size);
    }
}

// ---- layout --------------------------------------------------------------------------------------

static void list_names(FILE *f, const char *what, const char *const *name, int n)
{
    for (int i = 0; i < n; i++) {
        fprintf(f, "%s %s\n", what, name[i]);
    }
}

char *tac_log_layout(const tac_simulation *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) {
        return NULL;
    }
    tac_log_array array[TAC_LOG_N_ARRAY];
    tac_log_arrays(&s->state, array);
    for (int i = 0; i < TAC_LOG_N_ARRAY; i++) {
        fprintf(f, "%s at %zu, %zu words\n", array[i].name, array[i].at, array[i].n);
    }
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

static const tac_subject subjects[] = {TAC_SPRING, TAC_BUSHING, TAC_FRICTION, TAC_CONTACT,
                                       TAC_SOURCE};
enum { N_SUBJECT = sizeof subjects / sizeof *subjects };

static size_t item_count(const tac_desc *d, tac_subject subject)
{
    const int n[] = {[TAC_SPRING] = d->n_spring,
                     [TAC_BUSHING] = d->n_bushing,
                     [TAC_FRICTION] = d->n_friction,
                     [TAC_CONTACT] = d->n_contact,
                     [TAC_SOURCE] = d->n_source};
    return (size_t)n[subject];
}

static size_t field_count(tac_subject subject)
{
    size_t n = 0;
    while (tac_parameter_name(subject, (int)n)) {
        n++;
    }
    return n;
}

size_t tac_log_parameter_count(const tac_desc *d)
{
    size_t n = 0;
    for (int i = 0; i < N_SUBJECT; i++) {
        n += item_count(d, subjects[i]) * field_count(subjects[i]);
    }
    return n;
}

tac_parameter tac_log_parameter(const tac_desc *d, size_t k)
{
    int i = 0;
    size_t fields = field_count(subjects[0]);
    while (i + 1 < N_SUBJECT && k >= item_count(d, subjects[i]) * fields) {
        k -= item_count(d, subjects[i]) * fields;
        fields = field_count(subjects[++i]);
    }
    return (tac_parameter){subjects[i], (int)(k / fields), (int)(k % fields)};
}

size_t tac_log_parameter_index(const tac_desc *d, tac_parameter p)
{
    size_t before = 0;
    for (int i = 0; i < N_SUBJECT; i++) {
        size_t fields = field_count(subjects[i]), n = item_count(d, subjects[i]) * fields;
        if (subjects[i] == p.subject) {
            size_t k = (size_t)p.index * fields + (size_t)p.field;
            return k < n ? before + k : tac_log_parameter_count(d);
        }
        before += n;
    }
    return before;
}

void tac_log_parameter_name(const tac_model_file *f, tac_parameter p, char *out, size_t size)
{
    const char *const *const names[] = {[TAC_SPRING] = f->spring_name,
                                        [TAC_BUSHING] = f->bushing_name,
                                        [TAC_FRICTION] = f->friction_name,
                                        [TAC_CONTACT] = f->contact_name,
                                        [TAC_SOURCE] = f->source_name};
    const char *field = tac_parameter_name(p.subject, p.field);
    const char *item = p.index >= 0 && (size_t)p.index < item_count(&f->desc, p.subject)
                           ? names[p.subject][p.index]
                           : "";
    snprintf(out, size, "%s.%s", *item ? item : "unnamed", field ? field : "?");
}

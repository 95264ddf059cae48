#include "layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 160 };

// ---- reading -------------------------------------------------------------------------------------

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; (text = strchr(text, '\n')); text++) {
        n++;
    }
    return n;
}

// All lists have room for all lines.
static int take_memory(tac_log_layout *l, const char *text)
{
    size_t n = count_lines(text) + 1;
    l->text = strdup(text);
    l->memory = calloc(n, sizeof *l->array + sizeof *l->element + 2 * sizeof *l->body);
    if (!l->text || !l->memory) {
        return 0;
    }
    l->array = l->memory;
    l->element = (tac_log_element *)(l->array + n);
    l->body = (const char **)(l->element + n);
    l->input = l->body + n;
    return 1;
}

// The rest of the line behind a word, NULL when it begins with another one.
static char *after(char *line, const char *word)
{
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static int read_array(tac_log_layout *l, char *line)
{
    char *at = strstr(line, " at ");
    tac_log_array *a = &l->array[l->n_array];
    if (!at || sscanf(at, " at %zu, %zu words", &a->at, &a->n) != 2 || a->at != l->n_word ||
        a->n > (size_t)1 << 25) {
        return 0;
    }
    *at = '\0';
    a->name = line;
    l->n_array++;
    l->n_word += a->n;
    return 1;
}

static int read_element(tac_log_layout *l, char *name)
{
    char *comma = strrchr(name, ',');
    tac_log_element *e = &l->element[l->n_element];
    e->is_explicit = comma && strcmp(comma, ", explicit") == 0;
    if (e->is_explicit) {
        *comma = '\0';
        comma = strrchr(name, ',');
    }
    if (!comma || sscanf(comma, ", %zu rows", &e->rows) != 1) {
        return 0;
    }
    *comma = '\0';
    e->name = name;
    l->n_element++;
    return 1;
}

static int read_line(tac_log_layout *l, char *line)
{
    char *name;
    if ((name = after(line, "body"))) {
        l->body[l->n_body++] = name;
    } else if ((name = after(line, "element"))) {
        return read_element(l, name);
    } else if ((name = after(line, "input")) && strncmp(name, "at ", 3) != 0) {
        l->input[l->n_input++] = name;
    } else if (!after(line, "parameters")) {
        return read_array(l, line);
    }
    return 1;
}

// Rows of the tree first, explicit ones last, each in the order of the text.
static void sort_elements(tac_log_layout *l)
{
    tac_log_element *e = l->element;
    for (size_t i = 0, n = 0; i < l->n_element; i++) {
        if (!e[i].is_explicit) {
            tac_log_element moved = e[i];
            memmove(&e[n + 1], &e[n], (i - n) * sizeof *e);
            e[n++] = moved;
        }
    }
}

int tac_log_layout_read(tac_log_layout *l, const char *text)
{
    *l = (tac_log_layout){0};
    if (!take_memory(l, text)) {
        tac_log_layout_free(l);
        return -1;
    }
    int ok = 1;
    for (char *line = l->text, *end; ok && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        ok = read_line(l, line);
    }
    if (!ok || l->n_array == 0) {
        tac_log_layout_free(l);
        return 0;
    }
    sort_elements(l);
    return 1;
}

void tac_log_layout_free(tac_log_layout *l)
{
    free(l->text);
    free(l->memory);
    *l = (tac_log_layout){0};
}

// ---- validity ------------------------------------------------------------------------------------

static int is_name(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    return text[strspn(text, letters)] == '\0';
}

const char *tac_log_layout_bad_name(const tac_log_layout *l)
{
    const char *bad = NULL;
    for (size_t i = 0; i < l->n_array && !bad; i++) {
        bad = is_name(l->array[i].name) ? NULL : l->array[i].name;
    }
    for (size_t i = 0; i < l->n_body && !bad; i++) {
        bad = is_name(l->body[i]) ? NULL : l->body[i];
    }
    for (size_t i = 0; i < l->n_element && !bad; i++) {
        bad = is_name(l->element[i].name) ? NULL : l->element[i].name;
    }
    for (size_t i = 0; i < l->n_input && !bad; i++) {
        bad = is_name(l->input[i]) ? NULL : l->input[i];
    }
    return bad;
}

// ---- names ---------------------------------------------------------------------------------------

// A body's values in a state, r p v w a wd.
static const char *const of_body[] = {"x",  "y",  "z",  "e0", "e1", "e2", "e3", "vx", "vy", "vz",
                                      "wx", "wy", "wz", "ax", "ay", "az", "bx", "by", "bz"};

static void name_of_body(const tac_log_layout *l, size_t k, char *out, size_t size)
{
    size_t n = sizeof of_body / sizeof *of_body;
    if (k / n < l->n_body) {
        snprintf(out, size, "%s.%s", l->body[k / n], of_body[k % n]);
    }
}

static void name_of_row(const tac_log_layout *l, size_t row, char *out, size_t size)
{
    size_t e = 0;
    while (e < l->n_element && row >= l->element[e].rows) {
        row -= l->element[e++].rows;
    }
    if (e < l->n_element) {
        snprintf(out, size, "%s.lambda%zu", l->element[e].name, row + 1);
    }
}

static void name_of_input(const tac_log_layout *l, size_t k, char *out, size_t size)
{
    static const char *const when[] = {"input", "input_before", "input_before_that"};
    if (k / 3 < l->n_input) {
        snprintf(out, size, "%s.%s", l->input[k / 3], when[k % 3]);
    }
}

// Alone in its array up to its padding.
static void name_of_one(const char *array, size_t k, char *out, size_t size)
{
    if (k == 0) {
        snprintf(out, size, "%s", array);
    }
}

void tac_log_layout_name(const tac_log_layout *l, size_t word, char *out, size_t size, int *whole)
{
    size_t i = 0;
    while (i + 1 < l->n_array && word >= l->array[i + 1].at) {
        i++;
    }
    const tac_log_array *a = &l->array[i];
    size_t k = word - a->at;
    *whole = strcmp(a->name, "step") == 0;
    snprintf(out, size, "padding");
    if (*whole || strcmp(a->name, "dt") == 0) {
        name_of_one(a->name, k, out, size);
    } else if (strcmp(a->name, "lambda") == 0) {
        name_of_row(l, k, out, size);
    } else if (strcmp(a->name, "input") == 0) {
        name_of_input(l, k, out, size);
    } else if (strcmp(a->name, "bodies") == 0) {
        name_of_body(l, k, out, size);
    } else {
        snprintf(out, size, "%s%zu", a->name, k + 1);
    }
}

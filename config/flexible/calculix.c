// Matrices of CalculiX: NAME.sti and NAME.mas have lines "row column value" of one triangle, NAME.dof one line
// "node.direction" per row, NAME.inp the nodes and their sets.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "fe_model.h"
#include "import_text.h"
#include "modal_import.h"
#include "reader/expr.h"
#include "text_mode.h"

enum { MOST_NUMBER = 100000000 }; // of a node

typedef struct set {
    char name[81];
    int *node; // numbers, as in the file
    int n, capacity;
} set;

typedef struct input {
    tac_diag *diag;
    const char *path; // at hand
    int line;
    FILE *stream;
    char *text;
    size_t room;
    // nodes of the input file by their number
    vec3 *at;
    bool *is_there;
    int n_at;
    set *set;
    int n_set;
    // rows
    int *node; // index of the node of a row, and its direction
    int *direction;
    int *index;  // of a node's number, -1: has no row
    int *number; // of an index
    int n_row, n_node;
} input;

__attribute__((format(printf, 2, 3))) static bool refuse(input *in, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tac_diag_set(in->diag, in->path, in->line > 0 ? in->line : 1, 1, format, arguments);
    va_end(arguments);
    return false;
}

static bool no_memory(input *in)
{
    tac_diag_no_memory(in->diag, "%.400s:1:1: out of memory; free some", in->path);
    return false;
}

// ---- lines ---------------------------------------------------------------------------------------

static bool open_file(input *in, const char *path)
{
    in->path = path;
    in->line = 0;
    in->stream = fopen(path, "rb");
    return in->stream || refuse(in, "cannot be opened (%s); check the path", strerror(errno));
}

static bool close_file(input *in)
{
    bool good = !ferror(in->stream);
    (void)fclose(in->stream);
    in->stream = NULL;
    return good || refuse(in, "cannot be read");
}

static bool next_line(input *in)
{
    ssize_t n = getline(&in->text, &in->room, in->stream);
    if (n < 0) {
        return false;
    }
    while (n > 0 && (in->text[n - 1] == '\n' || in->text[n - 1] == '\r')) {
        in->text[--n] = '\0';
    }
    in->line++;
    return true;
}

// The next number behind blanks and a comma.
static bool number_at(const char **at, double *x)
{
    const char *c = *at;
    while (*c == ' ' || *c == '\t' || *c == ',') {
        c++;
    }
    bool good = tac_expr_number(&c, c + strlen(c), x) && isfinite(*x);
    *at = c;
    return good;
}

static bool whole_at(const char **at, int *n)
{
    double x;
    if (!number_at(at, &x) || !(x >= 1.0 && x <= (double)MOST_NUMBER) || x != (double)(int)x) {
        return false;
    }
    *n = (int)x;
    return true;
}

// ---- input file ----------------------------------------------------------------------------------

static bool add_node(input *in, int number, vec3 at)
{
    if (number >= in->n_at) {
        int n = number < 1024 ? 2048 : 2 * number;
        vec3 *grown = realloc(in->at, (size_t)n * sizeof *grown);
        if (!grown) {
            return no_memory(in);
        }
        in->at = grown;
        bool *there = realloc(in->is_there, (size_t)n * sizeof *there);
        if (!there) {
            return no_memory(in);
        }
        in->is_there = there;
        memset(there + in->n_at, 0, (size_t)(n - in->n_at) * sizeof *there);
        in->n_at = n;
    }
    in->at[number] = at;
    in->is_there[number] = true;
    return true;
}

static bool add_to_set(input *in, set *s, int number)
{
    if (s->n == s->capacity) {
        int n = s->capacity ? 2 * s->capacity : 64;
        int *grown = realloc(s->node, (size_t)n * sizeof *grown);
        if (!grown) {
            return no_memory(in);
        }
        s->node = grown;
        s->capacity = n;
    }
    s->node[s->n++] = number;
    return true;
}

static set *find_set(input *in, const char *name, size_t length)
{
    for (int i = 0; i < in->n_set; i++) {
        if (strlen(in->set[i].name) == length && strncasecmp(in->set[i].name, name, length) == 0) {
            return &in->set[i];
        }
    }
    return NULL;
}

// The set of "NSET=NAME" in a keyword line, made when it is new.
static bool open_set(input *in, set **s)
{
    const char *at = strcasestr(in->text, "NSET=");
    *s = NULL;
    if (!at) {
        return true;
    }
    at += 5;
    size_t length = strcspn(at, ", \t");
    if (length > 80) {
        return refuse(in, "a set's name is longer than 80 letters");
    }
    *s = find_set(in, at, length);
    if (!*s) {
        set *grown = realloc(in->set, (size_t)(in->n_set + 1) * sizeof *grown);
        if (!grown) {
            return no_memory(in);
        }
        in->set = grown;
        *s = &in->set[in->n_set++];
        **s = (set){0};
        memcpy((*s)->name, at, length);
    }
    return true;
}

static bool read_node(input *in, set *s)
{
    const char *at = in->text;
    int number;
    double x[3] = {0.0, 0.0, 0.0};
    if (!whole_at(&at, &number)) {
        return refuse(in, "this is no node: number, x, y, z");
    }
    for (int k = 0; k < 3 && number_at(&at, &x[k]); k++) {
    }
    return add_node(in, number, (vec3){x[0], x[1], x[2]}) && (!s || add_to_set(in, s, number));
}

static bool read_members(input *in, set *s, bool generate)
{
    const char *at = in->text;
    int number[3] = {0, 0, 1}, n = 0;
    for (; generate && n < 3 && whole_at(&at, &number[n]); n++) {
    }
    for (int k = number[0]; generate && n >= 2 && k <= number[1]; k += number[2]) {
        if (!add_to_set(in, s, k)) {
            return false;
        }
    }
    while (!generate && whole_at(&at, &number[0])) {
        if (!add_to_set(in, s, number[0])) {
            return false;
        }
    }
    at += strspn(at, " \t,");
    if (!generate && *at) { // another set's name
        const set *other = find_set(in, at, strcspn(at, ", \t"));
        if (!other) {
            return refuse(in, "'%.60s' is neither a node nor a set that is known here", at);
        }
        for (int i = 0; other != s && i < other->n; i++) {
            if (!add_to_set(in, s, other->node[i])) {
                return false;
            }
        }
    }
    return true;
}

static bool is_keyword(const char *text, const char *word)
{
    size_t n = strlen(word);
    return strncasecmp(text, word, n) == 0 && !isalnum((unsigned char)text[n]);
}

static bool read_input(input *in, const char *path)
{
    enum { OTHER, NODES, SETS } section = OTHER;
    bool generate = false, good = open_file(in, path);
    set *s = NULL;
    while (good && next_line(in)) {
        if (in->text[0] == '\0' || strncmp(in->text, "**", 2) == 0) {
            continue;
        }
        if (in->text[0] == '*') {
            if (is_keyword(in->text, "*INCLUDE")) {
                good = refuse(in, "*INCLUDE is not followed; put nodes and sets into this file");
            }
            section = is_keyword(in->text, "*NODE")   ? NODES
                      : is_keyword(in->text, "*NSET") ? SETS
                                                      : OTHER;
            generate = strcasestr(in->text, "GENERATE") != NULL;
            good = good && (section == OTHER || open_set(in, &s));
            section = section == SETS && !s ? OTHER : section;
        } else if (section == NODES) {
            good = read_node(in, s);
        } else if (section == SETS) {
            good = read_members(in, s, generate);
        }
    }
    return in->stream ? close_file(in) && good : good;
}

// ---- rows and matrices ---------------------------------------------------------------------------

static int count_lines(input *in, const char *path)
{
    int n = 0;
    if (!open_file(in, path)) {
        return -1;
    }
    while (next_line(in)) {
        n += in->text[strspn(in->text, " \t")] != '\0';
    }
    return close_file(in) ? n : -1;
}

static bool read_rows(input *in, const char *path)
{
    int n = count_lines(in, path), row = 0;
    if (n < 0) {
        return false;
    }
    in->node = calloc((size_t)n + 1, sizeof(int));
    in->direction = calloc((size_t)n + 1, sizeof(int));
    in->number = calloc((size_t)n + 1, sizeof(int));
    in->index = malloc(((size_t)in->n_at + 1) * sizeof(int));
    if (!in->node || !in->direction || !in->number || !in->index) {
        return no_memory(in);
    }
    for (int i = 0; i < in->n_at; i++) {
        in->index[i] = -1;
    }
    bool good = open_file(in, path);
    while (good && next_line(in)) {
        char *point = strchr(in->text, '.');
        if (in->text[strspn(in->text, " \t")] == '\0') {
            continue;
        }
        const char *before = in->text;
        int number, direction = point ? point[1] - '0' : 0;
        if (point) {
            *point = '\0';
        }
        if (!point || !whole_at(&before, &number) || direction < 1 || direction > 3) {
            good = refuse(in, "this is no 'node.direction' with a direction of 1, 2 or 3: only "
                              "models of displacements, of solid elements, can be taken");
        } else if (number >= in->n_at || !in->is_there[number]) {
            good = refuse(in, "node %d is not in the input file", number);
        } else {
            if (in->index[number] < 0) {
                in->number[in->n_node] = number;
                in->index[number] = in->n_node++;
            }
            in->node[row] = in->index[number];
            in->direction[row++] = direction - 1;
        }
    }
    in->n_row = row;
    good = in->stream ? close_file(in) && good : good;
    if (good && (row != 3 * in->n_node || row == 0)) {
        in->line = 1;
        good = refuse(in,
                      "%d rows for %d nodes: every node has to be free in x, y and z; remove "
                      "*BOUNDARY and equations from the input file",
                      row, in->n_node);
    }
    return good;
}

static bool read_matrix(input *in, const char *path, tac_pool *pool, tac_sparse *out)
{
    int n = count_lines(in, path);
    if (n < 0) {
        return false;
    }
    tac_matrix_entry *entry = malloc(((size_t)n + 1) * sizeof *entry);
    if (!entry) {
        return no_memory(in);
    }
    size_t m = 0;
    bool good = open_file(in, path);
    while (good && next_line(in)) {
        const char *at = in->text;
        int row, column;
        if (in->text[strspn(in->text, " \t")] == '\0') {
            continue;
        }
        good = whole_at(&at, &row) && whole_at(&at, &column) && number_at(&at, &entry[m].value) &&
               row <= in->n_row && column <= in->n_row;
        if (!good) {
            (void)refuse(in, "this is no 'row column value' with rows up to %d", in->n_row);
        } else {
            entry[m].row = 3 * in->node[row - 1] + in->direction[row - 1];
            entry[m].column = 3 * in->node[column - 1] + in->direction[column - 1];
            m++;
        }
    }
    good = in->stream ? close_file(in) && good : good;
    good = good && (tac_sparse_make(pool, in->n_row, entry, m, out) || no_memory(in));
    free(entry);
    return good;
}

// ---- the model -----------------------------------------------------------------------------------

static bool find_interfaces(input *in, const tac_import *i, tac_import_result *r,
                            tac_fe_interface *out, tac_pool *pool)
{
    char *name = r->names;
    for (int k = 0; k < i->n_interface; k++) {
        const char *equal = strchr(i->interface[k], '=');
        const set *s = equal ? find_set(in, equal + 1, strlen(equal + 1)) : NULL;
        if (!s) {
            return refuse(in,
                          "no set of nodes '%.60s' in the input file; write --interface "
                          "NAME=SET",
                          equal ? equal + 1 : i->interface[k]);
        }
        int *node = tac_pool_take(pool, (size_t)s->n + 1, sizeof *node), n = 0;
        if (!node) {
            return no_memory(in);
        }
        for (int j = 0; j < s->n; j++) {
            int number = s->node[j];
            if (number < in->n_at && in->index[number] >= 0) {
                node[n++] = in->index[number];
            }
        }
        (void)memcpy(name, i->interface[k], (size_t)(equal - i->interface[k]));
        out[k] = (tac_fe_interface){name, node, n};
        name += strlen(name) + 1;
        if (n == 0) {
            return refuse(in, "no node of set '%.60s' has a row in the matrices", s->name);
        }
    }
    return true;
}

static bool say(input *in, tac_fe_status status, const tac_import *i)
{
    static const char *const text[] = {
        [TAC_FE_LOOSE] = "with its interfaces held the model still moves freely: parts are not "
                         "connected, or the interfaces do not hold them",
        [TAC_FE_MASS] = "the mass differs between directions or is not positive: only elements of "
                        "displacements with a density can be taken",
        [TAC_FE_FEW_NODES] = "the nodes of an interface lie on a line and cannot turn with it; "
                             "take three or more that span a patch",
        [TAC_FE_NOT_SETTLED] = "the modes with held interfaces do not converge; ask for fewer",
        [TAC_FE_NOT_FREE] = "the model has not six rigid motions: remove supports and springs to "
                            "ground, and check that its parts are connected",
    };
    if (status == TAC_FE_TOO_FEW) {
        return refuse(in,
                      "%d interfaces need at least %d modes, not %d; a model has as many more "
                      "as it has unknowns",
                      i->n_interface, 6 * (i->n_interface - 1), i->modes);
    }
    return status == TAC_FE_OK          ? true
           : status == TAC_FE_NO_MEMORY ? no_memory(in)
                                        : refuse(in, "%s", text[status]);
}

static bool import(input *in, const tac_import *i, tac_import_result *r, tac_pool *pool)
{
    size_t length = strlen(i->path);
    char *path = tac_pool_take(pool, 4, length + 8);
    tac_fe_interface *interface = tac_pool_take(pool, (size_t)i->n_interface, sizeof *interface);
    if (!path || !interface) {
        return no_memory(in);
    }
    if (length < 5 || strcasecmp(i->path + length - 4, ".inp") != 0) {
        return refuse(
            in,
            "no file that is known by its name, which ends in .inp (CalculiX), .SID_FEM or .fem");
    }
    static const char *const end[] = {"sti", "mas", "dof"};
    char *other[3];
    for (size_t k = 0; k < 3; k++) {
        other[k] = path + k * (length + 8);
        memcpy(other[k], i->path, length - 3);
        memcpy(other[k] + length - 3, end[k], 3);
    }
    tac_fe_model fe = {.n_interface = i->n_interface, .interface = interface, .modes = i->modes};
    if (!read_input(in, i->path) || !read_rows(in, other[2]) ||
        !read_matrix(in, other[0], pool, &fe.K) || !read_matrix(in, other[1], pool, &fe.M)) {
        return false;
    }
    in->path = i->path;
    in->line = 1;
    vec3 *x = tac_pool_take(pool, (size_t)in->n_node, sizeof *x);
    if (!x) {
        return no_memory(in);
    }
    for (int k = 0; k < in->n_node; k++) {
        x[k] = in->at[in->number[k]];
    }
    fe.n_node = in->n_node;
    fe.x = x;
    return find_interfaces(in, i, r, interface, pool) &&
           say(in, tac_fe_reduce(&fe, &r->pool, &r->modal), i);
}

static void release(input *in)
{
    for (int i = 0; i < in->n_set; i++) {
        free(in->set[i].node);
    }
    free(in->set);
    free(in->at);
    free(in->is_there);
    free(in->node);
    free(in->direction);
    free(in->index);
    free(in->number);
    free(in->text);
}

tac_modal *tac_import_calculix(const tac_import *i, tac_diag *diag)
{
    input in = {.diag = diag, .path = i->path};
    tac_pool pool = {.limit = SIZE_MAX};
    tac_import_result *r = calloc(1, sizeof *r);
    size_t letters = 1;
    for (int k = 0; k < i->n_interface; k++) {
        letters += strlen(i->interface[k]) + 1;
    }
    if (r) {
        r->pool.limit = SIZE_MAX;
        r->names = calloc(letters, 1);
    }
    tac_text_mode callers = tac_set_text_mode();
    bool good = r && r->names ? import(&in, i, r, &pool) : no_memory(&in);
    tac_restore_text_mode(callers);
    release(&in);
    tac_pool_free(&pool);
    if (!good && r) {
        tac_modal_free(&r->modal);
        r = NULL;
    }
    return r ? &r->modal : NULL;
}

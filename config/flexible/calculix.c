// Matrices of CalculiX: NAME.sti and NAME.mas have lines "row column value" of one triangle, NAME.dof one line
// "node.direction" per row, NAME.inp the nodes and their sets.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "fe_model.h"
#include "import_lines.h"
#include "import_text.h"
#include "modal_import.h"
#include "text_mode.h"

enum {
    MOST_SETS = 10000,
    MOST_RANGES = 1 << 22, // of all sets together
    MOST_LOOKS = 1 << 26,  // at nodes, for the members of an interface
};

typedef struct range { // of numbers of nodes, as in the file
    int from, to, by;
} range;

typedef struct set {
    char name[81];
    range *range; // one for each node that is told by itself
    size_t n, room;
} set;

typedef struct place {
    int number, line; // of the node and where it is told
    int index;        // among those with rows, -1: has none
    vec3 at;
} place;

typedef struct input {
    tac_lines lines;
    place *place; // nodes of the input file, by their number when it is read
    size_t n_place, place_room;
    set *set;
    size_t n_set, set_room, n_range;
    int *row; // unknown of a row: three for every node that has rows
    size_t n_row, row_room;
    place **node; // of an index
    size_t n_node, node_room;
    tac_matrix_entry *entry; // of the matrix at hand
    size_t n_entry, entry_room;
} input;

// ---- input file ----------------------------------------------------------------------------------

static bool add_node(input *in, int number, vec3 at)
{
    if (!tac_lines_grow(&in->lines, (void **)&in->place, in->n_place, &in->place_room,
                        sizeof *in->place, "nodes")) {
        return false;
    }
    in->place[in->n_place++] = (place){number, in->lines.line, -1, at};
    return true;
}

static int by_number(const void *a, const void *b)
{
    const place *x = a, *y = b;
    return x->number != y->number ? (x->number > y->number) - (x->number < y->number)
                                  : (x->line > y->line) - (x->line < y->line);
}

// Of a node that is told again the last one counts.
static void sort_nodes(input *in)
{
    size_t n = 0;
    if (in->n_place > 0) {
        qsort(in->place, in->n_place, sizeof *in->place, by_number);
    }
    for (size_t i = 0; i < in->n_place; i++) {
        n -= n > 0 && in->place[n - 1].number == in->place[i].number;
        in->place[n++] = in->place[i];
    }
    in->n_place = n;
}

// Of the first node with this number or a larger one.
static size_t find_place(const input *in, int number)
{
    size_t least = 0, most = in->n_place;
    while (least < most) {
        size_t middle = least + (most - least) / 2;
        if (in->place[middle].number < number) {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    return least;
}

static place *find_node(const input *in, int number)
{
    size_t i = find_place(in, number);
    return i < in->n_place && in->place[i].number == number ? &in->place[i] : NULL;
}

static bool add_to_set(input *in, set *s, range members)
{
    if (in->n_range == MOST_RANGES) {
        return tac_lines_refuse(
            &in->lines,
            "the sets tell more than %d nodes and ranges together; remove those "
            "that no interface needs",
            (int)MOST_RANGES);
    }
    if (!tac_lines_grow(&in->lines, (void **)&s->range, s->n, &s->room, sizeof *s->range,
                        "nodes of a set")) {
        return false;
    }
    s->range[s->n++] = members;
    in->n_range++;
    return true;
}

static set *find_set(input *in, const char *name, size_t length)
{
    for (size_t i = 0; i < in->n_set; i++) {
        if (strlen(in->set[i].name) == length && strncasecmp(in->set[i].name, name, length) == 0) {
            return &in->set[i];
        }
    }
    return NULL;
}

// The set of "NSET=NAME" in a keyword line, made when it is new.
static bool open_set(input *in, set **s)
{
    const char *at = strcasestr(in->lines.text, "NSET=");
    *s = NULL;
    if (!at) {
        return true;
    }
    at += 5;
    size_t length = strcspn(at, ", \t");
    if (length > 80) {
        return tac_lines_refuse(&in->lines, "a set's name is longer than 80 letters");
    }
    *s = find_set(in, at, length);
    if (!*s) {
        if (in->n_set == MOST_SETS) {
            return tac_lines_refuse(
                &in->lines, "there are more than %d sets; remove those that no interface needs",
                (int)MOST_SETS);
        }
        if (!tac_lines_grow(&in->lines, (void **)&in->set, in->n_set, &in->set_room,
                            sizeof *in->set, "sets")) {
            return false;
        }
        *s = &in->set[in->n_set++];
        **s = (set){0};
        memcpy((*s)->name, at, length);
    }
    return true;
}

static bool read_node(input *in, set *s)
{
    const char *at = in->lines.text;
    int number;
    double x[3] = {0.0, 0.0, 0.0};
    if (!tac_lines_whole(&at, &number)) {
        return tac_lines_refuse(&in->lines, "this is no node: number, x, y, z");
    }
    for (int k = 0; k < 3 && tac_lines_number(&at, &x[k]); k++) {
    }
    return add_node(in, number, (vec3){x[0], x[1], x[2]}) &&
           (!s || add_to_set(in, s, (range){number, number, 1}));
}

// "FIRST, LAST, INCREMENT" of a generated set.
static bool read_range(input *in, set *s)
{
    const char *at = in->lines.text;
    range r = {0, 0, 1};
    bool good = tac_lines_whole(&at, &r.from) && tac_lines_whole(&at, &r.to);
    (void)(good && tac_lines_whole(&at, &r.by));
    return !good || add_to_set(in, s, r);
}

static bool read_members(input *in, set *s)
{
    const char *at = in->lines.text;
    int number;
    while (tac_lines_whole(&at, &number)) {
        if (!add_to_set(in, s, (range){number, number, 1})) {
            return false;
        }
    }
    at += strspn(at, " \t,");
    const set *other = *at ? find_set(in, at, strcspn(at, ", \t")) : s;
    if (!other) {
        return tac_lines_refuse(&in->lines,
                                "'%.60s' is neither a node nor a set that is known here", at);
    }
    for (size_t i = 0; other != s && i < other->n; i++) {
        if (!add_to_set(in, s, other->range[i])) {
            return false;
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
    bool generate = false, good = tac_lines_open(&in->lines, path);
    set *s = NULL;
    while (good && tac_lines_next(&in->lines)) {
        if (in->lines.text[0] == '\0' || strncmp(in->lines.text, "**", 2) == 0) {
            continue;
        }
        if (in->lines.text[0] == '*') {
            if (is_keyword(in->lines.text, "*INCLUDE")) {
                good = tac_lines_refuse(
                    &in->lines, "*INCLUDE is not followed; put nodes and sets into this file");
            }
            section = is_keyword(in->lines.text, "*NODE")   ? NODES
                      : is_keyword(in->lines.text, "*NSET") ? SETS
                                                            : OTHER;
            generate = strcasestr(in->lines.text, "GENERATE") != NULL;
            good = good && (section == OTHER || open_set(in, &s));
            section = section == SETS && !s ? OTHER : section;
        } else if (section == NODES) {
            good = read_node(in, s);
        } else if (section == SETS) {
            good = generate ? read_range(in, s) : read_members(in, s);
        }
    }
    good = in->lines.stream ? tac_lines_close(&in->lines) && good : good;
    sort_nodes(in);
    return good;
}

// ---- rows and matrices ---------------------------------------------------------------------------

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t")] == '\0';
}

static bool read_row(input *in)
{
    char *point = strchr(in->lines.text, '.');
    const char *before = in->lines.text;
    int number, direction = point ? point[1] - '0' : 0;
    if (point) {
        *point = '\0';
    }
    if (!point || !tac_lines_whole(&before, &number) || direction < 1 || direction > 3) {
        return tac_lines_refuse(&in->lines,
                                "this is no 'node.direction' with a direction of 1, 2 or 3: only "
                                "models of displacements, of solid elements, can be taken");
    }
    place *node = find_node(in, number);
    if (!node) {
        return tac_lines_refuse(&in->lines, "node %d is not in the input file", number);
    }
    if (in->n_row == (size_t)TAC_LINES_NUMBER ||
        !tac_lines_grow(&in->lines, (void **)&in->row, in->n_row, &in->row_room, sizeof *in->row,
                        "rows") ||
        !tac_lines_grow(&in->lines, (void **)&in->node, in->n_node, &in->node_room, sizeof(place *),
                        "nodes")) {
        return in->n_row == (size_t)TAC_LINES_NUMBER
                   ? tac_lines_refuse(&in->lines, "there are too many rows")
                   : false;
    }
    if (node->index < 0) {
        node->index = (int)in->n_node;
        in->node[in->n_node++] = node;
    }
    in->row[in->n_row++] = 3 * node->index + direction - 1;
    return true;
}

static bool read_rows(input *in, const char *path)
{
    bool good = tac_lines_open(&in->lines, path);
    while (good && tac_lines_next(&in->lines)) {
        good = is_blank(in->lines.text) || read_row(in);
    }
    good = in->lines.stream ? tac_lines_close(&in->lines) && good : good;
    if (good && (in->n_row != 3 * in->n_node || in->n_row == 0)) {
        in->lines.line = 1;
        good = tac_lines_refuse(
            &in->lines,
            "%zu rows for %zu nodes: every node has to be free in x, y and z; remove "
            "*BOUNDARY and equations from the input file",
            in->n_row, in->n_node);
    }
    return good;
}

static bool read_entry(input *in)
{
    const char *at = in->lines.text;
    int row, column;
    double value;
    if (!tac_lines_whole(&at, &row) || !tac_lines_whole(&at, &column) ||
        !tac_lines_number(&at, &value) || (size_t)row > in->n_row || (size_t)column > in->n_row) {
        return tac_lines_refuse(&in->lines, "this is no 'row column value' with rows up to %zu",
                                in->n_row);
    }
    if (!tac_lines_grow(&in->lines, (void **)&in->entry, in->n_entry, &in->entry_room,
                        sizeof *in->entry, "numbers in a matrix")) {
        return false;
    }
    in->entry[in->n_entry++] =
        (tac_matrix_entry){.row = in->row[row - 1], .column = in->row[column - 1], .value = value};
    return true;
}

static bool read_matrix(input *in, const char *path, tac_pool *pool, tac_sparse *out)
{
    bool good = tac_lines_open(&in->lines, path);
    in->n_entry = 0;
    while (good && tac_lines_next(&in->lines)) {
        good = is_blank(in->lines.text) || read_entry(in);
    }
    good = in->lines.stream ? tac_lines_close(&in->lines) && good : good;
    return good && (tac_sparse_make(pool, (int)in->n_row, in->entry, in->n_entry, out) ||
                    tac_lines_no_memory(&in->lines));
}

// ---- the model -----------------------------------------------------------------------------------

// The nodes of a range that have rows, into `to` where that is not NULL; their number. Counts the looks it takes.
static size_t nodes_of(const input *in, const range *r, int *to, size_t *looks)
{
    size_t n = 0;
    ++*looks;
    for (size_t i = find_place(in, r->from); i < in->n_place && in->place[i].number <= r->to; i++) {
        const place *p = &in->place[i];
        ++*looks;
        if (p->index >= 0 && (p->number - r->from) % r->by == 0) {
            if (to) {
                to[n] = p->index;
            }
            n++;
        }
    }
    return n;
}

// The indices of the nodes of a set, from the pool.
static bool take_nodes(input *in, const set *s, tac_pool *pool, const int **node, int *n_node)
{
    size_t n = 0, looks = 0;
    for (size_t i = 0; i < s->n && looks <= MOST_LOOKS; i++) {
        n += nodes_of(in, &s->range[i], NULL, &looks);
    }
    if (looks > MOST_LOOKS) {
        return tac_lines_refuse(&in->lines, "set '%.60s' tells its nodes too often; tell each once",
                                s->name);
    }
    if (n == 0) {
        return tac_lines_refuse(&in->lines, "no node of set '%.60s' has a row in the matrices",
                                s->name);
    }
    int *to = tac_pool_take(pool, n, sizeof *to);
    *node = to;
    *n_node = (int)n;
    for (size_t i = 0; to && i < s->n; i++) {
        to += nodes_of(in, &s->range[i], to, &looks);
    }
    return to || tac_lines_no_memory(&in->lines);
}

static bool find_interfaces(input *in, const tac_import *i, tac_import_result *r,
                            tac_fe_interface *out, tac_pool *pool)
{
    const char *name[TAC_MOST_INTERFACES];
    for (int k = 0; k < i->n_interface; k++) {
        const char *equal = strchr(i->interface[k], '=');
        const set *s = equal ? find_set(in, equal + 1, strlen(equal + 1)) : NULL;
        if (!s) {
            return tac_lines_refuse(&in->lines,
                                    "no set of nodes '%.60s' in the input file; write --interface "
                                    "NAME=SET",
                                    equal ? equal + 1 : i->interface[k]);
        }
        const char *bad = tac_import_name(&r->pool, i->interface[k], equal, name, k);
        if (!name[k]) {
            return tac_lines_no_memory(&in->lines);
        }
        if (bad) {
            return tac_lines_refuse(&in->lines, "interface '%.70s' %s", name[k], bad);
        }
        out[k].name = name[k];
        if (!take_nodes(in, s, pool, &out[k].node, &out[k].n)) {
            return false;
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
        return tac_lines_refuse(
            &in->lines,
            "%d interfaces need at least %d modes, not %d; a model has as many more "
            "as it has unknowns",
            i->n_interface, 6 * (i->n_interface - 1), i->modes);
    }
    return status == TAC_FE_OK          ? true
           : status == TAC_FE_NO_MEMORY ? tac_lines_no_memory(&in->lines)
                                        : tac_lines_refuse(&in->lines, "%s", text[status]);
}

static bool import(input *in, const tac_import *i, tac_import_result *r, tac_pool *pool)
{
    size_t length = strlen(i->path);
    char *path = tac_pool_take(pool, 4, length + 8);
    tac_fe_interface *interface = tac_pool_take(pool, (size_t)i->n_interface, sizeof *interface);
    if (!path || !interface) {
        return tac_lines_no_memory(&in->lines);
    }
    if (length < 5 || strcasecmp(i->path + length - 4, ".inp") != 0) {
        return tac_lines_refuse(
            &in->lines,
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
    in->lines.path = i->path;
    in->lines.line = 1;
    vec3 *x = tac_pool_take(pool, in->n_node, sizeof *x);
    if (!x) {
        return tac_lines_no_memory(&in->lines);
    }
    for (size_t k = 0; k < in->n_node; k++) {
        x[k] = in->node[k]->at;
    }
    fe.n_node = (int)in->n_node;
    fe.x = x;
    return find_interfaces(in, i, r, interface, pool) &&
           say(in, tac_fe_reduce(&fe, &r->pool, &r->modal), i);
}

static void release(input *in)
{
    for (size_t i = 0; i < in->n_set; i++) {
        free(in->set[i].range);
    }
    free(in->set);
    free(in->place);
    free(in->row);
    free(in->node);
    free(in->entry);
    free(in);
}

tac_modal *tac_import_calculix(const tac_import *i, tac_diag *diag)
{
    tac_pool pool = {.limit = TAC_IMPORT_MEMORY};
    tac_import_result *r = calloc(1, sizeof *r);
    input *in = calloc(1, sizeof *in); // not for small stacks
    if (!r || !in) {
        tac_diag_no_memory(diag, "%.400s:1:1: out of memory; free some", i->path);
        free(r);
        free(in);
        return NULL;
    }
    r->pool.limit = TAC_IMPORT_MEMORY;
    in->lines.diag = diag;
    in->lines.scratch = &pool;
    in->lines.result = &r->pool;
    in->lines.path = i->path;
    tac_text_mode callers = tac_set_text_mode();
    bool good = import(in, i, r, &pool);
    tac_restore_text_mode(callers);
    release(in);
    tac_pool_free(&pool);
    if (!good) {
        tac_modal_free(&r->modal);
    }
    return good ? &r->modal : NULL;
}

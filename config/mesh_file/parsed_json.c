#include "parsed_json.h"

#include <stdlib.h>
#include <string.h>

#include "reader/expr.h"

enum { MAX_DEPTH = 64, MAX_VALUES = 1 << 20 };
#define MAX_WORK ((uint64_t)1 << 24)

typedef struct parser {
    tac_parsed_json *j;
    size_t at;
} parser;

static bool fail(parser *p, const char *why)
{
    if (!p->j->wrong) {
        p->j->wrong = why;
    }
    return false;
}

static int ahead(const parser *p) // the next letter, -1 at the end
{
    return p->at < p->j->size ? (unsigned char)p->j->text[p->at] : -1;
}

static int skip_blanks(parser *p)
{
    while (ahead(p) == ' ' || ahead(p) == '\t' || ahead(p) == '\n' || ahead(p) == '\r') {
        p->at++;
    }
    return ahead(p);
}

// Index of a new value, -1 when there are too many.
static int add(parser *p, tac_parsed_kind kind)
{
    tac_parsed_json *j = p->j;
    if (j->n == j->room) {
        int room = j->room > 0 ? 2 * j->room : 256;
        tac_parsed_value *more =
            room <= MAX_VALUES ? realloc(j->value, (size_t)room * sizeof *more) : NULL;
        if (!more) {
            j->no_memory = room <= MAX_VALUES;
            (void)fail(p, "it has too many values");
            return -1;
        }
        j->value = more;
        j->room = room;
    }
    j->value[j->n] = (tac_parsed_value){.kind = kind, .at = (uint32_t)p->at};
    return j->n++;
}

static bool read_string(parser *p)
{
    p->at++;
    int index = add(p, TAC_PARSED_STRING);
    for (int c; index >= 0 && (c = ahead(p)) != '"'; p->at++) {
        if (c < ' ') {
            return fail(p, "a text has no end");
        }
        p->at += c == '\\';
    }
    if (index < 0) {
        return false;
    }
    tac_parsed_value *v = &p->j->value[index];
    v->size = (uint32_t)p->at - v->at;
    v->next = p->j->n;
    p->at++;
    return true;
}

static bool read_number(parser *p)
{
    int index = add(p, TAC_PARSED_NUMBER);
    const char *from = p->j->text + p->at, *at = from;
    double x;
    if (index < 0 || !tac_expr_number(&at, p->j->text + p->j->size, &x)) {
        return fail(p, "a value expected");
    }
    p->at += (size_t)(at - from);
    p->j->value[index].size = (uint32_t)(at - from);
    p->j->value[index].next = p->j->n;
    return true;
}

static bool read_word(parser *p)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if (p->j->size - p->at >= n && memcmp(p->j->text + p->at, words[i], n) == 0) {
            int index = add(p, TAC_PARSED_WORD);
            p->at += n;
            if (index >= 0) {
                p->j->value[index].size = (uint32_t)n;
                p->j->value[index].next = p->j->n;
            }
            return index >= 0;
        }
    }
    return fail(p, "a value expected");
}

static bool read_value(parser *p, int depth);

static bool read_key(parser *p, int depth)
{
    if (skip_blanks(p) != '"') {
        return fail(p, "a key between quotes expected");
    }
    if (!read_string(p)) {
        return false;
    }
    if (skip_blanks(p) != ':') {
        return fail(p, "':' expected behind a key");
    }
    p->at++;
    return read_value(p, depth);
}

// An object or array, whose first letter is ahead.
static bool read_several(parser *p, int depth) // NOLINT(misc-no-recursion)
{
    bool is_object = ahead(p) == '{';
    int end = is_object ? '}' : ']', n = 0;
    int index = depth < MAX_DEPTH ? add(p, is_object ? TAC_PARSED_OBJECT : TAC_PARSED_ARRAY) : -1;
    if (index < 0) {
        return fail(p, "it is nested too deep");
    }
    p->at++;
    while (skip_blanks(p) != end || n == 0) {
        if (n == 0 && ahead(p) == end) {
            break;
        }
        if (n > 0 && ahead(p) != ',') {
            return fail(p, "',' or an end expected");
        }
        p->at += n > 0;
        if (!(is_object ? read_key(p, depth + 1) : read_value(p, depth + 1))) {
            return false;
        }
        n++;
    }
    p->at++;
    p->j->value[index].n = n;
    p->j->value[index].next = p->j->n;
    return true;
}

static bool read_value(parser *p, int depth) // NOLINT(misc-no-recursion)
{
    int c = skip_blanks(p);
    return c == '{' || c == '['                 ? read_several(p, depth)
           : c == '"'                           ? read_string(p)
           : c == '-' || (c >= '0' && c <= '9') ? read_number(p)
                                                : read_word(p);
}

bool tac_parsed_read(tac_parsed_json *j, const char *text, size_t size)
{
    *j = (tac_parsed_json){.text = text, .size = size};
    parser p = {.j = j};
    return read_value(&p, 0) &&
           (skip_blanks(&p) < 0 || fail(&p, "something stands behind the last bracket"));
}

void tac_parsed_free(tac_parsed_json *j)
{
    for (int i = 0; i < j->n_table; i++) {
        free(j->table[i].element);
    }
    free(j->value);
    *j = (tac_parsed_json){0};
}

// ---- values --------------------------------------------------------------------------------------

// What is looked through one by one is counted, so that no text makes its reader slow.
static bool is_patient(tac_parsed_json *j)
{
    j->is_tangled = j->is_tangled || ++j->work > MAX_WORK;
    return !j->is_tangled;
}

static int of_kind(const tac_parsed_json *j, int value, tac_parsed_kind kind)
{
    return j->value[value].kind == kind ? value : -1;
}

static bool is_several(const tac_parsed_json *j, int value, tac_parsed_kind kind)
{
    return value >= 0 && j->value[value].kind == kind;
}

int tac_parsed_member(tac_parsed_json *j, int object, const char *key, tac_parsed_kind kind)
{
    if (!is_several(j, object, TAC_PARSED_OBJECT)) {
        return -1;
    }
    int at = object + 1;
    for (int i = 0; i < j->value[object].n && is_patient(j); i++) {
        if (tac_parsed_is(j, at, key)) {
            return of_kind(j, at + 1, kind);
        }
        at = j->value[at + 1].next;
    }
    return -1;
}

// Indices of the values of an array, the first ones that are asked for; NULL: it is to be walked through.
static const int *table_of(tac_parsed_json *j, int array)
{
    enum { LONG = 16 };
    for (int i = 0; i < j->n_table; i++) {
        if (j->table[i].array == array) {
            return j->table[i].element;
        }
    }
    int n = j->value[array].n;
    int *element =
        n > LONG && j->n_table < TAC_PARSED_TABLES ? malloc((size_t)n * sizeof *element) : NULL;
    if (!element) {
        return NULL;
    }
    for (int i = 0, at = array + 1; i < n; i++, at = j->value[at].next) {
        element[i] = at;
    }
    j->table[j->n_table].array = array;
    j->table[j->n_table++].element = element;
    return element;
}

int tac_parsed_element(tac_parsed_json *j, int array, int i, tac_parsed_kind kind)
{
    if (!is_several(j, array, TAC_PARSED_ARRAY) || i < 0 || i >= j->value[array].n) {
        return -1;
    }
    const int *table = table_of(j, array);
    int at = table ? table[i] : array + 1;
    for (int k = table ? i : 0; k < i && is_patient(j); k++) {
        at = j->value[at].next;
    }
    return j->is_tangled ? -1 : of_kind(j, at, kind);
}

int tac_parsed_count(const tac_parsed_json *j, int array)
{
    return is_several(j, array, TAC_PARSED_ARRAY) ? j->value[array].n : 0;
}

double tac_parsed_number(const tac_parsed_json *j, int value, double otherwise)
{
    double x = otherwise;
    if (value >= 0) {
        const char *at = j->text + j->value[value].at;
        (void)tac_expr_number(&at, at + j->value[value].size, &x);
    }
    return x;
}

int64_t tac_parsed_whole(tac_parsed_json *j, int object, const char *key, int64_t otherwise)
{
    int value = tac_parsed_member(j, object, key, TAC_PARSED_NUMBER);
    double x = tac_parsed_number(j, value, (double)otherwise);
    bool is_whole = value < 0 || (x >= 0.0 && x <= 9007199254740992.0 && x == (double)(int64_t)x);
    return is_whole ? (int64_t)x : -1;
}

bool tac_parsed_is(const tac_parsed_json *j, int string, const char *text)
{
    if (string < 0) {
        return false;
    }
    const tac_parsed_value *v = &j->value[string];
    return v->kind == TAC_PARSED_STRING && v->size == strlen(text) &&
           memcmp(j->text + v->at, text, v->size) == 0;
}

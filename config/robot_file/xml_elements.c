#include "xml_elements.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "reader/pool.h"

#define MEMORY ((size_t)1 << 30) // of a tree

enum { NAMES = 1 << 14 }; // of the table; four times as many as there may be

struct tac_xml_tree {
    tac_pool pool;
    const char *path;
    tac_xml_node *root, *at;
    int depth, n;
    char *text; // of the element at hand: grows outside of the pool
    size_t size, capacity;
    uint32_t name[NAMES]; // hashes of names of elements and attributes, 0: free
    int n_name;
    tac_diag diag;
};

__attribute__((format(printf, 3, 4))) static bool refuse(tac_xml_tree *t, int line,
                                                         const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tac_diag_set(&t->diag, t->path, line, 1, format, arguments);
    va_end(arguments);
    return false;
}

static bool no_memory(tac_xml_tree *t)
{
    tac_diag_no_memory(&t->diag, "%.400s:1:1: out of memory; make it smaller or free some",
                       t->path);
    return false;
}

static const char *copy(tac_xml_tree *t, const char *text, size_t n)
{
    char *own = tac_pool_take(&t->pool, n + 1, 1);
    if (own) {
        memcpy(own, text, n);
    }
    return own;
}

tac_xml_tree *tac_xml_tree_begin(const char *path)
{
    tac_xml_tree *t = calloc(1, sizeof *t);
    if (t) {
        t->pool.limit = MEMORY;
        t->path = copy(t, path, strlen(path));
    }
    if (t && !t->path) {
        tac_xml_tree_free(t);
        t = NULL;
    }
    return t;
}

void tac_xml_tree_free(tac_xml_tree *t)
{
    if (t) {
        tac_pool_free(&t->pool);
        free(t->text);
        free(t);
    }
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Gives the element at hand the text collected so far, unless it is blank or another piece came before.
static bool keep_text(tac_xml_tree *t)
{
    const char *from = t->text, *end = from + t->size;
    while (from < end && is_blank(*from)) {
        from++;
    }
    while (end > from && is_blank(end[-1])) {
        end--;
    }
    t->size = 0;
    if (!t->at || from == end || t->at->text[0] != '\0') {
        return true;
    }
    t->at->text = copy(t, from, (size_t)(end - from));
    return t->at->text || no_memory(t);
}

static bool take_attributes(tac_xml_tree *t, tac_xml_node *node, const char *const *attributes)
{
    while (attributes && attributes[2 * node->n_attribute]) {
        node->n_attribute++;
    }
    node->attribute =
        tac_pool_take(&t->pool, (size_t)node->n_attribute + 1, sizeof *node->attribute);
    if (!node->attribute) {
        return no_memory(t);
    }
    for (int i = 0; i < node->n_attribute; i++) {
        tac_xml_attribute *a = &node->attribute[i];
        const char *value = attributes[2 * i + 1] ? attributes[2 * i + 1] : "";
        a->name = copy(t, attributes[2 * i], strlen(attributes[2 * i]));
        a->value = copy(t, value, strlen(value));
        if (!a->name || !a->value) {
            return no_memory(t);
        }
    }
    return true;
}

// Counts different names: each costs the parser more than the one before it.
static bool know_name(tac_xml_tree *t, const char *name, int line)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (const char *c = name; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    }
    hash += hash == 0;
    uint32_t at = hash % NAMES;
    while (t->name[at] != 0 && t->name[at] != hash) {
        at = (at + 1) % NAMES;
    }
    t->n_name += t->name[at] == 0;
    t->name[at] = hash;
    return t->n_name <= NAMES / 4 ||
           refuse(t, line,
                  "more than %d different names of elements and attributes; that is no robot",
                  NAMES / 4);
}

bool tac_xml_tree_element(tac_xml_tree *t, const char *name, const char *const *attributes,
                          int line)
{
    if (++t->depth > TAC_XML_MOST_DEPTH) {
        return refuse(t, line, "elements lie in each other deeper than %d", TAC_XML_MOST_DEPTH);
    }
    if (++t->n > TAC_XML_MOST_ELEMENTS) {
        return refuse(t, line, "the file has more than %d elements; make it smaller",
                      TAC_XML_MOST_ELEMENTS);
    }
    for (int i = 0; attributes && attributes[2 * i]; i++) {
        if (!know_name(t, attributes[2 * i], line)) {
            return false;
        }
    }
    tac_xml_node *node = know_name(t, name, line) ? tac_pool_take(&t->pool, 1, sizeof *node) : NULL;
    if (t->diag.text[0] != '\0') {
        return false;
    }
    if (!node || !keep_text(t)) {
        return no_memory(t);
    }
    *node = (tac_xml_node){.text = "", .file = t->path, .line = line, .parent = t->at};
    node->name = copy(t, name, strlen(name));
    if (!node->name) {
        return no_memory(t);
    }
    if (!t->at) {
        t->root = node;
    } else if (t->at->last) {
        t->at->last->next = node;
    } else {
        t->at->first = node;
    }
    if (t->at) {
        t->at->last = node;
    }
    t->at = node;
    return take_attributes(t, node, attributes);
}

bool tac_xml_tree_end(tac_xml_tree *t)
{
    bool good = keep_text(t);
    t->depth--;
    t->at = t->at ? t->at->parent : NULL;
    return good;
}

bool tac_xml_tree_text(tac_xml_tree *t, const char *text, size_t size)
{
    if (t->capacity - t->size < size) {
        size_t more = 2 * (t->size + size) + 64;
        char *grown = realloc(t->text, more);
        if (!grown) {
            return no_memory(t);
        }
        t->text = grown;
        t->capacity = more;
    }
    memcpy(t->text + t->size, text, size);
    t->size += size;
    return true;
}

const tac_diag *tac_xml_tree_diag(const tac_xml_tree *t)
{
    return &t->diag;
}

tac_xml_node *tac_xml_tree_root(const tac_xml_tree *t)
{
    return t->root;
}

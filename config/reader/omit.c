#define _XOPEN_SOURCE 700
#include "omit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"

#define MOST_WORK \
    ((uint64_t)1 << 26) // of all attempts: large files are told their first mistake only

// ---- where it is ---------------------------------------------------------------------------------

void tac_omit_locate(tac_reader *rd, const char *file, int line, int column)
{
    const tac_node *const *root = rd->root.data;
    rd->refused_root = NULL;
    bool is_inside = false;
    for (int i = 0; i < rd->root.n; i++) {
        is_inside |= strcmp(root[i]->file, file) == 0;
    }
    if (!is_inside && rd->item) { // in a file of numbers: its table is the part
        file = rd->item->file;
        line = rd->item->line;
        column = rd->item->column;
    }
    for (int i = 0; i < rd->root.n; i++) {
        rd->refused_root = strcmp(root[i]->file, file) == 0 ? root[i] : rd->refused_root;
    }
    rd->refused_line = line;
    rd->refused_column = column;
}

bool tac_omit_follows_root(const tac_reader *rd)
{
    const tac_node *root = rd->refused_root;
    return rd->omit && rd->omit->n > 0 &&
           (!root || (root->line == rd->refused_line && root->column == rd->refused_column));
}

static bool is_before(int line, int column, const tac_reader *rd)
{
    return line < rd->refused_line || (line == rd->refused_line && column <= rd->refused_column);
}

// The entry that holds the place: the last one that begins before it.
static const tac_entry *entry_at(const tac_reader *rd, const tac_node *in)
{
    const tac_entry *found = NULL;
    for (const tac_entry *e = in->first; e; e = e->next) {
        int line = e->key ? e->line : e->value->line,
            column = e->key ? e->column : e->value->column;
        found = is_before(line, column, rd) ? e : found;
    }
    return found;
}

// Settings and parameters are parts, other maps are parts as a whole.
static bool has_parts(const tac_entry *of)
{
    return strcmp(of->key, "solver") == 0 || strcmp(of->key, "parameters") == 0;
}

// The part that holds the place: an entry of the root, or an item or setting below it.
static const tac_entry *part_at(const tac_reader *rd)
{
    const tac_entry *top = entry_at(rd, rd->refused_root);
    if (!top || top->value->kind == TAC_SCALAR ||
        (top->value->kind == TAC_MAP && !has_parts(top))) {
        return top;
    }
    const tac_entry *item = entry_at(rd, top->value);
    return item && (top->value->kind == TAC_MAP || item->value->kind == TAC_MAP) ? item : top;
}

// ---- what is missing -----------------------------------------------------------------------------

static void note_name(tac_omissions *o, tac_omission *part, const tac_entry *e)
{
    const tac_node *name = e->value->kind == TAC_MAP ? tac_find(e->value, "name") : NULL;
    const char *text = name && name->kind == TAC_SCALAR ? name->text : e->key;
    bool known = text && text[0] != '\0' && !strstr(text, "${") && strlen(text) < sizeof part->name;
    bool is_unknown = e->key && e->value->kind == TAC_LIST && e->value->first &&
                      e->value->first->value->kind == TAC_MAP; // items under a key that is none
    o->any_name |= !known || is_unknown;
    (void)snprintf(part->name, sizeof part->name, "%s", known ? text : "");
}

bool tac_omit_has(const tac_reader *rd, const char *name)
{
    const tac_omissions *o = rd->omit;
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    size_t first = strcspn(name, "/");
    bool has = o && o->any_name;
    for (int i = 0; o && i < o->n; i++) {
        const char *missing = o->part[i].name;
        has |= strcmp(missing, name) == 0 || strcmp(missing, last) == 0 ||
               (strlen(missing) == first && strncmp(missing, name, first) == 0);
    }
    return has;
}

void tac_refuse_follower(tac_reader *rd, const tac_node *at)
{
    tac_omit_locate(rd, at->file, at->line, at->column);
    longjmp(rd->escape, 1);
}

bool tac_omit_refused(tac_reader *rd)
{
    tac_omissions *o = rd->omit;
    const tac_entry *e = rd->refused_root && !rd->is_final ? part_at(rd) : NULL;
    o->work += rd->work;
    if (!e || rd->n_error >= TAC_MOST_ERRORS || o->n == TAC_MOST_OMITTED || o->work > MOST_WORK) {
        return false;
    }
    const tac_node *at = e->value;
    for (int i = 0; i < o->n; i++) { // an alias of what is left out: it cannot be left out again
        if (o->part[i].line == at->line && o->part[i].column == at->column &&
            strcmp(o->part[i].file, at->file) == 0) {
            return false;
        }
    }
    tac_omission *part = &o->part[o->n];
    *part = (tac_omission){.file = strdup(at->file), .line = at->line, .column = at->column};
    note_name(o, part, e);
    o->n += part->file != NULL;
    return part->file;
}

// ---- leaving out ---------------------------------------------------------------------------------

static bool is_omitted(const tac_omissions *o, const tac_node *node)
{
    for (int i = 0; i < o->n; i++) {
        if (o->part[i].line == node->line && o->part[i].column == node->column &&
            strcmp(o->part[i].file, node->file) == 0) {
            return true;
        }
    }
    return false;
}

static void omit_entries(const tac_omissions *o, tac_node *in)
{
    for (tac_entry **link = &in->first; *link;) {
        if (is_omitted(o, (*link)->value)) {
            *link = (*link)->next;
            in->n--;
        } else {
            link = &(*link)->next;
        }
    }
}

void tac_omit_from(tac_reader *rd, tac_node *root)
{
    *(const tac_node **)tac_list_add(rd, &rd->root, sizeof(const tac_node *)) = root;
    if (rd->omit && rd->omit->n > 0) {
        omit_entries(rd->omit, root);
        for (tac_entry *e = root->first; e; e = e->next) {
            omit_entries(rd->omit, e->value);
        }
    }
}

void tac_omit_free(tac_omissions *o)
{
    for (int i = 0; i < o->n; i++) {
        free(o->part[i].file);
    }
}

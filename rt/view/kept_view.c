#include "kept_view.h"

#include <stdlib.h>

#include "printable.h"

enum { MAX_LINES = 12 };

// Whether a node is another one or lies below it; children come before parents.
static bool below(const tac_tree *t, int node, int top)
{
    while (node < top && t->parent[node] != TAC_NONE) {
        node = t->parent[node];
    }
    return node == top;
}

static int rows_in(const tac_tree *t, int top)
{
    int rows = 0;
    for (int i = 0; i < t->n_element; i++) {
        rows += t->home[i] != TAC_NONE && below(t, t->home[i], top) ? t->rows[i] : 0;
    }
    return rows;
}

static void print_one(FILE *out, const tac_tree_view *v, int group, const char *label)
{
    int top = v->tree->kept[group], n_body = v->n_body[top];
    int edge = v->first_edge[top], n = v->first_edge[top + 1] - edge;
    char elements[512], columns[256], node[128];
    bool has = tac_tree_view_carriers(v, top, false, columns, sizeof columns);
    tac_tree_view_elements(v, v->edge + edge, n, elements, sizeof elements);
    tac_tree_view_label(v, top, node, sizeof node);
    fprintf(out, "%-13s '%s' is %s: %d bod%s and %d rows, seen outside by %s%s%s\n", label,
            TAC_SHOWN(v->file->group_name[group]), node, n_body, n_body == 1 ? "y" : "ies",
            rows_in(v->tree, top), has ? columns : "", has && n > 0 ? ", " : "",
            n > 0  ? elements
            : !has ? "nothing"
                   : "");
}

void tac_print_kept(FILE *out, const tac_tree_view *v)
{
    int n = 0;
    for (int g = 0; g < v->file->desc.n_group && v->tree->kept; g++) {
        if (v->tree->kept[g] != TAC_NONE && ++n <= MAX_LINES) {
            print_one(out, v, g, n == 1 ? "kept" : "");
        }
    }
    if (n > MAX_LINES) {
        fprintf(out, "%-13s and %d more\n", "", n - MAX_LINES);
    }
}

int tac_redundant_at_interfaces(const tac_tree *t, const tac_model_file *f, const int *redundant)
{
    enum { TOP = 1, INSIDE = 2, ABOVE = 4 };
    unsigned char *is = calloc((size_t)t->n_node + 1, 1);
    if (!is) {
        return -1;
    }
    for (int g = 0; g < f->desc.n_group; g++) {
        is[t->kept[g] == TAC_NONE ? t->n_node : t->kept[g]] |= TOP;
    }
    for (int i = 0; i < t->n_node; i++) { // children come before parents
        is[t->parent[i] == TAC_NONE ? t->n_node : t->parent[i]] |=
            is[i] & (TOP | ABOVE) ? ABOVE : 0;
    }
    for (int i = t->n_node - 1; i >= 0; i--) {
        bool inside = is[i] & TOP || (t->parent[i] != TAC_NONE && is[t->parent[i]] & INSIDE);
        is[i] |= inside ? INSIDE : 0;
    }
    int rows = 0;
    for (int i = 0; i < t->n_element; i++) {
        rows += t->home[i] != TAC_NONE && (is[t->home[i]] & (INSIDE | ABOVE)) == ABOVE
                    ? redundant[i]
                    : 0;
    }
    free(is);
    return rows;
}

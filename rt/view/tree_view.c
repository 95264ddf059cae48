#include "tree_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/describe.h"

#define MAX_NAMES 4 // in one list

// Calls for every node whose boundary holds an element: from the element's bodies up to its home, but from no
// body that carries it. Terms of a coupler share a row, which the first of them stands for.
// With edge NULL it counts into first[node + 1], otherwise it fills edge from first[node] on. `last` is what a node
// was called for last: (n_node)
static void walk_edges(const tac_tree *t, int *first, int *edge, int *last)
{
    for (int i = 0; i < t->n_node; i++) {
        last[i] = TAC_NONE;
    }
    for (int e = 0; e < t->n_element; e++) {
        for (int side = 0; side < 2 && t->home[e] != TAC_NONE; side++) {
            int node = tac_tree_hangs(t, e, side) ? TAC_GROUND : t->body[2 * e + side];
            for (; node != TAC_GROUND && node != t->home[e]; node = t->parent[node]) {
                bool again = last[node] == t->lead[e];
                last[node] = t->lead[e];
                if (edge && !again) {
                    edge[first[node]++] = t->lead[e];
                } else if (!again) {
                    first[node + 1]++;
                }
            }
        }
    }
}

static void sum_up(int *first, int n)
{
    for (int i = 0; i < n; i++) {
        first[i + 1] += first[i];
    }
}

static int fill_edges(tac_tree_view *v)
{
    int n = v->tree->n_node;
    int *last = v->depth; // filled later
    walk_edges(v->tree, v->first_edge, NULL, last);
    sum_up(v->first_edge, n);
    v->edge = calloc((size_t)v->first_edge[n] + 1, sizeof *v->edge);
    if (!v->edge) {
        return 0;
    }
    // filling moves every start to the end of its list; shift them back
    walk_edges(v->tree, v->first_edge, v->edge, last);
    memmove(v->first_edge + 1, v->first_edge, (size_t)n * sizeof *v->first_edge);
    v->first_edge[0] = 0;
    return 1;
}

static void fill_nodes(tac_tree_view *v)
{
    const tac_tree *t = v->tree;
    for (int e = 0; e < t->n_element; e++) {
        if (t->home[e] != TAC_NONE) {
            v->first_home[t->home[e] + 1]++;
        }
    }
    sum_up(v->first_home, t->n_node);
    for (int i = 0; i < t->n_node; i++) { // children come before parents
        v->n_body[i] += i < v->file->desc.n_body;
        if (t->parent[i] != TAC_NONE) {
            v->n_body[t->parent[i]] += v->n_body[i];
        }
    }
    for (int i = t->n_node - 1; i >= 0; i--) {
        v->depth[i] = t->parent[i] == TAC_NONE ? 0 : v->depth[t->parent[i]] + 1;
    }
}

int tac_tree_view_init(tac_tree_view *v, const tac_tree *t, const tac_model_file *f)
{
    *v = (tac_tree_view){.tree = t, .file = f};
    size_t n = (size_t)t->n_node + 1;
    v->first_home = calloc(n, sizeof *v->first_home);
    v->first_edge = calloc(n, sizeof *v->first_edge);
    v->depth = calloc(n, sizeof *v->depth);
    v->n_body = calloc(n, sizeof *v->n_body);
    if (!v->first_home || !v->first_edge || !v->depth || !v->n_body || !fill_edges(v)) {
        tac_tree_view_free(v);
        return 0;
    }
    fill_nodes(v);
    return 1;
}

void tac_tree_view_free(tac_tree_view *v)
{
    free(v->first_home);
    free(v->first_edge);
    free(v->edge);
    free(v->depth);
    free(v->n_body);
    *v = (tac_tree_view){0};
}

void tac_tree_view_label(const tac_tree_view *v, int node, char *out, size_t size)
{
    if (node < v->file->desc.n_body) {
        snprintf(out, size, "body %s", v->file->body_name[node]);
    } else {
        snprintf(out, size, "node %d", node);
    }
}

void tac_tree_view_elements(const tac_tree_view *v, const int *element, int n, char *out,
                            size_t size)
{
    int at = 0, listed = 0;
    *out = '\0';
    for (int i = 0; i < n; i++) {
        bool leads = v->tree->lead[element[i]] == element[i]; // the terms of a coupler share a row
        if (leads && listed < MAX_NAMES && at < (int)size) {
            at += snprintf(out + at, size - (size_t)at, "%s%s (%d)", listed > 0 ? ", " : "",
                           tac_element_name(v->file, element[i]), v->tree->rows[element[i]]);
        }
        listed += leads;
    }
    if (listed > MAX_NAMES && at < (int)size) {
        snprintf(out + at, size - (size_t)at, " and %d more", listed - MAX_NAMES);
    }
}

static bool is_within(const tac_tree *t, int node, int inner)
{
    while (inner < node && inner != TAC_NONE) { // parents have higher numbers
        inner = t->parent[inner];
    }
    return inner == node;
}

// Whether the unknowns of a carrier are columns of a node that does not eliminate them.
static bool has_columns(const tac_tree *t, int node, int carrier)
{
    bool has = is_within(t, node, t->carrier[carrier]);
    for (int i = t->carried_first[carrier]; i < t->carried_first[carrier + 1]; i++) {
        has = has || is_within(t, node, t->carried[i]);
    }
    return has && node < t->carrier_home[carrier];
}

bool tac_tree_view_carriers(const tac_tree_view *v, int node, bool eliminated, char *out,
                            size_t size)
{
    const tac_tree *t = v->tree;
    size_t at = 0;
    for (int k = 0; k < t->n_carrier; k++) {
        bool listed = eliminated ? t->carrier_home[k] == node : has_columns(t, node, k);
        if (listed && at < size) {
            at += (size_t)snprintf(out + at, size - at, "%s'%s' (6)", at > 0 ? ", " : "",
                                   v->file->body_name[t->carrier[k]]);
        }
    }
    return at > 0;
}

#include "isolated.h"

static int root_of(const tac_tree *t, int node)
{
    while (t->parent[node] != TAC_NONE) {
        node = t->parent[node];
    }
    return node;
}

// The root that stands for the mechanism of a root: the lowest of those that elements outside the tree connect.
static int mechanism_of(int *label, int root)
{
    while (label[root] != root && label[root] != TAC_GROUND) {
        int next = label[root];
        label[root] = label[next] == TAC_GROUND ? next : label[next]; // half as far next time
        root = next;
    }
    return root;
}

static void connect(int *label, int a, int b)
{
    a = mechanism_of(label, a);
    b = mechanism_of(label, b);
    if (a != b) {
        int low = a < b ? a : b, high = a < b ? b : a;
        bool grounded = label[low] == TAC_GROUND || label[high] == TAC_GROUND;
        label[high] = low;
        label[low] = grounded ? TAC_GROUND : low;
    }
}

// Labels every body with the root that stands for its mechanism, or with TAC_GROUND where that reaches ground,
// carries a load or has a shaft.
static void label_mechanisms(const tac_desc *d, const tac_tree *t, int *label)
{
    for (int i = 0; i < t->n_node; i++) {
        label[i] = i;
    }
    for (int i = 0; i < t->n_element; i++) {
        int a = t->body[2 * i], b = t->body[2 * i + 1];
        if (a != TAC_GROUND && b != TAC_GROUND) {
            connect(label, root_of(t, a), root_of(t, b));
        }
    }
    for (int i = 0; i < t->n_element; i++) {
        int a = t->body[2 * i], b = t->body[2 * i + 1];
        if (a == TAC_GROUND || b == TAC_GROUND) {
            label[mechanism_of(label, root_of(t, a == TAC_GROUND ? b : a))] = TAC_GROUND;
        }
    }
    for (int i = 0; i < d->n_load; i++) {
        label[mechanism_of(label, root_of(t, d->load[i].at.body))] = TAC_GROUND;
    }
    for (int i = 0; i < d->n_body; i++) { // the momentum of shafts is not that of bodies
        if (d->body[i].shaft) {
            label[mechanism_of(label, root_of(t, i))] = TAC_GROUND;
        }
    }
    for (int i = 0; i < d->n_body; i++) { // leaves, so that no root's label changes but its own
        int of = mechanism_of(label, root_of(t, i));
        label[i] = label[of] == TAC_GROUND ? TAC_GROUND : of;
    }
}

void tac_fill_isolated(tac_model *m, const tac_desc *d, const tac_tree *t)
{
    int *label = m->nodes.map + m->nodes.row_at[m->nodes.n_node],
        *end = label + m->nodes.n_node; // one per node
    label_mechanisms(d, t, label);
    for (int i = 0; i < t->n_node; i++) {
        end[i] = 0;
    }
    for (int i = 0; i < d->n_body; i++) { // count
        if (label[i] != TAC_GROUND) {
            end[label[i]]++;
        }
    }
    int n = 0;
    for (int root = 0; root < t->n_node; root++) { // end[root] is where the next body goes
        int bodies = end[root];
        end[root] = n;
        if (bodies > 0) {
            m->isolated.isolated_first[m->isolated.n_isolated++] = n;
            n += bodies;
        }
    }
    m->isolated.isolated_first[m->isolated.n_isolated] = n;
    for (int i = 0; i < d->n_body; i++) {
        if (label[i] != TAC_GROUND) {
            m->isolated.isolated_body[end[label[i]]++] = i;
        }
    }
}

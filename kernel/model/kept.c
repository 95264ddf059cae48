#include "kept.h"

#include "tree_elements.h"

bool tac_keeps(const tac_desc *d)
{
    bool keeps = false;
    for (int i = 0; i < d->n_group; i++) {
        keeps |= d->group[i].keep != 0;
    }
    return keeps;
}

void tac_layout_kept(tac_tree *t, tac_kept *k, const tac_desc *d, tac_arena *a)
{
    size_t n = (size_t)d->n_body, g = (size_t)d->n_group;
    *k = (tac_kept){0};
    if (!tac_keeps(d)) {
        return;
    }
    t->kept = tac_take(a, g, sizeof(int));
    k->n_group = d->n_group;
    k->in = tac_take(a, g, sizeof(int));
    k->around = tac_take(a, g, sizeof(int));
    k->block = tac_take(a, 2 * n, sizeof(int));
    k->closed = tac_take(a, 2 * n, sizeof(int));
    k->mechanism = tac_take(a, 2 * n, sizeof(int));
    k->next = tac_take(a, 2 * n, sizeof(int));
    k->count = tac_take(a, 2 * n, sizeof(int));
    k->head = tac_take(a, g + 1, sizeof(int));
    k->open = tac_take(a, g + 1, sizeof(int));
    k->inside = tac_take(a, g + 1, sizeof(int));
    k->near = tac_take(a, g + 1, sizeof(int));
    k->joined = tac_take(a, g + 1, sizeof(int));
    k->meets = tac_take(a, g + 1, sizeof(int));
}

// ---- blocks of bodies --------------------------------------------------------------------------

static int lowest(int *mechanism, int i)
{
    while (mechanism[i] != i) {
        i = mechanism[i] = mechanism[mechanism[i]]; // half as far next time
    }
    return i;
}

static void find_mechanisms(const tac_tree *t, int *mechanism, int n_body)
{
    for (int i = 0; i < n_body; i++) {
        mechanism[i] = i;
    }
    for (int i = 0; i < t->n_element; i++) {
        const int *body = t->body + 2 * i;
        if (t->home[i] != TAC_NONE && body[0] != TAC_GROUND && body[1] != TAC_GROUND) {
            int a = lowest(mechanism, body[0]), b = lowest(mechanism, body[1]);
            mechanism[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (int k = 0; k < t->n_coupler; k++) {
        int body[TAC_MOST_COUPLED], n = tac_coupled_bodies(t, k, body);
        for (int i = 1; i < n; i++) {
            int a = lowest(mechanism, body[0]), b = lowest(mechanism, body[i]);
            mechanism[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (int i = 0; i < n_body; i++) {
        mechanism[i] = lowest(mechanism, i);
    }
}

int tac_kept_of(const tac_kept *k, const tac_desc *d, int body)
{
    int group = d->body[body].group;
    return group >= 0 && group < k->n_group ? k->in[group] : k->n_group;
}

bool tac_kept_apart(const tac_kept *k, const tac_desc *d, int body, int other)
{
    int group = tac_kept_of(k, d, body), of = tac_kept_of(k, d, other);
    while (of > group && of < k->n_group) { // parents come first
        of = k->around[of];
    }
    return group < k->n_group && of != group;
}

void tac_find_kept(tac_tree *t, tac_kept *k, const tac_desc *d)
{
    if (k->n_group == 0) {
        k->near = k->top;
        k->joined = k->top + 1;
        k->meets = k->top + 2;
        return;
    }
    for (int g = 0; g < k->n_group; g++) {
        int parent = d->group[g].parent;
        k->around[g] = parent >= 0 && parent < g ? k->in[parent] : k->n_group;
        k->in[g] = d->group[g].keep ? g : k->around[g];
        t->kept[g] = TAC_NONE;
    }
    find_mechanisms(t, k->mechanism, d->n_body);
    for (int i = 0; i < d->n_body; i++) {
        k->block[i] = tac_kept_of(k, d, i);
        k->closed[i] = k->count[i] = 0;
    }
}

// ---- rounds ------------------------------------------------------------------------------------

static void push(tac_kept *k, int group, int compound)
{
    k->next[compound] = k->head[group];
    k->head[group] = compound;
}

// Compounds of a group go on to the one around it, one for each mechanism: all of the group, or a mark for what
// lacks joining.
static void close_group(tac_tree *t, tac_kept *k, int group)
{
    for (int c = k->head[group]; c != TAC_NONE; c = k->next[c]) {
        k->count[k->mechanism[c]]++;
    }
    int around = k->around[group];
    for (int c = k->head[group], next; c != TAC_NONE; c = next) {
        next = k->next[c];
        int *count = &k->count[k->mechanism[c]];
        if (*count == 1 && k->block[c] == group) {
            k->block[c] = around;
            k->closed[c] = 1;
            bool first =
                t->kept[group] == TAC_NONE || k->mechanism[c] < k->mechanism[t->kept[group]];
            t->kept[group] = first ? c : t->kept[group];
        }
        k->open[group] |= *count > 1;
        if (*count > 0) {
            push(k, around, c);
            *count = 0;
        }
    }
    k->inside[around] |= k->open[group] || k->inside[group];
}

void tac_close_kept(tac_tree *t, tac_kept *k, const int *active, int n)
{
    if (k->n_group == 0) {
        k->joined[0] = k->near[0] = 0;
        return;
    }
    for (int g = 0; g <= k->n_group; g++) {
        k->head[g] = TAC_NONE;
        k->open[g] = k->inside[g] = k->near[g] = k->joined[g] = 0;
    }
    for (int i = n - 1; i >= 0; i--) {
        push(k, k->block[active[i]], active[i]);
    }
    for (int g = k->n_group - 1; g >= 0; g--) { // groups within come behind
        if (k->in[g] == g) {
            close_group(t, k, g);
        }
    }
}

int tac_list_kept(const tac_kept *k, const int *active, int n, tac_pair *pair)
{
    int listed = 0;
    for (int i = 0; i < n && k->n_group > 0; i++) {
        int c = active[i], block = k->block[c];
        if (block < k->n_group && tac_stands_still(k, block)) {
            uint64_t key = (uint64_t)block << 32 | (uint64_t)k->mechanism[c];
            pair[listed++] = (tac_pair){key, c, 0};
        }
    }
    tac_sort_pairs(pair, listed);
    return listed;
}

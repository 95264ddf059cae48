#include "twin.h"

#include "grouping.h"
#include "model/carriers.h"
#include "model/welds.h"

// ---- layout ------------------------------------------------------------------------------------

static void layout_items(tac_model *p, const tac_table_sizes *n, tac_arena *a)
{
    p->mass = tac_take(a, 2 * n->body, sizeof *p->mass);
    p->mass_inv = tac_take(a, 2 * n->body, sizeof *p->mass_inv);
    p->J = tac_take(a, 2 * n->body, sizeof *p->J);
    p->J_inv = tac_take(a, 2 * n->body, sizeof *p->J_inv);
    p->arm = tac_take(a, 2 * n->body, sizeof *p->arm);
    p->joined = tac_take(a, 2 * n->body, sizeof *p->joined);
    p->swings = tac_take(a, 2 * n->body, sizeof *p->swings);
    p->heaviest = tac_take(a, 4 * n->body, sizeof *p->heaviest);
    p->slot_first = tac_take(a, 2 * n->body + 2, sizeof *p->slot_first);
    p->slot_row = tac_take(a, 2 * n->slot, sizeof *p->slot_row);
    p->load_first = tac_take(a, 2 * n->body + 1, sizeof *p->load_first);
    p->load_of = tac_take(a, 2 * n->load, sizeof *p->load_of);
    p->isolated_first = tac_take(a, 2 * n->body + 1, sizeof *p->isolated_first);
    p->isolated_body = tac_take(a, 2 * n->body, sizeof *p->isolated_body);
    p->weld = tac_take(a, 4 * n->law, sizeof *p->weld);
    p->element = tac_take(a, 2 * (n->element + n->carrier), sizeof *p->element);
    p->row_element = tac_take(a, 2 * (n->row + TAC_UNKNOWNS * n->carrier), sizeof *p->row_element);
    p->row_compliant = tac_take(a, 2 * n->row, sizeof *p->row_compliant);
    p->row_w = tac_take(a, 2 * n->row, sizeof *p->row_w);
    p->row_push = tac_take(a, 4 * n->row, sizeof *p->row_push);
}

static void layout_tree(tac_model *p, const tac_table_sizes *n, tac_arena *a)
{
    p->level_first = tac_take(a, n->level, sizeof *p->level_first);
    p->node_order = tac_take(a, 2 * n->node, sizeof *p->node_order);
    p->child = tac_take(a, 4 * n->node, sizeof *p->child);
    p->n_e = tac_take(a, 2 * n->node, sizeof *p->n_e);
    p->n_r = tac_take(a, 2 * n->node, sizeof *p->n_r);
    p->row_at = tac_take(a, 2 * n->node + 1, sizeof *p->row_at);
    p->node_row = tac_take(a, 2 * n->node_row, sizeof *p->node_row);
    p->map = tac_take(a, 2 * n->node_row, sizeof *p->map);
    p->sum_body_first = tac_take(a, 2 * n->body + 3, sizeof *p->sum_body_first);
    p->sum_body = tac_take(a, 2 * n->body, sizeof *p->sum_body);
    p->sum_element_first = tac_take(a, 2 * n->body + 3, sizeof *p->sum_element_first);
    p->sum_element = tac_take(a, 2 * n->element, sizeof *p->sum_element);
}

tac_model *tac_layout_twin(const tac_table_sizes *n, tac_group_scratch *scratch, tac_arena *a)
{
    tac_model *memory = tac_take(a, 1, sizeof *memory);
    tac_model p = {.copies = 2};
    const tac_table_sizes both = {.body = 2 * n->body,
                                  .element = 2 * n->element,
                                  .carrier = 2 * n->carrier,
                                  .node = 2 * n->node,
                                  .level = n->level};
    layout_items(&p, n, a);
    layout_tree(&p, n, a);
    p.grouping = tac_layout_groupings(TAC_TWIN_WIDTH, 1, &both, scratch, a);
    if (memory) {
        *memory = p;
    }
    return memory;
}

// ---- tables ------------------------------------------------------------------------------------

int tac_row_in(const tac_model *m, int row, int copies, int copy)
{
    const tac_element *e = &m->element[m->row_element[row]];
    return copies * e->row + copy * e->n_row + row - e->row;
}

// Value by value: a block copy takes more or fewer instructions for other addresses.
void tac_copy_state(const tac_model *m, tac_twin_state from, tac_twin_state to)
{
    const tac_state *s = from.state, *t = to.state;
    for (int n = 0; n < m->n_body; n++) {
        int i = from.copies * n + from.copy, k = to.copies * n + to.copy;
        t->body[k] = s->body[i];
    }
    for (int row = 0; row < m->n_row; row++) {
        t->lambda[tac_row_in(m, row, to.copies, to.copy)] =
            s->lambda[tac_row_in(m, row, from.copies, from.copy)];
    }
    for (int n = 0; n < m->n_angle; n++) {
        t->angle[to.copies * n + to.copy] = s->angle[from.copies * n + from.copy];
    }
    for (int n = 0; n < 3 * m->n_mode; n++) { // flexible mechanisms have no twin
        t->mode[n] = s->mode[n];
    }
    for (int i = m->n_joint; i < m->n_element && m->n_memory > 0; i++) {
        const tac_element *e = &m->element[i];
        double *z = t->memory + to.copies * e->memory + to.copy * e->n_memory;
        const double *of = s->memory + from.copies * e->memory + from.copy * e->n_memory;
        for (int k = 0; k < e->n_memory; k++) {
            z[k] = of[k];
        }
    }
}

static void fill_bodies(tac_model *p, const tac_model *m)
{
    int load = 0;
    for (int i = 0; i < p->n_body; i++) {
        int of = i / 2;
        p->mass[i] = m->mass[of];
        p->mass_inv[i] = m->mass_inv[of];
        p->J[i] = m->J[of];
        p->J_inv[i] = m->J_inv[of];
        p->arm[i] = m->arm[of];
        p->joined[i] = 2 * m->joined[of] + i % 2;
        p->swings[i] = m->swings[of];
        p->heaviest[2 * i] = m->heaviest[2 * of];
        p->heaviest[2 * i + 1] = m->heaviest[2 * of + 1];
        p->load_first[i] = load;
        for (int k = m->load_first[of]; k < m->load_first[of + 1]; k++) {
            p->load_of[load++] = m->load_of[k];
        }
    }
    p->load_first[p->n_body] = load;
    int body = 0;
    for (int k = 0; k < p->n_isolated; k++) {
        p->isolated_first[k] = body;
        for (int i = m->isolated_first[k / 2]; i < m->isolated_first[k / 2 + 1]; i++) {
            p->isolated_body[body++] = 2 * m->isolated_body[i] + k % 2;
        }
    }
    p->isolated_first[p->n_isolated] = body;
}

static void fill_elements(tac_model *p, const tac_model *m)
{
    for (int i = 0; i < p->n_element + p->n_carrier; i++) {
        const tac_element *of = &m->element[i / 2];
        tac_element *e = &p->element[i];
        int copy = i % 2;
        for (int side = 0; side < 2 && i >= p->n_joint && i < p->first_term; side++) {
            tac_weld_of(p, i)[side] = tac_weld_of(m, i / 2)[side];
        }
        *e = *of;
        e->row = 2 * of->row + copy * of->n_row;
        e->angle = of->angle == TAC_NONE ? TAC_NONE : 2 * of->angle + copy;
        e->memory = 2 * of->memory + copy * of->n_memory;
        for (int side = 0; side < 2; side++) {
            e->body[side] = of->body[side] == m->n_body ? p->n_body : 2 * of->body[side] + copy;
        }
        for (int k = 0; k < e->n_row; k++) {
            e->rows[k].drive += e->rows[k].drive == TAC_NONE ? 0 : copy * m->n_source;
            p->row_element[e->row + k] = i;
        }
        for (int k = 0; k < e->n_row && !tac_is_unknowns(p, i); k++) {
            p->row_compliant[e->row + k] = m->row_compliant[of->row + k];
            p->row_w[e->row + k] = m->row_w[of->row + k];
            p->row_push[2 * (e->row + k)] = m->row_push[2 * (of->row + k)];
            p->row_push[2 * (e->row + k) + 1] = m->row_push[2 * (of->row + k) + 1];
        }
    }
}

// Slots of ground come last, as in any model: those of the first copy, then the others.
static void fill_slots(tac_model *p, const tac_model *m)
{
    int slot = 0;
    for (int i = 0; i < p->n_body + 2; i++) {
        if (i <= p->n_body) {
            p->slot_first[i] = slot;
        }
        for (int k = m->slot_first[i / 2]; k < m->slot_first[i / 2 + 1]; k++) {
            p->slot_row[slot++] = tac_row_in(m, m->slot_row[k], 2, i % 2);
        }
    }
    p->slot_first[p->n_body + 1] = slot;
}

static void fill_nodes(tac_model *p, const tac_model *m)
{
    for (int level = 0; level <= m->height + 1; level++) {
        p->level_first[level] = 2 * m->level_first[level];
    }
    for (int i = 0; i < p->n_node; i++) {
        int of = i / 2, copy = i % 2, n = m->n_e[of] + m->n_r[of];
        p->node_order[i] = 2 * m->node_order[of] + copy;
        p->n_e[i] = m->n_e[of];
        p->n_r[i] = m->n_r[of];
        for (int side = 0; side < 2; side++) {
            int child = m->child[2 * of + side];
            p->child[2 * i + side] = child == TAC_NONE ? TAC_NONE : 2 * child + copy;
        }
        p->row_at[i + 1] = p->row_at[i] + n;
        for (int k = 0; k < n; k++) {
            int at = m->row_at[of] + k;
            p->node_row[p->row_at[i] + k] = tac_row_in(m, m->node_row[at], 2, copy);
            p->map[p->row_at[i] + k] = m->map[at];
        }
    }
}

// Numbers, and what both copies share.
static void share(tac_model *p, const tac_model *m)
{
    p->gravity = m->gravity;
    p->length = m->length;
    p->height = m->height;
    p->n_body = 2 * m->n_body;
    p->n_element = 2 * m->n_element;
    p->n_joint = 2 * m->n_joint;
    p->n_row = 2 * m->n_row;
    p->n_tree_row = 2 * m->n_tree_row;
    p->n_law_row = 2 * m->n_law_row;
    p->n_slot = 2 * m->n_slot;
    p->n_angle = 2 * m->n_angle;
    p->n_one_sided = 2 * m->n_one_sided;
    p->n_memory = 2 * m->n_memory;
    p->n_left = 2 * m->n_left;
    p->n_coupler = 2 * m->n_coupler;
    p->n_term = 2 * m->n_term;
    p->first_term = 2 * m->first_term;
    p->n_friction = 2 * m->n_friction;
    p->n_contact = 2 * m->n_contact;
    p->n_law = 2 * m->n_law;
    p->stiffest = m->stiffest;
    p->light_laws = m->light_laws;
    p->n_node = 2 * m->n_node;
    p->n_carrier = 2 * m->n_carrier;
    p->n_isolated = 2 * m->n_isolated;
    p->n_source = m->n_source;
    p->n_input = m->n_input;
    p->n_table = m->n_table;
    tac_share_laws(p, m);
}

// ---- lanes -------------------------------------------------------------------------------------

static bool alternate(const int *lane, int n)
{
    bool yes = true;
    for (int i = 0; i < n; i++) {
        yes = yes && lane[i] % 2 == i % 2;
    }
    return yes;
}

static bool lanes_alternate(const tac_model *p, const tac_grouping *g)
{
    bool yes = alternate(g->body_lane, p->n_body) && alternate(g->element_lane, p->n_element);
    for (int i = 0; i < p->n_node; i++) {
        int unit = g->unit_of[i];
        bool alone = g->unit_first[unit + 1] - g->unit_first[unit] == 1;
        yes = yes && (alone || g->lane_of[i] % 2 == i % 2);
    }
    return yes;
}

bool tac_fill_twin(tac_model *twin, const tac_model *m, tac_group_scratch *scratch)
{
    share(twin, m);
    fill_bodies(twin, m);
    fill_elements(twin, m);
    fill_slots(twin, m);
    fill_nodes(twin, m);
    tac_group(twin, scratch, TAC_TWIN_WIDTH, 1);
    return lanes_alternate(twin, &twin->grouping[TAC_TWIN_WIDTH]);
}

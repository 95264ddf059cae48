#include "twin.h"

#include "grouping.h"
#include "model/carriers.h"
#include "model/welds.h"
#include "shafts.h"

// ---- layout ------------------------------------------------------------------------------------

static void layout_items(tac_model *p, const tac_table_sizes *n, tac_arena *a)
{
    p->bodies.mass = tac_take(a, 2 * n->body, sizeof *p->bodies.mass);
    p->bodies.mass_inv = tac_take(a, 2 * n->body, sizeof *p->bodies.mass_inv);
    p->bodies.shaft = tac_take(a, 2 * n->body, sizeof *p->bodies.shaft);
    p->bodies.shaft_first = tac_take(a, 2 * n->body + 2, sizeof *p->bodies.shaft_first);
    p->bodies.shaft_of = tac_take(a, 2 * n->body, sizeof *p->bodies.shaft_of);
    p->bodies.J = tac_take(a, 2 * n->body, sizeof *p->bodies.J);
    p->bodies.J_inv = tac_take(a, 2 * n->body, sizeof *p->bodies.J_inv);
    p->bodies.arm = tac_take(a, 2 * n->body, sizeof *p->bodies.arm);
    p->bodies.joined = tac_take(a, 2 * n->body, sizeof *p->bodies.joined);
    p->bodies.swings = tac_take(a, 2 * n->body, sizeof *p->bodies.swings);
    p->bodies.heaviest = tac_take(a, 4 * n->body, sizeof *p->bodies.heaviest);
    p->bodies.slot_first = tac_take(a, 2 * n->body + 2, sizeof *p->bodies.slot_first);
    p->bodies.slot_row = tac_take(a, 2 * n->slot, sizeof *p->bodies.slot_row);
    p->bodies.load_first = tac_take(a, 2 * n->body + 1, sizeof *p->bodies.load_first);
    p->bodies.load_of = tac_take(a, 2 * n->load, sizeof *p->bodies.load_of);
    p->isolated.isolated_first = tac_take(a, 2 * n->body + 1, sizeof *p->isolated.isolated_first);
    p->isolated.isolated_body = tac_take(a, 2 * n->body, sizeof *p->isolated.isolated_body);
    p->rows.weld = tac_take(a, 4 * n->law, sizeof *p->rows.weld);
    p->element = tac_take(a, 2 * (n->element + n->carrier), sizeof *p->element);
    p->rows.row_element =
        tac_take(a, 2 * (n->row + TAC_UNKNOWNS * n->carrier), sizeof *p->rows.row_element);
    p->rows.row_compliant = tac_take(a, 2 * n->row, sizeof *p->rows.row_compliant);
    p->rows.row_w = tac_take(a, 2 * n->row, sizeof *p->rows.row_w);
    p->rows.row_push = tac_take(a, 4 * n->row, sizeof *p->rows.row_push);
}

static void layout_tree(tac_model *p, const tac_table_sizes *n, tac_arena *a)
{
    p->nodes.level_first = tac_take(a, n->level, sizeof *p->nodes.level_first);
    p->nodes.node_order = tac_take(a, 2 * n->node, sizeof *p->nodes.node_order);
    p->nodes.child = tac_take(a, 4 * n->node, sizeof *p->nodes.child);
    p->nodes.n_e = tac_take(a, 2 * n->node, sizeof *p->nodes.n_e);
    p->nodes.n_r = tac_take(a, 2 * n->node, sizeof *p->nodes.n_r);
    p->nodes.row_at = tac_take(a, 2 * n->node + 1, sizeof *p->nodes.row_at);
    p->nodes.node_row = tac_take(a, 2 * n->node_row, sizeof *p->nodes.node_row);
    p->nodes.map = tac_take(a, 2 * n->node_row, sizeof *p->nodes.map);
    p->sums.sum_body_first = tac_take(a, 2 * n->body + 3, sizeof *p->sums.sum_body_first);
    p->sums.sum_body = tac_take(a, 2 * n->body, sizeof *p->sums.sum_body);
    p->sums.sum_element_first = tac_take(a, 2 * n->body + 3, sizeof *p->sums.sum_element_first);
    p->sums.sum_element = tac_take(a, 2 * n->element, sizeof *p->sums.sum_element);
    p->sums.mechanism = tac_take(a, 2 * n->body + 3, sizeof *p->sums.mechanism);
}

tac_model *tac_layout_twin(const tac_table_sizes *n, tac_group_scratch *scratch, tac_arena *a)
{
    tac_model *memory = tac_take(a, 1, sizeof *memory);
    tac_model p = {.copies = 2, .sums.beside = 1};
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
    const tac_element *e = &m->element[m->rows.row_element[row]];
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
    for (int n = 0; n < 3 * m->flex.n_mode; n++) { // flexible mechanisms have no twin
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
        p->bodies.mass[i] = m->bodies.mass[of];
        p->bodies.mass_inv[i] = m->bodies.mass_inv[of];
        p->bodies.shaft[i] = m->bodies.shaft[of];
        p->bodies.J[i] = m->bodies.J[of];
        p->bodies.J_inv[i] = m->bodies.J_inv[of];
        p->bodies.arm[i] = m->bodies.arm[of];
        p->bodies.joined[i] = 2 * m->bodies.joined[of] + i % 2;
        p->bodies.swings[i] = m->bodies.swings[of];
        p->bodies.heaviest[2 * i] = m->bodies.heaviest[2 * of];
        p->bodies.heaviest[2 * i + 1] = m->bodies.heaviest[2 * of + 1];
        p->bodies.load_first[i] = load;
        for (int k = m->bodies.load_first[of]; k < m->bodies.load_first[of + 1]; k++) {
            p->bodies.load_of[load++] = m->bodies.load_of[k];
        }
    }
    p->bodies.load_first[p->n_body] = load;
    int body = 0;
    for (int k = 0; k < p->isolated.n_isolated; k++) {
        p->isolated.isolated_first[k] = body;
        for (int i = m->isolated.isolated_first[k / 2]; i < m->isolated.isolated_first[k / 2 + 1];
             i++) {
            p->isolated.isolated_body[body++] = 2 * m->isolated.isolated_body[i] + k % 2;
        }
    }
    p->isolated.isolated_first[p->isolated.n_isolated] = body;
}

static void fill_elements(tac_model *p, const tac_model *m)
{
    for (int i = 0; i < p->n_element + p->n_carrier; i++) {
        const tac_element *of = &m->element[i / 2];
        tac_element *e = &p->element[i];
        int copy = i % 2;
        for (int side = 0; side < 2 && i >= p->n_joint && i < p->couplers.first_term; side++) {
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
            e->rows[k].drive += e->rows[k].drive == TAC_NONE ? 0 : copy * m->signals.n_source;
            p->rows.row_element[e->row + k] = i;
        }
        for (int k = 0; k < e->n_row && !tac_is_unknowns(p, i); k++) {
            p->rows.row_compliant[e->row + k] = m->rows.row_compliant[of->row + k];
            p->rows.row_w[e->row + k] = m->rows.row_w[of->row + k];
            p->rows.row_push[2 * (e->row + k)] = m->rows.row_push[2 * (of->row + k)];
            p->rows.row_push[2 * (e->row + k) + 1] = m->rows.row_push[2 * (of->row + k) + 1];
        }
    }
    tac_sort_shafts(p);
}

// Slots of ground come last, as in any model: those of the first copy, then the others.
static void fill_slots(tac_model *p, const tac_model *m)
{
    int slot = 0;
    for (int i = 0; i < p->n_body + 2; i++) {
        if (i <= p->n_body) {
            p->bodies.slot_first[i] = slot;
        }
        for (int k = m->bodies.slot_first[i / 2]; k < m->bodies.slot_first[i / 2 + 1]; k++) {
            p->bodies.slot_row[slot++] = tac_row_in(m, m->bodies.slot_row[k], 2, i % 2);
        }
    }
    p->bodies.slot_first[p->n_body + 1] = slot;
}

static void fill_nodes(tac_model *p, const tac_model *m)
{
    for (int level = 0; level <= m->nodes.height + 1; level++) {
        p->nodes.level_first[level] = 2 * m->nodes.level_first[level];
    }
    for (int i = 0; i < p->nodes.n_node; i++) {
        int of = i / 2, copy = i % 2, n = m->nodes.n_e[of] + m->nodes.n_r[of];
        p->nodes.node_order[i] = 2 * m->nodes.node_order[of] + copy;
        p->nodes.n_e[i] = m->nodes.n_e[of];
        p->nodes.n_r[i] = m->nodes.n_r[of];
        for (int side = 0; side < 2; side++) {
            int child = m->nodes.child[2 * of + side];
            p->nodes.child[2 * i + side] = child == TAC_NONE ? TAC_NONE : 2 * child + copy;
        }
        p->nodes.row_at[i + 1] = p->nodes.row_at[i] + n;
        for (int k = 0; k < n; k++) {
            int at = m->nodes.row_at[of] + k;
            p->nodes.node_row[p->nodes.row_at[i] + k] =
                tac_row_in(m, m->nodes.node_row[at], 2, copy);
            p->nodes.map[p->nodes.row_at[i] + k] = m->nodes.map[at];
        }
    }
}

// Numbers, and what both copies share.
static void share(tac_model *p, const tac_model *m)
{
    p->gravity = m->gravity;
    p->length = m->length;
    p->nodes.height = m->nodes.height;
    p->n_body = 2 * m->n_body;
    p->n_element = 2 * m->n_element;
    p->n_joint = 2 * m->n_joint;
    p->n_row = 2 * m->n_row;
    p->n_tree_row = 2 * m->n_tree_row;
    p->n_law_row = 2 * m->n_law_row;
    p->n_slot = 2 * m->n_slot;
    p->n_angle = 2 * m->n_angle;
    p->n_unilateral = 2 * m->n_unilateral;
    p->n_memory = 2 * m->n_memory;
    p->n_left = 2 * m->n_left;
    p->couplers.n_coupler = 2 * m->couplers.n_coupler;
    p->couplers.n_term = 2 * m->couplers.n_term;
    p->couplers.first_term = 2 * m->couplers.first_term;
    p->laws.n_friction = 2 * m->laws.n_friction;
    p->laws.n_contact = 2 * m->laws.n_contact;
    p->laws.n_law = 2 * m->laws.n_law;
    p->stiffest = m->stiffest;
    p->light_laws = m->light_laws;
    p->nodes.n_node = 2 * m->nodes.n_node;
    p->n_carrier = 2 * m->n_carrier;
    p->isolated.n_isolated = 2 * m->isolated.n_isolated;
    p->signals.n_source = m->signals.n_source;
    p->signals.n_input = m->signals.n_input;
    p->signals.n_block = m->signals.n_block;
    p->signals.n_table = m->signals.n_table;
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
    for (int i = 0; i < p->nodes.n_node; i++) {
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

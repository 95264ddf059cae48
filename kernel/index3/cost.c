#include "cost.h"

#include <stddef.h>
#include <string.h>

const double tac_price[TAC_N_COST][TAC_COST_SIZES] = {
#include "price.inc"
};

// A stage that has no price, or a price without a stage, does not compile.
#define COUNTED(group, name) char group##_##name;
#define COUNTED_END(name) char half_##name;
#define COUNTED_SPLIT(name) char join_##name;
struct counted {
    TAC_STAGE_LIST(COUNTED) TAC_END_LIST(COUNTED_END) TAC_SPLIT_LIST(COUNTED_SPLIT)
};
_Static_assert(sizeof(tac_element_stages) + sizeof(tac_body_stages) + sizeof(tac_unit_stages) +
                       sizeof(tac_end_stages) + sizeof(tac_split_stages) ==
                   sizeof(struct counted) * sizeof(tac_stage *),
               "TAC_STAGE_LIST is not the list of stages");
#undef COUNTED
#undef COUNTED_HALF
#undef COUNTED_JOIN

// ---- sizes -------------------------------------------------------------------------------------

static void size_elements(const tac_work *w, int first, int last, double *size)
{
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        size[0] += 1.0;
        size[1] += c->like->n_row;
        size[2] += c->like->n_row - c->n_linear;
        size[3] += c->like->what != TAC_JOINTS;
    }
}

static void size_bodies(const tac_work *w, int first, int last, double *size)
{
    for (int i = first; i < last; i++) {
        size[0] += 1.0;
        size[1] += w->plan->body[i].n_side;
    }
}

// Vector operations of one unit: building and eliminating its front, or substituting.
static double operations(const tac_work *w, const tac_node_cell *u, int factor)
{
    double n = u->size, e = u->n_e;
    double across = u->wide ? (double)u->stride / w->plan->g->lanes : n; // vectors in a row
    if (!factor) {
        return (e + 1.0) * across;
    }
    return 0.5 * n * across * (u->leaf ? 6.0 : 2.0) + 0.5 * e * n * across;
}

static void size_units(const tac_work *w, int first, int last, int factor, double *size)
{
    for (int i = first; i < last; i++) {
        const tac_node_cell *u = &w->plan->unit[i];
        size[0] += 1.0;
        size[u->wide ? 3 : u->leaf ? 1 : 2] += operations(w, u, factor);
    }
}

static void size_others(const tac_work *w, tac_cost_kind kind, int first, int last, double *size)
{
    const tac_model *m = w->m;
    size[0] = kind == TAC_COST_COMBINE ? last - first : 1.0;
    if (kind == TAC_COST_STEP) {
        size[1] = m->n_body;
        size[2] = m->n_row;
    } else if (kind == TAC_COST_MOMENTUM) {
        size[1] = m->isolated_first[last] - m->isolated_first[first];
    }
}

void tac_cost_sizes(const tac_work *w, tac_cost_kind kind, int first, int last,
                    double size[TAC_COST_SIZES])
{
    memset(size, 0, TAC_COST_SIZES * sizeof *size);
    if (kind < TAC_COST_bodies_predict) {
        size_elements(w, first, last, size);
    } else if (kind < TAC_COST_units_factor) {
        size_bodies(w, first, last, size);
    } else if (kind < TAC_COST_STEP) {
        size_units(w, first, last, kind == TAC_COST_units_factor, size);
    } else {
        size_others(w, kind, first, last, size);
    }
}

static double price_of(const tac_work *w, tac_cost_kind kind, int first, int last)
{
    double size[TAC_COST_SIZES], sum = 0.0;
    tac_cost_sizes(w, kind, first, last, size);
    for (int k = 0; k < TAC_COST_SIZES; k++) {
        sum += size[k] * tac_price[kind][k];
    }
    return sum;
}

// ---- stages that add up prices -----------------------------------------------------------------

typedef struct probe {
    tac_work w; // first: stages get its address
    double cost;
} probe;

#define PRICED(group, name)                                                        \
    static void group##_##name(tac_work *w, int first, int last)                   \
    {                                                                              \
        ((probe *)w)->cost += price_of(w, TAC_COST_##group##_##name, first, last); \
    }
TAC_STAGE_LIST(PRICED)
#undef PRICED

// An end of a joint is half of it, and so is what is left when both ends are there.
static void end_cost(tac_work *w, tac_cost_kind kind, int cell)
{
    ((probe *)w)->cost += 0.5 * price_of(w, kind, cell, cell + 1);
}

#define END(name)                                                              \
    static void ends_##name(tac_work *w, int first, int last)                  \
    {                                                                          \
        for (int i = first; i < last; i++) {                                   \
            end_cost(w, TAC_COST_elements_##name, w->plan->joint_end[i].cell); \
        }                                                                      \
    }
TAC_END_LIST(END)
#undef END

#define SPLIT(name)                                            \
    static void split_##name(tac_work *w, int first, int last) \
    {                                                          \
        for (int i = first; i < last; i++) {                   \
            end_cost(w, TAC_COST_elements_load, i);            \
        }                                                      \
    }
TAC_SPLIT_LIST(SPLIT)
#undef SPLIT

#define FIELD(group, name) .group.name = group##_##name,
#define END(name) .ends.name = ends_##name,
#define SPLIT(name) .split.name = split_##name,
static const struct {
    tac_element_stages elements;
    tac_end_stages ends;
    tac_split_stages split;
    tac_body_stages bodies;
    tac_unit_stages units;
} price = {TAC_STAGE_LIST(FIELD) TAC_END_LIST(END) TAC_SPLIT_LIST(SPLIT)};
static const tac_stages priced = {
    0, &price.elements, &price.ends, &price.split, &price.bodies, &price.units};
#undef FIELD
#undef END
#undef SPLIT

static int same_text(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

tac_cost_kind tac_cost_kind_of(const tac_phase *phase)
{
    static const struct {
        const char *name;
        tac_cost_kind kind;
    } other[] = {{"sub-step", TAC_COST_LATCH},
                 {"sub-step end", TAC_COST_LATCH},
                 {"combination", TAC_COST_COMBINE},
                 {"combination rows", TAC_COST_COMBINE},
                 {"momentum", TAC_COST_MOMENTUM}};
    for (int i = 0; i < (int)(sizeof other / sizeof *other); i++) {
        if (same_text(phase->name, other[i].name)) {
            return other[i].kind;
        }
    }
    const tac_stages *run = phase->work->stages;
#define FIELD(group, name)                \
    if (phase->run == run->group->name) { \
        return TAC_COST_##group##_##name; \
    }
    TAC_STAGE_LIST(FIELD)
#undef FIELD
    return TAC_N_COST;
}

static double price_phase(const tac_phase *phase, int first, int last, tac_pricing pricing);

static double price_list(const tac_work *sub, int first, tac_pricing pricing)
{
    double sum = 0.0;
    for (int p = first; p < sub->n_phase; p++) {
        const tac_phase *phase = &sub->phase[p];
        sum += price_phase(phase, phase->first, phase->first + phase->n, pricing);
    }
    return sum;
}

// Sequences are lists of phases of their own; all together a pair may do most of them.
static double price_sequences(const tac_work *w, int first, int last, tac_pricing pricing)
{
    int together = w->twin && last - first == w->n_sequence;
    double sum = together ? price_list(w->twin, 0, pricing) : 0.0;
    for (int k = first; k < last; k++) {
        int done = together ? tac_sequence_phase(w->sequence[k], tac_twin_substeps(w, k)) : 0;
        sum += price_list(w->sequence[k], done, pricing);
    }
    return sum;
}

static double price_phase(const tac_phase *phase, int first, int last, tac_pricing pricing)
{
    if (same_text(phase->name, "sequences")) {
        return price_sequences(phase->work, first, last, pricing);
    }
    tac_cost_kind kind = tac_cost_kind_of(phase);
    if (kind != TAC_N_COST) {
        return price_of(phase->work, kind, first, last);
    }
    probe p = {*phase->work, 0.0};
    p.w.stages = &priced;
    p.w.pricing = pricing;
    phase->run(&p.w, first, last);
    return p.cost;
}

double tac_index3_cost(const tac_work *w, const tac_phase *phase, int item)
{
    return phase ? price_phase(phase, item, item + 1, TAC_PRICE_ITEM)
                 : price_of(w, TAC_COST_STEP, 0, 1);
}

double tac_index3_stretch(const tac_work *w, const tac_phase *phase, int first, int last)
{
    (void)w;
    return price_phase(phase, first, last, TAC_PRICE_STRETCH);
}

int tac_index3_subtree(const tac_work *w, int body)
{
    int k = tac_block_of_body(w->plan->g, body);
    return k < w->plan->g->n_block ? k : TAC_NONE;
}

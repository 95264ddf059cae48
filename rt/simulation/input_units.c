#include "input_units.h"

#include <stdbool.h>

#include "element_types.h"

// What every source is used as: TAC_N_QUANTITY where it is not used, TAC_Q_ANY where it is used as several.
typedef struct uses {
    const tac_desc *d;
    tac_quantity *as; // (n_source)
} uses;

static void note(uses *f, int source, tac_quantity quantity)
{
    if (source >= 0 && source < f->d->n_source) {
        bool first = f->as[source] == TAC_N_QUANTITY;
        f->as[source] = first || f->as[source] == quantity ? quantity : TAC_Q_ANY;
    }
}

// All keys of an item that sources stand in.
static void look_at(uses *f, const tac_type *type, const void *item, bool turns)
{
    for (int k = 0; k < type->n_key; k++) {
        const tac_key *key = &type->key[k];
        const int *source = (const int *)(const void *)((const char *)item + key->at);
        const int *by = (const int *)(const void *)((const char *)item + key->source_at);
        bool one = key->kind == TAC_KEY_SOURCE || key->kind == TAC_KEY_DRIVE;
        int n = one ? 1 : key->kind == TAC_KEY_SOURCES ? 3 : 0;
        for (int i = 0; i < n; i++) {
            note(f, source[i], tac_key_quantity(key, 0, turns));
        }
        n = !(key->flags & TAC_KEY_OR_SOURCE) ? 0 : key->n > 1 ? key->n : 1;
        for (int i = 0; i < n; i++) {
            note(f, by[i] - 1, tac_key_quantity(key, i, turns));
        }
    }
}

static void look_at_joints(uses *f)
{
    for (int i = 0; i < f->d->n_joint; i++) {
        const tac_joint_desc *j = &f->d->joint[i];
        look_at(f, &tac_joint_type_of(j->kind)->type, j, false);
    }
}

static void look_at_loads(uses *f)
{
    for (int i = 0; i < 3 * f->d->n_load; i++) {
        const tac_load_desc *l = &f->d->load[i / 3];
        note(f, l->force[i % 3], TAC_Q_FORCE);
        note(f, l->torque[i % 3], TAC_Q_TORQUE);
    }
}

static void look_at_laws(uses *f)
{
    const tac_desc *d = f->d;
    for (int i = 0; i < d->n_spring; i++) {
        look_at(f, &tac_force_type_in(TAC_SPRINGS)->type, &d->spring[i],
                d->spring[i].coordinate == TAC_ANGLE);
    }
    for (int i = 0; i < d->n_bushing; i++) {
        look_at(f, &tac_force_type_in(TAC_BUSHINGS)->type, &d->bushing[i], false);
    }
    for (int i = 0; i < d->n_friction; i++) {
        look_at(f, &tac_force_type_in(TAC_FRICTIONS)->type, &d->friction[i],
                d->friction[i].coordinate == TAC_ANGLE);
    }
    for (int i = 0; i < d->n_contact; i++) {
        look_at(f, &tac_force_type_in(TAC_CONTACTS)->type, &d->contact[i], false);
    }
    for (int i = 0; i < d->n_law; i++) {
        look_at(f, &tac_type_of_law(&d->law[i])->type, &d->law[i],
                d->law[i].coordinate == TAC_ANGLE);
    }
}

static void look_at_roads(uses *f)
{
    for (int i = 0; i < f->d->roads.n; i++) {
        const tac_road_desc *r = &f->d->roads.road[i];
        look_at(f, &tac_road_type_of(r->kind)->type, r, false);
    }
}

// A term is used as its sum is, which has a higher index.
static void pass_on(uses *f)
{
    const tac_desc *d = f->d;
    for (int s = d->n_source - 1; s >= 0; s--) {
        const tac_source_desc *sum = &d->source[s];
        bool has_terms = tac_source_has(sum->kind, TAC_KEY_TERMS) && f->as[s] != TAC_N_QUANTITY;
        for (int i = 0; has_terms && i < sum->n_term; i++) {
            note(f, d->source_term[sum->first_term + i], f->as[s]);
        }
    }
}

// One that is scaled may be anything.
static tac_quantity quantity_of(const uses *f, int input)
{
    tac_quantity as = TAC_N_QUANTITY;
    for (int s = 0; s < f->d->n_source; s++) {
        const tac_source_desc *source = &f->d->source[s];
        bool reads = tac_source_has(source->kind, TAC_KEY_INPUT) && source->input == input;
        if (reads && f->as[s] != TAC_N_QUANTITY) {
            tac_quantity now = source->c[1] == 1.0 ? f->as[s] : TAC_Q_ANY;
            as = as == TAC_N_QUANTITY || as == now ? now : TAC_Q_ANY;
        }
    }
    return as == TAC_N_QUANTITY ? TAC_Q_ANY : as;
}

void tac_find_input_quantities(const tac_desc *d, tac_quantity *of_source, tac_quantity *of_input)
{
    uses f = {d, of_source};
    for (int s = 0; s < d->n_source; s++) {
        f.as[s] = TAC_N_QUANTITY;
    }
    look_at_joints(&f);
    look_at_loads(&f);
    look_at_laws(&f);
    look_at_roads(&f);
    pass_on(&f);
    for (int i = 0; i < d->n_input; i++) {
        of_input[i] = quantity_of(&f, i);
    }
}

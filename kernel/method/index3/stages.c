#include "stages.h"

#include "bodies.h"
#include "coupler_laws.h"
#include "elements.h"
#include "feature/flexible/flexible_layers.h"
#include "feature/multirate/multirate_stages.h"
#include "feature/submodel/part_stages.h"
#include "joint_ends.h"
#include "step/cost.h"

#include "fronts/units.h"
#include "step/sweeps.h"
#include "workspace/layers.h"

enum { TABLES = 4 };

static tac_stage *const *const tables[TAC_WIDTHS][TABLES] = {
    {tac_unit_stages_1, tac_element_stages_1, tac_body_stages_1, tac_joint_end_stages_1},
    {tac_unit_stages_4, tac_element_stages_4, tac_body_stages_4, tac_joint_end_stages_4},
    {tac_unit_stages_8, tac_element_stages_8, tac_body_stages_8, tac_joint_end_stages_8},
};
static const int lengths[TABLES] = {TAC_METHOD_STAGES, TAC_INDEX3_STAGES, TAC_INDEX3_STAGES,
                                    TAC_INDEX3_STAGES};

static tac_stage *const *const carrier_units[TAC_WIDTHS] = {
    tac_carrier_unit_stages_1, tac_carrier_unit_stages_4, tac_carrier_unit_stages_8};

static tac_stage *const *const flexible_units[TAC_WIDTHS] = {
    tac_flexible_unit_stages_1, tac_flexible_unit_stages_4, tac_flexible_unit_stages_8};

// What a stage runs over in a block.
static tac_over over_of(int stage)
{
    if (stage < TAC_METHOD_STAGES) {
        return stage == TAC_NO_STAGE ? TAC_OVER_NOTHING : TAC_OVER_UNITS;
    }
    if (stage < TAC_BODIES_PREDICT) {
        return stage == TAC_ELEMENTS_LOAD ? TAC_OVER_TREE_CELLS : TAC_OVER_CELLS;
    }
    if (stage < TAC_ENDS_PREDICT) {
        return TAC_OVER_BODIES;
    }
    return stage < TAC_SPLIT_NEWTON ? TAC_OVER_ENDS : TAC_OVER_NOTHING;
}

void tac_set_stages(tac_workspace *w)
{
    w->couple = tac_couple_index3;
    int width = 0;
    while (tac_widths[width] != w->plan->g->lanes) {
        width++;
    }
    for (int k = 0; k < TABLES; k++) {
        for (int stage = 0; stage < lengths[k]; stage++) {
            tac_stage *run = tables[width][k][stage];
            w->stage[stage].run = run ? run : w->stage[stage].run;
            w->stage[stage].sized_as = stage;
            w->stage[stage].price = tac_index3_price(stage);
        }
    }
    for (int stage = 0; stage < TAC_METHOD_STAGES && w->m->n_carrier > 0; stage++) {
        tac_stage *run = carrier_units[width][stage];
        w->stage[stage].run = run ? run : w->stage[stage].run;
    }
    if (w->m->flex.n_flexible > 0) {
        w->stage[TAC_UNITS_FACTOR].run = flexible_units[width][TAC_UNITS_FACTOR];
        tac_add_flexible_layers(w);
    }
    if (w->m->objects.n_part > 0) {
        tac_add_part_layers(w);
    }
    tac_over over[TAC_MOST_STAGES] = {TAC_OVER_NOTHING};
    for (int stage = 0; stage < TAC_INDEX3_STAGES; stage++) {
        over[stage] = over_of(stage);
    }
    tac_set_first_items(w, over);
}

void tac_fill_work(tac_workspace *w)
{
    tac_set_stages(w);
    tac_add_multirate_layers(w);
    tac_fill_cells(w);
}

#include "solves.h"

#include "feature/submodel/batches.h"
#include "report.h"
#include "workspace/stage_numbers.h"

// In a block, up: rows, ends of joints, x, right-hand sides, elimination; down: solution, update.

#define LOADED TAC_ELEMENTS_LOAD, TAC_ENDS_LOAD

// Iterations: rows and factors made anew or again, pushed along where the iterate is or along the step's start.
#define NEWTON(rows_up, ends, bodies, units, push_down, ends_push, update)                         \
    TAC_SOLVE("newton", rows_up, units),                                                           \
        .up = {rows_up, ends, bodies, LOADED, units},                                              \
        .down = {TAC_UNITS_BACKWARD, push_down, ends_push, update},                                \
        .load = {TAC_ELEMENTS_LOAD, TAC_SPLIT_NEWTON}, .push = {push_down, TAC_SPLIT_PUSH_NEWTON}, \
        .units_down = TAC_UNITS_BACKWARD

// Corrections that leave multipliers as they are.
#define CORRECTION(of, rows_up, ends, bodies, split_load, units, update)               \
    TAC_SOLVE(of, rows_up, units),                                                     \
        .up = {rows_up, ends, bodies, LOADED, units},                                  \
        .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH, TAC_ENDS_PUSH, update},        \
        .load = {TAC_ELEMENTS_LOAD, split_load}, .push = {.whole = TAC_ELEMENTS_PUSH}, \
        .units_down = TAC_UNITS_BACKWARD

#define INDEX1(units)                                                                       \
    TAC_SOLVE("acceleration", TAC_ELEMENTS_ACCELERATION, units),                            \
        .up = {TAC_ELEMENTS_ACCELERATION, TAC_ENDS_ACCELERATION, TAC_BODIES_INDEX1, LOADED, \
               units},                                                                      \
        .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH,               \
                 TAC_BODIES_UPDATE_ACCELERATION},                                           \
        .load = {TAC_ELEMENTS_LOAD, TAC_SPLIT_ACCELERATION},                                \
        .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},                          \
        .units_down = TAC_UNITS_BACKWARD

const tac_solve tac_index3_solves[TAC_SOLVES] = {
    [TAC_SOLVE_PREDICT] = {.name = {.all = "predict"},
                           .down = {TAC_BODIES_PREDICT, TAC_ELEMENTS_PREDICT, TAC_ENDS_PREDICT}},
    [TAC_SOLVE_NEWTON] = {NEWTON(TAC_ELEMENTS_NEWTON, TAC_ENDS_NEWTON, TAC_BODIES_NEWTON,
                                 TAC_UNITS_FACTOR, TAC_ELEMENTS_PUSH_NEWTON, TAC_ENDS_PUSH_NEWTON,
                                 TAC_BODIES_UPDATE_NEWTON)},
    [TAC_SOLVE_NEWTON_AGAIN] = {NEWTON(TAC_ELEMENTS_AGAIN, TAC_ENDS_AGAIN, TAC_BODIES_AGAIN,
                                       TAC_UNITS_FORWARD, TAC_ELEMENTS_PUSH_NEWTON,
                                       TAC_ENDS_PUSH_NEWTON, TAC_BODIES_UPDATE_NEWTON)},
    [TAC_SOLVE_NEWTON_OWN] = {NEWTON(TAC_ELEMENTS_NEWTON, TAC_ENDS_NEWTON, TAC_BODIES_NEWTON,
                                     TAC_UNITS_FACTOR, TAC_ELEMENTS_PUSH_OWN, TAC_ENDS_PUSH_OWN,
                                     TAC_BODIES_UPDATE_OWN),
                              .in_last = &tac_index3_solves[TAC_SOLVE_NEWTON]},
    [TAC_SOLVE_NEWTON_AGAIN_OWN] = {NEWTON(TAC_ELEMENTS_AGAIN, TAC_ENDS_AGAIN, TAC_BODIES_AGAIN,
                                           TAC_UNITS_FORWARD, TAC_ELEMENTS_PUSH_OWN,
                                           TAC_ENDS_PUSH_OWN, TAC_BODIES_UPDATE_OWN),
                                    .in_last = &tac_index3_solves[TAC_SOLVE_NEWTON_AGAIN]},
    [TAC_SOLVE_POSITION] = {CORRECTION("position", TAC_ELEMENTS_POSITION, TAC_ENDS_VELOCITY,
                                       TAC_BODIES_POSITION, TAC_SPLIT_POSITION, TAC_UNITS_FACTOR,
                                       TAC_BODIES_UPDATE_POSITION)},
    [TAC_SOLVE_VELOCITY] = {CORRECTION("velocity", TAC_ELEMENTS_VELOCITY, TAC_ENDS_VELOCITY,
                                       TAC_BODIES_VELOCITY, TAC_SPLIT_VELOCITY, TAC_UNITS_FACTOR,
                                       TAC_BODIES_UPDATE_VELOCITY)},
    [TAC_SOLVE_INDEX1] = {INDEX1(TAC_UNITS_FORWARD)},
    [TAC_SOLVE_INDEX1_REFACTORED] = {INDEX1(TAC_UNITS_FACTOR)},
    [TAC_SOLVE_PROJECTION] = {CORRECTION(
        "acceleration", TAC_ELEMENTS_ACCELERATION, TAC_ENDS_ACCELERATION, TAC_BODIES_PROJECTION,
        TAC_SPLIT_ACCELERATION, TAC_UNITS_FORWARD, TAC_BODIES_UPDATE_ACCELERATION)},
    [TAC_SOLVE_RESIDUAL] = {.name = {.all = "residuals",
                                     .blocks = "residuals",
                                     .late = "residuals rest"},
                            .waits = TAC_ROWS + 1,
                            .up = {TAC_ELEMENTS_RESIDUAL, TAC_ELEMENTS_COMMIT, TAC_ENDS_RESIDUAL,
                                   TAC_BODIES_CHECK, TAC_BODIES_COMMIT},
                            .rows = {{TAC_ELEMENTS_RESIDUAL, TAC_SPLIT_RESIDUAL},
                                     {TAC_ELEMENTS_COMMIT, TAC_ELEMENTS_COMMIT}},
                            .block_done = tac_report_block},
};

int tac_laws_refactored(const tac_model *m, const tac_options *o)
{
    bool has_sides = m->n_unilateral > 0 || tac_parts_have_sides(m);
    int sided = has_sides && o->tangent == TAC_TANGENT_FULL;
    int carried = o->order > 2 || sided;
    return carried && o->acceleration == TAC_INDEX1 && m->n_law_row > 0;
}

tac_index3_solve tac_acceleration_solve(const tac_model *m, const tac_options *o)
{
    if (o->acceleration != TAC_INDEX1) {
        return TAC_SOLVE_PROJECTION;
    }
    int flexible = m->flex.n_flexible > 0 && o->order > 2; // their factors are of M then
    return flexible || tac_laws_refactored(m, o) ? TAC_SOLVE_INDEX1_REFACTORED : TAC_SOLVE_INDEX1;
}

#include "solves.h"

#include "modular.h"
#include "stages.h"
#include "step/cost.h"

// In a block, up: rows, ends of joints, x, right-hand sides, elimination; down: solution, update.
typedef enum modular_solve {
    NO_SOLVE,
    BEGIN,  // where the second stage is: a way down only
    SECOND, // stages, by the next of which they come down
    THIRD,
    FOURTH,
    CLOSE,  // positions
    SETTLE, // velocities
    END,    // accelerations with the factors of velocities,
    LAST,   // and with rows and factors of their own
    SOLVES
} modular_solve;

#define LOADED TAC_ELEMENTS_LOAD, TAC_ENDS_LOAD

#define STAGE(of, update)                                                                     \
    TAC_SOLVE(of, TAC_MODULAR_ELEMENTS_STAGE, TAC_UNITS_FACTOR),                              \
        .up = {TAC_MODULAR_ELEMENTS_STAGE, TAC_MODULAR_ENDS_STAGE, TAC_BODIES_INDEX1, LOADED, \
               TAC_UNITS_FACTOR},                                                             \
        .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH, update},        \
        .load = {TAC_ELEMENTS_LOAD, TAC_MODULAR_SPLIT_STAGE},                                 \
        .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},                            \
        .units_down = TAC_UNITS_BACKWARD

#define ACCELERATION(rows_up, ends, split_load, units)                                       \
    TAC_SOLVE("acceleration", rows_up, units),                                               \
        .up = {rows_up, ends, TAC_BODIES_INDEX1, TAC_MODULAR_BODIES_MEASURE, LOADED, units}, \
        .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH,                \
                 TAC_BODIES_UPDATE_ACCELERATION},                                            \
        .load = {TAC_ELEMENTS_LOAD, split_load},                                             \
        .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},                           \
        .units_down = TAC_UNITS_BACKWARD

static const tac_solve solves[SOLVES] = {
    [BEGIN] = {.name = {.all = "begin"}, .down = {TAC_MODULAR_BODIES_BEGIN, TAC_ELEMENTS_PREDICT}},
    [SECOND] = {STAGE("stage 2", TAC_MODULAR_BODIES_SECOND)},
    [THIRD] = {STAGE("stage 3", TAC_MODULAR_BODIES_THIRD)},
    [FOURTH] = {STAGE("stage 4", TAC_MODULAR_BODIES_FOURTH)},
    [CLOSE] = {TAC_SOLVE("position", TAC_MODULAR_ELEMENTS_CLOSE, TAC_UNITS_FACTOR),
               .up = {TAC_MODULAR_ELEMENTS_CLOSE, TAC_MODULAR_ENDS_CLOSE, TAC_UNITS_FACTOR},
               .down = {TAC_UNITS_BACKWARD, TAC_MODULAR_ELEMENTS_PUSH, TAC_ENDS_PUSH,
                        TAC_MODULAR_BODIES_CLOSE},
               .load = {.split = TAC_MODULAR_SPLIT_CLOSE},
               .push = {TAC_MODULAR_ELEMENTS_PUSH, TAC_MODULAR_SPLIT_PUSH},
               .units_down = TAC_UNITS_BACKWARD},
    [SETTLE] = {TAC_SOLVE("velocity", TAC_MODULAR_ELEMENTS_SETTLE, TAC_UNITS_FACTOR),
                .up = {TAC_MODULAR_ELEMENTS_SETTLE, TAC_MODULAR_ENDS_SETTLE, TAC_UNITS_FACTOR},
                .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH, TAC_ENDS_PUSH,
                         TAC_MODULAR_BODIES_SETTLE},
                .load = {.split = TAC_MODULAR_SPLIT_SETTLE}, .push = {.whole = TAC_ELEMENTS_PUSH},
                .units_down = TAC_UNITS_BACKWARD},
    [END] = {ACCELERATION(TAC_MODULAR_ELEMENTS_END, TAC_MODULAR_ENDS_END, TAC_MODULAR_SPLIT_END,
                          TAC_UNITS_FORWARD)},
    [LAST] = {ACCELERATION(TAC_MODULAR_ELEMENTS_LAST, TAC_MODULAR_ENDS_LAST, TAC_MODULAR_SPLIT_LAST,
                           TAC_UNITS_FACTOR)},
};

// Signals of the step's end for all that follows, where there are any: until now those of its middle are at hand.
static void turn_to_end(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    work->space->step.signal = work->space->signals.end;
}

void tac_add_modular_step(tac_phase_list *list, tac_workspace *w)
{
    const tac_work latch = {.space = w, .cost = TAC_COST_LATCH};
    tac_add_beginning(list, w, &solves[BEGIN], TAC_ELEMENTS_PREDICT);
    tac_add_solve(list, w, &solves[SECOND]);
    tac_add_solve(list, w, &solves[THIRD]);
    if (w->m->signals.n_source > 0) {
        tac_add_phase(list, "signals", &latch, turn_to_end, 0, 1);
    }
    tac_add_solve(list, w, &solves[FOURTH]);
    if (tac_corrects_positions(&w->o)) {
        list->iteration = TAC_MODULAR_ITERATIONS;
        tac_add_solve(list, w, &solves[CLOSE]);
        list->iteration = 0;
    }
    if (tac_corrects_velocities(&w->o)) {
        tac_add_solve(list, w, &solves[SETTLE]);
    }
    tac_add_solve(list, w, &solves[tac_corrects_velocities(&w->o) ? END : LAST]);
    tac_add_commit(list, w);
}

#include "solves.h"

#include "index3/cost.h"
#include "modular.h"
#include "stages.h"

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

static const tac_solve solves[SOLVES] = {
    [BEGIN] = {.name = {.all = "begin"}, .down = {TAC_MODULAR_BODIES_BEGIN, TAC_ELEMENTS_PREDICT}},
    [SECOND] = {.name = {"stage 2", "stage 2 blocks", "stage 2 rest", "stage 2 assembly",
                         "stage 2 disassembly"},
                .waits = TAC_WAITS,
                .up = {TAC_MODULAR_ELEMENTS_STAGE, TAC_MODULAR_ENDS_STAGE, TAC_BODIES_INDEX1,
                       TAC_ELEMENTS_LOAD, TAC_ENDS_LOAD, TAC_UNITS_FACTOR},
                .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH,
                         TAC_MODULAR_BODIES_SECOND},
                .rows = {{.whole = TAC_MODULAR_ELEMENTS_STAGE}},
                .load = {TAC_ELEMENTS_LOAD, TAC_MODULAR_SPLIT_STAGE},
                .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},
                .units_up = TAC_UNITS_FACTOR,
                .units_down = TAC_UNITS_BACKWARD},
    [THIRD] = {.name = {"stage 3", "stage 3 blocks", "stage 3 rest", "stage 3 assembly",
                        "stage 3 disassembly"},
               .waits = TAC_WAITS,
               .up = {TAC_MODULAR_ELEMENTS_STAGE, TAC_MODULAR_ENDS_STAGE, TAC_BODIES_INDEX1,
                      TAC_ELEMENTS_LOAD, TAC_ENDS_LOAD, TAC_UNITS_FACTOR},
               .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH,
                        TAC_MODULAR_BODIES_THIRD},
               .rows = {{.whole = TAC_MODULAR_ELEMENTS_STAGE}},
               .load = {TAC_ELEMENTS_LOAD, TAC_MODULAR_SPLIT_STAGE},
               .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},
               .units_up = TAC_UNITS_FACTOR,
               .units_down = TAC_UNITS_BACKWARD},
    [FOURTH] = {.name = {"stage 4", "stage 4 blocks", "stage 4 rest", "stage 4 assembly",
                         "stage 4 disassembly"},
                .waits = TAC_WAITS,
                .up = {TAC_MODULAR_ELEMENTS_STAGE, TAC_MODULAR_ENDS_STAGE, TAC_BODIES_INDEX1,
                       TAC_ELEMENTS_LOAD, TAC_ENDS_LOAD, TAC_UNITS_FACTOR},
                .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH,
                         TAC_MODULAR_BODIES_FOURTH},
                .rows = {{.whole = TAC_MODULAR_ELEMENTS_STAGE}},
                .load = {TAC_ELEMENTS_LOAD, TAC_MODULAR_SPLIT_STAGE},
                .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},
                .units_up = TAC_UNITS_FACTOR,
                .units_down = TAC_UNITS_BACKWARD},
    [CLOSE] = {.name = {"position", "position blocks", "position rest", "position assembly",
                        "position disassembly"},
               .waits = TAC_WAITS,
               .up = {TAC_MODULAR_ELEMENTS_CLOSE, TAC_MODULAR_ENDS_CLOSE, TAC_UNITS_FACTOR},
               .down = {TAC_UNITS_BACKWARD, TAC_MODULAR_ELEMENTS_PUSH, TAC_ENDS_PUSH,
                        TAC_MODULAR_BODIES_CLOSE},
               .rows = {{.whole = TAC_MODULAR_ELEMENTS_CLOSE}},
               .load = {.split = TAC_MODULAR_SPLIT_CLOSE},
               .push = {TAC_MODULAR_ELEMENTS_PUSH, TAC_MODULAR_SPLIT_PUSH},
               .units_up = TAC_UNITS_FACTOR,
               .units_down = TAC_UNITS_BACKWARD},
    [SETTLE] = {.name = {"velocity", "velocity blocks", "velocity rest", "velocity assembly",
                         "velocity disassembly"},
                .waits = TAC_WAITS,
                .up = {TAC_MODULAR_ELEMENTS_SETTLE, TAC_MODULAR_ENDS_SETTLE, TAC_UNITS_FACTOR},
                .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH, TAC_ENDS_PUSH,
                         TAC_MODULAR_BODIES_SETTLE},
                .rows = {{.whole = TAC_MODULAR_ELEMENTS_SETTLE}},
                .load = {.split = TAC_MODULAR_SPLIT_SETTLE},
                .push = {.whole = TAC_ELEMENTS_PUSH},
                .units_up = TAC_UNITS_FACTOR,
                .units_down = TAC_UNITS_BACKWARD},
    [END] = {.name = {"acceleration", "acceleration blocks", "acceleration rest",
                      "acceleration assembly", "acceleration disassembly"},
             .waits = TAC_WAITS,
             .up = {TAC_MODULAR_ELEMENTS_END, TAC_MODULAR_ENDS_END, TAC_BODIES_INDEX1,
                    TAC_MODULAR_BODIES_MEASURE, TAC_ELEMENTS_LOAD, TAC_ENDS_LOAD,
                    TAC_UNITS_FORWARD},
             .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH,
                      TAC_BODIES_UPDATE_ACCELERATION},
             .rows = {{.whole = TAC_MODULAR_ELEMENTS_END}},
             .load = {TAC_ELEMENTS_LOAD, TAC_MODULAR_SPLIT_END},
             .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},
             .units_up = TAC_UNITS_FORWARD,
             .units_down = TAC_UNITS_BACKWARD},
    [LAST] = {.name = {"acceleration", "acceleration blocks", "acceleration rest",
                       "acceleration assembly", "acceleration disassembly"},
              .waits = TAC_WAITS,
              .up = {TAC_MODULAR_ELEMENTS_LAST, TAC_MODULAR_ENDS_LAST, TAC_BODIES_INDEX1,
                     TAC_MODULAR_BODIES_MEASURE, TAC_ELEMENTS_LOAD, TAC_ENDS_LOAD,
                     TAC_UNITS_FACTOR},
              .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH,
                       TAC_BODIES_UPDATE_ACCELERATION},
              .rows = {{.whole = TAC_MODULAR_ELEMENTS_LAST}},
              .load = {TAC_ELEMENTS_LOAD, TAC_MODULAR_SPLIT_LAST},
              .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},
              .units_up = TAC_UNITS_FACTOR,
              .units_down = TAC_UNITS_BACKWARD},
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
    if (w->m->n_source > 0) {
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

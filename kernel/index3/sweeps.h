// The stages of a step over blocks, and over what lies above them, for the lists of phases. What they
// do is described in stages.c; items are blocks, cells of elements or units.
#ifndef TAC_SWEEPS_H
#define TAC_SWEEPS_H

#include "index3.h"

// A mechanism that is one block takes a single phase per solve.
static inline int tac_one_block(const tac_grouping *g)
{
    return g->n_block <= 1 && g->n_level == 0;
}

// What a sweep begins with; the columns of tac_solve_phases.sweep.
enum { NO_DOWN, PREDICT_DOWN, NEWTON_DOWN, POSITION_DOWN, VELOCITY_DOWN, ACCELERATION_DOWN, DOWNS };

// Names and stages of one kind of solve.
typedef struct tac_solve_names {
    const char *all, *blocks, *rest, *assembly, *disassembly;
} tac_solve_names;

typedef struct tac_solve_phases {
    tac_solve_names name;
    tac_stage *run_all, *run_rest_rows, *run_rest, *run_rest_loads, *run_rest_units, *run_across;
    tac_stage *sweep[DOWNS][TAC_WAYS]; // up to this solve, by what comes down before
    int down;                          // what the next sweep begins with
} tac_solve_phases;

extern const tac_solve_phases tac_newton_phases, tac_again_phases, tac_position_phases,
    tac_velocity_phases, tac_acceleration_phases;

// Before the first solve and after the last.
tac_stage tac_predict_down, tac_residual_down;
extern tac_stage *const tac_acceleration_residual[TAC_WAYS];
tac_stage tac_residual_rest_rows;
// The way down of velocities without a way up.
extern tac_stage *const tac_only_velocity[TAC_WAYS];
// The way down above the blocks, where no member has all of them.
tac_stage tac_across_backward;

#endif

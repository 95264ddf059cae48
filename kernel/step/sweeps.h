// The phases that go through a solve, as functions for the list of phases; how they go is in walk.h.
#ifndef TAC_SWEEPS_H
#define TAC_SWEEPS_H

#include "workspace/work.h"

// Runs what the phase's work says: a walk; the walk through a mechanism of one block, whose steps are so short
// that the choice of a walk shows; or the one stage that it is.
void tac_run_walk(tac_work *work, int first, int last);
void tac_run_all(tac_work *work, int first, int last);
void tac_run_stage(tac_work *work, int first, int last);

// Notes which stages walks through a mechanism of one block run, once stages are as they stay: w->list.visit. And
// how many there are of a solve.
void tac_list_visits(tac_workspace *w);
int tac_visit_count(const tac_solve *s);

// Where the items of stages begin in every block, by what a stage runs over.
void tac_set_first_items(tac_workspace *w, const tac_over over[TAC_MOST_STAGES]);

// Scratch of blocks as one worker needs it, until a sweep notes others; or every block with its own.
void tac_set_scratch(tac_workspace *w, int own);

// A step that was given up may have left marks of what its sweeps had done.
void tac_forget_sweeps(tac_workspace *w);

#endif

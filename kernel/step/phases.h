// The list of phases of a step, solve by solve.
#ifndef TAC_PHASES_H
#define TAC_PHASES_H

#include "workspace/work.h"

// A list being made, or counted if it has no memory.
typedef struct tac_phase_list {
    tac_phase *phase; // NULL: counts only
    tac_work *work;   // what the phases are handed
    int n, n_visit;
    int iteration;         // Newton iteration of what is added
    const tac_solve *down; // what the next sweep over the blocks begins with
    tac_way way;           // of the next sweep
} tac_phase_list;

// Adds the phases of a workspace.
typedef void tac_lister(tac_phase_list *list, tac_workspace *w);

typedef void tac_run(tac_work *work, int first, int last);

void tac_add_phase(tac_phase_list *list, const char *name, const tac_work *work, tac_run *run,
                   int first, int n);
// The phases of one solve, of whatever method; the sweep before it goes down with what list->down says.
void tac_add_solve(tac_phase_list *list, tac_workspace *w, const tac_solve *s);
// What comes before the first solve, a way down only; `above` is its stage over elements above the blocks, or
// TAC_NO_STAGE.
void tac_add_beginning(tac_phase_list *list, tac_workspace *w, const tac_solve *s, int above);
void tac_add_newton(tac_phase_list *list, tac_workspace *w, int iterations);
void tac_add_position(tac_phase_list *list, tac_workspace *w);
void tac_add_velocity(tac_phase_list *list, tac_workspace *w);
void tac_add_acceleration(tac_phase_list *list, tac_workspace *w);
// Rows alone, on the way up: no solve.
void tac_add_rows(tac_phase_list *list, tac_workspace *w, const tac_solve *s);
// Residuals, and the state that a step leads to; and after that what isolated mechanisms are turned by.
void tac_add_commit(tac_phase_list *list, tac_workspace *w);
void tac_add_residual(tac_phase_list *list, tac_workspace *w);

#endif

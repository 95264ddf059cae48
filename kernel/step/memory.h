// The memory of a step, which methods with the same bodies, rows and fronts share; what of it changes between steps.
#ifndef TAC_MEMORY_H
#define TAC_MEMORY_H

#include "phases.h"

// What compliances of constraints are for: steps, the start, or the question of which rows depend on others, where rows
// of light parts count as all others.
typedef enum tac_compliances { TAC_OF_STEPS, TAC_OF_START, TAC_OF_RANK } tac_compliances;

// Compliances of all constraints.
void tac_set_compliances(tac_workspace *w, tac_compliances of);
// Step of the lanes of one copy.
void tac_set_pace(tac_workspace *w, int copy, double dt, double h);

// ---- memory of a workspace -----------------------------------------------------------------------
// Methods whose steps have the same bodies, rows and fronts share it.

// What of options a mechanism takes: with laws that are stiff for the step others than were asked for.
tac_options tac_index3_options(const tac_model *m, const tac_options *o);
// Index of the wanted number of lanes; of the suitable one for 0.
int tac_width_of(const tac_model *m, const tac_options *o);

void tac_layout_state(tac_state *s, const tac_model *m, tac_arena *a);
// The plan, at its address or in `counted`.
const tac_plan *tac_layout_plan(tac_plan *counted, const tac_model *m, const tac_options *o,
                                tac_arena *a);
// Work of one step, its phases not counted.
tac_workspace tac_layout_arrays(const tac_model *m, const tac_options *o, const tac_plan *p,
                                tac_arena *a);
// The list of phases that `add` makes: its memory, then what is in it.
void tac_layout_phases(tac_workspace *w, tac_lister *add, tac_arena *a);
void tac_fill_phases(tac_workspace *w, tac_lister *add);
// Constants of the cells, in zeroed memory.
void tac_fill_cells(tac_workspace *w);

// The first flexible body with a mode that is too fast, and the step that would do.
//   fails    TAC_FLEXIBLE
tac_status tac_check_modes(const tac_model *m, const tac_options *o);

#endif

// Higher order by extrapolation over sequences of sub-steps.
#ifndef TAC_EXTRAPOLATE_H
#define TAC_EXTRAPOLATE_H

#include "phases.h"
#include "workspace/schemes.h"

void tac_begin_sequences(tac_workspace *w);

// All sub-steps of all sequences, as listed for each; and their combination with the weights at hand.
void tac_add_sequences(tac_phase_list *list, tac_workspace *w, tac_lister *add);
void tac_add_combination(tac_phase_list *list, tac_workspace *w);
void tac_add_extrapolation(tac_phase_list *list, tac_workspace *w);
void tac_list_sequence(tac_phase_list *list, tac_workspace *sub); // all sub-steps of a sequence
void tac_add_substep(tac_phase_list *list, tac_workspace *sub);
// The list of a workspace from a phase on, by one worker; of iterations as many as a step makes, 0: all.
void tac_run_list(const tac_workspace *sub, int first, int most_iterations);
int tac_sequences_apart(const tac_workspace *w); // each is one item of a phase, its list its own
int tac_sequence_phase(const tac_workspace *sub, int substeps); // first one after n in its list

// Whether a law with sides is the same in all sub-steps of all sequences: open, or closed and resolved.
int tac_sides_are_smooth(const tac_workspace *w, const tac_element *e);

// Whether all sub-steps of all sequences have resolved the slopes that frictions met; these are forgotten at the begin
// of a step.
int tac_frictions_are_smooth(const tac_workspace *w);
void tac_forget_frictions(const tac_workspace *w);

// Signals at the end of a sub-step, one of n, and over it, into a copy of a workspace.
void tac_latch_substep(const tac_workspace *w, int n, int substep, tac_workspace *to, int copy);

#endif

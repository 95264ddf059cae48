// Mechanisms that are alike, beside each other in one model: their steps share vectors.
//
// Each has bodies, elements, sources, inputs, sensors and a state of its own, and steps with the bits that it has alone.
// What they have in common is the time, the step and its options.
#ifndef TAC_BESIDE_H
#define TAC_BESIDE_H

#include "arena.h"
#include "desc.h"
#include "model.h"
#include "solver.h"

enum { TAC_MOST_BESIDE = 8 };

// The description of n mechanisms of one shape: as many items in every array, of the same kinds between the same bodies.
// Arrays are the arena's, what items point to stays where it is.
tac_desc tac_describe_beside(const tac_desc *const *of, int n, tac_arena *a);

// Why a mechanism cannot stand beside others, as the end of a sentence; NULL: it can. Not those with flexible bodies, shared
// objects, steps of their own, actuators whose efforts are found, links that may snap taut, and large roads.
const char *tac_stands_alone(const tac_desc *d, const tac_model *m);

// Where numbers of a mechanism's state are in the state of all.
typedef struct tac_place_beside {
    int n_body, body; // of the bodies, which stand together, and the first one
    int n; // of all else: pairs of where they are in both, counted from the begin of the states' data
    int *at; // (n, 2): in its own, in that of all
} tac_place_beside;

// Of mechanism `which` of a model of all, whose own model is `one`, with states of these models; arrays are the arena's.
tac_place_beside tac_find_place_beside(const tac_model *all, const tac_state *in_all, int which,
                                       const tac_model *one, const tac_state *own, tac_arena *a);

// Copies a state to its place in that of all, or back. Time and step are those of all.
void tac_put_beside(const tac_place_beside *p, const tac_state *in_all, const tac_state *from);
void tac_take_beside(const tac_place_beside *p, const tac_state *in_all, const tac_state *to);

// How the last step went for one of them, numbered as it is alone. A step of all is made where it is for all of them.
tac_status tac_outcome_beside(const tac_work *w, int which, tac_report *report);

#endif

// Which reactions stiffen the bodies that they pull at.
//
// Those that balance forces and accelerations. In a loop with more constraints than it needs, they may be anything
// along what is too much; at a singular configuration, a thousand times what balances. A loop has too many if
// its bodies would have no mobility by the count of its rows.
//
// Where several such loops share bodies, they pass forces on across a singular configuration, which reactions along
// the step's start do a step late. Orders 2 and 3 have larger errors; at order 4 their reactions follow the bodies.
#ifndef TAC_TENSION_H
#define TAC_TENSION_H

#include "work.h"

// Marks the joints in no loop, or in one without redundant rows, once; and those in one with redundant rows that no
// drive moves. Loops that share a body are one.
//   writes   E_TAUT, E_LOOSE of all elements, B_ALL_FOLLOWS of bodies whose reactions follow; B_X as scratch
//   cost     elements, times the changes of direction of the numbering along a mechanism
void tac_mark_tension(tac_workspace *w);

#endif

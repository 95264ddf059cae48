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

#include "workspace/work.h"

// Compliance of the rows of such a loop, over h W and the square of the angle y0 that the step turns: where it passes a
// singular configuration, reactions along the step's start hold what they hardly hold where it is. At a distance y from
// there an iteration pushes y0/y times too far, of which a compliance c of the rows lets through y^2/(y^2 + c): in all at
// most f = y0/(2 sqrt(c)), one with a quarter of y0^2. Orders 3 and 4 repeat the passage and multiply what the compliance
// costs: less of it, as much as three iterations bear. More of them would multiply f as often: it falls to a half.
// Of index-3; other methods have no such rows.
//
// A loop that a drive moves must not give way as far, for its dead centres. What an iteration leaves of its joints is of second
// order in what it has moved; along redundant rows that is any force, 1/c times as much, which pushes along the step's
// start and is none where the loop is: y0 times as much as a motion. With c of y0^4/100 the next iteration moves less.
// Velocities and accelerations have none of it.

// Marks the joints in no loop, or in one without redundant rows, once; and the compliances of all others.
// Loops that share a body are one.
//   writes   E_TAUT, E_LOOSE, E_YIELD of all elements, driven_loops, B_ALL_FOLLOWS of bodies whose reactions follow; B_X as scratch
//   cost     elements, times the changes of direction of the numbering along a mechanism
void tac_mark_tension(tac_workspace *w);

// The same piece by piece, for a mechanism whose joints lie in several workspaces that share a body (feature/submodel/carried.c):
// joints are counted, those in no loop peeled off, loops counted, and marked.
void tac_count_tension(const tac_workspace *w);
void tac_peel_tension(const tac_workspace *w);
void tac_count_loops(const tac_workspace *w);
void tac_mark_loops(tac_workspace *w);
// Joints that are left on a body here, and how many are left elsewhere.
double tac_tension_left(const tac_workspace *w, int body);
void tac_leave_tension(const tac_workspace *w, int body, double outside);
// Mobility of the loops that a body is in without its own, and rows of theirs that drives move.
void tac_read_loops(const tac_workspace *w, int body, double number[2]);
void tac_write_loops(const tac_workspace *w, int body, const double number[2]);

#endif

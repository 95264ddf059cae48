// Which bodies joints connect, and light links among them.
//
// A light link has less than a hundredth of the mass of both bodies between which it hangs, ground among them, alone or as
// part of a rope: bodies with two joints each, none of them much heavier than the lightest. Such links may swing faster
// under their tension than a step follows, and snap taut within one (method/canonical/snaps.h). Those of both ends on one body,
// those that branch are none. A body counts with what is
// welded to it.
#ifndef TAC_LINKS_H
#define TAC_LINKS_H

#include "tables.h"

// Writes joined, ropes and snaps, from joints and their slots. O(bodies + joints).
void tac_fill_links(tac_model *m);

#endif

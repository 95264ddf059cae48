// Split joints: balls between two parts, whose ends are worked on apart.
//
// The Jacobian of a ball on one side needs nothing of the other side. So the worker of a block computes the
// ends that lie on bodies of the block, as part of the block, and does not wait for the block at the other
// end. Within a part no worker waits for another, and a joint in one piece takes less memory: it is not
// split.
#ifndef TAC_SPLIT_JOINTS_H
#define TAC_SPLIT_JOINTS_H

#include "arena.h"
#include "model/tables.h"

typedef struct tac_plan tac_plan;

// One end of a split cell; all bodies on that side lie in the block.
typedef struct tac_joint_end {
    int cell, side, block;
} tac_joint_end;

// Memory of the list of ends and of their slots.
void tac_plan_layout_joint_ends(tac_plan *p, const tac_model *m, tac_arena *a);

// Splits cells, when the cells of bodies and elements are known; ends take slots from `slot` on.
void tac_plan_joint_ends(const tac_plan *p, const tac_model *m, int slot);

#endif

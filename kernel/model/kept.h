// Kept groups in the assembly tree: which compounds may be joined.
//
// The bodies of a kept group are joined with each other before they are with anything outside, groups within it
// first. What is around a group does not change in which order that happens: the same group is the same subtree
// wherever it stands. Bodies of a group that nothing connects are a block for each mechanism that they belong to.
#ifndef TAC_KEPT_H
#define TAC_KEPT_H

#include "arena.h"
#include "pairs.h"
#include "tree.h"

// Blocks are numbered as groups are; number n_group is everything that is in none.
typedef struct tac_kept {
    int n_group;        // 0 where no group is kept: then all arrays but the last three are NULL
    int *in;            // innermost kept group that a group is or lies in              (n_group)
    int *around;        // innermost kept group that a group lies in                    (n_group)
    int *block;         // of which a compound is a part and not all of it             (2 n_body)
    int *closed;        // whether a compound is all of a block                        (2 n_body)
    int *mechanism;     // lowest body that elements connect a compound with            (2 n_body)
    int *next, *count;  // of tac_close_kept                                       (2 n_body)
    int *head;          // of the same                                          (n_group + 1)
    int *open, *inside; // whether a block, or one within it, lacks joining      (n_group + 1)
    int *near, *joined; // of this round: compounds with neighbours, joined ones (n_group + 1)
    int *meets;         // whether so few are joined that hubs of the block meet (n_group + 1)
    int top[3];         // these three where no group is kept
} tac_kept;

// Whether the description keeps a group.
bool tac_keeps(const tac_desc *d);

// Takes the arrays, and the one of kept groups in the tree; nothing where no group is kept.
void tac_layout_kept(tac_tree *t, tac_kept *k, const tac_desc *d, tac_arena *a);

// Blocks of all bodies, when elements are known and none has found its home.
void tac_find_kept(tac_tree *t, tac_kept *k, const tac_desc *d);

// The innermost kept group of a body, n_group if there is none.
int tac_kept_of(const tac_kept *k, const tac_desc *d, int body);

// Whether a body lies in a kept group that another body lies outside of.
bool tac_kept_apart(const tac_kept *k, const tac_desc *d, int body, int other);

// Begins a round: compounds that are all of their block become parts of the one around it.
void tac_close_kept(tac_tree *t, tac_kept *k, const int *active, int n);

// A compound c of two others.
static inline void tac_join_kept(tac_kept *k, int a, int c)
{
    k->joined[k->n_group > 0 ? k->block[a] : 0]++;
    if (k->n_group > 0) {
        k->block[c] = k->block[a];
        k->mechanism[c] = k->mechanism[a];
        k->closed[c] = 0;
    }
}

static inline int tac_kept_block(const tac_kept *k, int compound)
{
    return k->n_group > 0 ? k->block[compound] : 0;
}

// Whether nothing was joined in a block in this round, and nothing within it lacks joining.
static inline bool tac_stands_still(const tac_kept *k, int block)
{
    return k->joined[block] == 0 && (k->n_group == 0 || !k->inside[block]);
}

// Compounds of blocks that stand still, by block and mechanism: what nothing connects within its block.
int tac_list_kept(const tac_kept *k, const int *active, int n, tac_pair *pair);

#endif

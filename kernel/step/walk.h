// How solves go over blocks and what lies above them: the order, once, for the step and its prices.
//
// A solve goes up through the blocks (rows, right-hand sides, elimination), through the nodes above
// them level by level, and back down (solution, update). Between two solves the blocks are swept
// once: the way down of the first and the way up of the second are run while the data of a block are
// in the cache. Elements above the blocks tie neighbours together, so that the way up through a block
// comes as soon as its neighbours are updated, and goes on through the nodes above as soon as all
// below them is done. Split joints (plan.h) hold no block up: their ends are part of the blocks.
// Sweeps go to and fro, so that each begins with what the one before it left in the cache. A member of
// a team sweeps its own stretch of blocks; what waits for another's stretch is left to later
// phases. Blocks that had to wait go up late, in a second sweep, and again what lies above them within the
// stretch goes with them. On the way down each member begins with that part of the tree. What lies
// above several stretches is for phases in between, which one worker mostly does. A mechanism of one
// block takes a single phase per solve.
//
// The walks are written for a visitor: the step visits items by computing them (sweeps.c), the cost
// model by adding up their prices, a benchmark by taking the time. The compiler makes a walk of its own
// for each visitor, which is why this is a header.
#ifndef TAC_WALK_H
#define TAC_WALK_H

#include "base/lane.h"
#include "workspace/work.h"

typedef struct tac_visitor {
    void (*visit)(tac_workspace *w, int stage, int first, int last, void *context);
    void *context;
    bool computes; // numbers of the workspace change
    // what a sweep has done is marked for later phases; without marks every item is alone, and blocks come
    // up as if they waited for none
    bool marks;
} tac_visitor;

// ---- a block -----------------------------------------------------------------------------------

TAC_INLINE void tac_walk_list(tac_workspace *w, tac_visitor v, const unsigned char *list, int block)
{
    for (int stage; (stage = *list) != TAC_NO_STAGE; list++) {
        const int *first = w->stage[stage].first;
        v.visit(w, stage, first[block], first[block + 1], v.context);
    }
}

TAC_INLINE void tac_walk_up(tac_workspace *w, tac_visitor v, const tac_solve *s, int block)
{
    tac_walk_list(w, v, s->up, block);
    if (v.computes && s->block_done) {
        s->block_done(w, block);
    }
}

// ---- above the blocks --------------------------------------------------------------------------

TAC_INLINE void tac_walk_cell(tac_workspace *w, tac_visitor v, tac_above_stage s, int cell)
{
    int stage = w->plan->cell[cell].split ? s.split : s.whole;
    if (stage != TAC_NO_STAGE) {
        v.visit(w, stage, cell, cell + 1, v.context);
    }
}

// The way up of an item that waits for blocks.
TAC_INLINE void tac_walk_waiting(tac_workspace *w, tac_visitor v, const tac_solve *s,
                                 tac_wait_kind kind, int item)
{
    switch (kind) {
    case TAC_ROWS:
        for (int k = 0; k < TAC_MOST_ROW_STAGES; k++) {
            tac_walk_cell(w, v, s->rows[k], item);
        }
        break;
    case TAC_BLOCKS:
        tac_walk_up(w, v, s, item);
        break;
    case TAC_LOADS:
        tac_walk_cell(w, v, s->load, item);
        break;
    case TAC_UNITS:
    case TAC_WAITS:
        v.visit(w, s->units_up, item, item + 1, v.context);
        break;
    }
}

static inline bool tac_lies_within(const tac_within *items, int item, int first, int last)
{
    int i = item - items->first;
    return items->low[i] >= first && items->high[i] < last;
}

// Whether an item lies within the stretch of one member, as the latest sweep was cut.
static inline bool tac_has_owner(const tac_workspace *w, const tac_within *items, int item)
{
    int i = item - items->first;
    return w->sweep.stretch[items->low[i]] == w->sweep.stretch[items->high[i]];
}

// The way down through what lies within blocks first .. last - 1.
TAC_INLINE void tac_walk_within(tac_workspace *w, tac_visitor v, const tac_solve *s, int first,
                                int last)
{
    const tac_within *units = &w->plan->units, *cells = &w->plan->cells;
    int n_down = s->units_down == TAC_NO_STAGE ? 0 : units->n;
    for (int i = units->first + n_down - 1; i >= units->first; i--) {
        if (tac_lies_within(units, i, first, last)) {
            v.visit(w, s->units_down, i, i + 1, v.context);
        }
    }
    for (int i = cells->first; i < cells->first + cells->n; i++) {
        if (tac_lies_within(cells, i, first, last)) {
            tac_walk_cell(w, v, s->push, i);
        }
    }
}

// The way down through what lies across stretches.
TAC_INLINE void tac_walk_across_backward(tac_workspace *w, tac_visitor v, const tac_solve *s,
                                         int first, int last)
{
    for (int i = last - 1; i >= first && s->units_down != TAC_NO_STAGE; i--) {
        if (!tac_has_owner(w, &w->plan->units, i)) {
            v.visit(w, s->units_down, i, i + 1, v.context);
        }
    }
}

TAC_INLINE void tac_walk_across_push(tac_workspace *w, tac_visitor v, const tac_solve *s, int first,
                                     int last)
{
    for (int i = first; i < last; i++) {
        if (!tac_has_owner(w, &w->plan->cells, i)) {
            tac_walk_cell(w, v, s->push, i);
        }
    }
}

// ---- sweeps ------------------------------------------------------------------------------------

// Everything for which block k is the last one on the way; what waits for blocks elsewhere stays.
TAC_INLINE void tac_walk_freed(tac_workspace *w, tac_visitor v, const tac_work *of, int first,
                               int last, int k)
{
    const tac_solve *s = of->up;
    if (!v.marks && s->waits > TAC_BLOCKS) {
        tac_walk_up(w, v, s, k);
        return;
    }
    for (int kind = 0; kind < s->waits; kind++) {
        const tac_waits *items = &w->plan->waits[kind];
        const int *freed_by = items->freed_by[of->way] + k;
        const int *next = items->item[of->way] + freed_by[0];
        for (const int *end = next + (freed_by[1] - freed_by[0]); next < end; next++) {
            int at = *next - items->first;
            if (items->low[at] >= first && items->high[at] < last) {
                tac_walk_waiting(w, v, s, (tac_wait_kind)kind, *next);
                if (v.marks) {
                    w->sweep.done[kind][at] = 1;
                }
            }
        }
    }
}

// Block k is worked on in a stretch from block `first` on. What is noted already is not written again:
// members of a team read the same cache line.
static inline void tac_use_scratch_of(tac_workspace *w, int k, int first)
{
    double *scratch = w->fronts.front + w->plan->scratch[first];
    if (w->sweep.scratch[1 + k] != scratch) {
        w->sweep.scratch[1 + k] = scratch;
    }
}

static inline void tac_note_stretch(tac_workspace *w, int block, int first)
{
    if (w->sweep.stretch[block] != first) {
        w->sweep.stretch[block] = first;
    }
}

// Blocks first .. last - 1: down, then up what waits for them.
TAC_INLINE void tac_walk_sweep(tac_workspace *w, tac_visitor v, const tac_work *of, int first,
                               int last)
{
    const tac_solve *down = of->down, *up = of->up;
    if (down->units_down != TAC_NO_STAGE || down->push.whole != TAC_NO_STAGE) {
        tac_walk_within(w, v, down, first, last);
    }
    for (int k = first; v.computes && k < last; k++) {
        tac_use_scratch_of(w, k, first);
    }
    for (int i = first; i < last; i++) {
        int k = of->way == TAC_TO ? i : first + last - 1 - i;
        tac_walk_list(w, v, down->down, k);
        if (up->waits <= TAC_BLOCKS) {
            tac_walk_up(w, v, up, k);
        }
        if (v.marks) {
            tac_note_stretch(w, k, first);
        }
        tac_walk_freed(w, v, of, first, last, k);
    }
}

// All there is of a mechanism of one block.
TAC_INLINE void tac_walk_all(tac_workspace *w, tac_visitor v, const tac_solve *s, int first,
                             int last)
{
    for (int k = first; k < last; k++) {
        tac_walk_up(w, v, s, k);
        tac_walk_list(w, v, s->down, k);
    }
}

// ---- what sweeps have left ---------------------------------------------------------------------

TAC_INLINE void tac_walk_late(tac_workspace *w, tac_visitor v, const tac_solve *s,
                              tac_wait_kind kind, int first, int last)
{
    int *done = w->sweep.done[kind] - w->plan->waits[kind].first;
    for (int i = first; i < last; i++) {
        if (!done[i]) {
            if (kind == TAC_BLOCKS && v.computes) {
                tac_use_scratch_of(w, i, first);
            }
            tac_walk_waiting(w, v, s, kind, i);
        }
        if (v.marks) {
            done[i] = 0;
        }
    }
}

// Items of a kind within a stretch that no sweep has reached yet. If one member has all that is left of
// a sweep that was shared, they stay for phases that may be shared.
TAC_INLINE void tac_walk_reached(tac_workspace *w, tac_visitor v, const tac_solve *s,
                                 tac_wait_kind kind, int first, int last)
{
    const tac_waits *items = &w->plan->waits[kind];
    const tac_within *within = kind == TAC_UNITS ? &w->plan->units : &w->plan->cells;
    int end = w->plan->g->n_block - 1;
    if (first == 0 && last > end && w->sweep.stretch[0] != w->sweep.stretch[end]) {
        return;
    }
    for (int i = items->first; i < items->first + items->n; i++) {
        if (tac_lies_within(within, i, first, last) && !w->sweep.done[kind][i - items->first]) {
            tac_walk_waiting(w, v, s, kind, i);
            if (v.marks) {
                w->sweep.done[kind][i - items->first] = 1;
            }
        }
    }
}

// ---- a phase -----------------------------------------------------------------------------------

// Items first .. last - 1 of a phase that is a walk through `up`, which is of->up or what stands for it from the
// way down on.
TAC_INLINE void tac_walk_phase(const tac_work *of, const tac_solve *up, tac_visitor v, int first,
                               int last)
{
    tac_workspace *w = of->space;
    switch (of->walk) {
    case TAC_ALL:
        tac_walk_all(w, v, up, first, last);
        break;
    case TAC_SWEEP:
        tac_walk_sweep(w, v, of, first, last);
        break;
    case TAC_LATE_ROWS:
        tac_walk_late(w, v, up, TAC_ROWS, first, last);
        break;
    case TAC_LATE_BLOCKS:
        tac_walk_late(w, v, up, TAC_BLOCKS, first, last);
        tac_walk_reached(w, v, up, TAC_LOADS, first, last);
        tac_walk_reached(w, v, up, TAC_UNITS, first, last);
        break;
    case TAC_LATE_LOADS:
        tac_walk_late(w, v, up, TAC_LOADS, first, last);
        break;
    case TAC_LATE_UNITS:
        tac_walk_late(w, v, up, TAC_UNITS, first, last);
        break;
    case TAC_ACROSS_BACKWARD:
        tac_walk_across_backward(w, v, up, first, last);
        break;
    case TAC_ACROSS_PUSH:
        tac_walk_across_push(w, v, up, first, last);
        break;
    case TAC_NO_WALK:
    case TAC_LISTS:
    case TAC_MULTIRATE_LISTS:
        break;
    }
}

#endif

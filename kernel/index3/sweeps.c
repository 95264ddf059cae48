// The stages of a solve over blocks and above them: which of them run over which cells and units, and
// in which order. The list of phases is in phases.c.
//
// A solve goes up through the blocks (rows, right-hand sides, elimination), through the nodes above
// them level by level, and back down (solution, update). Between two solves the blocks are swept
// once: the way down of the first and the way up of the second are run while the data of a block are
// in the cache. Elements above the blocks tie neighbours together, so that the way up through a block
// comes as soon as its neighbours are updated, and goes on through the nodes above as soon as all
// below them is done. Split joints (plan.h) hold nobody up: their ends are part of the blocks.
// Sweeps go to and fro, so that each begins with what the one before it left in the cache. A member of
// a team sweeps its own stretch of blocks; what waits for another's stretch is left to phases of its
// own. Blocks that had to wait go up in a second sweep, and again what lies above them within the
// stretch goes with them. On the way down each member begins with that part of the tree. What lies
// above several stretches is for phases in between, which one worker mostly does. A mechanism of one
// block takes a single phase per solve.
#include "sweeps.h"

// ---- a block -----------------------------------------------------------------------------------

typedef struct span {
    int first, last;
} span;

static span bodies_of(const tac_work *w, int block)
{
    const int *at = w->plan->g->block_body + block;
    return (span){at[0], at[1]};
}

// Elements eliminated in the block.
static span tree_cells_of(const tac_work *w, int block)
{
    const tac_grouping *g = w->plan->g;
    return (span){g->block_cell[block],
                  tac_one_block(g) ? g->n_tree_cell : g->block_cell[block + 1]};
}

// With the explicit ones, if there is no other place for them.
static span cells_of(const tac_work *w, int block)
{
    const tac_grouping *g = w->plan->g;
    return (span){g->block_cell[block], tac_one_block(g) ? g->n_cell : g->block_cell[block + 1]};
}

// Ends of joints between two parts.
static span ends_of(const tac_work *w, int block)
{
    const int *at = w->plan->block_joint_end + block;
    return (span){at[0], at[1]};
}

static span units_of(const tac_work *w, int block)
{
    const int *at = w->plan->g->block_unit + block;
    return (span){at[0], at[1]};
}

static void run(tac_work *w, tac_stage *stage, span s)
{
    stage(w, s.first, s.last);
}

// ---- one solve ---------------------------------------------------------------------------------

// What a kind of solve does at its places.
typedef struct solve {
    tac_stage *rows, *x, *up, *push, *update;
    tac_stage *ends, *push_ends; // of split joints, both ends: rows, push
    tac_stage *join, *grow;      // what is left: rows and load; multipliers, or NULL
} solve;

static solve newton_of(const tac_work *w)
{
    const tac_stages *s = w->stages;
    return (solve){.rows = s->elements->newton,
                   .x = s->bodies->newton,
                   .up = s->units->factor,
                   .push = s->elements->push_newton,
                   .update = s->bodies->update_newton,
                   .ends = s->ends->newton,
                   .push_ends = s->ends->push_newton,
                   .join = s->split->newton,
                   .grow = s->split->push_newton};
}

// A later iteration with the tangent of the first.
static solve again_of(const tac_work *w)
{
    solve s = newton_of(w);
    s.rows = w->stages->elements->again;
    s.up = w->stages->units->forward;
    s.ends = w->stages->ends->again;
    return s;
}

static solve position_of(const tac_work *w)
{
    const tac_stages *s = w->stages;
    return (solve){.rows = s->elements->position,
                   .x = s->bodies->position,
                   .up = s->units->factor,
                   .push = s->elements->push,
                   .update = s->bodies->update_position,
                   .ends = s->ends->velocity,
                   .push_ends = s->ends->push,
                   .join = s->split->position};
}

static solve velocity_of(const tac_work *w)
{
    const tac_stages *s = w->stages;
    return (solve){.rows = s->elements->velocity,
                   .x = s->bodies->velocity,
                   .up = s->units->factor,
                   .push = s->elements->push,
                   .update = s->bodies->update_velocity,
                   .ends = s->ends->velocity,
                   .push_ends = s->ends->push,
                   .join = s->split->velocity};
}

// Orders 3 and 4 solve the index-1 problem with the forces of all laws as given, which takes factors
// of its own: keeping stiff rows on the trapezoidal rule would leave an error that extrapolation
// cannot remove.
int tac_laws_refactored(const tac_model *m, const tac_options *o)
{
    return o->order > 2 && o->acceleration == TAC_INDEX1 && m->n_law_row > 0;
}

static solve acceleration_of(const tac_work *w)
{
    const tac_stages *s = w->stages;
    int index1 = w->o.acceleration == TAC_INDEX1;
    return (solve){.rows = s->elements->acceleration,
                   .x = index1 ? s->bodies->index1 : s->bodies->projection,
                   .up = tac_laws_refactored(w->m, &w->o) ? s->units->factor : s->units->forward,
                   .push = index1 ? s->elements->push_index1 : s->elements->push,
                   .update = s->bodies->update_acceleration,
                   .ends = s->ends->acceleration,
                   .push_ends = s->ends->push,
                   .join = s->split->acceleration,
                   .grow = index1 ? s->split->push_index1 : NULL};
}

static void block_up(tac_work *w, const solve *s, int block)
{
    run(w, s->rows, cells_of(w, block));
    run(w, s->ends, ends_of(w, block));
    run(w, s->x, bodies_of(w, block));
    run(w, w->stages->elements->load, tree_cells_of(w, block));
    run(w, w->stages->ends->load, ends_of(w, block));
    run(w, s->up, units_of(w, block));
}

static void block_down(tac_work *w, const solve *s, int block)
{
    run(w, w->stages->units->backward, units_of(w, block));
    run(w, s->push, cells_of(w, block));
    run(w, s->push_ends, ends_of(w, block));
    run(w, s->update, bodies_of(w, block));
}

// ---- above the blocks --------------------------------------------------------------------------

// Of a split cell the blocks do the rows and the reactions.
static void run_above(tac_work *w, tac_stage *whole, tac_stage *split, int first, int last)
{
    for (int i = first; i < last; i++) {
        tac_stage *stage = w->plan->cell[i].split ? split : whole;
        if (stage) {
            stage(w, i, i + 1);
        }
    }
}

static int lies_within(const tac_within *items, int item, int first, int last)
{
    int i = item - items->first;
    return items->low[i] >= first && items->high[i] < last;
}

// Whether an item lies within the stretch of one member, as the latest sweep was cut.
static int has_owner(const tac_work *w, const tac_within *items, int item)
{
    int i = item - items->first;
    return w->stretch[items->low[i]] == w->stretch[items->high[i]];
}

// The way down through what lies within blocks first .. last - 1.
static void within_down(tac_work *w, const solve *s, int first, int last)
{
    const tac_within *units = &w->plan->units, *cells = &w->plan->cells;
    for (int i = units->first + units->n - 1; i >= units->first; i--) {
        if (lies_within(units, i, first, last)) {
            w->stages->units->backward(w, i, i + 1);
        }
    }
    for (int i = cells->first; i < cells->first + cells->n; i++) {
        if (lies_within(cells, i, first, last)) {
            run_above(w, s->push, s->grow, i, i + 1);
        }
    }
}

// The way down through the rest.
void tac_across_backward(tac_work *w, int first, int last)
{
    for (int i = last - 1; i >= first; i--) {
        if (!has_owner(w, &w->plan->units, i)) {
            w->stages->units->backward(w, i, i + 1);
        }
    }
}

static void across_push(tac_work *w, const solve *s, int first, int last)
{
    for (int i = first; i < last; i++) {
        if (!has_owner(w, &w->plan->cells, i)) {
            run_above(w, s->push, s->grow, i, i + 1);
        }
    }
}

// Both ways of every kind of solve through blocks, and what it does above them on the way up.
#define WAYS(kind)                                                   \
    static void kind##_rows(tac_work *w, int first, int last)        \
    {                                                                \
        solve s = kind##_of(w);                                      \
        run_above(w, s.rows, NULL, first, last);                     \
    }                                                                \
    static void kind##_loads(tac_work *w, int first, int last)       \
    {                                                                \
        solve s = kind##_of(w);                                      \
        run_above(w, w->stages->elements->load, s.join, first, last); \
    }                                                                \
    static void kind##_units(tac_work *w, int first, int last)       \
    {                                                                \
        kind##_of(w).up(w, first, last);                             \
    }                                                                \
    static void kind##_up(tac_work *w, int first, int last)          \
    {                                                                \
        solve s = kind##_of(w);                                      \
        for (int k = first; k < last; k++) {                         \
            block_up(w, &s, k);                                      \
        }                                                            \
    }                                                                \
    static void kind##_down(tac_work *w, int first, int last)        \
    {                                                                \
        solve s = kind##_of(w);                                      \
        for (int k = first; k < last; k++) {                         \
            block_down(w, &s, k);                                    \
        }                                                            \
    }                                                                \
    static void kind##_across(tac_work *w, int first, int last)      \
    {                                                                \
        solve s = kind##_of(w);                                      \
        across_push(w, &s, first, last);                             \
    }                                                                \
    static void kind##_all(tac_work *w, int first, int last)         \
    {                                                                \
        kind##_up(w, first, last);                                   \
        kind##_down(w, first, last);                                 \
    }
WAYS(newton)
WAYS(again)
WAYS(position)
WAYS(velocity)
WAYS(acceleration)
#undef WAYS

#define WITHIN(kind)                                            \
    static void kind##_within(tac_work *w, int first, int last) \
    {                                                           \
        solve s = kind##_of(w);                                 \
        within_down(w, &s, first, last);                        \
    }
WITHIN(newton)
WITHIN(position)
WITHIN(velocity)
WITHIN(acceleration)
#undef WITHIN

// What comes before the first solve and after the last has the same form.
void tac_predict_down(tac_work *w, int first, int last)
{
    for (int k = first; k < last; k++) {
        run(w, w->stages->bodies->predict, bodies_of(w, k));
        run(w, w->stages->elements->predict, cells_of(w, k));
        run(w, w->stages->ends->predict, ends_of(w, k));
    }
}

static void residual_rows(tac_work *w, int first, int last)
{
    w->stages->elements->residual(w, first, last);
    w->stages->elements->commit(w, first, last);
}

static void residual_above(tac_work *w, int first, int last)
{
    run_above(w, w->stages->elements->residual, w->stages->split->residual, first, last);
    w->stages->elements->commit(w, first, last);
}

// Needs nothing from elsewhere: it comes with the way down.
void tac_residual_down(tac_work *w, int first, int last)
{
    for (int k = first; k < last; k++) {
        span cells = cells_of(w, k), bodies = bodies_of(w, k);
        residual_rows(w, cells.first, cells.last);
        run(w, w->stages->ends->residual, ends_of(w, k));
        run(w, w->stages->bodies->check, bodies);
        run(w, w->stages->bodies->commit, bodies);
        if (w->pricing == TAC_NO_PRICING) {
            tac_report_block(w, k);
        }
    }
}

static void last_down(tac_work *w, int first, int last)
{
    acceleration_down(w, first, last);
    tac_residual_down(w, first, last);
}

// ---- sweeps ------------------------------------------------------------------------------------

// What a sweep does with the items that wait for blocks.
typedef struct awaited {
    tac_stage *run[TAC_WAITS];
} awaited;

static int is_price_of_item(const tac_work *w)
{
    return w->pricing == TAC_PRICE_ITEM;
}

// What a sweep begins with.
typedef struct downward {
    tac_stage *within, *block;
} downward;

// Everything for which block k is the last one on the way; what waits for blocks elsewhere stays.
static void run_awaited(tac_work *w, int first, int last, tac_way way, int k, const awaited *a)
{
    if (is_price_of_item(w) && a->run[TAC_BLOCKS]) {
        a->run[TAC_BLOCKS](w, k, k + 1); // blocks are compared as if they waited for nobody
        return;
    }
    for (int kind = 0; kind < TAC_WAITS; kind++) {
        const tac_waits *items = &w->plan->waits[kind];
        const int *freed_by = items->freed_by[way];
        for (int i = freed_by[k]; a->run[kind] && i < freed_by[k + 1]; i++) {
            int item = items->item[way][i], at = item - items->first;
            if (items->low[at] >= first && items->high[at] < last) {
                a->run[kind](w, item, item + 1);
                w->done[kind][at] |= !is_price_of_item(w);
            }
        }
    }
}

// Block k is worked on in a stretch from block `first` on. What is noted already is not written again:
// members of a team read the same cache line.
static void use_scratch_of(tac_work *w, int k, int first)
{
    double *scratch = w->front + w->plan->scratch[first];
    if (w->scratch[1 + k] != scratch && w->pricing == TAC_NO_PRICING) {
        w->scratch[1 + k] = scratch;
    }
}

static void note_stretch(tac_work *w, int block, int first)
{
    if (w->stretch[block] != first && !is_price_of_item(w)) {
        w->stretch[block] = first;
    }
}

// Blocks first .. last - 1: down, then what waits for them.
static void sweep(tac_work *w, int first, int last, tac_way way, downward down, const awaited *a)
{
    if (down.within) {
        down.within(w, first, last);
    }
    for (int k = first; k < last; k++) {
        use_scratch_of(w, k, first);
    }
    for (int i = first; i < last; i++) {
        int k = way == TAC_TO ? i : first + last - 1 - i;
        if (down.block) {
            down.block(w, k, k + 1);
        }
        note_stretch(w, k, first);
        run_awaited(w, first, last, way, k, a);
    }
}

// Items of a kind within a stretch that no sweep has reached yet. If one member has all that is left of
// a sweep that was shared, they stay for phases that may be shared.
static void reach_within(tac_work *w, int first, int last, tac_wait_kind kind,
                         const tac_within *within, tac_stage *stage)
{
    const tac_waits *items = &w->plan->waits[kind];
    int end = w->plan->g->n_block - 1;
    if (first == 0 && last > end && w->stretch[0] != w->stretch[end]) {
        return;
    }
    for (int i = items->first; i < items->first + items->n; i++) {
        if (lies_within(within, i, first, last) && !w->done[kind][i - items->first]) {
            stage(w, i, i + 1);
            w->done[kind][i - items->first] |= !is_price_of_item(w);
        }
    }
}

void tac_forget_sweeps(tac_work *w)
{
    for (int kind = 0; kind < TAC_WAITS; kind++) {
        for (int i = 0; i < w->plan->waits[kind].n; i++) {
            w->done[kind][i] = 0;
        }
    }
}

static void rest(tac_work *w, int first, int last, tac_wait_kind kind, tac_stage *stage)
{
    int *done = w->done[kind] - w->plan->waits[kind].first;
    for (int i = first; i < last; i++) {
        if (!done[i]) {
            if (kind == TAC_BLOCKS) {
                use_scratch_of(w, i, first);
            }
            stage(w, i, i + 1);
        }
        done[i] &= is_price_of_item(w);
    }
}

// The way up of a kind of solve in a sweep, and what is left of it.
#define UPWARD(kind)                                                            \
    static const awaited kind##_awaited = {{[TAC_ROWS] = kind##_rows,           \
                                            [TAC_BLOCKS] = kind##_up,           \
                                            [TAC_LOADS] = kind##_loads,         \
                                            [TAC_UNITS] = kind##_units}};       \
    static void kind##_rest_rows(tac_work *w, int first, int last)              \
    {                                                                           \
        rest(w, first, last, TAC_ROWS, kind##_rows);                            \
    }                                                                           \
    static void kind##_rest(tac_work *w, int first, int last)                   \
    {                                                                           \
        rest(w, first, last, TAC_BLOCKS, kind##_up);                            \
        reach_within(w, first, last, TAC_LOADS, &w->plan->cells, kind##_loads); \
        reach_within(w, first, last, TAC_UNITS, &w->plan->units, kind##_units); \
    }                                                                           \
    static void kind##_rest_loads(tac_work *w, int first, int last)             \
    {                                                                           \
        rest(w, first, last, TAC_LOADS, kind##_loads);                          \
    }                                                                           \
    static void kind##_rest_units(tac_work *w, int first, int last)             \
    {                                                                           \
        rest(w, first, last, TAC_UNITS, kind##_units);                          \
    }
UPWARD(newton)
UPWARD(again)
UPWARD(position)
UPWARD(velocity)
UPWARD(acceleration)
#undef UPWARD

static const awaited nothing = {{NULL}}, residual_awaited = {{[TAC_ROWS] = residual_above}};

void tac_residual_rest_rows(tac_work *w, int first, int last)
{
    rest(w, first, last, TAC_ROWS, residual_above);
}

// Every sweep both ways.
#define SWEEP(name, within, block, up)                                    \
    static void name##_to(tac_work *w, int first, int last)               \
    {                                                                     \
        sweep(w, first, last, TAC_TO, (downward){within, block}, &(up));  \
    }                                                                     \
    static void name##_fro(tac_work *w, int first, int last)              \
    {                                                                     \
        sweep(w, first, last, TAC_FRO, (downward){within, block}, &(up)); \
    }
SWEEP(predict_newton, NULL, tac_predict_down, newton_awaited)
SWEEP(newton_newton, newton_within, newton_down, newton_awaited)
SWEEP(newton_again, newton_within, newton_down, again_awaited)
SWEEP(newton_velocity, newton_within, newton_down, velocity_awaited)
SWEEP(only_position, NULL, NULL, position_awaited)
SWEEP(position_velocity, position_within, position_down, velocity_awaited)
SWEEP(only_velocity, velocity_within, velocity_down, nothing)
SWEEP(velocity_acceleration, velocity_within, velocity_down, acceleration_awaited)
SWEEP(only_acceleration, NULL, NULL, acceleration_awaited)
SWEEP(acceleration_residual, acceleration_within, last_down, residual_awaited)
#undef SWEEP

#define BOTH(name)            \
    {                         \
        name##_to, name##_fro \
    }
tac_stage *const tac_only_velocity[TAC_WAYS] = BOTH(only_velocity);
tac_stage *const tac_acceleration_residual[TAC_WAYS] = BOTH(acceleration_residual);

#define NAMES(kind)                                                               \
    {                                                                             \
        kind, kind " blocks", kind " rest", kind " assembly", kind " disassembly" \
    }
#define STAGES(kind) \
    kind##_all, kind##_rest_rows, kind##_rest, kind##_rest_loads, kind##_rest_units, kind##_across
const tac_solve_phases tac_newton_phases = {
    NAMES("newton"),
    STAGES(newton),
    {[PREDICT_DOWN] = BOTH(predict_newton), [NEWTON_DOWN] = BOTH(newton_newton)},
    NEWTON_DOWN};
const tac_solve_phases tac_again_phases = {
    NAMES("newton"), STAGES(again), {[NEWTON_DOWN] = BOTH(newton_again)}, NEWTON_DOWN};
const tac_solve_phases tac_position_phases = {
    NAMES("position"), STAGES(position), {[NO_DOWN] = BOTH(only_position)}, POSITION_DOWN};
const tac_solve_phases tac_velocity_phases = {
    NAMES("velocity"),
    STAGES(velocity),
    {[NEWTON_DOWN] = BOTH(newton_velocity), [POSITION_DOWN] = BOTH(position_velocity)},
    VELOCITY_DOWN};
const tac_solve_phases tac_acceleration_phases = {
    NAMES("acceleration"),
    STAGES(acceleration),
    {[NO_DOWN] = BOTH(only_acceleration), [VELOCITY_DOWN] = BOTH(velocity_acceleration)},
    ACCELERATION_DOWN};
#undef NAMES
#undef STAGES
#undef BOTH

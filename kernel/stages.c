// The list of phases of a step: which stages run over which cells and units, and in which order.
//
// Blocks are worked through as a whole while their data are in the cache; what lies above them
// follows level by level. A mechanism of one block takes a single phase per solve.
#include "index3.h"

// ---- a block -----------------------------------------------------------------------------------

typedef struct span {
    int first, last;
} span;

static int one_block(const tac_grouping *g)
{
    return g->n_block <= 1 && g->n_level == 0;
}

static span bodies_of(const tac_work *w, int block)
{
    const int *at = w->plan->g->block_body + block;
    return (span){at[0], at[1]};
}

// Elements eliminated in the block.
static span tree_cells_of(const tac_work *w, int block)
{
    const tac_grouping *g = w->plan->g;
    return (span){g->block_cell[block], one_block(g) ? g->n_tree_cell : g->block_cell[block + 1]};
}

// With the explicit ones, if there is no other place for them.
static span cells_of(const tac_work *w, int block)
{
    const tac_grouping *g = w->plan->g;
    return (span){g->block_cell[block], one_block(g) ? g->n_cell : g->block_cell[block + 1]};
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
} solve;

static solve newton_of(const tac_work *w)
{
    const tac_stages *s = w->run;
    return (solve){s->elements.newton, s->bodies.newton, s->units.factor, s->elements.push_newton,
                   s->bodies.update_newton};
}

// A later iteration with the tangent of the first.
static solve again_of(const tac_work *w)
{
    solve s = newton_of(w);
    s.rows = w->run->elements.again;
    s.up = w->run->units.forward;
    return s;
}

static solve position_of(const tac_work *w)
{
    const tac_stages *s = w->run;
    return (solve){s->elements.position, s->bodies.position, s->units.factor, s->elements.push,
                   s->bodies.update_position};
}

static solve velocity_of(const tac_work *w)
{
    const tac_stages *s = w->run;
    return (solve){s->elements.velocity, s->bodies.velocity, s->units.factor, s->elements.push,
                   s->bodies.update_velocity};
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
    const tac_stages *s = w->run;
    int index1 = w->o.acceleration == TAC_INDEX1;
    return (solve){s->elements.acceleration, index1 ? s->bodies.index1 : s->bodies.projection,
                   tac_laws_refactored(w->m, &w->o) ? s->units.factor : s->units.forward,
                   index1 ? s->elements.push_index1 : s->elements.push,
                   s->bodies.update_acceleration};
}

// From the rows to what the block leaves on its boundary. Reactions of elements above the blocks are
// there already.
static void block_up(tac_work *w, const solve *s, int first, int last)
{
    for (int k = first; k < last; k++) {
        run(w, s->rows, cells_of(w, k));
        run(w, s->x, bodies_of(w, k));
        run(w, w->run->elements.load, tree_cells_of(w, k));
        run(w, s->up, units_of(w, k));
    }
}

// The last block first: it is the one still in the cache, as the first will be for the next way up.
static void block_down(tac_work *w, const solve *s, int first, int last)
{
    for (int k = last - 1; k >= first; k--) {
        run(w, w->run->units.backward, units_of(w, k));
        run(w, s->push, cells_of(w, k));
        run(w, s->update, bodies_of(w, k));
    }
}

static void block_all(tac_work *w, const solve *s, int first, int last)
{
    block_up(w, s, first, last);
    block_down(w, s, first, last);
}

// A stage of the list for every kind of solve and place.
#define STAGES(kind)                                          \
    static void kind##_up(tac_work *w, int first, int last)   \
    {                                                         \
        solve s = kind##_of(w);                               \
        block_up(w, &s, first, last);                         \
    }                                                         \
    static void kind##_down(tac_work *w, int first, int last) \
    {                                                         \
        solve s = kind##_of(w);                               \
        block_down(w, &s, first, last);                       \
    }                                                         \
    static void kind##_all(tac_work *w, int first, int last)  \
    {                                                         \
        solve s = kind##_of(w);                               \
        block_all(w, &s, first, last);                        \
    }
STAGES(newton)
STAGES(again)
STAGES(position)
STAGES(velocity)
STAGES(acceleration)
#undef STAGES

// Names and block stages of one kind of solve.
typedef struct solve_phases {
    const char *all, *rows, *leaves, *assembly, *disassembly, *update;
    tac_stage *run_all, *run_up, *run_down;
} solve_phases;

#define PHASES(name, kind)                                                                         \
    {                                                                                              \
        name, name " rows", name " leaves", name " assembly", name " disassembly", name " update", \
            kind##_all, kind##_up, kind##_down                                                     \
    }
static const solve_phases newton_phases = PHASES("newton", newton),
                          again_phases = PHASES("newton", again),
                          position_phases = PHASES("position", position),
                          velocity_phases = PHASES("velocity", velocity),
                          acceleration_phases = PHASES("acceleration", acceleration);
#undef PHASES

// ---- lists of phases ---------------------------------------------------------------------------

// Items that are worth a second worker: a block, or some cells.
enum { WORTH_BLOCKS = 1, WORTH_CELLS = 16 };

static void add(tac_phase_list *list, tac_work *w, const char *name, tac_stage *stage, int first,
                int last, int worth)
{
    if (last > first) {
        tac_add_phase(list, w, name, stage, first, last - first);
        if (list->phase) {
            list->phase[list->n - 1].worth = worth;
        }
    }
}

void tac_add_phase(tac_phase_list *list, tac_work *w, const char *name, tac_stage *stage, int first,
                   int n)
{
    if (list->phase) {
        list->phase[list->n] = (tac_phase){name, w, stage, n, first, list->iteration, WORTH_CELLS};
    }
    list->n++;
}

static void add_solve(tac_phase_list *list, tac_work *w, const solve *s, const solve_phases *p)
{
    const tac_grouping *g = w->plan->g;
    const tac_stages *run = w->run;
    int n_block = g->n_block, top = g->block_cell[n_block];
    if (one_block(g)) {
        add(list, w, p->all, p->run_all, 0, n_block, WORTH_BLOCKS);
        return;
    }
    add(list, w, p->rows, s->rows, top, g->n_cell, WORTH_CELLS);
    add(list, w, p->leaves, p->run_up, 0, n_block, WORTH_BLOCKS);
    add(list, w, p->assembly, run->elements.load, top, g->n_tree_cell, WORTH_CELLS);
    for (int k = 0; k < g->n_level; k++) {
        add(list, w, p->assembly, s->up, g->level_unit[k], g->level_unit[k + 1], WORTH_CELLS);
    }
    for (int k = g->n_level - 1; k >= 0; k--) {
        add(list, w, p->disassembly, run->units.backward, g->level_unit[k], g->level_unit[k + 1],
            WORTH_CELLS);
    }
    add(list, w, p->disassembly, s->push, top, g->n_cell, WORTH_CELLS);
    add(list, w, p->update, p->run_down, 0, n_block, WORTH_BLOCKS);
}

static void predict(tac_work *w, int first, int last)
{
    for (int k = first; k < last; k++) {
        run(w, w->run->bodies.predict, bodies_of(w, k));
        run(w, w->run->elements.predict, cells_of(w, k));
    }
}

void tac_add_newton(tac_phase_list *list, tac_work *w, int iterations)
{
    const tac_grouping *g = w->plan->g;
    solve s = newton_of(w), later = again_of(w);
    add(list, w, "predict", predict, 0, g->n_block, WORTH_BLOCKS);
    if (!one_block(g)) {
        add(list, w, "predict", w->run->elements.predict, g->block_cell[g->n_block], g->n_cell,
            WORTH_CELLS);
    }
    for (int k = 1; k <= iterations; k++) {
        list->iteration = k;
        int again = k > 1 && w->o.tangent == TAC_TANGENT_FIRST;
        add_solve(list, w, again ? &later : &s, again ? &again_phases : &newton_phases);
    }
    list->iteration = 0;
}

void tac_add_position(tac_phase_list *list, tac_work *w)
{
    solve s = position_of(w);
    add_solve(list, w, &s, &position_phases);
}

void tac_add_velocity(tac_phase_list *list, tac_work *w)
{
    solve s = velocity_of(w);
    add_solve(list, w, &s, &velocity_phases);
    add(list, w, "momentum", tac_keep_momentum, 0, w->m->n_isolated, WORTH_CELLS);
}

void tac_add_acceleration(tac_phase_list *list, tac_work *w)
{
    solve s = acceleration_of(w);
    add_solve(list, w, &s, &acceleration_phases);
}

static void residual(tac_work *w, int first, int last)
{
    for (int k = last - 1; k >= first; k--) { // as on the way down
        run(w, w->run->elements.residual, cells_of(w, k));
        run(w, w->run->bodies.check, bodies_of(w, k));
    }
}

void tac_add_residual(tac_phase_list *list, tac_work *w)
{
    const tac_grouping *g = w->plan->g;
    add(list, w, "residuals", residual, 0, g->n_block, WORTH_BLOCKS);
    if (!one_block(g)) {
        add(list, w, "residuals", w->run->elements.residual, g->block_cell[g->n_block], g->n_cell,
            WORTH_CELLS);
    }
}

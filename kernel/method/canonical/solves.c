#include "solves.h"

#include "curved_laws.h"
#include "model/rows.h"
#include "snaps.h"
#include "stages.h"
#include "step/sweeps.h"
#include "workspace/layers.h"

// In a block, up: rows, ends of joints, x, right-hand sides, elimination; down: solution, update.
typedef enum canonical_solve {
    NO_SOLVE,
    LOAD,         // before PLACE: a way down only
    PLACE,        // rows and factors where the state is; down, the first half of the step's impulse
    PLACE_ROWS,   // without factors
    BEGIN,        // before the first iteration, where rows are at hand: a way down only
    BEGIN_LAWS,   // with the forces of laws moderated
    CLOSE,        // position iteration with the factors of the start,
    CLOSE_FRESH,  // with new compliances of laws and factors of its own,
    CLOSE_AGAIN,  // and with those of the iteration before,
    CLOSE_CURVED, // but for laws whose slopes change
    VELOCITY,
    VELOCITY_GUESS, // with a guess of accelerations for rows of laws
    ACCELERATION,
    ACCELERATION_OF_LAWS,
    POSITION, // of combined sequences, and their velocities
    RATES,
    RATES_AGAIN, // with the factors of VELOCITY: what compliances left
    LEFT,        // rows alone: gaps that iterations leave; if they do not contract
    LET_GO,      // the step without impulses of joints, a way down only,
    PROJECT,     // and projections of positions (snaps.h)
    SOLVES
} canonical_solve;

#define LOADED TAC_ELEMENTS_LOAD, TAC_ENDS_LOAD

// Rows where the state is.
#define PLACED(units, ...)                                                       \
    TAC_SOLVE("place", TAC_MOMENTA_ELEMENTS_PLACE, units),                       \
        .up = {TAC_MOMENTA_ELEMENTS_PLACE, TAC_MOMENTA_ENDS_PLACE, __VA_ARGS__}, \
        .load = {.split = TAC_MOMENTA_SPLIT_PLACE},                              \
        .push = {TAC_MOMENTA_ELEMENTS_BEGIN, TAC_MOMENTA_ELEMENTS_BEGIN}
#define BEGUN TAC_MOMENTA_BODIES_BEGIN, TAC_MOMENTA_ELEMENTS_BEGIN
#define BEGUN_LAWS                                                       \
    TAC_MOMENTA_ELEMENTS_BEGIN, TAC_ENDS_PUSH, TAC_MOMENTA_BODIES_BEGIN, \
        TAC_BODIES_UPDATE_ACCELERATION, TAC_MOMENTA_BODIES_MODERATE

// Position iterations.
#define CLOSED(rows_up, units)                                                 \
    TAC_SOLVE("close", rows_up, units),                                        \
        .up = {rows_up, TAC_MOMENTA_ENDS_CLOSE, units},                        \
        .down = {TAC_UNITS_BACKWARD, TAC_MOMENTA_ELEMENTS_PUSH, TAC_ENDS_PUSH, \
                 TAC_BODIES_UPDATE_ACCELERATION, TAC_MOMENTA_BODIES_MOVE},     \
        .load = {.split = TAC_MOMENTA_SPLIT_CLOSE},                            \
        .push = {TAC_MOMENTA_ELEMENTS_PUSH, TAC_MOMENTA_SPLIT_PUSH},           \
        .units_down = TAC_UNITS_BACKWARD

// Velocities of the step's momenta, and what bodies make of them.
#define SETTLED(...)                                                                           \
    TAC_SOLVE("velocity", TAC_MOMENTA_ELEMENTS_VELOCITY, TAC_UNITS_FACTOR),                    \
        .up = {TAC_MOMENTA_ELEMENTS_VELOCITY,                                                  \
               TAC_MOMENTA_ENDS_VELOCITY,                                                      \
               TAC_BODIES_INDEX1,                                                              \
               TAC_MOMENTA_BODIES_VELOCITY,                                                    \
               LOADED,                                                                         \
               TAC_UNITS_FACTOR},                                                              \
        .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH, TAC_ENDS_PUSH, __VA_ARGS__},           \
        .load = {TAC_ELEMENTS_LOAD, TAC_SPLIT_VELOCITY}, .push = {.whole = TAC_ELEMENTS_PUSH}, \
        .units_down = TAC_UNITS_BACKWARD

#define ACCELERATED(rows_up)                                                                  \
    TAC_SOLVE("acceleration", rows_up, TAC_UNITS_FORWARD),                                    \
        .up = {rows_up, TAC_ENDS_ACCELERATION, TAC_BODIES_INDEX1, LOADED, TAC_UNITS_FORWARD}, \
        .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH_INDEX1, TAC_ENDS_PUSH,                 \
                 TAC_BODIES_UPDATE_ACCELERATION},                                             \
        .load = {TAC_ELEMENTS_LOAD, TAC_SPLIT_ACCELERATION},                                  \
        .push = {TAC_ELEMENTS_PUSH_INDEX1, TAC_SPLIT_PUSH_INDEX1},                            \
        .units_down = TAC_UNITS_BACKWARD

// Corrections of what is there: combined sequences, rates, joints that snap.
#define CORRECTED(of, rows_up, ends, bodies, split_load, units, ...)                   \
    TAC_SOLVE(of, rows_up, units),                                                     \
        .up = {rows_up, ends, bodies, LOADED, units},                                  \
        .down = {TAC_UNITS_BACKWARD, TAC_ELEMENTS_PUSH, TAC_ENDS_PUSH, __VA_ARGS__},   \
        .load = {TAC_ELEMENTS_LOAD, split_load}, .push = {.whole = TAC_ELEMENTS_PUSH}, \
        .units_down = TAC_UNITS_BACKWARD
#define RATES_OF(of, units)                                                           \
    CORRECTED(of, TAC_MOMENTA_ELEMENTS_RATES, TAC_ENDS_VELOCITY, TAC_BODIES_VELOCITY, \
              TAC_SPLIT_VELOCITY, units, TAC_BODIES_UPDATE_VELOCITY)

static const tac_solve solves[SOLVES] = {
    [LOAD] = {.name = {.all = "load"}, .down = {TAC_MOMENTA_BODIES_PLACE}},
    [PLACE] = {PLACED(TAC_UNITS_FACTOR, TAC_UNITS_FACTOR), .down = {BEGUN}},
    [PLACE_ROWS] = {PLACED(TAC_UNITS_FORWARD, TAC_NO_STAGE), .down = {BEGUN_LAWS}},
    [BEGIN] = {.name = {.all = "begin"}, .down = {BEGUN}},
    [BEGIN_LAWS] = {.name = {.all = "begin"}, .down = {BEGUN_LAWS}},
    [CLOSE] = {CLOSED(TAC_MOMENTA_ELEMENTS_CLOSE, TAC_UNITS_FORWARD)},
    [CLOSE_FRESH] = {CLOSED(TAC_MOMENTA_ELEMENTS_CLOSE, TAC_UNITS_FACTOR)},
    [CLOSE_AGAIN] = {CLOSED(TAC_MOMENTA_ELEMENTS_CLOSE_AGAIN, TAC_UNITS_FORWARD)},
    [CLOSE_CURVED] = {CLOSED(TAC_MOMENTA_ELEMENTS_CLOSE_AGAIN, TAC_MOMENTA_UNITS_REFRESH)},
    [VELOCITY] = {SETTLED(TAC_BODIES_UPDATE_VELOCITY)},
    [VELOCITY_GUESS] = {SETTLED(TAC_BODIES_UPDATE_VELOCITY, TAC_MOMENTA_BODIES_GUESS)},
    [ACCELERATION] = {ACCELERATED(TAC_ELEMENTS_ACCELERATION)},
    [ACCELERATION_OF_LAWS] = {ACCELERATED(TAC_MOMENTA_ELEMENTS_ACCELERATION)},
    [POSITION] = {CORRECTED("position", TAC_MOMENTA_ELEMENTS_POSITION, TAC_ENDS_VELOCITY,
                            TAC_BODIES_POSITION, TAC_SPLIT_POSITION, TAC_UNITS_FACTOR,
                            TAC_BODIES_UPDATE_POSITION)},
    [RATES] = {RATES_OF("velocity", TAC_UNITS_FACTOR)},
    [RATES_AGAIN] = {RATES_OF("rates", TAC_UNITS_FORWARD)},
    [LEFT] = {.name = {.all = "gaps", .blocks = "gaps", .late = "gaps rest"},
              .waits = TAC_ROWS + 1,
              .up = {TAC_MOMENTA_ELEMENTS_LEFT},
              .rows = {{TAC_MOMENTA_ELEMENTS_LEFT, TAC_MOMENTA_ELEMENTS_LEFT}}},
    [LET_GO] = {.name = {.all = "let go"},
                .down = {TAC_MOMENTA_ELEMENTS_LET_GO, TAC_ENDS_PUSH, TAC_BODIES_UPDATE_ACCELERATION,
                         TAC_MOMENTA_BODIES_LET_GO}},
    [PROJECT] = {CORRECTED("projection", TAC_MOMENTA_ELEMENTS_PROJECT, TAC_MOMENTA_ENDS_PROJECT,
                           TAC_MOMENTA_BODIES_TAUT, TAC_MOMENTA_SPLIT_PROJECT, TAC_UNITS_FACTOR,
                           TAC_BODIES_UPDATE_ACCELERATION, TAC_MOMENTA_BODIES_PROJECT)},
};

static bool has_law_rows(const tac_model *m)
{
    return m->n_law_row > 0;
}

static bool has_laws(const tac_model *m)
{
    return m->couplers.first_term > m->n_joint || has_law_rows(m);
}

// Joints alone, of which some are driven: nothing else says how fast the mechanism is.
static bool is_driven(const tac_model *m)
{
    return !has_laws(m) && tac_has_drive(m);
}

static canonical_solve close_solve(const tac_workspace *w, int iteration)
{
    if (!has_law_rows(w->m)) {
        return CLOSE;
    }
    canonical_solve later = tac_any_is_curved(w) ? CLOSE_CURVED : CLOSE_AGAIN;
    return iteration == 1 ? CLOSE_FRESH : later;
}

static void add_accelerations(tac_phase_list *list, tac_workspace *w)
{
    canonical_solve of = has_laws(w->m) ? ACCELERATION_OF_LAWS : ACCELERATION;
    tac_add_solve(list, w, &solves[of]);
    tac_add_commit(list, w);
}

// What closes joints that the iterations have left open.
static void add_snaps(tac_phase_list *list, tac_workspace *w)
{
    tac_add_rows(list, w, &solves[LEFT]);
    tac_add_snaps(list, w);
    tac_add_beginning(list, w, &solves[LET_GO], TAC_MOMENTA_ELEMENTS_LET_GO);
    for (int k = 0; k < TAC_SNAP_PROJECTIONS; k++) {
        tac_add_solve(list, w, &solves[PROJECT]);
    }
}

// From the first half of the step's impulse on.
static void add_rest(tac_phase_list *list, tac_workspace *w)
{
    for (int k = 1; k <= w->o.iterations; k++) {
        list->iteration = k;
        tac_add_solve(list, w, &solves[close_solve(w, k)]);
    }
    list->iteration = 0;
    if (w->m->ropes) {
        add_snaps(list, w);
    }
    tac_add_solve(list, w, &solves[has_law_rows(w->m) ? VELOCITY_GUESS : VELOCITY]);
    if (w->o.order == 2 && is_driven(w->m)) { // combined sequences project their rates at the end
        tac_add_solve(list, w, &solves[RATES_AGAIN]);
    }
    add_accelerations(list, w);
}

void tac_add_canonical_step(tac_phase_list *list, tac_workspace *w)
{
    canonical_solve begin = has_law_rows(w->m) ? BEGIN_LAWS : BEGIN;
    tac_add_beginning(list, w, &solves[begin], TAC_MOMENTA_ELEMENTS_BEGIN);
    add_rest(list, w);
}

void tac_add_canonical_first(tac_phase_list *list, tac_workspace *w)
{
    tac_add_beginning(list, w, &solves[LOAD], TAC_NO_STAGE);
    tac_add_solve(list, w, &solves[has_law_rows(w->m) ? PLACE_ROWS : PLACE]);
    add_rest(list, w);
}

void tac_add_canonical_end(tac_phase_list *list, tac_workspace *w)
{
    list->down = &solves[NO_SOLVE];
    tac_add_solve(list, w, &solves[POSITION]);
    tac_add_solve(list, w, &solves[RATES]);
    add_accelerations(list, w);
}

void tac_place_canonical(tac_workspace *w)
{
    const tac_grouping *g = w->plan->g;
    tac_set_scratch(w, 1); // a stage runs over all blocks before the next one
    for (int k = 0; k < g->n_block; k++) {
        tac_call_stage(w, TAC_MOMENTA_BODIES_PLACE, g->block_body[k], g->block_body[k + 1]);
        w->momenta.elsewhere[k] = 0;
    }
    tac_call_stage(w, TAC_MOMENTA_ELEMENTS_PLACE, 0, g->n_cell);
    if (!has_law_rows(w->m)) {
        tac_call_stage(w, TAC_UNITS_FACTOR, 0, g->n_unit);
    }
    tac_set_scratch(w, 0);
}

// Flexible bodies in a workspace.
//
// Elements see an interface as a body: its pose, rates, accelerations and unknowns are fields as a body's
// (plan->interface_at). Only the leaf knows the modes. Bodies of a cell that have as many modes and interfaces lie side
// by side on its lanes, others are worked on one after another with one lane (base/modes_lane.h): bits do not depend on
// that. docs/equations.md, "Flexible bodies".
#ifndef TAC_STAGES_FLEXIBLE_H
#define TAC_STAGES_FLEXIBLE_H

#include "model/flexible.h"
#include "model/plan/plan.h"
#include "workspace/work.h"

// What the factors of bodies are made of.
typedef enum tac_flex_metric {
    TAC_FLEX_STEP,   // M + dt/2 D + dt^2/4 K
    TAC_FLEX_MASS,   // M
    TAC_FLEX_HELD,   // M of the rigid coordinates, modes stay
    TAC_FLEX_STATIC, // the same, modes move by K, stiffer than it is (start.stiffer)
} tac_flex_metric;

// An element on bodies: the same rows at the same interface of all, or it is missing.
typedef struct tac_flex_side {
    int interface, n_row;
    int to_linear; // how much further the linear part of a row lies than the angular one
    bool joint;
    int scratch;                  // as in tac_side
    tac_ref told, slot;           // what it tells the bodies; its first row among Jacobians
    int row[TAC_MAX_LANES];       // fields of that, TAC_NONE: it is missing in this lane
    int places[2][TAC_MAX_LANES]; // of the references
} tac_flex_side;

// What stages keep of bodies and of interfaces, by their lanes.
typedef struct tac_flex_own tac_flex_own;           // flexible_lane.h
typedef struct tac_interface_map tac_interface_map; // model/interface_map_lane.h

// Flexible bodies side by side, or one. Arrays over modes are whole chunks.
struct tac_flex_cell {
    int lanes, n;                          // lanes are those of the plan, or one
    const tac_flexible *of[TAC_MAX_LANES]; // lanes from n on repeat the first body
    tac_modes modes;
    int n_side;
    double *q, *qd, *qdd;    // now
    double *q0, *qd0, *qdd0; // at the step's start
    double *dq;              // what the step has made of q0
    double *left;            // what modes lack of their equation at the step's end
    double *mass, *zeta;     // of the modes with this step, modal_pace.h
    double *d;               // inverse diagonal of the modes in the factors, zero: they stay
    double *travel;    // largest squares of rotation and displacement in a step     (2, lanes)
    double *bent;      // TAC_BENT and TAC_TWISTED of the step                       (2, lanes)
    double *unsettled; // TAC_UNSETTLED since it was reported                           (lanes)
    double *settled; // of a static start: the most an iteration moves an interface, over the length
    double *length; // of the bodies                                                         (lanes)
    double *inertia;     // mass, J undeformed: xx yy zz xy xz yz, (7, lanes)
    double *row;         // rows of elements, and solved ones: six coordinates, then modes
    int *side_interface; // of these rows, and of terms that are added to them
    tac_flex_side *side;
    tac_flex_own *own;
    // at the step's start, at q, and where the factors were made                       (n_interface)
    tac_interface_map *start, *now, *map;
};

enum { TAC_FLEX_NUMBERS = 11 }; // arrays over modes of a cell

// What a stage does with flexible bodies.
typedef void tac_flex_work(tac_workspace *w, tac_flex_cell *c);

void tac_layout_flex_cells(tac_workspace *w, const tac_plan *plan, tac_arena *a);
void tac_fill_flex_cells(tac_workspace *w);

// A number of mode j of body l.
static inline double *tac_flex_mode(const tac_flex_cell *c, double *array, int j, int l)
{
    return array + j * c->lanes + l;
}

// The cell of the i-th flexible body, and which body of it that is.
static inline tac_flex_cell *tac_flex_cell_of(const tac_workspace *w, int i)
{
    return &w->flexes.cell[w->flexes.cell_of[i]];
}

// Modal coordinates and rates (or NULL) of the i-th flexible body, whole fours.
void tac_flex_now(const tac_workspace *w, int i, double *q, double *qd);
// Its interfaces with it, whose velocities are others: of one body, whatever it lies beside.
void tac_move_interfaces(const tac_workspace *w, int i);

// Room for the rows on a body: four from any of them on are there.
static inline int tac_flex_rows(const tac_model *m, int body)
{
    return m->bodies.slot_first[body + 1] - m->bodies.slot_first[body] + 3;
}

#endif

// What a mechanism cannot do: motions that joints take away although they nearly leave them free, and
// drives that ask for more than there is; and what its sources are before time starts.
//
// Asked between steps; both use the workspace as scratch, allocate nothing, take a bounded number of
// factorizations and have no place in real time.
#ifndef TAC_REACH_H
#define TAC_REACH_H

#include <stdbool.h>
#include <stddef.h>

#include "model.h"
#include "solver.h"

// A motion that is lost because constraints miss dependence by little: a door whose two hinges are out of
// line by a milliradian is locked.
typedef struct tac_lock {
    int motions; // degrees of freedom that are lost so; 0: none, nothing else is set
    int element; // where the weakest of the constraints was found, numbered as in the tree
    double miss; // by how much they miss: their rates in that motion, per speed or turn of it
    int body;    // the body that would move most
    vec3 move,
        turn; // how: velocity of its centre and angular velocity, world; the larger of |move|
              // and |turn| times the model's length is 1
    // By how much constraints that count as dependent are not, of their size, where that is more than rounding; else 0. What
    // moves on them is held by that, and moves by the error of the step.
    double misfit;
    int misfit_element; // whose constraint that is
} tac_lock;

// Constraints are nearly dependent when the motion that they take away misses them by less than 1e-2, and
// by more than what tac_count_rank takes for dependent.
//   reads    s
//   cost     some factorizations; uses w as scratch
tac_lock tac_find_lock(tac_work *w, const tac_state *s);

// A drive that asks for what the other joints do not allow.
typedef struct tac_beyond {
    int joint;    // TAC_NONE: no drive does, nothing else is set
    bool turns;   // the drive prescribes an angle, else a length
    double asked; // rad or m
    double off;   // how far the others leave it behind, rad or m
    double time;  // when, s
    bool jumps;   // it could be met, but not in a step: `off` is from where the joint goes
} tac_beyond;

// The driven joint that keeps the constraints from being met within the next steps: without its drive they
// can be, with it they cannot. Of several the one that is left behind least. If there is none, the one that jumps
// in the next step farthest from where its rate takes it, by more than a quarter of a radian or of the model's length.
//   reads    s, input (n_input) or NULL
//   cost     up to a hundred factorizations per drive; uses w as scratch
tac_beyond tac_find_beyond(tac_work *w, const tac_state *s, const double *input);

// Whether positions close from a state as it is given to the start, modes of flexible bodies free.
//   cost     up to a hundred factorizations; uses w as scratch
bool tac_start_closes(tac_work *w, const tac_state *s, const double *input);

// Of a start that ended with TAC_NO_RATES: the first driven joint whose drive asks for a rate that joints and the drives
// before it do not leave it.
typedef struct tac_hasty {
    int joint;  // TAC_NONE: no drive does
    double off; // how far its rate is off, rad/s or m/s
} tac_hasty;

//   reads    s as given to the start, input (n_input) or NULL
//   cost     up to two hundred factorizations per drive; uses w as scratch
tac_hasty tac_find_hasty(tac_work *w, const tac_state *s, const double *input);

// ---- sources before time starts: their values, jumps and corners, and tables between their points ----

// A jump of a value, and when; 0: there is none.
typedef struct tac_source_jump {
    double by, time;
} tac_source_jump;

// The largest jump of a source after time zero, by itself and by its terms. Inputs are not looked at.
//   reads    source, term, table: of a description, up to this source
tac_source_jump tac_find_source_jump(const tac_source_desc *source, const int *term,
                                     const tac_table_desc *table, int i);

// Values of all sources at time zero.
//   writes   scratch (tac_source_scratch bytes), value (n_source)
size_t tac_source_scratch(const tac_model *m);
void tac_find_start_values(const tac_model *m, const double *input, void *scratch, double *value);

// Where rates of drives jump: bodies that follow get an impulse.
typedef struct tac_drive_corners {
    int n;       // of all drives
    int joint;   // of the largest, TAC_NONE: there is none
    bool turns;  // it is an angle
    double by;   // the largest, rad/s or m/s
    double time; // s
} tac_drive_corners;

// Those of joints, after time zero and before a time.
//   cost     of the order of drives times corners
tac_drive_corners tac_find_drive_corners(const tac_model *m, double until);

// How far a table goes beyond both of two neighbouring points, at most, and where; `range` is that of all of its points.
typedef struct tac_table_beyond {
    double by, at, range;
} tac_table_beyond;

tac_table_beyond tac_find_table_beyond(const tac_model *m, int table);

#endif

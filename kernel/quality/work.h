// Work that goes into a mechanism and out of it: of what is constant by how far what it acts on has gone, of what changes
// its power at a state.
#ifndef TAC_QUERY_WORK_H
#define TAC_QUERY_WORK_H

#include <stdbool.h>

#include "model/source.h"
#include "solver.h"

// Whether a source never changes; none does not.
bool tac_is_constant(const tac_model *m, int source);

// Whether a law has a damper.
bool tac_spring_damps(const tac_spring_desc *s);
bool tac_bushing_damps(const tac_bushing_desc *b);
bool tac_coupler_damps(const tac_model *m, const tac_element *e); // by its first term

// Where a load acts, and how the body is turned there; force and torque; all in world axes.
typedef struct tac_pushed {
    vec3 r;
    quat p;
    vec3 force, torque;
} tac_pushed;

// J that constant loads put in since the state that `last` is of, which is of s afterwards; only that where it begins.
//   reads    now, as below
//   last     (n_load)
//   cost     of the order of loads; no allocation
double tac_work_of_constants(const tac_model *m, const tac_state *s, const tac_signal *now,
                             bool begins, tac_pushed *last);

// J that constant actuators give when the mechanism comes to where they have nothing to give.
//   cost     of the order of springs; no allocation
double tac_stored_by_actuators(const tac_model *m, const tac_state *s);

// W of loads and actuators that change, of drives and of moving free lengths, where sources have the values `now`.  (n_source)
//   cost     of the order of loads, springs and joints; no allocation
double tac_power_given(const tac_model *m, const tac_state *s, const tac_signal *now);

// W of dampers, frictions and damped modes.
//   cost     of the order of laws; no allocation
double tac_power_taken(const tac_model *m, const tac_state *s, const tac_signal *now);

// J, of bodies that a driven joint with ground prescribes, whatever the mechanism does.
//   cost     of the order of joints; no allocation
double tac_prescribed_kinetic(const tac_model *m, const tac_state *s);

// A source of what drives or pushes that goes on in a step other than it began: no instant tells the power of that.
typedef struct tac_break {
    bool any; // in value or rate, or faster than steps resolve
    // Of drives that prescribe lengths, m, and of those that prescribe angles, rad: the farthest beyond what its rates
    // explain, and whose it is. 0: none jumps.
    double jump[2];
    int joint[2];
} tac_break;

// In a step of dt between the values `before` and `now` of all sources.  (n_source)
//   cost     of the order of joints, springs and loads; no allocation
tac_break tac_find_break(const tac_model *m, double dt, const tac_signal *before,
                         const tac_signal *now);

#endif

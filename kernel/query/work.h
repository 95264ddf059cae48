// Power that goes into a mechanism and out of it, at a state.
#ifndef TAC_QUERY_WORK_H
#define TAC_QUERY_WORK_H

#include <stdbool.h>

#include "model/source.h"
#include "solver.h"

// What has power that is counted, by a model's tables and never its state.
bool tac_is_constant(const tac_model *m, int source);
bool tac_spring_damps(const tac_spring_desc *s);
bool tac_bushing_damps(const tac_bushing_desc *b);

// W of loads, actuators, drives and moving free lengths, where sources have the values `now`.  (n_source)
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
    bool any;    // in value or rate, or faster than steps resolve
    double jump; // of a drive, farthest beyond what its rates explain, rad or m
    int joint;   // whose; TAC_NONE: none jumps
    bool turns;  // the drive prescribes an angle, else a length
} tac_break;

// In a step of dt between the values `before` and `now` of all sources.  (n_source)
//   cost     of the order of joints, springs and loads; no allocation
tac_break tac_find_break(const tac_model *m, double dt, const tac_signal *before,
                         const tac_signal *now);

#endif

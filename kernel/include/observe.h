// Reading results out of a state: reactions, joint coordinates, sensors.
//
// All functions read model and state only, may be called from any thread that owns the state or a
// copy of it, cost a bounded number of operations and cannot fail.
#ifndef TAC_OBSERVE_H
#define TAC_OBSERVE_H

#include "model.h"
#include "solver.h"

#define TAC_MAX_COORDINATES 6

// Force (out 0-2) and torque (out 3-5) of joint j on its second body at frame b's origin, world.
void tac_joint_reaction(const tac_model *m, const tac_state *s, int j, double out[6]);

// The same of element i of a class: reads of the state where the bodies are and the multipliers alone, and nothing of
// the model that tune.h changes.
void tac_element_reaction(const tac_model *m, const tac_state *s, tac_element_class what, int i,
                          double out[6]);

// Relative coordinates and rates of joint j in the order of the table in desc.h; returns how many.
int tac_joint_coordinates(const tac_model *m, const tac_state *s, int j,
                          double q[TAC_MAX_COORDINATES], double qd[TAC_MAX_COORDINATES]);

// Number of coordinates of a joint kind.
int tac_coordinate_count(tac_joint_kind kind);

// Number of doubles of sensor i, and of all sensors.
int tac_sensor_width(const tac_model *m, int i);
int tac_sensor_total(const tac_model *m);

// All sensors, one after another: out (tac_sensor_total).
void tac_sense(const tac_model *m, const tac_state *s, const tac_report *r, double *out);
// n of them, from the given one on.
void tac_sense_some(const tac_model *m, const tac_state *s, const tac_report *r, int first, int n,
                    double *out);

#endif

// Which value of the model every signal of a rig is, and how the two are scaled.
#ifndef TAC_SIGNAL_MAP_H
#define TAC_SIGNAL_MAP_H

#include "io/layout.h"
#include "rig_file.h"
#include "simulation/simulation.h"
#include "simulation/variables.h"

typedef struct tac_signal_map {
    const tac_exchange_rig *rig;
    int *variable; // of every command                                    (n_command)
    int *first;    // of every state: its first value among all sensors   (n_state)
    int *count;    // how many of them                                    (n_state)
    int *sensor;   // and which sensor's                                  (n_state)
    int *column;   // the first of them within the sensor                 (n_state)
} tac_signal_map;

// Looks all names up in a prepared simulation and the list of its variables; 0 with a line in diag.
int tac_signal_map_open(tac_signal_map *m, const tac_exchange_rig *rig, const tac_simulation *s,
                        const tac_variable *variable, int n_variable, tac_diag *diag);
void tac_signal_map_close(tac_signal_map *m); // a zeroed one is fine

// Command i from its unit to the model, and back up to rounding.
double tac_signal_to_model(const tac_signal_map *m, int i, double value);
double tac_signal_of_model(const tac_signal_map *m, int i, double x);

// Name and unit of value k of state i: those of the sensor's columns, in the unit of the signal if it has one. One
// value of a sensor that is named as such has no name but its signal's.
void tac_signal_value_about(const tac_signal_map *m, const tac_simulation *s, int i, int k,
                            tac_value_entry *out);

// What the model calls command i. No name but its signal's, and no unit but the signal's.
void tac_signal_command_about(const tac_signal_map *m, int i, tac_value_entry *out);

// Values of state i in its unit out of those of all sensors: (count).
void tac_signal_of_sensors(const tac_signal_map *m, int i, const double *sensors, double *out);

#endif

// What a rig exchanges as rows of a table: the values of its states after every step, and of its commands as the
// step took them, in the units and with the names of the rig. For runs that are computed again, or read from a
// log, where no exchange is.
//
// States have the bits that were published. Commands are known as the model took them, in SI; back in a unit of
// their own they are right up to rounding.
#ifndef TAC_SIGNAL_ROWS_H
#define TAC_SIGNAL_ROWS_H

#include "signal_map.h"
#include "simulation/export.h"

typedef struct tac_signal_rows {
    const tac_rig_file *rig;
    tac_signal_map map;
    tac_variable *variable; // (n_variable)
    int n_variable;
    double *sensors, *value; // of all sensors, and of one state (tac_sensor_total)
    bool without_time;
    tac_diag diag; // why the rig does not fit the simulation, "" otherwise
} tac_signal_rows;

// The table's rows of a zeroed r. The rig stays the caller's; it has to share something.
tac_export_source tac_signal_rows_source(tac_signal_rows *r, const tac_rig_file *rig);
// The same without the time, for rows that have it.
tac_export_source tac_signal_rows_beside(tac_signal_rows *r, const tac_rig_file *rig);
void tac_signal_rows_close(tac_signal_rows *r); // a zeroed one is fine

#endif

// The columns of a drawing: their names and units, and a row of their values out of a simulation.
#ifndef TAC_PLOT_ROW_H
#define TAC_PLOT_ROW_H

#include "simulation/export.h"

enum { TAC_PLOT_UNIT = 16 }; // bytes of a unit

typedef struct tac_plot_row { // motion, sensors, signals of a rig, after one another
    char **name, (*unit)[TAC_PLOT_UNIT];
    double *value;
    double *sensor; // scratch (tac_sensor_total)
    size_t n, room, at;
    bool no_memory;
} tac_plot_row;

// Names the columns of a zeroed row; false without memory. And their values.
bool tac_plot_row_open(tac_plot_row *r, const tac_simulation *s, const tac_export_rig *rig);
void tac_plot_row_take(tac_plot_row *r, const tac_simulation *s, const tac_export_rig *rig);
void tac_plot_row_close(tac_plot_row *r);

#endif

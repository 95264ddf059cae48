// Results as rows of tables: the motion of everything, and the sensors of the model.
//
// docs/model-format.md and tactus(1) list the columns; names are those of the model file.
#ifndef TAC_RECORD_H
#define TAC_RECORD_H

#include "format/row_sink.h"
#include "simulation.h"

// Header line and one row of time, bodies, joints, energy, residuals and inputs. Return 0 when the file
// cannot be written.
int tac_record_motion_header(const tac_row_sink *t, const tac_simulation *s);
int tac_record_motion(const tac_row_sink *t, const tac_simulation *s);

// Header line and one row of time and all sensors; value (tac_sensor_total) is scratch.
int tac_record_sensors_header(const tac_row_sink *t, const tac_simulation *s);
int tac_record_sensors(const tac_row_sink *t, const tac_simulation *s, double *value);

#endif

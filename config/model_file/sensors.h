// Sensors: the section `sensors` of a file.
#ifndef TAC_SENSORS_H
#define TAC_SENSORS_H

#include "reader/reader.h"

void tac_read_sensors(const tac_place *p);

#endif

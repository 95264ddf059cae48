// Sensors: the section `sensors` of a file.
#ifndef TAC_SENSORS_H
#define TAC_SENSORS_H

#include "reader/reader.h"

void tac_read_sensors(const tac_place *p);

struct tac_model_reader;

// Sources that read sensors, once these are known.
void tac_find_sensed_sources(struct tac_model_reader *model);

#endif

// Roads: the section `roads` of a file.
#ifndef TAC_MODEL_ROADS_H
#define TAC_MODEL_ROADS_H

#include "frames.h"

// Their names, which sources use; then the roads themselves, of all files, with bodies, tables and sources at hand.
void tac_read_road_names(const tac_place *p);
void tac_read_roads(tac_model_reader *model);

// What meets a road: `road`, `bodies` with the one that it stands on first, and `at2` on the other.
tac_meeting tac_read_on_road(const tac_place *p, const tac_node *item, const char *what);

// The frame of the `road` of a wheel, which stands on the first of its `bodies`.
tac_frame tac_frame_of_road(const tac_place *p, const tac_node *item);

#endif

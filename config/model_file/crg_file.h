// OpenCRG files: a header of text, then numbers as text or as bytes.
#ifndef TAC_CRG_FILE_H
#define TAC_CRG_FILE_H

#include "desc.h"
#include "reader/reader.h"

// Reads the file that a node names into the data of a road, which element_types.h lays out.
void tac_read_crg(const tac_place *p, const tac_node *file, tac_road_desc *road);

#endif

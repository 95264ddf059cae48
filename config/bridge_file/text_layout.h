// Layouts of packets of text: fields with separators between them, numbers as printf writes them.
#ifndef TAC_TEXT_LAYOUT_H
#define TAC_TEXT_LAYOUT_H

#include "bridge_file.h"
#include "packet_layout.h"
#include "reader/reader.h"

// The list `fields` of a map `send` or `receive` with `separator` and `end`.
void tac_bridge_read_text_layout(const tac_place *p, const tac_node *map,
                                 tac_packet_direction direction, tac_packet_layout *out);

#endif

// Layouts of packets as bridge files give them.
#ifndef TAC_PACKET_LAYOUT_H
#define TAC_PACKET_LAYOUT_H

#include "bridge_file.h"
#include "reader/reader.h"

typedef enum tac_packet_direction { TAC_PACKET_OUT, TAC_PACKET_IN } tac_packet_direction;

// The list `packet` of a map `send` or `receive`, with its byte order.
void tac_bridge_read_packet(const tac_place *p, const tac_node *map, tac_packet_direction direction,
                            tac_packet_layout *out);

// For layouts of texts too: a signal with what says which of its values, its unit, scale, offset and range.
void tac_bridge_read_signal(const tac_place *p, const tac_node *item,
                            tac_packet_direction direction, tac_packet_layout *out,
                            tac_packet_field *f);

// The list `signals` of a flow that sends JSON: names, or maps of a name and a unit.
void tac_bridge_read_signals(const tac_place *p, const tac_node *map, tac_bridge_json *out);

#endif

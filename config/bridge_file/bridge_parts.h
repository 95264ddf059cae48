// The parts of a bridge file, for bridge_*.c. All refuse through the reader.
#ifndef TAC_BRIDGE_PARTS_H
#define TAC_BRIDGE_PARTS_H

#include "bridge_file.h"
#include "reader/reader.h"

typedef enum tac_packet_direction { TAC_PACKET_OUT, TAC_PACKET_IN } tac_packet_direction;

// ---------------------------------------------------------------- bridge_packet.c

// The list `packet` of a map `send` or `receive`, with its byte order.
void tac_bridge_read_packet(const tac_place *p, const tac_node *map, tac_packet_direction direction,
                            tac_packet_layout *out);

// ---------------------------------------------------------------- bridge_address.c

// HOST:PORT, [HOST]:PORT or PORT; a port of 0 only where none is needed.
tac_udp_address tac_bridge_read_address(const tac_place *p, const tac_node *node, const char *key,
                                        int least_port);

#endif

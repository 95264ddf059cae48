// Addresses of a bridge.
#ifndef TAC_BRIDGE_ADDRESS_H
#define TAC_BRIDGE_ADDRESS_H

#include "bridge_file.h"
#include "reader/reader.h"

// HOST:PORT, [HOST]:PORT or PORT; a port of 0 only where none is needed.
tac_udp_address tac_bridge_read_address(const tac_place *p, const tac_node *node, const char *key,
                                        int least_port);

#endif

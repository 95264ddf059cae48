// Addresses of UDP, in bridges and rigs.
#ifndef TAC_ADDRESS_H
#define TAC_ADDRESS_H

#include "reader.h"
#include "udp_address.h"

// HOST:PORT, [HOST]:PORT or PORT; a port of 0 only where none is needed.
tac_udp_address tac_read_address(const tac_place *p, const tac_node *node, const char *key,
                                 int least_port);

// Whose packets are taken: HOST or HOST:PORT; false, and nothing in from, for the word any.
bool tac_read_sender(const tac_place *p, const tac_node *node, const char *key,
                     tac_udp_address *from);

#endif

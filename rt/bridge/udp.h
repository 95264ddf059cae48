// UDP sockets: opened from a bridge file, never waiting, errors counted rather than fatal.
//
// Sockets are not connected, so that packets of strangers can be counted. What the network says about
// packets that were sent ("nobody listens on that port") comes through the error queue of Linux.
#ifndef TAC_UDP_H
#define TAC_UDP_H

#include <stdint.h>

#include "bridge_file.h"
#include "system/udp_name.h"

typedef struct tac_udp {
    int file; // -1: not open
    tac_udp_name peer;
    tac_udp_sender from;
    uint64_t unreachable; // refusals that came back for packets sent
    uint64_t failed;      // packets the system did not take
    int error;            // errno of the last of these, 0: none
} tac_udp;

typedef struct tac_datagram {
    int size;       // as sent, also when it did not fit
    int is_from;    // its sender is the one that is listened to
    int64_t age_ns; // since the system received it
} tac_datagram;

// Opens and binds the socket of a flow. 0 and one line in diag with the place in the file.
int tac_udp_open(tac_udp *u, const tac_bridge_file *file, const tac_bridge_flow *f, tac_diag *diag);
void tac_udp_close(tac_udp *u);

// Sends to the peer; 0 when the system did not take it, which is counted.
int tac_udp_send(tac_udp *u, const void *byte, int n);

// Takes one datagram that waits, up to `most` bytes of it; 0: none waits.
int tac_udp_receive(tac_udp *u, void *byte, int most, tac_datagram *d);

// Takes what the network reported about packets sent, and counts it.
void tac_udp_take_errors(tac_udp *u);

#endif

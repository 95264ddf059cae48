// Bridge files: which signals of an instance travel over UDP, to whom, when, in which layout.
// docs/bridge-udp.md is the reference. Same reader, units and error lines as model and rig files.
#ifndef TAC_BRIDGE_FILE_H
#define TAC_BRIDGE_FILE_H

#include "diag.h"
#include "packet.h"
#include "udp_address.h"

enum { TAC_BRIDGE_NAME = 32, TAC_BRIDGE_MOST_FLOWS = 16 };

typedef struct tac_bridge_json { // values by their names, as text
    bool enabled;
    const tac_packet_field *field; // signal and unit of each alone   (n_field)
    int n_field;                   // 0: all signals of the instance
} tac_bridge_json;

typedef struct tac_bridge_send {
    bool enabled;
    int64_t period_ns;  // 0: with the frames of the executive
    int every;          // which of them: 1 is each
    int64_t max_age_ns; // of a frame that is still worth sending
    tac_bridge_json json;
    tac_packet_layout packet; // of nothing where json is enabled
} tac_bridge_send;

typedef struct tac_bridge_receive {
    bool enabled;
    bool from_anybody;
    tac_udp_address from; // whose packets are taken; port 0: any of that host
    int64_t timeout_ns;   // without a valid packet; then the signals go to their fallback
    tac_packet_layout packet;
} tac_bridge_receive;

typedef struct tac_bridge_flow { // one socket
    const char *name;
    tac_udp_address local, peer; // peer.port 0: there is none
    const char *interface;       // of groups and broadcasts: "eth0"; NULL: the system's choice
    int ttl;                     // hops of packets to a group
    bool loop;                   // they come back to this machine
    int dscp;                    // class of the packets that are sent, 0 to 63
    tac_bridge_send send;
    tac_bridge_receive receive;
} tac_bridge_flow;

typedef struct tac_bridge_file {
    const char *path;
    const char *name;     // of the bridge, in its reports and its command file
    const char *instance; // whose signals
    tac_bridge_flow flow[TAC_BRIDGE_MOST_FLOWS];
    int n_flow;
} tac_bridge_file;

// Reads and checks a bridge file. Returns NULL and one line in diag when anything is wrong. Whether
// the instance has the signals shows when it is attached.
tac_bridge_file *tac_bridge_file_read(const char *path, tac_diag *diag);
void tac_bridge_file_free(tac_bridge_file *f);

#endif

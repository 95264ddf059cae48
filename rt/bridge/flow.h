// One flow: a socket, what it sends and what it takes, with everything counted.
//
// Every packet that came is counted exactly once more by what became of it:
//   received = applied + wrong sender, length, checksum, constant, value
//            + duplicate + reordered + old + unheard
#ifndef TAC_FLOW_H
#define TAC_FLOW_H

#include "codec.h"
#include "frame_text.h"
#include "link.h"
#include "sequence.h"
#include "udp.h"

typedef enum tac_flow_count {
    // sending
    TAC_SENT,
    TAC_SKIPPED,   // deadlines or frames that passed while the bridge did not run
    TAC_STARVED,   // no frame young enough to be sent
    TAC_SATURATED, // values set to the end of their range
    TAC_UNFIT,     // not sent: a value that is not finite, or outside of a field that rejects
    // receiving
    TAC_RECEIVED,
    TAC_APPLIED,
    TAC_WRONG_SENDER,
    TAC_WRONG_LENGTH,
    TAC_WRONG_CHECKSUM,
    TAC_WRONG_CONSTANT,
    TAC_WRONG_VALUE,
    TAC_DUPLICATE,
    TAC_REORDERED,    // overtaken by a newer one
    TAC_OLD,          // older than the timeout when the bridge came to look
    TAC_UNHEARD,      // good, but no executive to tell
    TAC_RESTARTED,    // streams whose counter began anew
    TAC_FLOW_CLAMPED, // values set to the end of their range
    TAC_TIMEOUTS,
    TAC_FLOW_COUNTS
} tac_flow_count;

extern const char *const tac_flow_count_name[TAC_FLOW_COUNTS];

typedef struct tac_flow {
    const tac_bridge_flow *is;
    const char *path; // of the bridge file
    tac_udp udp;
    tac_route *out, *in; // (send and receive.packet.n_value)
    tac_frame_text text; // what is sent where that is JSON
    double *value;       // of the packet at hand  (the larger of both)
    unsigned char byte[TAC_PACKET_MOST];
    uint64_t count[TAC_FLOW_COUNTS];
    // sending
    uint64_t number;     // of the next packet
    uint64_t last_frame; // looked at, when sent with the frames
    int64_t next_send;
    // receiving
    tac_sequence sequence;
    int is_fresh;       // the executive is commanded with values that came in time
    int64_t last_valid; // when
    int64_t last_said;  // messages come once a second at most
    int64_t last_blamed, last_failed;
    uint64_t failures; // of sending, that were said
} tac_flow;

// Opens the socket; 0 and one line in diag.
int tac_flow_open(tac_flow *f, const tac_bridge_file *file, int index, tac_diag *diag);
void tac_flow_close(tac_flow *f);

// Finds its signals in a link just attached; 0 and one line in diag.
int tac_flow_route(tac_flow *f, tac_link *l, int64_t now, tac_diag *diag);

// Sends what is due. The link is attached.
void tac_flow_send(tac_flow *f, tac_link *l, int64_t now);

// Takes all packets that wait, at most 256; 1: the link has values to pass on.
int tac_flow_take(tac_flow *f, tac_link *l, int64_t now);

// Gives its signals up when nothing valid came for too long; 1: the link has to pass that on.
int tac_flow_watch(tac_flow *f, tac_link *l, int64_t now);

// When it wants to be looked after next.
int64_t tac_flow_next(const tac_flow *f, const tac_link *l);

#endif

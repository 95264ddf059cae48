// The messages of the Foxglove WebSocket protocol (github.com/foxglove/ws-protocol), for viewers that speak it: channels
// of JSON with JSON schemas, as recordings in MCAP have them. Read only: a viewer subscribes and unsubscribes; of a motion
// that was computed it says which place is shown, and whether it goes on (capability playbackControl).
//
// Channels of an instance, under /NAME: `frames`, `scene` and `lines` in the messages of scene_text.h, and one per
// signal, `signals/SIGNAL`, an object with its values by their names (`value` of one alone). Times are of the simulation.
#ifndef TAC_SERVE_FOXGLOVE_H
#define TAC_SERVE_FOXGLOVE_H

#include "message.h"
#include "source.h"

enum {
    TAC_FOXGLOVE_SUBSCRIPTIONS = 1024, // of a viewer
    TAC_FOXGLOVE_REQUEST = 32768,      // bytes
};

// Number of a channel: that of its advertisement, then what it is.
typedef enum tac_foxglove_channel {
    TAC_FOXGLOVE_FRAMES,
    TAC_FOXGLOVE_SCENE,
    TAC_FOXGLOVE_LINES,
    TAC_FOXGLOVE_SIGNALS, // and so on, in the order of the instance
    TAC_FOXGLOVE_CHANNELS = 1 << 13,
} tac_foxglove_channel;

typedef struct tac_foxglove_subscription {
    uint32_t id, channel;
    double last; // s, of the newest message; NAN: none yet
} tac_foxglove_subscription;

typedef struct tac_foxglove_offer { // what was advertised of an instance
    uint32_t number;                // of the advertisement, 0: nothing was
    int n_signal;
    bool has_scene, has_lines;
    int next; // of the frame at hand: the subscription to be served
} tac_foxglove_offer;

typedef struct tac_foxglove { // a viewer
    uint32_t offers;          // so far
    tac_foxglove_subscription list[TAC_FOXGLOVE_SUBSCRIPTIONS];
    int n;
    int turn;   // of what is followed: whose frame is at hand
    int hidden; // instances that it was told it does not get
} tac_foxglove;

// What a viewer asks of a motion.
typedef struct tac_foxglove_control {
    bool is_pause, seeks;
    double speed;   // 0: as before
    uint64_t to_ns; // where seeks
    const char *id; // of the request (n_id), in its bytes
    uint32_t n_id;
} tac_foxglove_control;

typedef enum tac_foxglove_status {
    TAC_FOXGLOVE_PLAYING,
    TAC_FOXGLOVE_PAUSED,
    TAC_FOXGLOVE_BUFFERING,
    TAC_FOXGLOVE_ENDED,
} tac_foxglove_status;

typedef struct tac_foxglove_state { // of a motion
    tac_foxglove_status status;
    uint64_t at_ns;
    double speed;
} tac_foxglove_state;

// False: the bytes of a binary request are no such one.
bool tac_foxglove_read_control(const char *bytes, size_t n, tac_foxglove_control *out);

// Messages, NULL without memory. info: of a motion with its length in ns, 0: of instances. state: in response to the
// request with this id (n_id), "": to none.
tac_message *tac_foxglove_info(uint64_t length_ns);
tac_message *tac_foxglove_tell_state(const tac_foxglove_state *s, const char *id, uint32_t n_id);
tac_message *tac_foxglove_advertise(const tac_source *s, const tac_foxglove_offer *o);
tac_message *tac_foxglove_unadvertise(const tac_foxglove_offer *o);
tac_message *tac_foxglove_refuse(const char *why);
tac_message *tac_foxglove_warn(const char *what);

// A request of n bytes. False: it is none, close the connection. *why: NULL, or what is to be said.
bool tac_foxglove_request(tac_foxglove *f, const char *text, size_t n, const char **why);

// What there is of an attached source, under the next number of this viewer.
tac_foxglove_offer tac_foxglove_offer_of(tac_foxglove *f, const tac_source *s);

// The next message of a frame to a subscription of that offer; NULL: there is no more, the next frame begins.
tac_message *tac_foxglove_next(tac_foxglove *f, const tac_source *s, tac_foxglove_offer *o,
                               tac_message *frame);

#endif

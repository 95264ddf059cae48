// The messages of the Foxglove WebSocket protocol (github.com/foxglove/ws-protocol), for viewers that speak it: channels
// of JSON with JSON schemas, as recordings in MCAP have them. Read only: a viewer subscribes and unsubscribes.
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

// Messages, NULL without memory.
tac_message *tac_foxglove_info(void);
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

// Browsers, viewers of Foxglove's protocol (viewer.h), and what they follow: who is told what, and how much waits for whom.
//
// All memory is bounded: so many browsers, each follows so many instances, and of each of them one description, one
// status and one frame wait at most. A browser that is slow gets fewer frames; least and largest values of those it
// did not get are in the next one (message.h), and how many were left out is counted. Of answers to its own
// requests a few wait; who asks more without reading is closed.
//
// A request is a text of at most TAC_HUB_REQUEST bytes:
//   hello TOKEN         may control from now on, if the token is the right one
//   follow NAME, leave NAME
//   ask N NAME LINE     one line for the control socket of an instance; the answer comes with N
// and of a motion that is computed:
//   at NAME FROM TO     a frame of row TO, its least and largest values of rows FROM to TO
//   find NAME STEP      the first row at or after a step; `miss` the first after a step with a miss
//   series NAME FROM EVERY N COLUMN...   a piece of whole columns, least and largest of every EVERY rows
//   misses NAME N       how many misses there are in each of N parts
// and of an instance:
//   past NAME           what its history holds
#ifndef TAC_SERVE_HUB_H
#define TAC_SERVE_HUB_H

#include "asker.h"
#include "foxglove.h"
#include "source.h"

enum {
    TAC_HUB_CLIENTS = 64,
    TAC_HUB_NAMES = 256,   // of instances, in the list
    TAC_HUB_FOLLOWED = 32, // at a time by one browser
    TAC_HUB_SOURCES = 64,  // by all, more than a viewer takes
    TAC_HUB_ANSWERS = 16,
    TAC_HUB_REQUEST = 1024,
    TAC_HUB_TOKEN = 33,   // with its end
    TAC_HUB_PROTOCOL = 3, // another one when pages of before do not understand it
};

typedef struct tac_hub_follow {
    tac_source *source; // NULL: free
    uint64_t told;      // generation of the source that was described
    uint64_t past;      // whose history was asked for
    tac_message *about, *status, *frame;
    tac_foxglove_offer offer; // a viewer
    bool record_fails;        // as it was told
} tac_hub_follow;

typedef struct tac_hub_client {
    uint64_t id;  // 0: free
    void *socket; // the wire's
    bool may_control;
    tac_foxglove *foxglove; // NULL: a browser with the page
    tac_hub_follow follow[TAC_HUB_FOLLOWED];
    tac_message *list;
    tac_message *answer[TAC_HUB_ANSWERS];
    int n_answer;
    tac_message *sending;               // partly gone
    size_t sent;                        // bytes of it
    int given, left_out;                // frames since the list before
    char request[TAC_FOXGLOVE_REQUEST]; // as far as it has come
    size_t n_request;
} tac_hub_client;

typedef struct tac_hub_play { // of a motion, to viewers: one place for all of them
    bool is_on, is_led;       // led: a page says what is shown
    bool is_paused, is_asked; // asked: a viewer has said so
    double begun, from;       // s, of the clock, and the row at that time
    double speed;
    int64_t row, shown;
    int again; // frames until the same row is shown again, to whom has just come
    int told;  // a tac_foxglove_status, as all know it; -1: nobody does
} tac_hub_play;

typedef struct tac_hub {
    char token[TAC_HUB_TOKEN];
    const char *const *wanted; // names to show, all: (n_wanted) is 0
    int n_wanted;
    const char *const *origin; // of pages elsewhere whose viewers may look (n_origin)
    int n_origin;
    const char *const
        *host; // by which this server is reached besides loopback: "rig.example:8080" (n_host)
    int n_host;
    const tac_playback_reader *playback; // NULL: instances are shown
    tac_hub_client client[TAC_HUB_CLIENTS];
    tac_source source[TAC_HUB_SOURCES];
    char name
        [TAC_HUB_NAMES]
        [TAC_NAME_SIZE]; // instances that are there (n_name): as asked for; else own ones, of trusted users, of others
    int n_name;
    int n_hidden;                // that are more than that
    bool is_dead[TAC_HUB_NAMES]; // could not be attached in this look
    tac_hub_play play;
    uint64_t clients, sources; // so far
    int n_client, n_slow; // n_slow: that got fewer than half of the frames since the list before
    tac_asker asker;
    void (*wants_to_write)(void *socket);
} tac_hub;

bool tac_hub_open(tac_hub *h, void (*wake)(void *context), void *context, tac_diag *diag);
void tac_hub_close(tac_hub *h);

tac_hub_client *tac_hub_add(tac_hub *h, void *socket); // NULL: there are too many
bool tac_hub_is_viewer(tac_hub *h,
                       tac_hub_client *c); // it speaks Foxglove's protocol; false: no memory
void tac_hub_remove(tac_hub *h, tac_hub_client *c);

// A piece of n bytes of a request, perhaps the last one. False: close the connection.
bool tac_hub_receive(tac_hub *h, tac_hub_client *c, const char *piece, size_t n, bool is_last);
// The same of a binary one, which viewers alone have.
bool tac_hub_receive_bytes(tac_hub *h, tac_hub_client *c, const char *piece, size_t n,
                           bool is_last);

// What goes to a browser next: sets sending; false when there is nothing.
bool tac_hub_next(tac_hub_client *c);

// What a client follows by this name; a free place of NULL. NULL: there is none.
tac_hub_follow *tac_hub_followed(tac_hub_client *c, const char *name);

// ---- for viewers ---------------------------------------------------------------------------------

tac_source *tac_hub_source(tac_hub *h, const char *name); // NULL: there are too many
void tac_hub_drop_follow(tac_hub_follow *f);
bool tac_hub_tell(tac_hub *h, tac_hub_client *c,
                  tac_message *m); // takes it over; false: too many wait

// ---- from time to time ---------------------------------------------------------------------------

void tac_hub_look(tac_hub *h);  // which instances there are, how they are
void tac_hub_frame(tac_hub *h); // new frames of what is followed
bool tac_hub_is_followed(const tac_hub *h);
void tac_hub_answer(tac_hub *h); // answers of instances

#endif

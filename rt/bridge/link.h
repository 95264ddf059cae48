// The bridge's end in shared memory: attached to an instance, and again after each of its restarts.
//
// A layout names signals; a route says where in this very instance they are. Routes are made anew
// whenever an executive is attached, because another one may have another dictionary.
#ifndef TAC_LINK_H
#define TAC_LINK_H

#include "bridge_file.h"
#include "io/tactus_io.h"

typedef struct tac_route { // of one value of a packet
    int signal, element;
    double times, over; // signal = value of the packet in its unit * times / over
} tac_route;

typedef enum tac_link_news {
    TAC_LINK_SAME,
    TAC_LINK_UP,   // just attached: make routes
    TAC_LINK_DOWN, // the executive ended
} tac_link_news;

typedef struct tac_link {
    const char *instance, *client;
    int mode;               // TAC_IO_READ or TAC_IO_COMMAND
    tac_io *io;             // NULL: not attached
    tac_io_error error;     // why not
    tac_io_account account; // of the last look
    int64_t period_ns;      // of the executive
    int64_t beat_ns;        // between heartbeats, so that the shortest time-to-live is met
    int64_t next_look;      // whether the executive lives, or is back
    uint64_t attached, lost;
} tac_link;

void tac_link_init(tac_link *l, const tac_bridge_file *file);
void tac_link_close(tac_link *l);

// Looks after the link when it is time to; attaching may take two seconds.
tac_link_news tac_link_tend(tac_link *l, int64_t now);

// After a call that found the executive ended.
void tac_link_drop(tac_link *l, int64_t now);

// Finds the signals of a layout, all of one direction for what is received. 0 and one line in diag.
//   writes   route (p->n_value)
int tac_link_route(const tac_link *l, const char *path, const tac_packet_layout *p, int commands,
                   tac_route *route, tac_diag *diag);

// Finds the values of the signal that a field names: all of them, or the one of "position.z". Their number, 0 and
// one line in diag when there is none such. The first is counted from 0 within the signal.
int tac_link_find(const tac_link *l, const char *path, const tac_packet_field *f, int *signal,
                  int *first, tac_diag *diag);

// The route of one of these values, in the unit of the field. 0 and one line in diag.
int tac_link_route_value(const tac_link *l, const char *path, const tac_packet_field *f, int signal,
                         int element, tac_route *out, tac_diag *diag);

// Heartbeats must come four times within the shortest time-to-live of the signals on the route.
void tac_link_respect(tac_link *l, const tac_route *route, int n);

// Values between the unit of a packet's field and that of the signal.
double tac_route_get(const tac_link *l, const tac_route *r);
tac_io_status tac_route_set(tac_link *l, const tac_route *r, double value);

#endif

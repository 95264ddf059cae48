// Who drives: a browser at an instance that it commands as any client does, with a place, a time to live, limits and
// fallbacks of the rig. A browser that is heard no more sends no heartbeat either, so that what it had goes where the
// rig says.
//
//   drive SIGNAL=VALUE ...   these commands, in the units of their signals; others that this browser had are let go
//   drive                    leaves the seat
//
// An instance has one seat for all browsers of this server: who drives keeps it as long as it is heard.
#ifndef TAC_SERVE_SEATS_H
#define TAC_SERVE_SEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/tactus_io.h"

enum { TAC_SEATS = 16 };
#define TAC_SEAT_KEPT 1.0 // s, after which another browser may have it, and the place is free again

typedef struct tac_seat {
    char name[48];     // of the instance
    uint64_t client;   // the browser, 0: nobody
    double heard;      // s, of the clock
    uint64_t rejected; // frames, as its account said last
    tac_io *io;        // NULL: the seat is free
} tac_seat;

typedef struct tac_seats {
    tac_seat seat[TAC_SEATS];
} tac_seats;

// Does what a line of `drive` asks for, and writes the answer.
void tac_seats_drive(tac_seats *s, const char *name, uint64_t client, const char *line,
                     char *answer, size_t size);
void tac_seats_look(tac_seats *s); // frees the seats of browsers that are heard no more
bool tac_seats_taken(const tac_seats *s);
void tac_seats_close(tac_seats *s); // all of them

#endif

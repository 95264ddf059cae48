// Plays a stimulus into a running instance: with every frame that the instance publishes, the values of that time.
//
// Time is that of the instance, so that a pause pauses and another speed of the instance is followed; the first row is
// sent at once. A client like any other: its signals have their times to live, another client may have them, and the
// instance clamps what is beyond their range.
#ifndef TAC_PLAYER_H
#define TAC_PLAYER_H

#include <stdint.h>

#include "io/tactus_io.h"
#include "stimulus.h"

typedef struct tac_player_signal { // what a wanted column commands
    tac_io_signal about;
    char name[TAC_STIMULUS_NAME]; // of the value
    char unit[TAC_UNIT_TEXT];
    int signal, element;
    double factor; // from the column's unit
} tac_player_signal;

typedef struct tac_player_start { // when it begins: at once, or when a value is beyond a limit
    char name[TAC_STIMULUS_NAME]; // "": at once
    int signal, element;
    bool over; // else under
    double limit;
} tac_player_start;

typedef struct tac_player_counts {
    uint64_t frames, clamped, refused;
} tac_player_counts;

typedef enum tac_player_state {
    TAC_PLAYER_WAITS,  // for its start
    TAC_PLAYER_PLAYS,  //
    TAC_PLAYER_DONE,   // the last row was sent, and a frame has come since
    TAC_PLAYER_GONE,   // the instance has ended or was restarted
    TAC_PLAYER_SILENT, // no frame came for some time; how it is with the instance tells why
} tac_player_state;

typedef struct tac_player {
    tac_io *io;
    const tac_stimulus *stimulus;
    double speed;
    int64_t loops; // 0: for ever
    bool on_lines;
    tac_player_start start;

    tac_player_signal *signal; // (stimulus->n)
    double *value;             // (stimulus->n)
    double beat;               // s, between signs of life
    tac_player_state state;
    bool is_last;       // its last row was sent
    double time, begin; // s of the instance: of the newest frame, and where position 0 lies
    double position;    // s of the stimulus, loops included
    int64_t jumps;      // times that the instance's time went back
    tac_player_counts count;
    int clamped;                     // signal of the last value that was, -1: none
    double beyond;                   // that value, in the signal's unit
    uint64_t event;                  // of the instance's log, as looked at
    char refused[TAC_STIMULUS_NAME]; // signal of the last frame that was refused; "" for none
} tac_player;

// Finds what the columns of a stimulus command; what they are of no use for stays unwanted. wanted: names (n_wanted)
// that are played, others are left out; n_wanted 0: all. *left_out gets names of columns that are no commands, at most
// size characters. False with a line in diag when a name is not known, or nothing is to be played.
bool tac_player_bind(tac_player *p, tac_stimulus *s, const char *const *wanted, int n_wanted,
                     char *left_out, size_t size, tac_diag *diag);
void tac_player_close(tac_player *p); // lets go first

// Waits for the next frame and sends the values of its time, or tells that this client lives.
tac_player_state tac_player_next(tac_player *p);

// Gives all signals back, and waits a moment until the instance has seen it.
void tac_player_let_go(tac_player *p);

// What the instance says so far of refused frames, and whose signal it was.
void tac_player_look(tac_player *p);

#endif

// The exchange: signals of a running executive in shared memory, and commands back from clients.
//
// docs/shared-memory.md specifies the memory, io/layout.h is the same in C, io/tactus_io.h is the
// client's side. Two threads work here:
//
//   cycle thread   tac_exchange_take at the top of a cycle, tac_exchange_publish at its end: no lock,
//                  no system call, no waiting, a number of operations bounded by clients and signals
//   supervisor     outside the loop: lets clients in, notices dead ones, replaces their segments
//
// A client can fill its own segment with anything; the executive believes no size and no offset from
// it, reads every frame in one attempt, and checks every value. Nothing a client does, dies of, or
// leaves undone is waited for. A segment serves one client: the next one gets a new file,
// so that a process that kept the old one open reaches no executive.
#ifndef TAC_EXCHANGE_H
#define TAC_EXCHANGE_H

#include <stdint.h>

#include "diag.h"
#include "io/layout.h"
#include "signal_watch.h"

typedef struct tac_exchange_signal {
    const char *name;
    const char *unit;             // as shown, "" for none
    const tac_value_entry *value; // names and units of its values (rows * columns); NULL: none
    tac_direction direction;
    int rows, columns; // >= 1
    double minimum, maximum;
    double rate; // per second; INFINITY: none
    double safe;
    // commands only
    tac_fallback fallback;
    int ttl;     // steps; 0: for ever
    int expires; // what tac_exchange_write wrote has the time-to-live as well
    double initial;
} tac_exchange_signal;

typedef struct tac_exchange_options {
    const char *name;                  // of the instance
    double dt;                         // s, one step
    int64_t period_ns;                 // one cycle
    int cycle_steps;                   // steps in a cycle
    double speed;                      // of steps against the clock, 0: 1
    const tac_exchange_signal *signal; // (n_signal)
    int n_signal;
    int max_clients; // that may command at a time; readers are not counted
    // the view (view.h)
    int n_body;        // 0: there is none
    const char *scene; // (scene_size) what the bodies look like
    size_t scene_size;
    int n_left;  // numbers left behind the poses
    int n_force; // that the helper computes of poses and these
    void (*forces)(void *context, const double *pose, const double *left, double *out);
    void *context;
} tac_exchange_options;

typedef struct tac_exchange tac_exchange;

// Creates all segments and takes all memory; who calls it holds the claim of the instance (instance/claim.h).
// NULL and a line in diag when the options make no sense, when a living process of an older version has an
// exchange of this name, when something of another user is in the way, or when there is no memory.
tac_exchange *tac_exchange_open(const tac_exchange_options *o, tac_diag *diag);

// Tells the clients that this is the end and removes the names. The supervisor has ended before.
void tac_exchange_close(tac_exchange *x);

// Removes the names and tells the clients, for a process that ends at once; memory stays mapped.
void tac_exchange_abandon(tac_exchange *x);

// Segments that others may remove, with how many bytes at their begin say what they are; at most TAC_EXCHANGE_FILES.
// Before the first cycle. tac_exchange_part tells those who have the state file mapped that it is no longer written.
typedef struct tac_exchange_file {
    const char *kind; // "state"
    void *at;
    size_t size, begin;
} tac_exchange_file;

enum { TAC_EXCHANGE_FILES = 3 };

int tac_exchange_files(const tac_exchange *x, tac_exchange_file file[TAC_EXCHANGE_FILES]);
void tac_exchange_part(tac_exchange *x);

// What clients have done to the cycle thread by taking pages of their command files away, since the start.
typedef struct tac_exchange_faults {
    int64_t faults;  // page faults of the cycle thread while clients changed their files
    int64_t renewed; // times that a client lost its place for it
    int worst;       // the place with most of them, -1: none
} tac_exchange_faults;

void tac_exchange_get_faults(const tac_exchange *x,
                             tac_exchange_faults *out); // after the supervisor

// Has a limit looked at in every frame that is kept, before its helper starts; told to `beyond` on that thread. There
// are at most TAC_MOST_WATCHES, all told to the same.
void tac_exchange_watch(tac_exchange *x, const tac_signal_limit *l,
                        void (*beyond)(void *context, int which), void *context);

// ---- cycle thread --------------------------------------------------------------------------------

// Before the first cycle: this thread is the one whose page faults are watched. One system call.
void tac_exchange_begin(tac_exchange *x);

// Values of a state signal, to be filled before publishing; values of a command signal as they are
// in effect. rows * columns of them, row after row.
double *tac_exchange_state(tac_exchange *x, int signal);
const double *tac_exchange_command(const tac_exchange *x, int signal);

// Any thread: the first value of a command signal that is in effect, as in the newest frame. 0 when there is none
// yet, or the writer was in the way every time of a few.
int tac_exchange_peek(const tac_exchange *x, int signal, double *value);

// Publishes one frame: the state values, and the commands in effect. With safe the state signals
// show their safe values instead.
void tac_exchange_publish(tac_exchange *x, const tac_state_head *head, int safe);

// Leaves the frame published last to the history, when nobody waits for the cycle any more. A frame that is
// not kept before the next one is published is left out.
void tac_exchange_keep(tac_exchange *x);

// The same for the view: where the poses of the frame published last go, 7 numbers per body (r, then e0 e1 e2 e3), and
// behind them what is left for the forces (n_left), and then that they are there. NULL: it is not the turn of this frame.
double *tac_exchange_view(tac_exchange *x);
void tac_exchange_show(tac_exchange *x);

#endif

// Inside the exchange: what its files share. For the files of this folder and their tests.
#ifndef TAC_EXCHANGE_PARTS_H
#define TAC_EXCHANGE_PARTS_H

#include "exchange.h"
#include "fault_watch.h"
#include "history.h"
#include "system/mapping_guard.h"
#include "view.h"

enum { TAC_SEGMENT_NAME = 80, TAC_HEADER_WORDS = 16 };

// A command signal as the cycle thread sees it.
typedef struct tac_command_signal {
    int index;      // in the dictionary
    int first, n;   // its values among all command values
    int owner;      // place of the client that commands it, -1: none
    int last_owner; // who had it last: who lost it, in the log of events
    int engaged;    // 1 from the first command until the fallback
    int64_t beat;   // ns of x->lived when its client was last heard of
    int64_t
        deaf; // ns of x->lived from which on silence counts, after a gap in which nobody listened
    double most; // largest change in one step
    tac_fallback fallback;
    int64_t ttl; // ns, 0: for ever
    int expires; // also what no client commanded
    double minimum, maximum, safe;
} tac_command_signal;

typedef struct tac_pending_event { // an event for a later step
    int64_t step;
    int signal, element; // among the command signals
    double value;
} tac_pending_event;

// A place for one client.
typedef struct tac_port {
    // handed over: NULL while there is no client the cycle thread should look at
    _Alignas(64) _Atomic(const tac_command_header *) live;
    _Atomic uint64_t epoch; // changes with the client, only while live is NULL

    // cycle thread
    const tac_command_header *looked; // live, as this turn found it
    uint64_t seen;                    // epoch of the client it knows, 0: none
    uint64_t heartbeat;               // as last seen
    int64_t beat;                     // ns of x->lived when it changed
    uint64_t newest;                  // last frame looked at
    uint64_t events;                  // events taken
    int rejecting;                    // the last thing was rejected: logged once
    int has_pending;
    uint64_t *frame;   // the frame just read     (command words)
    uint64_t *pending; // one for a later step    (command words)
    int n_later;
    tac_pending_event later[TAC_CLIENT_EVENTS];

    // supervisor
    tac_client_state state; // which the account shows, as it does the process
    int32_t pid;
    int64_t start;
    uint64_t pid_space;
    int file;
    uint64_t device, inode; // of the file
    const tac_command_header *map;
    uint64_t claimed;                  // as the look under way found it
    uint64_t header[TAC_HEADER_WORDS]; // what the executive wrote there
    int refused;                       // replaced at the next look
    int locked; // looks in a row that found it locked by nobody who claims it
    tac_fault_watch watch;
} tac_port;

// Times of the takes of an exchange.
typedef struct tac_take_times {
    int64_t step, last_step;   // of this take and of the one before
    int64_t step_ns;           // of simulation time: times to live, rates
    int64_t wall_ns, cycle_ns; // of wall time: a step and a cycle
    int64_t last_now;          // ns, of the take before
    int64_t
        lived; // ns of wall time so far in which signals age: pauses and the safe state are none
    int64_t granted; // ns, wall time up to which signals have moved at their rates
    int has_taken;
} tac_take_times;

// Frames and events of an exchange on their way out.
typedef struct tac_frames_out {
    uint64_t *words;                  // a frame on its way out          (slot_words)
    uint64_t frames, events;          // written so far
    uint64_t said[TAC_LOG_EVENTS][3]; // what the last events in `log` are
    uint64_t kept;                    // of the frames, for the history
    uint64_t run_state;               // of the last frame
} tac_frames_out;

struct tac_exchange {
    _Alignas(64) _Atomic uint64_t turn; // odd while the cycle thread looks at segments
    char name[TAC_NAME_SIZE];
    tac_state_header *state; // the state segment, of which nothing is read back
    size_t state_size, command_segment;
    uint32_t command_size, mask_size; // bytes, as its header says
    double dt;
    tac_client_account *account; // (n_port), in the state segment
    tac_log_event *log;          // (TAC_LOG_EVENTS), in the state segment
    _Atomic uint64_t *slots;     // in the state segment
    size_t slot_words;           // of a state slot
    uint64_t generation, hash;

    int n_signal, n_command, n_port, cycle_steps;
    int *place; // of every signal: its first value among state or command values (n_signal)
    tac_command_signal *command; // (n_command)
    size_t n_state_value, n_command_value, mask_words;
    double *state_value;    // (n_state_value)
    double *safe_value;     // (n_state_value)
    double *value, *target; // of commands: in effect, wanted  (n_command_value)
    tac_port *port;         // (n_port)
    tac_history history;
    tac_view view;
    _Atomic int quit;
    _Atomic int thread; // number of the cycle thread, 0: not said yet
    int64_t faults;     // of that thread at the supervisor's last look, -1: not known

    tac_take_times times;
    tac_frames_out out;
};

#endif

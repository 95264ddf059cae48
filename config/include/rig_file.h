// Rig files: how a model is run against the clock. docs/rig-format.md is the reference. Same reader,
// units and error lines as model files; a rig may be three lines (name, model, step).
#ifndef TAC_RIG_FILE_H
#define TAC_RIG_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "model_file.h"
#include "udp_address.h"

enum { TAC_MAX_WORKERS = 64, TAC_MAX_GROUPS = 16, TAC_RIG_NAME = 48 };
enum { TAC_MAX_PROCESSES = 4, TAC_MAX_PROCESS_PARTS = 16, TAC_PROCESS_NAME = 32 };

typedef enum tac_policy_kind { // what to do after a cycle that was published late
    TAC_COUNT,                 // stay on the grid, run late, count
    TAC_SKIP,                  // drop whole periods until back on the grid
    TAC_SLIP,                  // shift the grid to now
    TAC_DEGRADE,               // fewer Newton iterations until recovered, otherwise as count
    TAC_STOP,                  // safe state at once
} tac_policy_kind;

typedef struct tac_policy_options {
    tac_policy_kind kind;
    int64_t period_ns;
    int bucket_limit;  // leaky bucket: +1 on a miss, -1 on a good cycle; safe state at the limit;
                       // 0: no limit
    int max_skip;      // safe state when one overrun would drop more periods; 0: no limit
    int max_burst;     // count and degrade: periods that are made up for at once; 0: no limit
    bool beyond_safe;  // safe state beyond it; else whole periods are dropped
    int degrade_to;    // Newton iterations while degraded
    int recover_after; // good cycles in a row that end the degradation
    int start_cycles;  // grace: misses of the first cycles are counted apart
} tac_policy_options;

typedef enum tac_tick_kind {
    TAC_TICK_CLOCK, // CLOCK_MONOTONIC
    TAC_TICK_SHM,   // counter in shared memory, advanced by the device that owns the clock
    TAC_TICK_UDP,   // packets from it
} tac_tick_kind;

typedef struct tac_tick_options {
    tac_tick_kind kind;
    const char *shm;      // name of the segment, "/name"
    tac_udp_address udp;  // where packets come in
    bool from_anybody;    // whose packets are taken: all that come in
    tac_udp_address from; // otherwise; port 0: any of that host
    double bandwidth;     // of the phase-locked loop, Hz
    int64_t lock_ns;      // locked while the phase error stays below
    int64_t lost_ns;      // without a tick for this long the loop runs free and says so
} tac_tick_options;

typedef struct tac_group_options { // signals published at a divisor of the base rate
    const char *name;
    int divisor, phase;        // published in cycles k with (k - phase) divisible by divisor
    const char *const *sensor; // names of model sensors                    (n_sensor)
    int n_sensor;
} tac_group_options;

// What a signal is in the model, as SI: x = value * times / over; then scale * x + offset.
typedef struct tac_signal_scale {
    const char *unit; // "" for none
    double times, over, scale, offset;
} tac_signal_scale;

typedef enum tac_signal_fallback { // of a command whose client is lost
    TAC_SIGNAL_HOLD,               // the value in effect stays
    TAC_SIGNAL_RAMP,               // to the safe value, at the rate of the signal
    TAC_SIGNAL_ZERO,
} tac_signal_fallback;

typedef struct tac_command_binding { // from a client to an input or parameter of the model
    const char *name, *input;
    tac_signal_scale scale;
    double minimum, maximum, rate, safe; // in the unit of the signal; rate per second
    tac_signal_fallback fallback;
    int ttl;      // steps, 0: for ever
    bool expires; // what control writes has the time-to-live as well
} tac_command_binding;

typedef struct tac_push_rig { // a load by which a body may be pushed by hand
    int load;                 // of the model's description
    double force, torque;     // most of each component, N and N m; torque 0: it has none
    int command;              // the first of three of its force; those of its torque follow
} tac_push_rig;

typedef struct tac_state_binding { // from a sensor of the model to everybody
    const char *name, *sensor;
    tac_signal_scale scale; // of the sensor; the signal is (scale * x + offset) in its unit
    int first, count;       // which of the sensor's values; count 0: all from the first on
    double safe;
} tac_state_binding;

typedef struct tac_exchange_rig {
    int enabled;
    int by_default;                     // the rig says nothing: the sensors are shared, as they are
    int clients;                        // places for commanding clients
    int divisor, phase;                 // frames as groups are published
    const tac_command_binding *command; // (n_command)
    const tac_state_binding *state;     // (n_state)
    const tac_push_rig *push;           // (n_push)
    int n_command, n_state, n_push;
} tac_exchange_rig;

typedef struct tac_process_options { // one that has compiled sub-models
    const char *name;
    int64_t wait_ns;                 // from the start of a step on, for all its answers
    int part[TAC_MAX_PROCESS_PARTS]; // of the model's description   (n_part)
    int n_part;
} tac_process_options;

enum { TAC_MAX_RIG_CLIENTS = 8, TAC_RIG_CLIENT_NAME = 32, TAC_MOST_CLIENT_SET = 64 };

typedef struct tac_rig_client {           // an FMU that the run starts, which commands the instance
    const char *name;                     // what it is called there
    const char *fmu;                      // of a file of its own, or one that couples it
    double rate;                          // its steps per second of the instance, 0: as it comes
    int64_t timeout_ns;                   // of one call
    int restarts;                         // at most
    const char *set[TAC_MOST_CLIENT_SET]; // NAME=VALUE                       (n_set)
    int n_set;
} tac_rig_client;

typedef enum tac_record_on_error { // when what is recorded cannot be written
    TAC_RECORD_CONTINUE,           // the run goes on, and the recording as soon as it can
    TAC_RECORD_SAFE,               // safe state
    TAC_RECORD_STOP,               // the run ends
} tac_record_on_error;

enum { TAC_MAX_TRIGGERS = 8, TAC_MOST_PIECES = 4096 };

typedef enum tac_trigger_kind { // what has the ring written
    TAC_TRIGGER_MISS,
    TAC_TRIGGER_SAFE,
    TAC_TRIGGER_SIGNAL, // passes a limit
} tac_trigger_kind;

typedef struct tac_trigger_options {
    tac_trigger_kind kind;
    const char *signal; // of the exchange
    double limit;       // in its unit
    int below;          // 1: falls below, 0: rises above
} tac_trigger_options;

typedef struct tac_record_options {
    int is_given;     // the rig has the section, so that commands may start a recording
    const char *path; // NULL: where the command line says
    tac_record_on_error on_error;
    int starts_stopped;  // until a command
    int64_t split_bytes; // a piece has at most so many, 0: any
    int64_t split_ns;    // and lasts at most so long, 0: any time
    int keep_pieces;     // of them stay, 0: all
    int64_t keep_free;   // bytes of the disk that stay free, 0: none
    int has_ring;        // what is recorded goes round in memory until a trigger
    int64_t before_ns, after_ns;
    int64_t ring_bytes;
    tac_trigger_options trigger[TAC_MAX_TRIGGERS]; // (n_trigger)
    int n_trigger;
} tac_record_options;

typedef struct tac_rig_file {
    char name[TAC_RIG_NAME];   // of the instance: socket, shared memory
    const char *model_path;    // as given, resolved relative to the rig file
    tac_options solver;        // dt of one solver step; what the rig leaves out is the model's
    int substeps;              // solver steps per period
    int64_t period_ns;         // substeps * dt, over the speed
    double speed;              // of simulation time against the clock; 1 but for tac_rig_set_speed
    double duration;           // s, 0: until stopped
    int workers;               // threads that may share a step, the cycle thread included, >= 1
    int workers_auto;          // so many as there are cores to spare, workers at most
    int share_always;          // all of them share all phases, even where that is slower
    int core[TAC_MAX_WORKERS]; // cores of cycle thread and workers; -1: chosen
    int helper_core;           // -1: chosen among the others
    int priority;              // SCHED_FIFO 1..99; 0: ordinary scheduling, said at start
    int lock_memory;
    int64_t margin_ns;         // sleep until so much before the release, then spin; 0: pure sleep
    int pure_spin;             // 1: never sleep
    int64_t publish_offset_ns; // -1: as soon as computed; else at release + offset
    tac_policy_options policy;
    int faults_allowed;  // on purpose, by command
    int may_rearm;       // a safe state may be left by command
    int64_t watchdog_ns; // a step longer than this is hung
    tac_tick_options tick;
    tac_group_options group[TAC_MAX_GROUPS];
    int n_group;
    const char *dump_path;      // file for the last cycle records after a miss, NULL: none
    const char *log_path;       // CSV of the cycle records, NULL: none
    int log_divisor, log_phase; // of every so many cycles, which
    int trace;                  // tracing is on from the start
    int trace_stages;           // tracepoints at the stages of the solver, too
    int start_paused;
    tac_record_options record;
    tac_exchange_rig exchange;
    tac_process_options process[TAC_MAX_PROCESSES];
    int n_process;
    tac_rig_client *client; // (n_client)
    int n_client;
} tac_rig_file;

// Reads and checks a rig. Returns NULL and one line in diag when anything is wrong. The model is
// read too, for its step, solver options and sensor names, and let go: the caller reads it again
// from model_path when it builds the simulation. path may also name a model, which then gets the
// defaults and the name of its file.
tac_rig_file *tac_rig_file_read(const char *path, tac_diag *diag);
void tac_rig_file_free(tac_rig_file *f);

// Has simulation time pass at a speed against the clock: periods become shorter or longer, all other times of the rig
// stay in wall time. False with a line in diag when the rig does not allow it.
bool tac_rig_set_speed(tac_rig_file *f, double speed, tac_diag *diag);

#endif

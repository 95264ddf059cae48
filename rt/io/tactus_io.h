// libtactus-io: signals of a running Tactus executive, and commands to it, over shared memory.
//
//   tac_io_error error;
//   tac_io *io = tac_io_attach("vehicle", TAC_IO_COMMAND, "steering", &error);
//   int angle = tac_io_find(io, "wheel_angle"), speed = tac_io_find(io, "speed");
//   while (tac_io_wait(io, TAC_IO_PERIOD, 1.0) == TAC_IO_OK) {
//       tac_io_set(io, angle, 0, control(tac_io_value(io, speed, 0)));
//       tac_io_send(io, 0);
//   }
//   tac_io_detach(io);
//
// Attaching without TAC_IO_COMMAND needs read access only and can disturb nobody. Reading, writing
// and heartbeats make no system call, take no lock and never wait; a frame that was overwritten
// while it was copied is tried again a bounded number of times. All fields of a segment are checked
// before use: a wrong one is an error with a sentence, never a crash. Files of other users than this
// process's and root are refused unless they are trusted. Signals are the program's: a user who may write
// a file can cut it short while it is mapped, and the next access raises SIGBUS; tac_io_guard() makes an
// ended handle of it. A handle belongs to one thread; several handles in one process are fine. One that commands
// belongs to the process that attached it: in one that it forks off it has ended, and detaching it there changes
// nothing. Links with C and C++; needs nothing but libc.
//
// docs/shared-memory.md specifies the memory behind it, tactus-io(3) is the manual page.
#ifndef TACTUS_IO_H
#define TACTUS_IO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tac_io tac_io;

typedef enum tac_io_status {
    TAC_IO_OK = 0,
    TAC_IO_NONE,         // no executive of that name
    TAC_IO_INCOMPATIBLE, // another layout version
    TAC_IO_DAMAGED,      // not a segment of Tactus, cut short, or its fields contradict each other
    TAC_IO_FULL,         // all places for commanding clients are taken
    TAC_IO_REFUSED,      // the executive did not take this client
    TAC_IO_ENDED, // the executive has ended or was restarted, a file was cut, or another process attached: attach again
    TAC_IO_STALE, // no frame could be copied, or none is newer than the time allows
    TAC_IO_INVALID, // an argument makes no sense: no such signal, not a finite number
    TAC_IO_BUSY,    // all places of the event ring wait for the executive
    TAC_IO_SYSTEM,  // the system refused: permission, memory
    TAC_IO_FOREIGN, // the file belongs to a user who is not trusted
} tac_io_status;

typedef struct tac_io_error {
    tac_io_status status;
    char text[256]; // one line
} tac_io_error;

enum { TAC_IO_READ = 0, TAC_IO_COMMAND = 1 };    // how to attach
enum { TAC_IO_ANY_OWNER = 2 };                   // added to it: whoever the instance belongs to
enum { TAC_IO_POLL = 0, TAC_IO_PERIOD = 1 };     // how to wait: spinning, or sleeping in between
enum { TAC_IO_STATE = 0, TAC_IO_COMMANDED = 1 }; // direction of a signal
enum { TAC_IO_HOLD = 0, TAC_IO_RAMP = 1, TAC_IO_ZERO = 2 }; // fallback of a lost command

typedef struct tac_io_signal {
    char name[96];
    char unit[32];
    int direction;
    int rows, columns;
    double minimum, maximum;
    double rate; // per second, infinite: no limit
    double safe;
    int fallback;
    unsigned ttl; // steps without a heartbeat until the fallback, 0: for ever
} tac_io_signal;

typedef struct tac_io_frame { // of the snapshot
    uint64_t number;          // counted from 1
    int64_t step, cycle;
    double time;   // s, simulation
    int64_t stamp; // ns, CLOCK_MONOTONIC, when it was published
    int run_state; // 0 starting, 1 paused, 2 running, 3 safe state, 4 stopped
} tac_io_frame;

typedef struct tac_io_info { // about the executive
    char instance[48];
    int pid;
    uint64_t generation;
    double dt;
    int64_t period_ns;
    unsigned clients; // places for commanding clients
} tac_io_info;

typedef enum tac_io_condition { // how it is with an instance; the first five are its run states
    TAC_IO_STARTING,
    TAC_IO_PAUSED,
    TAC_IO_RUNNING,
    TAC_IO_SAFE,    // outputs have their safe values, commands take no effect
    TAC_IO_STOPPED, // it has ended, and said so
    TAC_IO_LATE,    // its process lives, and publishes nothing: stopped, hung or far too slow
    TAC_IO_DEAD,    // its process is gone without a word
} tac_io_condition;

typedef struct tac_io_health {
    int condition;  // tac_io_condition
    int run_state;  // as it said last
    double age;     // s since it published last, infinite: never
    double late;    // s beyond its period, while it is TAC_IO_LATE; otherwise 0
    int pid;        // 0: not seen from here, as from another process namespace
    char text[192]; // one line: "'car' is late: nothing published for 1.2 s; its process 12 lives"
} tac_io_health;

typedef struct tac_io_account { // what the executive says about a client
    int active;
    int pid;
    uint64_t applied, rejected, stale, limited, torn;
    uint64_t taken;       // number of the newest frame it looked at
    int64_t applied_step; // steps done when the last one took effect, -1: none
} tac_io_account;

typedef struct tac_io_event { // of the executive's log
    uint64_t number;
    int64_t step;
    int64_t stamp;
    int kind;   // 1 attached, 2 gone, 3 rejected, 4 engaged, 5 stale, 6 run state
    int client; // place, -1: none
    int signal; // -1: none
    int code;
    double value;
} tac_io_event;

// ---- coming and going ----------------------------------------------------------------------------

// Names of the instances that can be attached, at most max; returns how many there are.
int tac_io_list(char (*name)[48], int max);

// NULL and the reason in error (may be NULL). client, for commanding: this program's name in its command
// file. The instance must belong to this process's user, to root, to a user in the list (names or numbers,
// commas between) of the environment variable TACTUS_TRUST or, but for root, to a fellow member of the
// group `tactus` who runs it with that group; TAC_IO_ANY_OWNER added to mode takes any.
tac_io *tac_io_attach(const char *instance, int mode, const char *client, tac_io_error *error);
void tac_io_detach(tac_io *io); // NULL is fine

const char *tac_io_status_name(tac_io_status status);
void tac_io_get_info(const tac_io *io, tac_io_info *info);

// TAC_IO_OK while this very executive lives and, of a commanding client, the place is its own. Asks the
// system, so not for inner loops.
tac_io_status tac_io_check(const tac_io *io);

// How it is with the instance now, known within a quarter of a second and its period: by whether its process lives,
// in whatever namespace, and by when it published last. Asks the system, so not for inner loops. Since 1.3.
void tac_io_get_health(const tac_io *io, tac_io_health *out);
const char *tac_io_condition_name(tac_io_condition condition);

// The same by name, also of one that is dead. TAC_IO_OK, or why nothing can be known (error may be NULL):
// TAC_IO_NONE when there are no signals of that name.
tac_io_status tac_io_health_of(const char *instance, int mode, tac_io_health *out,
                               tac_io_error *error);

// ---- guard ---------------------------------------------------------------------------------------

// From here on no handle of this process, old or new, raises SIGBUS: a segment that another process cuts
// short, or holes while memory is used up, reads as zeros and its handle says TAC_IO_ENDED. Installs a
// handler for SIGBUS, which passes faults elsewhere on to the one that was there. A program that installs
// its own later takes the guard away until the next tac_io_guard(), tac_io_attach() or tac_io_check() puts
// it on top again, for up to three different handlers. TAC_IO_SYSTEM: it could not be installed.
tac_io_status tac_io_guard(void);

// The same for a mapping of a segment that another client library has made, from when it is mapped until
// just before it is unmapped.
tac_io_status tac_io_guard_mapping(const void *at, size_t size);
void tac_io_unguard_mapping(const void *at);

// ---- signals -------------------------------------------------------------------------------------

int tac_io_count(const tac_io *io);
int tac_io_find(const tac_io *io, const char *name); // index, -1: none
tac_io_status tac_io_describe(const tac_io *io, int signal, tac_io_signal *out);

// One value by its name, since 1.2: "body_pose.z" as the columns of the model's sensors, "body_pose[2]" counted from
// 0, or the name of a signal; or what the model calls the input or parameter of a command that the rig has renamed.
// Returns the signal, -1: none; *element: which of its values, -1: all.
int tac_io_find_value(const tac_io *io, const char *name, int *element);

typedef struct tac_io_value_about {
    char name
        [144]; // as lists and tables show it: "body_pose.z", "zero[2]"; of one value alone the signal's
    char unit[32]; // of this value; "" for none
} tac_io_value_about;

tac_io_status tac_io_describe_value(const tac_io *io, int signal, int element,
                                    tac_io_value_about *out);

// ---- reading -------------------------------------------------------------------------------------

// Makes the newest frame the snapshot. TAC_IO_STALE: none could be copied, the snapshot is as it was.
// TAC_IO_ENDED: the segment was cut short or emptied.
tac_io_status tac_io_read(tac_io *io);

// Waits until there is a frame newer than the snapshot, at most timeout seconds, and reads it.
tac_io_status tac_io_wait(tac_io *io, int how, double timeout);

void tac_io_get_frame(const tac_io *io, tac_io_frame *out);

// Value of the snapshot; of a command signal the one in effect. NAN when there is none.
double tac_io_value(const tac_io *io, int signal, int element);

// Age of the newest frame now, s; infinite before the first.
double tac_io_age(const tac_io *io);

// ---- reading every frame -------------------------------------------------------------------------

// The state segment has the last few frames. The executive keeps those before in a history, seconds deep,
// so that a reader that gets no processor for a while loses none.
//
// Maps the history, for reading. TAC_IO_OK without one. Otherwise
// the reason is in error (may be NULL). Either way tac_io_history_next works, with what there is.
tac_io_status tac_io_history_open(tac_io *io, tac_io_error *error);

uint64_t tac_io_history_depth(const tac_io *io); // frames that it holds, 0: there is none

// What tac_io_history_next gives next: frame `number`, or the oldest that is still there; 0: the oldest.
void tac_io_history_seek(tac_io *io, uint64_t number);

// Makes the frame after the one it gave last the snapshot, the first time the newest; waits for it at most
// timeout seconds (TAC_IO_STALE), in the manner of tac_io_wait. Frames that can no longer be had are passed
// over, and *lost (may be NULL) grows by their count. After the end of the executive it gives what is left, then
// TAC_IO_ENDED. A call is bounded by the timeout and one look at every slot of the history.
tac_io_status tac_io_history_next(tac_io *io, int how, double timeout, uint64_t *lost);

// ---- commanding (attached with TAC_IO_COMMAND) ---------------------------------------------------

// Puts a value into the next frame, or takes the signal out of it: its fallback follows.
tac_io_status tac_io_set(tac_io *io, int signal, int element, double value);
tac_io_status tac_io_release(tac_io *io, int signal);

// Sends the frame: all values set so far, as one batch. It takes effect at the top of the next cycle,
// or when `step` steps are done (0: at once). A heartbeat comes with it.
tac_io_status tac_io_send(tac_io *io, int64_t step);

// One value that must not be overtaken by the next, in order, without a frame.
tac_io_status tac_io_put_event(tac_io *io, int signal, int element, double value, int64_t step);

// Tells that this client lives; at least once per time-to-live when nothing is sent.
tac_io_status tac_io_heartbeat(tac_io *io);

int tac_io_place(const tac_io *io);     // of this client, -1: reads only
uint64_t tac_io_sent(const tac_io *io); // number of the last frame sent
tac_io_status tac_io_get_account(const tac_io *io, int place, tac_io_account *out);

// ---- log -----------------------------------------------------------------------------------------

// The first event after *number that is still there; advances *number. TAC_IO_NONE: no more.
tac_io_status tac_io_next_event(const tac_io *io, uint64_t *number, tac_io_event *out);

#ifdef __cplusplus
}
#endif

#endif

// Binary layout of the shared memory between an executive and its clients, version 1.4.
//
// docs/shared-memory.md is the specification; this header is the same in C, and the assertions
// below hold the two together. Both sides of the program include it: the executive (rt/exchange/exchange.h)
// and the client library (tactus_io.h). Little endian, offsets instead of pointers, every field at
// its natural alignment, everything that changes after `ready` an atomic 32- or 64-bit word.
//
//   /dev/shm/tactus.NAME.state   written by the executive, read by everyone
//       tac_state_header | client accounts | signals | event log | ring of state slots
//   /dev/shm/tactus.NAME.cmd.K   written by the client at place K, read by the executive
//       tac_command_header | event ring | ring of command slots
//   /dev/shm/tactus.NAME.history written by a helper of the executive, read by everyone
//       tac_history_header | ring of state slots, seconds deep
//   /dev/shm/tactus.NAME.view    written by the same helper, read by everyone
//       tac_view_header | scene | ring of slots with the poses of all bodies
#ifndef TAC_LAYOUT_H
#define TAC_LAYOUT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define TAC_STATE_MAGIC 0x4554415453434154ULL   // the letters TACSTATE
#define TAC_COMMAND_MAGIC 0x444e4d4f43434154ULL // the letters TACCOMND
#define TAC_VIEW_MAGIC 0x5745495654434154ULL    // the letters TACTVIEW
#define TAC_HISTORY_MAGIC 0x4f54534948434154ULL // the letters TACHISTO

enum {
    TAC_BYTE_ORDER_MARK = 0x01020304,
    TAC_LAYOUT_MAJOR = 1, // another version, of either number,
    TAC_LAYOUT_MINOR = 4, // is refused
    TAC_LAYOUT_VERSION = TAC_LAYOUT_MAJOR << 16 | TAC_LAYOUT_MINOR,
    TAC_SLOTS = 4,          // of every ring of frames
    TAC_LOG_EVENTS = 256,   // events of the executive that are kept
    TAC_CLIENT_EVENTS = 16, // events of a client that wait at most
    TAC_SLOT_HEAD = 64,     // bytes of a slot before its payload, the sequence number included
    TAC_MAX_SIGNALS = 4096,
    TAC_MAX_CLIENTS = 64,
    TAC_MAX_PAYLOAD = 1 << 20,  // bytes of one frame
    TAC_MAX_HISTORY = 1 << 20,  // slots of a history
    TAC_MAX_ITEM = 4096,        // bytes from one entry of a list to the next
    TAC_MAX_SEGMENT = 64 << 20, // bytes of a file; of a view without its scene
    TAC_POSE_WORDS = 7,         // of a body in a view: r, then e0 e1 e2 e3
    TAC_WRENCH_WORDS = 6,       // of a force in a view: force, then torque
    TAC_MAX_VIEW_FORCES = 4096,
    TAC_MAX_VIEW_BODIES = TAC_MAX_PAYLOAD / (TAC_POSE_WORDS * 8),
    TAC_MAX_SCENE = 64 << 20, // bytes
    TAC_NAME_SIZE = 48,       // of an instance, the final zero included
    TAC_SIGNAL_NAME_SIZE = 96,
    TAC_VALUE_NAME_SIZE = 32,
    TAC_MODEL_NAME_SIZE = 128,
    TAC_UNIT_SIZE = 32,
    TAC_CLIENT_NAME_SIZE = 32,
    TAC_WORD = 8,
};

#define TAC_CLAIM_LEFT UINT64_MAX // in `claimed`: the client went on purpose

typedef enum tac_direction { TAC_SIGNAL_STATE = 0, TAC_SIGNAL_COMMAND = 1 } tac_direction;
typedef enum tac_type { TAC_TYPE_F64 = 1 } tac_type; // IEEE 754 binary64; others are reserved
typedef enum tac_fallback { TAC_FALL_HOLD = 0, TAC_FALL_RAMP = 1, TAC_FALL_ZERO = 2 } tac_fallback;

// ---- state segment -------------------------------------------------------------------------------

typedef struct tac_state_header {
    uint64_t magic;
    uint32_t byte_order;
    uint16_t major, minor;
    uint64_t size; // bytes of the segment
    uint32_t header_size;
    uint32_t n_signal, signal_size, signal_offset; // dictionary
    uint32_t n_client, client_size, client_offset; // accounts
    uint32_t n_slot, slot_size, slot_offset;       // ring of state slots
    uint32_t n_event, event_size, event_offset;    // event log
    uint32_t state_size;                           // payload of a state slot, bytes
    uint32_t command_size;    // payload of a command slot, bytes, mask included
    uint32_t mask_size;       // of its mask, bytes
    uint64_t command_segment; // bytes of a command segment
    uint64_t hash;            // of the dictionary, FNV-1a
    uint64_t generation;      // another one after every start
    int32_t pid;              // of the executive
    uint32_t reserved_0;
    int64_t start;     // of that process, clock ticks since boot (/proc/PID/stat, field 22)
    double dt;         // s, one step
    int64_t period_ns; // from one frame to the next
    char instance[TAC_NAME_SIZE];
    // a cache line of the cycle thread
    _Atomic uint64_t newest;    // number of the newest frame, 0: none yet
    _Atomic uint64_t events;    // events written so far
    _Atomic int64_t step;       // of the newest frame
    _Atomic int64_t heartbeat;  // ns, CLOCK_MONOTONIC, when it was published
    _Atomic uint32_t run_state; // tac_run_state of rt/monitor/monitor.h
    uint32_t reserved_1;
    uint64_t reserved_2[3];
    // written last: the generation once everything above is there, 0 again at the end
    _Atomic uint64_t ready;
    uint64_t history_size; // bytes of the history segment, 0: there is none
    uint32_t value_offset,
        value_size;     // names and units of all values, 0: there are none
    uint64_t view_size; // bytes of the view segment, 0: there is none
    uint64_t pid_space; // of `pid`: the inode of its process namespace, 0: not known
    uint64_t reserved_3[3];
} tac_state_header;

typedef struct tac_signal_entry {
    char name[TAC_SIGNAL_NAME_SIZE];
    char unit[TAC_UNIT_SIZE];
    uint32_t direction, type;
    uint32_t rows, columns;
    uint32_t offset; // of the first value: in the state payload, or in the command payload
    uint32_t fallback;
    double minimum, maximum;
    double rate; // largest change per second; infinite: none
    double safe;
    uint32_t ttl;  // steps without a heartbeat until the fallback; 0: for ever
    uint32_t echo; // of a command: where its value in effect stands in the state payload
} tac_signal_entry;

// One value of a signal; those of all signals in the order of the dictionary, row after row.
typedef struct tac_value_entry {
    char name[TAC_VALUE_NAME_SIZE]; // after its signal's name and a dot; "": there is one value
    char unit[TAC_UNIT_SIZE];
    char model[TAC_MODEL_NAME_SIZE]; // of a command, the model's name; "": not known or longer
} tac_value_entry;

typedef enum tac_client_state {
    TAC_CLIENT_FREE,
    TAC_CLIENT_ACTIVE,
    TAC_CLIENT_REFUSED, // for a moment, reason says why
} tac_client_state;

typedef struct tac_client_account {
    // written by the supervisor
    _Atomic uint32_t state; // tac_client_state
    _Atomic int32_t pid;
    _Atomic int64_t start;
    _Atomic uint64_t attached; // clients that have had this place so far
    _Atomic uint32_t reason;   // tac_reject of the last refusal
    uint32_t reserved_0;
    uint64_t reserved_1[4];
    // written by the cycle thread; since the client attached
    _Atomic uint64_t applied;  // frames and events that took effect
    _Atomic uint64_t rejected; // frames and events that did not, and cycles with a damaged header
    _Atomic uint64_t stale;    // came after their step, or went to the fallback
    _Atomic uint64_t limited;  // values that were clamped to their range
    _Atomic uint64_t torn;     // frames caught while they were written
    _Atomic uint64_t taken;    // number of the newest command frame seen
    _Atomic uint64_t events_taken;
    _Atomic int64_t applied_step; // steps done when the last of them took effect
} tac_client_account;

typedef enum tac_event_kind {
    TAC_EVENT_ATTACHED = 1,
    TAC_EVENT_GONE,
    TAC_EVENT_REJECTED, // the first after something good; code: tac_reject
    TAC_EVENT_ENGAGED,  // a client took a signal
    TAC_EVENT_STALE,    // a signal went to its fallback
    TAC_EVENT_STATE,    // the run state changed to code
    TAC_EVENT_GAP,      // no cycle for `value` seconds, which no rate makes up for
} tac_event_kind;

typedef enum tac_reject {
    TAC_REJECT_NONE,
    TAC_REJECT_HEADER,  // magic, byte order, sizes or generation changed
    TAC_REJECT_VERSION, // the client speaks another layout version
    TAC_REJECT_HASH,    // the client knows another dictionary
    TAC_REJECT_OWNER,   // no such process
    TAC_REJECT_MASK,    // bits beyond the last signal
    TAC_REJECT_VALUE,   // not a finite number
    TAC_REJECT_STEP,    // too far ahead
    TAC_REJECT_TAKEN,   // another client has the signal
    TAC_REJECT_SIGNAL,  // an event for no command signal, or beyond its shape
    TAC_REJECT_EVENTS,  // the event ring ran over, or its numbers make no sense
    TAC_REJECT_FAULTS, // the client took pages of its file away from the cycle thread, again and again
    TAC_N_REJECT
} tac_reject;

// An event of the log. Read like a slot: sequence is 2 n for event n, counted from 1.
typedef struct tac_log_event {
    _Atomic uint64_t sequence;
    _Atomic uint64_t word[7]; // step, ns, kind | client << 32, signal | code << 32, value, 0, 0
} tac_log_event;

// What stands between the sequence number and the payload of a state slot.
typedef struct tac_state_head {
    int64_t step;  // done when it was published
    int64_t cycle; // since the start
    double time;   // s, simulation
    int64_t stamp; // ns, CLOCK_MONOTONIC
    uint64_t run_state;
    uint64_t reserved[2];
} tac_state_head;

// ---- history segment -----------------------------------------------------------------------------

// Frame n lies in slot n mod n_slot, as in the state segment. A frame that the helper found no longer is
// left out: its slot holds an older one, and `newest` has passed it.
typedef struct tac_history_header {
    uint64_t magic;
    uint32_t byte_order;
    uint16_t major, minor;
    uint64_t size;
    uint32_t header_size;
    uint32_t n_slot, slot_size, slot_offset; // ring of state slots
    uint32_t state_size;                     // payload of a slot, bytes
    uint32_t reserved_0;
    uint64_t hash;       // of the dictionary
    uint64_t generation; // of the executive
    // a cache line of the helper
    _Atomic uint64_t newest;   // number of the newest frame here, 0: none yet
    _Atomic uint64_t left_out; // frames that never came here
    uint64_t reserved_1[6];
} tac_history_header;

// ---- view segment --------------------------------------------------------------------------------

// View n lies in slot n mod n_slot, as frames do: a tac_state_head, then for every body 7 numbers, the place of its
// frame in the world (m) and its rotation, and for every force of the scene 6 numbers, the force (N) and the
// torque (N m) on its body. Numbers of views are their own. Since 1.2.
typedef struct tac_view_header {
    uint64_t magic;
    uint32_t byte_order;
    uint16_t major, minor;
    uint64_t size;
    uint32_t header_size;
    uint32_t n_body, n_slot, slot_size;
    uint64_t slot_offset;  // ring of slots
    uint64_t scene_offset; // one JSON object, not ended by a zero: docs/shared-memory.md
    uint64_t scene_size;
    uint64_t generation; // of the executive
    uint32_t n_force;    // behind the bodies; 0 before 1.3
    uint32_t reserved_2;
    uint64_t reserved_0[6];
    // a cache line of the helper
    _Atomic uint64_t newest; // number of the newest view, 0: none yet
    uint64_t reserved_1[7];
} tac_view_header;

// ---- command segment -----------------------------------------------------------------------------

typedef struct tac_command_header {
    // written by the executive before the segment has its name; the client leaves it alone
    uint64_t magic;
    uint32_t byte_order;
    uint16_t major, minor;
    uint64_t size;
    uint32_t header_size;
    uint32_t place; // K
    uint32_t n_slot, slot_size, slot_offset;
    uint32_t n_event, event_size, event_offset;
    uint32_t payload_size, mask_size;
    uint64_t hash;
    uint64_t generation;
    char instance[TAC_NAME_SIZE];
    // written by the client before `claimed`
    _Atomic uint64_t claimed; // the generation once the client is there, TAC_CLAIM_LEFT at its end
    _Atomic int32_t pid;
    _Atomic uint32_t version; // major << 16 | minor that the client speaks
    _Atomic int64_t start;
    _Atomic uint64_t client_hash; // of the dictionary the client has read
    char name[TAC_CLIENT_NAME_SIZE];
    // a cache line of the running client
    _Atomic uint64_t heartbeat; // changes at least once per time-to-live
    _Atomic uint64_t newest;    // number of the newest command frame, 0: none yet
    _Atomic uint64_t events;    // events written so far
    _Atomic uint64_t pid_space; // of `pid`, written before `claimed`; 0: not known
    uint64_t reserved[4];
} tac_command_header;

// Between the sequence number and the payload of a command slot.
typedef struct tac_command_head {
    int64_t step; // take effect when this many steps are done; 0: at once
    uint64_t reserved[6];
} tac_command_head;

// An event of a client. Read like a slot: sequence is 2 n for event n, counted from 1.
typedef struct tac_client_event {
    _Atomic uint64_t sequence;
    _Atomic uint64_t word[3]; // step (0: at once), signal | element << 32, value
} tac_client_event;

// ---- assertions ----------------------------------------------------------------------------------

#define TAC_AT(type, field, offset) \
    _Static_assert(offsetof(type, field) == (offset), #type "." #field " has moved")
#define TAC_SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has another size")

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the layout is little endian");
_Static_assert(sizeof(double) == 8, "doubles are IEEE 754 binary64");
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "words are exchanged without locks");

TAC_SIZE(tac_state_header, 320);
TAC_AT(tac_state_header, magic, 0);
TAC_AT(tac_state_header, byte_order, 8);
TAC_AT(tac_state_header, major, 12);
TAC_AT(tac_state_header, minor, 14);
TAC_AT(tac_state_header, size, 16);
TAC_AT(tac_state_header, header_size, 24);
TAC_AT(tac_state_header, n_signal, 28);
TAC_AT(tac_state_header, signal_size, 32);
TAC_AT(tac_state_header, signal_offset, 36);
TAC_AT(tac_state_header, n_client, 40);
TAC_AT(tac_state_header, client_size, 44);
TAC_AT(tac_state_header, client_offset, 48);
TAC_AT(tac_state_header, n_slot, 52);
TAC_AT(tac_state_header, slot_size, 56);
TAC_AT(tac_state_header, slot_offset, 60);
TAC_AT(tac_state_header, n_event, 64);
TAC_AT(tac_state_header, event_size, 68);
TAC_AT(tac_state_header, event_offset, 72);
TAC_AT(tac_state_header, state_size, 76);
TAC_AT(tac_state_header, command_size, 80);
TAC_AT(tac_state_header, mask_size, 84);
TAC_AT(tac_state_header, command_segment, 88);
TAC_AT(tac_state_header, hash, 96);
TAC_AT(tac_state_header, generation, 104);
TAC_AT(tac_state_header, pid, 112);
TAC_AT(tac_state_header, start, 120);
TAC_AT(tac_state_header, dt, 128);
TAC_AT(tac_state_header, period_ns, 136);
TAC_AT(tac_state_header, instance, 144);
TAC_AT(tac_state_header, newest, 192);
TAC_AT(tac_state_header, events, 200);
TAC_AT(tac_state_header, step, 208);
TAC_AT(tac_state_header, heartbeat, 216);
TAC_AT(tac_state_header, run_state, 224);
TAC_AT(tac_state_header, ready, 256);

TAC_AT(tac_state_header, history_size, 264);
TAC_AT(tac_state_header, value_offset, 272);
TAC_AT(tac_state_header, value_size, 276);
TAC_AT(tac_state_header, view_size, 280);
TAC_AT(tac_state_header, pid_space, 288);

TAC_SIZE(tac_value_entry, 192);
TAC_AT(tac_value_entry, name, 0);
TAC_AT(tac_value_entry, unit, 32);
TAC_AT(tac_value_entry, model, 64);

TAC_SIZE(tac_signal_entry, 192);
TAC_AT(tac_signal_entry, name, 0);
TAC_AT(tac_signal_entry, unit, 96);
TAC_AT(tac_signal_entry, direction, 128);
TAC_AT(tac_signal_entry, type, 132);
TAC_AT(tac_signal_entry, rows, 136);
TAC_AT(tac_signal_entry, columns, 140);
TAC_AT(tac_signal_entry, offset, 144);
TAC_AT(tac_signal_entry, fallback, 148);
TAC_AT(tac_signal_entry, minimum, 152);
TAC_AT(tac_signal_entry, maximum, 160);
TAC_AT(tac_signal_entry, rate, 168);
TAC_AT(tac_signal_entry, safe, 176);
TAC_AT(tac_signal_entry, ttl, 184);
TAC_AT(tac_signal_entry, echo, 188);

TAC_SIZE(tac_client_account, 128);
TAC_AT(tac_client_account, state, 0);
TAC_AT(tac_client_account, pid, 4);
TAC_AT(tac_client_account, start, 8);
TAC_AT(tac_client_account, attached, 16);
TAC_AT(tac_client_account, reason, 24);
TAC_AT(tac_client_account, applied, 64);
TAC_AT(tac_client_account, rejected, 72);
TAC_AT(tac_client_account, stale, 80);
TAC_AT(tac_client_account, limited, 88);
TAC_AT(tac_client_account, torn, 96);
TAC_AT(tac_client_account, taken, 104);
TAC_AT(tac_client_account, events_taken, 112);
TAC_AT(tac_client_account, applied_step, 120);

TAC_SIZE(tac_log_event, 64);
TAC_SIZE(tac_state_head, TAC_SLOT_HEAD - TAC_WORD);
TAC_AT(tac_state_head, step, 0);
TAC_AT(tac_state_head, cycle, 8);
TAC_AT(tac_state_head, time, 16);
TAC_AT(tac_state_head, stamp, 24);
TAC_AT(tac_state_head, run_state, 32);

TAC_SIZE(tac_history_header, 128);
TAC_AT(tac_history_header, magic, 0);
TAC_AT(tac_history_header, byte_order, 8);
TAC_AT(tac_history_header, major, 12);
TAC_AT(tac_history_header, minor, 14);
TAC_AT(tac_history_header, size, 16);
TAC_AT(tac_history_header, header_size, 24);
TAC_AT(tac_history_header, n_slot, 28);
TAC_AT(tac_history_header, slot_size, 32);
TAC_AT(tac_history_header, slot_offset, 36);
TAC_AT(tac_history_header, state_size, 40);
TAC_AT(tac_history_header, hash, 48);
TAC_AT(tac_history_header, generation, 56);
TAC_AT(tac_history_header, newest, 64);
TAC_AT(tac_history_header, left_out, 72);

TAC_SIZE(tac_view_header, 192);
TAC_AT(tac_view_header, magic, 0);
TAC_AT(tac_view_header, byte_order, 8);
TAC_AT(tac_view_header, major, 12);
TAC_AT(tac_view_header, minor, 14);
TAC_AT(tac_view_header, size, 16);
TAC_AT(tac_view_header, header_size, 24);
TAC_AT(tac_view_header, n_body, 28);
TAC_AT(tac_view_header, n_slot, 32);
TAC_AT(tac_view_header, slot_size, 36);
TAC_AT(tac_view_header, slot_offset, 40);
TAC_AT(tac_view_header, scene_offset, 48);
TAC_AT(tac_view_header, scene_size, 56);
TAC_AT(tac_view_header, generation, 64);
TAC_AT(tac_view_header, n_force, 72);
TAC_AT(tac_view_header, newest, 128);

TAC_SIZE(tac_command_header, 256);
TAC_AT(tac_command_header, magic, 0);
TAC_AT(tac_command_header, byte_order, 8);
TAC_AT(tac_command_header, major, 12);
TAC_AT(tac_command_header, minor, 14);
TAC_AT(tac_command_header, size, 16);
TAC_AT(tac_command_header, header_size, 24);
TAC_AT(tac_command_header, place, 28);
TAC_AT(tac_command_header, n_slot, 32);
TAC_AT(tac_command_header, slot_size, 36);
TAC_AT(tac_command_header, slot_offset, 40);
TAC_AT(tac_command_header, n_event, 44);
TAC_AT(tac_command_header, event_size, 48);
TAC_AT(tac_command_header, event_offset, 52);
TAC_AT(tac_command_header, payload_size, 56);
TAC_AT(tac_command_header, mask_size, 60);
TAC_AT(tac_command_header, hash, 64);
TAC_AT(tac_command_header, generation, 72);
TAC_AT(tac_command_header, instance, 80);
TAC_AT(tac_command_header, claimed, 128);
TAC_AT(tac_command_header, pid, 136);
TAC_AT(tac_command_header, version, 140);
TAC_AT(tac_command_header, start, 144);
TAC_AT(tac_command_header, client_hash, 152);
TAC_AT(tac_command_header, name, 160);
TAC_AT(tac_command_header, heartbeat, 192);
TAC_AT(tac_command_header, newest, 200);
TAC_AT(tac_command_header, events, 208);
TAC_AT(tac_command_header, pid_space, 216);
TAC_SIZE(tac_command_head, TAC_SLOT_HEAD - TAC_WORD);
TAC_SIZE(tac_client_event, 32);

// ---- sizes that follow ---------------------------------------------------------------------------

static inline uint32_t tac_up_64(uint32_t size) // to whole cache lines
{
    return (size + 63U) & ~63U;
}

static inline uint64_t tac_fnv1a(const void *data, size_t size)
{
    const unsigned char *byte = data;
    uint64_t hash = 0xcbf29ce484222325ULL;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ byte[i]) * 0x100000001b3ULL;
    }
    return hash;
}

#endif

// What anyone may see of a running executive: one shared-memory segment, written by the cycle
// thread, mapped read-only by everyone else.
//
// The executive works with a monitor in memory of its own; the segment shows it and is never read back, so that
// whoever cuts it short or writes into it changes what is seen, not what runs.
//
// Layout: header, counters, histograms, ring of cycle records. Offsets only, no pointers; the size is
// fixed before the magic number is written, which is written last.
//
// Records. Cycle i lies at i % TAC_MONITOR_RECORDS, a sequenced slot (io/slot.h) that holds frame
// i + 1. The writer never waits; a reader that was too slow is told so.
//
// Accounts. Cycles of the start phase are counted apart and enter no histogram; of all others
//   cycles = on_time + missed,  missed = sum of cause[k] for k > TAC_ON_TIME,  cause[0] = on_time.
// Cycles without a step (paused, safe state) count, but not in the histograms of step and overhead.
#ifndef TAC_MONITOR_H
#define TAC_MONITOR_H

#include <stdatomic.h>
#include <stdint.h>

#include "cycle.h"
#include "histogram.h"
#include "record_state.h"
#include "rig_file.h"

enum { TAC_MONITOR_RECORDS = 256, TAC_MONITOR_VERSION = 5, TAC_MONITOR_MODEL = 160 };
#define TAC_MONITOR_MAGIC 0x5355544341544d31ULL

typedef enum tac_run_state {
    TAC_RUN_STARTING, // start phase, before t = 0
    TAC_RUN_PAUSED,   // holding the state, cycles go on
    TAC_RUN_RUNNING,
    TAC_RUN_SAFE,    // safe state: outputs at their safe values, state kept, inspectable
    TAC_RUN_STOPPED, // the cycle thread has ended
    TAC_N_RUN_STATE
} tac_run_state;

extern const char
    *const tac_run_state_name[TAC_N_RUN_STATE]; // "safe": one word each, as in docs/control.md

enum tac_lacks { // what a running instance has lost, flags
    TAC_LACK_PRIORITY = 1,
    TAC_LACK_CORE = 2,
    TAC_LACK_NAME = 4, // another process has the name
    TAC_N_LACK = 3
};

extern const char *const tac_lack_name[TAC_N_LACK];

enum { TAC_CYCLE_WORDS = sizeof(tac_cycle) / sizeof(uint64_t) };

typedef struct tac_monitor_record {
    _Atomic uint64_t sequence;
    _Atomic uint64_t word[TAC_CYCLE_WORDS]; // the bytes of a tac_cycle
} tac_monitor_record;

typedef struct tac_monitor {
    _Atomic uint64_t magic; // written last
    uint32_t version, size;
    char name[TAC_RIG_NAME];
    int32_t pid;
    int64_t process_start; // start time of the process from /proc, to recognise a reused pid
    uint64_t pid_space;    // namespace in which pid counts, 0: not known
    int64_t period_ns;
    char model[TAC_MONITOR_MODEL]; // path of its file, of a long one the end
    char unshared[192];            // why nothing is shared although nobody switched it off, or ""
    _Atomic int32_t state;         // tac_run_state, written by the executive
    _Atomic int32_t safe_reason;   // tac_safe_reason
    _Atomic int32_t lacks;         // tac_lacks, by a thread outside the loop
    _Atomic int64_t taken;         // times that priority or core was taken from the team
    _Atomic int64_t renewed;       // times that files others had removed were made anew
    tac_record_shown recording;    // by the main thread of the executive
    _Atomic uint64_t changes;      // odd while the counters are being written
    _Atomic int64_t cycles, on_time, missed, skipped, steps;
    _Atomic int64_t doubtful;                      // steps whose results are in doubt, since t = 0
    _Atomic int64_t start_cycles, missed_at_start; // of the start phase
    _Atomic int64_t cause[TAC_N_CAUSE];
    _Atomic int64_t newest;    // index of the last record, -1 before the first
    _Atomic int64_t heartbeat; // ns of the last publish
    tac_histogram wake, step, slack, overhead;
    tac_histogram publish_jitter; // |change of (publish - release) since the cycle before|
    tac_monitor_record record[TAC_MONITOR_RECORDS];
} tac_monitor;

typedef struct tac_counters { // one moment's values of the counters above
    int64_t cycles, on_time, missed, skipped, steps, doubtful, start_cycles, missed_at_start;
    int64_t cause[TAC_N_CAUSE];
    int64_t newest, heartbeat;
} tac_counters;

// Writer side: one record, counters and histograms; bounded, no system call.
void tac_monitor_publish(tac_monitor *m, const tac_cycle *c);

// Writer side: what the last publish and changes of the run state have made of m, into the segment that shows it.
// Bounded, no system call; the segment is not read.
void tac_monitor_show(tac_monitor *shown, const tac_monitor *m, const tac_cycle *c);

// Run state and reason of the safe state alone, by any thread that has changed them. Of several at once the last one
// counts, at the latest with the next cycle.
void tac_monitor_show_state(tac_monitor *shown, const tac_monitor *m);

// Reader side: copies cycle `index`; 0 when it is gone or being written.
int tac_monitor_read(const tac_monitor *m, int64_t index, tac_cycle *out);

// Reader side: counters that belong together. 0 when the writer was in the way every time of a
// bounded number of attempts.
int tac_monitor_counters(const tac_monitor *m, tac_counters *out);

#endif

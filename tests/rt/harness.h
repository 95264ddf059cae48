// An executive for tests: a model with the default rig, a clock that jumps as the test wants, and a
// method whose steps can be delayed, stopped or refused.
#ifndef HARNESS_H
#define HARNESS_H

#include "loop/executive.h"
#include "run/run_threads.h"

// A clock that stands still but for 20 ns per look. sleep_until jumps to the wanted time, plus late
// when the wanted time is that of the late release.
typedef struct fake_clock {
    int64_t now;
    int64_t sleeps;           // calls of sleep_until so far
    int64_t late_at, late_ns; // the late_at-th sleep (from 0) ends so much too late; -1: none
    void (*script)(void *, int64_t sleep); // called before every sleep, NULL: nothing
    void *script_context;
    tac_clock clock;
} fake_clock;

void fake_clock_init(fake_clock *f);

// What goes wrong, and when. Steps are counted from the first call of begin, start phase included.
typedef struct fault {
    int64_t first, last; // steps concerned, -1: none
    int64_t delay_ns;    // in a phase of these steps: of the fake clock if there is one, else real
    int64_t hang_ns;     // spin in the phase for so long (real time), or until `release` is set
    int worker;          // the delay concerns member 1's stretch instead of member 0's
    int phase;           // index of the phase that is delayed
    int refuse;          // end() refuses these steps
    void (*during)(void *context); // called in the phase of these steps
    void *context;
    fake_clock *clock;    // NULL: real time
    _Atomic int release;  // ends a hang
    _Atomic int64_t step; // steps begun
    _Atomic int hits;     // how often the fault happened
} fault;

extern fault the_fault;

typedef struct harness {
    tac_rig_file *rig;
    tac_simulation sim;
    tac_executive e;
    int core[TAC_MAX_WORKERS], helper_core; // as chosen
} harness;

// Reads the model (or rig) with its defaults under a name of its own; the caller may change h->rig
// before harness_open. Both return 0 after printing what is wrong.
int harness_read(harness *h, const char *path);
int harness_open(harness *h, const tac_clock *clock, int faulty);
void harness_close(harness *h);

// Runs the loop on the calling thread for n cycles with a step (workers = 1).
void harness_run(harness *h, int64_t n);

// As fast as the machine can: every cycle is late, and nobody minds.
void harness_hurry(tac_rig_file *rig);

// Starts all threads of the opened harness and opens the gate; 0 after printing what is wrong.
int harness_start(harness *h, tac_run_threads *threads);
// Waits until the loop has ended by itself, at most so long, then ends all threads. Returns 0 when
// it had to be told, or did not come back.
int harness_finish(tac_run_threads *threads, int milliseconds);

// cycles = on time + missed, sum of causes = misses; prints and returns 0 when not.
int harness_counters_add_up(const harness *h);

// Bits of the state after n plain steps of the same model and options, or after the last one that was
// not refused; the caller frees them.
void *plain_state(const char *path, const tac_options *o, int64_t n, size_t *size);

#endif

// The executive: one model, one clock, one loop.
//
// Setup takes all memory, starts the helpers (writer, watchdog, control) and the team of cycle thread
// and workers, runs the start phase, then cycles: wake, latch, step, publish, account. After t = 0
// the cycle thread makes no system call but the sleep. Everything others need to know is in the
// monitor; everything they want goes through the command queue.
//
// Safe state: entered through one function, from the policy, the watchdog, a failed step or a
// command. The state is kept, no further step is made, outputs take their safe values, the process
// stays inspectable until it is told to stop or, where the rig allows it, rearmed.
#ifndef TAC_EXECUTIVE_H
#define TAC_EXECUTIVE_H

#include <stdbool.h>

#include "apart/apart_host.h"
#include "command_queue.h"
#include "faults.h"
#include "instance/claim.h"
#include "log/writer.h"
#include "monitor/monitor.h"
#include "outputs.h"
#include "policy.h"
#include "rig_file.h"
#include "signal_binding.h"
#include "simulation/doubts.h"
#include "simulation/simulation.h"
#include "simulation/variables.h"
#include "system/threads.h"
#include "team/team.h"
#include "tick.h"

// What threads of an executive tell each other.
typedef struct tac_executive_flags {
    bool stopped;               // by a signal, while a process was waited for
    _Atomic int64_t step_since; // ns when the step in progress began, 0: none; for the watchdog
    _Atomic int stop;           // 1: end after this cycle, 2: it does not, give it up
    _Atomic int hung;           // set by the watchdog
    _Atomic int64_t overrun;    // periods of the overrun that was too long, 0: none was
    _Atomic int rearmed;        // times that the safe state was left
    _Atomic bool traced;        // the cycle thread has taken up that tracing is on
} tac_executive_flags;

typedef struct tac_executive {
    // shared with other threads and processes
    tac_command_queue queue;
    tac_claim claim;              // of the name
    tac_monitor *monitor, *shown; // of this process alone, and the segment in which others see it
    tac_outputs outputs;
    tac_log_writer *log;        // recording, NULL: none; the owner sets it before the loop begins
    tac_signal_binding binding; // signals shared with other processes
    tac_apart_processes *apart; // processes that have sub-models, NULL: none
    tac_tick tick;              // external tick; nothing to follow when the clock is the tick

    // what is run
    tac_rig_file *rig;
    tac_simulation *sim;
    const tac_clock *clock;
    tac_variable *variable; // (n_variable)

    // of the cycle thread, and of others before and after it runs
    tac_team *team;
    int workers;        // threads of the team: of those the rig asks for, as many as pay
    char schedule[160]; // one line about them
    tac_policy_state policy;
    tac_faults faults;
    tac_doubts doubts;       // steps in doubt since t = 0
    tac_status failure;      // why the solver refused the step, when it did
    int64_t index;           // of the next cycle
    int64_t cycles_left;     // cycles with a step until the end, -1: until stopped
    int64_t steps_ordered;   // steps left of a STEP command, in cycles
    double *next_input;      // inputs as last written, latched by the next cycle  (n_input)
    double *initial_input;   // inputs at t = 0                                    (n_input)
    void *initial;           // state at t = 0                                     (state.size)
    int iterations;          // of the next cycle, 0: as configured
    int64_t refused_request; // count of the writes that a claim has refused
    int32_t noted_lacks;     // of the monitor, as the log holds them
    int safe_recorded;       // the log holds the reason of the safe state
    tac_safe_reason left;    // of the safe state that was left last
    tac_apart_fault fault;   // of the last step that a process kept from being made
    int at_fault;            // which
    int preempted;           // before the publish offset, as tac_preempt_seen says

    int n_variable, n_block;
    void *block[4]; // memory of the above
    tac_diag diag;  // one line that says why one of the functions below failed

    tac_executive_flags flags;
} tac_executive;

// Builds everything from a rig and the model it names, already read into sim (so that a caller may
// change its options): memory, consistent start, monitor, outputs, team. The executive keeps both
// pointers and owns neither. core: of the rig's workers, on which they are tried; NULL: the estimate
// alone says how many pay. oversubscribed: threads of the team share cores. 0 with a line in e->diag; a failed executive still has
// to be closed; a zeroed one may be.
int tac_executive_open(tac_executive *e, tac_rig_file *rig, tac_simulation *sim,
                       const tac_clock *clock, const int *core, int oversubscribed);
void tac_executive_close(tac_executive *e);

#endif

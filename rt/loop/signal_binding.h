// Signals of the exchange bound to the model: sensors go out, commands come in to inputs and
// parameters, scaled as the rig says.
//
// An input that is bound belongs to the exchange: it has the value in effect there in every cycle,
// also after a reset, whatever else writes it.
#ifndef TAC_SIGNAL_BINDING_H
#define TAC_SIGNAL_BINDING_H

#include "exchange/exchange.h"
#include "exchange/take.h"
#include "faults.h"
#include "log/writer.h"
#include "outputs.h"
#include "rig_file.h"
#include "scene/forces.h"
#include "signal_map.h"
#include "simulation/flexible_frames.h"
#include "simulation/simulation.h"
#include "simulation/variables.h"

typedef struct tac_signal_binding {
    tac_exchange *x; // NULL: the rig shares nothing, every function does nothing
    const tac_exchange_rig *rig;
    tac_signal_map map;
    tac_force_reader *forces;   // the helper's; outlives the exchange
    tac_flexible_frames frames; // shown behind the bodies
    char note[256]; // why nothing is shared although nobody switched it off; "" otherwise
    int64_t start_cycles;
    int shown_state, shown_safe; // as in the last frame
    uint64_t noted;              // events of the exchange that are recorded, or were left out
} tac_signal_binding;

// Looks all names up and opens the exchange; 0 with a line in diag. The list of variables is the executive's.
// What a rig shares without having said so is no reason to refuse it: then the note says why it is not shared.
int tac_signal_binding_open(tac_signal_binding *b, const tac_rig_file *rig, const tac_simulation *s,
                            const tac_variable *variable, int n_variable, tac_diag *diag);
void tac_signal_binding_close(tac_signal_binding *b);

// Cycle thread, before its first cycle.
void tac_signal_binding_begin(tac_signal_binding *b);

// Cycle thread, before the inputs are latched: takes commands; next_input (n_input) gets the bound ones.
//   cost     that of tac_exchange_take; no allocation, no system call
// log: where parameters that change are recorded, and who attached, was refused, went silent; NULL:
// nowhere. What a client does fills the log at a bounded rate: of more than eight events in a cycle the
// others are left out, and their number is recorded.
//   m->step  is looked up here
void tac_signal_binding_take(tac_signal_binding *b, tac_simulation *s, const tac_variable *variable,
                             tac_exchange_moment m, double *next_input, tac_log_writer *log);

// The command that writes a variable, -1: none does.
int tac_signal_binding_command(const tac_signal_binding *b, int variable);

// Cycle thread: whether a client has the command, and a value for it, of the input or parameter in SI, that stays
// until a client commands something else. It is clamped, and moves at the rate of the signal.
int tac_signal_binding_is_taken(const tac_signal_binding *b, int command);
void tac_signal_binding_write(tac_signal_binding *b, int command, double x);

// Any thread: the value of the input or parameter that is in effect; 0 when there is none yet, or the loop was in
// the way.
int tac_signal_binding_peek(const tac_signal_binding *b, int command, double *x);

// x clamped to the range of the command; *limited is set to 1 when it was outside.
double tac_signal_binding_clamp(const tac_signal_binding *b, int command, double x, int *limited);

// Cycle thread, at the end of the cycle: a frame at the rig's divisor, and at once when the run state
// changes. safe: states show their safe values. faults: on purpose, which change what states show.
//   cost     one frame, and all sensors once if no group of the outputs was due
void tac_signal_binding_publish(tac_signal_binding *b, const tac_simulation *s,
                                tac_outputs *outputs, tac_faults *faults, int64_t cycle,
                                int64_t now, int run_state);

// Cycle thread, after that: keeps the frame for readers that come late, and leaves the poses of all bodies to those
// who draw.
//   cost     a copy of the frame; at most 120 times a second and of a new run state one of the poses
void tac_signal_binding_keep(tac_signal_binding *b, const tac_simulation *s);

#endif

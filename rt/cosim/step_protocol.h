// What goes through the pipes between `tactus sim` and the process of an FMU: structs of this build, in turn.
//
//   sim   head, its signals (n_signal)            -> couples them, loads
//   host  coupled, or failed; inputs and outputs as indices of signals, names of all outputs
//   sim   values of the inputs                    -> starts, later steps
//   host  answer, values of the outputs that are coupled, then of all
#ifndef TAC_COSIM_STEP_PROTOCOL_H
#define TAC_COSIM_STEP_PROTOCOL_H

#include <stdint.h>

enum { TAC_STEP_NAME = 144, TAC_STEP_LINE = 1024 };

typedef struct tac_step_signal { // of the simulation
    char name[TAC_STEP_NAME];
    char unit[32];
    int32_t is_input; // of the model: it can be written
} tac_step_signal;

typedef struct tac_step_head {
    int32_t n_signal;
    int32_t all_outputs; // are wanted
    double dt;           // s, a step of the simulation
} tac_step_head;

typedef struct tac_step_coupled {
    int32_t failed; // an exit code, and the line
    int32_t n_input, n_output, n_all;
    int64_t every; // steps of the simulation in a communication step
    char line[TAC_STEP_LINE];
} tac_step_coupled;

typedef enum tac_step_said { TAC_SAID_DONE, TAC_SAID_ENDED, TAC_SAID_FAILED } tac_step_said;

typedef struct tac_step_answer {
    int32_t said; // tac_step_said
    int32_t unused;
    double time; // s, of the FMU
    char line[TAC_STEP_LINE];
} tac_step_answer;

#endif

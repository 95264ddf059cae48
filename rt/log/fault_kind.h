// Kinds of faults on purpose (loop/faults.h), as commands and logs name them.
#ifndef TAC_FAULT_KIND_H
#define TAC_FAULT_KIND_H

typedef enum tac_fault_kind {
    TAC_FAULT_DROP,   // a state is NaN; a command has what its fallback ends in
    TAC_FAULT_FREEZE, // stays what it was
    TAC_FAULT_NOISE,  // plus something from -value to value, another in every cycle
    TAC_FAULT_DELAY,  // what it was so many cycles, or frames, ago
    TAC_FAULT_STEP,   // plus value
    TAC_N_FAULT_KIND
} tac_fault_kind;

extern const char *const tac_fault_name[TAC_N_FAULT_KIND]; // "drop", ...

#endif

// Names of the words of a state, and the parameters of a model as a list: what a log stores by
// position and people want to read by name.
#ifndef TAC_LOG_SIGNALS_H
#define TAC_LOG_SIGNALS_H

#include <stddef.h>
#include <stdint.h>

#include "simulation.h"
#include "tune.h"

enum { TAC_LOG_N_ARRAY = 11 };

typedef struct tac_log_array { // an array of the state
    const char *name;
    size_t at, n; // first word, and words up to the next array
} tac_log_array;

// All arrays of the state in their order.
void tac_log_arrays(const tac_state *s, tac_log_array out[TAC_LOG_N_ARRAY]);

// Name of a word of the state: "crank.vx", "pin.lambda2", "torque.input". whole is 1 for words that
// hold an integer, not a double.
void tac_log_signal_name(const tac_simulation *s, size_t word, char *out, size_t size, int *whole);

// Layout of the state and the names behind it as text, one line each: the same text means that words
// of the same position mean the same. free() it; NULL without memory.
char *tac_log_layout(const tac_simulation *s);

// Parameters in a fixed order: number of all, the k-th one, and back.
size_t tac_log_parameter_count(const tac_desc *d);
tac_parameter tac_log_parameter(const tac_desc *d, size_t k);
size_t tac_log_parameter_index(const tac_desc *d, tac_parameter p); // the count when there is none
void tac_log_parameter_name(const tac_model_file *f, tac_parameter p, char *out, size_t size);

#endif

// Layout of a state and parameters of a model as texts and lists: what a log stores by position and
// people want to read by name. log_layout.h reads the text again.
#ifndef TAC_LOG_SIGNALS_H
#define TAC_LOG_SIGNALS_H

#include <stddef.h>

#include "simulation/simulation.h"
#include "tune.h"

// Layout of the state and the names behind it as text, one line each: the same text means that words
// of the same position mean the same. free() it; NULL without memory.
char *tac_log_layout_text(const tac_simulation *s);

// Parameters in a fixed order: number of all, the k-th one, and back.
size_t tac_log_parameter_count(const tac_desc *d);
tac_parameter tac_log_parameter(const tac_desc *d, size_t k);
size_t tac_log_parameter_index(const tac_desc *d, tac_parameter p); // the count when there is none
// Their names, one line each; free() it, NULL without memory.
char *tac_log_parameters(const tac_model_file *f);
void tac_log_parameter_name(const tac_model_file *f, tac_parameter p, char *out, size_t size);

#endif

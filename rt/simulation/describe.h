// Sentences about models and results for people.
#ifndef TAC_DESCRIBE_H
#define TAC_DESCRIBE_H

#include <stddef.h>
#include <stdio.h>

#include "model_file.h"
#include "reach.h"
#include "solver.h"
#include "tree.h"

// Reason, item by its name in the file, and the offending number of a failed call.
void tac_describe_status(const tac_model_file *f, tac_status status, char *out, size_t size);

// The drive that asks for too much; "" for none.
void tac_describe_beyond(const tac_model_file *f, const tac_beyond *b, char *out, size_t size);

// Name of an element of the assembly tree.
const char *tac_element_name(const tac_model_file *f, int element);

// A line per parameter that was given from outside the model's files.
void tac_print_given(FILE *out, const tac_model_file *f);

// Whether the given start had to be changed by more than rounding, and what was changed.
int tac_start_corrected(const tac_start_report *r);
void tac_print_start(FILE *out, const tac_model_file *f, const tac_start_report *r);

// The motion that nearly dependent constraints take away; nothing where there is none.
// A body whose inertia no body has, but for a little.
void tac_print_inertias(FILE *out, const tac_model_file *f);
void tac_print_lock(FILE *out, const tac_model_file *f, const tac_lock *lock);

#endif

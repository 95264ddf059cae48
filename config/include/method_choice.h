// The method that a model or rig file chooses. It lies behind the structs of model_file.h and rig_file.h, so
// that these stay as they were published: f must come from tac_model_file_read or tac_rig_file_read.
#ifndef TAC_METHOD_CHOICE_H
#define TAC_METHOD_CHOICE_H

#include "methods.h"
#include "model_file.h"
#include "rig_file.h"

// `solver: {method: WORD}` of a model; the first of tac_methods when it says nothing.
const tac_method *tac_model_file_method(const tac_model_file *f);

// Iterations of a step with a method: `solver: {iterations: N}` of a model; the method's own when it says nothing.
int tac_model_file_iterations(const tac_model_file *f, const tac_method *method);

// `method: WORD` of a rig; its model's when it says nothing.
const tac_method *tac_rig_file_method(const tac_rig_file *f);

#endif

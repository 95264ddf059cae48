// A sub-model as a shared object: tactus compile.
#ifndef TAC_COMPILE_H
#define TAC_COMPILE_H

#include <stdbool.h>

#include "simulation.h"
#include "system/fail.h"

// Writes an object of a started simulation, whose ground will be the body that the object hangs on, from the template
// (path), and a C header (path, NULL: none) with the numbers of its inputs and outputs by name. Inputs and sensors of the
// file itself that it exports are the object's. The same model gives the same bytes.
//   fails    with a line in why: the model has what an object cannot have, or a file cannot be read or written; then
//            files of these names stay as they were
bool tac_compile(const tac_simulation *s, const char *template, const char *out, const char *header,
                 tac_failure *why);

#endif

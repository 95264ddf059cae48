// A sub-model as a shared object: tactus compile.
#ifndef TAC_COMPILE_H
#define TAC_COMPILE_H

#include <stdbool.h>

#include "simulation.h"

// Writes an object of a started simulation, whose ground will be the body that the object hangs on, from the template
// (path). Inputs and sensors of the file itself are its inputs and outputs. The same model gives the same bytes.
//   fails    with a line in diag: the model has what an object cannot have, or a file cannot be read or written
bool tac_compile_part(const tac_simulation *s, const char *template, const char *out,
                      tac_diag *diag);

// A C header with the numbers of inputs and outputs by name.
bool tac_compile_header(const tac_simulation *s, const char *out, tac_diag *diag);

#endif

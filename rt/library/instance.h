// What functions of instances share.
#ifndef TAC_LIBRARY_INSTANCE_H
#define TAC_LIBRARY_INSTANCE_H

#include "handle.h"

// Keeps the line; returns the code.
int tac_instance_say(tactus *t, int code, const char *line);

// Measures all sensors.
void tac_instance_sense(tactus *t);

// Puts a value in place that fits.
void tac_instance_put(tactus *t, int kind, int i, double x);

#endif

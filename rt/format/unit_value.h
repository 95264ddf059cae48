// Values with units, as people write them: "1.5", "20mm", "20 km/h".
#ifndef TAC_UNIT_VALUE_H
#define TAC_UNIT_VALUE_H

#include <stdbool.h>

enum { TAC_UNIT_TEXT = 32 };

// Reads a finite number and the unit behind it, "" for none; the unit is not looked up.
bool tac_unit_value_parse(const char *text, double *value, char unit[TAC_UNIT_TEXT]);

// What a number in one unit is multiplied with to be one in the other. False for units that are not known or of
// different quantities; two that are spelled alike fit, whatever they are.
bool tac_unit_factor(const char *from, const char *to, double *factor);

#endif

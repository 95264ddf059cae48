// Units of a model as FMI has them: names with dots, and powers of base units.
#ifndef TAC_FMU_UNITS_H
#define TAC_FMU_UNITS_H

#include <stdbool.h>
#include <stdio.h>

enum { TAC_FMU_UNIT = 32, TAC_FMU_BASE = 4 }; // kg m s rad

// The name in FMI: "N.m.s/rad" of "N*m*s/rad", "m/s2" of "m/s^2". Returns name.
const char *tac_fmu_unit_name(const char *unit, char name[TAC_FMU_UNIT]);

// Powers of the base units that a unit of SI is made of, and what it is multiplied with for them. False: it has a part that
// is not known.
bool tac_fmu_unit_powers(const char *unit, int power[TAC_FMU_BASE], double *factor);

// The definition of a unit that is not "", as an element of XML on a line of its own; one of an angle can be shown in
// degrees.
void tac_fmu_unit_define(const char *unit, FILE *out);

#endif

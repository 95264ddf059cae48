// Units: what a key measures, and the suffixes that fit.
//
// Every value is kept in the SI unit of its quantity. Frequencies are in Hz and leads in m per
// revolution, as docs/model-format.md states them.
#ifndef TAC_UNITS_H
#define TAC_UNITS_H

#include <stddef.h>

typedef enum tac_quantity {
    TAC_Q_NUMBER, // without unit
    TAC_Q_LENGTH,
    TAC_Q_MASS,
    TAC_Q_TIME,
    TAC_Q_ANGLE,
    TAC_Q_ANGULAR_VELOCITY,
    TAC_Q_FREQUENCY,
    TAC_Q_VELOCITY,
    TAC_Q_ACCELERATION,
    TAC_Q_FORCE,
    TAC_Q_TORQUE,
    TAC_Q_STIFFNESS,
    TAC_Q_ROT_STIFFNESS,
    TAC_Q_DAMPING,
    TAC_Q_ROT_DAMPING,
    TAC_Q_INERTIA,
    TAC_Q_DENSITY,
    TAC_Q_AREA,
    TAC_Q_LEAD,
    TAC_Q_CONTACT_DAMPING,
    TAC_Q_PRESSURE, // elastic moduli
    TAC_Q_ANY,      // parameters, tables, named sources: any unit; rpm counts as angular velocity
} tac_quantity;

typedef struct tac_unit {
    const char *name;
    tac_quantity quantity;
    double times, over; // SI value = number * times / over; both exact, so that 12 mm is 0.012
} tac_unit;

// The unit of this name that fits the quantity, NULL when none does.
const tac_unit *tac_unit_find(const char *name, size_t length, tac_quantity quantity);

// "a length", "an angle", ...
const char *tac_quantity_text(tac_quantity quantity);

// Writes "m, mm, cm or km", or "" for a quantity without units.
void tac_unit_list(tac_quantity quantity, char *text, size_t size);

#endif

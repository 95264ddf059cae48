// Units: what a key measures, and the suffixes that fit.
//
// Every value is kept in the SI unit of its quantity. Frequencies are in Hz and leads in m per
// revolution, as docs/model-format.md states them.
#ifndef TAC_UNITS_H
#define TAC_UNITS_H

#include <stddef.h>

#include "quantity.h"

typedef struct tac_unit {
    const char *name;
    tac_quantity quantity;
    double times, over; // SI value = number * times / over; both exact, so that 12 mm is 0.012
} tac_unit;

// The unit of this name that fits the quantity, NULL when none does.
const tac_unit *tac_unit_find(const char *name, size_t length, tac_quantity quantity);

// The unit of a quantity that somebody means who writes "metres" or "Nm"; NULL: none that is known.
const char *tac_unit_meant(const char *text, tac_quantity quantity);

// Unit i of all; NULL after the last one.
const tac_unit *tac_unit_at(int i);

// "length", "rotational_stiffness", ...
const char *tac_quantity_word(tac_quantity quantity);

// The unit that values of the quantity are kept in, "" for plain numbers.
const char *tac_quantity_si(tac_quantity quantity);

// "a length", "an angle", ...
const char *tac_quantity_text(tac_quantity quantity);

// Writes "m, mm, cm or km", or "" for a quantity without units.
void tac_unit_list(tac_quantity quantity, char *text, size_t size);

#endif

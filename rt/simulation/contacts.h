// What a step makes of the contacts and stops of a model, as lines for a reader.
#ifndef TAC_CONTACTS_H
#define TAC_CONTACTS_H

#include <stdio.h>

#include "simulation.h"

// How many unilateral laws the step resolves, and of each in how many steps it swings back; of those that
// are too stiff for it, by how much they give way and which step would do. Nothing if there are none.
// Of parts with bodies of their own what that is at most. Read after the start. Law, resolved and stiffness as in docs/equations.md, unilateral laws.
void tac_print_contacts(FILE *out, const tac_simulation *s);

// One line with the worst of those that the step does not resolve, with what they felt when they closed last.
// Nothing where all are resolved. A line for each part in which one may not be.
void tac_print_unresolved(FILE *out, const tac_simulation *s);

// At orders 3 and 4: how many force elements the step is too long for to keep the order (docs/accuracy.md), and
// the worst of them. Nothing if there are none.
void tac_print_stiff_laws(FILE *out, const tac_simulation *s);

#endif

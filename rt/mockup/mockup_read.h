// From elements of the description to variables, units and what an FMU can do.
#ifndef TAC_MOCKUP_READ_H
#define TAC_MOCKUP_READ_H

#include "mockup.h"

// Reads what there is, and finds what is missing or is none of its kind. False when it is no description of FMI 2.0 or
// 3.0.
bool tac_mockup_read(tac_mockup *m, const tac_xml_node *root, tac_findings *f);

// Sizes of arrays from their dimensions, again after a structural parameter was given another value. False when one has
// too many elements, with a line.
bool tac_mockup_measure(tac_mockup *m, tac_findings *f);

tac_mockup_variable *tac_mockup_find(const tac_mockup *m, const char *name);
const tac_mockup_unit *tac_mockup_unit_of(const tac_mockup *m, const tac_mockup_variable *v);

// Words of the standard: "Float64", in FMI 2 "Real".
const char *tac_type_word(tac_mockup_type type, int version);
extern const char *const tac_causality_words[TAC_CAUSALITIES];
extern const char *const tac_variability_words[TAC_VARIABILITIES];
extern const char *const tac_initial_words[TAC_INITIALS];

// The initial of a variable that gives none; TAC_FMI_NO_INITIAL where the standard has none or does not allow the
// combination, which it allows where allowed is set.
tac_initial tac_default_initial(int version, tac_causality c, tac_variability v, bool *allowed);

// Whether a number of the type reads from the text; of booleans "true", "false", "1" and "0".
bool tac_mockup_number(tac_mockup_type type, const char *text, double *value);

#endif

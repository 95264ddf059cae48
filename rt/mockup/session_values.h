// Values of variables of an FMU as doubles and as texts.
#ifndef TAC_MOCKUP_SESSION_VALUES_H
#define TAC_MOCKUP_SESSION_VALUES_H

#include "session.h"

// All elements of a variable, as doubles: booleans are 0 and 1, numbers of whole types are rounded and kept in their
// range. False with a line of the session when the FMU does not take or give them.
bool tac_session_set(tac_session *s, const tac_mockup_variable *v, const double *value);
bool tac_session_get(tac_session *s, const tac_mockup_variable *v, double *value);

// The values of a text, as starts have them; of a string the text itself.
bool tac_session_set_text(tac_session *s, const tac_mockup_variable *v, const char *text);

// Numbers of a list, with blanks or commas between; one alone stands for all elements. False when they are none of the
// type, or not so many.
bool tac_parse_values(const tac_mockup_variable *v, const char *text, double *value);

#endif

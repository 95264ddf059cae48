// Sessions with FMUs of FMI 3.0: besides, structural parameters, events, and steps that end before their time.
#ifndef TAC_MOCKUP_SESSION_3_H
#define TAC_MOCKUP_SESSION_3_H

#include "session.h"

bool tac_session_3_new(tac_session *s, const char *resources);
bool tac_session_3_begin(tac_session *s, const tac_input_source *inputs);
tac_step_result tac_session_3_step(tac_session *s, double to, const tac_input_source *inputs);

#endif

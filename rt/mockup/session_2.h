// Sessions with FMUs of FMI 2.0.
#ifndef TAC_MOCKUP_SESSION_2_H
#define TAC_MOCKUP_SESSION_2_H

#include "session.h"

bool tac_session_2_new(tac_session *s, const char *resources);
bool tac_session_2_begin(tac_session *s, const tac_input_source *inputs);
tac_step_result tac_session_2_step(tac_session *s, double to, const tac_input_source *inputs);

#endif

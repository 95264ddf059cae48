// Requests that read and write values. Each answers client, or starts a job that will; rest is what
// follows the verb on its line.
#ifndef TAC_CONTROL_VALUES_H
#define TAC_CONTROL_VALUES_H

#include "control.h"

void tac_control_read(tac_control *c, int client, char *rest);
void tac_control_write(tac_control *c, int client, char *rest);
void tac_control_variables(tac_control *c, int client, char *rest);
void tac_control_status(tac_control *c, int client, char *rest);

#endif

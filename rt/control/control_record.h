// Requests about the recording of the run. They go to its helper thread, not to the loop.
#ifndef TAC_CONTROL_RECORD_H
#define TAC_CONTROL_RECORD_H

#include "control.h"

// record start | stop | split | trigger [TEXT] | mark TEXT | status
void tac_control_record(tac_control *c, int client, char *rest);

#endif

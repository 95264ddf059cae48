// What the requests on a controller's socket mean; docs/platform.md lists them.
#ifndef TAC_REQUESTS_H
#define TAC_REQUESTS_H

#include "controller.h"

// The verbs on the control socket; a tac_line_request whose context is a tac_controller.
void tac_controller_request(void *controller, int client, char *line);

#endif

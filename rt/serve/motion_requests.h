// What a page asks of a motion that was computed: rows, whole columns and their errors, where misses are.
#ifndef TAC_SERVE_MOTION_REQUESTS_H
#define TAC_SERVE_MOTION_REQUESTS_H

#include "hub.h"

// The request `verb`, which is followed by `rest`. False: it is none of these, or no memory.
bool tac_motion_request(tac_hub *h, tac_hub_client *c, const char *verb, char *rest);

#endif

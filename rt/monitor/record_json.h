// The object "record" of JSON answers about an instance.
#ifndef TAC_RECORD_JSON_H
#define TAC_RECORD_JSON_H

#include "format/json.h"
#include "record_state.h"

// file: of the piece at hand, NULL where it is not known. Of a run without a recording: null.
void tac_record_json(tac_json *j, const tac_record_state *s, const char *file);

#endif

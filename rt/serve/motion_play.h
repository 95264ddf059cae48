// A motion as viewers of the Foxglove protocol see it: it goes on by itself, or as one of them, or a page, says. All see
// the same place; when nobody looks any more, the next one sees it from its beginning.
#ifndef TAC_SERVE_MOTION_PLAY_H
#define TAC_SERVE_MOTION_PLAY_H

#include "hub.h"

bool tac_play_meet(tac_hub *h,
                   tac_hub_client *c); // the first messages to a viewer, also of instances

// What a viewer asks for; all are told how the motion is then.
bool tac_play_control(tac_hub *h, tac_hub_client *c, const tac_foxglove_control *control);

void tac_play_lead(tac_hub *h, int64_t row); // a page shows this row

// The frame that viewers see next; NULL: none, or the same as before.
tac_message *tac_play_next(tac_hub *h, const tac_source *s);

#endif

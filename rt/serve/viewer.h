// Viewers of Foxglove's protocol as clients of the hub. A viewer follows all instances that the hub finds, is
// told of those that are too many, and what there is of each; frames go out as messages to what it has subscribed, one after the
// other, and the next frame waits meanwhile as a browser's does.
#ifndef TAC_SERVE_VIEWER_H
#define TAC_SERVE_VIEWER_H

#include "hub.h"

bool tac_viewer_request(tac_hub *h, tac_hub_client *c, const char *text, size_t n);  // false: close
bool tac_viewer_control(tac_hub *h, tac_hub_client *c, const char *bytes, size_t n); // binary

// Follows what has come, and lets go of what has gone when another one needs its place.
void tac_viewer_look(tac_hub *h, tac_hub_client *c);

// Advertises what is attached, and takes back what is not any more.
void tac_viewer_offer(tac_hub *h, tac_hub_client *c, tac_hub_follow *f);

// In-band, that a recording fails, and that it goes on, once for each time.
void tac_viewer_tell_record(tac_hub *h, tac_hub_client *c, tac_hub_follow *f);

// The next message of the frames that wait; NULL: none of them is subscribed.
tac_message *tac_viewer_next(tac_hub_client *c);

#endif

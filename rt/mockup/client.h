// An FMU as a client of a running instance: it reads signals of a frame, steps as far as the instance has, and commands.
// Time is that of the instance: it stands still with it, and begins anew when that goes back.
#ifndef TAC_MOCKUP_CLIENT_H
#define TAC_MOCKUP_CLIENT_H

#include "host.h"

typedef struct tac_client_settings {
    const char *instance, *client; // client: its name there
    double rate;                   // communication steps per second of the instance, 0: not said
    double patience;               // s, that an instance is waited for
} tac_client_settings;

// Until the instance, the FMU or who started it ends it. Returns an exit code.
int tac_mockup_client(tac_mockup_host *h, const tac_client_settings *set);

#endif

// What the recording of a rig has beside the motion, as channels of an MCAP file: /signals/NAME with the values of that
// signal, commands among them, at every row; /cycles, a message per cycle; /events.
#ifndef TAC_MCAP_RIG_H
#define TAC_MCAP_RIG_H

#include "format/json.h"
#include "format/mcap.h"
#include "simulation/export.h"

typedef struct tac_mcap_value { // of a signal
    char name[64], unit[32];    // name "": the only one, `value`
} tac_mcap_value;

typedef struct tac_mcap_signal {
    char name[160];
    int first, n; // values
    int channel;
} tac_mcap_signal;

typedef struct tac_mcap_rig {
    tac_mcap *mcap;
    const tac_export_rig *rig;
    tac_json_buffer text;
    tac_mcap_signal *signal; // (n_signal)
    tac_mcap_value *value;   // (n_value)
    double *x;               // of the row at hand   (n_value)
    int n_signal, n_value, at;
    int cycles, events; // channels, -1: none
    bool no_memory;
} tac_mcap_rig;

// Adds the channels to an open file before its first message, and sends what is known at a time in ns. False without
// memory, or when something could not be written.
bool tac_mcap_rig_open(tac_mcap_rig *r, tac_mcap *mcap, const tac_export_rig *rig,
                       const tac_simulation *s);
bool tac_mcap_rig_row(tac_mcap_rig *r, const tac_simulation *s, uint64_t time);
bool tac_mcap_rig_cycle(tac_mcap_rig *r, const tac_export_cycle *c, uint64_t time);
bool tac_mcap_rig_event(tac_mcap_rig *r, const tac_export_event *v, uint64_t time);
void tac_mcap_rig_close(tac_mcap_rig *r); // a zeroed one is fine

#endif

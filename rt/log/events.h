// Events of a log in words: what happened before which step. For `tactus log info` and `export`.
#ifndef TAC_LOG_EVENTS_H
#define TAC_LOG_EVENTS_H

#include "simulation/export.h"
#include "tools.h"

// How often each kind of event occurs. Counting fails with a line in diag when a block cannot be read.
typedef struct tac_log_event_counts {
    int64_t code[TAC_LOG_N_EVENT_CODE];
    int64_t client[8];                  // by kind of the exchange's event; 0: left out
    int64_t degraded, failed, restores; // steps, steps, records
} tac_log_event_counts;

int tac_log_count_events(tac_log *l, tac_log_event_counts *n, tac_diag *diag);

// What a record of a kind, an event or a restore, tells; item has room for its words.
enum { TAC_LOG_ITEM = 192 };
void tac_log_event_tell(const tac_log_header *h, tac_log_kind kind, const uint64_t *row,
                        char item[TAC_LOG_ITEM], tac_export_event *out);

// One line per event: step of the log, what, about whom or what, value.
int tac_log_export_events(tac_log *l, const tac_log_window *window, tac_csv *out, tac_diag *diag);

#endif

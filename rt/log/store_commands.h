// What people and triggers ask of a recording, for its helper thread.
#ifndef TAC_LOG_STORE_COMMANDS_H
#define TAC_LOG_STORE_COMMANDS_H

#include "store.h"

// By command, at a step and with the state there (NULL: not known), everything before it handed over. 0 and a line.
int tac_log_store_start(tac_log_store *s, int64_t step, char *why, size_t size);
int tac_log_store_stop(tac_log_store *s, int64_t step, const uint64_t *state, char *why,
                       size_t size);
int tac_log_store_split(tac_log_store *s, int64_t step, const uint64_t *state, char *why,
                        size_t size);
int tac_log_store_trigger(tac_log_store *s, int64_t step, const char *text, char *why, size_t size);
int tac_log_store_mark(tac_log_store *s, int64_t step, const char *text, char *why, size_t size);

// By a condition of the rig: as a trigger, but where a piece is written for one already it only goes on for longer.
void tac_log_store_condition(tac_log_store *s, int64_t step, const char *text);

#endif

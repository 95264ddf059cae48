// A cycle record in the words of a log.
#ifndef TAC_LOG_CYCLE_WORDS_H
#define TAC_LOG_CYCLE_WORDS_H

#include "block.h"
#include "monitor/cycle.h"

void tac_log_cycle_put(const tac_cycle *c, uint64_t word[TAC_LOG_CYCLE_WORDS]);
void tac_log_cycle_get(const uint64_t word[TAC_LOG_CYCLE_WORDS], tac_cycle *c);

#endif

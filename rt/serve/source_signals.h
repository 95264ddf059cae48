// The signals of a source one way, whether an instance shares them or a motion has them as its sensors' values.
#ifndef TAC_SERVE_SOURCE_SIGNALS_H
#define TAC_SERVE_SOURCE_SIGNALS_H

#include "source.h"

typedef struct tac_source_signal {
    char name[160];
    int n; // values
} tac_source_signal;

typedef struct tac_source_value {
    char key[160]; // what comes behind the signal's name; `value` of one alone
    char unit[32];
} tac_source_value;

// How many signals a motion has, of whose values the first of each stands in first (n + 1); NULL without memory.
uint32_t *tac_source_list_motion(const tac_playback_reader *p, int *n);

// Signal i of an attached source, and its value k.
tac_source_signal tac_source_signal_of(const tac_source *s, int i);
tac_source_value tac_source_value_of(const tac_source *s, int i, int k);

#endif

// Recorded words and those of this program: the same ones, or matched by name when the layouts of the
// state differ.
#ifndef TAC_REPLAY_MAP_H
#define TAC_REPLAY_MAP_H

#include "diag.h"
#include "log/layout.h"
#include "log/reader.h"
#include "simulation/simulation.h"

typedef struct tac_replay_map {
    tac_log_layout there, here; // of the log, of this program
    size_t *word;               // own word of every recorded one; NULL: the same     (n_state)
    size_t *parameter;          // likewise                                           (n_parameter)
    size_t found;               // recorded words that have one here, padding apart
    char differs[320];          // "": the layouts are the same
} tac_replay_map;

// Reads both layouts; by_name: match them when they differ. 0 with a line in diag when they
// differ otherwise, when nothing of them fits, or without memory.
int tac_replay_map_open(tac_replay_map *m, const tac_log_header *h, const tac_simulation *s,
                        int by_name, tac_diag *diag);
void tac_replay_map_close(tac_replay_map *m); // a zeroed one is fine

// Own word or parameter of a recorded one, TAC_LOG_NO_WORD when there is none.
size_t tac_replay_word(const tac_replay_map *m, size_t recorded);
size_t tac_replay_parameter(const tac_replay_map *m, size_t recorded);

#endif

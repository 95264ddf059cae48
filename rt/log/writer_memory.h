// How much memory a recording takes, which follows from the shape of its records: tables of the block that is being
// filled, and the rings in front of them.
#ifndef TAC_LOG_WRITER_MEMORY_H
#define TAC_LOG_WRITER_MEMORY_H

#include "block.h"
#include "simulation/simulation.h"
#include "writer.h"

typedef struct tac_log_tables {
    size_t capacity[TAC_LOG_N_KIND]; // rows
    size_t records, words;           // of all kinds
    size_t raw_size;                 // bytes of a full block unpacked
} tac_log_tables;

typedef struct tac_log_rings {
    size_t record_words;              // of a slot
    size_t record_bytes, state_bytes; // what either may take
} tac_log_rings;

// steps_per_block, bytes: as in the writer's options, 0: as suits the shape.
tac_log_tables tac_log_plan_tables(const tac_log_shape *s, int steps_per_block);
tac_log_rings tac_log_plan_rings(const tac_log_shape *s, size_t bytes);

// Whether a prepared simulation and its recording keep the bound of memory (simulation/bound.h); the header builds the
// model once more to prove that the log can. 0 with a line in diag.
int tac_log_bound(const tac_simulation *s, int full, const tac_log_writer_options *o,
                  tac_diag *diag);

#endif

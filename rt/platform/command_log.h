// The log of what was commanded: one row per cycle with legs to command, as CSV.
//
// The loop puts rows into a ring of fixed size, a thread of its own writes them; a disk that stands
// still for longer than the ring lasts costs rows, which are counted, and never a cycle.
#ifndef TAC_PLATFORM_COMMAND_LOG_H
#define TAC_PLATFORM_COMMAND_LOG_H

#include <stdatomic.h>
#include <stdint.h>

#include "format/csv.h"
#include "modes.h"

typedef struct tac_platform_command_log_row {
    int64_t cycle;
    double t; // s since the loop began, of the cycle's release
    tac_platform_state state;
    int has_source;
    double force[3], rate[3]; // of the driver, at rest without a source
    double pose[6];
    double length[TAC_LEGS];
} tac_platform_command_log_row;

typedef struct tac_platform_command_log {
    tac_csv csv;
    tac_platform_command_log_row *row;        // (n)
    uint64_t n;                               // a power of two
    _Alignas(64) _Atomic uint64_t head, lost; // written by the loop
    _Alignas(64) _Atomic uint64_t tail;       // written by the writer
} tac_platform_command_log;

// Opens the file and takes the memory. 0 with errno when that fails.
int tac_platform_command_log_open(tac_platform_command_log *t, const char *path, int64_t period_ns);

void tac_platform_command_log_put(tac_platform_command_log *t,
                                  const tac_platform_command_log_row *row); // the loop; never waits
int tac_platform_command_log_write(tac_platform_command_log *t); // the writer; 0: nothing there

// Writes the rest and closes, once the loop has ended. 0 when rows were lost or not written.
int tac_platform_command_log_close(tac_platform_command_log *t);

#endif

// The writer: a helper thread that puts cycle records into files.
//
// It follows the monitor's ring. The log gets every log_divisor-th cycle and every miss, the dump
// the last 256 records whenever there was a miss (once a second at most) and when the safe state is
// entered. A full disk is said once; what did not reach the log is counted and the writer goes on
// trying. When it was too slow and the ring has moved on, that is counted too.
//
// Rotation: a log that was renamed by another program is simply opened anew; one that is still in place
// becomes LOG.1 first.
#ifndef TAC_WRITER_H
#define TAC_WRITER_H

#include <stdatomic.h>
#include <stdint.h>

#include "monitor.h"
#include "rig_file.h"

enum { TAC_WRITER_BUFFER = 1 << 16 };

typedef struct tac_writer {
    const tac_rig_file *rig;
    const tac_monitor *monitor;
    _Atomic int rotate, quit;  // set by others
    _Atomic int64_t lines;     // in the log
    _Atomic int64_t lost;      // records that should be in the log and are not
    _Atomic int error;         // errno of the first failure of log or dump
    int log;                   // descriptor, -1: none
    int64_t next;              // record to look at next
    int64_t missed, dumped_at; // misses seen so far; when the dump was written, ns
    int wants_dump, saw_safe;
    int complained;     // about the log
    int buffered, used; // lines and bytes in the buffer
    char buffer[TAC_WRITER_BUFFER];
} tac_writer;

// Opens the log. Fails with a line in diag. close writes what is left and returns 0 when something
// could not be written.
int tac_writer_open(tac_writer *w, const tac_rig_file *rig, const tac_monitor *monitor,
                    tac_diag *diag);
int tac_writer_close(tac_writer *w);

// Thread function, argument tac_writer; ends soon after quit was set.
void *tac_writer_run(void *writer);

// One round of the thread: everything that is new at the given time.
void tac_writer_poll(tac_writer *w, int64_t now);

#endif

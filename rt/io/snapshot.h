// Frames into the snapshot, and waiting for them: what reading the newest and reading all of them share.
#ifndef TAC_IO_SNAPSHOT_H
#define TAC_IO_SNAPSHOT_H

#include <stdbool.h>

#include "handle.h"

// Where the state segment holds that frame, if it does.
static inline const void *tac_io_slot(const tac_io *io, uint64_t number)
{
    return io->state + io->head.slot_offset +
           number % io->head.n_slot * (uint64_t)io->head.slot_size;
}

// Makes the frame in a slot the snapshot; false when the slot does not hold it. One attempt.
bool tac_io_take_slot(tac_io *io, const void *slot, uint64_t number);

// One look for a frame: TAC_IO_OK when it is the snapshot now, TAC_IO_NONE to look again later, anything
// else to give up. With ended the executive has gone: what is not there now never comes.
typedef tac_io_status tac_io_look(tac_io *io, bool ended, void *context);

// Looks until there is something, the time is over (TAC_IO_STALE) or the executive is gone (TAC_IO_ENDED).
tac_io_status tac_io_wait_for(tac_io *io, int how, double timeout, tac_io_look *look,
                              void *context);

#endif

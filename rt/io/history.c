// Every frame in its order, from two places: the state segment has the last few at once, the history the
// ones before. A frame that has left the first and has not reached the second yet is on its way in the
// executive's helper, and worth waiting for. What neither will ever show is counted.
#include "history.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "guard.h"
#include "segment_file.h"
#include "snapshot.h"

// Of a full history the oldest eighth is passed over: the executive is about to write there.
enum { MARGIN = 8 };

// ---- opening -------------------------------------------------------------------------------------

static tac_io_status map_history(tac_io *io, int file, uint64_t size, tac_io_error *error)
{
    tac_history_header *h = &io->history_head;
    if (size < sizeof *h || pread(file, h, sizeof *h, 0) != (ssize_t)sizeof *h) {
        return tac_io_fail(error, TAC_IO_DAMAGED, "too short for a history segment");
    }
    tac_io_status status = tac_io_check_history_header(&io->head, h, size, error);
    if (status != TAC_IO_OK) {
        return status;
    }
    void *at = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) {
        return tac_io_fail(error, TAC_IO_SYSTEM, "cannot be mapped: %s", strerror(errno));
    }
    io->history = at;
    io->history_size = size;
    return tac_io_guard_mapping(at, size) == TAC_IO_OK
               ? TAC_IO_OK
               : tac_io_fail(error, TAC_IO_SYSTEM, "not enough memory");
}

tac_io_status tac_io_history_open(tac_io *io, tac_io_error *error)
{
    char name[TAC_IO_PATH];
    struct stat about;
    tac_io_error unwanted;
    error = error ? error : &unwanted;
    *error = (tac_io_error){.status = TAC_IO_OK};
    if (io->history || io->head.history_size == 0) { // there is none
        return TAC_IO_OK;
    }
    (void)snprintf(name, sizeof name, "tactus.%s.history", io->head.instance);
    int file = tac_io_open_plain(name, O_RDONLY, &about, error);
    if (file < 0) {
        return error->status;
    }
    tac_io_status status =
        about.st_uid == io->owner
            ? map_history(io, file, (uint64_t)about.st_size, error)
            : tac_io_fail(error, TAC_IO_FOREIGN, "%s belongs to another user than the state", name);
    close(file);
    if (status != TAC_IO_OK) {
        tac_io_history_close(io);
    }
    return status;
}

void tac_io_history_close(tac_io *io)
{
    if (io->history) {
        tac_io_unguard_mapping(io->history);
        munmap((void *)io->history, io->history_size);
    }
    io->history = NULL;
}

uint64_t tac_io_history_depth(const tac_io *io)
{
    return io->history ? io->history_head.n_slot : 0;
}

// ---- numbers -------------------------------------------------------------------------------------

static const tac_history_header *live(const tac_io *io)
{
    return (const tac_history_header *)(const void *)io->history;
}

// Whether either segment was cut short or emptied.
static bool is_gone(const tac_io *io)
{
    if (!io->history) {
        return tac_io_is_gone(io);
    }
    const void *magic = &live(io)->magic;
    // relaxed: written before the file could be found
    return tac_io_is_gone(io) || atomic_load_explicit((const _Atomic uint64_t *)magic,
                                                      memory_order_relaxed) != TAC_HISTORY_MAGIC;
}

// Never beyond the newest of the state, which has every frame first: a damaged history may say anything.
static uint64_t newest_in_history(const tac_io *io, uint64_t newest)
{
    // acquire: with the number come the frames
    uint64_t kept = io->history ? atomic_load_explicit(&live(io)->newest, memory_order_acquire) : 0;
    return kept < newest ? kept : newest;
}

// The oldest frame of a ring that a reader has time for.
static uint64_t oldest(uint64_t newest, uint64_t n_slot)
{
    return newest >= n_slot ? newest - n_slot + 1 + n_slot / MARGIN : 1;
}

void tac_io_history_seek(tac_io *io, uint64_t number)
{
    uint64_t newest = tac_io_newest(io);
    uint64_t first = io->history ? oldest(newest_in_history(io, newest), io->history_head.n_slot)
                                 : oldest(newest, io->head.n_slot);
    io->next = number > first ? number : first;
}

// ---- frames --------------------------------------------------------------------------------------

// Goes on with that frame; those between are lost.
static void pass_over(tac_io *io, uint64_t number, uint64_t *lost)
{
    *lost += number - io->next;
    io->next = number;
}

static bool take_from_state(tac_io *io)
{
    return tac_io_take_slot(io, tac_io_slot(io, io->next), io->next);
}

static bool take_from_history(tac_io *io)
{
    const tac_history_header *h = &io->history_head;
    const unsigned char *slots = io->history + h->slot_offset;
    return tac_io_take_slot(io, slots + io->next % h->n_slot * (uint64_t)h->slot_size, io->next);
}

// The first frame from io->next to newest that is there; what was overwritten meanwhile or left out is lost.
// At most one lap of the ring, whatever newest says.
static bool search(tac_io *io, bool (*take)(tac_io *), uint64_t newest, uint64_t *lost)
{
    for (uint64_t n = newest - io->next + 1; n > 0; n--) {
        if (take(io)) {
            return true;
        }
        pass_over(io, io->next + 1, lost);
    }
    return false;
}

static bool search_history(tac_io *io, uint64_t newest, uint64_t *lost)
{
    uint64_t n_slot = io->history_head.n_slot;
    if (newest - io->next >= n_slot) {
        pass_over(io, oldest(newest, n_slot), lost);
    }
    return search(io, take_from_history, newest, lost);
}

// When no other frame can come.
static bool search_state(tac_io *io, uint64_t newest, uint64_t *lost)
{
    uint64_t n_slot = io->head.n_slot;
    if (newest - io->next >= n_slot) {
        pass_over(io, newest - n_slot + 1, lost);
    }
    return search(io, take_from_state, newest, lost);
}

static bool find_next(tac_io *io, uint64_t newest, bool ended, uint64_t *lost)
{
    if (take_from_state(io)) {
        return true;
    }
    uint64_t kept = newest_in_history(io, newest);
    if (kept >= io->next && search_history(io, kept, lost)) {
        return true;
    }
    // what the search went past was lost; what is newer than the history is on its way there
    return (!io->history || ended) && io->next <= newest && search_state(io, newest, lost);
}

static tac_io_status look_for_next(tac_io *io, bool ended, void *lost)
{
    uint64_t newest = tac_io_newest(io);
    newest = newest < UINT64_MAX ? newest : 0; // nobody counts that far: there is no next number
    io->next = io->next == 0 ? newest : io->next;
    bool found = newest > 0 && io->next <= newest && find_next(io, newest, ended, lost);
    if (is_gone(io)) {
        return TAC_IO_ENDED;
    }
    io->next += found;
    return found ? TAC_IO_OK : TAC_IO_NONE;
}

tac_io_status tac_io_history_next(tac_io *io, int how, double timeout, uint64_t *lost)
{
    uint64_t unwanted = 0;
    return tac_io_wait_for(io, how, timeout, look_for_next, lost ? lost : &unwanted);
}

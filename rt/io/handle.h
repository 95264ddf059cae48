// Inside libtactus-io: one attached client.
#ifndef TAC_IO_HANDLE_H
#define TAC_IO_HANDLE_H

#include <sys/types.h>

#include "check.h"

enum { TAC_IO_PATH = 128 };

struct tac_io {
    tac_state_header head;      // copied once and checked; sizes and offsets come from here only
    const unsigned char *state; // the state segment, read-only
    size_t state_size;          // as mapped
    int state_file;             // open as long as the handle: whether its owner has it locked
    uid_t owner;                // of the state segment's file
    tac_signal_entry *signal;   // (head.n_signal), copied and checked
    tac_value_entry *value;     // of all values, copied and checked; NULL: they have no names
    int *first;                 // of every signal: its first value there      (head.n_signal)
    int *bit;                   // of a command signal in the mask, -1: state   (head.n_signal)
    uint64_t *frame;            // the snapshot: head and payload               (frame_words)
    uint64_t *spare;            // where the next one is copied to              (frame_words)
    uint64_t number;            // of the snapshot, 0: none
    size_t frame_words;
    // history
    tac_history_header history_head; // copied and checked
    const unsigned char
        *history;        // the history segment, read-only; NULL: not opened, or there is none
    size_t history_size; // as mapped
    uint64_t next;       // number of the frame that comes next, 0: the newest
    // commanding
    int place, file;
    const volatile int *own;         // 1, in a process that forked off 0; NULL: not known
    tac_command_header command_head; // copied and checked
    unsigned char *command;          // NULL: reads only
    size_t command_size;             // as mapped
    uint64_t *out;                   // the next frame: head and payload           (out_words)
    size_t out_words;
    uint64_t sent, events, beats;
};

static inline const tac_state_header *tac_io_live(const tac_io *io)
{
    return (const tac_state_header *)(const void *)io->state;
}

// Whether the state segment was cut short or emptied: its magic number is another one.
static inline int tac_io_is_gone(const tac_io *io)
{
    const void *magic = &tac_io_live(io)->magic;
    // relaxed: written before the file has its name
    return atomic_load_explicit((const _Atomic uint64_t *)magic, memory_order_relaxed) !=
           TAC_STATE_MAGIC;
}

// Whether the process that commands by it is the one that attached it.
static inline int tac_io_is_own(const tac_io *io)
{
    return !io->own || *io->own;
}

static inline uint64_t tac_io_newest(const tac_io *io)
{
    // acquire: with the number comes the frame
    return atomic_load_explicit(&tac_io_live(io)->newest, memory_order_acquire);
}

static inline tac_client_account *tac_io_account_at(const tac_io *io, int place)
{
    return (tac_client_account *)(void *)(io->state + io->head.client_offset +
                                          (size_t)place * io->head.client_size);
}

#endif

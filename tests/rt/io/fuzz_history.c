// fuzz: seeds=tests/rt/io/histories
// libFuzzer: any bytes as a history segment beside a good state, and any numbers of newest frames. The check refuses
// it, or reading it is harmless and bounded, and every frame given is the next.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/alive.h"
#include "io/check.h"
#include "io/handle.h"
#include "io/slot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VALUES = 2, SLOT = 128, STATE = sizeof(tac_state_header) + TAC_SLOTS * SLOT };

typedef struct choices { // what stands before the segment
    uint8_t plausible, n_slot, seek, calls;
    uint32_t newest;
} choices;

static void make_state(unsigned char *byte, const choices *c, size_t history)
{
    tac_state_header h = {.magic = TAC_STATE_MAGIC,
                          .header_size = sizeof h,
                          .n_slot = TAC_SLOTS,
                          .slot_size = SLOT,
                          .slot_offset = sizeof h,
                          .state_size = VALUES * TAC_WORD,
                          .hash = 1,
                          .generation = 2,
                          .pid = (int32_t)getpid(),
                          .period_ns = 1000000,
                          .history_size = history};
    h.start = tac_pid_start(h.pid);
    atomic_init(&h.newest, c->newest > INT32_MAX ? UINT64_MAX - c->newest : c->newest);
    atomic_init(&h.ready, h.generation);
    memcpy(byte, &h, sizeof h);
}

// What chance never hits.
static void make_plausible(unsigned char *byte, const choices *c, size_t size)
{
    tac_history_header *h = (tac_history_header *)(void *)byte;
    h->magic = TAC_HISTORY_MAGIC;
    h->byte_order = TAC_BYTE_ORDER_MARK;
    h->major = TAC_LAYOUT_MAJOR;
    h->minor = TAC_LAYOUT_MINOR;
    h->size = size;
    h->hash = 1;
    h->generation = 2;
    h->state_size = VALUES * TAC_WORD;
    if (c->plausible & 2) {
        h->header_size = sizeof *h;
        h->slot_offset = sizeof *h;
        h->slot_size = SLOT;
        h->n_slot = 2 + c->n_slot % 16;
        for (uint64_t n = 1; n <= c->n_slot && h->size == size; n++) { // some frames that are there
            uint64_t word[TAC_SLOT_HEAD / TAC_WORD - 1 + VALUES] = {n};
            uint64_t at = sizeof *h + n % h->n_slot * SLOT;
            if (at + SLOT <= size) {
                tac_slot_write((_Atomic uint64_t *)(void *)(byte + at), n, word,
                               sizeof word / TAC_WORD);
                atomic_store(&h->newest, n);
            }
        }
    }
}

static void read_frames(tac_io *io, const choices *c)
{
    uint64_t last = 0, lost = 0;
    for (int i = 0; i < c->calls % 32; i++) {
        if (c->seek != 0 && i % c->seek == 0) {
            tac_io_history_seek(io, (uint64_t)i * c->seek);
            last = 0;
        }
        if (tac_io_history_next(io, TAC_IO_POLL, 0.0, &lost) == TAC_IO_OK) {
            tac_io_frame f;
            tac_io_get_frame(io, &f);
            if (last > 0 && f.number <= last) {
                abort();
            }
            last = f.number;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices c;
    if (size < sizeof c + sizeof(tac_history_header) || size > 1 << 15) {
        return 0;
    }
    memcpy(&c, data, sizeof c);
    size_t n = (size - sizeof c) / TAC_WORD * TAC_WORD;
    uint64_t frame[2][TAC_SLOT_HEAD / TAC_WORD - 1 + VALUES] = {{0}};
    unsigned char *state = aligned_alloc(64, (STATE + 63) / 64 * 64),
                  *history = aligned_alloc(8, n);
    if (state && history) {
        memset(state, 0, STATE);
        make_state(state, &c, n);
        memcpy(history, data + sizeof c, n);
        if (c.plausible & 1) {
            make_plausible(history, &c, n);
        }
        tac_io io = {.state = state, .place = -1, .file = -1, .frame = frame[0], .spare = frame[1]};
        io.frame_words = sizeof frame[0] / TAC_WORD;
        memcpy(&io.head, state, sizeof io.head);
        memcpy(&io.history_head, history, sizeof io.history_head);
        if (tac_io_check_history_header(&io.head, &io.history_head, n, NULL) == TAC_IO_OK) {
            io.history = history;
            read_frames(&io, &c);
        }
    }
    free(state);
    free(history);
    return 0;
}

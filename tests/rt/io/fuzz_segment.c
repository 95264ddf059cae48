// libFuzzer: any bytes as a state segment. The checks must refuse it or make reading it harmless.
#include <stdlib.h>
#include <string.h>

#include "io/attach.h"
#include "io/handle.h"
#include "io/slot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Fixes what chance never hits, so that fuzzing gets behind it: magic, order, version, size, hash.
static void make_plausible(unsigned char *byte, size_t size, uint8_t how)
{
    tac_state_header *h = (tac_state_header *)(void *)byte;
    h->magic = TAC_STATE_MAGIC;
    h->byte_order = TAC_BYTE_ORDER_MARK;
    h->major = TAC_LAYOUT_MAJOR;
    h->minor = TAC_LAYOUT_MINOR;
    h->size = size;
    if (how & 1) {
        h->header_size = sizeof *h;
        h->signal_size = sizeof(tac_signal_entry);
        h->client_size = sizeof(tac_client_account);
        h->event_size = sizeof(tac_log_event);
        h->n_slot = TAC_SLOTS;
        h->dt = 1e-3;
        h->period_ns = 1000000;
        h->pid = 1;
        h->instance[0] = '\0';
    }
    uint64_t end = (uint64_t)h->signal_offset + (uint64_t)h->n_signal * h->signal_size;
    if ((how & 2) && end <= size) {
        h->hash = tac_fnv1a(byte + h->signal_offset, (size_t)h->n_signal * h->signal_size);
    }
}

static void use(tac_io *io)
{
    tac_io_event e;
    tac_io_account a;
    tac_io_signal s;
    uint64_t number = 0;
    (void)tac_io_read(io);
    (void)tac_io_age(io);
    for (int i = 0; i < tac_io_count(io); i++) {
        (void)tac_io_describe(io, i, &s);
        (void)tac_io_value(io, i, 0);
        (void)tac_io_value(io, i, s.rows * s.columns - 1);
    }
    for (int i = 0; i < (int)io->head.n_client; i++) {
        (void)tac_io_get_account(io, i, &a);
    }
    for (int i = 0; i < 300 && tac_io_next_event(io, &number, &e) == TAC_IO_OK; i++) {
    }
}

static void read_segment(const unsigned char *byte, size_t size)
{
    tac_io io = {.state = byte, .place = -1, .file = -1};
    tac_io_error error;
    memcpy(&io.head, byte, sizeof io.head);
    if (tac_io_check_state_header(&io.head, size, &error) == TAC_IO_OK &&
        tac_io_copy_dictionary(&io, &error) == TAC_IO_OK) {
        use(&io);
    }
    free(io.signal);
    free(io.bit);
    free(io.first);
    free(io.value);
    free(io.frame);
    free(io.spare);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < sizeof(tac_state_header) + 1 || size > 1 << 16) {
        return 0;
    }
    unsigned char *byte = aligned_alloc(64, (size + 63) / 64 * 64);
    if (byte) {
        size_t n = size - 1;
        memcpy(byte, data + 1, n);
        if (data[0] & 4) {
            make_plausible(byte, n, data[0]);
        }
        // an exact copy, so that reading one byte too far is noticed
        unsigned char *exact = malloc(n);
        if (exact) {
            memcpy(exact, byte, n);
            read_segment(exact, n);
        }
        free(exact);
    }
    free(byte);
    return 0;
}

// What a client makes of a state segment that is not what it should be.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exchange/segment.h"
#include "instance.h"

// Bytes of a good segment, with one frame.
static unsigned char *make_copy(const char *tag, size_t *size)
{
    instance i;
    char name[TAC_SEGMENT_NAME];
    cr_assert(instance_open(&i, tag, 2));
    instance_cycle(&i);
    tac_state_segment_name(i.name, name);
    *size = i.x->state_size;
    unsigned char *copy = malloc(*size);
    memcpy(copy, i.x->state, *size);
    instance_close(&i);
    return copy;
}

// Puts bytes under the name "fake.PID", and attaches.
static tac_io_status try_bytes(const unsigned char *byte, size_t size, tac_io **out)
{
    char name[TAC_SEGMENT_NAME], instance_name[64];
    tac_io_error error = {0};
    snprintf(instance_name, sizeof instance_name, "fake.%d", (int)getpid());
    tac_state_segment_name(instance_name, name);
    int file = shm_open(name, O_CREAT | O_RDWR | O_TRUNC, 0600);
    cr_assert_eq(write(file, byte, size), (ssize_t)size);
    close(file);
    tac_io *io = tac_io_attach(instance_name, TAC_IO_READ, NULL, &error);
    shm_unlink(name);
    cr_assert(io || error.text[0], "an error has a sentence");
    if (out) {
        *out = io;
    } else {
        tac_io_detach(io);
    }
    return io ? TAC_IO_OK : error.status;
}

static void use(tac_io *io)
{
    tac_io_signal s;
    tac_io_event e;
    tac_io_frame f;
    tac_io_account a;
    uint64_t number = 0;
    double sum = 0.0;
    (void)tac_io_read(io);
    tac_io_get_frame(io, &f);
    for (int i = 0; i < tac_io_count(io); i++) {
        (void)tac_io_describe(io, i, &s);
        for (int k = 0; k < s.rows * s.columns; k++) {
            sum += tac_io_value(io, i, k);
        }
    }
    for (int i = 0; i < 3; i++) {
        (void)tac_io_get_account(io, i, &a);
    }
    for (int i = 0; i < 1000 && tac_io_next_event(io, &number, &e) == TAC_IO_OK; i++) {
        sum += e.value;
    }
    (void)sum;
}

Test(segment, a_good_copy_is_attached)
{
    size_t size;
    tac_io *io;
    unsigned char *byte = make_copy("good", &size);
    cr_assert_eq(try_bytes(byte, size, &io), TAC_IO_OK);
    cr_assert_eq(tac_io_read(io), TAC_IO_OK);
    cr_assert_eq(tac_io_value(io, CLOCK, 0), 1e-3);
    tac_io_detach(io);
    free(byte);
}

Test(segment, every_truncation_is_an_error)
{
    size_t size;
    unsigned char *byte = make_copy("truncated", &size);
    for (size_t n = 0; n < size; n += n < 400 ? 1 : 61) {
        cr_assert_eq(try_bytes(byte, n, NULL), TAC_IO_DAMAGED, "%zu bytes", n);
    }
    free(byte);
}

Test(segment, garbage_in_every_byte_is_an_error_or_harmless)
{
    size_t size;
    unsigned char *byte = make_copy("bytes", &size);
    int refused = 0;
    for (size_t k = 0; k < size; k += k < 2000 ? 1 : 37) {
        unsigned char before = byte[k];
        for (int value = 0; value < 3; value++) {
            tac_io *io;
            byte[k] = (unsigned char)(value == 0 ? 0xff : value == 1 ? before ^ 1 : before + 127);
            if (try_bytes(byte, size, &io) == TAC_IO_OK) {
                use(io);
                tac_io_detach(io);
            } else {
                refused++;
            }
        }
        byte[k] = before;
    }
    cr_assert(refused > 500);
    free(byte);
}

Test(segment, versions_order_and_magic_are_told_apart)
{
    size_t size;
    unsigned char *byte = make_copy("versions", &size);
    tac_state_header *h = (tac_state_header *)(void *)byte;
    h->major = 2;
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_INCOMPATIBLE);
    h->major = 0;
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_INCOMPATIBLE);
    h->major = 1;
    h->minor = TAC_LAYOUT_MINOR + 1;
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_INCOMPATIBLE);
    h->minor = TAC_LAYOUT_MINOR - 1;
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_INCOMPATIBLE);
    h->minor = TAC_LAYOUT_MINOR;
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_OK);
    h->byte_order = 0x04030201;
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_DAMAGED);
    h->byte_order = TAC_BYTE_ORDER_MARK;
    h->hash ^= 1;
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_DAMAGED);
    h->hash ^= 1;
    atomic_store(&h->ready, 0);
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_ENDED);
    atomic_store(&h->ready, h->generation);
    h->start++; // the number of the process was used again
    cr_assert_eq(try_bytes(byte, size, NULL), TAC_IO_ENDED);
    free(byte);
}

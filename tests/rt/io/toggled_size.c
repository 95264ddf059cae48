// test: exchange.toggled_size program skip=77 machine=own_root
// A thread lies about the size in a segment's header while another attaches: time of check, time of use.
//   toggled_size [ATTACHES]
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rt/exchange/instance.h"

enum { LIE = 128 << 20 };

static _Atomic int over;

static void hold(int turns)
{
    for (int i = 0; i < turns; i++) {
        atomic_signal_fence(memory_order_seq_cst);
    }
}

// About as long the truth as an attach takes, and a short lie.
static void *toggle(void *argument)
{
    _Atomic uint64_t *size = argument;
    uint64_t right = atomic_load(size);
    unsigned random = 1;
    while (!atomic_load_explicit(&over, memory_order_relaxed)) {
        random = random * 1664525 + 1013904223;
        // relaxed: any order does
        atomic_store_explicit(size, LIE, memory_order_relaxed);
        hold((int)(random >> 20));
        atomic_store_explicit(size, right, memory_order_relaxed);
        hold((int)(random >> 16));
    }
    return NULL;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 20000, good = 0, damaged = 0;
    instance i;
    char name[48], path[128];
    pthread_t liar;
    if (!instance_open(&i, "toggled", 2)) {
        return 1;
    }
    instance_cycle(&i);
    // a copy, whose header the executive does not mend
    (void)snprintf(name, sizeof name, "test.liar.%d", (int)getpid());
    (void)snprintf(path, sizeof path, "/dev/shm/tactus.%s.state", name);
    size_t size = i.x->state_size;
    int file = open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
    if (file < 0 || write(file, i.x->state, size) != (ssize_t)size) {
        perror(path);
        return 1;
    }
    unsigned char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED ||
        pthread_create(&liar, NULL, toggle, at + offsetof(tac_state_header, size)) != 0) {
        return 1;
    }
    // memory beside the mapping, which must outlive it
    size_t around = (size_t)LIE;
    unsigned char *beside = mmap(NULL, around, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (long k = 0; k < n; k++) {
        tac_io_error error;
        tac_io *io = tac_io_attach(name, TAC_IO_READ, NULL, &error);
        good += io && tac_io_read(io) == TAC_IO_OK;
        damaged += !io && error.status == TAC_IO_DAMAGED;
        tac_io_detach(io);
        beside[(size_t)k * 4096 % around] = 1;
    }
    atomic_store(&over, 1);
    pthread_join(liar, NULL);
    unlink(path);
    instance_close(&i);
    printf("%ld times attached and read, %ld times damaged\n", good, damaged);
    return good + damaged != n;
}

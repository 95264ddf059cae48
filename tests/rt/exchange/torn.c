// program: exchange.torn
// test: exchange.torn plain -- 4 200000
// test: exchange.torn_1 full lock=cores timeout=3000 -- 1 100000000
// test: exchange.torn_4 full lock=cores timeout=3000 -- 4 100000000
// test: exchange.torn_16 full lock=cores timeout=3000 -- 16 100000000
// Campaign: processes read at full speed while one writes at full speed; is a frame ever torn?
//   torn READERS READS
// READS are counted over all readers. Each process attaches as any client does; the frame's 114
// equal values and its clock must agree with its step. Prints counts; fails when one was torn, or
// when a reader found nothing within its attempts more than once in a thousand.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "instance.h"

enum { MAX_READERS = 64, LOADS = 114 };

typedef struct counts {
    _Atomic uint64_t reads, stale, torn, done;
    char pad[32];
} counts;

static int is_torn(tac_io *io)
{
    tac_io_frame f;
    tac_io_get_frame(io, &f);
    int bad = f.cycle != f.step - 1 || f.time != (double)f.step * 1e-3 ||
              tac_io_value(io, CLOCK, 0) != (double)f.step * 1e-3 || f.number != (uint64_t)f.step;
    for (int k = 0; k < LOADS; k++) {
        bad |= tac_io_value(io, LOAD, k) != (double)f.step;
    }
    return bad;
}

_Noreturn static void run_reader(const char *name, counts *c, uint64_t reads)
{
    tac_io_error error;
    tac_io *io = tac_io_attach(name, TAC_IO_READ, NULL, &error);
    uint64_t done = 0, stale = 0, torn = 0;
    if (!io) {
        fprintf(stderr, "%s\n", error.text);
        _exit(1);
    }
    while (done < reads) {
        if (tac_io_read(io) != TAC_IO_OK) {
            stale++;
        } else {
            done++;
            torn += (uint64_t)is_torn(io);
        }
    }
    atomic_store(&c->reads, done);
    atomic_store(&c->stale, stale);
    atomic_store(&c->torn, torn);
    atomic_store(&c->done, 1);
    tac_io_detach(io);
    _exit(0);
}

int main(int argc, char **argv)
{
    instance i;
    int n = argc > 1 ? atoi(argv[1]) : 4;
    uint64_t reads = argc > 2 ? strtoull(argv[2], NULL, 10) : 200000;
    n = n < 1 ? 1 : n > MAX_READERS ? MAX_READERS : n;
    counts *c = mmap(NULL, MAX_READERS * sizeof *c, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c == MAP_FAILED || !instance_open(&i, "torn", 0)) {
        return 2;
    }
    instance_cycle(&i);
    for (int k = 0; k < n; k++) {
        if (fork() == 0) {
            run_reader(i.name, &c[k], (reads + (uint64_t)n - 1) / (uint64_t)n);
        }
    }
    int left = n, failed = 0;
    while (left > 0) {
        int status;
        for (int k = 0; k < 1000; k++) {
            instance_cycle(&i);
        }
        while (waitpid(-1, &status, WNOHANG) > 0) {
            left--;
            failed |= !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        }
    }
    uint64_t total = 0, stale = 0, torn = 0;
    for (int k = 0; k < n; k++) {
        total += atomic_load(&c[k].reads);
        stale += atomic_load(&c[k].stale);
        torn += atomic_load(&c[k].torn);
    }
    printf("%d readers: %llu reads of 1 KiB, %llu torn, %llu times nothing within the attempts, "
           "%lld frames written\n",
           n, (unsigned long long)total, (unsigned long long)torn, (unsigned long long)stale,
           (long long)i.step);
    instance_close(&i);
    return failed || torn != 0 || stale > total / 1000 + 1;
}

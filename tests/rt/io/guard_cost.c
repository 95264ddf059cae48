// program: exchange.guard_cost
// Reads whose instructions guard_cost.sh counts, of a frame of 124 words that stands still.
//   guard_cost bare|unguarded|guarded|attached    attached: by a handle from after the guard
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exchange/supervisor.h"
#include "io/snapshot.h"
#include "rt/exchange/instance.h"

enum { READS = 500, ATTEMPTS = 16 };

// tac_io_read() as it was before there was a guard: it never asks whether the segment is gone.
static __attribute__((noinline)) tac_io_status read_bare(tac_io *io)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint64_t number = tac_io_newest(io);
        if (number == 0) {
            return TAC_IO_STALE;
        }
        if (tac_io_take_slot(io, tac_io_slot(io, number), number)) {
            return TAC_IO_OK;
        }
    }
    return TAC_IO_STALE;
}

static __attribute__((noinline)) int counted_reads(tac_io *io, int bare)
{
    int n = 0;
    for (int i = 0; i < READS; i++) {
        n += (bare ? read_bare(io) : tac_io_read(io)) == TAC_IO_OK;
    }
    return n;
}

static int run(const char *name, const char *how)
{
    int attached = strcmp(how, "attached") == 0, guarded = attached || strcmp(how, "guarded") == 0;
    int n = 0;
    if (attached && tac_io_guard() != TAC_IO_OK) {
        return 0;
    }
    tac_io *io = tac_io_attach(name, TAC_IO_READ, NULL, NULL);
    if (io && (!guarded || tac_io_guard() == TAC_IO_OK)) {
        n = counted_reads(io, strcmp(how, "bare") == 0);
    }
    tac_io_detach(io);
    return n == READS;
}

int main(int argc, char **argv)
{
    instance i;
    if (argc != 2 || !instance_open(&i, "guard.cost", 1)) {
        return EXIT_FAILURE;
    }
    tac_exchange_quit(i.x); // whose thread would be counted too
    pthread_join(i.supervisor, NULL);
    i.has_supervisor = 0;
    instance_stop_history(&i);
    instance_cycle(&i);
    int good = run(i.name, argv[1]);
    instance_close(&i);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

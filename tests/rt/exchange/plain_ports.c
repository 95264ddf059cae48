// Clients that come and go in the process of the executive: cycle thread, supervisor and clients, for
// ThreadSanitizer and drd, 0 when all is well. These tools take two mappings of a segment for two
// pieces of memory, so they say nothing about a frame on its way (plain_slot does), but all about
// what the supervisor hands to the cycle thread and takes back.
//   plain_ports [VISITS]    every client comes so often
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "instance.h"

enum { CLIENTS = 3 };

static instance i;
static int visits = 40;
static _Atomic int present = CLIENTS, sent, refused;

static void nap(void)
{
    const struct timespec pause = {.tv_nsec = 200000};
    nanosleep(&pause, NULL);
}

// Places are given back at the supervisor's next look: a client that finds none comes again.
static tac_io *arrive(void)
{
    tac_io_error error;
    tac_io *io;
    while (!(io = tac_io_attach(i.name, TAC_IO_COMMAND, "guest", &error))) {
        if (error.status != TAC_IO_FULL) {
            fprintf(stderr, "%s\n", error.text);
            return NULL;
        }
        nap();
    }
    return io;
}

static void *visit(void *unused)
{
    (void)unused;
    for (int k = 0; k < visits; k++) {
        tac_io *io = arrive();
        if (!io) {
            atomic_fetch_add(&refused, 1);
            continue;
        }
        (void)tac_io_set(io, KEEP, 0, 1.0);
        for (int m = 0; m < 5; m++) {
            atomic_fetch_add(&sent, tac_io_send(io, 0) == TAC_IO_OK);
            nap();
        }
        tac_io_detach(io);
    }
    atomic_fetch_sub(&present, 1);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t client[CLIENTS];
    visits = argc > 1 ? atoi(argv[1]) : visits;
    if (!instance_open_small(&i, "ports", CLIENTS)) {
        return 2;
    }
    instance_cycle(&i);
    for (int k = 0; k < CLIENTS; k++) {
        if (pthread_create(&client[k], NULL, visit, NULL) != 0) {
            return 2;
        }
    }
    while (atomic_load(&present) > 0) {
        instance_cycle(&i);
        nap();
    }
    for (int k = 0; k < CLIENTS; k++) {
        pthread_join(client[k], NULL);
    }
    double kept = tac_exchange_command(i.x, KEEP)[0];
    instance_close(&i);
    printf("%d visits of each of %d clients, %d frames sent, %d times refused, %g arrived\n",
           visits, CLIENTS, atomic_load(&sent), atomic_load(&refused), kept);
    return atomic_load(&refused) != 0 || atomic_load(&sent) == 0 || kept != 1.0;
}

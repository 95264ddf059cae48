// program: exchange.stand
// A stand-in for an executive: the exchange of instance.h against the clock, until a signal comes.
//   stand NAME [PERIOD_US [CLIENTS [SECONDS]]]
// Prints "ready" once it can be attached, and at its end one line of counts.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "instance.h"

static volatile sig_atomic_t over;

static void on_signal(int number)
{
    over = number;
}

int main(int argc, char **argv)
{
    instance i;
    long period_ns = argc > 2 ? atol(argv[2]) * 1000L : 1000000L;
    int clients = argc > 3 ? atoi(argv[3]) : 4;
    long limit = argc > 4 ? atol(argv[4]) : 60;
    struct timespec at;
    if (argc < 2 || !instance_open_as(&i, argv[1], clients)) {
        return 2;
    }
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    puts("ready");
    fflush(stdout);
    clock_gettime(CLOCK_MONOTONIC, &at);
    time_t end = at.tv_sec + limit;
    while (!over && at.tv_sec < end) {
        instance_cycle(&i);
        at.tv_nsec += period_ns;
        at.tv_sec += at.tv_nsec / 1000000000L;
        at.tv_nsec %= 1000000000L;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
    }
    printf("%lld cycles\n", (long long)i.step);
    instance_close(&i);
    return 0;
}

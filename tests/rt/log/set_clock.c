// module: set_clock unless=sanitize links=dl
// A wall clock that is three seconds further, and a kernel that was told the leap seconds, for the process it is loaded
// into: from the moment on when the file SET_CLOCK is there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { SET_BY = 3, LEAP_SECONDS = 37 };

int clock_gettime(clockid_t clock, struct timespec *t)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real) {
        *(void **)(void *)&real = dlsym(RTLD_NEXT, "clock_gettime");
    }
    const char *file = getenv("SET_CLOCK");
    int result = real(clock == CLOCK_TAI ? CLOCK_REALTIME : clock, t);
    if (clock == CLOCK_REALTIME || clock == CLOCK_TAI) {
        t->tv_sec += file && access(file, F_OK) == 0 ? SET_BY : 0;
        t->tv_sec += clock == CLOCK_TAI ? LEAP_SECONDS : 0;
    }
    return result;
}

#include "stop_signal.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#include "clock.h"

#define EXIT_SIGNAL 128 // plus the number of the signal

static _Atomic int first;       // signal that asked for the end
static _Atomic int64_t came_at; // when it did

void tac_stop_note(int signal, int64_t now)
{
    int none = 0;
    if (signal && !atomic_load_explicit(&first, memory_order_relaxed)) {
        atomic_store_explicit(&came_at, now, memory_order_relaxed);
        // release: with the signal comes its time
        atomic_compare_exchange_strong_explicit(&first, &none, signal, memory_order_release,
                                                memory_order_relaxed);
    }
}

int tac_stop_signal(void)
{
    return atomic_load_explicit(&first, memory_order_acquire); // with it comes its time
}

int64_t tac_stop_time(void)
{
    return atomic_load_explicit(&came_at, memory_order_relaxed);
}

static void on_stop(int number)
{
    int64_t now = tac_now_ns();
    int before = tac_stop_signal();
    if (before && !tac_is_same_request(before, number, now - tac_stop_time())) {
        _exit(EXIT_SIGNAL + number);
    }
    tac_stop_note(number, now);
}

void tac_stop_catch(void)
{
    const struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGTERM);
    sigaddset(&both, SIGINT);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    pthread_sigmask(SIG_UNBLOCK, &both, NULL);
}

// A process that may write a segment may also cut its file short, and the next access raises SIGBUS. The
// file system has no seal against that for files with a name, so the handler repairs the access:
// it lays zeroed private pages over the whole mapping. The cost, once per attack, is one signal and
// one mapping; what is read from then on is an invalid header, which is a counted rejection.
#include "mapping_guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

static struct guard {
    _Atomic(unsigned char *) at; // NULL: not used
    _Atomic size_t size;
    _Atomic int hit;
} guards[TAC_MAX_GUARDS];

static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER; // of the table, never in the handler
static struct sigaction before;
static int installed;

static struct guard *find(const void *address)
{
    uintptr_t at = (uintptr_t)address;
    for (int i = 0; i < TAC_MAX_GUARDS; i++) {
        uintptr_t start = (uintptr_t)atomic_load_explicit(&guards[i].at, memory_order_acquire);
        if (start != 0 && at >= start &&
            at - start < atomic_load_explicit(&guards[i].size, memory_order_relaxed)) {
            return &guards[i];
        }
    }
    return NULL;
}

// What is none of these meets the handler that was there before, and this one stays for the next.
static void pass_on(int number, siginfo_t *info, void *context)
{
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(number, info, context);
        return;
    }
    // the access faults again, and a signal that was sent is sent again
    (void)sigaction(number, &before, NULL);
    if (info->si_code <= 0) {
        (void)raise(number);
    }
}

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    int reason = errno;
    // signals sent by a process carry no address
    struct guard *g = info->si_code > 0 ? find(info->si_addr) : NULL;
    if (g) {
        void *start = atomic_load_explicit(&g->at, memory_order_relaxed);
        size_t size = atomic_load_explicit(&g->size, memory_order_relaxed);
        if (mmap(start, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_POPULATE, -1, 0) != MAP_FAILED) {
            atomic_store_explicit(&g->hit, 1, memory_order_release);
            errno = reason;
            return;
        }
    }
    pass_on(number, info, context);
    errno = reason;
}

static int install(void)
{
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    installed = installed || sigaction(SIGBUS, &action, &before) == 0;
    return installed;
}

int tac_guard_add(void *at, size_t size)
{
    int done = 0;
    pthread_mutex_lock(&changing);
    int ready = install();
    for (int i = 0; i < TAC_MAX_GUARDS && ready && !done; i++) {
        if (!atomic_load(&guards[i].at)) {
            atomic_store(&guards[i].size, size);
            atomic_store(&guards[i].hit, 0);
            atomic_store(&guards[i].at, (unsigned char *)at);
            done = 1;
        }
    }
    pthread_mutex_unlock(&changing);
    return done;
}

void tac_guard_remove(const void *at)
{
    pthread_mutex_lock(&changing);
    for (int i = 0; i < TAC_MAX_GUARDS; i++) {
        if (at && atomic_load(&guards[i].at) == (const unsigned char *)at) {
            atomic_store(&guards[i].at, NULL);
        }
    }
    pthread_mutex_unlock(&changing);
}

int tac_guard_hit(const void *at)
{
    struct guard *g = find(at);
    return g && atomic_load_explicit(&g->hit, memory_order_acquire);
}

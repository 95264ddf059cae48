// A file that another process cuts short raises SIGBUS at the next access to its mapping; so does a hole in
// it when the memory is used up. The handler lays zeroed private pages over the whole mapping and the access
// goes on. A segment of zeros has no magic number: the handle says TAC_IO_ENDED.
//
// The table of mappings is read by the handler without a lock: an entry's size is written only while its
// address is 0, so that an address that is the same before and after the size belongs to it. Tables are
// appended and never freed.
//
// A host program may install a handler of its own on top of this one, and that one may call this one in
// turn. So the handler is put on top again under another address each time: on_bus_error_2 calls the host's,
// which calls on_bus_error_1, which calls what was there at first.
#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "tactus_io.h"

enum { ENTRIES = 64, LEVELS = 4 };

typedef struct entry {
    _Atomic uintptr_t at; // 0: free, 1: being filled in
    _Atomic size_t size;
} entry;

typedef struct table {
    entry entry[ENTRIES];
    _Atomic(struct table *) next;
} table;

static table first_table;
static struct sigaction before[LEVELS]; // what on_bus_error_K passes other faults on to
static _Atomic int n_level;             // in use
static atomic_flag changing = ATOMIC_FLAG_INIT;

// ---- table ---------------------------------------------------------------------------------------

// The next table, appended when there is none yet; NULL without memory.
static table *next_table(table *t)
{
    // acquire: with the address comes the empty table
    table *next = atomic_load_explicit(&t->next, memory_order_acquire);
    if (next) {
        return next;
    }
    table *fresh = calloc(1, sizeof *fresh);
    // acquire and release: whoever sees the table sees it empty
    if (fresh && !atomic_compare_exchange_strong_explicit(
                     &t->next, &next, fresh, memory_order_acq_rel, memory_order_acquire)) {
        free(fresh);
        return next; // another thread's
    }
    return fresh;
}

tac_io_status tac_io_guard_mapping(const void *at, size_t size)
{
    if (!at || size == 0) {
        return TAC_IO_INVALID;
    }
    for (table *t = &first_table; t; t = next_table(t)) {
        for (int i = 0; i < ENTRIES; i++) {
            entry *e = &t->entry[i];
            uintptr_t free_entry = 0;
            // acquire: the size of the entry's last mapping was read before its address became 0
            if (atomic_compare_exchange_strong_explicit(
                    &e->at, &free_entry, 1, memory_order_acquire, memory_order_relaxed)) {
                // release, both: a reader of the size sees that the old address is gone; a reader of the
                // address sees the size
                atomic_store_explicit(&e->size, size, memory_order_release);
                atomic_store_explicit(&e->at, (uintptr_t)at, memory_order_release);
                return TAC_IO_OK;
            }
        }
    }
    return TAC_IO_SYSTEM;
}

void tac_io_unguard_mapping(const void *at)
{
    // acquire: with the address comes the table
    for (table *t = &first_table; t && at;
         t = atomic_load_explicit(&t->next, memory_order_acquire)) {
        for (int i = 0; i < ENTRIES; i++) {
            uintptr_t mapping = (uintptr_t)at;
            // release: before the mapping goes
            if (atomic_compare_exchange_strong_explicit(
                    &t->entry[i].at, &mapping, 0, memory_order_release, memory_order_relaxed)) {
                return;
            }
        }
    }
}

// Whether the address lies in a guarded mapping; *start and *size are the mapping's.
static bool find_mapping(const void *address, uintptr_t *start, size_t *size)
{
    uintptr_t at = (uintptr_t)address;
    // acquire, all of them: address, size and address in this order
    for (table *t = &first_table; t; t = atomic_load_explicit(&t->next, memory_order_acquire)) {
        for (int i = 0; i < ENTRIES; i++) {
            entry *e = &t->entry[i];
            *start = atomic_load_explicit(&e->at, memory_order_acquire);
            *size = atomic_load_explicit(&e->size, memory_order_acquire);
            if (*start > 1 && at >= *start && at - *start < *size &&
                atomic_load_explicit(&e->at, memory_order_acquire) == *start) {
                return true;
            }
        }
    }
    return false;
}

// ---- handler -------------------------------------------------------------------------------------

static bool lay_zeros(const siginfo_t *info)
{
    uintptr_t start;
    size_t size;
    // signals sent by a process carry no address
    return info->si_code > 0 && find_mapping(info->si_addr, &start, &size) &&
           // NOLINTNEXTLINE(performance-no-int-to-ptr): the address was a pointer
           mmap((void *)start, size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

static void pass_on(struct sigaction *other, int number, siginfo_t *info, void *context)
{
    struct sigaction to = *other;
    if (to.sa_flags & (int)SA_RESETHAND) {
        other->sa_flags &= ~(SA_SIGINFO | (int)SA_RESETHAND);
        other->sa_handler = SIG_DFL;
    }
    if (to.sa_flags & SA_SIGINFO) {
        to.sa_sigaction(number, info, context);
    } else if (to.sa_handler == SIG_IGN && info->si_code <= 0) {
        return;
    } else if (to.sa_handler == SIG_IGN || to.sa_handler == SIG_DFL) {
        // the access faults again, and ends the process; a signal that was sent is sent again
        struct sigaction standard = {.sa_handler = SIG_DFL};
        (void)sigaction(number, &standard, NULL);
        if (info->si_code <= 0) {
            (void)raise(number);
        }
    } else {
        to.sa_handler(number);
    }
}

static void serve(int level, int number, siginfo_t *info, void *context)
{
    int reason = errno;
    if (!lay_zeros(info)) {
        pass_on(&before[level], number, info, context);
    }
    errno = reason;
}

static void on_bus_error_0(int number, siginfo_t *info, void *context)
{
    serve(0, number, info, context);
}

static void on_bus_error_1(int number, siginfo_t *info, void *context)
{
    serve(1, number, info, context);
}

static void on_bus_error_2(int number, siginfo_t *info, void *context)
{
    serve(2, number, info, context);
}

static void on_bus_error_3(int number, siginfo_t *info, void *context)
{
    serve(3, number, info, context);
}

static void (*const handler[LEVELS])(int, siginfo_t *, void *) = {on_bus_error_0, on_bus_error_1,
                                                                  on_bus_error_2, on_bus_error_3};

// ---- installing ----------------------------------------------------------------------------------

static bool is_ours(const struct sigaction *a)
{
    bool ours = false;
    for (int i = 0; i < LEVELS; i++) {
        ours = ours || ((a->sa_flags & SA_SIGINFO) && a->sa_sigaction == handler[i]);
    }
    return ours;
}

// The level that already passes on to that handler, otherwise a fresh one; LEVELS: none is left.
static int level_above(const struct sigaction *now, int n)
{
    for (int i = 0; i < n; i++) {
        if (before[i].sa_sigaction == now->sa_sigaction) {
            return i;
        }
    }
    return n;
}

static bool put_on_top(void)
{
    struct sigaction now;
    // relaxed: changed by one thread at a time
    int n = atomic_load_explicit(&n_level, memory_order_relaxed);
    if (sigaction(SIGBUS, NULL, &now) != 0) {
        return false;
    }
    if (is_ours(&now)) {
        return true;
    }
    int level = level_above(&now, n);
    if (level == LEVELS) {
        return false;
    }
    before[level] = now;
    // as the other one wants to be called, and on the stack for signals where there is one
    struct sigaction action = {.sa_sigaction = handler[level],
                               .sa_mask = now.sa_mask,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK |
                                           (now.sa_flags & (SA_RESTART | SA_NODEFER))};
    if (sigaction(SIGBUS, &action, NULL) != 0) {
        return false;
    }
    // relaxed: says only that the guard is wanted
    atomic_store_explicit(&n_level, level == n ? n + 1 : n, memory_order_relaxed);
    return true;
}

tac_io_status tac_io_guard(void)
{
    // acquire and release: what another thread has put into `before` is seen
    if (atomic_flag_test_and_set_explicit(&changing, memory_order_acquire)) {
        return TAC_IO_OK; // another thread is just doing it
    }
    bool done = put_on_top();
    atomic_flag_clear_explicit(&changing, memory_order_release);
    return done ? TAC_IO_OK : TAC_IO_SYSTEM;
}

void tac_io_guard_renew(void)
{
    // relaxed: as above
    if (atomic_load_explicit(&n_level, memory_order_relaxed) > 0) {
        (void)tac_io_guard();
    }
}

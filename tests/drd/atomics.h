// C11 atomics as valgrind's drd can see them. Included before everything else in the build of preset
// drd (-include), and nowhere else: no source knows of it.
//
// drd follows mutexes and semaphores, but takes an atomic variable for a plain one, and a hand-over
// through it for a race. Here every atomic operation tells it what the standard says of it, and
// nothing more, from the memory order that stands in the source:
//   release or stronger  what this thread did so far comes before whoever acquires this variable
//   acquire or stronger  what comes now follows all that was released through this variable
//   relaxed              nothing, so that an order that is too weak shows as a race on the payload
// The variable itself, and only that, may be accessed by several threads at a time.
//
// An acquire follows every earlier release of the variable, not only the one whose value it read, and
// fences are not known (there are none). Forms of the operations that nobody uses are undefined, so
// that none goes unseen; plain reads and writes of an _Atomic variable, as in `x = 1`, do.
#ifndef TAC_DRD_ATOMICS_H
#define TAC_DRD_ATOMICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <valgrind/drd.h>

#undef atomic_load
#undef atomic_load_explicit
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_exchange
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#undef atomic_fetch_add
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or
#undef atomic_fetch_or_explicit
#undef atomic_fetch_xor
#undef atomic_fetch_xor_explicit
#undef atomic_fetch_and
#undef atomic_fetch_and_explicit
#undef atomic_flag_test_and_set
#undef atomic_flag_test_and_set_explicit
#undef atomic_flag_clear
#undef atomic_flag_clear_explicit
#undef atomic_thread_fence

static inline void tac_drd_before(const volatile void *at, size_t size, int order)
{
    ANNOTATE_BENIGN_RACE_SIZED(at, size, "atomic");
    if (order == memory_order_release || order == memory_order_acq_rel ||
        order == memory_order_seq_cst) {
        ANNOTATE_HAPPENS_BEFORE(at);
    }
}

static inline void tac_drd_after(const volatile void *at, int order)
{
    if (order == memory_order_acquire || order == memory_order_acq_rel ||
        order == memory_order_seq_cst) {
        ANNOTATE_HAPPENS_AFTER(at);
    }
}

// A load releases nothing, a store acquires nothing, whatever the order.
#define atomic_load_explicit(p, order)                                  \
    __extension__({                                                     \
        __auto_type load_at = (p);                                      \
        __typeof__((void)0, *load_at) load_value;                       \
        tac_drd_before(load_at, sizeof *load_at, memory_order_relaxed); \
        __atomic_load(load_at, &load_value, (order));                   \
        tac_drd_after(load_at, (order));                                \
        load_value;                                                     \
    })

#define atomic_store_explicit(p, value, order)                \
    __extension__({                                           \
        __auto_type store_at = (p);                           \
        __typeof__((void)0, *store_at) store_value = (value); \
        tac_drd_before(store_at, sizeof *store_at, (order));  \
        __atomic_store(store_at, &store_value, (order));      \
    })

#define atomic_exchange_explicit(p, value, order)                     \
    __extension__({                                                   \
        __auto_type swap_at = (p);                                    \
        __typeof__((void)0, *swap_at) swap_value = (value), swap_old; \
        tac_drd_before(swap_at, sizeof *swap_at, (order));            \
        __atomic_exchange(swap_at, &swap_value, &swap_old, (order));  \
        tac_drd_after(swap_at, (order));                              \
        swap_old;                                                     \
    })

#define tac_drd_compare_exchange(p, expected, value, weak, good, bad)                         \
    __extension__({                                                                           \
        __auto_type cas_at = (p);                                                             \
        __typeof__((void)0, *cas_at) cas_value = (value);                                     \
        tac_drd_before(cas_at, sizeof *cas_at, (good));                                       \
        int cas_done =                                                                        \
            __atomic_compare_exchange(cas_at, (expected), &cas_value, (weak), (good), (bad)); \
        tac_drd_after(cas_at, cas_done ? (good) : (bad));                                     \
        cas_done;                                                                             \
    })

#define tac_drd_fetch(operation, p, value, order)                      \
    __extension__({                                                    \
        __auto_type fetch_at = (p);                                    \
        tac_drd_before(fetch_at, sizeof *fetch_at, (order));           \
        __auto_type fetch_old = operation(fetch_at, (value), (order)); \
        tac_drd_after(fetch_at, (order));                              \
        fetch_old;                                                     \
    })

#define atomic_flag_test_and_set_explicit(p, order)              \
    __extension__({                                              \
        atomic_flag *flag_at = (p);                              \
        tac_drd_before(flag_at, sizeof *flag_at, (order));       \
        bool flag_was = __atomic_test_and_set(flag_at, (order)); \
        tac_drd_after(flag_at, (order));                         \
        flag_was;                                                \
    })

#define atomic_flag_clear_explicit(p, order)                 \
    __extension__({                                          \
        atomic_flag *clear_at = (p);                         \
        tac_drd_before(clear_at, sizeof *clear_at, (order)); \
        __atomic_clear(clear_at, (order));                   \
    })

#define atomic_load(p) atomic_load_explicit(p, memory_order_seq_cst)
#define atomic_store(p, value) atomic_store_explicit(p, value, memory_order_seq_cst)
#define atomic_exchange(p, value) atomic_exchange_explicit(p, value, memory_order_seq_cst)
#define atomic_compare_exchange_strong_explicit(p, expected, value, good, bad) \
    tac_drd_compare_exchange(p, expected, value, 0, good, bad)
#define atomic_compare_exchange_weak_explicit(p, expected, value, good, bad) \
    tac_drd_compare_exchange(p, expected, value, 1, good, bad)
#define atomic_compare_exchange_strong(p, expected, value) \
    tac_drd_compare_exchange(p, expected, value, 0, memory_order_seq_cst, memory_order_seq_cst)
#define atomic_fetch_add_explicit(p, value, order) \
    tac_drd_fetch(__atomic_fetch_add, p, value, order)
#define atomic_fetch_add(p, value) tac_drd_fetch(__atomic_fetch_add, p, value, memory_order_seq_cst)
#define atomic_fetch_sub(p, value) tac_drd_fetch(__atomic_fetch_sub, p, value, memory_order_seq_cst)

#endif

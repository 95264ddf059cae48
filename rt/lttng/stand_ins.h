// What the tracing library gets in place of four functions of the C library. This library is loaded with
// RTLD_DEEPBIND, so that liblttng-ust finds them here, and nobody else in the process does.
//
//   shm_open         The session daemon wakes its applications through a page that every user of the machine
//                    can write and cut short (/dev/shm/lttng-ust-wait-8). The library gets a private page
//                    instead that says "awake": it asks for a daemon every five seconds, as it does where the
//                    page cannot be had, and no file that others can touch is mapped. The page is there
//                    already, so that the library does not fork a process to make it, after which every page
//                    written by the cycle thread would be copied first.
//   pthread_create   A thread that could not be started is remembered,
//   pthread_cancel   and not cancelled when the program ends, which would end it by a signal.
//   pthread_sigmask  Registering a thread blocks signals meanwhile. Threads of the executive have them blocked
//                    anyway, so that it can be left out: two system calls in the cycle thread.
#ifndef TAC_LTTNG_STAND_INS_H
#define TAC_LTTNG_STAND_INS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>

// NOLINTBEGIN(readability-redundant-declaration): these are others, with another visibility
#pragma GCC visibility push(default)
int shm_open(const char *name, int flags, mode_t mode);
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument);
int pthread_cancel(pthread_t thread);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
#pragma GCC visibility pop
// NOLINTEND(readability-redundant-declaration)

// Between these two pthread_sigmask does nothing when the library calls it in this thread.
void tac_lttng_keep_mask(void);
void tac_lttng_change_mask(void);

// Whether all threads of the library could be started.
bool tac_lttng_complete(void);

#endif

#include "stand_ins.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define WAIT_PAGE "/lttng-ust-wait-"

typedef int open_shm(const char *name, int flags, mode_t mode);
typedef int create_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
typedef int cancel_thread(pthread_t thread);

static _Atomic int n_refused; // threads

// in memory that a thread has from its beginning, as nothing may be allocated for it
static _Thread_local bool keeps_mask __attribute__((tls_model("initial-exec")));

// Writes the address of the C library's own function; false: there is none. While the library is being loaded
// this is for the loading thread: others would wait for the end of that.
static bool find_real(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static int private_page(void)
{
    const int32_t awake = 1;
    int fd = memfd_create("tactus-lttng-wait", MFD_CLOEXEC);
    if (fd >= 0 && (ftruncate(fd, sysconf(_SC_PAGESIZE)) != 0 ||
                    pwrite(fd, &awake, sizeof awake, 0) != (ssize_t)sizeof awake)) {
        close(fd);
        return -1;
    }
    return fd;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    open_shm *real;
    if (strncmp(name, WAIT_PAGE, sizeof WAIT_PAGE - 1) == 0) {
        return private_page();
    }
    if (!find_real("shm_open", &real)) {
        errno = ENOSYS;
        return -1;
    }
    return real(name, flags, mode);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
    create_thread *real;
    int error =
        find_real("pthread_create", &real) ? real(thread, attributes, run, argument) : EAGAIN;
    if (error) {
        *thread = 0;
        atomic_fetch_add_explicit(&n_refused, 1, memory_order_relaxed);
    }
    return error;
}

int pthread_cancel(pthread_t thread)
{
    cancel_thread *real;
    return thread != 0 && find_real("pthread_cancel", &real) ? real(thread) : 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return keeps_mask || sigprocmask(how, set, old) == 0 ? 0 : errno;
}

void tac_lttng_keep_mask(void)
{
    keeps_mask = true;
}

void tac_lttng_change_mask(void)
{
    keeps_mask = false;
}

bool tac_lttng_complete(void)
{
    return atomic_load_explicit(&n_refused, memory_order_relaxed) == 0;
}

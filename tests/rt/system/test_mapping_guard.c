// Guarded mappings among other signals of the same kind.
#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "system/mapping_guard.h"

enum { SIZE = 8192 };

static volatile sig_atomic_t passed_on;
static char *foreign; // a mapping that the handler of the host repairs

static void host(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    passed_on++;
    if (info->si_code > 0 && !foreign) {
        _exit(1); // what is guarded does not come here
    }
    if (info->si_code > 0) {
        (void)mmap(foreign, SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    }
}

static char *map(int *fd)
{
    *fd = memfd_create("guarded", 0);
    cr_assert(*fd >= 0 && ftruncate(*fd, SIZE) == 0);
    char *at = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    cr_assert(at != MAP_FAILED);
    memset(at, 7, SIZE);
    return at;
}

static int first_of(const char *at)
{
    return *(const volatile char *)at;
}

// Each guarded mapping turns into zeros once, whatever was passed on before.
static void cut(const char *what)
{
    int fd;
    char *at = map(&fd);
    cr_assert(tac_guard_add(at, SIZE), "%s", what);
    cr_assert_eq(first_of(at), 7, "%s", what);
    cr_assert_eq(ftruncate(fd, 0), 0);
    int before = passed_on;
    cr_expect_eq(first_of(at), 0, "%s", what);
    cr_expect(tac_guard_hit(at), "%s", what);
    cr_expect_eq(passed_on, before, "%s: kept", what);
    tac_guard_remove(at);
    munmap(at, SIZE);
    close(fd);
}

Test(mapping_guard, stays_after_signals_and_faults_of_others)
{
    struct sigaction action = {.sa_sigaction = host, .sa_flags = SA_SIGINFO};
    cr_assert_eq(sigaction(SIGBUS, &action, NULL), 0);
    cut("at first");

    raise(SIGBUS);
    cr_expect_eq(passed_on, 1, "a signal that was sent reaches the host");
    cut("after a signal");

    int fd;
    foreign = map(&fd);
    cr_assert_eq(ftruncate(fd, 0), 0);
    cr_expect_eq(first_of(foreign), 0);
    cr_expect_eq(passed_on, 2, "a fault elsewhere reaches the host");
    munmap(foreign, SIZE);
    foreign = NULL;
    cut("after a fault elsewhere");
    close(fd);
}

// Nobody was there before: it ends the process, as it would without the guard.
Test(mapping_guard, leaves_the_standard_action_to_others, .signal = SIGBUS)
{
    (void)signal(SIGBUS, SIG_DFL);
    cut("at first");
    raise(SIGBUS);
}

#include "process_part.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// Leaves without what a program does at its end: files and handlers belong to the process this one was copied from.
_Noreturn static void be_part(int end, pid_t parent, void (*work)(FILE *out, void *context),
                              void *context)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0); // no core file
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    FILE *out = fdopen(end, "w");
    if (!out || nowhere < 0 || getppid() != parent) {
        _exit(1);
    }
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        dup2(nowhere, fd);
    }
    work(out, context);
    bool failed = ferror(out) != 0;
    _exit(fclose(out) != 0 || failed);
}

int tac_process_part(tac_process *p, void (*work)(FILE *out, void *context), void *context)
{
    int data[2];
    pid_t parent = getpid();
    *p = (tac_process){.pid = -1};
    if (pipe2(data, O_CLOEXEC) != 0) {
        return 0;
    }
    p->pid = fork();
    if (p->pid == 0) {
        close(data[0]);
        be_part(data[1], parent, work, context);
    }
    int reason = errno;
    close(data[1]);
    p->out = p->pid > 0 ? fdopen(data[0], "r") : NULL;
    if (!p->out) {
        reason = p->pid > 0 ? errno : reason;
        close(data[0]); // where it runs it cannot write and ends
        tac_process_end(p);
        errno = reason;
        return 0;
    }
    return 1;
}

bool tac_process_limit_time(uint64_t seconds)
{
    struct rlimit l;
    if (getrlimit(RLIMIT_CPU, &l) != 0) {
        return false;
    }
    l.rlim_cur = seconds < l.rlim_max ? seconds : l.rlim_max;
    return setrlimit(RLIMIT_CPU, &l) == 0;
}

// Sixth in /proc/self/statm: pages of data and stack.
static bool data_bytes(uint64_t *bytes)
{
    unsigned long long pages = 0;
    FILE *in = fopen("/proc/self/statm", "re");
    bool found = in && fscanf(in, "%*u %*u %*u %*u %*u %llu", &pages) == 1;
    if (in) {
        fclose(in);
    }
    *bytes = pages * (uint64_t)sysconf(_SC_PAGESIZE);
    return found;
}

bool tac_process_limit_memory(uint64_t bytes)
{
    struct rlimit l;
    uint64_t used;
    if (!data_bytes(&used) || getrlimit(RLIMIT_DATA, &l) != 0) {
        return false;
    }
    l.rlim_cur = used + bytes < l.rlim_max ? used + bytes : l.rlim_max;
    return setrlimit(RLIMIT_DATA, &l) == 0;
}

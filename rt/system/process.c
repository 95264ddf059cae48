#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Between fork and exec only what is safe there.
_Noreturn static void become(const char *const *argv, tac_process_mode mode, int end, int report)
{
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(mode == TAC_PROCESS_WRITE ? end : nowhere, STDIN_FILENO);
    dup2(mode == TAC_PROCESS_READ ? end : nowhere, STDOUT_FILENO);
    if (mode == TAC_PROCESS_READ) {
        dup2(end, STDERR_FILENO);
    }
    char *const *words; // exec leaves them alone, whatever its declaration says
    memcpy(&words, &argv, sizeof words);
    execvp(argv[0], words);
    int reason = errno;
    (void)!write(report, &reason, sizeof reason);
    _exit(127);
}

// Waits until the program runs, or why it does not came through the pipe.
static int has_started(int report)
{
    int reason = 0;
    ssize_t n;
    do {
        n = read(report, &reason, sizeof reason);
    } while (n < 0 && errno == EINTR);
    close(report);
    errno = n > 0 ? reason : 0;
    return n == 0;
}

static int open_stream(tac_process *p, tac_process_mode mode, int fd)
{
    if (mode == TAC_PROCESS_READ) {
        p->out = fdopen(fd, "r");
    } else if (mode == TAC_PROCESS_WRITE) {
        p->in = fdopen(fd, "w");
    } else {
        close(fd);
    }
    return p->out || p->in || mode == TAC_PROCESS_QUIET;
}

int tac_process_start(tac_process *p, const char *const *argv, tac_process_mode mode)
{
    int data[2], report[2];
    *p = (tac_process){.pid = -1};
    if (pipe2(data, O_CLOEXEC) != 0) {
        return 0;
    }
    if (pipe2(report, O_CLOEXEC) != 0) {
        close(data[0]);
        close(data[1]);
        return 0;
    }
    int theirs = mode == TAC_PROCESS_WRITE ? data[0] : data[1];
    int ours = mode == TAC_PROCESS_WRITE ? data[1] : data[0];
    p->pid = fork();
    if (p->pid == 0) {
        become(argv, mode, theirs, report[1]);
    }
    close(theirs);
    close(report[1]);
    int ok = open_stream(p, mode, ours) && p->pid > 0;
    ok = has_started(report[0]) && ok;
    if (!ok) {
        int reason = errno;
        tac_process_end(p);
        errno = reason;
    }
    return ok;
}

int tac_process_has_ended(const tac_process *p)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

int tac_process_end(tac_process *p)
{
    int status = 0;
    if (p->in) {
        fclose(p->in);
    }
    if (p->out) {
        fclose(p->out);
    }
    p->in = p->out = NULL;
    while (p->pid > 0 && waitpid(p->pid, &status, 0) < 0 && errno == EINTR) {
    }
    p->pid = -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int tac_process_stop(tac_process *p)
{
    if (p->pid > 0) {
        kill(p->pid, SIGTERM);
    }
    return tac_process_end(p);
}

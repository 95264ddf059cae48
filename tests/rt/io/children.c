#include "children.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 20 };

int run_case(const char *name, int (*run)(void), int signal)
{
    int state = 0;
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit none = {0, 0};
        (void)setrlimit(RLIMIT_CORE, &none);
        alarm(MOST_SECONDS);
        int bad = run();
        (void)fflush(NULL);
        _exit(bad);
    }
    if (child < 0 || waitpid(child, &state, 0) != child) {
        perror(name);
        return 1;
    }
    int ended_by = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    int good = signal ? ended_by == signal : WIFEXITED(state) && WEXITSTATUS(state) == 0;
    printf("%-60s %s%s\n", name, good ? "good" : "FAILED",
           ended_by && !good ? ", ended by a signal" : "");
    if (ended_by && !good) {
        printf("  signal %d, %s\n", ended_by, strsignal(ended_by));
    }
    return !good;
}

int complain(int good, const char *what, int line)
{
    if (!good) {
        printf("  line %d: not %s\n", line, what);
    }
    return !good;
}

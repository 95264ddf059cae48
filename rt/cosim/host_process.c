#include "host_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host_folder.h"
#include "system/clock.h"
#include "system/exit.h"
#include "system/fail.h"
#include "system/own_library.h"

enum { MOST_WORDS = 1100 };

// ---- start ---------------------------------------------------------------------------------------

static bool make_page(tac_host *h, tac_diag *diag)
{
    h->page_file = memfd_create("tactus-fmu", MFD_ALLOW_SEALING);
    if (h->page_file < 0 || ftruncate(h->page_file, sizeof *h->page) != 0) {
        return tac_diag_say_errno(diag, errno, "no memory to share with an FMU: %s",
                                  strerror(errno));
    }
    void *at = mmap(NULL, sizeof *h->page, PROT_READ | PROT_WRITE, MAP_SHARED, h->page_file, 0);
    h->page = at == MAP_FAILED ? NULL : at;
    // an FMU that cuts it short would end whoever looks at it
    return (h->page && fcntl(h->page_file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) >= 0) ||
           tac_diag_say_errno(diag, errno, "no memory to share with an FMU: %s", strerror(errno));
}

// Between fork and exec only what is safe there. A process that is not asked for lives no longer than its parent.
_Noreturn static void become(const char *path, char *const *words, pid_t parent)
{
    const struct rlimit none = {0, 0};
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)setrlimit(RLIMIT_CORE, &none);
    if (getppid() == parent) {
        (void)execv(path, words);
    }
    _exit(127);
}

static bool make_pipes(int to[2], int from[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, to) != 0) { // an end without a reader is no signal
        return false;
    }
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    (void)fcntl(to[1], F_SETFD, FD_CLOEXEC);
    (void)fcntl(from[0], F_SETFD, FD_CLOEXEC);
    return true;
}

typedef struct host_words { // what it needs from here, as texts
    char page[16], to[16], from[16], lock[16];
    const char *word[MOST_WORDS];
} host_words;

static void list_words(host_words *w, const tac_host *h, const char *mode, int to, int from,
                       const char *const *words)
{
    int n = 0;
    (void)snprintf(w->page, sizeof w->page, "%d", h->page_file);
    (void)snprintf(w->lock, sizeof w->lock, "%d", h->lock);
    (void)snprintf(w->to, sizeof w->to, "%d", to);
    (void)snprintf(w->from, sizeof w->from, "%d", from);
    const char *const first[] = {"tactus-fmu-host", mode,      w->page, w->lock, w->to,
                                 w->from,           h->folder, h->path};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        w->word[n++] = first[i];
    }
    for (int i = 0; words[i] && n < MOST_WORDS - 1; i++) {
        w->word[n++] = words[i];
    }
    w->word[n] = NULL;
}

bool tac_host_start(tac_host *h, const char *mode, const char *path, const char *const *words,
                    bool has_pipes, tac_diag *diag)
{
    char program[TAC_OWN_LIBRARY_SIZE];
    static host_words w;
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    pid_t parent = getpid();
    *h = (tac_host){.path = path, .page_file = -1, .lock = -1, .to = -1, .from = -1};
    if (!tac_own_library("tactus-fmu-host", program, diag) || !make_page(h, diag) ||
        !tac_host_folder_make(h->folder, sizeof h->folder, &h->lock, diag)) {
        return false;
    }
    if (has_pipes && !make_pipes(to, from)) {
        return tac_diag_say_errno(diag, errno, "no pipe to an FMU: %s", strerror(errno));
    }
    list_words(&w, h, mode, to[0], from[1], words);
    h->pid = fork();
    if (h->pid == 0) {
        become(program, (char *const *)w.word, parent);
    }
    int reason = errno;
    (void)setpgid(h->pid, h->pid);
    (void)fcntl(h->page_file, F_SETFD, FD_CLOEXEC); // not for the next process that is started
    (void)fcntl(h->lock, F_SETFD, FD_CLOEXEC);
    if (has_pipes) {
        close(to[0]);
        close(from[1]);
        h->to = to[1];
        h->from = from[0];
    }
    if (h->pid < 0) {
        h->pid = 0;
        return tac_diag_say_errno(diag, reason, "no process for an FMU: %s", strerror(reason));
    }
    atomic_store(&h->page->since, tac_now_ns());
    return true;
}

// ---- end -----------------------------------------------------------------------------------------

// With everything that it has started itself.
static void kill_all(const tac_host *h)
{
    (void)kill(-h->pid, SIGKILL);
    (void)kill(h->pid, SIGKILL);
}

static double time_of(const tac_host *h)
{
    return 1e-9 * (double)atomic_load_explicit(&h->page->time_ns, memory_order_relaxed);
}

static void describe(const tac_host *h, int status, tac_host_end *end)
{
    int32_t call = atomic_load_explicit(&h->page->call, memory_order_acquire);
    int32_t left = atomic_load_explicit(&h->page->left, memory_order_acquire);
    const char *where = tac_fmu_call_name(call);
    *end = (tac_host_end){.code = TAC_EXIT_FMU};
    if (WIFEXITED(status) && left == WEXITSTATUS(status) + 1) {
        end->by_itself = true;
        end->code = WEXITSTATUS(status);
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && call == TAC_CALL_NONE) {
        (void)snprintf(end->line, sizeof end->line, "%s: its process cannot be started", h->path);
    } else if (WIFEXITED(status)) {
        (void)snprintf(end->line, sizeof end->line,
                       "%s: ends its process in %s at %.9g s, with code %d", h->path, where,
                       time_of(h), WEXITSTATUS(status));
    } else {
        (void)snprintf(end->line, sizeof end->line, "%s: crashes in %s at %.9g s: %s", h->path,
                       where, time_of(h), strsignal(WTERMSIG(status)));
    }
}

static int collect(tac_host *h)
{
    int status = 0;
    while (waitpid(h->pid, &status, 0) < 0 && errno == EINTR) {
    }
    (void)kill(-h->pid, SIGKILL); // what it has started and left
    h->pid = 0;
    return status;
}

// For how long the process is in what it must not be in for long; s.
static bool hangs(const tac_host *h, tac_host_times times, double *since)
{
    bool runs = atomic_load_explicit(&h->page->running, memory_order_acquire) != 0;
    int32_t call = atomic_load_explicit(&h->page->call, memory_order_acquire);
    int64_t begin = atomic_load_explicit(&h->page->since, memory_order_relaxed);
    *since = 1e-9 * (double)tac_since(begin, tac_now_ns());
    return (call != TAC_CALL_NONE || !runs) && *since > (runs ? times.call : times.start);
}

bool tac_host_has_ended(tac_host *h, tac_host_times times, tac_host_end *end)
{
    int status = 0;
    double since;
    pid_t ended = waitpid(h->pid, &status, WNOHANG);
    if (ended == h->pid) {
        (void)kill(-h->pid, SIGKILL);
        h->pid = 0;
        describe(h, status, end);
        return true;
    }
    if (!hangs(h, times, &since)) {
        return false;
    }
    int32_t call = atomic_load_explicit(&h->page->call, memory_order_acquire);
    *end = (tac_host_end){.code = TAC_EXIT_FMU};
    (void)snprintf(end->line, sizeof end->line, "%s: hangs in %s at %.9g s, for %.2g s; killed",
                   h->path, tac_fmu_call_name(call), time_of(h), since);
    kill_all(h);
    (void)collect(h);
    return true;
}

void tac_host_stop(tac_host *h, double seconds)
{
    double end = tac_now_s() + seconds;
    int status;
    if (h->pid > 0) {
        atomic_store_explicit(&h->page->stop, 1, memory_order_release);
    }
    while (h->pid > 0 && tac_now_s() < end) {
        if (waitpid(h->pid, &status, WNOHANG) == h->pid) {
            (void)kill(-h->pid, SIGKILL);
            h->pid = 0;
            return;
        }
        (void)nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

void tac_host_close(tac_host *h)
{
    const int file[] = {h->to, h->from, h->page_file, h->lock};
    if (h->pid > 0) {
        kill_all(h);
        (void)collect(h);
    }
    if (h->folder[0] != '\0') {
        tac_host_folder_remove(h->folder);
        h->folder[0] = '\0';
    }
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        if (file[i] > 0) {
            close(file[i]);
        }
    }
    if (h->page) {
        (void)munmap(h->page, sizeof *h->page);
        h->page = NULL;
    }
    h->to = h->from = h->page_file = h->lock = -1;
}

#include "monitor_segment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/alive.h"
#include "io/tactus_io.h"
#include "monitor.h"
#include "system/fail.h"

enum { PATH_SIZE = TAC_RIG_NAME + 16, ATTEMPTS = 8 };

// What stands at the start of every version's segment, read before anything is mapped.
typedef struct header {
    uint64_t magic;
    uint32_t version, size;
    char name[TAC_RIG_NAME];
    int32_t pid;
    int64_t process_start;
} header;

_Static_assert(offsetof(header, process_start) == offsetof(tac_monitor, process_start) &&
                   offsetof(header, pid) == offsetof(tac_monitor, pid),
               "the header is the start of the segment");

static int segment_path(const char *name, char path[PATH_SIZE], tac_diag *diag)
{
    size_t length = strlen(name);
    if (length == 0 || length >= TAC_RIG_NAME || strchr(name, '/')) {
        return tac_diag_say(
            diag, "'%.60s' cannot name a shared-memory segment: 1 to %d letters without '/'", name,
            TAC_RIG_NAME - 1);
    }
    snprintf(path, PATH_SIZE, "/tactus.%s", name);
    return 1;
}

int tac_monitor_owner_lives(const tac_monitor *m)
{
    return tac_pid_lives(m->pid, m->process_start);
}

// ---- reading a header --------------------------------------------------------------------------

// Reads and checks everything that can be checked without mapping; says why not in diag.
static int read_header(int file, const char *path, header *h, tac_diag *diag)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size < (off_t)sizeof *h ||
        pread(file, h, sizeof *h, 0) != (ssize_t)sizeof *h) {
        return tac_diag_say(diag, "%s is too short for a monitor segment", path);
    }
    if (h->magic != TAC_MONITOR_MAGIC) {
        return tac_diag_say(diag, "%s is not a finished monitor segment (magic number %016llx)",
                            path, (unsigned long long)h->magic);
    }
    if (h->version != TAC_MONITOR_VERSION) {
        return tac_diag_say(diag, "%s has layout version %u, this program reads version %d", path,
                            h->version, TAC_MONITOR_VERSION);
    }
    if (h->size != sizeof(tac_monitor) || about.st_size != (off_t)sizeof(tac_monitor)) {
        return tac_diag_say(diag, "%s has %lld bytes and names %u, a monitor segment has %zu", path,
                            (long long)about.st_size, h->size, sizeof(tac_monitor));
    }
    if (!memchr(h->name, '\0', sizeof h->name) || h->pid <= 0) {
        return tac_diag_say(diag, "%s has a damaged header", path);
    }
    return 1;
}

static const tac_monitor *check_mapped(const tac_monitor *m, const char *path, tac_diag *diag)
{
    // acquire: all that was written before the magic number is visible after it
    uint64_t magic = atomic_load_explicit(&m->magic, memory_order_acquire);
    int32_t state = atomic_load_explicit(&m->state, memory_order_relaxed); // any moment's will do
    if (magic == TAC_MONITOR_MAGIC && m->period_ns > 0 && state >= 0 && state < TAC_N_RUN_STATE) {
        return m;
    }
    tac_io_unguard_mapping(m);
    munmap((void *)m, sizeof *m);
    (void)tac_diag_say(diag, "%s has a damaged header", path);
    return NULL;
}

const tac_monitor *tac_monitor_attach(const char *name, tac_diag *diag)
{
    char path[PATH_SIZE];
    header h;
    if (!segment_path(name, path, diag)) {
        return NULL;
    }
    int file = shm_open(path, O_RDONLY, 0);
    if (file < 0) {
        (void)(errno == ENOENT ? tac_diag_say(diag, "nothing named '%s' runs here", name)
                               : tac_diag_say(diag, "%s: %s", path, strerror(errno)));
        return NULL;
    }
    if (!read_header(file, path, &h, diag)) {
        close(file);
        return NULL;
    }
    void *at = mmap(NULL, sizeof(tac_monitor), PROT_READ, MAP_SHARED, file, 0);
    int reason = errno;
    close(file);
    if (at == MAP_FAILED) {
        (void)tac_diag_say(diag, "%s: %s", path, strerror(reason));
        return NULL;
    }
    (void)tac_io_guard_mapping(at, sizeof(tac_monitor)); // its owner may cut it short
    return check_mapped(at, path, diag);
}

// ---- creating ----------------------------------------------------------------------------------

// 1 when the locked file is, or was, a segment without a living owner.
static int is_stale(int file, const char *path, tac_diag *diag)
{
    header h;
    int finished =
        pread(file, &h, sizeof h, 0) == (ssize_t)sizeof h && h.magic == TAC_MONITOR_MAGIC;
    if (finished && tac_pid_lives(h.pid, h.process_start)) {
        return tac_diag_say(diag,
                            "%s belongs to the running process %d; choose another name or stop it",
                            path, (int)h.pid);
    }
    return 1;
}

// Takes away a segment whose owner is gone; 0 when it lives or the segment cannot be removed. Under
// the lock, so that of two who find it only one removes it, and never the other's new one.
static int remove_stale(const char *path, tac_diag *diag)
{
    int done = 0, file = shm_open(path, O_RDONLY, 0);
    struct stat about;
    if (file < 0) {
        done = errno == ENOENT;
        return done || tac_diag_say(diag, "%s: %s", path, strerror(errno));
    }
    if (flock(file, LOCK_EX | LOCK_NB) != 0 || fstat(file, &about) != 0) {
        (void)tac_diag_say(diag, "%s is just being created by another process", path);
    } else if (about.st_nlink == 0) {
        done = 1; // someone else removed it meanwhile
    } else if (is_stale(file, path, diag)) {
        done = shm_unlink(path) == 0 ||
               tac_diag_say(diag, "%s is left from a dead process and cannot be removed: %s", path,
                            strerror(errno));
    }
    close(file);
    return done;
}

// The new file, locked; -1 when it is there already and may be stale, -2 when nothing helps.
static int create_locked(const char *path, tac_diag *diag)
{
    int file = shm_open(path, O_CREAT | O_EXCL | O_RDWR, 0644);
    if (file < 0) {
        int there = errno == EEXIST;
        if (!there) {
            (void)tac_diag_say(diag, "%s: %s", path, strerror(errno));
        }
        return there ? -1 : -2;
    }
    // another process may have found the file before it was locked, and taken it for a dead one
    struct stat about;
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &about) == 0 && about.st_nlink > 0) {
        return file;
    }
    close(file);
    return -1;
}

static void fill(tac_monitor *m, const char *name, int64_t period_ns, int64_t start)
{
    m->version = TAC_MONITOR_VERSION;
    m->size = sizeof *m;
    snprintf(m->name, sizeof m->name, "%s", name);
    m->pid = (int32_t)getpid();
    m->process_start = start;
    m->period_ns = period_ns;
    atomic_store_explicit(&m->newest, -1, memory_order_relaxed); // published with the magic number
    // release: the whole header is there before it can be recognised
    atomic_store_explicit(&m->magic, TAC_MONITOR_MAGIC, memory_order_release);
}

// Gives the locked file its size, once and with all its memory, and maps it.
static tac_monitor *map_new(int file, const char *path, tac_diag *diag)
{
    int reason = posix_fallocate(file, 0, sizeof(tac_monitor));
    if (reason != 0) {
        (void)tac_diag_say(diag, "%s: no %zu bytes of shared memory: %s", path, sizeof(tac_monitor),
                           strerror(reason));
        return NULL;
    }
    void *at =
        mmap(NULL, sizeof(tac_monitor), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (at == MAP_FAILED) {
        (void)tac_diag_say(diag, "%s: %s", path, strerror(errno));
        return NULL;
    }
    return at;
}

tac_monitor *tac_monitor_create(const char *name, int64_t period_ns, tac_diag *diag)
{
    char path[PATH_SIZE];
    int64_t start = tac_pid_start((int32_t)getpid());
    if (!segment_path(name, path, diag)) {
        return NULL;
    }
    if (period_ns <= 0 || start < 0) {
        (void)tac_diag_say(diag, "%s: no period, or /proc cannot be read", path);
        return NULL;
    }
    int file = create_locked(path, diag);
    for (int i = 0; file == -1 && i < ATTEMPTS; i++) {
        file = remove_stale(path, diag) ? create_locked(path, diag) : -2;
    }
    if (file < 0) {
        (void)tac_diag_say(diag, "%s cannot be created: others create it all the time", path);
        return NULL;
    }
    tac_monitor *m = map_new(file, path, diag);
    if (m) {
        fill(m, name, period_ns, start);
    } else {
        shm_unlink(path);
    }
    flock(file, LOCK_UN); // said explicitly: a mapping keeps the lock of a file that is only closed
    close(file);
    return m;
}

void tac_monitor_close(const tac_monitor *m, int remove)
{
    char path[PATH_SIZE];
    if (remove && m->pid == (int32_t)getpid()) {
        snprintf(path, sizeof path, "/tactus.%.*s", TAC_RIG_NAME - 1, m->name);
        shm_unlink(path);
    }
    tac_io_unguard_mapping(m);
    munmap((void *)m, sizeof *m);
}

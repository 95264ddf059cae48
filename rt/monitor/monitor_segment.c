#include "monitor_segment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "instance/shared_file.h"
#include "io/alive.h"
#include "io/health.h"
#include "io/segment_file.h"
#include "monitor.h"
#include "system/fail.h"
#include "system/mapping_guard.h"

// What stands at the start of every version's segment, read before anything is mapped.
typedef struct header {
    uint64_t magic;
    uint32_t version, size;
    char name[TAC_RIG_NAME];
    int32_t pid;
    int64_t process_start;
    uint64_t pid_space;
} header;

_Static_assert(offsetof(header, process_start) == offsetof(tac_monitor, process_start) &&
                   offsetof(header, pid_space) == offsetof(tac_monitor, pid_space) &&
                   offsetof(header, pid) == offsetof(tac_monitor, pid),
               "the header is the start of the segment");

static int segment_name(const char *instance, char name[TAC_SHARED_NAME], tac_diag *diag)
{
    size_t length = strlen(instance);
    if (length == 0 || length >= TAC_RIG_NAME || strchr(instance, '/')) {
        return tac_diag_say(
            diag, "'%.60s' cannot name a shared-memory segment: 1 to %d letters without '/'",
            instance, TAC_RIG_NAME - 1);
    }
    tac_shared_name(instance, "monitor", name);
    return 1;
}

// The file of the monitor that is mapped, for its lock; -1 when the name is gone or another's.
static int open_own(const tac_monitor *m)
{
    char name[TAC_SHARED_NAME];
    header h;
    struct stat about;
    tac_io_error unwanted;
    tac_shared_name(m->name, "monitor", name);
    int file = tac_io_open_plain(name, O_RDONLY, &about, &unwanted);
    if (file >= 0 && (pread(file, &h, sizeof h, 0) != (ssize_t)sizeof h || h.pid != m->pid ||
                      h.process_start != m->process_start || h.pid_space != m->pid_space)) {
        close(file);
        file = -1;
    }
    return file;
}

static void close_own(int file)
{
    if (file >= 0) {
        close(file);
    }
}

int tac_monitor_owner_lives(const tac_monitor *m)
{
    int file = open_own(m);
    int lives = tac_maker_lives(file, m->pid, m->process_start, m->pid_space);
    close_own(file);
    return lives;
}

void tac_monitor_health(const tac_monitor *m, tac_io_health *out)
{
    int file = open_own(m);
    // relaxed: any moment's will do
    const tac_io_signs s = {.instance = m->name,
                            .file = file,
                            .pid = m->pid,
                            .start = m->process_start,
                            .pid_space = m->pid_space,
                            .run_state = atomic_load_explicit(&m->state, memory_order_relaxed),
                            .beat = atomic_load_explicit(&m->heartbeat, memory_order_relaxed),
                            .period_ns = m->period_ns};
    tac_io_judge(&s, out);
    close_own(file);
}

bool tac_monitor_look(const char *instance, tac_io_health *out, tac_diag *diag)
{
    const tac_monitor *m = tac_monitor_attach(instance, diag);
    if (!m) {
        return false;
    }
    tac_monitor_health(m, out);
    tac_monitor_close(m);
    return true;
}

// ---- reading a header --------------------------------------------------------------------------

// Reads and checks everything that can be checked without mapping; says why not in diag.
static int read_header(int file, const struct stat *about, const char *path, header *h,
                       tac_diag *diag)
{
    if (about->st_size < (off_t)sizeof *h || pread(file, h, sizeof *h, 0) != (ssize_t)sizeof *h) {
        return tac_diag_say(diag, "%s is too short for a monitor segment", path);
    }
    if (h->magic != TAC_MONITOR_MAGIC) {
        return tac_diag_say(diag, "%s is not a finished monitor segment (magic number %016llx)",
                            path, (unsigned long long)h->magic);
    }
    if (h->version != TAC_MONITOR_VERSION) {
        return tac_diag_say(
            diag,
            "%s has layout version %u, this program reads version %d; take that of the executive",
            path, h->version, TAC_MONITOR_VERSION);
    }
    if (h->size != sizeof(tac_monitor) || about->st_size != (off_t)sizeof(tac_monitor)) {
        return tac_diag_say(diag, "%s has %lld bytes and names %u, a monitor segment has %zu", path,
                            (long long)about->st_size, h->size, sizeof(tac_monitor));
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

// The file of the monitor, opened without waiting: a plain one of a trusted user. -1 and a line otherwise.
static int open_trusted(const char *instance, const char *name, struct stat *about, tac_diag *diag)
{
    tac_io_error error;
    int file = tac_io_open_plain(name, O_RDONLY, about, &error);
    if (file >= 0 && tac_io_check_owner(name, about, &error) == TAC_IO_OK) {
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    (void)(error.status == TAC_IO_NONE
               ? tac_diag_say(diag, "nothing named '%s' runs here", instance)
               : tac_diag_say(diag, "%s", error.text));
    return -1;
}

const tac_monitor *tac_monitor_attach(const char *instance, tac_diag *diag)
{
    char name[TAC_SHARED_NAME], path[TAC_SHARED_PATH];
    header h;
    struct stat about;
    if (!segment_name(instance, name, diag)) {
        return NULL;
    }
    tac_shared_path(name, path);
    int file = open_trusted(instance, name, &about, diag);
    if (file < 0) {
        return NULL;
    }
    void *at = MAP_FAILED;
    if (read_header(file, &about, path, &h, diag)) {
        if (strcmp(h.name, instance) != 0) { // linked by somebody else
            (void)tac_diag_say(diag, "%s is the monitor of '%s'", path, h.name);
        } else {
            at = mmap(NULL, sizeof(tac_monitor), PROT_READ, MAP_SHARED, file, 0);
            (void)(at != MAP_FAILED || tac_diag_say(diag, "%s: %s", path, strerror(errno)));
        }
    }
    close(file);
    if (at == MAP_FAILED) {
        return NULL;
    }
    (void)tac_io_guard_mapping(at, sizeof(tac_monitor)); // its owner may cut it short
    return check_mapped(at, path, diag);
}

// ---- creating ----------------------------------------------------------------------------------

static void fill(tac_monitor *m, const char *name, const char *model, int64_t period_ns,
                 int64_t start)
{
    size_t length = strlen(model), most = sizeof m->model - 1;
    m->version = TAC_MONITOR_VERSION;
    m->size = sizeof *m;
    snprintf(m->name, sizeof m->name, "%s", name);
    m->pid = (int32_t)getpid();
    m->process_start = start;
    m->pid_space = tac_pid_space();
    m->period_ns = period_ns;
    snprintf(m->model, sizeof m->model, "%s", model + (length > most ? length - most : 0));
    atomic_store_explicit(&m->newest, -1, memory_order_relaxed); // published with the magic number
    // release: the whole header is there before it can be recognised
    atomic_store_explicit(&m->magic, TAC_MONITOR_MAGIC, memory_order_release);
}

// Gives the new file its size, once and with all its memory, and maps it.
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
    if (!tac_guard_add(at, sizeof(tac_monitor))) {
        munmap(at, sizeof(tac_monitor));
        (void)tac_diag_say(diag, "%s cannot be guarded", path);
        return NULL;
    }
    return at;
}

tac_monitor *tac_monitor_new(const char *instance, const char *model, int64_t period_ns)
{
    int64_t start = tac_pid_start((int32_t)getpid());
    tac_monitor *m = period_ns > 0 ? malloc(sizeof *m) : NULL;
    if (m) {
        memset(m, 0, sizeof *m);
        fill(m, instance, model, period_ns, start);
    }
    return m;
}

tac_monitor *tac_monitor_create(const char *instance, const char *model, int64_t period_ns,
                                tac_diag *diag)
{
    char name[TAC_SHARED_NAME], path[TAC_SHARED_PATH], fresh[TAC_SHARED_NAME];
    int64_t start = tac_pid_start((int32_t)getpid());
    if (!segment_name(instance, name, diag)) {
        return NULL;
    }
    tac_shared_path(name, path);
    if (period_ns <= 0 || start < 0) {
        (void)tac_diag_say(diag, "%s: no period, or /proc cannot be read", path);
        return NULL;
    }
    int file = tac_shared_make(name, 0644, fresh);
    if (file < 0) {
        (void)tac_diag_say_errno(diag, errno, "%s cannot be made: %s", path, strerror(errno));
        return NULL;
    }
    tac_monitor *m = map_new(file, path, diag);
    close(file); // its mapping keeps the lock, by which others know that this process lives
    if (!m) {
        (void)tac_shared_remove(fresh);
        return NULL;
    }
    fill(m, instance, model, period_ns, start);
    if (!tac_shared_put(fresh, name, diag)) {
        tac_monitor_close(m);
        return NULL;
    }
    return m;
}

void tac_monitor_close(const tac_monitor *m)
{
    tac_io_unguard_mapping(m);
    tac_guard_remove(m);
    munmap((void *)m, sizeof *m);
}

void tac_monitor_remove(tac_monitor *shown, const char *instance)
{
    char name[TAC_SHARED_NAME];
    tac_shared_name(instance, "monitor", name);
    (void)tac_shared_remove(name);
    tac_monitor_close(shown);
}

#include "claim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "io/segment_file.h"
#include "shared_file.h"
#include "system/fail.h"

// Somebody who puts files under the name as fast as he can would have to be in time for each of them.
enum { ATTEMPTS = 1000, TEXT = 80 };

typedef enum turn { AGAIN, TAKEN, REFUSED } turn;

// ---- what a claim is -----------------------------------------------------------------------------

static int text_of(const char *instance, char out[TEXT])
{
    return snprintf(out, TEXT, "tactus claim of %s\n", instance);
}

// Whose claims root and others leave alone while they are locked.
static bool is_known(const struct stat *about)
{
    return tac_io_trusts_user(about->st_uid) || tac_io_is_shared_group(about->st_gid);
}

static bool is_claim(int file, const struct stat *about, const char *instance)
{
    char want[TEXT], got[TEXT];
    ssize_t n = text_of(instance, want);
    return S_ISREG(about->st_mode) && (about->st_mode & 07777) == 0600 && is_known(about) &&
           pread(file, got, sizeof got, 0) == n && memcmp(got, want, (size_t)n) == 0;
}

// Whether /proc counts processes as this one does: in a namespace of its own with an older /proc it does not.
static bool is_own_proc(void)
{
    char text[24];
    ssize_t n = readlink("/proc/self", text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    return strtol(text, NULL, 10) == (long)getpid();
}

// The process that holds a lock on the file, 0 when none of this process namespace does.
static int32_t holder(const struct stat *about)
{
    char line[256];
    int32_t found = 0;
    FILE *locks = is_own_proc() ? fopen("/proc/locks", "re") : NULL;
    while (locks && !found && fgets(line, sizeof line, locks)) {
        long pid;
        unsigned major, minor;
        uint64_t inode;
        // 1: FLOCK  ADVISORY  WRITE 708 00:1a:5 0 EOF
        if (sscanf(line, "%*d: FLOCK %*s WRITE %ld %x:%x:%" SCNu64, &pid, &major, &minor, &inode) ==
                4 &&
            makedev(major, minor) == about->st_dev && inode == about->st_ino) {
            found = (int32_t)pid;
        }
    }
    if (locks) {
        (void)fclose(locks);
    }
    return found;
}

// ---- taking --------------------------------------------------------------------------------------

static turn say_running(const char *path, const struct stat *about, tac_diag *diag)
{
    char whose[TAC_IO_USER], which[TEXT] = "a running process that is not seen from here";
    int32_t pid = holder(about);
    if (pid > 0) {
        (void)snprintf(which, sizeof which, "the running process %d", (int)pid);
    }
    (void)tac_diag_say(diag, "%s belongs to %s of the user %s; choose another name or stop it",
                       path, which, tac_io_user_name(about->st_uid, whose));
    return REFUSED;
}

static turn keep(tac_claim *c, int file, const struct stat *about)
{
    c->held = true;
    c->file = file;
    c->device = about->st_dev;
    c->inode = about->st_ino;
    return TAKEN;
}

static bool is_named(const char *path, dev_t device, ino_t inode)
{
    struct stat named;
    return lstat(path, &named) == 0 && named.st_dev == device && named.st_ino == inode;
}

// A claim of one's own under a fresh name, locked and complete; -1 with errno. Whoever has the claim by now may
// sweep it away, and looks whether it is locked.
static int make_fresh(const tac_claim *c, const char *name, char fresh[TAC_SHARED_NAME],
                      struct stat *about)
{
    char text[TEXT];
    int n = text_of(c->name, text), file = tac_shared_make(name, 0600, fresh);
    if (file >= 0 && (flock(file, LOCK_EX | LOCK_NB) != 0 || write(file, text, (size_t)n) != n ||
                      fstat(file, about) != 0)) {
        int reason = errno;
        close(file);
        (void)tac_shared_remove(fresh);
        errno = reason;
        return -1;
    }
    return file;
}

static turn not_made(const char *path, int reason, tac_diag *diag)
{
    if (reason == EEXIST || reason == ENOENT || reason == EWOULDBLOCK) {
        return AGAIN;
    }
    (void)tac_diag_say_errno(diag, reason, "%s cannot be made: %s", path, strerror(reason));
    return REFUSED;
}

// Where nothing lies under the name.
static turn make(tac_claim *c, const char *name, const char *path, tac_diag *diag)
{
    char fresh[TAC_SHARED_NAME], from[TAC_SHARED_PATH];
    struct stat about;
    int file = make_fresh(c, name, fresh, &about);
    if (file < 0) {
        return not_made(path, errno, diag);
    }
    tac_shared_path(fresh, from);
    if (renameat2(AT_FDCWD, from, AT_FDCWD, path, RENAME_NOREPLACE) == 0) {
        return keep(c, file, &about);
    }
    int reason = errno;
    close(file);
    (void)tac_shared_remove(fresh);
    return not_made(path, reason, diag);
}

// ---- what others put there -----------------------------------------------------------------------

// Removes what lay at that path, and notes it when it was another user's.
static void remove_noted(tac_claim *c, const char *name, const char *path, const struct stat *about)
{
    char whose[TAC_IO_USER], held[TEXT] = "";
    int32_t pid = holder(about);
    if (pid > 0) {
        (void)snprintf(held, sizeof held, ", locked by the process %d", (int)pid);
    }
    if (tac_shared_clear(name) && c->note[0] == '\0' && about->st_uid != geteuid()) {
        (void)snprintf(c->note, sizeof c->note, "removed %s, %s of the user %s%s", path,
                       tac_io_kind_name(about->st_mode), tac_io_user_name(about->st_uid, whose),
                       held);
    }
}

// Whether a file is a claim that is locked.
static bool is_living(const char *name, const char *instance)
{
    struct stat about;
    tac_io_error unwanted;
    int file = tac_io_open_plain(name, O_RDWR, &about, &unwanted);
    bool lives =
        file >= 0 && is_claim(file, &about, instance) && flock(file, LOCK_EX | LOCK_NB) != 0;
    if (file >= 0) {
        close(file);
    }
    return lives;
}

static turn not_exchanged(const char *name, const char *path, int reason, tac_diag *diag)
{
    struct stat about;
    if (reason == ENOENT || lstat(path, &about) != 0) {
        return AGAIN;
    }
    if (S_ISREG(about.st_mode) && holder(&about) > 0) {
        return say_running(path, &about, diag);
    }
    (void)tac_shared_blame(name, reason, diag);
    return REFUSED;
}

// Exchanges a claim of one's own with what lies under the name, which so is never free. Of all that do so at once
// one gets out what is no living claim, and has the name; the others got a claim and exchange until they have
// their own again.
static turn set_aside(tac_claim *c, const char *name, const char *path, tac_diag *diag)
{
    char fresh[TAC_SHARED_NAME], from[TAC_SHARED_PATH];
    struct stat own, about;
    int file = make_fresh(c, name, fresh, &own);
    if (file < 0) {
        return not_made(path, errno, diag);
    }
    tac_shared_path(fresh, from);
    if (renameat2(AT_FDCWD, from, AT_FDCWD, path, RENAME_EXCHANGE) != 0) {
        int reason = errno;
        close(file);
        (void)tac_shared_remove(fresh);
        return not_exchanged(name, path, reason, diag);
    }
    if (!is_living(fresh, c->name)) {
        if (lstat(from, &about) == 0) {
            remove_noted(c, fresh, path, &about);
        }
        return keep(c, file, &own);
    }
    for (int i = 0; i < ATTEMPTS && !is_named(from, own.st_dev, own.st_ino); i++) {
        (void)renameat2(AT_FDCWD, from, AT_FDCWD, path, RENAME_EXCHANGE);
        if (!is_named(from, own.st_dev, own.st_ino)) { // another start has it, and has yet to run
            (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
        }
    }
    if (is_named(from, own.st_dev, own.st_ino)) {
        (void)tac_shared_remove(fresh);
    }
    close(file);
    return AGAIN;
}

// A claim that lies there: somebody lives behind it, or it is left from a dead process.
static turn try_lock(tac_claim *c, int file, const char *name, const struct stat *about,
                     tac_diag *diag)
{
    char path[TAC_SHARED_PATH];
    tac_shared_path(name, path);
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? say_running(path, about, diag) : AGAIN;
    }
    if (!is_named(path, about->st_dev, about->st_ino)) {
        return AGAIN;
    }
    if (about->st_uid == geteuid()) {
        return keep(c, file, about);
    }
    (void)flock(file, LOCK_UN);
    return set_aside(c, name, path, diag);
}

static turn try_once(tac_claim *c, const char *name, tac_diag *diag)
{
    char path[TAC_SHARED_PATH];
    struct stat about;
    tac_io_error error;
    tac_shared_path(name, path);
    int file = tac_io_open_plain(name, O_RDWR, &about, &error);
    if (file < 0 && error.status == TAC_IO_NONE) {
        return make(c, name, path, diag);
    }
    turn result = file >= 0 && is_claim(file, &about, c->name)
                      ? try_lock(c, file, name, &about, diag)
                      : set_aside(c, name, path, diag);
    if (file >= 0 && result != TAKEN) {
        close(file);
    }
    return result;
}

// ---- the other names of the instance -------------------------------------------------------------

// Whether "state", "cmd.3", "left.part" or "state.new-0123456789abcdef" is what follows "tactus.NAME." in a name of the instance.
static bool is_kind(const char *rest, bool *is_fresh)
{
    static const char *const kinds[] = {"claim", "state", "history", "monitor",
                                        "sock",  "cmd",   "view"};
    static const char digits[] = "0123456789", hex[] = "0123456789abcdef";
    size_t n = strcspn(rest, ".");
    bool found = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        found = found || (strlen(kinds[i]) == n && memcmp(rest, kinds[i], n) == 0);
    }
    const char *after = rest + n;
    if (found && n == 3) { // the number of a place
        found = *after == '.' && strspn(after + 1, digits) > 0;
        after += found ? 1 + strspn(after + 1, digits) : 0;
    }
    if (n > 0 && strncmp(after, ".part", 5) == 0) { // behind the name of a process
        found = true;
        after += 5;
    }
    *is_fresh = strncmp(after, ".new", 4) == 0;
    after += *is_fresh ? 4 : 0;
    after += *is_fresh && *after == '-' ? 1 + strspn(after + 1, hex) : 0;
    return found && *after == '\0';
}

// Whether what is there may be removed before the instance makes its files: what a process left that was killed
// while it made one, and for root what others have put there; all of it once nobody is to use it any more.
static bool is_waste(const struct stat *about, bool is_fresh, bool all)
{
    return about->st_uid != geteuid() ? geteuid() == 0
                                      : all || (is_fresh && !S_ISSOCK(about->st_mode));
}

// A fresh file, unless a start works with it: one that locks it from now on finds it locked. It may hold the
// claim of this one just then, while it is exchanged.
static void remove_unlocked(tac_claim *c, const char *name, const char *path,
                            const struct stat *about)
{
    struct stat now;
    tac_io_error unwanted;
    int file = tac_io_open_plain(name, O_RDWR, &now, &unwanted);
    if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) {
        remove_noted(c, name, path, about);
    }
    if (file >= 0) {
        close(file);
    }
}

// Files of the instance but for the claim. Returns how many are left of those that should have gone.
static int sweep(tac_claim *c, bool all)
{
    int kept = 0;
    char before[TAC_SHARED_NAME], path[TAC_SHARED_PATH];
    tac_shared_name(c->name, "", before);
    size_t n = strlen(before);
    DIR *folder = opendir(TAC_IO_FOLDER);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        struct stat about;
        bool is_fresh;
        if (strncmp(entry->d_name, before, n) != 0 || strlen(entry->d_name) >= TAC_SHARED_NAME ||
            !is_kind(entry->d_name + n, &is_fresh) || strcmp(entry->d_name + n, "claim") == 0) {
            continue;
        }
        tac_shared_path(entry->d_name, path);
        if (lstat(path, &about) == 0 && is_waste(&about, is_fresh, all)) {
            if (is_fresh && about.st_uid == geteuid()) {
                remove_unlocked(c, entry->d_name, path, &about);
            } else {
                remove_noted(c, entry->d_name, path, &about);
            }
        }
        kept += all && lstat(path, &about) == 0;
    }
    if (folder) {
        (void)closedir(folder);
    }
    return kept;
}

// ---- life ----------------------------------------------------------------------------------------

bool tac_claim_take(tac_claim *c, const char *instance, tac_diag *diag)
{
    char name[TAC_SHARED_NAME];
    size_t n = strlen(instance);
    *c = (tac_claim){.file = -1};
    if (n == 0 || n >= sizeof c->name || strchr(instance, '/')) {
        return tac_diag_say(diag, "'%.60s' cannot name an instance: 1 to %d letters without '/'",
                            instance, TAC_NAME_SIZE - 1);
    }
    memcpy(c->name, instance, n + 1);
    tac_shared_name(instance, "claim", name);
    turn result = AGAIN;
    for (int i = 0; i < ATTEMPTS && result == AGAIN; i++) {
        result = try_once(c, name, diag);
    }
    if (result == TAKEN) {
        (void)sweep(c, false);
        return true;
    }
    return tac_diag_say(
        diag, TAC_IO_FOLDER "%s cannot be made: others put files there all the time", name);
}

bool tac_claim_clean(tac_claim *c)
{
    return sweep(c, true) == 0;
}

bool tac_claim_renew(tac_claim *c, tac_diag *diag)
{
    char name[TAC_SHARED_NAME], path[TAC_SHARED_PATH];
    tac_shared_name(c->name, "claim", name);
    tac_shared_path(name, path);
    if (!c->held || is_named(path, c->device, c->inode)) {
        return true;
    }
    tac_claim again = *c;
    turn result = AGAIN;
    for (int i = 0; i < ATTEMPTS && result == AGAIN; i++) {
        result = try_once(&again, name, diag);
    }
    if (result != TAKEN) {
        return false;
    }
    close(c->file);
    *c = again;
    return true;
}

bool tac_claim_is_held(const char *instance)
{
    char name[TAC_SHARED_NAME];
    tac_shared_name(instance, "claim", name);
    return is_living(name, instance);
}

void tac_claim_release(tac_claim *c)
{
    char name[TAC_SHARED_NAME], path[TAC_SHARED_PATH];
    if (!c->held) {
        return;
    }
    tac_shared_name(c->name, "claim", name);
    tac_shared_path(name, path);
    if (is_named(path, c->device, c->inode)) {
        (void)unlink(path);
    }
    close(c->file);
    c->held = false;
}

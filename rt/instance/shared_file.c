#include "shared_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/alive.h"
#include "io/segment_file.h"
#include "system/clock.h"
#include "system/fail.h"
#include "system/mapping_guard.h"

// Somebody who changes what lies under a name as fast as he can would have to be in time for each of them.
enum { ATTEMPTS = 1000 };

void tac_shared_name(const char *instance, const char *kind, char out[TAC_SHARED_NAME])
{
    (void)snprintf(out, TAC_SHARED_NAME, "tactus.%.47s.%s", instance, kind);
}

void tac_shared_path(const char *name, char out[TAC_SHARED_PATH])
{
    (void)snprintf(out, TAC_SHARED_PATH, TAC_IO_FOLDER "%s", name);
}

void tac_shared_fresh_name(const char *name, char fresh[TAC_SHARED_NAME])
{
    uint64_t number;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != (ssize_t)sizeof number) {
        number = (uint64_t)tac_now_ns() << 20 ^
                 (uint64_t)getpid(); // just after the machine was switched on
    }
    (void)snprintf(fresh, TAC_SHARED_NAME, "%.64s.new-%016llx", name, (unsigned long long)number);
}

int tac_shared_make(const char *name, mode_t mode, char fresh[TAC_SHARED_NAME])
{
    char path[TAC_SHARED_PATH];
    int file = -1;
    for (int i = 0; i < ATTEMPTS && file < 0; i++) {
        tac_shared_fresh_name(name, fresh);
        tac_shared_path(fresh, path);
        file = open(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST) {
            break;
        }
    }
    // locked while nobody else may open it: who reads it later knows by the lock that this process lives
    if (file >= 0 && (!tac_file_lock(file) || fchmod(file, mode) != 0)) {
        int reason = errno;
        close(file);
        (void)tac_shared_remove(fresh);
        errno = reason;
        return -1;
    }
    return file;
}

bool tac_shared_remove(const char *name)
{
    char path[TAC_SHARED_PATH];
    tac_shared_path(name, path);
    return unlink(path) == 0 || (errno == EISDIR && rmdir(path) == 0);
}

bool tac_shared_clear(const char *name)
{
    char fresh[TAC_SHARED_NAME], from[TAC_SHARED_PATH], to[TAC_SHARED_PATH];
    if (tac_shared_remove(name)) {
        return true;
    }
    tac_shared_fresh_name(name, fresh);
    tac_shared_path(name, from);
    tac_shared_path(fresh, to);
    return rename(from, to) == 0;
}

bool tac_shared_put(const char *fresh, const char *name, tac_diag *diag)
{
    char from[TAC_SHARED_PATH], to[TAC_SHARED_PATH];
    tac_shared_path(fresh, from);
    tac_shared_path(name, to);
    for (int i = 0; i < ATTEMPTS; i++) {
        if (rename(from, to) == 0) {
            return true;
        }
        // a folder makes room only when both change their names
        if (errno == EISDIR && renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) == 0) {
            (void)tac_shared_remove(fresh); // one that is not empty stays there, in nobody's way
            return true;
        }
        if (errno != EISDIR && errno != ENOENT) {
            break;
        }
    }
    int reason = errno;
    (void)tac_shared_remove(fresh);
    return tac_shared_blame(name, reason, diag);
}

bool tac_shared_blame(const char *name, int reason, tac_diag *diag)
{
    char path[TAC_SHARED_PATH], whose[TAC_IO_USER];
    struct stat about;
    tac_shared_path(name, path);
    if (lstat(path, &about) != 0 || about.st_uid == geteuid()) {
        return tac_diag_say_errno(diag, reason, "%s: %s", path, strerror(reason));
    }
    return tac_diag_say(diag,
                        "%s is %s of the user %s; take another name for the instance, or that user "
                        "or root removes it: rm -r %s",
                        path, tac_io_kind_name(about.st_mode),
                        tac_io_user_name(about.st_uid, whose), path);
}

// ---- made anew -----------------------------------------------------------------------------------

static bool look(const tac_shared_segment *s, struct stat *about)
{
    char path[TAC_SHARED_PATH];
    tac_shared_path(s->name, path);
    return lstat(path, about) == 0;
}

bool tac_shared_know(tac_shared_segment *s)
{
    struct stat about;
    if (!look(s, &about)) {
        return false;
    }
    s->device = about.st_dev;
    s->inode = about.st_ino;
    return true;
}

bool tac_shared_is_whole(const tac_shared_segment *s)
{
    struct stat about;
    return look(s, &about) && about.st_dev == s->device && about.st_ino == s->inode &&
           about.st_size == (off_t)s->size && !tac_guard_hit(s->at);
}

// The file with its begin and all its memory; 0 with errno.
static bool fill(int file, const tac_shared_segment *s, const void *begin, size_t n)
{
    int reason = posix_fallocate(file, 0, (off_t)s->size);
    if (reason != 0) {
        errno = reason;
        return false;
    }
    return pwrite(file, begin, n, 0) == (ssize_t)n;
}

bool tac_shared_renew(tac_shared_segment *s, const void *begin, size_t n, tac_diag *diag)
{
    char fresh[TAC_SHARED_NAME];
    int file = tac_shared_make(s->name, s->mode, fresh);
    bool filled = file >= 0 && fill(file, s, begin, n);
    // in one call, so that no access in between finds nothing
    bool mapped = filled && mmap(s->at, s->size, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0) != MAP_FAILED;
    int reason = errno;
    if (file >= 0) {
        close(file);
    }
    if (!mapped) {
        if (file >= 0) {
            (void)tac_shared_remove(fresh);
        }
        return tac_diag_say_errno(diag, reason, TAC_IO_FOLDER "%s cannot be made anew: %s", s->name,
                                  strerror(reason));
    }
    tac_guard_remove(s->at);
    (void)tac_guard_add(s->at, s->size); // as a new one: the old file was perhaps cut short
    return tac_shared_put(fresh, s->name, diag) && tac_shared_know(s);
}

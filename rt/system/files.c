#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATTEMPTS = 16 };

int tac_write_all(int fd, const void *data, size_t n)
{
    const char *at = data;
    while (n > 0) {
        ssize_t done = write(fd, at, n);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return 0;
        }
        at += done;
        n -= (size_t)done;
    }
    return 1;
}

int tac_read_all(int fd, void *data, size_t n)
{
    char *at = data;
    while (n > 0) {
        ssize_t done = read(fd, at, n);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return 0;
        }
        at += done;
        n -= (size_t)done;
    }
    return 1;
}

FILE *tac_open_plain(const char *path)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int plain = fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
    FILE *in = plain ? fdopen(fd, "rb") : NULL;
    if (fd >= 0 && !in) {
        int reason = plain ? errno : EINVAL;
        close(fd);
        errno = reason;
    }
    return in;
}

int tac_create_new(const char *path, mode_t mode)
{
    (void)unlink(path); // what cannot be removed is in the way of the next line
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

const char *tac_keeps_its_place(const char *path)
{
    struct stat there;
    if (lstat(path, &there) != 0 || S_ISREG(there.st_mode)) {
        return NULL;
    }
    return S_ISLNK(there.st_mode) ? "is a symbolic link, which would be replaced; name a file"
                                  : "is no plain file, which could be replaced";
}

// A lock of the open file. One of the process (F_SETLK) would end with the next close of any descriptor of the
// file; one of flock does not tell a writer's lock from one that a process takes which may only read the file.
static int lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET}, other = whole;
    if (fcntl(fd, F_OFD_SETLK, &whole) == 0) {
        return 1;
    }
    if (errno == EAGAIN || errno == EACCES) {
        int is_read = fcntl(fd, F_OFD_GETLK, &other) == 0 && other.l_type == F_RDLCK;
        errno = is_read ? EAGAIN : EBUSY;
    }
    return 0;
}

static bool leads_to(const char *path, const struct stat *file)
{
    struct stat now;
    return stat(path, &now) == 0 && now.st_dev == file->st_dev && now.st_ino == file->st_ino;
}

static int close_with(int fd, int reason)
{
    close(fd);
    errno = reason;
    return -1;
}

// Whether a writer has locked the file by now.
static bool is_written(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_GETLK, &whole) != 0 || whole.l_type == F_WRLCK;
}

// Whether what has the name is a file that somebody writes.
static int is_output(const char *path)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int written = fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && is_written(fd);
    if (fd >= 0) {
        close(fd);
    }
    return written;
}

int tac_begin_successor(tac_successor *s, const char *path, mode_t mode)
{
    if (is_output(path)) {
        errno = EBUSY;
        return 0;
    }
    int n = snprintf(s->beside, sizeof s->beside, "%s.new-%ld", path, (long)getpid());
    errno = ENAMETOOLONG;
    s->fd = n >= 0 && n < (int)sizeof s->beside ? tac_create_new(s->beside, mode) : -1;
    return s->fd >= 0;
}

int tac_end_successor(const tac_successor *s, const char *path, int good)
{
    good = good && fsync(s->fd) == 0;
    int reason = errno;
    if (close(s->fd) != 0 && good) {
        reason = errno;
        good = 0;
    }
    if (good && is_output(path)) {
        reason = EBUSY;
        good = 0;
    }
    if (good && rename(s->beside, path) != 0) {
        reason = errno;
        good = 0;
    }
    if (!good) {
        (void)unlink(s->beside);
    }
    errno = reason;
    return good;
}

// A new file, locked and with the mode of the old one, exchanged with it. A writer who locked the old one in time is
// seen then, and gets its name back; one who does so later finds that the path leads elsewhere.
static int exchange(const char *path, const char *fresh, int old, const struct stat *was)
{
    int fd = tac_create_new(fresh, 0600);
    if (fd < 0) {
        return -1;
    }
    if (!lock(fd) || fchmod(fd, was->st_mode & 07777) != 0 ||
        renameat2(AT_FDCWD, fresh, AT_FDCWD, path, RENAME_EXCHANGE) != 0) {
        (void)unlink(fresh);
        return close_with(fd, EAGAIN);
    }
    bool taken = is_written(old) || !leads_to(fresh, was);
    if (!taken || renameat2(AT_FDCWD, fresh, AT_FDCWD, path, RENAME_EXCHANGE) == 0) {
        (void)unlink(fresh); // else it names what another one writes
    }
    return taken ? close_with(fd, EBUSY) : fd;
}

// In the place of a file that a reader keeps locked: whoever may only read it is to keep nobody from writing.
static int replace(const char *path, int old, const struct stat *was)
{
    char fresh[4096];
    char *real = was->st_uid == geteuid() ? realpath(path, NULL) : NULL;
    int n = real ? snprintf(fresh, sizeof fresh, "%s.new-%ld", real, (long)getpid()) : -1;
    errno = EAGAIN;
    int fd = n > 0 && n < (int)sizeof fresh ? exchange(real, fresh, old, was) : -1;
    int reason = errno;
    free(real);
    errno = reason;
    return fd;
}

int tac_open_alone(const char *path, mode_t mode, int more)
{
    for (int i = 0; i < ATTEMPTS; i++) {
        struct stat s;
        int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | more, mode);
        if (fd < 0 || (fstat(fd, &s) == 0 && !S_ISREG(s.st_mode))) {
            return fd;
        }
        if (!lock(fd)) {
            int fresh = errno == EAGAIN ? replace(path, fd, &s) : -1;
            int reason = errno;
            close(fd);
            errno = reason;
            return fresh;
        }
        if (leads_to(path, &s)) {
            return ftruncate(fd, 0) == 0 ? fd : close_with(fd, errno);
        }
        close(fd); // another one was put in its place meanwhile
    }
    errno = EBUSY;
    return -1;
}

const char *tac_output_error(int error)
{
    return error == EBUSY    ? "another recording is being written to it"
           : error == EAGAIN ? "another program keeps it locked for reading; choose another name"
           : error == ESTALE ? "it was removed or cut off while it was written"
                             : strerror(error);
}

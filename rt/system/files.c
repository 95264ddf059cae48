#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

int tac_open_alone(const char *path, mode_t mode)
{
    struct stat s;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, mode);
    if (fd < 0) {
        return -1;
    }
    int ok = fstat(fd, &s) == 0 && (!S_ISREG(s.st_mode) || (lock(fd) && ftruncate(fd, 0) == 0));
    if (!ok) {
        int reason = errno;
        close(fd);
        errno = reason;
    }
    return ok ? fd : -1;
}

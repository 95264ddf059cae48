#include "files.h"

#include <errno.h>
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

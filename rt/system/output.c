#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "stop_signal.h"

#define PATIENCE_NS 500000000

enum { LOOK_MS = 50 };

typedef enum way { PLAIN, NONBLOCKING, SOCKET, ASKING } way;

typedef struct output {
    int descriptor;
    way way;
    tac_output_patience patience;
    int is_stalled; // the last text found no room
} output;

static output bound[2];
static _Atomic int64_t unread;

// ---- writing without waiting ---------------------------------------------------------------------

// Pipes and terminals are opened once more, since O_NONBLOCK of the given descriptor would hold for all who
// have it. Where that is not allowed, the descriptor is asked for room before each write.
static void choose_way(output *o, int fd)
{
    struct stat s;
    char path[64];
    o->descriptor = fd;
    o->way = PLAIN;
    if (fstat(fd, &s) == 0 && S_ISSOCK(s.st_mode)) {
        o->way = SOCKET;
    } else if (S_ISFIFO(s.st_mode) || isatty(fd)) {
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        int own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        o->way = own >= 0 ? NONBLOCKING : ASKING;
        o->descriptor = own >= 0 ? own : fd;
    }
}

static int has_room(const output *o, int milliseconds)
{
    struct pollfd p = {.fd = o->descriptor, .events = POLLOUT};
    return poll(&p, 1, milliseconds) > 0;
}

// As write(), but EAGAIN instead of waiting.
static ssize_t write_now(const output *o, const char *text, size_t n)
{
    if (o->way == SOCKET) {
        return send(o->descriptor, text, n, MSG_DONTWAIT);
    }
    if (o->way == ASKING) {
        if (!has_room(o, 0)) {
            errno = EAGAIN;
            return -1;
        }
        n = n < PIPE_BUF ? n : PIPE_BUF;
    }
    return write(o->descriptor, text, n);
}

// ---- waiting -------------------------------------------------------------------------------------

static int may_wait(const output *o, int64_t begun)
{
    int64_t now = tac_now_ns();
    if (o->patience == TAC_OUTPUT_BRIEF) {
        return !o->is_stalled && now - begun < PATIENCE_NS;
    }
    return !tac_stop_signal() || now - tac_stop_time() < PATIENCE_NS;
}

static ssize_t put(void *cookie, const char *text, size_t n)
{
    output *o = cookie;
    size_t done = 0;
    int64_t begun = tac_now_ns();
    while (done < n) {
        ssize_t more = write_now(o, text + done, n - done);
        if (more >= 0) {
            done += (size_t)more;
        } else if (errno == EAGAIN && may_wait(o, begun)) {
            (void)has_room(o, LOOK_MS);
        } else if (errno != EINTR) {
            break;
        }
    }
    if (done < n && errno == EAGAIN) {
        atomic_fetch_add_explicit(&unread, (int64_t)(n - done), memory_order_relaxed);
    }
    o->is_stalled = done < n;
    return (ssize_t)done;
}

// ---- streams -------------------------------------------------------------------------------------

static void replace(FILE **stream, output *o, int fd, int mode, tac_output_patience patience)
{
    choose_way(o, fd);
    o->patience = patience;
    (void)fflush(*stream);
    FILE *f = fopencookie(o, "w", (cookie_io_functions_t){.write = put});
    if (f) {
        (void)setvbuf(f, NULL, mode, BUFSIZ);
        *stream = f;
    }
}

void tac_output_bind(tac_output_patience patience)
{
    int mode = isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF;
    replace(&stdout, &bound[0], STDOUT_FILENO, mode, patience);
    replace(&stderr, &bound[1], STDERR_FILENO, _IONBF, patience);
}

int64_t tac_output_unread(void)
{
    return atomic_load_explicit(&unread, memory_order_relaxed);
}

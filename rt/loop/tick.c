#include "tick.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "io/segment_file.h"
#include "system/fail.h"
#include "system/mapping_guard.h"

enum {
    READ_ATTEMPTS = 4,       // of the cycle thread; the next cycle reads again
    RECEIVE_TIMEOUT = 100000 // us after which the receiver looks whether it shall end
};

// ---- cells ---------------------------------------------------------------------------------------

void tac_tick_write(tac_tick_cell *cell, uint64_t count, int64_t time)
{
    uint64_t sequence = atomic_load_explicit(&cell->sequence, memory_order_relaxed);
    // odd before, even after: see outputs.c
    atomic_store_explicit(&cell->sequence, sequence + 1, memory_order_relaxed);
    atomic_store_explicit(&cell->count, count, memory_order_release);
    atomic_store_explicit(&cell->time, time, memory_order_release);
    atomic_store_explicit(&cell->sequence, sequence + 2, memory_order_release);
}

static int read_cell(const tac_tick_cell *cell, uint64_t *count, int64_t *time)
{
    for (int attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
        uint64_t before = atomic_load_explicit(&cell->sequence, memory_order_acquire);
        // acquire: the second look at the sequence comes after both
        *count = atomic_load_explicit(&cell->count, memory_order_acquire);
        *time = atomic_load_explicit(&cell->time, memory_order_acquire);
        uint64_t after = atomic_load_explicit(&cell->sequence, memory_order_relaxed);
        if (before == after && before % 2 == 0 && before > 0) {
            return 1;
        }
    }
    return 0;
}

// ---- sources -------------------------------------------------------------------------------------

static int fail(tac_diag *diag, const char *what, const char *reason)
{
    return tac_diag_say(diag, "tactus: external tick %s: %s", what, reason);
}

// As clients open segments: a plain file of a trusted user, without waiting.
static int open_trusted(const char *name, struct stat *status, tac_diag *diag)
{
    tac_io_error error;
    const char *plain = name + (*name == '/');
    int fd = tac_io_open_plain(plain, O_RDONLY, status, &error);
    if (fd >= 0 && tac_io_check_owner(plain, status, &error) == TAC_IO_OK) {
        return fd;
    }
    (void)fail(diag, name, error.text);
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

static int open_segment(tac_tick *t, const char *name, tac_diag *diag)
{
    struct stat status;
    int fd = open_trusted(name, &status, diag);
    if (fd < 0) {
        return 0;
    }
    int big_enough = status.st_size >= (off_t)sizeof(tac_tick_cell);
    void *at =
        big_enough ? mmap(NULL, sizeof(tac_tick_cell), PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    close(fd);
    if (at == MAP_FAILED) {
        return fail(diag, name, big_enough ? strerror(errno) : "too small for a tick segment");
    }
    if (!tac_guard_add(at, sizeof(tac_tick_cell))) { // the device may cut its file short
        munmap(at, sizeof(tac_tick_cell));
        return fail(diag, name, "cannot be guarded");
    }
    t->segment = at;
    t->cell = at;
    return t->cell->magic == TAC_TICK_MAGIC ? 1 : fail(diag, name, "not a tick segment");
}

static int open_port(tac_tick *t, const tac_tick_options *o, tac_diag *diag)
{
    char what[320];
    tac_udp_name local = {.size = 0};
    snprintf(what, sizeof what, "from UDP %.255s", o->from.host);
    const char *bad =
        o->from_anybody ? NULL : tac_udp_resolve_sender(&o->from, AF_UNSPEC, &t->from);
    if (bad) {
        return fail(diag, what, bad);
    }
    snprintf(what, sizeof what, "on UDP %.255s, port %d", o->udp.host, o->udp.port);
    bad = tac_udp_resolve(&o->udp, t->from.checks_host ? t->from.name.at.ss_family : AF_UNSPEC,
                          &local);
    if (bad) {
        return fail(diag, what, bad);
    }
    t->socket = socket(local.at.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct timeval timeout = {.tv_usec = RECEIVE_TIMEOUT};
    int on = 1;
    if (t->socket < 0 || setsockopt(t->socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0 ||
        setsockopt(t->socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout) != 0 ||
        bind(t->socket, (const struct sockaddr *)&local.at, local.size) != 0) {
        return fail(diag, what, strerror(errno));
    }
    t->own.magic = TAC_TICK_MAGIC;
    t->cell = &t->own;
    return 1;
}

int tac_tick_open(tac_tick *t, const tac_tick_options *o, int64_t period_ns, tac_diag *diag)
{
    *t = (tac_tick){.kind = o->kind, .socket = -1};
    tac_pll_init(&t->pll, o, period_ns);
    switch (o->kind) {
    case TAC_TICK_SHM:
        return open_segment(t, o->shm, diag);
    case TAC_TICK_UDP:
        return open_port(t, o, diag);
    case TAC_TICK_CLOCK:
        break;
    }
    return 1;
}

void tac_tick_close(tac_tick *t)
{
    if (t->kind == TAC_TICK_UDP && t->socket >= 0) {
        close(t->socket);
    }
    if (t->segment) {
        tac_guard_remove(t->segment);
        munmap(t->segment, sizeof(tac_tick_cell));
    }
    *t = (tac_tick){.socket = -1};
}

// ---- packets -------------------------------------------------------------------------------------

static int64_t nanoseconds(struct timespec t)
{
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// The kernel stamps packets on CLOCK_REALTIME: how long ago that was gives the monotonic time.
static int64_t received_at(struct msghdr *message)
{
    struct timespec monotonic, real;
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    clock_gettime(CLOCK_REALTIME, &real);
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c)) {
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPNS) {
            struct timespec stamp;
            memcpy(&stamp, CMSG_DATA(c), sizeof stamp);
            int64_t ago = nanoseconds(real) - nanoseconds(stamp);
            return nanoseconds(monotonic) - (ago > 0 ? ago : 0);
        }
    }
    return nanoseconds(monotonic);
}

// Takes one packet, or returns when none came for a while.
static void receive(tac_tick *t)
{
    uint64_t number;
    tac_udp_name from = {.size = 0};
    char control[CMSG_SPACE(sizeof(struct timespec))];
    struct iovec data = {&number, sizeof number};
    struct msghdr message = {.msg_name = &from.at,
                             .msg_namelen = sizeof from.at,
                             .msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    ssize_t n = recvmsg(t->socket, &message, 0);
    if (n == (ssize_t)sizeof number && !(message.msg_flags & MSG_TRUNC) &&
        tac_udp_is_from(&t->from, &from)) {
        tac_tick_write(&t->own, be64toh(number), received_at(&message));
    } else if (n >= 0) {
        atomic_fetch_add_explicit(&t->others, 1, memory_order_relaxed);
    }
}

void *tac_tick_receive(void *tick)
{
    tac_tick *t = tick;
    while (!atomic_load_explicit(&t->quit, memory_order_relaxed)) {
        receive(t);
    }
    return NULL;
}

// ---- cycle thread --------------------------------------------------------------------------------

// A tick further from now than the loop waits for one is none: it is old, or its time is garbage.
static int is_near(const tac_tick *t, int64_t time, int64_t now)
{
    uint64_t lost = (uint64_t)t->pll.lost;
    return (uint64_t)time - (uint64_t)now + lost <= 2 * lost;
}

int64_t tac_tick_follow(tac_tick *t, int64_t release, int64_t now)
{
    if (!t->cell) {
        return 0;
    }
    uint64_t count;
    int64_t time;
    int fresh = read_cell(t->cell, &count, &time) && count != t->count && is_near(t, time, now);
    if (fresh) {
        t->count = count;
        tac_pll_tick(&t->pll, count, time, release);
    }
    return tac_pll_correct(&t->pll, fresh, now);
}

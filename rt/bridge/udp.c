#include "udp.h"

#include <errno.h>
#include <linux/errqueue.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "system/fail.h"

enum { MOST_ERRORS = 64 }; // taken at once; the rest at the next look

// ---- names ---------------------------------------------------------------------------------------

static int fail(const tac_bridge_file *file, const tac_udp_address *a, tac_diag *diag,
                const char *what, const char *reason)
{
    return tac_diag_say(diag, "%s:%d:%d: '%.255s:%d' %s: %s", file->path, a->line, a->column,
                        a->host, a->port, what, reason);
}

static int resolve(const tac_bridge_file *file, const tac_udp_address *a, int family,
                   tac_udp_name *out, tac_diag *diag)
{
    const char *bad = tac_udp_resolve(a, family, out);
    return !bad || fail(file, a, diag, "is no address known here", bad);
}

// ---- opening -------------------------------------------------------------------------------------

// The family is that of the first address that names a host; IPv4 when none does.
static int resolve_all(tac_udp *u, const tac_bridge_file *file, const tac_bridge_flow *f,
                       tac_udp_name *local, tac_diag *diag)
{
    const tac_bridge_receive *r = &f->receive;
    int family = AF_UNSPEC, has_from = r->enabled && !r->from_anybody;
    if (f->peer.port != 0) {
        if (!resolve(file, &f->peer, family, &u->peer, diag)) {
            return 0;
        }
        family = u->peer.at.ss_family;
    }
    if (has_from) {
        const char *bad = tac_udp_resolve_sender(&r->from, family, &u->from);
        if (bad) {
            return fail(file, &r->from, diag, "is no address known here", bad);
        }
        family = u->from.name.at.ss_family;
    }
    family = family == AF_UNSPEC && f->local.host[0] == '\0' ? AF_INET : family;
    return resolve(file, &f->local, family, local, diag);
}

static int set_options(const tac_udp *u, int family, int dscp)
{
    int on = 1, field = dscp << 2; // the lower two bits are for congestion
    int is_6 = family == AF_INET6;
    return setsockopt(u->file, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) == 0 &&
           setsockopt(u->file, is_6 ? IPPROTO_IPV6 : IPPROTO_IP, is_6 ? IPV6_RECVERR : IP_RECVERR,
                      &on, sizeof on) == 0 &&
           (dscp == 0 || setsockopt(u->file, is_6 ? IPPROTO_IPV6 : IPPROTO_IP,
                                    is_6 ? IPV6_TCLASS : IP_TOS, &field, sizeof field) == 0);
}

int tac_udp_open(tac_udp *u, const tac_bridge_file *file, const tac_bridge_flow *f, tac_diag *diag)
{
    tac_udp_name local = {.size = 0};
    *u = (tac_udp){.file = -1};
    if (!resolve_all(u, file, f, &local, diag)) {
        return 0;
    }
    int family = local.at.ss_family;
    u->file = socket(family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (u->file < 0 || !set_options(u, family, f->dscp) ||
        bind(u->file, (const struct sockaddr *)(const void *)&local.at, local.size) != 0) {
        int error = errno;
        tac_udp_close(u);
        return fail(file, &f->local, diag, "cannot be opened here; change 'local'",
                    strerror(error));
    }
    return 1;
}

void tac_udp_close(tac_udp *u)
{
    if (u->file >= 0) {
        close(u->file);
        u->file = -1;
    }
}

// ---- packets -------------------------------------------------------------------------------------

int tac_udp_send(tac_udp *u, const void *byte, int n)
{
    const struct sockaddr *to = (const struct sockaddr *)(const void *)&u->peer.at;
    // a refusal of an earlier packet may answer this one: the second attempt is its own
    for (int attempt = 0; attempt < 2; attempt++) {
        if (sendto(u->file, byte, (size_t)n, MSG_DONTWAIT, to, u->peer.size) == n) {
            return 1;
        }
        u->error = errno;
        tac_udp_take_errors(u);
    }
    u->failed++;
    return 0;
}

static int64_t age_of(struct msghdr *m)
{
    struct timespec then, now;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPNS) {
            memcpy(&then, CMSG_DATA(c), sizeof then);
            clock_gettime(CLOCK_REALTIME, &now);
            int64_t age =
                (int64_t)(now.tv_sec - then.tv_sec) * 1000000000 + now.tv_nsec - then.tv_nsec;
            return age > 0 ? age : 0; // the wall clock was set back meanwhile
        }
    }
    return 0;
}

int tac_udp_receive(tac_udp *u, void *byte, int most, tac_datagram *d)
{
    _Alignas(struct cmsghdr) char control[128];
    tac_udp_name from = {.size = 0};
    struct iovec part = {.iov_base = byte, .iov_len = (size_t)most};
    struct msghdr m = {.msg_name = &from.at,
                       .msg_namelen = sizeof from.at,
                       .msg_iov = &part,
                       .msg_iovlen = 1,
                       .msg_control = control,
                       .msg_controllen = sizeof control};
    ssize_t n = recvmsg(u->file, &m, MSG_DONTWAIT | MSG_TRUNC);
    if (n < 0) {
        // an error that waits is reported once in place of a packet; the next look finds that
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
            tac_udp_take_errors(u);
        }
        return 0;
    }
    *d = (tac_datagram){.size = (int)n, .age_ns = age_of(&m)};
    d->is_from = tac_udp_is_from(&u->from, &from);
    return 1;
}

void tac_udp_take_errors(tac_udp *u)
{
    _Alignas(struct cmsghdr) char control[512];
    char byte[1];
    for (int i = 0; i < MOST_ERRORS; i++) {
        struct iovec part = {.iov_base = byte, .iov_len = sizeof byte};
        struct msghdr m = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control,
                           .msg_controllen = sizeof control};
        if (recvmsg(u->file, &m, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) {
            break;
        }
        for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c)) {
            struct sock_extended_err e;
            int is_error = (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_RECVERR) ||
                           (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_RECVERR);
            if (is_error) {
                memcpy(&e, CMSG_DATA(c), sizeof e);
                u->unreachable += e.ee_origin != SO_EE_ORIGIN_LOCAL;
                u->error = (int)e.ee_errno;
            }
        }
    }
    // what stands in the socket besides the queue is cleared by asking
    int error = 0;
    socklen_t size = sizeof error;
    (void)getsockopt(u->file, SOL_SOCKET, SO_ERROR, &error, &size);
}

#include "udp.h"

#include <errno.h>
#include <linux/errqueue.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>
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

// ---- groups and broadcasts -----------------------------------------------------------------------

static bool is_group(const tac_udp_name *name)
{
    if (name->at.ss_family == AF_INET6) {
        return IN6_IS_ADDR_MULTICAST(
            &((const struct sockaddr_in6 *)(const void *)&name->at)->sin6_addr);
    }
    return name->at.ss_family == AF_INET &&
           IN_MULTICAST(
               ntohl(((const struct sockaddr_in *)(const void *)&name->at)->sin_addr.s_addr));
}

static int set(const tac_udp *u, int level, int option, int value)
{
    return setsockopt(u->file, level, option, &value, sizeof value) == 0;
}

// Where packets to a group go, how far, and whether they come back.
static int send_to_group(const tac_udp *u, const tac_bridge_flow *f, int interface)
{
    if (u->peer.at.ss_family == AF_INET6) {
        return (interface == 0 || set(u, IPPROTO_IPV6, IPV6_MULTICAST_IF, interface)) &&
               set(u, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, f->ttl) &&
               set(u, IPPROTO_IPV6, IPV6_MULTICAST_LOOP, f->loop);
    }
    const struct ip_mreqn where = {.imr_ifindex = interface};
    return (interface == 0 ||
            setsockopt(u->file, IPPROTO_IP, IP_MULTICAST_IF, &where, sizeof where) == 0) &&
           set(u, IPPROTO_IP, IP_MULTICAST_TTL, f->ttl) &&
           set(u, IPPROTO_IP, IP_MULTICAST_LOOP, f->loop);
}

static int join_group(const tac_udp *u, const tac_udp_name *group, int interface)
{
    if (group->at.ss_family == AF_INET6) {
        const struct ipv6_mreq join = {
            .ipv6mr_multiaddr = ((const struct sockaddr_in6 *)(const void *)&group->at)->sin6_addr,
            .ipv6mr_interface = (unsigned)interface};
        return setsockopt(u->file, IPPROTO_IPV6, IPV6_JOIN_GROUP, &join, sizeof join) == 0;
    }
    const struct ip_mreqn join = {
        .imr_multiaddr = ((const struct sockaddr_in *)(const void *)&group->at)->sin_addr,
        .imr_ifindex = interface};
    return setsockopt(u->file, IPPROTO_IP, IP_ADD_MEMBERSHIP, &join, sizeof join) == 0;
}

// Before the socket is bound. Every address of a network may be a broadcast: only the system knows its mask.
static int allow_many(const tac_udp *u, const tac_udp_name *local)
{
    return set(u, SOL_SOCKET, SO_BROADCAST, 1) &&
           (!is_group(local) || set(u, SOL_SOCKET, SO_REUSEADDR, 1));
}

static int reach(const tac_udp *u, const tac_bridge_file *file, const tac_bridge_flow *f,
                 const tac_udp_name *local, tac_diag *diag)
{
    int interface = f->interface ? (int)if_nametoindex(f->interface) : 0;
    if (f->interface && interface == 0) {
        return tac_diag_say(diag, "%s:%d:%d: there is no interface '%s' here", file->path,
                            f->local.line, f->local.column, f->interface);
    }
    if (f->peer.port != 0 && is_group(&u->peer) && !send_to_group(u, f, interface)) {
        return fail(file, &f->peer, diag, "cannot be sent to", strerror(errno));
    }
    if (is_group(local) && !join_group(u, local, interface)) {
        return fail(file, &f->local, diag, "cannot be joined here; give another 'interface'",
                    strerror(errno));
    }
    if (interface != 0 && !is_group(local) && f->peer.port != 0 && !is_group(&u->peer) &&
        setsockopt(u->file, SOL_SOCKET, SO_BINDTODEVICE, f->interface,
                   (socklen_t)strlen(f->interface)) != 0) {
        return fail(file, &f->peer, diag, "cannot be sent to by that interface", strerror(errno));
    }
    return 1;
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
    if (u->file < 0 || !allow_many(u, &local) || !set_options(u, family, f->dscp) ||
        bind(u->file, (const struct sockaddr *)(const void *)&local.at, local.size) != 0) {
        int error = errno;
        tac_udp_close(u);
        return fail(file, &f->local, diag, "cannot be opened here; change 'local'",
                    strerror(error));
    }
    if (!reach(u, file, f, &local, diag)) {
        tac_udp_close(u);
        return 0;
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

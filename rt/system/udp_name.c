#include "udp_name.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// The name of this machine for itself needs no file and no server that knows it (RFC 6761, 6.3).
static bool is_localhost(const char *host)
{
    return strcasecmp(host, "localhost") == 0 || strcasecmp(host, "localhost.") == 0;
}

const char *tac_udp_resolve(const tac_udp_address *a, int family, tac_udp_name *out)
{
    char port[16];
    struct addrinfo want = {
        .ai_family = family, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    const char *host = a->host[0] != '\0' ? a->host : NULL;
    if (is_localhost(a->host)) { // no host at all, and not passive, is the loopback address
        host = NULL;
        want.ai_flags = AI_NUMERICSERV;
        want.ai_family = family == AF_UNSPEC ? AF_INET : family;
    }
    (void)snprintf(port, sizeof port, "%d", a->port);
    int bad = getaddrinfo(host, port, &want, &found);
    if (bad != 0) {
        return gai_strerror(bad);
    }
    memcpy(&out->at, found->ai_addr, found->ai_addrlen);
    out->size = found->ai_addrlen;
    freeaddrinfo(found);
    return NULL;
}

const char *tac_udp_resolve_sender(const tac_udp_address *a, int family, tac_udp_sender *out)
{
    out->checks_host = true;
    out->checks_port = a->port != 0;
    return tac_udp_resolve(a, family, &out->name);
}

void tac_udp_text(const tac_udp_name *name, char out[TAC_UDP_TEXT])
{
    char host[64], port[8];
    const struct sockaddr *at = (const struct sockaddr *)(const void *)&name->at;
    if (getnameinfo(at, name->size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        (void)snprintf(host, sizeof host, "?");
        port[0] = '\0';
    }
    (void)snprintf(out, TAC_UDP_TEXT, at->sa_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host, port);
}

static int port_of(const tac_udp_name *name)
{
    // both families keep the port at the same place, but only the cast is portable
    return ntohs(name->at.ss_family == AF_INET6
                     ? ((const struct sockaddr_in6 *)(const void *)&name->at)->sin6_port
                     : ((const struct sockaddr_in *)(const void *)&name->at)->sin_port);
}

static bool is_same_host(const tac_udp_name *a, const tac_udp_name *b)
{
    if (a->at.ss_family != b->at.ss_family) {
        return false;
    }
    if (a->at.ss_family == AF_INET6) {
        const struct sockaddr_in6 *x = (const void *)&a->at, *y = (const void *)&b->at;
        return memcmp(&x->sin6_addr, &y->sin6_addr, sizeof x->sin6_addr) == 0;
    }
    const struct sockaddr_in *x = (const void *)&a->at, *y = (const void *)&b->at;
    return x->sin_addr.s_addr == y->sin_addr.s_addr;
}

bool tac_udp_is_from(const tac_udp_sender *s, const tac_udp_name *packet)
{
    return !s->checks_host || (is_same_host(packet, &s->name) &&
                               (!s->checks_port || port_of(packet) == port_of(&s->name)));
}

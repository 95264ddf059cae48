// Addresses: HOST:PORT with names, IPv4 or [IPv6]; whether they exist is asked when sockets open.
#include "address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "texts.h"

enum { MOST_HOST = 255 };

// The port at the end of the text, -1 when it is none.
static int parse_port(const char *text)
{
    size_t n = strspn(text, "0123456789");
    long port = n > 0 && n <= 5 && text[n] == '\0' ? strtol(text, NULL, 10) : -1;
    return port <= 65535 ? (int)port : -1;
}

static bool is_host(const char *host, size_t n)
{
    return n <= MOST_HOST && strcspn(host, " \t\r\n[]") >= n;
}

_Noreturn static void refuse_address(const tac_place *p, const tac_node *node, const char *key,
                                     const char *text)
{
    tac_refuse(p->rd, node,
               "'%s' must be an address such as 10.0.0.2:5000, [fd00::2]:5000 or host:5000, "
               "not '%.80s'",
               key, text);
}

tac_udp_reach tac_udp_reach_of(const char *host)
{
    unsigned byte[4];
    int n = 0;
    if (sscanf(host, "%3u.%3u.%3u.%3u%n", &byte[0], &byte[1], &byte[2], &byte[3], &n) == 4 &&
        host[n] == '\0') {
        return byte[0] >= 224 && byte[0] <= 239 ? TAC_UDP_GROUP
               : byte[3] == 255                 ? TAC_UDP_ALL
                                                : TAC_UDP_HOST;
    }
    bool is_6 = strchr(host, ':') != NULL;
    return is_6 && strncasecmp(host, "ff", 2) == 0 ? TAC_UDP_GROUP : TAC_UDP_HOST;
}

tac_udp_address tac_read_address(const tac_place *p, const tac_node *node, const char *key,
                                 int least_port)
{
    const char *text = tac_text(p, node, key), *port = text, *host = text;
    size_t n = 0;
    if (text[0] == '[') {
        host = text + 1;
        n = strcspn(host, "]");
        port = host[n] == ']' ? host + n + 1 : host;
        if (n == 0 || (*port != ':' && *port != '\0')) {
            refuse_address(p, node, key, text);
        }
    } else if (parse_port(text) < 0) {
        n = strcspn(text, ":");
        port = text + n;
        if (strchr(port + (*port == ':'), ':')) {
            tac_refuse(p->rd, node, "'%s' has an IPv6 address without brackets; write [%.60s]:PORT",
                       key, text);
        }
    }
    // "host" alone leaves the port open
    int number = *port == '\0' ? 0 : parse_port(port + (*port == ':'));
    if (number < 0 || (n == 0 && port != text && *text != ':') || !is_host(host, n)) {
        refuse_address(p, node, key, text);
    }
    if (number < least_port) {
        tac_refuse(p->rd, node, "'%s' needs a port from 1 to 65535: HOST:PORT, not '%.80s'", key,
                   text);
    }
    return (tac_udp_address){.host = tac_copy_text(p->rd, host, n),
                             .port = number,
                             .line = node->line,
                             .column = node->column};
}

bool tac_read_sender(const tac_place *p, const tac_node *node, const char *key,
                     tac_udp_address *from)
{
    if (strcmp(tac_text(p, node, key), "any") == 0) {
        return false;
    }
    *from = tac_read_address(p, node, key, 0);
    if (from->host[0] == '\0') {
        tac_refuse(p->rd, node, "'%s' needs a host: HOST, HOST:PORT or any", key);
    }
    return true;
}

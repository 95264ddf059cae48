// Addresses of UDP as the system holds them: looked up, compared, printed.
#ifndef TAC_UDP_NAME_H
#define TAC_UDP_NAME_H

#include <stdbool.h>
#include <sys/socket.h>

#include "udp_address.h"

typedef struct tac_udp_name { // address and port
    struct sockaddr_storage at;
    socklen_t size;
} tac_udp_name;

typedef struct tac_udp_sender { // whose packets are taken
    bool checks_host, checks_port;
    tac_udp_name name; // of no meaning when neither is checked
} tac_udp_sender;

// Looks an address up, in a family or AF_UNSPEC; an empty host is all of this machine, `localhost` its
// loopback address, 127.0.0.1 or of the family. Returns NULL, or why there is none.
const char *tac_udp_resolve(const tac_udp_address *a, int family, tac_udp_name *out);

// The sender that an address names.
const char *tac_udp_resolve_sender(const tac_udp_address *a, int family, tac_udp_sender *out);

// Whether a packet of that name is one of the sender's.
bool tac_udp_is_from(const tac_udp_sender *s, const tac_udp_name *packet);

// "10.0.0.2:5000" for reports.
enum { TAC_UDP_TEXT = 80 };
void tac_udp_text(const tac_udp_name *name, char out[TAC_UDP_TEXT]);

#endif

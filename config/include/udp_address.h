// An address of UDP as files name it. What the names stand for is asked when sockets open.
#ifndef TAC_UDP_ADDRESS_H
#define TAC_UDP_ADDRESS_H

typedef struct tac_udp_address {
    const char *host; // "": any
    int port;         // 0: any
    int line, column;
} tac_udp_address;

// What the text of an address says of whom it reaches; a name that has to be resolved is one host.
typedef enum tac_udp_reach {
    TAC_UDP_HOST,
    TAC_UDP_GROUP, // multicast: 224.0.0.0 to 239.255.255.255, ff00::/8
    TAC_UDP_ALL,   // 255.255.255.255, and what ends in .255
} tac_udp_reach;

tac_udp_reach tac_udp_reach_of(const char *host);

#endif

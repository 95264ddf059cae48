// An address of UDP as files name it. What the names stand for is asked when sockets open.
#ifndef TAC_UDP_ADDRESS_H
#define TAC_UDP_ADDRESS_H

typedef struct tac_udp_address {
    const char *host; // "": any
    int port;         // 0: any
    int line, column;
} tac_udp_address;

#endif

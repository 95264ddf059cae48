// Checksums of packets. Each is the usual one of its name; docs/bridge-udp.md lists polynomials,
// start values and what "123456789" gives.
#ifndef TAC_CHECKSUM_H
#define TAC_CHECKSUM_H

#include <stddef.h>

#include "packet.h"

// Of the bytes [0, n) without those of [hole, hole_end), which count as zero.
//   cost     two look-ups per byte; cannot fail
uint64_t tac_checksum(tac_checksum_method method, const unsigned char *byte, size_t n, size_t hole,
                      size_t hole_end);

#endif

// The CRC-32 of zip, Ethernet and MCAP.
#ifndef TAC_CRC32_H
#define TAC_CRC32_H

#include <stddef.h>
#include <stdint.h>

// Of bytes behind those whose CRC is given, 0 for none.
uint32_t tac_crc32(uint32_t before, const void *bytes, size_t n);

#endif

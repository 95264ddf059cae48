// Little-endian numbers of binary mesh files.
#ifndef TAC_MESH_BYTES_H
#define TAC_MESH_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint32_t tac_mesh_whole(const char *at, int bytes)
{
    uint32_t x = 0;
    for (int i = bytes; i-- > 0;) {
        x = x << 8 | (unsigned char)at[i];
    }
    return x;
}

static inline double tac_mesh_real(const char *at)
{
    uint32_t bits = tac_mesh_whole(at, 4);
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

#endif

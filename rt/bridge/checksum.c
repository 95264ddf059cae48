#include "checksum.h"

// A cyclic redundancy check, as catalogues describe it: width in bits, polynomial without its
// highest bit, start value; bits in mirrored order or not; what is added at the end.
typedef struct crc {
    int width, mirrored;
    uint32_t polynomial, start, end;
} crc;

static const crc crcs[TAC_CHECKSUMS] = {
    [TAC_CRC8] = {8, 0, 0x07, 0, 0},
    [TAC_CRC16_CCITT] = {16, 0, 0x1021, 0xffff, 0},
    [TAC_CRC16_XMODEM] = {16, 0, 0x1021, 0, 0},
    [TAC_CRC16_MODBUS] = {16, 1, 0x8005, 0xffff, 0},
    [TAC_CRC32] = {32, 1, 0x04c11db7, 0xffffffff, 0xffffffff},
    [TAC_CRC32C] = {32, 1, 0x1edc6f41, 0xffffffff, 0xffffffff},
};

static uint32_t mirror(uint32_t x, int width)
{
    uint32_t y = 0;
    for (int i = 0; i < width; i++) {
        y |= (x >> i & 1U) << (width - 1 - i);
    }
    return y;
}

// The remainders of all four-bit numbers, at the end of the register where bits leave it.
static void fill_table(const crc *c, uint32_t table[16])
{
    uint32_t polynomial =
        c->mirrored ? mirror(c->polynomial, c->width) : c->polynomial << (32 - c->width);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t r = c->mirrored ? i : i << 28;
        for (int bit = 0; bit < 4; bit++) {
            uint32_t leaves = c->mirrored ? r & 1U : r >> 31;
            r = c->mirrored ? r >> 1 : r << 1;
            r ^= leaves ? polynomial : 0;
        }
        table[i] = r;
    }
}

static uint32_t crc_byte(const crc *c, const uint32_t table[16], uint32_t r, uint32_t byte)
{
    if (c->mirrored) {
        r ^= byte;
        r = r >> 4 ^ table[r & 15U];
        return r >> 4 ^ table[r & 15U];
    }
    r ^= byte << 24;
    r = r << 4 ^ table[r >> 28];
    return r << 4 ^ table[r >> 28];
}

uint64_t tac_checksum(tac_checksum_method method, const unsigned char *byte, size_t n, size_t hole,
                      size_t hole_end)
{
    const crc *c = &crcs[method];
    uint32_t table[16] = {0};
    // the register stands at the left end of 32 bits when bits leave to the left
    uint32_t r = c->start << (c->mirrored ? 0 : (32 - c->width) % 32);
    uint32_t sum = 0, parity = 0;
    if (c->width > 0) {
        fill_table(c, table);
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t b = i >= hole && i < hole_end ? 0 : byte[i];
        sum += b;
        parity ^= b;
        r = c->width > 0 ? crc_byte(c, table, r, b) : 0;
    }
    switch (method) {
    case TAC_SUM8:
        return sum & 0xff;
    case TAC_SUM16:
        return sum & 0xffff;
    case TAC_XOR8:
        return parity;
    case TAC_CRC8:
    case TAC_CRC16_CCITT:
    case TAC_CRC16_XMODEM:
    case TAC_CRC16_MODBUS:
    case TAC_CRC32:
    case TAC_CRC32C:
    case TAC_CHECKSUMS:
        break;
    }
    return (c->mirrored ? r : r >> (32 - c->width)) ^ c->end;
}

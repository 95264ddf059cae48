// Checksums against the values that catalogues publish for "123456789".
#include <criterion/criterion.h>
#include <string.h>

#include "bridge/checksum.h"

static const unsigned char nine[] = "123456789";

static uint64_t of_nine(tac_checksum_method method)
{
    return tac_checksum(method, nine, 9, 0, 0);
}

Test(checksum, published_check_values)
{
    cr_expect_eq(of_nine(TAC_CRC8), 0xf4);
    cr_expect_eq(of_nine(TAC_CRC16_CCITT), 0x29b1);
    cr_expect_eq(of_nine(TAC_CRC16_XMODEM), 0x31c3);
    cr_expect_eq(of_nine(TAC_CRC16_MODBUS), 0x4b37);
    cr_expect_eq(of_nine(TAC_CRC32), 0xcbf43926);
    cr_expect_eq(of_nine(TAC_CRC32C), 0xe3069283);
}

Test(checksum, sums_and_parity)
{
    // '1' + ... + '9' = 9 * 0x35 = 0x1dd; '1' ^ ... ^ '9' = 0x31
    cr_expect_eq(of_nine(TAC_SUM8), 0xdd);
    cr_expect_eq(of_nine(TAC_SUM16), 0x1dd);
    cr_expect_eq(of_nine(TAC_XOR8), 0x31);
}

Test(checksum, a_hole_counts_as_zero)
{
    unsigned char zeroed[9];
    memcpy(zeroed, nine, sizeof zeroed);
    memset(zeroed + 3, 0, 3);
    for (int m = 0; m < TAC_CHECKSUMS; m++) {
        cr_expect_eq(tac_checksum((tac_checksum_method)m, nine, 9, 3, 6),
                     tac_checksum((tac_checksum_method)m, zeroed, 9, 0, 0));
        cr_expect_neq(tac_checksum((tac_checksum_method)m, nine, 9, 3, 6),
                      tac_checksum((tac_checksum_method)m, nine, 9, 0, 0));
    }
}

Test(checksum, every_changed_bit_shows)
{
    unsigned char changed[9];
    for (int m = 0; m < TAC_CHECKSUMS; m++) {
        for (int bit = 0; bit < 72; bit++) {
            memcpy(changed, nine, sizeof changed);
            changed[bit / 8] ^= (unsigned char)(1 << bit % 8);
            cr_expect_neq(tac_checksum((tac_checksum_method)m, changed, 9, 0, 0),
                          of_nine((tac_checksum_method)m), "%s, bit %d", tac_checksums[m].name,
                          bit);
        }
    }
}

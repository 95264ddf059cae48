// Packets against bytes written down by hand, in both byte orders, and what is refused.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "bridge/codec.h"
#include "layout.h"

#define EVERY_TYPE                   \
    "    - {signal: a, type: u8}\n"  \
    "    - {signal: b, type: i8}\n"  \
    "    - {signal: c, type: u16}\n" \
    "    - {signal: d, type: i16}\n" \
    "    - {signal: e, type: u32}\n" \
    "    - {signal: f, type: i32}\n" \
    "    - {signal: g, type: u64}\n" \
    "    - {signal: h, type: i64}\n" \
    "    - {signal: i, type: f32}\n" \
    "    - {signal: j, type: f64}\n"

static const double every_value[] = {200,    -2,         0x1234,       -2,   0xfedcba98,
                                     -66000, 1ULL << 40, -(1LL << 40), -1.5, 0.1};

// Python: struct.pack('>BbHhIiQqfd', 200, -2, 0x1234, -2, 0xfedcba98, -66000, 2**40, -2**40, -1.5, .1)
static const unsigned char every_big[] = {
    0xc8, 0xfe, 0x12, 0x34, 0xff, 0xfe, 0xfe, 0xdc, 0xba, 0x98, 0xff, 0xfe, 0xfe, 0x30,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00,
    0x00, 0x00, 0xbf, 0xc0, 0x00, 0x00, 0x3f, 0xb9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a};

static const int every_size[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

static void expect_every_type(const char *endian, const unsigned char *bytes)
{
    tac_bridge_file *file = layout_of(endian, EVERY_TYPE, EVERY_TYPE);
    const tac_packet_layout *l = &file->flow[0].send.packet;
    const tac_packet_stamp stamp = {0};
    unsigned char out[TAC_PACKET_MOST];
    double back[10];
    int clamped;
    cr_assert_eq(l->size, (int)sizeof every_big);
    cr_assert_eq(tac_packet_encode(l, every_value, &stamp, out, &clamped), TAC_PACKET_GOOD);
    cr_expect_eq(clamped, 0);
    cr_expect_arr_eq(out, bytes, sizeof every_big);
    l = &file->flow[0].receive.packet;
    cr_assert_eq(tac_packet_check(l, bytes, sizeof every_big), TAC_PACKET_GOOD);
    cr_assert_eq(tac_packet_decode(l, bytes, back, &clamped), TAC_PACKET_GOOD);
    cr_expect_arr_eq(back, every_value, sizeof back);
    tac_bridge_file_free(file);
}

Test(codec, integers_of_24_bits_keep_their_sign_in_both_byte_orders)
{
    static const double value[] = {0x123456, -2, 16777215, -8388608};
    static const unsigned char big[] = {0x12, 0x34, 0x56, 0xff, 0xff, 0xfe,
                                        0xff, 0xff, 0xff, 0x80, 0x00, 0x00};
    static const unsigned char little[] = {0x56, 0x34, 0x12, 0xfe, 0xff, 0xff,
                                           0xff, 0xff, 0xff, 0x00, 0x00, 0x80};
    static const char fields[] = "    - {signal: a, type: u24}\n    - {signal: b, type: i24}\n"
                                 "    - {signal: c, type: u24}\n    - {signal: d, type: i24}\n";
    for (int is_big = 0; is_big < 2; is_big++) {
        tac_bridge_file *file = layout_of(is_big ? "big" : "little", fields, fields);
        const unsigned char *bytes = is_big ? big : little;
        unsigned char out[TAC_PACKET_MOST];
        double back[4];
        int clamped;
        const tac_packet_stamp stamp = {0};
        cr_assert_eq(tac_packet_encode(&file->flow[0].send.packet, value, &stamp, out, &clamped),
                     TAC_PACKET_GOOD);
        cr_expect_arr_eq(out, bytes, sizeof big);
        cr_assert_eq(tac_packet_decode(&file->flow[0].receive.packet, bytes, back, &clamped),
                     TAC_PACKET_GOOD);
        cr_expect_arr_eq(back, value, sizeof back);
        const double beyond[] = {1e9, 1e9, -1e9, -1e9};
        cr_assert_eq(tac_packet_encode(&file->flow[0].send.packet, beyond, &stamp, out, &clamped),
                     TAC_PACKET_GOOD);
        cr_expect_eq(clamped, 4);
        tac_bridge_file_free(file);
    }
}

Test(codec, bits_stand_in_their_places_in_both_byte_orders)
{
    static const char fields[] = "    - {bits: [a, 0, 1, b, 0, 0, 0, 0, 0, c], type: u16}\n"
                                 "    - {signal: d, type: u8}\n";
    for (int n = 0; n < 16; n++) {
        tac_bridge_file *file = layout_of(n & 8 ? "big" : "little", fields, fields);
        const double value[] = {n & 1, n & 2, n & 4 ? 0.5 : 0.499, 7}; // nearer to 1 is 1
        double back[4];
        int clamped, word = 4 | (n & 1) | (n & 2 ? 8 : 0) | (n & 4 ? 512 : 0);
        unsigned char out[TAC_PACKET_MOST],
            wanted[3] = {(unsigned char)word, (unsigned char)(word >> 8), 7};
        if (n & 8) {
            wanted[0] = (unsigned char)(word >> 8);
            wanted[1] = (unsigned char)word;
        }
        const tac_packet_stamp stamp = {0};
        cr_assert_eq(tac_packet_encode(&file->flow[0].send.packet, value, &stamp, out, &clamped),
                     TAC_PACKET_GOOD);
        cr_expect_arr_eq(out, wanted, 3);
        cr_assert_eq(tac_packet_check(&file->flow[0].receive.packet, out, 3), TAC_PACKET_GOOD);
        cr_assert_eq(tac_packet_decode(&file->flow[0].receive.packet, out, back, &clamped),
                     TAC_PACKET_GOOD);
        cr_expect_eq(back[0], (n & 1) != 0);
        cr_expect_eq(back[1], (n & 2) != 0);
        cr_expect_eq(back[2], (n & 4) != 0);
        tac_bridge_file_free(file);
    }
}

Test(codec, every_type_in_both_byte_orders)
{
    unsigned char little[sizeof every_big];
    for (int i = 0, at = 0; i < 10; at += every_size[i], i++) {
        for (int k = 0; k < every_size[i]; k++) {
            little[at + k] = every_big[at + every_size[i] - 1 - k];
        }
    }
    expect_every_type("big", every_big);
    expect_every_type("little", little);
}

Test(codec, one_field_may_have_another_byte_order)
{
    tac_bridge_file *file = layout_of("big",
                                      "    - {signal: a, type: u16}\n"
                                      "    - {signal: b, type: u16, endian: little}\n",
                                      "    - {signal: a, type: u8}\n");
    static const unsigned char expected[] = {0x01, 0x02, 0x02, 0x01};
    const tac_packet_stamp stamp = {0};
    unsigned char out[4];
    int clamped;
    (void)tac_packet_encode(&file->flow[0].send.packet, (const double[]){258, 258}, &stamp, out,
                            &clamped);
    cr_expect_arr_eq(out, expected, sizeof out);
    tac_bridge_file_free(file);
}

Test(codec, scaling_follows_the_direction_of_travel)
{
    // out: 100 * 1.234 + 7 = 130.4, rounded; in: 0.5 * 40 - 3
    tac_bridge_file *file =
        layout_of("little", "    - {signal: a, type: i16, scale: 100, offset: 7}\n",
                  "    - {signal: a, type: i16, scale: 0.5, offset: -3}\n");
    const tac_packet_stamp stamp = {0};
    unsigned char out[2];
    double value;
    int clamped;
    (void)tac_packet_encode(&file->flow[0].send.packet, (const double[]){1.234}, &stamp, out,
                            &clamped);
    cr_expect_eq(out[0], 130);
    cr_expect_eq(out[1], 0);
    (void)tac_packet_encode(&file->flow[0].send.packet, (const double[]){-1.235}, &stamp, out,
                            &clamped);
    cr_expect_eq((int16_t)(out[0] | out[1] << 8), -117); // -116.5: away from zero
    (void)tac_packet_decode(&file->flow[0].receive.packet, (const unsigned char[]){40, 0}, &value,
                            &clamped);
    cr_expect_eq(value, 17.0);
    tac_bridge_file_free(file);
}

Test(codec, head_and_checksum)
{
    tac_bridge_file *file = layout_of("big",
                                      "    - {checksum: sum8, from: 1, to: end}\n"
                                      "    - {constant: 0xCAFE, type: u16}\n"
                                      "    - {constant: -2, type: i16}\n"
                                      "    - {constant: 1.5, type: f32}\n"
                                      "    - {counter: 4, type: u16}\n"
                                      "    - {padding: 2}\n"
                                      "    - {frame: step, type: u16}\n"
                                      "    - {frame: number, type: u8}\n"
                                      "    - {frame: cycle, type: u8}\n"
                                      "    - {frame: run_state, type: u8}\n"
                                      "    - {frame: time, type: f64}\n"
                                      "    - {signal: a, type: u8}\n",
                                      "    - {signal: a, type: u8}\n");
    // the step loses its upper bits; the sum is that of the bytes after it, modulo 256
    static const unsigned char expected[] = {0x00, 0xca, 0xfe, 0xff, 0xfe, 0x3f, 0xc0, 0x00, 0x00,
                                             0x00, 0x09, 0x00, 0x00, 0x23, 0x45, 0x07, 0x08, 0x02,
                                             0x3f, 0xe0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x05};
    const tac_packet_stamp stamp = {
        .counter = 9, .number = 0x107, .step = 0x12345, .cycle = 8, .time = 0.5, .run_state = 2};
    const tac_packet_layout *l = &file->flow[0].send.packet;
    unsigned char out[64], sum = 0;
    int clamped;
    cr_assert_eq(l->size, (int)sizeof expected);
    cr_assert_eq(tac_packet_encode(l, (const double[]){5}, &stamp, out, &clamped), TAC_PACKET_GOOD);
    cr_expect_arr_eq(out + 1, expected + 1, sizeof expected - 1);
    for (size_t i = 1; i < sizeof expected; i++) {
        sum = (unsigned char)(sum + expected[i]);
    }
    cr_expect_eq(out[0], sum);
    cr_expect_eq(tac_packet_check(l, out, sizeof expected), TAC_PACKET_GOOD);
    cr_expect_eq(tac_packet_counter(l, out), 9);
    tac_bridge_file_free(file);
}

Test(codec, what_is_wrong_with_a_packet)
{
    tac_bridge_file *file = layout_of("little", "    - {signal: a, type: u8}\n",
                                      "    - {constant: 0x77, type: u8}\n"
                                      "    - {signal: a, type: f32}\n"
                                      "    - {checksum: xor8}\n");
    const tac_packet_layout *l = &file->flow[0].receive.packet;
    unsigned char byte[7] = {0x77, 0x00, 0x00, 0x80, 0x3f, 0x77 ^ 0x80 ^ 0x3f, 0};
    double value;
    int clamped;
    cr_expect_eq(tac_packet_check(l, byte, 6), TAC_PACKET_GOOD);
    cr_expect_eq(tac_packet_decode(l, byte, &value, &clamped), TAC_PACKET_GOOD);
    cr_expect_eq(value, 1.0);
    cr_expect_eq(tac_packet_check(l, byte, 5), TAC_PACKET_LENGTH);
    cr_expect_eq(tac_packet_check(l, byte, 7), TAC_PACKET_LENGTH);
    cr_expect_eq(tac_packet_check(l, byte, 0), TAC_PACKET_LENGTH);
    byte[5] ^= 1;
    cr_expect_eq(tac_packet_check(l, byte, 6), TAC_PACKET_CHECKSUM);
    byte[0] ^= 1; // both: the checksum is right again
    cr_expect_eq(tac_packet_check(l, byte, 6), TAC_PACKET_CONSTANT);
    memcpy(byte, (const unsigned char[]){0x77, 0, 0, 0xc0, 0x7f, 0x77 ^ 0xc0 ^ 0x7f}, 6);
    cr_expect_eq(tac_packet_check(l, byte, 6), TAC_PACKET_GOOD);
    cr_expect_eq(tac_packet_decode(l, byte, &value, &clamped), TAC_PACKET_VALUE, "not a number");
    tac_bridge_file_free(file);
}

// One value through one field; the result as a number of the field's type.
static tac_packet_fault squeeze(const char *field, double x, unsigned char *out, int *clamped)
{
    char line[128];
    const tac_packet_stamp stamp = {0};
    (void)snprintf(line, sizeof line, "    - {signal: a, %s}\n", field);
    tac_bridge_file *file = layout_of("little", line, "    - {signal: a, type: u8}\n");
    tac_packet_fault fault =
        tac_packet_encode(&file->flow[0].send.packet, &x, &stamp, out, clamped);
    tac_bridge_file_free(file);
    return fault;
}

Test(codec, values_out_of_range_are_clamped_or_refused)
{
    unsigned char out[8];
    float narrow;
    uint64_t wide;
    int clamped;
    cr_expect_eq(squeeze("type: u8", 255.4, out, &clamped), TAC_PACKET_GOOD);
    cr_expect(out[0] == 255 && clamped == 0);
    cr_expect_eq(squeeze("type: u8", 300, out, &clamped), TAC_PACKET_GOOD);
    cr_expect(out[0] == 255 && clamped == 1);
    cr_expect_eq(squeeze("type: u8", -1, out, &clamped), TAC_PACKET_GOOD);
    cr_expect(out[0] == 0 && clamped == 1);
    cr_expect_eq(squeeze("type: i8", -1e300, out, &clamped), TAC_PACKET_GOOD);
    cr_expect(out[0] == 0x80 && clamped == 1);
    cr_expect_eq(squeeze("type: u64", 1e300, out, &clamped), TAC_PACKET_GOOD);
    memcpy(&wide, out, sizeof wide);
    cr_expect_eq(wide, UINT64_C(18446744073709549568));
    cr_expect_eq(squeeze("type: i64", 1e300, out, &clamped), TAC_PACKET_GOOD);
    memcpy(&wide, out, sizeof wide);
    cr_expect_eq((int64_t)wide, INT64_C(9223372036854774784));
    cr_expect_eq(squeeze("type: i64", -1e300, out, &clamped), TAC_PACKET_GOOD);
    memcpy(&wide, out, sizeof wide);
    cr_expect_eq((int64_t)wide, INT64_MIN);
    cr_expect_eq(squeeze("type: f32", -1e300, out, &clamped), TAC_PACKET_GOOD);
    memcpy(&narrow, out, sizeof narrow);
    cr_expect(narrow == -FLT_MAX && clamped == 1);
    cr_expect_eq(squeeze("type: i16, min: -5, max: 5.5", 9, out, &clamped), TAC_PACKET_GOOD);
    cr_expect(out[0] == 5 && clamped == 1);
    cr_expect_eq(squeeze("type: i16, min: -5, max: 5, outside: reject", 5.4, out, &clamped),
                 TAC_PACKET_GOOD);
    cr_expect_eq(squeeze("type: i16, min: -5, max: 5, outside: reject", 6, out, &clamped),
                 TAC_PACKET_VALUE);
    cr_expect_eq(squeeze("type: u8, outside: reject", 256, out, &clamped), TAC_PACKET_VALUE);
}

Test(codec, only_finite_numbers_leave)
{
    unsigned char out[8];
    int clamped;
    cr_expect_eq(squeeze("type: f64", (double)NAN, out, &clamped), TAC_PACKET_VALUE);
    cr_expect_eq(squeeze("type: f32", (double)INFINITY, out, &clamped), TAC_PACKET_VALUE);
    cr_expect_eq(squeeze("type: u8", (double)NAN, out, &clamped), TAC_PACKET_VALUE);
    cr_expect_eq(squeeze("type: f64, scale: 1e200", 1e200, out, &clamped), TAC_PACKET_VALUE);
}

// Every whole number of 16 bits that comes in goes out again with the inverse scale.
Test(codec, scaled_numbers_come_back)
{
    tac_bridge_file *file =
        layout_of("big", "    - {signal: a, type: i16, scale: 100, offset: -5}\n",
                  "    - {signal: a, type: i16, scale: 0.01, offset: 0.05}\n");
    const tac_packet_stamp stamp = {0};
    for (int raw = -32768; raw <= 32767; raw++) {
        unsigned char in[2] = {(unsigned char)(raw >> 8), (unsigned char)raw}, out[2];
        double value;
        int clamped;
        (void)tac_packet_decode(&file->flow[0].receive.packet, in, &value, &clamped);
        (void)tac_packet_encode(&file->flow[0].send.packet, &value, &stamp, out, &clamped);
        cr_assert_arr_eq(in, out, 2, "%d", raw);
    }
    tac_bridge_file_free(file);
}

#include "codec.h"

#include <math.h>
#include <string.h>

#include "checksum.h"

// ---- bytes ---------------------------------------------------------------------------------------

static void put(unsigned char *byte, uint64_t bits, int size, int is_big)
{
    for (int i = 0; i < size; i++) {
        byte[is_big ? size - 1 - i : i] = (unsigned char)(bits >> (8 * i));
    }
}

static uint64_t get(const unsigned char *byte, int size, int is_big)
{
    uint64_t bits = 0;
    for (int i = 0; i < size; i++) {
        bits |= (uint64_t)byte[is_big ? size - 1 - i : i] << (8 * i);
    }
    return bits;
}

// ---- numbers -------------------------------------------------------------------------------------

// x lies within the type's range and, for a whole type, is a whole number.
static uint64_t to_bits(tac_wire_type type, double x)
{
    uint64_t bits = 0;
    if (type == TAC_WIRE_F64) {
        memcpy(&bits, &x, sizeof x);
    } else if (type == TAC_WIRE_F32) {
        float narrow = (float)x;
        uint32_t half;
        memcpy(&half, &narrow, sizeof half);
        bits = half;
    } else {
        bits = x < 0.0 ? (uint64_t)(int64_t)x : (uint64_t)x;
    }
    return bits;
}

static double from_bits(tac_wire_type type, uint64_t bits)
{
    float narrow;
    double wide;
    uint32_t half = (uint32_t)bits;
    switch (type) {
    case TAC_WIRE_I8:
        return (int8_t)bits;
    case TAC_WIRE_I16:
        return (int16_t)bits;
    case TAC_WIRE_I24:
        return (double)(int32_t)(bits & 0xffffffU) - (bits & 0x800000U ? 16777216.0 : 0.0);
    case TAC_WIRE_I32:
        return (int32_t)bits;
    case TAC_WIRE_I64:
        return (double)(int64_t)bits;
    case TAC_WIRE_F32:
        memcpy(&narrow, &half, sizeof narrow);
        return (double)narrow;
    case TAC_WIRE_F64:
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    case TAC_WIRE_U8:
    case TAC_WIRE_U16:
    case TAC_WIRE_U24:
    case TAC_WIRE_U32:
    case TAC_WIRE_U64:
    case TAC_WIRE_TYPES:
        break;
    }
    return (double)bits;
}

// Into the range of the field. 0: it refuses the number.
int tac_packet_limit(const tac_packet_field *f, double *x, int *clamped)
{
    double inside = *x < f->minimum ? f->minimum : *x > f->maximum ? f->maximum : *x;
    if (!isfinite(*x)) {
        return 0;
    }
    if (inside < *x || inside > *x) {
        *x = inside;
        (*clamped)++;
        return !f->rejects;
    }
    return 1;
}

// ---- out -----------------------------------------------------------------------------------------

// One bit of a number whose other bits are there already: whether the signal is nearer to 1 than to 0.
static tac_packet_fault put_bit(const tac_packet_field *f, double x, unsigned char *byte)
{
    uint64_t bits = get(byte + f->at, f->size, f->is_big);
    put(byte + f->at, fabs(x) >= 0.5 ? bits | f->mask : bits, f->size, f->is_big);
    return isfinite(x) ? TAC_PACKET_GOOD : TAC_PACKET_VALUE;
}

static tac_packet_fault put_signal(const tac_packet_field *f, const double *value,
                                   unsigned char *byte, int *clamped)
{
    const tac_wire_about *about = &tac_wire_types[f->type];
    if (f->mask != 0) {
        return put_bit(f, value[f->value], byte);
    }
    for (int i = 0; i < tac_field_values(f); i++) {
        double x = f->scale * value[f->value + i] + f->offset;
        x = about->is_float ? x : round(x);
        if (!tac_packet_limit(f, &x, clamped)) {
            return TAC_PACKET_VALUE;
        }
        // the ends of a range need not be whole numbers: cut towards zero, inside of it
        put(byte + f->at + i * about->size, to_bits(f->type, x), about->size, f->is_big);
    }
    return TAC_PACKET_GOOD;
}

// Whole numbers beyond the type lose their upper bits, as counters do.
static uint64_t frame_bits(const tac_packet_field *f, const tac_packet_stamp *s)
{
    switch (f->part) {
    case TAC_FRAME_NUMBER:
        return s->number;
    case TAC_FRAME_STEP:
        return (uint64_t)s->step;
    case TAC_FRAME_CYCLE:
        return (uint64_t)s->cycle;
    case TAC_FRAME_TIME:
        return to_bits(f->type, s->time);
    case TAC_FRAME_RUN_STATE:
        return (uint64_t)s->run_state;
    case TAC_FRAME_PARTS:
        break;
    }
    return 0;
}

static void put_checksum(const tac_packet_layout *l, unsigned char *byte)
{
    const tac_packet_field *f = l->checksum;
    if (f) {
        put(byte + f->at, 0, f->size, 0);
        uint64_t sum = tac_checksum(l->method, byte + l->from, (size_t)(l->to - l->from), 0, 0);
        put(byte + f->at, sum, f->size, f->is_big);
    }
}

tac_packet_fault tac_packet_encode(const tac_packet_layout *l, const double *value,
                                   const tac_packet_stamp *stamp, unsigned char *byte, int *clamped)
{
    tac_packet_fault fault = TAC_PACKET_GOOD;
    *clamped = 0;
    memset(byte, 0, (size_t)l->size);
    for (int i = 0; i < l->n_field && fault == TAC_PACKET_GOOD; i++) {
        const tac_packet_field *f = &l->field[i];
        switch (f->kind) {
        case TAC_FIELD_SIGNAL:
            fault = put_signal(f, value, byte, clamped);
            break;
        case TAC_FIELD_CONSTANT:
        case TAC_FIELD_BITS:
            put(byte + f->at, f->bits, f->size, f->is_big);
            break;
        case TAC_FIELD_COUNTER:
            put(byte + f->at, stamp->counter, f->size, f->is_big);
            break;
        case TAC_FIELD_FRAME:
            put(byte + f->at, frame_bits(f, stamp), f->size, f->is_big);
            break;
        case TAC_FIELD_TEXT:
            memcpy(byte + f->at, f->text, strlen(f->text));
            break;
        case TAC_FIELD_PADDING:
        case TAC_FIELD_CHECKSUM:
        case TAC_FIELD_SKIP:
            break;
        }
    }
    put_checksum(l, byte);
    return fault;
}

// ---- in ------------------------------------------------------------------------------------------

static int has_checksum(const tac_packet_layout *l, const unsigned char *byte)
{
    const tac_packet_field *f = l->checksum;
    if (!f) {
        return 1;
    }
    // its own bytes, as far as they are covered, count as zero
    int hole = f->at - l->from, end = hole + f->size;
    uint64_t sum = tac_checksum(l->method, byte + l->from, (size_t)(l->to - l->from),
                                (size_t)(hole > 0 ? hole : 0), (size_t)(end > 0 ? end : 0));
    return get(byte + f->at, f->size, f->is_big) == sum;
}

// Behind the text of a field anything may stand but more of it.
static int is_text(const tac_packet_field *f, const unsigned char *byte)
{
    size_t n = strlen(f->text);
    return memcmp(byte + f->at, f->text, n) == 0 &&
           (n == (size_t)f->size || byte[(size_t)f->at + n] == 0);
}

tac_packet_fault tac_packet_check(const tac_packet_layout *l, const unsigned char *byte, size_t n)
{
    if (n != (size_t)l->size) {
        return TAC_PACKET_LENGTH;
    }
    if (!has_checksum(l, byte)) {
        return TAC_PACKET_CHECKSUM;
    }
    for (int i = 0; i < l->n_field; i++) {
        const tac_packet_field *f = &l->field[i];
        if (f->kind == TAC_FIELD_TEXT && !is_text(f, byte)) {
            return TAC_PACKET_CONSTANT;
        }
        if (f->kind == TAC_FIELD_CONSTANT && get(byte + f->at, f->size, f->is_big) != f->bits) {
            return TAC_PACKET_CONSTANT;
        }
    }
    return TAC_PACKET_GOOD;
}

uint64_t tac_packet_counter(const tac_packet_layout *l, const unsigned char *byte)
{
    const tac_packet_field *f = l->counter;
    return f ? get(byte + f->at, f->size, f->is_big) : 0;
}

tac_packet_fault tac_packet_decode(const tac_packet_layout *l, const unsigned char *byte,
                                   double *value, int *clamped)
{
    *clamped = 0;
    for (int i = 0; i < l->n_field; i++) {
        const tac_packet_field *f = &l->field[i];
        int size = tac_wire_types[f->type].size;
        for (int k = 0; f->kind == TAC_FIELD_SIGNAL && k < tac_field_values(f); k++) {
            uint64_t bits = get(byte + f->at + k * size, size, f->is_big);
            double x = f->mask != 0 ? (bits & f->mask) != 0
                                    : f->scale * from_bits(f->type, bits) + f->offset;
            if (!tac_packet_limit(f, &x, clamped)) {
                return TAC_PACKET_VALUE;
            }
            value[f->value + k] = x;
        }
    }
    return TAC_PACKET_GOOD;
}

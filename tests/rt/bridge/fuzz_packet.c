// libFuzzer target: any bytes as a layout and packets in it. Decoding may refuse, never crash; what is
// encoded passes its own check; what is decoded without scaling encodes to the same bytes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bridge/codec.h"
#include "bridge/sequence.h"
#include "bridge/text_codec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_FIELDS = 24, MOST_VALUES = 24 * 8 + 24 };

typedef struct input {
    const uint8_t *at, *end;
} input;

static uint8_t take(input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

// A signal that is one bit of the number before it.
static void make_bit(input *in, tac_packet_layout *l, const tac_packet_field *bits,
                     tac_packet_field *f)
{
    *f = *bits;
    f->kind = TAC_FIELD_SIGNAL;
    f->value = l->n_value++;
    f->mask = UINT64_C(1) << take(in) % (8 * f->size);
    f->scale = 1.0;
    f->minimum = -INFINITY;
    f->maximum = INFINITY;
    l->n_field++;
}

// A field as the loader would accept it.
static void make_field(input *in, tac_packet_layout *l, tac_packet_field *f, int is_plain)
{
    uint8_t how = take(in);
    const tac_wire_about *about;
    f->kind = (tac_field_kind)(how % 8);
    f->type = (tac_wire_type)(take(in) % TAC_WIRE_TYPES);
    f->is_big = how >> 7;
    f->at = l->size;
    if ((f->kind == TAC_FIELD_COUNTER && l->counter) ||
        (f->kind == TAC_FIELD_CHECKSUM && l->checksum) || f->kind == TAC_FIELD_FRAME) {
        f->kind = TAC_FIELD_PADDING;
    }
    if (f->kind == TAC_FIELD_COUNTER) {
        f->type = (tac_wire_type)(f->type & 6 & -(f->type < TAC_WIRE_F32)); // unsigned
        l->counter = f;
        l->counter_step = 1;
    } else if (f->kind == TAC_FIELD_CHECKSUM) {
        l->method = (tac_checksum_method)(take(in) % TAC_CHECKSUMS);
        f->type = tac_checksums[l->method].type;
        l->checksum = f;
    }
    if (f->kind == TAC_FIELD_BITS && tac_wire_types[f->type].is_float) {
        f->type = TAC_WIRE_U24;
    }
    about = &tac_wire_types[f->type];
    f->size = about->size;
    if (f->kind == TAC_FIELD_CONSTANT) {
        f->bits = (take(in) * UINT64_C(0x0101010101010101)) & (UINT64_MAX >> (64 - 8 * f->size));
    } else if (f->kind == TAC_FIELD_TEXT) {
        f->text = "ab";
        f->size = 2 + take(in) % 3;
    } else if (f->kind == TAC_FIELD_BITS) {
        make_bit(in, l, f, f + 1);
    } else if (f->kind == TAC_FIELD_SIGNAL) {
        f->count = take(in) % 8;
        f->value = l->n_value;
        f->scale = is_plain ? 1.0 : ldexp((double)take(in) - 127.5, take(in) - 128);
        f->offset = is_plain ? -0.0 : (double)take(in) - 128.0; // keeps the sign of zero
        f->minimum = about->minimum;
        f->maximum = about->maximum;
        f->rejects = how >> 6 & 1;
        l->n_value += tac_field_values(f);
        f->size *= tac_field_values(f);
    }
    l->size += f->size;
}

static int is_exact(const tac_packet_layout *l) // no type holds more than a double
{
    for (int i = 0; i < l->n_field; i++) {
        const tac_packet_field *f = &l->field[i];
        if (f->kind == TAC_FIELD_PADDING || f->kind == TAC_FIELD_BITS ||
            f->kind == TAC_FIELD_TEXT ||
            (f->kind == TAC_FIELD_SIGNAL && (f->type == TAC_WIRE_U64 || f->type == TAC_WIRE_I64))) {
            return 0;
        }
    }
    return 1;
}

static void demand(int truth)
{
    if (!truth) {
        abort();
    }
}

static void try_packet(const tac_packet_layout *l, unsigned char *byte, int is_plain)
{
    double value[MOST_VALUES];
    int clamped;
    unsigned char *again = malloc((size_t)l->size + 1);
    demand(again != NULL);
    tac_packet_stamp stamp = {.counter = tac_packet_counter(l, byte)};
    if (tac_packet_decode(l, byte, value, &clamped) == TAC_PACKET_GOOD) {
        for (int i = 0; i < l->n_value; i++) {
            demand(isfinite(value[i]));
        }
        if (tac_packet_encode(l, value, &stamp, again, &clamped) == TAC_PACKET_GOOD) {
            demand(tac_packet_check(l, again, (size_t)l->size) == TAC_PACKET_GOOD);
            demand(tac_packet_counter(l, again) == stamp.counter);
            int is_good = tac_packet_check(l, byte, (size_t)l->size) == TAC_PACKET_GOOD;
            demand(!is_plain || !is_good || !is_exact(l) ||
                   memcmp(byte, again, (size_t)l->size) == 0);
        }
    }
    free(again);
}

// Packets of text: what is decoded is encoded to what passes the check.
static void try_text(input *in)
{
    static const char *const separators[] = {",", " ", "\t", "ab"}, *const ends[] = {"", "\n",
                                                                                     ";;"};
    static const struct {
        const char *print;
        tac_number_text number;
    } prints[] = {{"%.3f", TAC_TEXT_REAL}, {"%lld", TAC_TEXT_WHOLE}, {"%llX", TAC_TEXT_HEX}};
    static const char *const around[] = {"", "x=", "%"};
    tac_packet_field field[4] = {0};
    tac_packet_layout l = {.field = field, .is_text = true, .size = TAC_PACKET_MOST};
    l.separator = separators[take(in) % 4];
    l.end = ends[take(in) % 3];
    l.n_field = 1 + take(in) % 4;
    for (int i = 0; i < l.n_field; i++) {
        static const tac_field_kind kinds[] = {TAC_FIELD_SIGNAL, TAC_FIELD_TEXT, TAC_FIELD_SKIP,
                                               TAC_FIELD_COUNTER};
        tac_packet_field *f = &field[i];
        int print = take(in) % 3;
        f->kind = kinds[take(in) % 4];
        f->kind =
            f->kind == TAC_FIELD_COUNTER && (l.counter || print == 0) ? TAC_FIELD_SKIP : f->kind;
        f->print = prints[print].print;
        f->number = prints[print].number;
        f->text = around[take(in) % 3];
        f->behind = around[take(in) % 3];
        f->scale = 1.0;
        f->minimum = f->number == TAC_TEXT_HEX ? 0.0 : -9e15;
        f->maximum = 9e15;
        f->count = f->kind == TAC_FIELD_SIGNAL || f->kind == TAC_FIELD_SKIP ? take(in) % 4 : 0;
        f->value = l.n_value;
        l.n_value += f->kind == TAC_FIELD_SIGNAL ? tac_field_values(f) : 0;
        l.counter = f->kind == TAC_FIELD_COUNTER ? f : l.counter;
    }
    size_t n = (size_t)(in->end - in->at);
    unsigned char *byte = malloc(n + 1), again[TAC_PACKET_MOST];
    double value[16];
    int size, clamped;
    demand(byte != NULL);
    memcpy(byte, in->at, n);
    if (tac_text_check(&l, byte, n) == TAC_PACKET_GOOD &&
        tac_text_decode(&l, byte, n, value, &clamped) == TAC_PACKET_GOOD) {
        const tac_packet_stamp stamp = {.counter = tac_text_counter(&l, byte, n)};
        if (tac_text_encode(&l, value, &stamp, again, &size, &clamped) == TAC_PACKET_GOOD) {
            demand(size >= 0 && size <= TAC_PACKET_MOST);
            demand(tac_text_check(&l, again, (size_t)size) == TAC_PACKET_GOOD);
        }
    }
    free(byte);
}

static void try_sequence(input *in, uint64_t step, uint64_t modulo)
{
    tac_sequence s;
    uint64_t number = 0, missing = 0;
    tac_sequence_init(&s, step, modulo);
    while (in->at < in->end) {
        uint8_t how = take(in);
        number += step * (uint64_t)(int64_t)(int8_t)how + (how == 0x7f ? UINT64_C(1) << 40 : 0);
        number = modulo != 0 ? number % modulo : number;
        tac_sequence_place place = tac_sequence_see(&s, number);
        // late packets make the missing fewer, by one at most; all others never do
        demand(s.missing + (place == TAC_SEQUENCE_LATE) >= missing);
        missing = s.missing;
        if (how == 0x80) {
            tac_sequence_rest(&s);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, data + size};
    tac_packet_field field[2 * MOST_FIELDS] = {0};
    tac_packet_layout l = {.field = field};
    uint8_t how = take(&in);
    if (how % 4 == 3) {
        try_text(&in);
        return 0;
    }
    int n = 1 + take(&in) % MOST_FIELDS, is_plain = how & 1;
    for (int i = 0; i < n; i++) {
        l.n_field++;
        make_field(&in, &l, &field[l.n_field - 1], is_plain);
    }
    l.from = take(&in) % l.size;
    l.to = l.from + 1 + take(&in) % (l.size - l.from);
    // packets of exactly that size on the heap, so that one byte too far is noticed
    for (int k = 0; k < 4; k++) {
        size_t want = (size_t)l.size + (how >> 1) % 3 - 1, left = (size_t)(in.end - in.at);
        unsigned char *byte = calloc(want + 1, 1), *whole = calloc((size_t)l.size, 1);
        demand(byte && whole);
        memcpy(byte, in.at, left < want ? left : want);
        memcpy(whole, in.at, left < (size_t)l.size ? left : (size_t)l.size);
        demand((tac_packet_check(&l, byte, want) == TAC_PACKET_LENGTH) == (want != (size_t)l.size));
        try_packet(&l, whole, is_plain);
        in.at += left < want ? left : want;
        free(byte);
        free(whole);
    }
    try_sequence(&in, 1 + how % 3, how & 8 ? 240 : 0);
    return 0;
}

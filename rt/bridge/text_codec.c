#include "text_codec.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"

enum { NUMBER = 512 }; // characters: more than %f of any double with 99 digits

// ---- out -----------------------------------------------------------------------------------------

typedef struct out { // a text that is being made
    unsigned char *byte;
    size_t n;
    bool full;
} out;

static void add(out *o, const char *text)
{
    size_t n = strlen(text);
    o->full |= n > TAC_PACKET_MOST - o->n;
    if (!o->full) {
        memcpy(o->byte + o->n, text, n);
        o->n += n;
    }
}

static void add_number(out *o, const tac_packet_field *f, double real, long long whole)
{
    char text[NUMBER];
    int n = f->number == TAC_TEXT_REAL ? snprintf(text, sizeof text, f->print, real)
                                       : snprintf(text, sizeof text, f->print, whole);
    o->full |= n < 0 || n >= (int)sizeof text;
    add(o, f->text);
    add(o, text);
    add(o, f->behind);
}

static long long whole_of_frame(const tac_packet_field *f, const tac_packet_stamp *s)
{
    switch (f->part) {
    case TAC_FRAME_NUMBER:
        return (long long)s->number;
    case TAC_FRAME_STEP:
        return s->step;
    case TAC_FRAME_CYCLE:
        return s->cycle;
    case TAC_FRAME_RUN_STATE:
        return s->run_state;
    case TAC_FRAME_TIME:
    case TAC_FRAME_PARTS:
        break;
    }
    return llround(s->time);
}

static tac_packet_fault add_signal(out *o, const tac_packet_layout *l, const tac_packet_field *f,
                                   const double *value, int *clamped)
{
    for (int k = 0; k < tac_field_values(f); k++) {
        double x = f->scale * value[f->value + k] + f->offset;
        x = f->number == TAC_TEXT_REAL ? x : round(x);
        if (!tac_packet_limit(f, &x, clamped)) {
            return TAC_PACKET_VALUE;
        }
        add(o, k > 0 ? l->separator : "");
        add_number(o, f, x, f->number == TAC_TEXT_REAL ? 0 : (long long)x);
    }
    return TAC_PACKET_GOOD;
}

static tac_packet_fault add_field(out *o, const tac_packet_layout *l, const tac_packet_field *f,
                                  const double *value, const tac_packet_stamp *stamp, int *clamped)
{
    switch (f->kind) {
    case TAC_FIELD_SIGNAL:
        return add_signal(o, l, f, value, clamped);
    case TAC_FIELD_TEXT:
        add(o, f->text);
        break;
    case TAC_FIELD_COUNTER:
        add_number(o, f, 0.0, (long long)stamp->counter);
        break;
    case TAC_FIELD_FRAME:
        add_number(o, f, stamp->time, whole_of_frame(f, stamp));
        break;
    case TAC_FIELD_SKIP:
        for (int k = 1; k < tac_field_values(f); k++) {
            add(o, l->separator);
        }
        break;
    case TAC_FIELD_CONSTANT:
    case TAC_FIELD_PADDING:
    case TAC_FIELD_CHECKSUM:
    case TAC_FIELD_BITS:
        break;
    }
    return TAC_PACKET_GOOD;
}

tac_packet_fault tac_text_encode(const tac_packet_layout *l, const double *value,
                                 const tac_packet_stamp *stamp, unsigned char *byte, int *size,
                                 int *clamped)
{
    tac_packet_fault fault = TAC_PACKET_GOOD;
    out o = {.byte = byte};
    *clamped = 0;
    for (int i = 0; i < l->n_field && fault == TAC_PACKET_GOOD; i++) {
        add(&o, i > 0 ? l->separator : "");
        fault = add_field(&o, l, &l->field[i], value, stamp, clamped);
    }
    add(&o, l->end);
    *size = (int)o.n;
    return o.full ? TAC_PACKET_VALUE : fault;
}

// ---- in ------------------------------------------------------------------------------------------

typedef struct in { // what is left of a text
    const char *at;
    size_t n;
    bool has_more;
} in;

static in begin(const tac_packet_layout *l, const unsigned char *byte, size_t n)
{
    size_t end = strlen(l->end);
    in i = {.at = (const char *)byte, .n = n, .has_more = true};
    if (end > 0 && n >= end && memcmp(i.at + n - end, l->end, end) == 0) {
        i.n -= end;
    }
    return i;
}

// The next field without its separator; false behind the last one.
static bool next(in *i, const char *separator, const char **at, size_t *n)
{
    size_t wide = strlen(separator);
    if (!i->has_more) {
        return false;
    }
    const char *found = memmem(i->at, i->n, separator, wide);
    *at = i->at;
    *n = found ? (size_t)(found - i->at) : i->n;
    i->has_more = found != NULL;
    i->n -= *n + (found ? wide : 0);
    i->at += *n + (found ? wide : 0);
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// What stands between the texts around a number, without blanks; false when they are not there.
static bool inside(const tac_packet_field *f, const char **at, size_t *n)
{
    size_t before = strlen(f->text), behind = strlen(f->behind);
    if (*n < before + behind || memcmp(*at, f->text, before) != 0 ||
        memcmp(*at + *n - behind, f->behind, behind) != 0) {
        return false;
    }
    *at += before;
    *n -= before + behind;
    while (*n > 0 && is_blank(**at)) {
        ++*at;
        --*n;
    }
    while (*n > 0 && is_blank((*at)[*n - 1])) {
        --*n;
    }
    return true;
}

static bool copy_number(const char *at, size_t n, char text[NUMBER])
{
    if (n == 0 || n >= NUMBER || memchr(at, '\0', n)) {
        return false;
    }
    memcpy(text, at, n);
    text[n] = '\0';
    return true;
}

// Digits alone; of a hexadecimal number with or without 0x.
static bool parse_digits(const char *text, bool is_hex, uint64_t *x)
{
    const char *digits = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
    text += is_hex && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0;
    if (*text == '\0' || text[strspn(text, digits)] != '\0') {
        return false;
    }
    errno = 0;
    *x = strtoull(text, NULL, is_hex ? 16 : 10);
    return errno == 0;
}

static bool parse(const tac_packet_field *f, const char *at, size_t n, double *x)
{
    char text[NUMBER];
    uint64_t whole;
    if (!copy_number(at, n, text)) {
        return false;
    }
    if (f->number == TAC_TEXT_HEX) {
        bool good = parse_digits(text, true, &whole);
        *x = good ? (double)whole : 0.0;
        return good;
    }
    return tac_number_parse(text, x) && (f->number == TAC_TEXT_REAL || *x == round(*x));
}

static bool parse_counter(const tac_packet_field *f, const char *at, size_t n, uint64_t *x)
{
    char text[NUMBER];
    return inside(f, &at, &n) && copy_number(at, n, text) &&
           parse_digits(text, f->number == TAC_TEXT_HEX, x);
}

// ---- fields --------------------------------------------------------------------------------------

static tac_packet_fault check_field(const tac_packet_field *f, const char *at, size_t n)
{
    uint64_t counter;
    switch (f->kind) {
    case TAC_FIELD_TEXT:
        return n == strlen(f->text) && memcmp(at, f->text, n) == 0 ? TAC_PACKET_GOOD
                                                                   : TAC_PACKET_CONSTANT;
    case TAC_FIELD_SIGNAL:
        return inside(f, &at, &n) ? TAC_PACKET_GOOD : TAC_PACKET_CONSTANT;
    case TAC_FIELD_COUNTER:
        return parse_counter(f, at, n, &counter) ? TAC_PACKET_GOOD : TAC_PACKET_CONSTANT;
    case TAC_FIELD_SKIP:
    case TAC_FIELD_FRAME:
    case TAC_FIELD_CONSTANT:
    case TAC_FIELD_PADDING:
    case TAC_FIELD_CHECKSUM:
    case TAC_FIELD_BITS:
        break;
    }
    return TAC_PACKET_GOOD;
}

tac_packet_fault tac_text_check(const tac_packet_layout *l, const unsigned char *byte, size_t n)
{
    if (n > TAC_PACKET_MOST) {
        return TAC_PACKET_LENGTH;
    }
    in rest = begin(l, byte, n);
    tac_packet_fault fault = TAC_PACKET_GOOD;
    const char *at;
    size_t size;
    for (int i = 0; i < l->n_field; i++) {
        for (int k = 0; k < tac_field_values(&l->field[i]); k++) {
            if (!next(&rest, l->separator, &at, &size)) {
                return TAC_PACKET_LENGTH;
            }
            fault = fault == TAC_PACKET_GOOD ? check_field(&l->field[i], at, size) : fault;
        }
    }
    return rest.has_more ? TAC_PACKET_LENGTH : fault;
}

uint64_t tac_text_counter(const tac_packet_layout *l, const unsigned char *byte, size_t n)
{
    in rest = begin(l, byte, n);
    uint64_t counter = 0;
    const char *at;
    size_t size;
    for (int i = 0; i < l->n_field; i++) {
        for (int k = 0; k < tac_field_values(&l->field[i]); k++) {
            if (next(&rest, l->separator, &at, &size) && &l->field[i] == l->counter) {
                (void)parse_counter(l->counter, at, size, &counter);
            }
        }
    }
    return counter;
}

tac_packet_fault tac_text_decode(const tac_packet_layout *l, const unsigned char *byte, size_t n,
                                 double *value, int *clamped)
{
    in rest = begin(l, byte, n);
    const char *at;
    size_t size;
    *clamped = 0;
    for (int i = 0; i < l->n_field; i++) {
        const tac_packet_field *f = &l->field[i];
        for (int k = 0; k < tac_field_values(f) && next(&rest, l->separator, &at, &size); k++) {
            double x;
            if (f->kind != TAC_FIELD_SIGNAL) {
                continue;
            }
            if (!inside(f, &at, &size) || !parse(f, at, size, &x)) {
                return TAC_PACKET_VALUE;
            }
            x = f->scale * x + f->offset;
            if (!tac_packet_limit(f, &x, clamped)) {
                return TAC_PACKET_VALUE;
            }
            value[f->value + k] = x;
        }
    }
    return TAC_PACKET_GOOD;
}

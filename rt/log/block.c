#include "block.h"

#include <stdlib.h>
#include <string.h>

#include "format.h"

size_t tac_log_row_words(const tac_log_shape *s, tac_log_kind kind)
{
    switch (kind) {
    case TAC_LOG_STEP:
        return TAC_LOG_STEP_WORDS + s->n_input + (s->full ? s->n_state : 0);
    case TAC_LOG_CYCLE:
        return TAC_LOG_CYCLE_WORDS;
    case TAC_LOG_EVENT:
        return TAC_LOG_EVENT_WORDS;
    case TAC_LOG_RESTORE:
        return s->n_state;
    case TAC_LOG_N_KIND:
        break;
    }
    return 0;
}

size_t tac_log_block_size(const tac_log_shape *s, const tac_log_block *b)
{
    size_t words = s->n_state + s->n_parameter;
    for (int k = 0; k < TAC_LOG_N_KIND; k++) {
        words += b->table[k].n * tac_log_row_words(s, (tac_log_kind)k);
    }
    return 8 + b->n + 8 * words;
}

// Value of a word as the rows before it predict: constant, straight line, parabola.
static uint64_t predict(const uint64_t *column, size_t r, size_t words)
{
    const uint64_t *at = column + r * words;
    switch (r) {
    case 0:
        return 0;
    case 1:
        return at[-(ptrdiff_t)words];
    case 2:
        return 2 * at[-(ptrdiff_t)words] - at[-2 * (ptrdiff_t)words];
    default:
        return 3 * (at[-(ptrdiff_t)words] - at[-2 * (ptrdiff_t)words]) + at[-3 * (ptrdiff_t)words];
    }
}

// Small differences of either sign become small numbers, and back.
static uint64_t fold(uint64_t d)
{
    return (d << 1) ^ (0 - (d >> 63));
}

static uint64_t unfold(uint64_t z)
{
    return (z >> 1) ^ (0 - (z & 1));
}

static unsigned char *put_table(const tac_log_table *t, unsigned char *out)
{
    for (size_t c = 0; c < t->words; c++, out += 8 * t->n) {
        for (size_t r = 0; r < t->n; r++) {
            uint64_t z = fold(t->row[r * t->words + c] - predict(t->row + c, r, t->words));
            for (size_t b = 0; b < 8; b++) {
                out[b * t->n + r] = (unsigned char)(z >> (8 * b));
            }
        }
    }
    return out;
}

static const unsigned char *get_table(tac_log_table *t, const unsigned char *in)
{
    for (size_t c = 0; c < t->words; c++, in += 8 * t->n) {
        for (size_t r = 0; r < t->n; r++) {
            uint64_t z = 0;
            for (size_t b = 0; b < 8; b++) {
                z |= (uint64_t)in[b * t->n + r] << (8 * b);
            }
            t->row[r * t->words + c] = unfold(z) + predict(t->row + c, r, t->words);
        }
    }
    return in;
}

void tac_log_block_put(const tac_log_shape *s, const tac_log_block *b, unsigned char *out)
{
    tac_log_put(out, b->n, 8);
    memcpy(out + 8, b->kind, b->n);
    out += 8 + b->n;
    tac_log_put_words(out, b->state, s->n_state);
    out += 8 * s->n_state;
    tac_log_put_words(out, b->parameter, s->n_parameter);
    out += 8 * s->n_parameter;
    for (int k = 0; k < TAC_LOG_N_KIND; k++) {
        out = put_table(&b->table[k], out);
    }
}

// Counts the records of each kind; 0 when one is of no known kind.
static int count_kinds(const tac_log_shape *s, const unsigned char *kind, tac_log_block *b)
{
    for (int k = 0; k < TAC_LOG_N_KIND; k++) {
        b->table[k] = (tac_log_table){0, tac_log_row_words(s, (tac_log_kind)k), NULL};
    }
    for (size_t i = 0; i < b->n; i++) {
        if (kind[i] >= TAC_LOG_N_KIND) {
            return 0;
        }
        b->table[kind[i]].n++;
    }
    return 1;
}

// One block of memory for all arrays: the kinds, padded to whole words, then everything else.
static int take_memory(const tac_log_shape *s, tac_log_block *b)
{
    size_t kinds = (b->n + 7) / 8 * 8;
    unsigned char *memory = calloc(1, kinds + tac_log_block_size(s, b) + 8);
    if (!memory) {
        return 0;
    }
    b->kind = memory;
    uint64_t *word = (uint64_t *)(void *)(memory + kinds);
    b->state = word;
    b->parameter = word + s->n_state;
    word += s->n_state + s->n_parameter;
    for (int k = 0; k < TAC_LOG_N_KIND; k++) {
        b->table[k].row = word;
        word += b->table[k].n * b->table[k].words;
    }
    return 1;
}

int tac_log_block_get(const tac_log_shape *s, const unsigned char *bytes, size_t n,
                      tac_log_block *b)
{
    uint64_t records = n >= 8 ? tac_log_get(bytes, 8) : 0;
    if (n < 8 || records > n - 8) {
        return 0;
    }
    b->n = (size_t)records;
    if (!count_kinds(s, bytes + 8, b) || tac_log_block_size(s, b) != n) {
        return 0;
    }
    if (!take_memory(s, b)) {
        return -1;
    }
    memcpy(b->kind, bytes + 8, b->n);
    bytes += 8 + b->n;
    tac_log_get_words(bytes, b->state, s->n_state);
    bytes += 8 * s->n_state;
    tac_log_get_words(bytes, b->parameter, s->n_parameter);
    bytes += 8 * s->n_parameter;
    for (int k = 0; k < TAC_LOG_N_KIND; k++) {
        bytes = get_table(&b->table[k], bytes);
    }
    return 1;
}

#include "format.h"

#include <string.h>
#include <xxhash.h>

static const unsigned char magic[8] = {0x89, 'T', 'A', 'C', 'L', 'O', 'G', '\n'};

void tac_log_put(unsigned char *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        at[i] = (unsigned char)(value >> (8 * i));
    }
}

uint64_t tac_log_get(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) {
        value |= (uint64_t)at[i] << (8 * i);
    }
    return value;
}

void tac_log_put_words(unsigned char *at, const uint64_t *word, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        tac_log_put(at + 8 * i, word[i], 8);
    }
}

void tac_log_get_words(const unsigned char *at, uint64_t *word, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        word[i] = tac_log_get(at + 8 * i, 8);
    }
}

uint64_t tac_log_hash(const void *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}

// magic 0, kind 8, flags 12, stored 16, raw 24, first 32, last 40, sequence 48, run 56, sum 64,
// checksum of all that 72
void tac_log_frame_put(const tac_log_frame *f, unsigned char at[TAC_LOG_FRAME])
{
    const uint64_t word[] = {f->stored, f->raw, (uint64_t)f->first, (uint64_t)f->last, f->sequence,
                             f->run,    f->sum};
    memcpy(at, magic, sizeof magic);
    tac_log_put(at + 8, (uint64_t)f->kind, 4);
    tac_log_put(at + 12, f->flags, 4);
    tac_log_put_words(at + 16, word, 7);
    tac_log_put(at + 72, tac_log_hash(at, 72), 8);
}

int tac_log_frame_get(const unsigned char at[TAC_LOG_FRAME], tac_log_frame *f)
{
    if (memcmp(at, magic, sizeof magic) != 0 || tac_log_get(at + 72, 8) != tac_log_hash(at, 72)) {
        return 0;
    }
    uint64_t kind = tac_log_get(at + 8, 4), word[7];
    tac_log_get_words(at + 16, word, 7);
    if (kind < TAC_LOG_HEADER || kind > TAC_LOG_NOTE || word[0] > TAC_LOG_MAX_RAW ||
        word[1] > TAC_LOG_MAX_RAW) {
        return 0;
    }
    *f = (tac_log_frame){.kind = (tac_log_frame_kind)kind,
                         .flags = (uint32_t)tac_log_get(at + 12, 4),
                         .stored = word[0],
                         .raw = word[1],
                         .first = (int64_t)word[2],
                         .last = (int64_t)word[3],
                         .sequence = word[4],
                         .run = word[5],
                         .sum = word[6]};
    // every step takes more than a byte
    return f->first >= 0 && f->last >= f->first && f->last < INT64_MAX / 2 &&
           (uint64_t)(f->last - f->first) <= f->raw;
}

size_t tac_log_frame_find(const unsigned char *bytes, size_t from, size_t n)
{
    while (from + sizeof magic <= n) {
        const unsigned char *at = memchr(bytes + from, magic[0], n - from);
        if (!at) {
            return n;
        }
        from = (size_t)(at - bytes);
        if (from + sizeof magic <= n && memcmp(at, magic, sizeof magic) == 0) {
            return from;
        }
        from++;
    }
    return n;
}

#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "system/fail.h"
#include "system/files.h"

#define PACKING_LEVEL 1 // level 3 gains 2 % on states and costs half as much again

static int fail(tac_log_file *f, int error)
{
    f->error = f->error ? f->error : error ? error : EIO;
    return 0;
}

int tac_log_file_check(tac_log_file *f)
{
    struct stat now;
    int whole = fstat(f->descriptor, &now) != 0 || !S_ISREG(now.st_mode) ||
                (now.st_nlink > 0 && now.st_size >= f->bytes);
    return f->error == 0 && (whole || fail(f, ESTALE));
}

static int put(tac_log_file *f, size_t size)
{
    if (!tac_log_file_check(f)) {
        return 0;
    }
    if (!tac_write_all(f->descriptor, f->stored, size)) {
        fail(f, errno);
        (void)!ftruncate(f->descriptor, f->bytes); // keep whole frames only
        return 0;
    }
    f->bytes += (int64_t)size;
    return 1;
}

static int grow(tac_log_file *f, size_t size)
{
    size_t need = TAC_LOG_FRAME + ZSTD_compressBound(size);
    if (need > f->capacity) {
        unsigned char *bigger = realloc(f->stored, need);
        if (!bigger) {
            return fail(f, ENOMEM);
        }
        f->stored = bigger;
        f->capacity = need;
    }
    return 1;
}

static size_t pack(tac_log_file *f, const unsigned char *raw, size_t size)
{
    return ZSTD_compressCCtx(f->packer, f->stored + TAC_LOG_FRAME, f->capacity - TAC_LOG_FRAME, raw,
                             size, PACKING_LEVEL);
}

int tac_log_file_reserve(tac_log_file *f, const unsigned char *raw, size_t size)
{
    if (!grow(f, size)) {
        return 0;
    }
    memset(f->stored, 0, f->capacity);
    return !ZSTD_isError(pack(f, raw, size)) || fail(f, ENOMEM);
}

int tac_log_file_add(tac_log_file *f, tac_log_frame frame, const unsigned char *raw, size_t size)
{
    if (f->error || !grow(f, size)) {
        return 0;
    }
    size_t packed = pack(f, raw, size);
    if (ZSTD_getErrorCode(packed) == ZSTD_error_memory_allocation) {
        return fail(f, ENOMEM);
    }
    if (ZSTD_isError(packed) || size > TAC_LOG_MAX_RAW || packed > TAC_LOG_MAX_RAW) {
        return fail(f, EFBIG);
    }
    frame.stored = packed;
    frame.raw = size;
    frame.sum = tac_log_hash(f->stored + TAC_LOG_FRAME, packed);
    frame.sequence = f->sequence++;
    f->run = frame.kind == TAC_LOG_HEADER ? frame.sum : f->run;
    frame.run = f->run;
    tac_log_frame_put(&frame, f->stored);
    return put(f, TAC_LOG_FRAME + packed);
}

int tac_log_file_open(tac_log_file *f, const char *path, const tac_log_header *h, tac_diag *diag)
{
    *f = (tac_log_file){.path = path, .packer = ZSTD_createCCtx()};
    f->descriptor = tac_open_alone(path, 0644, 0);
    const tac_log_frame header = {.kind = TAC_LOG_HEADER, .flags = TAC_LOG_VERSION};
    size_t size = 0;
    unsigned char *raw = tac_log_header_put(h, &size);
    int ok = f->descriptor >= 0 || fail(f, errno);
    ok = ok && ((raw && f->packer) || fail(f, ENOMEM));
    ok = ok && tac_log_file_add(f, header, raw, size);
    free(raw);
    if (!ok) {
        (void)tac_diag_say_errno(diag, f->error, "tactus: '%s' cannot be written: %s", path,
                                 tac_output_error(f->error));
        tac_log_file_close(f);
    }
    return ok;
}

int tac_log_file_end(tac_log_file *f, const tac_log_end *end, const uint64_t *state, size_t n)
{
    const uint64_t word[] = {(uint64_t)end->steps, (uint64_t)end->lost, (uint64_t)end->cycles,
                             end->chain, (uint64_t)end->complete};
    unsigned char *raw = malloc(TAC_LOG_END_BYTES + 8 * n);
    if (!raw) {
        return fail(f, ENOMEM);
    }
    tac_log_put_words(raw, word, 5);
    if (n > 0) {
        tac_log_put_words(raw + TAC_LOG_END_BYTES, state, n);
    }
    tac_log_frame frame = {.kind = TAC_LOG_END, .first = end->steps, .last = end->steps};
    int ok = tac_log_file_add(f, frame, raw, TAC_LOG_END_BYTES + 8 * n);
    free(raw);
    return ok;
}

int tac_log_file_close(tac_log_file *f)
{
    if (f->descriptor >= 0 && close(f->descriptor) != 0) {
        fail(f, errno);
    }
    ZSTD_freeCCtx(f->packer);
    free(f->stored);
    f->descriptor = -1;
    f->packer = f->stored = NULL;
    return f->error == 0;
}

uint64_t tac_log_chain(uint64_t chain, uint64_t hash)
{
    unsigned char pair[16];
    tac_log_put(pair, chain, 8);
    tac_log_put(pair + 8, hash, 8);
    return tac_log_hash(pair, sizeof pair);
}

void tac_log_end_get(const unsigned char bytes[TAC_LOG_END_BYTES], tac_log_end *end)
{
    uint64_t word[5];
    tac_log_get_words(bytes, word, 5);
    *end = (tac_log_end){.steps = (int64_t)word[0],
                         .lost = (int64_t)word[1],
                         .cycles = (int64_t)word[2],
                         .chain = word[3],
                         .complete = word[4] == 1};
}

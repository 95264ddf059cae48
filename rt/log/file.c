#include "file.h"

#include <errno.h>
#include <fcntl.h>
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

// Whole frames only: what is behind them is half of one.
static void cut(const tac_log_file *f)
{
    struct stat now;
    if (fstat(f->descriptor, &now) == 0 && S_ISREG(now.st_mode) && now.st_size > f->bytes) {
        (void)!ftruncate(f->descriptor, f->bytes);
        (void)lseek(f->descriptor, f->bytes, SEEK_SET);
    }
}

static int put(tac_log_file *f, size_t size)
{
    if (!tac_log_file_check(f)) {
        return 0;
    }
    if (!tac_write_all(f->descriptor, f->stored, size)) {
        fail(f, errno);
        cut(f);
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

int tac_log_file_pack(tac_log_file *f, tac_log_frame *frame, const unsigned char *raw, size_t size)
{
    if (!grow(f, size)) {
        return 0;
    }
    size_t packed = pack(f, raw, size);
    if (ZSTD_getErrorCode(packed) == ZSTD_error_memory_allocation) {
        return fail(f, ENOMEM);
    }
    if (ZSTD_isError(packed) || size > TAC_LOG_MAX_RAW || packed > TAC_LOG_MAX_RAW) {
        return fail(f, EFBIG);
    }
    frame->stored = packed;
    frame->raw = size;
    frame->sum = tac_log_hash(f->stored + TAC_LOG_FRAME, packed);
    return 1;
}

int tac_log_file_write(tac_log_file *f, tac_log_frame frame)
{
    if (f->error) {
        return 0;
    }
    frame.sequence = f->sequence;
    f->run = frame.kind == TAC_LOG_HEADER ? frame.sum : f->run;
    frame.run = f->run;
    tac_log_frame_put(&frame, f->stored);
    int written = put(f, TAC_LOG_FRAME + (size_t)frame.stored);
    f->sequence += (uint64_t)written;
    return written;
}

int tac_log_file_add(tac_log_file *f, tac_log_frame frame, const unsigned char *raw, size_t size)
{
    return f->error == 0 && tac_log_file_pack(f, &frame, raw, size) && tac_log_file_write(f, frame);
}

void tac_log_file_mend(tac_log_file *f)
{
    f->error = 0;
    cut(f);
}

int tac_log_file_prepare(tac_log_file *f)
{
    *f = (tac_log_file){.descriptor = -1, .packer = ZSTD_createCCtx()};
    return f->packer || fail(f, ENOMEM);
}

int tac_log_file_begin(tac_log_file *f, const char *path, int more, const unsigned char *header,
                       size_t size)
{
    const tac_log_frame frame = {.kind = TAC_LOG_HEADER, .flags = TAC_LOG_VERSION};
    f->path = path;
    f->bytes = 0;
    f->sequence = 0;
    f->error = 0;
    f->descriptor = tac_open_alone(path, 0644, more);
    if (f->descriptor < 0) {
        return fail(f, errno);
    }
    if (!tac_log_file_add(f, frame, header, size)) {
        if (more & O_EXCL) { // it is new, and would be in the way of the next attempt
            (void)unlink(path);
        }
        (void)tac_log_file_finish(f);
        return 0;
    }
    return 1;
}

int tac_log_file_finish(tac_log_file *f)
{
    if (f->descriptor >= 0 && close(f->descriptor) != 0) {
        fail(f, errno);
    }
    f->descriptor = -1;
    return f->error == 0;
}

int tac_log_file_open(tac_log_file *f, const char *path, const tac_log_header *h, tac_diag *diag)
{
    size_t size = 0;
    unsigned char *raw = tac_log_header_put(h, &size);
    int ok = tac_log_file_prepare(f) && (raw || fail(f, ENOMEM));
    ok = ok && tac_log_file_begin(f, path, 0, raw, size);
    free(raw);
    if (!ok) {
        (void)tac_diag_say_errno(diag, f->error, "tactus: '%s' cannot be written: %s", path,
                                 tac_output_error(f->error));
        tac_log_file_close(f);
    }
    return ok;
}

int tac_log_file_end(tac_log_file *f, const tac_log_end *end, const uint64_t *state, size_t n,
                     unsigned char *raw)
{
    const uint64_t word[] = {(uint64_t)end->steps, (uint64_t)end->lost, (uint64_t)end->cycles,
                             end->chain, (uint64_t)end->complete};
    tac_log_put_words(raw, word, 5);
    if (n > 0) {
        tac_log_put_words(raw + TAC_LOG_END_BYTES, state, n);
    }
    tac_log_frame frame = {.kind = TAC_LOG_END, .first = end->steps, .last = end->steps};
    return tac_log_file_add(f, frame, raw, TAC_LOG_END_BYTES + 8 * n);
}

int tac_log_file_close(tac_log_file *f)
{
    (void)tac_log_file_finish(f);
    ZSTD_freeCCtx(f->packer);
    free(f->stored);
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

#include "mcap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "crc32.h"
#include "text_output.h"

static const unsigned char magic[8] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

enum { // kinds of records
    HEADER = 0x01,
    FOOTER = 0x02,
    SCHEMA = 0x03,
    CHANNEL = 0x04,
    MESSAGE = 0x05,
    CHUNK = 0x06,
    MESSAGE_INDEX = 0x07,
    CHUNK_INDEX = 0x08,
    STATISTICS = 0x0b,
    METADATA = 0x0c,
    METADATA_INDEX = 0x0d,
    SUMMARY_OFFSET = 0x0e,
    DATA_END = 0x0f,
};

#define CHUNK_BYTES ((size_t)1 << 20)
#define CHUNK_NS UINT64_C(1000000000)
enum { LEVEL = 3, MESSAGE_HEAD = 9 + 22 }; // of zstd; bytes of a message without its text

// ---- bytes ---------------------------------------------------------------------------------------

static unsigned char *grow(tac_mcap *m, tac_mcap_bytes *b, size_t n)
{
    if (b->n + n > b->room) {
        size_t room = b->room > 0 ? b->room : 4096;
        while (room < b->n + n) {
            room *= 2;
        }
        unsigned char *more = realloc(b->at, room);
        m->no_memory = m->no_memory || !more;
        if (!more) {
            return NULL;
        }
        b->at = more;
        b->room = room;
    }
    b->n += n;
    return b->at + b->n - n;
}

static void put_bytes(tac_mcap *m, tac_mcap_bytes *b, const void *bytes, size_t n)
{
    unsigned char *at = grow(m, b, n);
    if (at && n > 0) {
        memcpy(at, bytes, n);
    }
}

static void put_whole(tac_mcap *m, tac_mcap_bytes *b, uint64_t x, size_t bytes)
{
    unsigned char *at = grow(m, b, bytes);
    for (size_t i = 0; at && i < bytes; i++) {
        at[i] = (unsigned char)(x >> 8 * i);
    }
}

static void put_text(tac_mcap *m, tac_mcap_bytes *b, const char *text)
{
    put_whole(m, b, strlen(text), 4);
    put_bytes(m, b, text, strlen(text));
}

static void write_bytes(tac_mcap *m, const void *bytes, size_t n)
{
    if (m->error == 0 && fwrite(bytes, 1, n, m->file) != n) {
        m->error = errno ? errno : EIO;
    }
    m->crc = tac_crc32(m->crc, bytes, n);
    m->written += n;
}

// ---- records -------------------------------------------------------------------------------------

static void begin_record(tac_mcap *m)
{
    m->record.n = 0;
}

// A record of what was put into m->record, behind so many further bytes that follow by themselves.
static void write_head(tac_mcap *m, int kind, size_t further)
{
    unsigned char head[9] = {(unsigned char)kind};
    for (int i = 0; i < 8; i++) {
        head[1 + i] = (unsigned char)((uint64_t)(m->record.n + further) >> 8 * i);
    }
    write_bytes(m, head, sizeof head);
    write_bytes(m, m->record.at, m->record.n);
}

static void write_record(tac_mcap *m, int kind)
{
    write_head(m, kind, 0);
}

// The same into bytes for the end.
static void keep_record(tac_mcap *m, tac_mcap_bytes *to, int kind)
{
    put_whole(m, to, (uint64_t)kind, 1);
    put_whole(m, to, m->record.n, 8);
    put_bytes(m, to, m->record.at, m->record.n);
}

// ---- the beginning -------------------------------------------------------------------------------

bool tac_mcap_open(tac_mcap *m, const char *path, const char *library)
{
    *m = (tac_mcap){.file = tac_text_open(path)};
    if (!m->file) {
        return false;
    }
    write_bytes(m, magic, sizeof magic);
    begin_record(m);
    put_text(m, &m->record, ""); // no profile
    put_text(m, &m->record, library);
    write_record(m, HEADER);
    return true;
}

int tac_mcap_add_channel(tac_mcap *m, const char *topic, const char *schema,
                         const char *schema_text)
{
    int i = m->n_channel;
    tac_mcap_channel *more =
        i < TAC_MCAP_CHANNELS ? realloc(m->channel, ((size_t)i + 1) * sizeof *more) : NULL;
    m->no_memory = m->no_memory || !more;
    if (!more) {
        return -1;
    }
    m->channel = more;
    m->channel[i] = (tac_mcap_channel){0};
    m->n_channel++;
    begin_record(m);
    put_whole(m, &m->record, (uint64_t)i + 1, 2);
    put_text(m, &m->record, schema);
    put_text(m, &m->record, "jsonschema");
    put_text(m, &m->record, schema_text);
    write_record(m, SCHEMA);
    keep_record(m, &m->names, SCHEMA);
    begin_record(m);
    put_whole(m, &m->record, (uint64_t)i, 2);
    put_whole(m, &m->record, (uint64_t)i + 1, 2);
    put_text(m, &m->record, topic);
    put_text(m, &m->record, "json");
    put_whole(m, &m->record, 0, 4); // no metadata
    write_record(m, CHANNEL);
    keep_record(m, &m->names, CHANNEL);
    return m->no_memory ? -1 : i;
}

bool tac_mcap_add_metadata(tac_mcap *m, const char *name, const char *const (*pair)[2], int n)
{
    uint64_t at = m->written;
    size_t size = 0;
    for (int i = 0; i < n; i++) {
        size += 8 + strlen(pair[i][0]) + strlen(pair[i][1]);
    }
    begin_record(m);
    put_text(m, &m->record, name);
    put_whole(m, &m->record, size, 4);
    for (int i = 0; i < n; i++) {
        put_text(m, &m->record, pair[i][0]);
        put_text(m, &m->record, pair[i][1]);
    }
    write_record(m, METADATA);
    begin_record(m);
    put_whole(m, &m->record, at, 8);
    put_whole(m, &m->record, m->written - at, 8);
    put_text(m, &m->record, name);
    keep_record(m, &m->about, METADATA_INDEX);
    m->n_about++;
    return m->error == 0 && !m->no_memory;
}

// ---- chunks --------------------------------------------------------------------------------------

typedef struct span {
    uint64_t at, size;
} span;

// Where the messages of each channel lie in the chunk that was just written; and its entry for the end.
static void write_chunk_index(tac_mcap *m, span chunk, size_t packed)
{
    tac_mcap_bytes offsets = {0};
    uint64_t from = m->written;
    int n = 0;
    for (int i = 0; i < m->n_channel; i++) {
        tac_mcap_channel *c = &m->channel[i];
        if (c->n == 0) {
            continue;
        }
        put_whole(m, &offsets, (uint64_t)i, 2);
        put_whole(m, &offsets, m->written, 8);
        n++;
        begin_record(m);
        put_whole(m, &m->record, (uint64_t)i, 2);
        put_whole(m, &m->record, 16 * c->n, 4);
        for (size_t k = 0; k < c->n; k++) {
            put_whole(m, &m->record, c->entry[k].time, 8);
            put_whole(m, &m->record, c->entry[k].at, 8);
        }
        write_record(m, MESSAGE_INDEX);
        c->n = 0;
    }
    begin_record(m);
    put_whole(m, &m->record, m->chunk_first, 8);
    put_whole(m, &m->record, m->chunk_last, 8);
    put_whole(m, &m->record, chunk.at, 8);
    put_whole(m, &m->record, chunk.size, 8);
    put_whole(m, &m->record, 10 * (uint64_t)n, 4);
    put_bytes(m, &m->record, offsets.at, offsets.n);
    put_whole(m, &m->record, m->written - from, 8);
    put_text(m, &m->record, "zstd");
    put_whole(m, &m->record, packed, 8);
    put_whole(m, &m->record, m->chunk.n, 8);
    keep_record(m, &m->index, CHUNK_INDEX);
    free(offsets.at);
}

static void end_chunk(tac_mcap *m)
{
    if (m->chunk.n == 0 || m->no_memory) {
        return;
    }
    m->packed.n = 0;
    size_t bound = ZSTD_compressBound(m->chunk.n);
    unsigned char *to = grow(m, &m->packed, bound);
    size_t n = to ? ZSTD_compress(to, bound, m->chunk.at, m->chunk.n, LEVEL) : 0;
    m->no_memory = m->no_memory || !to || ZSTD_isError(n);
    if (m->no_memory) {
        return;
    }
    uint64_t from = m->written;
    begin_record(m);
    put_whole(m, &m->record, m->chunk_first, 8);
    put_whole(m, &m->record, m->chunk_last, 8);
    put_whole(m, &m->record, m->chunk.n, 8);
    put_whole(m, &m->record, tac_crc32(0, m->chunk.at, m->chunk.n), 4);
    put_text(m, &m->record, "zstd");
    put_whole(m, &m->record, n, 8);
    write_head(m, CHUNK, n);
    write_bytes(m, m->packed.at, n);
    write_chunk_index(m, (span){from, m->written - from}, n);
    if (m->error == 0 && fflush(m->file) != 0) {
        m->error = errno;
    }
    m->chunks++;
    m->chunk.n = 0;
}

static void note_message(tac_mcap *m, tac_mcap_channel *c, uint64_t time)
{
    if (c->n == c->room) {
        size_t room = c->room > 0 ? 2 * c->room : 16;
        tac_mcap_entry *more = realloc(c->entry, room * sizeof *more);
        m->no_memory = m->no_memory || !more;
        if (!more) {
            return;
        }
        c->entry = more;
        c->room = room;
    }
    c->entry[c->n++] = (tac_mcap_entry){time, m->chunk.n};
    c->messages++;
    m->chunk_first = m->chunk.n > 0 ? m->chunk_first : time;
    m->chunk_last = time;
    m->first = m->messages > 0 ? m->first : time;
    m->last = time;
    m->messages++;
}

bool tac_mcap_put(tac_mcap *m, int channel, uint64_t time, const char *text, size_t size)
{
    if (m->chunk.n > 0 &&
        (m->chunk.n + MESSAGE_HEAD + size > CHUNK_BYTES || time - m->chunk_first >= CHUNK_NS)) {
        end_chunk(m);
    }
    tac_mcap_channel *c = &m->channel[channel];
    note_message(m, c, time);
    put_whole(m, &m->chunk, MESSAGE, 1);
    put_whole(m, &m->chunk, 22 + size, 8);
    put_whole(m, &m->chunk, (uint64_t)channel, 2);
    put_whole(m, &m->chunk, c->sequence++, 4);
    put_whole(m, &m->chunk, time, 8); // when it was logged, and when it was published
    put_whole(m, &m->chunk, time, 8);
    put_bytes(m, &m->chunk, text, size);
    return m->error == 0 && !m->no_memory;
}

// ---- the end -------------------------------------------------------------------------------------

static void put_statistics(tac_mcap *m, tac_mcap_bytes *to)
{
    begin_record(m);
    put_whole(m, &m->record, m->messages, 8);
    put_whole(m, &m->record, (uint64_t)m->n_channel, 2); // schemas
    put_whole(m, &m->record, (uint64_t)m->n_channel, 4);
    put_whole(m, &m->record, 0, 4);          // attachments
    put_whole(m, &m->record, m->n_about, 4); // metadata
    put_whole(m, &m->record, m->chunks, 4);
    put_whole(m, &m->record, m->first, 8);
    put_whole(m, &m->record, m->last, 8);
    put_whole(m, &m->record, 10 * (uint64_t)m->n_channel, 4);
    for (int i = 0; i < m->n_channel; i++) {
        put_whole(m, &m->record, (uint64_t)i, 2);
        put_whole(m, &m->record, m->channel[i].messages, 8);
    }
    keep_record(m, to, STATISTICS);
}

static void put_offset(tac_mcap *m, tac_mcap_bytes *to, int kind, span group)
{
    if (group.size > 0) {
        begin_record(m);
        put_whole(m, &m->record, (uint64_t)kind, 1);
        put_whole(m, &m->record, group.at, 8);
        put_whole(m, &m->record, group.size, 8);
        keep_record(m, to, SUMMARY_OFFSET);
    }
}

static void write_end(tac_mcap *m)
{
    begin_record(m);
    put_whole(m, &m->record, m->crc, 4);
    write_record(m, DATA_END);

    // the summary: names, statistics, chunks, and where these begin
    tac_mcap_bytes all = {0};
    uint64_t start = m->written;
    put_bytes(m, &all, m->names.at, m->names.n);
    size_t statistics = all.n;
    put_statistics(m, &all);
    size_t index = all.n;
    put_bytes(m, &all, m->index.at, m->index.n);
    size_t about = all.n;
    put_bytes(m, &all, m->about.at, m->about.n);
    size_t offsets = all.n;
    put_offset(m, &all, STATISTICS, (span){start + statistics, index - statistics});
    put_offset(m, &all, CHUNK_INDEX, (span){start + index, about - index});
    put_offset(m, &all, METADATA_INDEX, (span){start + about, offsets - about});
    write_bytes(m, all.at, all.n);

    // the footer with the checksum of the summary, the footer's own beginning included
    begin_record(m);
    put_whole(m, &m->record, start, 8);
    put_whole(m, &m->record, start + offsets, 8);
    keep_record(m, &all, FOOTER);
    all.at[all.n - 24] = 20; // with the checksum that is to come
    put_whole(m, &m->record, tac_crc32(0, all.at, all.n), 4);
    write_record(m, FOOTER);
    write_bytes(m, magic, sizeof magic);
    free(all.at);
}

bool tac_mcap_close(tac_mcap *m)
{
    if (m->file) {
        end_chunk(m);
        if (!m->no_memory) {
            write_end(m);
        }
        if (!tac_text_close(m->file) && m->error == 0) {
            m->error = errno ? errno : EIO;
        }
        m->file = NULL;
    }
    for (int i = 0; i < m->n_channel; i++) {
        free(m->channel[i].entry);
    }
    m->n_channel = 0;
    free(m->channel);
    free(m->chunk.at);
    free(m->packed.at);
    free(m->record.at);
    free(m->names.at);
    free(m->index.at);
    free(m->about.at);
    m->channel = NULL;
    m->chunk = m->packed = m->record = m->names = m->index = (tac_mcap_bytes){0};
    return m->error == 0 && !m->no_memory;
}

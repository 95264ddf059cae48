// The library that makes ZIP archives, loaded on demand: fmu/archive.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "fmu/archive.h"

// A day that archives can hold, so that the same entries give the same bytes: the first of 1980.
enum { NO_TIME = 0, NO_DATE = 1 << 5 | 1 };

static bool add(zip_t *archive, const tac_archive_entry *e)
{
    zip_source_t *source = zip_source_buffer(archive, e->bytes, e->size, 0);
    if (!source) {
        return false;
    }
    zip_int64_t at = zip_file_add(archive, e->name, source, ZIP_FL_ENC_UTF_8);
    if (at < 0) {
        zip_source_free(source);
        return false;
    }
    return zip_file_set_dostime(archive, (zip_uint64_t)at, NO_TIME, NO_DATE, 0) == 0 &&
           zip_set_file_compression(archive, (zip_uint64_t)at, ZIP_CM_DEFLATE, 0) == 0;
}

// What the buffer holds once the archive is closed.
static char *read_source(zip_source_t *buffer, size_t *size)
{
    zip_stat_t about;
    char *bytes = NULL;
    if (zip_source_stat(buffer, &about) == 0 && zip_source_open(buffer) == 0) {
        bytes = malloc(about.size);
        if (bytes && zip_source_read(buffer, bytes, about.size) != (zip_int64_t)about.size) {
            free(bytes);
            bytes = NULL;
        }
        (void)zip_source_close(buffer);
        *size = about.size;
    }
    return bytes;
}

static char *fail(const char *text, char *why, size_t size)
{
    (void)snprintf(why, size, "%s", text);
    return NULL;
}

static char *pack(const tac_archive_entry *entry, int n, size_t *packed, char *why, size_t size)
{
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *buffer = zip_source_buffer_create(NULL, 0, 0, &error);
    zip_t *archive = buffer ? zip_open_from_source(buffer, ZIP_TRUNCATE, &error) : NULL;
    if (!archive) {
        fail(zip_error_strerror(&error), why, size);
        zip_source_free(buffer);
        return NULL;
    }
    zip_source_keep(buffer); // closing the archive gives one reference back
    bool good = true;
    for (int i = 0; i < n && good; i++) {
        good = add(archive, &entry[i]);
    }
    good = good && zip_close(archive) == 0;
    char *bytes = good ? read_source(buffer, packed) : NULL;
    if (!good) {
        fail(zip_strerror(archive), why, size);
        zip_discard(archive);
    } else if (!bytes) {
        fail("not enough memory", why, size);
    }
    zip_source_free(buffer);
    return bytes;
}

__attribute__((visibility("default")))
const tac_zip_library tac_zip_archives = {{TAC_ZIP_LAYOUT, sizeof(tac_archive_entry)}, pack};

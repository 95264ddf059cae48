// Refusing, memory and files for all parts of the loader.
#define _POSIX_C_SOURCE 200809L
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bounds.h"
#include "given.h"
#include "omit.h"

const tac_limits tac_default_limits = {
    .memory = TAC_BOUND_MEMORY, .items = 1000000, .work = TAC_BOUND_READING, .reads_files = true};

tac_limits tac_limits_of(const tac_file_source *source, const tac_given *given)
{
    tac_limits limits = tac_default_limits;
    uint64_t times = given && given->bounds > 0 ? (uint64_t)given->bounds : 1;
    limits.source = source;
    limits.given = given;
    limits.memory *= times;
    limits.work *= times;
    return limits;
}

// Twice the bounds there are: what the rest of the file asks for is not known.
static int more_bounds(const tac_reader *rd)
{
    return rd->limits.given && rd->limits.given->bounds > 0 ? 2 * rd->limits.given->bounds : 2;
}

// ---- refusing ------------------------------------------------------------------------------------

_Noreturn static void refuse(tac_reader *rd, const char *file, int line, int column,
                             const char *format, va_list arguments)
{
    tac_omit_locate(rd, file, line, column);
    if (!tac_omit_follows_root(rd)) {
        tac_diag_add(rd->diag, file, line, column, format, arguments);
        rd->n_error++;
    }
    longjmp(rd->escape, 1);
}

bool tac_try(const tac_place *p, tac_section *read, void *out)
{
    tac_reader *rd = p->rd;
    jmp_buf outer;
    memcpy(&outer, &rd->escape, sizeof outer);
    volatile bool good = false;
    if (setjmp(rd->escape) == 0) {
        read(p, out);
        good = true;
    }
    memcpy(&rd->escape, &outer, sizeof outer);
    if (rd->is_final || rd->n_error >= TAC_MOST_ERRORS) {
        longjmp(rd->escape, 1);
    }
    return good;
}

void tac_refuse(tac_reader *rd, const tac_node *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse(rd, at->file, at->line, at->column, format, arguments);
}

void tac_refuse_key(tac_reader *rd, const tac_node *map, const char *key, const char *format, ...)
{
    const tac_entry *e = map->first;
    while (e && (!e->key || strcmp(e->key, key) != 0)) {
        e = e->next;
    }
    va_list arguments;
    va_start(arguments, format);
    refuse(rd, map->file, e ? e->line : map->line, e ? e->column : map->column, format, arguments);
}

void tac_refuse_at(tac_reader *rd, const char *file, int line, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse(rd, file, line, column, format, arguments);
}

void tac_refuse_memory(tac_reader *rd)
{
    rd->is_final = true;
    if (rd->pool->is_full) {
        tac_refuse_at(
            rd, rd->path, 1, 1,
            "reading this file takes more than %.3g MiB, which is the bound; repeat less, "
            "or raise the bounds by '--raise-bounds %d'",
            (double)rd->pool->limit / (1024.0 * 1024.0), more_bounds(rd));
    }
    tac_diag_no_memory(rd->diag, TAC_TOO_LARGE, rd->path);
    longjmp(rd->escape, 1);
}

// ---- memory --------------------------------------------------------------------------------------

void *tac_reader_take(tac_reader *rd, size_t n, size_t size)
{
    void *at = tac_pool_take(rd->pool, n, size);
    if (!at) {
        tac_refuse_memory(rd);
    }
    return at;
}

char *tac_copy_text(tac_reader *rd, const char *text, size_t length)
{
    char *copy = tac_reader_take(rd, length + 1, 1);
    if (length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

char *tac_join_text(tac_reader *rd, const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    char *joined = tac_reader_take(rd, na + nb + 1, 1);
    memcpy(joined, a, na);
    memcpy(joined + na, b, nb);
    return joined;
}

void *tac_list_add(tac_reader *rd, tac_list *list, size_t size)
{
    if (list->n == list->capacity) {
        int capacity = list->capacity == 0 ? 8 : 2 * list->capacity;
        void *data = tac_reader_take(rd, (size_t)capacity, size);
        if (list->n > 0) {
            memcpy(data, list->data, (size_t)list->n * size);
        }
        list->data = data;
        list->capacity = capacity;
    }
    return (char *)list->data + (size_t)list->n++ * size;
}

void tac_list_add_text(tac_reader *rd, tac_list *list, const char *text)
{
    const char **place = tac_list_add(rd, list, sizeof *place);
    *place = text;
}

void tac_reader_work(tac_reader *rd, uint64_t n)
{
    rd->work += n;
    if (rd->work > rd->limits.work) {
        rd->is_final = true;
        tac_refuse_at(rd, rd->path, 1, 1,
                      "more than %.2g letters of values and tables are to be read, repetition "
                      "counted, which is the bound; repeat less, or raise the bounds by "
                      "'--raise-bounds %d'",
                      (double)rd->limits.work, more_bounds(rd));
    }
}

// ---- files ---------------------------------------------------------------------------------------

static void grow_text(tac_reader *rd)
{
    size_t capacity = rd->text_capacity == 0 ? 4096 : 2 * rd->text_capacity;
    char *text = realloc(rd->text, capacity);
    if (!text) {
        tac_refuse_memory(rd);
    }
    rd->text = text;
    rd->text_capacity = capacity;
}

// A file that is in memory already.
static size_t copy_from_source(tac_reader *rd, const char *path, const char *blame_file, int line,
                               int column)
{
    const tac_file_source *source = rd->limits.source;
    size_t size = 0;
    const char *bytes = source->find(source->context, path, &size);
    if (!bytes || size > TAC_MAX_FILE_BYTES) {
        tac_refuse_at(rd, blame_file, line, column, "file '%.200s' is not among those at hand",
                      path);
    }
    while (rd->text_capacity < size || rd->text_capacity == 0) {
        grow_text(rd);
    }
    memcpy(rd->text, bytes, size);
    return size;
}

// Models are read more than once, by recordings for one, so a pipe would not do; nor is it waited for.
static void open_plain(tac_reader *rd, const char *path, const char *blame_file, int line,
                       int column)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    rd->stream = file >= 0 ? fdopen(file, "rb") : NULL;
    if (!rd->stream) {
        int reason = errno;
        if (file >= 0) {
            (void)close(file);
        }
        if (reason == ENOMEM) {
            tac_refuse_memory(rd);
        }
        tac_refuse_at(rd, blame_file, line, column,
                      "file '%.200s' cannot be opened (%s); check the path", path,
                      strerror(reason));
    }
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        tac_refuse_at(rd, blame_file, line, column,
                      "file '%.200s' cannot be read; check that it is a plain file", path);
    }
}

size_t tac_read_whole_file(tac_reader *rd, const char *path, const char *blame_file, int line,
                           int column)
{
    if (!rd->limits.reads_files) {
        tac_refuse_at(rd, blame_file, line, column,
                      "file '%.200s' cannot be read here; write its content in place", path);
    }
    if (rd->limits.source) {
        return copy_from_source(rd, path, blame_file, line, column);
    }
    open_plain(rd, path, blame_file, line, column);
    size_t size = 0;
    for (;;) {
        if (size == rd->text_capacity) {
            grow_text(rd);
        }
        size_t n = fread(rd->text + size, 1, rd->text_capacity - size, rd->stream);
        size += n;
        if (size > TAC_MAX_FILE_BYTES) {
            tac_refuse_at(rd, blame_file, line, column,
                          "file '%.200s' has more than 64 MiB; split it or repeat items", path);
        }
        if (n == 0) {
            break;
        }
    }
    if (ferror(rd->stream)) {
        tac_refuse_at(rd, blame_file, line, column,
                      "file '%.200s' cannot be read; check that it is a plain file", path);
    }
    (void)fclose(rd->stream);
    rd->stream = NULL;
    return size;
}

const char *tac_relative_path(tac_reader *rd, const char *of_file, const char *path)
{
    const char *slash = strrchr(of_file, '/');
    if (path[0] == '/' || !slash) {
        return tac_copy_text(rd, path, strlen(path));
    }
    return tac_join_text(rd, tac_copy_text(rd, of_file, (size_t)(slash + 1 - of_file)), path);
}

void tac_reader_close(tac_reader *rd)
{
    if (rd->event_is_open) {
        yaml_event_delete(&rd->event);
    }
    if (rd->yaml_is_open) {
        yaml_parser_delete(&rd->yaml);
    }
    if (rd->stream) {
        (void)fclose(rd->stream);
    }
    free(rd->text);
    rd->event_is_open = rd->yaml_is_open = false;
    rd->stream = NULL;
    rd->text = NULL;
}

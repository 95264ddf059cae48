#define _XOPEN_SOURCE 700
#include "document.h"

#include <locale.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "omit.h"
#include "text_mode.h"
#include "texts.h"

typedef struct whole { // what tac_document_free releases
    tac_pool pool;
    alignas(max_align_t) unsigned char out[];
} whole;

void tac_document_open(tac_reader *rd, tac_file *file)
{
    const char *text = rd->given;
    size_t size = rd->given_size;
    if (!text) {
        size = tac_read_whole_file(rd, rd->path, rd->path, 1, 1);
        text = rd->text;
    }
    if (tac_is_blank(text, size)) {
        tac_refuse_at(rd, rd->path, 1, 1, "the file is empty; %s", rd->empty);
    }
    file->path = tac_copy_text(rd, rd->path, strlen(rd->path)); // nodes keep it
    file->root = tac_yaml_parse(rd, file->path, text, size);
}

// False when something refused the file.
static bool try_to_read(const tac_document *d, tac_reader *rd, void *out)
{
    if (setjmp(rd->escape) != 0) {
        return false;
    }
    d->read(rd, out);
    return rd->n_error == 0;
}

// What a reader knows before it reads.
typedef struct start {
    const char *path, *text;
    size_t size;
    const tac_limits *limits;
    tac_diag *diag;
} start;

// One attempt with what is left out; true when there shall be another one.
static bool attempt(const tac_document *d, const start *s, tac_reader *rd, whole *w,
                    tac_omissions *omit, bool *good)
{
    int n_error = rd->n_error;
    memset(rd, 0, d->reader_size);
    tac_pool_free(&w->pool);
    memset(w->out, 0, d->size);
    w->pool.limit = s->limits->memory;
    rd->diag = s->diag;
    rd->pool = &w->pool;
    rd->limits = *s->limits;
    rd->path = s->path;
    rd->given = s->text;
    rd->given_size = s->size;
    rd->empty = d->empty;
    rd->omit = d->omits ? omit : NULL;
    rd->n_error = n_error;
    *good = try_to_read(d, rd, w->out);
    bool again = !*good && d->omits && tac_omit_refused(rd);
    tac_reader_close(rd);
    if (d->close) {
        d->close(rd);
    }
    return again;
}

void *tac_document_read(const tac_document *d, const char *path, const char *text, size_t size,
                        const tac_limits *limits, tac_diag *diag)
{
    tac_diag unwanted;
    diag = diag ? diag : &unwanted;
    *diag = (tac_diag){0};
    const start s = {path, text, size, limits, diag};
    whole *w = calloc(1, sizeof *w + d->size);
    tac_reader *rd = calloc(1, d->reader_size);
    tac_omissions *omit = calloc(1, sizeof *omit);
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    bool good = false;
    if (!w || !rd || !omit || plain == (locale_t)0) {
        tac_diag_no_memory(diag, TAC_TOO_LARGE, path);
    } else {
        // numbers are written with a point whatever the program's language, and rounded to nearest
        locale_t before = uselocale(plain);
        tac_text_mode callers = tac_set_text_mode();
        while (attempt(d, &s, rd, w, omit, &good)) {
        }
        tac_restore_text_mode(callers);
        (void)uselocale(before);
        tac_omit_free(omit);
    }
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
    free(omit);
    free(rd);
    if (!good && w) {
        tac_document_free(w->out);
    }
    return good ? w->out : NULL;
}

static const whole *whole_of(const void *out)
{
    return (const whole *)(const void *)((const unsigned char *)out - offsetof(whole, out));
}

size_t tac_document_memory(const void *out)
{
    return whole_of(out)->pool.total;
}

void tac_document_free(void *out)
{
    if (out) {
        whole *w = (whole *)whole_of(out); // out is not constant here
        tac_pool_free(&w->pool);
        free(w);
    }
}

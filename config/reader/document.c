#define _XOPEN_SOURCE 700
#include "document.h"

#include <locale.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

typedef struct whole { // what tac_document_free releases
    tac_pool pool;
    alignas(max_align_t) unsigned char out[];
} whole;

static void read_file(tac_reader *rd, const tac_document *d, void *out, const char *path,
                      const char *text, size_t size)
{
    tac_instance in = {
        .path = tac_copy_text(rd, path, strlen(path)), .real_path = "", .prefix = ""};
    if (text == NULL) {
        size = tac_read_whole_file(rd, path, path, 1, 1);
        text = rd->text;
    }
    if (tac_is_blank(text, size)) {
        tac_refuse_at(rd, path, 1, 1, "the file is empty; %s", d->empty);
    }
    in.root = in.item = tac_yaml_parse(rd, in.path, text, size);
    tac_place p = {rd, &in, NULL};
    d->read(&p, out);
}

// 1 when the document is read, 0 when something refused it.
static int try_to_read(tac_reader *rd, const tac_document *d, void *out, const char *path,
                       const char *text, size_t size)
{
    if (setjmp(rd->escape) != 0) {
        return 0;
    }
    read_file(rd, d, out, path, text, size);
    return 1;
}

void *tac_document_read(const tac_document *d, const char *path, const char *text, size_t size,
                        const tac_limits *limits, tac_diag *diag)
{
    *diag = (tac_diag){0};
    whole *w = calloc(1, sizeof *w + d->size);
    tac_reader *rd = calloc(1, sizeof *rd);
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (w == NULL || rd == NULL || plain == (locale_t)0) {
        tac_diag_no_memory(diag, TAC_TOO_LARGE, path);
        free(w);
        w = NULL;
    } else {
        // numbers are written with a point whatever the program's language
        locale_t before = uselocale(plain);
        rd->diag = diag;
        rd->path = path;
        rd->pool = &w->pool;
        rd->limits = *limits;
        w->pool.limit = limits->memory;
        int good = try_to_read(rd, d, w->out, path, text, size);
        tac_reader_close(rd);
        (void)uselocale(before);
        if (!good) {
            tac_document_free(w->out);
            w = NULL;
        }
    }
    free(rd);
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
    return w != NULL ? w->out : NULL;
}

void tac_document_free(void *out)
{
    if (out != NULL) {
        whole *w = (whole *)(void *)((unsigned char *)out - offsetof(whole, out));
        tac_pool_free(&w->pool);
        free(w);
    }
}

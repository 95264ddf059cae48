#include "file_diff.h"

#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "format/number.h"
#include "printable.h"
#include "system/files.h"

#define FILE_PREFIX "file/"

enum { PREFIX = sizeof FILE_PREFIX - 1, SHOWN = 80 };

typedef struct difference {
    long line; // from 1
    char a[SHOWN], b[SHOWN];
} difference;

// The line that begins there, without blanks around it.
static void copy_line(const char *text, size_t n, char out[SHOWN])
{
    size_t length = 0;
    while (n > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        n--;
    }
    while (length < n && text[length] != '\n' && text[length] != '\r') {
        length++;
    }
    (void)snprintf(out, SHOWN, "%.*s", (int)(length < SHOWN ? length : SHOWN - 1), text);
}

static bool find_difference(const void *x, size_t n, const void *y, size_t m, difference *d)
{
    const char *a = x, *b = y;
    size_t begin = 0, i = 0;
    *d = (difference){.line = 1};
    while (i < n && i < m && a[i] == b[i]) {
        if (a[i++] == '\n') {
            d->line++;
            begin = i;
        }
    }
    if (i == n && i == m) {
        return false;
    }
    copy_line(a + begin, n - begin, d->a);
    copy_line(b + begin, m - begin, d->b);
    return true;
}

static bool is_file(const tac_log_item *item)
{
    return strncmp(item->name, FILE_PREFIX, PREFIX) == 0;
}

// ---- two logs ------------------------------------------------------------------------------------

// The file of the other header that this one has to be held against: of its name, or both are the outermost.
static const tac_log_item *partner(const tac_log_header *a, const tac_log_item *x,
                                   const tac_log_header *b)
{
    const tac_log_item *same = tac_log_find(b, x->name);
    if (same || strcmp(x->name + PREFIX, tac_log_text(a, "model")) != 0) {
        return same;
    }
    const char *model = tac_log_text(b, "model");
    for (size_t i = 0; i < b->n; i++) {
        if (is_file(&b->item[i]) && strcmp(b->item[i].name + PREFIX, model) == 0) {
            return &b->item[i];
        }
    }
    return NULL;
}

// Numbers that were given, or came from elsewhere than a file's text.
static void print_parameter(const tac_log_header *a, const tac_log_header *b, FILE *out)
{
    const tac_log_item *x = tac_log_find(a, "parameter"), *y = tac_log_find(b, "parameter");
    const char *name = tac_log_text(a, "parameters");
    for (size_t k = 0; x && y && 8 * (k + 1) <= x->size && 8 * (k + 1) <= y->size; k++) {
        uint64_t p = tac_log_get(x->bytes + 8 * k, 8), q = tac_log_get(y->bytes + 8 * k, 8);
        if (p != q) {
            char first[TAC_NUMBER_SIZE], second[TAC_NUMBER_SIZE], shown[SHOWN];
            tac_number_print(tac_log_real(p), first);
            tac_number_print(tac_log_real(q), second);
            copy_line(name, strlen(name), shown);
            fprintf(out, "parameter     %s: %s | %s\n", TAC_SHOWN(shown), first, second);
            return;
        }
        name += strcspn(name, "\n");
        name += *name != '\0';
    }
}

void tac_log_print_files_differ(const tac_log_header *a, const tac_log_header *b, FILE *out)
{
    bool any = false;
    for (size_t i = 0; i < a->n; i++) {
        const tac_log_item *x = &a->item[i], *y = is_file(x) ? partner(a, x, b) : NULL;
        difference d;
        if (y && find_difference(x->bytes, x->size, y->bytes, y->size, &d)) {
            fprintf(out, "file          %s:%ld: %s", TAC_SHOWN(x->name + PREFIX), d.line,
                    TAC_SHOWN(d.a));
            fprintf(out, " | %s:%ld: %s\n", TAC_SHOWN(y->name + PREFIX), d.line, TAC_SHOWN(d.b));
            any = true;
        }
    }
    const char *given = tac_log_text(a, "given"), *other = tac_log_text(b, "given");
    difference d;
    if (find_difference(given, strlen(given), other, strlen(other), &d)) {
        fprintf(out, "given         %s", d.a[0] != '\0' ? TAC_SHOWN(d.a) : "nothing");
        fprintf(out, " | %s\n", d.b[0] != '\0' ? TAC_SHOWN(d.b) : "nothing");
    }
    if (!any) {
        print_parameter(a, b, out);
    }
}

// ---- a log and what is here ----------------------------------------------------------------------

// The bytes of a file here, at most one more than `most`; to be freed. NULL: it is not here.
static char *read_here(const char *path, size_t most, size_t *n)
{
    FILE *in = tac_open_plain(path);
    char *bytes = in ? malloc(most + 2) : NULL;
    *n = bytes ? fread(bytes, 1, most + 1, in) : 0;
    if (in) {
        (void)fclose(in);
    }
    return bytes;
}

bool tac_log_file_changed(const tac_log_header *h, char *text, size_t size)
{
    for (size_t i = 0; i < h->n; i++) {
        const tac_log_item *x = &h->item[i];
        size_t n = 0;
        char *here = is_file(x) ? read_here(x->name + PREFIX, x->size, &n) : NULL;
        difference d;
        bool changed = here && find_difference(x->bytes, x->size, here, n, &d);
        free(here);
        if (changed) {
            (void)snprintf(text, size, "%.200s:%ld is '%s' here now; what was recorded is '%s'",
                           x->name + PREFIX, d.line, d.b, d.a);
            return true;
        }
    }
    return false;
}

#define _POSIX_C_SOURCE 200809L
#include "import_lines.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "import_text.h"
#include "reader/expr.h"

#define MOST_BYTES ((size_t)4 << 30) // of one thing that files have many of

bool tac_lines_refuse(tac_lines *in, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tac_diag_set(in->diag, in->path, in->line > 0 ? in->line : 1, 1, format, arguments);
    va_end(arguments);
    return false;
}

bool tac_lines_no_memory(tac_lines *in)
{
    if (in->scratch->is_full || in->result->is_full) {
        return tac_lines_refuse(in, TAC_IMPORT_TOO_LARGE, (int)(TAC_IMPORT_MEMORY >> 30));
    }
    tac_diag_no_memory(in->diag, "%.400s:1:1: out of memory; free some", in->path);
    return false;
}

bool tac_lines_grow(tac_lines *in, void **things, size_t n, size_t *room, size_t size,
                    const char *what)
{
    if (n < *room) {
        return true;
    }
    size_t more = *room > 0 ? 2 * *room : 64;
    if (more > MOST_BYTES / size) {
        return tac_lines_refuse(in, "there are more than %zu %s; export a coarser model", n, what);
    }
    void *grown = realloc(*things, more * size);
    if (!grown) {
        return tac_lines_no_memory(in);
    }
    *things = grown;
    *room = more;
    return true;
}

bool tac_lines_open(tac_lines *in, const char *path)
{
    in->path = path;
    in->line = 0;
    in->failed = false;
    in->stream = tac_import_plain(path);
    return in->stream ||
           (errno == EINVAL
                ? tac_lines_refuse(in, "is no plain file; write what it gives into one")
                : tac_lines_refuse(in, "cannot be opened (%s); check the path", strerror(errno)));
}

bool tac_lines_close(tac_lines *in)
{
    bool good = !ferror(in->stream);
    (void)fclose(in->stream);
    in->stream = NULL;
    return !in->failed && (good || tac_lines_refuse(in, "cannot be read"));
}

bool tac_lines_next(tac_lines *in)
{
    if (!fgets(in->text, sizeof in->text, in->stream)) {
        return false;
    }
    in->line++;
    size_t n = strcspn(in->text, "\r\n");
    if (in->text[n] == '\0' && !feof(in->stream)) {
        in->failed =
            !tac_lines_refuse(in, "a line is longer than %d letters, or binary; export it as text",
                              (int)TAC_LINES_LETTERS - 2);
        return false;
    }
    in->text[n] = '\0';
    return true;
}

bool tac_lines_number(const char **at, double *x)
{
    const char *c = *at;
    while (*c == ' ' || *c == '\t' || *c == ',') {
        c++;
    }
    bool good = tac_expr_number(&c, c + strlen(c), x) && isfinite(*x);
    *at = c;
    return good;
}

bool tac_lines_whole(const char **at, int *n)
{
    double x;
    if (!tac_lines_number(at, &x) || !(x >= 1.0 && x <= (double)TAC_LINES_NUMBER) ||
        x != (double)(int)x) {
        return false;
    }
    *n = (int)x;
    return true;
}

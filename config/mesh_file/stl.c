// STL: triangles one after the other, each with points of its own.
#include "stl.h"

#include <string.h>

#include "bytes.h"
#include "reader/expr.h"

enum { HEAD = 84, FACET = 50 }; // bytes: a comment and the count; a normal, three points, two bytes

static bool add_corner(tac_mesh_reader *r, int line, const double x[3])
{
    if (!tac_mesh_add_point(r, line, x)) {
        return false;
    }
    size_t n = r->mesh->n_point;
    const size_t corner[3] = {n - 3, n - 2, n - 1};
    return n % 3 != 0 || tac_mesh_add_triangle(r, line, corner);
}

// ---- binary --------------------------------------------------------------------------------------

// A text may begin like a binary file but has not the length that it would say.
static bool is_binary(const tac_mesh_reader *r)
{
    return r->size >= HEAD &&
           r->size == HEAD + (uint64_t)FACET * tac_mesh_whole(r->text + HEAD - 4, 4);
}

static bool read_binary(tac_mesh_reader *r)
{
    uint32_t n = tac_mesh_whole(r->text + HEAD - 4, 4);
    for (uint32_t i = 0; i < n; i++) {
        const char *at = r->text + HEAD + (size_t)FACET * i + 12;
        for (int k = 0; k < 3; k++, at += 12) {
            const double x[3] = {tac_mesh_real(at), tac_mesh_real(at + 4), tac_mesh_real(at + 8)};
            if (!add_corner(r, 1, x)) {
                return false;
            }
        }
    }
    return true;
}

// ---- text ----------------------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const char *skip_blanks(const char *c, const char *end, int *line)
{
    while (c < end && is_blank(*c)) {
        *line += *c++ == '\n';
    }
    return c;
}

static size_t word_length(const char *c, const char *end)
{
    size_t n = 0;
    while (c + n < end && !is_blank(c[n])) {
        n++;
    }
    return n;
}

static bool is_word(const char *c, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(c, word, n) == 0;
}

// The rest of a line, as the name behind `solid`.
static const char *skip_line(const char *c, const char *end)
{
    const char *next = memchr(c, '\n', (size_t)(end - c));
    return next ? next : end;
}

static bool read_vertex(tac_mesh_reader *r, const char **at, const char *end, int *line)
{
    double x[3];
    for (int k = 0; k < 3; k++) {
        *at = skip_blanks(*at, end, line);
        if (!tac_expr_number(at, end, &x[k])) {
            return tac_mesh_refuse(r, *line, "'vertex' needs three numbers; export the mesh again");
        }
    }
    return add_corner(r, *line, x);
}

static bool read_text(tac_mesh_reader *r)
{
    const char *c = r->text, *end = r->text + r->size;
    int line = 1;
    for (c = skip_blanks(c, end, &line); c < end; c = skip_blanks(c, end, &line)) {
        size_t n = word_length(c, end);
        if (is_word(c, n, "solid") || is_word(c, n, "endsolid") || is_word(c, n, "facet")) {
            c = skip_line(c, end);
        } else if (is_word(c, n, "vertex")) {
            c += n;
            if (!read_vertex(r, &c, end, &line)) {
                return false;
            }
        } else if (is_word(c, n, "endloop") && r->mesh->n_point % 3 != 0) {
            return tac_mesh_refuse(r, line, "a facet has not three points; export triangles");
        } else if (is_word(c, n, "outer") || is_word(c, n, "loop") || is_word(c, n, "endloop") ||
                   is_word(c, n, "endfacet")) {
            c += n;
        } else {
            return tac_mesh_refuse(r, line,
                                   "'%.*s' does not belong to a file of STL; export the mesh "
                                   "again",
                                   (int)(n < 20 ? n : 20), c);
        }
    }
    return r->mesh->n_point % 3 == 0 ||
           tac_mesh_refuse(r, line, "the last facet has not three points; the file is cut off");
}

bool tac_mesh_read_stl(tac_mesh_reader *r)
{
    if (is_binary(r)) {
        return read_binary(r);
    }
    int line = 1;
    const char *end = r->text + r->size, *c = skip_blanks(r->text, end, &line);
    if (is_word(c, word_length(c, end), "solid") && !memchr(r->text, '\0', r->size)) {
        return read_text(r);
    }
    return tac_mesh_refuse(r, 1, "neither text nor binary STL of %zu bytes; the file is cut off",
                           r->size);
}

// OBJ: points and faces of them, line by line. Everything else in it is left out.
#include "obj.h"

#include "reader/expr.h"

typedef struct line {
    const char *at, *end;
    int number;
} line;

static void skip_blanks(line *l)
{
    while (l->at < l->end && (*l->at == ' ' || *l->at == '\t' || *l->at == '\r')) {
        l->at++;
    }
}

// The word that the line begins with, of one letter and a blank.
static bool begins(line *l, char word)
{
    skip_blanks(l);
    if (l->end - l->at < 2 || l->at[0] != word || (l->at[1] != ' ' && l->at[1] != '\t')) {
        return false;
    }
    l->at++;
    return true;
}

static bool read_point(tac_mesh_reader *r, line *l)
{
    double x[3];
    for (int k = 0; k < 3; k++) {
        skip_blanks(l);
        if (!tac_expr_number(&l->at, l->end, &x[k])) {
            return tac_mesh_refuse(r, l->number, "'v' needs three numbers; export the mesh again");
        }
    }
    return tac_mesh_add_point(r, l->number, x);
}

// A corner as 7, 7/1, 7//3, 7/1/3 or counted back from the last point, -1. True: there was one.
static bool read_corner(tac_mesh_reader *r, line *l, size_t *corner, bool *good)
{
    skip_blanks(l);
    if (l->at == l->end || *l->at == '#') {
        return false;
    }
    bool back = *l->at == '-';
    l->at += back;
    size_t n = r->mesh->n_point, x = 0;
    bool is_number = false;
    for (; l->at < l->end && *l->at >= '0' && *l->at <= '9'; l->at++) {
        x = x > n ? x : 10 * x + (size_t)(*l->at - '0'); // too large is too large
        is_number = true;
    }
    while (l->at < l->end && *l->at != ' ' && *l->at != '\t' && *l->at != '\r') { // texture, normal
        l->at++;
    }
    *good = (is_number && x >= 1 && x <= n) ||
            tac_mesh_refuse(r, l->number,
                            "'f' names a point that is not there; export the mesh "
                            "again");
    *corner = back ? n - x : x - 1;
    return *good;
}

// A face of any number of corners, as a fan.
static bool read_face(tac_mesh_reader *r, line *l)
{
    size_t corner[3], next;
    int n = 0;
    bool good = true;
    for (; read_corner(r, l, &next, &good); n++) {
        if (n > 2) {
            corner[1] = corner[2];
        }
        corner[n < 2 ? n : 2] = next;
        if (n >= 2 && !tac_mesh_add_triangle(r, l->number, corner)) {
            return false;
        }
    }
    return good &&
           (n > 2 || tac_mesh_refuse(r, l->number, "a face has %d corners; it needs three", n));
}

bool tac_mesh_read_obj(tac_mesh_reader *r)
{
    const char *end = r->text + r->size;
    line l = {.at = r->text, .number = 1};
    for (; l.at < end; l.number++) {
        l.end = l.at;
        while (l.end < end && *l.end != '\n') {
            l.end++;
        }
        const char *next = l.end + (l.end < end);
        if (!(begins(&l, 'v') ? read_point(r, &l) : !begins(&l, 'f') || read_face(r, &l))) {
            return false;
        }
        l.at = next;
    }
    return true;
}

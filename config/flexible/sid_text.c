// Sections between NAME and "end NAME" of lines "key = value", matrices as Taylor terms m0(row, column) and m1(row,
// mode, column); some write m1(row, column, mode), which is told by the sizes.
#define _GNU_SOURCE
#include "sid_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_NODES = 100000, NAME = 32 };

// ---- lines ---------------------------------------------------------------------------------------

// The line at hand without blanks around; "" for a blank one.
static char *trimmed(char *line)
{
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n > 0 && isspace((unsigned char)line[n - 1]); n--) {
        line[n - 1] = '\0';
    }
    return line;
}

// The word that a line begins with, and what stands behind '=', NULL: nothing.
static const char *word_of(const char *line, char word[NAME])
{
    const char *equal = strchr(line, '=');
    size_t n = 0;
    while (n + 1 < NAME && (isalnum((unsigned char)line[n]) || line[n] == '_')) {
        word[n] = line[n];
        n++;
    }
    word[n] = '\0';
    return equal ? equal + 1 + strspn(equal + 1, " \t") : NULL;
}

static bool is_end(const char *line, const char *name)
{
    return strncasecmp(line, "end", 3) == 0 && isspace((unsigned char)line[3]) &&
           strcasecmp(line + 3 + strspn(line + 3, " \t"), name) == 0;
}

static bool value_of(tac_import_text *t, const char *word, const char *text, double *x)
{
    const char *at = text;
    return (text && tac_import_number(&at, x)) ||
           tac_import_refuse(t, "'%s' needs a number: %s = NUMBER", word, word);
}

static bool whole_of(tac_import_text *t, const char *word, const char *text, int most, int *n)
{
    double x;
    if (!value_of(t, word, text, &x)) {
        return false;
    }
    if (!(x >= 0.0 && x <= (double)most) || floor(x) != x) {
        return tac_import_refuse(t, "'%s' is a whole number up to %d, not %g", word, most, x);
    }
    *n = (int)x;
    return true;
}

static bool skip(tac_import_text *t, const char *name)
{
    while (tac_import_next(t)) {
        if (is_end(trimmed(t->line), name)) {
            return true;
        }
    }
    return tac_import_refuse(t, "the file ends before 'end %s'; was it cut off?", name);
}

// ---- matrices ------------------------------------------------------------------------------------

static bool indices_of(tac_import_text *t, const char *line, int n, int *index)
{
    const char *at = strchr(line, '(');
    for (int k = 0; at && k < n; k++) {
        char *end;
        long x = strtol(at + 1, &end, 10);
        at = end + strspn(end, " \t");
        if (x < 1 || x > 1000000 || *at != (k + 1 < n ? ',' : ')')) {
            at = NULL;
        } else {
            index[k] = (int)x - 1;
        }
    }
    return at ||
           tac_import_refuse(t, n == 2 ? "a term of order 0 is m0(row, column) = NUMBER"
                                       : "a term of order 1 is m1(row, mode, column) = NUMBER");
}

static bool read_m0(tac_import_text *t, const char *line, const char *value, tac_sid_matrix *m)
{
    int at[2];
    double x;
    if (!indices_of(t, line, 2, at) || !value_of(t, "m0", value, &x)) {
        return false;
    }
    if (at[0] >= m->rows || at[1] >= m->columns) {
        return tac_import_refuse(t, "m0(%d,%d) is outside of %d rows and %d columns", at[0] + 1,
                                 at[1] + 1, m->rows, m->columns);
    }
    m->m0[at[0] * m->columns + at[1]] = x;
    if (m->structure == 2) {
        m->m0[at[1] * m->columns + at[0]] = x;
    }
    return true;
}

static bool read_m1(tac_import_text *t, const char *line, const char *value, tac_sid *s,
                    tac_sid_matrix *m)
{
    int at[3];
    double x;
    if (!indices_of(t, line, 3, at) || !value_of(t, "m1", value, &x)) {
        return false;
    }
    bool second = at[1] < s->n && at[2] < m->columns, third = at[2] < s->n && at[1] < m->columns;
    s->not_mode_second = s->not_mode_second || !second;
    s->not_mode_third = s->not_mode_third || !third;
    if (at[0] >= m->rows || (s->not_mode_second && s->not_mode_third)) {
        return tac_import_refuse(t, "m1(%d,%d,%d) is outside of %d rows, %d modes and %d columns",
                                 at[0] + 1, at[1] + 1, at[2] + 1, m->rows, s->n, m->columns);
    }
    if (m->n == m->room) {
        size_t room = m->room > 0 ? 2 * m->room : 64;
        tac_sid_term *more = tac_pool_take(t->pool, room, sizeof *more);
        if (!more) {
            return tac_import_no_memory(t);
        }
        if (m->n > 0) {
            memcpy(more, m->m1, m->n * sizeof *more);
        }
        m->m1 = more;
        m->room = room;
    }
    m->m1[m->n++] = (tac_sid_term){at[0], at[1], at[2], t->number, x};
    return true;
}

static bool open_matrix(tac_import_text *t, const char *name, int rows, int columns,
                        tac_sid_matrix *m)
{
    if (m->is_there) {
        return tac_import_refuse(t, "'%s' is there twice; remove one", name);
    }
    *m = (tac_sid_matrix){true, t->number, rows, columns, 3, NULL, NULL, 0, 0};
    m->m0 = tac_import_take(t, (size_t)rows * (size_t)columns);
    return m->m0 != NULL;
}

// A number of the head of a matrix: that which is expected.
static bool check_head(tac_import_text *t, const char *name, const char *word, const char *value,
                       int wanted)
{
    int x;
    if (!whole_of(t, word, value, 1000000, &x)) {
        return false;
    }
    return x == wanted || tac_import_refuse(t,
                                            "'%s' of '%s' is %d, where the modes of the body ask "
                                            "for %d",
                                            word, name, x, wanted);
}

// How the terms of order 0 are told: 2, one triangle of a symmetric matrix; 4, the unit matrix.
static bool read_structure(tac_import_text *t, const char *name, const char *value,
                           tac_sid_matrix *m)
{
    if (!whole_of(t, "structure", value, 4, &m->structure)) {
        return false;
    }
    return m->rows == m->columns || (m->structure != 2 && m->structure != 4) ||
           tac_import_refuse(t, "'%s' is not square and cannot be %s", name,
                             m->structure == 2 ? "symmetric" : "a unit matrix");
}

static bool read_matrix(tac_import_text *t, const char *name, int rows, int columns, tac_sid *s,
                        tac_sid_matrix *m)
{
    if (!open_matrix(t, name, rows, columns, m)) {
        return false;
    }
    while (tac_import_next(t)) {
        char *line = trimmed(t->line), word[NAME];
        const char *value = word_of(line, word);
        bool good = true;
        if (is_end(line, name)) {
            for (int i = 0; m->structure == 4 && i < rows; i++) {
                m->m0[i * columns + i] = 1.0;
            }
            return true;
        }
        if (strcasecmp(word, "nrow") == 0) {
            good = check_head(t, name, word, value, rows);
        } else if (strcasecmp(word, "ncol") == 0) {
            good = check_head(t, name, word, value, columns);
        } else if (strcasecmp(word, "structure") == 0) {
            good = read_structure(t, name, value, m);
        } else if (strcasecmp(word, "m0") == 0) {
            good = read_m0(t, line, value, m);
        } else if (strcasecmp(word, "m1") == 0) {
            good = read_m1(t, line, value, s, m);
        } else if (strcasecmp(word, "mn") == 0) {
            good = tac_import_refuse(t, "terms of higher order are not read; export order 1");
        } else if (word[0] != '\0' && strcasecmp(word, "order") != 0 &&
                   strcasecmp(word, "nq") != 0 && strcasecmp(word, "nqn") != 0) {
            good = tac_import_refuse(t, "'%.30s' is not known in '%s'", word, name);
        }
        if (!good) {
            return false;
        }
    }
    return tac_import_refuse(t, "the file ends before 'end %s'; was it cut off?", name);
}

double *tac_sid_first_order(tac_import_text *t, const tac_sid *s, const tac_sid_matrix *m)
{
    size_t size = (size_t)m->rows * (size_t)m->columns;
    double *x = tac_import_take(t, (size_t)s->n * size);
    for (size_t i = 0; x && i < m->n; i++) {
        const tac_sid_term *e = &m->m1[i];
        int mode = s->not_mode_second ? e->b : e->a, column = s->not_mode_second ? e->a : e->b;
        x[(size_t)mode * size + (size_t)(e->row * m->columns + column)] = e->x;
        if (m->structure == 2) {
            x[(size_t)mode * size + (size_t)(column * m->columns + e->row)] = e->x;
        }
    }
    return x;
}

// ---- sections ------------------------------------------------------------------------------------

static bool read_refmod(tac_import_text *t, tac_sid *s)
{
    if (s->n > 0) { // what was read since has that many modes
        return tac_import_refuse(t, "'refmod' is there twice; remove one");
    }
    while (tac_import_next(t)) {
        char *line = trimmed(t->line), word[NAME];
        const char *value = word_of(line, word);
        bool good = true;
        if (is_end(line, "refmod")) {
            if (s->n < 1 || !(s->has_mass && s->mass > 0.0)) {
                return tac_import_refuse(t,
                                         "refmod needs a mass above zero and nelastq, the number "
                                         "of modes");
            }
            return true;
        }
        if (strcasecmp(word, "mass") == 0) {
            good = value_of(t, word, value, &s->mass);
            s->has_mass = true;
        } else if (strcasecmp(word, "nelastq") == 0) {
            good = whole_of(t, word, value, TAC_MOST_MODES, &s->n);
        }
        if (!good) {
            return false;
        }
    }
    return tac_import_refuse(t, "the file ends before 'end refmod'; was it cut off?");
}

static bool add_node(tac_import_text *t, tac_sid *s, const char *value)
{
    double label;
    if (s->n_node == MOST_NODES || !value_of(t, "new node", value, &label)) {
        return s->n_node < MOST_NODES ? false : tac_import_refuse(t, "there are too many nodes");
    }
    if (s->n_node == s->room) {
        int room = s->room > 0 ? 2 * s->room : 16;
        tac_sid_node *more = tac_pool_take(t->pool, (size_t)room, sizeof *more);
        if (!more) {
            return tac_import_no_memory(t);
        }
        if (s->n_node > 0) {
            memcpy(more, s->node, (size_t)s->n_node * sizeof *more);
        }
        s->node = more;
        s->room = room;
    }
    s->node[s->n_node++].label = fabs(label) < 2e9 ? (int)label : -1;
    return true;
}

static bool read_node(tac_import_text *t, tac_sid *s)
{
    tac_sid_node *k = &s->node[s->n_node - 1];
    while (tac_import_next(t)) {
        char *line = trimmed(t->line), word[NAME];
        const char *value = word_of(line, word);
        bool good = true;
        if (is_end(line, "node")) {
            if (!k->origin.is_there || !k->phi.is_there) {
                return tac_import_refuse(t, "node %d has no %s", k->label,
                                         k->origin.is_there ? "phi" : "origin");
            }
            return true;
        }
        if (strcasecmp(word, "rframe") == 0) {
            good = !value || strncasecmp(value, "body ref", 8) == 0 ||
                   tac_import_refuse(
                       t, "node %d is told in the frame '%.40s'; only 'body ref' is read", k->label,
                       value);
        } else if (strcasecmp(word, "origin") == 0) {
            good = read_matrix(t, "origin", 3, 1, s, &k->origin);
        } else if (strcasecmp(word, "phi") == 0) {
            good = read_matrix(t, "phi", 3, s->n, s, &k->phi);
        } else if (strcasecmp(word, "psi") == 0) {
            good = read_matrix(t, "psi", 3, s->n, s, &k->psi);
        } else if (strcasecmp(word, "AP") == 0 || strcasecmp(word, "sigma") == 0) {
            good = skip(t, strcasecmp(word, "AP") == 0 ? "AP" : "sigma");
        } else if (word[0] != '\0') {
            good = tac_import_refuse(t, "'%.30s' is not known in a node", word);
        }
        if (!good) {
            return false;
        }
    }
    return tac_import_refuse(t, "the file ends before 'end node'; was it cut off?");
}

static bool read_frame(tac_import_text *t, tac_sid *s)
{
    while (tac_import_next(t)) {
        char *line = trimmed(t->line), word[NAME];
        const char *value = word_of(line, word);
        if (is_end(line, "frame")) {
            return true;
        }
        if (line[0] == '\0') {
            continue;
        }
        if (strncasecmp(line, "new node", 8) != 0) {
            return tac_import_refuse(t, "'%.30s' is not known in 'frame', which has 'new node'",
                                     line);
        }
        if (!add_node(t, s, value) || !read_node(t, s)) {
            return false;
        }
    }
    return tac_import_refuse(t, "the file ends before 'end frame'; was it cut off?");
}

static bool read_section(tac_import_text *t, const char *word, tac_sid *s)
{
    const struct {
        const char *name;
        int rows, columns;
        tac_sid_matrix *to; // NULL: not used
    } all[] = {
        {"mdCM", 3, 1, &s->mdCM},   {"J", 3, 3, &s->J},         {"Ct", s->n, 3, &s->Ct},
        {"Cr", s->n, 3, &s->Cr},    {"Me", s->n, s->n, &s->Me}, {"Gr", 0, 0, NULL},
        {"Ge", 0, 0, NULL},         {"Oe", s->n, 6, &s->Oe},    {"ksigma", s->n, 1, &s->ksigma},
        {"Ke", s->n, s->n, &s->Ke}, {"De", s->n, s->n, &s->De}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcasecmp(word, all[i].name) == 0) {
            return all[i].to
                       ? read_matrix(t, all[i].name, all[i].rows, all[i].columns, s, all[i].to)
                       : skip(t, all[i].name);
        }
    }
    return tac_import_refuse(t, "'%.30s' is not known in standard input data", word);
}

bool tac_sid_read(tac_import_text *t, tac_sid *s)
{
    bool is_open = false;
    while (tac_import_next(t)) {
        char *line = trimmed(t->line), word[NAME];
        bool good = true;
        (void)word_of(line, word);
        if (!is_open) { // counts and comments before the part
            const char *stiff = strcasestr(line, "Geo_Stiff");
            if (stiff && strcasestr(stiff, "yes")) {
                return tac_import_refuse(t,
                                         "geometric stiffness (Geo_Stiff= yes) is not read, and "
                                         "cannot be told from inertia; export the body without it");
            }
            is_open = strcasecmp(word, "part") == 0 || strncasecmp(line, "new modal", 9) == 0;
            continue;
        }
        if (strcasecmp(word, "refmod") == 0) {
            good = read_refmod(t, s);
        } else if (strcasecmp(word, "frame") == 0 || strcasecmp(line, "new frame") == 0) {
            good =
                s->n > 0 ? read_frame(t, s) : tac_import_refuse(t, "'frame' comes before 'refmod'");
        } else if (word[0] != '\0' && strncasecmp(line, "new modal", 9) != 0 &&
                   strcasecmp(word, "end") != 0) {
            good = s->n > 0 ? read_section(t, word, s)
                            : tac_import_refuse(t, "'%.30s' comes before 'refmod'", word);
        }
        if (!good) {
            return false;
        }
    }
    t->number = 1;
    const char *lacks = s->n < 1            ? "refmod"
                        : s->n_node < 1     ? "frame with a node"
                        : !s->mdCM.is_there ? "mdCM"
                        : !s->J.is_there    ? "J"
                        : !s->Ct.is_there   ? "Ct"
                        : !s->Cr.is_there   ? "Cr"
                        : !s->Me.is_there   ? "Me"
                        : !s->Oe.is_there   ? "Oe"
                        : !s->Ke.is_there   ? "Ke"
                                            : NULL;
    return !lacks ||
           tac_import_refuse(t, "there is no '%s'; are these standard input data?", lacks);
}

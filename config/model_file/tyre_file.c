// Property files of tyres: sections in brackets, lines `KEY = value $ comment`, lines that start with `$` or `!`, texts
// in quotes, tables in braces, which have nothing that is read. Upper or lower case. Values have the units of the
// section [UNITS], wherever in the file that is.
#include "tyre_file.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "element_types.h"
#include "model_reader.h"
#include "reader/expr.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "tmeasy.h"

enum { LONGEST = 64 }; // of a section, a key or a word that counts

typedef struct unit {
    const char *word;
    double is; // in SI units
} unit;

static const unit lengths[] = {{"meter", 1.0},     {"metre", 1.0},       {"m", 1.0},
                               {"mm", 1e-3},       {"millimeter", 1e-3}, {"millimetre", 1e-3},
                               {"cm", 1e-2},       {"centimeter", 1e-2}, {"km", 1e3},
                               {"kilometer", 1e3}, {"inch", 0.0254},     {"in", 0.0254},
                               {"foot", 0.3048},   {"ft", 0.3048},       {NULL, 0.0}};
static const unit forces[] = {{"newton", 1.0},
                              {"n", 1.0},
                              {"kilonewton", 1e3},
                              {"kn", 1e3},
                              {"pound_force", 4.4482216152605},
                              {"lbf", 4.4482216152605},
                              {"kilogram_force", 9.80665},
                              {"kgf", 9.80665},
                              {NULL, 0.0}};
static const unit angles[] = {{"radians", 1.0},
                              {"radian", 1.0},
                              {"rad", 1.0},
                              {"degrees", 0.017453292519943295},
                              {"degree", 0.017453292519943295},
                              {"deg", 0.017453292519943295},
                              {NULL, 0.0}};
static const unit times[] = {{"second", 1.0},  {"seconds", 1.0}, {"sec", 1.0},
                             {"s", 1.0},       {"ms", 1e-3},     {"millisecond", 1e-3},
                             {"minute", 60.0}, {"min", 60.0},    {"hour", 3600.0},
                             {"h", 3600.0},    {NULL, 0.0}};
static const unit pressures[] = {
    {"pascal", 1.0}, {"pa", 1.0},         {"kpa", 1e3}, {"kilopascal", 1e3},
    {"mpa", 1e6},    {"megapascal", 1e6}, {"bar", 1e5}, {"psi", 6894.757293168361},
    {NULL, 0.0}};

typedef enum dimension { LENGTH, FORCE, ANGLE, TIME, PRESSURE, N_DIMENSION } dimension;

static const struct {
    const char *key;
    const unit *of;
} units[N_DIMENSION] = {[LENGTH] = {"LENGTH", lengths},
                        [FORCE] = {"FORCE", forces},
                        [ANGLE] = {"ANGLE", angles},
                        [TIME] = {"TIME", times},
                        [PRESSURE] = {"PRESSURE", pressures}};

typedef struct tir {
    const tac_place *p;
    const char *path;
    const char *at, *end; // the line, and where it ends without its comment
    int line;
    char section[LONGEST];
    bool in_table;
    double is[N_DIMENSION]; // units of the file
    double c[TAC_MOST_TYRE_NUMBERS];
    int where[TAC_MOST_TYRE_NUMBERS]; // line of a coefficient, 0: it is missing
    int fittyp, fittyp_line;          // 0: there is none
    char format[LONGEST];
    int format_line;
} tir;

// ---- lines -----------------------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void trim(const char **from, const char **end)
{
    while (*from < *end && is_blank(**from)) {
        (*from)++;
    }
    while (*from < *end && is_blank((*end)[-1])) {
        (*end)--;
    }
}

// Ends a line before its comment, which begins outside of quotes.
static const char *without_comment(const char *at, const char *end)
{
    char quote = 0;
    for (; at < end && (quote || (*at != '$' && *at != '!')); at++) {
        quote = quote ? (*at == quote ? 0 : quote) : (*at == '\'' || *at == '"') ? *at : 0;
    }
    return at;
}

static void copy_word(char *to, const char *from, const char *end)
{
    trim(&from, &end);
    if (from < end && (*from == '\'' || *from == '"')) {
        char quote = *from++;
        const char *closed = memchr(from, quote, (size_t)(end - from));
        end = closed ? closed : end;
        trim(&from, &end);
    }
    size_t n = (size_t)(end - from) < LONGEST - 1 ? (size_t)(end - from) : LONGEST - 1;
    memcpy(to, from, n);
    to[n] = 0;
}

// Refuses the line, at a letter of it.
#define REFUSE(f, letter, ...) \
    tac_refuse_at((f)->p->rd, (f)->path, (f)->line, (int)((letter) - (f)->at) + 1, __VA_ARGS__)

// ---- values ------------------------------------------------------------------------------------------

static bool read_number(const char *from, const char *end, double *x)
{
    const char *at = from;
    return tac_expr_number(&at, end, x) && at == end && isfinite(*x);
}

// The number behind a key; false where there is none.
static bool value_of(const tir *f, const char *key, const char *from, const char *end, double *x)
{
    trim(&from, &end);
    if (from == end) {
        return false;
    }
    if (!read_number(from, end, x)) {
        REFUSE(f, from, "'%.*s' is not a number, which '%s' of [%s] needs; write e.g. 1.5e-3",
               (int)(end - from < 40 ? end - from : 40), from, key, f->section);
    }
    return true;
}

static void read_unit(tir *f, const char *key, const char *from, const char *end)
{
    char word[LONGEST];
    copy_word(word, from, end);
    for (int d = 0; d < N_DIMENSION && word[0]; d++) {
        const unit *u = units[d].of;
        if (strcasecmp(key, units[d].key) != 0) {
            continue;
        }
        while (u->word && strcasecmp(u->word, word) != 0) {
            u++;
        }
        if (!u->word) {
            REFUSE(f, from, "unit '%s' of %s is not known; write e.g. '%s' or '%s'", word,
                   units[d].key, units[d].of[0].word, units[d].of[3].word);
        }
        f->is[d] = u->is;
    }
}

static void read_coefficient(tir *f, const char *key, const char *from, const char *end)
{
    double x;
    int k;
    const tac_tyre_key *known = tac_tyre_key_called(key, &k);
    if (!known || !known->section || !value_of(f, key, from, end, &x)) {
        return;
    }
    if (f->where[k] > 0 && f->c[k] != x) {
        REFUSE(f, from, "'%s' has another value in line %d; remove one", key, f->where[k]);
    }
    f->c[k] = x;
    f->where[k] = f->line;
}

// A number that files have by other words.
static void say(tir *f, const char *name, double x)
{
    int k;
    if (tac_tyre_key_called(name, &k)) {
        f->c[k] = x;
    }
}

static void read_model(tir *f, const char *key, const char *from, const char *end)
{
    char word[LONGEST];
    double x;
    copy_word(word, from, end);
    if (strcasecmp(key, "FITTYP") == 0 && value_of(f, key, from, end, &x)) {
        f->fittyp = (int)fmax(fmin(x, 1e6), -1e6);
        f->fittyp_line = f->line;
    } else if (strcasecmp(key, "PROPERTY_FILE_FORMAT") == 0) {
        memcpy(f->format, word, sizeof word);
        f->format_line = f->line;
    } else if (strcasecmp(key, "TYRESIDE") == 0) {
        say(f, "RIGHT", strcasecmp(word, "right") == 0);
    }
}

static void read_pair(tir *f, const char *equals)
{
    char key[LONGEST];
    copy_word(key, f->at, equals);
    if (key[0] == 0) {
        REFUSE(f, equals, "a key is missing before '='; write KEY = value");
    }
    if (strcasecmp(f->section, "UNITS") == 0) {
        read_unit(f, key, equals + 1, f->end);
    } else {
        read_model(f, key, equals + 1, f->end);
        read_coefficient(f, key, equals + 1, f->end);
    }
}

static void read_line(tir *f)
{
    const char *from = f->at, *end = f->end = without_comment(f->at, f->end);
    trim(&from, &end);
    const char *equals = memchr(from, '=', (size_t)(end - from));
    if (from == end || *from == '*') {
        return;
    }
    if (*from == '[') {
        const char *closed = memchr(from, ']', (size_t)(end - from));
        if (!closed) {
            REFUSE(f, from, "']' is missing behind the name of a section");
        }
        copy_word(f->section, from + 1, closed);
        f->in_table = false;
    } else if (*from == '{') {
        f->in_table = true;
    } else if (equals) {
        f->in_table = false;
        read_pair(f, equals);
    } else if (!f->in_table) {
        REFUSE(f, from, "'%.*s' is no line of a property file; write KEY = value or [SECTION]",
               (int)(end - from < 40 ? end - from : 40), from);
    }
}

static void read_lines(tir *f, const char *text, size_t size)
{
    const char *end = text + size;
    for (f->line = 1; text < end; f->line++) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        f->at = text;
        f->end = line ? line : end;
        const char *zero = memchr(text, 0, (size_t)(f->end - text));
        if (zero) {
            REFUSE(f, zero, "the file has bytes that are no text; give a property file of a tyre");
        }
        read_line(f);
        text = line ? line + 1 : end;
    }
}

// ---- what the file says --------------------------------------------------------------------------------

#define REFUSE_LINE(f, where, ...) \
    tac_refuse_at((f)->p->rd, (f)->path, (where) > 0 ? (where) : 1, 1, __VA_ARGS__)

static bool is_among(const char *word, const char *const *list)
{
    while (*list && strcasecmp(*list, word) != 0) {
        list++;
    }
    return *list != NULL;
}

// Which formula the coefficients are of.
static void find_version(tir *f)
{
    static const char *const old_formats[] = {"PAC2002", "MF_05", "MF_52", "MF05", "MF52", NULL};
    static const int old[] = {5, 6, 21, 51, 52}, recent[] = {61, 62};
    bool is_old = is_among(f->format, old_formats), is_recent = false;
    for (int i = 0; i < 5; i++) {
        is_old = is_old || f->fittyp == old[i];
    }
    for (int i = 0; i < 2; i++) {
        is_recent = is_recent || f->fittyp == recent[i];
    }
    if (f->fittyp == 0 && !is_old) {
        REFUSE_LINE(f, f->format_line,
                    f->format[0] ? "format '%s' of [MODEL] is none of the Magic Formula 6.1 or "
                                   "5.2; give FITTYP = 61, 62, 52, 6 or 5"
                                 : "[MODEL] has no FITTYP%s; it says which formula the "
                                   "coefficients are of: 61, 62, 52, 6 or 5",
                    f->format);
    }
    if (!is_old && !is_recent) {
        REFUSE_LINE(f, f->fittyp_line,
                    "FITTYP = %d of [MODEL] is not known; of the Magic Formula there are 6.1 (61, "
                    "62) and 5.2 (5, 6, 21, 51, 52, or format PAC2002)",
                    f->fittyp);
    }
    say(f, "OLD", is_recent ? 0.0 : 1.0);
    say(f, "FITTYP", f->fittyp);
}

static double unit_of(const tir *f, tac_tyre_unit of)
{
    switch (of) {
    case TAC_TYRE_LENGTH:
        return f->is[LENGTH];
    case TAC_TYRE_FORCE:
        return f->is[FORCE];
    case TAC_TYRE_ANGLE:
        return f->is[ANGLE];
    case TAC_TYRE_SPEED:
        return f->is[LENGTH] / f->is[TIME];
    case TAC_TYRE_STIFFNESS:
        return f->is[FORCE] / f->is[LENGTH];
    case TAC_TYRE_DAMPING:
        return f->is[FORCE] * f->is[TIME] / f->is[LENGTH];
    case TAC_TYRE_PRESSURE:
        return f->is[PRESSURE];
    case TAC_TYRE_NUMBER:
        break;
    }
    return 1.0;
}

// Values in SI units; what is missing has the other value.
static void fill_coefficients(tir *f)
{
    for (int k = 0; k < tac_tyre_number_count(); k++) {
        const tac_tyre_key *key = tac_tyre_key_of(k);
        if (!key->section) {
            continue;
        }
        if (f->where[k] == 0 && key->use == TAC_TYRE_NEEDED) {
            REFUSE_LINE(f, 1, "[%s] has no %s, which a tyre needs; add it", key->section,
                        key->name);
        }
        f->c[k] = f->where[k] == 0 ? key->otherwise : f->c[k] * unit_of(f, key->unit);
    }
}

static void complete(tir *f)
{
    const char *name, *wrong = tac_tyre_complete(f->c, &name);
    int k;
    const tac_tyre_key *key = wrong ? tac_tyre_key_called(name, &k) : NULL;
    if (key) {
        REFUSE_LINE(f, f->where[k], "%s of [%s] %s", key->name, key->section, wrong);
    }
}

// ---- tables ----------------------------------------------------------------------------------------------

int tac_add_numbers(const tac_place *p, const char *name, const double *c, int n)
{
    tac_model_reader *model = tac_model_of(p);
    double *x = tac_reader_take(&model->rd, (size_t)n, sizeof *x);
    double *y = tac_reader_take(&model->rd, (size_t)n, sizeof *y);
    for (int k = 0; k < n; k++) {
        x[k] = k;
        y[k] = c[k];
    }
    int index = model->signals.table.n;
    tac_table_desc *t = tac_list_add(&model->rd, &model->signals.table, sizeof *t);
    *t = (tac_table_desc){n, x, y, TAC_LINEAR};
    tac_list_add_text(&model->rd, &model->signals.table_name, name);
    return index;
}

static int read_file(const tac_place *p, const tac_node *file)
{
    tac_model_reader *model = tac_model_of(p);
    tir f = {.p = p, .is = {1.0, 1.0, 1.0, 1.0, 1.0}};
    f.path = tac_relative_path(p->rd, p->in->path, tac_text(p, file, "file"));
    int known = tac_names_find(&model->signals.tyre_names, f.path);
    if (known >= 0) {
        return known;
    }
    size_t size = tac_read_whole_file(p->rd, f.path, file->file, file->line, file->column);
    tac_list_add_text(p->rd, &model->file_name, f.path);
    tac_reader_work(p->rd, size);
    const char *text = tac_copy_text(p->rd, p->rd->text, size);
    bool has_mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    read_lines(&f, text + (has_mark ? 3 : 0), size - (has_mark ? 3 : 0));
    find_version(&f);
    fill_coefficients(&f);
    complete(&f);
    int index = tac_add_numbers(p, f.path, f.c, tac_tyre_number_count());
    tac_names_add(p->rd, &model->signals.tyre_names, file, "file", f.path, index);
    return index;
}

int tac_read_tyre(const tac_place *p, const tac_node *node)
{
    return node->kind == TAC_MAP ? tac_read_tmeasy(p, node) : read_file(p, node);
}

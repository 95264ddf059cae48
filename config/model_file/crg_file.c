#include "crg_file.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "element_types.h"
#include "elementary.h"
#include "model_reader.h"
#include "reader/texts.h"

enum { RECORD = 80, MOST_COLUMNS = 100000 };

// What a channel of the numbers is: of the line, or the height at a place or of a number.
typedef enum channel_kind { HEADING, BANK, SLOPE, HEIGHT } channel_kind;

typedef struct channel {
    channel_kind kind;
    double place; // or number
    bool by_number;
    int line, column; // of the file; among heights
} channel;

// Values of the header that are taken.
typedef enum header_key {
    START_U,
    END_U,
    INCREMENT,
    START_X,
    START_Y,
    END_X,
    END_Y,
    START_PHI,
    START_Z,
    END_Z,
    START_B,
    START_S,
    V_RIGHT,
    V_LEFT,
    V_INCREMENT,
    N_HEADER
} header_key;

static const char *const header_name[N_HEADER] = {
    [START_U] = "reference_line_start_u",      [END_U] = "reference_line_end_u",
    [INCREMENT] = "reference_line_increment",  [START_X] = "reference_line_start_x",
    [START_Y] = "reference_line_start_y",      [END_X] = "reference_line_end_x",
    [END_Y] = "reference_line_end_y",          [START_PHI] = "reference_line_start_phi",
    [START_Z] = "reference_line_start_z",      [END_Z] = "reference_line_end_z",
    [START_B] = "reference_line_start_b",      [START_S] = "reference_line_start_s",
    [V_RIGHT] = "long_section_v_right",        [V_LEFT] = "long_section_v_left",
    [V_INCREMENT] = "long_section_v_increment"};

typedef struct crg {
    tac_reader *rd;
    const char *path;
    const char *at, *end; // the rest of the file
    int line;
    double value[N_HEADER];
    bool has[N_HEADER];
    tac_list channel;
    bool is_text, is_double, has_format;
    int section; // as below
    int rows, columns;
    double *out;
} crg;

enum { IN_NOTHING, IN_COMMENT, IN_ROAD, IN_CHOICES, IN_CHANNELS };

// ---- lines ---------------------------------------------------------------------------------------

// A line without its end, and what a comment begins in it; false at the end of the file.
static bool next_line(crg *f, const char **line, int *n)
{
    if (f->at >= f->end) {
        return false;
    }
    const char *end = memchr(f->at, '\n', (size_t)(f->end - f->at));
    end = end ? end : f->end;
    size_t length = (size_t)(end - f->at);
    *line = f->at;
    *n = length < 100000 ? (int)length : 100000;
    while (*n > 0 && ((*line)[*n - 1] == '\r' || (*line)[*n - 1] == ' ')) {
        --*n;
    }
    f->at = end < f->end ? end + 1 : end;
    f->line++;
    return true;
}

static int without_comment(const char *line, int n)
{
    const char *mark = memchr(line, '!', (size_t)n);
    n = mark ? (int)(mark - line) : n;
    while (n > 0 && line[n - 1] == ' ') {
        n--;
    }
    return n;
}

// Whether a text begins with a word, in upper or lower case.
static bool begins(const char *text, int n, const char *word)
{
    int i = 0;
    while (word[i] && i < n && tolower((unsigned char)text[i]) == word[i]) {
        i++;
    }
    return word[i] == '\0';
}

static bool is_word(const char *text, int n, const char *word)
{
    return begins(text, n, word) && (int)strlen(word) == n;
}

// The number that a text is, with blanks around it; not a number for anything else.
static double number_of(const char *text, int n)
{
    char copy[64];
    while (n > 0 && *text == ' ') {
        text++, n--;
    }
    while (n > 0 && text[n - 1] == ' ') {
        n--;
    }
    if (n <= 0 || n >= (int)sizeof copy) {
        return (double)NAN;
    }
    for (int i = 0; i < n; i++) {
        copy[i] = text[i];
        copy[i] = copy[i] == 'd' || copy[i] == 'D' ? 'e' : copy[i];
    }
    copy[n] = '\0';
    const char *c = copy;
    double x;
    return tac_expr_number(&c, copy + n, &x) && c == copy + n ? x : (double)NAN;
}

// ---- header --------------------------------------------------------------------------------------

static void read_value(crg *f, const char *line, int n)
{
    const char *equals = memchr(line, '=', (size_t)n);
    if (!equals) {
        return;
    }
    int length = (int)(equals - line);
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '.')) {
        length--;
    }
    for (int k = 0; k < N_HEADER; k++) {
        if (is_word(line, length, header_name[k])) {
            f->value[k] = number_of(equals + 1, (int)(line + n - equals - 1));
            f->has[k] = true;
            if (!isfinite(f->value[k])) {
                tac_refuse_at(f->rd, f->path, f->line, (int)(equals - line) + 2,
                              "'%s' is not a number; write e.g. 1.5e-3", header_name[k]);
            }
        }
    }
}

// Choices of reading, and changes of the data, that are as they are made here.
static void read_choice(crg *f, const char *line, int n)
{
    static const char *const plain[] = {"warn_", "check_", "border_mode_u", "border_mode_v",
                                        "grid_nan_mode"};
    const char *equals = memchr(line, '=', (size_t)n);
    if (!equals) {
        return;
    }
    for (int k = 0; k < 5; k++) {
        double x = number_of(equals + 1, (int)(line + n - equals - 1));
        if (begins(line, n, plain[k]) && (k < 2 || x == 2.0)) {
            return;
        }
    }
    tac_refuse_at(f->rd, f->path, f->line, 1,
                  "'%.*s' changes what the file holds, which is not done here; apply it and remove "
                  "the line",
                  n < 60 ? n : 60, line);
}

static void add_channel(crg *f, channel c)
{
    if (f->channel.n >= MOST_COLUMNS) {
        tac_refuse_at(f->rd, f->path, f->line, 1, "more than %d channels; split the road",
                      MOST_COLUMNS);
    }
    c.line = f->line;
    *(channel *)tac_list_add(f->rd, &f->channel, sizeof c) = c;
}

// "long section at v = -1.5,m", "long section 3,m", "reference line phi,rad"
static void read_channel(crg *f, const char *line, int n)
{
    static const char *const of_line[] = {[HEADING] = "reference line phi",
                                          [BANK] = "reference line banking",
                                          [SLOPE] = "reference line slope"};
    const char *comma = memchr(line, ',', (size_t)n);
    int length = comma ? (int)(comma - line) : n;
    for (int k = HEADING; k <= SLOPE; k++) {
        if (is_word(line, length, of_line[k])) {
            add_channel(f, (channel){.kind = (channel_kind)k});
            return;
        }
    }
    const char *equals = memchr(line, '=', (size_t)length);
    bool by_place = begins(line, length, "long section at v") && equals;
    const char *value = by_place ? equals + 1 : line + strlen("long section");
    double x = begins(line, length, "long section") ? number_of(value, (int)(line + length - value))
                                                    : (double)NAN;
    if (!isfinite(x)) {
        tac_refuse_at(
            f->rd, f->path, f->line, 1,
            "channel '%.*s' is not read; it is 'reference line phi', 'banking' or 'slope' "
            "or 'long section at v = NUMBER'",
            length < 60 ? length : 60, line);
    }
    add_channel(f, (channel){.kind = HEIGHT, .place = x, .by_number = !by_place});
}

static void read_format(crg *f, const char *line, int n)
{
    static const char *const word[] = {"lrfi", "ldfi", "krbi", "kdbi"};
    for (int k = 0; k < 4; k++) {
        if (begins(line, n, word[k])) {
            f->is_text = k < 2;
            f->is_double = k & 1;
            f->has_format = true;
            return;
        }
    }
    tac_refuse_at(f->rd, f->path, f->line, 1,
                  "format '%.*s' is not read; write LRFI, LDFI, KRBI or KDBI", n < 20 ? n : 20,
                  line);
}

static void begin_section(crg *f, const char *line, int n)
{
    f->section = is_word(line, n, "$ct")              ? IN_COMMENT
                 : is_word(line, n, "$road_crg")      ? IN_ROAD
                 : is_word(line, n, "$road_crg_opts") ? IN_CHOICES
                 : is_word(line, n, "$road_crg_mods") ? IN_CHOICES
                 : is_word(line, n, "$kd_definition") ? IN_CHANNELS
                                                      : IN_NOTHING;
    if (begins(line, n, "$road_crg_file")) {
        tac_refuse_at(f->rd, f->path, f->line, 1,
                      "the numbers are in another file, which is not read; put both into one");
    }
}

// Up to the line of $ behind which numbers stand.
static void read_header(crg *f)
{
    const char *line;
    int n;
    while (next_line(f, &line, &n)) {
        if (begins(line, n, "$$$$")) {
            return;
        }
        if (f->section != IN_COMMENT || *line == '$') {
            n = without_comment(line, n);
        }
        if (n > 0 && *line == '$') {
            begin_section(f, line, n);
        } else if (n == 0 || *line == '*' || f->section == IN_COMMENT) {
            continue;
        } else if (f->section == IN_ROAD) {
            read_value(f, line, n);
        } else if (f->section == IN_CHOICES) {
            read_choice(f, line, n);
        } else if (f->section == IN_CHANNELS && begins(line, n, "#:")) {
            read_format(f, line + 2, n - 2);
        } else if (f->section == IN_CHANNELS && begins(line, n, "d:")) {
            read_channel(f, line + 2, n - 2);
        }
    }
    tac_refuse_at(f->rd, f->path, f->line > 0 ? f->line : 1, 1,
                  "no line of $$$$ before the numbers; is it an OpenCRG file?");
}

// Places of long sections that have numbers, from right to left.
static void place_sections(crg *f)
{
    channel *c = f->channel.data;
    double by = f->value[V_INCREMENT], right = f->value[V_RIGHT];
    for (int i = 0; i < f->channel.n; i++) {
        if (c[i].kind == HEIGHT) {
            c[i].column = f->columns++;
        }
    }
    right = f->has[V_RIGHT] ? right : -0.5 * (f->columns - 1) * by;
    for (int i = 0; i < f->channel.n; i++) {
        if (c[i].kind != HEIGHT || !c[i].by_number) {
            continue;
        }
        if (c[i].place != c[i].column + 1) {
            tac_refuse_at(f->rd, f->path, c[i].line, 1,
                          "long section %g stands where %d is due; number them from 1", c[i].place,
                          c[i].column + 1);
        }
        if (!f->has[V_INCREMENT]) {
            tac_refuse_at(
                f->rd, f->path, c[i].line, 1,
                "long sections by number need 'LONG_SECTION_V_INCREMENT' in $ROAD_CRG; add "
                "it");
        }
        c[i].place = right + c[i].column * by;
    }
}

static void check_header(crg *f)
{
    place_sections(f);
    const channel *c = f->channel.data;
    double last = -HUGE_VAL;
    for (int i = 0; i < f->channel.n; i++) {
        if (c[i].kind == HEIGHT && !(c[i].place > last)) {
            tac_refuse_at(f->rd, f->path, c[i].line, 1,
                          "v does not increase here; sort the long sections from right to left");
        }
        last = c[i].kind == HEIGHT ? c[i].place : last;
    }
    if (!f->has_format) {
        tac_refuse_at(f->rd, f->path, f->line, 1,
                      "no format of the numbers; add '#:LRFI' to $KD_DEFINITION");
    }
    if (f->columns < 2) {
        tac_refuse_at(f->rd, f->path, f->line, 1, "a road needs two long sections or more, not %d",
                      f->columns);
    }
    if (!(f->value[INCREMENT] > 0.0)) {
        tac_refuse_at(f->rd, f->path, f->line, 1,
                      "'REFERENCE_LINE_INCREMENT' must be above zero; add it to $ROAD_CRG");
    }
}

// ---- numbers -------------------------------------------------------------------------------------

// Rows that the header asks for, -1: it does not say.
static double rows_of_header(const crg *f)
{
    return f->has[END_U]
               ? floor((f->value[END_U] - f->value[START_U]) / f->value[INCREMENT] + 0.5) + 1.0
               : -1.0;
}

static void take_rows(crg *f, double found)
{
    double wanted = rows_of_header(f);
    if (wanted >= 0.0 && found < wanted) {
        tac_refuse_at(
            f->rd, f->path, f->line, 1,
            "the header asks for %.9g cross sections and the file has %.9g; it is cut off", wanted,
            found);
    }
    double rows = wanted >= 0.0 ? wanted : found;
    if (rows < 2.0) {
        tac_refuse_at(f->rd, f->path, f->line, 1,
                      "a road needs two cross sections or more, not %.0f", rows);
    }
    f->rows = (int)rows;
    size_t per_row = (size_t)(TAC_GRID_HEIGHTS + f->columns);
    f->out = tac_reader_take(
        f->rd, TAC_GRID_NUMBERS + (size_t)f->columns + (size_t)f->rows * per_row, sizeof *f->out);
}

static double *row_at(const crg *f, int k)
{
    return f->out + TAC_GRID_NUMBERS + f->columns +
           (size_t)k * (size_t)(TAC_GRID_HEIGHTS + f->columns);
}

// Number i of a row where it belongs.
static void put_number(crg *f, int row, int i, double x)
{
    const channel *c = (const channel *)f->channel.data + i;
    double *to = row_at(f, row);
    switch (c->kind) {
    case HEADING:
        to[TAC_GRID_HEADING] = x;
        break;
    case BANK:
        to[TAC_GRID_BANK] = x;
        break;
    case SLOPE:
        to[TAC_GRID_SLOPE] = x;
        break;
    case HEIGHT:
        to[TAC_GRID_HEIGHTS + c->column] = x;
        break;
    }
}

// A field of a line; one that begins with a star is missing.
static double field_of(crg *f, const char *line, int n, int from, int width)
{
    int length = n - from < width ? n - from : width;
    for (int i = from; i < from + length; i++) {
        if (line[i] == '*') {
            return (double)NAN;
        }
    }
    double x = length > 0 ? number_of(line + from, length) : (double)NAN;
    if (!isfinite(x)) {
        tac_refuse_at(f->rd, f->path, f->line, from + 1,
                      "'%.*s' is not a number of %d columns; write e.g. 0.0123 or *missing*",
                      length > 0 ? length : 0, length > 0 ? line + from : "", width);
    }
    return x;
}

static void read_text_rows(crg *f)
{
    int width = f->is_double ? 20 : 10, per_line = RECORD / width;
    int lines = (f->channel.n + per_line - 1) / per_line, n_line = 0, n = 0;
    const char *line = NULL, *begin = f->at;
    int before = f->line;
    while (next_line(f, &line, &n)) {
        n_line += n > 0;
    }
    // each row has all of its fields but the end of the last one
    size_t least = (size_t)((f->channel.n - 1) * width + 1),
           most = (size_t)(f->end - begin) / least;
    take_rows(f, (size_t)(n_line / lines) < most ? n_line / lines : (double)most);
    f->at = begin;
    f->line = before;
    for (int row = 0; row < f->rows; row++) {
        for (int i = 0; i < f->channel.n;) {
            do {
                (void)next_line(f, &line, &n);
            } while (n == 0);
            for (int k = 0; k < per_line && i < f->channel.n; k++, i++) {
                put_number(f, row, i, field_of(f, line, n, k * width, width));
            }
        }
    }
}

// Big-endian.
static double bytes_of(const char *at, bool is_double)
{
    uint64_t bits = 0;
    for (int i = 0; i < (is_double ? 8 : 4); i++) {
        bits = bits << 8 | (unsigned char)at[i];
    }
    double x;
    float y;
    uint32_t half = (uint32_t)bits;
    memcpy(&x, &bits, sizeof x);
    memcpy(&y, &half, sizeof y);
    x = is_double ? x : (double)y;
    return isfinite(x) ? x : (double)NAN;
}

static bool is_filling(const crg *f, const char *row, size_t width)
{
    bool is = true;
    for (int i = 0; i < f->channel.n; i++) {
        is = is && isnan(bytes_of(row + (size_t)i * width, f->is_double));
    }
    return is;
}

// Rows follow each other without a gap; NaN fill up the last record.
static void read_binary_rows(crg *f)
{
    size_t width = f->is_double ? 8 : 4, per_row = width * (size_t)f->channel.n;
    size_t rows = (size_t)(f->end - f->at) / per_row;
    while (!f->has[END_U] && rows > 0 && is_filling(f, f->at + (rows - 1) * per_row, width)) {
        rows--;
    }
    take_rows(f, (double)rows);
    const char *at = f->at;
    for (int row = 0; row < f->rows; row++) {
        for (int i = 0; i < f->channel.n; i++, at += width) {
            put_number(f, row, i, bytes_of(at, f->is_double));
        }
    }
}

// ---- what is missing -----------------------------------------------------------------------------

static bool has_channel(const crg *f, channel_kind kind)
{
    bool has = false;
    for (int i = 0; i < f->channel.n; i++) {
        has = has || ((const channel *)f->channel.data)[i].kind == kind;
    }
    return has;
}

// Numbers of the line: those of the header where there is no channel. The first heading and slope are of no interval.
static void complete_line(crg *f, int row)
{
    static const struct {
        channel_kind kind;
        int at;
        header_key value;
        const char *word;
    } of[] = {{HEADING, TAC_GRID_HEADING, START_PHI, "heading"},
              {BANK, TAC_GRID_BANK, START_B, "bank"},
              {SLOPE, TAC_GRID_SLOPE, START_S, "slope"}};
    double *x = row_at(f, row);
    for (int k = 0; k < 3; k++) {
        bool unused = row == 0 && k != BANK;
        if (!has_channel(f, of[k].kind) || (unused && isnan(x[of[k].at]))) {
            x[of[k].at] = f->value[of[k].value];
        }
        if (isnan(x[of[k].at])) {
            tac_refuse_at(f->rd, f->path, f->line, 1,
                          "cross section %d has no %s; only the first may lack it", row + 1,
                          of[k].word);
        }
    }
}

// Heights that are missing are those of the nearest place of their row.
static void complete_heights(crg *f, int row)
{
    double *z = row_at(f, row) + TAC_GRID_HEIGHTS;
    const double *v = f->out + TAC_GRID_NUMBERS;
    int first = 0;
    while (first < f->columns && isnan(z[first])) {
        first++;
    }
    if (first == f->columns) {
        tac_refuse_at(f->rd, f->path, f->line, 1, "cross section %d has no height at all; give one",
                      row + 1);
    }
    for (int i = 0, before = -1; i < f->columns; i++) {
        if (!isnan(z[i])) {
            // those between two places: each from the nearer one
            for (int k = before + 1; k < i; k++) {
                z[k] = before >= 0 && v[k] - v[before] <= v[i] - v[k] ? z[before] : z[i];
            }
            before = i;
        } else if (i == f->columns - 1) {
            for (int k = before + 1; k < f->columns; k++) {
                z[k] = z[before];
            }
        }
    }
}

static void put_grid(crg *f)
{
    const channel *c = f->channel.data;
    const double *x = f->value;
    const double grid[TAC_GRID_NUMBERS] = {[TAC_GRID_ROWS] = f->rows,
                                           [TAC_GRID_COLUMNS] = f->columns,
                                           [TAC_GRID_INCREMENT] = x[INCREMENT],
                                           [TAC_GRID_U] = x[START_U],
                                           [TAC_GRID_X] = x[START_X],
                                           [TAC_GRID_Y] = x[START_Y],
                                           [TAC_GRID_Z] = x[START_Z],
                                           [TAC_GRID_HAS_END] = f->has[END_X] && f->has[END_Y],
                                           [TAC_GRID_END_X] = x[END_X],
                                           [TAC_GRID_END_Y] = x[END_Y],
                                           [TAC_GRID_HAS_END_Z] = f->has[END_Z],
                                           [TAC_GRID_END_Z] = x[END_Z]};
    int column = 0;
    for (int i = 0; i < TAC_GRID_NUMBERS; i++) {
        f->out[i] = grid[i];
    }
    for (int i = 0; i < f->channel.n; i++) {
        if (c[i].kind == HEIGHT) {
            f->out[TAC_GRID_NUMBERS + column++] = c[i].place;
        }
    }
    for (int row = 0; row < f->rows; row++) {
        complete_line(f, row);
        complete_heights(f, row);
    }
}

// ---- interface -----------------------------------------------------------------------------------

void tac_read_crg(const tac_place *p, const tac_node *file, tac_road_desc *road)
{
    crg f = {.rd = p->rd};
    f.path = tac_relative_path(p->rd, p->in->path, tac_text(p, file, "file"));
    size_t size = tac_read_whole_file(p->rd, f.path, file->file, file->line, file->column);
    tac_list_add_text(p->rd, &tac_model_of(p)->file_name, f.path);
    tac_reader_work(p->rd, size);
    f.at = p->rd->text;
    f.end = f.at + size;
    f.value[INCREMENT] = 1.0; // where the standard has a default
    read_header(&f);
    check_header(&f);
    (f.is_text ? read_text_rows : read_binary_rows)(&f);
    put_grid(&f);
    road->data = f.out;
    road->n_data = TAC_GRID_NUMBERS + f.columns + f.rows * (TAC_GRID_HEIGHTS + f.columns);
}

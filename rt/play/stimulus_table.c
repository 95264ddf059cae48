#include "stimulus_table.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"
#include "system/fail.h"

enum { SHOWN = 40 }; // characters of a field in a message

typedef struct field {
    char *text; // without blanks and quotes around it, ends with a zero
    int at;     // character of the line, from 1
} field;

// ---- lines ---------------------------------------------------------------------------------------

// Characters of the next line without its end. -1: none is left, -2: it is too long, or no text.
static int read_line(tac_stimulus *s)
{
    int n = 0, c = getc_unlocked(s->file);
    bool begun = c != EOF;
    for (; c != EOF && c != '\n'; c = getc_unlocked(s->file)) {
        if (n == TAC_STIMULUS_LINE - 1 || c == '\0') {
            return -2;
        }
        s->text[n++] = (char)c;
    }
    s->text[n] = '\0';
    return begun ? n : -1;
}

// The next line that counts, without its end. 0 at the end of the file, -1 with a line in diag.
static int next_line(tac_stimulus *s, tac_diag *diag)
{
    int n;
    while ((n = read_line(s)) != -1) {
        s->line++;
        if (n == -2) {
            (void)tac_diag_say(diag,
                               "%s:%d: a line of more than %d characters, or one with a zero "
                               "among them: this is no table",
                               s->path, s->line, TAC_STIMULUS_LINE - 1);
            return -1;
        }
        const char *first = s->text + strspn(s->text, " \t\r");
        if (*first != '\0' && *first != '#') {
            s->text[strcspn(s->text, "\r")] = '\0';
            return 1;
        }
    }
    if (ferror(s->file)) {
        (void)tac_diag_say(diag, "%s: cannot be read", s->path);
        return -1;
    }
    return 0;
}

// Cuts the next field off; false behind the last one. *rest is NULL then.
static bool next_field(const tac_stimulus *s, char **rest, field *f)
{
    char *begin = *rest;
    if (!begin) {
        return false;
    }
    char *end = strchr(begin, s->separator);
    *rest = end ? end + 1 : NULL;
    end = end ? end : begin + strlen(begin);
    while (*begin == ' ' || (*begin == '\t' && s->separator != '\t')) {
        begin++;
    }
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    if (end - begin >= 2 && *begin == '"' && end[-1] == '"') {
        begin++;
        end--;
    }
    *f = (field){.text = begin, .at = (int)(begin - s->text) + 1};
    *end = '\0';
    return true;
}

// ---- names ---------------------------------------------------------------------------------------

// "name [unit]", in two. False when the brackets do not close or something is too long.
static bool split_name(const char *text, tac_stimulus_column *c)
{
    const char *bracket = strstr(text, " [");
    size_t n = bracket ? (size_t)(bracket - text) : strlen(text);
    c->unit[0] = '\0';
    if (bracket) {
        size_t unit = strcspn(bracket + 2, "]");
        if (bracket[2 + unit] != ']' || bracket[3 + unit] != '\0' || unit >= sizeof c->unit) {
            return false;
        }
        memcpy(c->unit, bracket + 2, unit);
        c->unit[unit] = '\0';
    }
    while (n > 0 && text[n - 1] == ' ') {
        n--;
    }
    if (n == 0 || n >= sizeof c->name) {
        return false;
    }
    memcpy(c->name, text, n);
    c->name[n] = '\0';
    return true;
}

static bool take_time(tac_stimulus *s, const tac_stimulus_column *c, int index, tac_diag *diag)
{
    if (s->time_field >= 0) {
        return tac_diag_say(diag, "%s:%d:%d: a second column of the time", s->path, s->line, c->at);
    }
    s->time_field = index;
    if (c->unit[0] != '\0' && !tac_unit_factor(c->unit, "s", &s->time_factor)) {
        return tac_diag_say(diag, "%s:%d:%d: '%.31s' is no unit of time; s and ms are", s->path,
                            s->line, c->at, c->unit);
    }
    return true;
}

static bool is_time(const char *name)
{
    return strcmp(name, "t") == 0 || strcmp(name, "time") == 0;
}

static bool take_name(tac_stimulus *s, const field *f, int index, tac_diag *diag)
{
    tac_stimulus_column c = {.at = f->at};
    if (!split_name(f->text, &c)) {
        return tac_diag_say(diag,
                            "%s:%d:%d: '%.*s' is no name of a column; write name or name [unit]",
                            s->path, s->line, f->at, SHOWN, f->text);
    }
    if (is_time(c.name)) {
        return take_time(s, &c, index, diag);
    }
    for (int k = 0; k < s->n_column; k++) {
        if (strcmp(s->column[k].name, c.name) == 0) {
            return tac_diag_say(diag, "%s:%d:%d: a second column '%s'", s->path, s->line, c.at,
                                c.name);
        }
    }
    s->column[s->n_column++] = c;
    return true;
}

static char find_separator(const char *line)
{
    return strchr(line, ';') ? ';' : strchr(line, '\t') ? '\t' : ',';
}

static void skip_byte_order_mark(char *text)
{
    if (memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        memmove(text, text + 3, strlen(text + 3) + 1);
    }
}

static bool read_names(tac_stimulus *s, tac_diag *diag)
{
    int got = next_line(s, diag);
    if (got <= 0) {
        return got == 0 &&
               tac_diag_say(diag, "%s: is empty; its first line names the columns", s->path);
    }
    skip_byte_order_mark(s->text);
    s->separator = find_separator(s->text);
    int n = 1;
    for (const char *c = s->text; *c; c++) {
        n += *c == s->separator;
    }
    s->column = calloc((size_t)n, sizeof *s->column);
    if (!s->column) {
        return tac_diag_say_memory(diag, "%s: not enough memory", s->path);
    }
    char *rest = s->text;
    field f;
    for (int i = 0; next_field(s, &rest, &f); i++) {
        if (!take_name(s, &f, i, diag)) {
            return false;
        }
    }
    s->header = s->line;
    return s->time_field >= 0 ||
           tac_diag_say(diag, "%s:%d: no column of the time; call it t or time", s->path, s->line);
}

bool tac_stimulus_table_open(tac_stimulus *s, tac_diag *diag)
{
    s->time_field = -1;
    s->time_factor = 1.0;
    s->text = calloc(1, TAC_STIMULUS_LINE);
    return s->text ? read_names(s, diag)
                   : tac_diag_say_memory(diag, "%s: not enough memory", s->path);
}

// ---- rows ----------------------------------------------------------------------------------------

static bool take_number(const tac_stimulus *s, const field *f, double *value, tac_diag *diag)
{
    return tac_number_parse(f->text, value) ||
           tac_diag_say(diag, "%s:%d:%d: '%.*s' is not a finite number; write e.g. 1.5e-3%s",
                        s->path, s->line, f->at, SHOWN, f->text,
                        strchr(f->text, ',') ? ", with a full stop" : "");
}

// The fields of the line: the time, and the wanted values in their order.
static bool read_fields(const tac_stimulus *s, double *time, double *value, tac_diag *diag)
{
    char *rest = s->text;
    field f;
    int i = 0, n = 0;
    for (; i < s->n_column + 1 && next_field(s, &rest, &f); i++) {
        int k = i - (i > s->time_field);
        bool wanted = i == s->time_field || s->column[k].wanted;
        if (wanted && !take_number(s, &f, i == s->time_field ? time : &value[n++], diag)) {
            return false;
        }
    }
    if (i < s->n_column + 1 || rest) {
        return tac_diag_say(diag, "%s:%d: %s fields, and line %d names %d%s", s->path, s->line,
                            rest ? "more" : "fewer", s->header, s->n_column + 1,
                            rest && s->separator == ',' ? "; numbers have a full stop" : "");
    }
    return true;
}

bool tac_stimulus_table_read(tac_stimulus *s, tac_diag *diag)
{
    double first = 0.0, last = 0.0;
    int got;
    while ((got = next_line(s, diag)) > 0) {
        double time = 0.0, *value = tac_stimulus_add(s, 0.0, diag);
        if (!value || !read_fields(s, &time, value, diag)) {
            return false;
        }
        if (s->n_row > 1 && !(time > last)) {
            return tac_diag_say(diag, "%s:%d: the time does not increase here; sort the rows by it",
                                s->path, s->line);
        }
        first = s->n_row == 1 ? time : first;
        last = time;
        s->time[s->n_row - 1] = (time - first) * s->time_factor;
    }
    if (got == 0 && s->n_row == 0) {
        return tac_diag_say(diag, "%s: no rows behind the names", s->path);
    }
    return got == 0 && (isfinite(tac_stimulus_length(s)) ||
                        tac_diag_say(diag, "%s: the times are out of all bounds", s->path));
}

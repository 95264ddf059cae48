#define _POSIX_C_SOURCE 200809L
#include "diag.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "printable.h"

#define MAX_PATH_SHOWN 400
#define MAX_NAME 64

int tac_utf8_length(const unsigned char *c)
{
    int n = c[0] < 0x80 ? 1 : c[0] >= 0xc2 && c[0] < 0xe0 ? 2 : (c[0] & 0xf0) == 0xe0 ? 3 : 0;
    if (c[0] >= 0xf0 && c[0] < 0xf5) {
        n = 4;
    }
    for (int i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool is_long = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool is_none = (c[0] == 0xed && c[1] >= 0xa0) || (c[0] == 0xf4 && c[1] >= 0x90);
    return is_long || is_none ? 0 : n; // written with too many bytes; half of a pair, or too high
}

static void print_line(char *out, size_t size, const char *file, int line, int column,
                       const char *format, va_list arguments)
{
    size_t length = strlen(file);
    const char *dots = "";
    if (length > MAX_PATH_SHOWN) {
        file += length - MAX_PATH_SHOWN;
        dots = "...";
    }
    int used = snprintf(out, size, "%s%s:%d:%d: ", dots, file, line, column);
    if (used > 0 && (size_t)used < size) {
        (void)vsnprintf(out + used, size - (size_t)used, format, arguments);
    }
    tac_make_printable(out);
}

void tac_diag_set(tac_diag *d, const char *file, int line, int column, const char *format,
                  va_list arguments)
{
    if (d && d->text[0] == '\0') {
        print_line(d->text, sizeof d->text, file, line, column, format, arguments);
    }
}

static void add_text(tac_diag *d, const char *text)
{
    size_t used = strlen(d->more);
    (void)snprintf(d->more + used, sizeof d->more - used, "%s", text);
}

void tac_diag_add(tac_diag *d, const char *file, int line, int column, const char *format,
                  va_list arguments)
{
    char text[sizeof d->text];
    if (d->text[0] == '\0') {
        tac_diag_set(d, file, line, column, format, arguments);
        return;
    }
    print_line(text, sizeof text, file, line, column, format, arguments);
    if (strlen(d->more) + strlen(text) + 2 < sizeof d->more) {
        add_text(d, text);
        add_text(d, "\n");
    }
}

int tac_diag_join(tac_diag *d, const tac_diag *other)
{
    int n = 1;
    for (const char *c = other->more; *c != '\0'; c++) {
        n += *c == '\n';
    }
    if (d->text[0] == '\0') {
        *d = *other;
    } else if (strlen(d->more) + strlen(other->text) + strlen(other->more) + 2 < sizeof d->more) {
        add_text(d, other->text);
        add_text(d, "\n");
        add_text(d, other->more);
    }
    return n;
}

void tac_diag_no_memory(tac_diag *d, const char *format, ...)
{
    if (!d || d->text[0] != '\0') {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(d->text, sizeof d->text, format, arguments);
    va_end(arguments);
    tac_make_printable(d->text);
    d->no_memory = 1;
}

int tac_name_distance(const char *a, const char *b)
{
    // optimal string alignment over three rows of the table
    size_t na = strlen(a), nb = strlen(b);
    if (na > MAX_NAME || nb > MAX_NAME) {
        return MAX_NAME;
    }
    int row[3][MAX_NAME + 1];
    for (size_t j = 0; j <= nb; j++) {
        row[0][j] = (int)j;
    }
    for (size_t i = 1; i <= na; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            int best = last[j - 1] + (a[i - 1] != b[j - 1]);
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best) {
                best = before[j - 2] + 1;
            }
            now[j] = best;
        }
    }
    return row[na % 3][nb];
}

int tac_name_is_near(const char *name, int distance)
{
    int letters = (int)strlen(name);
    return distance <= (letters + 2) / 3 && distance < letters;
}

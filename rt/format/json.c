#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "number.h"
#include "printable.h"

void tac_json_begin(tac_json *j, char *text, int size)
{
    *j = (tac_json){.text = text, .size = size};
    text[0] = '\0';
}

static void put(tac_json *j, const char *text)
{
    size_t n = strlen(text);
    if (j->full || (size_t)j->n + n + 1 > (size_t)j->size) {
        j->full = 1;
        return;
    }
    memcpy(j->text + j->n, text, n + 1);
    j->n += (int)n;
}

// Valid JSON whatever the text is, and nothing in it that controls a terminal.
static void put_quoted(tac_json *j, const char *text)
{
    put(j, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        int n = tac_utf8_length(c);
        bool broken = n <= 0 || strncmp((const char *)c, "\xef\xbf\xbd", 3) == 0;
        unsigned number = broken ? 0xfffd : tac_controlling(c, n); // what stands for broken UTF-8
        char piece[8] = "";
        if (number != 0) {
            snprintf(piece, sizeof piece, "\\u%04x", number & 0xffffU);
        } else if (*c == '"' || *c == '\\') {
            snprintf(piece, sizeof piece, "\\%c", *c);
        } else {
            memcpy(piece, c, (size_t)n);
        }
        put(j, piece);
        c += n > 0 ? n : 1;
    }
    put(j, "\"");
}

static void put_key(tac_json *j, const char *key)
{
    int from = j->n;
    put_quoted(j, key);
    put(j, ":");
    for (; from < j->n; from++) {
        j->text[from] = j->text[from] == ' ' ? '_' : j->text[from];
    }
}

static void begin_item(tac_json *j, const char *key)
{
    if (j->comma) {
        put(j, ",");
    }
    if (key) {
        put_key(j, key);
    }
    j->comma = 1;
}

void tac_json_open(tac_json *j, const char *key, char bracket)
{
    begin_item(j, key);
    put(j, bracket == '{' ? "{" : "[");
    j->comma = 0;
}

void tac_json_close(tac_json *j, char bracket)
{
    put(j, bracket == '}' ? "}" : "]");
    j->comma = 1;
}

void tac_json_text(tac_json *j, const char *key, const char *value)
{
    begin_item(j, key);
    put_quoted(j, value);
}

void tac_json_whole(tac_json *j, const char *key, int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    begin_item(j, key);
    put(j, text);
}

void tac_json_real(tac_json *j, const char *key, double value)
{
    char text[TAC_NUMBER_SIZE] = "null";
    if (isfinite(value)) {
        tac_number_print(value, text);
    }
    begin_item(j, key);
    put(j, text);
}

void tac_json_truth(tac_json *j, const char *key, int value)
{
    begin_item(j, key);
    put(j, value ? "true" : "false");
}

void tac_json_null(tac_json *j, const char *key)
{
    begin_item(j, key);
    put(j, "null");
}

int tac_json_fill(tac_json_buffer *b, void (*write)(tac_json *j, void *context), void *context)
{
    enum { FIRST = 4096, MOST = 1 << 30 };
    for (;;) {
        tac_json j = {.full = 1};
        if (b->size > 0) {
            tac_json_begin(&j, b->text, b->size);
            write(&j, context);
            b->n = j.n;
        }
        if (!j.full) {
            return 1;
        }
        int size = b->size > 0 ? 2 * b->size : FIRST;
        char *more = b->size < MOST ? realloc(b->text, (size_t)size) : NULL;
        if (!more) {
            return 0;
        }
        b->text = more;
        b->size = size;
    }
}

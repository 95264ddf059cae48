#include "json_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

// The next character behind blanks; 0 at the end and after a mistake.
static char peek(tac_json_cursor *c)
{
    while (c->at < c->end &&
           (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r')) {
        c->at++;
    }
    return c->at < c->end && !c->bad ? *c->at : '\0';
}

static bool take(tac_json_cursor *c, char wanted)
{
    if (peek(c) != wanted) {
        c->bad = true;
        return false;
    }
    c->at++;
    return true;
}

bool tac_json_enter(tac_json_cursor *c, char bracket)
{
    if (!take(c, bracket)) {
        return false;
    }
    if (peek(c) == (bracket == '{' ? '}' : ']')) {
        c->at++;
        return false;
    }
    return true;
}

bool tac_json_more(tac_json_cursor *c, char bracket)
{
    if (peek(c) == ',') {
        c->at++;
        return true;
    }
    (void)take(c, bracket);
    return false;
}

// ---- texts ---------------------------------------------------------------------------------------

size_t tac_json_raw(tac_json_cursor *c, const char **text)
{
    *text = "";
    if (!take(c, '"')) {
        return 0;
    }
    const char *from = c->at;
    while (c->at < c->end && *c->at != '"') {
        c->at += *c->at == '\\' && c->end - c->at > 1 ? 2 : 1;
    }
    if (c->at >= c->end) {
        c->bad = true;
        return 0;
    }
    *text = from;
    return (size_t)(c->at++ - from);
}

// The character of four hexadecimal digits as UTF-8; a half of a pair is a question mark.
static size_t put_code(char *out, const char *digits)
{
    char text[5] = {0};
    memcpy(text, digits, 4);
    unsigned x = (unsigned)strtoul(text, NULL, 16);
    if (x < 0x80) {
        out[0] = (char)x;
        return 1;
    }
    if (x < 0x800) {
        out[0] = (char)(0xc0 | x >> 6);
        out[1] = (char)(0x80 | (x & 0x3f));
        return 2;
    }
    if (x >= 0xd800 && x < 0xe000) {
        out[0] = '?';
        return 1;
    }
    out[0] = (char)(0xe0 | x >> 12);
    out[1] = (char)(0x80 | (x >> 6 & 0x3f));
    out[2] = (char)(0x80 | (x & 0x3f));
    return 3;
}

void tac_json_string(tac_json_cursor *c, char *out, size_t size)
{
    static const char letters[] = "bfnrt", means[] = "\b\f\n\r\t";
    const char *from;
    size_t n = tac_json_raw(c, &from), to = 0;
    for (size_t i = 0; i < n && to + 1 < size; i++) {
        char piece[4] = {from[i]};
        size_t length = 1;
        if (from[i] == '\\' && i + 1 < n) {
            const char *letter = strchr(letters, from[++i]);
            piece[0] = letter && *letter ? means[letter - letters] : from[i];
            if (from[i] == 'u' && i + 4 < n) {
                length = put_code(piece, from + i + 1);
                i += 4;
            }
        }
        if (to + length < size) {
            memcpy(out + to, piece, length);
            to += length;
        }
    }
    out[to] = '\0';
}

void tac_json_key(tac_json_cursor *c, char *out, size_t size)
{
    tac_json_string(c, out, size);
    (void)take(c, ':');
}

// ---- values --------------------------------------------------------------------------------------

double tac_json_number(tac_json_cursor *c)
{
    char text[TAC_NUMBER_SIZE];
    double x = (double)NAN;
    size_t n = 0;
    (void)peek(c);
    while (c->at < c->end && n + 1 < sizeof text && *c->at != '\0' &&
           strchr("+-.0123456789eEnul", *c->at)) {
        text[n++] = *c->at++;
    }
    text[n] = '\0';
    if (c->bad || (strcmp(text, "null") != 0 && !tac_number_parse(text, &x))) {
        c->bad = true;
        return (double)NAN;
    }
    return x;
}

void tac_json_skip(tac_json_cursor *c)
{
    const char *text;
    int depth = 0;
    do {
        char next = peek(c);
        if (next == '"') {
            (void)tac_json_raw(c, &text);
        } else if (next == '\0' || (depth == 0 && (next == ',' || next == ':'))) {
            c->bad = true;
        } else {
            depth += (next == '{') + (next == '[') - (next == '}') - (next == ']');
            c->at++;
        }
        if (depth == 0 && next != '"' && next != '}' && next != ']') { // a number or a word
            while (c->at < c->end && !strchr(",:]} \t\r\n", *c->at)) {
                c->at++;
            }
        }
        c->bad = c->bad || depth < 0;
    } while (depth > 0 && !c->bad);
}

bool tac_json_is_done(tac_json_cursor *c)
{
    return peek(c) == '\0' && !c->bad && c->at == c->end;
}

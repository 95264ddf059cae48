#define _POSIX_C_SOURCE 200809L
#include "printable.h"

#include <stdbool.h>
#include <string.h>

#include "diag.h"

void tac_make_printable(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c;) {
        int n = tac_utf8_length(c);
        bool is_control = *c < 0x20 || *c == 0x7f || (n == 2 && c[0] == 0xc2 && c[1] < 0xa0);
        bool breaks_line = n == 3 && c[0] == 0xe2 && c[1] == 0x80 && (c[2] == 0xa8 || c[2] == 0xa9);
        if (n == 0 || is_control || breaks_line) {
            memset(c, '?', n == 0 ? 1 : (size_t)n);
        }
        c += n == 0 ? 1 : n;
    }
}

const char *tac_printable(char *out, size_t size, const char *text)
{
    size_t n = text ? strnlen(text, size) : 0;
    if (n == size) { // does not fit: the last character must not be cut in two
        n--;
        for (int k = 0; k < 3 && n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80; k++) {
            n--;
        }
    }
    if (n > 0) {
        memcpy(out, text, n);
    }
    out[n] = '\0';
    tac_make_printable(out);
    return out;
}

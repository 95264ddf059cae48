#define _POSIX_C_SOURCE 200809L
#include "printable.h"

#include <stdbool.h>
#include <string.h>

#include "diag.h"

// A name is to look like what it is, so neither letters that turn the order of those around them
static bool turns_order(unsigned number)
{
    return number == 0x61c || number == 0x200e || number == 0x200f ||
           (number >= 0x202a && number <= 0x202e) || (number >= 0x2066 && number <= 0x2069);
}

// nor such as nobody sees. Those that join letters (U+200C, U+200D) are seen in what they join.
static bool is_invisible(unsigned number)
{
    return number == 0xad || number == 0x180e || number == 0x200b ||
           (number >= 0x2060 && number <= 0x2064) || number == 0xfeff;
}

unsigned tac_controlling(const unsigned char *c, int n)
{
    unsigned number = n == 1   ? c[0]
                      : n == 2 ? (c[0] & 0x1fU) << 6 | (c[1] & 0x3fU)
                      : n == 3 ? (c[0] & 0xfU) << 12 | (c[1] & 0x3fU) << 6 | (c[2] & 0x3fU)
                               : 0x10000; // none of those beyond it does
    bool is_control = number < 0x20 || (number >= 0x7f && number < 0xa0);
    bool breaks_line = number == 0x2028 || number == 0x2029;
    return is_control || breaks_line || turns_order(number) || is_invisible(number) ? number : 0;
}

void tac_make_printable(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c;) {
        int n = tac_utf8_length(c);
        if (n == 0 || tac_controlling(c, n) != 0) {
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

#include "base64.h"

#include <stdlib.h>

char *tac_base64(const void *data, size_t n)
{
    const unsigned char *bytes = data;
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = malloc(n / 3 * 4 + 5), *to = text;
    for (size_t i = 0; text && i < n; i += 3) {
        unsigned x = 0;
        for (size_t k = 0; k < 3; k++) {
            x = x << 8 | (i + k < n ? bytes[i + k] : 0);
        }
        for (size_t k = 0; k < 4; k++) {
            *to++ = i + k <= n ? digit[x >> (18 - 6 * k) & 63] : '=';
        }
    }
    if (text) {
        *to = '\0';
    }
    return text;
}

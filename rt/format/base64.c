#include "base64.h"

#include <stdlib.h>
#include <string.h>

static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *tac_base64(const void *data, size_t n)
{
    const unsigned char *bytes = data;
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

void *tac_base64_read(const char *text, size_t n, size_t *size)
{
    while (n > 0 && text[n - 1] == '=') {
        n--;
    }
    unsigned char *bytes = malloc(n / 4 * 3 + 3), *to = bytes;
    unsigned x = 0;
    for (size_t i = 0; bytes && i < n; i++) {
        const char *found = text[i] != '\0' ? strchr(digit, text[i]) : NULL;
        if (!found) {
            free(bytes);
            return NULL;
        }
        x = x << 6 | (unsigned)(found - digit);
        if (i % 4 > 0) {
            *to++ = (unsigned char)(x >> (6 - 2 * (i % 4)));
        }
    }
    *size = bytes ? (size_t)(to - bytes) : 0;
    return bytes;
}

#include "number.h"

#include <langinfo.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whole numbers below 1e15 in magnitude, zero excluded because of its sign.
static int print_whole(double x, char *out)
{
    char digit[20];
    int n = 0, length = 0;
    for (long long rest = (long long)fabs(x); rest > 0; rest /= 10) {
        digit[n++] = (char)('0' + rest % 10);
    }
    if (x < 0.0) {
        out[length++] = '-';
    }
    while (n > 0) {
        out[length++] = digit[--n];
    }
    out[length] = '\0';
    return length;
}

static uint64_t bits(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

// Replaces the locale's decimal point, which may be several bytes, by a full stop. Asked for this way
// because localeconv writes to memory that all threads share.
static void use_full_stop(char *text)
{
    const char *point = nl_langinfo(RADIXCHAR);
    char *at = strcmp(point, ".") == 0 ? NULL : strstr(text, point);
    if (at) {
        size_t width = strlen(point);
        *at = '.';
        memmove(at + 1, at + width, strlen(at + width) + 1);
    }
}

int tac_number_print(double x, char out[TAC_NUMBER_SIZE])
{
    if (!isfinite(x)) {
        return snprintf(out, TAC_NUMBER_SIZE, "%s", isnan(x) ? "nan" : x > 0.0 ? "inf" : "-inf");
    }
    if (x != 0.0 && fabs(x) < 1e15 && x == floor(x)) {
        return print_whole(x, out);
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, TAC_NUMBER_SIZE, "%.*g", digits, x);
        if (bits(strtod(out, NULL)) == bits(x)) {
            break;
        }
    }
    use_full_stop(out);
    return (int)strlen(out);
}

int tac_number_parse(const char *text, double *x)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(value)) {
        return 0;
    }
    *x = value;
    return 1;
}

double tac_number_below(double x, int digits)
{
    double unit = pow(10.0, digits - 1 - floor(log10(x))); // of the last digit, inverse
    return floor(x * unit * (1.0 + 1e-14)) / unit;         // what has no more digits stays
}

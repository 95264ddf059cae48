#include "page.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { N_CELL = 32, CELL_SIZE = 32, MAX_VERDICT = 64, VERDICT_SIZE = 240 };

static FILE *out[2]; // standard output and the file, NULL when there is none
static char verdict[MAX_VERDICT][VERDICT_SIZE];
static int verdict_good[MAX_VERDICT], n_verdict;

int page_open(const char *path)
{
    out[0] = stdout;
    out[1] = path ? fopen(path, "w") : NULL;
    return !path || out[1];
}

void page_close(void)
{
    if (out[1]) {
        fclose(out[1]);
    }
}

void page_print(const char *format, ...)
{
    for (int k = 0; k < 2 && out[k]; k++) {
        va_list args;
        va_start(args, format);
        vfprintf(out[k], format, args);
        va_end(args);
        fflush(out[k]);
    }
}

void page_table(const char *columns)
{
    int n = 1;
    page_print("\n| ");
    for (const char *c = columns; *c; c++) {
        n += *c == '|';
        page_print("%s%c%s", *c == '|' ? " " : "", *c, *c == '|' ? " " : "");
    }
    page_print(" |\n| ---");
    for (int i = 1; i < n; i++) {
        page_print(" | --:");
    }
    page_print(" |\n");
}

const char *cell(const char *format, double x, int shown)
{
    static char text[N_CELL][CELL_SIZE];
    static int last;
    last = (last + 1) % N_CELL;
    snprintf(text[last], CELL_SIZE, shown ? format : "-", x);
    return text[last];
}

void page_judge(int good, const char *format, ...)
{
    // without room, failures must not get lost
    int i = n_verdict < MAX_VERDICT ? n_verdict++ : MAX_VERDICT - 1;
    va_list args;
    va_start(args, format);
    vsnprintf(verdict[i], VERDICT_SIZE, format, args);
    va_end(args);
    verdict_good[i] = good;
}

int page_verdicts(void)
{
    int failed = 0;
    for (int i = 0; i < n_verdict; i++) {
        page_print("%s- %s: %s\n", i ? "" : "\n", verdict_good[i] ? "pass" : "**FAIL**",
                   verdict[i]);
        failed += !verdict_good[i];
    }
    n_verdict = 0;
    return failed;
}

// Binary logarithm to 1e-4: exponent, then one bit per squaring of the mantissa.
static double log_2(double x)
{
    int exponent;
    double m = 2.0 * frexp(x, &exponent), log = exponent - 1, bit = 0.5;
    for (int i = 0; i < 14; i++, bit *= 0.5) {
        m *= m;
        if (m >= 2.0) {
            m *= 0.5;
            log += bit;
        }
    }
    return log;
}

double order_between(double coarse, double fine)
{
    return coarse > 0.0 && fine > 0.0 && coarse < HUGE_VAL ? log_2(coarse / fine) : 0.0;
}

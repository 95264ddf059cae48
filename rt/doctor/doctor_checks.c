#include "doctor_checks.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void tac_found(tac_finding *f, tac_health h, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    f->health = h;
    (void)vsnprintf(f->found, sizeof f->found, format, arguments);
    va_end(arguments);
}

void tac_meaning(tac_finding *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(f->meaning, sizeof f->meaning, format, arguments);
    va_end(arguments);
}

void tac_fix(tac_finding *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(f->fix, sizeof f->fix, format, arguments);
    va_end(arguments);
}

void tac_unknown(tac_finding *f, const char *because, ...)
{
    char reason[320];
    va_list arguments;
    va_start(arguments, because);
    (void)vsnprintf(reason, sizeof reason, because, arguments);
    va_end(arguments);
    tac_found(f, TAC_HEALTH_UNKNOWN, "unknown, because %s", reason);
}

const char *tac_doctor_time(char *text, size_t size, int64_t ns)
{
    double x = (double)ns;
    double scale = x >= 1e9 ? 1e9 : x >= 1e6 ? 1e6 : x >= 1e3 ? 1e3 : 1.0;
    const char *unit = x >= 1e9 ? "s" : x >= 1e6 ? "ms" : x >= 1e3 ? "us" : "ns";
    (void)snprintf(text, size, "%.3g %s", x / scale, unit);
    return text;
}

#include "kept.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/exit.h"

void *tac_kept(size_t n, size_t size)
{
    void *block = calloc(n > 0 ? n : 1, size);
    if (!block) {
        static const char line[] = "tactus: not enough memory for the FMU\n";
        (void)!write(STDERR_FILENO, line, sizeof line - 1);
        _exit(TAC_EXIT_MEMORY);
    }
    return block;
}

char *tac_kept_letters(const char *text, size_t n)
{
    char *copy = tac_kept(n + 1, 1);
    memcpy(copy, text, n);
    return copy;
}

char *tac_kept_text(const char *text)
{
    return tac_kept_letters(text, strlen(text));
}

static void find(tac_findings *f, tac_weight weight, int line, const char *format,
                 va_list arguments)
{
    char text[512];
    (void)vsnprintf(text, sizeof text, format, arguments);
    if (f->n < TAC_MOST_FINDINGS) {
        f->item[f->n++] =
            (tac_finding){.weight = weight, .line = line, .text = tac_kept_text(text)};
    }
    f->count[weight]++;
}

void tac_find_error(tac_findings *f, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    find(f, TAC_ERROR, line, format, arguments);
    va_end(arguments);
}

void tac_find_fault(tac_findings *f, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    find(f, TAC_FAULT, line, format, arguments);
    va_end(arguments);
}

void tac_find_note(tac_findings *f, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    find(f, TAC_NOTE, line, format, arguments);
    va_end(arguments);
}

const tac_finding *tac_first_finding(const tac_findings *f, tac_weight weight)
{
    for (int i = 0; i < f->n; i++) {
        if (f->item[i].weight == weight) {
            return &f->item[i];
        }
    }
    return NULL;
}

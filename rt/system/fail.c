#include "fail.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "printable.h"

static void put(tac_diag *diag, int no_memory, const char *format, va_list list)
{
    if (diag->text[0] == '\0') {
        (void)vsnprintf(diag->text, sizeof diag->text, format, list);
        tac_make_printable(diag->text);
        diag->no_memory = no_memory;
    }
}

int tac_diag_say(tac_diag *diag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put(diag, 0, format, list);
    va_end(list);
    return 0;
}

int tac_diag_say_errno(tac_diag *diag, int error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put(diag, error == ENOMEM, format, list);
    va_end(list);
    return 0;
}

int tac_diag_say_memory(tac_diag *diag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put(diag, 1, format, list);
    va_end(list);
    return 0;
}

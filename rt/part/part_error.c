#include "part_error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "printable.h"

enum { MOST_OF_PATH = 400 }; // of its end

bool tac_part_say(const tac_part_error *error, const char *format, ...)
{
    if (error->size == 0 || error->text[0] != '\0') {
        return false;
    }
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    const size_t n = strlen(error->path);
    const char *path = n > MOST_OF_PATH ? error->path + n - MOST_OF_PATH : error->path;
    char whole[MOST_OF_PATH + sizeof line];
    (void)snprintf(whole, sizeof whole, "%s%s: %s", path == error->path ? "" : "...", path, line);
    (void)tac_printable(error->text, error->size, whole);
    return false;
}

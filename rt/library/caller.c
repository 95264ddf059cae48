#include "caller.h"

#include <stdio.h>

void *tac_library_fail(tactus_error *error, int code, const char *line)
{
    if (error) {
        error->code = code;
        (void)snprintf(error->text, sizeof error->text, "%s", line);
    }
    return NULL;
}

int tac_library_code(const tac_diag *why, int otherwise)
{
    return why->no_memory ? TACTUS_MEMORY : otherwise;
}

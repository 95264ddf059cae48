#include "text_output.h"

#include <errno.h>
#include <string.h>

FILE *tac_text_open(const char *path)
{
    return strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
}

int tac_text_close(FILE *out)
{
    int ok = !ferror(out);
    return (out == stdout ? fflush(out) : fclose(out)) == 0 && ok;
}

int tac_text_failed(const char *path, tac_failure *why)
{
    int reason = errno ? errno : EIO;
    (void)tac_failed_output(why);
    return tac_diag_say_errno(&why->diag, reason, "tactus: '%.400s' cannot be written: %s", path,
                              strerror(reason));
}

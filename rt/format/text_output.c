#include "text_output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "system/files.h"

FILE *tac_text_open(const char *path)
{
    if (strcmp(path, "-") == 0) {
        return stdout;
    }
    int file = tac_open_alone(path, 0666, 0);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    if (file >= 0 && !out) {
        (void)close(file);
    }
    return out;
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
                              tac_output_error(reason));
}

#include "text_output.h"

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

#include "piece_name.h"

#include <stdio.h>
#include <string.h>

int tac_piece_name(const char *recording, int number, char path[TAC_PIECE_PATH])
{
    const char *slash = strrchr(recording, '/'), *name = slash ? slash + 1 : recording;
    const char *dot = strrchr(name, '.'), *end = recording + strlen(recording);
    const char *stem = dot && dot > name ? dot : end;
    char text[16] = "";
    if (number > 0) {
        (void)snprintf(text, sizeof text, ".%04d", number);
    }
    int n =
        snprintf(path, TAC_PIECE_PATH, "%.*s%s%s", (int)(stem - recording), recording, text, stem);
    return n > 0 && n < TAC_PIECE_PATH;
}

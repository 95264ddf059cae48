#include "shipped.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *tac_shipped(const char *name, char path[TAC_SHIPPED_SIZE])
{
    static const char *const place[] = {"../share/tactus", "../../config", "../config"};
    char self[TAC_SHIPPED_SIZE];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    const char *folder = dirname(self);
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        char found[TAC_SHIPPED_SIZE];
        if (snprintf(found, sizeof found, "%s/%s/%s", folder, place[i], name) < TAC_SHIPPED_SIZE &&
            realpath(found, path)) {
            return path;
        }
    }
    snprintf(path, TAC_SHIPPED_SIZE, "config/%s", name);
    return path;
}

#include "shipped.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *tac_shipped(const char *name, char path[PATH_MAX])
{
    static const char *const place[] = {"../share/tactus", "../../config", "../config"};
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    const char *folder = dirname(self);
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        char found[PATH_MAX];
        if (snprintf(found, sizeof found, "%s/%s/%s", folder, place[i], name) < PATH_MAX &&
            realpath(found, path)) {
            return path;
        }
    }
    snprintf(path, PATH_MAX, "config/%s", name);
    return path;
}

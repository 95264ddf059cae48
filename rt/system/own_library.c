#include "own_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fail.h"

static const char program[] = "/proc/self/exe";

// Who may own it: root, by whatever number, the owner of the program, and the user, unless the program has
// rights that the user has not.
static bool has_trusted_owner(const struct stat *s)
{
    struct stat root, self;
    return s->st_uid == 0 || (stat("/", &root) == 0 && s->st_uid == root.st_uid) ||
           (stat(program, &self) == 0 && s->st_uid == self.st_uid) ||
           (getauxval(AT_SECURE) == 0 && s->st_uid == geteuid());
}

// Whether others cannot put another file into the place of what lies in this folder, at any level.
static bool is_safe_folder(const char *folder)
{
    char at[TAC_OWN_LIBRARY_SIZE];
    struct stat s;
    mode_t kept =
        0; // above the folder itself, what is not one's own cannot be moved out of a sticky one
    snprintf(at, sizeof at, "%s", folder);
    for (;;) {
        if (stat(at, &s) != 0 || !has_trusted_owner(&s) ||
            ((s.st_mode & S_IWOTH) && !(s.st_mode & kept))) {
            return false;
        }
        if (strcmp(at, "/") == 0) {
            return true;
        }
        kept = S_ISVTX;
        (void)dirname(at);
    }
}

static bool is_safe(const char *path)
{
    char folder[TAC_OWN_LIBRARY_SIZE];
    struct stat s;
    snprintf(folder, sizeof folder, "%s", path);
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && !(s.st_mode & S_IWOTH) &&
           has_trusted_owner(&s) && is_safe_folder(dirname(folder));
}

// The file that this is part of: libtactus in the program of somebody else, or the program.
static bool find_self(char self[TAC_OWN_LIBRARY_SIZE], bool *is_library)
{
    Dl_info in;
    char file[TAC_OWN_LIBRARY_SIZE] = "";
    if (dladdr(program, &in) && in.dli_fname) {
        snprintf(file, sizeof file, "%s", in.dli_fname);
    }
    *is_library = strncmp(basename(file), "libtactus.so", strlen("libtactus.so")) == 0;
    return realpath(*is_library ? in.dli_fname : program, self);
}
_Static_assert(TAC_OWN_LIBRARY_SIZE >= PATH_MAX, "realpath writes as much");

int tac_own_library(const char *name, char path[TAC_OWN_LIBRARY_SIZE], tac_diag *diag)
{
    char self[TAC_OWN_LIBRARY_SIZE], wanted[TAC_OWN_LIBRARY_SIZE];
    bool is_library = false;
    if (!find_self(self, &is_library)) {
        return tac_diag_say(diag, "%s is not found: %s cannot be read: %s", name, program,
                            strerror(errno));
    }
    const char *const place[] = {is_library ? "tactus" : TAC_LIBRARY_FOLDER,
                                 "."}; // from its folder
    const char *folder = dirname(self);
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        if (snprintf(wanted, sizeof wanted, "%s/%s/%s", folder, place[i], name) >=
                (int)sizeof wanted ||
            !realpath(wanted, path)) {
            continue;
        }
        return is_safe(path) ||
               tac_diag_say(diag,
                            "%s is not loaded: others can write '%s' or a folder above it, or "
                            "own it; make it root's or your own",
                            name, path);
    }
    return tac_diag_say(diag,
                        "%s is not found, neither in '%s/%s' nor in '%s'; install tactus anew",
                        name, folder, place[0], folder);
}

const void *tac_own_table(const char *name, const char *table, tac_own_version wanted,
                          tac_diag *diag)
{
    char path[TAC_OWN_LIBRARY_SIZE];
    if (!tac_own_library(name, path, diag)) {
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        (void)tac_diag_say(diag, "'%s' cannot be loaded: %s", path, dlerror());
        return NULL;
    }
    const tac_own_version *found = dlsym(library, table);
    if (!found || found->layout != wanted.layout || found->size != wanted.size) {
        (void)tac_diag_say(diag, "'%s' belongs to another version of tactus; install both anew",
                           path);
        return NULL;
    }
    return found;
}

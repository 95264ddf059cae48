#include "host_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/fail.h"

#define BEGIN "tactus-fmu-"

enum { TRIES = 20, OPEN_FOLDERS = 16 };

static const char *base_folder(void)
{
    const char *base = getenv("TMPDIR");
    return base && base[0] == '/' ? base : "/tmp";
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)where;
    (void)(kind == FTW_DP || kind == FTW_DNR ? rmdir(path) : unlink(path));
    return 0;
}

void tac_host_folder_remove(const char *path)
{
    (void)nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

// A descriptor of a folder of this user's that nobody has locked, locked now; -1: it is in use, or is another's.
static int lock_folder(const char *path)
{
    struct stat about;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (folder >= 0 && (fstat(folder, &about) != 0 || about.st_uid != geteuid() ||
                        (about.st_mode & 077) != 0 || flock(folder, LOCK_EX | LOCK_NB) != 0)) {
        close(folder);
        return -1;
    }
    return folder;
}

static void remove_unused(const char *base)
{
    DIR *all = opendir(base);
    for (const struct dirent *e; all && (e = readdir(all));) {
        char path[4096];
        if (strncmp(e->d_name, BEGIN, strlen(BEGIN)) != 0 ||
            snprintf(path, sizeof path, "%s/%s", base, e->d_name) >= (int)sizeof path) {
            continue;
        }
        int folder = lock_folder(path);
        if (folder >= 0) {
            tac_host_folder_remove(path);
            close(folder);
        }
    }
    if (all) {
        (void)closedir(all);
    }
}

// Whether a folder that was just locked is still there: another one could have taken it for unused before.
static bool is_still(const char *path, int folder)
{
    struct stat by_name, here;
    return lstat(path, &by_name) == 0 && fstat(folder, &here) == 0 &&
           by_name.st_ino == here.st_ino && by_name.st_dev == here.st_dev;
}

bool tac_host_folder_make(char *path, size_t size, int *lock, tac_diag *diag)
{
    const char *base = base_folder();
    remove_unused(base);
    for (int i = 0; i < TRIES; i++) {
        if (snprintf(path, size, "%s/" BEGIN "XXXXXX", base) >= (int)size) {
            path[0] = '\0';
            return tac_diag_say(diag, "the path of TMPDIR is too long for a folder in it");
        }
        if (!mkdtemp(path)) {
            int reason = errno;
            path[0] = '\0';
            return tac_diag_say_errno(diag, reason,
                                      "no folder can be made in '%s': %s; set TMPDIR to one that "
                                      "is yours",
                                      base, strerror(reason));
        }
        *lock = lock_folder(path);
        if (*lock >= 0 && is_still(path, *lock)) {
            return true;
        }
        if (*lock >= 0) {
            close(*lock);
        }
    }
    path[0] = '\0';
    return tac_diag_say(diag, "no folder in '%s' stays; set TMPDIR to another one", base);
}

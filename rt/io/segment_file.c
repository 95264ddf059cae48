#include "segment_file.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

enum { PATH_SIZE = 128, USER_SIZE = 64, BUFFER_SIZE = 4096, MOST_GROUPS = 1024 };

// ---- users ---------------------------------------------------------------------------------------

// "mallory (1001)", or the number alone.
static const char *user_name(uid_t user, char out[USER_SIZE])
{
    char buffer[BUFFER_SIZE];
    struct passwd entry, *found = NULL;
    if (getpwuid_r(user, &entry, buffer, sizeof buffer, &found) == 0 && found) {
        (void)snprintf(out, USER_SIZE, "%.40s (%lu)", entry.pw_name, (unsigned long)user);
    } else {
        (void)snprintf(out, USER_SIZE, "number %lu", (unsigned long)user);
    }
    return out;
}

// Whether one item of a list, a number or a name, is that user.
static bool names_user(const char *item, uid_t user)
{
    char buffer[BUFFER_SIZE], *end;
    struct passwd entry, *found = NULL;
    if (*item >= '0' && *item <= '9') {
        unsigned long number = strtoul(item, &end, 10);
        return *end == '\0' && number == user;
    }
    return getpwnam_r(item, &entry, buffer, sizeof buffer, &found) == 0 && found &&
           entry.pw_uid == user;
}

static bool is_in_environment(uid_t user)
{
    char item[USER_SIZE];
    const char *list = secure_getenv("TACTUS_TRUST");
    while (list && *list != '\0') {
        size_t n = strcspn(list, ",");
        if (n > 0 && n < sizeof item) {
            memcpy(item, list, n);
            item[n] = '\0';
            if (names_user(item, user)) {
                return true;
            }
        }
        list += n + (list[n] == ',');
    }
    return false;
}

// A file is given to a group by its members only. Root is served by nobody but root.
static bool is_shared_in_group(gid_t group)
{
    static const char shared[] = "tactus";
    char buffer[BUFFER_SIZE];
    struct group entry, *found = NULL;
    gid_t mine[MOST_GROUPS];
    if (geteuid() == 0 || getgrnam_r(shared, &entry, buffer, sizeof buffer, &found) != 0 ||
        !found || entry.gr_gid != group) {
        return false;
    }
    int n = getgroups(MOST_GROUPS, mine);
    bool member = getegid() == group;
    for (int i = 0; i < n && !member; i++) {
        member = mine[i] == group;
    }
    return member;
}

tac_io_status tac_io_check_owner(const char *name, const struct stat *about, tac_io_error *error)
{
    uid_t user = about->st_uid;
    char whose[USER_SIZE];
    if (user == geteuid() || user == 0 || is_in_environment(user) ||
        is_shared_in_group(about->st_gid)) {
        return TAC_IO_OK;
    }
    return tac_io_fail(error, TAC_IO_FOREIGN,
                       TAC_IO_FOLDER "%s belongs to the user %s%s; with TACTUS_TRUST=%lu in the "
                                     "environment it would be trusted",
                       name, user_name(user, whose),
                       geteuid() == 0 ? ", not to root" : ", neither to you nor to root",
                       (unsigned long)user);
}

// ---- opening -------------------------------------------------------------------------------------

static const char *kind_of(mode_t mode)
{
    return S_ISFIFO(mode)   ? "a FIFO"
           : S_ISLNK(mode)  ? "a symbolic link"
           : S_ISDIR(mode)  ? "a directory"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

static tac_io_status check_kind(const char *name, const struct stat *about, tac_io_error *error)
{
    char whose[USER_SIZE];
    return S_ISREG(about->st_mode)
               ? TAC_IO_OK
               : tac_io_fail(error, TAC_IO_DAMAGED,
                             TAC_IO_FOLDER
                             "%s is %s of the user %s, not a segment; that user or root removes it",
                             name, kind_of(about->st_mode), user_name(about->st_uid, whose));
}

// Why a file could not be opened: what lies there and whose it is says more than the system does.
static void explain(const char *name, const char *path, int reason, tac_io_error *error)
{
    struct stat about;
    if (reason == ENOENT) {
        (void)tac_io_fail(error, TAC_IO_NONE, "there is no %s", path);
    } else if (fstatat(AT_FDCWD, path, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
               (check_kind(name, &about, error) == TAC_IO_OK &&
                tac_io_check_owner(name, &about, error) == TAC_IO_OK)) {
        (void)tac_io_fail(error, TAC_IO_SYSTEM, "%s: %s", path, strerror(reason));
    }
}

int tac_io_open_plain(const char *name, int access, struct stat *about, tac_io_error *error)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, TAC_IO_FOLDER "%s", name);
    int file = open(path, access | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
    if (file < 0) {
        explain(name, path, errno, error);
        return -1;
    }
    if (fstat(file, about) != 0) {
        (void)tac_io_fail(error, TAC_IO_SYSTEM, "%s: %s", path, strerror(errno));
    } else if (check_kind(name, about, error) == TAC_IO_OK) {
        return file;
    }
    close(file);
    return -1;
}

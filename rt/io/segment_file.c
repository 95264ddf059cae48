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

enum { PATH_SIZE = 128, BUFFER_SIZE = 4096, MOST_GROUPS = 1024 };

// ---- users ---------------------------------------------------------------------------------------

const char *tac_io_user_name(uid_t user, char out[TAC_IO_USER])
{
    char buffer[BUFFER_SIZE];
    struct passwd entry, *found = NULL;
    if (getpwuid_r(user, &entry, buffer, sizeof buffer, &found) == 0 && found) {
        (void)snprintf(out, TAC_IO_USER, "%.40s (%lu)", entry.pw_name, (unsigned long)user);
    } else {
        (void)snprintf(out, TAC_IO_USER, "number %lu", (unsigned long)user);
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

bool tac_io_trusts_user(uid_t user)
{
    char item[TAC_IO_USER];
    const char *list = secure_getenv("TACTUS_TRUST");
    if (user == geteuid() || user == 0) {
        return true;
    }
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

bool tac_io_is_shared_group(gid_t group)
{
    static const char shared[] = "tactus";
    char buffer[BUFFER_SIZE];
    struct group entry, *found = NULL;
    return getgrnam_r(shared, &entry, buffer, sizeof buffer, &found) == 0 && found &&
           entry.gr_gid == group;
}

// A file is given to a group by its members only. Root is served by nobody but root.
static bool is_shared_with_us(gid_t group)
{
    gid_t mine[MOST_GROUPS];
    if (geteuid() == 0 || !tac_io_is_shared_group(group)) {
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
    char whose[TAC_IO_USER];
    if (tac_io_trusts_user(user) || is_shared_with_us(about->st_gid)) {
        return TAC_IO_OK;
    }
    return tac_io_fail(error, TAC_IO_FOREIGN,
                       TAC_IO_FOLDER "%s belongs to the user %s%s; with TACTUS_TRUST=%lu in the "
                                     "environment it would be trusted",
                       name, tac_io_user_name(user, whose),
                       geteuid() == 0 ? ", not to root" : ", neither to you nor to root",
                       (unsigned long)user);
}

// ---- opening -------------------------------------------------------------------------------------

const char *tac_io_kind_name(mode_t mode)
{
    return S_ISREG(mode)    ? "a file"
           : S_ISFIFO(mode) ? "a FIFO"
           : S_ISLNK(mode)  ? "a symbolic link"
           : S_ISDIR(mode)  ? "a directory"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

static tac_io_status check_kind(const char *name, const struct stat *about, tac_io_error *error)
{
    char whose[TAC_IO_USER];
    return S_ISREG(about->st_mode)
               ? TAC_IO_OK
               : tac_io_fail(error, TAC_IO_DAMAGED,
                             TAC_IO_FOLDER
                             "%s is %s of the user %s, not a segment; that user or root removes it",
                             name, tac_io_kind_name(about->st_mode),
                             tac_io_user_name(about->st_uid, whose));
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

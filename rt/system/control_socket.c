#include "control_socket.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "clock.h"
#include "fail.h"
#include "io/segment_file.h"

#define RUN_FOLDER "/run/tactus"

enum {
    N_PLACE = 3,
    FRESH = 14
}; // /run, the user's run folder, shared memory; letters of ".new-0123abcd"

// ---- places --------------------------------------------------------------------------------------

// Whether it is a folder of somebody trusted.
static bool is_trusted_folder(const char *path)
{
    struct stat about;
    return path && *path == '/' && stat(path, &about) == 0 && tac_io_trusts_user(about.st_uid);
}

// The i-th place of an instance; 0 when there is none, or its path is too long.
static int name_place(int i, const char *name, char place[TAC_CONTROL_PLACE])
{
    const char *user = getenv("XDG_RUNTIME_DIR");
    int n = TAC_CONTROL_PLACE;
    if (i == 0) {
        n = snprintf(place, TAC_CONTROL_PLACE, RUN_FOLDER "/%s.sock", name);
    } else if (i == 1 && is_trusted_folder(user)) {
        n = snprintf(place, TAC_CONTROL_PLACE, "%s/tactus/%s.sock", user, name);
    } else if (i == 2) {
        n = snprintf(place, TAC_CONTROL_PLACE, TAC_IO_FOLDER "tactus.%s.sock", name);
    }
    return n > 0 && n < TAC_CONTROL_PLACE - FRESH;
}

static bool starts_with(const char *place, const char *folder)
{
    return strncmp(place, folder, strlen(folder)) == 0;
}

// Whether a socket was put there by somebody who is trusted: its user, or whoever root allowed to write into
// root's folder.
static bool is_trusted(const char *place, const struct stat *about)
{
    struct stat folder;
    return tac_io_trusts_user(about->st_uid) ||
           (starts_with(place, RUN_FOLDER "/") && lstat(RUN_FOLDER, &folder) == 0 &&
            S_ISDIR(folder.st_mode) && !(folder.st_mode & S_IWOTH));
}

// ---- connecting ----------------------------------------------------------------------------------

static int open_socket(int flags)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
}

// The very socket that is open as `at`, whatever has become of its name.
static int connect_open(int at, int flags)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", at);
    int fd = open_socket(flags);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        int reason = errno;
        close(fd);
        errno = reason;
        fd = -1;
    }
    return fd;
}

// What lies at the place, without following a link and without opening it; -1 unless it is a socket with one name.
static int open_place(const char *place, struct stat *about)
{
    int at = open(place, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (at >= 0 && (fstat(at, about) != 0 || !S_ISSOCK(about->st_mode) || about->st_nlink != 1)) {
        close(at);
        errno = ENOENT;
        at = -1;
    }
    return at;
}

static int close_with(int fd, int reason)
{
    close(fd);
    errno = reason;
    return -1;
}

static void say_foreign(const char *what, const char *name, uid_t user, tac_diag *diag)
{
    char whose[TAC_IO_USER];
    (void)tac_diag_say(diag,
                       "%s%s belongs to the user %s%s; with TACTUS_TRUST=%lu in the environment "
                       "it would be trusted",
                       what, name, tac_io_user_name(user, whose),
                       geteuid() == 0 ? ", not to root" : ", neither to you nor to root",
                       (unsigned long)user);
}

// As a client, to a listener that is trusted. -1: errno says why, EPERM with a line when it is not.
static int connect_place(const char *place, tac_diag *diag)
{
    struct stat about;
    int at = open_place(place, &about);
    if (at < 0) {
        return -1;
    }
    if (faccessat(at, "", W_OK, AT_EMPTY_PATH | AT_EACCESS) != 0) {
        return close_with(at, EACCES);
    }
    if (!is_trusted(place, &about)) {
        say_foreign("", place, about.st_uid, diag);
        return close_with(at, EPERM);
    }
    int fd = connect_open(at, 0), reason = errno;
    close(at);
    errno = reason;
    return fd;
}

// The abstract socket of an executive from before claims, when nobody has put a file. Anybody may bind such a name
// and let a queue fill up, so this waits for nobody, and the kernel is asked whose it is. -1: errno says why, EPERM
// with a line when its user is not trusted.
static int connect_abstract(const char *name, tac_diag *diag)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred peer = {.uid = (uid_t)-1};
    socklen_t size = sizeof peer;
    int n = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "tactus/%s", name);
    int fd = n < (int)sizeof address.sun_path - 1 ? open_socket(SOCK_NONBLOCK) : -1;
    if (fd < 0) {
        return -1;
    }
    socklen_t length = (socklen_t)offsetof(struct sockaddr_un, sun_path) + 1 + (socklen_t)n;
    if (connect(fd, (struct sockaddr *)&address, length) != 0 ||
        getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
        return close_with(fd, errno);
    }
    if (!tac_io_trusts_user(peer.uid)) {
        say_foreign("the abstract socket tactus/", name, peer.uid, diag);
        return close_with(fd, EPERM);
    }
    (void)fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

int tac_control_connect(const char *name, tac_diag *diag)
{
    char place[TAC_CONTROL_PLACE];
    int fd = -1, denied = 0;
    tac_diag foreign = {0};
    if (strchr(name, '/')) {
        snprintf(place, sizeof place, "%s", name);
        fd = strlen(name) < sizeof place ? connect_place(place, &foreign) : -1;
        denied = errno == EACCES;
    }
    for (int i = 0; i < N_PLACE && !strchr(name, '/') && fd < 0; i++) {
        if (name_place(i, name, place)) {
            fd = connect_place(place, &foreign);
            denied |= fd < 0 && errno == EACCES;
        }
    }
    if (fd < 0 && !strchr(name, '/') && !denied && foreign.text[0] == '\0') {
        fd = connect_abstract(name, &foreign);
    }
    if (fd < 0) {
        (void)(foreign.text[0] != '\0' ? tac_diag_say(diag, "%s", foreign.text)
                                       : tac_diag_say(diag, "'%.200s' %s", name,
                                                      denied ? "may not be controlled by this user"
                                                             : "is not running, or not reachable "
                                                               "from here"));
    }
    return fd;
}

// ---- listening -----------------------------------------------------------------------------------

// The folder of a path, one level, readable by all.
static void make_folder(const char *place)
{
    char folder[TAC_CONTROL_PLACE];
    snprintf(folder, sizeof folder, "%s", place);
    char *end = strrchr(folder, '/');
    if (end && end > folder) {
        *end = '\0';
        mkdir(folder, 0755);
    }
}

// Whether somebody trusted listens there; what others have put there is in nobody's way who may replace it.
static bool is_served(const char *place)
{
    struct stat about;
    int at = open_place(place, &about);
    if (at < 0) {
        return false;
    }
    int fd = is_trusted(place, &about) ? connect_open(at, SOCK_NONBLOCK) : -1;
    bool served =
        is_trusted(place, &about) && (fd >= 0 || errno == EAGAIN); // its queue may be full
    close(at);
    if (fd >= 0) {
        close(fd);
    }
    return served;
}

// Whether a socket of somebody trusted lies there at which nobody listens.
static bool is_left(const char *place)
{
    struct stat about;
    int at = open_place(place, &about);
    if (at >= 0) {
        close(at);
    }
    return at >= 0 && is_trusted(place, &about) && !is_served(place);
}

bool tac_control_is_left(const char *name)
{
    char place[TAC_CONTROL_PLACE];
    bool any = false;
    for (int i = 0; i < N_PLACE; i++) {
        any = any || (name_place(i, name, place) && is_left(place));
    }
    return any;
}

bool tac_control_clean(const char *name)
{
    char place[TAC_CONTROL_PLACE];
    bool all = true;
    for (int i = 0; i < N_PLACE; i++) {
        if (name_place(i, name, place) && is_left(place)) {
            all = (unlink(place) == 0 || errno == ENOENT) && all;
        }
    }
    return all;
}

// The name of the instance whose socket has this path in a folder; false for other files.
static bool name_of(const char *file, const char *before, char name[TAC_CONTROL_PLACE])
{
    static const char after[] = ".sock";
    size_t n = strlen(file), skip = strlen(before);
    if (n <= skip + sizeof after - 1 || n >= TAC_CONTROL_PLACE ||
        strncmp(file, before, skip) != 0 || strcmp(file + n + 1 - sizeof after, after) != 0) {
        return false;
    }
    snprintf(name, TAC_CONTROL_PLACE, "%.*s", (int)(n - skip - sizeof after + 1), file + skip);
    return true;
}

void tac_control_each(void (*tell)(void *context, const char *name), void *context)
{
    for (int i = 0; i < N_PLACE; i++) {
        char folder[TAC_CONTROL_PLACE], name[TAC_CONTROL_PLACE];
        if (!name_place(i, "", folder)) {
            continue;
        }
        *(strrchr(folder, '/') + 1) = '\0';
        DIR *files = opendir(folder);
        for (struct dirent *e = files ? readdir(files) : NULL; e; e = readdir(files)) {
            if (name_of(e->d_name, starts_with(folder, TAC_IO_FOLDER) ? "tactus." : "", name)) {
                tell(context, name);
            }
        }
        if (files) {
            closedir(files);
        }
    }
}

// Gets its name when it listens already, in the place of what is left there.
static int listen_place(const char *place)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    mode_t mode = starts_with(place, TAC_IO_FOLDER) ? 0600 : 0660;
    if (is_served(place)) {
        errno = EADDRINUSE;
        return -1;
    }
    int n = snprintf(address.sun_path, sizeof address.sun_path, "%s.new-%08x", place,
                     (unsigned)((uint64_t)tac_now_ns() * 2654435761U >> 8));
    int fd = n < (int)sizeof address.sun_path ? open_socket(SOCK_NONBLOCK) : -1;
    if (fd < 0) {
        errno = n < (int)sizeof address.sun_path ? errno : ENAMETOOLONG;
        return -1;
    }
    // with this mode from the beginning, and whatever the process's mask is
    if (fchmod(fd, mode) != 0 ||
        bind(fd, (struct sockaddr *)&address, (socklen_t)sizeof address) != 0) {
        return close_with(fd, errno);
    }
    if (fchmodat(AT_FDCWD, address.sun_path, mode, AT_SYMLINK_NOFOLLOW) != 0 ||
        listen(fd, 32) != 0 || rename(address.sun_path, place) != 0) {
        int reason = errno;
        (void)unlink(address.sun_path);
        return close_with(fd, reason);
    }
    return fd;
}

static void explain(const char *name, const char *place, int reason, tac_diag *diag)
{
    struct stat about;
    char whose[TAC_IO_USER];
    if (reason == EADDRINUSE) {
        (void)tac_diag_say(
            diag, "%s: control socket '%.200s': a running instance of that name listens there",
            name, place);
    } else if (lstat(place, &about) == 0 && about.st_uid != geteuid()) {
        (void)tac_diag_say(
            diag,
            "%s: control socket '%.200s' is %s of the user %s; take another name, or "
            "that user or root removes it",
            name, place, tac_io_kind_name(about.st_mode), tac_io_user_name(about.st_uid, whose));
    } else {
        (void)tac_diag_say(diag, "%s: control socket '%.200s': %s", name, place, strerror(reason));
    }
}

int tac_control_listen(const char *name, const char *path, char place[TAC_CONTROL_PLACE],
                       tac_diag *diag)
{
    int fd = -1;
    errno = ENAMETOOLONG;
    if (path) {
        if (snprintf(place, TAC_CONTROL_PLACE, "%s", path) < TAC_CONTROL_PLACE) {
            fd = listen_place(place);
        }
    }
    for (int i = 0; i < N_PLACE && !path && fd < 0; i++) {
        if (name_place(i, name, place)) {
            make_folder(place);
            fd = listen_place(place);
            if (fd < 0 && errno == EADDRINUSE) {
                break;
            }
        }
    }
    if (fd < 0) {
        explain(name, path ? path : place, errno, diag);
    }
    return fd;
}

#include "control_socket.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "fail.h"

enum { N_PLACE = 3 }; // /run, the user's run folder, abstract

// The i-th place of an instance; 0 when there is none, or its path is too long.
static int name_place(int i, const char *name, char place[TAC_CONTROL_PLACE])
{
    const char *user = getenv("XDG_RUNTIME_DIR");
    int n = TAC_CONTROL_PLACE;
    if (i == 0) {
        n = snprintf(place, TAC_CONTROL_PLACE, "/run/tactus/%s.sock", name);
    } else if (i == 1 && user && *user == '/') {
        n = snprintf(place, TAC_CONTROL_PLACE, "%s/tactus/%s.sock", user, name);
    } else if (i == 2) {
        n = snprintf(place, TAC_CONTROL_PLACE, "@tactus/%s", name);
    }
    return n > 0 && n < TAC_CONTROL_PLACE;
}

// The address of a place; '@' in front becomes the zero of the abstract names.
static socklen_t address_of(const char *place, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    size_t n = strnlen(place, sizeof address->sun_path - 1);
    memcpy(address->sun_path, place, n);
    if (place[0] == '@') {
        address->sun_path[0] = '\0';
        return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n);
    }
    return (socklen_t)sizeof *address;
}

static int open_socket(int flags)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
}

// 0 and errno when no server answers there.
static int connect_place(const char *place)
{
    struct sockaddr_un address;
    socklen_t size = address_of(place, &address);
    int fd = open_socket(0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, size) != 0) {
        int reason = errno;
        close(fd);
        errno = reason;
        fd = -1;
    }
    return fd;
}

// The folder of a path, one level, readable by all.
static void make_folder(const char *place)
{
    char folder[TAC_CONTROL_PLACE];
    snprintf(folder, sizeof folder, "%s", place);
    char *end = strrchr(folder, '/');
    if (place[0] == '/' && end && end > folder) {
        *end = '\0';
        mkdir(folder, 0755);
    }
}

// Removes a socket no process listens on; 0 and EADDRINUSE when one does.
static int clear_place(const char *place)
{
    struct stat s;
    if (place[0] == '@' || lstat(place, &s) != 0 || !S_ISSOCK(s.st_mode)) {
        return 1;
    }
    int fd = connect_place(place);
    if (fd >= 0 || errno == EAGAIN) { // its queue may be full
        if (fd >= 0) {
            close(fd);
        }
        errno = EADDRINUSE;
        return 0;
    }
    unlink(place);
    return 1;
}

static int listen_place(const char *place)
{
    struct sockaddr_un address;
    socklen_t size = address_of(place, &address);
    if (!clear_place(place)) {
        return -1;
    }
    int fd = open_socket(SOCK_NONBLOCK);
    if (fd < 0) {
        return -1;
    }
    if (bind(fd, (struct sockaddr *)&address, size) != 0 ||
        (place[0] != '@' && chmod(place, 0660) != 0) || listen(fd, 32) != 0) {
        int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
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
        (void)tac_diag_say(diag, "%s: control socket '%.200s': %s", name, path ? path : place,
                           errno == EADDRINUSE ? "a running instance of that name listens there"
                                               : strerror(errno));
    }
    return fd;
}

static int peer_uid(int fd, uid_t *uid)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    int known = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
    *uid = known ? peer.uid : 0;
    return known;
}

// As a client; who listens to an abstract name takes its own user and root only, and hangs up on others.
static int connect_as_user(const char *place)
{
    uid_t listener;
    int fd = connect_place(place);
    if (fd >= 0 && place[0] == '@' && geteuid() != 0 && peer_uid(fd, &listener) &&
        listener != geteuid()) {
        close(fd);
        errno = EACCES;
        return -1;
    }
    return fd;
}

int tac_control_connect(const char *name, tac_diag *diag)
{
    char place[TAC_CONTROL_PLACE];
    int fd = -1, denied = 0;
    if (strchr(name, '/')) {
        snprintf(place, sizeof place, "%s", name);
        fd = strlen(name) < sizeof place ? connect_as_user(place) : -1;
        denied = errno == EACCES;
    }
    for (int i = 0; i < N_PLACE && !strchr(name, '/') && fd < 0; i++) {
        if (name_place(i, name, place)) {
            fd = connect_as_user(place);
            denied |= fd < 0 && errno == EACCES;
        }
    }
    if (fd < 0) {
        (void)tac_diag_say(diag, "'%.200s' %s", name,
                           denied ? "may not be controlled by this user"
                                  : "is not running, or not reachable from here");
    }
    return fd;
}

int tac_control_peer_is_own(int fd)
{
    uid_t uid;
    return peer_uid(fd, &uid) && (uid == 0 || uid == geteuid());
}

#include "notify.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Address of the socket, '@' standing for the zero byte of the abstract kind; length 0: none.
static socklen_t socket_address(struct sockaddr_un *address)
{
    const char *name = getenv("NOTIFY_SOCKET");
    size_t length = name != NULL ? strlen(name) : 0;
    if (length < 2 || length > sizeof address->sun_path || (name[0] != '/' && name[0] != '@')) {
        return 0;
    }
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path, name, length);
    if (name[0] == '@') {
        address->sun_path[0] = '\0';
    }
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

int tac_notify(const char *lines)
{
    struct sockaddr_un address;
    socklen_t length = socket_address(&address);
    if (length == 0) {
        return 0;
    }
    int s = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (s < 0) {
        return -1;
    }
    ssize_t sent =
        sendto(s, lines, strlen(lines), MSG_NOSIGNAL, (struct sockaddr *)&address, length);
    int reason = errno;
    (void)close(s);
    errno = reason;
    return sent >= 0 ? 1 : -1;
}

static int notify_with_status(const char *first, const char *status)
{
    char lines[512];
    (void)snprintf(lines, sizeof lines, "%sSTATUS=%.400s", first, status);
    return tac_notify(lines);
}

int tac_notify_ready(const char *status)
{
    return notify_with_status("READY=1\n", status);
}

int tac_notify_status(const char *status)
{
    return notify_with_status("", status);
}

int tac_notify_watchdog(void)
{
    return tac_notify("WATCHDOG=1");
}

int tac_notify_stopping(void)
{
    return tac_notify("STOPPING=1");
}

int64_t tac_notify_watchdog_time(void)
{
    const char *time = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
    if (time == NULL || (pid != NULL && strtoll(pid, NULL, 10) != (long long)getpid())) {
        return 0;
    }
    char *end;
    errno = 0;
    long long us = strtoll(time, &end, 10);
    int good = errno == 0 && end != time && *end == '\0' && us > 0 && us <= INT64_MAX / 1000;
    return good ? us * 1000 : 0;
}

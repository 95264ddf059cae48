// Messages to the service manager arrive letter by letter on the socket it names.
#include <criterion/criterion.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "system/notify.h"

// A socket under this name, '@' for the abstract kind, which NOTIFY_SOCKET then names.
static int listen_at(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(name);
    memcpy(address.sun_path, name, length);
    if (name[0] == '@') {
        address.sun_path[0] = '\0';
    }
    int s = socket(AF_UNIX, SOCK_DGRAM, 0);
    cr_assert_geq(s, 0);
    cr_assert_eq(bind(s, (struct sockaddr *)&address,
                      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)),
                 0);
    cr_assert_eq(setenv("NOTIFY_SOCKET", name, 1), 0);
    return s;
}

static void expect_message(int s, const char *expected)
{
    char text[1024] = "";
    ssize_t n = recv(s, text, sizeof text - 1, MSG_DONTWAIT);
    cr_assert_geq(n, 0, "no message");
    cr_expect_str_eq(text, expected);
}

Test(notify, without_a_service_manager_nothing_is_sent)
{
    unsetenv("NOTIFY_SOCKET");
    cr_expect_eq(tac_notify_ready("running"), 0);
    static const char *const useless[] = {"", "@", "relative/name"};
    for (int i = 0; i < 3; i++) {
        setenv("NOTIFY_SOCKET", useless[i], 1);
        cr_expect_eq(tac_notify_watchdog(), 0);
    }
    char name[300];
    memset(name, '/', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    setenv("NOTIFY_SOCKET", name, 1);
    cr_expect_eq(tac_notify_watchdog(), 0);
}

Test(notify, messages_arrive_on_both_kinds_of_sockets)
{
    char path[64], hidden[64];
    snprintf(path, sizeof path, "/tmp/tactus-notify-%d", (int)getpid());
    snprintf(hidden, sizeof hidden, "@tactus-notify-%d", (int)getpid());
    const char *const name[] = {path, hidden};
    for (int i = 0; i < 2; i++) {
        int s = listen_at(name[i]);
        cr_expect_eq(tac_notify_ready("four_bar runs"), 1);
        expect_message(s, "READY=1\nSTATUS=four_bar runs");
        cr_expect_eq(tac_notify_status("paused"), 1);
        expect_message(s, "STATUS=paused");
        cr_expect_eq(tac_notify_watchdog(), 1);
        expect_message(s, "WATCHDOG=1");
        cr_expect_eq(tac_notify_stopping(), 1);
        expect_message(s, "STOPPING=1");
        close(s);
    }
    unlink(path);
}

Test(notify, a_dead_service_manager_is_an_error_and_nothing_more)
{
    setenv("NOTIFY_SOCKET", "/tmp/tactus-nobody-listens-here", 1);
    errno = 0;
    cr_expect_eq(tac_notify_watchdog(), -1);
    cr_expect_eq(errno, ENOENT);
}

Test(notify, watchdog_time_is_for_this_process_only)
{
    char pid[32];
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
    cr_expect_eq(tac_notify_watchdog_time(), 0);
    setenv("WATCHDOG_USEC", "5000000", 1);
    cr_expect_eq(tac_notify_watchdog_time(), INT64_C(5000000000));
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    setenv("WATCHDOG_PID", pid, 1);
    cr_expect_eq(tac_notify_watchdog_time(), INT64_C(5000000000));
    setenv("WATCHDOG_PID", "1", 1);
    cr_expect_eq(tac_notify_watchdog_time(), 0);
    unsetenv("WATCHDOG_PID");
    static const char *const nonsense[] = {"", "soon", "-5", "0", "5s", "99999999999999999999"};
    for (int i = 0; i < 6; i++) {
        setenv("WATCHDOG_USEC", nonsense[i], 1);
        cr_expect_eq(tac_notify_watchdog_time(), 0, "%s", nonsense[i]);
    }
}

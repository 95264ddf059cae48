// Who is closed when all places of a line server are taken.
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "system/clock.h"
#include "system/line_server.h"

enum {
    PATIENCE_NS = 100 * 1000 * 1000, // what the header promises
    CROWD = 3 * TAC_LINE_CLIENTS,
};

static tac_line_server server;

static void answer(int client, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void answer(int client, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tac_line_server_answer(&server, client, format, list);
    va_end(list);
}

static void echo(void *context, int client, char *line)
{
    (void)context;
    answer(client, "ok %s", line);
}

static void open_server(void)
{
    char path[80];
    tac_diag diag = {0};
    snprintf(path, sizeof path, "/tmp/tactus-line-server-%d.sock", (int)getpid());
    cr_assert(tac_line_server_open(&server, "test", path, echo, NULL, &diag), "%s", diag.text);
}

static void close_server(void)
{
    tac_line_server_close(&server);
}

static void rounds(int n)
{
    for (int i = 0; i < n; i++) {
        struct pollfd p[TAC_LINE_FILES];
        tac_line_server_choose(&server, p);
        poll(p, TAC_LINE_FILES, 0);
        tac_line_server_receive(&server, p);
        tac_line_server_serve(&server);
    }
}

// -1 when the backlog is full.
static int come(void)
{
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    snprintf(place.sun_path, sizeof place.sun_path, "%s", server.place);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    cr_assert(fd >= 0);
    if (connect(fd, (struct sockaddr *)&place, sizeof place) != 0) {
        cr_assert_eq(errno, EAGAIN);
        close(fd);
        return -1;
    }
    return fd;
}

static void ask(int fd)
{
    (void)!send(fd, "hello\n", 6, MSG_NOSIGNAL);
}

static int has_answer(int fd)
{
    char text[16] = "";
    return recv(fd, text, sizeof text - 1, 0) == 9 && strcmp(text, "ok hello\n") == 0;
}

static int is_closed(int fd)
{
    char c;
    return recv(fd, &c, 1, MSG_PEEK) == 0 || errno == ECONNRESET;
}

TestSuite(line_server, .init = open_server, .fini = close_server, .timeout = 60);

// A crowd comes between a client's connection and its question.
Test(line_server, whoever_has_just_come_may_ask)
{
    int crowd[CROWD], n = 0;
    for (int trial = 0; trial < 100; trial++) {
        int64_t come_at = tac_now_ns(); // the server takes it later
        int one = come();
        rounds(2);
        for (int k = 0; k < CROWD; k++) {
            int fd = come();
            if (fd >= 0) {
                crowd[n++] = fd;
            }
            rounds(1);
        }
        ask(one);
        rounds(3);
        int is_answered = has_answer(one);
        int is_late = tac_now_ns() - come_at >= PATIENCE_NS; // a busy machine: once more
        close(one);
        while (n > 0) {
            close(crowd[--n]);
        }
        rounds(CROWD);
        if (is_answered) {
            return;
        }
        cr_assert(is_late, "closed before it could ask");
    }
    cr_assert_fail("this machine never took less than 0.1 s for it");
}

// Those who say nothing give way to those who come, one after the other.
Test(line_server, a_silent_crowd_gives_way)
{
    int crowd[CROWD];
    int n = 0;
    while (n < CROWD && (crowd[n] = come()) >= 0) {
        n++;
        rounds(1);
    }
    cr_assert_geq(n, TAC_LINE_CLIENTS);
    int64_t begin = tac_now_ns();
    int one = -1, is_answered = 0;
    while (!is_answered) {
        rounds(1);
        if (one < 0) {
            one = come();
            if (one >= 0) {
                ask(one);
            }
        } else {
            is_answered = has_answer(one);
        }
        usleep(1000);
    }
    cr_assert(is_closed(crowd[0]));
    cr_assert_geq(tac_now_ns() - begin, PATIENCE_NS / 2, "the crowd was closed at once");
}

// One that has been answered goes before one that could not ask yet, and at once.
Test(line_server, one_that_was_served_goes_first)
{
    int crowd[TAC_LINE_CLIENTS];
    for (int k = 0; k < TAC_LINE_CLIENTS; k++) {
        crowd[k] = come();
        cr_assert_geq(crowd[k], 0);
        rounds(1);
    }
    ask(crowd[7]);
    rounds(3);
    cr_assert(has_answer(crowd[7]));
    int one = come();
    ask(one);
    rounds(3);
    cr_assert(has_answer(one), "a place was free to be taken");
    cr_assert(is_closed(crowd[7]) || is_closed(crowd[0]), "all stay"); // crowd[0]: 0.1 s are over
}

// The owner is called again while nobody hears who comes, also where there is a place by then; and not before when
// nobody waits for one.
Test(line_server, how_long_to_wait)
{
    struct pollfd p[TAC_LINE_FILES];
    tac_line_server_choose(&server, p);
    cr_assert_eq(tac_line_server_wait_ms(&server, p, -1), 500, "its name is looked after");
    cr_assert_eq(tac_line_server_wait_ms(&server, p, 50), 50);
    do { // on a busy machine the first of them may be silent for 0.1 s already
        for (int k = 0; k < TAC_LINE_CLIENTS; k++) {
            cr_assert_geq(come(), 0);
            rounds(1);
        }
        tac_line_server_choose(&server, p);
    } while (p[0].fd >= 0);
    int wait = tac_line_server_wait_ms(&server, p, -1);
    cr_assert(wait > 0 && wait <= 100, "%d", wait);
    usleep(150000);
    wait = tac_line_server_wait_ms(&server, p, -1);
    cr_assert(wait > 0 && wait <= 100, "a place is free, and who comes is not heard: %d", wait);
    tac_line_server_choose(&server, p);
    cr_assert_geq(p[0].fd, 0);
    cr_assert_eq(tac_line_server_wait_ms(&server, p, -1), 500);
}

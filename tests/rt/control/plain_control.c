// Hostile clients of the control thread: silence, noise, megabytes, half lines, sudden ends, and more
// connections than there are places. The loop goes on all the while, and whoever asks properly gets
// an answer. A plain program, so that it also runs under ThreadSanitizer.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "stub_loop.h"
#include "system/control_socket.h"

enum { CONNECTIONS = 1000, ROUNDS = 2000, MEGABYTES = 8 };

static stub_loop s;
static int failed;

static void ok(int condition, const char *what)
{
    if (!condition) {
        failed++;
        printf("FAILED: %s\n", what);
    }
}

static uint32_t noise(void) // xorshift
{
    static uint32_t x = 2463534242u;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

// A fresh connection that asks something sensible is answered, and the loop has moved on.
static void expect_alive(const char *after)
{
    char answer[256], expected[64], request[64];
    int64_t turns = atomic_load(&s.turns);
    int value = (int)(noise() % 1000);
    snprintf(request, sizeof request, "write push %d", value);
    snprintf(expected, sizeof expected, "ok %d", value);
    int fd = stub_connect(&s);
    ok(strcmp(stub_ask(fd, request, answer, sizeof answer), "ok") == 0, after);
    ok(strcmp(stub_ask(fd, "read push", answer, sizeof answer), expected) == 0, after);
    close(fd);
    ok(atomic_load(&s.turns) > turns, after);
}

static void silence(void)
{
    int fd[40];
    for (int i = 0; i < 40; i++) {
        fd[i] = stub_connect(&s);
    }
    expect_alive("40 silent clients");
    for (int i = 0; i < 40; i++) {
        close(fd[i]);
    }
    expect_alive("40 clients that left");
}

static void many_connections(void)
{
    static int fd[CONNECTIONS];
    int open = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
        tac_diag diag = {0};
        fd[i] = tac_control_connect(s.place, &diag);
        open += fd[i] >= 0;
    }
    ok(open > 900, "1000 connections");
    expect_alive("1000 connections");
    for (int i = 0; i < CONNECTIONS; i++) {
        if (fd[i] >= 0) {
            close(fd[i]);
        }
    }
    expect_alive("1000 connections closed");
}

// Megabytes without an end of line, then one: a single refusal, and the connection is still good.
static void megabytes(void)
{
    static char block[65536];
    char answer[256] = "";
    memset(block, 'x', sizeof block);
    int fd = stub_connect(&s);
    for (int i = 0; i < MEGABYTES * 16; i++) {
        if (send(fd, block, sizeof block, MSG_NOSIGNAL) < 0) {
            break;
        }
    }
    stub_ask(fd, "", answer, sizeof answer);
    ok(strncmp(answer, "error a request has at most", 27) == 0, "megabytes get one refusal");
    stub_ask(fd, "read step", answer, sizeof answer);
    ok(strncmp(answer, "ok ", 3) == 0, "after megabytes the connection is good");
    close(fd);
    expect_alive("megabytes");
}

// One client of the crowd: a random act on a connection, some of which end it.
static int act(int fd)
{
    static const char *const piece[] = {
        "start\n",     "pause\nst",   "write push ",        "1 push 2\n",
        "variables\n", "\n\n\n\n",    "save /dev/null/x\n", "restore /etc/passwd\n",
        "status\n",    "step 1e99\n", "read push\r\n",      "write back.stiffness -1\n"};
    enum { N = sizeof piece / sizeof *piece };
    char bytes[512];
    uint32_t what = noise() % (N + 6);
    if (what < N) {
        send(fd, piece[what], strlen(piece[what]), MSG_NOSIGNAL | MSG_DONTWAIT);
    } else if (what < N + 2) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            bytes[i] = (char)noise();
        }
        send(fd, bytes, noise() % sizeof bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
    } else if (what == N + 2) {
        shutdown(fd, SHUT_WR);
    } else if (what == N + 3) {
        recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
    } else if (what == N + 4) {
        close(fd);
        return -1;
    }
    return fd;
}

static void crowd(void)
{
    int fd[20];
    for (int i = 0; i < 20; i++) {
        fd[i] = -1;
    }
    for (int n = 0; n < ROUNDS; n++) {
        int i = (int)(noise() % 20);
        if (fd[i] < 0) {
            fd[i] = stub_connect(&s);
        }
        fd[i] = act(fd[i]);
        if (n % 500 == 499) {
            expect_alive("a crowd");
        }
    }
    for (int i = 0; i < 20; i++) {
        if (fd[i] >= 0) {
            close(fd[i]);
        }
    }
}

// Asks for long answers and never reads them.
static void never_reads(void)
{
    char answer[256];
    int fd = stub_connect(&s);
    for (int i = 0; i < 20000; i++) {
        if (send(fd, "variables\n", 10, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN) {
            break;
        }
    }
    expect_alive("a client that never reads");
    close(fd);
    fd = stub_connect(&s);
    stub_ask(fd, "read step", answer, sizeof answer);
    ok(strncmp(answer, "ok ", 3) == 0, "the next client is served");
    close(fd);
}

int main(void)
{
    stub_open(&s, "");
    expect_alive("nothing");
    silence();
    many_connections();
    megabytes();
    crowd();
    never_reads();
    int64_t turns = atomic_load(&s.turns);
    stub_close(&s);
    printf("%lld turns of the loop, %d failed\n", (long long)turns, failed);
    return failed > 0;
}

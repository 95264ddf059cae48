#include "seats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/clock.h"

enum { PAIR = 160 };

static void leave(tac_seat *s)
{
    tac_io_detach(s->io);
    *s = (tac_seat){0};
}

void tac_seats_look(tac_seats *s)
{
    for (int i = 0; i < TAC_SEATS; i++) {
        if (s->seat[i].io && tac_now_s() - s->seat[i].heard > TAC_SEAT_KEPT) {
            leave(&s->seat[i]);
        }
    }
}

bool tac_seats_taken(const tac_seats *s)
{
    for (int i = 0; i < TAC_SEATS; i++) {
        if (s->seat[i].io) {
            return true;
        }
    }
    return false;
}

void tac_seats_close(tac_seats *s)
{
    for (int i = 0; i < TAC_SEATS; i++) {
        leave(&s->seat[i]);
    }
}

// That of the instance, or a free one; NULL: all are taken.
static tac_seat *find(tac_seats *s, const char *name)
{
    tac_seat *unused = NULL;
    for (int i = 0; i < TAC_SEATS; i++) {
        if (s->seat[i].io && strcmp(s->seat[i].name, name) == 0) {
            return &s->seat[i];
        }
        unused = s->seat[i].io ? unused : &s->seat[i];
    }
    return unused;
}

static bool sit_down(tac_seat *s, const char *name, uint64_t client, char *answer, size_t size)
{
    tac_io_error error;
    s->io = tac_io_attach(name, TAC_IO_COMMAND, "page", &error);
    if (!s->io) {
        snprintf(answer, size, "error %s", error.text);
        return false;
    }
    s->client = client;
    s->rejected = 0;
    snprintf(s->name, sizeof s->name, "%s", name);
    return true;
}

// SIGNAL=VALUE in the frame that goes out next.
static bool put(tac_seat *s, const char *pair, char *answer, size_t size)
{
    tac_io_signal about;
    char name[PAIR], *end;
    const char *at = strrchr(pair, '=');
    snprintf(name, sizeof name, "%.*s", at ? (int)(at - pair) : 0, pair);
    double value = at ? strtod(at + 1, &end) : 0.0;
    if (!at || end == at + 1 || *end != '\0' || !isfinite(value)) {
        snprintf(answer, size, "error '%s' is not SIGNAL=VALUE", pair);
        return false;
    }
    int signal = tac_io_find(s->io, name);
    if (signal < 0 || tac_io_describe(s->io, signal, &about) != TAC_IO_OK ||
        about.direction != TAC_IO_COMMANDED || about.rows * about.columns != 1) {
        snprintf(answer, size, "error '%s' is no command of one value", name);
        return false;
    }
    return tac_io_set(s->io, signal, 0, value) == TAC_IO_OK;
}

static bool put_all(tac_seat *s, const char *line, char *answer, size_t size)
{
    for (int i = 0; i < tac_io_count(s->io); i++) {
        (void)tac_io_release(s->io, i);
    }
    while (*line != '\0') {
        char pair[PAIR];
        size_t n = strcspn(line, " ");
        if (n >= sizeof pair) {
            snprintf(answer, size, "error '%.40s...' is too long", line);
            return false;
        }
        snprintf(pair, sizeof pair, "%.*s", (int)n, line);
        if (n > 0 && !put(s, pair, answer, size)) {
            return false;
        }
        line += n + (line[n] == ' ');
    }
    return true;
}

static void send(tac_seat *s, char *answer, size_t size)
{
    tac_io_account a = {0};
    if (tac_io_send(s->io, 0) != TAC_IO_OK) {
        snprintf(answer, size, "error '%s' has ended", s->name);
        leave(s);
        return;
    }
    (void)tac_io_get_account(s->io, tac_io_place(s->io), &a);
    snprintf(answer, size, "%s",
             a.rejected > s->rejected ? "error another client commands some of it" : "ok");
    s->rejected = a.rejected;
    s->heard = tac_now_s();
}

void tac_seats_drive(tac_seats *s, const char *name, uint64_t client, const char *line,
                     char *answer, size_t size)
{
    tac_seat *seat = find(s, name);
    line += strcspn(line, " "); // the verb
    line += strspn(line, " ");
    bool mine = seat && seat->io && seat->client == client;
    if (seat && seat->io &&
        (mine ? tac_io_check(seat->io) != TAC_IO_OK : tac_now_s() - seat->heard > TAC_SEAT_KEPT)) {
        leave(seat);
        mine = false;
    }
    if (!seat || (seat->io && !mine)) {
        snprintf(answer, size, seat ? "error browser %llu drives" : "error all seats are taken",
                 seat ? (unsigned long long)seat->client : 0ULL);
    } else if (*line == '\0') {
        leave(seat);
        snprintf(answer, size, "ok");
    } else if ((mine || sit_down(seat, name, client, answer, size)) &&
               put_all(seat, line, answer, size)) {
        send(seat, answer, size);
    }
}

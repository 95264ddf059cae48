#include "line_server.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "fail.h"
#include "printable.h"

enum {
    PATIENCE_NS = 100 * 1000 * 1000, // one that came is not closed before it could ask
    LOOK_NS = 500 * 1000 * 1000,     // between two looks at the socket's name
    LOOK_MS = 500,
    FULL_MS = 10, // until it is looked whether one may be closed
};

// ---- coming and going ----------------------------------------------------------------------------

// Of what lies at the socket's place; 0: nothing.
static ino_t inode_of(const tac_line_server *s)
{
    struct stat about;
    return lstat(s->place, &about) == 0 ? about.st_ino : 0;
}

int tac_line_server_open(tac_line_server *s, const char *name, const char *path,
                         tac_line_request *request, void *context, tac_diag *diag)
{
    *s = (tac_line_server){.listener = -1, .request = request, .context = context};
    s->client = calloc(TAC_LINE_CLIENTS, sizeof *s->client);
    if (!s->client) {
        return tac_diag_say_memory(diag, "%s: not enough memory for the control socket", name);
    }
    for (int i = 0; i < TAC_LINE_CLIENTS; i++) {
        s->client[i].fd = -1;
    }
    s->listener = tac_control_listen(name, path, s->place, diag);
    s->inode = inode_of(s);
    return s->listener >= 0;
}

// Others may remove the name, or put something else there: a new socket gets it then, and who has connected stays.
static void renew(tac_line_server *s)
{
    char place[TAC_CONTROL_PLACE];
    tac_diag unwanted = {0};
    s->looked = tac_now_ns();
    if (s->listener < 0 || (s->inode != 0 && inode_of(s) == s->inode)) {
        return;
    }
    int fd = tac_control_listen(s->place, s->place, place, &unwanted);
    if (fd >= 0) { // otherwise again at the next look
        close(s->listener);
        s->listener = fd;
        s->inode = inode_of(s);
    }
}

void tac_line_server_close(tac_line_server *s)
{
    for (int i = 0; s->client && i < TAC_LINE_CLIENTS; i++) {
        if (s->client[i].fd >= 0) {
            close(s->client[i].fd);
        }
    }
    if (s->listener >= 0) {
        close(s->listener);
        if (inode_of(s) == s->inode) {
            unlink(s->place);
        }
    }
    free(s->client);
    s->client = NULL;
    s->listener = -1;
}

// ---- clients -------------------------------------------------------------------------------------

static void drop(tac_line_server *s, int i)
{
    close(s->client[i].fd);
    s->client[i].fd = -1;
    if (s->is_busy && s->asker == i) {
        s->asker = -1; // what was begun is finished
    }
}

static int has_line(const tac_line_client *k)
{
    return k->fd >= 0 && k->n_out == 0 && memchr(k->in, '\n', (size_t)k->n_in) != NULL;
}

static int is_at_work_for(const tac_line_server *s, int i)
{
    return (s->is_busy && s->asker == i) || has_line(&s->client[i]);
}

static int is_silent(const tac_line_client *k, int64_t now)
{
    return now - k->heard >= PATIENCE_NS;
}

// A free place, or that of the client that has to go; -1 when none has: all have just come or are waited for.
static int find_place(const tac_line_server *s)
{
    int64_t now = tac_now_ns();
    int oldest = -1;
    for (int i = 0; i < TAC_LINE_CLIENTS; i++) {
        const tac_line_client *k = &s->client[i];
        if (k->fd < 0) {
            return i;
        }
        int may_go = !is_at_work_for(s, i) && (k->is_served || is_silent(k, now));
        if (may_go && (oldest < 0 || k->heard < s->client[oldest].heard)) {
            oldest = i;
        }
    }
    return oldest;
}

static void accept_client(tac_line_server *s)
{
    int place = find_place(s);
    int fd = place < 0 ? -1 : accept4(s->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) {
        return;
    }
    tac_line_client *k = &s->client[place];
    if (k->fd >= 0) {
        drop(s, place);
    }
    k->fd = fd;
    k->heard = tac_now_ns();
    k->n_in = k->n_out = k->sent = k->too_long = k->ended = k->is_served = 0;
}

void tac_line_server_answer(tac_line_server *s, int client, const char *format, va_list list)
{
    if (client < 0) {
        return;
    }
    tac_line_client *k = &s->client[client];
    int n = vsnprintf(k->out, sizeof k->out - 1, format, list);
    n = n < 0 ? 0 : n;
    n = n > (int)sizeof k->out - 2 ? (int)sizeof k->out - 2 : n;
    k->out[n] = '\0';
    tac_make_printable(k->out); // requests are echoed, and names of files
    n = (int)strlen(k->out);
    k->out[n] = '\n';
    k->n_out = n + 1;
    k->sent = 0;
}

static void refuse(tac_line_server *s, int client, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void refuse(tac_line_server *s, int client, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tac_line_server_answer(s, client, format, list);
    va_end(list);
}

static void send_some(tac_line_server *s, int i)
{
    tac_line_client *k = &s->client[i];
    ssize_t n =
        send(k->fd, k->out + k->sent, (size_t)(k->n_out - k->sent), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
        drop(s, i);
        return;
    }
    k->sent += n > 0 ? (int)n : 0;
    if (k->sent == k->n_out) {
        k->sent = k->n_out = 0;
    }
}

// One read of what fits; a line that does not is thrown away up to its end and answered once.
static void receive_some(tac_line_server *s, int i)
{
    tac_line_client *k = &s->client[i];
    ssize_t n = recv(k->fd, k->in + k->n_in, sizeof k->in - (size_t)k->n_in, MSG_DONTWAIT);
    if (n <= 0) {
        if (n == 0) {
            k->ended = 1;
        } else if (errno != EAGAIN && errno != EINTR) {
            drop(s, i);
        }
        return;
    }
    k->n_in += (int)n;
    if (k->too_long) {
        char *end = memchr(k->in, '\n', (size_t)k->n_in);
        int skip = end ? (int)(end + 1 - k->in) : k->n_in;
        k->n_in -= skip;
        memmove(k->in, k->in + skip, (size_t)k->n_in);
        k->too_long = end == NULL;
    }
    if (k->n_in == (int)sizeof k->in && !memchr(k->in, '\n', (size_t)k->n_in)) {
        k->too_long = 1;
        k->n_in = 0;
        k->heard = tac_now_ns();
        k->is_served = 1;
        refuse(s, i, "error a request has at most %d characters", TAC_LINE_REQUEST - 1);
    }
}

// Cuts the first line out of the buffer and answers it, or begins to.
static void serve(tac_line_server *s, int i)
{
    tac_line_client *k = &s->client[i];
    char line[TAC_LINE_REQUEST];
    int n = (int)((char *)memchr(k->in, '\n', (size_t)k->n_in) - k->in);
    memcpy(line, k->in, (size_t)n);
    line[n] = '\0';
    if (n > 0 && line[n - 1] == '\r') {
        line[n - 1] = '\0';
    }
    k->n_in -= n + 1;
    memmove(k->in, k->in + n + 1, (size_t)k->n_in);
    k->heard = tac_now_ns();
    k->is_served = 1;
    if (strlen(line) + 1 < (size_t)n) { // a zero inside
        refuse(s, i, "error a request is one line of text");
    } else {
        s->request(s->context, i, line);
    }
}

// ---- rounds --------------------------------------------------------------------------------------

// One that has a request for later is not listened to.
void tac_line_server_choose(const tac_line_server *s, struct pollfd *p)
{
    p[0] = (struct pollfd){.fd = find_place(s) < 0 ? -1 : s->listener, .events = POLLIN};
    for (int i = 0; i < TAC_LINE_CLIENTS; i++) {
        const tac_line_client *k = &s->client[i];
        int waits = k->fd < 0 || is_at_work_for(s, i);
        p[1 + i] =
            (struct pollfd){.fd = waits ? -1 : k->fd, .events = k->n_out > 0 ? POLLOUT : POLLIN};
    }
}

int tac_line_server_wait_ms(const tac_line_server *s, const struct pollfd *p, int most)
{
    for (int i = 0; i < TAC_LINE_CLIENTS && !s->is_busy; i++) {
        if (has_line(&s->client[i])) {
            return 0;
        }
    }
    // as chosen: by now there may be a place, and nobody would hear who comes
    int is_full = p[0].fd < 0;
    most = most < 0 || most > LOOK_MS ? LOOK_MS : most;
    return is_full && (most < 0 || most > FULL_MS) ? FULL_MS : most;
}

void tac_line_server_receive(tac_line_server *s, const struct pollfd *p)
{
    for (int i = 0; i < TAC_LINE_CLIENTS; i++) {
        tac_line_client *k = &s->client[i];
        if (p[1 + i].fd < 0 || p[1 + i].revents == 0 || k->fd != p[1 + i].fd) {
            continue;
        }
        if (k->n_out > 0) {
            send_some(s, i);
        } else {
            receive_some(s, i);
        }
        if (k->fd >= 0 && k->ended && k->n_out == 0 && !has_line(k)) {
            drop(s, i);
        }
    }
    if (p[0].fd >= 0 && p[0].revents != 0) {
        accept_client(s);
    }
    if (tac_now_ns() - s->looked > LOOK_NS) {
        renew(s);
    }
}

void tac_line_server_serve(tac_line_server *s)
{
    for (int n = 0; n < TAC_LINE_CLIENTS && !s->is_busy; n++) {
        int i = (s->turn + n) % TAC_LINE_CLIENTS;
        if (!has_line(&s->client[i])) {
            continue;
        }
        serve(s, i);
        if (s->is_busy) {
            s->turn = i + 1;
        }
    }
    for (int i = 0; i < TAC_LINE_CLIENTS; i++) {
        if (s->client[i].fd >= 0 && s->client[i].n_out > 0) {
            send_some(s, i);
        }
    }
}

// ---- words ---------------------------------------------------------------------------------------

const char *tac_line_printable(const char *text, char out[41])
{
    int n = 0;
    for (; n < 40 && text[n] != '\0'; n++) {
        out[n] = isgraph((unsigned char)text[n]) && text[n] != '\'' ? text[n] : '?';
    }
    out[n] = '\0';
    return out;
}

char *tac_line_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    if (*word == '\0') {
        return NULL;
    }
    char *end = word + strcspn(word, " \t");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

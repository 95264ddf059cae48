// A local socket that takes one request per line and gives one answer per line, to many clients from
// one thread.
//
// One poll loop with fixed buffers, taken in open. A client can waste its own connection; when all are
// taken the one that was silent for the longest time is closed, of those that have been served or were
// silent for 0.1 s; while there is none, whoever connects waits. A line that is too long is thrown
// away up to its end and refused once; a client that does not read its answers is not read either.
// At most one request is under way at a time; those of others wait in their sockets. The owner polls:
//
//   struct pollfd p[TAC_LINE_FILES];
//   tac_line_server_choose(s, p);
//   poll(p, TAC_LINE_FILES, tac_line_server_wait_ms(s, p, ...));
//   tac_line_server_receive(s, p);
//   tac_line_server_serve(s);
#ifndef TAC_LINE_SERVER_H
#define TAC_LINE_SERVER_H

#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/types.h>

#include "control_socket.h"

enum {
    TAC_LINE_CLIENTS = 32,
    TAC_LINE_FILES = 1 + TAC_LINE_CLIENTS,
    TAC_LINE_REQUEST = 4096, // longest request with its end of line
    TAC_LINE_ANSWER = 32768, // longest answer with its end of line
};

typedef struct tac_line_client {
    int fd;          // -1: free
    int64_t heard;   // ns, when its last request came, or it
    int n_in, n_out; // bytes in the buffers
    int sent;        // of n_out
    int too_long;    // the rest of the line is thrown away
    int ended;       // it will send no more
    int is_served;   // a request of it was answered, or is
    char in[TAC_LINE_REQUEST];
    char out[TAC_LINE_ANSWER];
} tac_line_client;

// Answers the request with tac_line_server_answer, now or, with is_busy set meanwhile, later.
typedef void tac_line_request(void *context, int client, char *line);

typedef struct tac_line_server {
    int listener; // -1: not open
    char place[TAC_CONTROL_PLACE];
    ino_t inode;             // of what lies there
    int64_t looked;          // ns, when it was looked whether it does
    tac_line_client *client; // (TAC_LINE_CLIENTS)
    int turn;                // client whose request is looked at first
    int is_busy;             // a request is under way, no other is served
    int asker;               // whose, -1: gone
    tac_line_request *request;
    void *context;
} tac_line_server;

// path NULL: the first usable place of that name, see control.h. 0 and a line in diag on failure.
int tac_line_server_open(tac_line_server *s, const char *name, const char *path,
                         tac_line_request *request, void *context, tac_diag *diag);
void tac_line_server_close(tac_line_server *s); // also one that failed to open; removes the socket

// What to wait for, and for how long at most, with what was chosen: most ms (-1: no matter), 0 when a whole request waits
// already. Never for ever: the name of the socket is looked after.
//   writes   p (TAC_LINE_FILES)
void tac_line_server_choose(const tac_line_server *s, struct pollfd *p);
int tac_line_server_wait_ms(const tac_line_server *s, const struct pollfd *p, int most);

// Moves bytes and takes new clients, after poll; then serves at most one request of each client, in
// turn, until one is under way, and sends the answers.
void tac_line_server_receive(tac_line_server *s, const struct pollfd *p);
void tac_line_server_serve(tac_line_server *s);

// One answer line; longer ones are cut off. Nothing happens when the client is gone.
void tac_line_server_answer(tac_line_server *s, int client, const char *format, va_list list);

// The next word of a request, ended in place; NULL when there is none.
char *tac_line_word(char **rest);

// Words as they came may hold anything; only what can be printed is repeated.
const char *tac_line_printable(const char *text, char out[41]);

#endif

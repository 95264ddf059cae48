#include "wire.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "page_files.h"
#include "system/stop_signal.h"

#define FRAME_US 16667
#define LOOK_US 250000

enum {
    PIECE = 16384,     // bytes that go at a time
    BACKLOG = 65536,   // of a browser, in the system
    CONNECTIONS = 256, // at most, of all kinds
    FILES = 24,        // descriptors for all else
    EXIT_INPUT = 2,
    EXIT_OUTPUT = 4,
    EXIT_MEMORY = 5,
    VIEWER = 1, // protocols that are not the page's
};

static const char policy[] =
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' "
    "data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

typedef struct wire {
    tac_hub *hub;
    struct lws_context *context;
    int port;
    lws_sorted_usec_list_t frames, looks;
} wire;

typedef struct session { // of a connection
    const tac_page_file *file;
    size_t sent;
    tac_hub_client *client;
} session;

// ---- who asks ------------------------------------------------------------------------------------

static wire *wire_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static bool is_own(const wire *w, const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char own[64];
        snprintf(own, sizeof own, "%s:%d", names[i], w->port);
        if (strcasecmp(host, own) == 0 || (w->port == 80 && strcasecmp(host, names[i]) == 0)) {
            return true;
        }
    }
    for (int i = 0; i < w->hub->n_host; i++) {
        if (strcasecmp(host, w->hub->host[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_viewer(struct lws *wsi)
{
    const struct lws_protocols *p = lws_get_protocol(wsi);
    return p && p->id == VIEWER;
}

// Whether a page from there may look, as a viewer, which commands nothing.
static bool is_allowed(const tac_hub *h, const char *origin)
{
    for (int i = 0; i < h->n_origin; i++) {
        if (strcasecmp(origin, h->origin[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Whether Host is this machine and Origin, where there is one, this page, or of a viewer one that is allowed.
static bool is_welcome(struct lws *wsi)
{
    static const char *const scheme[] = {"http://", "https://"};
    const wire *w = wire_of(wsi);
    char host[128] = "", origin[128] = "";
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0 || !is_own(w, host)) {
        return false;
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0) {
        return true; // no browser, or a request of the page itself
    }
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0) {
        return false;
    }
    if (is_viewer(wsi) && is_allowed(w->hub, origin)) {
        return true;
    }
    // in front of a tunnel there may be TLS, for a name that was allowed
    for (int i = 0; i < 1 + (w->hub->n_host > 0); i++) {
        size_t n = strlen(scheme[i]);
        if (strncmp(origin, scheme[i], n) == 0 && is_own(w, origin + n)) {
            return true;
        }
    }
    return false;
}

// ---- files ---------------------------------------------------------------------------------------

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

static int send_headers(struct lws *wsi, session *s)
{
    unsigned char room[LWS_PRE + 2048], *start = room + LWS_PRE, *at = start;
    unsigned char *end = room + sizeof room;
    size_t size = (size_t)(s->file->end - s->file->begin);
    if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, s->file->type, size, &at, end) != 0 ||
        !add_header(wsi, "content-security-policy:", policy, &at, end) ||
        !add_header(wsi, "x-content-type-options:", "nosniff", &at, end) ||
        !add_header(wsi, "referrer-policy:", "no-referrer", &at, end) ||
        !add_header(wsi, "cross-origin-resource-policy:", "same-origin", &at, end) ||
        !add_header(wsi, "cache-control:", "no-cache", &at, end) ||
        lws_finalize_write_http_header(wsi, start, &at, end) != 0) {
        return 1;
    }
    return lws_callback_on_writable(wsi) < 0;
}

static int refuse(struct lws *wsi, unsigned status)
{
    return lws_return_http_status(wsi, status, NULL) < 0 || lws_http_transaction_completed(wsi);
}

// Why, and what allows it; of the name that was asked for only what names have.
static int refuse_host(struct lws *wsi)
{
    static const char of_names[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]";
    char host[128] = "", text[512];
    (void)lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST);
    host[strspn(host, of_names)] = '\0';
    (void)snprintf(text, sizeof text,
                   "<p>The request names the host '%s'. This server answers to 127.0.0.1:%d, "
                   "localhost:%d and what it was started with. Behind a tunnel or a proxy start it "
                   "with <code>--allow-host %s</code>; a page elsewhere needs "
                   "<code>--origin</code>.</p>",
                   host, wire_of(wsi)->port, wire_of(wsi)->port, *host ? host : "HOST:PORT");
    return lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, text) < 0 ||
           lws_http_transaction_completed(wsi);
}

static int begin_file(struct lws *wsi, session *s, const char *path)
{
    if (!is_welcome(wsi)) {
        return refuse_host(wsi);
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0) {
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    }
    s->file = tac_page_file_find(path);
    s->sent = 0;
    return s->file ? send_headers(wsi, s) : refuse(wsi, HTTP_STATUS_NOT_FOUND);
}

static int send_file(struct lws *wsi, session *s)
{
    unsigned char room[LWS_PRE + PIECE];
    size_t left = s->file ? (size_t)(s->file->end - s->file->begin) - s->sent : 0;
    size_t n = left < PIECE ? left : PIECE;
    if (!s->file) {
        return 1;
    }
    memcpy(room + LWS_PRE, s->file->begin + s->sent, n);
    s->sent += n;
    if (lws_write(wsi, room + LWS_PRE, n, n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) {
        return 1;
    }
    return n == left ? lws_http_transaction_completed(wsi) : lws_callback_on_writable(wsi) < 0;
}

// HTTP/2 would put many requests into one connection, behind the bounds on both. Less than 0 hangs up, 0 allows.
static int confirm_upgrade(struct lws *wsi, const char *protocol)
{
    if (protocol && strcmp(protocol, "websocket") == 0) {
        return 0;
    }
    return lws_return_http_status(wsi, HTTP_STATUS_HTTP_VERSION_NOT_SUPPORTED, NULL) < 0 ? -1 : 1;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t n)
{
    (void)n;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:
        return begin_file(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return send_file(wsi, user);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(wsi, in);
    case LWS_CALLBACK_HTTP_BODY:                  // nobody wants one
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: // a WebSocket of no kind that is served
        return 1;
    default:
        return 0;
    }
}

// ---- browsers ------------------------------------------------------------------------------------

static int send_piece(struct lws *wsi, tac_hub_client *c)
{
    if (!tac_hub_next(c)) {
        return 0;
    }
    tac_message *m = c->sending;
    unsigned char room[LWS_PRE + PIECE];
    size_t left = m->size - c->sent, n = left < PIECE ? left : PIECE;
    memcpy(room + LWS_PRE, m->bytes + c->sent, n);
    int how = c->sent > 0    ? LWS_WRITE_CONTINUATION
              : m->is_binary ? LWS_WRITE_BINARY
                             : LWS_WRITE_TEXT;
    how |= n < left ? LWS_WRITE_NO_FIN : 0;
    if (lws_write(wsi, room + LWS_PRE, n, (enum lws_write_protocol)how) < (int)n) {
        return -1;
    }
    c->sent += n;
    if (n == left) {
        tac_message_drop(m);
        c->sending = NULL;
    }
    if (tac_hub_next(c)) {
        (void)lws_callback_on_writable(wsi);
    }
    return 0;
}

static int receive(struct lws *wsi, tac_hub_client *c, const char *piece, size_t n)
{
    bool is_last = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    tac_hub *h = wire_of(wsi)->hub;
    const bool good = lws_frame_is_binary(wsi) ? tac_hub_receive_bytes(h, c, piece, n, is_last)
                                               : tac_hub_receive(h, c, piece, n, is_last);
    return good ? 0 : -1;
}

// What the system keeps of frames for a slow browser is old before it is read.
static void bound_socket(struct lws *wsi)
{
    const int size = BACKLOG;
    (void)setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

static int on_browser(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t n)
{
    session *s = user;
    const wire *w = wire_of(wsi);
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return !is_welcome(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        bound_socket(wsi);
        s->client = tac_hub_add(w->hub, wsi);
        return s->client && (!is_viewer(wsi) || tac_hub_is_viewer(w->hub, s->client)) ? 0 : -1;
    case LWS_CALLBACK_RECEIVE:
        return s->client ? receive(wsi, s->client, in, n) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return s->client ? send_piece(wsi, s->client) : -1;
    case LWS_CALLBACK_CLOSED:
        if (s->client) {
            tac_hub_remove(w->hub, s->client);
            s->client = NULL;
        }
        return 0;
    default:
        return 0;
    }
}

static void wants_to_write(void *socket)
{
    (void)lws_callback_on_writable(socket);
}

// ---- time ----------------------------------------------------------------------------------------

static void on_frames(lws_sorted_usec_list_t *sul)
{
    wire *w = lws_container_of(sul, wire, frames);
    tac_hub_answer(w->hub);
    tac_hub_frame(w->hub);
    lws_sul_schedule(w->context, 0, sul, on_frames,
                     tac_hub_is_followed(w->hub) ? FRAME_US : LOOK_US);
}

static void on_looks(lws_sorted_usec_list_t *sul)
{
    wire *w = lws_container_of(sul, wire, looks);
    tac_hub_look(w->hub);
    lws_sul_schedule(w->context, 0, sul, on_looks, LOOK_US);
}

// ---- life ----------------------------------------------------------------------------------------

static void wake(void *context)
{
    const wire *w = context;
    if (w->context) {
        lws_cancel_service(w->context);
    }
}

// Whether nobody else has the port: the library would take it all the same when the other one shares it.
static int is_free(int port)
{
    const int on = 1;
    const struct sockaddr_in at = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    int good = bind(fd, (const struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 1) == 0;
    int reason = errno;
    close(fd);
    errno = reason;
    return good;
}

static struct lws_context *listen_there(wire *w, int port)
{
    static const struct lws_protocols protocols[] = {
        {.name = "http", .callback = on_http, .per_session_data_size = sizeof(session)},
        {.name = "tactus",
         .callback = on_browser,
         .per_session_data_size = sizeof(session),
         .rx_buffer_size = TAC_HUB_REQUEST},
        {.name = "foxglove.websocket.v1",
         .callback = on_browser,
         .per_session_data_size = sizeof(session),
         .rx_buffer_size = PIECE,
         .id = VIEWER},
        {.name = "foxglove.sdk.v1",
         .callback = on_browser,
         .per_session_data_size = sizeof(session),
         .rx_buffer_size = PIECE,
         .id = VIEWER},
        {.name = NULL}};
    const struct lws_context_creation_info info = {
        .port = port,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_DISABLE_IPV6,
        .user = w,
        .fd_limit_per_thread = CONNECTIONS + FILES,
        .max_http_header_pool = CONNECTIONS / 4,
        .timeout_secs = 5,
        .timeout_secs_ah_idle = 5,
        .keepalive_timeout = 5,
        .server_string = "tactus",
        .pt_serv_buf_size = PIECE};
    lws_set_log_level(0, NULL);
    return lws_create_context(&info);
}

static const char *command_of(const tac_hub *h)
{
    return h->playback ? "view" : "serve";
}

// Nobody else is told the link, so that a server whose link was lost is of no use.
static int say_link(int port, const tac_hub *h)
{
    if (printf("http://127.0.0.1:%d/#%s\n", port, h->token) < 0 || fflush(stdout) != 0) {
        fprintf(stderr, "tactus %s: the link cannot be written: %s\n", command_of(h),
                strerror(errno));
        return EXIT_OUTPUT;
    }
    return 0;
}

int tac_wire_serve(tac_hub *h, int port)
{
    wire w = {.hub = h};
    tac_diag diag = {.text = ""};
    if (!is_free(port) || !(w.context = listen_there(&w, port))) {
        fprintf(stderr, "tactus %s: port %d cannot be had: %s; choose another one with --port\n",
                command_of(h), port, strerror(errno));
        return EXIT_INPUT;
    }
    w.port = lws_get_vhost_listen_port(lws_get_vhost_by_name(w.context, "default"));
    h->wants_to_write = wants_to_write;
    if (!tac_hub_open(h, wake, &w, &diag)) {
        fprintf(stderr, "tactus %s: %s\n", command_of(h), diag.text);
        lws_context_destroy(w.context);
        return EXIT_MEMORY;
    }
    int code = say_link(w.port, h);
    if (code == 0) {
        on_frames(&w.frames);
        on_looks(&w.looks);
    }
    while (code == 0 && tac_stop_signal() == 0 && lws_service(w.context, 0) >= 0) {
        tac_hub_answer(h);
    }
    lws_context_destroy(w.context); // closes all browsers
    tac_hub_close(h);
    return code;
}

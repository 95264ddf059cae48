// The top level of a bridge file and its flows.
#include "bridge_text.h"

#include <string.h>

#include "packet_layout.h"
#include "reader/address.h"
#include "reader/document.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "text_layout.h"

enum {
    LEAST_PERIOD_NS = 50000,    // below, no process wakes up in time
    DEFAULT_AGE_NS = 100000000, // a motion platform takes silence better than old commands
    MOST_DSCP = 63
};

static const tac_time_range any_time = {LEAST_PERIOD_NS, TAC_HOUR_NS, NULL};

// ---- directions ----------------------------------------------------------------------------------

enum { FORMAT_PACKET, FORMAT_TEXT, FORMAT_JSON, FORMATS };

// Keys that belong to one of the formats.
static void check_keys(const tac_place *p, const tac_node *map, int format)
{
    static const struct {
        const char *key, *of;
        int format;
    } owned[] = {
        {"packet", "bytes", FORMAT_PACKET},        {"endian", "bytes", FORMAT_PACKET},
        {"fields", "'format: text'", FORMAT_TEXT}, {"separator", "'format: text'", FORMAT_TEXT},
        {"end", "'format: text'", FORMAT_TEXT},    {"signals", "'format: json'", FORMAT_JSON}};
    static const char *const instead[] = {"packet", "fields", "signals"};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
        const tac_node *node = tac_find(map, owned[i].key);
        if (node && owned[i].format != format) {
            tac_refuse(p->rd, node, "'%s' belongs to %s; here '%s' says which values", owned[i].key,
                       owned[i].of, instead[format]);
        }
    }
}

// A packet of bytes or of text after a layout, or, when sent, JSON.
static void read_content(const tac_place *p, const tac_node *map, tac_packet_direction direction,
                         tac_bridge_json *json, tac_packet_layout *out)
{
    static const char *const formats[] = {"packet", "text", "json"};
    const tac_node *node = tac_find(map, "format");
    int format =
        node ? tac_choice(p, node, "format", formats, json ? FORMATS : FORMAT_JSON) : FORMAT_PACKET;
    check_keys(p, map, format);
    if (format == FORMAT_JSON) {
        tac_bridge_read_signals(p, map, json);
    } else if (format == FORMAT_TEXT) {
        tac_bridge_read_text_layout(p, map, direction, out);
    } else {
        tac_bridge_read_packet(p, map, direction, out);
    }
}

static void read_send(const tac_place *p, const tac_node *flow, tac_bridge_flow *f)
{
    static const char *const keys[] = {"period",    "every",  "max_age", "endian",
                                       "format",    "packet", "signals", "fields",
                                       "separator", "end",    NULL};
    const tac_node *map = tac_find(flow, "send");
    tac_bridge_send *s = &f->send;
    if (!map) {
        return;
    }
    tac_check_plain_map(p, map, "'send'", keys);
    const tac_node *period = tac_find(map, "period"), *every = tac_find(map, "every");
    if (period && every) {
        tac_refuse(p->rd, every, "'every' counts frames and 'period' is a time; give one of them");
    }
    s->enabled = true;
    s->period_ns = tac_time_ns(p, map, "period", any_time, 0);
    s->every = tac_count_or(p, map, "every", 1, TAC_MOST_COUNT, 1);
    s->max_age_ns = tac_time_ns(p, map, "max_age", any_time, DEFAULT_AGE_NS);
    read_content(p, map, TAC_PACKET_OUT, &s->json, &s->packet);
    if (f->peer.port == 0) {
        tac_refuse(p->rd, map, "to send, a flow needs 'peer: HOST:PORT'; add the key");
    }
}

static void read_from(const tac_place *p, const tac_node *map, tac_bridge_flow *f)
{
    const tac_node *from = tac_find(map, "from");
    tac_bridge_receive *r = &f->receive;
    if (!from && f->peer.port == 0) {
        tac_refuse(p->rd, map,
                   "whose packets are taken? add 'peer' to the flow, or 'from' here: "
                   "HOST, HOST:PORT or any");
    }
    if (!from && tac_udp_reach_of(f->peer.host) != TAC_UDP_HOST) {
        tac_refuse(p->rd, map,
                   "'peer' is a group or a broadcast, from which nothing comes; give 'from': HOST, "
                   "HOST:PORT or any");
    }
    r->from = f->peer;
    r->from_anybody = from && !tac_read_sender(p, from, "from", &r->from);
}

static void read_receive(const tac_place *p, const tac_node *flow, tac_bridge_flow *f)
{
    static const char *const keys[] = {"from",   "timeout",   "endian", "packet", "format",
                                       "fields", "separator", "end",    NULL};
    const tac_node *map = tac_find(flow, "receive");
    tac_bridge_receive *r = &f->receive;
    if (!map) {
        return;
    }
    tac_check_plain_map(p, map, "'receive'", keys);
    r->enabled = true;
    read_from(p, map, f);
    (void)tac_need(p, map, "timeout", "'receive'");
    r->timeout_ns = tac_time_ns(p, map, "timeout", any_time, 0);
    read_content(p, map, TAC_PACKET_IN, NULL, &r->packet);
    if (f->local.port == 0) {
        tac_refuse(p->rd, map, "to receive, a flow needs 'local' with a port; add the key");
    }
}

// ---- flows ---------------------------------------------------------------------------------------

enum { MOST_TTL = 255, MOST_INTERFACE = 15 };

// What only packets to many have.
static void read_reach(const tac_place *p, const tac_node *item, tac_bridge_flow *f)
{
    static const char *const of_groups[] = {"ttl", "loop"};
    tac_udp_reach local = tac_udp_reach_of(f->local.host), peer = tac_udp_reach_of(f->peer.host);
    const tac_node *interface = tac_find(item, "interface");
    for (int i = 0; i < 2; i++) {
        if (tac_find(item, of_groups[i]) && peer != TAC_UDP_GROUP) {
            tac_refuse_key(p->rd, item, of_groups[i],
                           "'%s' has no effect: 'peer' is no multicast group (224.0.0.0 to "
                           "239.255.255.255, ff00::/8); remove it",
                           of_groups[i]);
        }
    }
    if (interface && local == TAC_UDP_HOST && peer == TAC_UDP_HOST) {
        tac_refuse_key(p->rd, item, "interface",
                       "'interface' has no effect: neither 'local' nor 'peer' is a group or a "
                       "broadcast; 'local' with an address of this machine chooses one");
    }
    f->interface = interface ? tac_text(p, interface, "interface") : NULL;
    if (f->interface && (f->interface[0] == '\0' || strlen(f->interface) > MOST_INTERFACE)) {
        tac_refuse(p->rd, interface, "'interface' is a name of 1 to %d letters such as eth0",
                   MOST_INTERFACE);
    }
    f->ttl = tac_count_or(p, item, "ttl", 0, MOST_TTL, 1);
    f->loop = tac_truth_or(p, item, "loop", 1);
}

static void read_flow(const tac_place *p, const tac_node *item, tac_bridge_file *file)
{
    static const char *const keys[] = {"name", "local", "peer", "interface", "ttl",
                                       "loop", "dscp",  "send", "receive",   NULL};
    if (file->n_flow == TAC_BRIDGE_MOST_FLOWS) {
        tac_refuse(p->rd, item, "more than %d flows; start a second bridge", TAC_BRIDGE_MOST_FLOWS);
    }
    tac_check_plain_map(p, item, "a flow", keys);
    tac_bridge_flow *f = &file->flow[file->n_flow];
    *f = (tac_bridge_flow){0};
    const tac_node *local = tac_find(item, "local"), *peer = tac_find(item, "peer");
    f->name = tac_new_name(p, item, "a flow");
    for (int i = 0; i < file->n_flow; i++) {
        if (strcmp(file->flow[i].name, f->name) == 0) {
            tac_refuse_key(p->rd, item, "name", "flow '%s' already exists; choose another name",
                           f->name);
        }
    }
    f->local.host = f->peer.host = "";
    f->local.line = f->peer.line = item->line;
    f->local.column = f->peer.column = item->column;
    if (local) {
        f->local = tac_read_address(p, local, "local", 0);
    }
    if (peer) {
        f->peer = tac_read_address(p, peer, "peer", 1);
        if (f->peer.host[0] == '\0') {
            tac_refuse(p->rd, peer, "'peer' needs a host: HOST:PORT");
        }
    }
    read_reach(p, item, f);
    f->dscp = tac_count_or(p, item, "dscp", 0, MOST_DSCP, 0);
    read_send(p, item, f);
    read_receive(p, item, f);
    if (!f->send.enabled && !f->receive.enabled) {
        tac_refuse(p->rd, item, "flow '%s' does nothing; add 'send' or 'receive'", f->name);
    }
    file->n_flow++;
}

typedef struct flow_item {
    const tac_node *item;
    tac_bridge_file *file;
} flow_item;

static void try_flow(const tac_place *p, void *out)
{
    const flow_item *f = out;
    read_flow(p, f->item, f->file);
}

// A value is commanded by one field, and a signal by one flow: losing the flow gives it up as a whole.
static void check_field(const tac_place *p, const tac_bridge_file *file, int i, int j)
{
    const tac_packet_layout *l = &file->flow[i].receive.packet;
    const tac_packet_field *f = &l->field[j];
    for (int k = 0; k <= i && f->kind == TAC_FIELD_SIGNAL; k++) {
        const tac_packet_layout *other = &file->flow[k].receive.packet;
        for (int n = 0; n < (k == i ? j : other->n_field); n++) {
            const tac_packet_field *g = &other->field[n];
            bool overlap = f->first < g->first + tac_field_values(g) &&
                           g->first < f->first + tac_field_values(f);
            if (g->kind == TAC_FIELD_SIGNAL && strcmp(f->signal, g->signal) == 0 &&
                (k < i || overlap)) {
                tac_refuse_at(
                    p->rd, file->path, f->line, f->column,
                    "'%.80s' is received in line %d already; a signal comes from one flow, "
                    "each of its values once",
                    f->signal, g->line);
            }
        }
    }
}

static void read_head(const tac_place *p, void *out)
{
    tac_bridge_file *file = out;
    const tac_node *root = p->in->root;
    const tac_node *title = tac_find(root, "title");
    if (title) {
        (void)tac_text(p, title, "title");
    }
    file->name = tac_new_name(p, root, "a bridge");
    if (strlen(file->name) >= TAC_BRIDGE_NAME) {
        tac_refuse(p->rd, tac_find(root, "name"), "'name' has more than %d letters; shorten it",
                   TAC_BRIDGE_NAME - 1);
    }
    const tac_node *instance = tac_need(p, root, "instance", "a bridge");
    file->instance = tac_text(p, instance, "instance");
    if (!tac_is_name(file->instance) || strlen(file->instance) > 47) {
        tac_refuse(p->rd, instance,
                   "'instance' is the name of a rig: up to 47 letters, digits, "
                   "'_', '-' and '.'");
    }
}

static void read_bridge(const tac_place *p, tac_bridge_file *file)
{
    static const char *const keys[] = {"name", "title", "instance", "flows", NULL};
    const tac_node *root = p->in->root;
    tac_check_plain_map(p, root, "a bridge", keys);
    (void)tac_try(p, read_head, file);
    const tac_node *list = tac_need(p, root, "flows", "a bridge");
    tac_check_plain_list(p, list, "flows");
    if (list->n == 0) {
        tac_refuse(p->rd, list, "'flows' is empty; list at least one");
    }
    for (const tac_entry *e = list->first; e; e = e->next) {
        (void)tac_try(p, try_flow, &(flow_item){e->value, file});
    }
    for (int i = 0; i < file->n_flow && p->rd->n_error == 0; i++) {
        for (int j = 0; j < file->flow[i].receive.packet.n_field; j++) {
            check_field(p, file, i, j);
        }
    }
}

// ---- interface -----------------------------------------------------------------------------------

static void read_file(tac_reader *rd, void *out)
{
    tac_bridge_file *file = out;
    tac_file in;
    tac_document_open(rd, &in);
    tac_place p = {rd, &in, NULL};
    file->path = in.path;
    read_bridge(&p, file);
}

tac_bridge_file *tac_bridge_file_read_text(const char *path, const char *text, size_t size,
                                           const tac_limits *limits, tac_diag *diag)
{
    static const tac_document bridge = {.size = sizeof(tac_bridge_file),
                                        .reader_size = sizeof(tac_reader),
                                        .empty = "a bridge needs 'name', 'instance' and 'flows'",
                                        .read = read_file};
    return tac_document_read(&bridge, path, text, size, limits, diag);
}

// Layouts of packets: fields in their order, each a map whose first key says what it is.
#include "packet_layout.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"
#include "units.h"

enum { TO_END = -1 }; // of a checksum, until the size is known

typedef struct packet { // being read
    const tac_place *p;
    tac_packet_direction direction;
    bool is_big; // fields that do not say otherwise
    tac_packet_layout *out;
} packet;

static const char *const endians[] = {"little", "big"};

static bool read_endian(const tac_place *p, const tac_node *map, bool otherwise)
{
    const tac_node *node = tac_find(map, "endian");
    return node ? tac_choice(p, node, "endian", endians, 2) == 1 : otherwise;
}

static tac_wire_type read_type(const tac_place *p, const tac_node *item, const char *what)
{
    const char *names[TAC_WIRE_TYPES];
    for (int i = 0; i < TAC_WIRE_TYPES; i++) {
        names[i] = tac_wire_types[i].name;
    }
    return (tac_wire_type)tac_choice(p, tac_need(p, item, "type", what), "type", names,
                                     TAC_WIRE_TYPES);
}

static tac_wire_type read_whole_type(const tac_place *p, const tac_node *item, const char *what)
{
    tac_wire_type type = read_type(p, item, what);
    if (tac_wire_types[type].is_float) {
        tac_refuse(p->rd, tac_find(item, "type"), "%s is a whole number; use u8 to u64", what);
    }
    return type;
}

static uint64_t largest(tac_wire_type type) // as an unsigned number of that size
{
    return UINT64_MAX >> (64 - 8 * tac_wire_types[type].size);
}

// ---- whole numbers up to 2^64 --------------------------------------------------------------------

// The node as digits with a sign and perhaps 0x in front; false when it is something else.
static bool parse_whole(const tac_node *node, bool *negative, uint64_t *size)
{
    const char *c = node->kind == TAC_SCALAR ? node->text : "";
    *negative = *c == '-';
    c += *c == '-' || *c == '+';
    bool is_hex = c[0] == '0' && (c[1] == 'x' || c[1] == 'X');
    const char *digits = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
    c += is_hex ? 2 : 0;
    size_t n = strspn(c, digits);
    if (n == 0 || c[n] != '\0') {
        return false;
    }
    errno = 0;
    *size = strtoull(c, NULL, is_hex ? 16 : 10);
    return errno == 0;
}

static uint64_t read_whole(const tac_place *p, const tac_node *node, const char *key,
                           tac_wire_type type)
{
    const tac_wire_about *about = &tac_wire_types[type];
    bool is_signed = about->minimum < 0.0, negative;
    uint64_t size, most = largest(type), half = most / 2;
    if (!parse_whole(node, &negative, &size)) {
        tac_refuse(p->rd, node, "'%s' of type %s must be a whole number such as 17 or 0x11", key,
                   about->name);
    }
    // hexadecimal digits of a signed type may also give its bits
    bool fits = negative ? is_signed && size <= half + 1 : size <= most;
    if (!fits || (is_signed && !negative && size > half && !strpbrk(node->text, "xX"))) {
        tac_refuse(p->rd, node, "'%s' %.40s does not fit into %s", key, node->text, about->name);
    }
    return (negative ? 0 - size : size) & most;
}

// ---- fields --------------------------------------------------------------------------------------

static void read_unit(const tac_place *p, const tac_node *item, tac_packet_field *f)
{
    const tac_node *node = tac_find(item, "unit");
    f->unit = "";
    f->times = f->over = 1.0;
    if (!node) {
        return;
    }
    f->unit = tac_text(p, node, "unit");
    const tac_unit *unit = tac_unit_find(f->unit, strlen(f->unit), TAC_Q_ANY);
    if (!unit) {
        tac_refuse(p->rd, node, "'%.40s' is no unit; docs/model-format.md lists them", f->unit);
    }
    f->times = unit->times;
    f->over = unit->over;
}

static void check_end(const packet *k, const tac_node *item, const char *key, double x,
                      const tac_wire_about *about)
{
    if (x < about->minimum || x > about->maximum) {
        tac_refuse(k->p->rd, tac_find(item, key),
                   "'%s' does not fit into %s, which goes from %.9g to %.9g", key, about->name,
                   about->minimum, about->maximum);
    }
}

// The range of the result: a number of the packet's type, or the value of a signal.
static void read_range(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const words[] = {"saturate", "reject"};
    const tac_place *p = k->p;
    const tac_wire_about *about = &tac_wire_types[f->type];
    bool is_out = k->direction == TAC_PACKET_OUT;
    double low = is_out ? about->minimum : -(double)INFINITY;
    double high = is_out ? about->maximum : (double)INFINITY;
    f->minimum = tac_number_or(p, item, "min", TAC_Q_NUMBER, low);
    f->maximum = tac_number_or(p, item, "max", TAC_Q_NUMBER, high);
    if (is_out) {
        check_end(k, item, "min", f->minimum, about);
        check_end(k, item, "max", f->maximum, about);
    }
    if (!(f->minimum <= f->maximum)) { // so both are given
        tac_refuse(p->rd, tac_find(item, "max"), "'max' is below 'min'");
    }
    const tac_node *outside = tac_find(item, "outside");
    f->rejects = outside && tac_choice(p, outside, "outside", words, 2) == 1;
}

void tac_bridge_read_signal(const tac_place *p, const tac_node *item,
                            tac_packet_direction direction, tac_packet_layout *out,
                            tac_packet_field *f)
{
    const packet k = {p, direction, false, out};
    f->kind = TAC_FIELD_SIGNAL;
    f->signal = tac_text(p, tac_find(item, "signal"), "signal");
    f->first = tac_count_or(p, item, "first", 0, TAC_MOST_COUNT, 0);
    f->count = tac_count_or(p, item, "count", 1, TAC_PACKET_MOST, 0);
    if (f->count == 0 && tac_find(item, "first")) {
        f->count = 1;
    }
    read_unit(p, item, f);
    f->scale = tac_number_or(p, item, "scale", TAC_Q_NUMBER, 1.0);
    f->offset = tac_number_or(p, item, "offset", TAC_Q_NUMBER, 0.0);
    if (f->scale == 0.0) {
        tac_refuse(p->rd, tac_find(item, "scale"), "'scale' must not be zero");
    }
    read_range(&k, item, f);
    f->value = out->n_value;
    out->n_value += tac_field_values(f);
    f->size = tac_field_values(f) * tac_wire_types[f->type].size;
}

// A signal as a name, with what says which of its values.
static void read_signal(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"signal", "type",   "endian", "first", "count",   "unit",
                                       "scale",  "offset", "min",    "max",   "outside", NULL};
    tac_check_plain_map(k->p, item, "a signal", keys);
    f->type = read_type(k->p, item, "a signal");
    tac_bridge_read_signal(k->p, item, k->direction, k->out, f);
}

// A signal that is bit i of a number.
static void read_bit(const packet *k, const tac_node *name, int i, const tac_packet_field *bits,
                     tac_packet_field *f)
{
    *f = (tac_packet_field){.kind = TAC_FIELD_SIGNAL,
                            .type = bits->type,
                            .is_big = bits->is_big,
                            .at = bits->at,
                            .size = bits->size,
                            .signal = tac_text(k->p, name, "bits"),
                            .value = k->out->n_value++,
                            .unit = "",
                            .times = 1.0,
                            .over = 1.0,
                            .scale = 1.0,
                            .minimum = -(double)INFINITY,
                            .maximum = (double)INFINITY,
                            .mask = UINT64_C(1) << i,
                            .line = name->line,
                            .column = name->column};
}

// Single bits of a whole number, the least significant one first: names of signals, 0 or 1.
static void read_bits(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"bits", "type", "endian", NULL};
    const tac_place *p = k->p;
    tac_check_plain_map(p, item, "bits", keys);
    const tac_node *list = tac_find(item, "bits");
    tac_check_plain_list(p, list, "bits");
    f->kind = TAC_FIELD_BITS;
    f->type = read_whole_type(p, item, "bits");
    f->size = tac_wire_types[f->type].size;
    if (list->n == 0 || list->n > 8 * f->size) {
        tac_refuse(p->rd, list, "%s has %d bits, not %d", tac_wire_types[f->type].name, 8 * f->size,
                   list->n);
    }
    int i = 0, n = 0;
    for (const tac_entry *e = list->first; e; e = e->next, i++) {
        const char *text = tac_text(p, e->value, "bits");
        if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0) {
            read_bit(k, e->value, i, f, &f[1 + n++]);
        } else {
            f->bits |= (uint64_t)(text[0] == '1') << i;
        }
    }
    k->out->n_field += n;
}

static void read_text(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"text", "size", NULL};
    const tac_place *p = k->p;
    tac_check_plain_map(p, item, "a text", keys);
    f->kind = TAC_FIELD_TEXT;
    f->text = tac_text(p, tac_find(item, "text"), "text");
    int n = strlen(f->text) < TAC_PACKET_MOST ? (int)strlen(f->text) : TAC_PACKET_MOST;
    f->size = tac_count_or(p, item, "size", 1, TAC_PACKET_MOST, n > 0 ? n : 1);
    if (f->size < n || n == 0) {
        tac_refuse(p->rd, item, "the text has %d bytes, 'size' %d", n, f->size);
    }
}

static void read_constant(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"constant", "type", "endian", NULL};
    const tac_place *p = k->p;
    tac_check_plain_map(p, item, "a constant", keys);
    const tac_node *node = tac_find(item, "constant");
    f->kind = TAC_FIELD_CONSTANT;
    f->type = read_type(p, item, "a constant");
    f->size = tac_wire_types[f->type].size;
    if (!tac_wire_types[f->type].is_float) {
        f->bits = read_whole(p, node, "constant", f->type);
        return;
    }
    double x = tac_number(p, node, "constant", TAC_Q_NUMBER);
    if (fabs(x) > tac_wire_types[f->type].maximum) {
        tac_refuse(p->rd, node, "'constant' %.40s does not fit into f32", node->text);
    }
    if (f->type == TAC_WIRE_F32) {
        float narrow = (float)x;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        f->bits = bits;
    } else {
        memcpy(&f->bits, &x, sizeof x);
    }
}

static void read_padding(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"padding", NULL};
    tac_check_plain_map(k->p, item, "padding", keys);
    f->kind = TAC_FIELD_PADDING;
    f->size = tac_count_or(k->p, item, "padding", 1, TAC_PACKET_MOST, 1);
}

static void read_counter(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"counter", "type", "endian", "modulo", NULL};
    const tac_place *p = k->p;
    tac_packet_layout *out = k->out;
    tac_check_plain_map(p, item, "a counter", keys);
    if (out->counter) {
        tac_refuse(p->rd, item, "a second counter; a packet has one");
    }
    f->kind = TAC_FIELD_COUNTER;
    f->type = read_whole_type(p, item, "a counter");
    f->size = tac_wire_types[f->type].size;
    if (tac_wire_types[f->type].minimum < 0.0) {
        tac_refuse(p->rd, tac_find(item, "type"), "a counter needs an unsigned type, u8 to u64");
    }
    const tac_node *step = tac_find(item, "counter"), *modulo = tac_find(item, "modulo");
    out->counter_step = read_whole(p, step, "counter", f->type);
    // 2^64 is written as zero
    out->counter_modulo = f->type == TAC_WIRE_U64 ? 0 : largest(f->type) + 1;
    if (modulo) {
        out->counter_modulo = read_whole(p, modulo, "modulo", f->type);
    }
    uint64_t span = out->counter_modulo != 0 ? out->counter_modulo - 1 : UINT64_MAX;
    if (out->counter_step == 0 || (modulo && out->counter_modulo == 0) ||
        span / out->counter_step < 3 || (span - out->counter_step + 1) % out->counter_step != 0) {
        tac_refuse(p->rd, modulo ? modulo : step,
                   "a counter must take at least 4 values and return to its first: its modulo "
                   "divisible by its step");
    }
    out->counter = f;
}

static void read_frame(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"frame", "type", "endian", NULL};
    const tac_place *p = k->p;
    tac_check_plain_map(p, item, "a frame's field", keys);
    if (k->direction == TAC_PACKET_IN) {
        tac_refuse(p->rd, item,
                   "'frame' belongs to packets that are sent; use 'padding' or "
                   "'signal' here");
    }
    f->kind = TAC_FIELD_FRAME;
    f->part = (tac_frame_part)tac_choice(p, tac_find(item, "frame"), "frame", tac_frame_parts,
                                         TAC_FRAME_PARTS);
    f->type = f->part == TAC_FRAME_TIME ? read_type(p, item, "a frame's time")
                                        : read_whole_type(p, item, tac_frame_parts[f->part]);
    f->size = tac_wire_types[f->type].size;
    if (f->part == TAC_FRAME_TIME && !tac_wire_types[f->type].is_float) {
        tac_refuse(p->rd, tac_find(item, "type"), "the time is in s; use f64 or f32");
    }
}

static void read_checksum(const packet *k, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"checksum", "endian", "from", "to", NULL};
    const tac_place *p = k->p;
    tac_packet_layout *out = k->out;
    const char *names[TAC_CHECKSUMS];
    tac_check_plain_map(p, item, "a checksum", keys);
    if (out->checksum) {
        tac_refuse(p->rd, item, "a second checksum; a packet has one");
    }
    for (int i = 0; i < TAC_CHECKSUMS; i++) {
        names[i] = tac_checksums[i].name;
    }
    f->kind = TAC_FIELD_CHECKSUM;
    out->method = (tac_checksum_method)tac_choice(p, tac_find(item, "checksum"), "checksum", names,
                                                  TAC_CHECKSUMS);
    f->type = tac_checksums[out->method].type;
    f->size = tac_wire_types[f->type].size;
    out->from = tac_count_or(p, item, "from", 0, TAC_PACKET_MOST, 0);
    // without `to` all that stands before the checksum; with `end` the whole packet
    const tac_node *to = tac_find(item, "to");
    bool is_end = to && to->kind == TAC_SCALAR && strcmp(to->text, "end") == 0;
    out->to = is_end ? TO_END : tac_count_or(p, item, "to", 1, TAC_PACKET_MOST, out->size);
    out->checksum = f;
}

// ---- the list ------------------------------------------------------------------------------------

typedef void field_reader(const packet *k, const tac_node *item, tac_packet_field *f);

static const struct {
    const char *key;
    field_reader *read;
} kinds[] = {
    {"signal", read_signal},   {"constant", read_constant}, {"padding", read_padding},
    {"counter", read_counter}, {"frame", read_frame},       {"checksum", read_checksum},
    {"bits", read_bits},       {"text", read_text},
};

enum { N_KIND = sizeof kinds / sizeof kinds[0] };

static field_reader *find_reader(const packet *k, const tac_node *item)
{
    for (int i = 0; i < N_KIND && item->kind == TAC_MAP; i++) {
        if (tac_find(item, kinds[i].key)) {
            return kinds[i].read;
        }
    }
    tac_refuse(k->p->rd, item,
               "a field must be a map with one of the keys signal, bits, text, constant, padding, "
               "counter, frame or checksum");
}

static void read_field(const packet *k, const tac_node *item, tac_packet_field *f)
{
    const tac_place *p = k->p;
    field_reader *read = find_reader(k, item);
    f->line = item->line;
    f->column = item->column;
    f->at = k->out->size;
    f->is_big = read_endian(p, item, k->is_big);
    read(k, item, f);
    k->out->size += f->size;
    if (k->out->size > TAC_PACKET_MOST) {
        tac_refuse(p->rd, item, "the packet has more than %d bytes; split it into two flows",
                   TAC_PACKET_MOST);
    }
}

static void check_checksum(const tac_place *p, tac_packet_layout *out)
{
    const tac_packet_field *f = out->checksum;
    if (!f) {
        return;
    }
    out->to = out->to == TO_END ? out->size : out->to;
    if (out->to > out->size || out->from >= out->to) {
        tac_refuse_at(p->rd, p->in->path, f->line, f->column,
                      "the checksum covers bytes %d to %d of a packet of %d; 'from' must be below "
                      "'to', which is at most the size",
                      out->from, out->to, out->size);
    }
}

// ---- JSON ----------------------------------------------------------------------------------------

static void read_named(const tac_place *p, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"signal", "unit", NULL};
    f->kind = TAC_FIELD_SIGNAL;
    f->line = item->line;
    f->column = item->column;
    if (item->kind == TAC_SCALAR) {
        f->signal = tac_text(p, item, "signal");
        f->unit = "";
        f->times = f->over = 1.0;
        return;
    }
    tac_check_plain_map(p, item, "a signal", keys);
    f->signal = tac_text(p, tac_need(p, item, "signal", "a signal"), "signal");
    read_unit(p, item, f);
}

void tac_bridge_read_signals(const tac_place *p, const tac_node *map, tac_bridge_json *out)
{
    const tac_node *list = tac_find(map, "signals");
    out->enabled = true;
    if (!list) {
        return;
    }
    tac_check_plain_list(p, list, "signals");
    if (list->n == 0) {
        tac_refuse(p->rd, list, "'signals' is empty; leave it out for all signals");
    }
    tac_packet_field *field = tac_reader_take(p->rd, (size_t)list->n, sizeof *field);
    for (const tac_entry *e = list->first; e; e = e->next) {
        read_named(p, e->value, &field[out->n_field++]);
    }
    out->field = field;
}

// ---- interface -----------------------------------------------------------------------------------

void tac_bridge_read_packet(const tac_place *p, const tac_node *map, tac_packet_direction direction,
                            tac_packet_layout *out)
{
    const tac_node *list =
        tac_need(p, map, "packet", direction == TAC_PACKET_OUT ? "'send'" : "'receive'");
    tac_check_plain_list(p, list, "packet");
    size_t most = (size_t)list->n;
    for (const tac_entry *e = list->first; e; e = e->next) {
        const tac_node *bits = e->value->kind == TAC_MAP ? tac_find(e->value, "bits") : NULL;
        most += bits && bits->kind == TAC_LIST ? (size_t)bits->n : 0;
    }
    tac_packet_field *field = tac_reader_take(p->rd, most, sizeof *field);
    packet k = {p, direction, read_endian(p, map, false), out};
    for (const tac_entry *e = list->first; e; e = e->next) {
        read_field(&k, e->value, &field[out->n_field++]);
    }
    out->field = field;
    check_checksum(p, out);
    if (out->n_value == 0) {
        tac_refuse(p->rd, list, "the packet holds no signal; add a field with the key 'signal'");
    }
}

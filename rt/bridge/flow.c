#include "flow.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "system/clock.h"
#include "system/fail.h"
#include "text_codec.h"

enum {
    MOST_PER_LOOK = 256,   // packets taken at once; sending comes first again after them
    LEAST_LOOK_NS = 50000, // between looks for a new frame
    LOOKS_PER_FRAME = 4
};

#define SECOND INT64_C(1000000000)
#define BLAME_NS (10 * SECOND) // between lines about packets that were not taken

const char *const tac_flow_count_name[TAC_FLOW_COUNTS] = {
    [TAC_SENT] = "sent",
    [TAC_SKIPPED] = "skipped",
    [TAC_STARVED] = "starved",
    [TAC_SATURATED] = "saturated",
    [TAC_UNFIT] = "unfit",
    [TAC_RECEIVED] = "received",
    [TAC_APPLIED] = "applied",
    [TAC_WRONG_SENDER] = "wrong sender",
    [TAC_WRONG_LENGTH] = "wrong length",
    [TAC_WRONG_CHECKSUM] = "wrong checksum",
    [TAC_WRONG_CONSTANT] = "wrong constant",
    [TAC_WRONG_VALUE] = "wrong value",
    [TAC_DUPLICATE] = "duplicate",
    [TAC_REORDERED] = "reordered",
    [TAC_OLD] = "old",
    [TAC_UNHEARD] = "unheard",
    [TAC_RESTARTED] = "restarted",
    [TAC_FLOW_CLAMPED] = "clamped",
    [TAC_TIMEOUTS] = "timeouts",
};

// ---- coming and going ----------------------------------------------------------------------------

int tac_flow_open(tac_flow *f, const tac_bridge_file *file, int index, tac_diag *diag)
{
    const tac_bridge_flow *is = &file->flow[index];
    size_t n_out = (size_t)is->send.packet.n_value, n_in = (size_t)is->receive.packet.n_value;
    *f = (tac_flow){.is = is, .path = file->path, .udp.file = -1};
    // one more than needed, so that none is empty
    f->out = calloc(n_out + 1, sizeof *f->out);
    f->in = calloc(n_in + 1, sizeof *f->in);
    f->value = calloc((n_out > n_in ? n_out : n_in) + 1, sizeof *f->value);
    if (!f->out || !f->in || !f->value) {
        return tac_diag_say_memory(diag, "%s: out of memory; free some", file->path);
    }
    if (is->receive.packet.counter) {
        tac_sequence_init(&f->sequence, is->receive.packet.counter_step,
                          is->receive.packet.counter_modulo);
    }
    return tac_udp_open(&f->udp, file, is, diag);
}

void tac_flow_close(tac_flow *f)
{
    tac_udp_close(&f->udp);
    free(f->out);
    free(f->in);
    free(f->value);
    tac_frame_text_free(&f->text);
}

int tac_flow_route(tac_flow *f, tac_link *l, int64_t now, tac_diag *diag)
{
    const tac_packet_layout *in = &f->is->receive.packet;
    f->next_send = now;
    f->last_frame = 0;
    if (!tac_frame_text_route(&f->text, l, f->path, &f->is->send.json, diag) ||
        !tac_link_route(l, f->path, &f->is->send.packet, 0, f->out, diag) ||
        !tac_link_route(l, f->path, in, 1, f->in, diag)) {
        return 0;
    }
    tac_link_respect(l, f->in, in->n_value);
    return 1;
}

static void say(tac_flow *f, int64_t now, const char *what)
{
    if (f->last_said == 0 || now - f->last_said >= SECOND) {
        fprintf(stderr, "tactus bridge-udp: flow '%s': %s\n", TAC_SHOWN(f->is->name),
                TAC_SHOWN(what));
        f->last_said = now;
    }
}

// ---- sending -------------------------------------------------------------------------------------

// The deadline after this one; whole periods that have passed are skipped, there is no burst.
static void set_deadline(tac_flow *f, int64_t now)
{
    int64_t period = f->is->send.period_ns;
    int64_t passed = (now - f->next_send) / period;
    f->count[TAC_SKIPPED] += (uint64_t)passed;
    f->next_send += (passed + 1) * period;
}

// Whether the snapshot is one of those to be sent.
static int is_turn(tac_flow *f, const tac_io_frame *frame)
{
    uint64_t every = (uint64_t)f->is->send.every;
    uint64_t turns = frame->number / every - f->last_frame / every;
    if (f->last_frame == 0) {
        turns = 1;
    }
    f->last_frame = frame->number;
    f->count[TAC_SKIPPED] += turns > 1 ? turns - 1 : 0;
    return turns > 0;
}

static void send_packet(tac_flow *f, const tac_link *l, const tac_io_frame *frame)
{
    const tac_packet_layout *p = &f->is->send.packet;
    const tac_packet_stamp stamp = {.counter = f->number,
                                    .number = frame->number,
                                    .step = frame->step,
                                    .cycle = frame->cycle,
                                    .time = frame->time,
                                    .run_state = frame->run_state};
    int clamped, size = p->size;
    for (int i = 0; i < p->n_value; i++) {
        f->value[i] = tac_route_get(l, &f->out[i]);
    }
    tac_packet_fault fault = p->is_text
                                 ? tac_text_encode(p, f->value, &stamp, f->byte, &size, &clamped)
                                 : tac_packet_encode(p, f->value, &stamp, f->byte, &clamped);
    if (fault != TAC_PACKET_GOOD) {
        f->count[TAC_UNFIT]++;
        return;
    }
    f->count[TAC_SATURATED] += (uint64_t)clamped;
    f->count[TAC_SENT] += (uint64_t)tac_udp_send(&f->udp, f->byte, size);
    // a packet that the system did not take is missing to the receiver too
    f->number += p->counter_step;
    f->number = p->counter_modulo != 0 ? f->number % p->counter_modulo : f->number;
}

// Says that packets do not get out or nobody is there when it is new, then how many there are, now and then.
static void blame_sending(tac_flow *f, int64_t now)
{
    uint64_t n = f->udp.failed + f->udp.unreachable;
    if (n == f->failures || (f->failures > 0 && now - f->last_failed < BLAME_NS)) {
        return;
    }
    fprintf(stderr,
            "tactus bridge-udp: flow '%s': packets do not arrive: %s (%" PRIu64
            " not taken by the system, %" PRIu64 " refused on the way, so far)\n",
            TAC_SHOWN(f->is->name), strerror(f->udp.error), f->udp.failed, f->udp.unreachable);
    f->failures = n;
    f->last_failed = now;
}

static void send_text(tac_flow *f, const tac_link *l, const tac_io_frame *frame)
{
    int size = tac_frame_text_write(&f->text, l, frame);
    f->count[TAC_SENT] += (uint64_t)tac_udp_send(&f->udp, f->text.text, size);
}

void tac_flow_send(tac_flow *f, tac_link *l, int64_t now)
{
    const tac_bridge_send *s = &f->is->send;
    tac_io_frame frame;
    if (!s->enabled || now < f->next_send) {
        return;
    }
    int is_fresh = tac_io_read(l->io) == TAC_IO_OK;
    tac_io_get_frame(l->io, &frame);
    is_fresh = is_fresh && tac_since(frame.stamp, now) <= s->max_age_ns;
    if (s->period_ns > 0) {
        set_deadline(f, now);
        f->count[TAC_STARVED] += !is_fresh;
    } else {
        int64_t look = l->period_ns / LOOKS_PER_FRAME;
        f->next_send = now + (look > LEAST_LOOK_NS ? look : LEAST_LOOK_NS);
        is_fresh = is_fresh && frame.number != f->last_frame && is_turn(f, &frame);
    }
    if (is_fresh && s->json.enabled) {
        send_text(f, l, &frame);
    } else if (is_fresh) {
        send_packet(f, l, &frame);
    }
    blame_sending(f, now);
}

// ---- receiving -----------------------------------------------------------------------------------

static tac_flow_count judge_sequence(tac_flow *f, size_t n)
{
    const tac_packet_layout *l = &f->is->receive.packet;
    if (!l->counter) {
        return TAC_APPLIED;
    }
    switch (tac_sequence_see(&f->sequence, l->is_text ? tac_text_counter(l, f->byte, n)
                                                      : tac_packet_counter(l, f->byte))) {
    case TAC_SEQUENCE_TWICE:
        return TAC_DUPLICATE;
    case TAC_SEQUENCE_LATE:
        return TAC_REORDERED;
    case TAC_SEQUENCE_NEW:
        f->count[TAC_RESTARTED]++;
        break;
    case TAC_SEQUENCE_NEXT:
        break;
    }
    return TAC_APPLIED;
}

// What becomes of the packet in f->byte; its values in f->value if it is to be applied.
static tac_flow_count judge(tac_flow *f, const tac_datagram *d, int is_linked)
{
    static const tac_flow_count faults[] = {[TAC_PACKET_LENGTH] = TAC_WRONG_LENGTH,
                                            [TAC_PACKET_CHECKSUM] = TAC_WRONG_CHECKSUM,
                                            [TAC_PACKET_CONSTANT] = TAC_WRONG_CONSTANT,
                                            [TAC_PACKET_VALUE] = TAC_WRONG_VALUE};
    const tac_bridge_receive *r = &f->is->receive;
    int clamped;
    if (!d->is_from) {
        return TAC_WRONG_SENDER;
    }
    size_t n = (size_t)d->size;
    tac_packet_fault fault = r->packet.is_text ? tac_text_check(&r->packet, f->byte, n)
                                               : tac_packet_check(&r->packet, f->byte, n);
    if (fault != TAC_PACKET_GOOD) {
        return faults[fault];
    }
    tac_flow_count place = judge_sequence(f, n);
    if (place != TAC_APPLIED) {
        return place;
    }
    if (d->age_ns > r->timeout_ns) {
        return TAC_OLD;
    }
    fault = r->packet.is_text ? tac_text_decode(&r->packet, f->byte, n, f->value, &clamped)
                              : tac_packet_decode(&r->packet, f->byte, f->value, &clamped);
    if (fault != TAC_PACKET_GOOD) {
        return TAC_WRONG_VALUE;
    }
    f->count[TAC_FLOW_CLAMPED] += (uint64_t)clamped;
    return is_linked ? TAC_APPLIED : TAC_UNHEARD;
}

static void apply(tac_flow *f, tac_link *l, int64_t now)
{
    if (!f->is_fresh) {
        // values of a signal that the packet leaves out stay as they are now
        (void)tac_io_read(l->io);
        say(f, now, "valid packets arrive");
    }
    for (int i = 0; i < f->is->receive.packet.n_value; i++) {
        (void)tac_route_set(l, &f->in[i], f->value[i]);
    }
    f->is_fresh = 1;
    f->last_valid = now;
}

// Why a packet was not taken; NULL for those of which a device sends some on a good day.
static const char *fault_of(const tac_flow *f, tac_flow_count what, int size, char text[96])
{
    switch (what) {
    case TAC_WRONG_SENDER:
        return "it comes from somebody else than 'from' or 'peer' says";
    case TAC_WRONG_LENGTH:
        if (f->is->receive.packet.is_text) {
            return "it has more or fewer fields than 'fields', or is too long";
        }
        (void)snprintf(text, 96, "it has %d bytes, where 'packet' has %d", size,
                       f->is->receive.packet.size);
        return text;
    case TAC_WRONG_CHECKSUM:
        return "its checksum is another one";
    case TAC_WRONG_CONSTANT:
        return "a constant has another value";
    case TAC_WRONG_VALUE:
        return "a value is not finite, or one that its field rejects";
    case TAC_OLD:
        return "it is older than 'timeout'";
    case TAC_SENT:
    case TAC_SKIPPED:
    case TAC_STARVED:
    case TAC_SATURATED:
    case TAC_UNFIT:
    case TAC_RECEIVED:
    case TAC_APPLIED:
    case TAC_DUPLICATE:
    case TAC_REORDERED:
    case TAC_UNHEARD:
    case TAC_RESTARTED:
    case TAC_FLOW_CLAMPED:
    case TAC_TIMEOUTS:
    case TAC_FLOW_COUNTS:
        break;
    }
    return NULL;
}

// Says a fault when it is new, then how many there are, now and then.
static void blame(tac_flow *f, tac_flow_count what, int size, int64_t now)
{
    char text[96];
    const char *why = fault_of(f, what, size, text);
    if (why && (f->count[what] == 1 || now - f->last_blamed >= BLAME_NS)) {
        fprintf(stderr,
                "tactus bridge-udp: flow '%s': a packet was not taken: %s (%s, %" PRIu64
                " so far)\n",
                TAC_SHOWN(f->is->name), why, tac_flow_count_name[what], f->count[what]);
        f->last_blamed = now;
    }
}

int tac_flow_take(tac_flow *f, tac_link *l, int64_t now)
{
    tac_datagram d;
    int applied = 0;
    for (int i = 0; i < MOST_PER_LOOK; i++) {
        if (!tac_udp_receive(&f->udp, f->byte, (int)sizeof f->byte, &d)) {
            break;
        }
        tac_flow_count what = judge(f, &d, l->io != NULL);
        f->count[TAC_RECEIVED]++;
        f->count[what]++;
        blame(f, what, d.size, now);
        if (what == TAC_APPLIED) {
            apply(f, l, now);
            applied = 1;
        }
    }
    return applied;
}

int tac_flow_watch(tac_flow *f, tac_link *l, int64_t now)
{
    if (!f->is_fresh || now - f->last_valid <= f->is->receive.timeout_ns) {
        return 0;
    }
    f->is_fresh = 0;
    f->count[TAC_TIMEOUTS]++;
    tac_sequence_rest(&f->sequence);
    say(f, now, "nothing valid within the timeout; its signals go to their fallback");
    for (int i = 0; l->io && i < f->is->receive.packet.n_value; i++) {
        (void)tac_io_release(l->io, f->in[i].signal);
    }
    return l->io != NULL;
}

int64_t tac_flow_next(const tac_flow *f, const tac_link *l)
{
    int64_t next = INT64_MAX;
    if (f->is->send.enabled && l->io) {
        next = f->next_send;
    }
    if (f->is_fresh) {
        int64_t limit = f->last_valid + f->is->receive.timeout_ns + 1;
        next = limit < next ? limit : next;
    }
    return next;
}

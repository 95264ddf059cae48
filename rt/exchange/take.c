#include "take.h"

#include <math.h>
#include <string.h>

#include "command_limits.h"
#include "exchange_parts.h"
#include "io/slot.h"
#include "trace/trace.h"

// Steps ahead that a command may name; a larger number is no plan but a mistake.
#define MAX_AHEAD (INT64_C(1) << 40)

enum { HEAD = sizeof(tac_command_head) / TAC_WORD };

// One writer, so that adding needs no exchange; relaxed: a counter publishes nothing but itself.
static void count(_Atomic uint64_t *counter, uint64_t n)
{
    uint64_t now = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, now + n, memory_order_relaxed);
}

void tac_exchange_log(tac_exchange *x, tac_event_kind kind, int place, int signal, int code,
                      double value)
{
    uint64_t word[7] = {(uint64_t)x->times.step, 0, 0, 0, 0, 0, 0};
    uint64_t number = ++x->out.events;
    word[1] = (uint64_t)atomic_load_explicit(&x->state->heartbeat, memory_order_relaxed);
    word[2] = (uint64_t)kind | (uint64_t)(uint32_t)place << 32;
    word[3] = (uint64_t)(uint32_t)signal | (uint64_t)(uint32_t)code << 32;
    memcpy(&word[4], &value, sizeof value);
    double t = (double)x->times.step * x->dt;
    if (kind == TAC_EVENT_STALE) {
        tac_trace_input_stale(x->times.step, t, signal, (int64_t)value);
    } else if (kind == TAC_EVENT_REJECTED) {
        tac_trace_policy(x->times.step, t, "command rejected", place);
    }
    memcpy(x->out.said[number % TAC_LOG_EVENTS], word + 2, sizeof x->out.said[0]);
    tac_log_event *e = &x->log[number % TAC_LOG_EVENTS];
    tac_slot_write(&e->sequence, number, word, 7);
    // release: a reader that sees the number finds the event
    atomic_store_explicit(&x->state->events, number, memory_order_release);
}

int tac_exchange_next_event(const tac_exchange *x, uint64_t *number, uint64_t word[3])
{
    if (*number + TAC_LOG_EVENTS < x->out.events) {
        *number = x->out.events - TAC_LOG_EVENTS; // older ones are overwritten
    }
    if (*number == x->out.events) {
        return 0;
    }
    ++*number;
    memcpy(word, x->out.said[*number % TAC_LOG_EVENTS], sizeof x->out.said[0]);
    return 1;
}

static void reject(tac_exchange *x, int place, int signal, tac_reject why, double value)
{
    tac_port *p = &x->port[place];
    count(&x->account[place].rejected, 1);
    if (!p->rejecting) {
        tac_exchange_log(x, TAC_EVENT_REJECTED, place, signal, (int)why, value);
    }
    p->rejecting = 1;
}

static void accept(tac_exchange *x, int place)
{
    tac_client_account *a = &x->account[place];
    count(&a->applied, 1);
    atomic_store_explicit(&a->applied_step, x->times.step, memory_order_relaxed);
    x->port[place].rejecting = 0;
}

// ---- signals -------------------------------------------------------------------------------------

static void fall_back(tac_exchange *x, tac_command_signal *s)
{
    for (int j = s->first; j < s->first + s->n; j++) {
        tac_fall_back(s->fallback, s->safe, &x->value[j], &x->target[j]);
    }
    s->owner = -1;
    s->engaged = 0;
}

// Whether a client may command a signal now: it has it already, or no client has.
static int may_command(const tac_command_signal *s, int place)
{
    return s->owner < 0 || s->owner == place;
}

static void engage(tac_exchange *x, tac_command_signal *s, int place)
{
    if (s->owner != place) {
        tac_exchange_log(x, TAC_EVENT_ENGAGED, place, s->index, 0, 0.0);
    }
    s->owner = place;
    s->last_owner = place;
    s->engaged = 1;
    s->beat = x->port[place].beat;
}

static void aim(tac_exchange *x, int place, const tac_command_signal *s, int element, double value)
{
    int limited = 0;
    x->target[s->first + element] = tac_clamp(value, s->minimum, s->maximum, &limited);
    if (limited) {
        count(&x->account[place].limited, 1);
    }
}

// ---- frames --------------------------------------------------------------------------------------

static int in_mask(const uint64_t *mask, int k)
{
    return (int)(mask[k / 64] >> (k % 64) & 1U);
}

static double value_at(const uint64_t *word)
{
    double value;
    memcpy(&value, word, sizeof value);
    return value;
}

static tac_reject check_frame(const tac_exchange *x, const uint64_t *mask, int *signal)
{
    int used = x->n_command % 64;
    if (used && mask[x->mask_words - 1] >> used != 0) {
        return TAC_REJECT_MASK;
    }
    const uint64_t *word = mask + x->mask_words;
    for (int k = 0; k < x->n_command; k++) {
        const tac_command_signal *s = &x->command[k];
        for (int j = s->first; j < s->first + s->n && in_mask(mask, k); j++) {
            if (!isfinite(value_at(&word[j]))) {
                *signal = s->index;
                return TAC_REJECT_VALUE;
            }
        }
    }
    return TAC_REJECT_NONE;
}

// All signals of the frame at once. Those the client had and left out are given up.
static void apply_frame(tac_exchange *x, int place, const uint64_t *frame)
{
    const uint64_t *mask = frame + HEAD, *word = mask + x->mask_words;
    int applied = 0;
    for (int k = 0; k < x->n_command; k++) {
        tac_command_signal *s = &x->command[k];
        if (!in_mask(mask, k)) {
            if (s->owner == place) {
                fall_back(x, s);
            }
            continue;
        }
        if (!may_command(s, place)) {
            reject(x, place, s->index, TAC_REJECT_TAKEN, 0.0);
            continue;
        }
        engage(x, s, place);
        for (int j = 0; j < s->n; j++) {
            aim(x, place, s, j, value_at(&word[s->first + j]));
        }
        applied = 1;
    }
    if (applied) {
        accept(x, place);
    }
}

// -1: too late, 0: now, 1: later.
static int when(const tac_exchange *x, int64_t step)
{
    return step == 0 || step == x->times.step ? 0 : step < x->times.step ? -1 : 1;
}

static void take_frame(tac_exchange *x, int place, const tac_command_header *h, uint64_t newest)
{
    tac_port *p = &x->port[place];
    size_t n = HEAD + x->mask_words + x->n_command_value;
    size_t stride = tac_up_64((uint32_t)((n + 1) * TAC_WORD)) / TAC_WORD;
    size_t first = (sizeof *h + TAC_CLIENT_EVENTS * sizeof(tac_client_event)) / TAC_WORD;
    const _Atomic uint64_t *slot =
        (const _Atomic uint64_t *)h + first + newest % TAC_SLOTS * stride;
    if (!tac_slot_read(slot, newest, p->frame, n)) {
        count(&x->account[place].torn, 1);
        return; // another attempt in the next cycle
    }
    p->newest = newest;
    atomic_store_explicit(&x->account[place].taken, newest, memory_order_relaxed);

    int signal = -1;
    int64_t step = (int64_t)p->frame[0];
    tac_reject why = check_frame(x, p->frame + HEAD, &signal);
    if (why == TAC_REJECT_NONE && (step < 0 || step > x->times.step + MAX_AHEAD)) {
        why = TAC_REJECT_STEP;
    }
    if (why != TAC_REJECT_NONE) {
        reject(x, place, signal, why, 0.0);
    } else if (when(x, step) < 0) {
        count(&x->account[place].stale, 1);
    } else if (when(x, step) > 0) {
        memcpy(p->pending, p->frame, n * sizeof *p->frame);
        p->has_pending = 1;
    } else {
        p->has_pending = 0; // the latest value replaces what was still to come
        apply_frame(x, place, p->frame);
    }
}

// ---- events --------------------------------------------------------------------------------------

// The command signal with that index in the dictionary, -1: none.
static int find_command(const tac_exchange *x, uint32_t index)
{
    int low = 0, high = x->n_command - 1; // in the order of the dictionary
    while (low <= high) {
        int middle = (low + high) / 2;
        uint32_t found = (uint32_t)x->command[middle].index;
        if (found == index) {
            return middle;
        }
        low = found < index ? middle + 1 : low;
        high = found < index ? high : middle - 1;
    }
    return -1;
}

static void apply_event(tac_exchange *x, int place, const tac_pending_event *e)
{
    tac_command_signal *s = &x->command[e->signal];
    if (!may_command(s, place)) {
        reject(x, place, s->index, TAC_REJECT_TAKEN, e->value);
        return;
    }
    engage(x, s, place);
    aim(x, place, s, e->element, e->value);
    accept(x, place);
}

static tac_reject check_event(const tac_exchange *x, const uint64_t *word, tac_pending_event *e)
{
    uint32_t index = (uint32_t)word[1], element = (uint32_t)(word[1] >> 32);
    e->step = (int64_t)word[0];
    e->signal = find_command(x, index);
    e->element = (int)element;
    e->value = value_at(&word[2]);
    if (e->signal < 0 || element >= (uint32_t)x->command[e->signal].n) {
        return TAC_REJECT_SIGNAL;
    }
    return !isfinite(e->value)                                  ? TAC_REJECT_VALUE
           : e->step < 0 || e->step > x->times.step + MAX_AHEAD ? TAC_REJECT_STEP
                                                                : TAC_REJECT_NONE;
}

static void take_event(tac_exchange *x, int place, const tac_client_event *from, uint64_t number)
{
    tac_port *p = &x->port[place];
    tac_pending_event e;
    uint64_t word[3];
    if (!tac_slot_read(&from->sequence, number, word, 3)) {
        reject(x, place, -1, TAC_REJECT_EVENTS, 0.0); // it was announced, so it must be there
        return;
    }
    tac_reject why = check_event(x, word, &e);
    if (why == TAC_REJECT_NONE && when(x, e.step) > 0 && p->n_later == TAC_CLIENT_EVENTS) {
        why = TAC_REJECT_EVENTS;
    }
    if (why != TAC_REJECT_NONE) {
        reject(x, place, why == TAC_REJECT_SIGNAL ? -1 : x->command[e.signal].index, why, e.value);
    } else if (when(x, e.step) < 0) {
        count(&x->account[place].stale, 1);
    } else if (when(x, e.step) > 0) {
        p->later[p->n_later++] = e;
    } else {
        apply_event(x, place, &e);
    }
}

static void take_events(tac_exchange *x, int place, const tac_command_header *h)
{
    tac_port *p = &x->port[place];
    // acquire: with the number come the events
    uint64_t written = atomic_load_explicit(&h->events, memory_order_acquire);
    if (written - p->events > TAC_CLIENT_EVENTS) { // also when it went backwards
        reject(x, place, -1, TAC_REJECT_EVENTS, 0.0);
        p->events = written;
    }
    const tac_client_event *ring = (const tac_client_event *)(const void *)(h + 1);
    while (p->events != written) {
        p->events++;
        take_event(x, place, &ring[p->events % TAC_CLIENT_EVENTS], p->events);
    }
    atomic_store_explicit(&x->account[place].events_taken, p->events, memory_order_relaxed);
}

// What earlier cycles left for this step. Steps that were jumped over (a cycle of several steps) are
// due as well.
static void apply_due(tac_exchange *x, int place)
{
    tac_port *p = &x->port[place];
    if (p->has_pending && (int64_t)p->pending[0] <= x->times.step) {
        p->has_pending = 0;
        apply_frame(x, place, p->pending);
    }
    int n = 0;
    for (int i = 0; i < p->n_later; i++) {
        if (p->later[i].step <= x->times.step) {
            apply_event(x, place, &p->later[i]);
        } else {
            p->later[n++] = p->later[i];
        }
    }
    p->n_later = n;
}

// ---- clients -------------------------------------------------------------------------------------

static void disown(tac_exchange *x, int place)
{
    for (int k = 0; k < x->n_command; k++) {
        if (x->command[k].owner == place) {
            x->command[k].owner = -1; // engaged still: the time-to-live decides
        }
    }
}

// Forgets the client that was here, and meets the one that is.
static void meet(tac_exchange *x, int place, uint64_t epoch, const tac_command_header *h)
{
    tac_port *p = &x->port[place];
    if (p->seen) {
        disown(x, place);
        tac_exchange_log(x, TAC_EVENT_GONE, place, -1, 0, 0.0);
    }
    p->seen = epoch;
    p->newest = p->events = 0;
    p->has_pending = p->n_later = p->rejecting = 0;
    if (h) {
        p->heartbeat = atomic_load_explicit(&h->heartbeat, memory_order_relaxed);
        p->beat = x->times.lived;
        tac_exchange_log(x, TAC_EVENT_ATTACHED, place, -1, 0, 0.0);
    }
}

// The part the executive wrote must still be there, and the client must speak of the same things.
static tac_reject check_header(const tac_exchange *x, const tac_port *p,
                               const tac_command_header *h)
{
    const _Atomic uint64_t *word = (const _Atomic uint64_t *)h;
    uint64_t different = 0;
    for (int i = 0; i < TAC_HEADER_WORDS; i++) {
        // relaxed: no client may write here, so nothing is published by it
        different |= atomic_load_explicit(&word[i], memory_order_relaxed) ^ p->header[i];
    }
    // relaxed: written before `claimed`, which the supervisor has acquired
    uint32_t version = atomic_load_explicit(&h->version, memory_order_relaxed);
    uint64_t hash = atomic_load_explicit(&h->client_hash, memory_order_relaxed);
    return different                       ? TAC_REJECT_HEADER
           : version != TAC_LAYOUT_VERSION ? TAC_REJECT_VERSION
           : hash != x->hash               ? TAC_REJECT_HASH
                                           : TAC_REJECT_NONE;
}

static void take_client(tac_exchange *x, int place, const tac_command_header *h, bool is_safe)
{
    tac_port *p = &x->port[place];
    tac_reject why = check_header(x, p, h);
    if (why != TAC_REJECT_NONE) {
        reject(x, place, -1, why, 0.0);
        return;
    }
    // relaxed: only the change counts
    uint64_t heartbeat = atomic_load_explicit(&h->heartbeat, memory_order_relaxed);
    if (heartbeat != p->heartbeat) {
        p->heartbeat = heartbeat;
        p->beat = x->times.lived;
    }
    if (is_safe) {
        return;
    }
    // acquire: with the number comes the frame
    uint64_t newest = atomic_load_explicit(&h->newest, memory_order_acquire);
    if (newest != p->newest) {
        take_frame(x, place, h, newest);
    }
    take_events(x, place, h);
}

// Heartbeats count for the signals a client has; silence longer than the time-to-live loses them. Cycles come at their
// wake-up, so half of one more is no silence.
static void watch_signals(tac_exchange *x, int64_t gap)
{
    for (int k = 0; k < x->n_command; k++) {
        tac_command_signal *s = &x->command[k];
        if (s->owner >= 0) {
            s->beat = x->port[s->owner].beat;
        }
        if (gap > s->ttl) {
            s->deaf = x->times.lived - s->ttl / 2;
        }
        int64_t silence = x->times.lived - (s->beat > s->deaf ? s->beat : s->deaf);
        if (s->engaged && s->ttl > 0 && silence > s->ttl + x->times.cycle_ns / 2) {
            if (s->owner >= 0) { // the account of one who left may be another's already
                count(&x->account[s->owner].stale, 1);
            }
            tac_exchange_log(x, TAC_EVENT_STALE, s->last_owner, s->index, 0,
                             (double)((silence + x->times.step_ns / 2) / x->times.step_ns));
            fall_back(x, s);
        }
    }
}

static void take_all(tac_exchange *x, int64_t gap, bool is_safe)
{
    // sequentially consistent, with the supervisor's pair in the other order: either it sees that a
    // look has begun, and waits, or this thread sees that the segment is no longer handed over
    uint64_t turn = atomic_load_explicit(&x->turn, memory_order_relaxed);
    atomic_store_explicit(&x->turn, turn + 1, memory_order_seq_cst);
    // who left gives up its signals before anybody asks for them
    for (int place = 0; place < x->n_port; place++) {
        tac_port *p = &x->port[place];
        p->looked = atomic_load_explicit(&p->live, memory_order_seq_cst);
        // relaxed: written before live, which the load above has acquired
        uint64_t epoch = p->looked ? atomic_load_explicit(&p->epoch, memory_order_relaxed) : 0;
        if (epoch != p->seen) {
            meet(x, place, epoch, p->looked);
        }
    }
    for (int place = 0; place < x->n_port; place++) {
        if (!is_safe) {
            apply_due(x, place);
        }
        if (x->port[place].looked) {
            take_client(x, place, x->port[place].looked, is_safe);
        }
    }
    watch_signals(x, gap);
    // release: all looks at segments come before the supervisor sees the even number
    atomic_store_explicit(&x->turn, turn + 2, memory_order_release);
}

int tac_exchange_is_taken(const tac_exchange *x, int signal)
{
    return x->command[find_command(x, (uint32_t)signal)].owner >= 0;
}

void tac_exchange_write(tac_exchange *x, int signal, double value)
{
    tac_command_signal *s = &x->command[find_command(x, (uint32_t)signal)];
    int limited = 0;
    for (int j = s->first; j < s->first + s->n && isfinite(value); j++) {
        x->target[j] = tac_clamp(value, s->minimum, s->maximum, &limited);
    }
    // no client's any more: no time-to-live takes it back, but of a signal that is to be written again and again
    s->engaged = s->expires && !(value == 0.0 && s->fallback == TAC_FALL_ZERO);
    s->last_owner = -1;
    s->beat = x->times.lived;
}

// ---- taking --------------------------------------------------------------------------------------

// By how many steps' time signals may move: the wall time of those that were made, unless less has passed. Up to two cycles late is the
// unrest of a machine and made up for; what is beyond it is not, or a signal would jump by what a stall has taken.
// Up to half a cycle early is unrest too, so that without stalls steps alone decide.
static double grant(tac_exchange *x, int64_t steps, int64_t now)
{
    int64_t wanted = steps * x->times.wall_ns, lag = now - x->times.granted;
    if (steps == 0) {
        x->times.granted = now;
        return 0.0;
    }
    if (lag > wanted + 2 * x->times.cycle_ns) {
        tac_exchange_log(x, TAC_EVENT_GAP, -1, -1, 0, (double)(lag - wanted) * 1e-9);
        x->times.granted = now - wanted;
        lag = wanted;
    }
    int64_t most = lag + x->times.cycle_ns / 2, got = most < 0 ? 0 : most < wanted ? most : wanted;
    x->times.granted += got;
    return got == wanted && x->times.wall_ns == x->times.step_ns
               ? (double)steps
               : (double)got / (double)x->times.step_ns;
}

static void move_signals(tac_exchange *x, double steps)
{
    for (int k = 0; k < x->n_command; k++) {
        const tac_command_signal *s = &x->command[k];
        double most = isinf(s->most) ? s->most : s->most * steps;
        for (int j = s->first; j < s->first + s->n; j++) {
            x->value[j] = steps > 0.0 || isinf(s->most) ? tac_slew(x->value[j], x->target[j], most)
                                                        : x->value[j];
        }
    }
}

// Time that ran backwards is a reset: silence begins anew.
static void begin_silence(tac_exchange *x)
{
    for (int i = 0; i < x->n_port; i++) {
        x->port[i].beat = x->times.lived;
    }
    for (int k = 0; k < x->n_command; k++) {
        x->command[k].beat = x->times.lived;
    }
}

void tac_exchange_take(tac_exchange *x, const tac_exchange_moment *m)
{
    int64_t steps = x->times.has_taken ? m->step - x->times.last_step : x->cycle_steps;
    bool stands = (m->is_paused || m->is_safe) && steps == 0;
    int64_t gap = x->times.has_taken && !stands && m->now > x->times.last_now
                      ? m->now - x->times.last_now
                      : 0;
    if (!x->times.has_taken) {
        x->times.granted = m->now - steps * x->times.wall_ns;
    }
    x->times.lived += gap;
    if (steps < 0) {
        begin_silence(x);
        steps = x->cycle_steps;
        x->times.granted = m->now - steps * x->times.wall_ns;
    }
    x->times.step = m->step;
    take_all(x, gap, m->is_safe);
    move_signals(x, grant(x, steps, m->now));
    x->times.last_step = m->step;
    x->times.last_now = m->now;
    x->times.has_taken = 1;
}

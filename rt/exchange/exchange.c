// The exchange: setup, and what goes out.
#include "exchange.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "exchange_parts.h"
#include "io/alive.h"
#include "io/slot.h"
#include "segment.h"
#include "system/fail.h"
#include "take.h"

#define MOST_DT 1000.0 // s, whose nanoseconds times any time-to-live are a number

// ---- checking what is asked for ------------------------------------------------------------------

static int fits(const char *text, size_t size, int least)
{
    size_t n = text ? strlen(text) : 0;
    return text && n >= (size_t)least && n < size;
}

static int check_signal(const tac_exchange_options *o, int i, tac_diag *diag)
{
    const tac_exchange_signal *s = &o->signal[i];
    if (!fits(s->name, TAC_SIGNAL_NAME_SIZE, 1) || !fits(s->unit, TAC_UNIT_SIZE, 0)) {
        return tac_diag_say(diag,
                            "signal '%.100s': its name has 1 to %d letters, its unit at most %d",
                            s->name ? s->name : "", TAC_SIGNAL_NAME_SIZE - 1, TAC_UNIT_SIZE - 1);
    }
    for (int k = 0; k < i; k++) {
        if (strcmp(o->signal[k].name, s->name) == 0) {
            return tac_diag_say(diag, "signal '%s' is there twice", s->name);
        }
    }
    if (s->rows < 1 || s->columns < 1 || s->rows > 1024 || s->columns > 1024) {
        return tac_diag_say(diag, "signal '%s': a shape of %d x %d", s->name, s->rows, s->columns);
    }
    if (!(s->minimum <= s->maximum) || !(s->rate >= 0.0) || !isfinite(s->safe)) {
        return tac_diag_say(diag, "signal '%s': minimum, maximum, rate or safe value make no sense",
                            s->name);
    }
    if (s->direction == TAC_SIGNAL_COMMAND &&
        (s->ttl < 0 || !isfinite(s->initial) || (unsigned)s->fallback > TAC_FALL_ZERO)) {
        return tac_diag_say(
            diag, "signal '%s': time-to-live, fallback or first value make no sense", s->name);
    }
    return 1;
}

static int check_options(const tac_exchange_options *o, tac_diag *diag)
{
    if (!fits(o->name, TAC_NAME_SIZE, 1) || strchr(o->name, '/')) {
        return tac_diag_say(diag, "'%.60s' cannot name an exchange: 1 to %d letters without '/'",
                            o->name ? o->name : "", TAC_NAME_SIZE - 1);
    }
    if (o->n_signal > TAC_MAX_SIGNALS) {
        return tac_diag_say(diag,
                            "'%s' has %d signals, and at most %d can be shared; choose: 'exchange: "
                            "{share: [PATTERN, ...]}'",
                            o->name, o->n_signal, TAC_MAX_SIGNALS);
    }
    if (o->n_signal < 0 || o->max_clients < 0 || o->max_clients > TAC_MAX_CLIENTS ||
        !(o->dt > 0.0) || o->period_ns <= 0 || o->cycle_steps < 1) {
        return tac_diag_say(diag,
                            "exchange '%s': at most %d signals and %d clients, a step and a period",
                            o->name, TAC_MAX_SIGNALS, TAC_MAX_CLIENTS);
    }
    for (int i = 0; i < o->n_signal; i++) {
        if (!check_signal(o, i, diag)) {
            return 0;
        }
    }
    return 1;
}

// ---- private memory ------------------------------------------------------------------------------

// Counts values, and says where each signal begins.
static int lay_out_values(tac_exchange *x, const tac_exchange_options *o, tac_diag *diag)
{
    for (int i = 0; i < o->n_signal; i++) {
        const tac_exchange_signal *s = &o->signal[i];
        size_t *n = s->direction == TAC_SIGNAL_STATE ? &x->n_state_value : &x->n_command_value;
        x->place[i] = (int)*n;
        *n += (size_t)s->rows * (size_t)s->columns;
        x->n_command += s->direction == TAC_SIGNAL_COMMAND;
        if ((x->n_state_value + x->n_command_value) * sizeof(double) > TAC_MAX_PAYLOAD / 2) {
            return tac_diag_say(diag, "exchange '%s': more than %d bytes in a frame", o->name,
                                TAC_MAX_PAYLOAD / 2);
        }
    }
    x->mask_words = ((size_t)x->n_command + 63) / 64;
    x->slot_words = TAC_SLOT_HEAD / TAC_WORD + x->n_state_value + x->n_command_value;
    return 1;
}

static void fill_command_signal(tac_exchange *x, const tac_exchange_options *o, int i, int k)
{
    const tac_exchange_signal *s = &o->signal[i];
    x->command[k] = (tac_command_signal){.index = i,
                                         .first = x->place[i],
                                         .n = s->rows * s->columns,
                                         .owner = -1,
                                         .last_owner = -1,
                                         .most = s->rate * o->dt,
                                         .fallback = s->fallback,
                                         .ttl = (int64_t)s->ttl * x->times.step_ns,
                                         .expires = s->expires,
                                         .minimum = s->minimum,
                                         .maximum = s->maximum,
                                         .safe = s->safe};
    for (int j = 0; j < x->command[k].n; j++) {
        x->value[x->place[i] + j] = s->initial;
        x->target[x->place[i] + j] = s->initial;
    }
}

static int take_memory(tac_exchange *x, const tac_exchange_options *o)
{
    size_t ports = (size_t)(o->max_clients > 0 ? o->max_clients : 1);
    size_t frame = TAC_SLOT_HEAD / TAC_WORD + x->mask_words + x->n_command_value;
    x->command = calloc((size_t)x->n_command + 1, sizeof *x->command);
    x->state_value = calloc(x->n_state_value + 1, sizeof *x->state_value);
    x->safe_value = calloc(x->n_state_value + 1, sizeof *x->safe_value);
    x->value = calloc(x->n_command_value + 1, sizeof *x->value);
    x->target = calloc(x->n_command_value + 1, sizeof *x->target);
    x->out.words = calloc(x->slot_words, sizeof *x->out.words);
    x->port = aligned_alloc(64, ports * sizeof *x->port);
    if (!x->command || !x->state_value || !x->safe_value || !x->value || !x->target ||
        !x->out.words || !x->port) {
        return 0;
    }
    memset(x->port, 0, ports * sizeof *x->port);
    x->n_port = o->max_clients;
    int good = 1;
    for (int i = 0; i < x->n_port; i++) {
        x->port[i].frame = calloc(frame, sizeof(uint64_t));
        x->port[i].pending = calloc(frame, sizeof(uint64_t));
        good = good && x->port[i].frame && x->port[i].pending;
    }
    return good;
}

static void fill_values(tac_exchange *x, const tac_exchange_options *o)
{
    for (int i = 0, k = 0; i < o->n_signal; i++) {
        const tac_exchange_signal *s = &o->signal[i];
        if (s->direction == TAC_SIGNAL_COMMAND) {
            fill_command_signal(x, o, i, k++);
        } else {
            for (int j = 0; j < s->rows * s->columns; j++) {
                x->safe_value[x->place[i] + j] = s->safe;
            }
        }
    }
}

// ---- state segment -------------------------------------------------------------------------------

static tac_state_header lay_out_state(const tac_exchange *x, const tac_exchange_options *o)
{
    tac_state_header h = {.magic = TAC_STATE_MAGIC,
                          .byte_order = TAC_BYTE_ORDER_MARK,
                          .major = TAC_LAYOUT_MAJOR,
                          .minor = TAC_LAYOUT_MINOR,
                          .header_size = sizeof h,
                          .n_signal = (uint32_t)o->n_signal,
                          .signal_size = sizeof(tac_signal_entry),
                          .n_client = (uint32_t)o->max_clients,
                          .client_size = sizeof(tac_client_account),
                          .n_slot = TAC_SLOTS,
                          .n_event = TAC_LOG_EVENTS,
                          .event_size = sizeof(tac_log_event),
                          .generation = x->generation,
                          .pid = (int32_t)getpid(),
                          .start = tac_pid_start((int32_t)getpid()),
                          .pid_space = tac_pid_space(),
                          .dt = o->dt,
                          .period_ns = o->period_ns};
    h.state_size = (uint32_t)((x->n_state_value + x->n_command_value) * sizeof(double));
    h.mask_size = (uint32_t)(x->mask_words * sizeof(uint64_t));
    h.command_size = h.mask_size + (uint32_t)(x->n_command_value * sizeof(double));
    h.slot_size = tac_up_64(TAC_SLOT_HEAD + h.state_size);
    h.client_offset = h.header_size;
    h.signal_offset = h.client_offset + h.n_client * h.client_size;
    h.event_offset = h.signal_offset + h.n_signal * h.signal_size;
    h.value_offset = h.event_offset + h.n_event * h.event_size;
    h.value_size = sizeof(tac_value_entry);
    h.slot_offset = h.value_offset + h.state_size / TAC_WORD * h.value_size;
    h.size = h.slot_offset + (uint64_t)h.n_slot * h.slot_size;
    h.command_segment = sizeof(tac_command_header) + TAC_CLIENT_EVENTS * sizeof(tac_client_event) +
                        (uint64_t)TAC_SLOTS * tac_up_64(TAC_SLOT_HEAD + h.command_size);
    snprintf(h.instance, sizeof h.instance, "%s", o->name);
    h.history_size = tac_history_size(&h);
    h.view_size = tac_view_size(o);
    return h;
}

static void fill_dictionary(const tac_exchange *x, const tac_exchange_options *o,
                            const tac_state_header *h, tac_signal_entry *entry)
{
    for (int i = 0; i < o->n_signal; i++) {
        const tac_exchange_signal *s = &o->signal[i];
        int is_command = s->direction == TAC_SIGNAL_COMMAND;
        uint32_t at = (uint32_t)((size_t)x->place[i] * sizeof(double));
        entry[i] =
            (tac_signal_entry){.direction = s->direction,
                               .type = TAC_TYPE_F64,
                               .rows = (uint32_t)s->rows,
                               .columns = (uint32_t)s->columns,
                               .offset = is_command ? h->mask_size + at : at,
                               .fallback = is_command ? s->fallback : 0,
                               .minimum = s->minimum,
                               .maximum = s->maximum,
                               .rate = s->rate,
                               .safe = s->safe,
                               .ttl = is_command ? (uint32_t)s->ttl : 0,
                               .echo = is_command ? (uint32_t)(x->n_state_value * 8) + at : 0};
        memcpy(entry[i].name, s->name, strlen(s->name));
        memcpy(entry[i].unit, s->unit, strlen(s->unit));
    }
}

// Values have the unit of their signal where they have none of their own.
static void fill_values_about(const tac_exchange_options *o, tac_value_entry *out)
{
    for (int i = 0; i < o->n_signal; i++) {
        const tac_exchange_signal *s = &o->signal[i];
        for (int k = 0; k < s->rows * s->columns; k++, out++) {
            if (s->value) {
                *out = s->value[k];
            }
            if (out->unit[0] == '\0') {
                memcpy(out->unit, s->unit, strlen(s->unit));
            }
        }
    }
}

static int create_state(tac_exchange *x, const tac_exchange_options *o, tac_diag *diag)
{
    char name[TAC_SEGMENT_NAME];
    int32_t living;
    tac_new_segment made;
    tac_state_segment_name(o->name, name);
    uint64_t left = tac_segment_left(o->name, &living);
    if (living) {
        return tac_diag_say(diag,
                            "%s belongs to the running process %d; choose another name or stop it",
                            name, (int)living);
    }
    // larger than any before, and not the same even when nothing is left of the one before: shared
    // memory ends with the system, as this clock does, which cannot be set back
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    x->generation = (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
    x->generation = x->generation > left ? x->generation : left + 1;

    for (int i = 0; i < TAC_MAX_CLIENTS; i++) { // of an instance that was killed, with more places
        tac_port_unlink(o->name, i);
    }
    tac_state_header h = lay_out_state(x, o);
    unsigned char *base = tac_segment_create(name, h.size, 0644, &made);
    if (!base) {
        return tac_diag_say(diag, "%s: no %llu bytes of shared memory: %s", name,
                            (unsigned long long)h.size, strerror(errno));
    }
    close(made.file); // its mapping keeps the lock, by which others know that this process lives
    tac_signal_entry *dictionary = (tac_signal_entry *)(void *)(base + h.signal_offset);
    fill_dictionary(x, o, &h, dictionary);
    fill_values_about(o, (tac_value_entry *)(void *)(base + h.value_offset));
    x->hash = h.hash = tac_fnv1a(dictionary, (size_t)h.n_signal * h.signal_size);
    memcpy(base, &h, sizeof h);
    x->state = (tac_state_header *)(void *)base;
    x->state_size = h.size;
    x->command_segment = h.command_segment;
    x->command_size = h.command_size;
    x->mask_size = h.mask_size;
    x->dt = h.dt;
    x->account = (tac_client_account *)(void *)(base + h.client_offset);
    x->log = (tac_log_event *)(void *)(base + h.event_offset);
    x->slots = (_Atomic uint64_t *)(void *)(base + h.slot_offset);
    return tac_shared_put(made.fresh, name + 1, diag);
}

// ---- life ----------------------------------------------------------------------------------------

static int build(tac_exchange *x, const tac_exchange_options *o, tac_diag *diag)
{
    x->place = calloc((size_t)o->n_signal + 1, sizeof *x->place);
    x->n_signal = o->n_signal;
    x->cycle_steps = o->cycle_steps;
    x->times.step_ns = o->dt < MOST_DT ? (int64_t)(o->dt * 1e9 + 0.5) : (int64_t)(MOST_DT * 1e9);
    x->times.step_ns = x->times.step_ns > 0 ? x->times.step_ns : 1;
    x->times.wall_ns =
        o->speed > 0.0 ? (int64_t)((double)x->times.step_ns / o->speed + 0.5) : x->times.step_ns;
    x->times.cycle_ns = x->times.wall_ns * o->cycle_steps;
    snprintf(x->name, sizeof x->name, "%s", o->name);
    if (!x->place || !lay_out_values(x, o, diag) || !take_memory(x, o)) {
        return tac_diag_say_memory(diag, "not enough memory for exchange '%s'", o->name);
    }
    fill_values(x, o);
    if (!create_state(x, o, diag) || !tac_history_open(&x->history, x->state, diag) ||
        !tac_view_open(&x->view, x->state, o, diag)) {
        return 0;
    }
    for (int i = 0; i < x->n_port; i++) {
        if (!tac_port_renew(x, i, diag)) {
            return 0;
        }
    }
    // release: a client that finds the exchange ready finds all of it
    atomic_store_explicit(&x->state->ready, x->generation, memory_order_release);
    return 1;
}

tac_exchange *tac_exchange_open(const tac_exchange_options *o, tac_diag *diag)
{
    if (!check_options(o, diag)) {
        return NULL;
    }
    tac_exchange *x = aligned_alloc(_Alignof(tac_exchange), sizeof *x);
    if (!x) {
        (void)tac_diag_say_memory(diag, "not enough memory for exchange '%s'", o->name);
        return NULL;
    }
    memset(x, 0, sizeof *x);
    x->faults = -1;
    if (!build(x, o, diag)) {
        tac_exchange_close(x);
        return NULL;
    }
    return x;
}

void tac_exchange_abandon(tac_exchange *x)
{
    char name[TAC_SEGMENT_NAME];
    // release: the last frame is there before the end is seen
    atomic_store_explicit(&x->state->ready, 0, memory_order_release);
    for (int i = 0; i < x->n_port; i++) {
        tac_command_segment_name(x->name, i, name);
        (void)shm_unlink(name);
    }
    tac_history_unlink(x->name);
    tac_view_unlink(x->name);
    tac_state_segment_name(x->name, name);
    (void)shm_unlink(name);
}

int tac_exchange_files(const tac_exchange *x, tac_exchange_file file[TAC_EXCHANGE_FILES])
{
    int n = 0;
    file[n++] = (tac_exchange_file){"state", x->state, x->state_size, x->state->slot_offset};
    if (x->history.segment) {
        file[n++] = (tac_exchange_file){"history", x->history.segment, x->history.segment_size,
                                        sizeof(tac_history_header)};
    }
    if (x->view.segment) {
        file[n++] = (tac_exchange_file){"view", x->view.segment, x->view.segment_size,
                                        x->view.segment->slot_offset};
    }
    return n;
}

void tac_exchange_part(tac_exchange *x)
{
    atomic_store_explicit(&x->state->ready, 0, memory_order_release);
}

void tac_exchange_close(tac_exchange *x)
{
    char name[TAC_SEGMENT_NAME];
    if (!x) {
        return;
    }
    for (int i = 0; i < x->n_port && x->port; i++) {
        tac_port_drop(x, i);
        free(x->port[i].frame);
        free(x->port[i].pending);
    }
    tac_history_close(&x->history, x->name);
    tac_view_close(&x->view, x->name);
    if (x->state) {
        // release: the last frame is there before the end is seen
        atomic_store_explicit(&x->state->ready, 0, memory_order_release);
        tac_state_segment_name(x->name, name);
        (void)shm_unlink(name);
        tac_guard_remove(x->state);
        munmap(x->state, x->state_size);
    }
    free(x->place);
    free(x->command);
    free(x->state_value);
    free(x->safe_value);
    free(x->value);
    free(x->target);
    free(x->out.words);
    free(x->port);
    free(x);
}

void tac_exchange_watch(tac_exchange *x, const tac_signal_limit *l,
                        void (*beyond)(void *context, int which), void *context)
{
    tac_signal_watch *w = &x->history.watch;
    size_t before = l->is_command ? x->n_state_value : 0;
    w->limit[w->n].first = before + (size_t)x->place[l->signal];
    w->limit[w->n++].about = *l;
    w->beyond = beyond;
    w->context = context;
}

void tac_exchange_get_faults(const tac_exchange *x, tac_exchange_faults *out)
{
    *out = (tac_exchange_faults){.worst = -1};
    for (int i = 0; i < x->n_port; i++) {
        const tac_fault_watch *w = &x->port[i].watch;
        out->worst =
            w->faults > (out->worst < 0 ? 0 : x->port[out->worst].watch.faults) ? i : out->worst;
        out->faults += w->faults;
        out->renewed += w->renewed;
    }
}

void tac_exchange_begin(tac_exchange *x)
{
    atomic_store_explicit(&x->thread, gettid(), memory_order_relaxed);
}

// ---- publishing ----------------------------------------------------------------------------------

double *tac_exchange_state(tac_exchange *x, int signal)
{
    return x->state_value + x->place[signal];
}

const double *tac_exchange_command(const tac_exchange *x, int signal)
{
    return x->value + x->place[signal];
}

static size_t slot_stride(const tac_exchange *x)
{
    return tac_up_64((uint32_t)(x->slot_words * TAC_WORD)) / TAC_WORD;
}

int tac_exchange_peek(const tac_exchange *x, int signal, double *value)
{
    enum { HEAD = sizeof(tac_state_head) / TAC_WORD, ATTEMPTS = 16 };
    size_t at = 1 + HEAD + x->n_state_value + (size_t)x->place[signal];
    for (int i = 0; i < ATTEMPTS; i++) {
        // acquire, all three, as tac_slot_read does: with the number the frame, with the word a later odd number
        uint64_t number = atomic_load_explicit(&x->state->newest, memory_order_acquire);
        const _Atomic uint64_t *slot = x->slots + number % TAC_SLOTS * slot_stride(x);
        uint64_t before = atomic_load_explicit(slot, memory_order_acquire);
        uint64_t word = atomic_load_explicit(slot + at, memory_order_acquire);
        if (number > 0 && before == 2 * number &&
            atomic_load_explicit(slot, memory_order_relaxed) == before) {
            memcpy(value, &word, sizeof *value);
            return 1;
        }
    }
    return 0;
}

void tac_exchange_publish(tac_exchange *x, const tac_state_head *head, int safe)
{
    if (head->run_state != x->out.run_state || x->out.frames == 0) {
        x->out.run_state = head->run_state;
        tac_exchange_log(x, TAC_EVENT_STATE, -1, -1, (int)head->run_state, 0.0);
    }
    enum { HEAD = sizeof *head / TAC_WORD };
    memcpy(x->out.words, head, sizeof *head);
    memcpy(x->out.words + HEAD, safe ? x->safe_value : x->state_value,
           x->n_state_value * sizeof(double));
    memcpy(x->out.words + HEAD + x->n_state_value, x->value, x->n_command_value * sizeof(double));

    tac_state_header *h = x->state;
    uint64_t number = ++x->out.frames;
    tac_slot_write(x->slots + number % TAC_SLOTS * slot_stride(x), number, x->out.words,
                   x->slot_words - 1);
    // relaxed: for a glance; a reader that needs them to belong together reads the frame
    atomic_store_explicit(&h->step, head->step, memory_order_relaxed);
    atomic_store_explicit(&h->heartbeat, head->stamp, memory_order_relaxed);
    atomic_store_explicit(&h->run_state, (uint32_t)head->run_state, memory_order_relaxed);
    // release: a reader that sees the number finds the frame, and what was said above
    atomic_store_explicit(&h->newest, number, memory_order_release);
}

void tac_exchange_keep(tac_exchange *x)
{
    if (x->out.kept != x->out.frames) {
        x->out.kept = x->out.frames;
        tac_history_put(&x->history, x->out.kept, x->out.words);
    }
}

double *tac_exchange_view(tac_exchange *x)
{
    tac_state_head head;
    memcpy(&head, x->out.words, sizeof head);
    return tac_view_begin(&x->view, x->out.frames, &head);
}

void tac_exchange_show(tac_exchange *x)
{
    tac_view_put(&x->view);
}

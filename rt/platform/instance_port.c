#include "instance_port.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/clock.h"

#define FIRST_FRAME_S 1.0 // an executive that is just starting publishes soon

enum { LOOK_NS = 50000000, RUNNING = 2 };

// ---- setup ---------------------------------------------------------------------------------------

void tac_instance_port_source(tac_instance_port *p, const tac_platform_file *f)
{
    memset(p, 0, sizeof *p);
    p->instance = f->source.instance;
    p->client = f->name;
    p->mode = TAC_IO_READ;
    p->signal[0] = (tac_instance_port_signal){f->source.force, 3, TAC_Q_ACCELERATION};
    p->signal[1] = (tac_instance_port_signal){f->source.rate, 3, TAC_Q_ANGULAR_VELOCITY};
    p->n_signal = 2;
    p->max_age_ns = f->source.max_age_ns;
}

void tac_instance_port_sink(tac_instance_port *p, const tac_platform_file *f)
{
    memset(p, 0, sizeof *p);
    p->instance = f->sink.instance;
    p->client = f->name;
    p->mode = TAC_IO_COMMAND;
    for (int i = 0; i < TAC_LEGS; i++) {
        p->signal[i] = (tac_instance_port_signal){f->sink.leg[i], 1, TAC_Q_LENGTH};
    }
    p->n_signal = TAC_LEGS;
    p->max_age_ns = f->sink.max_age_ns;
}

// ---- helper --------------------------------------------------------------------------------------

static int refuse(tac_instance_port *p, const char *signal, const char *what)
{
    p->error.status = TAC_IO_INVALID;
    (void)snprintf(p->error.text, sizeof p->error.text, "'%.48s': signal '%.96s' %s", p->instance,
                   signal, what);
    return 0;
}

static int route_signal(tac_instance_port *p, tac_instance_port_end *e,
                        const tac_instance_port_signal *w, int first)
{
    static const tac_unit si = {"", TAC_Q_NUMBER, 1.0, 1.0};
    tac_io_signal s;
    int signal = tac_io_find(e->io, w->signal);
    if (tac_io_describe(e->io, signal, &s) != TAC_IO_OK) {
        return refuse(p, w->signal, "is missing; 'tactus signals' lists those that are there");
    }
    if ((s.direction == TAC_IO_COMMANDED) != (p->mode == TAC_IO_COMMAND)) {
        return refuse(p, w->signal,
                      p->mode == TAC_IO_COMMAND ? "is a state and cannot be commanded"
                                                : "is a command, not a state");
    }
    if (s.rows * s.columns != w->n) {
        return refuse(p, w->signal, w->n == 1 ? "must have one value" : "must have three values");
    }
    const tac_unit *unit = *s.unit ? tac_unit_find(s.unit, strlen(s.unit), w->quantity) : &si;
    if (!unit) {
        return refuse(p, w->signal, "has a unit of another kind");
    }
    for (int i = 0; i < w->n; i++) {
        e->route[first + i] = (tac_instance_port_route){signal, i, unit->times, unit->over};
    }
    return 1;
}

static int route_all(tac_instance_port *p, tac_instance_port_end *e)
{
    int first = 0;
    for (int i = 0; i < p->n_signal; i++) {
        if (!route_signal(p, e, &p->signal[i], first)) {
            return 0;
        }
        first += p->signal[i].n;
    }
    return 1;
}

static void detach(tac_instance_port_end *e)
{
    if (e) {
        tac_io_detach(e->io);
        free(e);
    }
}

// A frame has to be there: the legs start where they are.
static tac_instance_port_end *attach(tac_instance_port *p)
{
    tac_instance_port_end *e = calloc(1, sizeof *e);
    if (!e) {
        return NULL;
    }
    e->io = tac_io_attach(p->instance, p->mode, p->client, &p->error);
    int good = e->io != NULL;
    if (good && tac_io_wait(e->io, TAC_IO_PERIOD, FIRST_FRAME_S) != TAC_IO_OK) {
        p->error.status = TAC_IO_STALE;
        (void)snprintf(p->error.text, sizeof p->error.text, "'%.48s' publishes nothing",
                       p->instance);
        good = 0;
    }
    if (!good || !route_all(p, e)) {
        detach(e);
        return NULL;
    }
    return e;
}

// Whether a handle that the loop returned can be offered again: the same executive, which speaks.
static int is_alive(tac_instance_port_end *e)
{
    return tac_io_check(e->io) == TAC_IO_OK;
}

static int speaks(const tac_instance_port *p, const tac_instance_port_end *e)
{
    return tac_io_age(e->io) * 1e9 <= (double)p->max_age_ns;
}

static void offer(tac_instance_port *p)
{
    tac_instance_port_end *e = p->kept;
    p->kept = NULL;
    // release: the thread that sees the pointer sees the handle
    atomic_store_explicit(&p->offered, e, memory_order_release);
}

static tac_instance_port_news take_back(tac_instance_port *p)
{
    // acquire: with the pointer comes all that the loop did with the handle
    tac_instance_port_end *e = atomic_exchange_explicit(&p->returned, NULL, memory_order_acquire);
    if (!e) {
        return TAC_INSTANCE_PORT_SAME;
    }
    p->kept = e;
    p->lost++;
    return TAC_INSTANCE_PORT_DOWN;
}

static int is_with_loop(const tac_instance_port *p)
{
    return p->attached > p->lost && !p->kept;
}

tac_instance_port_news tac_instance_port_tend(tac_instance_port *p, int64_t now)
{
    tac_instance_port_news news = take_back(p);
    if (news != TAC_INSTANCE_PORT_SAME || is_with_loop(p) || now < p->next_look) {
        return news;
    }
    p->next_look = now + LOOK_NS;
    if (p->kept && !is_alive(p->kept)) {
        detach(p->kept);
        p->kept = NULL;
    }
    p->kept = p->kept ? p->kept : attach(p);
    if (!p->kept || !speaks(p, p->kept)) {
        return TAC_INSTANCE_PORT_SAME;
    }
    p->attached++;
    offer(p);
    return TAC_INSTANCE_PORT_UP;
}

void tac_instance_port_close(tac_instance_port *p)
{
    detach(p->mine);
    detach(p->kept);
    detach(atomic_load(&p->offered));
    detach(atomic_load(&p->returned));
    p->mine = p->kept = NULL;
}

// ---- loop ----------------------------------------------------------------------------------------

static void give_back(tac_instance_port *p)
{
    tac_instance_port_end *e = p->mine;
    p->mine = NULL;
    // release: the helper finds the handle as we leave it
    atomic_store_explicit(&p->returned, e, memory_order_release);
}

int tac_instance_port_look(tac_instance_port *p)
{
    tac_io_frame frame;
    if (!p->mine) {
        // acquire: with the pointer comes the handle
        p->mine = atomic_exchange_explicit(&p->offered, NULL, memory_order_acquire);
        if (!p->mine) {
            return 0;
        }
        (void)tac_io_get_account(p->mine->io, tac_io_place(p->mine->io), &p->account);
    }
    if (!speaks(p, p->mine)) {
        give_back(p);
        return 0;
    }
    // when none could be copied, the frame before may be young enough
    (void)tac_io_read(p->mine->io);
    tac_io_get_frame(p->mine->io, &frame);
    return frame.run_state == RUNNING && tac_since(frame.stamp, tac_now_ns()) <= p->max_age_ns;
}

double tac_instance_port_age(const tac_instance_port *p)
{
    return p->mine ? tac_io_age(p->mine->io) : (double)INFINITY;
}

double tac_instance_port_value(const tac_instance_port *p, int i)
{
    const tac_instance_port_route *r = &p->mine->route[i];
    return tac_io_value(p->mine->io, r->signal, r->element) * r->times / r->over;
}

static int is_rejected(tac_instance_port *p)
{
    uint64_t before = p->account.rejected;
    (void)tac_io_get_account(p->mine->io, tac_io_place(p->mine->io), &p->account);
    return p->account.rejected > before;
}

int tac_instance_port_send(tac_instance_port *p, const double *value)
{
    tac_instance_port_end *e = p->mine;
    for (int i = 0; i < p->n_signal; i++) {
        const tac_instance_port_route *r = &e->route[i];
        (void)tac_io_set(e->io, r->signal, r->element, value[i] * r->over / r->times);
    }
    if (tac_io_send(e->io, 0) != TAC_IO_OK || is_rejected(p)) {
        give_back(p);
        return 0;
    }
    return 1;
}

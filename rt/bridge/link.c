#include "link.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

#define FIRST_FRAME_S 1.0 // an executive that is just starting publishes soon

enum {
    LOOK_NS = 50000000,      // reading /proc that often costs nothing that could be measured
    MOST_BEAT_NS = 50000000, // of signals that never become stale
    LEAST_BEAT_NS = 200000,
    BEATS_PER_TTL = 4
};

void tac_link_init(tac_link *l, const tac_bridge_file *file)
{
    *l = (tac_link){.instance = file->instance, .client = file->name, .mode = TAC_IO_READ};
    for (int i = 0; i < file->n_flow; i++) {
        l->mode = file->flow[i].receive.enabled ? TAC_IO_COMMAND : l->mode;
    }
}

void tac_link_close(tac_link *l)
{
    tac_io_detach(l->io);
    l->io = NULL;
}

void tac_link_drop(tac_link *l, int64_t now)
{
    tac_link_close(l);
    l->lost++;
    l->next_look = now + LOOK_NS;
}

// A frame has to be there: values that a packet leaves out are taken from it.
static int attach(tac_link *l)
{
    tac_io_info info;
    l->io = tac_io_attach(l->instance, l->mode, l->client, &l->error);
    if (l->io && tac_io_wait(l->io, TAC_IO_PERIOD, FIRST_FRAME_S) != TAC_IO_OK) {
        l->error.status = TAC_IO_STALE;
        (void)snprintf(l->error.text, sizeof l->error.text, "'%.48s' publishes nothing",
                       l->instance);
        tac_link_close(l);
    }
    if (!l->io) {
        return 0;
    }
    tac_io_get_info(l->io, &info);
    l->period_ns = info.period_ns;
    l->beat_ns = MOST_BEAT_NS;
    l->attached++;
    return 1;
}

tac_link_news tac_link_tend(tac_link *l, int64_t now)
{
    if (now < l->next_look) {
        return TAC_LINK_SAME;
    }
    l->next_look = now + LOOK_NS;
    if (!l->io) {
        return attach(l) ? TAC_LINK_UP : TAC_LINK_SAME;
    }
    (void)tac_io_get_account(l->io, tac_io_place(l->io), &l->account);
    if (tac_io_check(l->io) != TAC_IO_OK) {
        tac_link_drop(l, now);
        return TAC_LINK_DOWN;
    }
    return TAC_LINK_SAME;
}

// ---- routes --------------------------------------------------------------------------------------

static int refuse(const tac_packet_field *f, const char *path, tac_diag *diag, const char *format,
                  ...)
{
    va_list arguments;
    va_start(arguments, format);
    tac_diag_set(diag, path, f->line, f->column, format, arguments);
    va_end(arguments);
    return 0;
}

static int refuse_name(const tac_link *l, const tac_packet_field *f, const char *path,
                       tac_diag *diag)
{
    int n = tac_io_count(l->io), nearest = -1, least = 0;
    tac_io_signal s;
    for (int i = 0; i < n; i++) {
        (void)tac_io_describe(l->io, i, &s);
        int distance = tac_name_distance(f->signal, s.name);
        if (tac_name_is_near(f->signal, distance) && (nearest < 0 || distance < least)) {
            nearest = i;
            least = distance;
        }
    }
    if (nearest < 0) {
        return refuse(f, path, diag, "'%.48s' has no signal '%.90s'; 'tactus signals' lists them",
                      l->instance, f->signal);
    }
    (void)tac_io_describe(l->io, nearest, &s);
    return refuse(f, path, diag, "'%.48s' has no signal '%.90s'; did you mean '%s'?", l->instance,
                  f->signal, s.name);
}

// What turns the field's unit into the signal's.
static int convert(const tac_packet_field *f, const tac_io_signal *s, const char *path,
                   tac_route *r, tac_diag *diag)
{
    r->times = r->over = 1.0;
    if (f->unit[0] == '\0' || strcmp(f->unit, s->unit) == 0) {
        return 1;
    }
    const tac_unit *from = tac_unit_find(f->unit, strlen(f->unit), TAC_Q_ANY);
    const tac_unit *to = tac_unit_find(s->unit, strlen(s->unit), TAC_Q_ANY);
    if (!from || !to || from->quantity != to->quantity) {
        return refuse(f, path, diag,
                      "'%.90s' is in '%s', which '%s' cannot be turned into; use a "
                      "unit of the same kind, or 'scale' alone",
                      f->signal, s->unit[0] != '\0' ? s->unit : "no unit", f->unit);
    }
    r->times = f->times * to->over;
    r->over = f->over * to->times;
    return 1;
}

int tac_link_find(const tac_link *l, const char *path, const tac_packet_field *f, int *signal,
                  int *first, tac_diag *diag)
{
    tac_io_signal s;
    int element;
    *signal = tac_io_find_value(l->io, f->signal, &element);
    if (*signal < 0) {
        return refuse_name(l, f, path, diag);
    }
    (void)tac_io_describe(l->io, *signal, &s);
    *first = element < 0 ? 0 : element;
    return element < 0 ? s.rows * s.columns : 1; // "position.z" is one value
}

int tac_link_route_value(const tac_link *l, const char *path, const tac_packet_field *f, int signal,
                         int element, tac_route *out, tac_diag *diag)
{
    tac_io_signal s;
    tac_io_value_about about;
    *out = (tac_route){.signal = signal, .element = element};
    (void)tac_io_describe(l->io, signal, &s);
    if (s.unit[0] == '\0' && tac_io_describe_value(l->io, signal, element, &about) == TAC_IO_OK) {
        memcpy(s.unit, about.unit, sizeof s.unit); // values of one signal may differ in kind
    }
    return convert(f, &s, path, out, diag);
}

static int route_field(const tac_link *l, const char *path, const tac_packet_field *f, int commands,
                       tac_route *route, tac_diag *diag)
{
    tac_io_signal s;
    tac_route r;
    int signal, first, n = tac_link_find(l, path, f, &signal, &first, diag);
    if (n == 0) {
        return 0;
    }
    (void)tac_io_describe(l->io, signal, &s);
    if (commands && s.direction != TAC_IO_COMMANDED) {
        return refuse(f, path, diag, "'%s' is a state; only commands can be received", s.name);
    }
    if (f->count == 0 && n > 1) {
        return refuse(f, path, diag, "'%s' has %d values; say which by 'first' and 'count'", s.name,
                      n);
    }
    if (f->first + tac_field_values(f) > n) {
        return refuse(f, path, diag, "'%s' has %d value%s, not %d", s.name, n, n == 1 ? "" : "s",
                      f->first + tac_field_values(f));
    }
    first += f->first;
    if (!tac_link_route_value(l, path, f, signal, first, &r, diag)) {
        return 0;
    }
    for (int i = 0; i < tac_field_values(f); i++) {
        r.element = first + i;
        route[f->value + i] = r;
    }
    return 1;
}

int tac_link_route(const tac_link *l, const char *path, const tac_packet_layout *p, int commands,
                   tac_route *route, tac_diag *diag)
{
    for (int i = 0; i < p->n_field; i++) {
        if (p->field[i].kind == TAC_FIELD_SIGNAL &&
            !route_field(l, path, &p->field[i], commands, route, diag)) {
            return 0;
        }
    }
    return 1;
}

void tac_link_respect(tac_link *l, const tac_route *route, int n)
{
    tac_io_info info;
    tac_io_signal s;
    tac_io_get_info(l->io, &info);
    for (int i = 0; i < n; i++) {
        (void)tac_io_describe(l->io, route[i].signal, &s);
        double ns = (double)s.ttl * info.dt * 1e9 / BEATS_PER_TTL;
        if (s.ttl > 0 && ns < (double)l->beat_ns) {
            l->beat_ns = ns > LEAST_BEAT_NS ? (int64_t)ns : LEAST_BEAT_NS;
        }
    }
}

double tac_route_get(const tac_link *l, const tac_route *r)
{
    return tac_io_value(l->io, r->signal, r->element) * r->over / r->times;
}

tac_io_status tac_route_set(tac_link *l, const tac_route *r, double value)
{
    return tac_io_set(l->io, r->signal, r->element, value * r->times / r->over);
}

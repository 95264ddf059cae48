#include "player.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "io/layout.h"
#include "system/clock.h"
#include "system/fail.h"
#include "units.h"

#define SHORTEST_BEAT 1e-3 // s
#define LONGEST_BEAT 0.05
#define LET_GO_S 0.2

// ---- names ---------------------------------------------------------------------------------------

static bool is_chosen(const char *name, const char *const *wanted, int n)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(wanted[i], name) == 0) {
            return true;
        }
    }
    return n == 0;
}

// Of a table that `tactus dump` or `log export` has written: what is no signal.
static bool is_count(const char *name)
{
    static const char *const word[] = {"frame", "cycle", "step"};
    return strcmp(name, word[0]) == 0 || strcmp(name, word[1]) == 0 || strcmp(name, word[2]) == 0;
}

static bool say_column(const tac_stimulus *s, const tac_stimulus_column *c, tac_diag *diag,
                       const char *what)
{
    return s->file
               ? tac_diag_say(diag, "%s:%d:%d: '%s' %s", s->path, s->header, c->at, c->name, what)
               : tac_diag_say(diag, "%s: '%s' %s", s->path, c->name, what);
}

static bool check_wanted(const tac_stimulus *s, const char *const *wanted, int n, tac_diag *diag)
{
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (int k = 0; k < s->n_column; k++) {
            found = found || strcmp(s->column[k].name, wanted[i]) == 0;
        }
        if (!found) {
            return tac_diag_say(diag, "%s: has no column '%s'", s->path, wanted[i]);
        }
    }
    return true;
}

static void leave_out(char *list, size_t size, const char *name)
{
    size_t n = strlen(list);
    if (n + strlen(name) + 3 < size) {
        (void)snprintf(list + n, size - n, "%s%s", n > 0 ? ", " : "", name);
    }
}

// Whether a column is played: a command of the instance. A state, and an input of a recording that the instance does
// not have as a command, is left out; a name that nothing has is an error.
static int find_command(tac_player *p, const tac_stimulus *s, const tac_stimulus_column *c,
                        tac_player_signal *out, tac_diag *diag)
{
    out->signal = tac_io_find_value(p->io, c->name, &out->element);
    if (out->signal < 0) {
        return s->is_si ? 0
                        : say_column(s, c, diag,
                                     "is no signal of the instance; 'tactus signals' "
                                     "lists them, --columns chooses") -
                              1;
    }
    (void)tac_io_describe(p->io, out->signal, &out->about);
    if (out->about.direction != TAC_IO_COMMANDED) {
        return 0;
    }
    if (out->element < 0 && out->about.rows * out->about.columns > 1) {
        return say_column(s, c, diag, "has several values; name one, such as NAME[0]") - 1;
    }
    out->element = out->element < 0 ? 0 : out->element;
    return 1;
}

static bool find_unit(const tac_stimulus *s, const tac_stimulus_column *c, tac_player_signal *out,
                      const tac_io *io, tac_diag *diag)
{
    tac_io_value_about about;
    (void)tac_io_describe_value(io, out->signal, out->element, &about);
    (void)snprintf(out->name, sizeof out->name, "%s", about.name);
    (void)snprintf(out->unit, sizeof out->unit, "%s", about.unit);
    out->factor = 1.0;
    if (c->unit[0] != '\0' && !tac_unit_factor(c->unit, out->unit, &out->factor)) {
        char what[96];
        (void)snprintf(what, sizeof what, "is in %.31s, which '%.31s' is not a unit of",
                       out->unit[0] != '\0' ? out->unit : "no unit", c->unit);
        return say_column(s, c, diag, what);
    }
    const tac_unit *unit = s->is_si ? tac_unit_find(out->unit, strlen(out->unit), TAC_Q_ANY) : NULL;
    out->factor = unit ? unit->over / unit->times : out->factor;
    return true;
}

static bool is_twice(const tac_player *p, int n)
{
    const tac_player_signal *last = &p->signal[n];
    for (int k = 0; k < n; k++) {
        if (p->signal[k].signal == last->signal && p->signal[k].element == last->element) {
            return true;
        }
    }
    return false;
}

// ---- binding -------------------------------------------------------------------------------------

// Often enough for the shortest time to live.
static double choose_beat(const tac_player *p, int n)
{
    tac_io_info info;
    double beat = LONGEST_BEAT;
    tac_io_get_info(p->io, &info);
    for (int k = 0; k < n; k++) {
        double ttl = (double)p->signal[k].about.ttl * info.dt;
        beat = ttl > 0.0 ? fmin(beat, ttl / 4.0) : beat;
    }
    return fmax(beat, SHORTEST_BEAT);
}

static bool bind_columns(tac_player *p, tac_stimulus *s, const char *const *wanted, int n_wanted,
                         char *left_out, size_t size, tac_diag *diag)
{
    int n = 0;
    for (int k = 0; k < s->n_column; k++) {
        tac_stimulus_column *c = &s->column[k];
        bool chosen = is_chosen(c->name, wanted, n_wanted) && (n_wanted > 0 || !is_count(c->name));
        int found = chosen ? find_command(p, s, c, &p->signal[n], diag) : 0;
        if (found < 0 || (found > 0 && !find_unit(s, c, &p->signal[n], p->io, diag))) {
            return false;
        }
        if (found > 0 && is_twice(p, n)) {
            return say_column(s, c, diag, "is commanded by another column as well");
        }
        if (chosen && !found && n_wanted > 0) {
            return say_column(s, c, diag, "is no command of the instance");
        }
        if (chosen && !found) {
            leave_out(left_out, size, c->name);
        }
        c->wanted = found > 0;
        n += found;
    }
    p->beat = choose_beat(p, n);
    return n > 0 ||
           tac_diag_say(diag, "%s: none of its columns is a command of the instance", s->path);
}

bool tac_player_bind(tac_player *p, tac_stimulus *s, const char *const *wanted, int n_wanted,
                     char *left_out, size_t size, tac_diag *diag)
{
    p->stimulus = s;
    p->clamped = -1;
    left_out[0] = '\0';
    size_t n = s->n_column > 0 ? (size_t)s->n_column : 1;
    p->signal = calloc(n, sizeof *p->signal);
    p->value = calloc(n, sizeof *p->value);
    if (!p->signal || !p->value) {
        return tac_diag_say_memory(diag, "%s: not enough memory", s->path);
    }
    return check_wanted(s, wanted, n_wanted, diag) &&
           bind_columns(p, s, wanted, n_wanted, left_out, size, diag);
}

void tac_player_close(tac_player *p)
{
    free(p->signal);
    free(p->value);
    p->signal = NULL;
    p->value = NULL;
}

// ---- sending -------------------------------------------------------------------------------------

// The place in the stimulus at a position; the last one when all loops are over.
static double place_of(tac_player *p)
{
    double length = tac_stimulus_length(p->stimulus);
    double loop = length > 0.0 ? floor(p->position / length) : 0.0;
    p->is_last = length > 0.0 ? p->loops > 0 && loop >= (double)p->loops : p->loops > 0;
    return p->is_last ? length : p->position - loop * length;
}

static void put_values(tac_player *p)
{
    for (int k = 0; k < p->stimulus->n; k++) {
        const tac_player_signal *s = &p->signal[k];
        double value = fmin(fmax(p->value[k] * s->factor, -DBL_MAX), DBL_MAX);
        if (value < s->about.minimum || value > s->about.maximum) {
            p->count.clamped++;
            p->clamped = k;
            p->beyond = value;
        }
        (void)tac_io_set(p->io, s->signal, s->element, value);
    }
}

// Follows the time of the instance; one that went back, by a reset or a checkpoint, is gone on from.
static void follow(tac_player *p, double time)
{
    if (time < p->time) {
        p->begin -= p->time - time;
        p->jumps++;
    }
    p->time = time;
    p->position = fmax((time - p->begin) * p->speed, p->position);
}

static bool has_started(tac_player *p, double time)
{
    const tac_player_start *s = &p->start;
    double value = s->name[0] != '\0' ? tac_io_value(p->io, s->signal, s->element) : 0.0;
    if (s->name[0] != '\0' && !(s->over ? value > s->limit : value < s->limit)) {
        return false;
    }
    p->begin = p->time = time;
    return true;
}

static tac_player_state play_frame(tac_player *p)
{
    tac_io_frame f;
    tac_io_get_frame(p->io, &f);
    if (p->state == TAC_PLAYER_WAITS && !has_started(p, f.time)) {
        return TAC_PLAYER_WAITS;
    }
    if (p->is_last) {
        return TAC_PLAYER_DONE;
    }
    follow(p, f.time);
    tac_stimulus_at(p->stimulus, place_of(p), p->on_lines, p->value);
    put_values(p);
    p->count.frames++;
    return tac_io_send(p->io, 0) == TAC_IO_OK ? TAC_PLAYER_PLAYS : TAC_PLAYER_GONE;
}

tac_player_state tac_player_next(tac_player *p)
{
    switch (tac_io_wait(p->io, TAC_IO_PERIOD, p->beat)) {
    case TAC_IO_OK:
        return p->state = play_frame(p);
    case TAC_IO_STALE:
        return tac_io_heartbeat(p->io) == TAC_IO_OK ? TAC_PLAYER_SILENT : TAC_PLAYER_GONE;
    case TAC_IO_NONE:
    case TAC_IO_INCOMPATIBLE:
    case TAC_IO_DAMAGED:
    case TAC_IO_FULL:
    case TAC_IO_REFUSED:
    case TAC_IO_ENDED:
    case TAC_IO_INVALID:
    case TAC_IO_BUSY:
    case TAC_IO_SYSTEM:
    case TAC_IO_FOREIGN:
        break;
    }
    return TAC_PLAYER_GONE;
}

void tac_player_let_go(tac_player *p)
{
    tac_io_account account = {0};
    for (int k = 0; k < p->stimulus->n; k++) {
        (void)tac_io_release(p->io, p->signal[k].signal);
    }
    double end = tac_now_s() + LET_GO_S;
    bool sent = tac_io_send(p->io, 0) == TAC_IO_OK;
    while (sent && tac_now_s() < end && account.taken < tac_io_sent(p->io)) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        (void)tac_io_get_account(p->io, tac_io_place(p->io), &account);
    }
}

void tac_player_look(tac_player *p)
{
    tac_io_account account = {0};
    tac_io_event event;
    if (tac_io_get_account(p->io, tac_io_place(p->io), &account) == TAC_IO_OK) {
        p->count.refused = account.rejected;
    }
    while (tac_io_next_event(p->io, &p->event, &event) == TAC_IO_OK) {
        tac_io_signal s;
        if (event.kind == TAC_EVENT_REJECTED && event.client == tac_io_place(p->io) &&
            event.code == TAC_REJECT_TAKEN &&
            tac_io_describe(p->io, event.signal, &s) == TAC_IO_OK) {
            (void)snprintf(p->refused, sizeof p->refused, "%s", s.name);
        }
    }
}

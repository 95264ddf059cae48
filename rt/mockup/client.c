#include "client.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "client_signals.h"
#include "session_values.h"
#include "system/clock.h"
#include "system/exit.h"
#include "system/fail.h"

enum { MOST_AT_ONCE = 8 }; // steps that are made up for

#define BEAT_S 0.02 // between signs of life where no frame comes
#define SAY_S 1.0   // between two lines about the same
#define RETRY_NS 50000000

typedef struct client {
    tac_mockup_host *host;
    const tac_client_settings *set;
    tac_io *io;
    tac_client_signals signals;
    double dt, h, start; // s: of the instance, of a communication step, of the FMU's begin
    int64_t every;       // steps of the instance in one of the FMU
    int64_t next;        // step of the instance from which the FMU takes its next one
    int64_t done;        // steps of the FMU since its start
    int64_t newest;      // step of the last frame
    int64_t behind, resets;
    uint64_t refused, said_not_finite;
    double looked; // s
} client;

// ---- start ---------------------------------------------------------------------------------------

static bool is_asked_to_stop(const client *c)
{
    return atomic_load_explicit(&c->host->page->stop, memory_order_acquire) != 0;
}

static int attach(client *c)
{
    double end = tac_now_s() + c->set->patience;
    tac_io_error error;
    for (;;) {
        c->io = tac_io_attach(c->set->instance, TAC_IO_COMMAND, c->set->client, &error);
        bool may_come = error.status == TAC_IO_NONE || error.status == TAC_IO_FULL ||
                        error.status == TAC_IO_REFUSED || error.status == TAC_IO_ENDED;
        if (c->io || !may_come || tac_now_s() > end || is_asked_to_stop(c)) {
            break;
        }
        (void)nanosleep(&(struct timespec){.tv_nsec = RETRY_NS}, NULL);
    }
    if (!c->io) {
        tac_host_say(c->host, "%s", error.text);
        return error.status == TAC_IO_ENDED ? TAC_EXIT_GONE : TAC_EXIT_INPUT;
    }
    return TAC_EXIT_OK;
}

static int gone(client *c)
{
    tac_io_health health;
    tac_io_get_health(c->io, &health);
    if (!c->host->quiet && health.condition <= TAC_IO_RUNNING) {
        tac_host_say(c->host, "'%s' has ended, or taken this place back", c->set->instance);
    } else if (!c->host->quiet) {
        tac_host_say(c->host, "%s", health.text);
    }
    return TAC_EXIT_GONE;
}

// Waits for a frame; the code says why there is none, TAC_EXIT_OK with *got unset: not yet.
static int wait_frame(client *c, bool *got)
{
    tac_io_status status = tac_io_wait(c->io, TAC_IO_PERIOD, BEAT_S);
    *got = status == TAC_IO_OK;
    if (*got) {
        return TAC_EXIT_OK;
    }
    return status == TAC_IO_STALE && tac_io_heartbeat(c->io) == TAC_IO_OK &&
                   tac_io_check(c->io) == TAC_IO_OK
               ? TAC_EXIT_OK
               : gone(c);
}

// Steps of the instance from one frame to the next, which two frames show once it runs.
static int find_frame_steps(client *c, int64_t *steps)
{
    tac_io_frame last = {.number = 0}, now;
    int code = TAC_EXIT_OK;
    tac_host_starts(c->host, false);
    while (code == TAC_EXIT_OK && !is_asked_to_stop(c)) {
        bool got;
        code = wait_frame(c, &got);
        tac_io_get_frame(c->io, &now);
        if (got && last.number > 0 && now.step > last.step && now.number > last.number) {
            int64_t frames = (int64_t)(now.number - last.number);
            *steps = (now.step - last.step) / frames;
            if (*steps >= 1 && *steps * frames == now.step - last.step) {
                return TAC_EXIT_OK;
            }
        }
        last = got ? now : last;
    }
    return code;
}

static bool begin(client *c)
{
    tac_io_frame f;
    tac_mockup_host *h = c->host;
    tac_input_source inputs = tac_coupling_inputs(&h->coupling);
    tac_io_get_frame(c->io, &f);
    tac_client_signals_put(&c->signals, &h->coupling, c->io);
    c->next = c->newest = f.step;
    c->done = 0;
    tac_host_starts(h, true);
    bool good = tac_session_begin(&h->session, c->start, &inputs) &&
                tac_coupling_read(&h->coupling, &h->session);
    tac_host_starts(h, false);
    return good;
}

static void say_start(const client *c)
{
    const tac_mockup_host *h = c->host;
    const tac_coupling *k = &h->coupling;
    tac_host_say(h, "%s: reads %d value%s of '%s', commands %d, in steps of %.9g s", h->path,
                 k->input.n, k->input.n == 1 ? "" : "s", c->set->instance, k->output.n, c->h);
    for (int i = 0; i < k->mockup->n_variable; i++) {
        const tac_mockup_variable *v = &k->mockup->variable[i];
        bool goes = v->causality == TAC_FMI_INPUT || v->causality == TAC_FMI_OUTPUT;
        bool coupled = v->type > TAC_ENUMERATION;
        for (int n = 0; n < (v->causality == TAC_FMI_INPUT ? k->input : k->output).n; n++) {
            coupled |= (v->causality == TAC_FMI_INPUT ? k->input : k->output).port[n].variable == v;
        }
        if (goes && !coupled) {
            tac_host_say(h, "%s: '%s' is %s; no signal of '%s' has its name", h->path, v->name,
                         v->causality == TAC_FMI_INPUT ? "an input that keeps its start value"
                                                       : "an output that goes nowhere",
                         c->set->instance);
        }
    }
}

static int load(client *c)
{
    tac_mockup_host *h = c->host;
    tac_client_signals_list(&c->signals, c->io);
    if (!tac_host_load(h, c->signals.about, c->signals.n, false)) {
        tac_host_say(h, "%s", h->diag.text);
        return h->has_run ? TAC_EXIT_FMU : (int)tac_exit_of(&h->diag, TAC_EXIT_INPUT);
    }
    if (h->coupling.input.n + h->coupling.output.n == 0) {
        tac_host_say(h,
                     "%s: none of its variables has the name of a signal of '%s'; couple them by a "
                     "file (docs/fmi.md)",
                     h->path, c->set->instance);
        return TAC_EXIT_INPUT;
    }
    return TAC_EXIT_OK;
}

// ---- frames --------------------------------------------------------------------------------------

static tac_step_result step_to(client *c, double to)
{
    tac_mockup_host *h = c->host;
    tac_input_source inputs = tac_coupling_inputs(&h->coupling);
    tac_step_result result = tac_session_step(&h->session, to, &inputs);
    if (result == TAC_STEP_DONE && !tac_coupling_read(&h->coupling, &h->session)) {
        return TAC_STEP_FAILED;
    }
    return result;
}

// Steps that are due, some of them at once where frames were missed; those beyond are left out, by one longer step where
// the FMU takes one.
static tac_step_result catch_up(client *c, int64_t step)
{
    tac_step_result result = TAC_STEP_DONE;
    const tac_mockup *m = &c->host->opened.mockup;
    for (int n = 0; n < MOST_AT_ONCE && step >= c->next && result == TAC_STEP_DONE; n++) {
        c->done++;
        c->next += c->every;
        result = step_to(c, c->start + (double)c->done * c->h);
    }
    if (result == TAC_STEP_DONE && step >= c->next) {
        int64_t missed = (step - c->next) / c->every + 1;
        c->behind += missed;
        c->next += missed * c->every;
        if (m->varies_step) {
            c->done += missed;
            result = step_to(c, c->start + (double)c->done * c->h);
        }
    }
    return result;
}

static void say_news(client *c)
{
    tac_io_account account = {0};
    if (c->signals.not_finite > c->said_not_finite) {
        tac_host_say(c->host,
                     "%s: gave %" PRIu64 " values that are no finite numbers; their "
                     "signals go to their fallback",
                     c->host->path, c->signals.not_finite - c->said_not_finite);
    }
    c->said_not_finite = c->signals.not_finite;
    (void)tac_io_get_account(c->io, tac_io_place(c->io), &account);
    if (account.rejected > c->refused) {
        tac_host_say(c->host,
                     "%s: %" PRIu64 " frames were refused; another client commands one of "
                     "its signals",
                     c->host->path, account.rejected - c->refused);
    }
    c->refused = account.rejected;
}

// Once a second: what there is to say, and whether the place in the instance is still there, which frames do not tell.
static int look(client *c)
{
    double now = tac_now_s();
    if (now - c->looked < SAY_S) {
        return TAC_EXIT_OK;
    }
    c->looked = now;
    say_news(c);
    return tac_io_check(c->io) == TAC_IO_OK ? TAC_EXIT_OK : gone(c);
}

// The instance went back, by a reset or a checkpoint.
static tac_step_result begin_again(client *c)
{
    c->resets++;
    if (!c->host->quiet) {
        tac_host_say(c->host, "%s: the time of '%s' went back; it begins anew", c->host->path,
                     c->set->instance);
    }
    return tac_session_reset(&c->host->session) && begin(c) ? TAC_STEP_DONE : TAC_STEP_FAILED;
}

static tac_step_result take_frame(client *c)
{
    tac_io_frame f;
    tac_step_result result = TAC_STEP_DONE;
    tac_io_get_frame(c->io, &f);
    if (f.step < c->newest) {
        result = begin_again(c);
    }
    c->newest = f.step;
    if (result == TAC_STEP_DONE && f.step >= c->next) {
        tac_client_signals_put(&c->signals, &c->host->coupling, c->io);
        result = catch_up(c, f.step);
        if (result == TAC_STEP_DONE) {
            tac_client_signals_take(&c->signals, &c->host->coupling, c->io);
        }
    }
    return result;
}

static int run_frames(client *c, tac_step_result *result)
{
    int code = TAC_EXIT_OK;
    *result = TAC_STEP_DONE;
    tac_client_signals_take(&c->signals, &c->host->coupling, c->io);
    *result = take_frame(c); // the one of its start
    while (code == TAC_EXIT_OK && *result == TAC_STEP_DONE && !is_asked_to_stop(c)) {
        bool got;
        if (tac_io_send(c->io, 0) != TAC_IO_OK) {
            return gone(c);
        }
        do {
            code = wait_frame(c, &got);
        } while (code == TAC_EXIT_OK && !got && !is_asked_to_stop(c));
        code = code == TAC_EXIT_OK ? look(c) : code;
        if (got && code == TAC_EXIT_OK) {
            *result = take_frame(c);
        }
    }
    return code;
}

// ---- the whole -----------------------------------------------------------------------------------

static int finish(client *c, int code, tac_step_result result)
{
    tac_mockup_host *h = c->host;
    tac_client_signals_release(&c->signals, &h->coupling, c->io);
    if (result == TAC_STEP_FAILED) {
        tac_host_say(h, "%s: %s; its signals go to their fallback", h->path, h->session.line);
        return TAC_EXIT_FMU;
    }
    say_news(c);
    if (result == TAC_STEP_ENDED) {
        tac_host_say(h, "%s: ends at %.9g s, as it wants to; its signals go to their fallback",
                     h->path, h->session.time);
    }
    if (!h->quiet) {
        tac_host_say(h,
                     "%s: %" PRId64 " steps, %" PRId64 " left out, %" PRIu64
                     " values that are no finite numbers",
                     h->path, atomic_load(&h->page->steps), c->behind, c->signals.not_finite);
    }
    tac_session_end(&h->session);
    return code;
}

static int run(client *c)
{
    tac_mockup_host *h = c->host;
    tac_io_info info;
    int64_t unit = 1;
    int code = load(c);
    code = code == TAC_EXIT_OK ? find_frame_steps(c, &unit) : code;
    if (code != TAC_EXIT_OK || is_asked_to_stop(c)) {
        return code;
    }
    tac_io_get_info(c->io, &info);
    c->dt = info.dt;
    if (!tac_host_choose_step(h, c->dt, unit, c->set->rate, &c->every)) {
        tac_host_say(h, "%s", h->diag.text);
        return TAC_EXIT_INPUT;
    }
    c->h = h->session.step = (double)c->every * c->dt;
    c->start = isnan(h->opened.mockup.start) ? 0.0 : h->opened.mockup.start;
    if (!begin(c)) {
        tac_host_say(h, "%s: %s", h->path, h->session.line);
        return TAC_EXIT_FMU;
    }
    if (!h->quiet) {
        say_start(c);
    }
    tac_step_result result;
    code = run_frames(c, &result);
    return finish(c, code, result);
}

int tac_mockup_client(tac_mockup_host *h, const tac_client_settings *set)
{
    static client c;
    c = (client){.host = h, .set = set};
    if (!tac_host_read(h)) {
        tac_host_say(h, "%s", h->diag.text);
        return (int)tac_exit_of(&h->diag, TAC_EXIT_INPUT);
    }
    int code = attach(&c);
    code = code == TAC_EXIT_OK ? run(&c) : code;
    tac_io_detach(c.io);
    return code;
}

#include "stepper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cosim/step_protocol.h"
#include "session_values.h"
#include "system/exit.h"
#include "system/files.h"

typedef struct stepper {
    tac_mockup_host *host;
    int in, out;
    tac_step_head head;
    tac_coupled_signal *signal; // (head.n_signal)
    double *input;              // for the ports of the inputs
    double *output;             // and of the outputs
    int64_t every, done;
    double start, h; // s
} stepper;

enum { MOST_SIGNALS = 1 << 20 };

static bool read_signals(stepper *s)
{
    if (!tac_read_all(s->in, &s->head, sizeof s->head) || s->head.n_signal < 0 ||
        s->head.n_signal > MOST_SIGNALS) {
        return false;
    }
    s->signal = tac_kept((size_t)s->head.n_signal, sizeof *s->signal);
    for (int i = 0; i < s->head.n_signal; i++) {
        tac_step_signal one;
        if (!tac_read_all(s->in, &one, sizeof one)) {
            return false;
        }
        (void)snprintf(s->signal[i].name, sizeof s->signal[i].name, "%s", one.name);
        (void)snprintf(s->signal[i].unit, sizeof s->signal[i].unit, "%s", one.unit);
        s->signal[i].is_command = one.is_input != 0;
    }
    return true;
}

static bool send_ports(const stepper *s, const tac_ports *p)
{
    bool good = true;
    for (int i = 0; i < p->n && good; i++) {
        int32_t signal = p->port[i].signal;
        good = tac_write_all(s->out, &signal, sizeof signal);
    }
    return good;
}

// Names of all outputs, element by element.
static bool send_names(const stepper *s)
{
    const tac_ports *p = &s->host->coupling.output;
    bool good = true;
    for (int i = 0; i < p->n_variable && good; i++) {
        const tac_mockup_variable *v = p->variable[i].variable;
        for (size_t k = 0; k < v->n && good; k++) {
            char name[TAC_STEP_NAME] = "";
            (void)snprintf(name, sizeof name, v->n > 1 ? "%s[%zu]" : "%s", v->name, k);
            good = tac_write_all(s->out, name, sizeof name);
        }
    }
    return good;
}

static int refuse(const stepper *s, int code)
{
    tac_step_coupled c = {.failed = code};
    (void)snprintf(c.line, sizeof c.line, "%.1000s", s->host->diag.text);
    (void)tac_write_all(s->out, &c, sizeof c);
    return code;
}

static bool send_coupled(const stepper *s)
{
    const tac_coupling *k = &s->host->coupling;
    const tac_step_coupled c = {.n_input = k->input.n,
                                .n_output = k->output.n,
                                .n_all = (int32_t)k->output.n_value,
                                .every = s->every};
    return tac_write_all(s->out, &c, sizeof c) && send_ports(s, &k->input) &&
           send_ports(s, &k->output) && (!s->head.all_outputs || send_names(s));
}

static bool read_inputs(stepper *s)
{
    tac_coupling *k = &s->host->coupling;
    char go; // also where nothing is read
    if (!tac_read_all(s->in, &go, 1) ||
        !tac_read_all(s->in, s->input, (size_t)k->input.n * sizeof *s->input)) {
        return false;
    }
    tac_coupling_put(k, s->input);
    return true;
}

static bool answer(const stepper *s, tac_step_result result)
{
    tac_coupling *k = &s->host->coupling;
    tac_step_answer a = {.said = result == TAC_STEP_DONE    ? TAC_SAID_DONE
                                 : result == TAC_STEP_ENDED ? TAC_SAID_ENDED
                                                            : TAC_SAID_FAILED,
                         .time = s->host->session.time};
    (void)snprintf(a.line, sizeof a.line, "%s", s->host->session.line);
    tac_coupling_take(k, s->output);
    return tac_write_all(s->out, &a, sizeof a) &&
           tac_write_all(s->out, s->output, (size_t)k->output.n * sizeof *s->output) &&
           (!s->head.all_outputs ||
            tac_write_all(s->out, k->output.value, k->output.n_value * sizeof *s->output));
}

// The first values, from those that the simulation starts with.
static bool begin(stepper *s)
{
    tac_mockup_host *h = s->host;
    tac_input_source inputs = tac_coupling_inputs(&h->coupling);
    bool good = read_inputs(s) && tac_session_begin(&h->session, s->start, &inputs) &&
                tac_coupling_read(&h->coupling, &h->session);
    tac_host_starts(h, false);
    return answer(s, good ? TAC_STEP_DONE : TAC_STEP_FAILED) && good;
}

static int step_all(stepper *s)
{
    tac_mockup_host *h = s->host;
    tac_input_source inputs = tac_coupling_inputs(&h->coupling);
    while (read_inputs(s)) {
        s->done++;
        tac_step_result result =
            tac_session_step(&h->session, s->start + (double)s->done * s->h, &inputs);
        if (result != TAC_STEP_FAILED && !tac_coupling_read(&h->coupling, &h->session)) {
            result = TAC_STEP_FAILED;
        }
        if (!answer(s, result) || result == TAC_STEP_FAILED) {
            return TAC_EXIT_FMU;
        }
        if (result == TAC_STEP_ENDED) {
            break;
        }
    }
    tac_session_end(&h->session);
    return TAC_EXIT_OK;
}

int tac_mockup_stepper(tac_mockup_host *h, double rate, int in, int out)
{
    static stepper s;
    s = (stepper){.host = h, .in = in, .out = out};
    if (!read_signals(&s)) {
        return TAC_EXIT_INPUT;
    }
    if (!tac_host_read(h)) {
        return refuse(&s, (int)tac_exit_of(&h->diag, TAC_EXIT_INPUT));
    }
    if (!tac_host_choose_step(h, s.head.dt, 1, rate, &s.every)) {
        return refuse(&s, TAC_EXIT_INPUT);
    }
    if (!tac_host_load(h, s.signal, s.head.n_signal, s.head.all_outputs != 0)) {
        return refuse(&s, h->has_run ? TAC_EXIT_FMU : (int)tac_exit_of(&h->diag, TAC_EXIT_INPUT));
    }
    s.h = h->session.step = (double)s.every * s.head.dt;
    s.start = isnan(h->opened.mockup.start) ? 0.0 : h->opened.mockup.start;
    s.input = tac_kept((size_t)h->coupling.input.n, sizeof *s.input);
    s.output = tac_kept((size_t)h->coupling.output.n, sizeof *s.output);
    return send_coupled(&s) && begin(&s) ? step_all(&s) : TAC_EXIT_FMU;
}

#include "client_signals.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void tac_client_signals_list(tac_client_signals *c, tac_io *io)
{
    tac_io_signal s;
    tac_io_value_about about;
    size_t n = 0;
    c->n_signal = tac_io_count(io);
    for (int i = 0; i < c->n_signal; i++) {
        n += tac_io_describe(io, i, &s) == TAC_IO_OK ? (size_t)(s.rows * s.columns) : 0;
    }
    c->about = tac_kept(n, sizeof *c->about);
    c->signal = tac_kept(n, sizeof *c->signal);
    c->element = tac_kept(n, sizeof *c->element);
    c->value = tac_kept(n, sizeof *c->value);
    c->left = tac_kept((size_t)c->n_signal, sizeof *c->left);
    for (int i = 0; i < c->n_signal; i++) {
        int elements = tac_io_describe(io, i, &s) == TAC_IO_OK ? s.rows * s.columns : 0;
        for (int k = 0; k < elements; k++) {
            tac_coupled_signal *a = &c->about[c->n];
            (void)tac_io_describe_value(io, i, k, &about);
            (void)snprintf(a->name, sizeof a->name, "%s", about.name);
            (void)snprintf(a->other, sizeof a->other, "%s[%d]", s.name, k);
            (void)snprintf(a->unit, sizeof a->unit, "%s", about.unit);
            a->is_command = s.direction == TAC_IO_COMMANDED;
            c->signal[c->n] = i;
            c->element[c->n++] = k;
        }
    }
}

void tac_client_signals_put(tac_client_signals *c, tac_coupling *coupling, const tac_io *io)
{
    for (int i = 0; i < coupling->input.n; i++) {
        int at = coupling->input.port[i].signal;
        double value = tac_io_value(io, c->signal[at], c->element[at]);
        c->value[i] = isfinite(value) ? value : 0.0;
    }
    tac_coupling_put(coupling, c->value);
}

void tac_client_signals_take(tac_client_signals *c, const tac_coupling *coupling, tac_io *io)
{
    tac_coupling_take(coupling, c->value);
    memset(c->left, 0, (size_t)c->n_signal * sizeof *c->left);
    for (int i = 0; i < coupling->output.n; i++) {
        int at = coupling->output.port[i].signal;
        if (!isfinite(c->value[i])) {
            c->left[c->signal[at]] = true;
            c->not_finite++;
        }
    }
    for (int i = 0; i < coupling->output.n; i++) {
        int at = coupling->output.port[i].signal;
        if (c->left[c->signal[at]]) {
            (void)tac_io_release(io, c->signal[at]);
        } else {
            (void)tac_io_set(io, c->signal[at], c->element[at], c->value[i]);
        }
    }
}

void tac_client_signals_release(const tac_client_signals *c, const tac_coupling *coupling,
                                tac_io *io)
{
    for (int i = 0; i < coupling->output.n; i++) {
        (void)tac_io_release(io, c->signal[coupling->output.port[i].signal]);
    }
    (void)tac_io_send(io, 0);
}

#include "quasi_static.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

// omega dt from which on a mode is damped, by how much at most from two on, and the most that is left of it. Less damping
// lets rods at 2 to 20 ms gain energy; twice as much moves the tip of a beam that spins up by half a millimetre.
static const double begins = 1.0, most_damping = 0.1, most_left = 2.0;

static double damping_of(double x)
{
    double part = fmin(fmax(x - begins, 0.0), 1.0);
    return most_damping * (part * part);
}

// What shapes are multiplied by where a mode keeps a mass of one.
static double factor_of(double x)
{
    return x > most_left ? most_left / x : 1.0;
}

static bool is_slowed(const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    bool any = false;
    for (int i = 0; i < d->n_flex; i++) {
        for (int j = 0; j < d->flex[i].n_mode; j++) {
            any = any || d->flex[i].omega[j] * s->options.dt > begins;
        }
    }
    return any && s->options.order == 2;
}

static double *scaled(tac_arena *a, const double *from, int rows, int n, const double *factor)
{
    double *to = tac_take(a, (size_t)rows * (size_t)n, sizeof *to);
    for (int i = 0; to && i < rows * n; i++) {
        to[i] = from[i] * factor[i % n];
    }
    return to;
}

// Six matrices, by both.
static double *scaled_twice(tac_arena *a, const double *from, int n, const double *factor)
{
    double *to = scaled(a, from, 6 * n, n, factor);
    for (int i = 0; to && i < 6 * n * n; i++) {
        to[i] *= factor[i / n % n];
    }
    return to;
}

static const double *slow_flex(tac_arena *a, const tac_flex_desc *from, double dt,
                               tac_flex_desc *to)
{
    int n = from->n_mode;
    double *factor = tac_take(a, (size_t)n, sizeof *factor);
    double *zeta = tac_take(a, (size_t)n, sizeof *zeta);
    tac_interface_desc *at = tac_take(a, (size_t)from->n_interface, sizeof *at);
    for (int j = 0; factor && j < n; j++) {
        double x = from->omega[j] * dt;
        factor[j] = factor_of(x);
        zeta[j] = from->zeta[j] * factor[j] + damping_of(x);
    }
    tac_flex_desc all = *from;
    all.omega = scaled(a, from->omega, 1, n, factor);
    all.zeta = zeta;
    all.Ct = scaled(a, from->Ct, 3, n, factor);
    all.I = scaled(a, from->I, 9, n, factor);
    all.S = scaled_twice(a, from->S, n, factor);
    all.shown = scaled(a, from->shown, from->n_shown, n, factor);
    all.interface = at;
    for (int i = 0; i < from->n_interface; i++) {
        double *phi = scaled(a, from->interface[i].phi, 3, n, factor);
        double *psi = scaled(a, from->interface[i].psi, 3, n, factor);
        if (at) {
            at[i] = (tac_interface_desc){from->interface[i].s, phi, psi};
        }
    }
    if (to) {
        *to = all;
    }
    return factor;
}

// Coordinates of a body at the start.
static double *faster(tac_arena *a, const double *from, int n, const double *factor)
{
    double *to = from ? tac_take(a, (size_t)n, sizeof *to) : NULL;
    for (int j = 0; to && j < n; j++) {
        to[j] = from[j] / factor[j];
    }
    return to;
}

// Counts without memory, and fills with it.
static void layout(const tac_simulation *s, tac_arena *a, tac_desc *to)
{
    const tac_desc *d = &s->file->desc;
    tac_flex_desc *flex = tac_take(a, (size_t)d->n_flex, sizeof *flex);
    tac_body_desc *body = tac_take(a, (size_t)d->n_body, sizeof *body);
    tac_sensor_desc *sensor = tac_take(a, (size_t)d->n_sensor, sizeof *sensor);
    tac_flex_part_desc *part = tac_take(a, (size_t)d->n_sensor, sizeof *part);
    const double **factor = tac_take(a, (size_t)d->n_flex, sizeof *factor);
    for (int i = 0; i < d->n_flex; i++) {
        const double *of = slow_flex(a, &d->flex[i], s->options.dt, flex ? &flex[i] : NULL);
        if (factor) {
            factor[i] = of;
        }
    }
    for (int i = 0; i < d->n_body; i++) {
        tac_body_desc b = d->body[i];
        int n = b.flex > 0 ? d->flex[b.flex - 1].n_mode : 0;
        const double *of = b.flex > 0 && factor ? factor[b.flex - 1] : NULL;
        b.q = faster(a, b.q, n, of);
        b.qd = faster(a, b.qd, n, of);
        if (body) {
            body[i] = b;
        }
    }
    for (int i = 0; i < d->n_sensor; i++) {
        const tac_flex_part_desc *p = d->sensor[i].internal.beyond;
        int at = p ? d->body[d->sensor[i].a.body].flex - 1 : 0;
        tac_flex_part_desc all = p ? *p : (tac_flex_part_desc){0};
        if (p) {
            const double *of = factor ? factor[at] : NULL;
            int n = d->flex[at].n_mode;
            all.Ct = scaled(a, p->Ct, 3, n, of);
            all.I = scaled(a, p->I, 9, n, of);
            all.S = scaled_twice(a, p->S, n, of);
        }
        if (sensor) {
            part[i] = all;
            sensor[i] = d->sensor[i];
            sensor[i].internal.beyond = p ? &part[i] : NULL;
        }
    }
    *to = *d;
    to->flex = flex;
    to->body = body;
    to->sensor = sensor;
}

bool tac_slow_modes(const tac_simulation *s, tac_slowed *slowed)
{
    *slowed = (tac_slowed){.desc = s->file->desc};
    if (!is_slowed(s)) {
        return true;
    }
    tac_arena counted = {NULL, 0};
    tac_desc unused;
    layout(s, &counted, &unused);
    slowed->block =
        aligned_alloc(TAC_ALIGN, (counted.used + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN);
    if (!slowed->block) {
        return false;
    }
    tac_arena a = {slowed->block, 0};
    layout(s, &a, &slowed->desc);
    return true;
}

void tac_free_slowed(tac_slowed *slowed)
{
    free(slowed->block);
    slowed->block = NULL;
}

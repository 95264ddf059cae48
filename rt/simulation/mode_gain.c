#include "mode_gain.h"

#include <math.h>
#include <stdio.h>

#include "elementary.h"
#include "format/number.h"
#include "free_modes.h"
#include "printable.h"

// omega dt up to which modes of order 2 exchange no energy with what their bodies turn in a step.
static const double resolved = 0.3;

// Of the largest kinetic energy: steps that resolve all modes swing by less.
static const double most_gained = 1e-3;

typedef struct fastest_mode {
    int body;     // TAC_NONE: there is none
    double omega; // of the free body, rad/s
} fastest_mode;

static fastest_mode find_fastest(const tac_desc *d)
{
    fastest_mode most = {TAC_NONE, 0.0};
    for (int i = 0; i < d->n_body; i++) {
        const tac_body_desc *b = &d->body[i];
        double omega =
            b->flex > 0 ? tac_fastest_free_mode(&d->flex[b->flex - 1], b->mass, b->J) : 0.0;
        most = omega > most.omega ? (fastest_mode){i, omega} : most;
    }
    return most;
}

bool tac_name_unresolved_mode(const tac_simulation *s, char *out, size_t size)
{
    const tac_desc *d = &s->file->desc;
    fastest_mode most = find_fastest(d);
    if (!(most.omega * s->options.dt > resolved)) {
        return false;
    }
    (void)snprintf(out, size,
                   "the step does not resolve mode %d of '%s', %.5g Hz where it is free (omega dt "
                   "is %.3g); take a step of %.3g s or less, or fewer modes",
                   d->flex[d->body[most.body].flex - 1].n_mode,
                   TAC_SHOWN(s->file->body_name[most.body]), most.omega / (2.0 * TAC_PI),
                   most.omega * s->options.dt, tac_number_below(resolved / most.omega, 3));
    return true;
}

bool tac_modes_gain(const tac_simulation *s)
{
    double energy = s->report.kinetic + s->report.potential;
    bool falls = s->energy.rule != TAC_ENERGY_FREE && !s->energy.works;
    double least = fmax(s->most_kinetic, s->energy.at_least);
    return s->file->desc.n_flex > 0 && s->options.order == 2 && falls &&
           energy - s->first_energy > most_gained * least &&
           find_fastest(&s->file->desc).omega * s->options.dt > resolved;
}

#include "contacts.h"

#include <math.h>

#include "doubt.h"
#include "format/number.h"
#include "model_items.h"
#include "printable.h"
#include "stiff.h"

enum { MOST_LINES = 12 };

// A unilateral law of the file: its name, its steepest slope, the units of its force and coordinate; and h w K with the
// inverse mass that it felt last: above 1 the step does not resolve it.
typedef struct one {
    const char *name, *force, *length;
    double k, ratio, share; // share: what is left of k
} one;

// Laws in the order of the model: springs, contacts, others, couplers.
typedef struct cursor {
    int spring, contact, law, coupler;
    int n; // laws so far
} cursor;

// Of the sub-steps that the law is felt with.
static double felt_step(const tac_simulation *s)
{
    int (*parts)(int order) = s->method->takes->parts;
    return s->options.dt / (parts ? parts(s->options.order) : 1);
}

// A servo without a stiffness has nothing that gives way.
static bool next_other(const tac_simulation *s, cursor *at)
{
    int n = s->file->desc.n_law;
    while (at->law < n && (tac_felt_mobility(s->model, &s->state, TAC_LAW, at->law) == 0.0 ||
                           tac_slopes_of_law(s->model, TAC_LAW, at->law, 0).sided == 0.0)) {
        at->law++;
    }
    return at->law < n;
}

static bool next_coupler(const tac_desc *d, cursor *at)
{
    while (at->coupler < d->n_coupler && !tac_coupler_has_sides(&d->coupler[at->coupler])) {
        at->coupler++;
    }
    return at->coupler < d->n_coupler;
}

// Whether all terms of a coupler are angles.
static bool turns(const tac_desc *d, const tac_coupler_desc *c)
{
    bool all = true;
    for (int i = c->first_term; i < c->first_term + c->n_term; i++) {
        all = all && d->term[i].coordinate == TAC_ANGLE;
    }
    return all;
}

static one one_of(const char *name, bool is_angle)
{
    return (one){name, is_angle ? "N m" : "N", is_angle ? "rad" : "m", 0.0, 0.0, 1.0};
}

static bool next_law(const tac_simulation *s, cursor *at, one *law)
{
    const tac_model_file *f = s->file;
    const tac_desc *d = &f->desc;
    tac_subject subject = TAC_SPRING;
    int index;
    while (at->spring < d->n_spring && !tac_spring_is_unilateral(d, &d->spring[at->spring])) {
        at->spring++;
    }
    if (at->spring < d->n_spring) {
        index = at->spring++;
        *law = one_of(f->spring_name[index], d->spring[index].coordinate == TAC_ANGLE);
    } else if (at->contact < d->n_contact) {
        subject = TAC_CONTACT;
        index = at->contact++;
        *law = one_of(f->contact_name[index], false);
    } else if (next_other(s, at)) {
        subject = TAC_LAW;
        index = at->law++;
        *law = one_of(f->law_name[index], d->law[index].coordinate == TAC_ANGLE);
    } else if (next_coupler(d, at)) {
        subject = TAC_COUPLER;
        index = at->coupler++;
        *law = one_of(f->coupler_name[index], turns(d, &d->coupler[index]));
    } else {
        return false;
    }
    double dt = felt_step(s);
    law->k = tac_slopes_of_law(s->model, subject, index, 0).sided;
    law->ratio = 0.25 * dt * dt * tac_felt_mobility(s->model, &s->state, subject, index) * law->k;
    law->share = tac_felt_share(s->model, subject, index, law->ratio);
    at->n++;
    return true;
}

static void print_one(FILE *out, const tac_simulation *s, const one *law)
{
    double ratio = law->ratio;
    fprintf(out, "%s: %.3g %s/%s, h w K %.3g, ", TAC_SHOWN(law->name), law->k, law->force,
            law->length, ratio);
    if (ratio <= tac_limit_value(TAC_LIMIT_NOT_RESOLVED)) {
        double swing = 0.5 * 3.14159265358979 / sqrt(ratio); // in steps
        fprintf(out, "felt %.2g %% softer, swings back in %.3g steps\n", 100.0 * (1.0 - law->share),
                swing);
        return;
    }
    fprintf(out, "not resolved: gives way by %.3g %s more per %s; a step of %.2g ms resolves it\n",
            ratio / law->k, law->length, law->force,
            tac_number_below(1e3 * s->options.dt / sqrt(ratio), 2));
}

// Laws of the model that its step does not resolve, and the worst law.
static int count_unresolved(const tac_simulation *s, one *worst)
{
    int unresolved = 0;
    one law;
    *worst = (one){.name = ""};
    for (cursor at = {0}; next_law(s, &at, &law);) {
        unresolved += law.ratio > tac_limit_value(TAC_LIMIT_NOT_RESOLVED);
        *worst = law.ratio > worst->ratio ? law : *worst;
    }
    return unresolved;
}

// h w K of contacts and stops in a part, at most; 0 without any.
static double ratio_in_part(const tac_simulation *s, int part)
{
    double dt = s->options.dt;
    return 0.25 * dt * dt * tac_stiffest_in_part(s->model, part);
}

static void print_part(FILE *out, const tac_simulation *s, int part)
{
    double ratio = ratio_in_part(s, part);
    const char *name = s->file->bushing_name[s->file->desc.part[part].bushing];
    fprintf(out, "contacts      part '%s': h w K of its contacts and stops at most %.3g",
            TAC_SHOWN(name), ratio);
    if (ratio > tac_limit_value(TAC_LIMIT_NOT_RESOLVED)) {
        fprintf(out, ": some may be softer than in its file; a step of %.2g ms resolves all",
                tac_number_below(1e3 * s->options.dt / sqrt(ratio), 2));
    }
    fprintf(out, "\n");
}

void tac_print_contacts(FILE *out, const tac_simulation *s)
{
    int n = tac_model_unilateral(s->model);
    one law;
    if (n > 0) {
        fprintf(out, "contacts      %d of %d contacts and stops resolved by the step\n",
                n - count_unresolved(s, &law), n);
    }
    for (cursor at = {0}; at.n < MOST_LINES && next_law(s, &at, &law);) {
        fprintf(out, "              ");
        print_one(out, s, &law);
    }
    if (n > MOST_LINES) {
        fprintf(out, "              and %d more\n", n - MOST_LINES);
    }
    for (int k = 0; k < s->file->desc.n_part; k++) {
        if (ratio_in_part(s, k) > 0.0) {
            print_part(out, s, k);
        }
    }
}

void tac_print_unresolved(FILE *out, const tac_simulation *s)
{
    one worst;
    int unresolved = count_unresolved(s, &worst);
    if (unresolved > 0) {
        fprintf(out, "contacts      %d of %d softer than in the file, worst ", unresolved,
                tac_model_unilateral(s->model));
        print_one(out, s, &worst);
    } else if (worst.ratio > tac_limit_value(TAC_LIMIT_SOFTER)) {
        fprintf(out, "contacts      resolved by the step, stiffest ");
        print_one(out, s, &worst);
    }
    for (int k = 0; k < s->file->desc.n_part; k++) {
        if (ratio_in_part(s, k) > tac_limit_value(TAC_LIMIT_NOT_RESOLVED)) {
            print_part(out, s, k);
        }
    }
}

void tac_print_stiff_laws(FILE *out, const tac_simulation *s)
{
    const double too_stiff = tac_limit_value(TAC_LIMIT_STIFF_FOR_ORDER);
    tac_stiff_laws stiff = tac_find_stiff_laws(s->model, &s->options, too_stiff);
    if (s->options.order > 2 && stiff.n > 0) {
        fprintf(out,
                "stiff laws    %d force elements too stiff for order %d, worst %s: h w (k + 2c/dt) "
                "%.2g, "
                "above %g its rates have order 2 or less\n",
                stiff.n, s->options.order,
                TAC_SHOWN(tac_model_item_name(s->file, stiff.stiffest, stiff.index)), stiff.value,
                too_stiff);
    }
}

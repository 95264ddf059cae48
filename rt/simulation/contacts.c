#include "contacts.h"

#include <math.h>

#include "format/number.h"
#include "printable.h"
#include "stiff.h"

enum { MOST_LINES = 12 };

// n h w (k + 2c/dt) of a law from which orders 3 and 4 end: docs/accuracy.md, stiff laws.
static const double too_stiff = 10.0;

// A one-sided law of the file: its name, its steepest slope, the units of its force and coordinate.
typedef struct one {
    const char *name, *force, *length;
    double k;
} one;

static double steepest(const tac_table_desc *t)
{
    double k = 0.0;
    for (int i = 1; i < t->n; i++) {
        k = fmax(k, (t->y[i] - t->y[i - 1]) / (t->x[i] - t->x[i - 1]));
    }
    return k;
}

// The laws in the order of the state: springs, then contacts.
static one law_at(const tac_model_file *f, int index)
{
    const tac_desc *d = &f->desc;
    for (int i = 0; i < d->n_spring; i++) {
        const tac_spring_desc *s = &d->spring[i];
        if (tac_spring_is_one_sided(d, s) && index-- == 0) {
            int turns = s->coordinate == TAC_ANGLE;
            return (one){f->spring_name[i], turns ? "N m" : "N", turns ? "rad" : "m",
                         steepest(&d->table[s->spring_table])};
        }
    }
    return (one){f->contact_name[index], "N", "m", d->contact[index].k};
}

// Of the sub-steps that the law is felt with.
static double felt_step(const tac_simulation *s)
{
    static const double index3[] = {[2] = 1.0, [3] = 2.0, [4] = 3.0};
    static const double canonical[] = {[2] = 1.0, [4] = 2.0, [6] = 3.0};
    return s->options.dt / (s->method == &tac_canonical ? canonical : index3)[s->options.order];
}

// h w K of a law with the inverse mass that it felt last: above 1 the step does not resolve it.
static double ratio_of(const tac_simulation *s, int index)
{
    double dt = felt_step(s);
    return 0.25 * dt * dt * s->state.contact[index].w * law_at(s->file, index).k;
}

static void print_one(FILE *out, const tac_simulation *s, int index)
{
    one law = law_at(s->file, index);
    double ratio = ratio_of(s, index);
    fprintf(out, "%s: %.3g %s/%s, h w K %.3g, ", TAC_SHOWN(law.name), law.k, law.force, law.length,
            ratio);
    if (ratio <= 1.0) {
        double swing = 0.5 * 3.14159265358979 / sqrt(ratio); // in steps
        fprintf(out, "felt %.2g %% softer, swings back in %.3g steps\n",
                100.0 * ratio / (1.0 + ratio), swing);
        return;
    }
    fprintf(out, "not resolved: gives way by %.3g %s more per %s; a step of %.2g ms resolves it\n",
            ratio / law.k, law.length, law.force,
            tac_number_below(1e3 * s->options.dt / sqrt(ratio), 2));
}

void tac_print_contacts(FILE *out, const tac_simulation *s)
{
    int n = tac_model_one_sided(s->model), resolved = 0;
    for (int i = 0; i < n; i++) {
        resolved += ratio_of(s, i) <= 1.0;
    }
    if (n > 0 && s->state.contact) {
        fprintf(out, "contacts      %d of %d contacts and stops resolved by the step\n", resolved,
                n);
    }
    for (int i = 0; i < n && i < MOST_LINES; i++) {
        fprintf(out, "              ");
        print_one(out, s, i);
    }
    if (n > MOST_LINES) {
        fprintf(out, "              and %d more\n", n - MOST_LINES);
    }
}

void tac_print_unresolved(FILE *out, const tac_simulation *s)
{
    int n = tac_model_one_sided(s->model), unresolved = 0, worst = 0;
    for (int i = 0; i < n; i++) {
        unresolved += ratio_of(s, i) > 1.0;
        worst = ratio_of(s, i) > ratio_of(s, worst) ? i : worst;
    }
    if (unresolved > 0) {
        fprintf(out, "contacts      %d of %d softer than in the file, worst ", unresolved, n);
        print_one(out, s, worst);
    }
}

static const char *name_of(const tac_model_file *f, const tac_stiff_laws *stiff)
{
    const char *const *name = stiff->stiffest == TAC_SPRING    ? f->spring_name
                              : stiff->stiffest == TAC_BUSHING ? f->bushing_name
                                                               : f->friction_name;
    return name[stiff->index];
}

void tac_print_stiff_laws(FILE *out, const tac_simulation *s)
{
    tac_stiff_laws stiff = tac_find_stiff_laws(s->model, &s->options, too_stiff);
    if (s->options.order > 2 && stiff.n > 0) {
        fprintf(out,
                "stiff laws    %d force elements too stiff for order %d, worst %s: h w (k + 2c/dt) "
                "%.2g, "
                "above %g its rates have order 2 or less\n",
                stiff.n, s->options.order, TAC_SHOWN(name_of(s->file, &stiff)), stiff.value,
                too_stiff);
    }
}

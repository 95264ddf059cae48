#include "mode_list.h"

#include <math.h>
#include <stdlib.h>

#include "doubt.h"
#include "elementary.h"
#include "free_modes.h"
#include "free_spectrum.h"
#include "printable.h"

enum { MOST_LISTED = 30 };

static const char *judge(double x)
{
    return x <= tac_limit_value(TAC_LIMIT_MODE_RESOLVED)       ? "resolved"
           : x <= tac_limit_value(TAC_LIMIT_MODE_QUASI_STATIC) ? "coarse"
                                                               : "quasi-static";
}

static void print_more(FILE *out, int n, const double *omega)
{
    if (n > MOST_LISTED) {
        fprintf(out, "                and %d more, up to %.5g Hz\n", n - MOST_LISTED,
                omega[n - 1] / (2.0 * TAC_PI));
    }
}

static void print_native(FILE *out, const tac_simulation *s, const tac_flex_desc *f)
{
    double dt = s->options.dt;
    fprintf(out, "                mode          Hz      zeta  omega dt\n");
    for (int i = 0; i < f->n_mode && i < MOST_LISTED; i++) {
        fprintf(out, "                %4d %11.5g %9.3g %9.3g  %s\n", i + 1,
                f->omega[i] / (2.0 * TAC_PI), f->zeta[i], f->omega[i] * dt,
                judge(f->omega[i] * dt));
    }
    print_more(out, f->n_mode, f->omega);
}

// Shapes that move the body as a whole vibrate faster where its frame moves: omega dt is that of the free body.
static void print_general(FILE *out, const tac_simulation *s, const tac_flex_desc *f,
                          const double *omega, const double *zeta)
{
    double dt = s->options.dt;
    fprintf(out, "                mode     held Hz      zeta     free Hz      zeta  omega dt\n");
    for (int i = 0; i < f->n_mode && i < MOST_LISTED; i++) {
        fprintf(out, "                %4d %11.5g %9.3g %11.5g %9.3g %9.3g  %s\n", i + 1,
                f->omega[i] / (2.0 * TAC_PI), f->zeta[i], omega[i] / (2.0 * TAC_PI), zeta[i],
                omega[i] * dt, judge(omega[i] * dt));
    }
    print_more(out, f->n_mode, omega);
    fprintf(out, "                held: by the frame of the body; free: where nothing holds it, "
                 "which is what the step must resolve\n");
}

static void print_list(FILE *out, const tac_simulation *s, const tac_flex_desc *f,
                       const tac_body_desc *b)
{
    if (!tac_shapes_move_body(f)) {
        print_native(out, s, f);
        return;
    }
    double *omega = calloc(2 * (size_t)f->n_mode, sizeof *omega);
    if (omega && tac_find_free_modes(f, b->mass, b->J, omega, omega + f->n_mode)) {
        print_general(out, s, f, omega, omega + f->n_mode);
    }
    free(omega);
}

// Faster modes are refused.
static void print_limit(FILE *out, const tac_options *o, const tac_flex_desc *f)
{
    if (o->order > 2) {
        fprintf(out, "                order %d takes omega dt up to %.2g with this damping\n",
                o->order, tac_fastest_mode_of_order(o->order, tac_least_damping(f)));
    }
}

static void print_too_few(FILE *out, const tac_flex_desc *f)
{
    int least = 6 * (f->n_interface - 1);
    if (f->n_mode < least) {
        fprintf(out,
                "note          %d modes for %d interfaces, which move against each other in %d "
                "directions: a joint feels the body too stiff in the others; take %d modes or "
                "more\n",
                f->n_mode, f->n_interface, least, least);
    } else if (f->n_mode == least && least > 0) {
        fprintf(out,
                "note          %d modes are the static shapes of the interfaces alone: free "
                "vibrations may be off by 20 %%; take a few more\n",
                f->n_mode);
    }
}

static void print_spin(FILE *out, const tac_simulation *s, int body, const tac_flex_desc *f)
{
    const vec3 w = s->state.body[body].w;
    double spin = sqrt(dot3(w, w)), first = f->omega[0];
    for (int i = 1; i < f->n_mode; i++) {
        first = f->omega[i] < first ? f->omega[i] : first;
    }
    if (spin > tac_limit_value(TAC_LIMIT_MODE_SPIN) * first) {
        fprintf(out,
                "note          '%s' turns at %.3g rad/s, %.2g times its first frequency: tension "
                "would stiffen it, which linear modes do not know; cut it into several bodies\n",
                TAC_SHOWN(s->file->body_name[body]), spin, spin / first);
    }
}

void tac_print_modes(FILE *out, const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    for (int k = 0; k < d->n_flex; k++) {
        int n = 0, first = -1;
        for (int i = 0; i < d->n_body; i++) {
            if (d->body[i].flex == k + 1) {
                first = first < 0 ? i : first;
                n++;
            }
        }
        fprintf(out, "%-13s '%s'", k == 0 ? "flexible" : "", TAC_SHOWN(s->file->body_name[first]));
        if (n > 1) {
            fprintf(out, " and %d more bodies", n - 1);
        }
        fprintf(out, ": %d modes, %d interfaces\n", d->flex[k].n_mode, d->flex[k].n_interface);
        print_list(out, s, &d->flex[k], &d->body[first]);
        print_limit(out, &s->options, &d->flex[k]);
        print_too_few(out, &d->flex[k]);
    }
    for (int i = 0; i < d->n_body; i++) {
        if (d->body[i].flex) {
            print_spin(out, s, i, &d->flex[d->body[i].flex - 1]);
        }
    }
}

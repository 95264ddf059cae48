#include "advice.h"

#include <math.h>

#include "describe.h"
#include "format/number.h"
#include "model_items.h"
#include "printable.h"
#include "stiff.h"

// A link this many times lighter than both its neighbours swings faster under their weight than the canonical step
// can follow, once they pull.
static const double light = 50.0;

// Rotation in a step, rad, from which on errors of rotations decide: of a top at 0.04 rad those of index-3 are a
// hundred times those of the canonical step.
static const double much_turn = 0.03;

// Rotation in a step, rad, above which a step of modular is in doubt.
static const double doubted_turn = 1.0;

// h w (k + 2c/dt) above which a law is not resolved, as in contacts.c.
static const double unresolved = 0.25;

typedef struct extreme {
    double value;
    int body;
} extreme;

static void raise(extreme *most, double value, int body)
{
    *most = value > most->value ? (extreme){value, body} : *most;
}

// Rotation of a body in a step at the start, rad.
static double turn_of(const tac_simulation *s, int body)
{
    const vec3 w = s->state.body[body].w;
    return s->options.dt * sqrt(dot3(w, w));
}

// Whether a body is free, or on one joint of what hardly turns. Couples of two joints, and of a joint whose other body
// turns, turn with a rotor: canonical loses or gains spin by them (docs/methods.md).
static bool turns_alone(const tac_simulation *s, int body)
{
    const tac_desc *d = &s->file->desc;
    int n = 0, other = TAC_GROUND;
    for (int i = 0; i < d->n_joint; i++) {
        int a = d->joint[i].a.body, b = d->joint[i].b.body;
        n += a == body || b == body;
        other = a == body ? b : b == body ? a : other;
    }
    return n == 0 || (n == 1 && (other == TAC_GROUND || turn_of(s, other) <= much_turn));
}

// The body that is most times lighter than one that a joint connects it with.
static extreme lightest_of(const tac_desc *d)
{
    extreme most = {0.0, 0};
    for (int i = 0; i < d->n_joint; i++) {
        int a = d->joint[i].a.body, b = d->joint[i].b.body;
        if (a != TAC_GROUND && b != TAC_GROUND) {
            raise(&most, d->body[b].mass / d->body[a].mass, a);
            raise(&most, d->body[a].mass / d->body[b].mass, b);
        }
    }
    return most;
}

// Whether the modular step suits, on a line of its own.
static void print_modular(FILE *out, const tac_simulation *s, extreme lightest, extreme fastest,
                          extreme held)
{
    const tac_options *o = &s->options;
    tac_status status = tac_check_explicit(s->model, o->dt);
    char why[512];
    fprintf(out, "              method modular ");
    if (status.code != TAC_OK) {
        const char *name = tac_model_item_name(s->file, status.subject, status.index);
        if (status.code == TAC_TOO_STIFF) {
            snprintf(why, sizeof why, "'%s' is too stiff for %.3g s, it needs %.3g s or less",
                     TAC_SHOWN(name), o->dt, tac_number_below(status.value, 3));
        } else {
            snprintf(why, sizeof why, "'%s' begins or ends within a step", TAC_SHOWN(name));
        }
        fprintf(out, "does not suit: %s\n", why);
    } else if (lightest.value > light) {
        fprintf(out, "does not suit: '%s' swings faster under its tension than it follows\n",
                TAC_SHOWN(s->file->body_name[lightest.body]));
    } else if (fastest.value > much_turn || held.value > doubted_turn) {
        fastest = held.value > doubted_turn ? held : fastest;
        fprintf(out, "does not suit: '%s' turns by %.2g rad in a step\n",
                TAC_SHOWN(s->file->body_name[fastest.body]), fastest.value);
    } else if (held.value > much_turn) {
        fprintf(out, "suits, of order 4: no law is too stiff for %.3g s\n", o->dt);
    } else {
        fprintf(out,
                "suits where order 4 is wanted: no law is too stiff for %.3g s, and it takes "
                "less than half of the time of index3 at order 4\n",
                o->dt);
    }
}

void tac_print_advice(FILE *out, const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    const char *const *name = s->file->body_name;
    extreme lightest = lightest_of(d), fastest = {0.0, 0}, held = {0.0, 0};
    int sided = tac_model_one_sided(s->model);
    tac_stiff_laws stiff = tac_find_stiff_laws(s->model, &s->options, unresolved);
    for (int i = 0; i < d->n_body; i++) {
        raise(turns_alone(s, i) ? &fastest : &held, turn_of(s, i), i);
    }
    fprintf(out, "advice        method ");
    const char *alone = d->n_flex > 0               ? "follows flexible bodies"
                        : d->n_part > 0             ? "has parts"
                        : s->tree->n_substepped > 0 ? "has sub-models with steps of their own"
                                                    : NULL;
    if (alone) {
        fprintf(out, "index3: no other %s\n", alone);
        return;
    }
    if (lightest.value > light) {
        fprintf(out,
                "index3: '%s' is %.3g times lighter than what hangs on it, and canonical does not "
                "follow its swings under tension\n",
                TAC_SHOWN(name[lightest.body]), lightest.value);
    } else if (stiff.n > 0) {
        fprintf(out,
                "index3: %d force elements are stiffer than the step resolves, and canonical has "
                "larger errors with them, order 2 at any order\n",
                stiff.n);
    } else if (sided > 0) {
        fprintf(out,
                "index3 or canonical: contacts and stops create no energy with either; canonical "
                "takes more time with them\n");
    } else if (held.value > much_turn) {
        fprintf(
            out,
            "index3 with a smaller step or order 4, as --estimate shows: '%s' turns by %.2g "
            "rad in a step, and with two joints, or on what turns, canonical may lose its spin\n",
            TAC_SHOWN(name[held.body]), held.value);
    } else if (fastest.value > much_turn) {
        fprintf(out, "canonical: '%s' turns by %.2g rad in a step, which it follows exactly\n",
                TAC_SHOWN(name[fastest.body]), fastest.value);
    } else {
        fprintf(out, "index3 or canonical: as accurate here; canonical takes less time at order 2 "
                     "and its energy does not drift\n");
    }
    print_modular(out, s, lightest, fastest, held);
}

#include "error_text.h"

#include <math.h>
#include <string.h>

#include "doubt.h"
#include "format/number.h"
#include "model_items.h"
#include "printable.h"
#include "stiff.h"

tac_error_bounds tac_error_default_bounds(void)
{
    return (tac_error_bounds){tac_limit_value(TAC_LIMIT_ERROR_POSITION),
                              tac_limit_value(TAC_LIMIT_ERROR_ANGLE),
                              tac_limit_value(TAC_LIMIT_ERROR_SMALL)};
}

// Settling by some micrometres is no motion to be held to.
static bool is_off(const tac_error *e, const tac_error_bounds *bounds)
{
    return e->position.value > bounds->position && e->off > bounds->small * e->extent;
}

bool tac_error_too_large(const tac_error *e, const tac_error_bounds *bounds)
{
    return e->kind != TAC_ERROR_SENSITIVE && (is_off(e, bounds) || e->angle.value > bounds->angle);
}

// ---- numbers -------------------------------------------------------------------------------------

enum { WORD = 48 };

// Two digits, never as a power of ten above 1.
static const char *two_digits(double x, char out[WORD])
{
    snprintf(out, WORD, x < 0.01 ? "%.1e" : x < 9.95 ? "%.2g" : "%.0f", x);
    return out;
}

// A share: "2.4e-04", "1.2 %", at most "100 %".
static const char *share(double x, char out[WORD])
{
    (void)two_digits(x < 0.01 ? x : fmin(100.0, 100.0 * x), out);
    return x < 0.01 ? out : strcat(out, " %");
}

static const char *radians(double x, char out[WORD])
{
    (void)two_digits(x, out);
    return strcat(out, " rad");
}

// A step or period: "34 us", "1.5 ms", "0.2 s".
static const char *duration(double t, char out[WORD])
{
    bool nano = t < 1e-6, micro = t < 1e-3, milli = t < 1.0;
    double shown = t * (nano ? 1e9 : micro ? 1e6 : milli ? 1e3 : 1.0);
    (void)two_digits(tac_number_below(shown, 2), out);
    return strcat(out, nano ? " ns" : micro ? " us" : milli ? " ms" : " s");
}

static const char *body_of(const tac_simulation *s, const tac_error_part *part)
{
    return s->file->desc.n_body > 0 ? s->file->body_name[part->body] : "";
}

// ---- parts of the line ---------------------------------------------------------------------------

static void print_sizes(const tac_error *e, const tac_simulation *s, FILE *out)
{
    char word[WORD];
    const char *between = "";
    const tac_error_part *p = &e->position, *a = &e->angle, *r = &e->rate;
    if (p->value > 0.0) {
        fprintf(out, "position %s (%s, %.3g s)", share(p->value, word), TAC_SHOWN(body_of(s, p)),
                p->t);
        between = ", ";
    }
    if (a->value > 0.0) {
        fprintf(out, "%sangle %s (%s, %.3g s)", between, radians(a->value, word),
                TAC_SHOWN(body_of(s, a)), a->t);
        between = ", ";
    }
    if (r->value > 0.0) {
        fprintf(out, "%srate %s (%s, %.3g s)", between, share(r->value, word),
                TAC_SHOWN(body_of(s, r)), r->t);
    }
}

static void print_from(const tac_error *e, FILE *out)
{
    fprintf(out, "above %.0f %% from ", 100.0 * tac_limit_value(TAC_LIMIT_ERROR_TRUST));
    if (e->from > 0.0) {
        fprintf(out, "%.3g s on", e->from);
    } else {
        fputs("the start on", out);
    }
}

// What the bound of a step is that is told: a tenth of what the run is held to where it is above that, else one that
// is worth a smaller step; 0: none is.
static double aim(const tac_error *e, const tac_error_bounds *bounds)
{
    bool large = tac_error_too_large(e, bounds);
    double held = fmin(bounds->position, bounds->angle);
    return large ? 0.1 * held : e->size > 2e-6 ? 1e-6 : 0.0;
}

static void print_step(const tac_error *e, const tac_simulation *s, const tac_error_bounds *bounds,
                       FILE *out)
{
    char word[WORD];
    double bound = aim(e, bounds), dt = bound > 0.0 ? tac_step_for(e, s->options.dt, bound) : 0.0;
    if (dt > 1e-3 * s->options.dt) { // shorter ones are guesses
        fprintf(out, "; for %.0e about %s", bound, duration(dt, word));
    }
}

static void print_sensitive(const tac_error *e, const tac_simulation *s, FILE *out)
{
    char doubling[WORD], gains[WORD];
    bool turns = e->angle.value > e->position.value;
    const tac_error_part *worst = turns ? &e->angle : &e->position;
    fprintf(out,
            "sensitive to its start: above %.2g %s from %.3g s on (%s), twice as much every %s; "
            "half the step buys %s; no step beyond %.2g s",
            turns ? tac_limit_value(TAC_LIMIT_ERROR_TRUST)
                  : 100.0 * tac_limit_value(TAC_LIMIT_ERROR_TRUST),
            turns ? "rad" : "%", e->from, TAC_SHOWN(body_of(s, worst)),
            duration(e->doubling, doubling), duration(e->gains, gains), fmax(e->until, e->from));
}

// The fastest motion that a step of this length has: of the stiffest law, or of what turns.
static void print_fastest(const tac_simulation *s, FILE *out)
{
    char period[WORD], step[WORD];
    tac_stiff_laws stiff = tac_find_stiff_laws(s->model, &s->options, 0.01);
    if (stiff.n > 0) {
        double whole = M_PI * s->options.dt / sqrt(stiff.value);
        fprintf(out, "; '%s' swings in %s; try %s",
                TAC_SHOWN(tac_model_item_name(s->file, stiff.stiffest, stiff.index)),
                duration(whole, period), duration(fmin(0.01 * whole, 0.5 * s->options.dt), step));
    } else {
        fprintf(out, "; try %s", duration(0.1 * s->options.dt, step));
    }
}

static void print_unresolved(const tac_error *e, const tac_simulation *s, FILE *out)
{
    fputs("not resolved: ", out);
    print_from(e, out);
    fputs(", and half the step is as wrong", out);
    print_fastest(s, out);
}

static void print_falling(const tac_error *e, const tac_simulation *s,
                          const tac_error_bounds *bounds, FILE *out)
{
    bool sides = e->kind == TAC_ERROR_SIDES;
    print_sizes(e, s, out);
    if (e->from >= 0.0) {
        fputs("; ", out);
        print_from(e, out);
    }
    if (e->order >= tac_limit_value(TAC_LIMIT_ERROR_POWER)) {
        fprintf(out, "; falls as step^%.1f%s", e->order,
                sides ? ": contacts begin within steps, no order helps" : "");
    }
    print_step(e, s, bounds, out);
}

static void print_rounding(const tac_error *e, const tac_simulation *s, FILE *out)
{
    if (e->size <= tac_limit_value(TAC_LIMIT_ERROR_NOTHING)) {
        fprintf(out, "below %.0e: what is left is rounding, no step lessens it",
                tac_limit_value(TAC_LIMIT_ERROR_NOTHING));
    } else {
        print_sizes(e, s, out);
        fputs("; half the step is no better", out);
    }
}

void tac_error_print(const tac_error *e, const tac_simulation *s, const tac_error_bounds *bounds,
                     FILE *out)
{
    switch (e->kind) {
    case TAC_ERROR_NO_MOTION:
        fputs("none: nothing moves", out);
        break;
    case TAC_ERROR_ROUNDING:
        print_rounding(e, s, out);
        break;
    case TAC_ERROR_FALLS:
    case TAC_ERROR_SIDES:
        print_falling(e, s, bounds, out);
        break;
    case TAC_ERROR_SENSITIVE:
        print_sensitive(e, s, out);
        break;
    case TAC_ERROR_UNRESOLVED:
        print_unresolved(e, s, out);
        break;
    }
}

// ---- doubt ---------------------------------------------------------------------------------------

static void describe_remedy(const tac_error *e, const tac_simulation *s,
                            const tac_error_bounds *bounds, char out[2 * WORD])
{
    char word[WORD];
    double held = fmin(bounds->position, bounds->angle);
    double dt = e->kind == TAC_ERROR_UNRESOLVED ? 0.0 : tac_step_for(e, s->options.dt, held);
    if (dt > 0.0) {
        snprintf(out, 2 * WORD, "take a step of about %s", duration(dt, word));
    } else {
        snprintf(out, 2 * WORD, "take a smaller step, far smaller: it does not resolve the motion");
    }
}

void tac_error_describe(const tac_error *e, const tac_simulation *s, const tac_error_bounds *bounds,
                        const char *cause, char *out, size_t size)
{
    char word[WORD], limit[WORD], remedy[2 * WORD];
    out[0] = '\0';
    if (!tac_error_too_large(e, bounds)) {
        return;
    }
    bool turns = !is_off(e, bounds);
    const tac_error_part *part = turns ? &e->angle : &e->position;
    describe_remedy(e, s, bounds, remedy);
    snprintf(
        out, size,
        "results are in doubt: the %s of body '%s' is off by %s%s at t = %.6g s, more than %s; "
        "%s",
        turns ? "angle" : "position", TAC_SHOWN(body_of(s, part)),
        turns ? radians(part->value, word) : share(part->value, word),
        turns ? "" : " of the motion", part->t,
        turns ? radians(bounds->angle, limit) : share(bounds->position, limit),
        *cause ? cause : remedy);
}

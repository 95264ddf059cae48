#include "describe.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "doubt.h"
#include "element_types.h"
#include "format/number.h"
#include "given.h"
#include "inertias.h"
#include "known_parts.h"
#include "methods.h"
#include "model_items.h"
#include "printable.h"

// A term of a coupler is named as that.
static const char *coupler_of(const tac_model_file *f, int term)
{
    int k = 0;
    while (f->desc.coupler[k].first_term + f->desc.coupler[k].n_term <= term) {
        k++;
    }
    return f->coupler_name[k];
}

const char *tac_element_name(const tac_model_file *f, int element)
{
    int what = TAC_JOINTS;
    tac_model_items items = tac_model_items_of(f, TAC_JOINT);
    while (what < TAC_LAWS && element >= items.n) {
        element -= items.n;
        items = tac_model_items_of(f, tac_subject_of_class((tac_element_class)++what));
    }
    return element < items.n ? items.name[element] : coupler_of(f, element - items.n);
}

// How the number of a status is said.
static const char *format_of(tac_code code)
{
    static const char *const format[] = {[TAC_DIVERGED] = " (%g times what a step may leave)",
                                         [TAC_INCONSISTENT] = " (off by %g m or rad)",
                                         [TAC_NO_RATES] = " (off by %g m/s or rad/s)",
                                         [TAC_TURNS_TOO_FAR] = " (%.4g rad in one step)"};
    return code < sizeof format / sizeof format[0] && format[code] ? format[code] : " (%g)";
}

// The word of a method that follows what another one does not.
static const char *follower(unsigned bits)
{
    const tac_named_method *m = tac_method_following(bits);
    return m ? m->word : tac_methods[0].word;
}

// What to do where flexible bodies are not followed: by a method (0), a static start (no step is short enough), or an
// order above 2 (up to the given step).
static void write_flexible(double step, char *out, size_t size)
{
    if (step == 0.0) {
        snprintf(out, size, "; take --method %s", follower(TAC_FOLLOWS_FLEXIBLE));
    } else if (isinf(step)) {
        snprintf(out, size, "; leave out 'start: static'");
    } else {
        snprintf(out, size, "; take order 2 or a step of %.3g s or less",
                 tac_number_below(step, 3));
    }
}

// Why a sub-model cannot have steps of its own, and what to do.
static void write_no_substeps(int why, char *out, size_t size)
{
    static const char *const text[] = {
        [TAC_LARGE_MECHANISM] = "; it is in a mechanism of more than 64 bodies",
        [TAC_WITH_FLEXIBLE] = " is flexible; take rigid bodies",
        [TAC_WITH_FRICTION] = " is on one of its bodies; move it out",
        [TAC_WITH_SIDES] = " begins or ends within a step; take one with two sides",
        [TAC_WITH_SHAFT] = " is a shaft in it or on one of its bodies; move it out",
        [TAC_WITH_MEMORY] = " has a memory and is on one of its bodies; move it out",
        [TAC_BETWEEN_TWO] = " is between two of them; put both into one",
        [TAC_COUPLED_ACROSS] = (" is between a sub-model with 'substeps' and others; put all its "
                                "joints into one"),
        [TAC_HELD_TWICE] = (" holds it to a second body outside, or to ground; hold it to one body "
                            "by joints, to others by springs or bushings"),
        [TAC_WITHIN_ANOTHER] = " is in a sub-model within another that has them; leave one out",
    };
    if (why == TAC_NO_SUCH_METHOD) {
        snprintf(out, size,
                 "; the method %s at order 2 with 'acceleration: index-1' has them alone, or leave "
                 "out 'substeps'",
                 follower(TAC_FOLLOWS_SUBSTEPS));
        return;
    }
    snprintf(out, size, "%s, or leave out 'substeps'", text[why]);
}

// Why a step with a part cannot be made, and what to do.
static void write_no_part(const tac_model_file *f, tac_status status, char *out, size_t size)
{
    const tac_model_part *part = &tac_model_file_parts(f)[f->desc.bushing[status.index].part - 1];
    switch ((tac_no_part)status.value) {
    case TAC_PART_MISSING:
        snprintf(out, size,
                 "; a log brings no objects: give '%.200s', of hash %016" PRIx64 "%016" PRIx64
                 ", with --part FILE; a file of another hash is another one",
                 TAC_SHOWN(part->path), part->known.hash[0], part->known.hash[1]);
        break;
    case TAC_PART_MOUNTS:
        snprintf(
            out, size,
            "; it has bodies of its own, and needs 'ground: BODY' in its inclusion, or 'bodies: "
            "[ground, BODY]', BODY a rigid one");
        break;
    case TAC_PART_STATIC:
        snprintf(out, size,
                 "; leave out 'start: static', for which bodies of an object cannot wait");
        break;
    case TAC_PART_UNBUILT:
        snprintf(out, size, "; '%.200s' cannot be built here: compile it again",
                 TAC_SHOWN(part->path));
        break;
    case TAC_PART_BESIDE_STEPS:
        snprintf(out, size, "; leave out 'substeps' in the rest of the mechanism");
        break;
    case TAC_PART_METHOD:
        snprintf(out, size,
                 "; the method %s at order 2 with 'acceleration: index-1' has parts alone",
                 follower(TAC_FOLLOWS_PARTS));
        break;
    }
}

// Why a joint cannot start as it says, and what to do.
static const char *no_start_text(int why)
{
    static const char *const text[] = {
        [TAC_START_DECIDED] = ": other joints, drives and starts decide it already; leave it out",
        [TAC_START_BEYOND] = ": the other joints do not let it get there; take one nearer to the "
                             "given configuration",
        [TAC_START_BENT] = ": one of its bodies is flexible; give velocities of bodies instead",
    };
    return text[why];
}

// Why actuators cannot stand for drives, and what to do.
static const char *no_effort_text(int why)
{
    static const char *const text[] = {
        [TAC_EFFORT_FREE] = ": it moves though the drives hold; name one that the drives move, or "
                            "drive what is free as well",
        [TAC_EFFORT_SINGULAR] = ": in this position no efforts of theirs hold it; name others, or "
                                "keep the motion away from there",
        [TAC_EFFORT_FLEXIBLE] = ": the model has flexible bodies; take rigid ones",
        [TAC_EFFORT_BESIDE_STEPS] = ": the model has sub-models with 'substeps'; leave these out",
        [TAC_EFFORT_BESIDE_OBJECTS] = ": the model has compiled sub-models or parts; take their "
                                      "model files",
    };
    return text[why];
}

void tac_describe_status(const tac_model_file *f, tac_status status, char *out, size_t size)
{
    tac_model_items items = tac_model_items_of(f, status.subject);
    const char *kind = items.word;
    const char *const *name = items.name;
    char item[320] = "", value[420] = "";
    if (status.subject == TAC_BUSHING && f->desc.bushing[status.index].part > 0) {
        kind = "part";
    }
    if (status.subject == TAC_LAW && status.index < f->desc.n_law) {
        kind = tac_type_of_law(&f->desc.law[status.index])->type.word;
    }
    if (kind && name && name[status.index][0] != '\0') {
        snprintf(item, sizeof item, ": %s '%s'", kind, name[status.index]);
    } else if (kind) {
        snprintf(item, sizeof item, ": %s number %d", kind, status.index + 1);
    }
    if (status.code == TAC_FLEXIBLE) {
        write_flexible(status.value, value, sizeof value);
    } else if (status.code == TAC_SUBSTEPS) {
        write_no_substeps((int)status.value, value, sizeof value);
    } else if (status.code == TAC_NO_START) {
        snprintf(value, sizeof value, "%s", no_start_text((int)status.value));
    } else if (status.code == TAC_NO_EFFORT) {
        snprintf(value, sizeof value, "%s", no_effort_text((int)status.value));
    } else if (status.code == TAC_PART) {
        write_no_part(f, status, value, sizeof value);
    } else if (status.code == TAC_SHAFTS) {
        snprintf(value, sizeof value, "; take --method %s", follower(TAC_FOLLOWS_SHAFTS));
    } else if (status.code == TAC_STIFF_INTERFACE) {
        snprintf(value, sizeof value, "; take a step of %.3g s or less, or leave out 'substeps'",
                 tac_number_below(status.value, 3));
    } else if (status.code == TAC_TOO_STIFF) {
        snprintf(value, sizeof value, "; take a step of %.3g s or less, or --method %s",
                 tac_number_below(status.value, 3), follower(TAC_FOLLOWS_STIFF));
    } else if (status.value != 0.0) {
        // the sign of what is no number says nothing
        snprintf(value, sizeof value, format_of(status.code),
                 isnan(status.value) ? (double)NAN : status.value);
    } else if (status.code == TAC_NOT_SUPPORTED) {
        snprintf(value, sizeof value, "; take --method %s", follower(TAC_FOLLOWS_SIDES));
    }
    snprintf(out, size, "%s%s%s", tac_code_text(status.code), item, value);
}

void tac_describe_beyond(const tac_model_file *f, const tac_beyond *b, char *out, size_t size)
{
    if (b->joint == TAC_NONE) {
        snprintf(out, size, "%s", "");
        return;
    }
    const char *unit = b->turns ? "rad" : "m";
    if (b->jumps) {
        snprintf(
            out, size,
            "the drive of joint '%s' jumps to %.6g %s at t = %.6g s, by %.3g %s, which no step "
            "follows: let it get there in time (a 'ramp' or a 'table')",
            f->joint_name[b->joint], b->asked, unit, b->time, b->off, unit);
        return;
    }
    snprintf(
        out, size,
        "the drive of joint '%s' asks for %.6g %s at t = %.6g s, which the mechanism cannot do: "
        "the other joints leave it %.3g %s behind",
        f->joint_name[b->joint], b->asked, unit, b->time, b->off, unit);
}

int tac_start_corrected(const tac_start_report *r)
{
    double rounding = tac_limit_value(TAC_LIMIT_START_ROUNDING);
    return r->held > 0 || r->residual_before > rounding || r->velocity_before > rounding;
}

void tac_print_start(FILE *out, const tac_model_file *f, const tac_start_report *r)
{
    if (!tac_start_corrected(r)) {
        fprintf(out,
                "start         as given: constraints hold to %.2g in position, %.2g in velocity\n",
                r->residual_before, r->velocity_before);
        return;
    }
    fprintf(out,
            "start         corrected: constraints were off by %.3g, now %.2g (%d iterations)\n",
            r->residual_before, r->residual_after, r->iterations);
    if (r->max_shift > 0.0) {
        fprintf(out, "              largest shift %.3g m of body '%s', largest turn %.3g rad\n",
                r->max_shift, f->body_name[r->shifted_body], r->max_turn);
    }
    fprintf(out, "              velocities were off by %.3g, changed by %.3g m/s and %.3g rad/s",
            r->velocity_before, r->max_velocity_change, r->max_spin_change);
    int body = r->stilled_body != TAC_NONE ? r->stilled_body : r->slowed_body;
    if (body != TAC_NONE) {
        fprintf(out, ", most of body '%s'", f->body_name[body]);
    }
    fputc('\n', out);
}

// Without a sign where two digits are zero.
static double shown(double x)
{
    return fabs(x) < 0.005 ? 0.0 : x;
}

// Unit vector along a or against it, such that its largest component is positive.
static vec3 direction(vec3 a)
{
    double largest = fmax(fmax(a.x, a.y), a.z), smallest = fmin(fmin(a.x, a.y), a.z);
    return scale3((largest < -smallest ? -1.0 : 1.0) / norm3(a), a);
}

// Part by which a moment exceeds the sum of the others from which on it is told: three digits hide less.
static const double told_excess = 1e-3;

void tac_print_inertias(FILE *out, const tac_model_file *f)
{
    int n = 0, worst = 0;
    double most = told_excess;
    for (int i = 0; i < f->desc.n_body; i++) {
        double m[3];
        tac_principal_moments(f->desc.body[i].J, m);
        double excess = m[2] / (m[0] + m[1]) - 1.0;
        n += excess > told_excess;
        worst = excess > most ? i : worst;
        most = excess > most ? excess : most;
    }
    if (n > 0) {
        double m[3], J[6];
        tac_principal_moments(f->desc.body[worst].J, m);
        tac_nearest_inertia(f->desc.body[worst].J, J);
        double near[3];
        tac_principal_moments(J, near);
        fprintf(out,
                "inertia       %d bod%s more than a body can have: '%s' has the principal moments "
                "%.5g, %.5g and\n"
                "              %.5g kg*m^2, the largest %.2g %% above the sum of the others; the "
                "nearest possible are\n"
                "              %.5g, %.5g and %.5g\n",
                n, n == 1 ? "y has" : "ies have", TAC_SHOWN(f->body_name[worst]), m[0], m[1], m[2],
                100.0 * most, near[0], near[1], near[2]);
    }
}

void tac_print_lock(FILE *out, const tac_model_file *f, const tac_lock *lock)
{
    if (lock->misfit > 0.0) {
        fprintf(
            out,
            "misfit        a constraint of '%s' follows from others but for %.1e of its size: what "
            "moves on that\n"
            "              is held by the misfit, more or less as the step is; give coordinates "
            "with more digits\n",
            tac_element_name(f, lock->misfit_element), lock->misfit);
    }
    if (lock->motions == 0) {
        return;
    }
    fprintf(
        out,
        "locked        %d degree%s of freedom: a constraint of '%s' follows from others but for "
        "%.2g rad or lengths;\n"
        "              are its axes in line?",
        lock->motions, lock->motions == 1 ? "" : "s", tac_element_name(f, lock->element),
        lock->miss);
    if (lock->body != TAC_NONE) {
        double spin = norm3(lock->turn);
        vec3 axis = direction(spin > 1e-3 ? lock->turn : lock->move);
        fprintf(out, " Without it body '%s' could %s (%.2f, %.2f, %.2f)", f->body_name[lock->body],
                spin > 1e-3 ? "turn about" : "move along", shown(axis.x), shown(axis.y),
                shown(axis.z));
    }
    fputc('\n', out);
}

void tac_print_given(FILE *out, const tac_model_file *f)
{
    const tac_given given = tac_model_file_given(f);
    for (int i = 0; i < given.n; i++) {
        fprintf(out, "%-13s %s\n", i == 0 ? "given" : "", TAC_SHOWN(given.text[i]));
    }
}

#include "doubts.h"

#include <inttypes.h>
#include <math.h>

#include "doubt.h"
#include "format/number.h"
#include "kinks.h"
#include "penalty.h"
#include "printable.h"

// What is said of a measure: body NAME `does` 0.1 `unit` in the step; the remedy, or the step that would do where
// the measure is in proportion to it.
typedef struct wording {
    const char *does, *unit, *remedy;
    bool square; // the measure is in proportion to the square of the step
} wording;

static const char to_converge[] = "take a smaller step, more iterations or tangent 'full'";

static const char to_stay_linear[] = "its modes are linear: make it stiffer or cut it ('bodies:')";

static const char to_settle_modes[] = "take more iterations or a smaller step";

static const char to_rub[] =
    "take a smaller step, more iterations or tangent 'full'; what rubs is better a friction than "
    "a table";

static const wording text[TAC_MEASURES] = {
    [TAC_LAST_SHIFT] = {"is moved at a joint or force by the last Newton increment, still by", " m",
                        to_converge, false},
    [TAC_LAST_TURN] = {"is turned by the last Newton increment, still by", " rad", to_converge,
                       false},
    [TAC_STEP_TURN] = {"turns by", " rad", NULL, false},
    [TAC_TENSION] = {"is light for its tension, (w dt / 2)^2 of its swings is", "", NULL, true},
    [TAC_BENT] = {"bends at an interface by", " of its length", to_stay_linear, false},
    [TAC_TWISTED] = {"turns an interface by its modes by", " rad", to_stay_linear, false},
    [TAC_UNSETTLED] = {"exchanges energy with its modes by the last Newton increment, still",
                       " of it", to_settle_modes, false},
    [TAC_FRICTION_LEFT] = {"has a friction, or a damper with a table, whose force is off by",
                           " of its limit, or of the most there", to_rub, false},
    [TAC_BORDER_LEFT] = {"is the border of a sub-model, whose sub-steps leave what pushes it by",
                         " m", to_settle_modes, false},
};

// Methods that are not for real time have no Newton iteration: their joints may drift open.
static const char to_close[] = "take a smaller step or --projections both";

static const wording drift_text[TAC_MEASURES] = {
    [TAC_LAST_SHIFT] = {"has a joint that is open by", " m", to_close, false},
    [TAC_LAST_TURN] = {"has a joint that is turned open by", " rad", to_close, false},
    [TAC_STEP_TURN] = {"turns by", " rad", NULL, false},
};

static const char to_settle[] = "take a smaller step or method index3";

// The canonical step closes joints by iterations whose factors are those of its start.
static const wording canonical_text[TAC_MEASURES] = {
    [TAC_LAST_SHIFT] = {"is moved at a joint or force by the last position iteration, still by",
                        " m", to_settle, false},
    [TAC_LAST_TURN] = {"is turned by the last position iteration, still by", " rad", to_settle,
                       false},
    [TAC_STEP_TURN] =
        {"turns against what a joint ties it to, whose angle loses whole turns then, by", " rad",
         NULL, false},
    [TAC_TENSION] = {"is light for its tension, (w dt / 2)^2 of its swings is", "", to_settle,
                     false},
    [TAC_SNAP] = {"snaps taut: iterations left a joint open, which projections closed, by", " m",
                  to_settle, false},
    [TAC_FRICTION_LEFT] = {"has a friction, or a damper with a table, whose force is off by",
                           " of its limit, or of the most there", to_settle, false},
};

// The modular step closes joints once, at its end.
static const char to_drift_less[] = "take a smaller step, corrections 'both', or method index3";

static const wording modular_text[TAC_MEASURES] = {
    [TAC_LAST_SHIFT] = {"has a joint that has opened in the step by", " m", to_drift_less, false},
    [TAC_LAST_TURN] = {"has a joint that has turned open in the step by", " rad", to_drift_less,
                       false},
    [TAC_STEP_TURN] = {"turns by", " rad", NULL, false},
    [TAC_TENSION] = {"is light for its tension, (w dt / 2)^2 of its swings is", "", to_settle,
                     false},
};

static const wording *words_of(const tac_method *method)
{
    if (method->is_offline) {
        return drift_text;
    }
    return method == &tac_canonical ? canonical_text : method == &tac_modular ? modular_text : text;
}

bool tac_doubts_add(tac_doubts *d, const tac_simulation *s)
{
    bool doubtful = tac_in_doubt(s->method, &s->options, &s->report);
    for (int i = 0; i < TAC_MEASURES; i++) {
        if (s->report.worst[i].value > d->worst[i].value) {
            d->worst[i] = s->report.worst[i];
            d->step[i] = *s->state.step;
        }
    }
    tac_balance_add(&d->balance, &s->energy, s->model, &s->state, &s->report);
    d->turned += s->report.worst[TAC_LAST_TURN].value;
    d->made++;
    d->steps += doubtful;
    return doubtful;
}

void tac_doubts_go_on(tac_doubts *d)
{
    d->balance.begun = false;
}

static double mean_turn(const tac_doubts *d)
{
    return d->made > 0 ? d->turned / (double)d->made : 0.0;
}

// Wheels that index-3 takes energy from have a hundredth of what a step may leave; what canonical leaves keeps it.
static double most_mean_turn(const tac_simulation *s)
{
    double part = s->method == &tac_canonical ? 0.1 : 0.01;
    return part * tac_doubt_limit(s->method, &s->options, TAC_LAST_TURN);
}

static bool is_unsettled(const tac_doubts *d, const tac_simulation *s)
{
    bool iterates = !s->method->is_offline && s->method != &tac_modular;
    return iterates && d->made >= 100 && mean_turn(d) > most_mean_turn(s);
}

// Frequency of a source that steps do not see; 0.
static double unseen(const tac_doubts *d, const tac_simulation *s, char *name, size_t size)
{
    double dt = s->options.dt;
    return d->made > 0 ? tac_unseen_source(s->file, dt, dt * (double)*s->state.step, name, size)
                       : 0.0;
}

// The joint that the penalty holds too loosely, penalty infinite where none is.
static tac_loosest too_loose(const tac_doubts *d, const tac_simulation *s)
{
    tac_loosest least = {HUGE_VAL, TAC_NONE};
    if (d->made > 0 && !s->method->is_offline) {
        least = tac_find_loosest(s->model, &s->options);
    }
    return least.penalty < tac_least_penalty(&s->options) ? least
                                                          : (tac_loosest){HUGE_VAL, TAC_NONE};
}

// The unit of a drive that has jumped by more than a step may be open, in a small model by an angle of its length; -1:
// none has.
static int jumped(const tac_doubts *d, const tac_simulation *s)
{
    const tac_jump *jump = d->balance.jump;
    double angle = s->options.doubt_angle;
    double length = fmin(s->options.doubt_length, angle * tac_model_length(s->model));
    return jump[1].by > angle ? 1 : jump[0].by > length ? 0 : -1;
}

bool tac_doubts_any(const tac_doubts *d, const tac_simulation *s)
{
    char name[96];
    return d->steps > 0 || unseen(d, s, name, sizeof name) > 0.0 || is_unsettled(d, s) ||
           jumped(d, s) >= 0 || isfinite(too_loose(d, s).penalty) ||
           tac_unbalanced(&d->balance, &s->energy) != 0.0;
}

tac_doubt tac_doubts_worst(const tac_doubts *d, const tac_simulation *s)
{
    tac_doubt worst = TAC_MEASURES;
    double most = 1.0;
    for (int i = 0; i < TAC_MEASURES; i++) {
        double share = d->worst[i].value / tac_doubt_limit(s->method, &s->options, (tac_doubt)i);
        worst = share > most ? (tac_doubt)i : worst;
        most = share > most ? share : most;
    }
    return worst;
}

// Who does what, and what to do.
static void describe_worst(const tac_doubts *d, const tac_simulation *s, char *out, size_t size)
{
    tac_doubt which = tac_doubts_worst(d, s);
    const wording *w = &words_of(s->method)[which];
    double limit = tac_doubt_limit(s->method, &s->options, which), value = d->worst[which].value;
    char remedy[160];
    if (w->remedy) {
        snprintf(remedy, sizeof remedy, "%s", w->remedy);
    } else {
        double share = w->square ? sqrt(limit / value) : limit / value;
        snprintf(remedy, sizeof remedy, "take a step of %.3g s or less",
                 tac_number_below(s->options.dt * share, 3));
    }
    snprintf(out, size, "body '%s' %s %.3g%s in the step at t = %.6g s, more than %.3g%s; %s",
             TAC_SHOWN(s->file->body_name[d->worst[which].body]), w->does, value, w->unit,
             (double)d->step[which] * s->options.dt, limit, w->unit, remedy);
}

static void describe_jump(const tac_doubts *d, const tac_simulation *s, char *out, size_t size)
{
    bool turns = jumped(d, s) == 1;
    const tac_jump *jump = &d->balance.jump[turns];
    snprintf(
        out, size,
        "results are in doubt: the drive of joint '%s' jumps by %.3g %s in the step at t = %.6g "
        "s, and what moves then goes as fast as the step is short; let it get there in time, "
        "by a ramp or a table",
        TAC_SHOWN(s->file->joint_name[jump->joint]), jump->by, turns ? "rad" : "m",
        (double)jump->step * s->options.dt);
}

// What the rule counts, or that there is nothing to be counted.
static const char *against_what(const tac_energy_law *law)
{
    bool stays = law->rule == TAC_ENERGY_STAYS;
    if (law->works) {
        return !stays       ? "beside what loads, actuators and drives put in"
               : law->damps ? "beside what loads, actuators and drives put in and dampers take"
                            : "beside what loads, actuators and drives put in, and nothing damps";
    }
    if (stays && law->damps) {
        return "beside what dampers take, and nothing drives or pushes";
    }
    return stays ? "and nothing drives, pushes or damps" : "and nothing drives or pushes";
}

static void describe_balance(const tac_doubts *d, const tac_simulation *s, char *out, size_t size)
{
    double share = tac_unbalanced(&d->balance, &s->energy);
    snprintf(
        out, size,
        "results are in doubt, all %" PRId64 " steps together: the energy %s by %.3g J, %.2g %% "
        "of the largest kinetic energy, %s; take a smaller step, more iterations or "
        "a higher order",
        d->made, share > 0.0 ? "grows" : "falls", share > 0.0 ? d->balance.gained : d->balance.lost,
        100.0 * fabs(share), against_what(&s->energy));
}

static void describe_loosest(const tac_doubts *d, const tac_simulation *s, char *out, size_t size)
{
    tac_loosest least = too_loose(d, s);
    bool absolute = s->options.alpha > 0.0;
    double given = absolute ? s->options.alpha : s->options.penalty;
    double good = 1e7, limit = tac_least_penalty(&s->options);
    snprintf(out, size,
             "results are in doubt, all %" PRId64
             " steps together: the penalty of joint '%s' is %.3g, too small for its reactions, "
             "below %g; take '%s' of %.3g or more",
             d->made, TAC_SHOWN(s->file->joint_name[least.joint]), least.penalty, limit,
             absolute ? "alpha" : "penalty", given * (good / least.penalty));
}

void tac_doubts_describe(const tac_doubts *d, const tac_simulation *s, char *out, size_t size)
{
    char source[96];
    double frequency = unseen(d, s, source, sizeof source);
    out[0] = '\0';
    if (frequency > 0.0) {
        snprintf(out, size,
                 "results are in doubt, all %" PRId64
                 " steps together: %s has %.6g Hz, and steps of "
                 "%.6g s see less than two points of a period; take a step of %.3g s or less",
                 d->made, source, frequency, s->options.dt, tac_number_below(0.1 / frequency, 3));
    } else if (jumped(d, s) >= 0) {
        describe_jump(d, s, out, size);
    } else if (isfinite(too_loose(d, s).penalty)) {
        describe_loosest(d, s, out, size);
    } else if (d->steps > 0) {
        int n =
            snprintf(out, size,
                     "results are in doubt, %" PRId64 " of %" PRId64 " steps: ", d->steps, d->made);
        describe_worst(d, s, out + n, size - (size_t)n);
    } else if (is_unsettled(d, s)) {
        const tac_worst *worst = &d->worst[TAC_LAST_TURN];
        snprintf(
            out, size,
            "results are in doubt, all %" PRId64 " steps together: %s turn bodies, most of them "
            "'%s', by %.3g rad in the mean, more than %.3g rad; %s",
            d->made,
            s->method == &tac_canonical ? "last position iterations" : "last Newton increments",
            TAC_SHOWN(s->file->body_name[worst->body]), mean_turn(d), most_mean_turn(s),
            s->method == &tac_canonical ? "take a smaller step or more iterations" : to_converge);
    } else if (tac_doubts_any(d, s)) {
        describe_balance(d, s, out, size);
    }
}

void tac_doubts_warn(const tac_doubts *d, const tac_simulation *s, FILE *out)
{
    char why[TAC_DOUBT_TEXT];
    tac_doubts_describe(d, s, why, sizeof why);
    if (*why) {
        fprintf(out, "tactus: %s: %s\n", TAC_SHOWN(s->path), why);
    }
}

#include "doubts.h"

#include <inttypes.h>
#include <math.h>

#include "doubt.h"
#include "format/number.h"
#include "gaps.h"
#include "kinks.h"
#include "methods.h"
#include "printable.h"

bool tac_doubts_add(tac_doubts *d, const tac_simulation *s)
{
    bool doubtful = tac_in_doubt(s->method, &s->options, &s->report, d->by);
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

// ---- the table ----------------------------------------------------------------------------------

typedef enum span { WHOLE_RUN, ONE_STEP, SOME_STEPS } span;

// What a line of the table has found in a run.
typedef struct finding {
    double share;       // of what it may be: in doubt above 1
    double step;        // s, the longest step that would do
    const char *remedy; // NULL: that of the line
    char said[320];     // who does what
    char text[96];      // of a remedy with a number
} finding;

typedef struct line line;

// Writes the share, and what is said where it is above 1.
typedef void find_in_run(const tac_doubts *d, const tac_simulation *s, const line *l, finding *f);

struct line {
    find_in_run *find;
    tac_limit_name limit;
    unsigned closes; // of methods that close joints so: bits 1 << tac_closing
    bool stands_in;  // for the error of the motion, where that is not measured
    span span;
    const char *remedy; // NULL: a shorter step
};

static find_in_run find_unseen, find_peak, find_jump, find_loose, find_step, find_mean,
    find_unbalanced;

enum {
    NEWTON = 1 << TAC_CLOSES_BY_NEWTON,
    POSITION = 1 << TAC_CLOSES_BY_POSITION,
    ONCE = 1 << TAC_CLOSES_ONCE,
    ALL = (1 << TAC_CLOSINGS) - 1
};

// In the order in which they are said: a line that is above its limit explains those below.
static const line lines[] = {
    {find_unseen, TAC_LIMIT_UNSEEN, ALL, false, WHOLE_RUN, NULL},
    {find_peak, TAC_LIMIT_UNSEEN_PEAK, ALL, false, WHOLE_RUN, NULL},
    {find_jump, TAC_LIMIT_WHOLE, ALL, false, ONE_STEP,
     "let it get there in time, by a ramp or a table"},
    {find_loose, TAC_LIMIT_PENALTY, NEWTON | POSITION | ONCE, false, WHOLE_RUN, ""},
    {find_step, TAC_LIMIT_WHOLE, ALL, false, SOME_STEPS, NULL}, // the table of doubt.c
    {find_mean, TAC_LIMIT_MEAN_TURN, NEWTON, false, WHOLE_RUN,
     "take a smaller step, more iterations or tangent 'full'"},
    {find_mean, TAC_LIMIT_MEAN_TURN_BY_POSITION, POSITION, false, WHOLE_RUN,
     "take a smaller step or more iterations"},
    {find_unbalanced, TAC_LIMIT_BALANCE, ALL, true, WHOLE_RUN,
     "take a smaller step, more iterations or a higher order"},
};

static const line *find_doubt(const tac_doubts *d, const tac_simulation *s, finding *f)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines && d->made > 0; i++) {
        *f = (finding){.share = 0.0};
        bool judged = !lines[i].stands_in || d->by == TAC_BY_STEPS;
        if (judged && (lines[i].closes >> s->method->takes->closes & 1)) {
            lines[i].find(d, s, &lines[i], f);
        }
        if (f->share > 1.0) {
            return &lines[i];
        }
    }
    return NULL;
}

// ---- sources ------------------------------------------------------------------------------------

// The frequency of a source that steps do not see.
static void find_unseen(const tac_doubts *d, const tac_simulation *s, const line *l, finding *f)
{
    char name[96];
    double dt = s->options.dt, end = dt * (double)*s->state.step;
    double frequency = tac_unseen_source(s->file, dt, end, name, sizeof name);
    if (frequency > 0.0) {
        f->share = HUGE_VAL;
        f->step = 0.1 / frequency;
        snprintf(f->said, sizeof f->said,
                 "%s has %.6g Hz, and steps of %.6g s see less than two points of a period", name,
                 frequency, dt);
    }
    (void)d;
    (void)l;
}

// The peak of a table that lies between instants at which it is read.
static void find_peak(const tac_doubts *d, const tac_simulation *s, const line *l, finding *f)
{
    double dt = s->options.dt, end = dt * (double)*s->state.step;
    tac_gap_of_table gap = tac_find_table_gap(s->file, s->method, dt, end);
    f->share = gap.share / tac_limit_value(l->limit);
    f->step = 0.25 * gap.width;
    if (f->share > 1.0) {
        snprintf(f->said, sizeof f->said,
                 "the table of source '%s' has a peak of %.3g s, %.0f %% of its range, between the "
                 "instants that steps of %.6g s and halves of them see",
                 TAC_SHOWN(s->file->source_name[gap.source]), gap.width, 100.0 * gap.share, dt);
    }
    (void)d;
}

// A drive that has jumped by more than a step may be open, in a small model by an angle of its
// length.
static void find_jump(const tac_doubts *d, const tac_simulation *s, const line *l, finding *f)
{
    double angle = s->options.doubt_angle;
    double length = fmin(s->options.doubt_length, angle * tac_model_length(s->model));
    bool turns = d->balance.jump[1].by > angle;
    const tac_jump *jump = &d->balance.jump[turns];
    f->share = jump->by / (tac_limit_value(l->limit) * (turns ? angle : length));
    if (f->share > 1.0) {
        snprintf(f->said, sizeof f->said,
                 "the drive of joint '%s' jumps by %.3g %s in the step at t = %.6g s, and what "
                 "moves then goes as fast as the step is short",
                 TAC_SHOWN(s->file->joint_name[jump->joint]), jump->by, turns ? "rad" : "m",
                 (double)jump->step * s->options.dt);
    }
}

// ---- joints -------------------------------------------------------------------------------------

// The joint that the penalty holds too loosely.
static void find_loose(const tac_doubts *d, const tac_simulation *s, const line *l, finding *f)
{
    tac_loosest least = tac_find_loosest(s->model, &s->options);
    bool absolute = s->options.alpha > 0.0;
    double given = absolute ? s->options.alpha : s->options.penalty;
    double good = 1e7, limit = tac_least_penalty(&s->options);
    f->share = limit / least.penalty;
    if (f->share > 1.0) {
        snprintf(f->said, sizeof f->said,
                 "the penalty of joint '%s' is %.3g, too small for its reactions, below %g",
                 TAC_SHOWN(s->file->joint_name[least.joint]), least.penalty, limit);
        snprintf(f->text, sizeof f->text, "take '%s' of %.3g or more",
                 absolute ? "alpha" : "penalty", given * (good / least.penalty));
        f->remedy = f->text;
    }
    (void)d;
    (void)l;
}

tac_doubt tac_doubts_worst(const tac_doubts *d, const tac_simulation *s)
{
    tac_doubt worst = TAC_MEASURES;
    double most = 1.0;
    for (int i = 0; i < TAC_MEASURES; i++) {
        double share =
            d->worst[i].value / tac_doubt_limit(s->method, &s->options, (tac_doubt)i, d->by);
        worst = share > most ? (tac_doubt)i : worst;
        most = share > most ? share : most;
    }
    return worst;
}

// The measure of single steps that is farthest above its limit: which body does what.
static void find_step(const tac_doubts *d, const tac_simulation *s, const line *l, finding *f)
{
    tac_doubt which = tac_doubts_worst(d, s);
    if (which == TAC_MEASURES) {
        return;
    }
    const tac_doubt_row *row = tac_find_doubt_row(s->method, &s->options, which);
    double limit = tac_doubt_limit(s->method, &s->options, which, d->by),
           value = d->worst[which].value;
    f->share = value / limit;
    f->step = s->options.dt * (row->square ? sqrt(limit / value) : limit / value);
    f->remedy = !row->remedy ? s->method->takes->remedy : *row->remedy ? row->remedy : NULL;
    snprintf(f->said, sizeof f->said,
             "body '%s' %s %.3g%s in the step at t = %.6g s, more than %.3g%s",
             TAC_SHOWN(s->file->body_name[d->worst[which].body]), row->does, value, row->unit,
             (double)d->step[which] * s->options.dt, limit, row->unit);
    (void)l;
}

// Iterations that are cut off in the same way in every turn of a wheel.
static void find_mean(const tac_doubts *d, const tac_simulation *s, const line *l, finding *f)
{
    double mean = d->turned / (double)d->made;
    double limit = tac_limit_value(l->limit) * s->options.doubt_angle;
    bool newton = s->method->takes->closes == TAC_CLOSES_BY_NEWTON;
    const tac_worst *worst = &d->worst[TAC_LAST_TURN];
    if ((double)d->made >= tac_limit_value(TAC_LIMIT_STEPS_OF_MEAN) && mean > limit) {
        f->share = mean / limit;
        snprintf(f->said, sizeof f->said,
                 "%s turn bodies, most of them '%s', by %.3g rad in the mean, more than %.3g rad",
                 newton ? "last Newton increments" : "last position iterations",
                 TAC_SHOWN(s->file->body_name[worst->body]), mean, limit);
    }
}

// ---- energy -------------------------------------------------------------------------------------

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

static void find_unbalanced(const tac_doubts *d, const tac_simulation *s, const line *l, finding *f)
{
    double share = tac_unbalanced(&d->balance, &s->energy);
    f->share = fabs(share) / tac_limit_value(l->limit);
    if (f->share > 1.0) {
        snprintf(f->said, sizeof f->said,
                 "the energy %s by %.3g J, %.2g %% of the largest kinetic energy, %s",
                 share > 0.0 ? "grows" : "falls", share > 0.0 ? d->balance.gained : d->balance.lost,
                 100.0 * fabs(share), against_what(&s->energy));
    }
}

// ---- in words -----------------------------------------------------------------------------------

bool tac_doubts_any(const tac_doubts *d, const tac_simulation *s)
{
    finding f;
    return find_doubt(d, s, &f) != NULL;
}

static const char *remedy_of(const line *l, const finding *f, char shorter[64])
{
    snprintf(shorter, 64, "take a step of %.3g s or less", tac_number_below(f->step, 3));
    const char *remedy = f->remedy ? f->remedy : l->remedy;
    return remedy ? remedy : shorter;
}

void tac_doubts_cause(const tac_doubts *d, const tac_simulation *s, char *out, size_t size)
{
    finding f;
    char shorter[64];
    tac_doubts all = *d;
    all.by = TAC_BY_STEPS;
    const line *l = find_doubt(&all, s, &f);
    out[0] = '\0';
    if (l) {
        snprintf(out, size, "%s; %s", f.said, remedy_of(l, &f, shorter));
    }
}

void tac_doubts_describe(const tac_doubts *d, const tac_simulation *s, char *out, size_t size)
{
    finding f;
    char steps[80] = "", shorter[64];
    const line *l = find_doubt(d, s, &f);
    out[0] = '\0';
    if (!l) {
        return;
    }
    if (l->span == WHOLE_RUN) {
        snprintf(steps, sizeof steps, ", all %" PRId64 " steps together", d->made);
    } else if (l->span == SOME_STEPS) {
        snprintf(steps, sizeof steps, ", %" PRId64 " of %" PRId64 " steps", d->steps, d->made);
    }
    bool reactions = l->find == find_loose && d->by == TAC_BY_ERROR;
    snprintf(out, size, "%s are in doubt%s: %s; %s", reactions ? "reactions" : "results", steps,
             f.said, remedy_of(l, &f, shorter));
}

void tac_doubts_warn(const tac_doubts *d, const tac_simulation *s, FILE *out)
{
    char why[TAC_DOUBT_TEXT];
    tac_doubts_describe(d, s, why, sizeof why);
    if (*why) {
        fprintf(out, "tactus: %s: %s\n", TAC_SHOWN(s->path), why);
    }
}

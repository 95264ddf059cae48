#include "summary.h"

#include <math.h>

#include "contacts.h"
#include "corners_text.h"
#include "describe.h"
#include "methods.h"
#include "printable.h"

#define NOTHING 1e-20
#define UNKNOWN 1e-5 // of what the energy went up and down by: no better is the work between steps known

static double energy(const tac_report *r)
{
    return r->kinetic + r->potential;
}

static void raise(tac_peak *peak, double value, double t)
{
    if (value > peak->value) {
        *peak = (tac_peak){value, t};
    }
}

static void raise_all(tac_summary *m, const tac_simulation *s)
{
    const tac_report *r = &s->report;
    double t = tac_simulation_time(s);
    raise(&m->position, r->position, t);
    raise(&m->velocity, r->velocity, t);
    raise(&m->acceleration, r->acceleration, t);
    raise(&m->increment, r->increment, t);
    raise(&m->drift, fabs(energy(r) - energy(&m->first)), t);
}

void tac_summary_begin(tac_summary *m, const tac_simulation *s)
{
    *m = (tac_summary){.first = s->report, .last = s->report};
    raise_all(m, s);
    m->lock = tac_find_lock(s->work, &s->state);
    m->increment = (tac_peak){0}; // the start's corrections are reported on their own
}

void tac_summary_add(tac_summary *m, const tac_simulation *s)
{
    m->steps++;
    m->last = s->report;
    raise_all(m, s);
    if (s->report.uncombined) {
        m->uncombined++;
        m->uncombined_by = s->report.uncombined_by;
    }
    (void)tac_doubts_add(&m->doubts, s);
}

void tac_print_uncombined(FILE *out, const tac_simulation *s, int64_t uncombined, int64_t steps,
                          int by)
{
    if (uncombined == 0) {
        return;
    }
    fprintf(out, "order         2, not %d, in %lld of %lld steps, in which ", s->options.order,
            (long long)uncombined, (long long)steps);
    if (by == TAC_NONE) {
        fputs("a link or a friction", out);
    } else {
        fprintf(out, "'%s'", TAC_SHOWN(tac_element_name(s->file, by)));
    }
    fputs(" turns or is stiffer than they resolve; a smaller step has it\n", out);
}

// What a method that is not for real time integrated.
static void print_offline(const tac_simulation *s, FILE *out)
{
    static const char *const projections[] = {"nothing", "positions", "velocities", "both"};
    const tac_offline_options *o = &s->options.offline;
    bool momenta = tac_method_takes(s->method, TAC_KEY_IMPULSES);
    fprintf(out, "method        %s, on %s; projected: %s%s%s\n", s->method->name,
            o->coordinates == TAC_ON_JOINTS ? "joints" : "bodies", projections[o->projections],
            !momenta                           ? ""
            : o->impulses == TAC_IMPULSES_KEPT ? "; impulses kept"
                                               : "; impulses reset",
            o->reactions == TAC_REACTIONS_IMPULSES ? "; reactions from impulses" : "");
}

static void print_rule(const tac_simulation *s, FILE *out)
{
    static const char *const corrections[TAC_CORRECTIONS] = {"positions and velocities",
                                                             "positions", "velocities", "nothing"};
    const char *rule = s->method->takes->rule;
    fprintf(out, "%s%s", rule ? " by " : "", rule ? rule : "");
    if (tac_method_takes(s->method, TAC_KEY_ITERATIONS)) {
        fprintf(out, ", %d iterations each", s->options.iterations);
    }
    if (tac_method_takes(s->method, TAC_KEY_CORRECTIONS)) {
        fprintf(out, ", corrected: %s", corrections[s->options.corrections]);
    }
    fputc('\n', out);
    if (tac_method_takes(s->method, TAC_KEY_COORDINATES)) {
        print_offline(s, out);
    }
}

static void print_speed(const tac_summary *m, const tac_simulation *s, const tac_wall_time *t,
                        FILE *out)
{
    double simulated = (double)m->steps * s->options.dt,
           stepping = t->whole - t->output - t->waited;
    fprintf(out, "simulated     %.9g s in %lld steps of %.6g s", simulated, (long long)m->steps,
            s->options.dt);
    print_rule(s, out);
    if (m->steps == 0 || !(stepping > 0.0)) {
        return;
    }
    fprintf(out, "wall time     %.3g s\n", t->whole);
    fprintf(out, "step time     %.3g us per step, %.4g times real time\n",
            1e6 * stepping / (double)m->steps, simulated / stepping);
    if (t->output > 0.0) {
        fprintf(out, "output time   %.3g us per step, %.3g %% of the wall time\n",
                1e6 * t->output / (double)m->steps, 100.0 * t->output / t->whole);
    }
}

// What rounding leaves where 0 is meant: of no model are these lengths, rates or energies of any meaning.
static double shown(double x)
{
    return fabs(x) < NOTHING ? 0.0 : x;
}

// The same beside something that is so large.
static double shown_beside(double x, double size)
{
    return fabs(x) <= 1e-16 * fabs(size) ? 0.0 : shown(x);
}

// What has no drives, loads and dampers keeps its energy: what it changes by is an error. Of others the change is
// theirs first of all.
static void print_energy(const tac_summary *m, const tac_simulation *s, FILE *out)
{
    const tac_energy_law *law = &s->energy;
    const tac_balance *b = &m->doubts.balance;
    double before = energy(&m->first), after = energy(&m->last);
    bool known = law->rule != TAC_ENERGY_FREE && b->begun;
    fprintf(out, "energy        %.9g J at start, %.9g J at end, ", shown_beside(before, after), shown_beside(after, before));
    if (!law->works && !law->damps) {
        fprintf(out, "change %.3g J, largest %.3g J at %.6g s\n", shown(after - before),
                shown(m->drift.value), m->drift.t);
        return;
    }
    fprintf(out, "change %.3g J", shown(after - before));
    if (law->works && known) {
        // the balance begins behind the first step, or a corner of a source: what changed up to there was work
        double work = b->work + b->first - before;
        fprintf(out, ", of which drives and loads did %.3g J%s",
                fabs(work) < UNKNOWN * m->drift.value ? 0.0 : shown(work),
                law->damps && law->linear ? ", less what dampers took" : "");
    } else if (law->works) {
        fputs(", by drives and loads among others", out);
    }
    if (law->damps && !law->works) {
        fputs(", taken by what damps", out);
    } else if (law->damps && known && !law->linear) {
        fputs("; what damps took the rest", out);
    }
    fputc('\n', out);
}

void tac_summary_print(const tac_summary *m, const tac_simulation *s, const tac_wall_time *t,
                       FILE *out)
{
    if (s->rig[0] != '\0') {
        fprintf(out, "rig           %s: its model %s, with its method, step and solver\n",
                TAC_SHOWN(s->rig), TAC_SHOWN(s->path));
    }
    tac_print_given(out, s->file);
    if (tac_start_corrected(&s->start)) {
        tac_print_start(out, s->file, &s->start);
    }
    tac_print_lock(out, s->file, &m->lock);
    tac_print_inertias(out, s->file);
    tac_print_corners(out, s, tac_simulation_time(s));
    print_speed(m, s, t, out);
    print_energy(m, s, out);
    fprintf(out,
            "residuals     position %.2g at %.6g s, velocity %.2g at %.6g s, acceleration %.2g at "
            "%.6g s\n",
            shown(m->position.value), m->position.t, shown(m->velocity.value), m->velocity.t,
            shown(m->acceleration.value), m->acceleration.t);
    if (tac_method_takes(s->method, TAC_KEY_CORRECTIONS)) {
        fprintf(out, "correction    largest %.2g at %.6g s\n", shown(m->increment.value),
                m->increment.t);
    } else if (tac_method_takes(s->method, TAC_KEY_ITERATIONS)) {
        fprintf(out, "newton        largest last increment %.2g at %.6g s\n",
                shown(m->increment.value), m->increment.t);
    }
    tac_print_uncombined(out, s, m->uncombined, m->steps, m->uncombined_by);
    tac_print_unresolved(out, s);
}

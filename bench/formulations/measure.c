#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "float_mode.h"

const char *const loop_name[N_LOOP] = {"M4", "M5", "M6"};
const char *const integrator_name[N_INTEGRATOR] = {"Dormand-Prince (ode45)", "Adams (ode113)",
                                                   "Bogacki-Shampine (ode23)"};
const double tolerance[N_TOLERANCE] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
const double mark[N_MARK] = {10.0, 20.0, 40.0, 80.0, 160.0};

static const char *const path[N_LOOP] = {"config/models/m4_closed_loop_4.yaml",
                                         "config/models/m5_closed_loop_8.yaml",
                                         "config/models/m6_double_loop_8.yaml"};
static const double horizon = 10.0;         // s
static const long most_calls = 1000 * 1000; // of a run that gets nowhere

static double processor_s(void) // of this thread
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// From where `out` stands to a time; false when it failed on the way.
static bool go_on(integrator *s, problem *p, double energy, double to, outcome *out)
{
    double *y;
    while (out->t < to && p->calls < most_calls) {
        double begin = processor_s();
        if (!integrator_step(s, &out->t, &y)) {
            return false;
        }
        out->seconds += processor_s() - begin;
        long calls = p->calls;
        tac_report r = problem_report(p, out->t, y);
        if (!isfinite(r.kinetic + r.position)) {
            return false;
        }
        out->calls = calls;
        out->steps++;
        out->energy = fmax(out->energy, fabs(r.kinetic + r.potential - energy));
        out->position = fmax(out->position, r.position);
        out->velocity = fmax(out->velocity, r.velocity);
        out->sigma = fmax(out->sigma, problem_largest_sigma(p));
    }
    return out->t >= to;
}

// n times, each of which has the largest values until then.
static bool integrate(int loop, bool momenta, tac_coordinate_set of, integrator_kind kind,
                      double tol, const double *until, int n, outcome *out)
{
    problem p;
    integrator *s = NULL;
    bool good = problem_open(&p, path[loop], momenta, of);
    if (good) {
        tac_report r = problem_report(&p, 0.0, p.y);
        s = integrator_open(kind, &p, tol, until[n - 1]);
        good = s != NULL;
        for (int k = 0; k < n && good; k++) {
            out[k] = k > 0 ? out[k - 1] : (outcome){.good = true};
            out[k].good = out[k].good && go_on(s, &p, r.kinetic + r.potential, until[k], &out[k]);
        }
    }
    if (s) {
        integrator_close(s);
    }
    problem_close(&p);
    return good;
}

bool measure_run(int loop, bool momenta, tac_coordinate_set of, integrator_kind kind, double tol,
                 outcome *out)
{
    return integrate(loop, momenta, of, kind, tol, &horizon, 1, out);
}

// ---- fixed steps ---------------------------------------------------------------------------------------

// A simulation of M4 by hdca; false with a line on stderr.
static bool open_fixed(tac_simulation *s, double dt, tac_impulses impulses, tac_reactions reactions)
{
    bool good = tac_simulation_read(s, path[0]);
    s->method = &tac_hdca;
    s->options.dt = dt;
    s->options.offline = (tac_offline_options){.impulses = impulses, .reactions = reactions};
    good = good && tac_simulation_prepare(s) && tac_simulation_start(s);
    if (!good) {
        fprintf(stderr, "%s\n", s->diag.text);
    }
    return good;
}

static bool compare_reactions(double dt, double *distance, double *late)
{
    tac_simulation a, b;
    bool open = open_fixed(&a, dt, TAC_IMPULSES_RESET, TAC_REACTIONS_INDEX1);
    bool good = open_fixed(&b, dt, TAC_IMPULSES_RESET, TAC_REACTIONS_IMPULSES) && open;
    int n_row = good ? tac_model_rows(a.model) : 0;
    double *before = calloc((size_t)n_row + 1, sizeof *before);
    *distance = *late = 0.0;
    for (long i = 0; before && good && i < lround(horizon / dt); i++) {
        memcpy(before, a.state.lambda, (size_t)n_row * sizeof *before);
        good = tac_simulation_step(&a).code == TAC_OK && tac_simulation_step(&b).code == TAC_OK;
        for (int k = 0; k < n_row; k++) {
            double mean = 0.5 * (before[k] + a.state.lambda[k]);
            *distance = fmax(*distance, fabs(b.state.lambda[k] - mean));
            *late = fmax(*late, fabs(b.state.lambda[k] - a.state.lambda[k]));
        }
    }
    free(before);
    tac_simulation_close(&a);
    tac_simulation_close(&b);
    return good;
}

static bool lose_energy(double dt, tac_impulses impulses, double *lost)
{
    tac_simulation s;
    bool good = open_fixed(&s, dt, impulses, TAC_REACTIONS_INDEX1);
    double before = s.report.kinetic + s.report.potential;
    *lost = 0.0;
    for (long i = 0; good && i < lround(10.0 * horizon / dt); i++) {
        good = tac_simulation_step(&s).code == TAC_OK;
        *lost = fmax(*lost, fabs(s.report.kinetic + s.report.potential - before));
    }
    tac_simulation_close(&s);
    return good;
}

static bool measure_fixed(comparison *c)
{
    static const double dt[N_STEP_SIZE] = {8e-3, 4e-3, 2e-3, 1e-3};
    bool good = true;
    for (int k = 0; k < N_STEP_SIZE && good; k++) {
        c->fixed[k].dt = dt[k];
        good = compare_reactions(dt[k], &c->fixed[k].distance, &c->fixed[k].late) &&
               lose_energy(dt[k], TAC_IMPULSES_KEPT, &c->fixed[k].kept) &&
               lose_energy(dt[k], TAC_IMPULSES_RESET, &c->fixed[k].reset);
    }
    return good;
}

// ---- everything ----------------------------------------------------------------------------------------

bool measure_all(comparison *c)
{
    unsigned mode = tac_set_float_mode();
    bool good = true;
    for (int form = 0; form < N_FORM && good; form++) {
        for (int set = 0; set < N_SET && good; set++) {
            tac_coordinate_set of = set ? TAC_ON_JOINTS : TAC_ON_BODIES;
            for (int i = 0; i < N_LOOP * N_INTEGRATOR * N_TOLERANCE && good; i++) {
                int tol = i % N_TOLERANCE, kind = i / N_TOLERANCE % N_INTEGRATOR;
                int loop = i / N_TOLERANCE / N_INTEGRATOR;
                good = measure_run(loop, form == HDCA, of, (integrator_kind)kind, tolerance[tol],
                                   &c->run[loop][kind][tol][set][form]);
            }
            good = good && integrate(0, form == HDCA, of, DORMAND_PRINCE_45, 1e-6, mark, N_MARK,
                                     c->growth[set][form]);
        }
    }
    good = good && measure_fixed(c);
    tac_restore_float_mode(mode);
    return good;
}

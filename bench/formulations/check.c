#include "check.h"

#include <stdio.h>

#include "float_mode.h"

static const double velocity_fits = 1e-12; // m/s, rad/s: of HDCA, always
static const double better = 5.0;  // position and energy of DCA over HDCA, 1e-6, Dormand-Prince
static const double dearer = 1.05; // calls of DCA over HDCA, 1e-9, Adams

static bool above(const char *what, int loop, double value, double bound)
{
    bool good = value >= bound;
    printf("%-48s %s %8.3g, at least %g%s\n", what, loop_name[loop], value, bound,
           good ? "" : ": MISSED");
    return good;
}

static bool pair(int loop, integrator_kind kind, double tol, outcome of[N_FORM])
{
    return measure_run(loop, true, TAC_ON_BODIES, kind, tol, &of[HDCA]) &&
           measure_run(loop, false, TAC_ON_BODIES, kind, tol, &of[DCA]) && of[HDCA].good &&
           of[DCA].good;
}

static bool check_ratios(int loop)
{
    outcome of[N_FORM];
    if (!pair(loop, DORMAND_PRINCE_45, 1e-6, of)) {
        return false;
    }
    bool good =
        above("position error, DCA over HDCA", loop, of[DCA].position / of[HDCA].position, better);
    good &= above("energy error, DCA over HDCA", loop, of[DCA].energy / of[HDCA].energy, better);
    if (!pair(loop, ADAMS, 1e-9, of)) {
        return false;
    }
    return above("calls, DCA over HDCA", loop, (double)of[DCA].calls / (double)of[HDCA].calls,
                 dearer) &&
           good;
}

static bool check_velocities(int loop)
{
    double most = 0.0;
    for (int i = 0; i < N_INTEGRATOR * N_TOLERANCE; i++) {
        outcome of;
        if (!measure_run(loop, true, TAC_ON_BODIES, (integrator_kind)(i / N_TOLERANCE),
                         tolerance[i % N_TOLERANCE], &of) ||
            !of.good) {
            printf("%s: %s fails at %g\n", loop_name[loop], integrator_name[i / N_TOLERANCE],
                   tolerance[i % N_TOLERANCE]);
            return false;
        }
        most = fmax(most, of.velocity);
    }
    return above("1e-12 over the velocity residual of HDCA", loop, velocity_fits / most, 1.0);
}

bool check_bounds(void)
{
    unsigned mode = tac_set_float_mode();
    bool good = true;
    for (int loop = 0; loop < N_LOOP; loop++) {
        good &= check_velocities(loop);
        good &= check_ratios(loop);
    }
    tac_restore_float_mode(mode);
    return good;
}

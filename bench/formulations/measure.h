// Runs of the comparison: what one integration leaves of the constraints and of the energy, and what it costs.
#ifndef FORMULATIONS_MEASURE_H
#define FORMULATIONS_MEASURE_H

#include "integrator.h"

enum { N_LOOP = 3, N_FORM = 2, N_SET = 2, N_TOLERANCE = 7, N_MARK = 5, N_STEP_SIZE = 4 };

extern const char *const loop_name[N_LOOP];             // M4, M5, M6
extern const char *const integrator_name[N_INTEGRATOR]; // beside the paper's name
extern const double tolerance[N_TOLERANCE];             // 1e-3 ... 1e-9
extern const double mark[N_MARK];                       // s, of long runs

enum { HDCA, DCA };

// Largest values so far at the integrator's own steps.
typedef struct outcome {
    bool good; // reached the end
    double t;  // s, reached
    long calls, steps;
    double seconds; // of integration, measurements apart
    double energy, position, velocity, sigma;
} outcome;

// [loop][integrator][tolerance][set of coordinates][formulation], 10 s each.
typedef struct comparison {
    outcome run[N_LOOP][N_INTEGRATOR][N_TOLERANCE][N_SET][N_FORM];
    outcome growth[N_SET][N_FORM][N_MARK]; // M4 at 1e-6 with Dormand-Prince, until each mark
    struct {
        double dt; // s
        double
            distance; // N: impulses over the step from the mean of both ends' index-1 reactions, largest
        double late; // N: the same from the reaction at the step's end
        double kept,
            reset; // J: energy lost in 100 s with impulses kept, and set to zero after every step
    } fixed[N_STEP_SIZE]; // M4, hdca, Runge-Kutta 4
} comparison;

// False, with a line on stderr, when a model cannot be read or SUNDIALS not set up.
bool measure_all(comparison *c);
bool measure_run(int loop, bool momenta, tac_coordinate_set of, integrator_kind kind, double tol,
                 outcome *out);

#endif

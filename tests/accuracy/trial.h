// One solver under test: model file, tree, model, state and work, stepped and watched.
#ifndef ACCURACY_TRIAL_H
#define ACCURACY_TRIAL_H

#include "given.h"
#include "solver.h"

typedef struct trial {
    const tac_method *method; // index-3 until it is changed, before trial_start
    tac_model_file *file;
    tac_options o;
    tac_tree *tree;
    tac_model *model;
    tac_state state;
    tac_work *work;
    void *block[4];    // memory of the last four
    tac_status status; // of the last step; TAC_OK while all went well
    tac_report report; // of the last step
    double cpu;        // s of processor time, of all steps

    // watched at every step
    double energy;                                      // J, total at the start
    double lost;                                        // J, largest change of the total energy
    double kinetic;                                     // J, largest kinetic energy
    double position, velocity, acceleration, increment; // largest residuals and increment
    int64_t doubtful;                                   // steps whose results are in doubt
} trial;

// Default options with this step size and order.
tac_options trial_options(double dt, int order);

// Reads <root>/config/models/<model>.yaml, maybe with parameters given; t->o are the file's options until they are changed.
// trial_start builds the solver and makes a consistent start. Both return 0 and print a line on
// stderr when they fail; close the trial all the same.
int trial_read(trial *t, const char *root, const char *model);
int trial_read_given(trial *t, const char *root, const char *model, const tac_given *given);
int trial_start(trial *t);
int trial_open(trial *t, const char *root, const char *model, const tac_options *o); // both
void trial_close(trial *t);

// Steps to the step nearest to a time; returns 0 when a step fails, t->status says why.
int trial_to(trial *t, double time);

double trial_time(const trial *t);
double trial_energy(const trial *t); // J, total at the last step

// Keeps the larger one; a NaN counts as infinite and stays.
void keep_worst(double *worst, double x);

#endif

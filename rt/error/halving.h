// How far a run is from the truth, by halving: the same model goes beside it with half the step and with
// twice the step, over the same description, and is compared with it at every step.
//
// Half the step tells how large the error is, twice the step with which power of the step it falls. What is kept are
// maxima, in bins of time; what they mean is in verdict.h. Bodies alone are compared: neither
// modes of flexible bodies, nor what moves inside of compiled sub-models, nor reactions.
//
// Two runs that see the same values of a source are wrong alike: what lies between these values is
// told by gaps.h.
#ifndef TAC_HALVING_H
#define TAC_HALVING_H

#include "simulation/simulation.h"

// What is compared of a body at an instant.
typedef struct tac_motion {
    vec3 r;    // centre of mass, world
    quat p;    // body to world
    vec3 v, w; // of the centre of mass, world; angular, body axes
} tac_motion;

void tac_motion_of(const tac_simulation *s, tac_motion *motion); // (n_body)

// Measures of a difference of two runs, the largest of all bodies.
typedef enum tac_gap_measure {
    TAC_GAP_PLACE, // m
    TAC_GAP_APART, // m, less the mean of all bodies: what moves them against each other
    TAC_GAP_ANGLE, // rad
    TAC_GAP_SPEED, // m/s
    TAC_GAP_SPIN,  // rad/s
    TAC_GAP_MEASURES,
    TAC_GAP_POSES = TAC_GAP_SPEED // the first ones are of poses
} tac_gap_measure;

typedef struct tac_gap {
    double value;
    int body;
    int64_t step; // of the run, when it ended
} tac_gap;

enum { TAC_ERROR_BINS = 256 };

// Who sees the run with half the step, at the end of each step of the run; on the thread that makes them.
typedef struct tac_half_watch {
    void (*see)(void *context, const tac_simulation *half); // NULL: nobody
    void *context;
} tac_half_watch;

typedef struct tac_halving {
    tac_simulation half, twice;
    double dt;         // s, of the run
    int64_t n_step;    // that the run is going to make
    int64_t step;      // made and compared so far
    bool half_stopped; // half.diag says why; nothing is compared any more
    bool twice_goes;   // from the start up to now
    int n_body;
    vec3 *low, *high; // of the centre of every body                              (n_body)
    double fastest_speed, fastest_spin; // of any body
    double extent; // m, of the mechanism: 0 of what is neither joined nor several
    tac_gap half_gap[TAC_GAP_MEASURES]; // to the run with half the step
    // Over time: that; at every other step, that once more and the one to the run with twice the step
    double half_bin[TAC_ERROR_BINS][TAC_GAP_POSES];
    tac_half_watch watch;
    double half_even[TAC_ERROR_BINS][TAC_GAP_POSES], twice_gap[TAC_ERROR_BINS][TAC_GAP_POSES];
} tac_halving;

// Prepares both runs for n_step steps of a simulation that is at its start. False, with the line in h->half.diag,
// where half the step cannot be run; to be closed in any case. The simulation's file has to
// outlive it.
bool tac_halving_open(tac_halving *h, const tac_simulation *s, int64_t n_step);

// After each step of the run: brings the others there and compares them. What comes after half_stopped is
// left out.
void tac_halving_add(tac_halving *h, const tac_motion *motion);
void tac_halving_close(tac_halving *h);

// Begins again with the state of the run, where that did: after what half the step could not get over, too.
void tac_halving_put(tac_halving *h, const tac_simulation *s);

// The bin of a step that was made, 1 .. n_step, and the last step of a bin.
int tac_halving_bin(const tac_halving *h, int64_t step);
int64_t tac_halving_bin_end(const tac_halving *h, int bin);

// Angle between two orientations, 0 .. pi, to all digits of small ones.
double tac_angle_between(quat a, quat b);

#endif

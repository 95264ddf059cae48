// The scaling study of [004] section 5 on this machine.
//
// Chains of 2 to 1024 links with the options of the paper: 10 ms steps for 10 s, three Newton
// iterations with a tangent each, mass-orthogonal projections of velocities and accelerations. The
// penalty is the default one: an absolute one of 1e9 is too small for 1024 links (docs/accuracy.md).
#ifndef BENCH_PAPER_H
#define BENCH_PAPER_H

#include <stdbool.h>

#include "diag.h"

// As many as the paper had cores. The wider study of the prediction is tactus tree's.
enum { TAC_PAPER_SIZES = 10, TAC_PAPER_WORKERS = 8 };

typedef struct tac_paper_row { // one chain
    int bodies;
    double us[TAC_PAPER_WORKERS + 1];        // shortest step with k workers, 0: not measured
    double predicted[TAC_PAPER_WORKERS + 1]; // speed-up by the cost model
    int pays;                                // workers that the plan takes of those there are
    double newton, velocity, acceleration;   // shares of a step of one worker
    double increment;  // norm of the last Newton increment, largest of all steps
    double default_us; // one worker, options as they are without the paper
} tac_paper_row;

typedef struct tac_paper {
    double dt;   // s
    int steps;   // of every run
    int workers; // measured up to this many
    int n;
    tac_paper_row row[TAC_PAPER_SIZES];
} tac_paper;

// Measures all chains with 1 to `workers` threads; quick: three chains and a tenth of the steps. Returns
// false with a line in diag when a chain cannot be built or, *diverged, cannot go on.
bool tac_paper_measure(tac_paper *result, int workers, bool quick, bool *diverged, tac_diag *diag);

#endif

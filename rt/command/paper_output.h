// Results of tactus bench paper: table, the paper's statements, CSV and drawing.
#ifndef TAC_BENCH_PAPER_OUTPUT_H
#define TAC_BENCH_PAPER_OUTPUT_H

#include "diag.h"
#include "exit.h"

// As many as the paper had cores. The wider study of the prediction is tactus tree's.
enum { TAC_PAPER_SIZES = 10, TAC_PAPER_WORKERS = 8 };

typedef struct tac_paper_row { // one chain
    int bodies;
    double us[TAC_PAPER_WORKERS + 1];        // shortest step with so many workers, 0: not measured
    double predicted[TAC_PAPER_WORKERS + 1]; // speed-up by the cost model
    int pays;                                // workers that the plan takes of those there are
    double newton, velocity, acceleration;   // shares of a step of one worker
    double increment;  // norm of the last Newton increment, largest of all steps
    double default_us; // one worker, options as they are without the paper
} tac_paper_row;

typedef struct tac_paper {
    double dt;   // s
    int steps;   // of every run
    int workers; // measured up to so many
    int n;
    tac_paper_row row[TAC_PAPER_SIZES];
} tac_paper;

// Files: NULL is not wanted; "-" is standard output, and then the table goes to standard error.
tac_exit tac_paper_write(const tac_paper *p, const char *csv, const char *svg, tac_diag *diag);

#endif

// The criterion of the IFToMM benchmark on its rows of four-bars.
#ifndef ACCURACY_CRITERION_H
#define ACCURACY_CRITERION_H

typedef struct score {
    double rms;   // of the criterion, infinite where the run failed
    double at_10; // |x - xref| at 10 s
    double last;  // largest |y - yref| at the end
    double lost;  // J, largest change of the total energy
    double cpu;   // s of processor time, of all steps
} score;

// A row of four-bars in steps of dt with an order of index-3, against its reference.
score criterion_score(const char *root, const char *model, double dt, int order);

#endif

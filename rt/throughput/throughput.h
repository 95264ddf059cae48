// Time per step of mechanisms of growing size, on one thread and on several.
//
// Cases are generated families (chains, ring, tree), the models that come with the program, and other
// model files. Each is stepped for a bounded time.
#ifndef TAC_THROUGHPUT_H
#define TAC_THROUGHPUT_H

#include <stdbool.h>

#include "diag.h"
#include "given.h"
#include "team/step_time.h"

enum { TAC_THROUGHPUT_MODELS = 64, TAC_THROUGHPUT_ROWS = 256 };

// What to measure.
typedef struct tac_throughput_plan {
    const char *wanted;                       // beginning of the names of cases; NULL: not given
    int bodies, workers, lanes, order;        // 0: not given
    tac_given given;                          // for models from files
    const char *method;                       // its word; NULL: not given
    bool quick;                               // few sizes, and each for a short time
    const char *model[TAC_THROUGHPUT_MODELS]; // paths of files                 (n_model)
    int n_model;
} tac_throughput_plan;

typedef struct tac_throughput_row {
    char name[64];
    const char *method; // its word
    int bodies, workers, lanes, order;
    int pays; // workers that the plan would use of those this machine has
    tac_bench_times us;
} tac_throughput_row;

typedef struct tac_throughput {
    tac_throughput_row row[TAC_THROUGHPUT_ROWS];
    int n;
    bool diverged; // a mechanism could not go on
} tac_throughput;

// Whether the name of any family or shipped model begins with what is wanted.
bool tac_throughput_knows(const char *wanted);

// Measures everything that the plan asks for. Returns false with a line in diag when a mechanism cannot be
// built or stepped; the rows so far stand.
bool tac_throughput_measure(tac_throughput *t, const tac_throughput_plan *plan, tac_diag *diag);

#endif

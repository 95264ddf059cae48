// Mechanisms that benchmarks step: generated families and the models that come with the program.
#ifndef TAC_BENCH_CASE_H
#define TAC_BENCH_CASE_H

#include <stdbool.h>

#include "families.h"
#include "simulation/simulation.h"

enum { TAC_BENCH_MODELS = 9 };
extern const char *const tac_bench_models[TAC_BENCH_MODELS]; // that come with the program

// What a case is stepped with, other than its model or family says.
typedef struct tac_case_options {
    const tac_method *method; // NULL: as it says
    int lanes, order;         // 0: as it says
    tac_given given;          // of a model from a file; of the others only its bounds count
} tac_case_options;

// Reads, prepares and starts a simulation of one of those models by its name, of a family with n
// bodies, or of a file by its path. Options of a model are its own; a family has steps of 1 ms. Return false
// with the line in s->diag. Like every simulation it has to be closed, failed or not.
bool tac_bench_open_model(tac_simulation *s, const char *name, const tac_case_options *o);
bool tac_bench_open_family(tac_simulation *s, const tac_family *f, int n,
                           const tac_case_options *o);
bool tac_bench_open_file(tac_simulation *s, const char *path, const tac_case_options *o);

#endif

// The mechanisms that are compared: their models, how long they run, what they are held against.
#ifndef PEERS_MECHANISM_H
#define PEERS_MECHANISM_H

#include "outline.h"
#include "simulation/simulation.h"
#include "throughput/families.h"

enum { WHY_SIZE = 256 };

typedef struct mechanism_case {
    const char *name;      // of a family of rt/throughput/families.h or of a model in config/models
    int bodies;            // of a family, 0: a model
    const char *reference; // file in tests/reference, NULL: Simbody at 1e-10
    double horizon, grid;  // s; compared at multiples of the grid up to the horizon
    int quick; // 0: not part of the short run; steps in an interval of the grid that show orders
} mechanism_case;

extern const mechanism_case mechanism_cases[];
extern const int n_mechanism_cases;

typedef struct mechanism {
    const mechanism_case *of;
    char label[64], path[256], text[TAC_FAMILY_SIZE];
    tac_file_source source; // of a family
    outline outline;
} mechanism;

// Reads the model and makes its outline at the consistent start; 0 and a line in why when it fails.
// Close it all the same.
int mechanism_open(mechanism *m, const mechanism_case *c, char why[WHY_SIZE]);
void mechanism_close(mechanism *m);

// A simulation of it, ready to step; 0 and a line in why. Close it all the same.
int mechanism_simulate(const mechanism *m, double dt, const char *method, int order,
                       tac_corrections corrections, tac_simulation *s, char why[WHY_SIZE]);

// Outline of a description in a state; 0 and a line in why when peers lack something it has.
int outline_make(outline *o, const tac_desc *d, const tac_state *s, char why[WHY_SIZE]);
void outline_free(outline *o);

#endif

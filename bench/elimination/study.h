// Everything the page of the elimination study says, measured once.
#ifndef ELIMINATION_STUDY_H
#define ELIMINATION_STUDY_H

#include "numeric.h"

enum { N_STRUCTURE = 12, N_SIZE = 4, N_MODE = 5, N_RING = 3, N_DIVISION = 4 };

typedef struct mechanism_case {
    bool ring;
    int n, n_part;
} mechanism_case;

extern const mechanism_case structure_case[N_STRUCTURE];
extern const int study_size[N_SIZE]; // bodies
extern const int study_mode[N_MODE]; // modes of a body
extern const int study_ring[N_RING]; // bodies of rings whose condition is measured
extern const char *const division_name[N_DIVISION];

typedef struct structure { // of blocks of nine rows
    int band, height;
    double fill, operations, path; // blocks, operations
    double
        together; // operations in sequence over time on ten processors, leaves of ten modes included
} structure;

typedef struct study {
    structure structure[N_STRUCTURE][N_ORDER];
    bool applies[N_STRUCTURE][N_ORDER];
    numeric numeric[2][N_SIZE][N_MODE][N_ORDER]; // chain, ring; not AS_PAPER
    numeric divided[N_SIZE][N_MODE];             // ring, its first body in n/2 parts, AS_PAPER
    double condition[N_RING][N_DIVISION][2];     // as it is, scaled
} study;

// Parts of the first body of a ring of n that bring the band down to four.
int study_parts(int n);

bool study_measure(study *s, int repeats);

#endif

// Mechanisms of any size for benchmarks: chains, rings, trees as model files made on the spot.
#ifndef TAC_FAMILIES_H
#define TAC_FAMILIES_H

#include "file_source.h"

typedef struct tac_family {
    const char *name, *text; // %d: number of bodies
    int least, most;         // bodies that are worth a measurement
} tac_family;

enum { TAC_FAMILIES = 4, TAC_FAMILY_SIZE = 2048 };
extern const tac_family tac_families[TAC_FAMILIES];

const tac_family *tac_family_find(const char *name); // NULL: there is none

// The size after n: about twice as many bodies, as they fill a chain, a ring or a tree.
int tac_family_next(const tac_family *f, int n);

// Writes the model file with n bodies; a reader finds it through the source, which points to text.
tac_file_source tac_family_write(const tac_family *f, int n, char text[TAC_FAMILY_SIZE]);

#endif

// Links of a metre on balls, by turns `up` and `down` from the x axis, that fall; the heavy ones are many times as heavy.
#ifndef TAC_TEST_HEAVY_CHAIN_H
#define TAC_TEST_HEAVY_CHAIN_H

#include "mechanism.h"

typedef struct heavy_chain {
    int n;
    int every;       // every so many links one is heavy; n: the last alone
    double up, down; // rad
    double heavy;    // kg; the others have 1 kg
    double inertia;  // m^2, times the mass of a link
    double speed;    // of all links along x at the start, m/s
} heavy_chain;

// Added to the mechanism; the first link.
int add_heavy_chain(mechanism *m, const heavy_chain *c);

#endif

// How many lanes the processor computes side by side.
#ifndef TAC_LANES_H
#define TAC_LANES_H

int tac_widest_lanes(void); // 8 with AVX-512, 4 with AVX2, else 1

// What suits a mechanism: the widest of which its bodies fill more than the next width has.
int tac_suitable_lanes(int n_body);

#endif

// Vector lanes: how many there can be, and how many the processor computes side by side.
#ifndef TAC_LANES_H
#define TAC_LANES_H

enum { TAC_MAX_LANES = 8, TAC_WIDTHS = 3 };
extern const int tac_widths[TAC_WIDTHS]; // numbers of lanes there are: 1, 4, 8

int tac_widest_lanes(void); // 8 with AVX-512, 4 with AVX2, else 1

#endif

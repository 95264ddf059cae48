// Doubles as text, and back.
//
// Text files of results shall lose nothing and stay readable: a number gets the fewest of 15, 16
// or 17 significant digits that read back to the same bits. The decimal point is a full stop in
// every locale; not-a-number and the infinities are spelled nan, inf and -inf.
#ifndef TAC_NUMBER_H
#define TAC_NUMBER_H

#define TAC_NUMBER_SIZE 40 // characters that hold any number with its terminator

// Writes x and a terminator; returns the length.
//   cost     whole numbers below 1e15 a few ns, others up to three conversions and checks
int tac_number_print(double x, char out[TAC_NUMBER_SIZE]);

// Reads a finite number that fills the whole text; returns 0 and leaves x alone when it is none.
int tac_number_parse(const char *text, double *x);

// The largest number of so many significant digits that is not above x, a positive one: for bounds that are printed
// with %.*g and shall hold as printed.
double tac_number_below(double x, int digits);

#endif

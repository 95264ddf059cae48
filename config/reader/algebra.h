// Arithmetic and functions of the expressions in ${...}, on numbers and 3-vectors.
//
// Every function writes its result and returns NULL, or returns what is wrong as a constant text.
#ifndef TAC_ALGEBRA_H
#define TAC_ALGEBRA_H

#include <stddef.h>

#include "units.h"

typedef struct tac_value {
    int n; // 1 number, 3 vector
    double x[3];
    // What it was given in, which says what it measures; NULL: not known, as of products
    const tac_unit *unit;
} tac_value;

// That of a number which is written in an expression: a sum with it measures what the other does.
extern const tac_unit tac_written_number;

const char *tac_add(tac_value a, double sign, tac_value b, tac_value *sum); // a + sign b
const char *tac_multiply(tac_value a, tac_value b, tac_value *product);
const char *tac_divide(tac_value a, tac_value b, tac_value *quotient);
const char *tac_power(tac_value a, tac_value b, tac_value *power); // b whole, up to 1024

// A function of the language.
typedef struct tac_function {
    const char *name;
    int n_argument; // 0: one or more, combined from the left
    int argument;   // 1 numbers, 3 vectors
    const char *(*call)(tac_value a, tac_value b, tac_value *result); // b unused with one argument
} tac_function;

const tac_function *tac_function_find(const char *name, size_t length);

#endif

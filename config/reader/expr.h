// Expressions inside ${...}: numbers and 3-vectors, evaluated while reading.
//
//   sum      product (+|- product)*
//   product  sign (*|/ sign)*
//   sign     (+|-) sign | power
//   power    part (^ sign)?                   integer exponent; -2^2 is -4
//   part     atom (.x|.y|.z)*
//   atom     number | name | function(sum, ...) | (sum) | [sum, sum, sum]
//
// Functions come from kernel/include/elementary.h, so that a model has the same bits on every processor.
#ifndef TAC_EXPR_H
#define TAC_EXPR_H

#include <stdbool.h>
#include <stddef.h>

#include "algebra.h"

// A name and its value, in front of those defined before it.
typedef struct tac_parameter_value {
    const char *name;
    tac_value value;
    const struct tac_parameter_value *next;
} tac_parameter_value;

typedef struct tac_expr_error {
    const char *at;   // into the text
    char what[240];   // "" when all is well
    char unknown[65]; // the parameter that does not exist, "" when something else is wrong
    size_t compared;  // names of parameters on the way
} tac_expr_error;

// Value of text[0..length); on failure says why in e and returns zero.
tac_value tac_expr_evaluate(const char *text, size_t length, const tac_parameter_value *scope,
                            tac_expr_error *e);

// Reads a decimal number at *at (up to end) and moves *at behind it; false when there is none.
bool tac_expr_number(const char **at, const char *end, double *value);

const tac_parameter_value *tac_parameter_find(const tac_parameter_value *scope, const char *name,
                                              size_t length);

// pi and the function names cannot be parameters.
bool tac_expr_is_reserved(const char *name);

#endif

// Numbers and vectors out of nodes, with units and expressions.
//
// Every function refuses through the reader when the node does not hold what is asked for, so a
// returned value is always good. `key` is what messages call the value.
#ifndef TAC_VALUES_H
#define TAC_VALUES_H

#include "reader.h"
#include "units.h"
#include "vec.h"

// ---- numbers -------------------------------------------------------------------------------------

double tac_number(const tac_place *p, const tac_node *node, const char *key, tac_quantity q);
int tac_integer(const tac_place *p, const tac_node *node, const char *key, int least, int most);

// Whether the scalar reads as a number, with or without unit; otherwise it can only be a name.
bool tac_is_number(const tac_node *node);

// Value of the expression after "${" at text; *rest is set behind the closing brace.
tac_value tac_evaluate(const tac_place *p, const tac_node *node, const char *text,
                       const char **rest);

// A number or vector, of any quantity: a parameter.
tac_value tac_any_value(const tac_place *p, const tac_node *node, const char *key);

// The key's number, or the default; `_above` needs more than zero, `_from` zero or more.
double tac_number_or(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                     double otherwise);
double tac_need_number(const tac_place *p, const tac_node *map, const char *key, const char *what,
                       tac_quantity q);
double tac_check_above_zero(const tac_place *p, const tac_node *map, const char *key, double x);
double tac_check_from_zero(const tac_place *p, const tac_node *map, const char *key, double x);

// ---- vectors -------------------------------------------------------------------------------------

// n numbers, n >= 1: [x, ...], [[x, ...], unit] or, for n = 3, ${...}. quantity has n entries.
void tac_numbers(const tac_place *p, const tac_node *node, const char *key, int n,
                 const tac_quantity *quantity, double *x);

vec3 tac_vector(const tac_place *p, const tac_node *node, const char *key, tac_quantity q);
vec3 tac_vector_or(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                   vec3 otherwise);

// A vector of length one along the given one; refuses zero.
vec3 tac_direction(const tac_place *p, const tac_node *node, const char *key);

#endif

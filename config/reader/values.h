// Values out of nodes: numbers with units and vectors (values.c), names and words (texts.c), the
// keys of a map, repeated items and references (items.c).
//
// Every function refuses through the reader when the node does not hold what is asked for, so a
// returned value is always good. `key` is what messages call the value.
#ifndef TAC_VALUES_H
#define TAC_VALUES_H

#include "reader.h"
#include "words.h"

// ---------------------------------------------------------------- maps and lists

// The value of a key, NULL when the map does not have it.
const tac_node *tac_find(const tac_node *map, const char *key);

// Refuses a node that is not what the key wants: "a vector [x, y, z]".
_Noreturn void tac_refuse_kind(const tac_place *p, const tac_node *node, const char *key,
                               const char *wanted);

// The same as tac_find; refuses when it is missing. `what` is the thing that needs it: "a joint".
const tac_node *tac_need(const tac_place *p, const tac_node *map, const char *key,
                         const char *what);

// Refuses a node that is not a map with these keys only.
void tac_check_keys(const tac_place *p, const tac_node *map, const char *what,
                    const char *const *allowed);

void tac_check_list(const tac_place *p, const tac_node *node, const char *key);

// Calls read for every item of a list of the file (bodies, joints, ...), repetition resolved.
typedef void tac_item_reader(const tac_place *p, const tac_node *item);
void tac_each_item(const tac_place *p, const char *list, tac_item_reader *read);

// ---------------------------------------------------------------- numbers

double tac_number(const tac_place *p, const tac_node *node, const char *key, tac_quantity q);
int tac_integer(const tac_place *p, const tac_node *node, const char *key, int least, int most);

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

// n numbers, n >= 1: [x, ...], [[x, ...], unit] or, for n = 3, ${...}. quantity has n entries.
void tac_numbers(const tac_place *p, const tac_node *node, const char *key, int n,
                 const tac_quantity *quantity, double *x);

vec3 tac_vector(const tac_place *p, const tac_node *node, const char *key, tac_quantity q);
vec3 tac_vector_or(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                   vec3 otherwise);

// A vector of length one along the given one; refuses zero.
vec3 tac_direction(const tac_place *p, const tac_node *node, const char *key);

// ---------------------------------------------------------------- texts

// Text with ${...} replaced.
const char *tac_text(const tac_place *p, const tac_node *node, const char *key);

// 1 when the scalar reads as a number with or without unit, 0 when it can only be a name.
int tac_is_number(const tac_node *node);

// The name a thing is given, checked; the second joins it to the prefix of the inclusion.
const char *tac_new_name(const tac_place *p, const tac_node *item, const char *what);
const char *tac_full_name(const tac_place *p, const char *name);

int tac_is_name(const char *text);

// Blanks and comments only: a file without content.
int tac_is_blank(const char *text, size_t size);
int tac_is_identifier(const char *text);

int tac_truth_or(const tac_place *p, const tac_node *map, const char *key, int otherwise);

// Index of the text among n words; refuses with the list of words and the nearest.
int tac_choice(const tac_place *p, const tac_node *node, const char *key, const char *const *words,
               int n);

// ---------------------------------------------------------------- references

// Index a name stands for, seen from this file; refuses with the nearest known name.
int tac_reference(const tac_place *p, const tac_node *node, const char *what,
                  const tac_names *names);

int tac_is_ground(const tac_node *node); // the word `ground`

// Body index; `ground` is what stands for ground in this inclusion.
int tac_body_reference(const tac_place *p, const tac_node *node);

#endif

// Methods by the word that files, options and logs know them by.
//
// The table is a source of its own, kernel/method/methods.c: a method is added by its folder and a
// line there. A program that brings a method of its own links a table of its own in place of that
// source.
#ifndef TAC_METHODS_H
#define TAC_METHODS_H

#include "solver.h"

typedef struct tac_named_method {
    const char *word; // in `solver: {method: WORD}`, --method WORD; never given a second meaning
    const tac_method *method;
} tac_named_method;

// The first one is the default; ends with a word that is NULL.
extern const tac_named_method tac_methods[];

int tac_method_count(void);

// The method of a word; NULL when there is none.
const tac_method *tac_method_of_word(const char *word);

// The method that calls itself so in tac_method.name, as logs keep it; NULL when there is none.
const tac_method *tac_method_of_name(const char *name);

// Iterations of a step of a description with a method, when nobody says how many.
int tac_method_iterations(const tac_method *method, const tac_desc *d);

// The word of a key, in files and options.
const char *tac_solver_key_word(tac_solver_key key);

// Whether a method has a key.
bool tac_method_takes(const tac_method *method, tac_solver_key key);

// The first method of the table that has a key, and the one that follows all of some bits; NULL
// when none does.
const tac_named_method *tac_method_with(tac_solver_key key);
const tac_named_method *tac_method_following(unsigned bits);

// The word of a method of the table; NULL of any other.
const char *tac_method_word(const tac_method *method);

#endif

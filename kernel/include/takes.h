// What a method takes and what is said of it, as data: files, commands and judgements ask these and
// know no method.
//
// A method that is added says here which keys of `solver:` and options of commands it has, what of
// a model it follows, how its steps close joints, and the words of its refusals, remedies and
// advice.
#ifndef TAC_TAKES_H
#define TAC_TAKES_H

#include <stdbool.h>

// Keys of `solver:`, and options of commands by the same words, that not every method has.
typedef enum tac_solver_key {
    TAC_KEY_ITERATIONS,
    TAC_KEY_ALPHA,
    TAC_KEY_ACCELERATION,
    TAC_KEY_ORDER,
    TAC_KEY_TANGENT,
    TAC_KEY_DOUBT_LENGTH,
    TAC_KEY_DOUBT_ANGLE,
    TAC_KEY_CARRIERS,
    TAC_KEY_CORRECTIONS,
    TAC_KEY_COORDINATES,
    TAC_KEY_IMPULSES,
    TAC_KEY_PROJECTIONS,
    TAC_KEY_REACTIONS,
    TAC_SOLVER_KEYS
} tac_solver_key;

// What of a model a method follows: bits. Which of them it refuses it says by a status of its own
// as well.
enum {
    TAC_FOLLOWS_SIDES = 1,     // laws that begin or end within a step
    TAC_FOLLOWS_STIFF = 2,     // laws that are stiffer than the step resolves
    TAC_FOLLOWS_FLEXIBLE = 4,  // flexible bodies
    TAC_FOLLOWS_PARTS = 8,     // plug-in laws and compiled sub-models
    TAC_FOLLOWS_SUBSTEPS = 16, // sub-models with steps of their own
    TAC_FOLLOWS_SHAFTS = 32,   // shafts
    TAC_FOLLOWS_ALL = 63
};

// How a step closes joints: what its report measures, how much of it is too much, and what helps.
typedef enum tac_closing {
    TAC_CLOSES_BY_NEWTON,   // by Newton iterations
    TAC_CLOSES_BY_POSITION, // by position iterations, whose factors are those of its start
    TAC_CLOSES_ONCE,        // by one correction at its end
    TAC_CLOSES_NOT,         // not: joints may drift open
    TAC_CLOSINGS
} tac_closing;

// What a mechanism has at its start by which methods are advised, in the order in which it decides.
typedef enum tac_trait {
    TAC_LIGHT_LINKS, // a link that is much lighter than what hangs on it
    TAC_STIFF_LAWS,  // laws that are stiffer than the step resolves
    TAC_SIDED_LAWS,  // contacts and stops
    TAC_HELD_SPIN,   // much rotation in a step, of a body with two joints or on what turns
    TAC_FREE_SPIN,   // much rotation in a step of another body
    TAC_PLAIN,       // none of these
    TAC_TRAITS
} tac_trait;

typedef struct tac_advice {
    bool suits;       // the method is advised
    const char *with; // how: after its word; NULL: as it is
    const char *note; // what else is to be known, after its word; NULL
} tac_advice;

typedef struct tac_takes {
    unsigned keys;      // it has: bits 1 << tac_solver_key
    unsigned follows;   // bits TAC_FOLLOWS_...
    tac_closing closes; // how a step closes joints
    // What its steps are, where iterations do not say it: "Runge-Kutta of order 4"; NULL.
    const char *rule;
    // Why it has no other keys: "'order' belongs to ..., not to 'modular', LACKS"; NULL.
    const char *lacks;
    // What helps where a step failed: "take a smaller step or ...".
    const char *remedy;
    // Why it is taken where its laws, which are forces alone, are soft; NULL: it is not advised.
    const char *pays;
    bool laws_as_forces; // laws act as forces alone: their rows have no place in the tree
    int wants;           // of its models: TAC_MOMENTS_ON_FIRST and so on
    bool damps_midway;   // dampers act otherwise than by the rates at both ends (balance.h)
    // How often its finest sub-steps divide a step of an order; NULL: they do not.
    int (*parts)(int order);
    tac_advice advice[TAC_TRAITS];
} tac_takes;

#endif

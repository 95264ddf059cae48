// Keys as data: what a type of joint, source, force or sensor asks for in a model file.
//
// A key stands once, in the file of its type. The reader of model files, the JSON schema, the tables of
// the manual, the parameters that may be set during a run and their names are made from it.
//
// A key has a value of its own, which the reader puts `at` its place in the description (desc.h), or says
// with others where the item is (`placing` of the type).
#ifndef TAC_KEY_H
#define TAC_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "quantity.h"

typedef enum tac_key_kind {
    // values, with what the description has at their place
    TAC_KEY_NUMBER,  // double, or n of them
    TAC_KEY_SOURCE,  // int: a source; TAC_NONE for a plain zero
    TAC_KEY_DRIVE,   // int: a source, of a plain zero too
    TAC_KEY_SOURCES, // int[3]: a vector, or a list of three sources
    TAC_KEY_TABLE,   // int: the name of a table
    TAC_KEY_TYRE,    // int: a property file, which is a table (tyre.h)
    TAC_KEY_MATRIX, // int: a table of 6 x 6 numbers; its values are those of the law (element_types.h)
    TAC_KEY_INPUT,      // int: the name of an input
    TAC_KEY_WORD,       // int: which of the words
    TAC_KEY_COORDINATE, // tac_coordinate: angle or displacement of the joint that is named
    TAC_KEY_TRUTH,      // int
    TAC_KEY_INTEGER,    // int, from `least` to `most`
    TAC_KEY_ROAD,       // int: 1 + the road of a name, 0 without one
    TAC_KEY_VECTOR,     // vec3
    // of maps, read by hand: what the definition `as` of the schema says, a list of such, a text
    TAC_KEY_AS,
    TAC_KEY_LIST,
    TAC_KEY_TEXT,
    // of joints and contacts: makes a force of the type `makes`, on the coordinate that `quantity` measures; its keys as a map, or
    // the values of the first n that are numbers, of one the number itself
    TAC_KEY_MAKES,
    TAC_KEY_ACTUATORS, // of joints with drives: names of joints and forces whose efforts stand for these
    // of all items
    TAC_KEY_NAME,
    TAC_KEY_TYPE,
    TAC_KEY_REPEAT,
    // places
    TAC_KEY_BODY,
    TAC_KEY_BODIES, // two
    TAC_KEY_POINT,
    TAC_KEY_DIRECTION,
    TAC_KEY_FRAMES, // two
    TAC_KEY_ORIENTATION,
    TAC_KEY_INTERFACE,
    TAC_KEY_INTERFACES, // two
    TAC_KEY_JOINT,
    TAC_KEY_JOINTS, // as many as the coupling has
    TAC_KEY_FORCE,
    TAC_KEY_COUPLER,
    // of shared objects
    TAC_KEY_FILE,
    TAC_KEY_PARAMETERS, // a map of numbers
    TAC_KEY_INPUTS,     // a map of sources
    TAC_KEY_TOGETHER,
    // of sums
    TAC_KEY_TERMS, // a list of sources
    TAC_KEY_TERM,  // one; those of a source are its terms, in their order
    TAC_KEY_OUTPUT,
    TAC_N_KEY_KIND
} tac_key_kind;

typedef enum tac_otherwise { // what is taken where the key is missing
    TAC_OR_VALUE,            // `value`; of sources and tables nothing
    TAC_OR_DISTANCE,         // the distance of both frames at the start
    TAC_OR_OWN,              // the only coordinate that the joint has
    TAC_OR_BODIES,           // what follows from its bodies as they are given
    TAC_OR_NOTHING,          // nothing: other keys say it
    TAC_NEEDED               // nothing: the key has to be there
} tac_otherwise;

typedef enum tac_range { TAC_ANY_VALUE, TAC_FROM_ZERO, TAC_ABOVE_ZERO } tac_range;

enum {
    TAC_KEY_TUNABLE = 1,    // may be set while a model runs (tune.h)
    TAC_KEY_OR_LIST = 16,   // of TAC_KEY_AS: a list of them as well
    TAC_KEY_ONE_OF = 2,     // without any of these keys the item has no effect, and is refused
    TAC_KEY_IN_NUMBER = 32, // of words: which of them is a double
    TAC_KEY_OF_USE = 8, // measures what the source that has it is used for; quantity is TAC_Q_ANY
    TAC_KEY_OR_SOURCE =
        4 // of numbers: sources may be given in their place, 1 + which goes to `source_at`; 0: none
};

typedef struct tac_key {
    const char *name;
    const char *
        help; // what it means, for the manual; of the first letter in lower case, without a full stop
    tac_key_kind kind;
    // Of numbers and sources. Those of an angle measure `turning`, where that is not TAC_Q_NUMBER; of n numbers
    // the second half does.
    tac_quantity quantity, turning;
    int n; // numbers, 0 counts as 1
    tac_otherwise otherwise;
    double value;
    tac_range range;
    int least, most;   // of TAC_KEY_INTEGER
    const char *as;    // of TAC_KEY_AS and _LIST
    const char *makes; // the word of a type of force
    double over;       // the description has the number divided by this, unless it is 0
    const char *const
        *word; // of TAC_KEY_WORD; of n numbers the name of each                 (n_word)
    int n_word;
    size_t at, source_at; // places in the description of the item
    unsigned flags;
} tac_key;

typedef enum tac_placing {    // which keys say where an item is
    TAC_PLACED_NOWHERE,       // it is of the whole model
    TAC_PLACED_IN_TIME,       // a source, or a map; which has no keys but its own
    TAC_PLACED_BETWEEN,       // frames on two bodies
    TAC_PLACED_BETWEEN_OR_BY, // frames on two bodies, or those of a joint
    TAC_PLACED_BY_JOINT,      // frames of a joint
    TAC_PLACED_AT_LOAD,       // a point of a body, by the axes of the file
    TAC_PLACED_ON_BODY,       // a frame on a body
    TAC_PLACED_ON_AXIS,       // an axis of a body
    TAC_PLACED_IN_FLEXIBLE,   // a flexible body
    TAC_PLACED_ON_FLEXIBLE,   // a frame at an interface of a flexible body
    TAC_PLACED_FROM_TO,       // two points of two bodies
    TAC_PLACED_AT_JOINT,      // a joint
    TAC_PLACED_AT_FORCE,      // a force element
    TAC_PLACED_AT_PART,       // a force element that is a part
    TAC_PLACED_AT_COUPLER,    // a coupler
    TAC_PLACED_AT_JOINTS,     // some joints
    TAC_PLACED_AT_CONTACT,    // a contact
    TAC_PLACED_AS_ROAD,       // a frame on ground or on a body
    TAC_N_PLACING
} tac_placing;

// What types of joints, forces and sensors have in common.
typedef struct tac_type {
    const char *word;   // as model files spell it: "revolute"
    const char *called; // as messages call it: "a revolute joint"
    const char *help;   // what it is, for the manual
    tac_placing placing;
    bool only_one;          // one of its keys that are TAC_KEY_ONE_OF, and no second one
    bool two_points;        // the points of both bodies differ: `at2` is needed
    const char *coincident; // why both points may not be one, NULL: they may
    const char
        *rigid; // TAC_PLACED_IN_FLEXIBLE, _ON_FLEXIBLE: what a rigid body lacks, and the remedy
    bool with_coordinates; // TAC_PLACED_AT_JOINT: of one that has coordinates
    bool of_tyre;          // TAC_PLACED_AT_FORCE: of a tyre
    bool of_line;          // likewise: of one that is a line between its points
    bool of_report;        // of a sensor: it tells of the last step, not of a state
    bool with_efforts;     // likewise: of one for whose drives actuators stand
    const tac_key *key;    // own keys; those of the place are not among them      (n_key)
    int n_key;
} tac_type;

// All keys of a type, in the order that messages and tables have: of all items, of its place, its own.
// NULL after the last one.
const tac_key *tac_key_of(const tac_type *type, int i);

// The key of that name; NULL: it has none.
const tac_key *tac_find_key(const tac_type *type, const char *name);

// Whether the reader puts a value of the key into the description.
static inline bool tac_key_has_value(const tac_key *key)
{
    return key->kind <= TAC_KEY_VECTOR;
}

// What number i of the key measures, where the coordinate of the item is an angle or not.
static inline tac_quantity tac_key_quantity(const tac_key *key, int i, bool turns)
{
    bool second = key->n > 1 ? 2 * i >= key->n : turns;
    return second && key->turning != TAC_Q_NUMBER ? key->turning : key->quantity;
}

#define TAC_KEYS(list) .key = (list), .n_key = (int)(sizeof(list) / sizeof *(list))
#define TAC_WORDS(list) .word = (list), .n_word = (int)(sizeof(list) / sizeof *(list))

#endif

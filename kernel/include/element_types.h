// Types of joints and forces: a source each under kernel/element, a line each in kinds.h.
#ifndef TAC_ELEMENT_TYPES_H
#define TAC_ELEMENT_TYPES_H

#include <stdint.h>

#include "desc.h"
#include "key.h"
#include "kinds.h"

// ---- joints --------------------------------------------------------------------------------------

// What one row measures (model/tables.h), from frame a to frame b; x y z of a frame are axes 0 1 2, d is the vector
// from the origin of a to that of b.
typedef enum tac_row_measure {
    TAC_ROW_POINT,    // component `i` (world) of d
    TAC_ROW_DOT,      // axis i of a times axis j of b
    TAC_ROW_SLIDE,    // axis i of a times d, minus the driven value
    TAC_ROW_DISTANCE, // |d| minus length or driven value
    TAC_ROW_ANGLE,    // twist of b in a about z, minus the driven value
    TAC_ROW_SCREW,    // z of a times d, minus lead times twist
    TAC_ROW_TURN,     // component i of twice the vector part of q_ab
    TAC_ROW_ASIDE,    // y of a shaft, where it never is
} tac_row_measure;

typedef struct tac_row_use {
    tac_row_measure measure;
    int i, j;
    // It and the next or last row keep axis z of a parallel to axis z of b, along axes i = 0 and 1 of that side
    // which the model chooses: j is 2.
    bool parallel;
} tac_row_use;

typedef enum tac_coordinate_kind {
    TAC_SLIDE_ALONG,     // axis of a times d, m
    TAC_TURN_ABOUT_Z,    // twist of b in a about z, rad, multi-turn
    TAC_LENGTH_OF,       // |d|, m: of joints that hold it, unless it is driven
    TAC_ROTATION_VECTOR, // of b in a: three, rad
    TAC_CROSS_ANGLES     // about z of a from its x to z of b, and about z of b likewise: two, rad
} tac_coordinate_kind;

typedef struct tac_coordinate_use {
    tac_coordinate_kind kind;
    int axis; // of TAC_SLIDE_ALONG
} tac_coordinate_use;

#define TAC_MAX_ROWS_OF_JOINT 6

typedef struct tac_joint_type {
    tac_type type;
    tac_row_use row[TAC_MAX_ROWS_OF_JOINT];
    int n_row;
    // Rows that a drive adds; of one along an angle that of desc.drive_angle, else of desc.drive_displacement
    tac_row_use driven[TAC_MAX_ROWS_OF_JOINT];
    int n_driven;
    bool is_driven;  // its drives are those of desc.pose, all of them
    bool drives_row; // a drive displaces its first row instead
    tac_coordinate_use coordinate[4];
    int n_coordinate;
    bool second_axis; // placed by `at` it has `axis2`
    bool is_line;     // shown as a line between its points
} tac_joint_type;

// What the n coordinates of a joint start with: keys of joints whose coordinates are displacements and angles.
#define TAC_START_KEYS(count, first, first_rate, second, second_rate)                             \
    {.name = "position",                                                                          \
     .help = "at the start, exactly; the other bodies follow",                                    \
     .kind = TAC_KEY_NUMBER,                                                                      \
     .quantity = (first),                                                                         \
     .turning = (second),                                                                         \
     .n = (count),                                                                                \
     .otherwise = TAC_OR_BODIES,                                                                  \
     .at = offsetof(tac_joint_desc, start.position)},                                             \
    {                                                                                             \
        .name = "rate", .help = "at the start, exactly; the other bodies follow",                 \
        .kind = TAC_KEY_NUMBER, .quantity = (first_rate), .turning = (second_rate), .n = (count), \
        .otherwise = TAC_OR_BODIES, .at = offsetof(tac_joint_desc, start.rate)                    \
    }

// Actuators elsewhere that give what its drives would.
#define TAC_EFFORT_KEY                                                                             \
    {                                                                                              \
        .name = "effort_of",                                                                       \
        .help = "names of joints and springs that give what the drives would; an `effort` sensor " \
                "has their efforts",                                                               \
        .kind = TAC_KEY_ACTUATORS, .otherwise = TAC_OR_NOTHING                                     \
    }

// The inertia of a geared motor's rotor on a coordinate that measures this.
#define TAC_ARMATURE_KEY(called, of)                                                        \
    {                                                                                       \
        .name = (called),                                                                   \
        .help = "inertia of a geared motor's rotor, as seen from the coordinate, or a map " \
                "of the keys of an `armature`: one, named `JOINT/" called "`",              \
        .kind = TAC_KEY_MAKES, .quantity = (of), .n = 1, .makes = "armature"                \
    }

// Stops at the ends of a coordinate that measures this.
#define TAC_LIMITS_KEY(called, of)                                                         \
    {                                                                                      \
        .name = (called),                                                                  \
        .help = "`[lower, upper]`, or a map of the keys of a `limit`: stops at its ends, " \
                "named `JOINT/" called "`",                                                \
        .kind = TAC_KEY_MAKES, .quantity = (of), .n = 2, .makes = "limit"                  \
    }

const tac_joint_type *tac_joint_type_of(tac_joint_kind kind);
int tac_joint_type_count(void);

// Numbers that its coordinates have, and whether number k is an angle.
int tac_joint_type_width(const tac_joint_type *type);
bool tac_joint_type_turns(const tac_joint_type *type, int k);

bool tac_joint_type_has_row(const tac_joint_type *type, tac_row_measure measure);
bool tac_joint_type_has_coordinate(const tac_joint_type *type, tac_coordinate_kind kind);

// Whether its frames keep the same axes, or z axes parallel.
bool tac_joint_type_is_aligned(const tac_joint_type *type);
bool tac_joint_type_is_parallel(const tac_joint_type *type);

// Whether a law may act on this coordinate of its frames.
bool tac_joint_type_frees(const tac_joint_type *type, tac_coordinate coordinate);

// The source that drives the row that is `k` of those that drives add; TAC_NONE.
int tac_driving_source(const tac_joint_desc *j, int k);

// How many coordinates of a joint are driven.
int tac_driven_count(const tac_joint_desc *j);

// Index of its only coordinate as a law has it, -1: it has several, or one of another kind.
int tac_joint_type_own(const tac_joint_type *type);

// ---- forces --------------------------------------------------------------------------------------

struct tac_law_type;

typedef struct tac_force_type {
    tac_type type;
    tac_element_class is; // which description it has; TAC_JOINTS: that of a load
    bool in_the_middle;   // both frames lie between its two points, z from the first to the second
    bool any_coordinate;  // placed by a joint it acts on whatever is free
    tac_coordinate coordinate; // else the one that it acts on, of springs and frictions
    const char *acts_on;       // that coordinate in words, "distance"
    // The first body has a plane, z of its frame its normal, and the second a wheel that turns about z of its own: six rows
    // where they touch, with a rolling radius, m, that may be rough
    bool on_road;
    double (*lever)(const tac_law_desc *l, const tac_table_desc *table);
    bool mixes; // its two tables are those of a bushing with matrices (element_types.h)
    // Of the friction of a contact, whose frames and radius are those of the contact: what its numbers have from there.
    void (*of_contact)(tac_law_desc *own, const tac_contact_desc *contact);
    bool is_part;   // its wrench is that of a shared object
    bool is_object; // a shared object has its type: tac_law_object
    // What is wrong with the values of its keys together, with the key that says it; NULL: nothing, or nothing can be.
    const char *(*wrong)(const void *description, const char **key);
    // What it does in a step (kernel/element/law.h), and where a description asks for the other law: a spring whose
    // table has corners, a friction that holds; NULL: the same.
    // Those of one class have the same
    const struct tac_law_type *law, *other;
} tac_force_type;

// Of couplers that give, which are no force elements; the other law is that of one with a backlash.
extern const tac_force_type tac_coupler_type;

// Whether a law is part of the implicit solution: a key of laws that may be soft.
#define TAC_IMPLICIT_KEY(description)                                                             \
    {                                                                                             \
        .name = "implicit",                                                                       \
        .help = "`false` takes it out of the implicit solution, which is cheaper for a soft one", \
        .kind = TAC_KEY_TRUTH, .value = 1.0, .at = offsetof(description, implicit)                \
    }

// The coordinate of a joint on which a law acts.
#define TAC_COORDINATE_KEY(description)                                                  \
    {                                                                                    \
        .name = "coordinate",                                                            \
        .help = "on which it acts; a joint that has only one need not say it: angle of " \
                "`revolute` and `screw`, displacement of `prismatic`",                   \
        .kind = TAC_KEY_COORDINATE, .otherwise = TAC_OR_OWN,                             \
        .word = (const char *const[]){"angle", "displacement"}, .n_word = 2,             \
        .at = offsetof(description, coordinate)                                          \
    }

// Keys of laws that have no description of their own put their values here.
#define TAC_LAW_NUMBER(k) offsetof(tac_law_desc, number[k])
#define TAC_LAW_NUMBER_BY(k) offsetof(tac_law_desc, number_by[k])
#define TAC_LAW_SOURCE(k) offsetof(tac_law_desc, source[k])
#define TAC_LAW_TABLE(k) offsetof(tac_law_desc, table[k])

const tac_force_type *tac_force_type_of(int i);
int tac_force_type_count(void);

// The type of a word; NULL: there is none.
const tac_force_type *tac_force_type_called(const char *word);

// A type of the class, not of TAC_LAWS: those of one class have the same parameters.
const tac_force_type *tac_force_type_in(tac_element_class is);

// The type of a law of class TAC_LAWS.
static inline const tac_force_type *tac_type_of_law(const tac_law_desc *l)
{
    return l->own ? l->own : tac_force_type_of(l->type);
}

// ---- bushings with matrices ----------------------------------------------------------------------
//
// Their first table has L and K', their second C' (kernel/element/law/matrix_bushing.c). L is unit lower triangular: its numbers
// below the diagonal, row by row. Symmetric matrices have their lower triangle, row by row.

enum { TAC_LOWER6 = 15, TAC_SYMMETRIC6 = 21 };

// Place of L_ij, i > j.
static inline int tac_lower6(int i, int j)
{
    return i * (i - 1) / 2 + j;
}

static inline int tac_symmetric6(int i, int j)
{
    return i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j;
}

// Numbers of both tables, from K and C as a file has them. False where one of them is not symmetric or may give energy:
// then *which is 0 for K, 1 for C, and *energy whether it may.
//   reads    K, C (6, 6)
//   writes   first (15 + 21), second (21)
bool tac_matrix_bushing_numbers(const double *K, const double *C, double *first, double *second,
                                int *which, bool *energy);

// ---- laws of shared objects ----------------------------------------------------------------------
//
// An object has one type of class TAC_LAWS, written as those of kernel/element/law are, and ends with
// TAC_LAW_OBJECT(type) (element/law.h), which exports this as `tactus_law`. Objects of another version are
// refused.
enum { TAC_LAW_ABI = 1 };

typedef struct tac_law_object {
    uint32_t abi;  // TAC_LAW_ABI
    uint32_t size; // of all structs of a type together
    const tac_force_type *type;
} tac_law_object;

// What is wrong with an object, and the remedy, as a line without its name; NULL: nothing. What it points to is trusted
// to be there.
const char *tac_law_object_wrong(const tac_law_object *object);

// ---- couplings -----------------------------------------------------------------------------------

// What a coupler of a type is made from, in place of its terms.
enum { TAC_MOST_COUPLING_NUMBERS = 6 };
typedef struct tac_coupling {
    double number[TAC_MOST_COUPLING_NUMBERS];
    int truth[2];
} tac_coupling;

// A type of coupler, whose factors follow from few numbers: a source each under kernel/element/coupling, a line each in
// kinds.h.
typedef struct tac_coupling_type {
    tac_type type;                    // keys are at their places in tac_coupling
    int n_joint;                      // up to TAC_MOST_TERMS
    const tac_coordinate *coordinate; // TAC_N_COORDINATE: the joint's own      (n_joint)
    // Factors of the coordinates.
    //   writes   factor (n_joint)
    void (*factors)(const tac_coupling *of, double *factor);
} tac_coupling_type;

const tac_coupling_type *tac_coupling_type_of(int i);
int tac_coupling_type_count(void);

// ---- sources -------------------------------------------------------------------------------------

// Value of a source and its time derivatives.
typedef struct tac_signal {
    double x, xd, xdd;
} tac_signal;

struct tac_source_at;
struct tac_source_over;
struct tac_source_bounds;
struct tac_block_at;

// Takes a time at which a source changes its course: a jump, a corner, an end.
typedef void tac_corner_seen(void *context, double time);

typedef struct tac_source_type {
    // Keys stand in a map of their own, `{sine: {amplitude: ...}}`, or beside a value, `{table: NAME, scale: 2}`,
    // which is the first key then and has the word as its name.
    tac_type type;
    bool beside;
    bool never_changes;
    // What it does in a step, kernel/element/source.h: at an instant, with derivatives and without, the same bits; its
    // mean over a step. NULL: never changes, c[0].
    tac_signal (*at)(const tac_source_desc *of, const struct tac_source_at *when);
    double (*value)(const tac_source_desc *of, const struct tac_source_at *when);
    double (*mean)(const tac_source_desc *of, const struct tac_source_over *step);
    // Of blocks, which make their value once per step, before it, and hold it (kernel/element/block.h): the value, from
    // what it carries, and what it will carry on; where a model begins there is nothing yet that it carries. NULL: none.
    double (*run)(const tac_source_desc *of, const struct tac_block_at *now, const double *memory,
                  double *next);
    bool senses;                                // it reads a number of a sensor
    int (*n_memory)(const tac_source_desc *of); // numbers that it carries; NULL: none
    // desc.steps for a step of so many s, once that is known; NULL: it counts none.
    double (*steps)(const tac_source_desc *of, double dt);
    // What is wrong with its numbers, with the key that says it; NULL: nothing, or nothing can be.
    const char *(*wrong)(const tac_source_desc *of, const char **key);
    // Its corners; NULL: it has none.
    //   table    that of the source, or NULL
    void (*corners)(const tac_source_desc *of, const tac_table_desc *table, tac_corner_seen *seen,
                    void *context);
    // By how much its rate jumps within a step, after its start; NULL: it does not. Sums have that of their terms.
    double (*kick)(const tac_source_desc *of, const struct tac_source_over *step);
    // The largest it gets, of either sign; NULL: |c0| + |c1|. Sums have that of their terms.
    double (*largest)(const tac_source_desc *of, const struct tac_source_bounds *from);
    // The fastest it oscillates until a time, Hz; NULL: it does not.
    double (*fastest)(const tac_source_desc *of, double until);
} tac_source_type;

const tac_source_type *tac_source_type_of(tac_source_kind kind);
int tac_source_type_count(void);

// Whether sources of a kind have a key of a kind: a table, an input, terms.
bool tac_source_has(tac_source_kind source, tac_key_kind key);

// Source k that another one reads as an operand; TAC_NONE: none.
int tac_operand(const tac_source_desc *of, int k);

// ---- tyres ---------------------------------------------------------------------------------------
//
// The coefficients of a property file are the values of a table, which the law of a tyre has.

// What a coefficient measures, by the units of its file.
typedef enum tac_tyre_unit {
    TAC_TYRE_NUMBER,
    TAC_TYRE_LENGTH,
    TAC_TYRE_FORCE,
    TAC_TYRE_ANGLE,
    TAC_TYRE_SPEED,
    TAC_TYRE_STIFFNESS,
    TAC_TYRE_DAMPING,
    TAC_TYRE_PRESSURE,
} tac_tyre_unit;

// Which versions of the Magic Formula have a coefficient.
typedef enum tac_tyre_use {
    TAC_TYRE_OF_ALL,
    TAC_TYRE_OF_61,  // 5.2 has the value that stands for a missing one
    TAC_TYRE_OF_52,  // and 6.1 has
    TAC_TYRE_NEEDED, // all, and it may not be missing
} tac_tyre_use;

typedef struct tac_tyre_key {
    const char *section,
        *name; // section NULL: not of files; 5.2 is OLD, FITTYP and RIGHT are as files say them
    double otherwise; // where it is missing
    tac_tyre_unit unit;
    tac_tyre_use use;
} tac_tyre_key;

enum { TAC_MOST_TYRE_NUMBERS = 256 }; // of a table

int tac_tyre_number_count(void);            // of a table
const tac_tyre_key *tac_tyre_key_of(int i); // number i
const tac_tyre_key *tac_tyre_key_called(const char *name,
                                        int *i); // in any letters; NULL: there is none

// Fills in what follows from the numbers of a file, with those that its version lacks. Returns what is wrong, with the key
// that is to be changed; NULL: nothing is.
//   writes   c (tac_tyre_number_count())
const char *tac_tyre_complete(double *c, const char **key);

// ---- roads ---------------------------------------------------------------------------------------

struct tac_road;
struct tac_road_point;
struct tac_road_surface;

// What the data of a road are.
typedef enum tac_road_data {
    TAC_ROAD_NOTHING,
    TAC_ROAD_WAVES,
    TAC_ROAD_PATCHES,
    TAC_ROAD_GRID
} tac_road_data;

// Numbers of a wave in the data: turns per m, m, rad, and 0 of both tracks, 1 of the left, 2 of the right.
enum { TAC_WAVE_NUMBER, TAC_WAVE_AMPLITUDE, TAC_WAVE_PHASE, TAC_WAVE_TRACK, TAC_WAVE_NUMBERS };

// Numbers of a patch: 1 along and beside a reference line, 0 along x and y; its sides, m; factor of friction; m.
enum {
    TAC_PATCH_LINE,
    TAC_PATCH_FROM,
    TAC_PATCH_TO,
    TAC_PATCH_RIGHT,
    TAC_PATCH_LEFT,
    TAC_PATCH_FACTOR,
    TAC_PATCH_HEIGHT,
    TAC_PATCH_EDGE,
    TAC_PATCH_NUMBERS
};

// Numbers of a grid, m and rad; behind them are the places of its columns from right to left, then its rows: numbers of
// the reference line, heading and slope of the interval before, and heights.
enum {
    TAC_GRID_ROWS,
    TAC_GRID_COLUMNS,
    TAC_GRID_INCREMENT,
    TAC_GRID_U,
    TAC_GRID_X,
    TAC_GRID_Y,
    TAC_GRID_Z,
    TAC_GRID_HAS_END, // of x and y
    TAC_GRID_END_X,
    TAC_GRID_END_Y,
    TAC_GRID_HAS_END_Z,
    TAC_GRID_END_Z,
    TAC_GRID_NUMBERS
};
enum { TAC_GRID_HEADING, TAC_GRID_BANK, TAC_GRID_SLOPE, TAC_GRID_HEIGHTS };

// Where a type looks for what its road is made from.
typedef struct tac_road_type {
    tac_type type; // keys are at their places in tac_road_desc
    // The surface under a point (kernel/element/road.h): of fixed cost, whatever the numbers are.
    //   writes   out; memory (n_memory), which may be NULL
    void (*at)(const struct tac_road *of, const struct tac_road_point *where, double *memory,
               struct tac_road_surface *out);
    int n_memory; // numbers that a caller keeps between queries
    tac_road_data data;
    bool by_signals; // it is what signals say it is
    // What is wrong with its numbers, with the key that says it; NULL: nothing, or nothing can be.
    const char *(*wrong)(const tac_road_desc *of, const char **key);
    // Numbers that are made of the description before time starts, and their making; NULL: none.
    //   writes   made (size)
    size_t (*size)(const tac_road_desc *of);
    void (*make)(const tac_road_desc *of, double *made);
} tac_road_type;

const tac_road_type *tac_road_type_of(int kind);
int tac_road_type_count(void);

// Keys of all roads, or of some.
#define TAC_ROAD_NUMBER(k) offsetof(tac_road_desc, number[k])
#define TAC_ROAD_SOURCE(k) offsetof(tac_road_desc, source[k])
#define TAC_ROAD_TABLE(k) offsetof(tac_road_desc, table[k])
#define TAC_ROAD_INTEGER(k) offsetof(tac_road_desc, integer[k])

#define TAC_FRICTION_FACTOR_KEY                                                     \
    {                                                                               \
        .name = "friction", .help = "factor of the friction that tyres have on it", \
        .kind = TAC_KEY_NUMBER, .value = 1.0, .range = TAC_FROM_ZERO,               \
        .at = offsetof(tac_road_desc, factor)                                       \
    }

#define TAC_ENVELOPE_KEY(points)                                                                   \
    {                                                                                              \
        .name = "envelope",                                                                        \
        .help = "points that a wheel averages height and slopes over: 1, or 4 around its contact", \
        .kind = TAC_KEY_INTEGER, .least = 1, .most = 4, .value = (points),                         \
        .at = offsetof(tac_road_desc, envelope)                                                    \
    }

// How two tracks become one surface: half of it left of y = 0, half of it right.
#define TAC_BLEND_KEY(at_number)                                                                 \
    {                                                                                            \
        .name = "blend", .help = "width around y = 0 over which one track becomes the other",    \
        .kind = TAC_KEY_NUMBER, .quantity = TAC_Q_LENGTH, .value = 0.5, .range = TAC_ABOVE_ZERO, \
        .at = TAC_ROAD_NUMBER(at_number)                                                         \
    }

#endif

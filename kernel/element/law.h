// What a force law is: one form of it that all methods use (docs/equations.md, "Compliant rows" and
// on).
//
// A law acts on the rows of an element, coordinates that grow or shrink. Its force f > 0 works
// against a growing coordinate: the generalized force is -Phi_q^T f, exactly as for a multiplier.
// It answers up to four questions:
//   at      at an instant: force, slopes and energy. Smooth laws need no more; a step takes what the method makes of it.
//   over    over a step, of what has limits, corners or a memory: the mean force, which is not that of any instant.
//   rates   what it does to the velocities that a step ends with.
//   end     its force at the end of the step.
// What is smooth and carries something answers to `at_end` in place of `at`: as that, with its memory.
// What it carries from step to step, its memory, is a function of the memory at the start and of
// the iterate alone.
//
// A law is one file of kernel/element/law, compiled for 1, 4 and 8 lanes, and a line in laws.c. It
// sees its own numbers, tables, signals and memory, and neither models nor methods: what a method
// makes of an answer is written in one place per method (law_rows.h). Functions are called with all
// lanes of a cell; none branches on what they hold.
#ifndef TAC_ELEMENT_LAW_H
#define TAC_ELEMENT_LAW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/curve.h"
#include "base/lane.h"
#include "desc.h"
#include "element_types.h"
#include "lanes.h"

enum {
    TAC_LAW_ROWS = 6,
    TAC_LAW_STATES = 12 // at most, of any law
};

// ---- what a law is asked ------------------------------------------------------------------------

typedef struct tac_sig { // a source and two derivatives; zeros if there is none
    lane x, xd, xdd;
} tac_sig;

// What stays all step long.
typedef struct tac_law_self {
    int n, copies; // lanes in use; the others repeat what lane l & (copies - 1) has
    const lane *
        number; // SI, in the order of the type, at the instant or by their mean over the step (n_number)
    const lane *last; // the same at the step's end                           (n_number)
    const tac_curve *const *table; // NULL: none                                (n_table, TAC_LANES)
    int tabled;                    // bit k: some lane has table k
} tac_law_self;

typedef struct tac_law_instant {
    const lane *x, *v; // m or rad, m/s or rad/s                                (n_row)
    const tac_sig *in; //                                                       (n_source)
} tac_law_instant;

typedef struct tac_law_force {
    lane f[TAC_LAW_ROWS];                    // N or N m
    lane fx[TAC_LAW_ROWS], fv[TAC_LAW_ROWS]; // N/m, N s/m
    lane energy;                             // J
} tac_law_force;

typedef struct tac_law_step {
    lane dt, h; // s; s^2: dt^2/4 of the step that makes the state, 0: the law is not limited by it
    lane
        passed; // s: from the memory of the start on; dt, but 0 where it is that of the end, of what is combined
    const lane *x1; // row of the iterate                                    (n_row)
    const lane *v1; // its rate; for `end` the projected one
    const lane
        *rate; // mean rate over the step: of index-3 (v0 + v1)/2, of canonical (x1 - x0)/dt (n_row)
    const lane *w; // 1/kg: how easily the row moves
    const lane
        *pushed; // mean force that this iterate was made with; of `at_end` its multipliers (n_row)
    const lane *kept;    // dFm/drate of the factors; NULL: they are made now
    lane most;           // largest dFm/drate that they may get
    const tac_sig *end;  // sources at the step's end                           (n_source)
    const tac_sig *mean; // over it: x the mean, xd the mean rate               (n_source)
    const lane *z0;      // memory of the start                                  (n_state)
    lane *z1;            // memory of the end; NULL: not asked for               (n_state)
    lane damper;         // of `end`: dt/2 times the stiffness that velocities were found with
    lane ahead;          // of `end`: rate less the target of the velocities
} tac_law_step;

typedef struct tac_law_mean {
    lane mean;    // N: mean force
    lane by_x;    // N/m: its slope by x1 at the same rate
    lane by_rate; // N s/m: its slope by the mean rate
    // of laws with sides:
    lane end;     // N: force at x1, v1
    lane k, c;    // slopes there of what has no sides
    lane limited; // slope there of what has, behind the compliance h w
    lane rest;    // rate of x that keeps it as it is
    lane closed;  // 1: closed, 0: open
    lane energy;  // J
} tac_law_mean;

typedef struct tac_law_rates {
    lane damping, target; // N s/m against rate - target
    lane met;             // dt/2 w of the steepest slope that the step has met
    lane left;            // what iterations have left of its force, in parts of its limit
} tac_law_rates;

typedef void tac_law_at(const tac_law_self *, const tac_law_instant *, tac_law_force *);
typedef void tac_law_over(const tac_law_self *, const tac_law_step *, tac_law_mean *); // (n_row)
typedef void tac_law_at_end(const tac_law_self *, const tac_law_step *, tac_law_force *);
typedef void tac_law_for_rates(const tac_law_self *, const tac_law_step *, tac_law_rates *);
typedef lane tac_law_end(const tac_law_self *, const tac_law_step *);
// In parts of the law's own size, what `lack` is of its force at this rate; 0 where its tangents
// stay.
typedef lane tac_law_left(const tac_law_self *, lane rate, lane lack);
typedef void tac_law_start(const tac_law_self *, const tac_law_step *, lane *z); // (n_state)

typedef struct tac_law_lanes {
    tac_law_at *at;
    tac_law_over *over;       // NULL: the method's own quadrature of `at`
    tac_law_for_rates *rates; // NULL: the damping of `at` or `over`
    tac_law_end *end;         // NULL: `at`, or the end of `over`
    tac_law_left *left;       // of springs; NULL: nothing is told
    tac_law_start *start;     // memory before the first step; NULL: zeros
    tac_law_at_end *at_end;   // smooth, with a memory: it makes a trapezoidal rule; NULL: `at`
} tac_law_lanes;

// ---- what a type of law says of itself ----------------------------------------------------------

// Slopes that a row of a law may have, wherever it is, beyond the ends of its tables as well.
typedef struct tac_law_bounds {
    double stiffest, softest;           // N/m, of what has no sides; below zero where it falls
    double sided, least_sided;          // N/m, of what has sides
    double most_damping, least_damping; // N s/m
    double limit;                       // N: largest force; HUGE_VAL: there is none
} tac_law_bounds;

enum {
    TAC_LAW_SIDES =
        1, // begins, ends or has corners: it is limited by the step, and pushes along the secant
    TAC_LAW_RESISTS = 2,     // acts against the mean rate, which holds nothing back: of frictions
    TAC_LAW_IMPLICIT = 4,    // always in the tree
    TAC_LAW_AFTER_JOINT = 8, // w is what a joint leaves of the row's mobility
    TAC_LAW_MEMORY = 16,     // taken over the step for what it carries; without sides
    TAC_LAW_INERTIA = 32,    // a part of the mass, of built-in ones; with a memory
    TAC_LAW_GIVES =
        64, // a source of power: `taken` is all that it takes, below zero where it gives
    TAC_LAW_AS_ASKED =
        128, // its sides give way only where the step does not resolve them (sided.h)
    TAC_LAW_SLIDES =
        256 // with a memory: its rows are no coordinates, and it is told their mean rates
};

// What becomes of a number of memory when sequences of sub-steps are combined.
typedef enum tac_combine {
    TAC_Z_LONGEST, // it is that of the sequence with the most sub-steps
    TAC_Z_ANEW     // it is found again where the combination is
} tac_combine;

typedef struct tac_law_type {
    const char *word;
    int n_row, n_number, n_source, n_table, n_state;
    unsigned flags;
    // Where these lie in the description of an element: numbers in doubles, the others in ints.
    unsigned char number_at[TAC_LAW_NUMBERS], source_at[TAC_LAW_SOURCES], table_at[TAC_LAW_TABLES];
    // Likewise 1 + the source that adds to a number; 0: none may.
    unsigned char number_by[TAC_LAW_NUMBERS];
    // 1 + the number that the force of a joint adds to, which sources may as well, and the one that this force is multiplied by; 0: none.
    unsigned char limited, by_load;
    bool has_rates; // it asks for derivatives of its sources
    unsigned
        pushes; // bit k: source k is a force; the others are coordinates, which x follows at the end of a step
    tac_combine combine[TAC_LAW_STATES];
    tac_law_bounds (*bounds)(const double *number, const tac_curve *const *table, int row);
    // W: what one with a memory, or one that gives, takes at the end of a step, by its memory, multiplier and rate; what it stores is
    // potential energy. NULL: not known, and the balance of energy only sees that none comes.
    //   number   with what moves them, as sources at the end (n_number); source   values (n_source)
    //   force, rate   of its rows (n_row)
    double (*taken)(const double *number, const double *source, const double *z,
                    const double *force, const double *rate);
    // What a description leaves open, by how easily the row moves at the start, 1/kg or 1/(kg m^2). NULL: nothing.
    //   writes   number (n_number)
    void (*complete)(double *number, double w);
    // Of what has sides: the same without them, for who follows none and takes it at instants. NULL: it is refused there.
    const struct tac_law_type *at_instants;
    const void *on[TAC_WIDTHS]; // tac_law_lanes of as many lanes
} tac_law_type;

// ---- in shared objects ---------------------------------------------------------------------------

#define TAC_LAW_SIZE                                                                    \
    (uint32_t)(sizeof(tac_law_object) + sizeof(tac_force_type) + sizeof(tac_law_type) + \
               sizeof(tac_law_desc) + sizeof(tac_key))

// Ends the file of an object's law, outside of what is for one lane alone.
#if TAC_LANES == 1
#define TAC_LAW_OBJECT(of)                                                         \
    extern __attribute__((visibility("default"))) const tac_law_object tactus_law; \
    const tac_law_object tactus_law = {TAC_LAW_ABI, TAC_LAW_SIZE, &(of)};
#else
#define TAC_LAW_OBJECT(of)
#endif

// ---- for files of laws --------------------------------------------------------------------------

enum { TAC_LAW_WIDTH = TAC_LANES == 1 ? 0 : TAC_LANES == 4 ? 1 : 2 }; // of the lanes at hand

#define TAC_NUMBER_AT(type, member) (unsigned char)(offsetof(type, member) / sizeof(double))
#define TAC_INDEX_AT(type, member) (unsigned char)(offsetof(type, member) / sizeof(int))

// Where laws without a description of their own have them.
#define TAC_LAW_PLACE(k) TAC_NUMBER_AT(tac_law_desc, number[k])
#define TAC_LAW_BY(k) TAC_INDEX_AT(tac_law_desc, number_by[k])
#define TAC_LAW_PLACES                                                                          \
    .number_by = {TAC_LAW_BY(0), TAC_LAW_BY(1), TAC_LAW_BY(2),  TAC_LAW_BY(3),                  \
                  TAC_LAW_BY(4), TAC_LAW_BY(5), TAC_LAW_BY(6),  TAC_LAW_BY(7),                  \
                  TAC_LAW_BY(8), TAC_LAW_BY(9), TAC_LAW_BY(10), TAC_LAW_BY(11)},                \
    .number_at = {TAC_LAW_PLACE(0), TAC_LAW_PLACE(1), TAC_LAW_PLACE(2),  TAC_LAW_PLACE(3),      \
                  TAC_LAW_PLACE(4), TAC_LAW_PLACE(5), TAC_LAW_PLACE(6),  TAC_LAW_PLACE(7),      \
                  TAC_LAW_PLACE(8), TAC_LAW_PLACE(9), TAC_LAW_PLACE(10), TAC_LAW_PLACE(11)},    \
    .source_at = {TAC_INDEX_AT(tac_law_desc, source[0]), TAC_INDEX_AT(tac_law_desc, source[1]), \
                  TAC_INDEX_AT(tac_law_desc, source[2])},                                       \
    .table_at = {TAC_INDEX_AT(tac_law_desc, table[0]), TAC_INDEX_AT(tac_law_desc, table[1])}

TAC_INLINE lane law_larger(lane a, lane b)
{
    return lane_pick(lane_less(b, a), a, b);
}

TAC_INLINE lane law_above_zero(lane a)
{
    return law_larger(a, lane_set(0.0));
}

// Lanes that are not in use get what those have that they repeat.
TAC_INLINE lane law_repeat(const tac_law_self *s, lane a)
{
    for (int l = s->n; l < TAC_LANES; l++) {
        a = lane_put(a, l, lane_get(a, l & (s->copies - 1)));
    }
    return a;
}

// Table k of a lane.
TAC_INLINE const tac_curve *law_table(const tac_law_self *s, int k, int l)
{
    return s->table[k * TAC_LANES + l];
}

#endif

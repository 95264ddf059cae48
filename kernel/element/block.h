// The contract of blocks: sources that make their value once per step and hold it over the step.
//
// A block reads sources that stand before it, and what it carries, which is part of the state. A model begins with a run in
// which nothing is carried yet. As a signal it is what an input is: its derivatives, and what steps with several stages
// see within a step, are those of the parabola through the last three values; over a whole step its mean is its value.
#ifndef TAC_ELEMENT_BLOCK_H
#define TAC_ELEMENT_BLOCK_H

#include "element/source.h"

struct tac_block_at {
    double dt;                // s
    bool begins;              // the model does: `memory` is not there
    const tac_signal *before; // sources, up to the one that runs, where the step ends
    const tac_curve *table;   // all tables
    const int *term;          // desc.source_term
    double sensed;            // of one that senses
};

typedef struct tac_block_at tac_block_at;

// The value of operand k; of one that is not given another.
static inline double tac_operand_value(const tac_source_desc *of, const tac_signal *before, int k,
                                       double otherwise)
{
    return of->operand[k] == TAC_NONE ? otherwise : before[of->operand[k]].x;
}

tac_signal tac_block_signal(const tac_source_desc *of, const tac_source_at *when);
double tac_block_value(const tac_source_desc *of, const tac_source_at *when);
double tac_block_mean(const tac_source_desc *of, const tac_source_over *s);

// Of a function of other sources: between both ends.
double tac_mean_of_others(const tac_source_desc *of, const tac_source_over *s);

// What follows from others has no bound that is known before.
double tac_no_bound(const tac_source_desc *of, const tac_source_bounds *from);

#define TAC_IS_BLOCK                                                          \
    .at = tac_block_signal, .value = tac_block_value, .mean = tac_block_mean, \
    .largest = tac_no_bound

// A source that it reads, and a number of it, of the unit of what uses it.
#define TAC_OPERAND_KEY(called, k, said)                                             \
    .name = (called), .help = (said), .kind = TAC_KEY_SOURCE, .quantity = TAC_Q_ANY, \
    .at = offsetof(tac_source_desc, operand[k])
#define TAC_NUMBER_KEY(called, k, said)                                              \
    .name = (called), .help = (said), .kind = TAC_KEY_NUMBER, .quantity = TAC_Q_ANY, \
    .at = offsetof(tac_source_desc, c[k])

#endif

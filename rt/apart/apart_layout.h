// What an executive and a process that has some of its compiled sub-models share: a segment
// tactus.INSTANCE.PROCESS.part, made by the executive, with a channel for every batch (part.h).
//
// A channel has a question and an answer, a writer each. Whoever writes one puts it down complete, with its number and
// a sum over its words, and then says the number in the cell of its own; whoever reads it copies it before it looks at
// it. The sum finds what was not written by such a program, or not whole; it is no defence against somebody who wants
// to deceive (docs/security.md). What a process needs to serve a channel that others served before, setup and marks,
// lies there as well.
#ifndef TAC_APART_LAYOUT_H
#define TAC_APART_LAYOUT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <xxhash.h>

#include "part.h"

#define TAC_APART_MAGIC UINT64_C(0x5452415041544335)

enum {
    TAC_APART_CHANNELS = 16,
    TAC_APART_MARKS = 4096,
    TAC_APART_WORDS = 8192, // of a message
    TAC_APART_WHEN = 4,     // with a beginning: step, whether it is a start, when it began, when
    // the executive is awake for the next (0: at once); ns of CLOCK_MONOTONIC
    TAC_APART_CORES = 64,
    TAC_APART_OBJECTS = 64,
    TAC_APART_PATH = 128
};

typedef enum tac_apart_question {
    TAC_APART_NOTHING, // but what comes before it
    TAC_APART_INIT,
    TAC_APART_MARK,
    TAC_APART_FIRST,
    TAC_APART_UP,
    TAC_APART_DOWN,
    TAC_APART_END,
    TAC_APART_QUESTIONS,
    TAC_APART_WITH_BEGIN = 16, // a step begins before
    TAC_APART_WITH_DOWN = 32,  // then, a solution nothing is asked of
    TAC_APART_WITH_MOVE = 64   // then, the carrier has moved
} tac_apart_question;

typedef struct tac_apart_message {
    uint64_t sum;    // of all that follows
    uint64_t number; // counted in each channel
    uint64_t epoch;  // of the process that serves
    uint64_t what;   // question, with what comes before it
    uint64_t n;      // words
    uint64_t built;  // of an answer: sum over the setup and the marks that its sub-models have
    uint64_t word[TAC_APART_WORDS];
} tac_apart_message;

typedef struct tac_apart_marked {
    int64_t what;
    double number[2];
} tac_apart_marked;

// The number of a message and what it begins with share a line of the cache, which so goes over once.
typedef struct tac_apart_channel {
    _Alignas(64) _Atomic uint64_t asked; // number of the last question; written by the executive
    tac_apart_message question;
    _Alignas(64) _Atomic uint64_t answered; // by the process that serves
    tac_apart_message answer;
    // by the executive, before anything is asked
    uint64_t hash[TAC_PART_MOST_ALIKE][2]; // of the object of each sub-model
    tac_part_setup setup;
    _Atomic uint64_t n_mark;
    tac_apart_marked mark[TAC_APART_MARKS];
} tac_apart_channel;

// An object that the process has to have.
typedef struct tac_apart_object {
    uint64_t hash[2];
    char path[TAC_APART_PATH]; // as in the model, for people; what does not fit is left out
} tac_apart_object;

// Locks, as long as whoever holds them lives: of the process that serves on the first byte, of the executive on the second.
enum { TAC_APART_SERVES, TAC_APART_RUNS };

typedef struct tac_apart_segment {
    uint64_t magic;
    uint64_t size; // of this struct
    int64_t period_ns;
    int64_t n_core; // that the executive's threads may take, of the cycle's own first
    int64_t core[TAC_APART_CORES];
    int64_t n_object;
    tac_apart_object object[TAC_APART_OBJECTS];
    _Alignas(64) _Atomic uint64_t n_channel; // that are there; by the executive
    _Alignas(64) _Atomic uint64_t epoch; // of the process that serves, 0: none yet, or it has left
    tac_apart_channel channel[TAC_APART_CHANNELS];
} tac_apart_segment;

// Whether states and values of n sub-models fit in, with the carrier, its motion, and what is asked.
static inline int tac_apart_fits(const tac_part_table *object, int n)
{
    return (uint64_t)n * ((uint64_t)object->n_state + 2 * TAC_PART_MOST_VALUES) + 256 <=
           TAC_APART_WORDS;
}

// Of a message of so many words; its own are not looked at.
static inline uint64_t tac_apart_sum(const tac_apart_message *m, uint64_t n)
{
    return XXH3_64bits(&m->number, offsetof(tac_apart_message, word) -
                                       offsetof(tac_apart_message, number) + n * sizeof *m->word);
}

// What is carried of an answer: words of it, one after another, what is not asked for left out.
typedef struct tac_apart_piece {
    size_t at; // byte in the struct
    int n;     // words
} tac_apart_piece;

enum { TAC_APART_PIECES = 10 };

// The parts of what goes up in a solve; in a start, more.
static inline int tac_apart_pieces_up(const tac_part_setup *setup, tac_part_solve solve, int starts,
                                      tac_apart_piece piece[TAC_APART_PIECES])
{
    int fresh = solve != TAC_PART_AGAIN && (solve != TAC_PART_ACCELERATION || setup->laws_given);
    const tac_apart_piece all[] = {
        {offsetof(tac_part_up, told), solve == TAC_PART_NEWTON ? TAC_PART_TOLD : 6},
        {offsetof(tac_part_up, k), 6},
        {offsetof(tac_part_up, K[0][0]), fresh ? 6 : 0},
        {offsetof(tac_part_up, K[1][1]), fresh ? 5 : 0},
        {offsetof(tac_part_up, K[2][2]), fresh ? 4 : 0},
        {offsetof(tac_part_up, K[3][3]), fresh ? 3 : 0},
        {offsetof(tac_part_up, K[4][4]), fresh ? 2 : 0},
        {offsetof(tac_part_up, K[5][5]), fresh ? 1 : 0},
        {offsetof(tac_part_up, open), starts ? TAC_PART_MOST_ALIKE : 0},
        {offsetof(tac_part_up, widest), starts ? TAC_PART_MOST_ALIKE : 0}};
    memcpy(piece, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

// Adds a setup or a mark to what sub-models are built of.
static inline uint64_t tac_apart_built(uint64_t before, const void *more, size_t bytes)
{
    return XXH3_64bits_withSeed(more, bytes, before);
}

#endif

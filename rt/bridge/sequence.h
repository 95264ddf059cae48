// Which packets of a numbered stream came, are missing, came twice, or late.
//
// A window remembers which of the last 64 numbers were seen, so that a packet overtaken by its
// successor ("late") and one that comes again ("twice") are told apart, and a late one is no longer
// missing. The numbers wrap. A stream whose numbers begin anew far away, because its sender did, is
// followed from its second number in a row on; after tac_sequence_rest at once.
#ifndef TAC_SEQUENCE_H
#define TAC_SEQUENCE_H

#include <stdint.h>

typedef enum tac_sequence_place {
    TAC_SEQUENCE_NEXT,  // newer than all before: to be used
    TAC_SEQUENCE_TWICE, // seen already
    TAC_SEQUENCE_LATE,  // overtaken by a newer one
    TAC_SEQUENCE_NEW,   // first of a stream that began anew: to be used
} tac_sequence_place;

typedef struct tac_sequence {
    uint64_t step, modulo; // modulo 0: 2^64
    int has_last, rested;
    uint64_t last;   // newest number
    uint64_t seen;   // bit k: the number k steps before it came
    uint64_t missed; // bit k: that number was left out and counts as missing
    uint64_t guess;  // what follows if the numbers began anew
    int has_guess;
    uint64_t gaps;    // times that numbers were left out
    uint64_t missing; // numbers left out and not seen since
} tac_sequence;

void tac_sequence_init(tac_sequence *s, uint64_t step, uint64_t modulo);

// Looks at a number. Bounded, cannot fail.
tac_sequence_place tac_sequence_see(tac_sequence *s, uint64_t number);

// A pause so long that an older number means a new stream.
void tac_sequence_rest(tac_sequence *s);

#endif

// Standard output and standard error that nobody reads block no stop.
//
// A full pipe or a stopped terminal makes a write wait until somebody reads. Bound, the two streams are written
// without waiting, by a descriptor of their own so that others who share the pipe or terminal see no difference;
// what finds no room within the time is left out and counted.
#ifndef TAC_OUTPUT_H
#define TAC_OUTPUT_H

#include <stdint.h>

typedef enum tac_output_patience {
    TAC_OUTPUT_BRIEF, // half a second, then no more until there is room again: for what keeps a time
    TAC_OUTPUT_UNTIL_STOP, // as long as it takes; half a second once a signal asked for the end
} tac_output_patience;

// Replaces stdout and stderr; before a copy of either is taken, and not for a program that uses their descriptors.
// Once in the life of a process.
void tac_output_bind(tac_output_patience patience);

int64_t tac_output_unread(void); // bytes of both that were left out

#endif

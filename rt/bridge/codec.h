// Packets: values to bytes and back, after a layout (config/include/packet.h). Pure functions: no memory, no
// clock, no socket. Any bytes may be decoded, whatever the layout the loader accepted.
#ifndef TAC_CODEC_H
#define TAC_CODEC_H

#include <stddef.h>

#include "packet.h"

typedef enum tac_packet_fault {
    TAC_PACKET_GOOD,
    TAC_PACKET_LENGTH,
    TAC_PACKET_CHECKSUM,
    TAC_PACKET_CONSTANT, // a constant field holds something else
    TAC_PACKET_VALUE,    // not a finite number, or outside of a field that rejects
} tac_packet_fault;

typedef struct tac_packet_stamp { // what a packet tells besides signals
    uint64_t counter;
    uint64_t number; // of the frame, and so on
    int64_t step, cycle;
    double time;
    int run_state;
} tac_packet_stamp;

// Writes l->size bytes. A value is the signal in the unit of its field.
//   reads    value (l->n_value)
//   writes   byte (l->size); *clamped: values that were out of range and set to its end
//   fails    with TAC_PACKET_VALUE, byte is then unusable
tac_packet_fault tac_packet_encode(const tac_packet_layout *l, const double *value,
                                   const tac_packet_stamp *stamp, unsigned char *byte,
                                   int *clamped);

// Checks n bytes: length, checksum, constants.
tac_packet_fault tac_packet_check(const tac_packet_layout *l, const unsigned char *byte, size_t n);

// Of a packet that has passed the check: its counter, 0 without one; and its values.
uint64_t tac_packet_counter(const tac_packet_layout *l, const unsigned char *byte);
tac_packet_fault tac_packet_decode(const tac_packet_layout *l, const unsigned char *byte,
                                   double *value, int *clamped);

// Takes a number into the range of its field, counting; 0: it is not finite, or the field rejects it.
int tac_packet_limit(const tac_packet_field *f, double *x, int *clamped);

#endif

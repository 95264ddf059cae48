// Packets of text: values to fields with separators between them and back, after a layout with is_text. Pure functions as
// those of codec.h; any bytes may be decoded.
#ifndef TAC_TEXT_CODEC_H
#define TAC_TEXT_CODEC_H

#include "codec.h"

// Writes *size bytes, at most TAC_PACKET_MOST; a text that would be longer fails with TAC_PACKET_VALUE as well.
tac_packet_fault tac_text_encode(const tac_packet_layout *l, const double *value,
                                 const tac_packet_stamp *stamp, unsigned char *byte, int *size,
                                 int *clamped);

// Checks n bytes: how many fields, constants and what stands around numbers, the counter.
tac_packet_fault tac_text_check(const tac_packet_layout *l, const unsigned char *byte, size_t n);

// Of a packet that has passed the check.
uint64_t tac_text_counter(const tac_packet_layout *l, const unsigned char *byte, size_t n);
tac_packet_fault tac_text_decode(const tac_packet_layout *l, const unsigned char *byte, size_t n,
                                 double *value, int *clamped);

#endif

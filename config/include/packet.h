// Layout of a UDP packet: which bytes mean what. docs/bridge-udp.md is the reference.
//
// A packet is a list of fields, one behind the other without gaps. Numbers pass through a field as
//   result = scale * number + offset
// in the direction they travel: in a packet that is sent, number is the signal and result what the
// packet holds; in one that is received, number is what the packet holds and result the signal.
// Layouts are plain constant data; rt/bridge/codec.h turns values into bytes and back.
#ifndef TAC_PACKET_H
#define TAC_PACKET_H

#include <stdbool.h>
#include <stdint.h>

enum { TAC_PACKET_MOST = 1472 }; // bytes that fit an Ethernet frame with IPv4 in one piece

typedef enum tac_wire_type {
    TAC_WIRE_U8,
    TAC_WIRE_I8,
    TAC_WIRE_U16,
    TAC_WIRE_I16,
    TAC_WIRE_U24,
    TAC_WIRE_I24,
    TAC_WIRE_U32,
    TAC_WIRE_I32,
    TAC_WIRE_U64,
    TAC_WIRE_I64,
    TAC_WIRE_F32,
    TAC_WIRE_F64,
    TAC_WIRE_TYPES
} tac_wire_type;

typedef enum tac_checksum_method {
    TAC_SUM8,
    TAC_XOR8,
    TAC_SUM16,
    TAC_CRC8,
    TAC_CRC16_CCITT,
    TAC_CRC16_XMODEM,
    TAC_CRC16_MODBUS,
    TAC_CRC32,
    TAC_CRC32C,
    TAC_CHECKSUMS
} tac_checksum_method;

typedef enum tac_field_kind {
    TAC_FIELD_SIGNAL,   // values of a signal
    TAC_FIELD_CONSTANT, // the same in every packet; checked on receipt
    TAC_FIELD_PADDING,  // zero when sent, ignored on receipt
    TAC_FIELD_COUNTER,  // tells packets apart
    TAC_FIELD_FRAME,    // about the frame that is sent: its number, step, ...
    TAC_FIELD_CHECKSUM,
    TAC_FIELD_BITS, // a whole number of single bits; those of signals follow it as fields of their own
    TAC_FIELD_TEXT, // constant text; in a packet of bytes zeros behind it
    TAC_FIELD_SKIP, // of a packet of text: empty when sent, ignored on receipt
} tac_field_kind;

typedef enum tac_number_text { // how a number is written in a packet of text
    TAC_TEXT_REAL,
    TAC_TEXT_WHOLE,
    TAC_TEXT_HEX,
} tac_number_text;

typedef enum tac_frame_part { // of the state frame
    TAC_FRAME_NUMBER,
    TAC_FRAME_STEP,
    TAC_FRAME_CYCLE,
    TAC_FRAME_TIME,
    TAC_FRAME_RUN_STATE,
    TAC_FRAME_PARTS
} tac_frame_part;

typedef struct tac_packet_field {
    tac_field_kind kind;
    tac_wire_type type;
    bool is_big; // most significant byte first
    int at;      // first byte in the packet
    int size;    // bytes, of all values
    // of a signal
    const char *signal;
    int first, count;        // which of the signal's values; count 0: its only one
    int value;               // place of the first one among the values of the packet
    const char *unit;        // "": the signal's own
    double times, over;      // SI value = number * times / over
    double scale, offset;    // result = scale * number + offset
    double minimum, maximum; // of the result
    bool rejects;            // out of range: refuse the packet, instead of clamping
    uint64_t mask; // the one bit of the number at this place that it is, 0: the whole number
    // of texts
    const char *text;   // constant, or what stands before a number
    const char *print;  // of a number, for printf of a double or a long long: "%.3f", "%lld"
    const char *behind; // what stands behind it
    tac_number_text number;
    // of others
    uint64_t bits;       // of a constant, as they stand in the packet
    tac_frame_part part; // of a frame
    // for messages
    int line, column;
} tac_packet_field;

typedef struct tac_packet_layout {
    const tac_packet_field *field; // (n_field)
    int n_field;
    int size;                         // bytes; of a packet of text at most
    bool is_text;                     // fields are texts with separators between them
    const char *separator, *end;      // the end may be missing on receipt
    int n_value;                      // values of signals
    const tac_packet_field *counter;  // NULL: none
    uint64_t counter_step;            // from packet to packet
    uint64_t counter_modulo;          // 0: 2^64
    const tac_packet_field *checksum; // NULL: none
    tac_checksum_method method;
    int from, to; // bytes it covers, `to` not included; its own count as zero
} tac_packet_layout;

typedef struct tac_wire_about {
    const char *name;
    int size; // bytes
    bool is_float;
    double minimum, maximum; // of what a double can hold of the range
} tac_wire_about;

typedef struct tac_checksum_about {
    const char *name;
    tac_wire_type type;
} tac_checksum_about;

extern const tac_wire_about tac_wire_types[TAC_WIRE_TYPES];
extern const tac_checksum_about tac_checksums[TAC_CHECKSUMS];
extern const char *const tac_frame_parts[TAC_FRAME_PARTS];

// How many values a field of signals holds.
static inline int tac_field_values(const tac_packet_field *f)
{
    return f->count > 0 ? f->count : 1;
}

#endif

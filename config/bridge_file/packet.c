#include "packet.h"

#include <float.h>

const tac_wire_about tac_wire_types[TAC_WIRE_TYPES] = {
    [TAC_WIRE_U8] = {"u8", 1, false, 0.0, 255.0},
    [TAC_WIRE_I8] = {"i8", 1, false, -128.0, 127.0},
    [TAC_WIRE_U16] = {"u16", 2, false, 0.0, 65535.0},
    [TAC_WIRE_I16] = {"i16", 2, false, -32768.0, 32767.0},
    [TAC_WIRE_U24] = {"u24", 3, false, 0.0, 16777215.0},
    [TAC_WIRE_I24] = {"i24", 3, false, -8388608.0, 8388607.0},
    [TAC_WIRE_U32] = {"u32", 4, false, 0.0, 4294967295.0},
    [TAC_WIRE_I32] = {"i32", 4, false, -2147483648.0, 2147483647.0},
    // the largest doubles below 2^64 and 2^63
    [TAC_WIRE_U64] = {"u64", 8, false, 0.0, 18446744073709549568.0},
    [TAC_WIRE_I64] = {"i64", 8, false, -9223372036854775808.0, 9223372036854774784.0},
    [TAC_WIRE_F32] = {"f32", 4, true, -(double)FLT_MAX, (double)FLT_MAX},
    [TAC_WIRE_F64] = {"f64", 8, true, -DBL_MAX, DBL_MAX},
};

const tac_checksum_about tac_checksums[TAC_CHECKSUMS] = {
    [TAC_SUM8] = {"sum8", TAC_WIRE_U8},
    [TAC_XOR8] = {"xor8", TAC_WIRE_U8},
    [TAC_SUM16] = {"sum16", TAC_WIRE_U16},
    [TAC_CRC8] = {"crc8", TAC_WIRE_U8},
    [TAC_CRC16_CCITT] = {"crc16-ccitt", TAC_WIRE_U16},
    [TAC_CRC16_XMODEM] = {"crc16-xmodem", TAC_WIRE_U16},
    [TAC_CRC16_MODBUS] = {"crc16-modbus", TAC_WIRE_U16},
    [TAC_CRC32] = {"crc32", TAC_WIRE_U32},
    [TAC_CRC32C] = {"crc32c", TAC_WIRE_U32},
};

const char *const tac_frame_parts[TAC_FRAME_PARTS] = {
    [TAC_FRAME_NUMBER] = "number", [TAC_FRAME_STEP] = "step",           [TAC_FRAME_CYCLE] = "cycle",
    [TAC_FRAME_TIME] = "time",     [TAC_FRAME_RUN_STATE] = "run_state",
};

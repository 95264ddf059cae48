// Functions of FMI 3.0 for variables of types that this FMU has none of.
#ifndef TAC_FMI3_TYPES_H
#define TAC_FMI3_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int fmi3GetFloat32(void *c, const uint32_t reference[], size_t n, float value[], size_t n_value);
int fmi3GetInt8(void *c, const uint32_t reference[], size_t n, int8_t value[], size_t n_value);
int fmi3GetUInt8(void *c, const uint32_t reference[], size_t n, uint8_t value[], size_t n_value);
int fmi3GetInt16(void *c, const uint32_t reference[], size_t n, int16_t value[], size_t n_value);
int fmi3GetUInt16(void *c, const uint32_t reference[], size_t n, uint16_t value[], size_t n_value);
int fmi3GetInt32(void *c, const uint32_t reference[], size_t n, int32_t value[], size_t n_value);
int fmi3GetUInt32(void *c, const uint32_t reference[], size_t n, uint32_t value[], size_t n_value);
int fmi3GetInt64(void *c, const uint32_t reference[], size_t n, int64_t value[], size_t n_value);
int fmi3GetUInt64(void *c, const uint32_t reference[], size_t n, uint64_t value[], size_t n_value);
int fmi3GetBoolean(void *c, const uint32_t reference[], size_t n, bool value[], size_t n_value);
int fmi3GetString(void *c, const uint32_t reference[], size_t n, const char *value[],
                  size_t n_value);
int fmi3GetBinary(void *c, const uint32_t reference[], size_t n, size_t size[],
                  const uint8_t *value[], size_t n_value);
int fmi3GetClock(void *c, const uint32_t reference[], size_t n, bool value[]);
int fmi3SetFloat32(void *c, const uint32_t reference[], size_t n, const float value[],
                   size_t n_value);
int fmi3SetInt8(void *c, const uint32_t reference[], size_t n, const int8_t value[],
                size_t n_value);
int fmi3SetUInt8(void *c, const uint32_t reference[], size_t n, const uint8_t value[],
                 size_t n_value);
int fmi3SetInt16(void *c, const uint32_t reference[], size_t n, const int16_t value[],
                 size_t n_value);
int fmi3SetUInt16(void *c, const uint32_t reference[], size_t n, const uint16_t value[],
                  size_t n_value);
int fmi3SetInt32(void *c, const uint32_t reference[], size_t n, const int32_t value[],
                 size_t n_value);
int fmi3SetUInt32(void *c, const uint32_t reference[], size_t n, const uint32_t value[],
                  size_t n_value);
int fmi3SetInt64(void *c, const uint32_t reference[], size_t n, const int64_t value[],
                 size_t n_value);
int fmi3SetUInt64(void *c, const uint32_t reference[], size_t n, const uint64_t value[],
                  size_t n_value);
int fmi3SetBoolean(void *c, const uint32_t reference[], size_t n, const bool value[],
                   size_t n_value);
int fmi3SetString(void *c, const uint32_t reference[], size_t n, const char *const value[],
                  size_t n_value);
int fmi3SetBinary(void *c, const uint32_t reference[], size_t n, const size_t size[],
                  const uint8_t *const value[], size_t n_value);
int fmi3SetClock(void *c, const uint32_t reference[], size_t n, const bool value[]);

#endif

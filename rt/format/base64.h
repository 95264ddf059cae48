// Bytes as text of base64.
#ifndef TAC_BASE64_H
#define TAC_BASE64_H

#include <stddef.h>

char *tac_base64(const void *data, size_t n); // to be freed; NULL without memory

// The bytes of a text of n characters, to be freed, and how many they are; NULL without memory or when it is none.
void *tac_base64_read(const char *text, size_t n, size_t *size);

#endif

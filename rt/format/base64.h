// Bytes as text of base64.
#ifndef TAC_BASE64_H
#define TAC_BASE64_H

#include <stddef.h>

char *tac_base64(const void *data, size_t n); // to be freed; NULL without memory

#endif

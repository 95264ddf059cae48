// Whole blocks of bytes from and to descriptors, whatever interrupts.
#ifndef TAC_FILES_H
#define TAC_FILES_H

#include <stddef.h>

// Write or read all n bytes; 0 when that fails, errno says why, or the file ends before.
int tac_write_all(int fd, const void *data, size_t n);
int tac_read_all(int fd, void *data, size_t n);

#endif

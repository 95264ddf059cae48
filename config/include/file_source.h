// Where the bytes of a model's files come from when they do not come from the disk: from a log, an
// archive, a test.
#ifndef TAC_FILE_SOURCE_H
#define TAC_FILE_SOURCE_H

#include <stddef.h>

typedef struct tac_file_source {
    // Bytes of the file of that path, which stay valid while the model is read; NULL when there is
    // none. Paths come as tac_model_file.file_name holds them.
    const char *(*find)(const void *context, const char *path, size_t *size);
    const void *context;
} tac_file_source;

#endif

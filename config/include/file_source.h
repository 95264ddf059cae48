// Where the bytes of a model's files come from when they do not come from the disk: from a log, an
// archive, a test.
#ifndef TAC_FILE_SOURCE_H
#define TAC_FILE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct tac_known_part;

typedef struct tac_file_source {
    // Bytes of the file of that path, which stay valid while the model is read; NULL when there is
    // none. Paths come as tac_model_file.file_name holds them.
    const char *(*find)(const void *context, const char *path, size_t *size);
    const void *context;
    // Who finds the parts that its files name (known_parts.h); NULL: nobody.
    bool (*part)(const void *context, const char *path, struct tac_known_part *part, char *why,
                 size_t size);
} tac_file_source;

#endif

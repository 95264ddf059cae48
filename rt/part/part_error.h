// How the loader of parts fails: "PATH: what is wrong; what to do", one printable line.
#ifndef TAC_PART_ERROR_H
#define TAC_PART_ERROR_H

#include <stdbool.h>
#include <stddef.h>

// The remedy where something is wrong with how a part was built.
#define TAC_PART_ANEW "; compile it again, by 'tactus compile' or as docs/parts.md says"

typedef struct tac_part_error {
    const char *path; // of the part
    char *text;       // (size) "" while nothing is wrong; the first line stays
    size_t size;
} tac_part_error;

// The line; returns false.
bool tac_part_say(const tac_part_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

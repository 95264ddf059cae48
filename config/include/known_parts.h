// Parts that model files name (kernel/include/part.h), and who finds them: reading a file loads nothing.
#ifndef TAC_KNOWN_PARTS_H
#define TAC_KNOWN_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model_file.h"
#include "part.h"

// What is known of a part.
typedef struct tac_known_part {
    const tac_part_table
        *table; // names, counts, defaults; stays as long as the program runs; NULL of a law
    const struct tac_force_type *law; // of a law its type, else NULL
    bool is_here;                     // its functions can be called: else it can be looked at
    uint64_t hash[2];                 // of the object's bytes
    // What it says is wrong with parameters, NULL: nothing; a text of its object. NULL where it is not here.
    const char *(*wrong)(const tac_part_table *table, const double *parameter);
} tac_known_part;

// Finds the part of a path as tac_model_part has it. False with why not and what to do, as a line without a place
// (size).
typedef bool tac_part_finder(const void *context, const char *path, tac_known_part *part, char *why,
                             size_t size);

// Who finds those of files from the disk; NULL, and before anybody says it, nobody: then files with parts are refused.
// For the start of a program, before files are read.
void tac_find_parts(tac_part_finder *find);

typedef struct tac_model_part {
    const char *path; // of the object, as files of the model
    tac_known_part known;
    const char *together; // the word that those have which it steps with; NULL
} tac_model_part;

// Of a model, index as in desc.part.
const tac_model_part *tac_model_file_parts(const tac_model_file *f);

// Objects of a model's laws, each once (n).
const tac_model_part *tac_model_file_laws(const tac_model_file *f, int *n);

#endif

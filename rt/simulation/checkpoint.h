// Checkpoints: one file with everything that decides the future of a running model.
//
// Layout, native byte order (the magic number tells): header, state bytes as in tac_state.data, one
// double per writable variable in the order of tac_variables_open. The hash of the model covers the
// text of all its files, parameters given from outside them and the step, so that a checkpoint fits exactly the model it came from; the
// checksum covers all bytes that follow the header, and the header itself with the checksum at 0.
#ifndef TAC_CHECKPOINT_H
#define TAC_CHECKPOINT_H

#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "model_file.h"

#define TAC_CHECKPOINT_MAGIC 0x54504b4843434154ULL // "TACCHKPT" where the low byte comes first
enum { TAC_CHECKPOINT_VERSION = 2 }; // another order of the state bytes is another version

typedef struct tac_checkpoint_header {
    uint64_t magic;
    uint32_t version, header_size;
    uint64_t model_hash;
    uint64_t state_size; // bytes
    uint64_t n_variable;
    int64_t step; // of the state
    double dt;    // s
    uint64_t checksum;
} tac_checkpoint_header;

typedef struct tac_checkpoint { // what is written and read; memory is the caller's
    uint64_t model_hash;
    int64_t step;
    double dt;
    void *state;
    size_t state_size;
    double *value; // (n_value)
    int n_value;
} tac_checkpoint;

// Hash of the bytes of all files of the model, and of parameters given. Fails with a line in diag when one cannot be read.
int tac_checkpoint_model(const tac_model_file *f, uint64_t *hash, tac_diag *diag);

// Writes to a temporary file beside the path, then renames it: the path holds an old checkpoint or a
// complete new one. Fails with a line in diag.
int tac_checkpoint_write(const char *path, const tac_checkpoint *c, tac_diag *diag);

// Reads into state and value after checking that all of it fits c, and sets step. On failure state
// and value are not to be used, the line in diag says why.
int tac_checkpoint_read(const char *path, tac_checkpoint *c, tac_diag *diag);

// Whether two numbers are the same to the last bit, signs of zero included.
int tac_same_bits(double a, double b);

#endif

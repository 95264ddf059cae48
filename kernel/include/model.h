// The model: constants derived once from a description and its assembly tree.
//
// Read-only after tac_model_init, but for the parameters that tune.h changes while no step runs; may be
// shared by any number of solvers and threads. Its layout is in kernel/model/tables.h; programs need only the
// functions below.
#ifndef TAC_MODEL_H
#define TAC_MODEL_H

#include <stddef.h>

#include "desc.h"
#include "status.h"
#include "tree.h"

typedef struct tac_model tac_model;

// Bytes of the block a model of this description and tree needs.
size_t tac_model_size(const tac_desc *d, const tac_tree *t);

// Copies, checks and prepares everything the step needs; d and t may be freed afterwards.
//   fails    TAC_BAD_VALUE, TAC_BAD_INDEX with the offending item, TAC_TOO_SMALL, TAC_MISALIGNED
tac_status tac_model_init(tac_model **m, const tac_desc *d, const tac_tree *t, void *mem,
                          size_t size);

// Constraint rows of the model (compliant rows not counted) and all rows.
int tac_model_constraint_rows(const tac_model *m);
int tac_model_rows(const tac_model *m);

// The longest way from a centre of mass to a joint or force element, m.
double tac_model_length(const tac_model *m);

// Counts coordinates of joints for which a start is given; finding it takes the third power of that.
int tac_count_held(const tac_desc *d);

// Counts contacts and springs with corners in their table.
int tac_model_unilateral(const tac_model *m);

// Counts joints that were put in line with others of the same bodies (model/alignment.h).
int tac_model_aligned(const tac_model *m);

// Tells whether light links may snap taut (model/links.h).
int tac_model_snaps(const tac_model *m);

#endif

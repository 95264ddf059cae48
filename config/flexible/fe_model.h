// A finite element model of displacements alone, and its reduction to a flexible body: interfaces are sets of nodes tied
// rigidly to a frame in their middle, what is inside becomes the static shapes of the interfaces and modes with held
// interfaces, rigid motion is taken out. Such elements have one mass matrix for x, y and z, so stiffness, mass and
// positions are all that is needed.
#ifndef TAC_FE_MODEL_H
#define TAC_FE_MODEL_H

#include "modal.h"
#include "sparse.h"

typedef struct tac_fe_interface {
    const char *name;
    const int *node; // indices
    int n;
} tac_fe_interface;

typedef struct tac_fe_model {
    int n_node;
    const vec3 *x;   // of nodes
    tac_sparse K, M; // unknowns 3 node + direction
    int n_interface;
    const tac_fe_interface *interface;
    int modes; // of the whole body
} tac_fe_model;

typedef enum tac_fe_status {
    TAC_FE_OK,
    TAC_FE_NO_MEMORY,
    TAC_FE_LOOSE,     // stiffness is singular with held interfaces: parts hang together by nothing
    TAC_FE_MASS,      // mass differs between directions, or is not positive
    TAC_FE_FEW_NODES, // of an interface: it cannot turn
    TAC_FE_TOO_FEW,   // modes are asked for than there are
    TAC_FE_NOT_SETTLED, // the modes with held interfaces
    TAC_FE_NOT_FREE,    // the model has not six rigid motions
} tac_fe_status;

tac_fe_status tac_fe_reduce(const tac_fe_model *fe, tac_pool *pool, tac_modal *out);

#endif

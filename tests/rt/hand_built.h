// Mechanisms built by hand and made ready to run, for tests of the team. Usable without Criterion:
// whatever goes wrong while building ends the program with a line on standard error.
#ifndef TAC_TEST_HAND_BUILT_H
#define TAC_TEST_HAND_BUILT_H

#include "solver.h"
#include "team/team.h"

typedef enum machine_shape {
    MACHINE_CHAIN, // links on ball joints, the first one on ground
    MACHINE_RING,  // the last link is joined to the first as well
    MACHINE_HUB,   // all bodies hang on the first one
    MACHINE_SHAPES
} machine_shape;

typedef struct machine {
    tac_desc d;
    tac_body_desc *body;
    tac_joint_desc *joint;
    tac_work *work;
    tac_state state;
    tac_start_report start;
    void *block[4]; // tree, model, work, state
} machine;

machine *machine_new(machine_shape shape, int n_body, int iterations);
void machine_free(machine *m);

// One step: walked plainly, or by the team; 0 when it fails, and then the state stands.
int machine_step(machine *m);
int machine_team_step(machine *m, tac_team *t);

#endif

// A description made ready to run: tree, model, work and state in blocks of their own.
#ifndef TAC_TEST_RIG_H
#define TAC_TEST_RIG_H

#include "index3/single_access.h"
#include "mechanism.h"
#include "model/tables.h"

typedef struct rig {
    const tac_method *method;
    tac_options o;
    tac_tree *tree;
    tac_model *m;
    tac_work *w;
    tac_state s;
    tac_start_report started;
    void *block[4];
} rig;

// A 64-byte aligned block of at least one byte.
void *aligned_block(size_t size);

// Everything up to the state as given; the test fails if anything does.
void rig_open(rig *r, const tac_desc *d, const tac_options *o);
void rig_close(rig *r);

// As rig_open, then the consistent start.
void rig_start(rig *r, const tac_desc *d, const tac_options *o);

// n steps that must succeed.
void rig_run(rig *r, int n);

// Items first <= i < last of one phase.
void run_items(const tac_phase *phase, int first, int last);

// A second state of the same model with the same bytes.
tac_state state_copy(const rig *r);
void state_free(tac_state *s);

tac_report rig_report(const rig *r);

tac_options options_with(double dt, int iterations);

#endif

// A description made ready to run: tree, model, work and state in blocks of their own.
#ifndef TAC_TEST_PREPARED_H
#define TAC_TEST_PREPARED_H

#include "mechanism.h"
#include "model/tables.h"
#include "workspace/single_access.h"

typedef struct prepared {
    const tac_method *method;
    tac_options o;
    tac_tree *tree;
    tac_model *m;
    tac_work *w;
    tac_state s;
    tac_start_report started;
    void *block[4];
} prepared;

// A 64-byte aligned block of at least one byte.
void *aligned_block(size_t size);

// Everything up to the state as given; the test fails if anything does.
void prepared_open(prepared *r, const tac_desc *d, const tac_options *o);
void prepared_open_as(prepared *r, const tac_method *method, const tac_desc *d,
                      const tac_options *o);
void prepared_close(prepared *r);

// As prepared_open, then the consistent start.
void prepared_start(prepared *r, const tac_desc *d, const tac_options *o);

// The same with another method than index-3.
void prepared_start_with(prepared *r, const tac_method *method, const tac_desc *d,
                         const tac_options *o);

// n steps that must succeed.
void prepared_run(prepared *r, int n);

// Items first <= i < last of one phase.
void run_items(const tac_phase *phase, int first, int last);

// A second state of the same model with the same bytes.
tac_state state_copy(const prepared *r);
void state_free(tac_state *s);

tac_report prepared_report(const prepared *r);

tac_options options_with(double dt, int iterations);

#endif

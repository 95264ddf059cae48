// Modal data out of matrices of other programs, and modal files.
#ifndef TAC_MODAL_IMPORT_H
#define TAC_MODAL_IMPORT_H

#include "modal.h"

typedef struct tac_import {
    const char *path; // of CalculiX: the input file, NAME.inp, beside NAME.sti, .mas and .dof
    const char *const *interface; // NAME=SET, a set of nodes, or NAME=NODE       (n_interface)
    int n_interface;
    int modes; // of the body, of CalculiX
} tac_import;

// Modal data of a finite element model that CalculiX wrote by *FREQUENCY, SOLVER=MATRIXSTORAGE. NULL and one line in
// diag when anything is wrong. Lengths and masses are those of the input file.
tac_modal *tac_import_calculix(const tac_import *i, tac_diag *diag);
// Standard input data (.SID_FEM) and files of MBDyn's modal joint (.fem); without interfaces every node is one.
tac_modal *tac_import_sid(const tac_import *i, tac_diag *diag);
tac_modal *tac_import_mbdyn(const tac_import *i, tac_diag *diag);
void tac_modal_free(tac_modal *m);

// The modal file, with digits that read back the same bits; false where the stream does not take it.
bool tac_modal_write(const tac_modal *m, const char *title, FILE *out);

#endif

// Standard input data as they stand in a file.
#ifndef TAC_SID_TEXT_H
#define TAC_SID_TEXT_H

#include "import_text.h"

typedef struct tac_sid_term { // of a first-order term, indices as in the file
    int row, a, b, line;
    double x;
} tac_sid_term;

typedef struct tac_sid_matrix {
    bool is_there;
    int line, rows, columns, structure;
    double *m0; // (rows, columns)
    tac_sid_term *m1;
    size_t n, room;
} tac_sid_matrix;

typedef struct tac_sid_node {
    int label;
    tac_sid_matrix origin, phi, psi;
} tac_sid_node;

typedef struct tac_sid {
    int n; // modes
    double mass;
    bool has_mass;
    tac_sid_node *node;
    int n_node, room;
    tac_sid_matrix mdCM, J, Ct, Cr, Me, Oe, ksigma, Ke, De;
    bool not_mode_second, not_mode_third; // where the mode of m1 cannot stand
} tac_sid;

// Reads all sections; what is needed is there and has the sizes that the modes ask for.
bool tac_sid_read(tac_import_text *t, tac_sid *s);

// m1 by mode, row and column: (n, rows, columns) numbers. NULL without memory.
double *tac_sid_first_order(tac_import_text *t, const tac_sid *s, const tac_sid_matrix *m);

#endif

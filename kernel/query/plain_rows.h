// Rows of an element at a state.
#ifndef TAC_QUERY_PLAIN_ROWS_H
#define TAC_QUERY_PLAIN_ROWS_H

#include "model/rows.h"
#include "model/tables.h"

// Slots of the second body, values and rates, with drives taken as zero: the plain coordinates.   (TAC_MAX_ROWS)
void tac_plain_rows(const tac_model *m, const tac_state *s, const tac_element *e, tac_slot *sb,
                    double *x, double *xd);

// The sum of a coupler's terms by its first one, with the factors of the state, and its rate; of one
// that gives less its zero where the signals are given.
void tac_coupled_coordinate(const tac_model *m, const tac_state *s, const tac_element *lead,
                            const tac_signal *signal, double *x, double *xd);

#endif

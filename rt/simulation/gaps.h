// What lies between the values of a source that steps see: peaks of tables that are narrower than a step.
//
// A run, and the one with half its step, sees a table at the ends of half steps. What it does between them is in no
// difference of the two; nor in the motion, where the method does not take means over the step.
#ifndef TAC_GAPS_H
#define TAC_GAPS_H

#include <stddef.h>

#include "methods.h"
#include "model_file.h"

typedef struct tac_gap_of_table {
    double
        share; // of the table's range, by which it leaves the straight line between two values that are seen
    double width; // s, of that peak
    int source;   // that reads it
} tac_gap_of_table;

// The largest of all tables that a method reads at instants, until `end`; share 0: there is none.
tac_gap_of_table tac_find_table_gap(const tac_model_file *file, const tac_method *method, double dt,
                                    double end);

#endif

// Reference files: numbers, and what each column observes in a state of the solver.
//
// The header names the columns (tests/reference/README.md): BODY_x, JOINT_fy, E_kin, SENSOR[3].
// They are looked up once in the model file's names.
#ifndef ACCURACY_REFERENCE_H
#define ACCURACY_REFERENCE_H

#include "model_file.h"
#include "observe.h"

typedef enum column_kind {
    COLUMN_IGNORED, // t, undetermined loads
    COLUMN_STATE,   // part 0-12: x y z e0 e1 e2 e3 vx vy vz wx wy wz
    COLUMN_SENSOR,  // index into all outputs of all sensors
    COLUMN_LOAD,    // part 0-2: force of a joint
    COLUMN_ENERGY,  // part 0-2: kinetic, potential, total
    COLUMN_REGULAR, // where it is near zero, reactions are not compared
} column_kind;

typedef struct column {
    column_kind kind;
    int index;
    int part;
} column;

typedef struct reference {
    int n_row, n_column;
    double *value;   // (n_row, n_column); column 0 is the time
    column *columns; // (n_column)
} reference;

// Reads a file and resolves its columns; planar leaves out the loads along z. Returns 0 and prints
// one line on stderr when the file is unreadable or names something the model does not have.
int reference_read(reference *ref, const char *path, const tac_model_file *file,
                   const tac_model *model, int planar);
void reference_free(reference *ref);

// What a column observes; sensed holds the outputs of all sensors.
double reference_observe(const column *c, const tac_model *m, const tac_state *s,
                         const tac_report *r, const double *sensed);

#endif
